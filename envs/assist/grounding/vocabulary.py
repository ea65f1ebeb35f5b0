"""The English that no lexicon gives: words that steer a sentence, fillers, usual synonyms and words for states.

All tables are ours. A phrase's cue says what it does to the clause that it stands in; `envs.assist.grounding.clauses`
gives the cues their meaning.
"""

from __future__ import annotations


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.replace("\n", " ").split(",") if phrase.strip())


CUES: dict[str, tuple[str, ...]] = {
    # Who.
    "you": _phrases("you, we, you all, you guys"),
    "i": ("i",),
    # Verbs of the frame.
    "be": _phrases(
        """be, is, are, was, were, am, been, being, 's, looks, look, looked, seems, seem, seemed, appears, appear,
        gets, became, becomes, remains, stays, smells, stay, remain, should now be, is now, are now"""
    ),
    "have": _phrases("have, has, had, having"),
    "do": _phrases("do, does"),
    "did": ("did",),
    "will": _phrases("will, shall, is going to, are going to, am going to, will be, going to be, is gonna"),
    "modal": _phrases(
        """can, could, should, must, may, might, would, let us, have to, has to, had to, need to, needs to, ought
        to, want to, will want to, will need to, will have to, would like to, had better, are supposed to, is
        supposed to, are free to, are able to, get to work on"""
    ),
    "to": ("to",),
    "not": _phrases("not, never, no longer, neither, nor, hardly"),
    "unneeded": _phrases(
        """no need to, no need for, there is no need to, there is no need for, do not need to, do not have to, does
        not need to, does not have to, need not, is no reason to, no reason to, no point in"""
    ),
    "remember": _phrases(
        """do not forget to, do not forget, remember to, be sure to, make sure to, make sure you, make sure that
        you, never forget to, try to, do not hesitate to, remember that you need to, remember, why do not you,
        why do not we, why not, feel free to"""
    ),
    "which": _phrases("which, who"),
    "need": _phrases("need, needs, require, requires, call for, calls for, asks for, ask for, uses, includes, include"),
    "needed": _phrases("needed, required, necessary, called for, part of, wanted, asked for, missing, still missing"),
    "recipe": _phrases(
        """recipe, dish, task, plan, order sheet, task sheet, instructions, shopping list, list, this meal, the
        meal, the order, the goal, the ticket"""
    ),
    "forgot": _phrases(
        "forgot, forgotten, missed, skipped, left out, omitted, neglected, forgot about, forgotten about"
    ),
    "there": _phrases("there is, there are, there was, there were, there 's, there seems to be, we have no, i see no"),
    "see": _phrases(
        "i do not see, i cannot see, i can not see, i do not find, i can not find, you do not have, we do not have"
    ),
    "hold": _phrases(
        """you are holding, you have got, you hold, you still hold, you are still holding, you are carrying, you
        are already holding, you are now holding, you were holding, you now have, you still have"""
    ),
    "almost": _phrases("almost, nearly, about to be, about to, close to, not fully, getting, soon, partially"),
    "burn": _phrases(
        """burn, burning, overcook, overcooking, overcooked soon, catch fire, on fire, smoking, boil over, boiling
        over, spill, starting to burn, start to burn, beginning to burn, overflow"""
    ),
    # What is not said as a fact, and when.
    "when": _phrases("when, whenever, as soon as, after you have, as you finish, the moment, the minute"),
    "once": ("once",),
    "if": _phrases("if, in case, unless, whether, even if, provided"),
    "until": _phrases("until, till, so that, in order to, so that you can"),
    "while": _phrases("while, whilst, as long as"),
    "before": _phrases("before, prior to"),
    "after": ("after",),
    "because": _phrases("because, since, now that, as, given that, which means, meaning"),
    "unsure": _phrases(
        """not sure, unsure, do not know, can not tell, can not see whether, no idea, not certain, not clear, can
        not confirm, hard to tell, hard to see, difficult to tell, can not determine, do not have enough
        information"""
    ),
    "think": _phrases(
        """i think, i believe, i see that, i see, i can see that, i can see, i notice that, i notice, i noticed
        that, i noticed, it looks like, it seems like, it seems that, it seems, it appears that, it appears,
        looks like, seems like, it is clear that, i would say, note that, please note that, remember that, keep
        in mind that, as far as i can see, do not forget that, from what i can see, just so you know, fyi, i
        guess, i suppose, i can tell that, the fact that, it is important that, i am seeing that, i do not
        think, i do not believe, by the way, in the frame, in this frame"""
    ),
    "self": _phrases("let me, i am going to, i plan to, i want to, i need to, i have to"),
    # Order.
    "then": _phrases(
        "then, next, and then, after which, secondly, thirdly, finally, lastly, followed by, next up, last"
    ),
    "afterwards": _phrases(
        """after that, afterwards, afterward, after this, later, later on, once done, when done, once finished,
        when finished, when you are done, once you are done, after you are done, once that is done, when that is
        done, once you have done that, once you finish, when you finish, once it is done with, in a bit, in a
        while, once you are finished, some time later, when you get a chance, eventually, from there"""
    ),
    "now": _phrases(
        """now, right now, for now, meanwhile, in the meantime, immediately, right away, at once, straight away,
        before that, first of all, first off, to start, to begin, firstly, in the mean time, at this point, asap"""
    ),
    "first": _phrases("first, first thing"),
    "instead": ("instead",),
    "rather": _phrases("instead of, rather than, in place of, as opposed to, over"),
    # Joints.
    "and": _phrases("and, plus, as well as, or, and also, and please"),
    "but": _phrases("but, however, though, although, yet, except, only"),
    "so": _phrases("so, therefore, which is why, thus, that means, hence"),
    # Verbs of no world.
    "idiom": _phrases("go and, come and, go ahead and, quick reminder, reminder, as a reminder, just a reminder"),
    "ensure": _phrases("make sure, make sure that, ensure, ensure that, be sure, be sure that"),
    "verify": _phrases(
        "check that, check if, check whether, verify, verify that, double check, double check that, see if, see whether"
    ),
    "use": _phrases(
        """use, start with, begin with, focus on, move on to, go for, go with, work on, take care of, switch to,
        handle, deal with, check, check on, keep an eye on, look at, watch, attend to, see to, get started with,
        continue with, i meant, i mean, proceed with, stick with, stick to, finish, go ahead with, tend to"""
    ),
    "skip": _phrases("skip, omit, leave out, ignore, forget about, leave off, exclude, do not worry about"),
    "leave": _phrases("leave, keep"),
    "begin": _phrases(
        """start, begin, continue, get started, get started on, get started by, start by, begin by, try, go on, get
        back to, resume, consider, suggest, recommend, advise, how about, what about, time for, proceed by, get,
        finish up, get on with, get going on, proceed to, by"""
    ),
    "quit": _phrases("avoid, quit, refrain from, hold off on, hold off, without, no more, cease, pause, beware of"),
    "goes": _phrases("go, goes, belong, belongs, comes, come, went, came"),
    "left": ("left",),
    # Whole acts.
    "yes": _phrases(
        """yes, yeah, yep, yup, correct, right, exactly, indeed, absolutely, affirmative, that is right, that is
        correct, you are right, you are correct, definitely, certainly, precisely, true, that is true, yes
        indeed, spot on"""
    ),
    "no": _phrases(
        """no, nope, nah, not yet, not really, not quite, negative, not at all, that is not right, that is not
        correct, that is wrong, that is incorrect, incorrect, false, wrong, not exactly, that is not true, not
        quite yet, not so fast, that is not it, that is not quite right, not that i can see"""
    ),
    "ack": _phrases(
        """ok, okay, alright, all right, got it, understood, sure, sure thing, noted, will do, sounds good, no
        problem, of course, copy, copy that, roger, you are welcome, no worries, fine, my apologies, my mistake,
        sorry, i apologize, thanks, thank you, thanks a lot, thank you so much, my bad, fair enough, makes
        sense, that is fine, i understand, apologies, very well, glad to help, happy to help, i am here to help,
        i hear you, good point, certainly so"""
    ),
    "praise": _phrases(
        """great, good, nice, perfect, excellent, awesome, well done, good job, great job, nice job, nice work,
        great work, good work, fantastic, amazing, wonderful, brilliant, keep it up, keep going, looking good,
        looks good, looks great, that looks good, that looks great, that looks perfect, you are doing great, you
        are doing well, good choice, nicely done, way to go, congratulations, bravo, good call, great start,
        good start, great choice, lovely, superb, impressive, you are on track, almost there, you are on the
        right track, excellent work, excellent job, perfect timing, keep up the good work, keep up the great
        work, great progress, good progress, nice progress, exactly right, you got it, you are doing fine, you
        are doing a great job, off to a great start, awesome job, awesome work, fantastic job, fantastic work,
        great stuff"""
    ),
    "greet": _phrases(
        """hi, hello, hey, good morning, good afternoon, good evening, welcome, hi there, hello there, hey there,
        greetings, welcome back, howdy"""
    ),
    "stop": _phrases(
        "stop, hold on, hang on, hold up, whoa, freeze, hold it, halt, stop there, stop right there, one moment"
    ),
    "careful": _phrases(
        """careful, be careful, watch out, look out, heads up, warning, caution, beware, attention, watch it, uh
        oh, oops, danger, mind, be cautious, take care, watch out for, look out for, be careful with, be careful
        of, careful with, oh no, whoops, be aware"""
    ),
    "fulfilled": _phrases(
        """you are done, you are all done, all done, you are finished, you are all set, everything is done,
        everything is ready, everything is complete, everything is finished, the task is complete, the task is
        done, the task is finished, task complete, task completed, mission accomplished, you have finished
        everything, you have completed the task, you have finished the task, that is everything, nothing left to
        do, there is nothing left to do, the task is now complete, the recipe is complete, everything is set,
        all set"""
    ),
    "ask": _phrases("let me know, tell me, please confirm, confirm, show me, can you confirm"),
}
"""Cue -> phrases. A longer phrase wins over a shorter one at the same place."""
PROMISES = frozenset(
    """let tell notify alert warn remind ping say watch keep call inform update monitor track shout flag check
    signal""".split()
)
"""What an assistant promises: "I will tell you when ..."."""

DETERMINERS = frozenset(
    "the a an some your my our his her their this that these those both all each every any no another of more".split()
)
ADJECTIVES = frozenset(
    """fresh big small large little hot cold warm clean dirty empty full ripe whole raw cooked good new old same
    correct wrong right next nearest closest last first remaining finished entire proper own red green blue
    white black yellow brown grey single extra visible nearby main actual required needed final current prepared
    available only very dirty used unused ready done sharp second medium""".split()
)
"""Words before a name that say nothing of which world they belong to."""
SIDES = frozenset("left right front back top bottom upper lower middle rear near far".split())
ORDINALS = {w: n for n, w in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)}
ORDINALS |= {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
TRANSPARENT = frozenset(
    """icon button toggle switch option setting settings tab row page screen menu app section slider field bar item
    label control checkbox link entry panel pieces piece slices slice bits cubes chunks portion portions batch
    ingredient ingredients station area spot feature features one itself mode""".split()
)
"""Nouns that may follow a name and change nothing: "the tracking toggle", "the tomato pieces"."""
PARTITIVES = frozenset(
    """portion portions piece pieces slice slices batch bit roll scoop handful serving helping bowl bunch couple
    rest half""".split()
)
PARTS = frozenset("door lid handle knob top switch button drawer".split())
"""Parts of things that stand for the thing: "the fridge door"."""
HEATS = frozenset("heat flame fire power burner".split())
"""What stands for the thing that it is on: "the heat on the left stove"."""
COUNTLESS_PRONOUNS = frozenset("everything something anything nothing yourself me us you that's each everyone".split())

UNITS = {
    "tick": "tick",
    "ticks": "tick",
    "second": "second",
    "seconds": "second",
    "sec": "second",
    "s": "second",
    "minute": "minute",
    "minutes": "minute",
    "min": "minute",
    "time": "time",
    "times": "time",
    "turns": "turn",
    "steps": "step",
    "visits": "time",
    "percent": "percent",
    "%": "percent",
}
_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBERS: dict[str, int] = {word: n for n, word in enumerate(_ONES)}
NUMBERS |= {word: 10 * n for n, word in enumerate(_TENS, 2)}
NUMBERS |= {"hundred": 100, "dozen": 12}
FREQUENCIES = {"twice": 2, "thrice": 3, "once": 1}

PLACE_PREPOSITIONS = frozenset(
    "in on to at over under underneath below above beside by inside within through upon around near".split()
)
"""Before a place. "into", "onto" and "towards" have become "in", "on" and "to"."""
OTHER_PREPOSITIONS = frozenset("from off out of with for about against without along across between behind".split())
PARTICLES = frozenset("up down on off out away in over back open to".split())
VERB_ADVERBS = frozenset(
    "back over forward closer straight right directly now just first again carefully then all also down ahead".split()
)
"""May stand between the parts of a verb: "go straight back to"."""

FILLERS = frozenset(
    """alone aside untouched unattended under near beside above below underneath upon closer forward please just
    also too again still already really actually maybe perhaps carefully quickly well here back up down out off
    away over around together only even ever yet very quite rather much more most less bit little lot kind sort
    way thing things time times step steps moment minute minutes tick ticks second seconds side top bottom front
    end hand hands right left middle center heat part rest goal order item items need anything everything
    something nothing each both all it them they he she its their there that this these those one ones me us my
    your our the a an some any of for with from as at by in on into about around than like such same other
    another what which who where how why who's here's ahead going go way sure able ready good great fine nice
    well best better next step now currently today soon later once more enough everything's halfway through
    inside outside nearby somewhere anywhere so oh ah hmm um uh hm okay ok wow hey both either neither else
    careful job work point moment chance question questions help attention care mind free hand-held reach
    kitchen's counter's properly evenly finely thoroughly fast slow slowly ground place mistake accident
    possible necessary required task recipe dish meal plan guide instructions instruction safe safely ones own
    while front view frame image picture camera screen start beginning far few several couple many number total
    per roughly approximately around exactly just least course fact case guess know see look looks think want
    let make bring sake example instance general addition order sure first last finally then after before until
    when if because though however therefore thus instead along across against behind between straight directly
    directions direction yourself himself something's done do did does doing have has had be been being is are
    was were am get got getting will would can could should may might must shall not no yes you i we and or but
    nor only except without within""".split()
)
"""Words that carry no name of a thing and no action of their own."""

SYNONYMS: tuple[tuple[str, ...], ...] = (
    _phrases("pick up, take, grab, get, fetch, collect, lift, retrieve, pick, take out, remove, lift up, take up"),
    _phrases(
        """go to, walk to, head to, move to, get to, come to, return to, navigate to, head for, proceed to, visit,
        approach, step to, go in, walk in, run to, make your way to, go up to, go on to, go over to, go at"""
    ),
    _phrases(
        """put, place, add, move, transfer, set, lay, bring, load, pour, return, slide, stick, insert, drop, carry,
        store, throw"""
    ),
    _phrases("put down, set down, lay down, drop, let go of, place down, put back, release"),
    _phrases("chop, cut, slice, dice, mince, chop up, cut up, julienne"),
    _phrases(
        "turn on, switch on, start, power on, light, fire up, enable, activate, toggle on, turn back on, switch back on"
    ),
    _phrases("turn off, switch off, shut off, power off, shut down, disable, deactivate, toggle off, power down"),
    _phrases("switch on, turn on, start, power on, light, enable, activate, toggle on"),
    _phrases("open, open up"),
    _phrases("close, shut, close up"),
    _phrases("throw away, throw out, discard, toss, trash, bin, get rid of, dump, dispose of, toss out, bin, scrap"),
    _phrases("serve, send out, hand over, deliver, serve up"),
    _phrases("plate, dish up, plate up"),
    _phrases("scoop, ladle, spoon, dish out, scoop up, scoop out"),
    _phrases("cook, boil, fry, sear, grill, saute, roast, heat, simmer, heat up, deep fry"),
    _phrases(
        """tap, tap on, press, click, click on, press on, touch, select, choose, hit, pick, open, go to, go in,
        navigate to, toggle, flip, head to, open up, return to, visit, uncheck, check"""
    ),
    _phrases("type, enter, write, input, type in, fill in, key in"),
    _phrases("swipe up, scroll down"),
    _phrases("swipe down, scroll up"),
    _phrases(
        "press back, go back, tap back, hit back, navigate back, tap the back button, press the back button, back out"
    ),
    _phrases(
        """press home, go home, tap home, hit home, press the home button, go to the home screen, return to the
        home screen"""
    ),
    _phrases("sit on, sit down on, take a seat on, sit in, sit down in, sit down"),
    _phrases("stand up, get up, stand"),
    _phrases("drink, sip, drink from, drink up"),
    _phrases("turn to, face, turn around to"),
    _phrases("go through, walk through, pass through, step through, exit through"),
    _phrases("look up, tilt up, look upward, look upwards"),
    _phrases("look down, tilt down, look downward, look downwards"),
    _phrases(
        "go straight, walk straight, move forward, go forward, walk forward, go straight ahead, keep going straight"
    ),
    _phrases("turn left, go left, rotate left"),
    _phrases("turn right, go right, rotate right"),
)
"""Phrases that mean the same; those that a lexicon gives to another verb keep the lexicon's meaning."""
STATES: dict[tuple[str, str], tuple[str, ...]] = {
    ("state", "raw"): _phrases("raw, uncooked, undercooked, half cooked, underdone, not cooked"),
    ("state", "cooking"): _phrases("cooking, boiling, frying, searing, sizzling, simmering, on the heat, heating"),
    ("state", "done"): _phrases(
        """done, ready, cooked, finished, done cooking, finished cooking, cooked through, fully cooked, fully done,
        cooked enough, perfectly cooked, good to go"""
    ),
    ("state", "burnt"): _phrases("burnt, burned, overcooked, charred, overdone"),
    ("form", "whole"): _phrases("whole, uncut, unchopped, in one piece"),
    ("form", "chopped"): _phrases("chopped, cut, sliced, diced, cut up, chopped up"),
    ("power", "on"): _phrases("on, running, switched on, turned on, powered on, lit"),
    ("power", "off"): _phrases("off, switched off, turned off, powered off"),
    ("open", "open"): _phrases("open, wide open, left open"),
    ("open", "closed"): _phrases("closed, shut"),
}
"""Words for the values that all worlds share, for those that a lexicon does not name itself."""
