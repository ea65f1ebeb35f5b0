"""What has been understood so far of a text: its acts in order, what is for later, and what stayed unknown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from envs.assist.grounding.act import Act, ActKind
from envs.assist.grounding.arguments import VerbGroup
from envs.assist.grounding.names import Name

UNTOLD = ("unknown", "unreal")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text's acts, the ids named, what was not understood, and the indices of acts that lack a thing for that."""

    acts: tuple[Act, ...]
    things: tuple[str, ...]
    unknown: tuple[str, ...]
    lacking: frozenset[int] = frozenset()


class Record:
    """Takes acts as they are read."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.unknown: list[str] = []
        self.lacking: set[int] = set()
        self.advised = False
        """Whether anything was advised for now."""
        self.then = False
        """"Then" was said."""
        self.sequel = False
        """What is advised now comes after what was advised before."""
        self.after = False
        """The next advice is for a later time in any case."""

    @property
    def later(self) -> bool:
        """Whether what is advised next is for later."""
        return self.after or self.sequel

    def follow(self) -> None:
        """ "Then": what comes now is for later, if anything was advised for now."""
        self.then, self.sequel = True, self.sequel or self.advised

    def add(self, act: Act) -> None:
        """Take an act as it is."""
        self.acts.append(act)

    def take_back(self) -> None:
        """Forget the last act."""
        self.acts.pop()
        self.lacking.discard(len(self.acts))

    def miss(self, label: str) -> None:
        """Something that was not understood."""
        label = label.strip(" \t,;:-*_#\"'>")
        if label and label not in self.unknown:
            self.unknown.append(label)

    def of_name(self, name: Name | None) -> None:
        """Note that a name could not be told."""
        if name is not None and name.kind in (*UNTOLD, "ambiguous"):
            self.miss(name.label)

    def postpone(self, since: int) -> None:
        """What was advised since the given act is for later."""
        for k in range(since, len(self.acts)):
            if self.acts[k].kind == ActKind.ADVISE:
                self.acts[k] = replace(self.acts[k], later=True)
        self.advised = any(act.kind == ActKind.ADVISE and not act.later for act in self.acts)

    def of_group(self, kind: ActKind, group: VerbGroup, text: str, **more: object) -> bool:
        """Acts of a verb with its arguments, one for each target; whether there was anything to take."""
        sense = group.sense
        verb = "" if sense.said and kind == ActKind.CLAIM else sense.verb
        for name in (*group.targets, *((group.place,) if group.place else ())):
            self.of_name(name)
        for name in group.others:
            if name.kind in UNTOLD:
                self.of_name(name)
        if group.place is not None and group.place.kind in UNTOLD:
            return True
        place = group.place.ids[0] if group.place is not None and group.place.ids else ""
        lost_place = group.place is not None and not place and group.place.kind == "ambiguous"
        targets: list[tuple[str, bool]] = []
        for name in group.targets:
            if name.kind == "things":
                targets += [(thing, False) for thing in name.ids]
            elif name.kind not in UNTOLD:
                targets.append(("", name.kind == "ambiguous"))
        if group.targets and not targets:
            return True
        if group.blank:
            self.miss(group.blank)
            if kind == ActKind.CLAIM:
                return True
            targets.append(("", True))
        for n, (target, lost) in enumerate(targets or [("", False)]):
            if sense.takes == "place" and sense.joint:
                act = Act(kind, text, verb, "", target or place, **more)  # pyright: ignore[reportArgumentType]
            else:
                act = Act(kind, text, verb, target, place, **more)  # pyright: ignore[reportArgumentType]
            if kind == ActKind.ADVISE:
                act = replace(act, later=self.later or (group.chained and n > 0))
                self.advised = self.advised or not act.later
            if lost or lost_place:
                self.lacking.add(len(self.acts))
            self.acts.append(act)
        return True

    def advise(self, target: str, text: str, place: str = "", later: bool = False) -> None:
        """Advice about a thing that names no verb of the world."""
        self.wish(Act(ActKind.ADVISE, text, "", target, place, later=later))

    def wish(self, act: Act) -> None:
        """Take advice as it is, but for whether it is for later."""
        act = replace(act, later=act.later or self.later)
        self.advised = self.advised or not act.later
        self.acts.append(act)
