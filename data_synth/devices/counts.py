"""What is counted of the devices under a dataset's tasks: VGEBench's Tables 2, 7 and 8, beside the paper's numbers."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from rich.table import Table

from data_synth.devices.paper_tables import ACTIONS, TABLE_2, TABLE_7, TABLE_8
from data_synth.statistics import Statistics
from envs.devices.category import load_category
from envs.devices.generate import CATEGORIES, generate
from envs.devices.machine import IMMEDIATE, UNTOUCHED, StateMachine

CHUNK = 16
"""Devices handed to a worker at once."""


@dataclass
class DeviceCounts:
    """Counters over devices; `+=` adds another's.

    A component is counted once a device; a box once for each component, view and place, over all states: the same part
    in the same place has one box, however many transitions it triggers.
    """

    devices: Counter[str] = field(default_factory=Counter)
    """By category."""
    totals: Counter[str] = field(default_factory=Counter)
    """views, components, boxes, SSM states, SSM transitions."""
    component_types: set[tuple[str, str]] = field(default_factory=set)
    """(category, component)."""
    actions: dict[str, Counter[str]] = field(default_factory=dict)
    """Category -> how many SSM transitions each action triggers."""

    def add(self, category: str, machine: StateMachine, views: int) -> None:
        """Count one device."""
        self.devices[category] += 1
        boxes, actions = set(), self.actions.setdefault(category, Counter())
        for state in machine.states.values():
            for key, transitions in state.on.items():
                self.totals["SSM transitions"] += len(transitions)
                if key != IMMEDIATE:
                    actions.update(transition.atomic_action or key for transition in transitions)
                if key not in UNTOUCHED:
                    boxes |= {(key, box) for transition in transitions for box in transition.bbox}
        self.component_types |= {(category, name) for name in machine.components()}
        self.totals += Counter(
            {
                "views": views,
                "components": len(machine.components()),
                "boxes": len(boxes),
                "SSM states": len(machine.states),
            }
        )

    def __iadd__(self, other: DeviceCounts) -> DeviceCounts:
        self.devices += other.devices
        self.totals += other.totals
        self.component_types |= other.component_types
        for category, actions in other.actions.items():
            self.actions.setdefault(category, Counter()).update(actions)
        return self


def count_devices(devices: Iterable[tuple[str, int]], workers: int) -> DeviceCounts:
    """Counts over generated devices, each (category, seed)."""
    wanted = sorted(set(devices))
    chunks = [wanted[i : i + CHUNK] for i in range(0, len(wanted), CHUNK)]
    counts = DeviceCounts()
    if not chunks:
        return counts
    spawn = multiprocessing.get_context("spawn")  # a forked process would share the parent's drawing context
    with ProcessPoolExecutor(max_workers=max(1, min(workers, len(chunks))), mp_context=spawn) as pool:
        for part in pool.map(_count, chunks):
            counts += part
    return counts


def tables(statistics: Statistics, counts: DeviceCounts) -> list[Table]:
    """Tables 2, 7 and 8: ours, and the paper's in brackets or beside."""
    return [_table_2(statistics, counts), _table_7(counts), _table_8(counts)]


def ucsm_totals(categories: Iterable[str] = CATEGORIES) -> tuple[int, int]:
    """States and transitions of the categories' UCSMs, in all."""
    machines = [load_category(name).ucsm for name in categories]
    transitions = sum(len(ts) for m in machines for state in m.states.values() for ts in state.on.values())
    return sum(len(m.states) for m in machines), transitions


def _count(devices: Sequence[tuple[str, int]]) -> DeviceCounts:
    counts = DeviceCounts()
    for category, seed in devices:
        made = generate(category, seed)
        counts.add(category, made.machine, len(made.views))
    return counts


def _table_2(statistics: Statistics, counts: DeviceCounts) -> Table:
    states, transitions = ucsm_totals(sorted(counts.devices))
    ours = {
        "categories": len(counts.devices),
        "devices": counts.devices.total(),
        "component types": len(counts.component_types),
        "UCSM states": states,
        "UCSM transitions": transitions,
        "episodes": statistics.episodes,
        "single-goal episodes": statistics.goals[1],
        "multi-goal episodes": statistics.episodes - statistics.goals[1],
        **counts.totals,
    }
    table = Table("", "ours", "VGEBench", title="Table 2: what there is")
    for name, paper in TABLE_2.items():
        table.add_row(name, f"{ours.get(name, 0):,}", f"{paper:,}")
    return table


def _table_7(counts: DeviceCounts) -> Table:
    table = Table("", "ours", "VGEBench", title="Table 7: devices")
    for category in TABLE_7 | counts.devices:
        table.add_row(category, str(counts.devices[category]), str(TABLE_7.get(category, 0)))
    return table


def _table_8(counts: DeviceCounts) -> Table:
    table = Table("", *ACTIONS, "in all", title="Table 8: actions in SSM transitions, % (VGEBench)")
    whole: Counter[str] = Counter()
    for category, actions in sorted(counts.actions.items()):
        whole.update(actions)
        table.add_row(category, *_shares(actions, TABLE_8.get(category)), str(actions.total()))
    printed = [sum(row[i] for row in TABLE_8.values()) for i in range(len(ACTIONS))]
    table.add_section()
    table.add_row("all", *_shares(whole, printed), str(whole.total()))
    return table


def _shares(actions: Counter[str], paper: Sequence[int] | None) -> list[str]:
    """Each action's share of ours and, in brackets, of the paper's."""
    cells = []
    for i, action in enumerate(ACTIONS):
        ours = 100 * actions[action] / max(1, actions.total())
        cells.append(f"{ours:.0f}" + (f" ({100 * paper[i] / sum(paper):.0f})" if paper else ""))
    return cells
