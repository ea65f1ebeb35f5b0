"""Rules of the renderer: exact ids, repeatable pictures, changes that can be undone, one clear error without OpenGL."""

from __future__ import annotations

import importlib
import itertools
import subprocess
import sys

import numpy as np
import pytest

from envs.rendering import Perspective, RenderingUnavailable, SceneRenderer, context

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


ROOM = """<mujoco><statistic extent="1"/><visual><map znear=".05" zfar="50"/></visual><worldbody>
<geom name="floor" type="box" size="4 4 .1" pos="0 0 -.1" group="2"/>
<body name="thing" pos="0 0 .5"><geom name="thing/0" type="box" size=".2 .2 .2"/>
<body name="thing.lid" pos="0 0 .2"><geom name="thing.lid/0" type="cylinder" size=".1 .05" pos="0 0 .05"/></body></body>
<geom name="far" type="sphere" size=".3" pos="3 3 .4"/>
<geom name="pane" type="box" size=".5 .01 .5" pos="0 -1 .5" rgba="1 1 1 .3" group="2"/>
<camera name="fixed" pos="0 -3 .5" xyaxes="1 0 0 0 0 1" fovy="50"/>
<camera name="flat" pos="0 -3 .5" xyaxes="1 0 0 0 0 1" projection="orthographic" fovy="2"/>
</worldbody></mujoco>"""
AHEAD = Perspective((0.0, -3.0, 0.5), (0.0, 0.0, 0.5), 50.0)
OBLIQUE = Perspective((1.2, -1.6, 1.4), (0.0, 0.0, 0.6))


def test_a_free_camera_sees_what_a_named_one_in_its_place_sees():
    with SceneRenderer(ROOM, 64) as scene:
        assert np.array_equal(scene.ids(AHEAD), scene.ids("fixed"))
        assert (scene.ids(AHEAD) == scene.geom_id("thing/0")).any()
        for here, there in zip(scene.ids_and_depth(AHEAD), scene.ids_and_depth("fixed"), strict=True):
            np.testing.assert_allclose(here, there, rtol=1e-5)
        free = scene.rgb(AHEAD).astype(int)
        assert np.abs(free - scene.rgb("fixed")).mean() < 2  # the fixed camera's backdrop is another


@pytest.mark.parametrize("camera", [AHEAD, "fixed", "flat"])
def test_depth_is_metres_along_the_view_axis_and_infinite_for_nothing(camera):
    with SceneRenderer(ROOM, 64) as scene:
        ids, depth = scene.ids_and_depth(camera)
        assert np.array_equal(ids, scene.ids(camera))
    assert (ids.dtype, depth.dtype, depth.shape) == (np.int32, np.float32, (64, 64))
    assert np.isinf(depth[ids < 0]).all() and (ids < 0).any()
    face = depth[29:35, 29:35]  # the box's near face, square to the camera, 2.8 m away
    np.testing.assert_allclose(face, 2.8, atol=1e-3)


def test_every_pixels_depth_leads_back_to_the_surface_seen():
    with SceneRenderer(ROOM, (96, 64)) as scene:
        ids, depth = scene.ids_and_depth(OBLIQUE)
        rows, columns = np.nonzero(ids == scene.geom_id("thing/0"))
        assert len(rows) > 100
        for row, column in zip(rows[::7], columns[::7], strict=True):
            x, y = (column + 0.5) / 96, (row + 0.5) / 64
            point = OBLIQUE.point(x, y, float(depth[row, column]), 1.5)
            assert OBLIQUE.project(point, 1.5) == pytest.approx((x, y), abs=1e-6)
            assert abs(np.abs(np.subtract(point, (0.0, 0.0, 0.5))).max() - 0.2) < 2e-3


def test_solid_decor_hides_what_is_behind_it_and_translucent_decor_does_not():
    below = Perspective((0.0, -0.5, -2.0), (0.0, 0.0, 0.5))
    with SceneRenderer(ROOM, 32) as scene:
        thing, floor = scene.geom_id("thing/0"), scene.geom_id("floor")
        assert (scene.ids(below) == thing).any()
        assert np.unique(scene.ids_and_depth(below, solid_decor=True)[0]).tolist() == [floor]
        through = scene.ids_and_depth(AHEAD, solid_decor=True)[0]  # the pane stands between
        assert (through == thing).any() and scene.geom_id("pane") not in through


def test_geoms_out_of_view_are_left_out_without_a_change_in_the_picture(monkeypatch):
    cameras = [
        OBLIQUE,
        AHEAD,
        Perspective((3.0, 2.0, 0.4), (3.0, 2.5, 0.4), 30.0),
        Perspective((0.3, -0.3, 0.6), (3.0, 3.0, 0.4), 100.0),
    ]
    with SceneRenderer(ROOM, 48) as scene:
        few = [(scene.rgb(c), *scene.ids_and_depth(c, solid_decor=True)) for c in cameras]
        assert not all(scene._in_view(c, 1.0).all() for c in cameras)
        monkeypatch.setattr(SceneRenderer, "_in_view", lambda self, camera, aspect: np.ones(self.model.ngeom, bool))
        for camera, drawn in zip(cameras, few, strict=True):
            whole = (scene.rgb(camera), *scene.ids_and_depth(camera, solid_decor=True))
            assert all(np.array_equal(a, b) for a, b in zip(drawn, whole, strict=True))


def test_bodies_move_turn_and_hide_as_a_whole_and_reset_undoes_it():
    with SceneRenderer(ROOM, 64) as scene:
        before = scene.rgb(AHEAD)
        scene.set_body("thing", (0.4, 0.0, 0.5), (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0))
        position, quaternion = scene.body_pose("thing.lid")
        assert position == pytest.approx((0.6, 0.0, 0.5)) and quaternion[2] == pytest.approx(np.sqrt(0.5))
        assert not np.array_equal(scene.rgb(AHEAD), before)
        scene.show_body("thing", False)
        assert set(np.unique(scene.ids(AHEAD))) <= {-1, scene.geom_id("far")}
        scene.show_body("thing.lid")
        assert scene.geom_id("thing.lid/0") in scene.ids(AHEAD) and scene.geom_id("thing/0") not in scene.ids(AHEAD)
        scene.reset()
        assert np.array_equal(scene.rgb(AHEAD), before)


def test_a_picture_may_have_another_size_than_its_scene():
    with SceneRenderer(ROOM, 64) as scene, SceneRenderer(ROOM, (40, 30)) as small:
        assert np.array_equal(scene.rgb(OBLIQUE, (40, 30)), small.rgb(OBLIQUE))
        assert scene.rgb(OBLIQUE).shape == (64, 64, 3)


def test_a_camera_looks_straight_down_too():
    down = Perspective((0.0, 0.0, 3.0), (0.0, 0.0, 0.0))
    with SceneRenderer(ROOM, 65) as scene:
        ids, depth = scene.ids_and_depth(down)
        assert ids[32, 32] == scene.geom_id("thing.lid/0") and depth[32, 32] == pytest.approx(2.2, abs=1e-3)
        x, y = down.project((3.0, 3.0, 0.4))
        row, column = np.argwhere(ids == scene.geom_id("thing/0")).mean(0)
        assert (row, column) == pytest.approx((32, 32), abs=0.6)
        assert x < 0 and y < 0  # right is the world's -y, up its x


@pytest.mark.parametrize(
    ("options", "message"),
    [({"fov": 180.0}, "fov: .*180"), ({"fov": float("nan")}, "fov"), ({"target": (0.0, 0.0, 1.0)}, "target: .*apart")],
)
def test_a_camera_that_cannot_be_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        Perspective(**{"eye": (0.0, 0.0, 1.0), "target": (1.0, 0.0, 1.0), **options})
