"""Token in, token out: rows hold exactly what the engine was asked and what it sampled, in every context.

The replies come from a hat, in ids that no tokenizer would write for their text: letter by letter, cut, spelling a
control token.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
import torch

from envs.context import ContextSettings
from envs.episode import Completion, Episode
from envs.images import ImageStore
from envs.simulators import LocalSimulators
from tests.spots import SpotWorld
from tests.templates import shipped, with_template
from tests.train.practice import CONTEXT, HatEngine, spot_tasks
from train.encoding import Encoder, EncodingError
from train.engines import Request, Sampling
from train.model import load_model, load_processor
from train.pictures import show_by_name
from train.rollout import Job, Rollouts
from train.rows import IGNORED, Row, Rows, TurnCollator, check_rows_per, episode_rows

WHOLE = ContextSettings(mode="transcript", tools="names")
LAST = replace(WHOLE, last_turns=1)
TOOLS = SpotWorld.tools
WAYS = ("as encoded", "letter by letter", "cut", "spelling a control token")


class OddEngine(HatEngine):
    """Says what the hat says, in odd ids; remembers what each episode asked, in the order of its turns."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self.asked: dict[int, list[Request]] = defaultdict(list)

    def _draw(self, request: Request) -> Completion:
        self.asked[request.id].append(request)
        drawn = super()._draw(request)
        way = WAYS[request.seed % len(WAYS)]
        if way == "as encoded":
            return drawn
        if way == "cut":
            return Completion(drawn.prompt_ids, drawn.ids[:5], drawn.logprobs[:5], finished=False)
        text = self.encoder.decode(drawn.ids)
        if way != "letter by letter":
            text = text.replace("<think>", "<think><|image_pad|>")
        tokens = self.encoder.tokenizer
        ids = [i for letter in text for i in tokens(letter, add_special_tokens=False)["input_ids"]]
        assert tuple(ids) != self.encoder.encode_reply(text)[:-1]
        return Completion(drawn.prompt_ids, (*ids, self.encoder.end_id), (0.0,) * (len(ids) + 1))


@pytest.fixture(scope="module", params=["tiny", "qwen", "qwen, thoughts stripped"])
def encoder(request: pytest.FixtureRequest, tiny) -> Encoder:
    if request.param == "tiny":
        return Encoder(load_processor(tiny), ImageStore(None))
    qwen = request.getfixturevalue("qwen")
    return with_template(qwen, shipped("qwen3_5_think" if "stripped" in request.param else "qwen3_vl"))


def play(encoder: Encoder, context: ContextSettings) -> tuple[list[Episode], OddEngine]:
    engine = OddEngine(encoder)
    runs = Rollouts(LocalSimulators(lambda: SpotWorld(encoder.store)), encoder, engine, context, Sampling(1.0, 64))
    episodes = runs.run([Job(task, seed) for seed, task in enumerate(spot_tasks())])
    runs.close()
    seen = {WAYS[request.seed % len(WAYS)] for asked in engine.asked.values() for request in asked[:-1]}
    assert seen == set(WAYS), "every way of speaking is followed by another turn somewhere"
    return episodes, engine


@pytest.mark.parametrize("context", [CONTEXT, WHOLE, LAST], ids=["markov", "transcript", "last-turn"])
def test_a_row_of_a_turn_is_what_was_asked_and_then_what_was_sampled(
    encoder: Encoder, context: ContextSettings
) -> None:
    episodes, engine = play(encoder, context)
    for number, episode in enumerate(episodes):
        rows = episode_rows(episode, TOOLS, encoder, context)
        assert [row.prompt for row in rows] == [request.prompt.expanded for request in engine.asked[number]]
        assert [row.images for row in rows] == [request.prompt.images for request in engine.asked[number]]
        for index, (row, turn) in enumerate(zip(rows, episode.turns, strict=True)):
            assert turn.completion is not None
            assert row.completion == turn.completion.ids
            assert row.mask == (1,) * len(row.completion)
            assert row.spans == ((index, 0, len(row.completion)),)


def test_a_row_of_an_episode_is_every_request_and_every_sample_of_it(encoder: Encoder) -> None:
    episodes, engine = play(encoder, WHOLE)
    for number, episode in enumerate(episodes):
        (row,) = episode_rows(episode, TOOLS, encoder, WHOLE, "episode")
        ids, asked = row.prompt + row.completion, engine.asked[number]
        sampled = [0] * len(row.completion)
        assert [span[0] for span in row.spans] == list(range(len(episode.turns)))
        for (_, start, end), turn, request in zip(row.spans, episode.turns, asked, strict=True):
            assert turn.completion is not None
            assert ids[: len(row.prompt) + start] == request.prompt.expanded
            assert row.completion[start:end] == turn.completion.ids
            sampled[start:end] = [1] * (end - start)
        assert row.mask == tuple(sampled)
        assert row.images == asked[-1].prompt.images
        assert len(row.completion) == row.spans[-1][2], "nothing follows the last reply"


def test_an_end_token_that_was_not_sampled_stands_in_the_row_and_is_not_learnt(encoder: Encoder) -> None:
    cut = 0
    for episode in play(encoder, WHOLE)[0]:
        (row,) = episode_rows(episode, TOOLS, encoder, WHOLE, "episode")
        for (_, _, end), turn in zip(row.spans[:-1], episode.turns, strict=False):
            if turn.completion is not None and not turn.completion.finished:
                assert (row.completion[end], row.mask[end]) == (encoder.end_id, 0)
                cut += 1
    assert cut


def test_labels_stand_on_sampled_tokens_alone(encoder: Encoder) -> None:
    for context, rows_per in ((CONTEXT, "turn"), (WHOLE, "turn"), (WHOLE, "episode")):
        rows, samples = [], []
        for episode in play(encoder, context)[0]:
            rows += episode_rows(episode, TOOLS, encoder, context, rows_per)
            said = [turn.completion.ids for turn in episode.turns if turn.completion]
            samples += [sum(said, ())] if rows_per == "episode" else said
        dataset = Rows(rows).dataset()
        batch = TurnCollator(encoder)([dataset[i] for i in range(len(rows))])
        for ids, labels, sample in zip(batch["input_ids"], batch["labels"], samples, strict=True):
            learnt = labels != IGNORED
            assert tuple(ids[learnt].tolist()) == tuple(labels[learnt].tolist()) == sample
            assert not learnt[ids == encoder.image_token_id].any()


def test_rows_of_another_context_than_the_one_sampled_in_are_refused(encoder: Encoder) -> None:
    episode = next(episode for episode in play(encoder, WHOLE)[0] if len(episode.turns) > 2)
    with pytest.raises(EncodingError, match=rf"episode {episode.task.id}, turn 3: its row's prompt of \d+ tokens"):
        episode_rows(episode, TOOLS, encoder, LAST)
    schemas = replace(WHOLE, tools="schemas")
    with pytest.raises(EncodingError, match=rf"episode {episode.task.id}, turn 1: "):
        episode_rows(episode, TOOLS, encoder, schemas, "episode")


def test_an_episode_is_one_row_in_a_whole_transcript_alone() -> None:
    check_rows_per("episode", WHOLE)
    check_rows_per("turn", CONTEXT)
    for words, context, told in (
        ("episode", CONTEXT, "rows_per: 'episode' needs .*, not markov$"),
        ("episode", LAST, "rows_per: 'episode' needs .*, not transcript with context_last_turns: 1$"),
        ("turns", WHOLE, "rows_per: 'turns' is neither"),
    ):
        with pytest.raises(ValueError, match=told):
            check_rows_per(words, context)


def test_a_mask_is_as_long_as_its_completion() -> None:
    with pytest.raises(ValueError, match="mask: 1 values for 2 tokens"):
        Row((1,), (2, 3), (), (1,), ())


@pytest.mark.training
def test_a_row_of_an_episode_gives_each_token_the_logits_of_its_turns_row(tiny, tiny_encoder: Encoder) -> None:
    model, collate = load_model(tiny, "float32").eval(), TurnCollator(tiny_encoder)
    show_by_name(model, tiny_encoder.picture_inputs)

    def logits(rows: list[Row]) -> torch.Tensor:
        """(rows, longest row, vocabulary); position t predicts token t + 1."""
        dataset = Rows(rows).dataset()
        batch = collate([dataset[i] for i in range(len(rows))])
        with torch.no_grad():
            return model(**{key: value for key, value in batch.items() if key != "labels"}).logits

    longest = sorted(play(tiny_encoder, WHOLE)[0], key=lambda episode: len(episode.turns))[-2:]
    assert all(len(episode.turns) >= 3 for episode in longest)
    wholes = [episode_rows(episode, TOOLS, tiny_encoder, WHOLE, "episode")[0] for episode in longest]
    for episode, whole, together in zip(longest, wholes, logits(wholes), strict=True):
        turns = episode_rows(episode, TOOLS, tiny_encoder, WHOLE)
        for row, alone, (_, start, end) in zip(turns, logits(turns), whole.spans, strict=True):
            place = len(whole.prompt) - 1
            own = alone[len(row.prompt) - 1 : len(row) - 1]
            assert (together[place + start : place + end] - own).abs().max() < 1e-4
