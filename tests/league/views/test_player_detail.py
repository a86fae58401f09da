"""A player's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Player, Role, Season
from league.services.players import add_players
from league.services.seasons import create_season
from tests.factories import DAY, make_game, make_player, make_tally, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.league.standings.test_profile import COUNTS
from tests.pages import NASTY_NAMES, at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def season(cast: Cast) -> Season:
    return cast.club.seasons.get()


@pytest.fixture
def ann(cast: Cast) -> Player:
    return make_player(cast.club, "Ann Pereira")


def page(cast: Cast, player: Player, **query: Any) -> Any:
    return cast.client(SIGNED_OUT).get(reverse("player-detail", args=[cast.club.slug, player.pk], query=query))


def test_facts_come_as_sentences_with_their_sizes(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=4, won12=18, points=31, nights=2, counts=COUNTS)
    text = text_of(page(cast, ann))
    assert "Played 4 games and won 1½ of them." in text
    assert "Made trump 10 times and was euchred in 3 of those." in text
    assert "Went alone 2 times and was euchred in 1 ." in text
    assert "Defended 20 times, 6 of them euchres." in text
    assert "Place 1 in" in text
    assert "7.75" in text


def test_nobody_is_he_or_she(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1, counts=COUNTS)
    assert not {"he", "she", "his", "her", "him"} & set(text_of(page(cast, ann)).lower().split())


def test_one_game_is_told_in_the_singular(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1, counts={"maker": 1, "maker.made": 1})
    text = text_of(page(cast, ann))
    assert "Played 1 game and won 0 of it." in text
    assert "Made trump 1 time; euchred 0 ." in text


def test_who_never_played_has_a_page_too(cast: Cast, ann: Player) -> None:
    text = text_of(page(cast, ann))
    assert "No finished game in this season yet." in text
    assert "None yet." in text
    assert "No finished game yet." in text_of(page(cast, ann, scope="all"))


def test_all_time_adds_the_seasons_up(cast: Cast, season: Season, ann: Player) -> None:
    make_tally(season, ann, games=3)
    make_tally(create_season(cast.club, "Spring", DAY), ann, games=2)
    assert "Played 3 games" in text_of(page(cast, ann))
    assert "Played 5 games" in text_of(page(cast, ann, scope="all"))


def test_last_games_with_the_others_and_the_result(cast: Cast) -> None:
    ann, ben, cleo = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, [ann, ben, cleo]), maker=1)
    assert "Cleo , Ann Won 12–0–0" in text_of(page(cast, ben))
    assert "Ben , Cleo Second 0–12–0" in text_of(page(cast, ann))


@pytest.mark.parametrize(
    "query",
    [{"scope": "today"}, {"variant": "poker"}, {"season": "x"}, {"season": "9" * 60}, {"season": "-1"}, {"season": 0}],
)
def test_scope_that_is_none_is_404(cast: Cast, ann: Player, query: dict[str, Any]) -> None:
    assert page(cast, ann, **query).status_code == 404


def test_other_clubs_season_is_404(cast: Cast, ann: Player) -> None:
    assert page(cast, ann, season=cast.other.seasons.get().pk).status_code == 404


def test_merged_player_leads_to_whom_they_became(cast: Cast, ann: Player) -> None:
    annie = make_player(cast.club, "Annie", merged_into=ann)
    answer = page(cast, annie)
    assert answer["Location"] == reverse("player-detail", args=[cast.club.slug, ann.pk])


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_is_shown_as_it_is(cast: Cast, name: str) -> None:
    answer = page(cast, make_player(cast.club, name))
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


def test_only_who_may_is_offered_to_edit(cast: Cast, ann: Player) -> None:
    edit = reverse("player-edit", args=[cast.club.slug, ann.pk])
    assert edit not in page(cast, ann).content.decode()
    own = cast.client(Role.SCORER).get(reverse("player-detail", args=[cast.club.slug, ann.pk]))
    assert edit in own.content.decode()


def test_statements_stay_within_eight(cast: Cast, season: Season) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    for _ in range(3):
        play_out(make_game(cast.club, players))
    play_hand(make_game(cast.club, players), maker_tricks=3)
    client = cast.client(Role.SCORER)
    for query in ({}, {"scope": "all"}, {"season": season.pk}, {"scope": "tonight"}):
        with at_most_statements(8):
            answer = client.get(reverse("player-detail", args=[cast.club.slug, players[0].pk], query=query))
        assert answer.status_code == 200
