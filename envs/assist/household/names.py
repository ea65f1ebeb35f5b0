"""What things and places of one task are called. Every name is one thing's alone; the first is what is spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from envs.assist.household.floor import Floor
from envs.home.objects import ObjectModel
from envs.home.scene import Receptacle

SHORT: Mapping[str, tuple[str, ...]] = {
    "dinner_plate": ("plate",),
    "square_plate": ("plate",),
    "water_glass": ("glass",),
    "wine_glass": ("glass",),
    "milkshake_glass": ("glass",),
    "coffee_mug": ("mug",),
    "tea_cup": ("cup",),
    "cereal_bowl": ("bowl",),
    "soup_bowl": ("bowl",),
    "salad_bowl": ("bowl",),
    "toilet_paper": ("toilet roll", "roll of toilet paper", "roll"),
    "paper_towel": ("kitchen roll", "roll of paper towel"),
    "bed_pillow": ("pillow",),
    "throw_cushion": ("cushion", "pillow"),
    "round_cushion": ("cushion", "pillow"),
    "bath_towel": ("towel",),
    "tshirt": ("t-shirt", "shirt"),
    "novel": ("book",),
    "dictionary": ("book",),
    "table_lamp": ("lamp", "light"),
    "lava_lamp": ("lamp", "light"),
    "camping_lantern": ("lantern", "lamp", "light"),
    "teddy_bear": ("teddy", "bear"),
    "frying_pan": ("pan",),
    "cooking_pot": ("pot",),
}
"""Category of things -> shorter words for them, which take the colour."""
CONTENTS: Mapping[str, tuple[str, ...]] = {
    "water_glass": ("water", "glass of water"),
    "wine_glass": ("wine",),
    "milkshake_glass": ("milkshake",),
    "coffee_mug": ("coffee", "cup of coffee"),
    "tea_cup": ("tea", "cup of tea"),
    "milk_carton": ("milk", "carton of milk"),
    "milk_bottle": ("milk", "bottle of milk"),
    "juice_carton": ("juice", "carton of juice"),
    "cereal_box": ("cereal", "box of cereal"),
    "jam_jar": ("jam",),
    "honey_jar": ("honey",),
    "cheese_wedge": ("cheese",),
    "soup_can": ("soup",),
    "tuna_can": ("tuna",),
}
"""Category of things -> words that stand without a colour."""
ALSO: Mapping[str, tuple[str, ...]] = {
    "fridge": ("refrigerator",),
    "sofa": ("couch",),
    "cabinet": ("cupboard",),
    "washer": ("washing machine",),
    "drawer": ("chest of drawers",),
    "wardrobe": ("closet",),
    "nightstand": ("bedside table",),
    "bookcase": ("bookshelf",),
    "counter": ("worktop",),
    "crate": ("box", "chest"),
    "sink": ("tap", "basin"),
    "coffee_table": ("low table",),
    "microwave": ("microwave oven",),
    "table": ("dining table",),
}
"""Category of furniture -> what else people call it."""
ROOMS: Mapping[str, tuple[str, ...]] = {
    "children_room": ("children's room", "childrens room", "kids' room", "nursery"),
    "living_room": ("living room", "lounge", "sitting room"),
    "hallway": ("hallway", "hall", "corridor"),
    "laundry_room": ("laundry room", "laundry", "utility room"),
    "bathroom": ("bathroom", "bath"),
    "study": ("study", "office"),
    "pantry": ("pantry", "larder"),
}


def names_of(
    floor: Floor, models: Mapping[str, ObjectModel], filled: Collection[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Id -> names without article, of all things, furniture, doorways and rooms.

    filled: furniture that something is to be put on or in; a sink is spoken of as a counter then.
    """
    wished = {name: _thing(model) for name, model in models.items()}
    wished |= {name: _furniture(piece, name in filled) for name, piece in floor.scene.receptacles.items()}
    wished |= {room: [*ROOMS.get(room, (room.replace("_", " "),))] for room in floor.rooms}
    leads = Counter(room for door in floor.doors.values() for room in door.rooms)
    for door in floor.doors.values():
        wished[door.id] = _door(*door.rooms, leads)
    count = Counter(name for names in wished.values() for name in dict.fromkeys(names))
    found = {ident: tuple(dict.fromkeys(n for n in names if count[n] == 1)) for ident, names in wished.items()}
    return {ident: names or (ident.replace("_", " "),) for ident, names in found.items()}


def room_name(room: str) -> str:
    """A room as it is spoken of, without article."""
    return ROOMS.get(room, (room.replace("_", " "),))[0]


def _thing(model: ObjectModel) -> list[str]:
    traits = dict(model.traits)
    nouns = [*SHORT.get(model.category, ()), model.label]
    adjectives = [traits["colour"]]
    if traits.get("pattern", "plain") != "plain":
        adjectives.append(f"{traits['colour']} {traits['pattern']}")
        adjectives.append(traits["pattern"])
    if "size" in traits:
        adjectives.append(f"{traits['size']} {traits['colour']}")
    return [
        *(f"{a} {noun}" for a in adjectives for noun in nouns),
        *nouns,
        *CONTENTS.get(model.category, ()),
        model.phrase,
    ]


def _furniture(piece: Receptacle, filled: bool) -> list[str]:
    nouns = [piece.category.replace("_", " "), *ALSO.get(piece.category, ())]
    room = room_name(piece.room)
    said = [*nouns, *(f"{room} {noun}" for noun in nouns), *(f"{noun} in the {room}" for noun in nouns)]
    if piece.category == "sink":
        said.insert(0 if filled else len(said), f"{room} counter")
    colour = piece.looks.removeprefix("the ").split(f" {nouns[0]}")[0]
    said += [f"{colour} {noun}" for noun in nouns]
    return [*said, piece.looks.removeprefix("the "), piece.use.removeprefix("the ")]


def _door(one: str, other: str, leads: Counter[str]) -> list[str]:
    a, b = room_name(one), room_name(other)
    said = [f"{a} door" for a, room in ((a, one), (b, other)) if leads[room] == 1]
    said += [f"door to the {x}" for x, room in ((a, one), (b, other)) if leads[room] == 1]
    for x, y in ((a, b), (b, a)):
        said += [f"door between the {x} and the {y}", f"door from the {x} to the {y}"]
    return said
