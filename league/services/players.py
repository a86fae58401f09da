"""The people of a club: added once, told apart by what they are called."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Player, Recorder, Showing
from league.models.players import PLAYER_NAME_LENGTH, plain_shown
from league.services.audit import note
from league.services.locks import lock_club
from league.services.recorders import label_recorders, names_changed
from league.short_names import short_names
from league.text import clean_text, name_key, search_key, sort_key


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
    lock_club(club.pk)  # two phones that add the same guest at the same moment must get one player
    planned = plan_players(club, names)
    added = Player.objects.bulk_create(
        Player(club=club, name=name, guest=guest, showing=_first_showing(club)) for name in planned.new
    )
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
    player: Player,
    *,
    name: str | None = None,
    nickname: str = "",
    guest: bool | None = None,
    showing: str | None = None,
    by: Recorder | None = None,
) -> Player:
    """Another name, nickname or way of being shown; namesakes are told apart anew. What is None stays as it is."""
    lock_club(player.club_id)
    player.refresh_from_db()  # whoever was quicker is not undone, least of all a forgetting
    if player.anonymised_at or player.merged_into_id:
        message = _("This player was forgotten or merged meanwhile.")
        raise ValidationError({NON_FIELD_ERRORS: ValidationError(message, code="gone")})
    before, was_guest, was_shown = (player.name, player.nickname), player.guest, player.showing
    if name is not None:
        player.name = clean_text(name, PLAYER_NAME_LENGTH)
        check_name_is_free(player.club, player.name, but=player)
    player.nickname = clean_text(nickname, PLAYER_NAME_LENGTH)
    player.guest = was_guest if guest is None else guest
    player.showing = showing or was_shown
    if player.showing == Showing.NICKNAME and not player.nickname:
        message = _("Type the nickname that is to be shown.")
        raise ValidationError({"nickname": ValidationError(message, code="no_nickname")})
    player.save(update_fields=["name", "nickname", "guest", "showing"])
    name_players(player.club, {player.pk: player})
    renamed = {"renamed": True} if before != (player.name, player.nickname) else {}
    old, new = {"guest": was_guest, "showing": was_shown}, {"guest": player.guest, "showing": player.showing}
    note(by, "player_changed", player, old, new | renamed)
    return player


@transaction.atomic
def welcome_guest(player: Player, by: Recorder | None = None) -> Player:
    """A guest who belongs to the club from now on; whoever does already stays so."""
    lock_club(player.club_id)
    if Player.objects.filter(pk=player.pk, guest=True).update(guest=False):
        note(by, "guest_welcomed", player, {"guest": True}, {"guest": False})
    player.guest = False
    return player


def check_name_is_free(club: Club, name: str, *, but: Player) -> None:
    """A ValidationError if somebody else of the club has this very name."""
    namesakes = Player.objects.filter(club=club, merged_into=None, name_key=name_key(name)).exclude(pk=but.pk)
    if namesakes.exists():
        message = _("There is a %(name)s already. Add a letter or a nickname that tells them apart.")
        raise ValidationError(message % {"name": name}, code="double_name")


def _of_that_name(club: Club, name: str) -> Player:
    found = Player.objects.filter(club=club, merged_into=None, name_key=name_key(name))
    return found.order_by("-guest", "pk")[0]


def _first_showing(club: Club) -> str:
    """How the club shows new players; nobody has a nickname yet."""
    return Showing.INITIAL if club.showing == Showing.NICKNAME else club.showing


def name_players(club: Club, loaded: Mapping[int, Player] = MappingProxyType({})) -> None:
    """The names that everybody sees, long and short, for the whole club: a new namesake changes the others'.

    The club counts the changes, and whoever recorded under a name that is hidden now is named anew.
    """
    players = [loaded.get(player.pk, player) for player in Player.objects.filter(club=club).order_by("pk")]
    before = [(player.shown, player.shown_as) for player in players]
    _show(players)
    changed = [
        player for player, names in zip(players, before, strict=True) if names != (player.shown, player.shown_as)
    ]
    for player in changed:
        player.search_key, player.sort_key = search_key(player.shown), sort_key(player.shown)
    if changed:
        Player.objects.bulk_update(changed, ["shown", "shown_as", "search_key", "sort_key"], batch_size=100)
    if label_recorders(club) or changed:
        names_changed(club)


def _show(players: Sequence[Player]) -> None:
    """Names for the tables of a club. Those merged into somebody have only the long one: they sit at no table."""
    taken = {name_key(one.name) for one in players if one.showing == Showing.FULL and not one.merged_into_id}
    for player in players:
        player.shown, player.shown_as = plain_shown(player.name, player.nickname, player.showing), ""
        if not player.is_shown_fully and not player.merged_into_id and not player.anonymised_at:
            player.shown = _untaken(player.shown, taken)
            taken.add(name_key(player.shown))
    own = [player for player in players if not player.merged_into_id]
    for player, short in zip(own, short_names([player.named for player in own]), strict=True):
        player.shown_as = short[:PLAYER_NAME_LENGTH]


def _untaken(shown: str, taken: Set[str]) -> str:
    """A number tells two of one shown name apart: another letter would tell more than they chose to."""
    tries = (f"{shown[: PLAYER_NAME_LENGTH - 6]} {number}" for number in count(2))
    return next(one for one in chain([shown], tries) if name_key(one) not in taken)
