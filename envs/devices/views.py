"""The nine views of a device, in the order in which they are always listed (VGEBench 3.1 and D.3).

Six orthographic views, in which parts can be operated; two axonometric ones, for looking only; and the dashboard, a
close-up of a panel whose controls are too small elsewhere. World axes: x to the right of someone who faces the device,
y away from them, z up.
"""

from __future__ import annotations

from envs.rendering.node import Vector

STANDARD_VIEWS: tuple[str, ...] = ("front", "back", "left", "right", "top", "bottom")
AXONOMETRIC_VIEWS: tuple[str, ...] = ("front_top", "back_bottom")
DASHBOARD = "dashboard"
VIEWS: tuple[str, ...] = (*STANDARD_VIEWS, *AXONOMETRIC_VIEWS, DASHBOARD)

FRAMES: dict[str, tuple[Vector, Vector]] = {
    "front": ((1, 0, 0), (0, 0, 1)),
    "back": ((-1, 0, 0), (0, 0, 1)),
    "left": ((0, -1, 0), (0, 0, 1)),
    "right": ((0, 1, 0), (0, 0, 1)),
    "top": ((1, 0, 0), (0, 1, 0)),
    "bottom": ((1, 0, 0), (0, -1, 0)),
    "front_top": ((0.8575, 0.5145, 0.0), (-0.2505, 0.4175, 0.8735)),
    "back_bottom": ((-0.8575, -0.5145, 0.0), (-0.2505, 0.4175, 0.8735)),
}
"""View -> the world directions that point right and up in its picture. The camera looks against their cross product."""
