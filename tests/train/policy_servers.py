"""A real vLLM server over the tiny model, as scripts/launch/serve_policy.sh starts it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from pathlib import Path

from tests.loading import ROOT

FLAGS = ("--dtype", "float32", "--max-model-len", "1024", "--max-num-seqs", "16", "--enforce-eager")
ON_CPU = ("--no-enable-chunked-prefill", "--limit-mm-per-prompt", '{"image": 2, "video": 0}')


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class TinyServer:
    """A server process on this machine; `start` may be called again after `kill`. Its output goes to `log`."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "OMP_NUM_THREADS": "1",
            "VLLM_CPU_OMP_THREADS_BIND": "nobind",
            "VLLM_CPU_KVCACHE_SPACE": "1",
            "VLLM_ENABLE_V1_MULTIPROCESSING": "0",  # the worker lives in the engine's process: one import of vLLM less
            "VLLM_LOGGING_LEVEL": "WARNING",
            "TORCHDYNAMO_DISABLE": "1",  # vLLM compiles a helper of its log-probs, seconds that a CPU never earns back
        }
        words = ["scripts/launch/serve_policy.sh", "models/tiny", *FLAGS, *ON_CPU]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                words, cwd=ROOT, env={**os.environ, **settings}, stdout=out, stderr=out, start_new_session=True
            )

    def kill(self) -> None:
        """End the server and all its workers, without a word."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
