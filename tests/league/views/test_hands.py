"""Recording hands by hand-made requests: what is right is scored, what is wrong is told, kept and never stored."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.at_table import (
    AtTable,
    assert_refused,
    change_rules,
    is_screen,
    open_table,
    said,
    second_phone,
    ticked,
)

pytestmark = pytest.mark.django_db

WHOLE = "Type a whole number in digits, such as 3."


# What is right


@pytest.mark.parametrize(
    ("cell", "alone", "scores"),
    [
        ("0:3", [], [1, 0, 0]),  # E16
        ("0:5", ["0"], [3, 0, 0]),  # E17
        ("2:2", ["2"], [2, 2, 0]),  # E18
        ("0:0", [], [0, 2, 2]),  # E19
        ("0:2", ["1"], [0, 2, 2]),  # E20
        ("0:0", ["1"], [0, 4, 4]),  # E21
        ("0:4", ["2"], [1, 0, 0]),  # E22
        ("0:5", ["1"], [3, 0, 0]),  # E23
        ("0:0", ["0", "2"], [0, 4, 4]),  # E24
    ],
)
def test_one_tap_scores_a_hand(table: AtTable, cell: str, alone: list[str], scores: list[int]) -> None:
    answer = table.record(cell, alone=alone)
    assert answer.status_code == 200
    assert is_screen(answer)
    assert table.scores == scores
    assert [seat.score for seat in answer.context["sheet"].seats] == scores


def test_two_taps_score_the_same(table: AtTable) -> None:
    assert table.record(maker="1", tricks="5").status_code == 200
    assert table.scores == [0, 3, 0]


@pytest.mark.parametrize(
    ("fields", "scores"),
    [
        ({"kind": "penalty", "maker": "0", "alone": ["1"], "offender": "0"}, [0, 4, 4]),  # E32
        ({"kind": "penalty", "maker": "0", "offender": "2"}, [3, 0, 0]),  # E33
        ({"maker": "0", "tally": ["2", "1", "0"], "claimed": "0"}, [1, 0, 0]),  # E36
        ({"maker": "0", "tally": ["3", "1", "1"]}, [1, 0, 0]),
        ({"maker": "0", "tricks": "3", "tally": ["3", "1", "1"]}, [1, 0, 0]),
        ({"kind": "passed_out"}, [0, 0, 0]),
        ({"kind": "misdeal"}, [0, 0, 0]),
    ],
)
def test_what_happens_seldom_is_scored_too(table: AtTable, fields: dict[str, Any], scores: list[int]) -> None:
    assert table.record(**fields).status_code == 200
    assert table.events == 2
    assert table.scores == scores


def test_two_play_without_anybody_alone() -> None:
    table = open_table(("Ann", "Ben"), "two_handed")
    table.play("1:1", "1:0")  # E30
    assert table.scores == [4, 0]
    assert table.record(kind="penalty", maker="1", offender="0").status_code == 200  # E34
    assert table.scores == [4, 2]


def test_the_deal_passes_to_the_left_but_for_a_misdeal(table: AtTable) -> None:
    dealers = [table.record(**fields).context["sheet"].dealer_name for fields in _hands()]
    assert dealers == ["Ben", "Ben", "Cleo", "Ann"]


def _hands() -> list[dict[str, str]]:
    return [{"cell": "0:3"}, {"kind": "misdeal"}, {"kind": "passed_out"}, {"cell": "0:3"}]


def test_suit_and_round_show_how_it_was_made(table: AtTable) -> None:
    line = table.record("1:3", trump="h", round="1").context["sheet"].lines[0]
    assert (line.trump, line.made_how) == ("h", "ordered up")


def test_who_entered_it_and_on_what_is_known(table: AtTable) -> None:
    ben = second_phone(table)
    line = ben.record("1:3").context["sheet"].lines[0]
    assert (line.entered_by, line.device) == ("Ben", "Android phone")


def test_without_a_script_the_next_page_is_the_table(table: AtTable) -> None:
    answer = table.record("0:3", htmx=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == table.url("game-table")
    assert "Ann made it, 3 tricks" in table.get("game-table").content.decode()


def test_who_chose_large_buttons_keeps_them(table: AtTable) -> None:
    assert 'class="entry two-tap"' in table.record(maker="0", tricks="3", layout="two-tap").content.decode()
    answer = table.record(maker="0", tricks="3", layout="two-tap", htmx=False)
    assert answer.headers["location"] == table.url("game-table") + "?layout=two-tap"
    answer = table.record(maker="0", tricks="9", layout="two-tap", htmx=False)
    assert answer.status_code == 422
    assert 'class="entry two-tap"' in answer.content.decode()


@pytest.mark.parametrize("layout", ["grid", "<b>", "\x00", "two-tap2"])
def test_a_layout_that_is_none_of_ours_is_the_grid(table: AtTable, layout: str) -> None:
    answer = table.record("0:3", layout=layout)
    assert answer.context["form_kind"] == ""
    assert '<form id="hand" class="entry"' in answer.content.decode()


# Tricks


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ("-1", "A hand has five tricks: nobody takes -1."),
        ("6", "A hand has five tricks: nobody takes 6."),
        ("3.0", f"Tricks: {WHOLE}"),
        ("three", f"Tricks: {WHOLE}"),
        ("٣", f"Tricks: {WHOLE}"),
        ("NaN", f"Tricks: {WHOLE}"),
        ("1e0", f"Tricks: {WHOLE}"),
        ("", "Say how many tricks the maker took."),
        (None, "Say how many tricks the maker took."),
    ],
)
def test_tricks_that_nobody_takes(table: AtTable, tricks: str | None, words: str) -> None:
    answer = table.record(maker="1", tricks=tricks, trump="h", round="2", alone=["0"], layout="two-tap")
    assert_refused(table, answer, words)
    assert ticked(answer, "maker") == ["1"]
    assert ticked(answer, "trump") == ["h"]
    assert ticked(answer, "round") == ["2"]
    assert ticked(answer, "alone") == ["0"]


@pytest.mark.parametrize("maker", ["3", "9", "-1", "999"])
def test_a_maker_who_does_not_sit_there(table: AtTable, maker: str) -> None:
    assert_refused(table, table.record(maker=maker, tricks="3"), "That player does not sit at this table.")


@pytest.mark.parametrize("maker", ["", None])
def test_a_maker_whom_nobody_named(table: AtTable, maker: str | None) -> None:
    assert_refused(table, table.record(maker=maker, tricks="3"), "Say who made trump.")


def test_an_empty_form_asks_for_maker_and_tricks(table: AtTable) -> None:
    assert_refused(table, table.record(), "Say who made trump.", "Say how many tricks the maker took.")


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("0:", "Tricks: Tap one number in one player's row."),
        (":3", "Tricks: Tap one number in one player's row."),
        ("a:b", "Tricks: Tap one number in one player's row."),
        ("0:3.0", "Tricks: Tap one number in one player's row."),
        ("0:٣", "Tricks: Tap one number in one player's row."),
        ("0:3:1", "Tricks: Tap one number in one player's row."),
        ("0:" + "3" * 9_998, "Tricks: Tap one number in one player's row."),
        ("9:3", "That player does not sit at this table."),
        ("0:9", "A hand has five tricks: nobody takes 9."),
        ("0:-1", "A hand has five tricks: nobody takes -1."),
    ],
)
def test_a_cell_that_is_not_in_the_grid(table: AtTable, cell: str, words: str) -> None:
    answer = table.record(cell, trump="s", round="1", alone=["2"])
    assert_refused(table, answer, words)
    assert (ticked(answer, "trump"), ticked(answer, "round"), ticked(answer, "alone")) == (["s"], ["1"], ["2"])
    assert len(answer.content) < 20_000


# Alone


def test_nobody_is_alone_where_two_play() -> None:
    table = open_table(("Ann", "Ben"), "two_handed")
    assert_refused(table, table.record("0:5", alone=["0"]), "Nobody may make trump alone under these rules.")
    assert_refused(table, table.record("0:2", alone=["1"]), "No defender may be alone under these rules.")


def test_only_one_defender_is_alone(table: AtTable) -> None:
    answer = table.record("0:0", alone=["1", "2"])  # E25
    assert_refused(table, answer, "Alone: Only one defender may be alone.")
    assert ticked(answer, "alone") == ["1", "2"]


@pytest.mark.parametrize("alone", ["9", "-1"])
def test_somebody_alone_who_does_not_sit_there(table: AtTable, alone: str) -> None:
    assert_refused(table, table.record("0:3", alone=[alone]), "That player does not sit at this table.")


def test_a_lone_defender_where_the_club_has_none(table: AtTable) -> None:
    only_against_lone = change_rules(table, lone_defence="against_lone_maker")
    answer = only_against_lone.record("0:2", alone=["1"])
    assert said(answer)[1:] == ["A defender may be alone only against a maker who is alone."]
    assert only_against_lone.record("0:2", alone=["0", "1"]).status_code == 200


# Tallies and claims


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"tally": ["3", "1", "0"]}, "The tricks add up to 4, not to 5."),
        ({"tally": ["3", "2", "1"]}, "The tricks add up to 6, not to 5."),
        ({"tally": ["3", "2"]}, "Give the tricks of each player, or only the maker's."),
        ({"tally": ["2", "1", "1", "1"]}, "Give the tricks of each player, or only the maker's."),
        ({"tally": ["0"] * 13}, "Tricks of each player: This was sent too often."),
        ({"tally": ["6", "-1", "0"]}, "A hand has five tricks: nobody takes -1."),
        ({"tally": ["3", "1", "one"]}, f"Tricks of each player: {WHOLE}"),
        ({"tally": ["3", "1", "NaN"]}, f"Tricks of each player: {WHOLE}"),
        ({"tally": ["2", "2", "1"], "alone": ["1"]}, "Cleo sat out and can't have taken a trick."),  # E26
        ({"tally": ["2", "2", "1"], "tricks": "3"}, "The maker's tricks are given twice, as 3 and as 2."),
        ({"tally": ["2", "2", "1"], "claimed": "0"}, "All five tricks are accounted for"),
        ({"tally": ["2", "1", "0"], "claimed": "2", "alone": ["1"]}, "Cleo sat out and can't claim a trick."),
        ({"tally": ["2", "1", "0"], "claimed": "7"}, "That player does not sit at this table."),
        ({"tally": ["2", "1", "0"], "claimed": "Ann"}, f"Who claimed the rest: {WHOLE}"),
        ({"tricks": "0", "claimed": "0"}, "Ann claimed the rest, which does not fit the tricks."),
        ({"tricks": "5", "claimed": "1"}, "Ben claimed the rest, which does not fit the tricks."),
    ],
)
def test_tricks_that_do_not_add_up(table: AtTable, fields: dict[str, Any], words: str) -> None:
    assert_refused(table, table.record(maker="0", **fields), words)


def test_every_problem_is_told_at_once(table: AtTable) -> None:
    answer = table.record(maker="9", tricks="7", alone=["8"], upcard="7h")
    assert_refused(
        table,
        answer,
        "That player does not sit at this table.",
        "A hand has five tricks: nobody takes 7.",
        "7h is not a card of this pack.",
    )


# Penalties, passes, cards


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"maker": "1"}, "Say who reneged."),
        ({"maker": "1", "offender": ""}, "Say who reneged."),
        ({"maker": "1", "offender": "7"}, "That player does not sit at this table."),
        ({"maker": "1", "offender": "Cleo"}, f"Who reneged: {WHOLE}"),
        ({"maker": "1", "offender": "2", "alone": ["0"]}, "Cleo sat out and can't have reneged."),
        ({"offender": "2"}, "Say who made trump."),
        ({"maker": "1", "offender": "2", "tricks": "3"}, "A hand of this kind has no tricks."),
        (
            {"maker": "1", "offender": "2", "tally": ["1", "3", "1"]},
            "A hand of this kind has no tricks of each player.",
        ),
        ({"maker": "1", "offender": "2", "claimed": "1"}, "A hand of this kind has no claim."),
    ],
)
def test_a_penalty_that_does_not_hold_together(table: AtTable, fields: dict[str, Any], words: str) -> None:
    answer = table.record(kind="penalty", **fields)
    assert_refused(table, answer, words)
    if fields.get("maker") == "1":
        assert '<option value="1" selected>' in answer.content.decode()


def test_an_offender_without_a_penalty(table: AtTable) -> None:
    assert_refused(table, table.record("0:3", offender="2"), "A hand of this kind has no offender.")


@pytest.mark.parametrize("kind", ["passed_out", "misdeal"])
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cell": "0:3"}, "A hand of this kind has no maker."),
        ({"alone": ["1"]}, "A hand of this kind has no lone defender."),
        ({"trump": "h"}, "A hand of this kind has no trump."),
        ({"round": "2"}, "A hand of this kind has no round."),
        ({"offender": "0"}, "A hand of this kind has no offender."),
    ],
)
def test_nobody_made_it_and_somebody_did(table: AtTable, kind: str, fields: dict[str, Any], words: str) -> None:
    assert_refused(table, table.record(kind=kind, **fields), words)


def test_a_stuck_dealer_can_not_pass(table: AtTable) -> None:
    stuck = change_rules(table, stick_the_dealer=True)
    answer = stuck.record(kind="passed_out")
    assert answer.status_code == 422
    assert said(answer)[1:] == ["The dealer must name trump: this hand can't be passed out."]
    assert 'value="passed_out"' not in answer.content.decode()
    assert stuck.game.events.count() == 1


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"upcard": "Jd", "round": "1", "trump": "h"}, "Trump made in round one is the suit of the card turned up."),
        ({"upcard": "Jd", "round": "2", "trump": "d"}, "The suit turned down may not be named in round two."),
        ({"upcard": "7h"}, "7h is not a card of this pack."),
        ({"upcard": "B"}, "B is not a card of this pack."),
        ({"upcard": "jack"}, "jack is not a card of this pack."),
        ({"upcard": "jack of diamonds"}, "Card turned up: This has 16 characters; please keep to 4."),
        ({"upcard": "<b>"}, "<b> is not a card of this pack."),
        ({"round": "3"}, "Round: Tap the first or the second round, or none."),
        ({"round": "one"}, "Round: Tap the first or the second round, or none."),
        ({"trump": "x"}, "Trump: Tap one of the four suits, or none."),
        ({"trump": "hearts"}, "Trump: Tap one of the four suits, or none."),
        ({"kind": "won"}, "Kind of hand: Tap what happened"),
    ],
)
def test_calls_and_cards_that_contradict_each_other(table: AtTable, fields: dict[str, str], words: str) -> None:
    assert_refused(table, table.record("0:3", **fields), words)
