"""The page of one hand: what is known of it, its moments, who entered it, and hindsight once the game is over."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from engine.events import Abandon, Correct, Deal, Void
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.house_rules import default_rules
from engine.records import HandKind, HandRecord
from engine.scoring import Outcome
from league.models import Game, Visibility
from league.services.answers import STORED, Aside, Guard
from league.services.log import read_log
from league.services.play import write_event
from league.services.recorders import get_recorder
from league.suit_colours import COOKIE
from tests.engine.deals import full, lists
from tests.factories import make_remark
from tests.league.at_table import HTMX, AtTable, change_rules, is_page, open_table, statements
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def write(table: AtTable, event: Any, client_id: UUID | None = None, reason: str = "") -> None:
    recorder = get_recorder(table.club, table.scorer, "Android phone")
    aside = Aside(None, {}, reason)
    guard = Guard(confirmed=True)
    written = write_event(table.game.pk, client_id or uuid4(), recorder, event, guard, aside=aside)
    assert written.answer in STORED, [str(problem) for problem in written.problems]


def deal(table: AtTable, record: HandRecord) -> UUID:
    hand = uuid4()
    write(table, Deal(str(hand), record, table.follows or None), hand)
    return hand


def over(table: AtTable) -> None:
    write(table, Abandon())


def look(table: AtTable, hand: UUID, query: str = "", client: Client | None = None, **headers: str) -> Any:
    return (client or table.client).get(table.url("hand-detail", hand) + query, headers=headers)


# Any hand


def test_a_quick_hand_shows_what_is_known(table: AtTable) -> None:
    hand = table.play("1:2")
    page = look(table, hand)
    said = text_of(page)
    assert "Hand 1 Ann , Ben , Cleo" in said
    assert "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2" in said
    assert "Ann dealt 2 +2" in said
    assert page.context["replay"] is None
    assert "Moment by moment" not in said
    assert "replay.js" not in page.content.decode()


def test_every_version_stands_there_with_who_when_and_why(table: AtTable) -> None:
    hand = table.play("1:2")
    write(table, Correct(str(hand), HandRecord(maker=1, maker_tricks=3)), reason="Counted wrong")
    other = table.play("0:3")
    said = text_of(look(table, hand))
    assert "Hand 1 corrected: Ben made it, 3 tricks. Ben +1" in said
    assert "Counted wrong" in said
    assert said.count("Olive , Android phone") == 2
    assert "Ann made it" not in said
    assert "Ann made it" in text_of(look(table, other))


def test_a_hand_that_was_undone_says_so(table: AtTable) -> None:
    hand = table.play("1:2")
    write(table, Void(str(hand)))
    said = text_of(look(table, hand))
    assert "A hand that was undone" in said
    assert "This hand was undone by Olive, " in said
    assert "It counts nowhere." in said
    assert "Undone: Ben made it" in said


def test_a_hand_behind_the_end_says_so(table: AtTable) -> None:
    first = table.play("1:3")
    last = table.play(*["0:5"] * 4)
    write(table, Correct(str(first), HandRecord(maker=0, maker_tricks=5)))
    assert "This hand stands after the end of the game and is not counted." in text_of(look(table, last))


def test_the_hands_before_and_behind_are_linked(table: AtTable) -> None:
    first, second, third = table.play("0:3"), table.play("0:3"), table.play("0:3")
    body = look(table, second).content.decode()
    assert table.url("hand-detail", first) in body
    assert table.url("hand-detail", third) in body


def test_every_hand_is_linked_from_the_game_and_from_its_history(table: AtTable) -> None:
    quick, whole = table.play("2:3"), deal(table, full(calls=("Pass", "Order"), holdings=()).reseated((1, 2, 0)))
    for route in ("game-detail", "game-sheet", "game-history"):
        body = table.get(route).content.decode()
        assert all(table.url("hand-detail", hand) in body for hand in (quick, whole)), route
    said = text_of(table.get("game-detail"))
    assert said.count("Replay") == said.count("Look again") == 1


def test_scorers_find_what_puts_it_right_and_others_do_not(table: AtTable) -> None:
    hand = table.play("0:3")
    correct = f"{table.url('game-change', 'correct')}?hand={hand}"
    assert correct in look(table, hand).content.decode()
    looker = look(table, hand, client=Client()).content.decode()
    assert correct not in looker
    assert table.url("game-dispute") not in looker


def test_unknown_hands_and_hands_of_other_games_are_404(table: AtTable) -> None:
    hand = table.play("0:3")
    assert look(table, uuid4()).status_code == 404
    assert look(change_rules(table, target=5), hand).status_code == 404


def test_what_is_members_only_is_kept_by_no_cache() -> None:
    table = open_table(visibility=Visibility.MEMBERS)
    hand = deal(table, full())
    assert look(table, hand, "?at=3", Client()).status_code == 404
    assert "no-store" in look(table, hand, "?at=3")["Cache-Control"]


# A hand with cards


def test_it_begins_with_the_deal_and_goes_to_any_moment(table: AtTable) -> None:
    hand = deal(table, full())
    first, sixth = look(table, hand), look(table, hand, "?at=6")
    assert first.context["replay"].now.text == "Ann deals and turns up: nine of hearts"
    assert sixth.context["replay"].now.text == "Cleo: ace of spades"
    body = sixth.content.decode()
    assert 'aria-label="jack of diamonds, left bower"' in body
    assert 'href="?at=7"' in body
    assert '<a href="?at=6#replay" hx-get="?at=6" aria-current="step">' in body
    assert body.count('aria-current="step"') == 1


def test_moments_behind_the_last_show_the_last(table: AtTable) -> None:
    """A correction may have made the hand shorter than a link that somebody sent."""
    hand = deal(table, full())
    for number in ("21", "999", "9" * 18):
        assert look(table, hand, f"?at={number}").context["replay"].at == 20


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "9" * 19, "%00", "²", " 1"])
def test_what_is_no_number_is_no_moment(table: AtTable, number: str) -> None:
    hand = deal(table, full())
    assert look(table, hand, f"?at={number}").status_code in (400, 404)


def test_htmx_gets_the_part_that_changes_and_going_back_the_page(table: AtTable) -> None:
    hand = deal(table, full())
    part = look(table, hand, "?at=3", **HTMX)
    assert not is_page(part)
    assert part.content.decode().strip().splitlines()[0].startswith('<div id="replay"')
    assert is_page(look(table, hand, "?at=3", **HTMX, **{"HX-History-Restore-Request": "true"}))
    assert is_page(look(table, table.play("1:3"), **HTMX))  # a quick hand has no such part
    for answer in (part, look(table, hand)):
        assert "HX-Request" in answer["Vary"]


def test_statements_are_the_same_however_long_the_game(table: AtTable) -> None:
    hand = deal(table, full())
    before = statements(lambda: look(table, hand, "?at=5"))
    table.play(*["0:3", "1:3", "2:3"] * 2)
    write(
        table, Correct(str(hand), full(discard="9d", tricks=lists("Ac As Tc, Ad Jd Td, Jh 9h Qh, Ah Kh 9s, Th 9c Ts")))
    )
    make_remark(table.game, event=table.game.events.get(hand=hand, version=2))
    assert statements(lambda: look(table, hand, "?at=5")) == before <= 8


def test_both_tricks_of_a_renege_are_marked(table: AtTable) -> None:
    tricks = lists("Ad Jd Tc, Jh 9h Qh, As Td 9s")
    hand = deal(table, full(kind=HandKind.PENALTY, offender=0, tricks=tricks))
    said = text_of(look(table, hand))
    assert "Ann: ten of clubs (the renege). Cleo wins trick 1" in said
    assert "Ann: ten of diamonds (this shows the renege)" in said
    assert "Ann reneged: the hand ends" in said


def test_a_claim_is_told(table: AtTable) -> None:
    hand = deal(table, full(tricks=lists("Ac As Tc, Ad Jd 9d, Jh 9h Qh"), claimed=2))
    assert "The rest of the tricks is claimed for Cleo" in text_of(look(table, hand))


@pytest.mark.parametrize(
    ("variant", "names"), [("two_handed", ("Ann", "Ben")), ("partnership", ("Ann", "Ben", "Cleo", "Dora"))]
)
def test_two_and_four_players_sit_there_without_a_dummy(variant: str, names: tuple[str, ...]) -> None:
    table = open_table(names, variant)
    rules = default_rules(variant)
    hands = (random_hand(Random(seed), 0, rules) for seed in range(50))
    done = (Outcome.UNFINISHED, Outcome.PASSED_OUT)
    record = next(it for it in hands if (result := judge_hand(it, 0, rules).result) and result.outcome not in done)
    places = look(table, deal(table, record)).context["replay"].places
    assert [place.name for place in places] == list(names)
    assert not any(place.is_dummy for place in places)


# Colours


def test_four_colours_are_kept_in_the_browser_without_an_account(table: AtTable) -> None:
    hand, client = deal(table, full()), Client()
    assert 'class="four-colours"' not in look(table, hand, client=client).content.decode()
    answer = look(table, hand, "?at=3&colours=four", client)
    assert (answer.status_code, answer["Location"]) == (303, f"{table.url('hand-detail', hand)}?at=3")
    assert client.cookies[COOKIE].value == "four"
    assert 'class="four-colours"' in look(table, hand, client=client).content.decode()
    assert look(table, hand, "?colours=two", client)["Location"] == table.url("hand-detail", hand)
    assert 'class="four-colours"' not in look(table, hand, client=client).content.decode()


def test_other_colours_are_chosen_at_the_moment_that_is_shown(table: AtTable) -> None:
    part = look(table, deal(table, full()), "?at=3", **HTMX).content.decode()
    assert 'href="?at=3&amp;colours=four#replay"' in part


@pytest.mark.parametrize("chosen", ["", "nonsense", "FOUR", "%F0%9F%83%8F"])
def test_other_colours_are_the_two(table: AtTable, chosen: str) -> None:
    hand = deal(table, full())
    assert look(table, hand, f"?colours={chosen}").status_code == 303
    assert table.client.cookies[COOKIE].value == ""


# Hindsight


def test_hindsight_waits_until_the_game_is_over(table: AtTable) -> None:
    hand = deal(table, full())
    for query in ("", "?review=1", "?at=20&review=1", "?review=true&at=3", "?review=1&review=1"):
        for headers in ({}, HTMX):
            said = text_of(look(table, hand, query, **headers))
            assert "indsight" not in said
            assert "all cards seen" not in said
            assert "makers:" not in said
    over(table)
    assert "With hindsight" in text_of(look(table, hand))
    assert "With all cards seen, the makers could take" not in text_of(look(table, hand))
    said = text_of(look(table, hand, "?review=1"))
    assert "With all cards seen, the makers could take" in said
    assert "makers: " in said


def test_a_game_that_is_opened_again_has_none(table: AtTable) -> None:
    hand = deal(table, full())
    over(table)
    assert look(table, hand, "?review=1").context["hindsight"]
    table.post("game-reopen", client_id=uuid4())
    assert read_log(Game.objects.get(pk=table.game.pk)).is_open
    assert look(table, hand, "?review=1").context["hindsight"] is None


def test_steps_keep_the_hindsight(table: AtTable) -> None:
    hand = deal(table, full())
    over(table)
    body = look(table, hand, "?at=3&review=1").content.decode()
    assert "?at=4&amp;review=1" in body
    assert 'href="?at=3#replay"' in body  # without it


def test_a_hand_with_unknown_cards_offers_none(table: AtTable) -> None:
    hand = deal(table, full(holdings=(), tricks=lists("Ac As Tc, Ad Jd 9d"), claimed=2))
    over(table)
    assert "indsight" not in text_of(look(table, hand, "?review=1"))
