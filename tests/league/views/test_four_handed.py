"""Four-handed games on the site: partners are one side at the table, in results, in standings and on their pages."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from engine.house_rules import default_rules
from engine.variants import PARTNERSHIP
from league.forms.rules import RulesForm
from league.models import GamePlayer, Hand, Tally
from tests.league.at_table import AtTable, change_rules, notice_of, open_table
from tests.league.services.door import differences
from tests.pages import text_of

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Ben", "Cleo", "Dai")


@pytest.fixture
def table() -> AtTable:
    """Ann and Cleo against Ben and Dai; Ann deals."""
    return open_table(NAMES, PARTNERSHIP.key)


def win(table: AtTable) -> None:
    """Ten for Ann and Cleo, two for the others."""
    table.play("0:5", "2:5", "1:5", "0:5", "2:5", "2:5")


def test_the_grid_has_four_rows_and_both_partners_score(table: AtTable) -> None:
    page = table.get("game-table")
    assert [row.seat.name for row in page.context["grid"]] == list(NAMES)
    table.play("0:3")
    assert table.scores == [1, 0, 1, 0]
    table.play("1:2")
    assert table.scores == [3, 0, 3, 0]


def test_tricks_are_those_of_the_side(table: AtTable) -> None:
    table.play("0:4")
    assert "Ann made it, 4 tricks. Ann +1, Cleo +1" in text_of(table.get("game-detail"))
    assert Hand.objects.get().maker_tricks == 4
    table.record(None, maker="1", tally=["1", "2", "0", "2"])
    assert "Ben made it, 4 tricks. Ben +1, Dai +1" in text_of(table.get("game-detail"))


def test_r24_a_lone_march_pays_four_and_the_partner_sits_out(table: AtTable) -> None:
    table.play("2:5", alone=["2"])
    assert table.scores == [4, 0, 4, 0]
    answer = table.record(None, maker="2", tally=["1", "0", "4", "0"], alone=["2"])
    assert answer.status_code == 422
    assert "Ann sat out and can't have taken a trick." in " ".join(notice_of(answer).details)


def test_r17_nobody_defends_alone_unless_the_club_says_so(table: AtTable) -> None:
    assert table.record("0:5", alone=["0", "1"]).status_code == 422
    house = change_rules(table, lone_defence="against_lone_maker")
    house.play("0:0", alone=["0", "1"])
    assert house.scores == [0, 4, 0, 4]
    assert house.record("0:5", alone=["1"]).status_code == 422  # only against a lone maker
    assert house.record("0:5", alone=["0", "2"]).status_code == 422  # a partner does not defend


def test_partners_win_together_and_it_is_no_shared_win(table: AtTable) -> None:
    win(table)
    assert table.status == "won"
    assert "Ann and Cleo win, 10–2." in text_of(table.get("game-detail"))
    assert [row.won12 for row in GamePlayer.objects.order_by("seat")] == [12, 0, 12, 0]
    assert [row.place for row in GamePlayer.objects.order_by("seat")] == [1, 3, 1, 3]
    assert differences() == []


def test_standings_credit_both_partners(table: AtTable) -> None:
    win(table)
    page = table.client.get(reverse("standings", args=[table.club.slug]))
    rows = {row.name: (row.place, row.cells[2].text) for row in page.context["table"].page}
    assert rows == {"Ann": (1, "1"), "Cleo": (1, "1"), "Ben": (3, "0"), "Dai": (3, "0")}
    assert set(Tally.objects.values_list("variant", flat=True)) == {PARTNERSHIP.key}


def test_a_players_page_says_with_whom_against_whom(table: AtTable) -> None:
    win(table)
    ben = table.club.players.get(name="Ben")
    page = table.client.get(reverse("player-detail", args=[table.club.slug, ben.pk]))
    game = page.context["profile"].games[0]
    assert ([seat.name for seat in game.partners], [seat.name for seat in game.others]) == (["Dai"], ["Cleo", "Ann"])
    assert "Dai against Cleo , Ann Second 2–10" in text_of(page)


def test_only_sides_concede(table: AtTable) -> None:
    form = {"client_id": str(uuid4()), "save": "1"}
    assert table.post("game-change", "concede", htmx=False, winners=["0"], **form).status_code == 422
    table.post("game-change", "concede", htmx=False, winners=["0", "2"], **form)
    assert table.status == "conceded"
    assert [row.won12 for row in GamePlayer.objects.order_by("seat")] == [12, 0, 12, 0]


def test_a_game_that_ended_now_is_led_by_a_side(table: AtTable) -> None:
    table.play("1:5")
    page = table.client.get(reverse("standings-now", args=[table.club.slug]), {"variant": PARTNERSHIP.key})
    assert [(seat.name, seat.won12) for seat in page.context["games"][0].seats] == [
        ("Ann", 0),
        ("Ben", 12),
        ("Cleo", 0),
        ("Dai", 12),
    ]


def test_a_paper_sheet_has_four_letters(table: AtTable) -> None:
    answer = table.client.post(table.url("game-paper"), {"client_id": uuid4(), "codes": "D3 A*5"})
    assert answer.status_code == 303
    assert table.scores == [4, 1, 4, 1]


def test_who_sits_with_whom_is_said_before_the_start(table: AtTable) -> None:
    page = table.client.get(reverse("game-start", args=[table.club.slug]), {"variant": PARTNERSHIP.key})
    assert "Partners: 1 and 3, 2 and 4." in text_of(page)


def test_the_form_of_rules_offers_what_the_game_has() -> None:
    fields = RulesForm(rules=default_rules(PARTNERSHIP.key)).fields
    offered = [key for key, _words in fields["lone_defence"].choices]  # type: ignore[attr-defined]  # a ChoiceField
    assert offered == ["against_lone_maker", "never"]
    assert "canadian_loner" in fields
    assert "dummy" not in fields
