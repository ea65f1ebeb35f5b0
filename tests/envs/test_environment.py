"""The registry of worlds and the schemas of tools."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, Field

from envs import environment
from envs import registry as registry_module
from envs.environment import ToolSpec, make, register, worlds


class Nothing:
    """A world that does nothing."""

    tools = ()

    def __init__(self, size: int = 1) -> None:
        self.size = size

    def reset(self, task):
        raise NotImplementedError

    def step(self, call):
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to release."""


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(environment.WORLDS, "registered", {})


def test_a_world_is_registered_under_a_name_of_its_own(registry):
    register("nothing", Nothing)
    assert "nothing" in worlds() and isinstance(make("nothing"), environment.Environment)
    made = make("nothing", {"size": 3})
    assert isinstance(made, Nothing) and made.size == 3
    for name in ("nothing", "devices"):
        with pytest.raises(ValueError, match=name):
            register(name, Nothing)


def test_an_unknown_world_is_named_with_those_that_are_known(registry):
    with pytest.raises(ValueError, match=r"'nowhere'.*devices"):
        make("nowhere")


def test_a_plugged_world_is_found_by_its_entry_point(registry, monkeypatch):
    class Point:
        name = "plugged"

        def load(self):
            return Nothing

    monkeypatch.setattr(
        registry_module, "entry_points", lambda group: [Point()] if group == environment.ENTRY_POINTS else []
    )
    assert worlds()[-1] == "plugged" and isinstance(make("plugged"), Nothing)
    with pytest.raises(ValueError, match="plugged"):
        register("plugged", Nothing)


def test_a_schema_has_the_openai_form_without_titles():
    class Arguments(BaseModel):
        count: int = Field(description="how many")
        title: str = ""

    schema = ToolSpec("count", "Count.", Arguments).schema()
    assert schema["name"] == "count" and schema["parameters"]["type"] == "object"
    assert schema["parameters"]["required"] == ["count"]
    assert schema["parameters"]["properties"] == {
        "count": {"description": "how many", "type": "integer"},
        "title": {"default": "", "type": "string"},
    }
    assert "title" not in {k for k in schema["parameters"] if k != "properties"}
