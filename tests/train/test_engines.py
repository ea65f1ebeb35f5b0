"""Both engines sample what the trainer would: equal log-probs after every weight push, no picture token, draws by
seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import torch
from torch import nn

from envs.context import build_prompt
from envs.episode import Completion
from envs.images import ImageStore
from tests.spots import SpotWorld
from tests.train.practice import CONTEXT, TINY, spot_tasks
from train.encoding import EncodedPrompt, Encoder
from train.engines import Engine, PushedEngine, Request, Sampling
from train.engines.transformers_engine import TransformersEngine
from train.engines.vllm_engine import VllmEngine
from train.model import load_model, load_processor
from train.pictures import show_by_name

Push = Callable[[], None]


@pytest.fixture
def model() -> nn.Module:
    return load_model(TINY, "float32").eval()


@pytest.fixture(params=[pytest.param("vllm", marks=pytest.mark.vllm), "transformers"])
def engine(request: pytest.FixtureRequest, model: nn.Module) -> Iterator[tuple[Engine, Encoder, Push]]:
    """An engine, its encoder, and what brings the model's weights into it. The shared vLLM gets its weights back."""
    if request.param == "transformers":
        encoder = Encoder(load_processor(TINY), ImageStore(None))
        yield TransformersEngine(model, encoder), encoder, lambda: None
        return
    shared: VllmEngine = request.getfixturevalue("vllm_engine")
    yield shared, shared.encoder, lambda: shared.load_weights(model.named_parameters())
    shared.load_weights(load_model(TINY, "float32").named_parameters())


def prompts(encoder: Encoder, count: int = 4) -> list[EncodedPrompt]:
    world = SpotWorld(encoder.store)
    looks = [world.reset(task) for task in spot_tasks(count)]
    return [encoder.encode_prompt(build_prompt(world.tools, (), look, CONTEXT)) for look in looks]


def complete(engine: Engine, asked: list[EncodedPrompt], seed: int = 0, temperature: float = 1.0) -> list[Completion]:
    for i, prompt in enumerate(asked):
        engine.submit(Request(i, prompt, seed + i), Sampling(temperature, 16))
    done: dict[int, Completion] = {}
    while len(done) < len(asked):
        done.update(engine.collect())
    return [done[i] for i in range(len(asked))]


@pytest.mark.training
def test_without_waiting_an_engine_does_one_step_or_nothing(engine: tuple[Engine, Encoder, Push]) -> None:
    """vLLM in this thread goes on step by step; `model.generate` begins nothing that others would have to wait for."""
    runs, encoder, _ = engine
    assert list(runs.collect(wait=False)) == list(runs.collect()) == [] and not runs.working
    runs.submit(Request(3, prompts(encoder, 1)[0], 0), Sampling(1.0, 8))
    assert not runs.runs_alone
    if isinstance(runs, TransformersEngine):
        assert not runs.working
        assert runs.collect(wait=False) == []
        ((number, _),) = runs.collect()
    else:
        steps, done = 0, []
        while not done:
            assert runs.working
            done = runs.collect(wait=False)
            steps += 1
        ((number, completion),) = done
        assert len(completion.ids) <= steps <= len(completion.ids) + 1
    assert number == 3 and not runs.working


@pytest.mark.training
def test_a_batch_of_generate_does_not_depend_on_the_order_of_requests(model: nn.Module) -> None:
    """Simulators in other processes answer in any order, and a run must come out the same."""
    encoder = Encoder(load_processor(TINY), ImageStore(None))
    asked = list(enumerate(prompts(encoder, 4)))
    drawn = []
    for order in (asked, asked[::-1]):
        runs = TransformersEngine(model, encoder)
        for i, prompt in order:
            runs.submit(Request(i, prompt, i), Sampling(1.0, 8))
        drawn.append(sorted((i, completion.ids) for i, completion in runs.collect()))
    assert drawn[0] == drawn[1]


@pytest.mark.training
def test_only_an_engine_with_weights_of_its_own_is_pushed_into(engine: tuple[Engine, Encoder, Push]) -> None:
    assert isinstance(engine[0], PushedEngine) is not isinstance(engine[0], TransformersEngine)


@torch.no_grad()
def largest_gap(model: nn.Module, encoder: Encoder, prompt: EncodedPrompt, completion: Completion) -> float:
    """Largest difference between the engine's log-probs and those of the model for the same tokens."""
    ids = torch.tensor([completion.prompt_ids + completion.ids])
    types = (ids == encoder.image_token_id).long()
    show_by_name(model, encoder.picture_inputs)
    features = encoder.picture_inputs.shown(prompt.images, [completion.prompt_ids])
    logits = model(input_ids=ids, attention_mask=torch.ones_like(ids), mm_token_type_ids=types, **features).logits
    logits[..., list(encoder.forbidden_ids)] = -torch.inf  # the engine never samples these
    ours = torch.log_softmax(logits[0, len(completion.prompt_ids) - 1 : -1], -1)
    ours = ours.gather(-1, torch.tensor(completion.ids)[:, None])[:, 0]
    return float((ours - torch.tensor(completion.logprobs)).abs().max())


@pytest.mark.training
@pytest.mark.parametrize("part", ["nothing", "q_proj", "mlp", "norm", "embed_tokens"])
def test_engine_and_trainer_agree_after_a_push_of_any_part(
    engine: tuple[Engine, Encoder, Push], model: nn.Module, part: str
) -> None:
    """Also of the token embeddings, whose tied output head a CPU engine keeps as a packed copy."""
    runs, encoder, push = engine
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if part in name and "visual" not in name:
                parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.02)
    push()
    asked = prompts(encoder)
    for prompt, completion in zip(asked, complete(runs, asked), strict=True):
        assert completion.prompt_ids == prompt.expanded
        assert largest_gap(model, encoder, prompt, completion) < 1e-3


@pytest.mark.training
def test_no_engine_samples_a_picture_token(engine: tuple[Engine, Encoder, Push], model: nn.Module) -> None:
    """Not even one that the model wants above all else."""
    runs, encoder, push = engine
    head = model.get_input_embeddings().weight
    with torch.no_grad():
        best = head.norm(dim=-1).argmax()
        for token in encoder.forbidden_ids:
            head[token] = head[best] * 3
    push()
    for completion in complete(runs, prompts(encoder)):
        assert not set(completion.ids) & set(encoder.forbidden_ids)


@pytest.mark.training
def test_the_same_seeds_draw_the_same_replies(engine: tuple[Engine, Encoder, Push]) -> None:
    runs, encoder, push = engine
    push()
    asked = prompts(encoder)
    first, again, other = (complete(runs, asked, seed) for seed in (7, 7, 70))
    assert [c.ids for c in first] == [c.ids for c in again]
    assert [c.ids for c in first] != [c.ids for c in other]
