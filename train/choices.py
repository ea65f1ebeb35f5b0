"""What a run of RL may choose about credit and loss, which choices go together, and TRL's keys that they replace.

`train/rl.py` reads the keys from its YAML file: those of `OWN` stand in `RlArguments`, the rest in TRL's `GRPOConfig`,
which has them already.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Any, get_args

from trl import GRPOConfig

from train.algorithms.correction import Correction
from train.algorithms.objective import Algorithm, Normaliser, Objective
from train.algorithms.row_weights import RowWeight
from train.algorithms.scaling import Scale
from train.algorithms.surrogate import LOG_BOUND, Clip

REPLACED = {
    "loss_type": "algorithm and normaliser",
    "importance_sampling_level": "algorithm",
    "vllm_importance_sampling_correction": "correction",
    "vllm_importance_sampling_mode": "correction",
    "vllm_importance_sampling_clip_max": "correction_cap",
    "vllm_importance_sampling_clip_min": "correction",
    "reward_weights": "the reward file's weights",
    "multi_objective_aggregation": "the reward file's weights",
}
"""TRL's keys that are refused when set, and the key to use."""

WITHOUT_EFFECT = ("off_policy_mask_threshold", "top_entropy_quantile", "entropy_coef", "use_adaptive_entropy")
"""TRL's keys for parts of its loss that ours does not have."""


def _own(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Every choice about credit and loss. A bad value, by itself or beside the others, is one ValueError that names it.

    TRL's own keys: scale_rewards: deviation that advantages are divided by, `group`, `batch` or `none` (Dr. GRPO).
    epsilon, epsilon_high: the ratio is clipped at 1 - epsilon and 1 + epsilon_high (epsilon again if unset), cispo's
    weight at 1 + epsilon_high alone. delta: largest ratio of a negative advantage, above 1 + epsilon_high. beta: weight
    of the KL term. use_bias_correction_kl: that term times the ratio. max_completion_length: tokens.
    """

    algorithm: Algorithm = _own("grpo", "grpo: a clipped ratio per token. gspo: one per row. cispo: a bounded weight.")
    normaliser: Normaliser = _own(
        "sequence",
        "sequence: mean of a row's tokens. tokens: of the batch's. constant: by max_completion_length.",
    )
    row_weight: RowWeight = _own(
        "turn", "What weighs alike in the loss: turn, episode, or constant: an episode's turns over constant_turns."
    )
    constant_turns: float | None = _own(None, "Turns that an episode is divided by under row_weight: constant.")
    credit: str = _own(
        "episode",
        "episode: its return for every turn. turn, state: what followed, against that turn or state. gigpo: episode "
        "plus state. solver: the planner's distance.",
    )
    step_weight: float = _own(1.0, "GiGPO's omega: weight of the state's part; with credit: gigpo.")
    solver_centred: bool = _own(True, "Solver credit less its group's mean; with credit: solver.")
    discount: float = _own(1.0, "Of a reward one turn later, 0 to 1; with credit: turn, state or gigpo.")
    negative_weight: float = _own(1.0, "Factor on advantages below 0, from 0 to 1.")
    dynamic_sampling: int = _own(0, "Most rounds of playing groups of equal return anew; 0 trains on them as they are.")
    old_logps: str = _own(
        "trainer",
        "Whence the old policy's log-probabilities: trainer (a pass of its own), or engine (as sampled; where both "
        "agree; with correction: none).",
    )
    correction: Correction = _own(
        "token_truncate",
        "For the engine's log-probabilities: none, token_truncate, token_mask, sequence_truncate, sequence_mask, "
        "geometric_mask.",
    )
    correction_cap: float = _own(3.0, "Largest ratio trainer/engine that the correction lets through, at least 1.")
    rows_per_forward: int | None = _own(None, "Most rows in one pass; all if unset.")
    scale_rewards: Scale = "group"
    epsilon: float = 0.2
    epsilon_high: float | None = None
    delta: float | None = None
    beta: float = 0.0
    use_bias_correction_kl: bool = True
    max_completion_length: int = 512

    def __post_init__(self) -> None:
        self._check_names()
        self._check_numbers()
        self._check_together()

    @classmethod
    def of(cls, arguments: Any, training: GRPOConfig) -> Choices:
        """The choices of a run: each key from `arguments` if it is there, else from `training`, else as above.

        Raises ValueError for a bad value, and for a key of TRL's that ours replace.
        """
        refuse_replaced(training)
        found = {}
        for spec in dataclasses.fields(cls):
            for source in (arguments, training):
                if hasattr(source, spec.name):
                    found[spec.name] = getattr(source, spec.name)
                    break
        return cls(**found)

    def objective(self) -> Objective:
        """The loss that these choices make."""
        return Objective(
            algorithm=self.algorithm,
            normaliser=self.normaliser,
            clip=Clip.around(self.epsilon, self.epsilon_high, self.delta),
            beta=self.beta,
            weigh_kl=self.use_bias_correction_kl,
            longest=self.max_completion_length,
        )

    def _check_names(self) -> None:
        for name, known in (
            ("algorithm", get_args(Algorithm)),
            ("normaliser", get_args(Normaliser)),
            ("row_weight", get_args(RowWeight)),
            ("credit", ("episode", "turn", "state", "gigpo", "solver")),
            ("old_logps", ("trainer", "engine")),
            ("correction", get_args(Correction)),
            ("scale_rewards", get_args(Scale)),
        ):
            if getattr(self, name) not in known:
                raise ValueError(f"{name}: {getattr(self, name)!r} is none of {', '.join(known)}")

    def _check_numbers(self) -> None:
        for name in ("discount", "negative_weight"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name}: {getattr(self, name)} is not from 0 to 1")
        for name in ("step_weight", "epsilon", "epsilon_high", "beta"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < math.inf:
                raise ValueError(f"{name}: {value} is negative or no number")
        if self.rows_per_forward is not None and self.rows_per_forward < 1:
            raise ValueError(f"rows_per_forward: {self.rows_per_forward} is less than 1")
        if self.max_completion_length is None or self.max_completion_length < 1:  # TRL's key may be null
            raise ValueError(f"max_completion_length: {self.max_completion_length} is no number of tokens, at least 1")
        if self.dynamic_sampling < 0:
            raise ValueError(f"dynamic_sampling: {self.dynamic_sampling} rounds is less than 0")
        if not 1 <= self.correction_cap <= math.exp(LOG_BOUND):
            raise ValueError(f"correction_cap: {self.correction_cap} is not from 1 to {math.exp(LOG_BOUND):.0e}")
        upper = Clip.around(self.epsilon, self.epsilon_high).upper
        if self.delta is not None and not upper < self.delta < math.inf:
            raise ValueError(f"delta: {self.delta} is not above 1 + epsilon_high, {upper}")

    def _check_together(self) -> None:
        for name, default, meant in (
            ("discount", 1, ("turn", "state", "gigpo")),
            ("step_weight", 1, ("gigpo",)),
            ("solver_centred", True, ("solver",)),
        ):
            value = getattr(self, name)
            if value != default and self.credit not in meant:
                raise ValueError(f"{name}: {value} has no meaning under credit {self.credit!r}")
        if self.old_logps == "engine" and self.correction != "none":
            raise ValueError(f"correction: {self.correction!r} has no meaning under old_logps 'engine', but 'none'")
        if self.delta is not None and self.algorithm == "cispo":
            raise ValueError(f"delta: {self.delta} has no meaning under algorithm 'cispo', which clips no loss")
        if self.normaliser == "tokens" and self.row_weight != "turn":
            raise ValueError(f"row_weight: {self.row_weight!r} has no meaning under normaliser 'tokens'")
        constant = self.row_weight == "constant"
        if constant != (self.constant_turns is not None):
            raise ValueError(f"constant_turns: {self.constant_turns} does not go with row_weight {self.row_weight!r}")
        if self.constant_turns is not None and not 0 < self.constant_turns < math.inf:
            raise ValueError(f"constant_turns: {self.constant_turns} is not above 0")


OWN = tuple(spec.name for spec in dataclasses.fields(Choices) if spec.metadata)
"""The keys that are not TRL's."""


def own(name: str) -> Any:
    """A field like that of `Choices`, default and help included, for the dataclass that a YAML file is read into."""
    spec = Choices.__dataclass_fields__[name]
    return field(default=spec.default, metadata=dict(spec.metadata))


def refuse_replaced(training: GRPOConfig) -> None:
    """ValueError for a key of TRL's that would not do what it says, when it is not as TRL has it."""
    if training.use_vllm:
        raise ValueError("use_vllm: the engine is chosen by rollout_engine, TRL must not start its own")
    for name in (*REPLACED, *WITHOUT_EFFECT):
        value = getattr(training, name)
        if value != GRPOConfig.__dataclass_fields__[name].default:
            hint = f"use {REPLACED[name]}" if name in REPLACED else "our loss has no such part"
            raise ValueError(f"{name}: {value!r} has no effect here, {hint}")
