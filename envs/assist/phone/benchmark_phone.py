"""The phone of the frozen cases. Its apps and its configurations' settings never occur on generated phones."""

from __future__ import annotations

from envs.assist.phone.spec import Spec, choice, field_of, form, home, note, page, search, slider, toggle

SETTINGS_LABEL = "Settings"


def _app_settings(label: str, location: str, *on: str) -> Spec:
    """An app's page in the settings; `on` are the toggles that are on."""
    names = ("Tracking", "Background refresh", "App notifications", "Lock with passcode", "Use mobile data")
    toggles = [toggle(name, name in on, asks="off" if name == "Background refresh" else "") for name in names]
    place = choice(
        "Location",
        location,
        ("Not allowed", "Ask every time", "While using", "All the time"),
        also=("location access",),
    )
    return page(label, place, *toggles)


_EVERYTHING = ("Tracking", "Background refresh", "App notifications", "Use mobile data")
_APPS = page(
    "Apps",
    _app_settings("Bookworm", "Not allowed", "App notifications", "Use mobile data"),
    _app_settings("Chatter", "While using", *_EVERYTHING),
    _app_settings("Ferry Times", "All the time", *_EVERYTHING),
    _app_settings("Paper Planes", "Not allowed", "Tracking", "Use mobile data"),
    _app_settings("Pantry", "While using", *_EVERYTHING),
    _app_settings("Sunsheet", "All the time", *_EVERYTHING),
    _app_settings("Trailmap", "All the time", *_EVERYTHING),
    _app_settings("Voice Diary", "Not allowed", "Background refresh", "Use mobile data"),
    icon="apps",
)
_CONNECTIONS = page(
    "Connections",
    toggle("Airplane mode"),
    toggle("Wi-Fi", True, also=("wireless network",)),
    toggle("Bluetooth", True),
    toggle("Mobile data", True, asks="off"),
    toggle("Data roaming", also=("roaming",)),
    toggle("Low data mode"),
    form("Hotspot", toggle("Allow others to join"), field_of("Hotspot name", "My phone")),
    icon="wifi",
)
_NOTIFICATIONS = page(
    "Notifications",
    choice("Show previews", "All the time", ("All the time", "When unlocked", "Hidden")),
    toggle("Group by app", True),
    toggle("Daily summary"),
    toggle("Count on icons", True),
    icon="bell",
)
_SOUND = page(
    "Sound",
    choice(
        "Sound profile",
        "Standard",
        ("Standard", "Quiet", "Outdoors"),
        presets={
            "Standard": {"Ringer volume": "60%", "Alarm volume": "60%", "Vibrate on ring": "on"},
            "Quiet": {"Ringer volume": "20%", "Alarm volume": "20%", "Vibrate on ring": "on"},
            "Outdoors": {"Ringer volume": "100%", "Alarm volume": "100%", "Vibrate on ring": "off"},
        },
    ),
    slider("Ringer volume", "60%", also=("ring volume",)),
    slider("Alarm volume", "60%"),
    toggle("Vibrate on ring", True),
    toggle("Keyboard clicks", True),
    toggle("Lock sound", True),
    icon="volume_high",
)
_FOCUS = page(
    "Do not disturb",
    toggle("Silence everything"),
    toggle("Let repeated calls through"),
    choice("Calls allowed from", "All callers", ("All callers", "Favorites", "Nobody")),
    toggle("Dim the lock screen"),
    icon="weather_night",
)
_DISPLAY = page(
    "Display",
    slider("Brightness", "80%"),
    toggle("Adjust to daylight", True),
    toggle("Dark colors", effect="dark"),
    page("Night tint", toggle("Warm colors at night"), slider("Warmth", "40%")),
    choice("Screen off after", "5 minutes", ("30 seconds", "1 minute", "2 minutes", "5 minutes")),
    toggle("Raise to wake", True),
    toggle("Show seconds"),
    icon="brightness_6",
)
_ACCESSIBILITY = page(
    "Accessibility",
    note("VISION"),
    page(
        "Text and display",
        toggle("Bold text", effect="bold"),
        form("Larger text", slider("Text size", "Medium", ("Small", "Medium", "Large", "Extra large"), effect="large")),
        toggle("Button shapes", effect="shapes", also=("clearer buttons",)),
        toggle("On and off marks"),
        toggle("Increase contrast", effect="contrast", also=("higher contrast",)),
        toggle("Reduce transparency"),
        toggle("Invert colors"),
    ),
    page("Motion", toggle("Reduce motion"), toggle("Play previews", True), toggle("Blinking cursor", True)),
    note("HEARING AND TOUCH"),
    page(
        "Hearing",
        toggle("Mono sound"),
        slider("Balance", "Center", ("Left side", "Center", "Right side")),
        toggle("Flash for alerts"),
        toggle("Calm background"),
        toggle("Show captions"),
    ),
    page(
        "Touch screen",
        choice("Touch delay", "No delay", ("No delay", "Short delay", "Long delay")),
        toggle("Shake to undo", True),
        toggle("Vibration", True),
    ),
    icon="human",
)
_LOCK_SCREEN = page(
    "Lock screen",
    choice("Ask for passcode", "At once", ("At once", "After 1 minute", "After 1 hour")),
    page(
        "Allow when locked",
        toggle("Today View", True),
        toggle("Old notifications", True),
        toggle("Control Center", True),
        toggle("Reply to messages", True),
        toggle("House controls", True),
        toggle("Wallet", True, asks="off"),
        toggle("Return missed calls", True, asks="off", also=("missed call return", "returning missed calls")),
        toggle("Accessories", True),
    ),
    toggle("Show clock on lock screen", True),
    toggle("Lock with the side key", True),
    icon="lock",
)
_PRIVACY = page(
    "Privacy",
    toggle("Location services", True, asks="off"),
    toggle("Apps may ask to track", True),
    toggle("Share usage reports", True),
    toggle("Personal ads", True, also=("personalized ads",)),
    toggle("Clipboard warnings"),
    icon="hand_back_right",
)
_BATTERY = page(
    "Battery",
    toggle("Save power", also=("power saving",)),
    toggle("Show percentage"),
    choice("Charge up to", "100%", ("80%", "90%", "100%")),
    toggle("Refresh in background", True, asks="off"),
    toggle("Learn my habits", True),
    icon="battery",
)
_KEYBOARD = page(
    "Keyboard",
    toggle("Correct mistakes", True),
    toggle("Suggest words", True),
    toggle("Capital letters", True),
    form("Shortcut", field_of("Short form", "omw"), field_of("Full phrase", "On my way")),
    icon="keyboard",
)
_REGION = page(
    "Region",
    choice("Language", "English", ("English", "French", "German", "Portuguese", "Spanish")),
    choice("Temperature", "Fahrenheit", ("Celsius", "Fahrenheit")),
    choice("First day of the week", "Sunday", ("Saturday", "Sunday", "Monday"), also=("first day",)),
    toggle("24-hour time", also=("24 hour clock",)),
    choice("Units", "Miles", ("Kilometers", "Miles")),
    icon="earth",
)
_SAFETY = page(
    "Emergency",
    form(
        "Emergency contact",
        field_of("Contact name"),
        field_of("Contact number"),
    ),
    toggle("Share my place in an emergency", also=("share my location in an emergency",)),
    toggle("Show medical notes when locked"),
    toggle("Call after a hard fall"),
    form("Medical notes", field_of("Blood type"), field_of("Allergies")),
    icon="ambulance",
)
_SCREEN_TIME = page(
    "Screen time",
    toggle("Bedtime pause"),
    choice("Daily limit", "No limit", ("No limit", "1 hour", "2 hours", "4 hours")),
    choice("Films up to age", "Any age", ("Age 6", "Age 9", "Age 12", "Any age")),
    toggle("Buying in apps", True, asks="off", also=("in-app purchases",)),
    toggle("Weekly report", True),
    toggle("Installing apps", True),
    icon="timer",
)
_ABOUT = page(
    "About this phone",
    form("Phone name", field_of("Device name", "My phone")),
    note("Storage: 41 of 128 GB"),
    note("Model: P-7"),
    icon="information",
)
_CLOCK = page(
    "Clock",
    page(
        "Alarms",
        toggle("Early alarm"),
        toggle("Work alarm", True),
        toggle("Weekend alarm"),
        choice("Alarm tone", "Bells", ("Bells", "Birds", "Piano", "Waves")),
        toggle("Snooze", True),
    ),
    page("World clock", choice("Second city", "No city", ("No city", "Cairo", "Lisbon", "Oslo", "Tokyo"))),
    page(
        "Kitchen timer",
        slider("Timer length", "5 min", ("1 min", "3 min", "5 min", "10 min", "20 min")),
        toggle("Ring three times"),
    ),
    icon="clock",
)
_NOTES = page(
    "Notes",
    form("New note", field_of("Note text"), toggle("Pin to top")),
    form("Shopping list", field_of("Shopping text", "Bread, milk")),
    form("Gift ideas", field_of("Gift text", "A kite for Tom")),
    form("Door code", field_of("Door text", "4471")),
    icon="note_text",
)


def _person(name: str, number: str) -> Spec:
    own = (field_of("Phone number", number), toggle("Favorite"), toggle("Block calls"))
    return form(name, *own)


_CONTACTS = page(
    "Contacts",
    _person("Ana Ruiz", "555 0117"),
    _person("Ben Okoro", "555 0163"),
    _person("Dentist", "555 0129"),
    _person("Mina Sato", "555 0185"),
    icon="account",
)


def _plain(label: str, icon: str, *words: str) -> Spec:
    """An app that only shows something."""
    return page(label, *map(note, words), icon=icon)


BENCHMARK_PHONE: Spec = home(
    page(
        SETTINGS_LABEL,
        search("Search settings"),
        _CONNECTIONS,
        _NOTIFICATIONS,
        _SOUND,
        _FOCUS,
        _DISPLAY,
        _ACCESSIBILITY,
        _PRIVACY,
        _BATTERY,
        _KEYBOARD,
        _REGION,
        _SAFETY,
        _LOCK_SCREEN,
        _SCREEN_TIME,
        _APPS,
        _ABOUT,
        icon="cog",
    ),
    _CLOCK,
    _NOTES,
    _CONTACTS,
    _plain("Trailmap", "map", "Nearest path: 2 km", "Last walk: Sunday"),
    _plain("Chatter", "chat", "Ana: See you at six", "Ben: Thanks!"),
    _plain("Ferry Times", "ferry", "Next ferry: 16:40", "Pier 2"),
    _plain("Pantry", "silverware", "Rice, beans, oats"),
    _plain("Sunsheet", "weather_partly_cloudy", "Today: 18 degrees", "Tomorrow: rain"),
    _plain("Bookworm", "book_open_variant", "Page 212 of 340"),
    _plain("Paper Planes", "paw", "Level 8"),
    _plain("Camera", "camera", "No picture yet"),
    _plain("Voice Diary", "music", "3 recordings"),
    _plain("Photos", "image_multiple", "214 pictures"),
    _plain("Calculator", "calculator", "0"),
)
