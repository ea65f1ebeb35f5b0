"""The launch scripts give every node its part, and say what is missing before anything starts."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.loading import ROOT

LAUNCH = ROOT / "scripts" / "launch"
SERVER = "configs/rl/qwen3vl_8b_server.yaml"
BY_HAND = {"NODES": "4", "MASTER_ADDR": "n0", "SERVER_NODES": "2", "SERVER_HOSTS": "n2 n3", "GPUS": "2"}


def run(script: str, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A script's dry run, with these environment variables alone."""
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        [LAUNCH / script, *words],
        env={**kept, "DRY_RUN": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def commands(script: str, *words: str, **settings: str) -> list[list[str]]:
    done = run(script, *words, **settings)
    assert done.returncode == 0, done.stderr
    return [shlex.split(line) for line in done.stdout.splitlines()]


def option(command: list[str], name: str) -> str:
    return command[command.index(name) + 1]


def test_one_node_trains_on_all_its_gpus() -> None:
    (command,) = commands("one_node.sh", "configs/rl/qwen3vl_8b.yaml", "--max_steps", "5", GPUS="8")
    assert command[:2] == [".venv/bin/accelerate", "launch"]
    assert option(command, "--num_processes") == "8"
    assert option(command, "--config_file") == "configs/accelerate/zero3.yaml"
    assert option(command, "--config") == "configs/rl/qwen3vl_8b.yaml"
    assert command[-2:] == ["--max_steps", "5"]


@pytest.mark.parametrize("rank", [0, 1])
def test_the_first_nodes_train_with_every_servers_address(rank: int) -> None:
    (command,) = commands("many_nodes.sh", SERVER, "--max_steps", "5", NODE_RANK=str(rank), **BY_HAND)
    wanted = {"machines": "2", "processes": "4"}
    assert {key: option(command, f"--num_{key}") for key in wanted} == wanted
    assert option(command, "--machine_rank") == str(rank)
    assert option(command, "--main_process_ip") == "n0"
    start = command.index("--servers") + 1
    assert command[start:] == [f"http://{h}:{p}" for h in ("n2", "n3") for p in (8000, 8001)] + ["--max_steps", "5"]


def test_the_last_nodes_serve_the_model_of_the_same_file() -> None:
    lines = commands("many_nodes.sh", SERVER, NODE_RANK="3", **BY_HAND)
    config = yaml.safe_load((ROOT / SERVER).read_text())
    assert [line[:2] for line in lines] == [[f"CUDA_VISIBLE_DEVICES={i}", f"PORT={8000 + i}"] for i in (0, 1)]
    for line in lines:
        assert line[2:4] == ["scripts/launch/serve_policy.sh", config["model"]]
        assert option(line, "--dtype") == config["dtype"]
        assert option(line, "--max-model-len") == str(config["max_prompt_tokens"] + config["max_completion_length"])
    (wide,) = commands("many_nodes.sh", SERVER, NODE_RANK="3", SERVER_GPUS="2", **BY_HAND)
    assert wide[0] == "CUDA_VISIBLE_DEVICES=0,1"
    assert option(wide, "--tensor-parallel-size") == "2"


def test_slurm_says_who_is_who(tmp_path: Path) -> None:
    names = tmp_path / "scontrol"
    names.write_text('#!/bin/sh\n[ "$*" = "show hostnames gpu[1-3]" ] && printf "gpu1\\ngpu2\\ngpu3\\n"\n')
    names.chmod(0o755)
    slurm = {"SLURM_NNODES": "3", "SLURM_NODEID": "1", "SLURM_JOB_NODELIST": "gpu[1-3]", "SLURM_GPUS_ON_NODE": "1"}
    (command,) = commands("many_nodes.sh", PATH=f"{tmp_path}:{os.environ['PATH']}", **slurm)
    assert option(command, "--main_process_ip") == "gpu1"
    assert option(command, "--servers") == "http://gpu3:8000"
    assert option(command, "--num_machines") == "2"


def test_a_server_gets_what_the_engine_relies_on() -> None:
    (command,) = commands("serve_policy.sh", "models/tiny", "--dtype", "float32", PORT="8123")
    assert option(command, "--model") == "models/tiny"
    assert option(command, "--port") == "8123"
    assert option(command, "--logprobs-mode") == "processed_logprobs"
    assert "--enable-scale-out" in command
    assert command[-2:] == ["--dtype", "float32"]


@pytest.mark.parametrize(
    ("script", "words", "settings", "says"),
    [
        ("one_node.sh", ("none.yaml",), {"GPUS": "1"}, "none.yaml is not there"),
        ("one_node.sh", (), {"GPUS": "0"}, "no GPU found"),
        ("many_nodes.sh", (), {}, "set NODES and NODE_RANK"),
        ("many_nodes.sh", (), {"NODES": "1", "NODE_RANK": "0"}, "leave none to train"),
        ("many_nodes.sh", (), {"NODES": "2", "NODE_RANK": "2"}, "NODE_RANK 2 is not below 2"),
        ("many_nodes.sh", (), {"NODES": "2", "NODE_RANK": "0"}, "set MASTER_ADDR"),
        ("many_nodes.sh", (), {"NODES": "2", "NODE_RANK": "0", "MASTER_ADDR": "n0"}, "SERVER_HOSTS names 0 hosts"),
        ("serve_policy.sh", (), {}, "usage: "),
    ],
)
def test_what_is_missing_is_said(script: str, words: tuple[str, ...], settings: dict[str, str], says: str) -> None:
    done = run(script, *words, **settings)
    assert done.returncode == 2
    assert says in done.stderr


def test_shellcheck_finds_nothing() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("shellcheck")), *sorted(LAUNCH.glob("*.sh"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("kind", ["zero3", "fsdp2"])
def test_nodes_train_as_one_node_does(kind: str) -> None:
    """The files for several nodes differ from those for one in nodes alone."""
    one, many = (
        yaml.safe_load((ROOT / "configs" / "accelerate" / f"{name}.yaml").read_text())
        for name in (kind, f"{kind}_nodes")
    )
    many.get("deepspeed_config", {}).pop("deepspeed_multinode_launcher", None)
    places = ("num_machines", "num_processes", "main_process_ip", "main_process_port")
    assert {k: v for k, v in many.items() if k not in places} == {k: v for k, v in one.items() if k not in places}
