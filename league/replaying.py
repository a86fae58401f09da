"""A hand to look at again, ready to show: its moments as sentences, and the table as it was in one of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.cards import JOKER, UNKNOWN, Card, Suit, is_partly_unknown
from engine.games import Line
from engine.house_rules import HouseRules
from engine.moments import Kind, Scene, Story, Trick
from engine.records import HandRecord
from engine.seating import Seat, chairs_of
from engine.story import tell
from engine.timeline import order_at
from league.bridge.card_words import MARKS, card_name, card_sign, moment_text, name_of, trump_text
from league.bridge.words import hand_sentence
from league.services.log import GameLog
from league.sheets import short_names


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: the sign and suit that are printed on it, and its name. `kind`: face, back or joker."""

    kind: str
    sign: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class LaidView:
    """A card of a trick; `place`: whose side of the table it lies at, empty where nobody can tell."""

    place: str
    name: str
    card: CardView
    wins: bool
    leads: bool
    mark: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One side of the table. `place`: its number, clockwise; `name` is empty for the dummy."""

    place: str
    name: str
    cards: tuple[CardView, ...]
    taken: int
    deals: bool
    makes: bool
    alone: bool
    rests: bool
    is_dummy: bool
    aside: bool


@dataclass(frozen=True, slots=True)
class Note:
    """What hindsight says of a moment: what the makers could come to behind it, and what it gave away."""

    makers: str
    cost: str = ""
    better: str = ""


NO_NOTES: Mapping[int, Note] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """A moment in the list. `trick`: the number of the one that begins with it, or None."""

    number: int
    text: str
    trick: int | None
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class TrickView:
    """A row of the table of tricks: a cell for each player, None for who sat out."""

    number: int
    cells: tuple[LaidView | None, ...]
    winner: str
    stray: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand with cards, at one of its moments."""

    at: int
    steps: tuple[Step, ...]
    places: tuple[PlaceView, ...]
    trick: tuple[LaidView, ...]
    upcard: CardView | None
    trump: str
    trump_name: str
    trick_number: int | None
    names: tuple[str, ...]
    tricks: tuple[TrickView, ...]

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.steps) - 1

    @property
    def now(self) -> Step:
        """The moment that is shown."""
        return self.steps[self.at]

    @property
    def back(self) -> int:
        """The moment before, or the first again."""
        return max(self.at - 1, 0)

    @property
    def forward(self) -> int:
        """The moment after, or the last again."""
        return min(self.at + 1, self.last)

    @property
    def before_play(self) -> tuple[Step, ...]:
        """What is told above the tricks on paper."""
        first = next((step.number for step in self.steps if step.trick is not None), self.last)
        return self.steps[:first]


@dataclass(frozen=True, slots=True)
class Chairs:
    """A hand by chairs, as the rules ask for it. `names`: by chair; `result`: the hand in a sentence."""

    record: HandRecord
    story: Story
    dealer: Seat
    rules: HouseRules
    names: tuple[str, ...]
    result: str

    @property
    def every_card_is_known(self) -> bool:
        """Whether everybody who plays shows all that they hold when the first card is led."""
        first = next((moment for moment in self.story.moments if moment.kind == Kind.PLAY), None)
        if first is None:
            return False
        players = [seat for seat in range(self.rules.game.seats) if seat not in first.scene.resting]
        shown = [card for seat in players for card in first.scene.holdings[seat]]
        return not any(is_partly_unknown(card) for card in (*shown, *first.cards))


def seat_hand(log: GameLog, line: Line, place: int) -> Chairs | None:
    """A line's hand as its players sat then; None where no cards were written down. `place`: that of the line."""
    rules, called = log.start.rules, short_names(log, place)
    order = order_at(log.events, rules.game.seats, line.id)
    chair_of = chairs_of(order)
    dealer = chair_of[line.dealer]
    record = line.record.reseated(chair_of)
    story = tell(record, dealer, rules)
    if story is None:
        return None
    return Chairs(record, story, dealer, rules, tuple(called[seat] for seat in order), hand_sentence(line, called))


def build_replay(chairs: Chairs, at: int, notes: Mapping[int, Note] = NO_NOTES) -> Replay:
    """The hand at its moment of this number, or the last; `notes`: what hindsight says, by moment."""
    moments = chairs.story.moments
    at = min(at, len(moments) - 1)
    moment, scene = moments[at], moments[at].scene
    whole = moments[-1].scene.trump
    return Replay(
        at=at,
        steps=tuple(_steps(chairs, notes)),
        places=tuple(_places(chairs, scene)),
        trick=tuple(_laid(Trick(scene.trick, scene.winner), chairs, scene.trump)),
        upcard=_upcard(scene),
        trump=str(scene.trump or ""),
        trump_name=trump_text(scene.trump),
        trick_number=moment.trick + 1 if moment.kind == Kind.PLAY else None,
        names=chairs.names,
        tricks=tuple(_trick(number, trick, chairs, whole) for number, trick in enumerate(chairs.story.tricks, 1)),
    )


def card_view(card: Card, trump: Suit | None = None) -> CardView:
    """A card as it is drawn; one of which nothing is known shows its back."""
    name, suit = card_name(card, trump), card[-1:]
    if card == JOKER:
        return CardView("joker", "", "", name)
    known = suit in tuple(Suit)
    if not known and card[:1] in ("", UNKNOWN):
        return CardView("back", "", "", name)
    return CardView("face", card_sign(card), suit if known else "", name)


def _steps(chairs: Chairs, notes: Mapping[int, Note]) -> Iterator[Step]:
    for number, moment in enumerate(chairs.story.moments):
        begins = moment.kind == Kind.PLAY and moment.place == 0
        text = moment_text(moment, chairs.names, chairs.result)
        yield Step(number, text, moment.trick + 1 if begins else None, notes.get(number))


def _places(chairs: Chairs, scene: Scene) -> Iterator[PlaceView]:
    for place, holding in enumerate(scene.holdings):
        dummy = place == chairs.rules.game.seats
        yield PlaceView(
            place=str(place),
            name="" if dummy else chairs.names[place],
            cards=tuple(card_view(card, scene.trump) for card in holding),
            taken=0 if dummy else scene.taken[place],
            deals=place == chairs.dealer,
            makes=place == scene.maker,
            alone=place in scene.alone,
            rests=place in scene.resting,
            is_dummy=dummy,
            aside=dummy and scene.aside,
        )


def _upcard(scene: Scene) -> CardView | None:
    if scene.upcard is None:
        return None
    card = card_view(scene.upcard, scene.trump)
    return CardView("back", "", "", card.name) if scene.turned_down else card


def _laid(trick: Trick, chairs: Chairs, trump: Suit | None) -> Iterator[LaidView]:
    for number, laid in enumerate(trick.cards):
        yield LaidView(
            place="" if laid.seat is None else str(laid.seat),
            name=name_of(laid.seat, chairs.names),
            card=card_view(laid.card, trump),
            wins=trick.winner is not None and laid.seat == trick.winner,
            leads=number == 0,
            mark=str(MARKS[laid.mark]) if laid.mark else "",
        )


def _trick(number: int, trick: Trick, chairs: Chairs, trump: Suit | None) -> TrickView:
    views = list(_laid(trick, chairs, trump))
    by_place = {view.place: view for view in views if view.place}
    return TrickView(
        number=number,
        cells=tuple(by_place.get(str(chair)) for chair in range(chairs.rules.game.seats)),
        winner="" if trick.winner is None else chairs.names[trick.winner],
        stray=tuple(view.card for view in views if not view.place),
    )
