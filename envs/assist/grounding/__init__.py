"""Words to acts: what an utterance does, over the domain's verbs, things and values."""

from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.grounding.parser import Grammar, command, ground

__all__ = ["Act", "ActKind", "Grammar", "Understood", "command", "ground"]
