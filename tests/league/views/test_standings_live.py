"""Standings that keep themselves up to date, and what tonight's open games would make of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from engine.variants import MAIN_GAME, get_variant, variants
from engine.winning import lead_shares
from league.models import Night
from league.services.players import update_player
from league.services.seasons import create_season
from tests.factories import DAY, make_game, make_player, make_tally, play_hand, play_out
from tests.league.at_table import HTMX, AtTable, next_table, open_table, second_phone, sign_in, statements
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """Ann has won one game of tonight's season; another is open and has no hand."""
    table = open_table()
    table.play_to(9, 0, 0)
    table.play("0:3")
    return next_game(table)


def next_game(table: AtTable) -> AtTable:
    return AtTable(
        table.club, make_game(table.club, list(table.club.players.order_by("pk"))), table.scorer, table.client
    )


def ask(table: AtTable, route: str = "standings", tag: str = "", client: Any = None, **query: Any) -> Any:
    headers = HTMX | ({"HX-PTag": tag} if tag else {})
    return (client or table.client).get(reverse(route, args=[table.club.slug], query=query), headers=headers)


def now(table: AtTable, **query: Any) -> list[tuple[str, int | None, int | None]]:
    answer = ask(table, "standings-now", **query)
    return [(change.name, change.before, change.after) for change in answer.context["changes"]]


def test_the_table_is_a_part_of_the_page_and_304_while_nothing_changes(table: AtTable) -> None:
    first = ask(table)
    again = ask(table, tag=first["HX-PTag"])
    assert first.content.decode().lstrip().startswith('<div id="standings"')
    assert "<html" not in first.content.decode()
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "no-store")


def test_a_result_a_correction_a_withdrawal_and_a_new_name_are_news(table: AtTable) -> None:
    seen = [ask(table)["HX-PTag"]]

    def is_news(text: str) -> None:
        answer = ask(table, tag=seen[-1])
        assert answer.status_code == 200
        assert text in text_of(answer)
        assert answer["HX-PTag"] != seen[-1]  # not new for ever: what is taken back looks as it did before
        seen.append(answer["HX-PTag"])

    play_out(table.game, maker=1)
    is_news("1 Ben 1 2 1 6.00 2 Ann 1 2 1 5.00")
    table.post("game-change", "withdraw", htmx=False, client_id="7d9d63e8-95f2-4a36-a1a1-0b5c5d6a9c11", save="1")
    is_news("1 Ann 1 1 1")
    ben = table.club.players.get(name="Ben")
    update_player(ben, name="Benedict", nickname="", guest=False)
    is_news("Benedict")


def test_a_hand_of_an_open_game_is_no_news_to_the_table(table: AtTable) -> None:
    tag = ask(table)["HX-PTag"]
    table.play("1:5")
    assert ask(table, tag=tag).status_code == 304


def test_each_reader_has_a_tag_of_their_own_line(table: AtTable) -> None:
    other = second_phone(table)
    tag = ask(table)["HX-PTag"]
    assert ask(other, tag=tag).status_code == 304  # neither plays
    table.club.players.filter(name="Ben").update(account=other.scorer)
    assert ask(other, tag=tag).status_code == 200
    assert ask(table, tag=tag).status_code == 304


def test_open_games_show_what_they_would_change_apart_from_the_standings(table: AtTable) -> None:
    assert now(table) == []
    table.play("1:5", "2:5", "2:3")  # Ann 0, Ben 3, Cleo 4
    assert now(table) == [("Ann", 1, 1), ("Cleo", 2, 2), ("Ben", 2, 3)]
    assert "Cleo" in text_of(ask(table, "standings-now"))
    assert [row.name for row in ask(table).context["table"].page] == ["Ann", "Ben", "Cleo"]


def test_if_it_ended_now_is_what_cutting_it_short_brings(table: AtTable) -> None:
    table.play("1:5", "2:5")  # two lead: they would share
    before = now(table)
    table.post("game-change", "cut-short", htmx=False, client_id="7d9d63e8-95f2-4a36-a1a1-0b5c5d6a9c12", save="1")
    assert now(table) == []
    rows = {row.name: row.place for row in ask(table).context["table"].page}
    assert rows == {name: after for name, _before, after in before}


def test_r33_who_leads_would_share_the_win_by_sides() -> None:
    main = get_variant(MAIN_GAME.key)
    assert [float(share) for share in lead_shares(main, (4, 7, 7))] == [0, 0.5, 0.5]
    assert [int(share) for share in lead_shares(main, (4, 7, 6))] == [0, 1, 0]


def test_one_player_in_two_open_games_counts_twice(table: AtTable) -> None:
    table.play("0:5")
    other = next_game(table)
    play_hand(other.game, 0, 5)
    game = ask(table, "standings-now").context["games"]
    assert [[seat.points for seat in one.seats] for one in game] == [[3, 0, 0], [3, 0, 0]]
    ann = next(change for change in ask(table, "standings-now").context["changes"] if change.name == "Ann")
    assert ann.figures[0] == ("1", "3")


def test_games_of_other_nights_seasons_and_variants_are_left_out(table: AtTable) -> None:
    table.play("1:5")
    spring = create_season(table.club, "Spring", DAY)
    other = next(variant for variant in variants() if variant != MAIN_GAME)
    assert now(table, season=spring.pk) == []
    assert now(table, variant=other.key) == []
    Night.objects.update(date=DAY)
    assert now(table) == []


def test_no_game_named_means_the_one_whose_table_is_shown(table: AtTable) -> None:
    spring, other = create_season(table.club, "Spring", DAY), variants()[-1]
    make_tally(spring, table.club.players.order_by("pk")[0], other.key, games=1)
    assert ask(table, "standings-now", season=spring.pk).context["variant"] == other.key
    assert ask(table, season=spring.pk).context["table"].variant == other.key


def test_what_would_change_polls_with_a_tag(table: AtTable) -> None:
    tag = ask(table, "standings-now")["HX-PTag"]
    assert ask(table, "standings-now", tag).status_code == 304
    table.play("1:5")
    assert ask(table, "standings-now", tag).status_code == 200


def test_without_a_script_it_is_a_page(table: AtTable) -> None:
    table.play("1:5")
    page = table.client.get(reverse("standings-now", args=[table.club.slug]))
    assert "<html" in page.content.decode()
    assert "If tonight’s games ended now" in text_of(page)


@pytest.mark.parametrize("query", [{"season": "x"}, {"season": "9" * 17}, {"variant": "poker"}])
def test_what_is_not_there_is_404(table: AtTable, query: dict[str, Any]) -> None:
    assert ask(table, "standings-now", **query).status_code == 404


def test_game_that_has_no_result_yet_has_a_tab_while_it_is_played(table: AtTable) -> None:
    """Beside what has results: its own page says what its places would be."""
    address = reverse("standings", args=[table.club.slug])

    def tabs(**query: Any) -> list[str]:
        return [key for key, _name in table.client.get(address, query).context["tabs"]]

    other = next(variant for variant in variants() if variant != MAIN_GAME)
    players = [*table.club.players.order_by("pk"), make_player(table.club)][: other.seats]
    game = make_game(table.club, players, other.key)
    assert tabs() == [MAIN_GAME.key]
    play_hand(game)
    assert set(tabs()) == {MAIN_GAME.key, other.key}
    page = table.client.get(address, {"variant": other.key})
    assert f'variant={other.key}" aria-current="page"' in page.content.decode()
    assert "No finished game yet" in text_of(page)
    assert ask(table, "standings-now", variant=other.key).context["changes"]
    later = create_season(table.club, "Later", DAY)
    assert tabs(season=later.pk) == [MAIN_GAME.key]
    Night.objects.update(date=DAY)
    assert tabs() == [MAIN_GAME.key]


def test_polls_stay_within_four_statements_however_many_games(table: AtTable) -> None:
    stranger = sign_in(second_phone(table, "Stranger").scorer)

    def cost(route: str) -> int:
        return statements(lambda: ask(table, route, client=stranger))

    few = [cost("standings"), cost("standings-now")]
    assert few[0] <= 4
    assert few[1] <= 5
    for names in (("Dora", "Eve", "Finn"), ("Gus", "Hal", "Ida")):
        next_table(table, *names).play("0:5")
    make_player(table.club, "Zoe")
    assert [cost("standings"), cost("standings-now")] == few


def test_a_players_page_polls_with_a_tag(table: AtTable) -> None:
    ann = table.club.players.get(name="Ann")
    url = reverse("player-detail", args=[table.club.slug, ann.pk])
    first = table.client.get(url, headers=HTMX)
    assert first.content.decode().lstrip().startswith('<div id="profile"')
    tag = {"HX-PTag": first["HX-PTag"]} | HTMX
    assert table.client.get(url, headers=tag).status_code == 304
    table.play("0:5")  # the open game stands among the last ones
    again = table.client.get(url, headers=tag)
    assert again.status_code == 200
    assert again["HX-PTag"] != first["HX-PTag"]
