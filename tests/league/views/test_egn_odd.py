"""Files that hold no game, or too much, and pages that are sent back otherwise than they were made."""

from __future__ import annotations

import datetime
import io
import json
import re
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from league.importing.batch import MOST_DEALS_OF_GAME
from league.importing.uploads import MEGABYTE, MOST_GAMES
from league.models import Game, GameEvent, Night, NightState, Player, Role, Season
from league.services.players import add_players
from tests.engine.strategies import JSON
from tests.factories import DAY, make_game, play_out
from tests.league.cast import Cast, make_cast
from tests.league.egn_games import data_of_game, text_of_game
from tests.league.egn_page import cast as cast  # a fixture
from tests.league.egn_page import check, filled, send, told
from tests.league.importing.files import file
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


# What is no game at all


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("game.egn", text_of_game()[:900], "game.egn: Line 1, character"),
        ("game.egn", '{"a":' * 10_000, "values that are not nested so deeply"),
        ("games.zip", b"PK", "games.zip: this archive is damaged."),
    ],
)
def test_what_cannot_be_read_is_told_with_file_and_place(cast: Cast, name: str, body: str | bytes, words: str) -> None:
    answer = send(cast, file(body, name))
    assert (answer.status_code, Game.objects.count()) == (422, 0)
    assert words in told(answer)


def test_one_bad_line_leaves_the_others(cast: Cast) -> None:
    page = send(cast, file(f"{text_of_game()}\n{{}}\n{text_of_game(seed=2)}", "evening.jsonl"))
    assert page.status_code == 200
    assert "evening.jsonl, line 2: At “fileType”, this is expected" in text_of(page)
    assert "evening.jsonl, line 2" in text_of(check(cast, page))
    assert check(cast, page, save=True).status_code == 303
    assert Game.objects.count() == 2


def test_names_of_files_are_shown_and_are_no_markup(cast: Cast) -> None:
    answer = send(cast, file("x", "<b>" + "n" * 100 + "\u202e.egn"))
    assert "<b>n" not in answer.content.decode()
    assert "\u202e" not in told(answer)
    assert len(told(answer)) < 200


def test_whoever_sends_nothing_is_asked_for_something(cast: Cast) -> None:
    assert told(send(cast)) == "Choose a file, or paste a game."
    assert told(send(cast, text="  ")) == "Choose a file, or paste a game."
    assert send(cast, text="a\x00b").status_code == 422
    pasted = send(cast, text="{nonsense")
    assert "{nonsense" in pasted.content.decode(), "what was typed stays"


# Limits


def test_too_much_is_refused_before_it_is_read(cast: Cast) -> None:
    url = reverse("egn-import", args=[cast.club.slug])

    class Unread(io.BytesIO):
        def read(self, *_size: Any) -> bytes:
            raise AssertionError("it is read")

    answer = cast.client(Role.ORGANISER).generic(
        "POST",
        url,
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH="50000000",
        **{"wsgi.input": Unread()},
    )
    assert answer.status_code == 413
    assert "At most 5 MB can be sent at once" in text_of(answer)


def test_two_megabytes_are_the_limit_of_what_is_pasted(cast: Cast) -> None:
    answer = send(cast, text="{" * (2 * MEGABYTE + 1))
    assert answer.status_code == 413
    assert "At most 2 MB can be sent at once" in text_of(answer)
    assert send(cast, text="{" * MEGABYTE).status_code == 422


def test_five_megabytes_are_the_limit_of_all_files(cast: Cast) -> None:
    half = b" " * (MEGABYTE * 14 // 5)
    answer = send(cast, file(half, "one.egn"), file(half, "two.egn"))
    assert "two.egn: all files together may have 5 MB at most" in told(answer)


def test_so_many_games_and_deals_and_no_more(cast: Cast) -> None:
    line = text_of_game(most=1)
    answer = send(cast, file("\n".join([line] * (MOST_GAMES + 1)), "a.jsonl"))
    assert "At most 50 games with 500 deals and 60 players at once." in told(answer)
    data = data_of_game(most=1)
    data["deals"] *= MOST_DEALS_OF_GAME + 1
    assert "game.egn: A game may have 200 deals at most." in told(send(cast, file(json.dumps(data))))
    data["deals"] = data["deals"][:MOST_DEALS_OF_GAME]
    three = [file(json.dumps(data), f"{number}.egn") for number in range(3)]
    assert "At most 50 games" in told(send(cast, *three))
    files = [file(line, f"{number}.egn") for number in range(51)]
    assert "At most 50 files at once." in told(send(cast, *files))


def test_deals_that_hold_more_than_deals_are_refused(cast: Cast) -> None:
    data = data_of_game(most=1)
    data["deals"][0]["phases"][0]["calls"] = ["Pass"] * 10_000
    assert "Its deals hold more than any deal can." in told(send(cast, file(json.dumps(data))))


def test_a_hundred_problems_are_told_in_few_lines(cast: Cast) -> None:
    data = data_of_game(most=2)
    data["deals"][0]["initialState"]["playerCards"] = [["Zz"] * 5] * 30
    page = send(cast, file(json.dumps(data)))
    assert page.status_code == 200
    assert re.search(r"and \d+ more", text_of(page))


# The page that is sent back


@pytest.mark.parametrize("kept", ["", "nonsense", "a:b:c", "." * 5000, "é"])
def test_a_page_that_lost_its_games_asks_for_them_anew(cast: Cast, kept: str) -> None:
    answer = check(cast, send(cast, file(text_of_game())), save=True, packed=kept)
    assert (answer.status_code, told(answer)) == (422, "This page was open for too long. Send the files again.")


def test_another_clubs_page_is_not_taken(cast: Cast) -> None:
    page = send(cast, file(text_of_game()))
    url = reverse("egn-check", args=[cast.other.slug])
    answer = cast.client("owner of another club").post(url, filled(page) | {"save": "1"})
    assert (answer.status_code, Game.objects.count()) == (422, 0)


def test_nonsense_in_the_form_is_no_error(cast: Cast) -> None:
    page = send(cast, file(text_of_game()))
    answer = check(cast, page, leave=["9.9", "x", "0.final", "0.999", "0.0.0"], skip=["7", "-1", "x"], date_0="x")
    assert answer.status_code == 422


def test_a_night_that_closes_meanwhile_keeps_what_was_stored_before_it(cast: Cast, monkeypatch: Any) -> None:
    later = data_of_game(seed=2)
    later["metadata"]["date"] = "2026-10-10"
    page = send(cast, file(text_of_game()), file(json.dumps(later), "later.egn"))
    from league.views import importing

    first = importing.import_game

    def closing(club: Any, recorder: Any, wanted: Any) -> Any:
        stored = first(club, recorder, wanted)
        season = cast.club.seasons.get()
        Night.objects.create(club=club, season=season, date=datetime.date(2026, 10, 10), state=NightState.CLOSED)
        return stored

    monkeypatch.setattr(importing, "import_game", closing)
    answer = check(cast, page, save=True)
    assert (answer.status_code, Game.objects.count()) == (422, 1)
    assert "Game 2: The night of" in told(answer)
    assert "This game is here already." in text_of(answer)


def test_looking_takes_as_many_statements_with_a_long_past(cast: Cast) -> None:
    for number in range(3):
        play_out(make_game(cast.club, add_players(cast.club, [f"{name}{number}" for name in "ABC"])))
    send(cast)  # signed in, and everything that is read once a process
    with at_most_statements(16):
        page = send(cast, file(text_of_game(seed=1)), file(text_of_game(seed=2), "2.egn"))
    with at_most_statements(16):
        check(cast, page)


def test_organisers_find_the_way_here(cast: Cast) -> None:
    add_players(cast.club, ["Ann", "Ben", "Cleo"])
    game = make_game(cast.club, list(Player.objects.filter(club=cast.club)))
    url = reverse("egn-import", args=[cast.club.slug])
    for route, args in (("game-list", []), ("night-detail", [game.night_id])):
        address = reverse(route, args=[cast.club.slug, *args])
        for role, found in ((Role.ORGANISER, True), (Role.SCORER, False)):
            assert (url in cast.client(role).get(address).content.decode()) is found
    page = cast.client(Role.ORGANISER).get(url, {"date": "2026-10-01"})
    assert 'value="2026-10-01"' in page.content.decode()
    assert DAY.year == 2026
    assert cast.client(Role.ORGANISER).get(url, {"date": "x\x1f"}).status_code == 200


# Anything whatever


def mutate(data: st.DataObject, document: dict[str, Any]) -> None:
    inner: Any = document
    while isinstance(inner, dict | list) and inner:
        keys = sorted(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.integers(0, 4)) == 0 or not isinstance(inner[key], dict | list):
            odd = [-1, 3, 10**30, "Xx", "R", "B", "\x00", "\ud800", True, [], "7s", "a" * 500, {"name": "Ann"}]
            inner[key] = data.draw(JSON | st.sampled_from(odd))
            return
        inner = inner[key]


@settings(max_examples=30)
@given(st.data())
def test_whatever_a_document_says_it_is_shown_and_stored_or_refused(data: st.DataObject) -> None:
    cast = ANY_CAST[0]
    document = data_of_game(seed=data.draw(st.integers(1, 3)), most=4)
    for _ in range(data.draw(st.integers(1, 3))):
        mutate(data, document)
    before = GameEvent.objects.count()
    page = send(cast, file(json.dumps(document)))
    assert page.status_code in (200, 422)
    assert GameEvent.objects.count() == before
    if page.status_code == 200:
        ready = bool(page.context["preview"].ready)
        answer = check(cast, page, save=True)
        assert answer.status_code == (303 if ready else 422)


ANY_CAST: list[Cast] = []
"""One club for all examples of a test: making one takes longer than looking at a file."""


@pytest.fixture(autouse=True)
def any_cast(request: pytest.FixtureRequest) -> Any:
    if "whatever" in request.node.name:
        ANY_CAST[:] = [make_cast()]
        Season.objects.update(starts=datetime.date(2020, 1, 1))
    yield
    ANY_CAST.clear()
