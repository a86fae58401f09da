"""A club's log in words: who did what besides scoring. Names are looked up now, for the log holds none."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_name
from league.models import (
    AuditEntry,
    Club,
    Corrections,
    CreditKind,
    DisputeState,
    Player,
    Role,
    Season,
    Showing,
    User,
    Visibility,
)
from league.recorders import device_text
from league.standings.choice import choice_from_json
from league.standings.figures import shares
from league.standings.words import tie_breaks

ACTS: Mapping[str, Promise] = {
    "club_changed": gettext_lazy("Changed the club"),
    "club_closed": gettext_lazy("Closed the club, to be deleted"),
    "club_reopened": gettext_lazy("Opened the club again"),
    "club_suspended": gettext_lazy("Suspended the club"),
    "club_unsuspended": gettext_lazy("Ended the suspension of the club"),
    "role_given": gettext_lazy("Gave a role"),
    "member_removed": gettext_lazy("Removed a member"),
    "invitation_made": gettext_lazy("Made an invitation"),
    "invitation_withdrawn": gettext_lazy("Withdrew an invitation"),
    "card_made": gettext_lazy("Made a table’s card"),
    "card_withdrawn": gettext_lazy("Withdrew a table’s card"),
    "member_joined": gettext_lazy("Joined by an invitation"),
    "player_confirmed": gettext_lazy("Confirmed which player a member is"),
    "player_refused": gettext_lazy("Refused to confirm which player a member is"),
    "players_added": gettext_lazy("Added players"),
    "player_changed": gettext_lazy("Changed a player"),
    "guest_welcomed": gettext_lazy("Made a guest a player of the club"),
    "player_forgotten": gettext_lazy("Forgot a person’s name"),
    "remark_erased": gettext_lazy("Erased a remark"),
    "account_deleted": gettext_lazy("Left the site"),
    "players_merged": gettext_lazy("Merged two players"),
    "players_separated": gettext_lazy("Separated two players"),
    "season_made": gettext_lazy("Made a season"),
    "season_changed": gettext_lazy("Changed a season"),
    "season_made_default": gettext_lazy("Made a season the current one"),
    "season_closed": gettext_lazy("Closed a season"),
    "season_opened": gettext_lazy("Opened a season again"),
    "credit_added": gettext_lazy("Credited a player"),
    "credit_taken_back": gettext_lazy("Took back a credit"),
    "ratings_chosen": gettext_lazy("Changed how the club rates"),
    "rules_set": gettext_lazy("Set house rules"),
    "standings_set": gettext_lazy("Set how places are decided"),
    "game_moved": gettext_lazy("Moved a game"),
    "game_imported": gettext_lazy("Imported a game from a file"),
    "night_moved": gettext_lazy("Moved a night"),
    "night_closed": gettext_lazy("Closed a night"),
    "night_opened": gettext_lazy("Opened a night again"),
    "held_stored": gettext_lazy("Stored what was held"),
    "held_left_out": gettext_lazy("Left out what was held"),
    "game_confirmed": gettext_lazy("Confirmed a game"),
    "game_unconfirmed": gettext_lazy("Took back a confirmation"),
    "game_disputed": gettext_lazy("Disputed a game"),
    "dispute_settled": gettext_lazy("Settled a dispute"),
}
"""What the services note; a test compares the two."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act: who, on which device, when, what in a few words, and on what."""

    at: datetime
    by: str
    device: str
    act: str
    about: str
    changes: list[tuple[str, str, str]]


def log_lines(club: Club, entries: Iterable[AuditEntry]) -> list[LogLine]:
    """Entries in words. Three queries at most: the people and seasons that they name."""
    entries = list(entries)
    named = _Names(club, entries)
    return [
        LogLine(
            at=entry.at,
            by=entry.recorder.label,
            device=device_text(entry.recorder.device),
            act=str(ACTS.get(entry.act, entry.act)),
            about=named.about(entry),
            changes=_changes(entry, named),
        )
        for entry in entries
    ]


class _Names:
    """What the ids of some entries stand for today; who is gone is named by the number."""

    def __init__(self, club: Club, entries: list[AuditEntry]) -> None:
        said = [value for entry in entries for value in (entry.before or {}, entry.after or {})]
        accounts = {value["account"] for value in said if "account" in value}
        players = {player for value in said for player in value.get("players", ())}
        players |= {int(entry.subject_id) for entry in entries if entry.subject_kind == "player"}
        players |= {value["into"] for value in said if "into" in value}
        players |= {value["confirmed"] for value in said if value.get("confirmed")}
        seasons = {int(entry.subject_id) for entry in entries if entry.subject_kind == "season"}
        seasons |= {value["season"] for value in said if "season" in value}
        self.accounts = {user.pk: str(user) for user in User.objects.filter(pk__in=accounts)}
        found = list(Player.objects.filter(club=club, pk__in=players))
        self.players: dict[int, str] = {player.pk: player.shown for player in found}
        # Their accounts' names would tell who they were.
        self.forgotten = {player.pk for player in found if player.anonymised_at}
        self.seasons = {season.pk: season.name for season in Season.objects.filter(club=club, pk__in=seasons)}

    def about(self, entry: AuditEntry) -> str:
        said = {**(entry.before or {}), **(entry.after or {})}
        match entry.subject_kind:
            case "player" if "into" in said:
                return f"{self.player(int(entry.subject_id))}, {self.player(said['into'])}"
            case "player" if "account" in said and int(entry.subject_id) not in self.forgotten:
                return f"{self.player(int(entry.subject_id))}, {self.account(said)}"
            case "player":
                return self.player(int(entry.subject_id))
            case "season":
                return self.season(int(entry.subject_id)) + self._variant(said)
            case "membership":
                return self.account(said)
            case "game":
                return str(said.get("date", ""))
        if "players" in said:
            players = [self.player(player) for player in said["players"]]
            more = len(players) - MOST_NAMED
            rest = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more > 0 else ""
            return ", ".join(players[:MOST_NAMED]) + (f" {rest}" if rest else "")
        return ""

    def player(self, pk: int) -> str:
        return self.players.get(pk, f"#{pk}")

    def account(self, said: Mapping[str, Any]) -> str:
        return self.accounts.get(said.get("account", 0), _("somebody who left the site"))

    def season(self, pk: int) -> str:
        return self.seasons.get(pk, f"#{pk}")

    def _variant(self, said: Mapping[str, Any]) -> str:
        return f", {variant_name(said['variant'])}" if "variant" in said else ""


MOST_NAMED = 10

LABELS: Mapping[str, Promise] = {
    "name": gettext_lazy("Name"),
    "zone": gettext_lazy("Time zone"),
    "visibility": gettext_lazy("Who may look"),
    "corrections": gettext_lazy("How long scorers may put a finished game right"),
    "confirmed": gettext_lazy("Confirmed by"),
    "dispute_state": gettext_lazy("Dispute"),
    "role": gettext_lazy("Role"),
    "guest": gettext_lazy("Guest"),
    "showing": gettext_lazy("Shown as"),
    "renamed": gettext_lazy("Another name or nickname"),
    "starts": gettext_lazy("First day"),
    "ends": gettext_lazy("Last day"),
    "substitute_gets_result": gettext_lazy("A substitute gets the result of the seat"),
    "cut_short_stands": gettext_lazy("A game cut short counts as it stands"),
    "standings": gettext_lazy("Standings"),
    "hidden_until": gettext_lazy("Standings are shown from"),
    "credit": gettext_lazy("Credit"),
    "games": gettext_lazy("Games"),
    "won12": gettext_lazy("Games won"),
    "points": gettext_lazy("Points"),
    "rated": gettext_lazy("Keep ratings"),
    "rated_within": gettext_lazy("Rated with"),
    "date": gettext_lazy("Played on"),
    "table": gettext_lazy("Table"),
    "round": gettext_lazy("Round"),
    "season": gettext_lazy("Season"),
}
"""What is told of an entry; ids of rows that nobody knows by their number are left out."""


def _changes(entry: AuditEntry, named: _Names) -> list[tuple[str, str, str]]:
    """What differs, before and after, in words."""
    before, after = entry.before or {}, entry.after or {}
    return [
        (str(label), _shown(key, before.get(key), named), _shown(key, after.get(key), named))
        for key, label in LABELS.items()
        if before.get(key) != after.get(key)
    ]


def _shown(key: str, value: Any, named: _Names) -> str:
    if value is None or value == "":
        return "–"
    if key == "confirmed":
        return named.player(value)
    if key == "season":
        return named.season(value)
    if key in _CHOICES:
        return _CHOICES[key](value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


_CHOICES: Mapping[str, Callable[[Any], str]] = {
    "credit": lambda value: str(CreditKind(value).label),
    "won12": lambda value: shares(Fraction(value, TWELFTHS)),
    "rated_within": lambda value: ", ".join(
        f"{variant_name(key)}: {variant_name(pool) if pool else '–'}" for key, pool in value.items()
    ),
    "role": lambda value: str(Role(value).label),
    "showing": lambda value: str(Showing(value).label),
    "visibility": lambda value: str(Visibility(value).label),
    "corrections": lambda value: str(Corrections(value).label),
    "dispute_state": lambda value: str(DisputeState(value).label),
    "standings": lambda value: tie_breaks(choice_from_json(value)),
}
