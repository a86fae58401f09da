"""What a phone holds that has opened a table's card, and how far the card opens a game to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.utils import timezone

from league.days import day_in
from league.http import HttpRequest
from league.models import Club, Recorder, TableCard, WhyHeld
from league.models.cards import MOST_TABLES
from league.models.tokens import make_token

_CARD, _MARK = "card", "mark"

HELD_FOR = timedelta(days=1)
"""A card that opens nothing more still hands in what was played tonight and the night before."""


@dataclass(frozen=True, slots=True)
class Pocket:
    """What the session of a phone keeps: a card, by its id, and a mark that tells this phone from others."""

    card: int
    mark: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card that its holder has at the right table. `late`: nothing is opened by it, what comes is held, and why.

    `recorder`: who the holder is in the club's facts, if they recorded by it before.
    """

    pk: int
    mark: str
    number: int
    late: str = ""
    recorder: Recorder | None = None


def pocket_of(request: HttpRequest) -> Pocket | None:
    """What this phone holds. Asks no database for who came without a cookie."""
    card, mark = request.session.get(_CARD), request.session.get(_MARK)
    return Pocket(card, mark) if isinstance(card, int) and isinstance(mark, str) else None


def put_into_pocket(request: HttpRequest, card: TableCard) -> None:
    """From now on this phone holds the card, instead of the one before. Whoever knew the session's key loses it."""
    if request.session.get(_CARD) == card.pk:
        return
    request.session.cycle_key()
    request.session[_CARD] = card.pk
    request.session.setdefault(_MARK, make_token())


# Asking for the card in the query that fetches the thing

_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "card_number": "card__number",
        "card_withdrawn": "card__withdrawn_at",
        "card_expires": "card__expires_at",
        "holder_pk": "holder",
        "holder_label": "holder__label",
        "holder_device": "holder__device",
    }
)
COLUMNS = tuple(_COLUMNS.values())
"""What `join_card` offers to `values_list`, in the order of `CardRow`."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card and its holder as the database has them."""

    number: int | None
    withdrawn_at: datetime | None
    expires_at: datetime | None
    holder: int | None
    label: str | None
    device: str | None


def join_card(card: int, mark: str, club: str = "") -> dict[str, FilteredRelation]:
    """The card and its holder, beside a club; `club` leads there, such as "club__"."""
    return {
        "card": FilteredRelation(f"{club}cards", condition=Q(**{f"{club}cards__pk": card})),
        "holder": FilteredRelation(
            f"{club}recorders", condition=Q(**{f"{club}recorders__link": card, f"{club}recorders__mark": mark})
        ),
    }


def with_card(pocket: Pocket | None, club: str = "") -> dict[str, Any]:
    """The same as annotations of a query of models; nothing for who holds none."""
    if pocket is None:
        return {}
    return join_card(pocket.card, pocket.mark, club) | {name: F(path) for name, path in _COLUMNS.items()}


def row_of(annotated: object) -> CardRow:
    """What `with_card` brought along."""
    return CardRow(*(getattr(annotated, name) for name in _COLUMNS))


def judge(pocket: Pocket, row: CardRow, club: Club, table: int | None, night: date | None = None) -> Card | None:
    """The card, if it is of this table and has to do with this night; None stands for tonight."""
    if row.number is None or row.number != table or not 0 < row.number <= MOST_TABLES:
        return None
    now, today = timezone.now(), day_in(club.zone)
    night = night or today
    if not today - HELD_FOR <= night <= today:
        return None
    late = ""
    if row.withdrawn_at or (row.expires_at and row.expires_at <= now):
        late = WhyHeld.LINK_EXPIRED
    elif night < today:
        late = WhyHeld.LINK_OVER
    return Card(pocket.card, pocket.mark, row.number, late, _holder(pocket, row, club))


def _holder(pocket: Pocket, row: CardRow, club: Club) -> Recorder | None:
    if row.holder is None:
        return None
    label, device = row.label or "", row.device or ""
    return Recorder(pk=row.holder, club=club, link_id=pocket.card, mark=pocket.mark, label=label, device=device)
