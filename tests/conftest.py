"""What many tests share and what is dear to make: the tiny model's encoder, one vLLM engine a session, demonstrated
episodes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")

if TYPE_CHECKING:
    from data_synth.dataset import DatasetFolder
    from train.encoding import Encoder
    from train.engines.vllm_engine import VllmEngine


@pytest.fixture(scope="session")
def tiny() -> Path:
    """Folder of the committed tiny model."""
    return Path(__file__).resolve().parents[1] / "models" / "tiny"


@pytest.fixture(scope="session")
def tiny_encoder(tiny: Path) -> Encoder:
    """The tiny model's encoder, over pictures in memory."""
    from envs.images import ImageStore
    from train.encoding import Encoder
    from train.model import load_processor

    return Encoder(load_processor(tiny), ImageStore(None))


@pytest.fixture(scope="session")
def vllm_engine(tiny: Path, tiny_encoder: Encoder) -> Iterator[VllmEngine]:
    """vLLM over the tiny model in float32, started once; its encoder is `tiny_encoder`. Tests leave its weights as
    they are.
    """
    pytest.importorskip("vllm")
    from train.engines.vllm_engine import VllmEngine

    engine = VllmEngine(tiny, tiny_encoder, "float32", max_model_len=4096, max_num_seqs=16)
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> DatasetFolder:
    """Six hand-made episodes of three turns, one of which is a deliberate mistake: twelve rows."""
    from tests.demonstrations import dataset

    return dataset(tmp_path_factory.mktemp("demonstrated"))


@pytest.fixture(scope="session")
def sft_run(tmp_path_factory: pytest.TempPathFactory, demonstrated: DatasetFolder) -> Path:
    """Output folder of a finished SFT of four steps, with checkpoints 2 and 4."""
    from tests.runs import sft_command
    from train.sft import main

    output = tmp_path_factory.mktemp("sft") / "run"
    assert main(sft_command(demonstrated.folder, output)) == 0
    return output


@pytest.fixture(scope="session")
def lora_run(tmp_path_factory: pytest.TempPathFactory, demonstrated: DatasetFolder) -> Path:
    """The same with a LoRA of rank 4, learning fast enough to be seen."""
    from tests.runs import sft_command
    from train.sft import main

    output = tmp_path_factory.mktemp("lora") / "run"
    more = ("--lora_rank", "4", "--lora_alpha", "16", "--learning_rate", "1e-2")
    assert main(sft_command(demonstrated.folder, output, *more)) == 0
    return output


@pytest.fixture(scope="session")
def sft_export(tmp_path_factory: pytest.TempPathFactory, sft_run: Path) -> Path:
    """The finished SFT, exported."""
    from train.export import main

    output = tmp_path_factory.mktemp("exported") / "model"
    assert main(["--checkpoint", str(sft_run), "--output", str(output)]) == 0
    return output
