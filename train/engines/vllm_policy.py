"""How a policy is sampled by vLLM and renewed in it, whether vLLM runs in this process or as a server."""

from __future__ import annotations

from typing import Any

from torch import nn

from train.encoding import Encoder
from train.engines.engine import Request, Sampling

NEVER = -100.0
"""vLLM's lowest logit bias. What it would still let through, `Rollouts` refuses."""


def sampling_fields(request: Request, sampling: Sampling, encoder: Encoder) -> dict[str, Any]:
    """The fields of vLLM's `SamplingParams` for a request; all of them can travel as JSON."""
    return {
        "temperature": sampling.temperature,
        "top_p": 1.0,
        "top_k": 0,
        "max_tokens": sampling.max_tokens,
        "seed": None if sampling.temperature == 0 else request.seed % 2**63,
        "logprobs": 0,
        "stop_token_ids": [encoder.end_id],
        "logit_bias": dict.fromkeys(encoder.forbidden_ids, NEVER),
        "detokenize": False,
    }


def renew_tied_head(model: nn.Module) -> None:
    """Let a head that shares the embedding's weight see the new one: a CPU head keeps a packed copy that a reload
    misses.
    """
    language = getattr(model, "language_model", model)
    head, embedding = language.lm_head, language.model.embed_tokens
    if head is embedding or not language.config.tie_word_embeddings:
        return
    head.weight = embedding.weight
    head.quant_method.process_weights_after_loading(head)
