"""Who may do what, in one table. Every view fetches through here; templates may hide, never protect."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from league.cards import Card, CardRow, Pocket, judge, pocket_of, row_of, with_card
from league.http import HttpRequest
from league.models import Club, ClubState, Game, Membership, Player, Recorder, Role, User, Visibility
from league.models.cards import MOST_TABLES
from league.pulse import Pulse, read_club, read_pulse
from league.recorders import device_of

STRANGER = ""
"""The role of whoever has none in a club."""


class Action(StrEnum):
    """What a person may want to do in a club."""

    LOOK = "look"
    HIDDEN = "hidden"  # look at standings before the day from which everybody may
    WATCH = "watch"  # look at what stands on one table
    CLAIM = "claim"  # say which player one is
    SCORE = "score"  # sit at one table: start its games, record and undo their hands
    SEND = "send"  # the same, for what was recorded already: where it may not be stored, it is held
    SAVE = "save"  # what members alone send: changes and paper; held likewise
    RECORD = "record"  # start games, record and undo hands
    CONFIRM = "confirm"  # say that a game is right in which one sat
    DISPUTE = "dispute"  # say that something in a game is wrong
    CORRECT = "correct"  # change games at any time, and settle what is disputed
    PLAYERS = "players"  # add and rename players
    SEASONS = "seasons"  # seasons and house rules
    INVITE = "invite"  # let people in, and confirm which players they are
    CARDS = "cards"  # lay cards on tables, by which whoever sits there scores
    PRIVACY = "privacy"  # forget people, erase their words, hand out what is kept about them
    CLUB = "club"  # the club itself and its members
    REOPEN = "reopen"  # a club that its owner closed


_OWNERS = frozenset((Role.OWNER,))
_ORGANISERS = _OWNERS | {Role.ORGANISER}
_SCORERS = _ORGANISERS | {Role.SCORER}
_MEMBERS = _SCORERS | {Role.PLAYER}

RIGHTS: Mapping[Action, frozenset[str]] = MappingProxyType(
    {
        Action.LOOK: _MEMBERS,  # and everybody, where the club is not for members only
        Action.HIDDEN: _ORGANISERS,
        Action.WATCH: _MEMBERS,  # and likewise
        Action.CLAIM: _MEMBERS,
        Action.SCORE: _SCORERS,
        Action.SEND: _SCORERS,
        Action.SAVE: _SCORERS,
        Action.RECORD: _SCORERS,
        Action.CONFIRM: _MEMBERS,
        Action.DISPUTE: _MEMBERS,
        Action.CORRECT: _ORGANISERS,
        Action.PLAYERS: _SCORERS,
        Action.SEASONS: _ORGANISERS,
        Action.INVITE: _ORGANISERS,
        Action.CARDS: _ORGANISERS,
        Action.PRIVACY: _ORGANISERS,  # in a closed club too: people may ask at any time
        Action.CLUB: _OWNERS,
        Action.REOPEN: _OWNERS,
    }
)

LOOKING = frozenset((Action.LOOK, Action.WATCH))
SENDING = frozenset((Action.SEND, Action.SAVE))
ALWAYS = LOOKING | SENDING | {Action.PRIVACY, Action.HIDDEN}
"""What doesn't ask whether the club is open: what may not be stored is held then."""
_NEEDED = {Action.REOPEN: ClubState.CLOSED}
BY_CARD = frozenset((Action.WATCH, Action.SCORE, Action.SEND, Action.CONFIRM))
"""What a card opens, at its table and on the night that goes on; one that is over only takes what is sent."""


def _may(action: Action) -> property:
    """An attribute that tells whether that is allowed."""
    return property(lambda access: access.can(action))


@dataclass(frozen=True, slots=True)
class Access:
    """A club, the role in it of whoever asks, and the card that they hold, if it is one of the table asked for."""

    club: Club
    role: str
    card: Card | None = None

    # For templates, which hide what is not allowed; they never protect it.
    may_look = _may(Action.LOOK)
    may_score = _may(Action.SCORE)
    may_record = _may(Action.RECORD)
    may_dispute = _may(Action.DISPUTE)
    may_correct = _may(Action.CORRECT)
    may_manage_players = _may(Action.PLAYERS)
    may_manage_seasons = _may(Action.SEASONS)
    may_invite = _may(Action.INVITE)
    may_make_cards = _may(Action.CARDS)
    may_forget = _may(Action.PRIVACY)
    may_claim = _may(Action.CLAIM)
    may_manage_club = _may(Action.CLUB)
    may_reopen = _may(Action.REOPEN)
    sees_hidden = _may(Action.HIDDEN)

    def can(self, action: Action) -> bool:
        """Whether this person may do that here."""
        if action in LOOKING and self.club.visibility != Visibility.MEMBERS:
            return True
        if action not in ALWAYS and self.club.state != _NEEDED.get(action, ClubState.OPEN):
            return False
        return self.role in RIGHTS[action] or self._opened(action)

    def _opened(self, action: Action) -> bool:
        if self.card is None:
            return False
        late = self.card.late or self.club.state != ClubState.OPEN
        return action == Action.SEND if late else action in BY_CARD

    @property
    def by_card(self) -> bool:
        """Whether it is the card that lets them score, and not who they are."""
        return self.card is not None and self.role not in RIGHTS[Action.SCORE]

    @property
    def hold(self) -> str:
        """Why what this person sends is held and not stored; empty where it is stored."""
        return self.card.late if self.card is not None and self.by_card else ""

    @property
    def only_sends(self) -> bool:
        """Whether they are told what becomes of what they send, and nothing of the game."""
        return bool(self.hold) or self.club.state == ClubState.SUSPENDED or not self.can(Action.WATCH)

    @property
    def role_name(self) -> str:
        """The role in words."""
        return str(Role(self.role).label) if self.role else ""

    @property
    def invites(self) -> tuple[Role, ...]:
        """The roles that this person may invite to: those below their own."""
        if not self.may_invite:
            return ()
        return tuple(role for role in Role if role.rank < Role(self.role).rank)


def get_club_for(request: HttpRequest, slug: str, action: Action = Action.LOOK) -> Access:
    """The club at this address: 404 to who may not even look, 403 to who may look only.

    One query, composed already: nearly every page asks it.
    """
    found = read_club(slug, request.user.pk)
    if found is None:
        raise Http404
    club, role = found
    return _allowed(request, Access(club, role or STRANGER), action)


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
    `game.recorder_label`, if they have recorded in this club before, on the same kind of device; or, by a card, in
    `access.card.recorder`.
    """
    pocket = pocket_of(request)
    game = (
        Game.objects.filter(pk=game_id, club__slug=slug)
        .select_related("club", "night__season", "table", "ruleset")
        .annotate(role=_role(request, "club_id"), **_recorder(request), **with_card(pocket, "club__"))
        .first()
    )
    if game is None:
        raise Http404
    number = game.table.number if game.table else None
    card = judge(pocket, row_of(game), game.club, number, game.night.date) if pocket else None
    return _allowed(request, Access(game.club, game.role, card), action), game


def get_table_for(request: HttpRequest, slug: str, number: int, action: Action = Action.SCORE) -> Access:
    """A table of the club at this address, by its number, tonight; answers as `get_club_for`. One query."""
    pocket = pocket_of(request)
    clubs = Club.objects.filter(slug=slug).annotate(role=_role(request, "pk"), **with_card(pocket))
    club = clubs.first()
    if club is None or not 0 < number <= MOST_TABLES:
        raise Http404
    card = judge(pocket, row_of(club), club, number) if pocket else None
    return _allowed(request, Access(club, club.role, card), action)  # type: ignore[attr-defined]  # annotated above


def feel_game_for(request: HttpRequest, slug: str, game_id: UUID, action: Action = Action.LOOK) -> tuple[Access, Pulse]:
    """The pulse of a game of the club at this address; answers as `get_club_for`. One query, composed already.

    Every phone in the hall asks this every few seconds, and mostly nothing is new. Of the club it knows only what
    rights depend on. `recorder`: who the asker is in the game's facts, if they have recorded here before on the same
    kind of device.
    """
    user, pocket = request.user.pk, pocket_of(request)
    # Nobody is known by their device alone, and most who poll are not signed in.
    device = device_of(request.headers.get("User-Agent", "")) if user else ""
    rows = read_pulse(game_id, slug, user, device, pocket)
    if not rows:
        raise Http404
    pk, visibility, state, names, role, seq, table, night, recorder, label, *beside = rows[0]
    club = Club(pk=pk, slug=slug, visibility=visibility, state=state, names=names)
    card = _card_beside(club, pocket, *beside) if pocket else None
    access = _allowed(request, Access(club, role or STRANGER, card), action)
    if access.by_card:
        return access, Pulse(seq, table, night, card.recorder if card else None)
    account = Recorder(pk=recorder, club=club, account_id=user, device=device, label=label) if recorder else None
    return access, Pulse(seq, table, night, account)


def _card_beside(club: Club, pocket: Pocket, zone: str, date: date, number: int | None, *row: Any) -> Card | None:
    club.zone = zone
    return judge(pocket, CardRow(*row), club, number, date)


def user_of(request: HttpRequest) -> User:
    """Who asks, where only members get."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


class ClubSuspendedError(PermissionDenied):
    """A member asks for something of a club that is suspended."""

    def __init__(self, club: Club) -> None:
        super().__init__()
        self.club_id = club.pk


def _allowed(request: HttpRequest, access: Access, action: Action) -> Access:
    allowed, looks = access.can(action), access.can(Action.LOOK)
    if access.club.state == ClubState.SUSPENDED and not (allowed and action in SENDING):
        raise Http404 if access.role == STRANGER else ClubSuspendedError(access.club)
    if not (allowed or looks):
        raise Http404
    request.looked_at = access.club
    if not allowed:
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
