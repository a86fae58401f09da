"""What a page of figures is about: tonight, a season or all time; which game; and with whom."""

from dataclasses import dataclass
from enum import StrEnum

from league.models import Player


class Span(StrEnum):
    """How much of the time, as addresses say it."""

    SEASON = ""
    TONIGHT = "tonight"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Scope:
    """`season` None is the club's default one; `variant` empty is the game played most; `other`: games with them."""

    span: Span = Span.SEASON
    season: int | None = None
    variant: str = ""
    other: Player | None = None
