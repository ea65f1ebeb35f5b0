"""Runs a training script under FSDP2 on CPUs over gloo: `accelerate launch ... tests/fsdp_on_cpus.py train/sft.py ...`.

accelerate offers FSDP where there are accelerators alone; here it is told that two CPU processes are two of them.
"""

from __future__ import annotations

import os
import runpy
import sys

import accelerate.state as state
import torch
from accelerate.utils import DistributedType

state.PartialState._prepare_backend = lambda *_, **__: ("gloo", DistributedType.MULTI_GPU)  # type: ignore[assignment]
state.PartialState.set_device = lambda self: setattr(self, "device", torch.device("cpu"))  # type: ignore[assignment]

if __name__ == "__main__":
    torch.distributed.init_process_group("gloo")
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    runpy.run_path(sys.argv[0], run_name="__main__")
