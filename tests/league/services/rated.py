"""Ratings as openskill gives them, and as they are stored."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from openskill.models import PlackettLuce

from engine.variants import get_variant
from league.models import Club, Game, GamePlayer, Rating, RatingChange
from league.services.rating_check import compare_ratings
from league.services.rating_replay import catch_up
from tests.league.services.door import Phone, another_game, made, sit_down

VARIANTS = ("cutthroat", "two_handed", "partnership")


@pytest.fixture
def phone() -> Phone:
    """A game that Ann has won, and one that Ben has, a while later."""
    phone = sit_down()
    phone.win()
    with time_machine.travel(timezone.now() + datetime.timedelta(seconds=9)):
        another_game(phone).win(1)
    return phone


def fed_in_order(club: Club, variants: tuple[str, ...]) -> dict[int, tuple[float, float]]:
    """What openskill makes of the counted games, one after the other: written apart from the site."""
    model = PlackettLuce(mu=1500, sigma=200, beta=200, tau=2)
    ratings: dict[int, Any] = {}
    for game in Game.objects.filter(club=club, variant__in=variants, counted=True).order_by("play_order", "pk"):
        players = {row.seat: row for row in GamePlayer.objects.filter(game=game)}
        sides = [[players[seat] for seat in side] for side in get_variant(game.variant).sides]
        teams = [[ratings.get(row.player_id) or model.rating() for row in side] for side in sides]
        after = model.rate(teams, ranks=[float(side[0].place or 0) for side in sides])
        for side, rated in zip(sides, after, strict=True):
            ratings |= {row.player_id: rating for row, rating in zip(side, rated, strict=True)}
    return {player: (rating.mu, rating.sigma) for player, rating in ratings.items()}


def stored(club: Club, variant: str = "cutthroat") -> dict[int, tuple[float, float]]:
    """What the site holds, once caught up."""
    assert catch_up(club.pk)
    rows = Rating.objects.filter(pool__club=club, pool__variant=variant)
    return {row.player_id: (row.mu, row.sigma) for row in rows}


def win_out(phone: Phone, maker: int = 0) -> Phone:
    """The maker takes everything until the game is won, whatever a march pays."""
    while phone.status == "open":
        phone.record(made(maker, 5))
    return phone


def is_right(club: Club) -> None:
    """Equal to openskill, and to a replay from the beginning."""
    for variant in VARIANTS:
        expected, found = fed_in_order(club, (variant,)), stored(club, variant)
        assert found.keys() == expected.keys()
        for player, (mu, sigma) in expected.items():
            assert (round(mu, 6), round(sigma, 6)) == tuple(round(value, 6) for value in found[player])
    assert list(compare_ratings()) == []


def rows() -> list[tuple[Any, ...]]:
    """Every rating and every change, to the last digit."""
    changes = RatingChange.objects.order_by("play_order", "game", "player")
    of_change = ("game", "player", "play_order", "number", "mu_before", "sigma_before", "mu", "sigma", "chance")
    of_rating = ("player", "pool__variant", "mu", "sigma", "mu_before", "games", "play_order")
    ratings = Rating.objects.order_by("pool__variant", "player")
    return [*changes.values_list(*of_change), *ratings.values_list(*of_rating)]
