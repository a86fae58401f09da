"""Standings and results for programs: the page's numbers, its visibility, and nothing that a spreadsheet works out."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.urls import reverse

from engine.variants import MAIN_GAME, variants
from league.models import Club, Game, Role, Season, Showing, Visibility
from league.services.players import add_players, update_player
from league.services.seasons import create_season, set_standings
from league.spreadsheets import harmless
from league.standings.choice import PRESETS, StandingsChoice
from league.standings.metrics import HEAD_TO_HEAD
from league.views import feeds as views
from tests.factories import DAY, make_game, make_player, make_tally, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.pages import NASTY_NAMES, at_most_statements, text_of

pytestmark = pytest.mark.django_db

OTHER_GAME = next(variant for variant in variants() if variant != MAIN_GAME)
FEEDS = ("standings-json", "standings-csv", "games-json", "games-csv")


@pytest.fixture
def cast() -> Cast:
    return make_cast(Visibility.PUBLIC)


def ask(cast: Cast, route: str, role: str = SIGNED_OUT, headers: Any = None, **query: Any) -> Any:
    return cast.client(role).get(reverse(route, args=[cast.club.slug], query=query), headers=headers)


def read(cast: Cast, route: str, **query: Any) -> Any:
    return json.loads(ask(cast, route, **query).content)


def lines(answer: Any) -> list[dict[str, str]]:
    text = answer.content.decode()
    assert text[0] == "\ufeff"
    return list(csv.DictReader(StringIO(text[1:])))


# Standings


def test_every_figure_of_the_page_stands_there_exactly_and_rounded_alike(cast: Cast, season: Season) -> None:
    for name, points, won12 in (("Ann", 20, 18), ("Ben", 20, 18), ("Cleo", 11, 4)):
        make_tally(season, make_player(cast.club, name), games=3, won12=won12, points=points, nights=2)
    feed = read(cast, "standings-json")
    assert (feed["format"], feed["version"], feed["variant"], feed["target"]) == (
        "upcard-standings",
        1,
        "cutthroat",
        10,
    )
    assert [(row["place"], row["shared"], row["player"]["name"]) for row in feed["rows"]] == [
        (1, True, "Ann"),
        (1, True, "Ben"),
        (3, False, "Cleo"),
    ]
    assert feed["rows"][2]["values"] == {
        "nights": 2,
        "games": 3,
        "won": {"exact": "1/3", "decimal": "0.33"},
        "points_per_game": {"exact": "11/3", "decimal": "3.67"},
    }
    assert "3 Cleo 2 3 ⅓ 3.67" in text_of(ask(cast, "standings"))


@pytest.mark.parametrize("preset", PRESETS)
def test_decimals_are_those_of_the_page_whatever_decides(cast: Cast, season: Season, preset: str) -> None:
    set_standings(season, StandingsChoice(preset, PRESETS[preset], (HEAD_TO_HEAD,), best=2))
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    for maker in (0, 1, 0):
        play_out(make_game(cast.club, players), maker=maker)
    feed, text = read(cast, "standings-json"), text_of(ask(cast, "standings"))
    for row in feed["rows"]:
        for column in feed["columns"]:
            if column["kind"] in ("average", "percent"):
                assert row["values"][column["key"]]["decimal"] in text
    assert [column["key"] for column in feed["columns"] if column["decides"]]


def test_the_season_and_the_game_can_be_named(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    make_tally(spring, make_player(cast.club, "Cleo"), OTHER_GAME.key, games=1)
    assert read(cast, "standings-json")["rows"] == []
    feed = read(cast, "standings-json", season=spring.pk, variant=OTHER_GAME.key)
    assert (feed["season"]["name"], feed["season"]["now"], feed["variants"]) == ("Spring", False, [OTHER_GAME.key])
    assert feed["rows"][0]["player"]["name"] == "Cleo"


def test_one_table_for_all_games_says_so(cast: Cast, season: Season) -> None:
    set_standings(season, StandingsChoice(together=True))
    ann = make_player(cast.club, "Ann")
    for variant in (MAIN_GAME, OTHER_GAME):
        make_tally(season, ann, variant.key, games=1, nights=1)
    feed = read(cast, "standings-json")
    assert (feed["variant"], feed["variants"], feed["target"]) == ("all", ["all"], None)
    assert feed["rows"][0]["values"]["games"] == 2


def test_who_is_not_ranked_has_no_place_and_an_average_of_nothing_is_null(cast: Cast, season: Season) -> None:
    set_standings(season, StandingsChoice(minimum=2))
    make_tally(season, make_player(cast.club, "Ann"), games=1, points=5)
    feed = read(cast, "standings-json")
    assert (feed["minimum"], feed["rows"][0]["place"]) == (2, None)
    assert lines(ask(cast, "standings-csv"))[0]["place"] == ""


def test_the_place_before_the_last_night_stands_beside(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, players))
    assert {row["before"] for row in read(cast, "standings-json")["rows"]} == {None}


def test_spreadsheet_has_the_same_figures_and_no_fraction_that_is_a_day(cast: Cast, season: Season) -> None:
    make_tally(season, make_player(cast.club, "Ann"), games=3, won12=18, points=-4, nights=2)
    row = lines(ask(cast, "standings-csv"))[0]
    assert (row["place"], row["player"], row["games"], row["won"]) == ("1", "Ann", "3", "1.50")
    assert (row["won_numerator"], row["won_denominator"]) == ("3", "2")
    assert (row["points_per_game"], row["points_per_game_numerator"]) == ("-1.33", "-4")
    answer = ask(cast, "standings-csv")
    assert answer["Content-Type"].startswith("text/csv; charset=utf-8")
    assert f'filename="{cast.club.slug}-standings.csv"' in answer["Content-Disposition"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1"])
def test_no_name_is_a_formula(cast: Cast, season: Season, name: str) -> None:
    make_tally(season, make_player(cast.club, name), games=1)
    assert lines(ask(cast, "standings-csv"))[0]["player"] == f"'{name}"
    assert read(cast, "standings-json")["rows"][0]["player"]["name"] == name


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_comes_through_both(cast: Cast, season: Season, name: str) -> None:
    make_tally(season, make_player(cast.club, name), games=1)
    assert lines(ask(cast, "standings-csv"))[0]["player"] == name
    assert read(cast, "standings-json")["rows"][0]["player"]["name"] == name


def test_what_begins_like_a_formula_gets_an_apostrophe_and_numbers_stay() -> None:
    assert [harmless(cell) for cell in ("\t=1", "\r", "Ann", -1, None)] == ["'\t=1", "'\r", "Ann", -1, None]


def test_feeds_speak_no_language(cast: Cast, season: Season) -> None:
    make_tally(season, make_player(cast.club, "Ann"), games=1234, points=1, nights=1)
    texts = {ask(cast, "standings-json", headers={"Accept-Language": language}).content for language in ("de", "en")}
    assert len(texts) == 1


# Results


def test_results_come_newest_first_with_who_won_and_what_goes_on(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    over = play_out(make_game(cast.club, players))
    on = make_game(cast.club, players)
    play_hand(on)
    Game.objects.filter(pk=on.pk).update(play_order=over.play_order + 1)  # it began within the same second
    feed = read(cast, "games-json")
    games = {game["id"]: game for game in feed["games"]}
    assert (feed["format"], feed["total"], feed["limit"]) == ("upcard-games", 2, 500)
    assert [game["id"] for game in feed["games"]] == [str(on.pk), str(over.pk)]
    assert (games[str(on.pk)]["status"], games[str(on.pk)]["counted"]) == ("open", False)
    assert games[str(over.pk)]["players"][0] == {
        "id": players[0].pk,
        "name": "Ann",
        "seat": 0,
        "points": 12,
        "place": 1,
        "won": {"exact": "1", "decimal": "1.00"},
    }
    rows = lines(ask(cast, "games-csv"))
    assert [row["player"] for row in rows] == ["Ann", "Ben", "Cleo"] * 2
    assert (rows[3]["points"], rows[3]["won"], rows[3]["status"], rows[3]["counted"]) == ("12", "1.00", "won", "1")


def test_a_file_has_all_games_or_says_in_its_name_that_it_has_not(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    night = make_game(cast.club, players).night
    for _game in range(2):
        make_game(cast.club, players)
    monkeypatch.setattr(views, "MOST_GAMES", 2)
    assert len(read(cast, "games-json")["games"]) == 2
    whole = ask(cast, "games-csv")
    assert len(lines(whole)) == 9
    assert f'"{cast.club.slug}-games.csv"' in whole["Content-Disposition"]
    monkeypatch.setattr(views, "MOST_IN_FILE", 2)
    first, second = ask(cast, "games-csv"), ask(cast, "games-csv", page=2)
    assert f'"{cast.club.slug}-games-1-of-2.csv"' in first["Content-Disposition"]
    assert f'"{cast.club.slug}-games-2-of-2.csv"' in second["Content-Disposition"]
    assert (len(lines(first)), len(lines(second))) == (6, 3)
    url = reverse("night-csv", args=[cast.club.slug, night.pk])
    of_night = cast.client(SIGNED_OUT).get(url)
    assert lines(of_night) == lines(first)
    assert f'"{cast.club.slug}-{night.date}-1-of-2.csv"' in of_night["Content-Disposition"]


def test_results_are_of_one_season(cast: Cast) -> None:
    make_game(cast.club, add_players(cast.club, ["Ann", "Ben", "Cleo"]))
    spring = create_season(cast.club, "Spring", DAY)
    assert read(cast, "games-json", season=spring.pk)["games"] == []


def test_a_night_has_its_games_and_what_they_came_to(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    game = play_out(make_game(cast.club, players), maker=2)
    url = reverse("night-json", args=[cast.club.slug, game.night_id])
    feed = json.loads(cast.client(SIGNED_OUT).get(url).content)
    table = feed["tables"][0]
    assert (feed["format"], feed["night"]["kind"], feed["night"]["state"]) == ("upcard-night", "casual", "open")
    assert [(one["name"], one["games"], one["points"]) for one in table["players"]] == [
        ("Cleo", 1, 12),
        ("Ann", 1, 0),
        ("Ben", 1, 0),
    ]
    assert feed["games"][0]["id"] == str(game.pk)


# Who may ask, and asking again


@pytest.mark.parametrize("route", FEEDS)
def test_members_only_means_feeds_too(route: str) -> None:
    cast = make_cast(Visibility.MEMBERS)
    assert ask(cast, route).status_code == 404
    answer = ask(cast, route, Role.PLAYER)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.UNLISTED])
def test_scripts_of_other_pages_read_public_json_and_nothing_else(visibility: str) -> None:
    cast = make_cast(visibility)
    open_to_all = {route for route in FEEDS if "Access-Control-Allow-Origin" in ask(cast, route)}
    assert open_to_all == ({"standings-json", "games-json"} if visibility == Visibility.PUBLIC else set())
    assert not any("Access-Control-Allow-Credentials" in ask(cast, route) for route in FEEDS)


@pytest.mark.parametrize("route", FEEDS)
def test_who_has_it_gets_304_until_something_changes(cast: Cast, route: str) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, players))
    tag = ask(cast, route)["ETag"]
    again = ask(cast, route, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    play_out(make_game(cast.club, players))
    changed = ask(cast, route, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    update_player(players[0], nickname="Annie", showing=Showing.NICKNAME)
    renamed = ask(cast, route, headers={"If-None-Match": changed["ETag"]})
    assert (renamed.status_code, b"Annie" in renamed.content) == (200, True)
    Club.objects.update(visibility=Visibility.UNLISTED)
    assert ask(cast, route, headers={"If-None-Match": renamed["ETag"]}).status_code == 200


@pytest.mark.parametrize("route", FEEDS)
@pytest.mark.parametrize("query", [{"season": "x"}, {"season": "9" * 60}])
def test_a_season_that_is_none_is_404(cast: Cast, route: str, query: dict[str, str]) -> None:
    assert ask(cast, route, **query).status_code == 404
    assert ask(cast, route, season=cast.other.seasons.get().pk).status_code == 404


def test_feeds_take_few_statements_however_much_was_played(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    for _time in range(3):
        play_out(make_game(cast.club, players))
    for route in FEEDS:
        with at_most_statements(2 if "standings" in route else 5):
            ask(cast, route)


def test_the_pages_lead_to_them(cast: Cast, season: Season) -> None:
    game = make_game(cast.club, add_players(cast.club, ["Ann", "Ben", "Cleo"]))
    page = ask(cast, "standings").content.decode()
    for route in ("standings-json", "standings-csv"):
        assert f"{reverse(route, args=[cast.club.slug])}?season={season.pk}" in page
    assert reverse("games-csv", args=[cast.club.slug]) in ask(cast, "game-list").content.decode()
    night = reverse("night-detail", args=[cast.club.slug, game.night_id])
    for file in ("night.json", "night.csv"):
        assert f'href="{night}{file}"' in cast.client(SIGNED_OUT).get(night).content.decode()
