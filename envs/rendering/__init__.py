"""Pictures and object ids from MuJoCo scenes, behind one small interface. MuJoCo is imported only when a scene is
drawn.
"""

from envs.rendering.camera import Perspective
from envs.rendering.context import RenderingUnavailable
from envs.rendering.renderer import SceneRenderer

__all__ = ["Perspective", "RenderingUnavailable", "SceneRenderer"]
