"""Forms of English words, enough for names and verbs of everyday things."""

from __future__ import annotations

VOWELS = "aeiou"
_PLURALS = {"knife": "knives", "loaf": "loaves", "shelf": "shelves", "leaf": "leaves", "half": "halves"}
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_UNCHANGED = frozenset("rice lettuce shrimp pasta cheese bread water tv news".split())
IRREGULAR: dict[str, tuple[str, ...]] = {
    "take": ("took", "taken"),
    "go": ("went", "gone"),
    "get": ("got", "gotten"),
    "put": ("put",),
    "set": ("set",),
    "cut": ("cut",),
    "shut": ("shut",),
    "hit": ("hit",),
    "let": ("let",),
    "throw": ("threw", "thrown"),
    "bring": ("brought",),
    "lay": ("laid",),
    "leave": ("left",),
    "sit": ("sat",),
    "stand": ("stood",),
    "drink": ("drank", "drunk"),
    "eat": ("ate", "eaten"),
    "come": ("came", "come"),
    "run": ("ran", "run"),
    "hold": ("held",),
    "choose": ("chose", "chosen"),
    "write": ("wrote", "written"),
    "give": ("gave", "given"),
    "make": ("made",),
    "find": ("found",),
    "fry": ("fried",),
    "swipe": ("swiped",),
    "light": ("lit", "lighted"),
    "burn": ("burnt", "burned"),
    "head": ("headed",),
    "move": ("moved",),
    "open": ("opened",),
    "enter": ("entered",),
    "collect": ("collected",),
}
"""Past forms that no rule gives, and some that the rule for short vowels would get wrong."""
_UNDOUBLED = ("it", "et", "er", "en", "on", "or", "ow", "ay", "ey")


def plural(word: str) -> str:
    """ "tomato" -> "tomatoes"; a plural or countless word may come back unchanged or in a form that nobody says."""
    if word in _UNCHANGED or word.isdigit():
        return word
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith(("s", "x", "z", "ch", "sh")) or word in ("tomato", "potato", "mango", "hero", "echo"):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def singular(word: str) -> str | None:
    """ "tomatoes" -> "tomato"; None for what is no plural by its form."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    if word in _UNCHANGED or len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return None
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses", "zes")) or word in ("tomatoes", "potatoes", "mangoes"):
        return word[:-2]
    return word[:-1]


def past_forms(verb: str) -> tuple[str, ...]:
    """Past tense and participle of a base form."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("e"):
        return (verb + "d",)
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return (verb[:-1] + "ied",)
    return (_doubled(verb) + "ed",)


def ing_form(verb: str) -> str:
    """ "chop" -> "chopping"."""
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return _doubled(verb) + "ing"


def third_person(verb: str) -> str:
    """ "chop" -> "chops"."""
    return "goes" if verb == "go" else plural(verb)


def _doubled(verb: str) -> str:
    """With the last letter doubled, where a short stressed vowel asks for it."""
    short = len(verb) > 2 and verb[-1] not in VOWELS + "wxy" and verb[-2] in VOWELS and verb[-3] not in VOWELS
    return verb + verb[-1] if short and not (len(verb) > 3 and verb.endswith(_UNDOUBLED)) else verb
