"""The bar counts ended episodes and successes, and is there only where somebody looks at it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from transformers import TrainingArguments

from envs.episode import Episode, Outcome, Task
from train.progress import EpisodeBar, wants_bar

TASK = Task("spots", "a", 0, {})


def test_the_bar_counts_what_has_ended_and_how_much_of_it_well() -> None:
    bar = EpisodeBar()
    bar(Episode(TASK, (), Outcome.SUCCESS))  # before any rollout
    for _ in range(2):
        with bar.over(3) as shown:
            for outcome in (Outcome.SUCCESS, Outcome.FAILURE, Outcome.INFRA_ERROR):
                bar(Episode(TASK, (), outcome))
            assert (shown.n, shown.total, shown.postfix) == (3, 3, "success=1")
    bar(Episode(TASK, (), Outcome.SUCCESS))  # after it


def test_a_bar_that_is_not_shown_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    bar = EpisodeBar(shown=False)
    with bar.over(1):
        bar(Episode(TASK, (), Outcome.SUCCESS))
    assert capsys.readouterr() == ("", "")


def test_bars_are_for_rank_0_on_a_terminal_that_wants_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, unwanted = (TrainingArguments(str(tmp_path), use_cpu=True, disable_tqdm=off) for off in (False, True))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert wants_bar(wanted)
    assert not wants_bar(unwanted)
    monkeypatch.setattr(TrainingArguments, "process_index", 1)
    assert not wants_bar(wanted)
    monkeypatch.setattr(TrainingArguments, "process_index", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert not wants_bar(wanted)
