"""Runs a training script sharded on CPUs over gloo: `accelerate launch ... tests/sharding_on_cpus.py train/sft.py ...`.

accelerate offers FSDP and DeepSpeed where there are accelerators alone; here it is told that two CPU processes are two
of them. DeepSpeed itself knows CPUs.
"""

from __future__ import annotations

import os
import runpy
import sys

os.environ["DS_ACCELERATOR"] = "cpu"

import accelerate.state as state
import torch
from accelerate.utils import DistributedType

state.PartialState._prepare_backend = lambda *_, **__: ("gloo", DistributedType.MULTI_GPU)  # type: ignore[assignment]
state.PartialState.set_device = lambda self: setattr(self, "device", torch.device("cpu"))  # type: ignore[assignment]

if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    if "ACCELERATE_USE_DEEPSPEED" in os.environ:
        import deepspeed

        deepspeed.ops.__compatible_ops__["deepspeed_shm_comm"] = False  # C++ compiled on the spot; gloo does without
        deepspeed.init_distributed("gloo", auto_mpi_discovery=False)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))  # in place of this folder, whose `train` is the tests'
    runpy.run_path(sys.argv[0], run_name="__main__")
