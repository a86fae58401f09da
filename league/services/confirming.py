"""Another player at the table says that a game is right; from then on its scorer leaves it as it is."""

from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Corrections, Game, Player, Recorder, User
from league.services.audit import note
from league.services.locks import lock_game
from league.services.log import GameLog, read_log

CONFIRMED = "game_confirmed"
CONFIRMATION_TAKEN_BACK = "game_unconfirmed"


def who_may_confirm(log: GameLog, asker: User | None, *, records: bool) -> list[Player]:
    """The players of a finished game who may say that it is right, in order of seats; none if nobody is asked.

    Never the one who entered what stands. `records`: the asker scores here, and may hand the phone to any of them;
    anybody else speaks for themself.
    """
    if log.is_open or log.game.confirmed_at or log.game.club.corrections != Corrections.CONFIRMED:
        return []
    entered = log.rows[-1].recorder.account_id
    others = [player for player in log.seated() if entered is None or player.account_id != entered]
    if records:
        return others
    return [player for player in others if asker is not None and player.account_id == asker.pk]


def confirm_game(
    game_id: UUID, by: Recorder, player_id: int, asker: User | None, *, records: bool, seen: int | None = None
) -> Game:
    """Said twice, it is confirmed once. Raises ValidationError for a game, or a player, of which it can't be said.

    `seen`: the newest entry that was on the page; what came behind it nobody has said to be right.
    """
    with transaction.atomic():
        game = lock_game(game_id, club=by.club_id)
        if game.confirmed_at:
            return game
        log = read_log(game)
        if log.is_open:
            raise ValidationError(_("This game is not over yet."), code="open")
        if seen is not None and seen != log.rows[-1].seq:
            raise ValidationError(_("This game was changed meanwhile. Look at it once more."), code="changed")
        if player_id not in [player.pk for player in who_may_confirm(log, asker, records=records)]:
            raise ValidationError(_("Somebody else at the table must confirm this game."), code="not_theirs")
        game.confirmed_at = timezone.now()
        game.save(update_fields=["confirmed_at"])
        note(by, CONFIRMED, game, {"confirmed": None}, {"confirmed": player_id}, game.confirmed_at)
        return game


def take_back_confirmation(game_id: UUID, by: Recorder) -> Game:
    """The game's scorer may put it right again. Done twice, it is done once."""
    with transaction.atomic():
        game = lock_game(game_id, club=by.club_id)
        if game.confirmed_at:
            game.confirmed_at = None
            game.save(update_fields=["confirmed_at"])
            note(by, CONFIRMATION_TAKEN_BACK, game, {}, {"confirmed": None})
        return game
