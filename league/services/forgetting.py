"""Forgetting people: their names and words go, and what was played stays as it was entered.

No fact holds a name, so none is touched: facts name players and recorders by ids, and those lose their names here.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, HeldWrite, Player, PlayerClaim, Recorder, Remark, Showing
from league.services.audit import note
from league.services.locks import lock_club
from league.services.players import name_players
from league.text import name_key

SHORTEST_WORD = 3
"""Shorter parts of a name ("de", "O") stand in every other remark."""

WORDS = re.compile(r"\w+")


@transaction.atomic
def forget_player(player: Player, by: Recorder | None = None) -> Player:
    """Nobody learns any more who this was, whatever they were entered as; results stay. There is no way back.

    A neutral name takes the place of every name; the account is let go, what it recorded in this club is nobody's any
    more, claims are deleted, and remarks that hold a word of the name are erased. Forgotten twice is forgotten once.
    """
    lock_club(player.club_id)
    found = Player.objects.select_related("club").get(pk=player.merged_into_id or player.pk)
    if found.anonymised_at:
        return found
    group = [found, *Player.objects.filter(merged_into=found).order_by("pk")]
    accounts = {one.account_id for one in group if one.account_id}
    _erase_words(found.club, group)
    PlayerClaim.objects.filter(Q(player__in=group) | Q(club=found.club, user__in=accounts)).delete()
    for one, name in zip(group, _neutral_names(found.club), strict=False):
        one.name, one.nickname, one.showing = name, "", Showing.FULL
        one.account, one.anonymised_at = None, timezone.now()
        one.save(update_fields=["name", "nickname", "showing", "account", "anonymised_at"])
    Recorder.objects.filter(club=found.club, account__in=accounts).update(account=None, label=_("A member"))
    name_players(found.club)
    note(by, "player_forgotten", found, {}, {"players": [one.pk for one in group]})
    return Player.objects.get(pk=found.pk)


@transaction.atomic
def erase_remark(remark: Remark, by: Recorder | None = None) -> None:
    """The words go, and with them their copies: at the other games of a night, and where they came held.

    That there were some stays.
    """
    for held in HeldWrite.objects.filter(settled_as=remark.event_id, settled_as__isnull=False):
        held.body["reason"] = ""
        held.save(update_fields=["body"])
    same = Remark.objects.filter(recorder=remark.recorder_id, at=remark.at, text=remark.text).exclude(text="")
    if same.update(text=""):
        note(by, "remark_erased", remark, {}, {"erased": remark.pk})


def _neutral_names(club: Club) -> Iterator[str]:
    """Names that nobody of the club has: Player 1, Player 2, …"""
    taken = set(Player.objects.filter(club=club).values_list("name_key", flat=True))
    names = (_("Player %(number)s") % {"number": number} for number in count(1))
    return (name for name in names if name_key(name) not in taken)


def _erase_words(club: Club, group: Sequence[Player]) -> None:
    """Remarks and reasons of the club that hold a word of these names."""
    secret = {word for one in group for word in _words(f"{one.name} {one.nickname}") if len(word) >= SHORTEST_WORD}
    about = Q(game__club=club) | Q(event__game__club=club) | Q(credit__night__club=club)
    remarks = Remark.objects.filter(about).exclude(text="").values_list("pk", "text")
    named = [pk for pk, text in remarks.iterator() if secret & _words(text)]
    Remark.objects.filter(pk__in=named).update(text="")
    for held in HeldWrite.objects.filter(club=club).exclude(body__reason="").iterator():
        reason = held.body.get("reason") if isinstance(held.body, dict) else None
        if isinstance(reason, str) and secret & _words(reason):
            held.body["reason"] = ""
            held.save(update_fields=["body"])


def _words(text: str) -> set[str]:
    return set(WORDS.findall(name_key(text)))
