"""Games as documents: whatever was played, another reader of them comes to the same cards, scores and dealers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.egn import (
    Document,
    format_document,
    game_documents,
    hand_documents,
    parse_document,
    replay_document,
)
from engine.egn.export import MOST_DEALS, can_be_said
from engine.events import Deal, Event, GameStart, Reseat, SetDealer, Substitute, Void
from engine.games import GameState, Line, fold_game
from engine.generate import random_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord
from engine.winning import Status
from tests.engine.builders import FOUR, THREE, A, B, C, D, made, make_rules, penalty
from tests.engine.deals import WHOLE, full
from tests.engine.egn_schema import breaches, published_schema
from tests.engine.strategies import house_rules, lawful_records, seatings

NAMES = ("Ann", "Ben", "Cleo", "Dora")


@dataclass
class Played:
    """A game that has been played: its log, and who sat where at each line."""

    start: GameStart
    events: list[Event] = field(default_factory=list)
    names: list[str] = field(default_factory=lambda: list(NAMES))
    came: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def rules(self) -> HouseRules:
        return self.start.rules

    @property
    def state(self) -> GameState:
        return fold_game(self.start, self.events)

    @property
    def seated(self) -> list[tuple[str, ...]]:
        """By starting seat, at each line."""
        seats = self.rules.game.seats
        found = []
        for place in range(len(self.state.lines)):
            names = list(NAMES[:seats])
            for after, seat, name in self.came:
                if after < place:
                    names[seat] = name
            found.append(tuple(names))
        return found

    @property
    def documents(self) -> tuple[Document, ...]:
        about = Document(self.rules, players=NAMES[: self.rules.game.seats], id="game-1", title="A night")
        return game_documents(self.start, self.events, about, self.seated)

    def deal(self, record: HandRecord) -> None:
        self.events.append(Deal(f"h{len(self.events)}", record, self.state.last_hand))

    def by_cards(self, chance: Random) -> HandRecord:
        """A lawful hand of those who sit there, by the cards; whoever deals now deals."""
        state = self.state
        record = random_hand(chance, state.order.index(state.dealer), self.rules)
        return record.reseated(state.order)


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Hands with cards and without, misdeals, penalties, claims, and all that happens between hands."""
    rules = draw(house_rules())
    seats = rules.game.seats
    game = Played(GameStart(rules, draw(st.integers(0, seats - 1))))
    chance = Random(draw(st.integers(0, 10**9)))
    for _ in range(draw(st.integers(1, 9))):
        if game.state.status != Status.OPEN:
            break
        _happen(draw, game, chance)
    return game


def _happen(draw: st.DrawFn, game: Played, chance: Random) -> None:
    last, seats = game.state.last_hand, range(game.rules.game.seats)
    match draw(
        st.sampled_from(("cards", "cards", "cards", "cards", "claim", "quick", "seats", "dealer", "sub", "void"))
    ):
        case "cards":
            record = game.by_cards(chance)
            if judged(game, record) is not None:  # a hand that stops is no hand of a game
                game.deal(record)
        case "claim":
            record = claimed(chance, game.by_cards(chance))
            if record is not None and judged(game, record) is not None:
                game.deal(record)
        case "quick":
            record = draw(lawful_records(game.rules))
            if judged(game, record) is not None:
                game.deal(record)
        case "seats":
            game.events.append(Reseat(draw(seatings(game.rules)), last))
        case "dealer":
            game.events.append(SetDealer(draw(st.sampled_from(seats)), last))
        case "sub":
            seat, name = draw(st.sampled_from(seats)), f"Sub {len(game.events)}"
            game.came.append((len(game.state.lines) - 1, seat, name))
            game.events.append(Substitute(seat, last))
        case "void" if last:
            game.events.append(Void(last))
            changed = [line for line in game.state.lines if line.counts and line.judgement.result is None]
            if changed:
                game.events.pop()


def judged(game: Played, record: HandRecord) -> object:
    """The result that the hand would have in this game; None for one that it takes not."""
    state = fold_game(game.start, [*game.events, Deal("x", record, game.state.last_hand)])
    return next(line for line in state.lines if line.id == "x").judgement.result


def claimed(chance: Random, record: HandRecord) -> HandRecord | None:
    """The same hand with the rest claimed after some tricks."""
    if record.kind != HandKind.PLAYED or record.cards is None or not record.cards.tricks:
        return None
    tricks = record.cards.tricks[: chance.randrange(len(record.cards.tricks))]
    return replace(record, cards=replace(record.cards, tricks=tricks), claimed=chance.randrange(2))


def sayable(state: GameState) -> list[tuple[int, Line]]:
    """The hands that the notation has words for, with their places among the lines."""
    return [(place, line) for place, line in enumerate(state.lines) if line.counts and can_be_said(line.record)]


def seats_of(document: Document, names: tuple[str, ...]) -> tuple[int, ...]:
    """Chair -> starting seat, by the names in both."""
    assert sorted(document.players) == sorted(names)
    return tuple(names.index(name) for name in document.players)


def by_chairs(record: HandRecord, order: tuple[int, ...]) -> HandRecord:
    return record.reseated(tuple(order.index(seat) for seat in range(len(order))))


@given(games())
def test_another_reader_comes_to_the_same_cards_scores_and_dealers(game: Played) -> None:
    state, seated = game.state, game.seated
    hands = iter(sayable(state))
    for document in game.documents:
        read = parse_document(format_document(document))
        assert read == document
        before = read.by_seat(read.initial_score)
        for number, (deal, answer) in enumerate(zip(read.deals, replay_document(read), strict=True)):
            place, line = next(hands)
            order = seats_of(read, seated[place])
            said, result = by_chairs(line.record, order), line.judgement.result
            assert (deal.record.cards, deal.record.upcard) == (said.cards, said.upcard)
            assert (deal.record.alone, deal.record.lone_defender) == (said.alone, said.lone_defender)
            assert (order[deal.dealer], deal.number) == (line.dealer, number)
            assert "problems" not in answer, answer
            assert result is not None
            assert (answer["maker"], answer["trump"]) == (
                None if result.maker is None else order.index(result.maker),
                result.trump,
            )
            if said.claimed is not None:  # it reads as unfinished, or is paid whoever gets the rest
                assert deal is read.deals[-1]
                assert read.final_score == () or answer["score"] == list(read.by_seat(read.final_score))
                continue
            before = tuple(line.scores[seat] for seat in order)
            assert answer["score"] == list(before)
            assert answer["next_dealer"] == (deal.dealer + 1) % len(order)
            won = state.winners if line is state.lines[-1] and state.status == Status.WON else frozenset()
            assert answer["game_winners"] == sorted(order.index(seat) for seat in won)
        if read.final_score:
            assert len(read.deals) == sum(line.counts for line in state.lines)
    left_out = [line for _place, line in hands]
    assert not left_out or any(line.record.kind == HandKind.PENALTY for line in state.lines)


@given(games())
def test_each_hand_is_a_document_of_its_own(game: Played) -> None:
    about = Document(game.rules, players=NAMES[: game.rules.game.seats])
    documents = hand_documents(game.start, game.events, about, game.seated)
    for place, line in enumerate(game.state.lines):
        document = documents.get(line.id)
        if not (line.counts and can_be_said(line.record)):
            assert document is None
        elif document is not None:
            (answer,) = replay_document(document)
            order = seats_of(document, game.seated[place])
            assert (answer["deal"], document.deals[0].number, order[document.deals[0].dealer]) == (0, 0, line.dealer)
            if line.record.claimed is None:
                assert answer["score"] == [line.scores[seat] for seat in order]
        else:
            assert any(other.record.kind == HandKind.PENALTY for other in game.state.lines)


@given(games())
def test_documents_satisfy_the_published_schema(game: Played) -> None:
    """But for scores of three numbers, for which it has no room."""
    schema = published_schema()
    for document in game.documents if schema else ():
        data = json.loads(format_document(document))
        found = breaches(data, schema or {})
        three = game.rules.game.seats == len(game.rules.game.sides) == 3
        allowed = {"$.metadata.initialScore: maxItems", "$.metadata.finalScore: maxItems"} if three else set()
        assert set(found) <= allowed
        if not document.initial_score:
            assert "$.metadata.initialScore: maxItems" not in found


def test_the_schema_refuses_what_it_has_to() -> None:
    """Otherwise the test above would prove nothing."""
    schema = published_schema()
    if schema is None:
        return
    good = json.loads(format_document(played(FOUR, by_cards=1).documents[0]))
    assert breaches(good, schema) == []
    for place, value in (
        ("version", "1.5"),
        ("deals", [{"dealNumber": 0}]),
        ("metadata", good["metadata"] | {"date": "2026-10-01"}),
        ("metadata", good["metadata"] | {"title": "x" * 129}),
        ("metadata", good["metadata"] | {"initialScore": [0, 0, 0]}),
        ("metadata", good["metadata"] | {"players": ["x" * 65]}),
    ):
        assert breaches(good | {place: value}, schema), (place, value)


# Where a game is cut


def played(variant: str, by_cards: int, **rules: Any) -> Played:
    """So many hands with cards, the game not won."""
    game = Played(GameStart(default_rules(variant).change(**rules), A))
    chance = Random(7)
    while len(game.events) < by_cards:
        record = game.by_cards(chance)
        state = fold_game(game.start, [*game.events, Deal("x", record, game.state.last_hand)])
        if state.status == Status.OPEN and state.lines[-1].judgement.result is not None:
            game.deal(record)
    return game


def test_a_substitute_begins_another_document_under_the_right_names() -> None:
    game = played(THREE, 2)
    game.came.append((1, B, "Dora"))
    game.events.append(Substitute(B, game.state.last_hand))
    game.deal(game.by_cards(Random(1)))
    first, second = game.documents
    assert (first.players, second.players) == (("Ann", "Ben", "Cleo"), ("Ann", "Dora", "Cleo"))
    assert (len(first.deals), len(second.deals)) == (2, 1)
    assert first.final_score == second.final_score == ()
    assert second.initial_score == game.state.lines[1].scores


def test_a_claimed_hand_ends_its_document() -> None:
    """Whoever reads it takes it for unfinished, and would count on with a wrong score."""
    game = Played(GameStart(make_rules(), A))
    game.deal(replace(full(WHOLE, tricks=WHOLE.tricks[:2]), claimed=C))
    assert game.state.scores == (0, 0, 1)
    game.deal(game.by_cards(Random(3)))
    first, second = game.documents
    assert [answer["outcome"] for answer in replay_document(first)] == ["unfinished"]
    assert (second.initial_score, first.final_score, second.final_score) == ((0, 0, 1), (), ())


def test_a_claim_that_changes_nothing_of_the_pay_is_still_no_whole_game() -> None:
    game = Played(GameStart(make_rules(), A))
    game.deal(replace(full(WHOLE, tricks=WHOLE.tricks[:4]), claimed=C))
    (only,) = game.documents
    assert only.final_score == ()


def test_a_set_dealer_and_a_voided_hand_cut_nothing() -> None:
    game = played(THREE, 3)
    game.events.append(SetDealer(B, game.state.last_hand))
    game.deal(game.by_cards(Random(5)))
    game.deal(made(A))
    game.events.append(Void(game.state.last_hand or ""))
    (only,) = game.documents
    assert (len(only.deals), only.deals[3].dealer, bool(only.final_score)) == (4, B, True)


def test_no_document_is_longer_than_the_schema_allows() -> None:
    game = Played(GameStart(make_rules(), A))
    for number in range(MOST_DEALS + 2):
        chair = number % 3
        passed = HandRecord(HandKind.PASSED_OUT, upcard="9h", cards=replace(WHOLE, calls=("Pass",) * 6, **NOTHING_ELSE))
        game.deal(passed.reseated((chair, (chair + 1) % 3, (chair + 2) % 3)))
    first, second = game.documents
    assert (len(first.deals), len(second.deals), second.deals[0].number) == (MOST_DEALS, 2, 0)
    assert first.final_score == second.final_score == ()


NOTHING_ELSE: dict[str, Any] = {"discard": None, "exchanges": (), "tricks": ()}


def test_what_older_versions_said_beside_is_not_written() -> None:
    game = Played(GameStart(make_rules(), A))
    game.deal(full(WHOLE, kitty=("Qs",), leader=B))
    (only,) = game.documents
    assert "kitty" not in format_document(only)
    assert "initialLead" not in format_document(only)


def test_a_lead_by_a_penalty_that_won_nothing_is_where_no_document_can_begin() -> None:
    """R33: the next scored hand decides; a reader would take the game for over."""
    rules = make_rules(finish="highest_play_on", revoke="offender_loses")
    game = Played(GameStart(rules, A, (10, 10, 0)))
    game.deal(penalty(C, B))
    assert (game.state.scores, game.state.status) == ((10, 8, 0), Status.OPEN)
    record = game.by_cards(Random(2))
    game.deal(record)
    assert can_be_said(record)
    assert game.documents == ()


def test_partners_who_were_parted_have_no_common_score_to_begin_with() -> None:
    game = Played(GameStart(default_rules(FOUR), A))
    game.deal(made(A, 3))
    game.events.append(Reseat((A, C, B, D), game.state.last_hand))
    record = game.by_cards(Random(2))
    game.deal(record)
    assert game.documents == ()


def test_a_hand_that_is_no_part_of_the_game_has_no_document() -> None:
    game = played(THREE, 1)
    hand = game.state.last_hand or ""
    about = Document(game.rules, players=NAMES[:3])
    assert list(hand_documents(game.start, game.events, about)) == [hand]
    game.events.append(Void(hand))
    assert hand_documents(game.start, game.events, about) == {}
