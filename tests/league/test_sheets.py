"""A game's score sheet: plain values with people's names, made from the fold of its log."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from engine.house_rules import default_rules
from league.grids import build_grid, build_offers, pay_data
from league.services.log import GameLog, read_log
from league.sheets import LINES_AT_TABLE, LONGEST_NAME, Sheet, build_sheet, short_names
from tests.league.at_table import AtTable, change_rules, open_table

pytestmark = pytest.mark.django_db

RULES = default_rules("cutthroat")


def log(table: AtTable) -> GameLog:
    table.game.refresh_from_db()
    return read_log(table.game)


def sheet(table: AtTable, **options: Any) -> Sheet:
    return build_sheet(log(table), **options)


# Seats


def test_a_new_game(table: AtTable) -> None:
    new = sheet(table)
    assert (new.is_open, new.status, new.result, new.version) == (True, "open", "", 0)
    assert (new.hand_number, new.last_hand, new.last, new.lines) == (1, "", None, [])
    assert (new.table_number, new.variant_name, new.target) == (1, "Cutthroat", 10)
    assert (new.game_id, new.club_slug) == (str(table.game.pk), table.club.slug)
    assert [(seat.seat, seat.name, seat.key) for seat in new.seats] == [
        (0, "Ann", "A"),
        (1, "Ben", "B"),
        (2, "Cleo", "C"),
    ]
    assert [seat.player_id for seat in new.seats] == [player.pk for player in log(table).players]


def test_who_deals_and_who_leads(table: AtTable) -> None:
    def roles() -> list[tuple[bool, bool]]:
        return [(seat.deals, seat.leads) for seat in sheet(table).seats]

    assert roles() == [(True, False), (False, True), (False, False)]
    table.play("0:3")
    assert roles() == [(False, False), (True, False), (False, True)]
    table.play("0:3")
    assert roles() == [(False, True), (False, False), (True, False)]
    assert sheet(table).dealer_name == "Cleo"


def test_score_pips_and_points_to_go(table: AtTable) -> None:
    table.play("1:5")
    ben = sheet(table).seats[1]
    assert (ben.score, ben.to_go) == (3, 7)
    assert ben.pips == (True,) * 3 + (False,) * 7


def test_points_over_the_target_and_under_zero(table: AtTable) -> None:
    table.play(*["1:5"] * 4)
    ben = sheet(table).seats[1]
    assert (ben.score, ben.to_go, ben.pips) == (12, 0, (True,) * 10)
    under = change_rules(table, revoke="offender_loses")
    under.record(kind="penalty", maker="0", offender="1")
    ben = sheet(under).seats[1]
    assert (ben.score, ben.to_go, ben.pips) == (-2, 12, (False,) * 10)


@pytest.mark.parametrize(("target", "pips"), [(5, 5), (15, 15), (16, 0), (50, 0)])
def test_pips_only_as_far_as_one_sees_them_at_a_glance(table: AtTable, target: int, pips: int) -> None:
    assert len(sheet(change_rules(table, target=target)).seats[0].pips) == pips


def test_winners_and_places_when_it_is_over(table: AtTable) -> None:
    table.play_to(9, 9, 9)
    assert [(seat.winner, seat.place) for seat in sheet(table).seats] == [(False, None)] * 3
    table.play("0:2")
    over = sheet(table)
    assert [(seat.winner, seat.place) for seat in over.seats] == [(False, 3), (True, 1), (True, 1)]
    assert not any(seat.deals or seat.leads for seat in over.seats)
    assert (over.is_open, over.status) == (False, "won")


# Names and keys


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("Ann", "Ben", "Cleo"), ["A", "B", "C"]),
        (("zoe", "Ben", "Cleo"), ["Z", "B", "C"]),
        (("Ben", "Bob", "Cleo"), ["A", "B", "C"]),  # two with one initial
        (("Ann", "Émile", "Cleo"), ["A", "B", "C"]),  # not on every keyboard
        (("Ann", "ßeta", "Cleo"), ["A", "B", "C"]),  # two letters when it is large
        (("Ann", "\ufb01nn", "Cleo"), ["A", "B", "C"]),  # a ligature, likewise
        (("1st", "Ben", "Cleo"), ["A", "B", "C"]),
        (("שרה", "王", "👩‍🚀"), ["A", "B", "C"]),
    ],
)
def test_initials_are_keys_where_they_differ_and_can_be_typed(names: tuple[str, ...], keys: list[str]) -> None:
    assert [seat.key for seat in sheet(open_table(names)).seats] == keys


def test_namesakes_are_told_apart() -> None:
    table = open_table(("Ann Kowalska", "Ann Pereira", "Ben"))
    assert short_names(log(table)) == ["Ann K.", "Ann P.", "Ben"]
    assert [seat.name for seat in sheet(table).seats] == ["Ann Kowalska", "Ann Pereira", "Ben"]


def test_a_long_name_is_cut_in_sentences_and_whole_beside_the_score() -> None:
    names = ("Wolfeschlegelsteinhausenbergerdorff", "Ben", "Cleo")
    table = open_table(names)
    table.play("0:3")
    shown = sheet(table)
    assert shown.seats[0].name == names[0]
    assert shown.seats[0].short == "Wolfeschlegelst…"
    assert len(shown.seats[0].short) == LONGEST_NAME
    assert shown.lines[0].sentence == "Wolfeschlegelst… made it, 3 tricks. Wolfeschlegelst… +1"


def test_names_that_differ_late_stay_whole() -> None:
    names = tuple("Wolfeschlegelsteinhausen" + end for end in ("ann", "ben", "cleo"))
    assert short_names(log(open_table(names))) == list(names)


# Lines


def test_the_newest_lines_come_first_and_the_rest_is_counted(table: AtTable) -> None:
    table.play(*["0:3", "1:3", "2:3"] * 3)
    few, all_of_them = sheet(table), sheet(table, limit=None)
    assert [line.number for line in few.lines] == [9, 8, 7, 6][:LINES_AT_TABLE]
    assert (few.more_lines, all_of_them.more_lines) == (9 - LINES_AT_TABLE, 0)
    assert [line.number for line in all_of_them.lines] == list(range(9, 0, -1))
    assert few.hand_number == all_of_them.hand_number == 10


def test_a_line_tells_everything_about_its_hand(table: AtTable) -> None:
    hand = table.play("1:2", alone=["2"], trump="h", round="2")
    line = sheet(table).lines[0]
    assert (line.id, line.number, line.version, line.dealer) == (str(hand), 1, 1, "Ann")
    assert line.sentence == "Ben made it, 2 tricks: euchred, Cleo defended alone. Ann +2, Cleo +2"
    assert line.short == "Ben made it, 2 tricks: euchred, Cleo defended alone"
    assert [(delta.name, delta.points, delta.text) for delta in line.deltas] == [("Ann", 2, "+2"), ("Cleo", 2, "+2")]
    assert (line.trump, line.made_how, line.scores) == ("h", "named", (2, 0, 2))
    assert (line.entered_by, line.device) == ("Olive", "Android phone")
    assert (line.void, line.outside, line.corrected, line.undone, line.is_last) == (False, False, None, None, True)


def test_a_hand_that_nobody_made_says_nothing_of_a_maker(table: AtTable) -> None:
    table.record(kind="passed_out")
    line = sheet(table).lines[0]
    assert (line.sentence, line.deltas, line.trump, line.made_how) == ("All passed", (), "", "")
    assert (line.may_say_suit, line.may_say_round) == (False, False)


def test_what_was_left_unsaid_may_be_said_of_the_newest_hand_only(table: AtTable) -> None:
    table.play("0:3")
    table.play("1:3", trump="h")
    newest, older = sheet(table).lines
    assert (newest.may_say_suit, newest.may_say_round) == (False, True)
    assert (older.may_say_suit, older.may_say_round) == (False, False)


def test_an_undone_hand_has_no_number_and_is_not_the_last(table: AtTable) -> None:
    kept, undone = table.play("0:3"), table.play("1:3")
    table.undo(undone)
    shown = sheet(table)
    assert [(line.number, line.void, line.is_last) for line in shown.lines] == [(None, True, False), (1, False, True)]
    assert (shown.last and shown.last.id, shown.last_hand, shown.hand_number) == (str(kept), str(kept), 2)


def test_the_last_hand_may_stand_behind_more_undone_ones_than_are_shown(table: AtTable) -> None:
    kept = table.play("0:3")
    for _hand in range(LINES_AT_TABLE):
        table.undo(table.play("1:3"))
    shown = sheet(table)
    assert shown.last is not None
    assert shown.last.id == str(kept)


def test_the_version_grows_with_every_event(table: AtTable) -> None:
    hand = table.play("0:3")
    assert sheet(table).version == 1
    table.undo(hand)
    assert sheet(table).version == 2
    table.post("game-abandon", client_id=uuid4())
    assert (sheet(table).version, sheet(table).status) == (3, "abandoned")


# The grid and the pay table


def test_the_grid_has_a_row_a_player_and_six_cells_each(table: AtTable) -> None:
    grid = build_grid(sheet(table), RULES)
    assert [row.seat.name for row in grid] == ["Ann", "Ben", "Cleo"]
    ben = grid[1].cells
    assert [cell.value for cell in ben] == ["1:0", "1:1", "1:2", "1:3", "1:4", "1:5"]
    assert [cell.group for cell in ben] == ["euchred"] * 3 + ["made"] * 2 + ["all"]
    assert [cell.pay for cell in ben] == ["+2", "+2", "+2", "+1", "+1", "+3"]
    assert (ben[0].say, ben[5].say) == ("Ben made it, no trick", "Ben made it, 5 tricks")


def test_two_rows_for_two() -> None:
    table = open_table(("Ann", "Ben"), "two_handed")
    grid = build_grid(sheet(table), default_rules("two_handed"))
    assert [[cell.pay for cell in row.cells] for row in grid] == [["+2", "+2", "+2", "+1", "+1", "+2"]] * 2


def test_the_pay_table_for_the_script() -> None:
    pay = pay_data(RULES)
    assert list(pay) == ["00", "01", "10", "11"]
    assert pay["00"][5] == ["R23", 3, 0, 0]
    assert pay["01"][0] == ["R27", 0, 4, 4]
    assert pay["10"][2] == ["R25a", 0, 2, 0]
    assert list(pay_data(RULES.change(lone_defence="against_lone_maker"))) == ["00", "10", "11"]
    assert list(pay_data(default_rules("two_handed"))) == ["00"]


@pytest.mark.parametrize(
    ("changes", "offered"),
    [
        ({}, (True, True, True)),
        ({"stick_the_dealer": True}, (True, True, False)),
        ({"lone_defence": "never"}, (True, False, True)),
        ({"lone_defence": "against_lone_maker"}, (True, True, True)),
        ({"dummy": False}, (False, True, True)),
        ({"going_alone": False, "lone_defence": "never"}, (False, False, True)),
    ],
)
def test_only_what_the_rules_allow_is_offered(changes: dict[str, Any], offered: tuple[bool, ...]) -> None:
    offers = build_offers(RULES.change(**changes))
    assert (offers.maker_alone, offers.lone_defence, offers.pass_out) == offered
