"""What polls, and nearly all pages, ask of the database: one statement each, composed once. Only `policy` asks."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import FilteredRelation, Q, QuerySet

from league.cards import COLUMNS, Pocket, join_card
from league.models import Club, Game, Recorder
from league.ready import MARK, Ready, Row, columns_of, made


@dataclass(frozen=True, slots=True)
class Pulse:
    """What tells whether the pages of a game show something new."""

    seq: int
    table: int | None
    night: str
    recorder: Recorder | None


def read_pulse(game: UUID, slug: str, user: int | None, device: str, pocket: Pocket | None) -> list[Row]:
    """The game of the club, or nothing; for who holds a card, with what there is of the card behind it."""
    if pocket is None:
        return _PULSE.rows(game, slug, user, device)
    return _PULSE_BY_CARD.rows(game, slug, user, device, pocket.card, pocket.mark)


def read_club(slug: str, user: int | None) -> tuple[Club, str | None] | None:
    """The club at this address, with the role that somebody has there."""
    rows = _WHOLE_CLUB.rows(slug, user)
    return (made(Club, rows[0][:-1]), rows[0][-1]) if rows else None


def _compose_club(slug: str, user: int) -> "QuerySet[Club, Any]":
    member = FilteredRelation("memberships", condition=Q(memberships__user=user))
    return Club.objects.filter(slug=slug).annotate(member=member).values_list(*columns_of(Club), "member__role")


def _compose(game: UUID, slug: str, user: int, device: str) -> "QuerySet[Game, Any]":
    return _pulse(game, slug, user, device).values_list(*_COLUMNS)


def _compose_by_card(game: UUID, slug: str, user: int, device: str, card: int, mark: str) -> "QuerySet[Game, Any]":
    games = _pulse(game, slug, user, device).annotate(**join_card(card, mark, "club__"))
    return games.values_list(*_COLUMNS, "club__zone", "night__date", "table__number", *COLUMNS)


def _pulse(game: UUID, slug: str, user: int, device: str) -> QuerySet[Game]:
    mine = Q(club__recorders__account=user, club__recorders__device=device)
    return Game.objects.filter(pk=game, club__slug=slug).annotate(
        member=FilteredRelation("club__memberships", condition=Q(club__memberships__user=user)),
        mine=FilteredRelation("club__recorders", condition=mine),
    )


_CLUB = ("club", "club__visibility", "club__state", "club__names", "member__role")
_COLUMNS = (*_CLUB, "seq", "table", "night__state", "mine", "mine__label")
_WHOLE_CLUB = Ready(_compose_club, "an address", -1)
_PULSE = Ready(_compose, MARK, "an address", -1, "a device")
_PULSE_BY_CARD = Ready(_compose_by_card, MARK, "an address", -1, "a device", -2, "a mark")
