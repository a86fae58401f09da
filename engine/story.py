"""A hand as it was seen at the table: one moment after another (R6 to R21).

Nothing is judged here and nothing raises: whatever a record holds is told as far as it can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.auction import PASS, joker_up, printed_suit
from engine.cards import Card, is_partly_unknown
from engine.contract import is_seat, made_how, sitting_out
from engine.exchange import lay_out
from engine.full import fill_in, seats_at_play
from engine.holdings import UNKNOWN_HOLDING, settle, sort_cards, swap
from engine.house_rules import HouseRules
from engine.moments import Kind, Laid, Mark, Moment, Scene, Story, Trick
from engine.records import TRICKS, CardRecord, Exchange, HandKind, HandRecord
from engine.seating import Seat
from engine.tricks import Played, TrickReader
from engine.turns import must_discard


def tell(record: HandRecord, dealer: Seat, rules: HouseRules) -> Story | None:
    """The story of a hand; None where no cards were written down. Seats are chairs."""
    if record.cards is None:
        return None
    filled, _problems = fill_in(record, record.cards, dealer, rules)
    made = filled.maker is not None and is_seat(filled.maker, rules)
    teller = _Teller(filled if made else replace(filled, maker=None), record.cards, dealer, rules)
    return Story(filled, tuple(teller.moments()), tuple(teller.tricks))


@dataclass(slots=True)
class _Teller:
    """Goes through a hand once; `scene` is what lies there now."""

    record: HandRecord
    cards: CardRecord
    dealer: Seat
    rules: HouseRules
    scene: Scene = field(init=False)
    played: list[Played] = field(init=False, default_factory=list)
    tricks: list[Trick] = field(init=False, default_factory=list)

    def moments(self) -> Iterator[Moment]:
        """Everything, in the order of the rule page (R14)."""
        self._read_play()
        seats = self.rules.game.seats
        places = seats + self.rules.dummy
        self.scene = Scene(tuple(self._dealt(place) for place in range(places)), (0,) * seats, self.record.upcard)
        yield self._moment(Kind.DEAL, self.dealer)
        yield from self._auction()
        if self.record.maker is not None:
            yield from self._before_play(self.record.maker)
            yield from self._play()
            yield from self._end()
        yield self._moment(Kind.RESULT)

    def _moment(self, kind: Kind, seat: Seat | None = None, **said: object) -> Moment:
        trump = self.scene.trump
        shown = tuple(sort_cards(holding, trump) for holding in self.scene.holdings)
        return Moment(kind, replace(self.scene, holdings=shown), seat, **said)  # type: ignore[arg-type]  # its fields

    def _change(self, **changes: object) -> None:
        self.scene = replace(self.scene, **changes)  # type: ignore[arg-type]  # fields of a scene

    def _hold(self, holdings: dict[Seat, Sequence[Card]]) -> None:
        now = enumerate(self.scene.holdings)
        self._change(holdings=tuple(tuple(holdings.get(seat, holding)) for seat, holding in now))

    # What was played

    def _read_play(self) -> None:
        record, maker = self.record, self.record.maker
        if maker is None or record.kind not in (HandKind.PLAYED, HandKind.PENALTY):
            return
        leader, playing = seats_at_play(self.dealer, maker, record.alone, record.lone_defender, self.rules)
        layout = lay_out(record, self.cards, self.dealer, self.rules)
        reader = TrickReader(layout, leader, playing, record.trump, growing=True)
        winners = reader.read(self.cards.tricks)
        self.played = reader.played
        marks = _marks(reader)
        for number, trick in enumerate(self.cards.tricks[:TRICKS]):
            laid = [Laid(it.seat, it.card, marks.get((number, it.place))) for it in self.played if it.trick == number]
            if trick:
                self.tricks.append(Trick(tuple(laid), winners[number] if number < len(winners) else None))

    def _plays_of(self, seat: Seat) -> list[Card]:
        return [played.card for played in self.played if played.seat == seat]

    # Before the play

    def _dealt(self, place: Seat) -> tuple[Card, ...]:
        """The holding that was written down; of who neither picks up nor exchanges also what they played of it."""
        holdings = self.cards.holdings
        if place < len(holdings) and holdings[place]:
            return holdings[place]
        known = None if self._may_change(place) else settle(UNKNOWN_HOLDING, self._plays_of(place), self.rules.pack)
        return tuple(known or UNKNOWN_HOLDING)

    def _may_change(self, place: Seat) -> bool:
        picks_up = place == self.dealer and (self.record.round in (None, 1))
        return picks_up or (place == self.record.maker and self._uses_dummy)

    @property
    def _uses_dummy(self) -> bool:
        return self.rules.dummy and not self.record.alone

    def _auction(self) -> Iterator[Moment]:
        seats, joker = self.rules.game.seats, joker_up(self.record.upcard, self.rules)
        for place, call in enumerate(self.cards.calls or ()):
            seat = (self.dealer + place + (0 if joker else 1)) % seats
            made, last = call != PASS and seat == self.record.maker, call == PASS and place == seats - 1
            if last:
                self._change(turned_down=True)
            if made:
                yield self._call(Kind.CALL, seat, call)
            else:
                yield self._moment(Kind.CALL, seat, call=call, turns_down=last)
        if self.cards.calls is None and self.record.maker is not None:
            self._change(turned_down=self.record.round not in (None, 1))
            yield self._call(Kind.MADE, self.record.maker, "")

    def _call(self, kind: Kind, seat: Seat, call: str) -> Moment:
        """The call that made trump."""
        record = self.record
        trump = record.trump or (printed_suit(record.upcard, self.rules) if record.round == 1 else None)
        self._change(maker=seat, trump=trump)
        return self._moment(kind, seat, call=call, how=made_how(record, self.dealer, self.rules))

    def _before_play(self, maker: Seat) -> Iterator[Moment]:
        record = self.record
        yield from self._pick_up()
        if record.alone:
            self._change(alone=frozenset({maker}), resting=sitting_out(replace(record, lone_defender=None), self.rules))
            yield self._moment(Kind.ALONE, maker)
        elif self.rules.dummy and any(move.cards for move in self.cards.exchanges):
            yield self._exchange(maker, self.cards.exchanges)
        elif self._kept_own(maker):
            self._change(aside=True)
            yield self._moment(Kind.EXCHANGE, maker)
        if record.lone_defender is not None:
            self._change(alone=self.scene.alone | {record.lone_defender}, resting=sitting_out(record, self.rules))
            yield self._moment(Kind.DEFEND_ALONE, record.lone_defender)

    def _pick_up(self) -> Iterator[Moment]:
        discard, upcard, dealer = self.cards.discard, self.record.upcard, self.dealer
        if discard is None and not must_discard(self.record, dealer, self.rules):
            return
        self._change(upcard=None)
        shown = (upcard,) if upcard else ()
        if discard is not None and discard == upcard and not is_partly_unknown(discard):
            yield self._moment(Kind.LEAVE, dealer, laid=shown)
            return
        six = swap(self.scene.holdings[dealer], shown, [discard] if discard else None, self.rules.pack)
        self._hold({dealer: six})
        yield self._moment(Kind.PICK_UP, dealer, cards=(discard,) if discard else (), laid=shown)

    def _kept_own(self, maker: Seat) -> bool:
        """Whether a maker with a dummy played exactly what was dealt and picked up."""
        return self.rules.dummy and sorted(self.scene.holdings[maker]) == sorted(self._plays_of(maker))

    def _exchange(self, maker: Seat, exchanges: Sequence[Exchange]) -> Moment:
        dummy, pack, now = self.rules.game.seats, self.rules.pack, self.scene.holdings
        taken = tuple(card for move in exchanges if move.receiver == maker for card in move.cards)
        laid = tuple(card for move in exchanges if move.sender == maker for card in move.cards)
        self._hold({maker: swap(now[maker], taken, laid, pack), dummy: swap(now[dummy], laid, taken, pack)})
        self._change(aside=True)
        return self._moment(Kind.EXCHANGE, maker, cards=taken, laid=laid)

    # The play

    def _play(self) -> Iterator[Moment]:
        if self.tricks:
            untold = self._uses_dummy and not self.scene.aside
            self._change(upcard=None, turned_down=False, aside=True)
            self._hold({seat: self._at_play(seat) for seat in range(self.rules.game.seats)})
            if untold:
                self._hold({self.rules.game.seats: UNKNOWN_HOLDING})  # nobody knows which five lie there
        for number, trick in enumerate(self.tricks):
            for place, laid in enumerate(trick.cards):
                self._lay(trick, place)
                yield self._moment(Kind.PLAY, laid.seat, cards=(laid.card,), trick=number, place=place, mark=laid.mark)

    def _at_play(self, seat: Seat) -> Sequence[Card]:
        """What somebody holds when the first card is led, with what they play of it later."""
        now, plays = self.scene.holdings[seat], self._plays_of(seat)
        own = self._uses_dummy and not self.cards.exchanges and seat == self.record.maker
        untold = own and len(plays) < TRICKS  # any five of the ten
        settled = None if untold else settle(now, plays, self.rules.pack)
        return settled or settle(UNKNOWN_HOLDING, plays, self.rules.pack) or UNKNOWN_HOLDING

    def _lay(self, trick: Trick, place: int) -> None:
        laid, last = trick.cards[place], place + 1 == len(trick.cards)
        if laid.seat is not None:
            held = list(self.scene.holdings[laid.seat])
            if laid.card in held:
                held.remove(laid.card)
            self._hold({laid.seat: held})
        winner = trick.winner if last else None
        taken = tuple(count + (seat == winner) for seat, count in enumerate(self.scene.taken))
        self._change(trick=trick.cards[: place + 1], winner=winner, taken=taken)

    def _end(self) -> Iterator[Moment]:
        record, told = self.record, sum(trick.winner is not None for trick in self.tricks)
        if record.kind == HandKind.PENALTY:
            yield self._moment(Kind.RENEGE, record.offender)
        elif record.claimed is not None:
            yield self._moment(Kind.CLAIM, record.claimed)
        elif told < TRICKS and len(self.tricks) < TRICKS:
            yield self._moment(Kind.UNTOLD)


def _marks(reader: TrickReader) -> dict[tuple[int, int], Mark]:
    """Revokes, and the first card of each that shows it."""
    marks: dict[tuple[int, int], Mark] = {}
    for revoke in reader.revokes():
        marks[revoke.trick, revoke.place] = Mark.REVOKE
        if shown := reader.shown_by(revoke):
            marks.setdefault((shown.trick, shown.place), Mark.SHOWN)
    return marks
