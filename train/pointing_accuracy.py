"""How often a saved model's point falls inside the part it was asked for, through transformers as any user would ask.

Promises: greedy answers; only parts that can be operated in the view shown; every held-out picture's parts at
most once; the card states numbers as measured.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from tqdm import tqdm
from transformers import AutoModelForImageTextToText, AutoProcessor

from train.pointing_questions import inside, name_of
from train.pointing_scenes import STATES_AT_MOST, UNKNOWN, Scenes
from train.taught import CATEGORIES

QUESTION = "Point to the {name}."


@dataclass(frozen=True)
class Accuracy:
    """Category -> (points inside, questions)."""

    counts: Mapping[str, tuple[int, int]]

    @property
    def total(self) -> tuple[int, int]:
        """Over all categories."""
        return sum(hit for hit, _ in self.counts.values()), sum(n for _, n in self.counts.values())

    def rows(self) -> list[tuple[str, int, float, float, float]]:
        """(category, questions, share inside, 95% interval), the last row over all."""
        return [
            (name, n, hit / max(1, n), *wilson(hit, n))
            for name, (hit, n) in [*self.counts.items(), ("all", self.total)]
        ]

    def table(self) -> str:
        """As a Markdown table."""
        lines = ["| devices | questions | inside | 95% interval |", "|---|---|---|---|"]
        lines += [
            f"| {name} | {n} | {share:.1%} | {low:.1%} to {high:.1%} |" for name, n, share, low, high in self.rows()
        ]
        return "\n".join(lines)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95% score interval of a share."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, hits / n
    middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def read_point(text: str) -> tuple[int, int] | None:
    """The first two whole numbers of an answer."""
    numbers = re.findall(r"\d+", text)
    return (int(numbers[0]), int(numbers[1])) if len(numbers) >= 2 else None


@torch.inference_mode()
def measure_pointing(folder: Path, scenes: Scenes, most: int = 1500, batch: int = 50) -> Accuracy:
    """Ask for operable parts of the pictures, spread evenly over them."""
    processor = AutoProcessor.from_pretrained(folder)
    model = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).eval()
    asked = [(i, row) for i, rows in enumerate(scenes.parts) for row in rows if row[0] != UNKNOWN and row[7]]
    asked = [asked[k] for k in np.linspace(0, len(asked) - 1, min(most, len(asked))).astype(int)]
    counts = dict.fromkeys((*CATEGORIES, "drawn"), (0, 0))
    for at in tqdm(range(0, len(asked), batch), desc="measuring", mininterval=5):
        part = asked[at : at + batch]
        texts = [_prompt(processor, name_of(row)) for _, row in part]
        images = [[Image.fromarray(np.ascontiguousarray(scenes.pixels[i]))] for i, _ in part]
        inputs = processor(text=texts, images=images, padding=True, return_tensors="pt")
        out = model.generate(**inputs, max_new_tokens=16, do_sample=False)
        answers = processor.batch_decode(out[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
        for (i, row), answer in zip(part, answers, strict=True):
            group = int(scenes.group[i])
            name = "drawn" if group == UNKNOWN else CATEGORIES[group // STATES_AT_MOST]
            point = read_point(answer)
            hit, n = counts[name]
            counts[name] = (hit + int(point is not None and inside(row, *point)), n + 1)
    return Accuracy({name: count for name, count in counts.items() if count[1]})


def _prompt(processor: Any, name: str) -> str:
    content = [{"type": "image"}, {"type": "text", "text": QUESTION.format(name=name)}]
    return processor.apply_chat_template(
        [{"role": "user", "content": content}], add_generation_prompt=True, tokenize=False
    )


def write_card(
    folder: Path, accuracy: Accuracy, settings: Mapping[str, Any], minutes: float, drawing_minutes: float
) -> None:
    """MODEL_CARD.md: what it is, how it was made, what it reaches."""
    lines = [f"- {name}: {value}" for name, value in settings.items() if name not in ("output", "cache", "tokenizer")]
    text = CARD.format(table=accuracy.table(), minutes=minutes, settings="\n".join(lines), drawing=drawing_minutes)
    (folder / "MODEL_CARD.md").write_text(text)


CARD = """# The tiny vision-language model

A Qwen3-VL architecture of 1.8 million parameters (float32) for demos and tests on a CPU. It stands for a
pre-trained VLM: it has been taught to point at coloured things that it is told of, to name what is at a point,
to say whether a thing is there, and how a part stands. It has seen neither the tool format nor any task.

- Pictures: 128 x 128 pixels, 64 tokens each (patches of 8 pixels, merged 2 x 2); one deepstack level.
- Language: 4 layers, width 128, 4 heads of 32; vision: 4 layers, width 96; 1,280 tokens, embeddings tied.
- Ask: `Point to the red button.` Answer: `[512, 433]`, integers 0 to 1000 from the left and from the top.

## Measured

Greedy answers through transformers; the point lies inside the box of the named part; devices from seeds
1,900,000 on, which were not trained on; parts that can be operated in the view shown.

{table}

Weak: the first digit of each number is right in about nine cases of ten, the second is hardly learnt, so that a point
misses small parts by up to a twentieth of the picture.

## Made by

`python train/pretrain_pointing.py --output models/tiny`, {minutes:.0f} minutes on 2 CPU cores (shared with
other work) after {drawing:.0f} minutes of drawing pictures. Data: pictures of generated devices
(ElectricKettle, Lamp, Microwave; seeds from 1,000,000) and drawn scenes of coloured shapes. License: Apache-2.0.

{settings}
"""
