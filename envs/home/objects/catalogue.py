"""The categories as data: `categories/<group>.json`, read once and checked.

A file maps families to what their categories share (colours, patterns, homes, ...) and to the categories themselves,
each of which may set any of it anew:

    {"mug": {"colours": ["red"], "patterns": ["plain"], "homes": ["cabinet"],
             "categories": {"coffee_mug": {"shape": {"radius": 0.04, "height": [0.09, 0.1]}, "marks": ["TEA"]}}}}
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from envs.home.objects.families import FAMILIES
from envs.home.objects.palette import COLOURS
from envs.home.objects.sculptor import PATTERNS
from envs.rendering.marks import check_mark

FOLDER = Path(__file__).parent / "categories"
RECEPTACLES: tuple[str, ...] = (
    *("table", "coffee_table", "desk", "counter", "shelf", "bookcase", "cabinet", "wardrobe", "drawer", "nightstand"),
    *(
        "dresser",
        "fridge",
        "microwave",
        "oven",
        "dishwasher",
        "washer",
        "sink",
        "sofa",
        "bed",
        "bench",
        "rack",
        "crate",
    ),
)
"""What a home may be called: the receptacle categories of the home world."""


class CatalogueError(ValueError):
    """A category that cannot be; the message names file, field and value."""


class Category(BaseModel):
    """One kind of object. shape: the family's parameters, a number or a range [low, high] that instances spread over.

    sizes: whether instances are small and large. marks: what may be printed on one (`@icon` or a short word).
    accents: colours of its patterns, of which an instance has the first that is not its own; else as in the palette.
    instances: how many there are. density: kg per cubic metre of its outline.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    family: StrictStr
    shape: dict[str, StrictBool | StrictInt | StrictFloat | StrictStr | tuple[float, float]] = {}
    colours: tuple[StrictStr, ...] = Field(min_length=1)
    patterns: tuple[StrictStr, ...] = Field(min_length=1)
    homes: tuple[StrictStr, ...] = Field(min_length=1)
    marks: tuple[StrictStr, ...] = ()
    accents: tuple[StrictStr, ...] = ()
    sizes: StrictBool = True
    instances: int = Field(default=8, ge=7, le=12)
    density: float = Field(default=400.0, gt=0)

    @field_validator("colours", "patterns", "homes", "accents")
    @classmethod
    def _known(cls, words: tuple[str, ...], info: Any) -> tuple[str, ...]:
        known = {"patterns": PATTERNS, "homes": RECEPTACLES}.get(info.field_name, tuple(COLOURS))
        for word in words:
            if word not in known:
                raise ValueError(f"{word!r} is not one of {', '.join(known)}")
        if len(set(words)) < len(words):
            raise ValueError(f"{list(words)} has a word twice")
        return words

    @field_validator("marks")
    @classmethod
    def _printable(cls, marks: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(check_mark(mark) for mark in marks)

    @model_validator(mode="after")
    def _fits(self) -> Category:
        if self.family not in FAMILIES:
            raise ValueError(f"family: {self.family!r} is not one of {', '.join(FAMILIES)}")
        known = _parameters(self.family)
        for name, value in self.shape.items():
            if name not in known:
                raise ValueError(f"shape.{name}: not a parameter of {self.family!r}, which has {', '.join(known)}")
            try:
                for one in value if isinstance(value, tuple) else (value,):
                    known[name].validate_python(one, strict=True)
            except ValidationError as error:
                raise ValueError(f"shape.{name}: {error.errors()[0]['msg']} (got {value!r})") from error
        looks = len(self.colours) * (len(self.patterns) * (1 + self.sizes) + len(self.marks))
        if looks < self.instances:
            raise ValueError(
                f"instances: {self.instances} cannot all differ in colour, pattern, size or print ({looks})"
            )
        return self


@cache
def _parameters(family: str) -> dict[str, TypeAdapter]:
    """A family's parameters and what each of them takes."""
    hints = get_type_hints(FAMILIES[family], include_extras=True)
    return {name: TypeAdapter(kind) for name, kind in hints.items() if name not in ("s", "return")}


def read_group(path: Path) -> dict[str, Category]:
    """The categories of one file. CatalogueError for content that is no catalogue."""
    found: dict[str, Category] = {}
    try:
        groups = json.loads(path.read_text(encoding="utf-8"))
        for family, shared in groups.items():
            common = {key: value for key, value in shared.items() if key != "categories"}
            for name, own in shared["categories"].items():
                try:
                    found[name] = Category.model_validate({"family": family, **common, **own})
                except ValidationError as error:
                    item = error.errors()[0]
                    where = ".".join(map(str, (name, *item["loc"])))
                    raise CatalogueError(f"{path.name}: {where}: {item['msg']} (got {item['input']!r:.80})") from error
    except (json.JSONDecodeError, AttributeError, KeyError, TypeError) as error:
        raise CatalogueError(f"{path.name}: not a catalogue of families: {error!r}") from error
    return found


def read_folder(folder: Path) -> dict[str, Category]:
    """The categories of all files by name, files in the order of their names. CatalogueError for a name used twice."""
    found: dict[str, Category] = {}
    for path in sorted(folder.glob("*.json")):
        for name, category in read_group(path).items():
            if name in found or name in RECEPTACLES:
                raise CatalogueError(f"{path.name}: {name}: the name is taken")
            found[name] = category
    return found


@cache
def all_categories() -> dict[str, Category]:
    """The library's categories by name, read once."""
    return read_folder(FOLDER)
