"""TensorBoard's files hold every metric once, in one folder a run, written without a network."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from transformers import TrainerControl, TrainerState, TrainingArguments
from transformers.integrations import TensorBoardCallback

from tests.train.practice import config, make_trainer
from train.tensorboard_log import TensorBoardLog, use_tensorboard_log


def scalars(folder: Path, name: str) -> dict[int, float]:
    """Step -> value, as TensorBoard shows them."""
    events = EventAccumulator(str(folder))
    events.Reload()
    return {event.step: event.value for event in events.Scalars(name)}


@pytest.mark.training
def test_a_run_reports_to_tensorboard_without_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = make_trainer(config(tmp_path, max_steps=2, report_to="tensorboard"))
    use_tensorboard_log(trainer)

    def refuse(*_: object) -> None:
        raise AssertionError("somebody wants the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    trainer.train()
    logged = [line for line in trainer.state.log_history if "episodes/return" in line]
    for name in ("episodes/return", "episodes/success", "loss", "learning_rate"):
        told = {line["step"]: line[name] for line in logged}
        assert scalars(tmp_path / "tensorboard", f"train/{name}") == pytest.approx(told)
        assert list(told) == [1, 2]
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["tensorboard"]


def test_a_run_that_goes_on_hides_what_it_logs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENSORBOARD_LOGGING_DIR", raising=False)
    args, control = TrainingArguments(str(tmp_path), use_cpu=True), TrainerControl()
    for first, values in ((0, (0.5, 0.5)), (0, (1.0, 2.0, 3.0)), (2, (30.0, 40.0))):
        log = TensorBoardLog()
        state = TrainerState(global_step=first, is_world_process_zero=True)
        log.on_train_begin(args, state, control)
        for value in values:
            state.global_step += 1
            log.on_log(args, state, control, logs={"loss": value})
        log.on_train_end(args, state, control)
    assert scalars(tmp_path / "tensorboard", "train/loss") == {1: 1.0, 2: 2.0, 3: 30.0, 4: 40.0}


@pytest.mark.training
def test_who_does_not_ask_for_tensorboard_gets_none(tmp_path: Path) -> None:
    trainer = make_trainer(config(tmp_path, max_steps=1))
    use_tensorboard_log(trainer)
    assert not any(isinstance(callback, TensorBoardCallback) for callback in trainer.callback_handler.callbacks)
