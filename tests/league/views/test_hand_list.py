"""Hands of a season are found by what was made, by whom, and what came of it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.events import Substitute
from league.models import Game, Hand, Player, Showing
from league.services.answers import Aside
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.players import add_players, update_player
from tests.factories import make_founded_club, make_game, make_player, make_season, make_user, play_hand, play_out
from tests.league.at_table import AtTable, open_table
from tests.league.with_cards import play_cards
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """José, Åsa and Zoë: two hands with cards, and one without."""
    table = open_table(("José", "Åsa", "Zoë"), visibility="public")
    play_cards(table.game, 1)
    play_hand(table.game, maker=1, maker_tricks=3)
    play_cards(table.game, 2)
    return table


def ask(table: AtTable, **sought: str) -> Any:
    return Client().get(reverse("hand-list", args=[table.club.slug]), sought)


def found(table: AtTable, **sought: str) -> list[str]:
    """The ids of the hands that are listed."""
    answer = ask(table, **sought)
    assert answer.status_code == 200
    return [row.hand for row in answer.context["page"]]


def ids(table: AtTable, **like: Any) -> list[str]:
    return [str(line.hand) for line in Hand.objects.filter(game__club=table.club, **like).order_by("-position")]


def test_hands_with_cards_stand_there_newest_first(table: AtTable) -> None:
    assert found(table) == ids(table, full=True)
    assert found(table, quick="too") == ids(table)
    assert len(ids(table)) == 3


def test_a_row_says_what_happened(table: AtTable) -> None:
    line = Hand.objects.get(position=2)
    row = ask(table).context["page"][0]
    assert (row.game, row.number, row.trump, row.dealer) == (table.game.pk, 3, line.trump, "Zoë")
    assert row.maker == ("José", "Åsa", "Zoë")[line.maker or 0]
    page = ask(table).content.decode()
    assert row.sentence in text_of(ask(table))
    assert table.url("game-detail") in page


@pytest.mark.parametrize("field", ["trump", "upcard", "outcome"])
def test_each_choice_finds_what_is_so(table: AtTable, field: str) -> None:
    for line in Hand.objects.filter(full=True).exclude(**{field: ""}):
        value = getattr(line, field)
        assert found(table, **{field: value}) == ids(table, full=True, **{field: value})


def test_alone(table: AtTable) -> None:
    play_hand(table.game, maker=0, maker_tricks=3, alone=True)
    play_hand(table.game, maker=0, maker_tricks=3, lone_defender=1)
    both = {"quick": "too"}
    assert found(table, alone="maker", **both) == ids(table, alone=True)
    assert found(table, alone="defender", **both) == ids(table, lone_defender__isnull=False)
    assert ids(table, alone=True) != ids(table, lone_defender__isnull=False)


def test_by_who_made_it_whatever_accents_and_case(table: AtTable) -> None:
    for q, name in (("asa", "Åsa"), ("JOSÉ", "José"), ("zo", "Zoë")):
        assert found(table, q=q, quick="too") == ids(table, maker_player__name=name)
    assert found(table, q="nobody") == []
    assert "Nothing found" in text_of(ask(table, q="nobody"))


def test_a_substitute_made_what_they_made(table: AtTable) -> None:
    dora = make_player(table.club, "Dora")
    said = {"player": dora.pk, "gets_result": False}
    recorder = table.club.recorders.first()
    assert recorder
    event = Substitute(1, ids(table)[0])
    write_event(table.game.pk, uuid4(), recorder, event, aside=Aside(None, said, ""))
    before = found(table, q="asa", quick="too")
    play_hand(table.game, maker=1, maker_tricks=4)
    assert found(table, q="dora", quick="too") == ids(table)[:1]
    assert found(table, q="asa", quick="too") == before
    assert "Dora made it" in text_of(ask(table, q="dora", quick="too"))


def test_a_merged_player_is_found_as_who_they_became(table: AtTable) -> None:
    before = found(table, q="asa", quick="too")
    merge_players(Player.objects.get(club=table.club, name="Åsa"), make_player(table.club, "Berit"))
    assert found(table, q="asa", quick="too") == []
    assert found(table, q="berit", quick="too") == before


def test_hidden_letters_find_nobody(table: AtTable) -> None:
    player = add_players(table.club, ["Xaver Quackenbush", "Y", "Z"])
    play_hand(make_game(table.club, player))
    assert len(found(table, q="quack", quick="too")) == 1
    update_player(player[0], showing=Showing.INITIAL)
    assert found(table, q="quack", quick="too") == []
    assert len(found(table, q="xaver q", quick="too")) == 1


def test_hands_that_do_not_count_are_not_found(table: AtTable) -> None:
    newest = ids(table)[0]
    table.client.post(table.url("hand-void", newest), {"client_id": str(uuid4()), "version": "1"})
    assert newest not in found(table, quick="too")
    assert len(found(table, quick="too")) == 2


def test_the_season_that_is_played_unless_another_is_chosen(table: AtTable) -> None:
    old = make_season(table.club, name="Old & gold")
    assert found(table, season=str(old.pk)) == []
    assert found(table, season=str(table.game.night.season_id)) == found(table, season="") == found(table) != []
    assert "Old &amp; gold" in ask(table).content.decode()


def test_another_clubs_hands_and_players_are_not_found(table: AtTable) -> None:
    other = make_founded_club(make_user("Zed"))
    play_cards(make_game(other, add_players(other, ["José", "B", "C"])))
    assert set(found(table)) == set(ids(table, full=True))
    season = other.seasons.get()
    answer = ask(table, season=str(season.pk))
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["season"])


@pytest.mark.parametrize(
    "sought",
    [
        {"trump": "x"},
        {"trump": "hearts"},
        {"upcard": "1z"},
        {"upcard": "Xx"},
        {"outcome": "lost"},
        {"alone": "both"},
        {"quick": "1"},
        {"season": "0"},
        {"season": "9" * 40},
        {"q": "a" * 10_000},
    ],
)
def test_what_cannot_be_looked_for_is_said_beside_its_field(table: AtTable, sought: dict[str, str]) -> None:
    answer = ask(table, **sought)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == list(sought)
    assert '<details class="seek" open>' in answer.content.decode()


def test_an_unstorable_search_is_refused(table: AtTable) -> None:
    assert ask(table, q="\x00").status_code == 400


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "9" * 30])
def test_a_page_that_there_is_not_is_the_nearest(table: AtTable, page: str) -> None:
    assert len(found(table, page=page)) == 2


def test_an_empty_season_says_so() -> None:
    table = open_table(visibility="public")
    assert "Hands are found here once their calls and cards were recorded." in text_of(ask(table))
    assert "Download" not in text_of(ask(table))


def test_pages_of_fifty_take_as_many_statements_as_one_hand(table: AtTable) -> None:
    url = reverse("hand-list", args=[table.club.slug])
    with at_most_statements(8):
        Client().get(url, {"q": "a"})
    players = list(Player.objects.filter(club=table.club))
    for _game in range(13):
        play_out(make_game(table.club, players))
    assert Game.objects.count() == 14
    answer = ask(table, quick="too")
    assert (len(answer.context["page"]), answer.context["page"].paginator.num_pages) == (50, 2)
    assert 'href="?quick=too&amp;page=2"' in answer.content.decode()
    with at_most_statements(8):
        Client().get(url, {"quick": "too", "q": "o"})


def test_the_download_keeps_the_search_and_not_the_page(table: AtTable) -> None:
    body = ask(table, trump=Hand.objects.filter(full=True).exclude(trump="")[0].trump, page="1").content.decode()
    href = body.split(reverse("hand-list-egn", args=[table.club.slug]))[1].split('"')[0]
    assert href.startswith("?trump=")
    assert "page" not in href
