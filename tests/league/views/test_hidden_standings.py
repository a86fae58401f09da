"""Standings that are hidden until a day: organisers see them, nobody else learns a place, on whatever page."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from league.days import club_date
from league.models import Game, Role, Season, Visibility
from tests.factories import make_game, make_player, make_season, make_tally, play_hand, play_out
from tests.league.cast import CARD, CARDS, ROLES, SIGNED_OUT, Cast, make_cast
from tests.league.views.test_policy import CLUB_PAGES, NOBODY, address, things_of
from tests.pages import text_of

pytestmark = pytest.mark.django_db

DAYS = datetime.timedelta(days=10)
SEEING = (Role.ORGANISER, Role.OWNER)
OTHERS = [role for role in (*ROLES, *CARDS) if role not in SEEING]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cast() -> Cast:
    """Ann has won a game that is over, and leads in one that is not; the table is shown in ten days."""
    cast = make_cast(Visibility.PUBLIC)
    players = [make_player(cast.club, name) for name in ("Ann", "Ben", "Cleo")]
    play_out(make_game(cast.club, players))
    play_hand(make_game(cast.club, players))
    hide(cast)
    return cast


def hide(cast: Cast) -> str:
    until = (club_date(cast.club) + DAYS).isoformat()
    Season.objects.filter(club=cast.club).update(settings={"hidden_until": until})
    return until


def place_pages(cast: Cast) -> list[str]:
    ann = cast.club.players.get(name="Ann")
    pages = [reverse(route, args=[cast.club.slug]) for route in ("standings", "standings-now")]
    return [*pages, *(reverse(route, args=[cast.club.slug, ann.pk]) for route in ("standings-why", "player-detail"))]


@pytest.mark.parametrize("role", OTHERS)
def test_who_is_no_organiser_reads_from_when_on_they_are_shown(cast: Cast, role: str) -> None:
    client = cast.client(role)
    for page in place_pages(cast):
        text = text_of(client.get(page))
        assert "The standings of Season" in text
        assert "are shown from" in text
        assert "Place 1" not in text
    table = client.get(place_pages(cast)[0]).context["table"]
    assert (list(table.page), table.variants, table.withheld) == ([], (), True)


@pytest.mark.parametrize("role", SEEING)
def test_organisers_see_them_marked(cast: Cast, role: str) -> None:
    standings, now, why, player = (cast.client(role).get(page) for page in place_pages(cast))
    assert [row.name for row in standings.context["table"].page] == ["Ann", "Ben", "Cleo"]
    assert "Hidden from all but organisers. The standings of" in text_of(standings)
    assert now.context["changes"]
    assert "Place 1: Ann" in text_of(why)
    assert "Place 1 in" in text_of(player)


def read_elsewhere(client: Client, cast: Cast) -> dict[str, bool]:
    """Whether Ann's place can be learned from what hands standings out beside their page."""
    club, season = cast.club.slug, Season.objects.get(club=cast.club)
    feed = json.loads(client.get(reverse("standings-json", args=[club])).content)
    summary = client.get(reverse("season-summary", args=[club, season.pk])).context["summary"]
    return {
        "json": bool(feed["rows"] or feed["variants"]),
        "csv": b"Ann" in client.get(reverse("standings-csv", args=[club])).content,
        "frame": "Ann" in text_of(client.get(reverse("standings-frame", args=[club]))),
        "paper": bool(summary.tables or summary.night_winners or summary.most),
        "all": bool(list(client.get(reverse("standings-all", args=[club])).context["table"].page)),
    }


def test_feeds_the_frame_the_paper_and_all_seasons_tell_nothing_either(cast: Cast) -> None:
    until = Season.objects.get(club=cast.club).choices.hidden_until
    for role in OTHERS:
        assert not any(read_elsewhere(cast.client(role), cast).values()), role
    for role in SEEING:
        assert all(read_elsewhere(cast.client(role), cast).values()), role
    club, season = cast.club.slug, Season.objects.get(club=cast.club)
    for page in (reverse("standings-frame", args=[club]), reverse("season-summary", args=[club, season.pk])):
        assert "are shown from" in text_of(Client().get(page))
        assert "Hidden from all but organisers." not in text_of(Client().get(page))
        assert "Hidden from all but organisers." in text_of(cast.client(Role.ORGANISER).get(page))
    assert json.loads(Client().get(reverse("standings-json", args=[club])).content)["hidden_until"] == until
    paper = Client().get(reverse("season-summary", args=[club, season.pk])).context["summary"]
    assert (paper.nights, paper.games) == (1, 1)
    with time_machine.travel(datetime.datetime.combine(club_date(cast.club) + DAYS, datetime.time(12), datetime.UTC)):
        assert all(read_elsewhere(Client(), cast).values())


def test_a_season_without_a_day_counts_among_all(cast: Cast) -> None:
    for settings in ({}, {"hidden_until": ""}):
        Season.objects.filter(club=cast.club).update(settings=settings)
        assert read_elsewhere(Client(), cast)["all"]


def figures(client: Client, cast: Cast, scope: dict[str, Any]) -> dict[str, str]:
    """What is said of Ann on her own page, among her games with Ben, and beside him."""
    ann, ben = (cast.club.players.get(name=name) for name in ("Ann", "Ben"))
    own = reverse("player-detail", args=[cast.club.slug, ann.pk])
    both = reverse("player-compare", args=[cast.club.slug])
    span = scope if scope else {"scope": "all"}
    return {
        "own": text_of(client.get(own, span)),
        "polled": client.get(own, span, headers=HTMX).content.decode(),
        "with": text_of(client.get(own, span | {"with": ben.pk})),
        "beside": text_of(client.get(both, scope | {"one": ann.pk, "other": ben.pk})),
    }


TELLING = (
    "Played 1 game",
    "Played <b>1</b>",
    "Won 100 %",
    "met in 1 game",
    "1 game with all",
    "Above them",
    "won in a row",
)


def test_players_pages_leave_a_hidden_season_out(cast: Cast) -> None:
    season = Season.objects.get(club=cast.club)
    for scope in ({}, {"season": season.pk}):
        for role in OTHERS:
            for page, text in figures(cast.client(role), cast, scope).items():
                assert not [words for words in TELLING if words in text], (role, page)
                assert page == "polled" or "are shown from" in text, (role, page)
                assert "No finished game" not in text
                assert "They have not met" not in text
        for page, text in figures(cast.client(Role.ORGANISER), cast, scope).items():
            assert [words for words in TELLING if words in text], page
            assert "are shown from" not in text or page != "polled"
    spring = make_season(cast.club, name="Spring")
    make_tally(spring, cast.club.players.get(name="Ann"), games=7)
    assert "Played 7 games" in figures(Client(), cast, {})["own"]
    assert "Games 7 0" in figures(Client(), cast, {})["beside"]
    ann = reverse("player-detail", args=[cast.club.slug, cast.club.players.get(name="Ann").pk])
    tonight = text_of(Client().get(ann, {"scope": "tonight"}))
    assert "Played 1 game" in tonight, "a night is what its games are, which everybody reads"


def test_polls_and_previews_tell_nothing_either(cast: Cast) -> None:
    scorer, organiser = cast.client(Role.SCORER), cast.client(Role.ORGANISER)
    for page in place_pages(cast):
        if "standings" in page or "players" in page:
            assert "Place 1" not in scorer.get(page, headers=HTMX).content.decode()
    polled = scorer.get(place_pages(cast)[0], headers=HTMX)
    assert b"<tbody" not in polled.content
    tag = polled["HX-PTag"]
    assert organiser.get(place_pages(cast)[0], headers=HTMX | {"HX-PTag": tag}).status_code == 200
    game = Game.objects.get(club=cast.club, status="won")
    change = reverse("game-change", args=[cast.club.slug, game.pk, "void"])
    hand = game.lines.order_by("-position")[0]
    sent = {"client_id": "8c7a3f3e-56a0-4c35-a9a5-8c9f0b1c1111", "hand": str(hand.hand), "version": "1"}
    for client, sees in ((scorer, False), (organiser, True)):
        page = client.post(change, sent)
        assert page.status_code == 200
        assert bool(page.context["places"]) is sees
        assert ("are shown from" in text_of(page)) is not sees


def test_the_preview_of_a_move_tells_a_scorer_nothing(cast: Cast) -> None:
    season = Season.objects.get(club=cast.club)
    settings = season.settings | {"standings": {"precedence": ["best_won"], "best": 2}}
    Season.objects.update(settings=settings)
    game = Game.objects.get(club=cast.club, status="won")
    move = reverse("game-move", args=[cast.club.slug, game.pk])
    day = game.night.date.isoformat()
    page = cast.client(Role.SCORER).post(move, {"seen": f"{day} 1 -", "date": day, "table": "7", "round": ""})
    assert page.status_code == 200
    assert all(not change.changes and change.withheld for change in page.context["changes"])


def test_on_the_day_everybody_sees_them(cast: Cast) -> None:
    day = club_date(cast.club) + DAYS
    guest = Client()
    for hour, seen in ((5, False), (7, True)):  # the day changes in the morning
        at = datetime.datetime.combine(day, datetime.time(hour), tzinfo=datetime.UTC)
        with time_machine.travel(at):
            assert bool(list(guest.get(place_pages(cast)[0]).context["table"].page)) is seen


def test_no_page_of_the_club_names_a_place() -> None:
    """Every address that a scorer may open, as a page and as an answer to htmx; also those that come later."""
    cast = make_cast(Visibility.PUBLIC)
    things: dict[str, Any] = things_of(cast)
    play_out(make_game(cast.club, list(cast.club.players.order_by("pk"))))
    assert "Place 1 in" in text_of(cast.client(Role.SCORER).get(address("player-detail", things)))
    hide(cast)
    client = cast.client(Role.SCORER)
    for route, (get, _post) in CLUB_PAGES.items():
        if get == NOBODY:
            continue
        for headers in ({}, HTMX):
            answer = client.get(address(route, things), headers=headers)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            text = content.decode(errors="replace")  # some answers are archives
            assert 'class="num place"><a' not in text, route  # a list of ratings has places of its own
            assert "Place 1 in" not in text, route
            assert "Place 1:" not in text, route


def test_an_organiser_sets_the_day_and_the_next_season_is_not_hidden(cast: Cast) -> None:
    season = Season.objects.get(club=cast.club)
    url = reverse("season-edit", args=[cast.club.slug, season.pk])
    organiser = cast.client(Role.ORGANISER)
    sent = {"name": season.name, "starts": season.starts.isoformat(), "cut_short_stands": "on"}
    assert organiser.post(url, sent | {"hidden_until": "2031-12-12"}).status_code == 303
    season.refresh_from_db()
    assert season.choices.hidden_until == "2031-12-12"
    assert 'value="2031-12-12"' in organiser.get(url).content.decode()
    assert organiser.post(url, sent | {"hidden_until": "soon"}).status_code == 422
    sent_next = {"act": "next", "name": "Next", "starts": "2032-01-01"}
    organiser.post(reverse("season-close", args=[cast.club.slug, season.pk]), sent_next)
    assert Season.objects.get(club=cast.club, name="Next").choices.hidden_until == ""
    assert "12 December 2031" in text_of(cast.client(CARD).get(f"{place_pages(cast)[0]}?season={season.pk}"))
    assert organiser.post(url, sent).status_code == 303
    season.refresh_from_db()
    assert season.choices.hidden_until == ""
    assert cast.client(SIGNED_OUT).get(f"{place_pages(cast)[0]}?season={season.pk}").context["table"].page
