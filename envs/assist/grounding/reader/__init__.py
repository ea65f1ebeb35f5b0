"""The reader of one text: see `envs.assist.grounding.reader.base` for its layers."""

from envs.assist.grounding.reader.reader import Reader

__all__ = ["Reader"]
