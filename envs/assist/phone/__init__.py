"""ScreenSim: a phone with its settings."""

from envs.assist.phone.configurations import CONFIGURATIONS
from envs.assist.phone.domain import PhoneDomain, phone_domain
from envs.assist.phone.events import event_options
from envs.assist.phone.generated import generate_phone, generate_task
from envs.assist.phone.painter import PhonePainter
from envs.assist.phone.parameters import PhoneParameters

__all__ = [
    "CONFIGURATIONS",
    "PhoneDomain",
    "PhonePainter",
    "PhoneParameters",
    "event_options",
    "generate_phone",
    "generate_task",
    "phone_domain",
]
