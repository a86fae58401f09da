"""Downloads of hands with cards: what there is, what there isn't, and where the buttons stand."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.egn import parse_document, replay_document
from league.exporting import game_files, safe
from league.models import Game, Player, Season, Showing
from league.services.log import read_log
from league.services.players import update_player
from tests.factories import make_game, make_player, make_season, play_hand
from tests.league.at_table import AtTable, open_table
from tests.league.with_cards import play_cards
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """Ann, Ben and Cleo, who have played two hands with cards, where everybody may look."""
    table = open_table(visibility="public")
    for seed in (1, 2):
        play_cards(table.game, seed)
    return table


def get(table: AtTable, route: str, *args: object, **sought: str) -> Any:
    return Client().get(reverse(route, args=[table.club.slug, *args]), sought)


def content(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else bytes(answer.content)


def quick_game(table: AtTable) -> Game:
    game = make_game(table.club, [make_player(table.club, name) for name in ("Eve", "Fay", "Gus")])
    play_hand(game)
    return game


def names_in(answer: Any) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content(answer))) as archive:
        assert archive.testzip() is None
        return archive.namelist()


def test_a_game_is_one_document(table: AtTable) -> None:
    answer = get(table, "game-egn", table.game.pk)
    (file,) = game_files(read_log(table.game))
    assert answer.content.decode() == file.text
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{file.name}"'
    assert answer["Cache-Control"] == "private, no-store"


def test_a_game_that_the_notation_cuts_is_a_zip(table: AtTable) -> None:
    play_hand(table.game)
    play_cards(table.game, 3)
    answer = get(table, "game-egn", table.game.pk)
    files = game_files(read_log(table.game))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"].endswith(files[0].name.replace("-part-1.egn", '.zip"'))
    assert names_in(answer) == [file.name for file in files]
    assert len(files) == 2


def test_one_hand(table: AtTable) -> None:
    hand = table.game.lines.get(position=1).hand
    answer = get(table, "hand-egn", table.game.pk, hand)
    document = parse_document(answer.content.decode())
    assert len(document.deals) == 1
    before, after = (line.scores for line in read_log(table.game).state.lines)
    assert document.by_seat(document.initial_score) == before
    assert [answer["score"] for answer in replay_document(document)] == [list(after)]
    assert get(table, "hand-egn", table.game.pk, uuid4()).status_code == 404


def test_a_night_and_a_season_are_zips_of_their_games_in_the_order_of_play(table: AtTable) -> None:
    quick_game(table)
    other = make_game(table.club, [make_player(table.club, name) for name in ("Ida", "Jan", "Kim")])
    play_cards(other)
    night = table.game.night
    games = Game.objects.filter(has_cards=True).order_by("play_order", "pk")
    expected = [game_files(read_log(game))[0].name for game in games]
    answers = [get(table, "night-egn", night.pk), get(table, "season-egn", night.season_id)]
    assert [names_in(answer) for answer in answers] == [expected, expected]
    assert [answer["Content-Disposition"] for answer in answers] == [
        f'attachment; filename="{table.club.slug}-{night.date}.zip"',
        f'attachment; filename="{table.club.slug}-{safe(night.season.name)}.zip"',
    ]


def test_what_has_no_cards_is_said_and_not_found(table: AtTable) -> None:
    game = quick_game(table)
    empty = make_season(table.club, name="空")
    for answer in (
        get(table, "game-egn", game.pk),
        get(table, "hand-egn", game.pk, game.lines.get().hand),
        get(table, "season-egn", empty.pk),
        get(table, "hand-list-egn", season=str(empty.pk)),
    ):
        assert answer.status_code == 404
        assert "Here only results were recorded" in text_of(answer)


def test_the_way_back_leads_to_where_one_was(table: AtTable) -> None:
    game = quick_game(table)
    hand = game.lines.get().hand
    back = {"game-egn": "game-detail", "hand-egn": "hand-detail"}
    for route, args in (("game-egn", [game.pk]), ("hand-egn", [game.pk, hand])):
        answer = get(table, route, *args)
        assert f'href="{reverse(back[route], args=[table.club.slug, *args])}">Back' in answer.content.decode()


def test_a_voided_hand_is_none_of_the_game(table: AtTable) -> None:
    hand = table.game.lines.get(position=1).hand
    table.client.post(table.url("hand-void", hand), {"client_id": str(uuid4()), "version": "1"})
    assert table.game.lines.get(position=1).number is None
    assert get(table, "hand-egn", table.game.pk, hand).status_code == 404


def test_everybody_gets_the_same(table: AtTable) -> None:
    update_player(Player.objects.get(club=table.club, name="Ann"), nickname="Zeppo", showing=Showing.NICKNAME)
    url = table.url("game-egn")
    assert table.client.get(url).content == Client().get(url).content
    assert "Zeppo" in Client().get(url).content.decode()


BUTTON = "Download hands with cards"


def test_buttons_stand_where_there_is_something(table: AtTable) -> None:
    game, empty = quick_game(table), make_season(table.club, name="Old")
    shown = get(table, "game-detail", table.game.pk).content.decode()
    assert table.url("game-egn") in shown
    assert BUTTON not in get(table, "game-detail", game.pk).content.decode()
    night = table.game.night
    assert (
        reverse("night-egn", args=[table.club.slug, night.pk]) in get(table, "night-detail", night.pk).content.decode()
    )
    seasons = get(table, "season-list").content.decode()
    assert reverse("season-egn", args=[table.club.slug, night.season_id]) in seasons
    assert reverse("season-egn", args=[table.club.slug, empty.pk]) not in seasons


def test_no_button_on_a_night_without_cards() -> None:
    table = open_table(visibility="public")
    play_hand(table.game)
    assert BUTTON not in get(table, "night-detail", table.game.night_id).content.decode()
    assert BUTTON not in get(table, "season-list").content.decode()


def test_a_list_of_seasons_takes_three_statements(table: AtTable) -> None:
    for number in range(5):
        make_season(table.club, name=f"S{number}")
    url = reverse("season-list", args=[table.club.slug])
    with at_most_statements(3):
        Client().get(url)


# What a search found


def test_found_hands_are_a_document_on_each_line(table: AtTable) -> None:
    play_hand(table.game)
    answer = get(table, "hand-list-egn", quick="too")
    lines = content(answer).decode().splitlines()
    assert answer["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{table.club.slug}-hands.jsonl"'
    # The newest first, as on the page; those without cards have no document.
    upcards = [json.loads(line)["deals"][0]["initialState"]["upCard"] for line in lines]
    assert upcards == list(table.game.lines.filter(full=True).order_by("-position").values_list("upcard", flat=True))


def test_only_what_is_sought_is_in_it(table: AtTable) -> None:
    upcard = table.game.lines.get(position=0).upcard
    answer = get(table, "hand-list-egn", upcard=upcard)
    assert [json.loads(line)["deals"][0]["initialState"]["upCard"] for line in content(answer).splitlines()] == [upcard]


def test_at_most_so_many(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.views.exporting.MOST_FOUND", 1)
    assert len(content(get(table, "hand-list-egn")).splitlines()) == 1


def test_a_search_that_cannot_be_is_shown_with_what_is_wrong(table: AtTable) -> None:
    answer = get(table, "hand-list-egn", trump="purple")
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["trump"]


def test_another_clubs_season_is_not_there(table: AtTable) -> None:
    other = open_table(("Zoe", "Yan", "Xia"), visibility="public")
    season = Season.objects.get(club=other.club)
    assert get(table, "season-egn", season.pk).status_code == 404
    assert get(table, "hand-list-egn", season=str(season.pk)).status_code == 422
