"""TRL's own loop of rollouts, over the engine and the worlds that our loops use.

A real `GRPOTrainer(environment_factory=...)` runs its `_tool_call_loop` over its own colocated vLLM code; only the
`vllm.LLM` behind that is ours, so that both have the same weights, dtype and settings. What had to be arranged:

- **Every reply is a call.** An untaught model writes no valid calls, so the tokenizer's `parse_response` takes the
  whole reply for the argument of the one tool `act`, whose answer is the next picture and text. No parser's time is
  counted against TRL.
- **The end.** TRL knows no sign that an episode is over: it asks for replies until one holds no call. So the reply that
  ends an episode by its plan is parsed as plain text, and its step is done there. TRL then generates exactly one reply
  for each step, as our loops do; in real use it would generate one more for each episode.
- **Prompts** are ours: the system text and observations of a transcript. The chat template is plain ChatML, which
  renders tool answers as a user's messages, as our transcripts have them, and calls, which TRL insists on.
- **Pictures' tokens.** TRL sends prompts whose picture tokens are expanded, and vLLM expands the first of them again
  (trl#6294): each picture takes nearly twice its tokens, features stand at the wrong ones, and pictures lie one inside
  the other. Runs of picture tokens are folded to one here, so that TRL's prompts are no longer than ours.
- The clock stops when TRL has its tokens; rewards and log-probabilities are not counted.

None of this favours our driver; all of it but the template favours TRL.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any

import torch
from trl import GRPOConfig, GRPOTrainer
from trl.generation.vllm_generation import VLLMGeneration

from envs.context import ContextSettings, build_prompt, user_message
from envs.devices.tools import TOOLS
from envs.environment import Environment, ReplyError
from envs.episode import Observation
from scripts.measurements.rollout_loops import Bench, Play
from train.engines.vllm_engine import VllmEngine
from train.engines.vllm_policy import NEVER
from train.model import load_model, load_processor

CHATML = (
    "{%- for message in messages %}"
    "{{- '<|im_start|>' + ('user' if message.role == 'tool' else message.role) + '\\n' }}"
    "{%- if message.content is string %}{{- message.content }}{%- else %}{%- for item in message.content %}"
    "{%- if item.type == 'image' %}{{- '<|vision_start|><|image_pad|><|vision_end|>' }}"
    "{%- else %}{{- item.text }}{%- endif %}"
    "{%- endfor %}{%- endif %}"
    "{%- for call in message.tool_calls or [] %}{{- call.function | tojson }}{%- endfor %}"
    "{{- '<|im_end|>\\n' }}"
    "{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}"
)


class DeviceEnvironment:
    """A device behind TRL's protocol of environments: `reset`, and every other public method a tool.

    loop: whose jobs are played. Environments stand in the loop's line in the order in which TRL parses their replies.
    """

    def __init__(self, loop: TrlLoop) -> None:
        self._loop = loop
        self._world: Environment | None = None
        self.turns_left = 0

    def reset(self, **row: Any) -> Any:
        """Start the episode of a row; its first observation, which TRL appends to the prompt."""
        task = self._loop.bench.jobs[row["number"]].task
        self._world, self.turns_left = self._loop.make_world(), len(self._loop.bench.plans[task.id])
        self._loop.line.append(self)
        return self._content(self._world.reset(task))

    def act(self, reply: str) -> list[dict[str, Any]]:
        """Act on the device.

        Args:
            reply: What to do.

        Returns:
            What is seen then.
        """
        assert self._world is not None
        step = self._world.step(ReplyError("not_json", reply))
        self.turns_left -= 1
        self._loop.steps += 1
        if self.turns_left:
            self._loop.line.append(self)
        return self._content(step.observation)

    def get_reward(self) -> float:
        """TRL wants a reward; the clock has stopped by then."""
        return 0.0

    def _content(self, observation: Observation) -> list[dict[str, Any]]:
        """An observation's message in our transcript, with the pictures themselves."""
        message = user_message(observation)
        pictures = iter(self._loop.bench.encoder.pictures(observation.images))
        return [{**item, "image": next(pictures)} if item["type"] == "image" else item for item in message["content"]]


class SharedGeneration(VLLMGeneration):
    """TRL's colocated generation over an engine that is there already."""

    def __init__(self, engine: VllmEngine, *positional: Any, **keywords: Any) -> None:
        self.engine = engine
        super().__init__(*positional, **keywords)

    def _init_vllm(self) -> None:
        self.llm = self.engine.llm

    def generate(self, prompts: list[list[int]], *positional: Any, **keywords: Any) -> tuple[Any, ...]:
        """TRL's, of prompts with one token a picture."""
        picture = self.engine.encoder.image_token_id
        folded = [
            [token for token, run in groupby(ids) for token in ([token] if token == picture else run)]
            for ids in prompts
        ]
        return super().generate(folded, *positional, **keywords)


class RolloutDone(Exception):
    """TRL has its tokens; what follows is no part of a rollout."""


class RolloutTrainer(GRPOTrainer):
    """TRL's trainer up to the end of a rollout."""

    def _generate(self, prompts: list[Any]) -> Any:
        super()._generate(prompts)
        raise RolloutDone


class TrlLoop:
    """Plays a bench's jobs through TRL's trainer.

    path: model folder; its weights are loaded once more, for TRL will have a model, and take no part in a rollout.
    context: a whole transcript, the only kind that TRL has.
    """

    def __init__(self, path: str, dtype: str, bench: Bench, context: ContextSettings) -> None:
        self.bench = bench
        self.steps = 0
        self.line: deque[DeviceEnvironment] = deque()
        self.make_world: Callable[[], Environment]
        self._system = build_prompt(TOOLS, (), Observation(""), context).messages[0]
        processor = load_processor(path)
        processor.chat_template = CHATML
        processor.tokenizer.response_template = {}  # any: TRL looks whether there is one, and calls `parse_response`
        processor.tokenizer.parse_response = self._parse
        self._tokenizer = processor.tokenizer
        self._output = tempfile.TemporaryDirectory()
        self.trainer = self._trainer(load_model(path, dtype), processor)

    @contextmanager
    def fresh(self) -> Iterator[Play]:
        """With worlds that have drawn nothing yet. TRL steps them one after another, in this thread."""
        self.make_world = self.bench.recipe().maker(self.bench.encoder.store)
        yield self._play

    def _play(self) -> list[int]:
        self.steps, self.line = 0, deque()
        opening = [self._system, {"role": "user", "content": []}]
        rows = [{"prompt": opening, "number": number} for number in range(len(self.bench.jobs))]
        with suppress(RolloutDone):
            self.trainer._generate_and_score_completions(rows)
        if self.line or self.steps != sum(self.bench.turns):
            asked = sum(self.bench.turns)
            raise RuntimeError(f"TRL's loop took {self.steps} steps of {asked}: is max_model_len too small?")
        return self.bench.turns

    def _parse(self, ids: Sequence[int], **_: Any) -> dict[str, Any]:
        """The tokenizer's `parse_response`: a call of `act`, or plain text from the reply that ends its episode."""
        environment, reply = self.line.popleft(), self._tokenizer.decode(ids, skip_special_tokens=True)
        message: dict[str, Any] = {"role": "assistant", "content": reply}
        if environment.turns_left > 1:
            function = {"name": "act", "arguments": {"reply": reply}}
            return {**message, "tool_calls": [{"type": "function", "function": function}]}
        environment.act(reply)
        return message

    def _trainer(self, model: Any, processor: Any) -> RolloutTrainer:
        bench, sampling = self.bench, self.bench.sampling
        trainer = RolloutTrainer(
            model=model,
            args=GRPOConfig(
                output_dir=self._output.name,
                max_steps=1,
                per_device_train_batch_size=len(bench.jobs),
                num_generations=len(bench.jobs),
                max_completion_length=bench.max_model_len,  # of a whole episode, tool answers included
                temperature=sampling.temperature,
                use_cpu=not torch.cuda.is_available(),
                bf16=False,
                report_to="none",
            ),
            processing_class=processor,
            environment_factory=lambda: DeviceEnvironment(self),
        )
        trainer.vllm_generation = SharedGeneration(
            bench.engine,
            trainer.model,
            trainer.accelerator,
            processor,
            temperature=sampling.temperature,
            max_completion_length=sampling.max_tokens,
            generation_kwargs={
                "stop_token_ids": [bench.encoder.end_id],
                "logit_bias": dict.fromkeys(bench.encoder.forbidden_ids, NEVER),
            },
        )
        trainer.use_vllm, trainer.vllm_mode = True, "colocate"
        trainer._last_loaded_step = trainer.state.global_step  # no loop pushes weights
        return trainer
