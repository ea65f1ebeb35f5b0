"""`model.generate` as an Engine: lock-step and slow, but it needs nothing beside the model being trained."""

from __future__ import annotations

import torch
from torch import nn

from envs.episode import Completion
from train.encoding import Encoder
from train.engines.engine import Request, Sampling
from train.pictures import show_by_name


class TransformersEngine:
    """Completes all queued requests in batches of equal sampling, drawn from the requests' own seeds.

    A batch is what was queued, by request id and not by time of arrival, so a run can be repeated.
    """

    def __init__(self, model: nn.Module, encoder: Encoder, batch_size: int = 64) -> None:
        show_by_name(model, encoder.picture_inputs)
        self.model = model
        self.encoder = encoder
        self.batch_size = batch_size
        self._queue: list[tuple[Request, Sampling]] = []

    @property
    def runs_alone(self) -> bool:
        """No: it generates in `collect`."""
        return False

    @property
    def working(self) -> bool:
        """No: it does nothing in a `collect` that may not wait."""
        return False

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Queue a request."""
        self._queue.append((request, sampling))

    def collect(self, wait: bool = True) -> list[tuple[int, Completion]]:
        """Complete the first batch of queued requests; nothing without waiting, so that the batch fills up first."""
        if not self._queue or not wait:
            return []
        self._queue.sort(key=lambda item: item[0].id)
        sampling = self._queue[0][1]
        batch = [item for item in self._queue if item[1] == sampling][: self.batch_size]
        self._queue = [item for item in self._queue if item not in batch]
        requests = [request for request, _ in batch]
        return list(zip((r.id for r in requests), self._complete(requests, sampling), strict=True))

    def abort(self) -> None:
        """Forget the queue."""
        self._queue.clear()

    def close(self) -> None:
        """Nothing is held beside the trainer's model."""
        self.abort()

    @torch.no_grad()
    def _complete(self, requests: list[Request], sampling: Sampling) -> list[Completion]:
        device = next(self.model.parameters()).device
        prompts = [request.prompt.expanded for request in requests]
        width = max(map(len, prompts))
        pad = self.encoder.tokenizer.pad_token_id
        ids = torch.tensor([[pad] * (width - len(p)) + list(p) for p in prompts], device=device)
        mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p in prompts], device=device)
        names = [name for request in requests for name in request.prompt.images]
        features = {k: v.to(device) for k, v in self.encoder.picture_inputs.shown(names, ids).items()}
        if features:
            features["mm_token_type_ids"] = (ids == self.encoder.image_token_id).long()
        greedy = sampling.temperature == 0
        was_training = self.model.training
        self.model.eval()
        try:
            with torch.random.fork_rng(devices=[] if device.type == "cpu" else [device]):
                torch.manual_seed(hash(tuple(request.seed for request in requests)) % 2**63)
                out = self.model.generate(
                    input_ids=ids,
                    attention_mask=mask,
                    **features,
                    do_sample=not greedy,
                    **({} if greedy else {"temperature": sampling.temperature, "top_k": 0, "top_p": 1.0}),
                    max_new_tokens=sampling.max_tokens,
                    eos_token_id=self.encoder.end_id,
                    pad_token_id=pad,
                    suppress_tokens=list(self.encoder.forbidden_ids),
                    return_dict_in_generate=True,
                    output_logits=True,
                )
        finally:
            self.model.train(was_training)
        sampled = out.sequences[:, width:]
        logits = torch.stack(out.logits, dim=1).float() / (1.0 if greedy else sampling.temperature)
        logps = torch.log_softmax(logits, dim=-1).gather(-1, sampled.unsqueeze(-1)).squeeze(-1)
        return [
            self._completion(prompt, row.tolist(), lp.tolist())
            for prompt, row, lp in zip(prompts, sampled, logps, strict=True)
        ]

    def _completion(self, prompt: tuple[int, ...], ids: list[int], logps: list[float]) -> Completion:
        finished = self.encoder.end_id in ids
        length = ids.index(self.encoder.end_id) + 1 if finished else len(ids)
        return Completion(prompt, tuple(ids[:length]), tuple(logps[:length]), finished)
