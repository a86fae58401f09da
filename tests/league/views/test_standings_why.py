"""A place explained: the rule, the numbers, and the game or comparison that decided it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.variants import TWO_HANDED
from league.standings.choice import OWN, PRESETS, StandingsChoice
from league.standings.metrics import FEWEST_GAMES, HEAD_TO_HEAD, WON
from tests.factories import make_player, make_tally
from tests.league.standings.paper_season import Paper, open_paper, paper_season
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper() -> Paper:
    return paper_season()


def page(paper: Paper, name: str, **query: Any) -> Any:
    address = reverse("standings-why", args=[paper.club.slug, paper.player(name).pk], query=query)
    return Client().get(address)


def test_the_number_that_decided_and_what_it_is_made_of(paper: Paper) -> None:
    text = text_of(page(paper, "Ben"))
    assert "Place 2: Ben" in text
    assert "Before: Ann Ann and Ben are equal in games won (2½)." in text
    assert "What decides is points a game: 6.57 against 6.50." in text
    assert "Behind: Cleo Ben is ahead of Cleo by games won: 2½ against 1." in text
    assert "Won 2½ of 6 games Points a game 6.50 39 points in 6 games" in text
    assert "Places: games won, then points a game; equal players share a place." in text


def test_the_first_and_the_last_have_nobody_ahead_or_behind(paper: Paper) -> None:
    assert "Nobody is ahead. Behind: Ben" in text_of(page(paper, "Ann"))
    text = text_of(page(paper, "Gus"))
    assert "Place 3, shared: Gus" in text
    assert "In the same place: Cleo Equal in games won (1), points a game (5.00)." in text
    assert "Nobody is behind." in text


def test_head_to_head_names_the_games(paper: Paper) -> None:
    # Ahead of Ben: G1. Behind: G2, G4, G6. Shared: G3, G5.
    choice = StandingsChoice("best_nights", PRESETS["best_nights"], (HEAD_TO_HEAD, FEWEST_GAMES), best=1)
    paper.choose(choice)
    answer = page(paper, "Ann")
    text = text_of(answer)
    assert "What decides is head to head: +2 against \u22122." in text
    assert "They met in 6 games: Ben came in before in 3, Ann in 1." in text
    assert "Head to head: how often ahead of the others" in text
    games = answer.context["why"].games
    # Games of one night that began in the same moment stand in any order.
    assert sorted(game.players for game in games) == [
        ((1, "Ann"), (1, "Ben")),
        ((1, "Ann"), (3, "Ben")),
        ((1, "Ben"), (2, "Ann")),
        ((1, "Ben"), (2, "Ann")),
        ((2, "Ann"), (2, "Ben")),
        ((2, "Ben"), (3, "Ann")),
    ]
    for game in games:
        assert reverse("game-detail", args=[paper.club.slug, game.game]) in answer.content.decode()


def test_three_equal_who_did_not_part(paper: Paper) -> None:
    paper = open_paper()
    paper.play(1, Ann=10, Ben=6, Cleo=2)
    paper.play(1, Ann=2, Ben=10, Cleo=6)
    paper.play(1, Ann=6, Ben=2, Cleo=10)
    paper.choose(StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)))
    answer = page(paper, "Ben")
    assert [one.name for one in answer.context["why"].equal] == ["Ann", "Cleo"]
    assert "Equal in games won (1), head to head (0)." in text_of(answer)
    assert len(answer.context["why"].games) == 3


def test_the_balance_against_a_third_decides_between_two_who_never_met() -> None:
    # Ann, Ben and Cleo won one each. Among them only Ben and Cleo met: Ben +1, Ann 0, Cleo -1.
    paper = open_paper()
    paper.play(1, TWO_HANDED.key, Ann=10, Dai=2)
    paper.play(1, TWO_HANDED.key, Ben=10, Cleo=2)
    paper.play(1, TWO_HANDED.key, Cleo=10, Dai=2)
    paper.choose(StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)))
    text = text_of(page(paper, "Ann", variant=TWO_HANDED.key))
    assert "Ben and Ann are equal in games won (1). What decides is head to head: +1 against 0." in text
    assert "It is among all 3 who are equal." in text
    assert "The two did not meet: their games against others who are equal decide." in text


def test_place_points_and_best_nights_say_what_they_are_made_of(paper: Paper) -> None:
    paper.choose(StandingsChoice("place_points", PRESETS["place_points"]))
    text = text_of(page(paper, "Ann"))
    assert "Place points 10 2 × 3 + 1 × 2 + 1 × 1 + 2 × ½" in text
    assert "who shares places gets their mean" in text
    paper.choose(StandingsChoice("best_nights", PRESETS["best_nights"], best=2))
    answer = page(paper, "Ann")
    assert [(night.won, night.points, night.counts) for night in answer.context["why"].nights] == [
        ("1", 13, True),
        ("0", 8, False),
        ("1½", 25, True),
    ]


def test_figures_that_print_alike_are_told_apart() -> None:
    paper = open_paper()
    for name, points in (("Ann", 7001), ("Ben", 7002)):
        make_tally(paper.season, paper.player(name), games=1000, points=points)
    assert "points a game: 7.002 against 7.001" in text_of(page(paper, "Ann"))


def test_who_has_too_few_games_reads_how_many_are_missing(paper: Paper) -> None:
    paper.choose(StandingsChoice("win_share", PRESETS["win_share"], minimum=3))
    text = text_of(page(paper, "Gus"))
    assert "Not ranked yet: 2 of 3 games." in text
    assert "What decided it" not in text
    assert "Nobody is behind." in text_of(page(paper, "Cleo")), "who is not ranked is not behind"


def test_who_has_no_finished_game_reads_so(paper: Paper) -> None:
    assert "No finished game yet" in text_of(page(paper, "Dai"))


def test_a_name_that_was_merged_leads_to_whom_it_became(paper: Paper) -> None:
    answer = page(paper, "Annie")
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("standings-why", args=[paper.club.slug, paper.player("Ann").pk]),
    )


@pytest.mark.parametrize("query", [{"season": "x"}, {"season": "9" * 17}, {"variant": "poker"}])
def test_what_is_not_there_is_404(paper: Paper, query: dict[str, Any]) -> None:
    assert page(paper, "Ann", **query).status_code == 404


def test_it_costs_the_same_however_many_play(paper: Paper) -> None:
    ties = (HEAD_TO_HEAD, FEWEST_GAMES)
    paper.choose(StandingsChoice("best_nights", PRESETS["best_nights"], ties, best=1, together=True))
    for number in range(3):
        with at_most_statements(8):
            page(paper, "Ann")
        make_tally(paper.season, make_player(paper.club, f"P{number}"), games=1)
        paper.play(1, Ann=10, Ben=4, Eve=2)


def test_every_place_of_the_table_leads_there(paper: Paper) -> None:
    table = Client().get(reverse("standings", args=[paper.club.slug])).context["table"]
    assert [Client().get(row.why).context["why"].place for row in table.page] == [row.place for row in table.page]
