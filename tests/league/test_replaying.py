"""A hand to look at again: sentences, the table in one of its moments, and hindsight once the game is over."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from engine.events import Abandon, Reseat
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.house_rules import default_rules
from engine.moments import Kind
from engine.records import HandKind, HandRecord
from engine.review import review_hand
from league.hand_views import build_hand
from league.hindsight import Hindsight, _reviewed, look_back, may_look_back
from league.replaying import CardView, Chairs, Note, Replay, build_replay, card_view, seat_hand
from tests.engine.deals import WHOLE, full, lists
from tests.league.services.door import MISDEAL, Phone, made, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """Ann deals; Ben, Cleo."""
    return sit_down()


def chairs(phone: Phone, place: int = 0) -> Chairs:
    log = phone.log
    found = seat_hand(log, log.state.lines[place], place)
    assert found is not None
    return found


def replay(phone: Phone, at: int = 0, place: int = 0) -> Replay:
    return build_replay(chairs(phone, place), at)


# The table


def test_each_moment_is_a_sentence_with_peoples_names(phone: Phone) -> None:
    phone.record(full())
    told = replay(phone)
    assert [step.text for step in told.steps][:3] == [
        "Ann deals and turns up: nine of hearts",
        "Ben passes",
        "Cleo assists",
    ]
    assert told.steps[-1].text == "Cleo made it, 4 tricks. Cleo +1"
    assert [step.number for step in told.steps if step.trick] == [5, 8, 11, 14, 17]


def test_a_moment_has_its_table(phone: Phone) -> None:
    phone.record(full())
    told = replay(phone, at=6)
    assert (told.now.text, told.trick_number, told.trump_name) == ("Cleo: ace of spades", 1, "hearts")
    assert [(laid.name, laid.card.name, laid.leads) for laid in told.trick] == [
        ("Ben", "ace of clubs", True),
        ("Cleo", "ace of spades", False),
    ]
    ann, ben, cleo, dummy = told.places
    assert (ann.name, ann.deals, len(ann.cards)) == ("Ann", True, 5)
    assert (ben.name, len(ben.cards)) == ("Ben", 4)
    assert (cleo.makes, [card.name for card in cleo.cards][:2]) == (
        True,
        ["jack of hearts, right bower", "jack of diamonds, left bower"],
    )
    assert (dummy.is_dummy, dummy.aside, dummy.name) == (True, True, "")


def test_who_wins_a_trick_is_marked_when_it_is_whole(phone: Phone) -> None:
    phone.record(full())
    assert [laid.wins for laid in replay(phone, at=6).trick] == [False, False]
    assert [laid.wins for laid in replay(phone, at=7).trick] == [True, False, False]
    assert [place.taken for place in replay(phone, at=7).places] == [0, 1, 0, 0]


def test_steps_lead_back_and_forward_and_stop_at_either_end(phone: Phone) -> None:
    phone.record(full())
    first, last = replay(phone), replay(phone, at=10**17)
    assert (first.at, first.back, first.forward) == (0, 0, 1)
    assert (last.at, last.back, last.forward) == (20, 19, 20)


def test_all_tricks_in_a_table(phone: Phone) -> None:
    phone.record(full())
    tricks = replay(phone).tricks
    assert [trick.winner for trick in tricks] == ["Ben", "Cleo", "Cleo", "Cleo", "Cleo"]
    assert [cell and cell.card.sign for cell in tricks[0].cells] == ["10", "A", "A"]
    assert [cell and cell.leads for cell in tricks[0].cells] == [False, True, False]
    assert [step.text for step in replay(phone).before_play][-1].startswith("Cleo takes from the dummy")


def test_who_sits_out_has_no_cell(phone: Phone) -> None:
    tricks = lists("As Tc, Jh 9h, Jd Kh, Kc Td, Qc 9d")
    phone.record(full(exchanges=(), lone_defender=0, tricks=tricks))
    told = replay(phone, at=8)
    assert all(trick.cells[1] is None for trick in told.tricks)
    assert told.places[1].rests
    assert [place.alone for place in told.places] == [True, False, False, False]


def test_the_upcard_lies_face_down_when_it_was_turned_down(phone: Phone) -> None:
    passes = ("Pass",) * 6
    phone.record(full(kind=HandKind.PASSED_OUT, calls=passes, discard=None, exchanges=(), tricks=()))
    up, down = replay(phone, at=1).upcard, replay(phone, at=3).upcard
    assert (up and up.kind, down and down.kind) == ("face", "back")


def test_cards_that_nobody_knows_show_their_backs() -> None:
    assert card_view("Xx") == CardView("back", "", "", "unknown card")
    assert card_view("Xc") == CardView("face", "?", "c", "unknown card of clubs")
    assert card_view("Jx") == CardView("face", "J", "", "jack of an unknown suit")
    assert card_view("B") == CardView("joker", "", "", "joker")
    assert card_view("Th") == CardView("face", "10", "h", "ten of hearts")


def test_a_quick_hand_has_nothing_to_replay(phone: Phone) -> None:
    phone.record(made(1), MISDEAL)
    log = phone.log
    assert [seat_hand(log, line, place) for place, line in enumerate(log.state.lines)] == [None, None]


def test_both_cards_of_a_renege_are_marked(phone: Phone) -> None:
    phone.record(full(kind=HandKind.PENALTY, offender=0, tricks=lists("Ad Jd Tc, Jh 9h Qh, As Td 9s")))
    marks = [[cell and cell.mark for cell in trick.cells] for trick in replay(phone).tricks]
    assert marks == [["the renege", "", ""], ["", "", ""], ["this shows the renege", "", ""]]


def test_people_sit_as_they_sat_at_that_hand(phone: Phone) -> None:
    phone.record(made(0), MISDEAL)
    newest = phone.log.state.last_hand
    phone.write(Reseat((2, 1, 0), newest))
    # Ben deals; clockwise now Cleo, Ben, Ann: the cards are those of chairs.
    chair_of = (2, 1, 0)
    record = next(it for it in (random_hand(_chance(n), 1, RULES) for n in range(99)) if _played(it))
    phone.record(record.reseated(chair_of))
    told = replay(phone, place=2)
    assert told.names == ("Cleo", "Ben", "Ann")
    assert told.steps[0].text.startswith("Ben deals")
    assert told.steps[1].text.startswith("Ann ")


RULES = default_rules("cutthroat")


def _chance(seed: int) -> Random:
    return Random(seed)


def _played(record: HandRecord) -> bool:
    result = judge_hand(record, 1, RULES).result
    return record.kind == HandKind.PLAYED and result is not None and result.taken is not None


# What is known of any hand


def test_a_hand_tells_points_scores_and_neighbours(phone: Phone) -> None:
    phone.record(made(0, 5), made(1, 2), made(2, 3))
    log = phone.log
    first, second, third = (build_hand(log, line.id) for line in log.state.lines)
    assert first is not None
    assert second is not None
    assert third is not None
    assert [(one.name, one.points, one.score, one.deals) for one in second.people] == [
        ("Ann", "+2", "5", False),
        ("Ben", "", "0", True),
        ("Cleo", "+2", "2", False),
    ]
    assert (first.earlier, third.later) == (None, None)
    assert (second.earlier and second.earlier.number, second.later and second.later.number) == (1, 3)
    assert build_hand(log, "0") is None


# Hindsight


def finished(phone: Phone, record: HandRecord) -> Phone:
    phone.record(record)
    phone.write(Abandon())
    return phone


def hindsight(phone: Phone) -> Hindsight | None:
    return look_back(phone.log, chairs(phone))


def test_what_each_choice_gave_away_stands_beside_it(phone: Phone) -> None:
    finished(phone, full())
    found = hindsight(phone)
    assert found is not None
    assert found.summary.startswith("With all cards seen, the makers could take ")
    told = build_replay(chairs(phone), 0, found.notes)
    noted = [step.number for step in told.steps if step.note]
    assert noted == [*range(2, 20)]  # from the call that made trump to the last card


def test_a_card_that_cost_a_trick_is_said_with_what_would_have_been_free(phone: Phone) -> None:
    finished(phone, full())
    found = hindsight(phone)
    assert found is not None
    # Ben leads the ace of clubs, Cleo throws the ace of spades on it: each gives a trick away, and no later card does.
    assert {number: note for number, note in found.notes.items() if note.cost} == {
        5: Note("makers: 5 tricks", "cost 1", "Free, with all cards seen: ten of spades or nine of spades"),
        6: Note(
            "makers: 4 tricks",
            "cost 1",
            "Free, with all cards seen: jack of hearts, right bower, jack of diamonds, left bower, ace of hearts "
            "or ten of hearts",
        ),
    }


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("call", "Better, with all cards seen: "),
        ("discard", "Better, with all cards seen: "),
        ("exchange", "Better to keep, with all cards seen: "),
    ],
)
def test_what_was_better_is_said_beside_each_choice(phone: Phone, choice: str, words: str) -> None:
    record = next(it for it in (random_hand(Random(n), 0, RULES) for n in range(99)) if _gave_away(it, choice))
    finished(phone, record)
    kinds = {"call": (Kind.CALL,), "discard": (Kind.PICK_UP, Kind.LEAVE), "exchange": (Kind.EXCHANGE,)}[choice]
    found = hindsight(phone)
    assert found is not None
    moments = chairs(phone).story.moments
    [note] = [note for number, note in found.notes.items() if moments[number].kind in kinds]
    assert note.cost.startswith("cost ")
    assert note.better.startswith(words)


def _gave_away(record: HandRecord, choice: str) -> bool:
    review = review_hand(record, 0, RULES)
    return bool(review and (found := getattr(review, choice)) and found.better)


def test_nothing_is_told_while_the_game_is_played(phone: Phone) -> None:
    phone.record(full())
    assert not may_look_back(phone.log, chairs(phone))
    assert hindsight(phone) is None
    phone.write(Abandon())
    assert may_look_back(phone.log, chairs(phone))


@pytest.mark.parametrize(
    "changes",
    [
        {"holdings": (), "tricks": WHOLE.tricks[:3], "claimed": 2},
        {"kind": HandKind.PENALTY, "offender": 0, "tricks": lists("Ad Jd Tc, Jh Td Qh")},
    ],
    ids=["unknown cards", "a renege"],
)
def test_some_hands_can_not_be_looked_back_at(phone: Phone, changes: dict[str, Any]) -> None:
    finished(phone, full(**changes))
    assert not may_look_back(phone.log, chairs(phone))
    assert hindsight(phone) is None


def test_quick_hands_have_no_hindsight(phone: Phone) -> None:
    finished(phone, made(0))
    assert not may_look_back(phone.log, None)
    assert look_back(phone.log, None) is None


def test_a_review_is_made_once_and_soon(phone: Phone) -> None:
    _reviewed.cache_clear()
    finished(phone, full())
    begun = time.perf_counter()
    hindsight(phone)
    assert time.perf_counter() - begun < 2
    hindsight(phone)
    assert (_reviewed.cache_info().misses, _reviewed.cache_info().hits) == (1, 1)
