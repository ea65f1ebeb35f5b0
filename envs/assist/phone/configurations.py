"""The ten configurations of the frozen cases. The first three are those that IVG Table 19 names; the rest are ours."""

from __future__ import annotations

from envs.assist.phone.parameters import PhoneParameters

_WANTED: dict[str, dict[str, str]] = {
    "app_privacy": {
        "apps_trailmap_location": "not_allowed",
        "apps_trailmap_tracking": "off",
        "apps_trailmap_background_refresh": "off",
    },
    "readability": {
        "bold_text": "on",
        "text_size": "extra_large",
        "button_shapes": "on",
        "increase_contrast": "on",
        "reduce_motion": "on",
    },
    "lock_screen_security": {
        "today_view": "off",
        "control_center": "off",
        "wallet": "off",
        "return_missed_calls": "off",
    },
    "quiet_night": {
        "sound_profile": "quiet",
        "alarm_volume": "80",
        "silence_everything": "on",
        "calls_allowed_from": "favorites",
        "warm_colors_at_night": "on",
    },
    "long_battery": {
        "brightness": "20",
        "adjust_to_daylight": "off",
        "screen_off_after": "30_seconds",
        "save_power": "on",
        "refresh_in_background": "off",
    },
    "emergency_card": {
        "contact_name": "Nora Lind",
        "contact_number": "555 0190",
        "share_my_place_in_an_emergency": "on",
        "show_medical_notes_when_locked": "on",
    },
    "travel_abroad": {
        "data_roaming": "on",
        "temperature": "celsius",
        "first_day_of_the_week": "monday",
        "24_hour_time": "on",
        "second_city": "lisbon",
    },
    "hearing_support": {
        "sound_profile": "outdoors",
        "ringer_volume": "80",
        "mono_sound": "on",
        "balance": "left_side",
        "flash_for_alerts": "on",
    },
    "childs_phone": {
        "bedtime_pause": "on",
        "daily_limit": "1_hour",
        "films_up_to_age": "age_9",
        "buying_in_apps": "off",
    },
    "early_morning": {
        "early_alarm": "on",
        "alarm_tone": "birds",
        "note_text": "Water the plants",
        "dentist_phone_number": "555 0142",
    },
}
CONFIGURATIONS: dict[str, PhoneParameters] = {
    name: PhoneParameters(phone="benchmark", name=name, wanted=wanted) for name, wanted in _WANTED.items()
}
"""Name -> parameters; `model_dump(mode="json")` gives a task's plain data."""
