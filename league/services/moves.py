"""Moving a game to another table, round or night, and a night to another season: explicit acts, kept in the log."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import (
    Game,
    GamePlayer,
    GameStatus,
    Night,
    NightTally,
    Recorder,
    Season,
    Table,
)
from league.models.tallies import holds_something
from league.services.audit import note_with_reason
from league.services.derive import Derived, store
from league.services.locks import lock_club, lock_game, lock_games_of, lock_night, lock_nights
from league.services.log import read_log
from league.services.nights import night_on, store_night
from league.services.seasons import check_open
from league.services.tallies import (
    Contribution,
    contribution_of,
    move_game_tallies,
    move_night_tallies,
    sums_of,
)
from league.services.window import closed_to_scorers

GAME_MOVED = "game_moved"
NIGHT_MOVED = "night_moved"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands in the order of play: the day of its night, its table, its round."""

    day: date
    table: int | None = None
    round: int | None = None


class MovedMeanwhile(Exception):  # noqa: N818  # what happened, not a fault
    """Somebody else was quicker; the thing stands elsewhere than the writer saw."""


def place_of(game: Game) -> Place:
    """Where a game stands."""
    return Place(game.night.date, game.table.number if game.table else None, game.round)


def check_move(game: Game, seen: Place, to: Place) -> Night:
    """The night in which the game would be, stored or not. Raises what `move_game` would; asked before any lock."""
    here, night = place_of(game), game.night
    if here == to:
        return night
    if here != seen:
        raise MovedMeanwhile
    check_open(night.season)
    if to.day != here.day:
        night = night_on(game.club, to.day)
    _check_table(game, night, to.table)
    return night


def _check_table(game: Game, night: Night, number: int | None) -> None:
    """Two games are never played at one table at the same time."""
    if number is None or game.status != GameStatus.OPEN:
        return
    playing = Game.objects.filter(table__night=night.pk, table__number=number, status=GameStatus.OPEN)
    if playing.exclude(pk=game.pk).exists():
        message = _("Another game is being played at table %(number)s.") % {"number": number}
        raise ValidationError({"table": message})


def move_game(
    game_id: UUID, recorder: Recorder, seen: Place, to: Place, reason: str = "", *, as_scorer: bool = False
) -> Game:
    """Move a game from where it was `seen`. Asked twice, it is moved once. `as_scorer`: as for the door.

    Raises MovedMeanwhile if it stands elsewhere by now, and ValidationError, by field, for a place that can't be, or
    where it is too late for a scorer.
    """
    with transaction.atomic():
        _lock_nights(recorder, game_id, to.day)
        game = lock_game(game_id, club=recorder.club_id)
        before, old = place_of(game), game.night
        night = check_move(game, seen, to)
        if before == to:
            return game
        rows = Derived(read_log(game))
        if as_scorer and closed_to_scorers(rows.log):
            raise ValidationError(_("Only an organiser changes this game now."), code="too_late")
        _lines, players = rows.lines, rows.players  # worked out before the game is changed under them
        _put(game, to, night)
        store(game, rows, Derived(replace(rows.log)))
        if old.pk != night.pk:
            move_game_tallies(game, old, night, players)
        note_with_reason(GAME_MOVED, game, recorder, _as_json(before, old), _as_json(to, night), reason)
        return game


def move_night(night_id: UUID, recorder: Recorder, seen: int, to: Season, reason: str = "") -> Night:
    """Move a night with all its games from the season in which it was `seen`. Asked twice, it is moved once.

    Its games keep their rules (R34). Raises MovedMeanwhile if it is in a third season by now, and ValidationError where
    one of the two is closed.
    """
    with transaction.atomic():
        lock_club(recorder.club_id)  # who closes one of the seasons has it, and no lock of a night of the other
        night = lock_night(night_id, recorder.club_id)
        if night.season_id == to.pk:
            return night
        if night.season_id != seen:
            raise MovedMeanwhile
        for season in Season.objects.filter(pk__in=(seen, to.pk)).order_by("starts"):
            check_open(season)
        # Who records a hand of this night waits until it is moved, and then asks which season it is in.
        games = lock_games_of(night)
        Night.objects.filter(pk=night.pk).update(season=to)
        night.season = to
        move_night_tallies(night, seen, to.pk)
        note_with_reason(NIGHT_MOVED, night, recorder, {"season": seen}, {"season": to.pk}, reason, games)
        return night


def _lock_nights(recorder: Recorder, game_id: UUID, day: date) -> None:
    """Lock the game's night and those of the day that it goes to, one of which is stored now: all in one order."""
    game = Game.objects.select_related("club", "night").get(pk=game_id, club=recorder.club_id)
    if day != game.night.date:
        night = night_on(game.club, day)
        if night._state.adding:
            store_night(night)
    lock_nights(Night.objects.filter(club=game.club, date__in={game.night.date, day}))


def _put(game: Game, to: Place, night: Night) -> None:
    game.night, game.table, game.round = night, None, to.round
    if to.table is not None:
        game.table, _made = Table.objects.get_or_create(night=night, number=to.table)
    game.save(update_fields=["night", "table", "round"])


def _as_json(place: Place, night: Night) -> dict[str, Any]:
    return {"night": str(night.pk), "date": place.day.isoformat(), "table": place.table, "round": place.round}


# What a game or a night adds to the sums of its season: by variant, then by player.


def game_adds(game: Game) -> dict[str, dict[int, Contribution]]:
    """What a game adds, as it is stored."""
    rows = GamePlayer.objects.filter(game=game)
    return {game.variant: {row.player_id: adds for row in rows if (adds := contribution_of(row))}}


def night_adds(night: Night) -> dict[str, dict[int, Contribution]]:
    """What a night adds, as it is stored."""
    found: dict[str, dict[int, Contribution]] = {}
    for row in NightTally.objects.filter(holds_something(), night=night).order_by("variant"):
        found.setdefault(row.variant, {})[row.player_id] = sums_of(row)
    return found
