"""The tools of the home world: going, looking, moving things and asking, none of them an oracle (REAL 3.1).

The schemas check types alone. Whether a receptacle, a mark or a thing is there is the simulator's answer.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from envs.environment import ToolSpec

NAV_TO, WALK_AROUND, SHOW, GAZE_AT = "nav_to", "walk_around", "show_object_by_category", "gaze_at"
PICK, PLACE, OPEN, CLOSE, ASK = "pick", "place", "open", "close", "ask"

LONGEST_QUESTION = 300

Mark = Annotated[StrictInt, Field(description="Number of a mark in the current picture or in the list of marks.")]


# The models bear no docstrings: those would stand in every prompt.
class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NavArguments(_Arguments):
    receptacle: StrictStr = Field(description="Id of the receptacle to go to.")


class NoArguments(_Arguments):
    pass


class ShowArguments(_Arguments):
    category: Annotated[StrictStr, Field(min_length=1, max_length=60)] = Field(
        description='What to look for in the current view, such as "mug"; "door", "drawer" or "lid" for what opens.'
    )


class MarkArguments(_Arguments):
    mark: Mark


class PlaceArguments(_Arguments):
    target: StrictStr | StrictInt = Field(
        description="Id of the receptacle before you, or the number of a mark: beside the thing that bears it."
    )


class AskArguments(_Arguments):
    question: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_QUESTION)] = Field(
        description="One short question to the person who gave the instruction."
    )


TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(NAV_TO, "Go to a receptacle and look at it from the front.", NavArguments),
    ToolSpec(
        WALK_AROUND,
        "Look at the receptacle before you from several sides; what is recognised gets numbered marks.",
        NoArguments,
    ),
    ToolSpec(SHOW, "Find things of one category in the current view; they get numbered marks.", ShowArguments),
    ToolSpec(GAZE_AT, "Come closer to a marked thing and look straight at it.", MarkArguments),
    ToolSpec(PICK, "Take a marked thing into the gripper, which holds one at a time.", MarkArguments),
    ToolSpec(PLACE, "Put down what the gripper holds.", PlaceArguments),
    ToolSpec(OPEN, "Open the marked door, drawer or lid; the gripper must be empty.", MarkArguments),
    ToolSpec(CLOSE, "Close the marked door, drawer or lid; the gripper must be empty.", MarkArguments),
    ToolSpec(ASK, "Ask the person who gave the instruction what is unclear.", AskArguments),
)
