"""Rules of the renderer: exact ids, repeatable pictures, changes that can be undone, one clear error without OpenGL."""

from __future__ import annotations

import importlib
import itertools
import subprocess
import sys

import numpy as np
import pytest

from envs.rendering import RenderingUnavailable, SceneRenderer, context

SCENE = """<mujoco><asset><material name="glow" emission="1"/></asset><worldbody>
<body name="b"><joint name="slide" type="slide" axis="1 0 0"/>
<geom name="cube" type="box" size=".25 .25 .25" rgba=".9 .1 .1 1"/></body>
<geom name="haze" type="sphere" size=".1" pos=".6 -.5 .6" rgba="1 1 1 .5" group="2"/>
<camera name="front" pos="0 -4 0" xyaxes="1 0 0 0 0 1" projection="orthographic" fovy="2"/>
<camera name="top" pos="0 0 4" xyaxes="1 0 0 0 1 0" projection="orthographic" fovy="2"/></worldbody></mujoco>"""


def test_an_orthographic_cube_fills_the_pixels_geometry_says():
    with SceneRenderer(SCENE, 64) as scene:
        rows, columns = np.nonzero(scene.ids("front") == scene.geom_id("cube"))
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (24, 39, 24, 39)


def test_ids_look_through_decor_and_pictures_do_not():
    with SceneRenderer(SCENE, 64) as scene:
        assert set(np.unique(scene.ids("front"))) == {-1, scene.geom_id("cube")}
        assert not np.array_equal(scene.rgb("front")[12, 51], scene.rgb("front")[2, 2])


def test_moving_painting_and_hiding_change_the_picture_and_reset_undoes_all():
    with SceneRenderer(SCENE, 32) as scene:
        plain = scene.rgb("front")
        assert plain.shape == (32, 32, 3) and plain.dtype == np.uint8
        scene.set_joint("slide", 0.5)
        moved = scene.rgb("front")
        scene.set_colour("cube", (0.1, 0.1, 0.9, 1.0), "glow")
        painted = scene.rgb("front")
        scene.show("cube", False)
        hidden = scene.rgb("front")
        pictures = [plain, moved, painted, hidden]
        assert all(not np.array_equal(a, b) for a, b in itertools.pairwise(pictures))
        assert (scene.ids("front") == -1).all()
        scene.reset()
        assert np.array_equal(scene.rgb("front"), plain)


def test_a_picture_does_not_depend_on_what_was_drawn_before():
    with SceneRenderer(SCENE, 48) as scene:
        first = scene.rgb("front")
        scene.ids("top")
        with SceneRenderer(SCENE.replace(".9 .1 .1", ".1 .9 .1"), 300) as other:
            other.rgb("top")
        assert np.array_equal(scene.rgb("front"), first)


def test_ids_of_many_cameras_equal_those_of_each():
    with SceneRenderer(SCENE, 40) as scene:
        for many, camera in zip(scene.ids_many(["front", "top"]), ("front", "top"), strict=True):
            assert np.array_equal(many, scene.ids(camera))


def test_pictures_may_be_oblong():
    with SceneRenderer(SCENE, (60, 40)) as scene:
        assert scene.rgb("front").shape == (40, 60, 3)
        assert scene.ids("front").shape == (40, 60)


def test_a_closed_scene_draws_no_more():
    scene = SceneRenderer(SCENE, 8)
    scene.close()
    with pytest.raises(ValueError, match="closed"):
        scene.rgb("front")


def test_scenes_with_meshes_are_refused():
    mesh = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>'
    xml = f'<mujoco><asset>{mesh}</asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    with pytest.raises(ValueError, match="primitive"):
        SceneRenderer(xml, 8)


@pytest.mark.parametrize("name", list(context.PACKAGES))
def test_a_missing_library_gives_one_error_that_names_the_debian_package(name, monkeypatch):
    monkeypatch.setenv("MUJOCO_GL", name)
    real = importlib.import_module

    def without_gl(module: str, *rest):
        if module.startswith("mujoco."):
            raise AttributeError("'NoneType' object has no attribute 'eglQueryString'")
        return real(module, *rest)

    monkeypatch.setattr(context.importlib, "import_module", without_gl)
    with pytest.raises(RenderingUnavailable, match=rf"apt-get install {context.PACKAGES[name]}$"):
        context.Canvas()


def test_an_unknown_back_end_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("MUJOCO_GL", "vulkan")
    with pytest.raises(RenderingUnavailable, match="MUJOCO_GL: 'vulkan' is not one of egl, osmesa, glfw"):
        context.backend()


def test_the_interpreter_exits_without_noise_and_generation_loads_mujoco_late():
    code = (
        "import sys, envs.devices.generate, envs.devices.pictures\n"
        "assert 'mujoco' not in sys.modules\n"
        f"from envs.rendering import SceneRenderer\nkept = SceneRenderer({SCENE!r}, 8)\nkept.rgb('front')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_drawing_in_a_fork_of_a_process_that_drew_is_refused_instead_of_hanging():
    code = (
        "import os\nfrom envs.rendering import RenderingUnavailable, SceneRenderer\n"
        f"scene = SceneRenderer({SCENE!r}, 8)\nscene.rgb('front')\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    try:\n        scene.rgb('front')\n"
        "    except RenderingUnavailable as error:\n        os._exit(7 if 'spawn' in str(error) else 8)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.strip(), done.stderr) == ("7", "")


@pytest.mark.long
def test_torch_and_triton_can_be_loaded_after_the_first_picture():
    """Mesa's LLVM and triton's are two; loaded in this order they once crashed the process."""
    program = (
        "from envs.rendering import SceneRenderer\n"
        f"with SceneRenderer({SCENE!r}, 16) as scene: scene.rgb('front')\n"
        "import torch.utils._triton as t; t.has_triton_package()\n"
        "print('alive')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "alive\n", (done.returncode, done.stderr[-2000:])
