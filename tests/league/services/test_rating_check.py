"""Ratings against a replay from the beginning: found where they differ, and put right."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Club, Game, Rating, RatingChange, RatingPool
from league.services.rating_check import compare_ratings
from league.services.rescore import compare
from league.services.scope import Scope
from tests.factories import make_player
from tests.league.services.door import Phone
from tests.league.services.rated import phone as phone  # a fixture
from tests.league.services.rated import rows, stored

pytestmark = pytest.mark.django_db


# Compared

WRONG: dict[str, Any] = {
    "a rating": lambda: Rating.objects.update(mu=1),
    "a change": lambda: RatingChange.objects.update(sigma=1),
    "a chance": lambda: RatingChange.objects.update(chance=0.123),
    "no change": lambda: RatingChange.objects.filter(number=1).delete(),
    "no rating": lambda: Rating.objects.all().delete(),
    "a rating of nobody": lambda: Rating.objects.create(
        pool=RatingPool.objects.get(),
        player=make_player(Club.objects.get(), "Max"),
        mu=1,
        sigma=1,
        mu_before=1,
        games=1,
        play_order=1,
    ),
    "a change of nothing": lambda: RatingChange.objects.create(
        pool=RatingPool.objects.get(),
        game=Game.objects.order_by("play_order")[0],
        player=make_player(Club.objects.get(), "Max"),
        play_order=1,
        number=1,
        mu_before=1,
        sigma_before=1,
        mu=1,
        sigma=1,
        chance=1,
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_and_put_right(phone: Phone, what: str) -> None:
    stored(phone.game.club)
    before = rows()
    WRONG[what]()
    found = [str(difference) for difference in compare(Scope())]
    assert found
    assert all(line.startswith("rating") for line in found)
    with pytest.raises(CommandError, match="differences"):
        call_command("rate", "--check", stdout=io.StringIO())
    call_command("rescore", stdout=io.StringIO(), stderr=io.StringIO())
    assert list(compare(Scope())) == []
    assert rows() == before


def test_differences_are_told_to_six_decimals(phone: Phone) -> None:
    stored(phone.game.club)
    for row in Rating.objects.all():
        Rating.objects.filter(pk=row.pk).update(mu=row.mu + 1e-8)
    assert list(compare_ratings()) == []
    for row in Rating.objects.all():
        Rating.objects.filter(pk=row.pk).update(mu=row.mu + 1e-5)
    assert [difference.what for difference in compare_ratings()] == ["mu"] * 3


def test_what_is_not_replayed_yet_is_no_difference(phone: Phone) -> None:
    assert list(compare_ratings()) == []
    stored(phone.game.club)
    Rating.objects.update(mu=1)
    RatingPool.objects.update(stale_from=0)
    assert list(compare_ratings()) == []


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rate", *arguments, stdout=out)
    return out.getvalue()


def test_command_brings_up_to_date(phone: Phone) -> None:
    waiting = f"{phone.game.club.slug}: games wait to be rated, and are not compared.\n"
    assert command("--check") == f"{waiting}Nothing differs.\n"
    assert command() == "1 clubs: ratings are up to date.\n"
    assert not Game.objects.filter(unrated=True).exists()
    assert command("--check", phone.game.club.slug) == "Nothing differs.\n"
    with pytest.raises(CommandError, match="There is no club nowhere"):
        command("nowhere")
