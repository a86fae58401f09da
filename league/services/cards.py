"""Cards on tables: made, opened, withdrawn; and what is on at the table of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days import club_date
from league.models import Club, ClubState, Game, GamePlayer, GameStatus, Night, Player, Recorder, TableCard
from league.models.cards import MOST_TABLES
from league.services.audit import note
from league.services.locks import lock_club

FRESH = timedelta(minutes=1)
"""An opening is noted once a minute: people scan twice."""

MOST_CIRCLES = 3
A_YEAR = timedelta(days=366)


@transaction.atomic
def make_cards(
    club: Club, numbers: Sequence[int], expires_at: datetime | None = None, by: Recorder | None = None
) -> list[TableCard]:
    """A card for each of these tables that has none; an expired one gives way. A ValidationError says what can't be."""
    lock_club(club.pk)
    if not numbers or not all(0 < number <= MOST_TABLES for number in numbers):
        message = _("Tables have numbers from 1 to %(most)s.") % {"most": MOST_TABLES}
        raise ValidationError({"last": ValidationError(message, code="number")})
    if expires_at is not None and expires_at <= timezone.now():
        raise ValidationError({"until": ValidationError(_("That day is past."), code="past")})
    there = {card.number: card for card in club.cards.filter(withdrawn_at=None, number__in=numbers)}
    wanted = [number for number in numbers if number not in there or not there[number].is_live]
    if not wanted:
        message = _("Every one of these tables has a card. To make a new one, withdraw the old one first.")
        raise ValidationError({"last": ValidationError(message, code="there")})
    for number in set(wanted) & set(there):
        withdraw_card(there[number], by)
    cards = [TableCard.objects.create(club=club, number=number, expires_at=expires_at) for number in wanted]
    for card in cards:
        note(by, "card_made", card, {}, {"table": card.number})
    return cards


@transaction.atomic
def withdraw_card(card: TableCard, by: Recorder | None = None) -> None:
    """It opens nothing from now on. What a phone still sends that held it is kept for an organiser."""
    if TableCard.objects.filter(pk=card.pk, withdrawn_at=None).update(withdrawn_at=timezone.now()):
        note(by, "card_withdrawn", card, {"table": card.number}, {})


def open_card(token: str) -> TableCard:
    """The card of this link. A ValidationError says why there is none: "unknown", also if withdrawn, or "expired"."""
    cards = TableCard.objects.select_related("club").filter(token=token, withdrawn_at=None)
    card = cards.filter(club__state=ClubState.OPEN).first()
    if card is None:
        message = _("This card does not work. Ask an organiser of the club for a new one.")
        raise ValidationError(message, code="unknown")
    if not card.is_live:
        message = _("This card was for a time that is over. Ask an organiser of the club for a new one.")
        raise ValidationError(message, code="expired")
    now = timezone.now()
    if card.opened_at is None or card.opened_at < now - FRESH:
        TableCard.objects.filter(pk=card.pk).update(opened_at=now)
    return card


def live_card(club: Club, number: int) -> TableCard | None:
    """The card that opens this table, if there is one."""
    return TableCard.objects.live().filter(club=club, number=number).first()


def game_on(club: Club, number: int) -> Game | None:
    """What is on at a table tonight: the game that is played, otherwise the one that ended last."""
    games = Game.objects.filter(club=club, night__date=club_date(club), table__number=number)
    newest = list(games.exclude(status=GameStatus.WITHDRAWN).select_related("club").order_by("-play_order", "-pk"))
    playing = (game for game in newest if game.status == GameStatus.OPEN)
    return next(playing, newest[0] if newest else None)


@dataclass(frozen=True, slots=True)
class Circle:
    """Players who sat together, in order of seats."""

    variant: str
    players: tuple[int, ...]
    names: tuple[str, ...]


def circles_at(club: Club, number: int) -> list[Circle]:
    """Who sat at this table lately, the newest first, each once: one tap seats them again. Two queries.

    Looked for in the nights of a year: a table that is rarely used would read a club's whole history.
    """
    nights = Night.objects.filter(club=club, date__gte=club_date(club) - A_YEAR)
    games = Game.objects.filter(night__in=nights, table__number=number)
    newest = games.order_by("-play_order", "-pk")[: 4 * MOST_CIRCLES]
    sat: dict[UUID, list[Player]] = {game.pk: [] for game in newest}
    for seat in GamePlayer.objects.filter(game__in=list(sat)).select_related("player").order_by("seat"):
        sat[seat.game_id].append(seat.player)
    found: dict[tuple[str, frozenset[int]], Circle] = {}
    for game in newest:
        people = sat[game.pk]
        if people and not any(player.anonymised_at or player.merged_into_id for player in people):
            players = tuple(player.pk for player in people)
            circle = Circle(game.variant, players, tuple(player.called for player in people))
            found.setdefault((game.variant, frozenset(players)), circle)
    return list(found.values())[:MOST_CIRCLES]
