"""Hands that are entered card by card: kept act by act until they are recorded.

A draft is no fact. Whoever scores at the table goes on with it, on whatever phone; a touch on a screen that is older
than the draft changes nothing.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from engine.acts import WORDS, Word
from engine.entry import Entry, entry_of
from engine.entry_offers import accepts, mended
from engine.events import Correct, Deal
from engine.games import Line
from engine.seating import Seat, chairs_of
from engine.timeline import order_at
from league.models import CardDraft, Game, Recorder
from league.services.log import GameLog

MOST_ACTS = 60
"""More than any hand has: twelve calls, two of ten cards exchanged, twenty played."""

KEPT = timedelta(days=30)
"""What nobody went on with is forgotten then."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand in the making: what is kept of it (`row`, unsaved while nothing was said), and what it says so far.

    The entry speaks of chairs, clockwise as they sit; `order` has the starting seat of each. `line`: the recorded hand
    that the cards are added to; None of a new one.
    """

    log: GameLog
    row: CardDraft
    entry: Entry
    order: tuple[Seat, ...]
    line: Line | None = None

    @property
    def is_behind(self) -> bool:
        """Whether the game went on since: another hand was recorded, or another version of this one."""
        if self.line is None:
            return str(self.row.follows or "") != (self.log.state.last_hand or "")
        return self.row.version != self.log.hand_rows[self.line.id][-1].version

    @property
    def write_id(self) -> UUID:
        """The id of a correction: the same draft sent twice is one."""
        return uuid5(self.row.hand, f"{self.row.version} {' '.join(self.row.acts)}")

    @property
    def event(self) -> Deal | Correct:
        """What would be written."""
        hand, record = str(self.row.hand), self.entry.record.reseated(self.order)
        follows = str(self.row.follows) if self.row.follows else None
        return Deal(hand, record, follows) if self.line is None else Correct(hand, record)


def draft_of_new_hand(log: GameLog, begun: UUID | None = None) -> Draft:
    """The game's next hand, as far as it was entered card by card. One query.

    `begun` is its id if a screen began with it, and no hand was recorded by that since: two would be one.
    """
    last = log.state.last_hand
    kept = CardDraft.objects.filter(game=log.game, version=None).first()
    if kept is not None and str(kept.hand) in log.hand_rows:  # as it waited for an organiser, say
        kept = None
    hand = uuid4() if begun is None or is_recorded(log, begun) else begun
    row = kept or CardDraft(game=log.game, hand=hand, follows=UUID(last) if last else None, rev=0)
    order = log.state.order
    return Draft(log, row, Entry(tuple(row.acts), order.index(log.state.dealer), log.start.rules), order)


def draft_of(log: GameLog, hand: UUID) -> Draft | None:
    """A recorded hand with the cards that were added to it so far; None if there is no such hand. One query."""
    line = _line(log, hand)
    if line is None:
        return None
    version = log.hand_rows[line.id][-1].version or 1
    rules = log.start.rules
    order = order_at(log.events, rules.game.seats, line.id)
    chair_of = chairs_of(order)
    known = entry_of(line.record.reseated(chair_of), chair_of[line.dealer], rules)
    kept = CardDraft.objects.filter(game=log.game, hand=hand).select_related("recorder").first()
    row = kept or CardDraft(game=log.game, hand=hand, version=version, acts=list(known.acts), rev=0)
    return Draft(log, row, replace(known, acts=tuple(row.acts)), order, line)


def is_recorded(log: GameLog, hand: UUID) -> bool:
    """Whether a hand was recorded by this id, be it undone by now."""
    return any(row.client_id == hand for row in log.rows) or str(hand) in log.hand_rows


def is_there(log: GameLog, hand: UUID) -> bool:
    """Whether cards can be added to a hand."""
    return _line(log, hand) is not None


def was_shown(draft: Draft, hand: UUID, follows: UUID | None) -> bool:
    """Whether a screen showed this very draft; one that is only begun, behind the hand that is the last now."""
    if draft.line is None and not draft.row.pk and follows != draft.row.follows:
        return False
    return hand == draft.row.hand


def _line(log: GameLog, hand: UUID) -> Line | None:
    line = log.line(hand)
    return None if line is None or line.void else line


def say(draft: Draft, rev: int, act: str, by: Recorder) -> bool | None:
    """Say one thing more: whether that was stored; None if it can't be said now."""
    acts = draft.row.acts
    if draft.row.rev == rev + 1 and acts[-1:] == [act]:
        return True  # the same touch, sent again
    if draft.row.rev != rev:
        return False
    word, _, value = act.partition(":")
    if len(acts) >= MOST_ACTS or word not in WORDS or not accepts(draft.entry, Word(word), value):
        return None
    return _keep(draft, rev, [*acts, act], by)


def take_back(draft: Draft, rev: int, by: Recorder) -> bool:
    """Take back what was said last."""
    if draft.row.rev != rev:
        return False
    return not draft.row.acts or _keep(draft, rev, draft.row.acts[:-1], by)


def mend(draft: Draft, rev: int, place: int, card: str, by: Recorder) -> bool | None:
    """Another card in the place of one that was mistyped."""
    acts = list(draft.row.acts)
    if not 0 <= place < len(acts):
        return None
    word = acts[place].partition(":")[0]
    if acts[place] == f"{word}:{card}":
        return True
    if draft.row.rev != rev:
        return False
    if word not in MENDED or card not in mended(draft.entry, place):
        return None
    acts[place] = f"{word}:{card}"
    return _keep(draft, rev, acts, by)


MENDED = frozenset((Word.UPCARD, Word.DISCARD, Word.TAKE, Word.LAY, Word.CARD))
"""What is mended in its place; of calls everything behind them depends on them, so they are taken back."""


def throw_away(draft: Draft) -> bool:
    """Nothing of it is kept, unless another phone went on with it; of a recorded hand what was recorded stands."""
    return not draft.row.pk or bool(_at(draft, draft.row.rev).delete()[0])


def forget(draft: Draft) -> None:
    """The hand is recorded: nothing of the draft is kept."""
    CardDraft.objects.filter(game=draft.row.game, hand=draft.row.hand).delete()


def put_behind(draft: Draft, rev: int) -> bool:
    """Another hand was recorded meanwhile: this one was dealt behind it."""
    return bool(_at(draft, rev).update(follows=draft.log.state.last_hand, rev=F("rev") + 1))


def give_to(draft: Draft, rev: int, hand: UUID) -> bool:
    """The cards are those of a hand that is recorded already, in its figures; whether this draft was as it was shown.

    If another phone adds cards to that hand already, those stay, and this draft too.
    """
    version = draft.log.hand_rows[str(hand)][-1].version or 1
    try:
        with transaction.atomic():
            return bool(_at(draft, rev).update(hand=hand, version=version, rev=F("rev") + 1))
    except IntegrityError:
        return True


def _at(draft: Draft, rev: int) -> "QuerySet[CardDraft]":
    """The draft as it is kept, if nobody went on with it since."""
    return CardDraft.objects.filter(pk=draft.row.pk, rev=rev)


def forget_drafts(now: datetime) -> None:
    """What nobody went on with for a month."""
    CardDraft.objects.filter(changed_at__lt=now - KEPT).delete()


def line_of(draft: Draft) -> Line:
    """The hand as it would stand in the sheet, by chairs."""
    entry, line = draft.entry, draft.line
    scores = draft.log.state.scores if line is None else line.scores
    number = None if line is None else line.number
    return Line(str(draft.row.hand), number, 1, entry.dealer, entry.record, entry.judgement, scores)


def _keep(draft: Draft, rev: int, acts: list[str], by: Recorder) -> bool:
    """One statement, so that of two phones one is the next."""
    row = draft.row
    row.acts, row.recorder, row.changed_at = acts, by, timezone.now()
    if rev:
        changes = {"acts": acts, "rev": rev + 1, "recorder": by, "changed_at": row.changed_at}
        kept = bool(CardDraft.objects.filter(pk=row.pk, rev=rev).update(**changes))
        row.rev = rev + 1
        return kept
    row.rev = 1
    try:
        with transaction.atomic():
            if draft.line is None:
                _make_room(draft.log)
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _make_room(log: GameLog) -> None:
    """A draft whose hand was recorded since is that of a recorded hand, and not in the way of the next."""
    for old in CardDraft.objects.filter(game=log.game, version=None):
        if versions := log.hand_rows.get(str(old.hand)):
            CardDraft.objects.filter(pk=old.pk).update(version=versions[-1].version)


def draft_waits(game: Game) -> bool:
    """Whether a new hand of this game is half entered. One query."""
    return CardDraft.objects.filter(game=game, version=None).exists()
