"""Choosing how a season ranks."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.log_words import log_lines
from league.models import AuditEntry, Role, Season
from league.services.seasons import create_season, set_standings, update_season
from league.standings.choice import DEFAULT, PRESETS, StandingsChoice, choice_of
from tests.factories import DAY, make_player, make_tally
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import errors_of, text_of

pytestmark = pytest.mark.django_db

PLAIN: dict[str, Any] = {
    "preset": "points_per_game",
    "minimum": "0",
    "ties": "",
    "shown": ["nights", "games", "won", "points_per_game"],
}


def address(cast: Cast, season: Season) -> str:
    return reverse("season-standings", args=[cast.club.slug, season.pk])


def post(cast: Cast, season: Season, **said: Any) -> Any:
    return cast.client(Role.ORGANISER).post(address(cast, season), PLAIN | said)


def test_a_choice_holds_at_once(cast: Cast, season: Season) -> None:
    make_tally(season, make_player(cast.club, "Ann"), games=4, won12=24, points=20)
    make_tally(season, make_player(cast.club, "Ben"), games=1, won12=12, points=10)
    standings = reverse("standings", args=[cast.club.slug])
    tag = cast.client(SIGNED_OUT).get(standings, headers={"HX-Request": "true"})["HX-PTag"]
    answer = post(cast, season)
    assert (answer.status_code, answer["Location"]) == (303, f"{standings}?season={season.pk}")
    page = cast.client(SIGNED_OUT).get(standings, headers={"HX-Request": "true", "HX-PTag": tag})
    assert page.status_code == 200, "who looks at the standings is told"
    assert "1 Ben 0 1 1 10.00 2 Ann 0 4 2 5.00" in text_of(page)
    assert "Places: points a game, then games won; equal players share a place." in text_of(page)


def test_who_has_too_few_games_is_listed_below(cast: Cast, season: Season) -> None:
    make_tally(season, make_player(cast.club, "Ann"), games=4, points=20)
    make_tally(season, make_player(cast.club, "Ben"), games=1, points=10)
    post(cast, season, minimum="3")
    text = text_of(cast.client(SIGNED_OUT).get(reverse("standings", args=[cast.club.slug])))
    assert "1 Ann 0 4 0 5.00 Not ranked yet: fewer than 3 games – not ranked Ben 0 1 0 10.00" in text
    ben = cast.club.players.get(name="Ben")
    player = text_of(cast.client(SIGNED_OUT).get(reverse("player-detail", args=[cast.club.slug, ben.pk])))
    assert "Not ranked yet." in player


def test_what_does_not_fit_is_asked_again_with_what_was_chosen(cast: Cast, season: Season) -> None:
    answer = post(cast, season, preset="best_nights", minimum="7")
    assert (answer.status_code, set(errors_of(answer))) == (422, {"best"})
    assert answer.context["form"]["minimum"].value() == "7"
    season.refresh_from_db()
    assert choice_of(season) == DEFAULT


def test_opening_it_writes_nothing(cast: Cast, season: Season) -> None:
    assert cast.client(Role.ORGANISER).get(address(cast, season)).status_code == 200
    version = season.version
    season.refresh_from_db()
    assert (season.version, season.settings) == (version, {})


def test_other_choices_of_the_season_stay(cast: Cast, season: Season) -> None:
    edit = reverse("season-edit", args=[cast.club.slug, season.pk])
    form = {"name": season.name, "starts": season.starts.isoformat(), "substitute_gets_result": "on"}
    post(cast, season)
    assert cast.client(Role.ORGANISER).post(edit, form).status_code == 303
    post(cast, season, minimum="2")
    season.refresh_from_db()
    assert (season.choices.substitute_gets_result, choice_of(season).minimum) == (True, 2)
    assert "Places: points a game" in text_of(cast.client(Role.ORGANISER).get(edit))


def test_the_log_says_what_it_was_and_what_it_is(cast: Cast, season: Season) -> None:
    post(cast, season)
    post(cast, season)  # nothing new
    (line,) = log_lines(cast.club, AuditEntry.objects.all())
    assert (line.act, line.about) == ("Set how places are decided", season.name)
    ((label, before, after),) = line.changes
    assert label == "Standings"
    assert before.startswith("Places: games won, then points a game")
    assert after.startswith("Places: points a game, then games won")


def test_the_next_season_ranks_as_the_one_before(cast: Cast, season: Season) -> None:
    set_standings(season, StandingsChoice("win_share", PRESETS["win_share"], minimum=4))
    assert choice_of(create_season(cast.club, "Next", DAY)).minimum == 4


def test_another_clubs_season_is_not_found(cast: Cast) -> None:
    theirs = cast.other.seasons.get()
    assert post(cast, theirs).status_code == 404


# Two organisers at once


def seen(cast: Cast, page: str) -> str:
    """The version on which a form stands that is opened now."""
    return str(cast.client(Role.ORGANISER).get(page).context["seen"])


def test_a_choice_made_meanwhile_is_not_overwritten_unasked(cast: Cast, season: Season) -> None:
    opened = seen(cast, address(cast, season))
    assert post(cast, season, minimum="5", seen=opened).status_code == 303
    late = post(cast, season, minimum="3", seen=opened)
    assert (late.status_code, late.context["form"]["minimum"].value()) == (422, "3")
    assert "Somebody changed this season meanwhile, so nothing is saved yet." in text_of(late)
    season.refresh_from_db()
    assert choice_of(season).minimum == 5
    assert post(cast, season, minimum="3", seen=str(late.context["seen"])).status_code == 303
    season.refresh_from_db()
    assert choice_of(season).minimum == 3


def test_a_form_opened_before_the_standings_were_hidden_shows_them_to_nobody(cast: Cast, season: Season) -> None:
    edit = reverse("season-edit", args=[cast.club.slug, season.pk])
    form = {"name": season.name, "starts": season.starts.isoformat(), "seen": seen(cast, edit)}
    organiser = cast.client(Role.ORGANISER)
    assert organiser.post(edit, form | {"hidden_until": "2999-01-01"}).status_code == 303
    late = organiser.post(edit, form | {"name": "Renamed"})
    assert (late.status_code, late.context["form"]["name"].value()) == (422, "Renamed")
    season.refresh_from_db()
    assert season.choices.hidden_until == "2999-01-01"
    wrong = organiser.post(edit, form | {"name": ""})
    assert str(wrong.context["seen"]) == form["seen"], "what is wrong otherwise does not make it newer"


def test_who_read_a_season_before_it_was_changed_keeps_that(season: Season) -> None:
    before = Season.objects.get(pk=season.pk)
    set_standings(season, StandingsChoice("win_share", PRESETS["win_share"], minimum=4))
    update_season(before, "Renamed", DAY, None)
    assert choice_of(Season.objects.get(pk=season.pk)).minimum == 4
