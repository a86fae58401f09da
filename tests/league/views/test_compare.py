"""Two or three players beside each other."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Player, Role
from league.services.players import add_players
from league.services.seasons import create_season
from tests.factories import DAY, make_game, make_player, make_tally, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import NASTY_NAMES, at_most_statements, errors_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    """Ann, Ben, Cleo and Dai.

    Ann, Ben, Cleo: Ann makes 3, is euchred (3-2-2), makes 3, 3, 3: 12-2-2. Dai, Ann, Ben: Dai is euchred five
    times: 0-10-10, shared.
    """
    players = add_players(cast.club, ["Ann", "Ben", "Cleo", "Dai"])
    ann, ben, cleo, dai = players
    game = make_game(cast.club, [ann, ben, cleo])
    for tricks in (5, 1, 5, 5, 5):
        play_hand(game, 0, tricks)
    game = make_game(cast.club, [dai, ann, ben])
    for _hand in range(5):
        play_hand(game, 0, 0)
    return players


def page(cast: Cast, *players: Player | int | str, **query: Any) -> Any:
    chosen = dict(zip(("one", "other", "third"), (getattr(one, "pk", one) for one in players), strict=False))
    return cast.client(SIGNED_OUT).get(reverse("player-compare", args=[cast.club.slug], query=chosen | query))


def test_asks_whom(cast: Cast, people: list[Player]) -> None:
    answer = page(cast)
    assert answer.status_code == 200
    assert "First player" in text_of(answer)
    assert "Head to head" not in text_of(answer)


def test_a_meeting_leads_to_the_figures_of_those_games_alone(cast: Cast, people: list[Player]) -> None:
    ann, ben, _cleo, _dai = people
    season = cast.club.seasons.get()
    for query, scope in (({}, "scope=all"), ({"season": season.pk}, f"season={season.pk}")):
        content = page(cast, ann, ben, **query).content.decode()
        for one, other in ((ann, ben), (ben, ann)):
            link = (
                f"{reverse('player-detail', args=[cast.club.slug, one.pk])}?with={other.pk}&variant=cutthroat&{scope}"
            )
            assert link.replace("&", "&amp;") in content
            assert f"Only games with {other.shown}." in text_of(cast.client(SIGNED_OUT).get(link))


def test_where_there_is_nobody_to_compare_players_can_be_added(cast: Cast) -> None:
    make_player(cast.club)
    assert "It takes two players to compare" in text_of(page(cast))
    assert "Second player" not in text_of(page(cast))
    add = reverse("player-add", args=[cast.club.slug])
    assert add not in page(cast).content.decode()
    owner = cast.client(Role.OWNER).get(reverse("player-compare", args=[cast.club.slug]))
    assert add in owner.content.decode()


def test_a_link_that_names_the_first_alone_finds_nothing_wrong_yet(cast: Cast, people: list[Player]) -> None:
    answer = page(cast, people[1])
    assert answer.status_code == 200
    assert "Choose a player." not in text_of(answer)
    assert f'<option value="{people[1].pk}" selected>' in answer.content.decode()
    assert page(cast, "x").status_code == 200


def test_head_to_head_of_two(cast: Cast, people: list[Player]) -> None:
    """Two games: Ann above in the first, level in the second. Defended together: the five of Dai's."""
    text = text_of(page(cast, people[0], people[1]))
    assert "Ann and Ben met in 2 games. Placed higher: Ann 1, Ben 0; level 1." in text
    assert "Defended 5 hands together and euchred in 5." in text
    assert "2 games with all of them" in text
    assert "Ann 1½ 11.00 50 % 5/10 20 % 1/5 Ben ½ 6.00 0 % 0/10 – Last games" in text
    assert "Dai 0, Ann 10 , Ben 10" in text


def test_three_and_the_game_in_which_all_sat(cast: Cast, people: list[Player]) -> None:
    text = text_of(page(cast, *people[:3]))
    assert "Ann and Cleo met in 1 game. Placed higher: Ann 1, Cleo 0; level 0." in text
    assert "Ben and Cleo met in 1 game. Placed higher: Ben 0, Cleo 0; level 1." in text
    assert "1 game with all of them" in text
    assert "Ann 1 12.00 100 % 5/5 20 % 1/5 Ben 0 2.00 0 % 0/5 – Cleo 0 2.00 0 % 0/5 –" in text


def test_figures_side_by_side_with_what_they_stand_on(cast: Cast, people: list[Player]) -> None:
    """Ann made 5 of 10 hands and was euchred in one, which gave away 4; Dai made 5 of 5, euchred in all: 20."""
    text = text_of(page(cast, people[0], people[3]))
    assert "Games 2 1" in text
    assert "Won 75 % 1½/2 0 % 0/1" in text
    assert "Points a game 11.00 22/2 0.00 0/1" in text
    assert "Hands made 50 % 5/10 100 % 5/5" in text
    assert "Euchred as maker 20 % 1/5 100 % 5/5" in text
    assert "All five as maker 80 % 4/5 0 % 0/5" in text
    assert "Points given away a hand made 0.80 4/5 4.00 20/5" in text
    assert "Euchres as defender 100 % 5/5 –" in text


def test_who_never_met(cast: Cast, people: list[Player]) -> None:
    text = text_of(page(cast, people[2], people[3]))
    assert "They have not met here." in text
    assert "with all of them" not in text


def test_who_never_played(cast: Cast) -> None:
    players = add_players(cast.club, ["Ann", "Ben"])
    assert "They have not met here." in text_of(page(cast, *players))


def test_of_one_season(cast: Cast, people: list[Player]) -> None:
    spring = create_season(cast.club, "Spring", DAY)
    make_tally(spring, people[0], games=7)
    text = text_of(page(cast, people[0], people[1], season=spring.pk))
    assert "They have not met here." in text
    assert "Games 7 0" in text
    default = cast.club.seasons.get(is_default=True)
    assert "met in 2 games" in text_of(page(cast, people[0], people[1], season=default.pk))


def test_of_another_game(cast: Cast, people: list[Player]) -> None:
    play_out(make_game(cast.club, people[:2], "two_handed"))
    text = text_of(page(cast, people[0], people[1], variant="two_handed"))
    assert "Ann and Ben met in 1 game." in text


@pytest.mark.parametrize(
    ("players", "field", "message"),
    [
        (("{ann}", ""), "other", "Choose a player."),
        (("{ann}", "{ann}"), "other", "This player is chosen already."),
        (("{ann}", "{ben}", "{ben}"), "third", "This player is chosen already."),
        (("{ann}", "999999"), "other", "Choose a player of this club."),
        (("{ann}", "x"), "other", "Choose a player of this club."),
        (("{ann}", "{ben}", "9" * 40), "third", "Choose a player of this club."),
        (("{ann}", "{max}"), "other", "Choose a player of this club."),
    ],
)
def test_choice_that_can_not_be_is_asked_again(
    cast: Cast, people: list[Player], players: tuple[str, ...], field: str, message: str
) -> None:
    known = {"ann": people[0].pk, "ben": people[1].pk, "max": make_player(cast.other).pk}
    answer = page(cast, *[player.format(**known) for player in players])
    assert answer.status_code == 422
    assert errors_of(answer) == {field: [message]}


@pytest.mark.parametrize("query", [{"variant": "poker"}, {"season": "x"}, {"season": 0}])
def test_scope_that_is_none_is_404(cast: Cast, people: list[Player], query: dict[str, Any]) -> None:
    assert page(cast, *people[:2], **query).status_code == 404
    assert page(cast, *people[:2], season=cast.other.seasons.get().pk).status_code == 404


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_is_shown_as_it_is(cast: Cast, people: list[Player], name: str) -> None:
    answer = page(cast, people[0], make_player(cast.club, name))
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


def test_statements_do_not_grow_with_the_games(cast: Cast, people: list[Player]) -> None:
    for _game in range(3):
        with at_most_statements(9):
            assert page(cast, *people[:3]).status_code == 200
        play_out(make_game(cast.club, people[:3]))
