"""The people of a club: added once, told apart by what they are called."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Player, Recorder
from league.models.players import PLAYER_NAME_LENGTH
from league.services.audit import note
from league.short_names import Named, short_names
from league.text import clean_text, name_key


@dataclass(frozen=True, slots=True)
class Planned:
    """What adding a list of names would do: who is new, and who is there already or twice in the list."""

    new: tuple[str, ...]
    doubles: tuple[str, ...]


def plan_players(club: Club, names: Iterable[str]) -> Planned:
    """Clean names, sorted into new ones and doubles. Writes nothing; a ValidationError for a name that can't be one."""
    known = set(Player.objects.filter(club=club, merged_into=None).values_list("name_key", flat=True))
    new: list[str] = []
    doubles: list[str] = []
    for name in filter(None, (clean_text(name, PLAYER_NAME_LENGTH) for name in names)):
        (doubles if name_key(name) in known else new).append(name)
        known.add(name_key(name))
    return Planned(tuple(new), tuple(doubles))


@transaction.atomic
def add_players(club: Club, names: Iterable[str], *, guest: bool = False, by: Recorder | None = None) -> list[Player]:
    """Those who are new, added. Who bears a name that the club has already is not added again: see `plan_players`."""
    _lock(club)
    planned = plan_players(club, names)
    added = Player.objects.bulk_create(Player(club=club, name=name, guest=guest) for name in planned.new)
    if added:
        name_players(club, {player.pk: player for player in added})
        note(by, "players_added", club, None, {"players": [player.pk for player in added]})
    return added


@transaction.atomic
def add_guest(club: Club, name: str) -> Player:
    """A guest by that name: the one who came before, or a new one."""
    name = clean_text(name, PLAYER_NAME_LENGTH)
    if not name:
        raise ValidationError(_("Type a name."), code="required")
    added = add_players(club, [name], guest=True)
    return added[0] if added else _of_that_name(club, name)


@transaction.atomic
def update_player(
    player: Player, *, name: str, nickname: str = "", guest: bool = False, by: Recorder | None = None
) -> Player:
    """Another name or nickname; namesakes are told apart anew."""
    _lock(player.club)
    name = clean_text(name, PLAYER_NAME_LENGTH)
    check_name_is_free(player.club, name, but=player)
    before, was_guest = (player.name, player.nickname), player.guest
    player.name, player.nickname, player.guest = name, clean_text(nickname, PLAYER_NAME_LENGTH), guest
    player.save(update_fields=["name", "name_key", "search_key", "sort_key", "nickname", "guest"])
    name_players(player.club, {player.pk: player})
    renamed = before != (player.name, player.nickname)
    note(by, "player_changed", player, {"guest": was_guest}, {"guest": guest} | ({"renamed": True} if renamed else {}))
    return player


def rename_player(player: Player, name: str) -> Player:
    """Only another name."""
    return update_player(player, name=name, nickname=player.nickname, guest=player.guest)


def check_name_is_free(club: Club, name: str, *, but: Player) -> None:
    """A ValidationError if somebody else of the club has this very name."""
    namesakes = Player.objects.filter(club=club, merged_into=None, name_key=name_key(name)).exclude(pk=but.pk)
    if namesakes.exists():
        message = _("There is a %(name)s already. Add a letter or a nickname that tells them apart.")
        raise ValidationError(message % {"name": name}, code="double_name")


def _of_that_name(club: Club, name: str) -> Player:
    found = Player.objects.filter(club=club, merged_into=None, name_key=name_key(name))
    return found.order_by("-guest", "pk")[0]


def name_players(club: Club, loaded: Mapping[int, Player] = MappingProxyType({})) -> None:
    """Short names for the whole club, as a new namesake changes the others'."""
    players = [loaded.get(player.pk, player) for player in Player.objects.filter(club=club, merged_into=None)]
    changed = []
    for player, short in zip(players, short_names([Named(p.name, p.nickname) for p in players]), strict=True):
        if player.shown_as != short[:PLAYER_NAME_LENGTH]:
            player.shown_as = short[:PLAYER_NAME_LENGTH]
            changed.append(player)
    if changed:
        Player.objects.bulk_update(changed, ["shown_as"], batch_size=200)


def _lock(club: Club) -> None:
    """Two phones that add the same guest at the same moment must get one player."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
