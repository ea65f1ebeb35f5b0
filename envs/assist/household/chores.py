"""The benchmark's household tasks, each written for whatever apartment has what it needs.

The first three are those that the paper names (Table 19); the other five are ours, of the same kind: with switches, a
drink, a seat, and furniture that stands open at the start. Each has things that look like those that are meant, and
things that are to stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from envs.assist.household.drafting import OPEN_TOPS, TABLES, Draft, braced
from envs.assist.household.parameters import HouseholdParameters

WET = ("kitchen", "dining_room", "living_room", "pantry")
"""Rooms in which dishes are left."""


def post_meal_cleanup(draft: Draft) -> HouseholdParameters:
    """Load the dishes into the dishwasher; return the apple to the fridge; close both."""
    machine, fridge = draft.one_of("dishwasher"), draft.one_of("fridge")
    eaten = draft.all_of("table", "coffee_table", rooms=WET) + draft.all_of("bench", "counter", rooms=WET)
    plates = [draft.add("dinner_plate", *eaten) for _ in range(2)]
    dishes = [*plates, draft.add("water_glass", *eaten), draft.add("cereal_bowl", *eaten)]
    apple = draft.add("apple", *eaten)
    clean = draft.all_of(*OPEN_TOPS, but=eaten[:1])
    draft.add("dinner_plate", *clean)
    draft.add("coffee_mug", *clean)
    draft.add("orange", *draft.all_of(*TABLES))
    _others(draft, "novel", "flower_vase")
    draft.part("load", "load the dishes", *(draft.goal_in(dish, machine) for dish in dishes))
    draft.part("close_dishwasher", "close the dishwasher when all is in", f"{machine} closed")
    draft.part("apple", "put the apple in the fridge", draft.goal_in(apple, fridge))
    draft.part("close_fridge", "close the fridge", f"{fridge} closed")
    return draft.done(
        "post_meal_cleanup",
        f"Clean up after the meal. Load {braced(dishes)} into {{{machine}}}, and close it when all is in. "
        f"Put {{{apple}}} back in {{{fridge}}}. Close both.",
    )


def collect_dishes(draft: Draft) -> HouseholdParameters:
    """Gather three plates and two glasses; load and close the dishwasher."""
    machine = draft.one_of("dishwasher")
    places = draft.all_of(*OPEN_TOPS)
    first: dict[str, str] = {}
    for place in places:
        first.setdefault(draft.scene.receptacles[place].room, place)
    order = [
        *first.values(),
        *(place for place in places if place not in first.values()),
    ]  # one in each room, then more
    kinds = ("dinner_plate", "dinner_plate", "dinner_plate", "water_glass", "water_glass")
    dishes = [draft.add(kind, *order[i % len(order) :], *order) for i, kind in enumerate(kinds)]
    draft.add("dinner_plate", *draft.all_of("counter", "shelf", *TABLES))
    draft.add("wine_glass", *places)
    draft.add("cereal_bowl", *draft.all_of(*TABLES))
    _others(draft, "magazine", "flower_vase")
    draft.part("plates", "load the three plates", *(draft.goal_in(dish, machine) for dish in dishes[:3]))
    draft.part("glasses", "load the two glasses", *(draft.goal_in(dish, machine) for dish in dishes[3:]))
    draft.part("close", "close the dishwasher when all is in", f"{machine} closed")
    return draft.done(
        "collect_dishes",
        f"Gather three plates and two glasses: {braced(dishes)}. Load them into {{{machine}}}, "
        "and close it when all is in.",
    )


def return_belongings(draft: Draft) -> HouseholdParameters:
    """Toilet paper to the bathroom counter, a book to the desk, a pillow to the bed."""
    counter, desk, bed = draft.one_of("sink", "cabinet", rooms=("bathroom",)), draft.one_of("desk"), draft.one_of("bed")
    left = draft.all_of(*OPEN_TOPS, but=(counter, desk, bed))
    roll, book = draft.add("toilet_paper", *left), draft.add("novel", *left[1:], *left)
    pillow = draft.add("bed_pillow", *draft.all_of("sofa", "bench", "bed", but=(bed,)), *left)
    sketches = draft.add("sketchbook", *left[2:], *left)
    draft.add("dictionary", *draft.all_of("bookcase", "shelf", *TABLES, but=(desk,)))
    draft.add("paper_towel", *draft.all_of("counter", "table", *OPEN_TOPS, but=(counter,)))
    draft.add("throw_cushion", *draft.all_of("sofa", "bench", *OPEN_TOPS, but=(bed,)))
    _others(draft, "teddy_bear")
    shut = draft.scene.receptacles[counter].surfaces[0].inside
    closing = [f"{counter} closed"] if shut else []
    draft.part("roll", "return the toilet paper", draft.goal_in(roll, counter), *closing)
    draft.part("books", "return the book and the sketchbook", draft.goal_in(book, desk), draft.goal_in(sketches, desk))
    draft.part("pillow", "return the pillow", draft.goal_in(pillow, bed))
    where = f"in {{{counter}}}, and close that" if shut else f"on {{{counter}}}"
    return draft.done(
        "return_belongings",
        f"Put things back where they belong: {{{roll}}} {where}, {braced([book, sketches])} on {{{desk}}}, "
        f"and {{{pillow}}} on {{{bed}}}.",
    )


def quiet_evening(draft: Draft) -> HouseholdParameters:
    """A lamp on, a radio off, a drink, and a seat at the end."""
    sofa = draft.one_of("sofa", "bench", "bed")
    room = draft.scene.receptacles[sofa].room
    table = draft.one_of("coffee_table", "table", "nightstand", "counter", "desk", shut=False)
    glass = draft.add("water_glass", *draft.all_of("counter", "table", "dresser", "desk", "sink", but=(table,)))
    radio = draft.add("radio", *draft.all_of("desk", "shelf", "bookcase", *OPEN_TOPS, but=(table, sofa)))
    lamp = draft.add(
        "table_lamp", *draft.all_of(*OPEN_TOPS, rooms=(room,), but=(sofa,)), *draft.all_of(*OPEN_TOPS, but=(sofa,))
    )
    book = draft.add("novel", *draft.all_of("bookcase", "shelf", *OPEN_TOPS, but=(table, sofa)))
    draft.on.append(radio)
    draft.add("water_glass", *draft.all_of("counter", *OPEN_TOPS, but=(table,)))
    draft.add("dictionary", *draft.all_of("bookcase", *OPEN_TOPS, but=(table, sofa)))
    draft.add("coffee_mug", *draft.all_of(*TABLES, but=(table,)))
    draft.part("radio", "switch off the radio", f"{radio} off")
    draft.part("drink", "drink the water", f"{glass} drunk")
    draft.part(
        "table",
        "put the empty glass and the book on the table",
        draft.goal_in(glass, table),
        draft.goal_in(book, table),
    )
    draft.part("lamp", "switch on the lamp", f"{lamp} on")
    draft.part("sit", "sit down", f"person on {sofa}")
    return draft.done(
        "quiet_evening",
        f"Make yourself a quiet evening. Switch off {{{radio}}}. Drink what is in {{{glass}}} and put the empty glass "
        f"on {{{table}}}; put {{{book}}} there too. Switch on {{{lamp}}}. When all is done, sit down on {{{sofa}}}.",
    )


def set_table(draft: Draft) -> HouseholdParameters:
    """Plates and glasses from where they are kept onto the table, milk from the fridge."""
    table = draft.one_of("table", "coffee_table", shut=False)
    fridge = draft.one_of("fridge")
    cupboards = draft.all_of("cabinet", rooms=WET, shut=True)
    kept = [
        *cupboards,
        *draft.all_of("counter", "shelf", "rack", "bookcase", "nightstand", "dresser", "desk", but=(table,)),
    ]
    plates = [draft.add("dinner_plate", *kept) for _ in range(2)]
    glasses = [draft.add("water_glass", *kept) for _ in range(2)]
    milk = draft.add("milk_carton", fridge)
    draft.add("juice_carton", fridge)
    draft.add("soup_bowl", *kept)
    draft.add("dinner_plate", *draft.all_of("counter", "sink", *OPEN_TOPS, but=(table,)))
    draft.add("coffee_mug", *draft.all_of(*OPEN_TOPS, but=(table,)))
    _others(draft, "flower_vase")
    used = list(dict.fromkeys(draft.things[name].at for name in (*plates, *glasses)))
    shutting = [f"{place} closed" for place in used if place in cupboards]
    draft.part("plates", "put the plates on the table", *(draft.goal_in(name, table) for name in plates))
    draft.part("glasses", "put the glasses on the table", *(draft.goal_in(name, table) for name in glasses), *shutting)
    draft.part("milk", "put the milk on the table and close the fridge", draft.goal_in(milk, table), f"{fridge} closed")
    doors = braced([*(place for place in used if place in cupboards), fridge])
    return draft.done(
        "set_table",
        f"Set the table: put {braced([*plates, *glasses, milk])} on {{{table}}}. Close {doors} after you.",
    )


def laundry(draft: Draft) -> HouseholdParameters:
    """Clothes and a towel into the washer; close it and start it."""
    washer = draft.one_of("washer")
    spread = draft.all_of("bed", "sofa", "bench", "rack", "crate", *OPEN_TOPS)
    clothes = [
        draft.add("tshirt", *spread),
        draft.add("jeans", *spread[1:], *spread),
        draft.add("bath_towel", *spread[2:], *spread),
    ]
    clothes.append(draft.add("scarf", *spread[3:], *spread))
    draft.add("tshirt", *spread[1:], *spread)
    draft.add("bath_towel", *draft.all_of("rack", "shelf", *OPEN_TOPS))
    draft.add("beanie", *draft.all_of(*OPEN_TOPS))
    _others(draft, "novel")
    draft.part("load", "load the laundry", *(draft.goal_in(name, washer) for name in clothes))
    draft.part("close", "close the washer when all is in", f"{washer} closed")
    draft.part("start", "switch on the washer", f"{washer} on")
    return draft.done(
        "laundry",
        f"Do the laundry: gather {braced(clothes)} and put them in {{{washer}}}. Close it when all is in, "
        "and then switch it on.",
    )


def bedtime(draft: Draft) -> HouseholdParameters:
    """Lamps, radio and tap off, what stands open closed, a teddy and a glass where they belong."""
    bed = draft.one_of("bed")
    sink = draft.one_of("sink", "nightstand", "dresser", "bench")
    tap = [sink] if draft.scene.receptacles[sink].category == "sink" else []
    opened = draft.one_of("wardrobe", "fridge", "cabinet", "nightstand", "drawer", "washer")
    far = draft.all_of(*OPEN_TOPS, but=(bed,))
    lamp = draft.add("table_lamp", *far)
    radio = draft.add("radio", *far[1:], *far)
    teddy = draft.add("teddy_bear", *far[2:], *far)
    glass = draft.add("water_glass", *far[3:], *far)
    draft.on += [lamp, radio, *tap]
    stand = draft.one_of(
        "nightstand",
        "dresser",
        "desk",
        "coffee_table",
        "table",
        "counter",
        "shelf",
        shut=False,
        but=(draft.things[glass].at,),
    )
    draft.open.append(opened)
    draft.add("lava_lamp", *draft.all_of(*OPEN_TOPS, but=(bed,)))
    draft.add("plush_rabbit", *draft.all_of(*OPEN_TOPS, but=(bed,)))
    draft.add("water_glass", *draft.all_of("counter", *OPEN_TOPS, but=(stand,)))
    _others(draft, "novel")
    draft.part("shut", "close what stands open", f"{opened} closed")
    draft.part("off", "switch off the lamp and the radio", f"{lamp} off", f"{radio} off")
    if tap:
        draft.part("tap", "turn off the tap", f"{sink} off")
    draft.part("teddy", "put the teddy on the bed", draft.goal_in(teddy, bed))
    draft.part("glass", "put the glass where it is wanted", draft.goal_in(glass, stand))
    water = f", and the tap of {{{sink}}}" if tap else ""
    return draft.done(
        "bedtime",
        f"Get the home ready for the night. Close {{{opened}}}. Switch off {braced([lamp, radio])}{water}. "
        f"Put {{{teddy}}} on {{{bed}}} and {{{glass}}} on {{{stand}}}.",
    )


def groceries(draft: Draft) -> HouseholdParameters:
    """Cold things into the fridge, dry ones into a cabinet; close both."""
    fridge = draft.one_of("fridge")
    dry = draft.one_of("cabinet", "drawer", "crate", rooms=WET)
    bags = draft.all_of("counter", "table", "bench", "coffee_table", *OPEN_TOPS)
    cold = [
        draft.add("milk_carton", *bags),
        draft.add("cheese_wedge", *bags),
        draft.add("juice_carton", *bags[1:], *bags),
    ]
    store = [draft.add("jam_jar", *bags), draft.add("soup_can", *bags[1:], *bags)]
    draft.add("milk_bottle", *draft.all_of(*OPEN_TOPS))
    draft.add("honey_jar", *draft.all_of(*OPEN_TOPS))
    draft.add("tuna_can", *draft.all_of(*OPEN_TOPS))
    _others(draft, "magazine")
    draft.part("cold", "put the cold things in the fridge", *(draft.goal_in(name, fridge) for name in cold))
    draft.part("close_fridge", "close the fridge when all is in", f"{fridge} closed")
    draft.part("dry", "put the dry things away", *(draft.goal_in(name, dry) for name in store))
    draft.part("close_store", "close that when all is in", f"{dry} closed")
    return draft.done(
        "groceries",
        f"Put the shopping away: {braced(cold)} in {{{fridge}}}, {braced(store)} in {{{dry}}}. "
        "Close each when all is in.",
    )


def _others(draft: Draft, *categories: str) -> None:
    """Things that are to stay where they are."""
    for category in categories:
        draft.add(category, *draft.all_of(*OPEN_TOPS))


CHORES: Mapping[str, Callable[[Draft], HouseholdParameters]] = {
    chore.__name__: chore
    for chore in (
        post_meal_cleanup,
        collect_dishes,
        return_belongings,
        quiet_evening,
        set_table,
        laundry,
        bedtime,
        groceries,
    )
}
"""Name -> how it is drafted."""
