"""A scorekeeper who deals, forgets, corrects, voids and restores, beside a plain list on paper."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from engine.events import Correct, Deal, Event, GameStart, Restore, Void
from engine.games import fold_game
from engine.records import HandRecord
from engine.winning import Status
from tests.engine.builders import make_rules
from tests.engine.plain_table import SEATS, plain_points

TARGET = 10
HANDS = st.builds(lambda maker, taken: (maker, taken), st.integers(0, 2), st.integers(0, 5))


class Scorebook(RuleBasedStateMachine):
    """`paper` is the order of play: a hand's name, who made it, the tricks, whether it is crossed out."""

    names = Bundle("names")

    @initialize(variant=st.sampled_from(sorted(SEATS)), dealer=st.integers(0, 1))
    def begin(self, variant: str, dealer: int) -> None:
        self.variant = variant
        self.start = GameStart(make_rules(variant, target=TARGET), dealer)
        self.log: list[Event] = []
        self.paper: list[tuple[str, int, int, bool]] = []

    def seat(self, maker: int) -> int:
        return maker % SEATS[self.variant]

    def place(self, name: str) -> int:
        return next(place for place, line in enumerate(self.paper) if line[0] == name)

    @rule(target=names, hand=HANDS)
    def deal_next(self, hand: tuple[int, int]) -> str:
        follows = fold_game(self.start, self.log).last_hand
        return self.enter(hand, follows, len(self.paper))

    @rule(target=names, hand=HANDS, name=names)
    def remember_a_forgotten_hand(self, hand: tuple[int, int], name: str) -> str:
        place = self.place(name) + 1
        while place < len(self.paper) and self.paper[place][3]:
            place += 1  # behind what was crossed out there
        return self.enter(hand, name, place)

    def enter(self, hand: tuple[int, int], follows: str | None, place: int) -> str:
        name, maker = f"hand {len(self.paper) + 1}", self.seat(hand[0])
        self.log.append(Deal(name, HandRecord(maker=maker, maker_tricks=hand[1]), follows))
        self.paper.insert(place, (name, maker, hand[1], False))
        return name

    @rule(name=names, hand=HANDS)
    def correct(self, name: str, hand: tuple[int, int]) -> None:
        maker = self.seat(hand[0])
        self.log.append(Correct(name, HandRecord(maker=maker, maker_tricks=hand[1])))
        place = self.place(name)
        self.paper[place] = (name, maker, hand[1], self.paper[place][3])

    @rule(name=names, crossed_out=st.booleans())
    def void_or_restore(self, name: str, crossed_out: bool) -> None:
        self.log.append(Void(name) if crossed_out else Restore(name))
        place = self.place(name)
        self.paper[place] = (*self.paper[place][:3], crossed_out)

    @invariant()
    def the_book_says_what_the_paper_says(self) -> None:
        if not hasattr(self, "paper"):
            return
        seats = SEATS[self.variant]
        scores, dealer, over = [0] * seats, self.start.first_dealer, False
        state = fold_game(self.start, self.log)
        assert state.problems == ()
        assert [line.id for line in state.lines] == [name for name, *_ in self.paper]
        for line, (_, maker, taken, crossed_out) in zip(state.lines, self.paper, strict=True):
            assert (line.void, line.outside) == (crossed_out, over and not crossed_out)
            if crossed_out or over:
                continue
            assert line.dealer == dealer
            dealer = (dealer + 1) % seats
            scores = [
                score + paid for score, paid in zip(scores, plain_points(self.variant, maker, taken), strict=True)
            ]
            assert line.scores == tuple(scores)
            over = max(scores) >= TARGET
        assert (state.scores, state.status == Status.WON) == (tuple(scores), over)
        best = {seat for seat, score in enumerate(scores) if over and score == max(scores)}
        assert state.winners == best


TestScorebook = Scorebook.TestCase
TestScorebook.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
