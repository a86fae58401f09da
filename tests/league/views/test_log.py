"""The club's log: every administrative act leaves an entry with who, when, and what was before and after."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from league.log_words import ACTS
from league.models import AuditEntry, Role
from league.services.players import add_players, update_player
from tests.factories import DAY, make_member, make_user
from tests.league.cast import Cast
from tests.pages import at_most_statements, text_of
from tests.repository import ROOT

pytestmark = pytest.mark.django_db


def send(cast: Cast, route: str, *args: object, who: str = Role.OWNER, **form: Any) -> None:
    answer = cast.client(who).post(reverse(route, args=[cast.club.slug, *args]), form)
    assert answer.status_code == 303, text_of(answer)


def log(cast: Cast) -> str:
    return text_of(cast.client(Role.OWNER).get(reverse("club-log", args=[cast.club.slug])))


def newest(cast: Cast) -> AuditEntry:
    entry = AuditEntry.objects.filter(club=cast.club).order_by("-pk").first()
    assert entry is not None
    return entry


def test_the_club_is_changed(cast: Cast) -> None:
    send(cast, "club-edit", name="Harbour Club", zone="Europe/Amsterdam", visibility="public", corrections="tonight")
    assert "Changed the club Name: Harbour Euchre Club Harbour Club" in log(cast)
    assert "Who may look: Whoever has the address Everybody; listed" in log(cast)
    assert newest(cast).recorder.label == "Olive"


def test_roles_are_given_and_taken(cast: Cast) -> None:
    nora = make_user("Nora")
    member = make_member(cast.club, nora)
    send(cast, "member-role", member.pk, role=Role.ORGANISER)
    assert "Gave a role : Nora Role: Scorer Organiser" in log(cast)
    send(cast, "member-remove", member.pk)
    assert "Removed a member : Nora Role: Organiser –" in log(cast)


def test_players_are_named_as_they_are_called_now_and_never_in_the_entry(cast: Cast) -> None:
    send(cast, "player-add", who=Role.SCORER, names="Ann\nBen")
    assert "Added players : Ann, Ben" in log(cast)
    assert newest(cast).recorder.label == "Sam"
    ann = cast.club.players.get(name="Ann")
    send(cast, "player-edit", ann.pk, name="Anna", nickname="", guest="")
    assert "Changed a player : Anna Another name or nickname: – yes" in log(cast)
    update_player(ann, name="Forgotten")
    assert "Anna" not in log(cast)
    assert not any("Ann" in f"{entry.before}{entry.after}" for entry in AuditEntry.objects.all())


def test_seasons_and_rules(cast: Cast) -> None:
    season = cast.club.seasons.get()
    dates = {"starts": DAY.isoformat(), "ends": ""}
    send(cast, "season-add", who=Role.ORGANISER, name="Spring", default="on", **dates)
    text = log(cast)
    assert "Made a season : Spring" in text
    assert "Made a season the current one : Spring" in text
    send(cast, "season-edit", season.pk, who=Role.ORGANISER, name="Old", cut_short_stands="on", **dates)
    assert "Changed a season : Old Name:" in log(cast)
    page = cast.client(Role.ORGANISER).get(reverse("rules-edit", args=[cast.club.slug, season.pk, "cutthroat"]))
    rules = {name: str(value) for name, value in page.context["form"].initial.items()} | {"target": "7"}
    send(cast, "rules-edit", season.pk, "cutthroat", who=Role.ORGANISER, **rules)
    assert "Set house rules : Old, Cutthroat" in log(cast)


def test_what_changes_nothing_is_not_told(cast: Cast) -> None:
    club = cast.club
    send(cast, "club-edit", name=club.name, zone=club.zone, visibility=club.visibility, corrections=club.corrections)
    assert not AuditEntry.objects.exists()


def test_what_is_refused_leaves_no_entry(cast: Cast) -> None:
    owner = cast.club.memberships.get(role=Role.OWNER)
    answer = cast.client(Role.OWNER).post(
        reverse("member-role", args=[cast.club.slug, owner.pk]), {"role": Role.PLAYER}
    )
    assert answer.status_code == 422
    assert not AuditEntry.objects.exists()


def test_every_act_that_a_service_notes_has_words() -> None:
    sources = "".join(path.read_text() for path in Path(ROOT, "league/services").glob("*.py"))
    constants = re.findall(r'(?m)^[A-Z_]+ = "([a-z]+_[a-z_]+)"$', sources)
    noted = {*re.findall(r'note\(\s*by, "(\w+)"', sources), *constants}
    assert noted == set(ACTS)


def test_it_is_paged_and_costs_the_same_however_long(cast: Cast) -> None:
    add_players(cast.club, [f"Player {number}" for number in range(60)])
    by = cast.client(Role.OWNER)
    for player in cast.club.players.all():
        AuditEntry.objects.create(
            club=cast.club,
            recorder=cast.club.recorders.get_or_create(account=cast.users[Role.OWNER], defaults={"label": "Olive"})[0],
            act="player_changed",
            subject_kind="player",
            subject_id=str(player.pk),
            before={"guest": True},
            after={"guest": False},
        )
    with at_most_statements(8):
        page = by.get(reverse("club-log", args=[cast.club.slug]), {"page": 2})
    assert len(page.context["lines"]) == 10
