"""What several foods have in common."""

from __future__ import annotations

from envs.assist.cook.drawing.pen import Colour

LEAF: Colour = (76, 160, 62)
"""Of stalks and leaves."""
CUBES = (
    (-0.24, -0.16, 0.4),
    (0.06, -0.22, -0.2),
    (0.3, -0.02, 0.8),
    (-0.28, 0.14, -0.5),
    (0.0, 0.08, 0.1),
    (0.2, 0.26, -0.3),
    (-0.1, 0.3, 0.6),
)
"""x, y and turn of chopped pieces."""
