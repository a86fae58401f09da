"""Which games count together in ratings, as a club chooses."""

from __future__ import annotations

import pytest

from engine.events import Withdraw
from league.models import AuditEntry, Rating, RatingChange
from league.services.rating_check import compare_ratings
from league.services.rating_choice import choose_pools, chosen_pools
from tests.factories import make_game
from tests.league.services.door import Phone, another_game, differences
from tests.league.services.rated import VARIANTS, fed_in_order, is_right, rows, stored, win_out
from tests.league.services.rated import phone as phone  # a fixture

pytestmark = pytest.mark.django_db


# Which games count together


def within(**chosen: str) -> dict[str, str]:
    return {variant: chosen.get(variant, variant) for variant in VARIANTS}


def test_two_games_in_one_rating(phone: Phone) -> None:
    club = phone.game.club
    ann, ben, _cleo = phone.log.players
    win_out(Phone(make_game(club, [ann, ben], "two_handed"), phone.recorder))
    apart = stored(club)
    choose_pools(club, within(two_handed="cutthroat"), rated=True, by=phone.recorder)
    assert stored(club) == fed_in_order(club, ("cutthroat", "two_handed"))
    assert stored(club, "two_handed") == {}
    assert Rating.objects.get(player=ann).games == 3
    assert differences() == []
    last = win_out(Phone(make_game(club, [ann, ben], "two_handed"), phone.recorder), 1)
    assert stored(club) == fed_in_order(club, ("cutthroat", "two_handed"))
    last.write(Withdraw())
    choose_pools(club, within(), rated=True, by=phone.recorder)
    is_right(club)
    assert stored(club) == apart


def test_game_that_counts_in_no_rating(phone: Phone) -> None:
    club = phone.game.club
    stored(club)
    choose_pools(club, within(cutthroat=""), rated=True)
    assert stored(club) == {}
    assert not RatingChange.objects.exists()
    another_game(phone).win()
    assert stored(club) == {}
    choose_pools(club, within(), rated=True)
    is_right(club)


def test_switched_off_and_on_again(phone: Phone) -> None:
    club = phone.game.club
    choose_pools(club, within(), rated=False, by=phone.recorder)
    another_game(phone).win(2)
    assert list(compare_ratings()) == []
    choose_pools(club, within(), rated=True, by=phone.recorder)
    is_right(club)
    acts = AuditEntry.objects.filter(act="ratings_chosen").order_by("pk")
    assert [(entry.before or {})["rated"] for entry in acts] == [True, False]


def test_choosing_the_same_changes_nothing(phone: Phone) -> None:
    club = phone.game.club
    stored(club)
    before = rows()
    choose_pools(club, chosen_pools(club, VARIANTS), rated=True, by=phone.recorder)
    assert rows() == before
    assert not AuditEntry.objects.filter(act="ratings_chosen").exists()
