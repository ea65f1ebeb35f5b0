"""Engines that turn prompts into sampled tokens: vLLM in this process, vLLM servers, or `model.generate`."""

from train.engines.engine import Engine, PushedEngine, Request, Sampling

__all__ = ["Engine", "PushedEngine", "Request", "Sampling"]
