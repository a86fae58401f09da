"""A season on paper, and all seasons in one table."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from engine.house_rules import default_rules
from engine.variants import MAIN_GAME, variants
from league.models import Season
from league.services.season_end import close_season
from league.services.seasons import create_season, set_rules, set_standings
from league.standings import night_winners
from league.standings.choice import PRESETS, StandingsChoice
from league.standings.metrics import HEAD_TO_HEAD
from league.standings.night_winners import NightWon, months_of
from tests.factories import DAY, make_founded_club, make_player, make_recorder, make_tally
from tests.league.cast import SIGNED_OUT, Cast
from tests.league.standings.paper_season import Paper
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db

OTHER_GAME = next(variant for variant in variants() if variant != MAIN_GAME)
RULES = default_rules(MAIN_GAME.key)


@pytest.fixture
def paper(cast: Cast) -> Paper:
    """Two nights: Ann and Ben win one game each on the first, with more points for Ben; Cleo wins the second."""
    cast.club.seasons.update(starts=DAY - datetime.timedelta(days=999))
    paper = Paper(cast.club, make_recorder(cast.club))
    paper.play(2, Ann=10, Ben=4, Cleo=6)
    paper.play(2, Ann=4, Ben=10, Cleo=4)
    paper.play(2, Ann=1, Ben=10, Cleo=10)
    paper.play(1, Ann=2, Ben=8, Cleo=10)
    return paper


def summary(cast: Cast, season: Season, role: str = SIGNED_OUT, **query: Any) -> Any:
    return cast.client(role).get(reverse("season-summary", args=[cast.club.slug, season.pk], query=query))


def all_seasons(cast: Cast, role: str = SIGNED_OUT, **query: Any) -> Any:
    return cast.client(role).get(reverse("standings-all", args=[cast.club.slug], query=query))


# On paper


def test_table_nights_winners_figures_and_rules_stand_on_the_sheet(paper: Paper, cast: Cast) -> None:
    page = summary(cast, paper.season)
    text, said = text_of(page), page.context["summary"]
    assert "2 nights, 4 games" in text
    assert "In front: Ben" in text or "In front: Cleo" in text
    assert [(won.winners, won.figure) for won in said.night_winners] == [(("Ben",), "1½"), (("Cleo",), "1")]
    assert "Most games 4 : Ann , Ben , Cleo" in text
    assert "The first to reach 10 points wins the game." in text
    assert f"{reverse('rules', args=[cast.club.slug])}?season={paper.season.pk}" in page.content.decode()


def test_a_season_that_is_over_has_a_final_table_and_a_winner(paper: Paper, cast: Cast) -> None:
    assert "table of" in text_of(summary(cast, paper.season))
    cast.club.seasons.update(ends=paper.day(1))
    text = text_of(summary(cast, paper.season))
    assert "Cutthroat: final table" in text
    assert "Winner:" in text


def test_a_season_is_over_once_it_is_closed(paper: Paper, cast: Cast) -> None:
    """On the last evening itself, when the sheet is printed for the prizes."""
    close_season(paper.season, paper.recorder)
    text = text_of(summary(cast, Season.objects.get(pk=paper.season.pk)))
    assert "Cutthroat: final table" in text
    assert "In front" not in text


@pytest.mark.parametrize("preset", PRESETS)
def test_a_nights_winner_follows_from_the_seasons_own_rule(paper: Paper, cast: Cast, preset: str) -> None:
    paper.choose(StandingsChoice(preset, PRESETS[preset], (HEAD_TO_HEAD,), minimum=9, best=1))
    first = summary(cast, paper.season).context["summary"].night_winners[0]
    # 1½ of 3 won, 24 points, 3 + ½ + … place points: Ben by each of them.
    assert first.winners == ("Ben",)


def test_equal_players_share_a_night(cast: Cast) -> None:
    paper = Paper(cast.club, make_recorder(cast.club))
    paper.play(0, Ann=10, Ben=10, Cleo=3)
    won = summary(cast, paper.season).context["summary"].night_winners
    assert [one.winners for one in won] == [("Ann", "Ben")]


def test_very_many_nights_are_told_by_month(paper: Paper, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many nights as fill a list are listed; with one more each month has a line, which leads to its nights."""
    monkeypatch.setattr(night_winners, "MOST_LISTED", 2)
    listed = summary(cast, paper.season, month="2019-07").context["summary"]
    assert (len(listed.night_winners), listed.months, listed.month) == (2, (), None)
    paper.play(40, Ann=10, Ben=4, Cleo=6)
    paper.play(40, Ann=10, Ben=10, Cleo=6)
    page = summary(cast, paper.season)
    said = page.context["summary"]
    long_ago = paper.day(40).replace(day=1)
    assert (said.months[0].first, said.months[0].nights, said.nights) == (long_ago, 1, 3)
    assert (said.months[0].names, said.months[0].won) == (("Ann",), 1)
    assert sum(month.nights for month in said.months) == 3
    assert said.night_winners == ()
    assert f"month={long_ago:%Y-%m}#nights" in page.content.decode()
    of_it = summary(cast, paper.season, month=f"{long_ago:%Y-%m}")
    assert [(won.winners, won.date) for won in of_it.context["summary"].night_winners] == [(("Ann",), paper.day(40))]
    assert f"Who won each night: {date_format(long_ago, 'YEAR_MONTH_FORMAT')}" in text_of(of_it)
    assert summary(cast, paper.season, month="2019-07").context["summary"].night_winners == ()


def test_night_won_at_two_tables_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night_winners, "MOST_LISTED", 2)

    def won(night: int, day: int, *winners: str) -> NightWon:
        first = tuple(["Ann", "Ben", "Cleo", "Dan", "Eve"].index(name) for name in winners)
        return NightWon(UUID(int=night), datetime.date(2025, 3, day), "", winners, first, "", "", 3)

    nights = [won(1, 1, "Ann"), won(1, 1, "Ann", "Ben"), won(2, 8, "Ben"), won(3, 9, "Cleo", "Dan", "Eve", "Ann")]
    [month] = months_of(nights)
    assert (month.first, month.nights) == (datetime.date(2025, 3, 1), 3)
    assert (month.names, month.others, month.won) == (("Ann", "Ben"), 0, 2)
    assert months_of(nights[:3]) == ()


@pytest.mark.parametrize("month", ["13", "2026-13", "2026", "x", "2026-07-01", "0000-01"])
def test_month_that_is_none_is_404(cast: Cast, season: Season, month: str) -> None:
    assert summary(cast, season, month=month).status_code == 404


def test_a_season_of_one_table_adds_up_its_nights(cast: Cast) -> None:
    paper = Paper(cast.club, make_recorder(cast.club))
    paper.choose(StandingsChoice(together=True))
    paper.play(0, Ann=10, Ben=4, Cleo=6)
    paper.play(0, OTHER_GAME.key, **dict(zip(["Ann", "Ben", "Cleo", "Dan"], _scores(OTHER_GAME), strict=False)))
    said = summary(cast, paper.season).context["summary"]
    assert len(said.tables) == 1
    assert [(one.winners, one.figure) for one in said.night_winners] == [(("Ann",), "2")]


def _scores(variant: Any) -> list[int]:
    seats = sum(len(side) for side in variant.sides)
    return [10 if seat in variant.sides[0] else 3 for seat in range(seats)]


def test_games_by_other_rules_are_told_apart(paper: Paper, cast: Cast) -> None:
    set_rules(paper.season, RULES.change(target=7, stick_the_dealer=True))
    paper.play(0, Ann=7, Ben=4, Cleo=6)
    rules = summary(cast, paper.season).context["summary"].rules
    assert [one.games for one in rules] == [4, 1]
    assert rules[1].sentences[0] == "The first to reach 7 points wins the game."
    assert any("the dealer must name a suit" in sentence for sentence in rules[1].sentences)


def test_a_season_without_a_game_is_a_sheet_without_a_table(cast: Cast, season: Season) -> None:
    assert "No finished game yet" in text_of(summary(cast, season))


def test_the_sheet_takes_as_many_statements_for_more_nights(paper: Paper, cast: Cast) -> None:
    season = paper.season
    with at_most_statements(6):
        summary(cast, season)
    for weeks in (3, 4, 5, 6):
        paper.play(weeks, Ann=10, Ben=4, Cleo=6)
    with at_most_statements(6):
        summary(cast, season)


def test_also_where_the_best_nights_count(paper: Paper, cast: Cast) -> None:
    season = cast.club.seasons.get()
    set_standings(season, StandingsChoice("best_nights", PRESETS["best_nights"], best=2))
    summary(cast, season)  # what is asked once is asked
    for ago in (3, 4, 5):
        paper.play(ago, Ann=10, Ben=4, Cleo=6)
    with at_most_statements(7):
        assert len(summary(cast, season).context["summary"].night_winners) == 5


def test_seasons_and_standings_lead_to_the_sheet(cast: Cast, season: Season) -> None:
    sheet = reverse("season-summary", args=[cast.club.slug, season.pk])
    for route in ("standings", "season-list"):
        assert sheet in cast.client(SIGNED_OUT).get(reverse(route, args=[cast.club.slug])).content.decode()


def test_rules_of_a_past_season_are_found(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    set_rules(spring, RULES.change(target=7))
    url = reverse("rules", args=[cast.club.slug])
    assert "first to reach 7 points" in text_of(cast.client(SIGNED_OUT).get(url, {"season": spring.pk}))
    assert "first to reach 7 points" not in text_of(cast.client(SIGNED_OUT).get(url))
    assert cast.client(SIGNED_OUT).get(url, {"season": cast.other.seasons.get().pk}).status_code == 404


# All seasons


def test_sums_are_of_every_season_and_rules_that_differed_are_named(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    set_rules(spring, RULES.change(target=7))
    ann, ben = make_player(cast.club, "Ann"), make_player(cast.club, "Ben")
    make_tally(season, ann, games=2, won12=12, points=20, nights=1)
    make_tally(spring, ann, games=1, won12=6, points=7, nights=1)
    make_tally(spring, ben, games=1, won12=6, points=7, nights=1)
    text = text_of(all_seasons(cast))
    assert "1 Ann 2 2 3 1½ 9.00" in text
    assert "2 Ben 1 1 1 ½ 7.00" in text
    assert "The rules were not the same in every season" in text
    assert "Spring The first to reach 7 points wins the game." in text
    assert f"{season.name} The first to reach 10 points wins the game." in text


def test_rules_that_were_the_same_are_told_once(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    for one in (season, spring):
        make_tally(one, make_player(cast.club, f"Ann {one.pk}"), games=1)
    page = all_seasons(cast)
    assert "The rules were not the same" not in text_of(page)
    assert [set(one.seasons) for one in page.context["table"].rules] == [{season.name, "Spring"}]


def test_only_seasons_in_which_the_game_was_played_are_named(cast: Cast, season: Season) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    set_rules(spring, RULES.change(target=7))
    make_tally(season, make_player(cast.club, "Ann"), games=1)
    make_tally(spring, make_player(cast.club, "Ben"), OTHER_GAME.key, games=1)
    assert "The rules were not the same" not in text_of(all_seasons(cast))
    assert "Ben" in text_of(all_seasons(cast, variant=OTHER_GAME.key))
    assert all_seasons(cast, variant="poker").status_code == 404


def test_fifty_a_page_in_three_statements(cast: Cast, season: Season) -> None:
    others = make_founded_club(name="Elsewhere too")
    make_tally(others.seasons.get(), make_player(others, "Zed"), games=99, won12=999)
    for number in range(55):
        make_tally(season, make_player(cast.club, f"Player {number:02}"), games=1, points=99 - number)
    for query in ({}, {"page": 2}):
        with at_most_statements(3):
            page = all_seasons(cast, **query)
    assert "55 Player 54" in text_of(page)
    assert "Zed" not in text_of(all_seasons(cast))


def test_a_club_that_has_not_played_says_so(cast: Cast) -> None:
    assert "No finished game yet" in text_of(all_seasons(cast))


def test_a_choice_of_the_season_changes_nothing_here(cast: Cast, season: Season) -> None:
    set_standings(season, StandingsChoice(minimum=50))
    make_tally(season, make_player(cast.club, "Ann"), games=1)
    assert all_seasons(cast).context["table"].page[0].place == 1
