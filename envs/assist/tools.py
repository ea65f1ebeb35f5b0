"""The assistant's two tools: to say something, and to stay silent. The same in all three worlds."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from envs.environment import ToolSpec

SAY, STAY_SILENT = "say", "stay_silent"
LONGEST_MESSAGE = 400


# The models bear no docstrings: those would stand in every prompt.
class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SayArguments(_Arguments):
    message: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_MESSAGE, pattern=r"\w")] = Field(
        description="What you say to the person, who is busy: short and concrete."
    )


class SilentArguments(_Arguments):
    pass


TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(SAY, "Say something to the person; it reaches them a little later.", SayArguments),
    ToolSpec(STAY_SILENT, "Say nothing now and go on watching.", SilentArguments),
)
