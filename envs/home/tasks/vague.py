"""Words of a wish that fit several things or several places."""

from __future__ import annotations

from typing import NamedTuple

PLACES: dict[str, tuple[str, ...]] = {
    "where I like {it} best": (),
    "where {belongs}": (),
    "where I always keep such things": (),
    "where I work": ("desk", "table", "coffee_table", "counter"),
    "where we eat": ("table", "counter", "coffee_table"),
    "near where I sleep": ("bed", "nightstand", "dresser", "wardrobe", "bench"),
    "where I relax": ("sofa", "coffee_table", "bed", "bench"),
    "where guests will see {it}": ("shelf", "bookcase", "coffee_table", "table", "dresser", "counter"),
    "out of the way": ("cabinet", "wardrobe", "drawer", "shelf", "crate", "rack"),
}
"""Words for a place -> categories of receptacles that they fit; () for any where such a thing is kept."""


class Kind(NamedTuple):
    """Categories of things that words fit, and others that they may be taken to fit, which are kept away."""

    fits: tuple[str, ...]
    nearly: tuple[str, ...] = ()


def _kind(fits: str, nearly: str = "") -> Kind:
    return Kind(tuple(fits.split()), tuple(nearly.split()))


KINDS: dict[str, Kind] = {
    "a cup or a glass": _kind(
        "coffee_mug tea_cup beer_mug travel_mug paper_cup water_glass wine_glass champagne_flute milkshake_glass",
        "sippy_cup water_bottle sports_bottle thermos baby_bottle ice_cream_cup",
    ),
    "a cold drink": _kind(
        "soda_can soda_bottle beer_bottle water_bottle juice_carton juice_box milk_bottle",
        "milk_carton water_pitcher milk_jug wine_bottle wine_carafe",
    ),
    "something that writes": _kind("ballpoint_pen pencil marker_pen wax_crayon", "ink_bottle paint_brush"),
    "something for taking notes": _kind(
        "notebook sketchbook sticky_notes diary", "envelope chalkboard desk_calendar ring_binder"
    ),
    "something to read": _kind(
        "novel dictionary magazine comic_book open_book",
        "photo_album diary notebook tablet_computer",
    ),
    "a piece of fruit": _kind(
        "apple orange plum pear mango banana",
        "lemon watermelon coconut pineapple banana_bunch grape_bunch avocado tomato",
    ),
    "a vegetable": _kind(
        "onion carrot cucumber eggplant potato bell_pepper broccoli leek cabbage",
        "tomato mushroom garlic_bulb chili_pepper ginger_root pumpkin avocado corn_cob sweet_potato artichoke",
    ),
    "a ball to play with": _kind(
        "tennis_ball soccer_ball basketball baseball volleyball golf_ball rugby_ball bowling_ball",
        "beach_ball yarn_ball christmas_bauble",
    ),
    "a cuddly toy": _kind(
        "teddy_bear plush_rabbit plush_cat plush_dog plush_elephant plush_penguin plush_lion plush_pig", "rag_doll"
    ),
    "a toy with wheels": _kind(
        "toy_car toy_truck toy_bus toy_train fire_engine toy_tractor", "toy_plane toy_helicopter skateboard"
    ),
    "something for my head": _kind(
        "baseball_cap sun_hat cowboy_hat top_hat beanie beret",
        "witch_hat bike_helmet hard_hat chef_hat party_hat santa_hat headphones",
    ),
    "something for my feet": _kind("sneaker winter_boot rain_boot slipper sandal flip_flop high_heel", "sock"),
    "something green that grows": _kind(
        "potted_bush potted_cactus aloe_plant snake_plant bonsai_tree ivy_pot",
        "potted_flowers herb_pot flower_vase",
    ),
    "a vase for flowers": _kind(
        "round_vase column_vase square_vase trumpet_vase",
        "amphora flower_vase flower_pot water_pitcher milk_jug",
    ),
    "something that makes music": _kind(
        "ukulele flute maracas tambourine harmonica",
        "toy_trumpet whistle toy_drum toy_piano xylophone hand_bell music_player radio",
    ),
    "something for cooking soup": _kind(
        "cooking_pot saucepan pressure_cooker campfire_pot", "casserole_dish soup_bowl"
    ),
    "a candle": _kind("pillar_candle taper_candle scented_candle tea_light", "candelabra"),
    "something that tells the time": _kind(
        "round_clock alarm_clock digital_clock cuckoo_clock",
        "wrist_watch hourglass kitchen_timer smartphone",
    ),
}
"""Words for a thing -> what they fit."""
