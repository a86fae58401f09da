"""How long scorers may put right what stands: a club's choice. Organisers may at any time."""

from datetime import datetime

from league.days import club_date
from league.models import Corrections, WhyHeld
from league.services.log import GameLog


def closed_to_scorers(log: GameLog, at: datetime | None = None) -> str:
    """Why a scorer may no longer change a game, as a code of what is held; empty while they may.

    A game that is being played is never closed to its scorer. A sheet of a past day may be put right on the day on
    which it was typed.
    """
    club = log.game.club
    if log.is_open or club.corrections == Corrections.ALWAYS:
        return ""
    if club.corrections == Corrections.CONFIRMED:
        return WhyHeld.GAME_CONFIRMED if log.game.confirmed_at else ""
    entered = club_date(club, log.rows[0].stored_at)
    return WhyHeld.NIGHT_OVER if max(log.game.night.date, entered) < club_date(club, at) else ""
