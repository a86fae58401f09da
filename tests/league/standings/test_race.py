"""A night as a race: the numbers, the order of play, and a drawing in which nothing lies on anything else."""

from __future__ import annotations

import datetime
import re
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from engine.variants import variants
from league.models import Club, GamePlayer, Night
from league.standings import race
from league.standings.race import BOTTOM, HIGH, LABEL, LINES, TOP, Race, apart, races_of
from tests.factories import make_founded_club, make_recorder
from tests.league.standings.paper_season import Paper
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper() -> Paper:
    club = make_founded_club()
    return Paper(club, make_recorder(club))


def night_of(club: Club) -> Night:
    return club.nights.get()


def look(paper: Paper, client: Any, **query: str) -> Any:
    return client.get(reverse("night-detail", args=[paper.club.slug, night_of(paper.club).pk], query=query))


def drawn(paper: Paper, by: str = "won") -> Race:
    return races_of(night_of(paper.club), by)[0]


def test_each_game_adds_what_it_gave_in_the_order_of_play(paper: Paper) -> None:
    paper.play(0, Ann=10, Ben=4, Cleo=6)
    with time_machine.travel(datetime.timedelta(seconds=1)):  # what was played in the same moment has no order
        paper.play(0, Ann=10, Ben=10, Dan=3)
    wins, points = drawn(paper), drawn(paper, "points")
    assert [(line.name, line.final) for line in wins.lines] == [
        ("Ann", "1½"),
        ("Ben", "½"),
        ("Cleo", "0"),
        ("Dan", "0"),
    ]
    assert [step.values for step in wins.steps] == [
        (("1", True), ("0", True), ("0", True), ("0", False)),
        (("1½", True), ("½", True), ("0", False), ("0", True)),
    ]
    assert [(line.name, line.final) for line in points.lines][:2] == [("Ann", "20"), ("Ben", "14")]


def test_games_that_do_not_count_are_not_in_it_and_one_game_is_no_race(paper: Paper) -> None:
    paper.play(0, Ann=10, Ben=4, Cleo=6)
    paper.start(["Ann", "Ben", "Cleo"])
    assert races_of(night_of(paper.club), "won") == []


def test_every_kind_of_game_has_a_race_of_its_own(paper: Paper) -> None:
    names = ["Ann", "Ben", "Cleo", "Dan"]
    for variant in variants():
        seats = [seat for side in variant.sides for seat in side]
        scores = {name: 10 if seat in variant.sides[0] else 3 for seat, name in enumerate(names[: len(seats)])}
        for _time in range(2):
            paper.play(0, variant.key, **scores)
    assert {one.variant for one in races_of(night_of(paper.club), "won")} == {variant.key for variant in variants()}


def test_many_players_have_few_lines_and_the_rest_are_counted(paper: Paper) -> None:
    for number in range(4):
        paper.play(0, **{f"A{number}": 10, f"B{number}": number, f"C{number}": 0})
    one = drawn(paper, "points")
    assert (len(one.lines), one.others) == (LINES, 12 - LINES)
    assert [line.look for line in one.lines] == [*range(1, LINES + 1)]


def test_a_line_is_labelled_as_the_player_is_called_and_named_in_full_beside_it(paper: Paper) -> None:
    for _time in range(2):
        paper.play(0, Ann=10, Ben=4, Cleo=6)
    paper.club.players.filter(name="Ann").update(shown="Annegret Kowalska", shown_as="Ann K.")
    first = drawn(paper).lines[0]
    assert (first.label, first.name) == ("Ann K.", "Annegret Kowalska")


def test_a_night_without_end_is_cut_and_says_so(paper: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "MOST_GAMES", 2)
    for _time in range(3):
        paper.play(0, Ann=10, Ben=4, Cleo=6)
    assert (len(drawn(paper).steps), drawn(paper).is_cut) == (2, True)


def test_points_below_nothing_stay_in_the_drawing(paper: Paper) -> None:
    for _time in range(2):
        paper.play(0, Ann=10, Ben=4, Cleo=0)
    GamePlayer.objects.filter(player__name="Ben").update(points=-2)
    one = drawn(paper, "points")
    assert one.ticks[0].value < 0
    heights = [float(number) for line in one.lines for number in re.findall(r"[V ]([\d.]+)", line.path)]
    assert all(TOP <= height <= HIGH - BOTTOM for height in heights)


@given(st.lists(st.floats(TOP, HIGH - BOTTOM), min_size=1, max_size=LINES).map(sorted))
def test_labels_never_lie_on_each_other_or_outside(ends: list[float]) -> None:
    places = apart(ends)
    assert all(below - above >= LABEL - 1e-6 for above, below in pairwise(places))
    assert places[0] >= 0
    assert places[-1] <= HIGH


def test_the_page_draws_it_once_and_the_numbers_in_a_table(paper: Paper, client: Any) -> None:
    for _time in range(3):
        paper.play(0, Ann=10, Ben=4, Cleo=6)
    with at_most_statements(10):
        page = look(paper, client)
    assert "The night as a race, Cutthroat: Ann 3, Ben 0, Cleo 0" in page.content.decode()
    assert "Game Ann Ben Cleo 1 1 0 0 2 2 0 0 3 3 0 0" in text_of(page)
    assert "Ann 30, Cleo 18, Ben 12" in look(paper, client, race="points").content.decode()
    assert look(paper, client, race="nonsense").context["by"] == "won"


def test_a_comma_of_another_language_breaks_no_line(paper: Paper, client: Any) -> None:
    for _time in range(2):
        paper.play(0, Ann=10, Ben=4, Cleo=6)
    html = client.get(
        reverse("night-detail", args=[paper.club.slug, night_of(paper.club).pk]), headers={"Accept-Language": "de"}
    ).content.decode()
    assert re.findall(r'[xy][12]?="(\d+,\d+)"', html) == []
