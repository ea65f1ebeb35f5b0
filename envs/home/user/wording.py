"""The rule-based user's sentences. `{it}` is a description ("the blue mug"), `{at}` one with its preposition."""

from __future__ import annotations

import zlib

TELL = ("I mean {it}.", "{It}, please.", "It is {it} that I want.", "Please take {it}.")
TELL_MARKED = (
    "Mark {n}, {it}.",
    "I mean mark {n}, {it}.",
    "{It}, mark {n} in your picture.",
    "Please take mark {n}, {it}.",
)
TELL_PLACE = ("Put it {at}.", "It should go {at}.", "{At}, please.", "Please bring it to {it}.")
TELL_FURNITURE = ("I mean {it}.", "{It}, please.", "It is {it} that I mean.", "The one I mean is {it}.")
AGAIN = ("As I said, {it}.", "Still {it}.", "I told you before: {it}.", "The same as before, {it}.")
YES = ("Yes, {it}.", "Yes, I mean {it}.", "That is right, {it}.", "Exactly, {it}.")
NO = ("No, not that one.", "No, I mean another one.", "That is not the one.", "No, it is not that one.")
NO_BUT = ("No, {it}.", "No, I mean {it}.", "Not that one. It is {it}.", "No. I want {it}.")
OPEN_STATE = ("Leave it open.", "Open, please.", "It should be open.", "I want it open.")
CLOSED_STATE = ("Leave it closed.", "Closed, please.", "It should be closed.", "I want it closed.")

CANNOT_TELL = (
    "I can't tell which one from here. Show me what there is first.",
    "I can't say before you have looked around. Show me first.",
    "From here I can't tell. Please look around first.",
    "I don't know yet which one. Find out what there is, then ask me again.",
)
NONE_FOUND = (
    "None of those that you have found. Please look further.",
    "It is not among what you have found so far. Look around some more.",
    "What I mean is not among those yet. Please keep looking.",
    "Not one of those. Look in other places, too.",
)
PLACE_UNKNOWN = (
    "I can't tell which one that is from here. Go there and show me first.",
    "I don't remember that one well enough. Please show it to me.",
    "From here I can't say. Go and show me what it looks like.",
)
LOOK_ALIKE = (
    "They look the same to me in words. Show me them and ask me by their marks.",
    "I can't put it in words. Ask me by a mark when you see it.",
)
REMEMBER = (
    "I think I last saw it {at}.",
    "I believe it was {at}, but it may have been moved.",
    "The last time I saw it, it was {at}.",
    "If I remember right, it was {at}.",
)
FORGOTTEN = (
    "I don't remember where it is. Please look around.",
    "I can't remember where I last saw it.",
    "I don't know where it is now.",
)
STANDS = ("It is {at}.", "You find it {at}.", "That is {at}.")
NOTHING_TO_ADD = (
    "I have nothing to add to that; it is as I told you.",
    "About that I have said all that I can.",
    "It is as I told you; there is nothing more to say about that.",
)
WHICH_DO_YOU_MEAN = (
    "Which one do you mean? Tell me its mark.",
    "I am not sure which one you point at. What is its mark?",
    "Tell me the mark of the one you mean.",
)
NO_SUCH_MARK = (
    "I see no such mark in your picture.",
    "Your picture does not show that mark.",
    "There is no such mark in what I see.",
)
NO_SUCH_NAME = (
    "I don't know that name. Ask me by a mark or by what it looks like.",
    "That name tells me nothing. Tell me its mark or its looks.",
)
NOT_UNDERSTOOD = (
    "I did not understand; ask me which one I mean or where it should go.",
    "Sorry, I did not understand that. Ask me which one I mean or where it should go.",
    "I don't follow. You can ask me which one I mean or where it should go.",
)


def word(templates: tuple[str, ...], seed: int, turn: int, **words: object) -> str:
    """The template for this turn, filled in. A seed chooses where a list starts; the next turn takes the next one."""
    start = zlib.crc32(f"{seed}:{templates[0]}".encode())
    values = {key: str(value) for key, value in words.items()}
    capital = {key.capitalize(): value[:1].upper() + value[1:] for key, value in values.items()}
    return templates[(start + turn) % len(templates)].format(**values, **capital)
