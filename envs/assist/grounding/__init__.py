"""Words to acts: what an utterance does, over the domain's verbs, things and values."""

from envs.assist.grounding.act import Act, ActKind, Understood

__all__ = ["Act", "ActKind", "Understood"]
