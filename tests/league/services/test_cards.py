"""Cards on tables: made, opened, withdrawn, and who they are in a club's facts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.bridge.starts import NewGame
from league.models import AuditEntry, Club, ClubState, Game, Night, Player, Recorder, TableCard
from league.models.tokens import TOKEN_LENGTH
from league.services.cards import circles_at, game_on, live_card, make_cards, open_card, withdraw_card
from league.services.games import start_again, start_game
from league.services.log import read_log
from league.services.players import add_players
from league.services.recorders import get_card_recorder, get_recorder
from tests.factories import make_card, make_founded_club, make_recorder, make_user, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Player]:
    return add_players(club, ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn"])


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(ValidationError) as caught:
        act()
    errors = getattr(caught.value, "error_dict", None)
    return str(next(iter(errors.values()))[0].code if errors else caught.value.code)


def sit(club: Club, people: list[Player], number: int = 1) -> Game:
    recorder = club.recorders.first() or make_recorder(club)
    return start_game(club, uuid4(), recorder, NewGame("cutthroat", [p.pk for p in people], 0), number=number)


def play_at(game: Game, place: int) -> Game:
    """Played out, and so many games after the first: in the same second the order would be chance."""
    play_out(game)
    Game.objects.filter(pk=game.pk).update(play_order=place)
    return game


# Making and withdrawing


def test_each_table_gets_a_card_of_its_own_and_the_log_says_so(club: Club) -> None:
    by = make_recorder(club)
    cards = make_cards(club, range(1, 5), by=by)
    assert [card.number for card in cards] == [1, 2, 3, 4]
    assert len({card.token for card in cards}) == 4
    assert {len(card.token) for card in cards} == {TOKEN_LENGTH}
    entries = AuditEntry.objects.filter(act="card_made").order_by("pk")
    assert [(entry.after, entry.recorder) for entry in entries] == [({"table": n}, by) for n in range(1, 5)]
    assert cards[0].token not in str(AuditEntry.objects.values_list()) + str(cards[0]) + repr(cards[0])


def test_a_table_that_has_one_keeps_it(club: Club) -> None:
    first = make_card(club, 2)
    assert [card.number for card in make_cards(club, [1, 2, 3])] == [1, 3]
    assert live_card(club, 2) == first
    assert refusal(lambda: make_cards(club, [1, 2])) == "there"


def test_a_card_whose_time_is_over_gives_way_to_a_new_one(club: Club) -> None:
    old = make_card(club, expires_at=timezone.now() - timedelta(seconds=1))
    [new] = make_cards(club, [1], by=make_recorder(club))
    old.refresh_from_db()
    assert old.withdrawn_at is not None
    assert live_card(club, 1) == new
    assert list(AuditEntry.objects.order_by("pk").values_list("act", flat=True)) == ["card_withdrawn", "card_made"]


@pytest.mark.parametrize("numbers", [[], [0], [1, 100], [-1]])
def test_numbers_that_no_table_has_are_refused(club: Club, numbers: list[int]) -> None:
    assert refusal(lambda: make_cards(club, numbers)) == "number"
    assert not TableCard.objects.exists()


def test_no_card_is_made_for_the_past(club: Club) -> None:
    assert refusal(lambda: make_cards(club, [1], timezone.now())) == "past"


def test_withdrawn_twice_it_is_withdrawn_once(club: Club) -> None:
    card, by = make_card(club), make_recorder(club)
    withdraw_card(card, by)
    when = TableCard.objects.get().withdrawn_at
    withdraw_card(card, by)
    assert TableCard.objects.get().withdrawn_at == when
    assert AuditEntry.objects.get().before == {"table": 1}
    assert live_card(club, 1) is None


def test_a_table_never_has_two_cards_that_work(club: Club) -> None:
    make_card(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_card(club)
    withdraw_card(TableCard.objects.get())
    make_card(club)


# Opening


def test_opening_notes_when_once_a_minute(club: Club) -> None:
    card = make_card(club)
    assert open_card(card.token) == card
    first = TableCard.objects.get().opened_at
    open_card(card.token)
    assert TableCard.objects.get().opened_at == first is not None
    TableCard.objects.update(opened_at=first - timedelta(minutes=2))
    open_card(card.token)
    assert TableCard.objects.get().opened_at > first  # type: ignore[operator]  # it is there


def test_what_opens_nothing(club: Club) -> None:
    card = make_card(club)
    assert refusal(lambda: open_card("nonsense")) == "unknown"
    assert refusal(lambda: open_card(card.token[:-1])) == "unknown"
    assert refusal(lambda: open_card(card.token.swapcase())) == "unknown"
    TableCard.objects.update(expires_at=timezone.now())
    assert refusal(lambda: open_card(card.token)) == "expired"
    TableCard.objects.update(withdrawn_at=timezone.now())
    assert refusal(lambda: open_card(card.token)) == "unknown"
    TableCard.objects.update(withdrawn_at=None, expires_at=None)
    Club.objects.update(state=ClubState.CLOSED)
    assert refusal(lambda: open_card(card.token)) == "unknown"


# What is on


def test_the_open_game_is_on_before_the_one_that_ended_last(club: Club, people: list[Player]) -> None:
    assert game_on(club, 3) is None
    first = sit(club, people[:3], 3)
    assert game_on(club, 3) == first
    play_at(first, 1)
    assert game_on(club, 3) == first
    second = play_at(sit(club, people[:3], 3), 2)
    assert game_on(club, 3) == second
    third = sit(club, people[3:], 3)
    assert game_on(club, 3) == third
    assert game_on(club, 1) is None


def test_what_was_played_last_week_is_not_on(club: Club, people: list[Player]) -> None:
    sit(club, people[:3])
    Night.objects.update(date=Night.objects.get().date - timedelta(days=7))
    assert game_on(club, 1) is None


def test_who_sat_there_lately_each_once_the_newest_first(club: Club, people: list[Player]) -> None:
    ann, ben, cleo, dora, emil, finn = people
    for place, seated in enumerate(([ann, ben, cleo], [dora, emil, finn], [cleo, ann, ben])):
        play_at(sit(club, seated, 2), place)
    play_out(sit(club, [ann, dora, finn], 1))
    assert [circle.names for circle in circles_at(club, 2)] == [("Cleo", "Ann", "Ben"), ("Dora", "Emil", "Finn")]
    assert circles_at(club, 3) == []
    extra = add_players(club, ["Greet"])[0]
    Player.objects.filter(pk=cleo.pk).update(merged_into=extra)
    assert [circle.names for circle in circles_at(club, 2)] == [("Dora", "Emil", "Finn")]


# Starting at one table


def test_a_game_starts_at_the_table_that_was_asked_for(club: Club, people: list[Player]) -> None:
    game = sit(club, people[:3], 7)
    assert game.table is not None
    assert game.table.number == 7


def test_nobody_is_sent_to_another_table(club: Club, people: list[Player]) -> None:
    game = sit(club, people[:3], 7)
    assert refusal(lambda: sit(club, people[3:], 7)) == "busy"
    play_out(game)
    log, recorder = (
        read_log(Game.objects.select_related("club", "table", "ruleset").get(pk=game.pk)),
        make_recorder(club),
    )
    sit(club, people[3:], 7)
    assert refusal(lambda: start_again(log, uuid4(), recorder, only_here=True)) == "busy"
    assert start_again(log, uuid4(), recorder).table != game.table
    assert Game.objects.count() == 3


# Who recorded


def test_two_phones_with_one_card_are_told_apart(club: Club) -> None:
    card = make_card(club, 3)
    first = get_card_recorder(club, card.pk, "a", "iPhone")
    assert get_card_recorder(club, card.pk, "a", "iPhone") == first
    others = [
        get_card_recorder(club, card.pk, mark, device)
        for mark, device in [("b", "iPhone"), ("c", "Android phone"), ("d", "iPhone"), ("e", "")]
    ]
    assert [(one.label, one.device) for one in (first, *others)] == [
        ("Table 3", "iPhone"),
        ("Table 3", "iPhone 2"),
        ("Table 3", "Android phone"),
        ("Table 3", "iPhone 3"),
        ("Table 3", "Device"),
    ]
    assert others[0].at_table == "Table 3, iPhone 2"
    assert get_recorder(club, make_user("Olive"), "iPhone").at_table == "Olive"


def test_a_card_of_another_club_makes_no_recorder(club: Club) -> None:
    card = make_card(make_founded_club())
    with pytest.raises(TableCard.DoesNotExist):
        get_card_recorder(club, card.pk, "a", "iPhone")


def test_what_was_recorded_by_a_card_outlives_the_card(club: Club) -> None:
    card = make_card(club, 3)
    recorder = get_card_recorder(club, card.pk, "a", "iPhone")
    card.delete()
    recorder.refresh_from_db()
    assert (recorder.link, str(recorder), recorder.at_table) == (None, "Table 3", "Table 3, iPhone")
    assert Recorder.objects.count() == 1
