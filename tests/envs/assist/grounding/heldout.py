"""Sixty sentences written before the grammar was: (lexicon, sentence, acts in short).

Until the grammar was done nobody looked at which of them failed; it then read 45 of 60 wholly right (acts: precision
0.89, recall 0.87). That is the honest measure of how unseen sentences fare. The failures were looked at afterwards and
some of their causes mended, so what is read right now is a regression test and no measure any more.
"""

from __future__ import annotations

HELDOUT: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # The kitchen.
    (
        "kitchen",
        "Alright, the rice looks ready to me, so scoop it onto plate 1.",
        ("acknowledge", "claim state rice done", "advise scoop rice"),
    ),
    (
        "kitchen",
        "Grab the tomato from the fridge and bring it over to the left board.",
        ("advise pick_up tomato", "advise put tomato board_1"),
    ),
    (
        "kitchen",
        "Hold on, you're about to plate the steak but it's still raw!",
        ("warn plate steak", "claim state steak raw"),
    ),
    (
        "kitchen",
        "That's the onion you're holding; the recipe calls for lettuce.",
        ("claim is onion that", "claim needed lettuce yes"),
    ),
    ("kitchen", "You've chopped the tomato already, no need to do it again.", ("claim did chop tomato", "warn -")),
    ("kitchen", "While the steak sears, you can get started on chopping the lettuce.", ("advise chop lettuce",)),
    ("kitchen", "Heads up: the steak on the right stove is starting to burn.", ("warn - steak",)),
    ("kitchen", "You visited the fridge four times so far.", ("claim did go fridge", "number 4 time fridge")),
    ("kitchen", "It has been on the heat for roughly twenty ticks.", ("claim state cooking", "number 20 tick")),
    ("kitchen", "Yes, you chopped the lettuce before the tomato.", ("yes", "claim before chop lettuce tomato")),
    ("kitchen", "No, the tomato was chopped after the lettuce.", ("no", "claim before chop lettuce tomato")),
    ("kitchen", "I don't see any avocado in this kitchen.", ("claim exists avocado no",)),
    ("kitchen", "Sure, I'll tell you as soon as the rice is done.", ("acknowledge", "promise")),
    (
        "kitchen",
        "Nice work! 🎉 Next up, turn on stove 2 and place the pan on it.",
        ("praise", "advise turn_on stove_2", "advise put pan stove_2"),
    ),
    (
        "kitchen",
        "Please don't add the onion, it isn't part of the recipe.",
        ("warn put onion", "claim needed onion no"),
    ),
    (
        "kitchen",
        "**Step 1:** Pick up the steak.\n**Step 2:** Put it in the pan.",
        ("advise pick_up steak", "advise put steak pan"),
    ),
    (
        "kitchen",
        "I'd put the rice in the pot first and chop the tomato while it cooks.",
        ("advise put rice pot", "advise chop tomato"),
    ),
    ("kitchen", "You still haven't turned off the left stove.", ("claim not did turn_off stove_1",)),
    (
        "kitchen",
        "The steak should go on the plate after the rice, not before.",
        ("advise - rice", "advise - steak later"),
    ),
    ("kitchen", "Your steak is done, take it off the stove now!", ("claim state steak done", "advise pick_up steak")),
    ("kitchen", "Have you already chopped the lettuce?", ("ask",)),
    ("kitchen", "Use the lettuce, not the onion.", ("advise - lettuce", "warn - onion")),
    ("kitchen", "Not quite — the rice needs a few more ticks before it's ready.", ("no", "claim not state rice done")),
    (
        "kitchen",
        "You put the rice on the plate before the steak, which is the right order.",
        ("claim before put rice steak",),
    ),
    ("kitchen", "Could you please slice the onion on board 2 for me?", ("advise chop onion",)),
    (
        "kitchen",
        "Let's get the noodles boiling in the pot, then chop the tomato.",
        ("advise cook noodles", "advise chop tomato later"),
    ),
    (
        "kitchen",
        "You picked up an onion by mistake. Put it back and take a tomato instead.",
        ("claim did pick_up onion", "advise put onion", "advise pick_up tomato"),
    ),
    ("kitchen", "The rice took 14 ticks to cook.", ("claim did cook rice", "number 14 tick rice")),
    (
        "kitchen",
        "Everything's ready, so go ahead and serve plate 1 at the pass.",
        ("claim fulfilled yes", "advise serve plate_1"),
    ),
    ("kitchen", "Never leave the pan unattended when the stove is on.", ()),
    # The home.
    (
        "home",
        "Turn right, then walk straight towards the dishwasher.",
        ("advise turn_right", "advise go_to dishwasher_1 later"),
    ),
    (
        "home",
        "I can see the red plate on the coffee table; please pick it up.",
        ("claim at plate_3 coffee_table", "advise pick_up plate_3"),
    ),
    (
        "home",
        "Before closing the dishwasher, load the blue plate as well.",
        ("warn close dishwasher_1", "advise put_in plate_2"),
    ),
    (
        "home",
        "The apple belongs in the fridge rather than the dishwasher.",
        ("advise - apple_1 fridge_1", "warn - apple_1 dishwasher_1"),
    ),
    ("home", "Don't forget to shut the fridge once you're done.", ("advise close fridge_1 later",)),
    ("home", "You left the fridge open.", ("claim open fridge_1 open",)),
    ("home", "One plate is still missing: the blue one.", ()),
    (
        "home",
        "Head over to the bedroom and place the pillow on the bed.",
        ("advise go_to bedroom", "advise put_on pillow_1 bed_1"),
    ),
    (
        "home",
        "Both glasses need to go in the dishwasher.",
        ("advise - glass_1 dishwasher_1", "advise - glass_2 dishwasher_1"),
    ),
    (
        "home",
        "You're holding the book, so head to the desk and put it there.",
        ("claim at book_1 person", "advise go_to desk_1", "advise put_on book_1 desk_1"),
    ),
    ("home", "Wait, that's the wrong glass! Take the other one.", ("warn -", "advise pick_up")),
    (
        "home",
        "You forgot the toilet paper; it goes on the bathroom counter.",
        ("claim not did toilet_paper_1", "advise - toilet_paper_1 bathroom_counter"),
    ),
    (
        "home",
        "There's no washing machine here, just use the dishwasher.",
        ("claim exists washing machine no", "advise - dishwasher_1"),
    ),
    ("home", "Pick up the left glass with your free hand.", ("advise pick_up glass_1",)),
    ("home", "Okay now open it.", ("acknowledge", "advise open")),
    # The phone.
    (
        "phone",
        "Open Settings and scroll down until you see Privacy & Security.",
        ("advise tap settings", "advise swipe_up"),
    ),
    (
        "phone",
        "Careful, you just disabled Location Services instead of Tracking.",
        ("warn -", "claim did turn_off location", "claim not did turn_off tracking"),
    ),
    ("phone", "Toggle Bold Text on, but leave Reduce Motion alone.", ("advise turn_on bold_text", "warn - motion")),
    (
        "phone",
        "Go to Settings > Accessibility > Display & Text Size.",
        ("advise tap settings", "advise tap accessibility later", "advise tap display later"),
    ),
    (
        "phone",
        "Background App Refresh is already off, so you can move on to Tracking.",
        ("claim value background_refresh off", "advise - tracking"),
    ),
    ("phone", "That's it, you're all done!", ("claim fulfilled yes",)),
    ("phone", "Hmm, I think you tapped Maps when you meant Weather.", ("claim did tap maps",)),
    ("phone", 'If a prompt appears, choose "Don\'t Allow".', ("advise tap deny later",)),
    (
        "phone",
        "Only Today View should be turned off; Control Center must stay enabled.",
        ("advise turn_off today_view", "claim value control_center on"),
    ),
    ("phone", "Press the Wallet toggle to disable it.", ("advise tap wallet", "advise turn_off wallet")),
    ("phone", "Tap back twice.", ("advise back", "number 2 time")),
    ("phone", "You need to undo that: switch Increase Contrast back on.", ("advise turn_on contrast",)),
    (
        "phone",
        "Great, Tracking's off now. Swipe up to find Weather in the list.",
        ("praise", "claim value tracking off", "advise swipe_up"),
    ),
    ("phone", "Could we first double-check whether Control Center is disabled?", ("ask",)),
    ("phone", "Dark Mode isn't something this task asks for.", ("claim needed Dark Mode no",)),
)
