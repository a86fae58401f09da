"""A change of a game as a page shows it: hand by hand what would differ, and how the game would stand."""

from dataclasses import dataclass

from engine.games import Line
from league.bridge.words import hand_sentence, result_sentence, score_text
from league.services.log import GameLog
from league.services.preview import Preview
from league.sheets import short_names


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand in one of the two games: nothing is said of a hand that is not there or was undone."""

    number: str = ""
    sentence: str = ""
    scores: str = ""
    dealer: str = ""
    outside: bool = False


@dataclass(frozen=True, slots=True)
class HandChange:
    """A hand that would differ, before and after."""

    before: HandView
    after: HandView


@dataclass(frozen=True, slots=True)
class GameView:
    """How the game stands: its scores, its result in a sentence, who deals next."""

    scores: str
    result: str
    dealer: str


@dataclass(frozen=True, slots=True)
class PreviewView:
    """Everything that the page says of a change. `outside` are hands that would count no more."""

    names: list[str]
    hands: list[HandChange]
    before: GameView
    after: GameView
    outside: list[str]


def build_preview(preview: Preview) -> PreviewView:
    """A preview in words."""
    old, new = preview.log, preview.would_be
    before, after = _hands(old), _hands(new)
    order = [*after, *(hand for hand in before if hand not in after)]
    changed = [hand for hand in order if before.get(hand) != after.get(hand)]
    return PreviewView(
        names=[short_names(new)[seat] for seat in new.state.order],
        hands=[HandChange(before.get(hand, HandView()), after.get(hand, HandView())) for hand in changed],
        before=_game(old),
        after=_game(new),
        outside=[hand_sentence(line, short_names(old)) for line in preview.falls_outside],
    )


def _hands(log: GameLog) -> dict[str, HandView]:
    return {line.id: _hand(log, line, place) for place, line in enumerate(log.state.lines)}


def _hand(log: GameLog, line: Line, place: int) -> HandView:
    if line.void:
        return HandView()
    names = short_names(log, place)
    return HandView(
        number=str(line.number),
        sentence=hand_sentence(line, names),
        scores=_scores(log, line.scores),
        dealer=names[line.dealer],
        outside=line.outside,
    )


def _game(log: GameLog) -> GameView:
    names = short_names(log)
    return GameView(_scores(log, log.state.scores), result_sentence(log.state, names), names[log.state.dealer])


def _scores(log: GameLog, scores: tuple[int, ...]) -> str:
    return "–".join(score_text(scores[seat]) for seat in log.state.order)
