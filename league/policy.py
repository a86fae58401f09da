"""Who may do what, in one table. Every view fetches through here; templates may hide, never protect."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import CharField, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.http import HttpRequest
from league.models import Club, ClubState, FounderInvitation, Game, Membership, Recorder, Role, User, Visibility
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
    CLUB = "club"  # the club itself and its members
    SEND = "send"  # what a phone has recorded: where it may not be stored now, the door holds it
    REOPEN = "reopen"  # a club that its owner closed


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
        Action.CLUB: _OWNERS,
        Action.SEND: _SCORERS,
        Action.REOPEN: _OWNERS,
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
        needed = {Action.LOOK: self.club.state, Action.SEND: self.club.state, Action.REOPEN: ClubState.CLOSED}
        if self.club.state != needed.get(action, ClubState.OPEN):
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
    def may_reopen(self) -> bool:
        """For templates."""
        return self.can(Action.REOPEN)

    @property
    def may_manage_club(self) -> bool:
        """For templates."""
        return self.can(Action.CLUB)


def get_club_for(request: HttpRequest, slug: str, action: Action = Action.LOOK) -> Access:
    """The club at this address: 404 to who may not even look, 403 to who may look only. One query."""
    club = Club.objects.filter(slug=slug).annotate(role=_role(request, "pk")).first()
    if club is None:
        raise Http404
    return _allowed(Access(club, club.role), action)  # type: ignore[attr-defined]  # annotated above


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
    return _allowed(Access(game.club, game.role), action), game


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
    pk, visibility, state, role, seq, table, night, recorder, label = rows[0]
    club = Club(pk=pk, slug=slug, visibility=visibility, state=state)
    known = Recorder(pk=recorder, club=club, account_id=user, device=device, label=label) if recorder else None
    return _allowed(Access(club, role or STRANGER), action), Pulse(seq, table, night, known)


def _compose_pulse(game: UUID, slug: str, user: int, device: str) -> "QuerySet[Game, Any]":
    mine = Q(club__recorders__account=user, club__recorders__device=device)
    games = Game.objects.filter(pk=game, club__slug=slug).annotate(
        member=FilteredRelation("club__memberships", condition=Q(club__memberships__user=user)),
        mine=FilteredRelation("club__recorders", condition=mine),
    )
    club = ("club", "club__visibility", "club__state", "member__role")
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


class ClubSuspendedError(PermissionDenied):
    """A member asks for something of a club that is suspended."""

    def __init__(self, club: Club) -> None:
        super().__init__()
        self.club_id = club.pk


def may_found_clubs() -> bool:
    """Whether whoever has an account may found a club here."""
    return settings.CLUBS_BY == "anyone"


def get_founder_invitation(token: str) -> FounderInvitation:
    """The link by which somebody may found a club; 404 for one that is unknown, used or over."""
    if settings.CLUBS_BY == "nobody":
        raise Http404
    return get_object_or_404(FounderInvitation.objects.open(), token=token)


def _allowed(access: Access, action: Action) -> Access:
    if access.club.state == ClubState.SUSPENDED:
        if access.role == STRANGER:
            raise Http404
        if action != Action.SEND or not access.can(action):
            raise ClubSuspendedError(access.club)
    if not access.can(Action.LOOK):
        raise Http404
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
