"""Starting games. A game is named by the phone that starts it, so that asking twice starts one."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.events import GameStart
from engine.house_rules import default_rules
from engine.variants import Variant, get_variant
from league.bridge.rows import BODY_VERSION, digest_of, read_rules, start_body
from league.bridge.starts import NewGame, Seating
from league.models import Club, Game, GameEvent, GameStatus, Night, Player, Recorder, RuleSet, SeasonRules, Table
from league.models.players import PlayerQuerySet
from league.services.derive import Derived, store
from league.services.locks import lock_club
from league.services.log import GameLog, log_of
from league.services.nights import free_table, open_night, open_tonight
from league.services.players import add_guest
from league.services.rules import get_ruleset


def start_game(
    club: Club,
    game_id: UUID,
    recorder: Recorder,
    new: NewGame,
    table: Table | None = None,
    at: datetime | None = None,
    *,
    number: int | None = None,
) -> Game:
    """Start a game tonight, at `table` if nobody plays there, or return the one that this id started already.

    A sheet that comes late goes to the night of its day, and is entered now all the same. `at` is when it happens:
    now, but for what is made of the past. `number`: at the table of this number and at no other. Raises
    ValidationError, by field, for what can't be; also if the id was used for another game.
    """
    try:
        return _start(club, game_id, recorder, new, table, at, number)
    except IntegrityError:  # another club took this id in the same moment
        if existing := _started(club, game_id, new):
            return existing
        raise


def _start(
    club: Club,
    game_id: UUID,
    recorder: Recorder,
    new: NewGame,
    table: Table | None,
    at: datetime | None,
    number: int | None,
) -> Game:
    with transaction.atomic():
        # Asked before the night, which may be closed or over since; and again behind its lock, for two at once.
        if existing := _started(club, game_id, new):
            return existing
        if any(isinstance(seat, str) for seat in new.seated):
            lock_club(club.pk)  # a guest's name is looked for behind it, and it comes before the night
        night = open_night(club, new.on) if new.on else open_tonight(club, at)
        if existing := _started(club, game_id, new):
            return existing
        if number is not None:
            table = _table_of(night, number)
        players = _seat_players(club, get_variant(new.variant), new.seated)
        _check_dealer(new)
        row = GameEvent(kind="start", seq=0, client_id=game_id, digest=_digest(new), v=BODY_VERSION, recorder=recorder)
        row.stored_at = at or timezone.now()
        return _create(Game(id=game_id, club=club, night=night, variant=new.variant), row, players, new, table)


def start_again(log: GameLog, game_id: UUID, recorder: Recorder, *, only_here: bool = False) -> Game:
    """The same players as they sit now, at the same table; the deal moves on as if the game went on (R5).

    Every phone asks by the same id: who comes second gets the game that is there. `only_here`: if others play at the
    table by now, a ValidationError, and not another table.
    """
    if started := Game.objects.filter(pk=game_id, club=log.game.club).select_related("club").first():
        return started
    state = log.state
    seated = [log.seated()[seat].pk for seat in state.order]
    new = NewGame(log.game.variant, seated, state.order.index(state.dealer))
    number = log.game.table.number if only_here and log.game.table else None
    return start_game(log.game.club, game_id, recorder, new, log.game.table, number=number)


def _create(game: Game, row: GameEvent, players: list[Player], new: NewGame, table: Table | None) -> Game:
    game.ruleset = get_ruleset(new.rules) if new.rules else _rules_of(game)
    game.table = _table(game.night, table)
    game.save(force_insert=True)
    dealer = secrets.randbelow(len(players)) if new.first_dealer is None else new.first_dealer
    row.game = game
    start = GameStart(read_rules(game.ruleset), dealer, new.scores)
    row.body = start_body(start, [player.pk for player in players])
    row.save(force_insert=True)
    store(game, None, Derived(log_of(game, [row], {player.pk: player for player in players})))
    return game


def _digest(new: NewGame) -> str:
    """What was asked for, before chance chose a dealer."""
    said: list[object] = ["start", new.variant, list(new.seated), new.first_dealer]
    said += [new.on.isoformat()] if new.on else []
    return digest_of([*said, new.rules.to_json(), list(new.scores)] if new.rules else said)


def _started(club: Club, game_id: UUID, new: NewGame) -> Game | None:
    """The game that this id started before; a ValidationError if that was another one."""
    existing = Game.objects.filter(pk=game_id).select_related("club").first()
    if existing is None:
        return None
    if existing.club_id != club.pk or existing.events.get(seq=0).digest != _digest(new):
        raise ValidationError(_("This game was started already, with other players. Begin a new one."), code="reused")
    return existing


def _rules_of(game: Game) -> RuleSet:
    """The season's rules for this game; the defaults where the season is older than the variant."""
    rules = SeasonRules.objects.filter(season=game.night.season_id, variant=game.variant).select_related("ruleset")
    stored = rules.first()
    return stored.ruleset if stored else get_ruleset(default_rules(game.variant))


def _check_dealer(new: NewGame) -> None:
    if new.first_dealer is not None and not 0 <= new.first_dealer < len(new.seated):
        raise ValidationError({"dealer": _("The first dealer is one of those who play.")})


def _table(night: Night, wanted: Table | None) -> Table:
    """The table asked for, if nobody plays there."""
    if wanted is None or wanted.night_id != night.pk:
        return free_table(night)
    busy = Game.objects.filter(table=wanted, status=GameStatus.OPEN).exists()
    return free_table(night) if busy else wanted


def _table_of(night: Night, number: int) -> Table:
    """This very table of a night that is locked, if nobody plays there; on any night of the day."""
    here = Game.objects.filter(table__number=number, night__club=night.club_id, night__date=night.date)
    if here.filter(status=GameStatus.OPEN).exists():
        message = _("A game is being played at table %(number)s already.") % {"number": number}
        raise ValidationError(message, code="busy")
    return Table.objects.get_or_create(night=night, number=number)[0]


def _seat_players(club: Club, variant: Variant, seated: Sequence[Seating]) -> list[Player]:
    """Everybody at the table, in order of seats; guests are made now."""
    if len(seated) != variant.seats:
        message = ngettext("Choose %(count)s player.", "Choose %(count)s players.", variant.seats)
        raise ValidationError({"seat": message % {"count": variant.seats}})
    wanted = [seat for seat in seated if isinstance(seat, int)]
    known = {p.pk: p.merged_into or p for p in _players(club).filter(pk__in=wanted).select_related("merged_into")}
    if missing := set(wanted) - set(known):
        raise ValidationError({"seat": _("There is no player %(id)s in this club.") % {"id": min(missing)}})
    players = [add_guest(club, seat) if isinstance(seat, str) else known[seat] for seat in seated]
    if len({player.pk for player in players}) < len(players):
        raise ValidationError({"seat": _("Somebody is chosen twice. Each player sits in one seat.")})
    return players


def _players(club: Club) -> PlayerQuerySet:
    return Player.objects.filter(club=club, anonymised_at=None)
