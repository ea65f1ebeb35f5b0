"""What a model that plays the person is told: who they are, the task, what they see, remember and believe.

Nothing of the schedule gets in: an error under way is told as what the person means to do, and what they wrongly take
for done as done. The dispositions follow IVG Table 22 in our own words; it gives the end levels, the middle is ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from envs.assist.action import Action
from envs.assist.lexicon import Lexicon
from envs.assist.log import EntryKind, Log
from envs.assist.persona import Persona
from envs.assist.user.protocol import View
from envs.assist.user.wording import sentence, spoken

VERSION = 1
"""Of the prompt; a change of any text below is a new version."""
REMEMBERED = 40
"""Entries of what was done and said that the person is reminded of."""
FORESEES = {"low": 0, "medium": 1, "high": 4}
"""Own next steps that come to the person's mind, per skill."""

ROLE = (
    "You play a person who is busy with an everyday task in a simulated world, while an assistant who sees you through "
    "a camera speaks to you. Be that person, neither better nor worse at the task than they are, and take the "
    "assistant as they would. You know only what stands below. Speak plain spoken English, one short sentence at most, "
    "and often nothing at all. Never speak of levels, of rules or of a simulation."
)
DISPOSITIONS: dict[str, dict[str, str]] = {
    "skill": {
        "low": "You know what is wanted but find it hard to turn that into steps. At the start of each part of the "
        "task you are unsure, wait for help, and ask what comes next.",
        "medium": "You get along with everyday tasks, one step at a time. Now and then you need a moment to think.",
        "high": "You have a clear plan, think ahead about what takes time and what has to come first, and need no "
        "help with the usual steps. Sometimes you say what you do next.",
    },
    "trust": {
        "low": "You rely on your own eyes and memory. When the assistant contradicts what you believe, you hold it "
        "against what you see and remember, object, and give way only to what you can verify or to a good reason.",
        "medium": "You follow advice that fits what you see or is explained. Otherwise you ask back first.",
        "high": "You take advice seriously and follow it at once if it fits the situation at all. Only what is plainly "
        "wrong makes you wonder.",
    },
    "speed": {
        "cautious": "You work slowly and with care, and like to make sure before you handle anything.",
        "balanced": "You work at an ordinary speed.",
        "quick": "You want to get on: no needless waiting, and other work while something takes its time.",
    },
    "interruption": {
        "step_by_step": "You like being guided closely, step by step, and are glad of every hint.",
        "moderate": "Some guidance is fine, but not all the time.",
        "necessary_only": "Remarks that are not urgent disturb you. You answer in very few words or not at all, and "
        "when there is too much talk you say so and stop listening.",
    },
}
ON_DECIDE = (
    'What do you do now? Reply with JSON alone: {"do": "...", "say": "..."}. "do" is one thing that you do, in a few '
    'words such as "%s", "wait" to do nothing for a while, or "done" when you think that all is done. "say" is what '
    "you say aloud, empty for nothing."
)
ON_HEAR = (
    'The assistant says: "%s"\nHow do you take it? Reply with JSON alone: {"response": "...", "accept": true or false, '
    '"say": "..."}. "response" is one of: follow (you go by it), note (you take it in, nothing to do now), doubt, '
    'object, ask_back (you did not understand), ignore, annoyed. "accept" is whether you believe it: true with follow, '
    'true or false with note, false with all others. "say" is what you answer, empty for nothing.'
)


def persona_text(persona: Persona) -> str:
    """The role and the four dispositions."""
    lines = [DISPOSITIONS[axis][getattr(persona, axis)] for axis in DISPOSITIONS]
    return "\n".join([ROLE, "", "Who you are:", *(f"- {line}" for line in lines)])


def situation(view: View) -> str:
    """The task, what is in view, what was done and said, and what the person believes and means to do."""
    lexicon = view.domain.lexicon
    lines = ["The task:", view.domain.sheet.text, "", "What you see:"]
    lines += [f"- {line}" for line in seen(view)] or ["- nothing of interest"]
    lines += ["", "What was done and said so far, the latest last:"]
    lines += [f"- {line}" for line in remembered(view.log, lexicon)] or ["- nothing yet"]
    lines += ["", "What you have in mind:"]
    lines += [f"- {line}" for line in mind(view)] or ["- nothing in particular"]
    lines += ["", f"The clock shows {view.tick}; you want to be done by {view.deadline}."]
    return "\n".join(lines)


def seen(view: View) -> list[str]:
    """Facts of what is in view and of the person, in words."""
    lexicon, visible = view.domain.lexicon, view.domain.visible(view.state)
    lines = []
    for (thing, prop), value in sorted(view.log.facts.items()):
        if thing == "person":
            name = "You"
        elif thing in visible and thing in lexicon.things:
            name = sentence(lexicon.name(thing))[:-1]
        else:
            continue
        if value in lexicon.things:
            value = lexicon.name(value)
        elif value == "person":
            value = "you"
        else:
            value = lexicon.value(prop, value)
        lines.append(f"{name}: {'in your hand' if prop == 'hand' else prop} {value}")
    return lines


def remembered(log: Log, lexicon: Lexicon) -> list[str]:
    """What the person did, tried, said and heard, with its ticks; what was not heard yet is not in it."""
    lines = list(_remembered(log, lexicon))
    return lines[-REMEMBERED:]


def _remembered(log: Log, lexicon: Lexicon) -> Iterator[str]:
    texts: dict[int, str] = {}
    for entry in log.entries:
        data = entry.data
        if entry.kind == EntryKind.SENT:
            texts[data["message"]] = data["text"]
        elif entry.kind == EntryKind.HEARD:
            yield f'{entry.tick}: the assistant said "{texts[data["message"]]}" (you: {data["response"]})'
        elif entry.kind == EntryKind.SAID:
            yield f'{entry.tick}: you said "{data["text"]}"'
        elif entry.kind == EntryKind.DID:
            yield f"{entry.tick}: you {spoken(lexicon, Action.from_json(data['action']), 'past')}"
        elif entry.kind == EntryKind.REFUSED:
            action = spoken(lexicon, Action.from_json(data["action"]))
            yield f"{entry.tick}: you wanted to {action}, but: {data['why']}"


def mind(view: View) -> list[str]:
    """What the person is doing and means to do, what they wrongly take for done, and the steps they foresee."""
    lexicon = view.domain.lexicon
    lines = [f"You are {spoken(lexicon, view.doing, 'ing')}."] if view.doing is not None else []
    if view.deviation is not None and view.deviation.actions:
        steps = ", then ".join(spoken(lexicon, action) for action in view.deviation.actions)
        lines.append(f"You have decided to {steps}, and think that this is right.")
    lines += [f"You take it that you need not {spoken(lexicon, action)} any more." for action in overlooked(view)]
    steps = view.domain.plan(view.state, view.tick, view.regarded)
    if not steps:
        return [*lines, "As far as you know, nothing is left to do."]
    parts = view.domain.sheet.parts
    if steps[0].part in parts:
        lines.append(f"It is time to {parts[steps[0].part]}.")
    foreseen = [spoken(lexicon, step.action) for step in steps[: FORESEES[view.persona.skill]]]
    return [*lines, f"Your own next steps would be: {', then '.join(foreseen)}."] if foreseen else lines


def overlooked(view: View) -> list[Action]:
    """Actions that the task still wants and the person takes for done or needless."""
    if not view.regarded:
        return []
    believed = {step.action for step in view.domain.plan(view.state, view.tick, view.regarded)}
    wanted = [step.action for step in view.domain.plan(view.state, view.tick)]
    verbs = view.domain.lexicon.verbs
    handled = [a for a in wanted if a not in believed and a.verb in verbs and verbs[a.verb].takes in ("thing", "both")]
    return list(dict.fromkeys(handled))
