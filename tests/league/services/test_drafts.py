"""Hands in the making: shared by the phones at a table, whoever touches first."""

from __future__ import annotations

from functools import partial
from uuid import UUID, uuid4

import pytest

from league.models import CardDraft, Game, Recorder
from league.services.drafts import Draft, draft_of, draft_of_new_hand, mend, say, take_back, throw_away
from league.services.log import read_log
from league.services.players import add_players
from tests.factories import make_founded_club, make_game, make_recorder, play_hand
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 5


@pytest.fixture
def game() -> Game:
    club = make_founded_club()
    return make_game(club, add_players(club, ["Ann", "Ben", "Cleo"]))


@pytest.fixture
def phone(game: Game) -> Recorder:
    return make_recorder(game.club)


def new(game: Game, hand: UUID | None = None) -> Draft:
    return draft_of_new_hand(read_log(game), hand or uuid4())


def test_phones_that_begin_at_once_begin_one_hand(game: Game, phone: Recorder) -> None:
    drafts = [new(game) for _phone in range(PHONES)]
    cards = ("9h", "Th", "Jh", "Qh", "Kh")
    kept = at_once(
        *(partial(say, draft, 0, f"upcard:{card}", phone) for draft, card in zip(drafts, cards, strict=True))
    )
    assert sorted(map(bool, kept)) == [False] * (PHONES - 1) + [True]
    assert CardDraft.objects.count() == 1


def test_of_touches_at_once_one_is_the_next(game: Game, phone: Recorder) -> None:
    say(new(game), 0, "upcard:9h", phone)
    drafts = [new(game) for _phone in range(PHONES)]
    assert sum(at_once(*(partial(say, draft, 1, "call:Pass", phone) for draft in drafts))) == 1
    assert CardDraft.objects.get().acts == ["upcard:9h", "call:Pass"]


def test_nothing_is_taken_back_or_mended_on_an_older_screen(game: Game, phone: Recorder) -> None:
    draft = new(game)
    assert take_back(draft, 0, phone)  # there is nothing to take back
    say(draft, 0, "upcard:9h", phone)
    assert mend(new(game), 1, 0, "Th", phone)
    assert mend(new(game), 1, 0, "Th", phone)  # it is so already
    assert not mend(new(game), 1, 0, "Jh", phone)
    assert not take_back(new(game), 1, phone)
    assert mend(new(game), 2, 5, "Jh", phone) is None
    assert CardDraft.objects.get().acts == ["upcard:Th"]


def test_what_another_phone_went_on_with_is_not_thrown_away(game: Game, phone: Recorder) -> None:
    say(new(game), 0, "upcard:9h", phone)
    one, other = new(game), new(game)
    say(one, 1, "call:Pass", phone)
    assert not throw_away(other)  # read before the touch of the other phone, and sent behind it
    assert CardDraft.objects.get().acts == ["upcard:9h", "call:Pass"]
    assert throw_away(new(game))
    assert not CardDraft.objects.exists()


def test_calls_are_not_mended_in_their_place(game: Game, phone: Recorder) -> None:
    say(new(game), 0, "upcard:9h", phone)
    say(new(game), 1, "call:Pass", phone)
    assert mend(new(game), 2, 1, "Order", phone) is None


def test_no_hand_has_more_acts_than_there_can_be(game: Game, phone: Recorder) -> None:
    CardDraft.objects.create(game=game, hand=uuid4(), acts=["upcard:?"] * 60, recorder=phone)
    assert say(new(game), 1, "call:Pass", phone) is None


def test_cards_of_a_recorded_hand_begin_with_what_is_known(game: Game) -> None:
    play_hand(game, maker_tricks=3)
    log = read_log(game)
    [line] = log.state.lines
    draft = draft_of(log, UUID(line.id))
    assert draft is not None
    assert draft.entry.acts == (f"maker:{line.record.maker}",)
    assert draft.entry.record.maker_tricks == 3
    assert draft_of(log, uuid4()) is None
