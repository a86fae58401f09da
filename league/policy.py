"""Who may do what, in one table. Every view fetches through here; templates may hide, never protect."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from league.http import HttpRequest
from league.models import Club, ClubState, Game, Membership, Recorder, Role, User, Visibility
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
        if action != Action.LOOK and self.club.state != ClubState.OPEN:
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
    """The pulse of a game of the club at this address; answers as `get_club_for`. One query.

    Every phone in the hall asks this every few seconds, and mostly nothing is new. Django takes ten times as long to
    compose such a query as a database to answer it, so its text is here once and for all. Of the club it knows only
    what rights depend on. `recorder`: who the asker is in the game's facts, if they have recorded here before on the
    same kind of device.
    """
    device, user = device_of(request.headers.get("User-Agent", "")), request.user.pk
    key = Game._meta.pk.get_db_prep_value(game_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(PULSE, [user, user, device, key, slug])
        row = cursor.fetchone()
    if row is None:
        raise Http404
    pk, visibility, state, role, seq, table, night, recorder, label = row
    club = Club(pk=pk, slug=slug, visibility=visibility, state=state)
    known = Recorder(pk=recorder, club=club, account_id=user, device=device, label=label) if recorder else None
    return _allowed(Access(club, role or STRANGER), action), Pulse(seq, table, night, known)


PULSE = """
SELECT club.id, club.visibility, club.state, member.role, game.seq, game.table_id, night.state,
  recorder.id, recorder.label
FROM league_game AS game
JOIN league_club AS club ON club.id = game.club_id
JOIN league_night AS night ON night.id = game.night_id
LEFT JOIN league_membership AS member ON member.club_id = club.id AND member.user_id = %s
LEFT JOIN league_recorder AS recorder
  ON recorder.club_id = club.id AND recorder.account_id = %s AND recorder.device = %s
WHERE game.id = %s AND club.slug = %s
"""


def user_of(request: HttpRequest) -> User:
    """Who asks, where only members get."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def role_in(club: Club, user: User) -> str:
    """The role of a user in a club, STRANGER if there is none."""
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first() or STRANGER


def _allowed(access: Access, action: Action) -> Access:
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
