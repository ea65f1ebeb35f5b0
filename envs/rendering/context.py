"""One OpenGL context a thread, shared by every scene that the thread draws.

Making an EGL context takes a quarter of a second and leaking one makes noise at interpreter exit, so `canvas()` makes
one per thread and process, keeps it, and closes it at exit. The back end follows `MUJOCO_GL` (egl, osmesa, glfw);
without it, EGL. Where no OpenGL library is found, `RenderingUnavailable` names the Debian package to install.

Sharing works because scenes here hold primitive shapes only: an `MjrContext` draws those for any model, and a model
with meshes or textures would need its own (`SceneRenderer` refuses such models).
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import importlib
import importlib.util
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = {"egl": "libegl1", "osmesa": "libosmesa6", "glfw": "libglfw3"}
"""Back end -> the Debian (and Ubuntu) package that holds its library."""

_EMPTY_SCENE = """<mujoco><visual><global offwidth="1024" offheight="1024"/>
<quality shadowsize="0" offsamples="0" numslices="24" numstacks="10" numquads="1"/></visual>
<worldbody><geom type="sphere" size=".1"/></worldbody></mujoco>"""


class RenderingUnavailable(RuntimeError):
    """No picture can be drawn on this machine; the message says what to install."""


def backend() -> str:
    """The OpenGL back end that will be used: MUJOCO_GL where set, else egl."""
    name = os.environ.get("MUJOCO_GL", "").strip().lower() or "egl"
    if name not in PACKAGES:
        raise RenderingUnavailable(f"MUJOCO_GL: {name!r} is not one of {', '.join(PACKAGES)}")
    return name


def load_mujoco() -> Any:
    """The mujoco module. Its import already loads the back end's OpenGL library, so that may be what fails."""
    name = backend()
    _load_triton_first()
    os.environ.setdefault("MUJOCO_GL", name)  # `import mujoco` reads it and would otherwise look for a screen
    try:
        return importlib.import_module("mujoco")
    except ModuleNotFoundError:
        raise
    except Exception as error:
        raise _missing(name) from error


@cache
def _load_triton_first() -> None:
    """Bind triton's library, where it is installed, before Mesa's: each brings an LLVM of its own, and a triton that
    torch loads after the first picture would call into Mesa's and crash the process.
    """
    if "triton" in sys.modules:
        return
    try:
        spec = importlib.util.find_spec("triton")
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            ctypes.CDLL(str(Path(folder) / "_C" / "libtriton.so"))
    except (ImportError, OSError, ValueError):
        return  # no triton that could be loaded later either


def _load_gl(name: str) -> Any:
    """The back end's GLContext class. Each library fails in its own way, hence the broad net."""
    try:
        return importlib.import_module(f"mujoco.{name}").GLContext
    except Exception as error:
        raise _missing(name) from error


def _missing(name: str) -> RenderingUnavailable:
    return RenderingUnavailable(
        f"no OpenGL library for MUJOCO_GL={name} was found, and pictures need one. "
        f"On Debian or Ubuntu: apt-get install {PACKAGES[name]}"
    )


class Canvas:
    """An off-screen frame buffer with its OpenGL context. Belongs to the thread that made it."""

    def __init__(self) -> None:
        mujoco = load_mujoco()
        name = backend()
        context_class = _load_gl(name)
        self.pid = os.getpid()
        try:
            self.gl = context_class(1024, 1024)
            self.gl.make_current()
            self.mjr = mujoco.MjrContext(
                mujoco.MjModel.from_xml_string(_EMPTY_SCENE), mujoco.mjtFontScale.mjFONTSCALE_50
            )
        except Exception as error:
            raise _missing(name) from error
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self.mjr)
        self._mujoco = mujoco

    def require(self, width: int, height: int) -> None:
        """Grow the frame buffer to hold width x height pixels."""
        if width > self.mjr.offWidth or height > self.mjr.offHeight:
            self._mujoco.mjr_resizeOffscreen(max(width, self.mjr.offWidth), max(height, self.mjr.offHeight), self.mjr)

    def free(self) -> None:
        """Give everything back; never raises, for it runs at exit."""
        if self.pid != os.getpid():
            return  # a forked child holds its parent's context by copy only
        with contextlib.suppress(Exception):
            self.gl.make_current()
            self.mjr.free()
        with contextlib.suppress(Exception):
            self.gl.free()


_local = threading.local()
_canvases: list[Canvas] = []


def canvas() -> Canvas:
    """This thread's canvas, made on first use. Raises RenderingUnavailable."""
    if any(other.pid != os.getpid() for other in _canvases):
        raise RenderingUnavailable(
            "this process was forked from one that had drawn pictures, and OpenGL does not survive a fork: "
            "start worker processes with 'spawn' or 'forkserver', or before the first picture"
        )
    found: Canvas | None = getattr(_local, "canvas", None)
    if found is None:
        found = _local.canvas = Canvas()
        if not _canvases:
            # After the back end's own exit hooks (registered by Canvas()), so that ours runs before them.
            atexit.unregister(_free_all)
            atexit.register(_free_all)
        _canvases.append(found)
    return found


def _free_all() -> None:
    while _canvases:
        _canvases.pop().free()
