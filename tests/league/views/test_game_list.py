"""The list of a club's games."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Role
from league.services.players import add_players
from league.standings.history import PAGE_SIZE
from tests.factories import make_bare_game, make_game, make_player, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import NASTY_NAMES, at_most_statements, text_of

pytestmark = pytest.mark.django_db


def page(cast: Cast, role: str = SIGNED_OUT, **query: Any) -> Any:
    return cast.client(role).get(reverse("game-list", args=[cast.club.slug], query=query))


def test_scores_winner_and_status(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(cast.club, players), maker=1)
    make_game(cast.club, players)
    text = text_of(page(cast))
    assert "Ann 0 , Ben 12 ★ won , Cleo 0" in text
    assert "Won" in text
    assert "Being played" in text


def test_empty_list_offers_a_game_to_who_may_record(cast: Cast) -> None:
    assert "New game" in text_of(page(cast, Role.SCORER))
    assert "New game" not in text_of(page(cast))


def test_fifty_a_page_in_few_statements(cast: Cast) -> None:
    for order in range(PAGE_SIZE + 1):
        make_bare_game(cast.club, play_order=order)
    cast.client(Role.SCORER)
    with at_most_statements(6):
        answer = page(cast, Role.SCORER)
    assert answer.context["page"].paginator.num_pages == 2
    assert len(page(cast, page=2).context["page"].object_list) == 1


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_is_shown_as_it_is(cast: Cast, name: str) -> None:
    make_game(cast.club, [make_player(cast.club, other) for other in (name, "Ben", "Cleo")])
    answer = page(cast)
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()
