"""What a person's utterance is, by rules over its words: the classifier behind IVG Table 15. It knows no lexicon.

The paper names six classes and says only that one rule-based classifier is applied to human and simulated utterances;
the rest of what is said (statements, announcements, acknowledgements, other questions) it leaves out of the table. The
patterns are ours, and so is their order, for an utterance gets one class, the first that fits:

1. hostility: an insult, or anger, whatever else is said;
2. a request to be told of something in future ("tell me when the rice is done");
3. a question of location or of the next action ("where is the pan", "what now");
4. a question of strategy or planning ("should I chop first", "what is the best order");
5. a comment on the assistant or its silence ("are you there", "you talk too much");
6. a greeting, where that is all there is or where a statement follows;
7. another question, and all else.

A greeting before a question or a request is left aside, so that "hi, where is the pan" is a question of location.
"""

from __future__ import annotations

import re
from enum import StrEnum

from envs.assist.grounding.words import split


class SpeechAct(StrEnum):
    """Classes of Table 15, in its order, and two for the rest."""

    GREETING = "greeting"
    COMMENT = "comment"
    """On the assistant or its silence."""
    FRUSTRATION = "frustration"
    """Or hostility."""
    NOTIFICATION = "notification"
    """A request to be told of something in future."""
    STRATEGY = "strategy"
    """A question of strategy or planning."""
    NEXT = "next"
    """A question about location or next action."""
    QUESTION = "question"
    """Any other."""
    OTHER = "other"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


_GREETING = re.compile(
    r"^(?:oh )?(?:hi|hello|hey|heya|howdy|yo|greetings|good (?:morning|afternoon|evening|day))(?: there| again"
    r"| everyone"
    r"| assistant| robot| all| you)?(?= [.,!;?:]|$| (?!up\b))"
)
_ANGER = _pattern(
    r"stupid|idiots?|idiotic|dumb|moron|useless|worthless|garbage|rubbish assistant|damn|dammit|damned|hell|wtf"
    r"|crap|shit",
    r"fuck\w*|bullshit|pissed|suck|sucks|terrible|awful|horrible|ridiculous|annoying|annoyed|infuriating|frustrat\w+",
    r"hate|shut up|so angry|ugh+|argh+|grr+|for (?:god|heaven|christ) 's sake|give me a break|what is wrong with you",
    r"leave me alone|get lost|i give up|i am sick of|i have had enough|fed up|makes no sense at all|waste of time"
    r"|come on",
    r"are you (?:kidding|serious|joking|blind)|this is hopeless|nothing works|i am losing (?:it|my patience)"
    r"|not helping",
)
_NOTIFY = _pattern(
    r"(?:tell|warn|alert|notify|remind|ping|inform|call|update) (?:me|us) (?:again |right away |immediately |please )*"
    r"(?:when|once|as soon as|if|before|after|the moment|in|at|that)",
    r"let (?:me|us) know (?:right away |immediately |please |again )*(?:when|once|as soon as|if|before|after"
    r"|the moment|in)",
    r"(?:tell|warn|alert|notify|remind) (?:me|us) (?:to|about|of)",
    r"(?:give|send) (?:me|us) a (?:shout|signal|sign|reminder|heads up|warning|call)",
    r"say (?:something|so|stop|when|it) (?:when|once|as soon as|if)",
    r"(?:keep|have) an eye on .{1,60}(?:and|for me)",
    r"(?:can|could|will|would) you (?:please )?watch .{1,60}(?:for me|and)",
    r"(?:when|once|as soon as|if) [^?]{1,80}\b(?:tell|warn|alert|notify|remind|inform) (?:me|us)",
    r"(?:when|once|as soon as|if) [^?]{1,80}\blet (?:me|us) know",
    r"set (?:me )?an? (?:timer|alarm|reminder)|wake me",
)
_WHERE = _pattern(
    r"where (?:is|are|was|were|do|does|did|can|should|to|exactly|else|in|would|could|might|will|am|the|'s)",
    r"which (?:drawer|shelf|room|station|cupboard|cabinet|menu|page|app|screen|counter|side|way|direction|tab)",
    r"(?:can not|do not|could not|can you) (?:you )?(?:find|see|locate) (?:the|a|any|my|where)",
    r"(?:can not|could not|do not) find|how do i (?:get|go) (?:to|there|back)|what room|looking for the",
)
_NEXT = _pattern(
    r"what (?:is|comes|should be|would be|'s) (?:the |my |our )?next(?: step| one| thing| action)?",
    r"what (?:now|next|else)|and now|now what|then what|what then|what after that|and then",
    r"what (?:do|should|shall|can|must|am|would) (?:i|we) (?:have to |need to |supposed to |meant to )?(?:do"
    r"|be doing|to do)",
    r"what (?:do|should|shall|can|must|would|am) (?:i|we) \w+ (?:next|now|first|then|after\w*)",
    r"what am i (?:supposed|meant|going) to",
    r"what (?:do|should|shall) (?:i|we) (?:still )?(?:do|need|chop|cook|take|get|put|tap|press|open|pick)",
    r"(?:tell|show) me what (?:to do|is next|comes next|i should do|now)",
    r"(?:is there|anything) (?:anything )?(?:else|left)(?: to do| i should do| for me)?",
    r"next step|how (?:do|should|shall|can) i (?:go on|continue|proceed|start|begin)|what comes? (?:now|next)",
    r"(?:please )?help me|i (?:need|could use) (?:some |your )?help|i am (?:stuck|lost)|i do not know what to do"
    r"|any idea what to do",
)
_STRATEGY = _pattern(
    r"(?:should|shall|must|can|could|may|would) (?:i|we) .{0,80}?\b(?:first|before|after|while|or|instead"
    r"|meanwhile|at the same time|already|now|yet)",
    r"(?:what|which) (?:is|are|would be|'s) (?:the |your )?(?:best|right|fastest|quickest|smartest|easiest"
    r"|most efficient|better)",
    r"(?:best|right|fastest|quickest|easiest|better) (?:way|order|strategy|plan|approach|idea)",
    r"what (?:is|'s) (?:the |your |our )?(?:plan|strategy|order|recipe|goal|priority)",
    r"(?:in )?(?:which|what) order|how (?:should|shall|do|can|could|would) (?:i|we) (?:best )?(?:plan|organi[sz]e"
    r"|split|divide|prioriti[sz]e|approach|time|do (?:it|this|that|both))",
    r"is it (?:better|faster|quicker|smarter|ok|okay|best|worth|possible|smart|a good idea)",
    r"(?:does|would|will) it (?:be|make sense|help|work|matter)|do (?:i|we) have (?:enough )?time|how many steps",
    r"(?:should|shall) (?:i|we)|do (?:i|we) (?:need|have) to|why (?:should|do|would|must) (?:i|we)"
    r"|would you (?:rather|recommend|suggest)",
    r"what (?:do|would) you (?:suggest|recommend|advise|propose|think)|what if (?:i|we)|can i (?:skip|combine|do both)",
)
_ASSISTANT = _pattern(
    r"are you (?:there|still there|awake|alive|listening|sleeping|asleep|working|broken|a robot|an ai|human|real"
    r"|sure|ok|okay)",
    r"(?:can|do|did) you (?:hear|see|understand|follow|get|notice) (?:me|that|this|what)",
    r"you (?:are|were|have been|'re) (?:so |very |too |really |awfully |being |pretty |quite |rather )*"
    r"(?:quiet|silent|slow|late|fast|loud|chatty|talkative|helpful|unhelpful|wrong|right|great|good|funny|bossy"
    r"|confusing|nice|repeating|smart|kind)",
    r"you (?:talk|speak|say|repeat|keep|interrupt|comment)\w* (?:too|so|that|the same|yourself|saying|talking"
    r"|repeating|very|much|me)",
    r"you (?:never|always|do not|did not|could have|should have|might have|already) (?:\w+ )?(?:say|said|answer"
    r"|answered|tell|told|talk|help|respond|reply|warn|warned|speak)",
    r"(?:stop|quit) (?:talking|repeating|interrupting|saying|telling me)|less talk\w*|be quiet|quiet please"
    r"|too much talk\w*|lot of talk",
    r"(?:say|answer) something|talk to me|why (?:are you|do you not|did you not|so) (?:silent|quiet|say|answer"
    r"|speak|talk|tell)",
    r"(?:only|please) (?:tell me|speak up|speak) (?:only )?(?:when|if) it (?:matters|is important)"
    r"|only when it matters|hello\?|anyone there|anybody there",
    r"thanks for (?:your help|the help|telling|the warning|the hint|the tip)|(?:good|bad|nice|great) (?:assistant"
    r"|advice|hint|tip|bot|robot)|your (?:advice|help|hints?|messages?|voice)",
    r"what i am (?:doing|holding) you see",
)
_QUESTION = re.compile(
    r"^(?:and |but |so |ok |okay |well |wait |sorry |um |hm |please |, )*(?:what|where|which|who|why|how|when"
    r"|whose|is|are|am|was|were"
    r"|do|does|did|have|has|had|can|could|should|shall|will|would|may|must)\b(?! not\b)"
)
_QUIET_TALK = re.compile(
    r"^(?:only|please only) .*\bit matters\b|\bonly when it matters\b|\bonly tell me (?:what|when"
    r"|if)\b.*\b(?:important|matters)\b"
)


def classify(text: str) -> SpeechAct:
    """The class of one utterance; OTHER for what says nothing. Never raises."""
    levelled = split(text)
    words = " ".join(levelled.words)
    if _ANGER.search(words):
        return SpeechAct.FRUSTRATION
    greeting = _GREETING.match(words)
    rest = words[greeting.end() :].lstrip(" .,!;:") if greeting else words
    asks = "?" in levelled.words or _QUESTION.match(rest) is not None
    if _QUIET_TALK.search(rest):
        return SpeechAct.COMMENT
    if _NOTIFY.search(rest):
        return SpeechAct.NOTIFICATION
    if asks or _WHERE.search(rest) or _NEXT.search(rest):
        if _asks_next(rest, asks):
            return SpeechAct.NEXT
        if asks and _STRATEGY.search(rest) and not _ASSISTANT.search(rest):
            return SpeechAct.STRATEGY
    if _ASSISTANT.search(rest) or (greeting is not None and rest == "?"):
        return SpeechAct.COMMENT
    if greeting is not None and not (asks and rest):
        return SpeechAct.GREETING
    return SpeechAct.QUESTION if asks else SpeechAct.OTHER


def _asks_next(rest: str, asks: bool) -> bool:
    """A question of location or of the next action; "next?" alone is one."""
    if rest.strip(" ?.!") in ("next", "now", "so", "and"):
        return asks
    if _WHERE.search(rest):
        return asks or "find" in rest or "looking" in rest or rest.startswith("where")
    found = _NEXT.search(rest)
    if found is None:
        return False
    ordered = re.search(r"\b(?:best|right|fastest|order|better|plan)\b", rest)
    return ordered is None and (asks or found[0].split()[0] not in ("and", "next", "is", "anything"))
