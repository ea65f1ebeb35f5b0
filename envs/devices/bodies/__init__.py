"""One file a category: how its body is built around the chosen parts, and how a state's features show in it."""

from collections.abc import Callable
from random import Random

from envs.devices.bodies import (
    air_fryer,
    air_purifier,
    car_key,
    coffee_machine,
    digital_alarm_clock,
    digital_camera,
    electric_fan,
    electric_toothbrush,
    film_camera,
    flashlight,
    hair_dryer,
    heater,
    humidifier,
    kettle,
    lamp,
    landline,
    lighter,
    mechanical_alarm_clock,
    microwave,
    power_bank,
    razor,
    rice_cooker,
    thermometer_gun,
    vacuum,
    washing_machine,
    weighing_scale,
)
from envs.devices.bodies.draft import Draft
from envs.devices.category import Choice

BUILDERS: dict[str, Callable[[Random, dict[str, Choice]], Draft]] = {
    "AirFryer": air_fryer.build,
    "AirPurifier": air_purifier.build,
    "CarKey": car_key.build,
    "CoffeeMachine": coffee_machine.build,
    "DigitalAlarmClock": digital_alarm_clock.build,
    "DigitalCamera": digital_camera.build,
    "ElectricFan": electric_fan.build,
    "ElectricKettle": kettle.build,
    "ElectricToothbrush": electric_toothbrush.build,
    "FilmCamera": film_camera.build,
    "Flashlight": flashlight.build,
    "HairDryer": hair_dryer.build,
    "Heater": heater.build,
    "Humidifier": humidifier.build,
    "Lamp": lamp.build,
    "Landline": landline.build,
    "Lighter": lighter.build,
    "MechanicalAlarmClock": mechanical_alarm_clock.build,
    "Microwave": microwave.build,
    "PowerBank": power_bank.build,
    "Razor": razor.build,
    "RiceCooker": rice_cooker.build,
    "ThermometerGun": thermometer_gun.build,
    "Vacuum": vacuum.build,
    "WashingMachine": washing_machine.build,
    "WeighingScale": weighing_scale.build,
}
"""Category -> its body builder. The keys are the known categories, those of VGEBench's Table 8 in its order."""
