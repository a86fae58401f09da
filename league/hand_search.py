"""Looking for hands in a season: by what was made, by whom, and what came of it."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from league.bridge.search_words import card_text
from league.bridge.words import HOW, hand_sentence
from league.models import Club, Game, Hand, Night, Player
from league.paging import page_with
from league.services.log import GameLog, read_logs
from league.sheets import short_names

PAGE_SIZE = 50
MOST_FOUND = 5_000
"""Hands of one download, the newest: each stands with its game's names and rules."""


@dataclass(frozen=True, slots=True)
class HandsSought:
    """Which hands of a season: empty means any.

    `key`: part of the search key of whoever made it; `alone`: one of ALONE; `quick`: those of which only the result was
    recorded, too.
    """

    season: int
    key: str = ""
    trump: str = ""
    upcard: str = ""
    outcome: str = ""
    alone: str = ""
    quick: bool = False


@dataclass(frozen=True, slots=True)
class HandRow:
    """A line of a list of hands. `upcard` is its rank in words and the letter of its suit."""

    game: UUID
    hand: str
    number: int
    date: date
    table: int | None
    sentence: str
    upcard: tuple[str, str] | None
    trump: str
    maker: str
    made_how: str
    dealer: str
    with_cards: bool


def hands_found(club: Club, sought: HandsSought) -> QuerySet[Hand]:
    """The hands that count, the newest first: by way of the season's nights and their games.

    Never of all hands there are: a game of a season that has cards is found by an index of such games alone.
    """
    games = Game.objects.filter(night__in=Night.objects.filter(club=club, season=sought.season))
    if not sought.quick:
        games = games.filter(has_cards=True)
    hands = Hand.objects.filter(_likeness(club, sought), game__in=games, number__isnull=False, outside=False)
    return hands.order_by("-game__play_order", "game", "-position")


def _likeness(club: Club, sought: HandsSought) -> Q:
    wanted = {"trump": sought.trump, "upcard": sought.upcard, "outcome": sought.outcome}
    like = Q(**{name: value for name, value in wanted.items() if value})
    if not sought.quick:
        like &= Q(full=True)
    if sought.alone:
        like &= Q(alone=True) if sought.alone == "maker" else Q(lone_defender__isnull=False)
    if sought.key:
        # Asked first: PostgreSQL would look through each game's hands once for each player who fits.
        makers = Player.objects.filter(club=club, merged_into=None, search_key__contains=sought.key)
        like &= Q(maker_player__in=list(makers.values_list("pk", flat=True)))
    return like


def hand_page(club: Club, sought: HandsSought, number: str) -> "Page[HandRow]":
    """A page of them. Six queries: the count, which, their games, and of these events, players and merged players.

    Which, by their keys alone: to sort a season's hands with all that belongs to them took ten times as long.
    """
    page = Paginator(hands_found(club, sought).values_list("pk", flat=True), PAGE_SIZE).get_page(number)
    found = Hand.objects.select_related("game__club", "game__night", "game__table", "game__ruleset")
    by_key = found.in_bulk(list(page.object_list))
    hands = [by_key[pk] for pk in page.object_list if pk in by_key]
    logs = read_logs(list({hand.game_id: hand.game for hand in hands}.values()))
    rows = [_row(hand, logs[hand.game_id]) for hand in hands]
    return page_with(page, rows)


def _row(hand: Hand, log: GameLog) -> HandRow:
    """By the log, as everywhere: who sat there then, and what they are called now."""
    place = log.places[str(hand.hand)]
    line, names = log.state.lines[place], short_names(log, place)
    result = line.judgement.result
    maker = result.maker if result else None
    return HandRow(
        game=hand.game_id,
        hand=str(hand.hand),
        number=line.number or 0,
        date=log.game.night.date,
        table=log.game.table.number if log.game.table else None,
        sentence=hand_sentence(line, names),
        upcard=card_text(hand.upcard) if hand.upcard else None,
        trump=hand.trump,
        maker="" if maker is None else names[maker],
        made_how=str(HOW[hand.made_how]) if hand.made_how else "",
        dealer=names[line.dealer],
        with_cards=hand.full,
    )
