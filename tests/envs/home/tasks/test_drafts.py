"""Drafted tasks, before they are tried: what each family promises, and words that single out or leave open."""

from __future__ import annotations

import itertools
import re

import pytest

from envs.episode import Task
from envs.home.apartments import load_scene
from envs.home.graph import WorldGraph
from envs.home.objects import CATEGORIES, homes, make_object
from envs.home.task import CheckedTask
from envs.home.tasks import SPLITS, NoTaskError, TaskOptions, chance
from envs.home.tasks.refer import Referring, is_plural
from envs.home.tasks.sampling import draft_task
from envs.home.tasks.sense import LEFT_AT, is_found, is_kept
from envs.home.tasks.vague import KINDS, PLACES
from envs.home.user.names import stems

SCENES = [f"apartment_{SPLITS['validation'][n]}" for n in range(3)]
EASY = TaskOptions(
    clutter=[2, 4],
    cluttered=[2, 3],
    furniture_distractors=False,
    open_share=1.0,
    twofold=0.0,
    unclear=["target"],
    candidates=[3, 3],
    by_colour=True,
)


def drafts(family: str, options: TaskOptions | None = None) -> list[Task]:
    found = []
    for scene, seed in itertools.product(SCENES, range(5)):
        try:
            found.append(draft_task(scene, family, seed, options))
        except NoTaskError:  # not every apartment has every kind
            continue
    assert len(found) >= 8
    return found


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[Task]]:
    return {family: drafts(family) for family in ("FDP", "FODP", "FDO", "SUL")}


def every(drawn: dict[str, list[Task]]) -> list[Task]:
    return [task for tasks in drawn.values() for task in tasks]


def graphs(task: Task) -> tuple[WorldGraph, WorldGraph]:
    return WorldGraph.from_json(task.parameters["initial"]), WorldGraph.from_json(task.parameters["goal"])


def moved(task: Task) -> dict[str, tuple[str, str]]:
    """Thing -> (source, destination)."""
    initial, goal = (graph.places for graph in graphs(task))
    return {name: (str(initial[name]), str(goal[name])) for name in initial if initial[name] != goal[name]}


def category(task: Task, name: str) -> str:
    return task.parameters["objects"][name]["category"]


def receptacle_category(receptacle: str) -> str:
    return receptacle.rpartition("_")[0]


def referring(task: Task) -> Referring:
    things = task.parameters["objects"]
    models = {name: make_object(thing["category"], thing["instance"]) for name, thing in things.items()}
    return Referring(load_scene(task.parameters["scene"]), models)


def furniture_words(task: Task, receptacle: str) -> list[str]:
    """Everything by which an instruction may call a receptacle."""
    piece = load_scene(task.parameters["scene"]).receptacles[receptacle]
    return [piece.looks, piece.use, f"the {receptacle_category(receptacle).replace('_', ' ')}"]


def test_drafts_are_tasks_of_the_world(drawn):
    for task in every(drawn):
        CheckedTask(task)


def test_a_draft_is_fixed_by_its_arguments(drawn):
    task = drawn["SUL"][2]
    assert draft_task(task.parameters["scene"], "SUL", task.seed) == task


def test_nothing_is_asked_that_holds_already(drawn):
    for task in every(drawn):
        initial, goal = graphs(task)
        opened = dict(initial.opened)
        assert moved(task) or any(opened[name] != wanted for name, wanted in goal.opened)


def test_things_go_where_they_are_kept_and_lie_where_they_are_found(drawn):
    for task in every(drawn):
        for name, (source, destination) in moved(task).items():
            assert receptacle_category(destination) in homes(category(task, name))
            assert is_kept(category(task, name), load_scene(task.parameters["scene"]).receptacles[destination])
            assert source != destination
        for receptacle, names in graphs(task)[0].contents:
            for name in names:
                kept = set(homes(category(task, name)))
                there = receptacle_category(receptacle)
                assert there in kept or (there in LEFT_AT and kept & set(LEFT_AT))
                assert is_found(category(task, name), load_scene(task.parameters["scene"]).receptacles[receptacle])


def test_pick_and_place_has_further_furniture_like_its_ends(drawn):
    for task in drawn["FDP"] + drawn["FODP"]:
        categories = [receptacle_category(name) for name in load_scene(task.parameters["scene"]).ids]
        for source, destination in moved(task).values():
            ends = {receptacle_category(source), receptacle_category(destination)}
            at_ends = 2 if len(ends) == 1 else 1
            assert any(categories.count(end) > at_ends for end in ends)


def test_of_an_fdp_target_there_is_one_alone(drawn):
    for task in drawn["FDP"]:
        categories = [category(task, name) for name in task.parameters["objects"]]
        assert len(moved(task)) in (1, 2)
        for name in moved(task):
            assert categories.count(category(task, name)) == 1
            assert referring(task).thing(name) == f"the {make_object(category(task, name), 0).label}"


def test_an_fodp_target_has_others_of_its_category_that_look_different(drawn):
    beside = 0
    for task in drawn["FODP"]:
        refer = referring(task)
        initial = graphs(task)[0]
        target = max(moved(task), key=lambda name: sum(category(task, o) == category(task, name) for o in refer.models))
        others = [o for o in refer.models if o != target and category(task, o) == category(task, target)]
        assert 2 <= len(others) <= 4
        phrases = {refer.models[name].phrase for name in (target, *others)}
        assert len(phrases) == len(others) + 1
        beside += any(initial.where(other) == initial.where(target) for other in others)
    assert beside >= len(drawn["FODP"]) // 2


def test_a_clear_thing_is_told_by_words_that_fit_no_other(drawn):
    for task in drawn["FDP"] + drawn["FODP"] + drawn["FDO"]:
        refer = referring(task)
        for name in moved(task):
            called = refer.thing(name)
            assert called.lower() in task.parameters["instruction"].lower()
            label = refer.models[name].label
            rivals = [o for o in refer.models if f" {refer.models[o].label}".endswith(f" {label}")]
            said = stems(called) - stems(label)
            marks = {o: stems(" ".join(value for _, value in refer.models[o].traits)) for o in rivals}
            assert [o for o in rivals if said <= marks[o]] == [name]


def test_receptacles_are_told_by_words_that_fit_no_other(drawn):
    for task in drawn["FDP"] + drawn["FODP"] + drawn["FDO"]:
        told = task.parameters["instruction"].lower()
        goal = graphs(task)[1]
        initially = dict(graphs(task)[0].opened)
        turned = [name for name, wanted in goal.opened if initially[name] != wanted]
        ends = {end for way in moved(task).values() for end in way}
        scene = load_scene(task.parameters["scene"])
        for receptacle in ends | set(turned if not ends else ()):
            looks, use, alone = furniture_words(task, receptacle)
            only_one = [receptacle_category(name) for name in scene.ids].count(receptacle_category(receptacle)) == 1
            assert looks.lower() in told or use.lower() in told or (only_one and alone in told)
            assert sum(piece.looks == looks for piece in scene.receptacles.values()) == 1
            assert sum(piece.use == use for piece in scene.receptacles.values()) == 1


def test_instructions_hold_no_ids_and_are_sentences(drawn):
    for task in every(drawn):
        told = task.parameters["instruction"]
        assert not re.search(r"\w_\d|_|[{}]|\d", re.sub(r'"[^"]*"', "", told)), told
        assert told[0].isupper() and told[-1] in ".?"
        assert "  " not in told


def test_instructions_differ_in_style(drawn):
    starts = {task.parameters["instruction"].split()[0] for task in every(drawn)}
    assert len(starts) >= 8
    assert any(task.parameters["instruction"].endswith("?") for task in every(drawn))


def test_fdo_is_about_openings_among_like_ones(drawn):
    kinds = set()
    for task in drawn["FDO"]:
        initial, goal = graphs(task)
        opened, wanted = dict(initial.opened), dict(goal.opened)
        turned = [name for name in wanted if opened[name] != wanted[name]]
        kinds.add(bool(moved(task)))
        if moved(task):
            ((source, destination),) = moved(task).values()
            assert len(wanted) == 1 and not any(wanted.values())
            assert set(wanted) <= {source, destination}
            continue
        assert 1 <= len(turned) <= 2
        same = [
            name
            for name in opened
            if name not in turned
            and any(receptacle_category(name) == receptacle_category(t) and opened[name] == opened[t] for t in turned)
        ]
        assert same, "no like one is as the target is at first"
        assert set(same) <= set(wanted), "the like ones are to stay as they are"
    assert kinds == {True, False}


def test_a_wish_fits_all_candidates_and_nothing_else(drawn):
    for task in drawn["SUL"]:
        told, refer = task.parameters["instruction"].lower(), referring(task)
        for ambiguity in task.parameters["user"]["ambiguities"]:
            candidates = ambiguity["candidates"]
            if ambiguity["id"] == "destination":
                assert 3 <= len(candidates) <= 4
                assert not any(
                    looks.lower() in told for name in candidates for looks in furniture_words(task, name)[:2]
                )
                continue
            assert 3 <= len(candidates) <= 5
            kind = next((words for words in KINDS if words in told), None)
            if kind is None:
                label = refer.models[candidates[0]].label
                fitting = [name for name, model in refer.models.items() if f" {model.label}".endswith(f" {label}")]
                assert label in told
            else:
                fitting = [name for name in refer.models if category(task, name) in KINDS[kind].fits]
                assert not {category(task, name) for name in refer.models} & set(KINDS[kind].nearly)
            assert set(fitting) == set(candidates)
            assert len({refer.models[name].phrase for name in candidates}) == len(candidates)
            for name in candidates:
                assert refer.thing(name).lower() not in told


def test_a_wish_means_what_the_goal_says(drawn):
    for task in drawn["SUL"]:
        ((thing, (source, destination)),) = moved(task).items()
        ambiguities = {a["id"]: a for a in task.parameters["user"]["ambiguities"]}
        assert ambiguities.get("target", {"truth": thing})["truth"] == thing
        where = ambiguities.get("destination", {"truth": destination, "candidates": []})
        assert where["truth"] == destination
        assert source not in where["candidates"]
        assert task.parameters["most_wrong"] == 1
        assert task.parameters["ask_budget"] == len(ambiguities) + 1


def test_who_guesses_is_seldom_right(drawn):
    chances = [chance(task) for task in drawn["SUL"]]
    assert sum(chances) / len(chances) <= 0.2
    assert max(chances) <= 1 / 3
    assert all(chance(task) == 1 for task in drawn["FDP"])


def test_the_meant_one_has_no_place_of_its_own_among_the_candidates(drawn):
    tasks = [a for task in drawn["SUL"] for a in task.parameters["user"]["ambiguities"]]
    assert len({a["candidates"].index(a["truth"]) for a in tasks}) >= 3


def test_easy_options_make_easy_tasks():
    for task in drafts("FDP", EASY) + drafts("SUL", EASY):
        scene = load_scene(task.parameters["scene"])
        categories = [receptacle_category(name) for name in scene.ids]
        for source, destination in moved(task).values():
            assert (
                categories.count(receptacle_category(source)) == categories.count(receptacle_category(destination)) == 1
            )
        assert all(task.parameters["initial"]["open"].values())
        assert len(task.parameters["objects"]) <= 4 + 3
    for task in drafts("SUL", EASY):
        models = referring(task).models
        (target,) = task.parameters["user"]["ambiguities"]
        assert len({dict(models[name].traits)["colour"] for name in target["candidates"]}) == 3


def test_vague_words_name_things_and_places_that_there_are():
    from envs.home.apartments import CATEGORIES as FURNITURE

    assert len(KINDS) >= 6
    for kind in KINDS.values():
        assert {*kind.fits, *kind.nearly} <= set(CATEGORIES)
        assert set(kind.fits).isdisjoint(kind.nearly)
        assert len(set(kind.fits)) >= 4
    for categories in PLACES.values():
        assert set(categories) <= set(FURNITURE)


@pytest.mark.parametrize(
    ("words", "many"),
    [
        ("the glass", False),
        ("the scissors", True),
        ("the red bus", False),
        ('the mug with "boss" on it', False),
        ("something that grows", False),
    ],
)
def test_plural_nouns_are_recognised(words, many):
    assert is_plural(words) == many
