"""The phone's part of `Task.parameters`: which phone, how it is set at first, and what is wanted of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from envs.assist.phone.dynamics import LONGEST_TEXT
from envs.assist.phone.tree import Phone
from envs.assist.plain_text import NAME_LENGTH, plain, unseen
from envs.environment import TaskError


class PhoneParameters(BaseModel):
    """One task. Values are written as `Phone` holds them: "on", "off", "30_seconds"; texts as they are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    phone: Literal["benchmark"] | Annotated[StrictInt, Field(ge=0)]
    """The benchmark's phone, or the seed of a generated one."""
    wanted: Annotated[Mapping[StrictStr, StrictStr], Field(min_length=1)]
    """Setting -> value that it shall get; each differs from the setting's value at the start."""
    start: Mapping[StrictStr, StrictStr] = {}
    """Setting -> value at the start, where it is not the phone's own."""
    name: Annotated[StrictStr, Field(max_length=NAME_LENGTH), AfterValidator(plain)] = ""
    """What the configuration is called in tables."""


@lru_cache(maxsize=32)
def phone_of(phone: str | int) -> Phone:
    """The phone that parameters name."""
    # Both hold big tables that a process without phones need not read.
    from envs.assist.phone.benchmark_phone import BENCHMARK_PHONE
    from envs.assist.phone.generated import generate_phone

    return Phone(BENCHMARK_PHONE if phone == "benchmark" else generate_phone(Random(phone)))


def checked_parameters(parameters: Mapping[str, Any] | PhoneParameters) -> PhoneParameters:
    """The parameters, sound for their phone. TaskError names field and value."""
    if not isinstance(parameters, PhoneParameters):
        try:
            parameters = PhoneParameters.model_validate(dict(parameters))
        except ValidationError as error:
            item = error.errors()[0]
            field = ".".join(str(part) for part in item["loc"])
            raise TaskError(f"domain.{field}: {item['msg']} (got {str(item['input'])[:80]!r})") from error
    phone = phone_of(parameters.phone)
    for field, given in (("start", parameters.start), ("wanted", parameters.wanted)):
        for setting, value in given.items():
            check_value(phone, f"domain.{field}.{setting}", setting, value)
    for setting, value in parameters.wanted.items():
        if value == parameters.start.get(setting, phone.start[setting]):
            raise TaskError(f"domain.wanted.{setting}: {value!r} is its value at the start already")
    return parameters


def check_value(phone: Phone, field: str, setting: str, value: str) -> None:
    """TaskError when the phone has no such setting or the setting cannot have this value."""
    if setting not in phone.start:
        raise TaskError(f"{field}: {setting[:80]!r} is no setting of this phone")
    values = phone.nodes[setting].values
    if values and value not in values:
        raise TaskError(f"{field}: {value[:80]!r} is none of {', '.join(values)}")
    if not values and not 0 < len(value) <= LONGEST_TEXT:
        raise TaskError(f"{field}: {value[:80]!r} is not 1 to {LONGEST_TEXT} characters long")
    if unseen(value) is not None:
        raise TaskError(f"{field}: {value!r} holds a character that cannot be seen")
