"""Moving a game or a night: opening writes nothing, a preview shows both seasons, and only the yes is stored."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from league.days import club_date
from league.models import AuditEntry, Game, Night, NightKind, NightState, Role, Season
from tests.factories import make_game, make_member, make_night, make_season, make_user, play_out
from tests.league.at_table import AtTable, open_table, sign_in
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """A game that Ann has won, in a club whose season began years ago."""
    table = open_table()
    play_out(table.game)
    Season.objects.update(starts=datetime.date(2020, 1, 1))
    table.game.refresh_from_db()
    return table


@pytest.fixture
def spring(table: AtTable) -> Night:
    """A night of another season."""
    season = make_season(table.club, name="Spring", starts=datetime.date(2021, 1, 1), ends=datetime.date(2021, 6, 1))
    return make_night(table.club, season=season, date=datetime.date(2021, 3, 5))


def seen(table: AtTable) -> str:
    game = Game.objects.select_related("night", "table").get(pk=table.game.pk)
    return f"{game.night.date.isoformat()} {game.table.number if game.table else '-'} {game.round or '-'}"


def move(at: AtTable, client: Any = None, /, **fields: Any) -> Any:
    day, number, _round = seen(at).split()
    form = {"seen": seen(at), "date": day, "table": number, "round": ""} | fields
    return (client or at.client).post(at.url("game-move"), form)


def night_url(table: AtTable) -> str:
    return reverse("night-season", args=[table.club.slug, table.game.night_id])


def test_opening_writes_nothing(table: AtTable) -> None:
    page = table.get("game-move")
    assert page.status_code == 200
    assert page.context["form"].initial["table"] == 1
    assert not AuditEntry.objects.exists()


def test_a_preview_shows_both_seasons_and_stores_nothing(table: AtTable, spring: Night) -> None:
    page = move(table, date="2021-03-05", table="4")
    assert page.status_code == 200
    changed = {
        change.season: [(c.name, c.before, c.after) for c in change.changes] for change in page.context["changes"]
    }
    assert changed == {
        table.game.night.season.name: [("Ann", 1, None), ("Ben", 2, None), ("Cleo", 2, None)],
        "Spring": [("Ann", None, 1), ("Ben", None, 2), ("Cleo", None, 2)],
    }
    assert "5 March 2021 · table 4" in text_of(page)
    assert not AuditEntry.objects.exists()


def test_a_preview_names_the_season_of_the_night_that_is_open(table: AtTable, spring: Night) -> None:
    other = make_season(table.club, name="Other", starts=spring.date)
    make_night(table.club, season=other, date=spring.date, kind=NightKind.LEAGUE, state=NightState.CLOSED)
    assert move(table, date="2021-03-05").context["to"] == spring.season
    move(table, date="2021-03-05", save="1")
    assert Game.objects.get(pk=table.game.pk).night == spring


def test_today_is_of_the_default_season_whatever_its_days(table: AtTable, spring: Night) -> None:
    move(table, date="2021-03-05", save="1")
    home = Season.objects.get(club=table.club, is_default=True)
    Season.objects.filter(pk=home.pk).update(starts=datetime.date(2999, 1, 1))
    Night.objects.exclude(pk=spring.pk).delete()
    assert move(table, date=club_date(table.club).isoformat()).context["to"] == home


def test_the_yes_moves_it_and_the_standings_follow(table: AtTable, spring: Night) -> None:
    answer = move(table, date="2021-03-05", table="4", save="1", reason="entered on the wrong day")
    assert (answer.status_code, answer["Location"]) == (303, table.url("game-detail"))
    game = Game.objects.get(pk=table.game.pk)
    assert (game.night, game.table and game.table.number) == (spring, 4)
    standings = reverse("standings", args=[table.club.slug])
    assert "No finished game yet" in text_of(table.client.get(standings))
    assert "1 Ann 1 1 1 12.00" in text_of(table.client.get(standings, {"season": spring.season_id}))


def test_the_move_stands_in_the_history_with_a_way_back(table: AtTable, spring: Night) -> None:
    old = seen(table)
    move(table, date="2021-03-05", table="4", save="1", reason="entered on the wrong day")
    page = table.get("game-history")
    text = text_of(page)
    assert "to 5 March 2021 · table 4." in text
    assert "“ entered on the wrong day ”" in text
    back = next(entry.back for entry in page.context["entries"] if entry.back)
    form = table.client.get(f"{table.url('game-move')}?{back}").context["form"]
    day, number, _round = old.split()
    assert (form["date"].value(), form["table"].value()) == (day, number)
    move(table, date=day, table=number, save="1")
    assert seen(table) == old


def test_a_preview_within_one_season_says_that_nothing_changes(table: AtTable) -> None:
    page = move(table, table="7")
    assert page.context["changes"] == []
    assert "No place and no figure changes." in text_of(page)


def test_somebody_moved_it_meanwhile_is_a_conflict(table: AtTable) -> None:
    before = seen(table)
    move(table, table="7", save="1")
    answer = move(table, seen=before, table="8", save="1")
    assert answer.status_code == 409
    assert "table 7" in text_of(answer)
    assert answer.context["seen"] == seen(table)
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"date": "2999-01-01"}, "still to come"),
        ({"date": "1999-01-01"}, "No season of this club holds"),
        ({"date": "x"}, "Enter a valid date"),
        ({"date": ""}, "This field is required"),
        ({"table": "0"}, "greater than or equal to 1"),
        ({"table": "1000"}, "less than or equal to 999"),
        ({"table": "x"}, "Enter a whole number"),
        ({"round": "100"}, "less than or equal to 99"),
        ({"seen": "x"}, "lost its number"),
        ({"seen": ""}, "lost its number"),
        ({"seen": "2026-99-99 1 -"}, "lost its number"),
    ],
)
@pytest.mark.parametrize("save", ["", "1"])
def test_what_cannot_be_is_answered_beside_its_field(
    table: AtTable, fields: dict[str, str], words: str, save: str
) -> None:
    before = seen(table)
    answer = move(table, **fields | ({"save": save} if save else {}))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert seen(table) == before


def test_a_closed_night_takes_no_game(table: AtTable, spring: Night) -> None:
    Night.objects.filter(pk=spring.pk).update(state=NightState.CLOSED)
    answer = move(table, date="2021-03-05", save="1")
    assert answer.status_code == 422
    assert "closed" in text_of(answer)


def test_a_preview_refuses_what_saving_would(table: AtTable, spring: Night) -> None:
    Night.objects.filter(pk=spring.pk).update(state=NightState.CLOSED)
    assert "closed" in text_of(move(table, date="2021-03-05"))
    assert move(table, seen="2026-01-01 9 -", table="8").status_code == 409
    first, second = (make_game(table.club, list(table.club.players.order_by("pk"))) for _ in range(2))
    playing = AtTable(table.club, second, table.scorer, table.client)
    answer = move(playing, table=str(first.table and first.table.number))
    assert answer.status_code == 422
    assert "Another game is being played at table" in text_of(answer)


def test_the_reason_survives_a_refusal(table: AtTable) -> None:
    before = seen(table)
    move(table, table="7", save="1")
    answer = move(table, seen=before, table="8", save="1", reason="the tables were mixed up")
    assert 'name="reason" value="the tables were mixed up"' in answer.content.decode()


@pytest.mark.parametrize("reason", ["x" * 5000, "a\x00b"])
def test_a_reason_that_cannot_be_kept_is_told_beside_it(table: AtTable, reason: str) -> None:
    answer = move(table, table="7", reason=reason, save="1")
    assert answer.status_code == 422
    assert answer.context["form"].errors["reason"][0] in text_of(answer)


@pytest.mark.parametrize("stale", ["x", "1e400", ""])
def test_a_night_form_without_its_number_says_so(table: AtTable, stale: str) -> None:
    form = {"seen": stale, "season": table.game.night.season_id, "save": "1"}
    answer = table.client.post(night_url(table), form)
    assert answer.status_code == 422
    assert "lost its number" in text_of(answer)


def test_a_game_of_a_day_that_no_season_holds_can_still_change_its_table(table: AtTable) -> None:
    Season.objects.update(starts=datetime.date(2999, 1, 1))
    assert move(table, table="7", save="1").status_code == 303


def test_a_scorer_moves_tables_and_not_nights(table: AtTable) -> None:
    scorer = make_user("Sam")
    make_member(table.club, scorer, Role.SCORER)
    client = sign_in(scorer)
    assert 'type="date"' not in client.get(table.url("game-move")).content.decode()
    assert move(table, client, table="6", save="1").status_code == 303
    assert move(table, client, date="2024-03-05", save="1").status_code == 403
    assert move(table, client, date="2024-03-05").status_code == 403


def test_another_clubs_night_is_not_there(table: AtTable) -> None:
    other = open_table()
    url = reverse("night-season", args=[table.club.slug, other.game.night_id])
    assert table.client.get(url).status_code == 404
    assert table.client.get(reverse("night-season", args=[table.club.slug, uuid4()])).status_code == 404


# Nights


def test_a_night_moves_to_another_season_by_preview(table: AtTable, spring: Night) -> None:
    home = table.game.night.season
    form = {"seen": home.pk, "season": spring.season_id}
    page = table.client.post(night_url(table), form)
    assert page.status_code == 200
    assert [(change.season, len(change.changes)) for change in page.context["changes"]] == [
        (home.name, 3),
        ("Spring", 3),
    ]
    assert not AuditEntry.objects.exists()
    assert table.client.post(night_url(table), form | {"save": "1"}).status_code == 303
    assert Night.objects.get(pk=table.game.night_id).season == spring.season
    assert "The night was moved to another season." in text_of(table.get("game-history"))


def test_a_night_that_somebody_moved_is_a_conflict(table: AtTable, spring: Night) -> None:
    third = make_season(table.club, name="Third")
    home = table.game.night.season_id
    table.client.post(night_url(table), {"seen": home, "season": third.pk, "save": "1"})
    answer = table.client.post(night_url(table), {"seen": home, "season": spring.season_id, "save": "1"})
    assert answer.status_code == 409
    assert "It is in Third now." in text_of(answer)


@pytest.mark.parametrize("season", ["", "x", "999999", "٣"])
def test_a_season_that_is_none_is_answered(table: AtTable, season: str) -> None:
    answer = table.client.post(night_url(table), {"seen": table.game.night.season_id, "season": season, "save": "1"})
    assert answer.status_code == 422


def test_another_clubs_season_takes_no_night(table: AtTable) -> None:
    other = open_table()
    form = {"seen": table.game.night.season_id, "season": other.game.night.season_id, "save": "1"}
    assert table.client.post(night_url(table), form).status_code == 422


def test_moving_shows_on_live_parts(table: AtTable) -> None:
    tag = table.get("game-sheet")["HX-PTag"]
    move(table, table="9", save="1")
    assert table.get("game-sheet", headers={"HX-PTag": tag}).status_code == 200
