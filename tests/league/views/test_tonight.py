"""A club's front page: tonight's tables as they stand, the last night's on a quiet day."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Night, Player, Role, Visibility
from tests.factories import make_founded_club, make_member, make_user
from tests.league.at_table import AtTable, close_night, next_table, open_table, sign_in, statements

pytestmark = pytest.mark.django_db


def look(table: AtTable, client: Client | None = None) -> Any:
    return (client or table.client).get(reverse("club-tonight", args=[table.club.slug]))


def poll(table: AtTable, tag: str = "", client: Client | None = None) -> Any:
    headers = {"HX-PTag": tag} if tag else {}
    return (client or table.client).get(reverse("club-tonight-live", args=[table.club.slug]), headers=headers)


# What is shown


def test_every_open_table_with_its_score_and_last_hand(table: AtTable) -> None:
    table.play("0:5", "1:2")
    next_table(table, "Dora", "Emil", "Finn")
    sheets = look(table).context["open_sheets"]
    assert [sheet.table_number for sheet in sheets] == [1, 2]
    assert [[seat.score for seat in sheet.seats] for sheet in sheets] == [[5, 0, 2], [0, 0, 0]]
    body = look(table).content.decode()
    assert "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2" in body
    assert "No hand yet. Dora deals." in body
    assert "hand 3" in body


def test_after_an_undo_the_hand_before_is_the_last(table: AtTable) -> None:
    table.play("0:5")
    table.undo(table.play("1:2"))
    body = look(table).content.decode()
    assert "Ann took all five. Ann +3" in body
    assert "No hand yet" not in body


def test_finished_games_by_place_newest_first(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 20:00Z")
    table = open_table()
    table.play("1:5", "1:5", "1:5", "1:5")
    time_machine.shift(60)
    other = next_table(table, "Dora", "Emil", "Finn")
    other.play(*["2:5"] * 4)
    finished = look(table).context["finished"]
    assert [[str(seat.player) for seat in row.players] for row in finished] == [
        ["Finn", "Dora", "Emil"],
        ["Ben", "Ann", "Cleo"],
    ]
    body = look(table).content.decode()
    assert "No table is playing at the moment." in body
    assert "4 hands" in body


def test_an_abandoned_game_is_told_as_one(table: AtTable) -> None:
    table.play("0:3")
    table.post("game-abandon", client_id=uuid4())
    assert "Abandoned" in look(table).content.decode()


def test_a_club_without_players_begins_with_them() -> None:
    owner = make_user("Olive")
    club = make_founded_club(owner)
    page = sign_in(owner).get(reverse("club-tonight", args=[club.slug]))
    assert reverse("player-add", args=[club.slug]) in page.content.decode()
    assert "No game has been played yet" in page.content.decode()


def test_a_visitor_of_a_club_without_games_is_told_to_wait() -> None:
    club = make_founded_club()
    body = Client().get(reverse("club-tonight", args=[club.slug])).content.decode()
    assert "As soon as somebody records a hand, it shows here." in body
    assert reverse("game-start", args=[club.slug]) not in body


def test_only_scorers_are_offered_a_new_game(table: AtTable) -> None:
    pia = make_user("Pia")
    make_member(table.club, pia, Role.PLAYER)
    start = reverse("game-start", args=[table.club.slug])
    assert start in look(table).content.decode()
    assert start not in look(table, sign_in(pia)).content.decode()


def test_another_clubs_tables_are_not_here(table: AtTable) -> None:
    open_table(("Dora", "Emil", "Finn"), name="Elsewhere").play("0:3")
    assert "Dora" not in look(table).content.decode()


def test_names_are_text(table: AtTable) -> None:
    next_table(table, "<script>x</script>", "O'Brien", "\u2067שרה\u2069").play(*["0:5"] * 4)
    body = look(table).content.decode()
    assert "<script>x" not in body
    assert "&lt;script&gt;x" in body


# Which night


def test_the_night_is_the_clubs_own(time_machine: Any) -> None:
    time_machine.move_to("2026-10-02 01:30Z")  # half past nine in the evening of the first, in New York
    table = open_table(zone="America/New_York")
    assert look(table).context["is_tonight"]
    assert "Thursday 1 October 2026" in look(table).content.decode()


def test_after_midnight_it_is_still_tonight(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 20:00Z")
    table = open_table(zone="Europe/London")
    time_machine.move_to("2026-10-02 04:59Z")  # 05:59 in London
    late = next_table(table, "Dora", "Emil", "Finn")
    assert late.game.night_id == table.game.night_id
    assert look(table).context["is_tonight"]
    time_machine.move_to("2026-10-02 05:00Z")  # 06:00
    page = look(table)
    assert not page.context["is_tonight"]
    assert "Thursday 1 October 2026 · the last night" in page.content.decode()
    assert len(page.context["open_sheets"]) == 2


def test_a_new_day_shows_the_new_night_as_soon_as_somebody_plays(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 20:00Z")
    table = open_table()
    table.play(*["0:5"] * 4)
    time_machine.move_to("2026-10-08 20:00Z")
    assert len(look(table).context["finished"]) == 1
    next_table(table, "Dora", "Emil", "Finn")
    page = look(table)
    assert page.context["is_tonight"]
    assert (len(page.context["open_sheets"]), page.context["finished"]) == (1, [])


# Polling


def test_nothing_new_is_304_without_a_body(table: AtTable) -> None:
    table.play("0:3")
    first = poll(table)
    again = poll(table, first["HX-PTag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first["Cache-Control"] == again["Cache-Control"] == "no-store"
    assert first.content.decode().startswith('<div id="tables"')


def test_whatever_happens_at_a_table_changes_the_tag(table: AtTable) -> None:
    seen = [poll(table)["HX-PTag"]]

    def change(what: Any) -> None:
        what()
        answer = poll(table, seen[-1])
        assert answer.status_code == 200
        assert answer["HX-PTag"] not in seen
        seen.append(answer["HX-PTag"])

    change(lambda: table.play("0:3"))
    change(lambda: table.undo(table.follows))
    change(lambda: next_table(table, "Dora", "Emil", "Finn"))
    change(lambda: table.play(*["0:5"] * 4))
    change(lambda: table.undo(table.follows))


def test_a_game_of_the_last_night_that_goes_on_changes_it_too(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 20:00Z")
    table = open_table()
    time_machine.move_to("2026-10-02 09:00Z")  # a long night
    tag = poll(table)["HX-PTag"]
    table.play("0:3")
    assert poll(table, tag).status_code == 200


def test_a_new_day_changes_the_tag(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 20:00Z")
    table = open_table()
    tag = poll(table)["HX-PTag"]
    time_machine.move_to("2026-10-02 05:59Z")
    assert poll(table, tag).status_code == 304
    time_machine.move_to("2026-10-02 06:00Z")
    assert poll(table, tag).status_code == 200


def test_another_clubs_hands_do_not_change_it(table: AtTable) -> None:
    tag = poll(table)["HX-PTag"]
    open_table(name="Elsewhere").play("0:3")
    assert poll(table, tag).status_code == 304


def test_another_audience_or_language_another_tag(table: AtTable, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    tags = {poll(table)["HX-PTag"]}
    Club.objects.update(visibility=Visibility.PUBLIC)
    tags.add(poll(table)["HX-PTag"])
    live = reverse("club-tonight-live", args=[table.club.slug])
    tags.add(table.client.get(live, headers={"Accept-Language": "nl"})["HX-PTag"])
    assert len(tags) == 3


def test_scorer_and_stranger_get_the_same_bytes_without_form_or_token(table: AtTable) -> None:
    table.play("0:3")
    next_table(table, "Dora", "Emil", "Finn").play(*["0:5"] * 4)
    ours = poll(table)
    for client in (Client(), sign_in(make_user("Strange"))):
        theirs = poll(table, client=client)
        assert (theirs.content, theirs["HX-PTag"]) == (ours.content, ours["HX-PTag"])
        assert not theirs.cookies
    body = ours.content.decode()
    assert "<form" not in body
    assert "csrf" not in body


@pytest.mark.parametrize("route", ["club-tonight", "club-tonight-live"])
def test_a_club_for_members_only_is_not_there_for_others(route: str) -> None:
    table = open_table(visibility=Visibility.MEMBERS)
    url = reverse(route, args=[table.club.slug])
    assert table.client.get(url).status_code == 200
    assert Client().get(url).status_code == 404
    assert table.client.post(url).status_code == 405


# How much it costs


def test_the_page_costs_the_same_for_one_game_and_three_and_more_hands(table: AtTable) -> None:
    table.play("0:3", "1:3", "2:3", "0:3", "1:3")
    few = [statements(lambda: look(table)), statements(lambda: poll(table))]
    table.play(*["0:3", "1:3", "2:3"] * 5)
    for names in (("Dora", "Emil", "Finn"), ("Gwen", "Hugo", "Ines")):
        next_table(table, *names).play("0:3", "1:3")
    assert [statements(lambda: look(table)), statements(lambda: poll(table))] == few
    assert max(few) <= 10


def test_finished_games_cost_the_same_for_one_and_three(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    few = statements(lambda: look(table))
    for names in (("Dora", "Emil", "Finn"), ("Gwen", "Hugo", "Ines")):
        next_table(table, *names).play(*["1:5"] * 4)
    assert statements(lambda: look(table)) == few


def test_older_nights_cost_nothing(table: AtTable) -> None:
    few = [statements(lambda: look(table)), statements(lambda: poll(table))]
    old = next_table(table, "Dora", "Emil", "Finn")
    old.play(*["0:5"] * 4)
    night = Night.objects.create(club=table.club, season=old.game.night.season, date="2020-01-01")
    type(old.game).objects.filter(pk=old.game.pk).update(night=night)
    assert [statements(lambda: look(table)), statements(lambda: poll(table))] == few


def test_nothing_new_costs_at_most_two_statements_four_signed_in(table: AtTable) -> None:
    table.play("0:3")
    next_table(table, "Dora", "Emil", "Finn").play("0:3")
    tag = poll(table)["HX-PTag"]
    signed_out = Client()
    assert poll(table, tag, signed_out).status_code == 304
    assert statements(lambda: poll(table, tag, signed_out)) <= 2
    assert statements(lambda: poll(table, tag)) <= 4


def test_a_closed_night_is_still_shown(table: AtTable) -> None:
    table.play("0:3")
    close_night(table)
    assert len(look(table).context["open_sheets"]) == 1
    assert Player.objects.filter(club=table.club).count() == 3


def test_a_new_nights_page_is_newer_than_any_of_the_night_before() -> None:
    """A page left open overnight refuses what looks older; the next night's first hand must not look so."""
    table = open_table()
    url = reverse("club-tonight-live", args=[table.club.slug])
    table.play(*["0:3", "1:3", "2:3"] * 3)
    Night.objects.filter(club=table.club).update(date=table.game.night.date - datetime.timedelta(days=1))
    yesterday = Client().get(url).context["version"]
    next_table(table, "Dan", "Eve", "Flo")
    assert Client().get(url).context["version"] > yesterday
