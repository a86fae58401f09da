"""The list of players, adding and renaming them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Player, Role
from league.services.players import add_players
from league.views.players import PAGE_SIZE
from tests.factories import make_player
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import NASTY_NAMES, at_most_statements, errors_of, post_surrogate, text_of

pytestmark = pytest.mark.django_db


def get(cast: Cast, route: str, *args: Any, role: str = Role.SCORER, **query: Any) -> Any:
    return cast.client(role).get(reverse(route, args=[cast.club.slug, *args], query=query))


def post(cast: Cast, route: str, *args: Any, **form: Any) -> Any:
    return cast.client(Role.SCORER).post(reverse(route, args=[cast.club.slug, *args]), form)


def names(cast: Cast) -> list[str]:
    return list(Player.objects.filter(club=cast.club).order_by("pk").values_list("name", flat=True))


# The list


def test_sorted_without_regard_to_accents_and_case(cast: Cast) -> None:
    add_players(cast.club, ["zoë", "Émile", "Ann", "eve"])
    text = text_of(get(cast, "player-list"))
    assert sorted(("Ann", "Émile", "eve", "zoë"), key=text.index) == ["Ann", "Émile", "eve", "zoë"]


def test_fifty_a_page_in_few_statements(cast: Cast) -> None:
    add_players(cast.club, [f"Player {number:03}" for number in range(PAGE_SIZE + 1)])
    client, url = cast.client(Role.SCORER), reverse("player-list", args=[cast.club.slug])
    with at_most_statements(5):
        first = client.get(url)
    assert "Player 049" in text_of(first)
    assert "Player 050" not in text_of(first)
    assert "Player 050" in text_of(client.get(url, {"page": 2}))


def test_merged_and_other_clubs_players_are_not_shown(cast: Cast) -> None:
    ann = make_player(cast.club, "Ann")
    make_player(cast.club, "Annie", merged_into=ann)
    make_player(cast.other, "Max")
    text = text_of(get(cast, "player-list", role=SIGNED_OUT))
    assert "Annie" not in text
    assert "Max" not in text


def test_empty_list_says_what_to_do_to_who_may(cast: Cast) -> None:
    assert "Paste the names" in text_of(get(cast, "player-list"))
    assert "Paste the names" not in text_of(get(cast, "player-list", role=SIGNED_OUT))


@pytest.mark.parametrize("page", ["0", "-1", "x", "999", "1" * 50])
def test_page_that_is_none_is_the_nearest(cast: Cast, page: str) -> None:
    assert get(cast, "player-list", page=page).status_code == 200


# Adding


def test_list_is_added_and_what_was_left_out_is_named(cast: Cast) -> None:
    make_player(cast.club, "Ann")
    answer = post(cast, "player-add", names="Ben, ann\nCleo")
    assert (answer.status_code, answer["Location"]) == (303, reverse("player-list", args=[cast.club.slug]))
    assert names(cast) == ["Ann", "Ben", "Cleo"]
    assert "2 players added. Left out, being there already: ann." in text_of(get(cast, "player-list"))


def test_checking_shows_what_would_happen_and_writes_nothing(cast: Cast) -> None:
    make_player(cast.club, "Ann")
    answer = post(cast, "player-add", names="Ben\nann", check="1")
    text = text_of(answer)
    assert (answer.status_code, names(cast)) == (200, ["Ann"])
    assert "1 player would be added: Ben" in text
    assert "Left out" in text
    assert "Ben\nann" in answer.content.decode()


@pytest.mark.parametrize("name", [name for name in NASTY_NAMES if "," not in name])
def test_any_name_is_shown_as_it_is(cast: Cast, name: str) -> None:
    post(cast, "player-add", names=name)
    answer = get(cast, "player-list")
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


@pytest.mark.parametrize("text", ["", "x" * 10_000, "x" * 20_000, "a\x00b"])
def test_bad_list_is_asked_again(cast: Cast, text: str) -> None:
    answer = post(cast, "player-add", names=text)
    assert (answer.status_code, set(errors_of(answer))) == (422, {"names"})
    assert names(cast) == []


def test_lone_surrogate_breaks_nothing(cast: Cast) -> None:
    url = reverse("player-add", args=[cast.club.slug])
    assert post_surrogate(cast.client(Role.SCORER), url, "names").status_code in (400, 422)
    assert names(cast) == []


# Renaming


def test_renamed(cast: Cast) -> None:
    ann = make_player(cast.club, "Ann")
    answer = post(cast, "player-edit", ann.pk, name="Anna Kim", nickname="Annie", guest="on")
    ann.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, reverse("player-detail", args=[cast.club.slug, ann.pk]))
    assert (ann.name, ann.nickname, ann.shown_as, ann.guest) == ("Anna Kim", "Annie", "Annie", True)


def test_name_of_somebody_else_is_asked_again_with_what_was_typed(cast: Cast) -> None:
    ann, _ben = make_player(cast.club, "Ann"), make_player(cast.club, "Ben")
    answer = post(cast, "player-edit", ann.pk, name="BEN")
    assert (answer.status_code, set(errors_of(answer))) == (422, {"name"})
    assert 'value="BEN"' in answer.content.decode()
    assert names(cast) == ["Ann", "Ben"]


def test_opening_the_editor_writes_nothing(cast: Cast) -> None:
    ann = make_player(cast.club, "Ann")
    get(cast, "player-edit", ann.pk)
    ann.refresh_from_db()
    assert (ann.name, ann.shown_as) == ("Ann", "")


def test_merged_player_has_no_editor(cast: Cast) -> None:
    annie = make_player(cast.club, "Annie", merged_into=make_player(cast.club, "Ann"))
    assert get(cast, "player-edit", annie.pk).status_code == 404
