"""Tasks by number, drawn no further than somebody asks."""

from __future__ import annotations

import pytest

from envs.episode import Task
from envs.serving.task_book import TaskBook

TASKS = [Task("spots", str(number), number, {}) for number in range(20)]


def test_tasks_come_by_number_and_are_drawn_only_as_far_as_asked() -> None:
    drawn: list[int] = []

    def draw(count: int) -> list[Task]:
        drawn.append(count)
        return TASKS[:count]

    book = TaskBook(draw)
    assert book.task(0) is TASKS[0] and max(drawn) == 1
    assert book.task(5) is TASKS[5] and max(drawn) < 12
    assert book.task(19) is TASKS[19]
    assert sum(drawn) < 4 * 32
    for number in (20, 10**9, -1):
        with pytest.raises(ValueError, match=f"number: {number} is not from 0 to 19"):
            book.task(number)
    before = len(drawn)
    with pytest.raises(ValueError):
        book.task(21)
    assert len(drawn) == before


def test_a_list_without_tasks_is_refused() -> None:
    with pytest.raises(ValueError, match="holds no task"):
        TaskBook(lambda count: [])
