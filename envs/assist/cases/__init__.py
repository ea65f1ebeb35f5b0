"""Cases: the frozen benchmark, and unlimited ones to train on."""

from envs.assist.cases.lists import SPLITS, bench, case_at
from envs.assist.cases.making import NoCaseError
from envs.assist.cases.options import CaseOptions, CookOptions, HouseholdOptions, PhoneOptions

__all__ = [
    "SPLITS",
    "CaseOptions",
    "CookOptions",
    "HouseholdOptions",
    "NoCaseError",
    "PhoneOptions",
    "bench",
    "case_at",
]
