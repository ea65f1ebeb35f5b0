"""How well an agent looked and touched: VGEBench's metrics beside success (4.2, 5, appendices B and F), each from
Episodes alone.

Privileged facts come from `Step.info` (see `envs.devices.world`); an episode that tells none has none of these metrics.

Where the paper leaves a choice, it is made here:

* State-F1 takes both trajectories with the state in which they start, each as a set.
* VSPS averages, over the episodes with a goal reached, the view switches on the way to reached goals per such goal.
* EER counts as invalid: a reply that is no call; a touch or a wait that changes nothing; whatever enters the Error
  state; a look that shows again what was seen in the same state of the device.
* The distance of a touch is that to the nearest box of a target in the view, 0 inside; without one in the view it
  does not count. Weighted, it counts once more for each earlier failed touch for the same target.
* PSR is over all sub-tasks, the ones never reached among them.
* Of the error classes, a touch that meets a target with its action but another parameter, and does not bring the goal
  nearer, is a parameter error; a passive unlock of the dashboard is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from envs.devices.machine import ERROR_STATE
from envs.episode import Episode, EventKind, Step, Turn
from envs.metric_set import MetricSet, Ratios

RATES = {
    "state_f1": "State-F1",
    "eir": "EIR",
    "tir": "TIR",
    "vsps": "VSPS",
    "gvpe": "GVPE",
    "eer": "EER",
    "psr": "PSR",
    "distance": "Avg Dist",
    "weighted_distance": "Avg W-Dist",
}
"""Metric -> what VGEBench calls it."""
COUNTS = frozenset(("vsps", "gvpe", "distance", "weighted_distance"))
"""Those that are no shares: lower is better."""

ERRORS = {
    "invalid_coordinate": "Invalid Coord",
    "component_selection": "Component Selection",
    "parameters": "Params",
    "action": "Action",
    "waiting": "Invalid Waiting",
    "switch_nn": "Switch View NN",
    "switch_pn": "Switch View PN",
}
"""The seven classes of appendix B; a share is among all errors."""
SWITCHES = {"np": "NP", "pp": "PP", "nn": "NN", "pn": "PN"}
"""Kinds of view switch (figure 4): whether a target was visible before, and is after."""


def interaction_ratios(episode: Episode) -> Ratios:
    """Every metric's part of one episode; empty where the world tells no facts."""
    steps = [turn.step for turn in episode.turns]
    if not steps or "target_before" not in steps[0].info:
        return {}
    touches = [step for step in steps if is_touch(step)]
    ratios: Ratios = {
        "state_f1": (_state_f1(steps), 1),
        "eir": (sum(step.info["touched"] is not None for step in touches), len(touches)),
        "tir": (sum(step.info["on_target"] for step in touches), len(touches)),
        "eer": (sum(_valid_operations(episode.turns)), len(steps)),
        **_switches_per_goal(steps),
        **_distances(touches),
        "psr": (_perfect_goals(steps), steps[-1].info["goals_total"]),
    }
    errors = Counter(kind for turn in episode.turns if (kind := error_class(turn)))
    switches = Counter(kind for step in steps if (kind := switch_kind(step)))
    ratios |= {f"error_{name}": (errors[name], errors.total()) for name in ERRORS}
    ratios |= {f"switch_{name}": (switches[name], switches.total()) for name in SWITCHES}
    return ratios


def is_touch(step: Step) -> bool:
    """Whether the action gave coordinates to a part."""
    return "touched" in step.info


def is_look(step: Step) -> bool:
    """Whether the action changed the view, or asked for the present one again."""
    return not is_touch(step) and (step.has(EventKind.VIEW) or step.has(EventKind.UNLOCK))


def switch_kind(step: Step) -> str | None:
    """np, pp, nn or pn for a look; None for anything else."""
    if not is_look(step):
        return None
    return "".join("p" if step.info[key] else "n" for key in ("target_before", "target_after"))


def approaches(step: Step) -> bool:
    """Whether the device came nearer to the goals."""
    before, after = step.info["distance_before"], step.info["distance"]
    return after < before


def error_class(turn: Turn) -> str | None:
    """The class of a turn's error (appendix B); None for one without, or without a valid reply."""
    step = turn.step
    if turn.call is None or step.has(EventKind.INVALID_REPLY):
        return None
    if is_touch(step):
        if approaches(step) or step.has(EventKind.UNLOCK):
            return None
        if step.info["touched"] is None or step.has(EventKind.SYSTEM):
            return "invalid_coordinate"
        if not step.info["on_target"]:
            return "component_selection"
        return "parameters" if step.info["right_action"] else "action"
    kind = switch_kind(step)
    if kind:
        return {"nn": "switch_nn", "pn": "switch_pn"}.get(kind)
    return "waiting" if step.has(EventKind.NULL) else None


def _state_f1(steps: list[Step]) -> float:
    best = set(steps[0].info["plan_states"])
    seen = {steps[0].info["plan_states"][0]}.union(*(step.visited for step in steps))
    return 2 * len(best & seen) / (len(best) + len(seen))


def _valid_operations(turns: tuple[Turn, ...]) -> Iterator[bool]:
    seen: set[str] = set()
    for turn in turns:
        step = turn.step
        seen.add(step.before)
        new = step.after not in seen
        seen.add(step.after)
        if is_look(step):
            yield new
        else:
            changed = step.has(EventKind.TRANSITION) or step.has(EventKind.UNLOCK)
            yield changed and ERROR_STATE not in step.visited


def _switches_per_goal(steps: list[Step]) -> Ratios:
    """VSPS, an average over episodes, and GVPE, over all of them."""
    total = useful = waiting = done = 0
    for step in steps:
        waiting += is_look(step)
        total += is_look(step)
        if step.info["goals_done"] > done:
            done = step.info["goals_done"]
            useful, waiting = useful + waiting, 0
    return {"vsps": (useful / done, 1) if done else (0, 0), "gvpe": (total, done)}


def _distances(touches: list[Step]) -> Ratios:
    failed: Counter[tuple[int, str]] = Counter()
    total = weighted = count = 0.0
    done = 0
    for step in touches:
        gap = step.info["target_gap"]
        if gap is not None:
            target = (done, step.before.partition("|")[0])
            total += gap
            weighted += gap * (1 + failed[target])
            failed[target] += not approaches(step)
            count += 1
        done = step.info["goals_done"]
    return {"distance": (total, count), "weighted_distance": (weighted, count)}


def _perfect_goals(steps: list[Step]) -> int:
    """Goals reached in exactly the fewest actions from where their turn came; one reached in passing took none."""
    perfect = done = taken = 0
    fewest = steps[0].info["goal_actions_before"]
    for step in steps:
        if taken == 0:
            fewest = step.info["goal_actions_before"]
        taken += 1
        reached = step.info["goals_done"] - done
        if reached:
            perfect += (taken == fewest) + reached - 1
            done, taken = step.info["goals_done"], 0
    return perfect


METRICS = MetricSet(
    ratios=interaction_ratios,
    tables={"efficiency, grounding, exploration": RATES},
    counts=COUNTS,
    shares={
        "errors": {f"error_{name}": label for name, label in ERRORS.items()},
        "view switches": {f"switch_{name}": label for name, label in SWITCHES.items()},
    },
)
