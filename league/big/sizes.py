"""How much to make, and for whom."""

from dataclasses import dataclass

from engine.variants import MAIN_GAME

LEAST_PLAYERS = 8
"""Of a club, so that two tables fill."""

MOST_PLAYERS = 4_000
"""Of a club: there are no more names."""

ROUNDS = 4
WEEKS = 52
MOST_YEARS = 40
HANDS_A_GAME = 7
"""Not more than games have on average: an estimate that refuses nothing that fits."""


class SizeError(ValueError):
    """Numbers that make no plausible database; says which, and what would."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one club gets."""

    players: int
    hands: int

    @property
    def comers(self) -> int:
        """How many come to a night: three of four."""
        return max(LEAST_PLAYERS // 2, self.players * 3 // 4)


def share_out(hands: int, players: int, clubs: int) -> list[Share]:
    """The clubs' shares: as many players each, and half of all hands in the first club, which is the busy one."""
    _check(hands, players, clubs)
    first = hands if clubs == 1 else (hands + 1) // 2
    others = [(hands - first + place) // (clubs - 1) for place in range(clubs - 1)] if clubs > 1 else []
    shares = [Share((players + place) // clubs, part) for place, part in enumerate([first, *others])]
    for share in shares:
        _check_share(share)
    return shares


def _check(hands: int, players: int, clubs: int) -> None:
    if clubs < 1:
        raise SizeError("There must be at least one club: --clubs 1.")
    if hands < clubs:
        raise SizeError(f"Every club plays at least one hand: --hands {clubs} for {clubs} clubs.")
    if players < clubs * LEAST_PLAYERS:
        least = clubs * LEAST_PLAYERS
        raise SizeError(f"A club has at least {LEAST_PLAYERS} players: --players {least} for {clubs} clubs.")


def _check_share(share: Share) -> None:
    if share.players > MOST_PLAYERS:
        raise SizeError(f"A club has at most {MOST_PLAYERS} players: take more clubs.")
    games_a_year = WEEKS * ROUNDS * (share.comers // MAIN_GAME.seats)
    years = share.hands // (games_a_year * HANDS_A_GAME)
    if years > MOST_YEARS:
        message = f"A club of {share.players} players would need more than {MOST_YEARS} years for {share.hands} hands"
        raise SizeError(f"{message}: take more players or clubs.")
