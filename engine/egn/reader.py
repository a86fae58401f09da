"""From JSON to a Document. Values of a wrong kind raise UnreadableError with their place; wrong cards, calls and
seats do not: they are what the judge is for.
"""

import json
import re
from collections.abc import Mapping
from math import isfinite
from types import MappingProxyType
from typing import NoReturn

from engine.auction import ORDER_UP, all_passed
from engine.cards import TOKENS, Suit
from engine.egn.documents import BIDDING, FILE_TYPE, TRICK_PLAY, Document, Json, NotedDeal
from engine.egn.rules import read_rules
from engine.errors import Problem, UnreadableError
from engine.house_rules import HouseRules
from engine.records import CardRecord, Exchange, HandKind, HandRecord
from engine.trump import left_bower, right_bower
from engine.variants import Variant

VERSIONS = re.compile(r"1\.[0-4](\.\d+)?")

# `N` is another way to write a nine.
_CARDS = {card: card for card in TOKENS} | {"N" + suit: "9" + suit for suit in (*Suit, "x")}
_known = _CARDS.__getitem__
_SUITS: Mapping[str, Suit] = MappingProxyType({str(suit): suit for suit in Suit})
_NOTHING: Mapping[str, Json] = MappingProxyType({})
_SOME_JACK: Mapping[str, str] = MappingProxyType({"R": "Jx", "L": "Jx"})
MOST_POINTS = 10**100
_NOBODY = -1
"""`aloneDefender`, where no defender is alone."""


class BrokenTextError(UnreadableError):
    """Text that is not JSON; `line` is where it stops being so, from 1."""

    def __init__(self, error: json.JSONDecodeError) -> None:
        super().__init__(f"character {error.colno}", f"JSON ({error.msg})")
        self.line = error.lineno


def parse_document(text: str) -> Document:
    """Read a document; UnreadableError if it is none."""
    try:
        data = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise UnreadableError("document", "values that are not nested so deeply") from None
    except json.JSONDecodeError as error:
        raise BrokenTextError(error) from None
    except UnreadableError:
        raise
    except ValueError:  # a number of thousands of digits
        raise UnreadableError("document", "numbers of fewer digits") from None
    return document_from_json(data)


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise UnreadableError(twice[:40], "every key once")
    return found


def _refuse(name: str) -> NoReturn:
    raise UnreadableError(name, "a number")


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse(text[:20])


def document_from_json(data: Json) -> Document:
    """Read a document that was parsed to plain values."""
    document = _mapping(data, "document")
    if document.get("fileType") != FILE_TYPE:
        raise UnreadableError("fileType", FILE_TYPE)
    if not VERSIONS.fullmatch(_text(document.get("version"), "version")):
        raise UnreadableError("version", "1.0 to 1.4")
    metadata = _mapping(document.get("metadata"), "metadata")
    ruleset = _mapping(metadata.get("ruleset", {}), "ruleset")
    reader = read_rules(ruleset, _optional_text(metadata, "description"))
    players = _players(metadata.get("players", []))
    problems, initial = list(reader.problems), _scores(metadata, "initialScore", reader.game)
    if players and len(players) != reader.game.seats:
        problems.append(Problem("wrong_player_count", "players"))
    return Document(
        rules=reader.rules,
        deals=tuple(_deal(number, deal, reader.rules) for number, deal in enumerate(_deals(document))),
        players=players,
        initial_score=initial if any(initial) else (),
        final_score=_scores(metadata, "finalScore", reader.game),
        id=_optional_text(metadata, "gameId"),
        title=_optional_text(metadata, "title"),
        description=reader.description,
        date=_optional_text(metadata, "date"),
        unplayed=reader.unplayed,
        target_stated=reader.target_stated,
        unplayed_line=tuple(reader.unplayed_line),
        problems=tuple(problems),
    )


def _players(value: Json) -> tuple[Json, ...]:
    """Names, as text or as objects that have one."""
    for number, player in enumerate(_list(value, "players")):
        if type(player) is not str:
            _text(_mapping(player, f"players.{number}").get("name"), f"players.{number}.name")
    return tuple(value)


def _scores(metadata: Mapping[str, Json], name: str, game: Variant) -> tuple[int, ...]:
    if name not in metadata:
        return ()
    scores = _list(metadata[name], name)
    if scores and len(scores) != len(game.sides):
        raise UnreadableError(name, f"{len(game.sides)} whole numbers")
    for place, score in enumerate(scores):
        if type(score) is not int:
            raise UnreadableError(f"{name}.{place}", "a whole number")
        if abs(score) > MOST_POINTS:  # so many digits no sum of them could be written
            raise UnreadableError(f"{name}.{place}", "numbers of fewer digits")
    return tuple(scores)


# A deal


def _deal(number: int, data: Json, rules: HouseRules) -> NotedDeal:
    try:
        return _read_deal(number, data, rules)
    except UnreadableError as error:
        raise UnreadableError(f"deals.{number}.{error.place}".rstrip("."), error.expected) from None


def _read_deal(number: int, data: Json, rules: HouseRules) -> NotedDeal:
    if isinstance(data, str):
        raise UnreadableError("", "a deal that is not packed")
    deal = _mapping(data, "")
    state = _mapping(deal.get("initialState"), "initialState")
    bidding, play = _phases(_list(deal.get("phases"), "phases"))
    calls = _calls(bidding.get("calls", []))
    written = _text(state.get("upCard"), "initialState.upCard")
    bowers = _bowers(calls, written)
    upcard = _card(written, bowers)
    cards = CardRecord(
        calls,
        _holdings(state, bowers),
        _card(_text(bidding["discard"], "discard"), bowers) if "discard" in bidding else None,
        _exchanges(bidding["cardExchanges"], bowers) if "cardExchanges" in bidding else (),
        _card_lists(play["tricks"], "tricks", bowers) if "tricks" in play else (),
        _cards(state["kitty"], "kitty", bowers) if "kitty" in state else (),
        _int(play["initialLead"], "initialLead") if "initialLead" in play else None,
    )
    return NotedDeal(
        dealer=_int(state.get("dealer"), "initialState.dealer"),
        record=HandRecord(
            kind=HandKind.PASSED_OUT if all_passed(calls, upcard, rules) else HandKind.PLAYED,
            alone=_alone(bidding, play),
            lone_defender=_lone_defender(bidding),
            upcard=upcard,
            cards=cards,
        ),
        number=_int(deal.get("dealNumber", number), "dealNumber"),
        call_notes=bidding.get("callAnnotations"),
        play_notes=play.get("playAnnotations"),
        other_lines=deal.get("alternativeLines"),
    )


def _deals(document: Mapping[str, Json]) -> list[Json]:
    return _list(document.get("deals"), "deals")


def _phases(phases: list[Json]) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
    """The auction and the play; one that is missing is empty."""
    bidding: Mapping[str, Json] = _NOTHING
    play: Mapping[str, Json] = _NOTHING
    for number, data in enumerate(phases):
        phase = _mapping(data, f"phases.{number}")
        kind = phase.get("type")
        if kind == BIDDING and bidding is play is _NOTHING:
            bidding = phase
        elif kind == TRICK_PLAY and play is _NOTHING:
            play = phase
        else:
            raise UnreadableError(f"phases.{number}.type", f"one {BIDDING}, then one {TRICK_PLAY}")
    return bidding, play


def _calls(value: Json) -> tuple[str, ...]:
    calls = _list(value, "calls")
    for place, call in enumerate(calls):
        if type(call) is not str:
            raise UnreadableError(f"calls.{place}", "text")
    return tuple(calls)


def _bowers(calls: tuple[str, ...], upcard: str) -> Mapping[str, str]:
    """What `R` and `L` stand for: the bowers of the trump that was made, or some jack."""
    if not calls:
        return _SOME_JACK
    trump = _SUITS.get(calls[-1] if calls[-1] != ORDER_UP else upcard[-1:])
    return _SOME_JACK if trump is None else {"R": right_bower(trump), "L": left_bower(trump)}


def _holdings(state: Mapping[str, Json], bowers: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    for key in ("playerCards", "player_cards"):
        if key in state:
            return _card_lists(state[key], key, bowers)
    return ()


def _exchanges(value: Json, bowers: Mapping[str, str]) -> tuple[Exchange, ...]:
    moves = []
    for number, data in enumerate(_list(value, "cardExchanges")):
        place = f"cardExchanges.{number}"
        move = _mapping(data, place)
        sender, receiver = _int(move.get("sender"), f"{place}.sender"), _int(move.get("receiver"), f"{place}.receiver")
        moves.append(Exchange(sender, receiver, _cards(move.get("cards"), f"{place}.cards", bowers)))
    return tuple(moves)


def _alone(bidding: Mapping[str, Json], play: Mapping[str, Json]) -> bool:
    for phase, key in ((bidding, "isAlone"), (bidding, "is_alone"), (play, "isAlone"), (play, "is_alone")):
        if key in phase:
            if not isinstance(phase[key], bool):
                raise UnreadableError(key, "true or false")
            return bool(phase[key])
    return False


def _lone_defender(bidding: Mapping[str, Json]) -> int | None:
    seat = _int(bidding.get("aloneDefender", _NOBODY), "aloneDefender")
    return None if seat == _NOBODY else seat


# Values


def _card_lists(value: Json, place: str, bowers: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    lists = _list(value, place)
    try:
        found = tuple([tuple(map(_known, cards)) for cards in lists if type(cards) is list])
    except (KeyError, TypeError):
        found = ()
    if len(found) == len(lists):
        return found
    return tuple([_cards(cards, f"{place}.{number}", bowers) for number, cards in enumerate(lists)])


def _cards(value: Json, place: str, bowers: Mapping[str, str]) -> tuple[str, ...]:
    cards = _list(value, place)
    try:
        return tuple(map(_known, cards))
    except (KeyError, TypeError):
        return tuple([_card(_text(card, f"{place}.{number}"), bowers) for number, card in enumerate(cards)])


def _card(written: str, bowers: Mapping[str, str]) -> str:
    """A card as the engine writes it; what is no card stays as it is, for the judge to refuse."""
    return _CARDS.get(written) or bowers.get(written, written)


def _mapping(value: Json, place: str) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise UnreadableError(place, "an object")
    return value


def _list(value: Json, place: str) -> list[Json]:
    if not isinstance(value, list):
        raise UnreadableError(place, "a list")
    return value


def _int(value: Json, place: str) -> int:
    if type(value) is not int:
        raise UnreadableError(place, "a whole number")
    return value


def _text(value: Json, place: str) -> str:
    if not isinstance(value, str):
        raise UnreadableError(place, "text")
    return value


def _optional_text(data: Mapping[str, Json], key: str) -> str | None:
    return _text(data[key], key) if key in data else None
