"""The tools of the device world: five physical actions, waiting, and switching the view (VGEBench D.3, D.4).

The schemas check types alone. Whether a coordinate lies in the picture is the simulator's answer, not a malformed call.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr
from pydantic.json_schema import SkipJsonSchema

from envs.environment import ToolSpec

PRESS, PULL, PUSH, ROTATE, GRASP = "press", "pull", "push", "rotate", "grasp"
WAIT, SWITCH = "timed_wait", "switch_view"

Coordinate = Annotated[list[StrictInt], Field(min_length=2, max_length=2)]


# The models bear no docstrings: those would stand in every prompt.
class _Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TouchArguments(_Arguments):
    coordinate: Coordinate = Field(
        description="The point to touch, [x, y]: integers from 0 to 1000 relative to the current view, "
        "[0, 0] at its top left."
    )
    parameter: list[StrictStr] = Field(default=[], description="How to do it, where the part leaves a choice.")


class WaitArguments(_Arguments):
    pass


class SwitchArguments(_Arguments):
    view: StrictStr = Field(description="Name of the view to switch to.")
    coordinate: Coordinate | SkipJsonSchema[None] = Field(
        default=None,
        description=(
            'Only to look closer at a small control panel: a point of it in the current view, with view "dashboard".'
        ),
    )


_UP = 'parameter ["1"] is up, in or on; ["0"] is down, out or off.'

TOOLS: tuple[ToolSpec, ...] = (
    ToolSpec(PRESS, "Press a button, a key or a touch control.", TouchArguments),
    ToolSpec(PULL, f"Pull a part, such as a door, a drawer, a handle or a plug; {_UP}", TouchArguments),
    ToolSpec(PUSH, f"Push or slide a part, such as a switch, a lever, a lid or a plug; {_UP}", TouchArguments),
    ToolSpec(
        ROTATE,
        'Turn a part, such as a knob, a dial or a cap; parameter ["1"] is clockwise, ["0"] is anticlockwise.',
        TouchArguments,
    ),
    ToolSpec(GRASP, "Take hold of a part, such as a handle, to lift it or to take it away.", TouchArguments),
    ToolSpec(WAIT, "Wait until what the device is doing has finished.", WaitArguments),
    ToolSpec(
        SWITCH,
        "Look at the device from another side. Parts can be operated in the straight views only, "
        "not in front_top and back_bottom.",
        SwitchArguments,
    ),
)
