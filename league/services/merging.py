"""One person under two names: what was played under one goes to the other. No fact is touched, and it can be undone.

A player who was merged keeps the facts that name it; whoever reads them follows it to whom it became.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.bridge.rows import starting_players, substitute_of
from league.models import Club, Credit, Game, GameEvent, GamePlayer, Night, Player, Recorder, Tally
from league.models.tallies import holds_something
from league.services.audit import note
from league.services.derive import Derived, store
from league.services.locks import lock_club, lock_game, lock_nights
from league.services.log import read_log
from league.services.pairs import Changed, change_pairs
from league.services.players import name_players
from league.services.tallies import (
    NOTHING,
    Contribution,
    Scoped,
    change_sums,
    credited,
    differences,
    sums_of,
)


def check_merge(gone: Player, into: Player) -> None:
    """Raises ValidationError for two who can't be one person."""
    if gone.pk == into.pk or gone.club_id != into.club_id:
        raise ValidationError(_("Choose another player of this club."), code="not_another")
    if gone.merged_into_id or into.merged_into_id:
        raise ValidationError(_("One of them is merged into somebody already."), code="merged")
    if gone.account_id and into.account_id and gone.account_id != into.account_id:
        raise ValidationError(_("Both have an account of their own: they are two people."), code="two_accounts")
    if gone.anonymised_at or into.anonymised_at:
        raise ValidationError(_("One of them was forgotten: nobody is to know who it was."), code="forgotten")
    together = games_of(gone) & games_of(into)
    if together:
        game = Game.objects.select_related("night").filter(pk__in=together).order_by("play_order")[0]
        message = _("They sat in one game, on %(day)s: nobody plays against themselves.")
        raise ValidationError(message % {"day": game.night.date.isoformat()}, code="one_game")


def games_of(player: Player) -> set[UUID]:
    """Every game that somebody sat in, also for a while in another's seat."""
    ids = [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    seated = GamePlayer.objects.filter(player=player).values_list("game", flat=True)
    came = GameEvent.objects.filter(game__club=player.club_id, kind="substitute", body__player__in=ids)
    return {*seated, *came.values_list("game", flat=True)}


def merge_players(gone: Player, into: Player, by: Recorder | None = None) -> Player:
    """From now on `gone` is `into`, in every game that was ever played. Raises what `check_merge` raises."""
    with transaction.atomic():
        _lock(gone.club)
        gone, into = (Player.objects.get(pk=player.pk) for player in (gone, into))
        check_merge(gone, into)
        followers = list(Player.objects.filter(merged_into=gone).order_by("pk").values_list("pk", flat=True))
        change = _Change(lambda: _point(gone, into, followers), [gone.pk, *followers])
        _derive_anew(gone.club_id, games_of(gone), change)
        name_players(gone.club)
        note(by, "players_merged", gone, None, {"into": into.pk, "players": followers})
    return Player.objects.get(pk=gone.pk)


def separate_players(gone: Player, by: Recorder | None = None) -> Player:
    """Two people again. Raises ValidationError for one who is nobody else."""
    with transaction.atomic():
        _lock(gone.club)
        gone = Player.objects.select_related("merged_into").get(pk=gone.pk)
        into = gone.merged_into
        if into is None:
            raise ValidationError(_("This player is merged into nobody."), code="not_merged")
        games = {game for game in games_of(into) if gone.pk in _named_in(game)}
        _derive_anew(gone.club_id, games, _Change(lambda: _part(gone, into), [gone.pk]))
        name_players(gone.club)
        note(by, "players_separated", gone, {"into": into.pk}, {})
    return Player.objects.get(pk=gone.pk)


def merge_adds(gone: Player) -> dict[int, dict[str, Contribution]]:
    """What somebody has played, by season and variant: what goes to the other."""
    found: dict[int, dict[str, Contribution]] = {}
    for row in Tally.objects.filter(holds_something(), player=gone).order_by("season", "variant"):
        found.setdefault(row.season_id, {})[row.variant] = sums_of(row)
    return found


def _point(gone: Player, into: Player, followers: Iterable[int]) -> None:
    """Everybody who was `gone` is `into`: one step, never a chain. An account goes along."""
    Player.objects.filter(pk__in=[gone.pk, *followers]).update(merged_into=into)
    if gone.account_id and not into.account_id:
        Player.objects.filter(pk=into.pk).update(account=gone.account_id)


def _part(gone: Player, into: Player) -> None:
    """Two again; an account that came along goes back."""
    if gone.account_id and gone.account_id == into.account_id:
        Player.objects.filter(pk=into.pk).update(account=None)
    Player.objects.filter(pk=gone.pk).update(merged_into=None)


def _named_in(game: UUID) -> set[int]:
    """The ids that a game's facts name."""
    rows = GameEvent.objects.filter(game=game, kind__in=("start", "substitute"))
    return {
        player for row in rows for player in (starting_players(row) if row.kind == "start" else [substitute_of(row)])
    }


@dataclass(frozen=True, slots=True)
class _Change:
    """How who is who changes, and the players, as facts name them, who are somebody else then."""

    make: Callable[[], object]
    players: list[int]


def _derive_anew(club: int, games: Iterable[UUID], change: _Change) -> None:
    """Change who is who, and everything that follows from it in these games and in credits, behind their locks."""
    locked = [lock_game(game, club=club) for game in sorted(games)]
    credits = Credit.objects.filter(player__in=change.players)
    sums: defaultdict[Scoped, Contribution] = defaultdict(lambda: NOTHING)
    for key, adds in credited(credits).items():
        sums[key] -= adds
    before = {game.pk: Derived(read_log(game)) for game in locked}
    for rows in before.values():
        rows.lines, rows.players  # noqa: B018  # worked out while they are who they were
    change.make()
    for key, adds in credited(credits).items():
        sums[key] += adds
    changed: list[Changed] = []
    for game in locked:
        after = Derived(read_log(game))
        store(game, before[game.pk], after)
        changed.append((game, before[game.pk].players, after.players))
        for player, gain in differences(before[game.pk].players, after.players).items():
            sums[game.night_id, player, game.variant] += gain
    if changes := {key: gain for key, gain in sums.items() if gain}:
        change_sums(changes, Night.objects.filter(pk__in={night for night, _player, _variant in changes}))
    change_pairs(changed)  # behind the tallies, as a hand does: otherwise each may wait for the other


def _lock(club: Club) -> None:
    """The club, and every night of it: a game that starts meanwhile would name who is gone."""
    lock_club(club.pk)
    lock_nights(Night.objects.filter(club=club))
