"""What receptacles are for, by category and room kind; `describe` gives each one that no other of its category has."""

from __future__ import annotations

PURPOSES: dict[str, dict[str, str]] = {
    "table": {
        "kitchen": "for breakfast | for rolling out dough | for quick meals",
        "living_room": "for board games | for jigsaw puzzles | for flowers",
        "dining_room": "for family dinners | for dining with guests | for Sunday lunch",
        "garage": "for repairing things | for woodwork | for sorting screws",
    },
    "coffee_table": {"living_room": "in front of the television | for magazines | for coffee with guests"},
    "desk": {
        "study": "for office work | for writing letters | for paying bills",
        "children_room": "for homework | for drawing and painting | for model building",
    },
    "counter": {
        "kitchen": "for chopping vegetables | for preparing meals | for baking",
        "laundry_room": "for folding clothes | for ironing | for sorting laundry",
        "pantry": "for unpacking groceries | for filling jars | for weighing flour",
    },
    "shelf": {
        "living_room": "for plants and ornaments | for the family's games | for souvenirs",
        "dining_room": "for wine glasses | for candles | for serving bowls",
        "children_room": "for the toys | for the building blocks | for the stuffed animals",
        "study": "for files and folders | for office supplies | for archive boxes",
        "bathroom": "for fresh towels | for toiletries | for bath toys",
        "laundry_room": "for detergents | for cleaning supplies | for clothes pegs",
        "pantry": "for tins and jars | for drinks and bottles | for flour and pasta",
        "garage": "for tools | for paint pots | for sports gear",
    },
    "bookcase": {
        "living_room": "for novels | for travel books | for photo albums",
        "dining_room": "for cookery books | for the best china | for old magazines",
        "children_room": "for picture books | for comics | for school books",
        "study": "for reference books | for science books | for dictionaries",
    },
    "cabinet": {
        "kitchen": "for everyday dishes | for pots and pans | for spices and oils",
        "living_room": "for films and music | for games and cards | for spare cables",
        "dining_room": "for the good china | for table linen | for glasses and carafes",
        "study": "for confidential papers | for printer supplies | for camera gear",
        "bathroom": "for medicine | for make-up | for spare toilet paper",
        "hallway": "for hats and gloves | for keys and post | for umbrellas",
        "laundry_room": "for bleach and brushes | for sewing things | for ironing cloths",
        "pantry": "for preserves | for sweets and snacks | for baking things",
        "garage": "for power tools | for car care | for garden chemicals",
    },
    "wardrobe": {
        "bedroom": "for coats and suits | for dresses | for winter clothes",
        "children_room": "for children's clothes | for dressing-up clothes | for school uniforms",
        "hallway": "for guests' coats | for jackets | for rain clothes",
    },
    "drawer": {
        "kitchen": "for cutlery | for kitchen towels | for baking tins",
        "living_room": "for remote controls | for candles and matches | for blankets",
        "dining_room": "for napkins | for tablecloths | for place mats",
        "bedroom": "for socks and underwear | for pyjamas | for sweaters",
        "children_room": "for children's T-shirts | for craft things | for doll's clothes",
        "study": "for pens and paper | for chargers | for letters",
        "bathroom": "for hair things | for washcloths | for first aid things",
        "hallway": "for scarves | for dog leads | for shoe polish",
    },
    "nightstand": {
        "bedroom": "for bedtime reading | for glasses and pills | for the alarm clock",
        "children_room": "for the night light | for bedtime stories | for a glass of water",
    },
    "dresser": {"bedroom": "for jewellery and perfume | for doing one's hair | for putting on make-up"},
    "fridge": {
        "kitchen": "for everyday food | for fresh food | for milk and leftovers",
        "pantry": "for party drinks | for spare food | for cold drinks",
    },
    "microwave": {"kitchen": "for warming up meals | for heating milk | for popcorn"},
    "oven": {"kitchen": "for roasting and baking | for pizza and cakes | for Sunday roasts"},
    "dishwasher": {"kitchen": "for dirty dishes | for used plates and cups | for dirty pans"},
    "washer": {
        "bathroom": "for towels | for bath mats | for delicate things",
        "laundry_room": "for white laundry | for coloured laundry | for work clothes",
    },
    "sink": {
        "kitchen": "for washing dishes | for rinsing vegetables | for filling pots",
        "bathroom": "for washing hands | for brushing teeth | for shaving",
        "laundry_room": "for washing by hand | for soaking stains | for filling buckets",
    },
    "sofa": {
        "living_room": "for watching films | for guests | for afternoon naps",
        "study": "for reading | for visitors | for thinking",
    },
    "bed": {
        "bedroom": "for the grown-ups | where the parents sleep | for overnight guests",
        "children_room": "for the child | where the children sleep | for sleepovers",
    },
    "bench": {
        "dining_room": "for sitting at dinner | for extra guests | for children at table",
        "bedroom": "for tomorrow's clothes | for spare blankets | for putting on socks",
        "hallway": "for putting on shoes | for school bags | for parcels",
        "garage": "for changing boots | for resting after work | for plant pots",
    },
    "rack": {
        "bathroom": "for bath towels | for shampoo and soap | for bathrobes",
        "hallway": "for everyday shoes | for boots and slippers | for sandals",
        "laundry_room": "for drying clothes | for laundry baskets | for clean linen",
        "pantry": "for onions and potatoes | for fruit | for wine bottles",
        "garage": "for muddy boots | for car parts | for garden tools",
    },
    "crate": {
        "living_room": "for cushions and throws | for firewood | for old records",
        "bedroom": "for bed linen | for spare pillows | for keepsakes",
        "children_room": "for balls and cars | for dolls and teddies | for costumes",
        "laundry_room": "for dirty laundry | for odd socks | for rags",
        "pantry": "for empty bottles | for potatoes | for pet food",
        "garage": "for camping things | for old toys | for balls and bats",
    },
}
"""Category -> room kind -> what follows "the <noun>", split by bars."""


def purposes(category: str, room: str) -> tuple[str, ...]:
    """What a receptacle of a category in a room of a kind may be for. KeyError where none stands there."""
    return tuple(text.strip() for text in PURPOSES[category][room].split("|"))
