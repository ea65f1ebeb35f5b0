"""Small devices whose every number can be worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from envs.devices.machine import StateMachine, parse_machine

HERE = Path(__file__).parent / "envs" / "devices"
KETTLE = HERE / "kettle_ssm.json"
KETTLE_UCSM = HERE / "kettle_ucsm.json"


def box(view: str, x: float, y: float, w: float, h: float) -> dict[str, Any]:
    """A box in a picture of 1000 x 1000, so that pixels are coordinates."""
    return {"view": view, "coordinate": [x, y, w, h, 1000, 1000]}


def edge(to: str, action: str = "", parameter: str = "", *boxes: dict[str, Any]) -> dict[str, Any]:
    """A transition; without an action one that no part triggers."""
    plain: dict[str, Any] = {"next_state": to, "transition_description": f"Then {to.lower()}"}
    if action:
        plain |= {"atomic_action": action, "parameter": [parameter] if parameter else [], "bbox": list(boxes)}
    return plain


def machine_json(
    states: dict[str, dict[str, Any]], initial: str = "", dashboard: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """An SSM from state -> component -> transition or list of them."""
    full = {
        name: {
            "description": f"Now {name.lower()}",
            "on": {c: t if isinstance(t, list) else [t] for c, t in on.items()},
        }
        for name, on in states.items()
    }
    return {
        "name": "Thing",
        "initial_state": initial or next(iter(states)),
        "states": full,
        "dashboard": dashboard or [],
    }


def build(
    states: dict[str, dict[str, Any]], initial: str = "", dashboard: list[dict[str, Any]] | None = None
) -> StateMachine:
    """The same, parsed."""
    return parse_machine(json.dumps(machine_json(states, initial, dashboard)), "made.json")


def washer_json() -> dict[str, Any]:
    """A washing machine: a door on the left, a plug at the back, a small panel on the front that is its dashboard.

    Shut --start (panel)--> Running --wait--> Done --at once--> Shut;  Shut --door--> Open --door--> Shut;
    Open --start--> Error, which has no way out of its own.
    """
    start = (box("front", 420, 120, 40, 40), box("dashboard", 100, 100, 300, 300))
    return machine_json(
        {
            "Shut": {
                "start_key": edge("Running", "press", "", *start),
                "side_door": edge("Open", "pull", "1", box("left", 100, 100, 500, 500)),
            },
            "Running": {"timed_wait": edge("Done"), "start_key": edge("Shut", "press", "", *start)},
            "Done": {"immediate": edge("Shut")},
            "Open": {
                "side_door": edge("Shut", "push", "0", box("left", 100, 100, 500, 500)),
                "start_key": edge("Error", "press", "", *start),
            },
            "Error": {},
        },
        dashboard=[box("front", 400, 100, 200, 100)],
    )
