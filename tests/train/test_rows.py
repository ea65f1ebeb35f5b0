"""Rows of data sets, and batches: the ids of a rollout, loss on replies alone, pictures whole, one padding side."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from data_synth.dataset import DatasetFolder
from envs.context import ContextSettings
from envs.devices.tools import TOOLS
from envs.environment import ReplyError
from envs.episode import Completion, Episode, Observation, Step, Task, ToolCall
from envs.simulators import LocalSimulators
from train.encoding import Encoder, EncodingError
from train.engines import Request, Sampling
from train.model import load_model, load_processor
from train.pictures import show_by_name
from train.rollout import Job, Rollouts
from train.rows import IGNORED, RowError, Rows, TurnCollator, turn_rows

CONTEXT = ContextSettings(tools="names", previous_image=False)
WHOLE = ContextSettings(mode="transcript", tools="names")


@pytest.fixture(scope="module")
def encoder(tiny, demonstrated: DatasetFolder) -> Encoder:
    return Encoder(load_processor(tiny), demonstrated.image_store())


@pytest.fixture(scope="module")
def rows(encoder: Encoder, demonstrated: DatasetFolder) -> Rows:
    return turn_rows(demonstrated.episodes(), encoder, CONTEXT)


class Replay:
    """A world and an engine that play a demonstration again."""

    tools = TOOLS
    runs_alone = working = False

    def __init__(self, episode: Episode, encoder: Encoder) -> None:
        self.episode, self.encoder, self.at = episode, encoder, 0
        self.asked: list[Request] = []

    def reset(self, task: Task) -> Observation:
        return self.episode.turns[0].observation

    def step(self, call: ToolCall | ReplyError) -> Step:
        self.at += 1
        return self.episode.turns[self.at - 1].step

    def submit(self, request: Request, sampling: Sampling) -> None:
        self.asked.append(request)

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        ids = self.encoder.encode_reply(self.episode.turns[self.at].reply)
        return [(self.asked[-1].id, Completion(self.asked[-1].prompt.expanded, ids, (0.0,) * len(ids)))]

    def abort(self) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(
    "context",
    [CONTEXT, ContextSettings(), ContextSettings(mode="transcript"), ContextSettings(mode="transcript", last_turns=1)],
    ids=["names", "schemas", "transcript", "last-turn"],
)
def test_rows_are_what_a_rollout_prompts_with_and_then_the_reply(encoder, demonstrated, context) -> None:
    for episode in list(demonstrated.episodes())[:2]:
        episode = replace(episode, turns=tuple(replace(turn, trainable=True) for turn in episode.turns))
        replay = Replay(episode, encoder)
        simulators = LocalSimulators(lambda r=replay: r)
        (played,) = Rollouts(simulators, encoder, replay, context, Sampling()).run([Job(episode.task, 0)])
        assert [turn.call for turn in played.turns] == [turn.call for turn in episode.turns]
        made = turn_rows([episode], encoder, context).rows
        assert [row.prompt for row in made] == [request.prompt.expanded for request in replay.asked]
        assert [row.completion for row in made] == [turn.completion.ids for turn in played.turns]
        assert [row.images for row in made] == [request.prompt.images for request in replay.asked]
        if context.whole_transcript:
            (row,) = turn_rows([episode], encoder, context, rows_per="episode").rows
            assert row.prompt + row.completion == replay.asked[-1].prompt.expanded + made[-1].completion
            assert row.images == made[-1].images


def test_untrainable_turns_give_no_row_but_stay_in_the_context(encoder, demonstrated) -> None:
    episode = next(demonstrated.episodes())
    made = turn_rows([episode], encoder, CONTEXT)
    assert len(made.rows) == 2
    assert made.left_out == {"not trainable": 1}
    wrong = episode.turns[1].call
    assert wrong is not None
    assert f"Previous action: {wrong.name}" in encoder.decode(made.rows[1].prompt)


def test_a_row_of_an_episode_takes_no_loss_on_mistakes_and_observations(encoder, demonstrated) -> None:
    made = turn_rows(demonstrated.episodes(), encoder, WHOLE, rows_per="episode")
    episodes = list(demonstrated.episodes())
    assert len(made.rows) == len(episodes) == made.left_out["not trainable"]
    for row, episode in zip(made.rows, episodes, strict=True):
        learnt = [token for token, said in zip(row.completion, row.mask, strict=True) if said]
        right, mistake = [episode.turns[i].reply for i in (0, 2)], episode.turns[1].reply
        assert encoder.decode(learnt) == "".join(right)
        index, start, end = row.spans[1]
        assert (index, encoder.decode(row.completion[start:end])) == (1, mistake)
        assert encoder.decode(row.completion).count("Instruction: ") == 2


def test_an_episode_of_mistakes_alone_gives_no_row(encoder, demonstrated) -> None:
    episode = next(demonstrated.episodes())
    episode = replace(episode, turns=tuple(replace(turn, trainable=False) for turn in episode.turns))
    for context, rows_per in ((CONTEXT, "turn"), (WHOLE, "episode")):
        made = turn_rows([episode], encoder, context, rows_per=rows_per)
        assert (made.rows, made.left_out) == ([], {"not trainable": 3})


def test_data_teach_their_text_whoever_sampled_it(encoder, demonstrated) -> None:
    """An episode may come from a policy of another vocabulary."""
    episode = next(demonstrated.episodes())
    foreign = tuple(replace(turn, completion=Completion((1,), (2, 3), (0.0, 0.0))) for turn in episode.turns)
    for context, rows_per in ((CONTEXT, "turn"), (WHOLE, "turn"), (WHOLE, "episode")):
        made, own = (
            turn_rows([e], encoder, context, rows_per=rows_per) for e in (replace(episode, turns=foreign), episode)
        )
        assert made == own


def test_rows_that_are_too_long_are_dropped_whole_and_counted(encoder, demonstrated, rows) -> None:
    lengths = sorted(len(row) for row in rows.rows)
    cut = turn_rows(demonstrated.episodes(), encoder, CONTEXT, max_length=lengths[-1] - 1)
    assert cut.left_out["too long"] == sum(n == lengths[-1] for n in lengths)
    assert cut.rows == [row for row in rows.rows if len(row) < lengths[-1]]
    whole = turn_rows(demonstrated.episodes(), encoder, WHOLE, rows_per="episode").rows
    bound = max(map(len, whole)) - 1
    cut = turn_rows(demonstrated.episodes(), encoder, WHOLE, max_length=bound, rows_per="episode")
    assert cut.rows == [row for row in whole if len(row) <= bound]
    assert cut.left_out["too long"] == len(whole) - len(cut.rows)


def test_a_reply_that_is_none_in_this_context_is_refused_by_name(encoder, demonstrated) -> None:
    episode = next(demonstrated.episodes())
    bad = replace(episode, turns=(replace(episode.turns[0], reply="<think>x</think>{}"),))
    with pytest.raises(RowError, match=r"made/0, turn 1: not a reply in markov context: tool"):
        turn_rows([bad], encoder, CONTEXT)
    bad = replace(episode, turns=(episode.turns[0], replace(episode.turns[2], reply="{}")))
    with pytest.raises(RowError, match=r"made/0, turn 2: not a reply in transcript context: the reply must start"):
        turn_rows([bad], encoder, WHOLE, rows_per="episode")
    with pytest.raises(ValueError, match="rows_per: 'episode' needs context_mode: transcript"):
        turn_rows([episode], encoder, CONTEXT, rows_per="episode")


def test_pictures_of_another_size_are_refused(encoder, demonstrated) -> None:
    with pytest.raises(RowError, match="a picture is 128x128, picture_size is 512"):
        turn_rows(demonstrated.episodes(), encoder, CONTEXT, picture_size=512)


def test_loss_is_on_the_reply_alone_and_padding_is_masked(encoder, rows) -> None:
    dataset = rows.dataset()
    batch = TurnCollator(encoder)([dataset[i] for i in range(6)])
    for i, row in enumerate(rows.rows[:6]):
        start, end = len(row.prompt), len(row)
        assert batch["labels"][i, start:end].tolist() == list(row.completion)
        assert set(batch["labels"][i, :start].tolist() + batch["labels"][i, end:].tolist()) <= {IGNORED}
        assert batch["input_ids"][i, :end].tolist() == [*row.prompt, *row.completion]
        assert batch["attention_mask"][i].tolist() == [1] * end + [0] * (batch["attention_mask"].size(1) - end)
    image = batch["input_ids"] == encoder.image_token_id
    assert torch.equal(batch["mm_token_type_ids"].bool(), image)
    merged = batch["image_grid_thw"].prod(-1).sum() // encoder.processor.image_processor.merge_size**2
    assert int(image.sum()) == int(merged)


def test_a_picture_that_is_not_in_the_ids_is_an_error(encoder, rows) -> None:
    row = rows.rows[0]
    for broken in (replace(row, images=()), replace(row, images=row.images * 2)):
        with pytest.raises(EncodingError, match="picture"):
            TurnCollator(encoder)([Rows([broken]).dataset()[0]])


@pytest.mark.training
def test_neighbours_and_padding_change_nothing_for_a_row(tiny, encoder, rows) -> None:
    model, dataset = load_model(tiny, "float32").eval(), rows.dataset()
    show_by_name(model, encoder.picture_inputs)
    collate = TurnCollator(encoder)
    order = sorted(range(len(rows.rows)), key=lambda i: len(rows.rows[i]))
    short, long = order[0], order[-1]
    with torch.no_grad():
        together = collate([dataset[short], dataset[long]])
        beside = model(**{k: v for k, v in together.items() if k != "labels"}).logits[0, : len(rows.rows[short])]
        alone = model(**{k: v for k, v in collate([dataset[short]]).items() if k != "labels"}).logits[0]
    assert (beside - alone).abs().max() < 1e-4
