"""vLLM in this process as an Engine: continuous batching, so an episode's next turn starts while others still talk.

The engine runs in the trainer's dtype, returns the log-probabilities of the distribution it really sampled from, and
never samples a picture token. `load_weights` takes the trainer's parameters; caches that depend on them are reset
there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch

from envs.episode import Completion
from train.encoding import Encoder
from train.engines.engine import Request, Sampling
from train.engines.vllm_policy import renew_tied_head, sampling_fields


class VllmEngine:
    """One vLLM engine for a model folder.

    max_model_len: longest prompt and reply together, in tokens, pictures included.
    memory: GiB of key-value cache on a CPU; on a GPU `gpu_memory_utilization` in `options` rules.
    """

    def __init__(
        self,
        path: str | Path,
        encoder: Encoder,
        dtype: str,
        max_model_len: int,
        max_num_seqs: int = 64,
        images_per_prompt: int = 2,
        memory: int = 1,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.encoder = encoder
        self._ids: dict[str, int] = {}
        on_cpu = not torch.cuda.is_available()
        os.environ.setdefault("VLLM_ENABLE_V1_MULTIPROCESSING", "0")
        os.environ.setdefault("VLLM_LOGGING_LEVEL", "WARNING")
        if on_cpu:
            os.environ.setdefault("VLLM_CPU_KVCACHE_SPACE", str(memory))
            # vLLM compiles a helper of its log-probs, ten seconds that a CPU never earns back
            torch._dynamo.config.disable = True
        from vllm import LLM  # slow to import, and needed only where this engine is chosen

        threads = torch.get_num_threads()
        self.llm = LLM(
            model=str(path),
            dtype=dtype,
            max_model_len=max_model_len,
            max_num_seqs=max_num_seqs,
            limit_mm_per_prompt={"image": images_per_prompt, "video": 0},
            logprobs_mode="processed_logprobs",
            enforce_eager=on_cpu,
            # a request cut between two prefills rewinds its seeded generator, which a CPU generator cannot do
            enable_chunked_prefill=not on_cpu,
            disable_log_stats=True,
            # in a run of several processes each keeps an engine of its own, and vLLM must join the group that is there
            distributed_executor_backend="external_launcher" if torch.distributed.is_initialized() else None,
            seed=0,
            **(options or {}),
        )
        torch.set_num_threads(threads)  # vLLM's CPU worker pins the process to fewer

    @property
    def runs_alone(self) -> bool:
        """No: the engine's core is in this process, and a step of it happens in `collect`."""
        return False

    @property
    def working(self) -> bool:
        """Whether requests are in flight."""
        return bool(self._ids)

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Queue a request."""
        from vllm import SamplingParams

        params = SamplingParams(**sampling_fields(request, sampling, self.encoder))
        prompt: dict[str, Any] = {"prompt_token_ids": list(request.prompt.compact)}
        if request.prompt.images:
            prompt["multi_modal_data"] = {"image": self.encoder.pictures(request.prompt.images)}
            prompt["multi_modal_uuids"] = {"image": list(request.prompt.images)}
        (name,) = self.llm.enqueue([prompt], params, use_tqdm=False)
        # vLLM appends a suffix to the id that it answers with
        self._ids[name.partition("-")[0]] = request.id

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        """Run the engine for one step, or until something is done."""
        engine = self.llm.llm_engine
        done: list[tuple[int, Completion]] = []
        while not done and engine.has_unfinished_requests():
            outputs = [output for output in engine.step() if output.finished]
            done = [(self._ids.pop(output.request_id), self._completion(output)) for output in outputs]
            if not wait:
                break
        return done

    def abort(self) -> None:
        """Drop every request in flight."""
        if self._ids:
            self.llm.llm_engine.abort_request(list(self._ids))
            self._ids.clear()

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        """Replace the engine's weights by the trainer's, and drop what the old ones computed.

        `reload_weights` undoes and redoes what vLLM made of the weights after loading (CPU kernels pack them, quantised
        ones are repacked), which a bare `model.load_weights` does not.
        """
        self.llm.collective_rpc("reload_weights", kwargs={"weights_iterator": weights})
        self.llm.apply_model(renew_tied_head)
        self.llm.reset_prefix_cache()
        # frozen or not: a reload empties the worker's picture features, and the scheduler must not count on them
        self.llm.llm_engine.reset_encoder_cache()

    def close(self) -> None:
        """Shut the engine down; its memory is free afterwards."""
        if self.llm is not None:
            self.abort()
            self.llm.llm_engine.engine_core.shutdown()
            self.llm = None

    def _completion(self, output: Any) -> Completion:
        result = output.outputs[0]
        ids = tuple(result.token_ids)
        logps = tuple(entry[token].logprob for token, entry in zip(ids, result.logprobs, strict=True))
        return Completion(tuple(output.prompt_token_ids), ids, logps, result.finish_reason == "stop")
