"""Changing a game that stands: looking writes nothing, a preview shows all that follows, and only the yes is stored."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from league.models import GameEvent, Player, Remark, Season, Tally
from league.services.players import add_players
from tests.league.at_table import AtTable, next_table, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(table: AtTable) -> tuple[AtTable, list[UUID]]:
    """A game that Ann won with her fourth hand: 3, 6, 9, then Ben one, then 12."""
    hands = [table.play(cell) for cell in ("0:5", "0:5", "0:5", "1:3")]
    hands.append(table.play("0:5"))
    assert (table.status, table.scores) == ("won", [12, 1, 0])
    return table, hands


def change(table: AtTable, what: str, *, save: bool = False, **fields: Any) -> Any:
    form = {"client_id": uuid4(), "follows": ""} | fields | ({"save": "1"} if save else {})
    return table.client.post(table.url("game-change", what), form)


def wins(table: AtTable) -> dict[str, int]:
    tallies = Tally.objects.filter(season__club=table.club, games__gt=0)
    return {row.player.name: row.won12 for row in tallies.select_related("player")}


WHATS = [
    *("correct", "insert", "void", "restore", "seats", "dealer", "substitute"),
    *("concede", "cut-short", "abandon", "withdraw", "result", "undo"),
]


@pytest.mark.parametrize("what", WHATS)
def test_opening_never_writes(over: tuple[AtTable, list[UUID]], what: str) -> None:
    table, hands = over
    events = table.events
    answer = table.client.get(table.url("game-change", what), {"hand": str(hands[0]), "number": "1"})
    assert (answer.status_code, table.events) == (200, events)


def test_an_unknown_change_is_nowhere(table: AtTable) -> None:
    assert table.client.get(table.url("game-change", "sing")).status_code == 404


def test_the_editor_chooses_no_cell_and_shows_what_was_said(table: AtTable) -> None:
    hand = table.play("0:3", trump="h", round="2", alone=["0"])
    page = table.client.get(table.url("game-change", "correct"), {"hand": str(hand)}).content.decode()
    assert 'value="h" checked' in page
    assert 'name="alone" value="0" checked' in page
    assert page.count('name="cell"') == 18


def test_a_preview_shows_every_later_total_winner_and_place_and_stores_nothing(
    over: tuple[AtTable, list[UUID]],
) -> None:
    table, hands = over
    events = table.events
    answer = change(table, "correct", hand=hands[0], version="1", cell="0:2")
    preview, places = answer.context["preview"], answer.context["places"]
    assert (answer.status_code, table.events, table.scores) == (200, events, [12, 1, 0])
    assert [hand.after.scores for hand in preview.hands] == ["0–2–2", "3–2–2", "6–2–2", "6–3–2", "9–3–2"]
    assert (preview.before.result, preview.after.result) == ("Ann wins, 12–1–0.", "")
    assert {place.name: (place.before, place.after) for place in places} == {
        "Ann": (1, None),
        "Ben": (2, None),
        "Cleo": (3, None),
    }


def test_the_yes_is_stored_with_its_reason_and_standings_follow(over: tuple[AtTable, list[UUID]]) -> None:
    table, hands = over
    answer = change(table, "correct", save=True, hand=hands[0], version="1", cell="0:2", reason="Ben's paper says so")
    assert answer.status_code == 303
    assert (table.status, table.scores, wins(table)) == ("open", [9, 3, 2], {})
    assert Remark.objects.get().text == "Ben's paper says so"
    history = table.get("game-history").context["entries"]
    assert (history[0].text, [reason.text for reason in history[0].reasons]) == (
        "Hand 1 corrected: Ann made it, 2 tricks: euchred. Ben +2, Cleo +2",
        ["Ben's paper says so"],
    )


def test_a_version_that_is_no_longer_the_newest_is_a_conflict_and_both_are_shown(table: AtTable) -> None:
    hand = table.play("0:3")
    assert change(table, "correct", save=True, hand=hand, version="1", cell="1:3").status_code == 303
    answer = change(table, "correct", save=True, hand=hand, version="1", cell="2:3")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Ben made it, 3 tricks" in page
    assert "Cleo made it, 3 tricks" in page
    assert table.scores == [0, 1, 0]


def test_hands_that_would_fall_outside_are_named_before_and_kept_after(over: tuple[AtTable, list[UUID]]) -> None:
    table, hands = over
    preview = change(table, "correct", hand=hands[3], version="1", cell="0:3").context["preview"]
    assert preview.outside == ["Ann took all five. Ann +3"]
    assert change(table, "correct", save=True, hand=hands[3], version="1", cell="0:3").status_code == 303
    assert (table.status, table.scores) == ("won", [10, 0, 0])
    assert [line.outside for line in table.game.lines.order_by("position")] == [False] * 4 + [True]


def test_a_forgotten_hand_goes_between_two_others(table: AtTable) -> None:
    first, second = table.play("0:3"), table.play("1:3")
    assert change(table, "insert", save=True, follows=first, cell="2:5").status_code == 303
    lines = list(table.game.lines.order_by("position"))
    assert [line.maker for line in lines] == [0, 2, 1]
    assert [line.number for line in lines] == [1, 2, 3]
    assert lines[2].hand == second
    assert table.scores == [1, 1, 3]


def test_undo_and_restore_by_preview(table: AtTable) -> None:
    hand = table.play("0:3")
    table.play("1:3")
    assert change(table, "void", hand=hand, version="1").context["preview"].after.scores == "0–1–0"
    assert change(table, "void", save=True, hand=hand, version="1").status_code == 303
    assert table.scores == [0, 1, 0]
    assert change(table, "restore", save=True, hand=hand, version="1").status_code == 303
    assert table.scores == [1, 1, 0]


def test_swapped_seats_keep_the_makers_and_move_the_deal(table: AtTable) -> None:
    table.play("0:3")
    table.play("1:3")
    assert change(table, "seats", save=True, order=["0", "2", "1"]).status_code == 303
    assert table.scores == [1, 1, 0]
    assert [line.dealer for line in table.game.lines.order_by("position")] == [0, 2]


def test_a_reseat_with_a_player_twice_is_refused(table: AtTable) -> None:
    answer = change(table, "seats", save=True, order=["0", "0", "1"])
    assert (answer.status_code, "Name every seat once." in answer.content.decode()) == (422, True)


def test_setting_the_dealer_is_undone_by_its_number(table: AtTable) -> None:
    assert change(table, "dealer", save=True, seat="2").status_code == 303
    assert table.client.get(table.url("game-detail")).context["sheet"].dealer_name == "Cleo"
    assert change(table, "undo", save=True, number="1").status_code == 303
    assert table.client.get(table.url("game-detail")).context["sheet"].dealer_name == "Ann"


def dora(table: AtTable) -> Player:
    return add_players(table.club, ["Dora"])[0]


def test_a_substitute_plays_on_and_who_started_gets_the_result(table: AtTable) -> None:
    hand = table.play("0:5", "0:5", "0:5")
    new = dora(table)
    assert change(table, "substitute", save=True, seat="0", player=str(new.pk), follows=hand).status_code == 303
    table.play("0:3")
    lines = table.client.get(table.url("game-detail")).context["sheet"].lines
    assert [line.sentence for line in lines[:2]] == ["Dora made it, 3 tricks. Dora +1", "Ann took all five. Ann +3"]
    assert wins(table) == {"Ann": 12, "Ben": 0, "Cleo": 0}


def test_or_the_substitute_gets_it_where_the_season_says_so(table: AtTable) -> None:
    Season.objects.filter(club=table.club).update(settings={"substitute_gets_result": True})
    hand = table.play("0:5", "0:5", "0:5")
    change(table, "substitute", save=True, seat="0", player=str(dora(table).pk), follows=hand)
    table.play("0:3")
    assert wins(table) == {"Dora": 12, "Ben": 0, "Cleo": 0}


def test_a_substitute_who_sits_there_already_is_refused(table: AtTable) -> None:
    ben = Player.objects.get(club=table.club, name="Ben")
    for save in (False, True):
        answer = change(table, "substitute", save=save, seat="0", player=str(ben.pk))
        assert (answer.status_code, "Ben sits at this table already." in answer.content.decode()) == (422, True)


def test_another_clubs_player_is_no_substitute(table: AtTable) -> None:
    stranger = (
        Player.objects.exclude(club=table.club).first()
        or add_players(open_table(("Zed", "Yan", "Xi")).club, ["Wim"])[0]
    )
    assert change(table, "substitute", save=True, seat="0", player=str(stranger.pk)).status_code == 422


def test_e37_a_concession_lets_the_others_share(table: AtTable) -> None:
    table.play("0:5", "0:5", "0:5")
    assert change(table, "concede", save=True, winners=["1", "2"]).status_code == 303
    assert (table.status, table.scores, wins(table)) == ("conceded", [9, 0, 0], {"Ann": 0, "Ben": 6, "Cleo": 6})


def test_r33_nobody_can_concede_to_everybody(table: AtTable) -> None:
    assert change(table, "concede", save=True, winners=["0", "1", "2"]).status_code == 422


@pytest.mark.parametrize(("stands", "won"), [(True, {"Ann": 12, "Ben": 0, "Cleo": 0}), (False, {})])
def test_a_game_cut_short_counts_as_the_season_says(table: AtTable, stands: bool, won: dict[str, int]) -> None:
    Season.objects.filter(club=table.club).update(settings={"cut_short_stands": stands})
    table.play("0:5")
    assert change(table, "cut-short", save=True).status_code == 303
    assert (table.status, wins(table)) == ("cut_short", won)


def test_a_withdrawn_game_leaves_the_standings_and_comes_back(over: tuple[AtTable, list[UUID]]) -> None:
    table, _hands = over
    assert wins(table) == {"Ann": 12, "Ben": 0, "Cleo": 0}
    change(table, "withdraw", save=True)
    assert (table.status, wins(table)) == ("withdrawn", {})
    change(table, "undo", save=True, number=str(GameEvent.objects.filter(game=table.game).count() - 1))
    assert (table.status, wins(table)) == ("won", {"Ann": 12, "Ben": 0, "Cleo": 0})


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (["10", "10", "10"], "No game under these rules can end at 10-10-10."),
        (["9", "9", "9"], "Nobody reached 10 points."),
        (["10", "9"], "Give one whole number for each player."),
        (["ten", "9", "8"], "Type a whole number"),
    ],
)
def test_a_result_that_the_rules_cannot_give_is_refused(table: AtTable, scores: list[str], said: str) -> None:
    answer = change(table, "result", save=True, score=scores)
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_a_result_without_hands_counts(table: AtTable) -> None:
    assert change(table, "result", save=True, score=["4", "10", "7"]).status_code == 303
    assert (table.status, table.scores, wins(table)) == ("won", [4, 10, 7], {"Ann": 0, "Ben": 12, "Cleo": 0})


def test_another_games_hand_is_refused(table: AtTable) -> None:
    hand = table.play("0:3")
    other = next_table(table, "Dan", "Eve", "Flo")
    for what in ("correct", "void", "restore"):
        answer = change(other, what, save=True, hand=hand, version="1", cell="1:3")
        assert answer.status_code == 422, what


@pytest.mark.parametrize("what", WHATS)
def test_nonsense_is_answered_and_stores_nothing(table: AtTable, what: str) -> None:
    table.play("0:3")
    events = table.events
    for nonsense in ("", "x", "-1", "99999999999999999999", "\x00", "٣", "a" * 10_000, "<b>"):
        fields = dict.fromkeys(("hand", "version", "cell", "seat", "player", "order", "winners", "score"), nonsense)
        sent = fields | {"number": nonsense, "follows": nonsense, "reason": nonsense}
        answer = change(table, what, save=True, **sent)
        if answer.status_code == 303:  # it asks for nothing but a reason
            assert what in ("cut-short", "abandon", "withdraw")
            return
        assert answer.status_code in (400, 422), (what, nonsense)
    assert table.events == events


def test_the_game_as_it_stood_at_any_entry(over: tuple[AtTable, list[UUID]]) -> None:
    table, hands = over
    change(table, "correct", save=True, hand=hands[0], version="1", cell="0:2")
    url = reverse("game-history", args=[table.club.slug, table.game.pk])
    stood = [[seat.score for seat in table.client.get(url, {"at": at}).context["past"].seats] for at in range(7)]
    assert stood == [[0, 0, 0], [3, 0, 0], [6, 0, 0], [9, 0, 0], [9, 1, 0], [12, 1, 0], [9, 3, 2]]
    assert [table.client.get(url, {"at": at}).status_code for at in ("7", "x", "-1")] == [404, 404, 404]


def test_every_entry_is_told_with_who_when_and_on_what(table: AtTable) -> None:
    hand = table.play("0:3")
    change(table, "seats", save=True, order=["0", "2", "1"], reason="We sat down again")
    change(table, "void", save=True, hand=hand, version="1")
    change(table, "undo", save=True, number="2")
    entries = table.get("game-history").context["entries"]
    assert [entry.text for entry in entries] == [
        "Taken back: Seats, clockwise: Ann, Cleo and Ben.",
        "Undone: Ann made it, 3 tricks. Ann +1",
        "Seats, clockwise: Ann, Cleo and Ben.",
        "Hand 1: Ann made it, 3 tricks. Ann +1",
        "Game started: Ann, Ben and Cleo. Ann dealt first.",
    ]
    assert [entry.undone for entry in entries] == [False, False, True, False, False]
    assert [reason.text for reason in entries[2].reasons] == ["We sat down again"]
    assert {(entry.by, entry.device) for entry in entries[:4]} == {("Olive", "Android phone")}
