"""Everything that is kept about somebody, as one JSON document: docs/your-data.md describes its fields.

Written piece by piece, by as many statements for a thousand games as for ten thousand hands: a few for each hundred
games, and one for each other list. Others stand in it by the names that everybody sees.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import batched
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q
from django.utils import timezone

from engine.games import Line
from engine.stored import record_to_json
from league.bridge.words import hand_sentence
from league.json_pieces import written
from league.models import (
    AuditEntry,
    Club,
    Credit,
    Dispute,
    Game,
    GameEvent,
    GamePlayer,
    HeldWrite,
    Membership,
    Player,
    PlayerClaim,
    Recorder,
    Remark,
    Tally,
    User,
)
from league.services.leaving import clubs_of
from league.services.log import GameLog, read_logs
from league.services.merging import games_of
from league.services.sessions import sessions_of
from league.services.snapshot import snapshot
from league.sheets import short_names
from league.takeout_ratings import ratings_data

VERSION = 1
GAMES_AT_ONCE = 100
NAMING_ACTS = ("players_added", "players_merged", "player_forgotten", "credit_added", "credit_taken_back")
"""Acts that name players beside the one that they are about."""

type Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Person:
    """Somebody in one club: as a player, under each of their ids, and by their account, where there are such."""

    club: Club
    player: Player | None
    user: User | None

    @property
    def players(self) -> list[Player]:
        """The player, and whoever was merged into them."""
        if self.player is None:
            return []
        return [self.player, *Player.objects.filter(merged_into=self.player).order_by("pk")]

    @property
    def recorders(self) -> list[Recorder]:
        """On each of their devices."""
        if self.user is None:
            return []
        return list(Recorder.objects.filter(club=self.club, account=self.user).order_by("pk"))


def player_data(player: Player) -> Iterator[str]:
    """What a club keeps about a player, and about the account behind them as far as it is the club's."""
    with snapshot():
        person = _Person(player.club, player, player.account)
        yield from written({"format": "upcard-player", **_head(), **_in_club(person)})


def account_data(user: User) -> Iterator[str]:
    """What the site keeps about an account, and the same as for a player in each of its clubs."""
    with snapshot():
        yield from written({"format": "upcard-account", **_head(), "account": _account(user), "clubs": _clubs(user)})


def _clubs(user: User) -> Iterator[Record]:
    for club in clubs_of(user):
        player = Player.objects.filter(club=club, account=user, merged_into=None).first()
        yield _in_club(_Person(club, player, user))


def _head() -> Record:
    return {"version": VERSION, "made_at": timezone.now()}


def _account(user: User) -> Record:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")
    return {
        "email": user.email,
        "name": user.name,
        "joined_at": user.joined_at,
        "last_login": user.last_login,
        "addresses": list(addresses),
        "second_steps": _second_steps(user),
        "sessions": [{"device": one.device, "seen_at": one.seen_at} for one in sessions_of(user, None)],
    }


def _second_steps(user: User) -> list[Record]:
    """Passkeys, the app and recovery codes, without what is secret in them."""
    return [
        {"kind": one.type, "name": one.data.get("name"), "added_at": one.created_at, "last_used_at": one.last_used_at}
        for one in Authenticator.objects.filter(user=user).order_by("pk")
    ]


def _in_club(person: _Person) -> Record:
    """The part of one club; what is long is an iterator."""
    players, recorders = person.players, person.recorders
    ids = {player.pk for player in players}
    return {
        "club": {"name": person.club.name, "address": person.club.slug},
        "player": _player(players[0]) if players else None,
        "also_entered_as": [_player(player) for player in players[1:]],
        "membership": _membership(person),
        "claims": _claims(person, ids),
        "devices": [{"device": one.device, "label": one.label, "since": one.created_at} for one in recorders],
        "totals": _totals(players),
        "credits": _credits(players),
        "games": _games(players[0], ids) if players else [],
        "ratings": ratings_data(players[0]) if players else [],
        "entered": _entered(person.club, recorders),
        "waiting": _waiting(person.club, recorders),
        "remarks": _remarks(person.club, recorders),
        "disputes": _disputes(person.club, recorders),
        "log": _log(person.club, ids, recorders),
    }


def _player(player: Player) -> Record:
    fields = ("name", "nickname", "showing", "shown", "guest", "created_at", "anonymised_at")
    return {"number": player.pk, **{field: getattr(player, field) for field in fields}}


def _membership(person: _Person) -> Record | None:
    found = Membership.objects.filter(club=person.club, user=person.user).first() if person.user else None
    return {"role": found.role, "joined_at": found.joined_at} if found else None


def _claims(person: _Person, players: set[int]) -> list[Any]:
    """Which player the account said to be, and the answers to who said to be this player."""
    about = Q(player__in=players) if person.user is None else Q(user=person.user)
    claims = PlayerClaim.objects.filter(about, club=person.club).order_by("asked_at", "pk")
    return list(claims.values("player", "state", "asked_at", "settled_at"))


def _totals(players: Iterable[Player]) -> Iterator[Record]:
    tallies = Tally.objects.filter(player__in=list(players)).select_related("season").order_by("season", "variant")
    for tally in tallies:
        sums = {field: getattr(tally, field) for field in ("games", "won12", "points", "hands", "nights", "counts")}
        yield {"season": tally.season.name, "variant": tally.variant, **sums}


def _credits(players: Iterable[Player]) -> Iterator[Record]:
    """What counts for them without a game, with the reasons; also what was taken back, by a credit of its own."""
    credits = Credit.objects.filter(player__in=list(players)).select_related("night").prefetch_related("remarks")
    for credit in credits.order_by("pk"):
        sums = {field: getattr(credit, field) for field in ("variant", "kind", "games", "won12", "points")}
        yield {
            "number": credit.pk,
            "night": credit.night.date,
            **sums,
            "takes_back": credit.cancels_id,
            "reasons": [remark.text for remark in credit.remarks.all()],
            "at": credit.stored_at,
        }


# Games


def _games(player: Player, ids: set[int]) -> Iterator[Record]:
    """In the order of play, a hundred at a time."""
    known = Game.objects.filter(pk__in=games_of(player)).order_by("play_order", "pk").values_list("pk", flat=True)
    for keys in batched(list(known), GAMES_AT_ONCE):
        games = Game.objects.filter(pk__in=keys).select_related("club", "night", "table", "ruleset")
        logs = read_logs(list(games.order_by("play_order", "pk")))
        rows = {row.game_id: row for row in GamePlayer.objects.filter(game__in=keys, player=player)}
        for log in logs.values():
            yield _game(log, rows.get(log.game.pk), player)


def _game(log: GameLog, row: GamePlayer | None, player: Player) -> Record:
    game, names = log.game, [one.shown for one in log.players]
    result = ("seat", "place", "points", "won12", "hands", "counts", "counted")
    return {
        "game": game.pk,
        "night": game.night.date,
        "table": game.table.number if game.table else None,
        "variant": game.variant,
        "status": game.status,
        "seats": names,
        "scores": list(log.state.scores),
        "result": row and {field: getattr(row, field) for field in result},
        "hands_played": [
            hand for place, line in enumerate(log.state.lines) for hand in _hand(log, line, place, player)
        ],
    }


def _hand(log: GameLog, line: Line, place: int, player: Player) -> Iterator[Record]:
    """A hand that they took part in; another may have had their seat for a while."""
    seats = [seat for seat, one in enumerate(log.seated(place)) if one.pk == player.pk]
    if seats:
        yield {
            "number": line.number,
            "seat": seats[0],
            "dealer": line.dealer,
            "undone": line.void,
            "said": record_to_json(line.record),
            "in_words": hand_sentence(line, short_names(log, place)),
            "scores": list(line.scores),
        }


# What they did, by way of the club: recorders have no index, for nothing else asks what somebody entered.


def _entered(club: Club, recorders: list[Recorder]) -> Iterator[Record]:
    events = GameEvent.objects.filter(game__club=club, recorder__in=recorders)
    events = events.select_related("recorder").order_by("stored_at", "pk")
    for event in events.iterator(chunk_size=500):
        times = {"entered_at": event.entered_at, "stored_at": event.stored_at}
        yield {
            "game": event.game_id,
            "kind": event.kind,
            "said": event.body,
            "device": event.recorder.device,
            **times,
        }


def _waiting(club: Club, recorders: list[Recorder]) -> Iterator[Record]:
    writes = HeldWrite.objects.filter(club=club, recorder__in=recorders).order_by("held_at", "pk")
    for held in writes.iterator(chunk_size=500):
        times = {"held_at": held.held_at, "settled_at": held.settled_at}
        yield {"game": held.game, "said": held.body, "why": held.why, **times}


def _disputes(club: Club, recorders: list[Recorder]) -> Iterator[Record]:
    """What they said is wrong, and how it ended."""
    disputes = Dispute.objects.filter(game__club=club, recorder__in=recorders).select_related("said", "answer")
    for one in disputes.order_by("at", "pk").iterator(chunk_size=500):
        yield {
            "game": one.game_id,
            "hand": one.hand,
            "text": one.said.text,
            "at": one.at,
            "state": one.state,
            "answer": one.answer.text if one.answer else None,
            "settled_at": one.settled_at,
        }


def _remarks(club: Club, recorders: list[Recorder]) -> Iterator[Record]:
    of_club = Q(game__club=club) | Q(event__game__club=club) | Q(credit__night__club=club)
    remarks = Remark.objects.filter(of_club, recorder__in=recorders).select_related("event").order_by("at", "pk")
    for remark in remarks.iterator(chunk_size=500):
        game: UUID | None = remark.event.game_id if remark.event else remark.game_id
        yield {"game": game, "text": remark.text, "at": remark.at}


def _log(club: Club, players: set[int], recorders: list[Recorder]) -> Iterator[Record]:
    """Acts on the player, acts that name them, and their own."""
    mine = {recorder.pk for recorder in recorders}
    about = Q(subject_kind="player", subject_id__in=[str(pk) for pk in players])
    entries = AuditEntry.objects.filter(about | Q(recorder__in=mine) | Q(act__in=NAMING_ACTS), club=club)
    for entry in entries.order_by("at", "pk").iterator(chunk_size=500):
        said = {**(entry.before or {}), **(entry.after or {})}
        is_about = entry.subject_kind == "player" and int(entry.subject_id) in players
        if is_about or entry.recorder_id in mine or players & {*said.get("players", ()), said.get("into")}:
            # Lists of other people's numbers are none of this person's data.
            told = {"before": _own(entry.before, players), "after": _own(entry.after, players)}
            yield {"at": entry.at, "act": entry.act, "by_you": entry.recorder_id in mine, **told}


def _own(said: Record | None, players: set[int]) -> Record | None:
    if said is None or "players" not in said:
        return said
    return {**said, "players": [pk for pk in said["players"] if pk in players]}
