"""Pre-train the tiny model to point at things it is told of: `python train/pretrain_pointing.py --output models/tiny`.

Run once by the project; its result is committed. Two phases: the vision path alone, taught on every picture
token what it covers; then the whole model on questions, with the same teaching beside the language loss. The
heads that teach are thrown away. The folder is usable from the first checkpoint on and ends with MODEL_CARD.md,
which holds the accuracy measured on devices whose seeds were not trained on. Everything follows from `--seed`,
apart from the order of floating-point sums.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm
from transformers import AutoTokenizer, PreTrainedTokenizerFast, Qwen3VLForConditionalGeneration

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # also from a clone that is not installed

from train.pointing_accuracy import Accuracy, measure_pointing, write_card
from train.pointing_batches import augment, dense_targets, plain, talks
from train.pointing_model import Heads, see, talk_loss
from train.pointing_questions import Questioner
from train.pointing_scenes import (
    COLOUR_WORDS,
    HELD_OUT_SEEDS,
    PRETRAIN_SEEDS,
    WORDS,
    Scenes,
    cached_devices,
    drawn_scenes,
)
from train.tiny_model import PICTURE_TOKENS, save, tiny_config, tiny_model, tiny_processor
from train.tiny_tokenizer import project_texts, said_texts, train_tokenizer, wrap


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, help="folder of the model")
    parser.add_argument("--tokenizer", type=Path, default=ROOT / "models/tiny", help="folder whose tokenizer to keep")
    parser.add_argument("--new_tokenizer", action="store_true", help="train a tokenizer on the project's text instead")
    parser.add_argument("--cache", type=Path, default=Path("/tmp/apprentice-pretrain"), help="drawn device pictures")
    parser.add_argument("--devices", type=int, default=400, help="training devices of each category")
    parser.add_argument("--pictures", type=int, default=8, help="pictures of each training device")
    parser.add_argument("--held_out", type=int, default=80, help="devices of each category to measure on")
    parser.add_argument("--drawn", type=int, default=3000, help="drawn scenes")
    parser.add_argument("--vision_steps", type=int, default=700)
    parser.add_argument("--joint_steps", type=int, default=1500)
    parser.add_argument("--vision_batch", type=int, default=48)
    parser.add_argument("--batch", type=int, default=24, help="pictures of a joint step")
    parser.add_argument("--questions", type=int, default=5, help="questions about each picture")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--stop_after", type=int, default=1750, help="steps of the schedule that are taken")
    parser.add_argument("--save_every", type=int, default=250)
    parser.add_argument("--measured", type=int, default=1500, help="questions to measure with, about")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> Accuracy:
    """Train, write the folder, measure, write the card."""
    given = parse(arguments)
    started = time.monotonic()
    tokenizer = _tokenizer(given)
    processor = tiny_processor(tokenizer)
    model = tiny_model(tiny_config(tokenizer), given.seed)
    devices = cached_devices(given.cache, PRETRAIN_SEEDS, given.devices, given.pictures)
    unseen = cached_devices(given.cache, HELD_OUT_SEEDS, given.held_out, 6)
    drawn = drawn_scenes(given.drawn, given.seed)
    print(f"{len(devices)} device pictures, {len(drawn)} drawn, {len(unseen)} held out", flush=True)
    ready = time.monotonic()
    texts = [text for text in said_texts(ROOT) if len(text) > 12]
    questioner = Questioner(tokenizer, texts, PICTURE_TOKENS, given.seed)
    train(model, questioner, devices, drawn, unseen, given, lambda: save(model, processor, given.output))
    save(model, processor, given.output)
    minutes = (time.monotonic() - ready) / 60
    accuracy = measure_pointing(given.output, unseen, given.measured)
    write_card(given.output, accuracy, vars(given), minutes, (ready - started) / 60)
    print(accuracy.table())
    return accuracy


def train(
    model: Qwen3VLForConditionalGeneration,
    questioner: Questioner,
    devices: Scenes,
    drawn: Scenes,
    unseen: Scenes,
    given: argparse.Namespace,
    checkpoint: Callable[[], None],
) -> None:
    """Both phases, in bfloat16 where PyTorch's autocast allows; master weights stay float32."""
    rng = np.random.default_rng(given.seed + 1)
    width = model.config.text_config.hidden_size
    main_head, deep_head = Heads(width), Heads(width)
    vision = list(model.model.visual.parameters())
    heads = [*main_head.parameters(), *deep_head.parameters()]
    pad = questioner.tokenizer.pad_token_id
    steps = given.vision_steps + given.joint_steps
    optimizer = torch.optim.AdamW(
        [
            {"params": [*vision, *heads], "start": 0, "steps": steps},
            {
                "params": list(model.model.language_model.parameters()),
                "start": given.vision_steps,
                "steps": steps,
            },
        ],
        lr=given.rate,
        betas=(0.9, 0.98),
        weight_decay=0.01,
    )
    model.train()
    trained = [p for group in optimizer.param_groups for p in group["params"]]
    bar, averages = tqdm(range(min(steps, given.stop_after)), mininterval=10), {}
    for step in bar:
        joint = step >= given.vision_steps
        scenes = _mixed(devices, drawn, given.batch if joint else given.vision_batch, rng)
        for group in optimizer.param_groups:
            group["lr"] = given.rate * _schedule(step, group["start"], group["steps"])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            pixels, parts = augment(scenes, rng)
            dense = dense_targets(parts, len(COLOUR_WORDS), len(WORDS))
            merged, deep = see(model, pixels)
            seen = main_head.loss(merged, dense) + 0.5 * deep_head.loss(deep[0], dense)
            whole = main_head.whole_loss(merged, torch.from_numpy(scenes.group.astype(np.int64)))
            said = talk_loss(model, talks(questioner, parts, given.questions, pad), merged, deep) if joint else None
        loss = (seen + 0.5 * whole) * (0.15 if joint else 1.0) + (said if said is not None else 0.0)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in trained if p.grad is not None], 1.0)
        optimizer.step()
        for name, value in (("seen", seen), ("whole", whole), ("said", said)):
            if value is not None:
                averages[name] = 0.98 * averages.get(name, value.item()) + 0.02 * value.item()
        if step % 20 == 19:
            bar.set_postfix({k: round(v, 3) for k, v in averages.items()})
        if (step + 1) % given.save_every == 0:
            some = unseen.take(slice(0, None, 8))
            with torch.no_grad():
                features, _ = see(model, plain(some))
            numbers = main_head.accuracy(features, dense_targets(some.parts, len(COLOUR_WORDS), len(WORDS)))
            print(step + 1, averages, numbers, flush=True)
            checkpoint()


def _schedule(step: int, start: int, end: int) -> float:
    """Linear warm-up over 60 steps from `start`, then half a cosine to a fiftieth at `end`."""
    if step < start:
        return 0.0
    done = (step - start) / max(1, end - start)
    return min(1.0, (step - start + 1) / 60) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)


def _mixed(devices: Scenes, drawn: Scenes, count: int, rng: np.random.Generator) -> Scenes:
    """Four device pictures to one drawn scene."""
    few = count // 5
    return Scenes.join(
        [
            devices.take(rng.integers(len(devices), size=count - few)),
            drawn.take(rng.integers(len(drawn), size=few)),
        ]
    )


def _tokenizer(given: argparse.Namespace) -> PreTrainedTokenizerFast:
    if given.new_tokenizer:
        return wrap(train_tokenizer(project_texts(ROOT)))
    return AutoTokenizer.from_pretrained(given.tokenizer)


if __name__ == "__main__":
    main()
