"""`accelerate launch` with a shipped sharding configuration, cut down to two CPU processes in float32."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.loading import ROOT

ACCELERATE = ROOT / "configs" / "accelerate"


def cpu_configuration(name: str, folder: Path) -> Path:
    """`configs/accelerate/NAME.yaml` for two CPU processes in float32, written into `folder`."""
    settings = yaml.safe_load((ACCELERATE / f"{name}.yaml").read_text())
    settings["num_processes"] = 2
    if "deepspeed_config" in settings:
        shipped = json.loads((ROOT / settings["deepspeed_config"]["deepspeed_config_file"]).read_text())
        shipped["bf16"]["enabled"] = False
        inner = folder / f"{name}.json"
        inner.write_text(json.dumps(shipped))
        settings["deepspeed_config"]["deepspeed_config_file"] = str(inner)
    else:
        settings["mixed_precision"] = "no"
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(settings))
    return path


def launch_sharded(configuration: Path, *words: str, seconds: float = 600) -> None:
    """Run a script in the processes of a configuration; the test fails with its last lines, or after `seconds`."""
    command = [str(Path(sys.executable).with_name("accelerate")), "launch", "--config_file", str(configuration)]
    command += ["--main_process_port", "0", "tests/sharding_on_cpus.py", *words]
    more = {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "VLLM_CPU_OMP_THREADS_BIND": "nobind"}
    more["PYTHONWARNINGS"] = "ignore::FutureWarning"  # DeepSpeed's, thousands of lines
    # a session of its own, so that processes that wait for one another are all ended
    run = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **more}, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        _, complaints = run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        _, complaints = run.communicate()
        pytest.fail(f"still running after {seconds} seconds\n{complaints[-4000:]}")
    assert run.returncode == 0, complaints[-4000:]
