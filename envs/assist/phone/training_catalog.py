"""What generated phones are drawn from: apps, sections and settings, none of which the benchmark's configurations use.

A section's rows are makers: functions of a random generator that give a row with a starting value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from envs.assist.phone.spec import PERCENT, Spec, choice, field_of, form, page, slider, toggle

Row = Callable[[Random], Spec]
STEPS = ("Lowest", "Low", "Medium", "High", "Highest")


def _toggle(label: str, effect: str = "", asks: bool = False, share_on: float = 0.5) -> Row:
    def make(rng: Random) -> Spec:
        on = False if effect else rng.random() < share_on
        return toggle(label, on, effect=effect, asks="off" if asks else "")

    return make


def _slider(label: str, values: Sequence[str] = PERCENT) -> Row:
    return lambda rng: slider(label, rng.choice(values), values)


def _choice(label: str, *options: str) -> Row:
    return lambda rng: choice(label, rng.choice(options), options)


def _form(label: str, *rows: Row) -> Row:
    return lambda rng: form(label, *(row(rng) for row in rows))


def _page(label: str, *rows: Row) -> Row:
    return lambda rng: page(label, *(row(rng) for row in rng.sample(rows, min(len(rows), 6))))


def _field(label: str, *texts: str) -> Row:
    return lambda rng: field_of(label, rng.choice(texts))


def _scenes(rng: Random) -> Spec:
    presets = {
        "Everyday": {"Media volume": "60%", "Call volume": "60%", "Buzz on touch": "on"},
        "Library": {"Media volume": "0%", "Call volume": "20%", "Buzz on touch": "off"},
        "Workshop": {"Media volume": "80%", "Call volume": "100%", "Buzz on touch": "on"},
    }
    return choice("Sound scene", rng.choice(tuple(presets)), tuple(presets), presets=presets)


SECTIONS: dict[str, tuple[str, tuple[Row, ...]]] = {
    "Network": (
        "signal",
        (
            _toggle("Nearby sharing"),
            _toggle("Join known networks"),
            _toggle("Private address"),
            _toggle("Calls over Wi-Fi"),
            _toggle("Warn before roaming"),
            _choice("Preferred network", "Fast network", "Balanced network", "Saving network"),
            _form("Wireless access point", _toggle("Visible to others"), _field("Point name", "Home", "Phone 2")),
        ),
    ),
    "Alerts": (
        "bell",
        (
            _toggle("Show message text"),
            _toggle("Repeat missed alerts"),
            _toggle("Light up for alerts"),
            _toggle("Alerts while driving"),
            _choice("Alert style", "Banner", "Small bubble", "Full screen"),
            _choice("Keep alerts for", "One day", "One week", "One month"),
        ),
    ),
    "Volume": (
        "volume_high",
        (
            _scenes,
            lambda rng: slider("Media volume", rng.choice(PERCENT)),
            lambda rng: slider("Call volume", rng.choice(PERCENT)),
            _toggle("Buzz on touch"),
            _toggle("Charging sound"),
            _toggle("Dial tones"),
            _choice("Ring melody", "Harp", "Marimba", "Crickets", "Old telephone"),
        ),
    ),
    "Screen": (
        "brightness_6",
        (
            _toggle("Night colors", "dark"),
            _toggle("Smooth scrolling"),
            _toggle("Always show time"),
            _toggle("Double tap to wake"),
            _slider("Light level"),
            _slider("Color strength", STEPS),
            _choice("Screen rests after", "15 seconds", "45 seconds", "3 minutes", "10 minutes"),
            _page("Reading light", _toggle("Paper colors"), _slider("Amber tone"), _toggle("From sunset")),
        ),
    ),
    "Ease of use": (
        "human",
        (
            _toggle("Heavy letters", "bold"),
            _toggle("Outlined buttons", "shapes"),
            _toggle("Strong colors", "contrast"),
            _form(
                "Letter size",
                lambda rng: slider("Letters", "Regular", ("Compact", "Regular", "Big", "Huge"), effect="large"),
            ),
            _page(
                "Listening",
                _toggle("One-ear sound"),
                _toggle("Blink for calls"),
                _toggle("Subtitles"),
                _slider("Speech clarity", STEPS),
            ),
            _page(
                "Fingers",
                _toggle("Ignore double touches"),
                _toggle("Big pointer"),
                _choice("Hold time", "Quick hold", "Usual hold", "Slow hold"),
            ),
        ),
    ),
    "Security": (
        "shield_account",
        (
            _toggle("Hide codes while typing"),
            _toggle("Lock when far away", asks=True, share_on=0.8),
            _toggle("Erase after ten tries"),
            _toggle("Camera from lock screen"),
            _toggle("Payments from lock screen"),
            _choice("Unlock with", "Code", "Pattern", "Face"),
            _form("Owner message", _field("Message", "If found, call", "Hello"), _toggle("Show when locked")),
        ),
    ),
    "Energy": (
        "leaf",
        (
            _toggle("Gentle charging"),
            _toggle("Sleep unused apps", asks=True, share_on=0.8),
            _toggle("Dim when low"),
            _toggle("Share power"),
            _choice("Energy plan", "Performance", "Everyday use", "Longest life"),
            _choice("Warn when below", "10% left", "25% left", "35% left"),
        ),
    ),
    "Typing": (
        "keyboard",
        (
            _toggle("Swipe typing"),
            _toggle("Emoji row"),
            _toggle("Number row"),
            _toggle("Fix spacing"),
            _slider("Key height", STEPS),
            _choice("Keys layout", "QWERTY", "QWERTZ", "AZERTY"),
            _form(
                "Quick text", _field("Abbreviation", "brb", "ty"), _field("Stands for", "Be right back", "Thank you")
            ),
        ),
    ),
    "Time and place": (
        "earth",
        (
            _toggle("Set clock by itself"),
            _toggle("Show week numbers"),
            _choice("Time zone", "Accra", "Lima", "Perth", "Rome", "Seoul"),
            _choice("Date order", "Day first", "Month first", "Year first"),
            _choice("Paper size", "A4", "Letter paper"),
            _toggle("Decimal comma"),
        ),
    ),
    "Wellbeing": (
        "heart",
        (
            _toggle("Count steps"),
            _toggle("Remind me to stand"),
            _toggle("Quiet while reading"),
            _choice("Break every", "20 minutes", "40 minutes", "60 minutes"),
            _slider("Daily goal", STEPS),
            _form("Health card", _field("Height", "170 cm", "182 cm"), _field("Weight", "64 kg", "80 kg")),
        ),
    ),
    "Backup": (
        "folder",
        (
            _toggle("Copy pictures"),
            _toggle("Copy messages"),
            _toggle("Only when charging"),
            _toggle("Keep deleted files"),
            _choice("Copy how often", "Every day", "Every week", "Every month"),
            _form("Backup place", _field("Server", "home server", "office server"), _toggle("Encrypt copies")),
        ),
    ),
}
"""Section of the settings -> icon and what may stand in it. A choice that sets others anew needs them beside it."""
APPS: dict[str, str] = {
    "Birdsong": "music",
    "Cycle Log": "bike",
    "Daily Brief": "newspaper",
    "Flashcards": "book_open_variant",
    "Gardener": "flower",
    "Jogger": "run",
    "Market Square": "cart",
    "Night Sky": "star",
    "Parcel Watch": "gift",
    "Penny Book": "bank",
    "Sketchpad": "palette",
    "Train Board": "train",
    "Word Ladder": "gamepad_variant",
    "Rainy Day": "weather_partly_cloudy",
}
"""App -> icon."""
APP_ROWS: tuple[Row, ...] = (
    _toggle("Use the microphone"),
    _toggle("Use the camera"),
    _toggle("Read contacts"),
    _toggle("Show badges"),
    _toggle("Play sounds"),
    _toggle("Start at power-on"),
    _toggle("Send statistics"),
    _choice("See photos", "No photos", "Chosen photos", "Every photo"),
)
"""What the settings of one app may hold."""
OTHER_APPS: tuple[tuple[str, str, tuple[Row, ...]], ...] = (
    (
        "Calendar",
        "calendar",
        (
            _form("New event", _field("Event title", "", "Choir"), _toggle("Whole day")),
            _page("Calendar view", _toggle("Show weekends"), _toggle("Show birthdays"), _toggle("Show moon phases")),
            _choice("Remind before", "5 minutes before", "30 minutes before", "1 day before"),
        ),
    ),
    (
        "Tasks",
        "text_box",
        (
            _form("New task", _field("Task title", "", "Post the letter"), _toggle("Urgent")),
            _form("House list", _field("House text", "Sweep the hall", "Fix the lamp")),
            _toggle("Hide what is done"),
            _choice("Sort tasks by", "Date", "Title"),
        ),
    ),
    (
        "Mailbox",
        "folder",
        (
            _form("Signature", _field("Signature text", "Sent from my phone", "Kind regards")),
            _page("Inbox view", _toggle("Show pictures"), _toggle("Group threads"), _toggle("Ask before deleting")),
            _choice("Fetch mail", "All day long", "Every hour", "By hand"),
        ),
    ),
    (
        "Stopwatch",
        "timer",
        (
            _toggle("Keep screen lit"),
            _toggle("Count aloud"),
            _slider("Lap length", ("1 lap", "2 laps", "4 laps", "8 laps")),
        ),
    ),
)
"""Label, icon and rows of apps with something in them."""
TEXTS = (
    "Call the plumber",
    "Lea Novak",
    "Piano lesson",
    "Return the books",
    "Room 12",
    "See you soon",
    "Team lunch",
    "Tea and honey",
)
"""What training tasks have typed."""
