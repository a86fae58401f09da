"""What is wrong with a document, in words: why it can't be read, and the engine's problems with their place."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cards import TOKENS
from engine.egn import Document
from engine.egn.documents import BIDDING, FILE_TYPE, TRICK_PLAY
from engine.egn.reader import BrokenTextError
from engine.errors import Problem, UnreadableError
from engine.house_rules import HouseRules
from league.bridge import words
from league.bridge.card_words import SUIT_SIGNS, card_short
from league.bridge.rulebook import sentences
from league.text import UNSTORABLE

EXPECTED: Mapping[str, Promise] = {
    "values that are not nested so deeply": gettext_lazy("values that are not nested so deeply"),
    "numbers of fewer digits": gettext_lazy("numbers of fewer digits"),
    "every key once": gettext_lazy("every key once"),
    "a number": gettext_lazy("a number"),
    "a whole number": gettext_lazy("a whole number"),
    "text": gettext_lazy("text"),
    "true or false": gettext_lazy("true or false"),
    "an object": gettext_lazy("an object"),
    "a list": gettext_lazy("a list"),
    "text that can be stored": gettext_lazy("text that can be stored"),
    "a deal that is not packed": gettext_lazy("a deal that is not packed"),
    "1.0 to 1.4": gettext_lazy("1.0 to 1.4"),
    "2 whole numbers": gettext_lazy("2 whole numbers"),
    "3 whole numbers": gettext_lazy("3 whole numbers"),
    FILE_TYPE: gettext_lazy("“Euchre Game Notation”"),
    f"one {BIDDING}, then one {TRICK_PLAY}": gettext_lazy("one EUCHRE_BIDDING, then one TRICK_PLAY"),
}
"""What the reader of documents expects, in its words and in those of people; a test compares the two."""

PLACES: Mapping[str, tuple[Promise, ...]] = {
    "tricks": (gettext_lazy("tricks"), gettext_lazy("trick {0}"), gettext_lazy("trick {0}, card {1}")),
    "calls": (gettext_lazy("calls"), gettext_lazy("call {0}")),
    "holdings": (gettext_lazy("cards dealt"), gettext_lazy("holding {0}"), gettext_lazy("holding {0}, card {1}")),
    "exchanges": (gettext_lazy("exchange"), gettext_lazy("exchange {0}"), gettext_lazy("exchange {0}, card {1}")),
    "kitty": (gettext_lazy("kitty"), gettext_lazy("kitty, card {0}")),
    "upcard": (gettext_lazy("card turned up"),),
    "discard": (gettext_lazy("discard"),),
    "dealer": (gettext_lazy("dealer"),),
    "leader": (gettext_lazy("first lead"),),
    "alone": (gettext_lazy("player alone"),),
    "lone_defender": (gettext_lazy("lone defender"),),
    "players": (gettext_lazy("players"),),
    "initialScore": (gettext_lazy("score before the first deal"),),
    "finalScore": (gettext_lazy("final score"),),
}
"""The places of a record, by how many numbers are said of them."""

LONGEST = 40


def unreadable_text(error: UnreadableError) -> str:
    """Why a text is no document, with the place."""
    if isinstance(error, BrokenTextError):
        at = {"line": error.line, "character": error.place.rpartition(" ")[2]}
        return _("Line %(line)s, character %(character)s: this is not JSON, or it breaks off here.") % at
    expected = EXPECTED.get(error.expected)
    if expected is None:
        return _("At “%(place)s” stands something that is not expected there.") % {"place": shown(error.place)}
    told = _("At “%(place)s”, this is expected: %(expected)s.")
    return told % {"place": shown(error.place), "expected": expected}


def problem_text(problem: Problem, names: Sequence[str]) -> str:
    """A problem of a deal or a document, behind its place where it has one that people can find."""
    said = {name: _value_text(value) for name, value in problem.params.items()}
    told = Problem(problem.code, problem.field, problem.seat, said)
    labels = {name: texts[0] for name, texts in PLACES.items()} | dict(words.FIELDS)
    text = words.message_for(told, names, labels)
    place = place_text(problem.field)
    text = text[:1].upper() + text[1:]
    return _("%(place)s: %(problem)s") % {"place": place, "problem": text} if place else text


def place_text(field: str) -> str:
    """ "trick 4, card 2"; empty where the problem says enough by itself."""
    name, *numbers = field.split(".")
    texts = PLACES.get(name, ())
    if not all(number.isdecimal() for number in numbers) or len(numbers) >= len(texts):
        return ""
    text = str(texts[len(numbers)]).format(*(int(number) + 1 for number in numbers))
    return text[:1].upper() + text[1:]


def names_by_seat(document: Document) -> list[str]:
    """A name for each seat of the game; empty for seats without one, and names without a seat are left out."""
    seats = document.rules.game.seats
    return [str(name) for name in (*document.players, *[""] * seats)[:seats]]


def seat_names(document: Document) -> list[str]:
    """What the document calls its players; those without a name by their seat."""
    told = _("Player %(number)s")
    return [name or told % {"number": seat + 1} for seat, name in enumerate(names_by_seat(document))]


def differing_rules(rules: HouseRules, usual: HouseRules) -> list[str]:
    """The house rules of a document that are others than those that the club plays by, in sentences."""
    known = {sentence.text for sentence in sentences(usual)}
    return [sentence.text for sentence in sentences(rules) if sentence.text not in known]


def shown(text: str) -> str:
    """A word of a file as far as it can be shown."""
    visible = UNSTORABLE.sub("", text)
    return visible if len(visible) <= LONGEST else f"{visible[: LONGEST - 1]}…"


def _value_text(value: str | int) -> str:
    text = str(value)
    return card_short(text) if text in TOKENS and text[-1] in SUIT_SIGNS else shown(text)
