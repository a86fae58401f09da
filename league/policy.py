"""Who may do what, in one table. Every view fetches through here; templates may hide, never protect."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import CharField, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from league.http import HttpRequest
from league.models import Club, ClubState, Game, Membership, Player, Recorder, Role, User, Visibility
from league.ready import MARK, Ready
from league.recorders import device_of

STRANGER = ""
"""The role of whoever has none in a club."""


class Action(StrEnum):
    """What a person may want to do in a club."""

    LOOK = "look"
    CLAIM = "claim"  # say which player one is
    RECORD = "record"  # start games, record and undo hands
    PLAYERS = "players"  # add and rename players
    SEASONS = "seasons"  # seasons and house rules
    INVITE = "invite"  # let people in, and confirm which players they are
    PRIVACY = "privacy"  # forget people, erase their words, hand out what is kept about them
    CLUB = "club"  # the club itself and its members


_OWNERS = frozenset((Role.OWNER,))
_ORGANISERS = _OWNERS | {Role.ORGANISER}
_SCORERS = _ORGANISERS | {Role.SCORER}
_MEMBERS = _SCORERS | {Role.PLAYER}

RIGHTS: Mapping[Action, frozenset[str]] = MappingProxyType(
    {
        Action.LOOK: _MEMBERS,  # and everybody, where the club is not for members only
        Action.CLAIM: _MEMBERS,
        Action.RECORD: _SCORERS,
        Action.PLAYERS: _SCORERS,
        Action.SEASONS: _ORGANISERS,
        Action.INVITE: _ORGANISERS,
        Action.PRIVACY: _ORGANISERS,  # in a closed club too: people may ask at any time
        Action.CLUB: _OWNERS,
    }
)


@dataclass(frozen=True, slots=True)
class Access:
    """A club, and the role in it of whoever asks."""

    club: Club
    role: str

    def can(self, action: Action) -> bool:
        """Whether this person may do that here."""
        if action == Action.LOOK and self.club.visibility != Visibility.MEMBERS:
            return True
        if action not in (Action.LOOK, Action.PRIVACY) and self.club.state != ClubState.OPEN:
            return False
        return self.role in RIGHTS[action]

    @property
    def may_record(self) -> bool:
        """For templates."""
        return self.can(Action.RECORD)

    @property
    def may_manage_players(self) -> bool:
        """For templates."""
        return self.can(Action.PLAYERS)

    @property
    def may_manage_seasons(self) -> bool:
        """For templates."""
        return self.can(Action.SEASONS)

    @property
    def may_invite(self) -> bool:
        """For templates."""
        return self.can(Action.INVITE)

    @property
    def may_forget(self) -> bool:
        """For templates."""
        return self.can(Action.PRIVACY)

    @property
    def may_claim(self) -> bool:
        """For templates."""
        return self.can(Action.CLAIM)

    @property
    def invites(self) -> tuple[Role, ...]:
        """The roles that this person may invite to: those below their own."""
        if not self.may_invite:
            return ()
        return tuple(role for role in Role if role.rank < Role(self.role).rank)

    @property
    def may_manage_club(self) -> bool:
        """For templates."""
        return self.can(Action.CLUB)


def get_club_for(request: HttpRequest, slug: str, action: Action = Action.LOOK) -> Access:
    """The club at this address: 404 to who may not even look, 403 to who may look only. One query."""
    club = Club.objects.filter(slug=slug).annotate(role=_role(request, "pk")).first()
    if club is None:
        raise Http404
    return _allowed(request, Access(club, club.role), action)  # type: ignore[attr-defined]  # annotated above


def get_player_for(request: HttpRequest, slug: str, player: int, action: Action) -> tuple[Access, Player]:
    """A player of the club at this address, for whoever may do that to players, and for that player's own account.

    404 where there is none, or one who is somebody else or forgotten by now; otherwise answers as `get_club_for`.
    Two queries.
    """
    access = get_club_for(request, slug)
    players = Player.objects.filter(club=access.club, merged_into=None, anonymised_at=None)
    found = players.select_related("club").filter(pk=player).first()
    if found is None:
        if not access.can(action):
            raise PermissionDenied
        raise Http404
    if not is_own(request, found):
        _allowed(request, access, action)
    return access, found


def is_own(request: HttpRequest, player: Player) -> bool:
    """Whether that player is whoever asks."""
    return request.user.is_authenticated and player.account_id == request.user.pk


def get_game_for(request: HttpRequest, slug: str, game_id: UUID, action: Action = Action.LOOK) -> tuple[Access, Game]:
    """A game of the club at this address, with club, night, season, table and rules; answers as `get_club_for`.

    One query. Who may record finds what the game's facts will name them by in `game.recorder_pk` and
    `game.recorder_label`, if they have recorded in this club before, on the same kind of device.
    """
    game = (
        Game.objects.filter(pk=game_id, club__slug=slug)
        .select_related("club", "night__season", "table", "ruleset")
        .annotate(role=_role(request, "club_id"), **_recorder(request))
        .first()
    )
    if game is None:
        raise Http404
    return _allowed(request, Access(game.club, game.role), action), game


@dataclass(frozen=True, slots=True)
class Pulse:
    """What tells whether the pages of a game show something new."""

    seq: int
    table: int | None
    night: str
    recorder: Recorder | None


def feel_game_for(request: HttpRequest, slug: str, game_id: UUID, action: Action = Action.LOOK) -> tuple[Access, Pulse]:
    """The pulse of a game of the club at this address; answers as `get_club_for`. One query, composed already.

    Every phone in the hall asks this every few seconds, and mostly nothing is new. Of the club it knows only what
    rights depend on. `recorder`: who the asker is in the game's facts, if they have recorded here before on the same
    kind of device.
    """
    device, user = device_of(request.headers.get("User-Agent", "")), request.user.pk
    rows = _PULSE.rows(game_id, slug, user, device)
    if not rows:
        raise Http404
    pk, visibility, state, names, role, seq, table, night, recorder, label = rows[0]
    club = Club(pk=pk, slug=slug, visibility=visibility, state=state, names=names)
    known = Recorder(pk=recorder, club=club, account_id=user, device=device, label=label) if recorder else None
    return _allowed(request, Access(club, role or STRANGER), action), Pulse(seq, table, night, known)


def _compose_pulse(game: UUID, slug: str, user: int, device: str) -> "QuerySet[Game, Any]":
    mine = Q(club__recorders__account=user, club__recorders__device=device)
    games = Game.objects.filter(pk=game, club__slug=slug).annotate(
        member=FilteredRelation("club__memberships", condition=Q(club__memberships__user=user)),
        mine=FilteredRelation("club__recorders", condition=mine),
    )
    club = ("club", "club__visibility", "club__state", "club__names", "member__role")
    return games.values_list(*club, "seq", "table", "night__state", "mine", "mine__label")


_PULSE = Ready(_compose_pulse, MARK, "an address", -1, "a device")


def user_of(request: HttpRequest) -> User:
    """Who asks, where only members get."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def role_in(club: Club, user: User) -> str:
    """The role of a user in a club, STRANGER if there is none."""
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first() or STRANGER


def _allowed(request: HttpRequest, access: Access, action: Action) -> Access:
    if not access.can(Action.LOOK):
        raise Http404
    request.looked_at = access.club
    if not access.can(action):
        raise PermissionDenied
    return access


def _role(request: HttpRequest, club: str) -> Coalesce | Value:
    """The asker's role, as a part of the query that fetches the thing."""
    if not request.user.is_authenticated:
        return Value(STRANGER, CharField())
    mine = Membership.objects.filter(user=request.user, club=OuterRef(club)).values("role")[:1]
    return Coalesce(Subquery(mine), Value(STRANGER), output_field=CharField())


def _recorder(request: HttpRequest) -> dict[str, Subquery]:
    """Who the asker is as a recorder, in the same query: a hand's statements are counted."""
    if not request.user.is_authenticated:
        return {}
    device = device_of(request.headers.get("User-Agent", ""))
    mine = Recorder.objects.filter(club=OuterRef("club_id"), account=request.user, device=device)
    return {f"recorder_{name}": Subquery(mine.values(name)[:1]) for name in ("pk", "label")}
