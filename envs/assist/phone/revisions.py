"""Changes of plan on a phone: another value for a wanted setting, or one setting more."""

from __future__ import annotations

from envs.assist.event_check import check_fields, check_name, refuse
from envs.assist.phone.goal import Goal
from envs.assist.phone.parameters import check_value
from envs.assist.phone.state import PhoneState
from envs.assist.phone.steps import Steps
from envs.assist.schedule import ScheduledChange
from envs.environment import TaskError


def check_change(steps: Steps, change: ScheduledChange) -> None:
    """TaskError when `about` names a setting that the phone has not, or a value that the setting cannot have."""
    phone, about = steps.phone, change.about
    check_fields(change, ("setting", "value"))
    check_name(change, "setting", phone.start, "setting of this phone")
    if "value" in about and not isinstance(about["value"], str):
        refuse(change, "about.value", about["value"], "is no text")
    if "value" in about and "setting" in about:
        check_value(phone, f"schedule: event {change.id!r}: about.value", about["setting"], about["value"])


def revised(steps: Steps, goal: Goal, state: PhoneState, change: ScheduledChange) -> tuple[dict[str, str], str]:
    """The wanted values after the change, and the new wish in words.

    "modify" gives a wanted setting another value, or drops a toggle from the task, which then has to be as at the
    start; "side_task" adds a setting. `about` may name `setting` and `value`; else the last wanted setting that allows
    it, and the first plain toggle that the task does not touch. TaskError when they do not fit the phone.
    """
    phone, field = steps.phone, f"schedule.{change.id}.about"
    start = steps.dynamics.start
    about = change.about
    setting, value = about.get("setting"), about.get("value")
    if change.kind == "modify":
        open_ = [name for name in goal.wanted if phone.nodes[name].kind in ("choice", "slider", "toggle")]
        setting = setting or next((name for name in reversed(open_) if phone.nodes[name].kind != "toggle"), None)
        setting = setting or (open_[-1] if len(goal.wanted) > 1 and open_ else None)
        if setting not in goal.wanted:
            raise TaskError(f"{field}.setting: {setting!r} is not among what is wanted")
        if value is None:
            others = [one for one in phone.nodes[setting].values if one not in (start[setting], goal.wanted[setting])]
            value = others[-1] if others else start[setting]
    else:
        busy = {phone.holder(name) for name in goal.wanted}
        plain = [
            name
            for name in phone.settings
            if phone.nodes[name].kind == "toggle"
            and phone.holder(name) not in busy
            and not phone.nodes[name].asks
            and phone.nodes[phone.holder(name)].kind == "page"
        ]
        setting = setting or next(iter(plain), None)
        if setting in goal.wanted:
            raise TaskError(f"{field}.setting: {setting!r} is wanted already")
        if value is None and setting in start:
            value = next((one for one in phone.nodes[setting].values if one != start[setting]), None)
    if setting is None or value is None:
        raise TaskError(f"{field}: nothing on this phone can be changed by {dict(about)!r:.80}")
    check_value(phone, field, setting, value)
    wanted = {**goal.wanted, setting: value}
    where = phone.nodes[phone.holder(setting)].label
    if value != start[setting]:
        words = f"{goal.wish(setting, value)} in {where}"
        lead = "Change of plan: please" if change.kind == "modify" else "One more thing: please also"
        return wanted, f"{lead} {words}."
    if len(wanted) == 1:
        raise TaskError(f"{field}.value: {value!r} leaves nothing to do")
    del wanted[setting]
    return wanted, f"Change of plan: leave {phone.nodes[setting].label} in {where} as it was."
