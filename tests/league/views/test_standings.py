"""The page of the standings."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from engine.variants import MAIN_GAME, variants
from league.models import Role, Season
from league.services.players import add_players
from league.services.seasons import create_season
from tests.factories import DAY, make_game, make_player, make_tally, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import NASTY_NAMES, at_most_statements, text_of

pytestmark = pytest.mark.django_db

OTHER_GAME = next(variant for variant in variants() if variant != MAIN_GAME)


def page(cast: Cast, role: str = SIGNED_OUT, **query: Any) -> Any:
    return cast.client(role).get(reverse("standings", args=[cast.club.slug], query=query))


def test_places_are_shared_and_the_tie_breaks_stated(cast: Cast, season: Season) -> None:
    for name, points in (("Ann", 20), ("Ben", 20), ("Cleo", 10)):
        make_tally(season, make_player(cast.club, name), games=2, won12=6, points=points, nights=1)
    text = text_of(page(cast))
    assert "1 = shared Ann 1 2 ½ 10.00 1 = shared Ben 1 2 ½ 10.00 3 Cleo 1 2 ½ 5.00" in text
    assert "Places: games won, then points a game; equal players share a place." in text
    assert "now played to 10" in text


def test_what_open_games_would_change_is_said_of_a_season_that_is_open(cast: Cast, season: Season) -> None:
    ann = make_player(cast.club, "Ann")
    make_tally(season, ann, games=1, won12=12, points=10, nights=1)
    why = reverse("standings-why", args=[cast.club.slug, ann.pk])
    now = reverse("standings-now", args=[cast.club.slug])
    for closed in (False, True):
        Season.objects.filter(pk=season.pk).update(state="closed" if closed else season.state)
        for answer in (page(cast), cast.client(SIGNED_OUT).get(why)):
            assert (now in answer.content.decode()) != closed


def test_an_organiser_finds_how_places_are_decided_and_everybody_the_ratings_and_records(
    cast: Cast, season: Season
) -> None:
    address = reverse("season-standings", args=[cast.club.slug, season.pk])
    assert address in page(cast, Role.ORGANISER).content.decode()
    seen = page(cast).content.decode()
    assert address not in seen
    for name in ("rating-list", "club-records"):
        assert f'class="button" href="{reverse(name, args=[cast.club.slug])}?' in seen


def test_only_finished_games_count(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    make_game(cast.club, players)
    assert "No finished game yet" in text_of(page(cast))
    play_out(make_game(cast.club, players), maker=2)
    assert "1 Cleo 1 1 1 12.00" in text_of(page(cast))


def test_other_game_and_other_season(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    make_tally(season, make_player(cast.club, "Ann"), games=1)
    make_tally(season, make_player(cast.club, "Ben"), OTHER_GAME.key, games=1)
    make_tally(spring, make_player(cast.club, "Cleo"), games=1)
    assert "Ann" in text_of(page(cast))
    assert "Ben" in text_of(page(cast, variant=OTHER_GAME.key))
    assert "Cleo" in text_of(page(cast, season=spring.pk))


def test_my_line_says_you(cast: Cast, season: Season) -> None:
    make_tally(season, make_player(cast.club, "Pia", account=cast.users[Role.PLAYER]), games=1)
    assert "Pia You" in text_of(page(cast, Role.PLAYER))
    assert "Pia You" not in text_of(page(cast, Role.SCORER))


@pytest.mark.parametrize(
    "query", [{"season": "x"}, {"season": "9" * 60}, {"season": "٣"}, {"variant": "poker"}, {"variant": "<b>"}]
)
def test_what_is_not_there_is_404(cast: Cast, query: dict[str, Any]) -> None:
    assert page(cast, **query).status_code == 404


def test_other_clubs_season_is_404(cast: Cast) -> None:
    assert page(cast, season=cast.other.seasons.get().pk).status_code == 404


def test_nul_in_the_address_is_400(cast: Cast) -> None:
    assert page(cast, variant="\x00").status_code == 400


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_is_shown_as_it_is(cast: Cast, season: Season, name: str) -> None:
    make_tally(season, make_player(cast.club, name), games=1)
    answer = page(cast)
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


def test_pages_of_fifty_in_four_statements(cast: Cast, season: Season) -> None:
    for number in range(55):
        make_tally(season, make_player(cast.club, f"Player {number:02}"), games=1, points=99 - number)
    cast.client(Role.SCORER)
    for query in ({}, {"season": season.pk}, {"page": 2}):
        with at_most_statements(4):
            answer = page(cast, Role.SCORER, **query)
    assert "55 Player 54" in text_of(answer)
