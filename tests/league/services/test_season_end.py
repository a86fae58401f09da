"""A closed season keeps its standings: nothing gets into its games, and the next has its rules and choices."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.events import Deal
from engine.house_rules import default_rules
from league.days import club_date
from league.models import AuditEntry, Game, HeldWrite, Night, Season, SeasonRules, Tally
from league.services.answers import Answer
from league.services.games import start_again
from league.services.moves import Place, move_game, move_night, place_of
from league.services.play import write_event
from league.services.season_end import Next, close_season, games_not_over, reopen_season
from league.services.seasons import make_default, set_rules, set_standings
from league.services.settling import store_held
from league.standings.choice import PRESETS, StandingsChoice
from tests.factories import DAY, make_game, make_night, make_season
from tests.league.services.door import Phone, another_game, differences, made, sit_down
from tests.threads import at_once

pytestmark = pytest.mark.django_db

STARTS = datetime.date(2027, 9, 1)


@pytest.fixture
def phone() -> Phone:
    phone = sit_down()
    phone.record(made(0, 5))
    return phone


def season(phone: Phone) -> Season:
    return Season.objects.get(pk=phone.game.night.season_id)


def close(phone: Phone, following: Next | None = None) -> Season | None:
    return close_season(season(phone), phone.recorder, following)


def test_a_hand_is_held_and_stored_by_an_organiser_once_the_season_is_open(phone: Phone) -> None:
    close(phone)
    written = phone.deal(made(1, 3))
    assert (written.answer, written.why) == (Answer.HELD, "season_closed")
    held = HeldWrite.objects.get()
    assert held.why == "season_closed"
    assert not store_held(held.pk, phone.recorder).done
    reopen_season(season(phone), phone.recorder)
    assert store_held(held.pk, phone.recorder).done
    assert phone.scores == [3, 1, 0]


def test_an_organiser_puts_nothing_right_in_it_either(phone: Phone) -> None:
    close(phone)
    client_id = uuid4()
    event = Deal(str(client_id), made(1, 3), phone.log.state.last_hand)
    written = write_event(phone.game.pk, client_id, phone.recorder, event, although_closed=True)
    assert (written.answer, written.why) == (Answer.HELD, "season_closed")
    assert phone.events == 1


def test_a_hand_takes_as_many_statements_as_before(phone: Phone) -> None:
    with CaptureQueriesContext(connection) as captured:
        phone.record(made(1, 3))
    statements = len(captured)
    close(phone, Next("Next", STARTS))
    reopen_season(season(phone), phone.recorder)
    with CaptureQueriesContext(connection) as captured:
        phone.record(made(1, 3))
    assert len(captured) == statements


def moved(phone: Phone) -> Game:
    here = place_of(Game.objects.select_related("night", "table").get(pk=phone.game.pk))
    return move_game(phone.game.pk, phone.recorder, here, Place(here.day, 9))


def night_elsewhere(phone: Phone) -> Night:
    """A night of another season, found again the second time."""
    other = Season.objects.get_or_create(club=phone.game.club, name="Other", defaults={"starts": DAY})[0]
    return Night.objects.get_or_create(club=phone.game.club, date=DAY, defaults={"season": other})[0]


REFUSED: dict[str, Callable[[Phone], object]] = {
    "a game is started": lambda phone: make_game(phone.game.club, list(phone.log.players)),
    "the same play again": lambda phone: start_again(phone.log, uuid4(), phone.recorder),
    "a game is moved": moved,
    "its night is moved": lambda phone: move_night(
        phone.game.night_id, phone.recorder, season(phone).pk, night_elsewhere(phone).season
    ),
    "another night comes": lambda phone: move_night(
        (other := night_elsewhere(phone)).pk, phone.recorder, other.season_id, season(phone)
    ),
    "places are decided otherwise": lambda phone: set_standings(season(phone), StandingsChoice("win_share")),
    "it gets other rules": lambda phone: set_rules(season(phone), default_rules("cutthroat")),
    "nights are to go to it": lambda phone: make_default(season(phone)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_while_it_is_closed_and_not_when_it_is_open_again(phone: Phone, what: str) -> None:
    close(phone)
    with pytest.raises(ValidationError, match="is closed"):
        REFUSED[what](phone)
    assert differences() == []
    reopen_season(season(phone), phone.recorder)
    REFUSED[what](phone)
    assert differences() == []


def test_a_game_goes_to_no_night_of_a_closed_season(phone: Phone) -> None:
    past = club_date(phone.game.club) - datetime.timedelta(days=30)
    closed = make_season(phone.game.club, name="Old", starts=past, ends=past)
    make_night(phone.game.club, season=closed, date=past)
    close_season(closed, phone.recorder)
    here = place_of(Game.objects.select_related("night", "table").get(pk=phone.game.pk))
    with pytest.raises(ValidationError, match="The season Old is closed"):
        move_game(phone.game.pk, phone.recorder, here, Place(past))


def test_the_next_has_its_rules_and_choices_and_takes_the_nights(phone: Phone) -> None:
    old = season(phone)
    rules = SeasonRules.objects.get(season=old, variant="two_handed")
    SeasonRules.objects.filter(pk=rules.pk).update(ruleset=phone.game.ruleset)
    choice = StandingsChoice("win_share", PRESETS["win_share"], minimum=3)
    set_standings(old, choice)
    Season.objects.filter(pk=old.pk).update(
        settings={**season(phone).settings, "cut_short_stands": False, "hidden_until": "2027-06-01"}
    )
    phone.win(1)
    before = list(Tally.objects.order_by("pk").values())
    begun = close(phone, Next("2027/28", STARTS))
    assert begun
    old.refresh_from_db()
    assert (old.state, old.is_default, old.ends) == ("closed", False, datetime.date(2027, 8, 31))
    assert (begun.name, begun.starts, begun.is_default, begun.state) == ("2027/28", STARTS, True, "open")
    assert begun.settings == {"standings": choice.to_json(), "cut_short_stands": False}
    copied = {row.variant: row.ruleset_id for row in begun.rules.all()}
    assert copied == {row.variant: row.ruleset_id for row in old.rules.all()}
    assert copied["two_handed"] == phone.game.ruleset_id
    assert list(Tally.objects.order_by("pk").values()) == before


def test_asked_twice_it_is_done_once_and_noted(phone: Phone) -> None:
    assert close(phone, Next("Next", STARTS))
    assert close(phone, Next("Next", STARTS)) is None
    for _time in range(2):
        reopen_season(season(phone), phone.recorder)
    assert Season.objects.filter(name="Next").count() == 1
    acts = [entry.act for entry in AuditEntry.objects.order_by("pk")]
    assert acts == ["season_made", "season_made_default", "season_closed", "season_opened"]


def test_games_that_are_not_over_are_counted(phone: Phone) -> None:
    another_game(phone).win()
    assert games_not_over(season(phone)) == 1


@pytest.mark.django_db(transaction=True)
def test_hands_that_come_while_it_closes_are_stored_before_or_held_after() -> None:
    first = sit_down()
    phones = [first, *(another_game(first) for _ in range(3))]

    def play(phone: Phone) -> list[Answer]:
        told, follows = [], None
        for _number in range(5):
            client_id = uuid4()
            told.append(phone.write(Deal(str(client_id), made(2, 3), follows), client_id=client_id).answer)
            follows = str(client_id)
        return told

    *told, _closed = at_once(*(lambda phone=phone: play(phone) for phone in phones), lambda: close(first))
    for answers in told:
        held = answers.count(Answer.HELD)
        assert answers == [Answer.STORED] * (5 - held) + [Answer.HELD] * held
    assert HeldWrite.objects.count() == sum(answers.count(Answer.HELD) for answers in told)
    assert differences() == []
