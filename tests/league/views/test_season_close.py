"""The pages on which a season is closed, the next begun, and the old one opened again."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from league.models import HeldWrite, Role, Season
from tests.factories import make_game, make_player, play_hand
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    cast = make_cast()
    play_hand(make_game(cast.club, [make_player(cast.club, name) for name in ("Ann", "Ben", "Cleo")]))
    return cast


def season(cast: Cast) -> Season:
    return Season.objects.get(club=cast.club, name__startswith="Season")


def url(cast: Cast, route: str = "season-close") -> str:
    return reverse(route, args=[cast.club.slug, season(cast).pk])


def test_the_page_says_what_closing_means_and_what_is_not_over(cast: Cast) -> None:
    text = text_of(cast.client(Role.ORGANISER).get(url(cast)))
    assert "Its standings stay as they are." in text
    assert "1 game is not over." in text
    assert season(cast).state == "open"


@pytest.mark.parametrize(
    ("field", "sent"),
    [
        ("act", {}),
        ("act", {"act": "burn"}),
        ("name", {"act": "next", "name": "", "starts": "2027-09-01"}),
        ("name", {"act": "next", "name": "x" * 99, "starts": "2027-09-01"}),
        ("starts", {"act": "next", "name": "Next", "starts": ""}),
        ("starts", {"act": "next", "name": "Next", "starts": "soon"}),
    ],
)
def test_what_is_missing_stands_beside_its_field(cast: Cast, field: str, sent: dict[str, str]) -> None:
    page = cast.client(Role.ORGANISER).post(url(cast), sent)
    assert page.status_code == 422
    assert [*page.context["form"].errors] == [field]
    assert season(cast).state == "open"


def test_one_button_closes_and_begins_the_next(cast: Cast) -> None:
    organiser = cast.client(Role.ORGANISER)
    page = organiser.post(url(cast), {"act": "next", "name": "2027/28", "starts": "2027-09-01"}, follow=True)
    text = text_of(page)
    assert "2027/28 has begun, with the same rules." in text
    assert "Closed" in text
    assert Season.objects.get(club=cast.club, is_default=True).name == "2027/28"
    standings = reverse("standings", args=[cast.club.slug], query={"season": season(cast).pk})
    assert "Closed" in text_of(cast.client(SIGNED_OUT).get(standings))
    again = organiser.post(url(cast), {"act": "next", "name": "2027/28", "starts": "2027-09-01"})
    assert again.status_code == 303
    assert Season.objects.filter(club=cast.club).count() == 2


def test_only_closed_a_hand_is_held_in_words_until_it_is_open_again(cast: Cast) -> None:
    organiser = cast.client(Role.ORGANISER)
    assert organiser.post(url(cast), {"act": "close"}).status_code == 303
    assert (season(cast).state, season(cast).is_default) == ("closed", True)
    game = cast.club.games.get()
    sent = {"client_id": str(uuid4()), "follows": str(game.lines.get().hand), "cell": "0:3"}
    answer = cast.client(Role.SCORER).post(reverse("hand-record", args=[cast.club.slug, game.pk]), sent)
    assert answer.status_code == 202
    assert "The season is closed until an organiser opens it again." in answer.content.decode()
    assert "The season was closed." in text_of(organiser.get(reverse("held-list", args=[cast.club.slug])))
    held = reverse("held-settle", args=[cast.club.slug, HeldWrite.objects.get().pk])
    assert organiser.post(held, {"decision": "store"}).status_code == 202
    change = reverse("game-change", args=[cast.club.slug, game.pk, "abandon"])
    assert "The season is closed until" in text_of(organiser.get(change))
    assert organiser.post(url(cast, "season-open")).status_code == 303
    assert season(cast).state == "open"
    assert organiser.post(held, {"decision": "store"}).status_code == 303
    log = text_of(cast.client(Role.OWNER).get(reverse("club-log", args=[cast.club.slug])))
    assert "Closed a season" in log
    assert "Opened a season again" in log


def test_starting_a_game_says_that_the_season_is_closed(cast: Cast) -> None:
    organiser = cast.client(Role.ORGANISER)
    organiser.post(url(cast), {"act": "close"})
    seats = list(cast.club.players.values_list("pk", flat=True))
    sent = {"client_id": str(uuid4()), "variant": "cutthroat", "seat": seats, "dealer": "0"}
    page = organiser.post(reverse("game-start", args=[cast.club.slug]), sent)
    assert page.status_code == 422
    assert "is closed. An organiser can open it again." in text_of(page)


@pytest.mark.parametrize("route", ["season-standings", "rules-edit", "season-edit"])
def test_what_would_change_its_standings_is_refused_above_the_form(cast: Cast, route: str) -> None:
    organiser = cast.client(Role.ORGANISER)
    organiser.post(url(cast), {"act": "next", "name": "2027/28", "starts": "2027-09-01"})
    args = [cast.club.slug, season(cast).pk, *(["cutthroat"] if route == "rules-edit" else [])]
    form = organiser.get(reverse(route, args=args)).context["form"]
    sent = {one.html_name: one.value() for one in form if one.value() not in (None, False, "")}
    sent |= {"minimum": "0"} if route == "season-standings" else {}
    sent |= {"default": "on"} if route == "season-edit" else {}
    page = organiser.post(reverse(route, args=args), sent)
    assert page.status_code == 422
    assert "is closed. An organiser can open it again." in text_of(page)


def test_the_next_season_may_begin_on_the_first_day_there_is(cast: Cast) -> None:
    answer = cast.client(Role.ORGANISER).post(url(cast), {"act": "next", "name": "First", "starts": "0001-01-01"})
    assert answer.status_code == 303
    assert season(cast).ends is None, "nothing ends before it begins"


def test_a_closed_season_offers_no_change_of_what_it_keeps(cast: Cast) -> None:
    organiser, rules = (
        cast.client(Role.ORGANISER),
        reverse("rules-edit", args=[cast.club.slug, season(cast).pk, "cutthroat"]),
    )
    pages = [
        reverse("season-list", args=[cast.club.slug]),
        url(cast, "season-edit"),
        reverse("rules", args=[cast.club.slug]),
    ]
    kept = (rules, url(cast, "season-standings"))

    def offered() -> list[str]:
        return [link for page in pages for link in kept if f'"{link}"' in organiser.get(page).content.decode()]

    assert {*offered()} == {*kept}
    Season.objects.filter(pk=season(cast).pk).update(state="closed")
    assert offered() == []
