"""Documents of other programs, on their way to the club's games: read, judged, and as the events of a game."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError

from engine.egn import (
    Document,
    JudgedDeal,
    NotedDeal,
    final_mismatch,
    format_document,
    judge_document,
    parse_document,
)
from engine.egn.documents import Json
from engine.errors import Problem, UnreadableError
from engine.events import Deal, Event, SetDealer
from engine.house_rules import HouseRules
from engine.scoring import Outcome
from engine.seating import left_of
from engine.stored import record_to_json
from league.bridge.rows import digest_of
from league.days import day_in
from league.models.players import PLAYER_NAME_LENGTH
from league.text import JSON_DEPTH, clean_text, holds_unstorable

LEAST_SCORE = -99
"""Before the first deal: so many points nobody ever lost."""


class BadNameError(ValueError):
    """A player's name that can't be one, and what is wrong with it in words. `seat` counts from 0."""

    def __init__(self, seat: int, messages: list[str]) -> None:
        super().__init__(*messages)
        self.seat, self.messages = seat, messages


@dataclass(frozen=True, slots=True)
class Playable:
    """A game as it is stored: its rules, who deals first, the points before, and its events, each with its id."""

    rules: HouseRules
    first_dealer: int
    scores: tuple[int, ...]
    events: tuple[tuple[UUID, Event], ...]


def read_game(text: str) -> Document:
    """A document as far as the club keeps any of it: without notes, other lines of play, title and description.

    Where it doesn't say how many points win, its own deals do. Raises UnreadableError for what is no document, and
    BadNameError.
    """
    read = parse_document(text)
    players = read.players[: read.rules.game.seats + 1]  # one too many is enough to be told
    names = tuple(_name(seat, player) for seat, player in enumerate(players))
    deals = tuple(NotedDeal(deal.dealer, deal.record, deal.number) for deal in read.deals)
    kept = replace(read, deals=deals, players=names, id=own_id(read), title=None, description=None)
    if (place := _unstorable(kept)) is not None:
        raise UnreadableError(place, "text that can be stored")
    return _with_target(_with_likely_scores(kept))


def own_id(document: Document) -> str | None:
    """The id of the document, if it is one that a game of ours can have."""
    try:
        return str(UUID(document.id or ""))
    except ValueError:
        return None


def digest_of_game(document: Document) -> str:
    """What was played, whoever played it and whatever was said of it: equal for the same game in another file."""
    deals = [[deal.dealer, record_to_json(deal.record)] for deal in document.deals]
    return digest_of([document.rules.to_json(), list(document.by_seat(document.initial_score)), deals])


def day_of(document: Document, zone: str) -> date | None:
    """The day of the club's night on which it says it was played, if that can be read."""
    try:
        said = datetime.fromisoformat((document.date or "").strip().replace("/", "-"))
        if said.tzinfo is None:
            said = said.replace(tzinfo=ZoneInfo(zone))
            if said.time() == time():
                return said.date()  # only a day was said
        return day_in(zone, said)
    except (ValueError, OverflowError):
        return None


def judge_game(document: Document, without: Container[int] = ()) -> list[JudgedDeal]:
    """Every deal judged; a game that was won is over, whether or not its document states how many points win.

    The stated final score is a question of its own: `check_final`.
    """
    return list(judge_document(replace(document, target_stated=True, final_score=()), without))


def check_final(document: Document, judged: Sequence[JudgedDeal], without: Container[int] = ()) -> Problem | None:
    """That the deals come to another score than is stated; nobody can say where a deal has a problem or is left out."""
    in_doubt = any(one.result is None or place in without for place, one in enumerate(judged))
    return None if not judged or in_doubt else final_mismatch(document, judged[-1].scores)


def is_unfinished(judged: JudgedDeal) -> bool:
    """Whether a deal is lawful as far as it goes, and has no result that could be kept."""
    return judged.result is not None and judged.result.outcome == Outcome.UNFINISHED


def make_playable(document: Document, game_id: UUID, judged: list[JudgedDeal], without: Container[int]) -> Playable:
    """The events of a game whose deals are lawful but for those left `without`; unfinished ones are left out too.

    Ids are made of the game's and the deal's place, so that the same game sent twice is stored once.
    """
    kept = [(place, it) for place, it in enumerate(judged) if place not in without and not is_unfinished(it)]
    scores = document.by_seat(document.initial_score)
    dealer = kept[0][1].deal.dealer if kept else 0
    return Playable(document.rules, dealer, scores if any(scores) else (), tuple(_events(kept, game_id, len(scores))))


def _events(kept: list[tuple[int, JudgedDeal]], game_id: UUID, seats: int) -> Iterator[tuple[UUID, Event]]:
    follows, next_dealer = None, None
    for place, judged in kept:
        deal, hand = judged.deal, uuid5(game_id, f"deal {place}")
        if next_dealer not in (None, deal.dealer):  # a misdeal, or a deal that is missing
            yield uuid5(game_id, f"dealer {place}"), SetDealer(deal.dealer, follows)
        yield hand, Deal(str(hand), deal.record, follows)
        follows = str(hand)
        redeal = judged.result is not None and judged.result.redeal
        next_dealer = deal.dealer if redeal else left_of(deal.dealer, seats)


def write_game(document: Document) -> str:
    """What `read_game` read, so that it can be read again."""
    return format_document(document)


def _name(seat: int, player: Json) -> str:
    try:
        return clean_text(player if isinstance(player, str) else player["name"], PLAYER_NAME_LENGTH)
    except ValidationError as error:
        raise BadNameError(seat, error.messages) from None


def _unstorable(document: Document) -> str | None:
    """Where a character stands that no database stores."""
    for place, deal in enumerate(document.deals):
        if (found := _find_unstorable(record_to_json(deal.record), f"deals.{place}")) is not None:
            return found
    return _find_unstorable({**document.unplayed, "description": list(document.unplayed_line)}, "ruleset")


def _find_unstorable(value: Any, place: str, depth: int = JSON_DEPTH) -> str | None:
    if depth < 0:
        raise UnreadableError("ruleset", "values that are not nested so deeply")
    if isinstance(value, str):
        return place if holds_unstorable(value) else None
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        if isinstance(key, str) and holds_unstorable(key):
            return place
        if (found := _find_unstorable(item, f"{place}.{key}", depth - 1)) is not None:
            return found
    return None


def _with_likely_scores(document: Document) -> Document:
    """A first score far below zero is a slip, and more than a column holds."""
    if all(score >= LEAST_SCORE for score in document.initial_score):
        return document
    params = {"least": LEAST_SCORE, "most": document.rules.target - 1}
    return replace(document, problems=(*document.problems, Problem("out_of_range", "initialScore", params=params)))


def _with_target(document: Document) -> Document:
    """A game that goes on behind the points that are said to win by default was played to more."""
    if document.target_stated or not document.rules_known:
        return document
    before, reached = max(document.by_seat(document.initial_score)), 0
    for judged in judge_document(document):
        if judged.result is not None and not is_unfinished(judged):
            before, reached = max(judged.scores), max(before, reached)
    played_to = document.rules.change(target=max(document.rules.target, reached + 1))
    return document if played_to.problems() else replace(document, rules=played_to)
