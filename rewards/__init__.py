"""Rewards: pure functions over an Episode's steps, composed from YAML. No torch."""

from rewards.composition import RewardSet, build_rewards, load_rewards
from rewards.term import RewardTerm, TermSettings, register, terms

__all__ = ["RewardSet", "RewardTerm", "TermSettings", "build_rewards", "load_rewards", "register", "terms"]
