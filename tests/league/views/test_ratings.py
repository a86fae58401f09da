"""Ratings: the club's list, a player's history, what a game changed, and how the club rates."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from engine.events import Concede, Withdraw
from league.models import Club, Game, Player, Rating, RatingChange, RatingPool, Role, Showing
from league.services import rating_looks, rating_replay
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.players import add_players, update_player
from league.services.rating_replay import catch_up
from league.standings.rating_words import points_of
from league.standings.ratings import SETTLED
from tests.factories import make_game, make_player, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.pages import NASTY_NAMES, at_most_statements, errors_of, text_of

pytestmark = pytest.mark.django_db

POOLS = {"pool_cutthroat": "cutthroat", "pool_two_handed": "two_handed", "pool_partnership": "partnership"}


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    return add_players(cast.club, ["Ann Pereira", "Ben", "Cleo", "Daan"])


@pytest.fixture
def game(cast: Cast, people: list[Player]) -> Game:
    """Ann has won."""
    return play_out(make_game(cast.club, people[:3]))


def get(cast: Cast, route: str, *args: object, who: str = SIGNED_OUT, htmx: bool = False, **query: Any) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    return cast.client(who).get(reverse(route, args=[cast.club.slug, *args], query=query), headers=headers)


def settle(club: Club) -> None:
    Rating.objects.filter(pool__club=club).update(sigma=SETTLED)


# The list


def test_nobody_is_rated_yet(cast: Cast) -> None:
    text = text_of(get(cast, "rating-list"))
    assert "No rated game yet" in text
    assert "How ratings work" in text


def test_looking_brings_ratings_up_to_date(cast: Cast, game: Game) -> None:
    assert not Rating.objects.exists()
    text = text_of(get(cast, "rating-list"))
    assert "Provisional: too few games yet for a place" in text
    assert text.index("Ann Pereira") < text.index("Cleo")
    assert "brought up to date" not in text
    assert Rating.objects.count() == 3


def test_settled_ratings_have_places_and_stand_above(cast: Cast, people: list[Player], game: Game) -> None:
    catch_up(cast.club.pk)
    Rating.objects.exclude(player=people[0]).update(sigma=150, mu=1444.4)
    answer = get(cast, "rating-list")
    rows = [(row.place, row.name, row.value, row.doubt) for row in answer.context["page"]]
    assert [row[:3] for row in rows] == [(1, "Ben", "1,444"), (1, "Cleo", "1,444"), (None, "Ann Pereira", rows[2][2])]
    assert rows[0][3] == "150"
    text = text_of(answer)
    assert text.index("Cleo") < text.index("Provisional") < text.index("Ann Pereira")


def test_the_last_digit_of_a_sum_parts_nobody(cast: Cast, people: list[Player], game: Game) -> None:
    catch_up(cast.club.pk)
    for player, mu in zip(people, (1500.0000014, 1354.507467265223, 1354.5074672652229), strict=False):
        Rating.objects.filter(player=player).update(mu=mu, sigma=150)
    assert [row.place for row in get(cast, "rating-list").context["page"]] == [1, 2, 2]
    Rating.objects.filter(player=people[1]).update(mu=1500)
    assert [row.name for row in get(cast, "rating-list").context["page"]] == ["Ann Pereira", "Ben", "Cleo"]
    assert [row.place for row in get(cast, "rating-list").context["page"]] == [1, 2, 3]


def test_list_tells_what_the_last_night_did(cast: Cast, people: list[Player], game: Game) -> None:
    """Before it Ann was first, Ben and Cleo shared the second place."""
    with time_machine.travel(timezone.now() + timedelta(days=7)):
        for _round in range(2):
            play_out(make_game(cast.club, [people[1], people[0], people[3]]))
    catch_up(cast.club.pk)
    settle(cast.club)
    RatingChange.objects.update(sigma_before=SETTLED)
    answer = get(cast, "rating-list")
    rows = {row.name: row for row in answer.context["page"]}
    assert [(row.place, row.name) for row in rows.values()] == [
        (1, "Ben"),
        (2, "Ann Pereira"),
        (3, "Cleo"),
        (4, "Daan"),
    ]
    moved = {name: row.move and row.move.sign for name, row in rows.items()}
    assert moved == {"Ben": "▲1", "Ann Pereira": "▼1", "Cleo": "▼1", "Daan": "new"}
    gains = {change.player.name: change for change in RatingChange.objects.filter(number=1).select_related("player")}
    assert rows["Daan"].gain.startswith("−")
    assert rows["Ben"].gain == f"+{points_of(Rating.objects.get(player=people[1]).mu) - points_of(gains['Ben'].mu)}"
    assert rows["Cleo"].gain == ""
    text = text_of(answer)
    assert "1 ▲1 up 1 place Ben 3 games" in text
    assert "▲ and ▼: places won and lost on the last night." in text


def test_first_night_moves_nobody(cast: Cast, people: list[Player], game: Game) -> None:
    catch_up(cast.club.pk)
    settle(cast.club)
    answer = get(cast, "rating-list")
    assert {row.move for row in answer.context["page"]} == {None}
    assert [row.gain[0] for row in answer.context["page"]] == ["+", "−", "−"]
    assert "places won and lost" not in text_of(answer)


def test_the_one_who_asks_is_marked(cast: Cast, people: list[Player], game: Game) -> None:
    Player.objects.filter(pk=people[1].pk).update(account=cast.users[Role.PLAYER])
    assert "Ben You" in text_of(get(cast, "rating-list", who=Role.PLAYER))
    assert "You" not in text_of(get(cast, "rating-list")).split()


def test_each_game_has_a_rating_of_its_own(cast: Cast, people: list[Player], game: Game) -> None:
    play_out(make_game(cast.club, people[2:], "two_handed"), maker=1)
    answer = get(cast, "rating-list", pool="two_handed")
    assert [row.name for row in answer.context["page"]] == ["Daan", "Cleo"]
    assert [name for _key, name in answer.context["pools"].names] == ["Cutthroat", "Two-handed"]
    assert next(row.name for row in get(cast, "rating-list", pool="partnership").context["page"]) == "Ann Pereira"
    assert get(cast, "rating-list", pool="nonsense").status_code == 404


def test_more_than_can_be_replayed_at_a_look_is_told(
    cast: Cast, people: list[Player], game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for maker in (1, 2, 1):
        play_out(make_game(cast.club, people[:3]), maker=maker)
    monkeypatch.setattr(rating_replay, "PAGE", 1)
    monkeypatch.setattr(rating_looks, "MOST_AT_A_LOOK", 2)
    monkeypatch.setattr(rating_looks, "REST", 0)
    monkeypatch.setattr(rating_looks, "_resting", {})
    told = "being brought up to date"
    assert told in text_of(get(cast, "rating-list"))
    assert told in text_of(get(cast, "player-rating", people[0].pk))
    assert told not in text_of(get(cast, "rating-list"))
    assert RatingChange.objects.count() == 12


def test_polled_part_says_nothing_while_nothing_changes(cast: Cast, people: list[Player], game: Game) -> None:
    first = get(cast, "rating-list", htmx=True)
    tag = first.headers["HX-PTag"]
    url, client = reverse("rating-list", args=[cast.club.slug]), cast.client(SIGNED_OUT)
    headers = {"HX-Request": "true", "HX-PTag": tag}
    assert client.get(url, headers=headers).status_code == 304
    update_player(people[0], showing=Showing.INITIAL)
    assert "Ann P." in client.get(url, headers=headers).content.decode()
    play_out(make_game(cast.club, people[:3]), maker=2)
    again = client.get(url, headers=headers)
    assert again.status_code == 200
    assert b"<html" not in again.content


def test_fifty_a_page_in_few_statements(cast: Cast, game: Game) -> None:
    catch_up(cast.club.pk)
    pool = RatingPool.objects.get()
    some = Rating(pool=pool, mu=1500, sigma=100, mu_before=1500, games=20, play_order=1)
    for number in range(60):
        some.pk, some._state.adding, some.mu = None, True, 1500 + number
        some.player = make_player(cast.club, f"Nr {number}")
        some.save()
    with at_most_statements(4):
        answer = get(cast, "rating-list")
    assert [row.place for row in answer.context["page"]] == list(range(1, 51))
    second = get(cast, "rating-list", page=2)
    assert [row.place for row in second.context["page"]] == [*range(51, 61), None, None, None]


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_names_are_text(cast: Cast, name: str) -> None:
    nasty = make_player(cast.club, name)
    others = add_players(cast.club, ["Ann", "Ben"])
    game = play_out(make_game(cast.club, [nasty, *others]))
    for answer in (get(cast, "rating-list"), get(cast, "player-rating", nasty.pk), get(cast, "game-rating", game.pk)):
        assert escape(name.split()[0]) in answer.content.decode()
        assert "<b>Bold" not in answer.content.decode()


# A player


def test_history_tells_what_each_game_changed(cast: Cast, people: list[Player], game: Game) -> None:
    play_out(make_game(cast.club, people[:3]), maker=1)
    answer = get(cast, "player-rating", people[0].pk)
    history = answer.context["history"]
    newest, first = history.page
    assert (first.place, first.chance, first.before, newest.before) == (1, "33\u202f%", "1,500", first.after)
    assert first.gain.startswith("+")
    assert newest.gain.startswith("−")
    assert len(history.chart.line.split()) == 3
    text = text_of(answer)
    assert "Rating of Ann Pereira" in text
    assert "still provisional" in text
    assert reverse("game-detail", args=[cast.club.slug, game.pk]) in answer.content.decode()


def test_history_of_who_never_played(cast: Cast, people: list[Player], game: Game) -> None:
    answer = get(cast, "player-rating", people[3].pk)
    assert "No rated game yet" in text_of(answer)
    assert answer.context["history"].chart is None


def test_merged_player_leads_to_whom_they_became(cast: Cast, people: list[Player], game: Game) -> None:
    get(cast, "rating-list")
    merge_players(people[0], people[3])
    answer = get(cast, "player-rating", people[0].pk)
    assert answer.headers["location"] == reverse("player-rating", args=[cast.club.slug, people[3].pk])
    assert "Daan" in text_of(get(cast, "rating-list"))
    assert "Ann" not in text_of(get(cast, "rating-list"))


def test_history_in_few_statements(cast: Cast, people: list[Player], game: Game) -> None:
    for maker in (1, 2, 0):
        play_out(make_game(cast.club, people[:3]), maker=maker)
    get(cast, "rating-list")
    with at_most_statements(5):
        get(cast, "player-rating", people[0].pk)


def test_players_page_has_the_rating(cast: Cast, people: list[Player], game: Game) -> None:
    answer = get(cast, "player-detail", people[0].pk)
    [now] = answer.context["ratings"].now
    assert f"Cutthroat {now.value} ±{now.doubt} provisional: 1 game; the last one: {now.gain}" in text_of(answer)
    settle(cast.club)
    assert f"1 game; the last one: {now.gain}" in text_of(get(cast, "player-detail", people[0].pk))
    assert "All ratings" not in text_of(get(cast, "player-detail", people[3].pk))


def test_players_page_follows_by_itself(cast: Cast, people: list[Player], game: Game) -> None:
    tag = get(cast, "player-detail", people[0].pk, htmx=True).headers["HX-PTag"]
    Rating.objects.update(mu=1777)
    assert get(cast, "player-detail", people[0].pk, htmx=True).headers["HX-PTag"] != tag


def test_players_page_takes_at_most_eight_statements(cast: Cast, people: list[Player], game: Game) -> None:
    get(cast, "rating-list")
    with at_most_statements(8):
        get(cast, "player-detail", people[0].pk)


# A game


def test_game_tells_what_it_changed_and_how_likely_it_was(cast: Cast, people: list[Player], game: Game) -> None:
    text = text_of(get(cast, "game-detail", game.pk))
    assert "Before the game the ratings gave Ann a chance of 33 % to win." in text
    [row] = [row for row in get(cast, "game-rating", game.pk).context["ratings"].rows if row.won]
    assert f"Ann won 33 % 1,500 {row.gain} {row.after}" in text


def test_shared_win_has_one_chance(cast: Cast, people: list[Player]) -> None:
    game = make_game(cast.club, people[:3])
    recorder = cast.club.recorders.first()
    assert recorder
    write_event(game.pk, uuid4(), recorder, Concede(frozenset([1, 2])))
    text = text_of(get(cast, "game-rating", game.pk))
    assert "gave Ben and Cleo a chance of 67 % that one of them would win." in text


def test_partners_have_one_chance(cast: Cast, people: list[Player]) -> None:
    game = play_out(make_game(cast.club, people, "partnership"))
    assert "gave Ann and Cleo a chance of 50 % to win." in text_of(get(cast, "game-rating", game.pk))


def test_open_game_tells_nothing(cast: Cast, people: list[Player]) -> None:
    game = make_game(cast.club, people[:3])
    play_hand(game)
    answer = get(cast, "game-rating", game.pk)
    assert answer.status_code == 200
    assert text_of(answer) == ""


def test_game_part_follows_a_correction(cast: Cast, people: list[Player], game: Game) -> None:
    tag = get(cast, "game-rating", game.pk).headers["HX-PTag"]
    assert get(cast, "game-rating", game.pk).headers["HX-PTag"] == tag
    recorder = cast.club.recorders.first()
    assert recorder
    write_event(game.pk, uuid4(), recorder, Withdraw())
    assert get(cast, "game-rating", game.pk).headers["HX-PTag"] != tag


# How the club rates


def test_organiser_rates_two_games_together(cast: Cast, people: list[Player], game: Game) -> None:
    play_out(make_game(cast.club, people[:2], "two_handed"), maker=1)
    assert "A rating of its own" in text_of(get(cast, "rating-edit", who=Role.ORGANISER))
    form = POOLS | {"rated": "on", "pool_two_handed": "cutthroat"}
    answer = cast.client(Role.ORGANISER).post(reverse("rating-edit", args=[cast.club.slug]), form)
    assert answer.status_code == 303
    answer = get(cast, "rating-list")
    assert [name for _key, name in answer.context["pools"].names] == ["Cutthroat and Two-handed"]
    assert {row.name: row.games for row in answer.context["page"]} == {"Ann Pereira": 2, "Ben": 2, "Cleo": 1}
    log = text_of(get(cast, "club-log", who=Role.OWNER))
    assert "Changed how the club rates" in log
    assert "Two-handed: Cutthroat" in log


def test_switched_off_nobody_sees_any(cast: Cast, people: list[Player], game: Game) -> None:
    get(cast, "rating-list")
    cast.client(Role.ORGANISER).post(reverse("rating-edit", args=[cast.club.slug]), POOLS)
    assert "This club keeps no ratings." in text_of(get(cast, "rating-list"))
    assert get(cast, "player-rating", people[0].pk).status_code == 404
    for route, thing in (("player-detail", people[0].pk), ("game-detail", game.pk), ("standings", None)):
        args = [thing] if thing else []
        assert "ating" not in text_of(get(cast, route, *args)).replace("Harbour", "")
    assert text_of(get(cast, "game-rating", game.pk)) == ""


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"pool_two_handed": "nonsense"}, "pool_two_handed"),
        ({"pool_two_handed": ""}, "pool_two_handed"),
        ({"pool_two_handed": "cutthroat", "pool_cutthroat": "none"}, "pool_two_handed"),
        ({"pool_two_handed": "cutthroat", "pool_cutthroat": "two_handed"}, "pool_cutthroat"),
        ({"pool_two_handed": "a\0b"}, "pool_two_handed"),
    ],
)
def test_what_can_not_be_chosen_is_told_beside_it(cast: Cast, form: dict[str, str], field: str) -> None:
    url = reverse("rating-edit", args=[cast.club.slug])
    answer = cast.client(Role.ORGANISER).post(url, POOLS | {"rated": "on"} | form)
    assert answer.status_code == 422
    assert field in errors_of(answer)
    assert not RatingPool.objects.exists()


def test_numbers_of_the_explanation_are_those_of_the_calculation(cast: Cast) -> None:
    text = text_of(get(cast, "rating-list"))
    assert f"more than {SETTLED:.0f}" in text
    assert "Everybody begins at 1,500, give or take 200." in text
