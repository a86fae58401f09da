"""The screen that enters a hand card by card: what was said, whose turn it is, and what can be touched."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.acts import Word
from engine.auction import PASS
from engine.cards import Card
from engine.entry import Asks, Entry, Revoke
from engine.entry_offers import claims_offered, makers_offered, offenders_offered, tricks_offered
from engine.games import Line
from engine.trump import left_bower
from league import picker
from league.bridge.card_words import card_name, card_short, card_sign, name_of
from league.bridge.words import SUITS, Names, hand_sentence, join_names, message_for
from league.picker import Choice, Pick


@dataclass(frozen=True, slots=True)
class Fallen:
    """A card of a trick on the screen; `place` is that of its act, by which it is mended."""

    who: str
    card: Card
    sign: str
    suit: str
    name: str
    place: int
    wins: bool
    wrong: bool
    shows: bool
    mending: bool


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was said, short on the screen ("Turned up: 9♥") and in whole words for who hears it."""

    short: str
    whole: str


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything that the screen shows beside the game."""

    asks: str
    prompt: str
    dealer: str
    eldest: str
    mending: int | None
    told: list[Told]
    trump: str
    mode: str
    rows: list[list[Pick]]
    calls: list[Choice]
    suits: list[Choice]
    rounds: list[Choice]
    makers: list[Choice]
    unseen: str
    loners: list[Choice]
    modes: list[Choice]
    tricks: list[list[Fallen]]
    claims: list[Choice]
    counts: list[Choice]
    offenders: list[Choice]
    revokes: list[str]
    suspects: list[Fallen]
    problems: list[str]
    result: str

    @property
    def goes_on(self) -> bool:
        """Whether something is still asked, even of a hand whose result is known already."""
        return bool(self.rows or self.calls or self.suits)


def build_screen(entry: Entry, names: Names, line: Line, mode: str = "", mending: int | None = None) -> Screen:
    """The screen of an entry. `line`: the hand as it would stand in the sheet; `mending`: the act to put right."""
    mode = picker.chosen_mode(entry, mode)
    fallen = _fallen(entry, names, mending)
    if mending is not None and not any(card.mending for trick in fallen for card in trick):
        mending = None
    return Screen(
        asks=entry.asks,
        prompt=_mend_prompt(entry, mending) if mending is not None else _prompt(entry, names, mode),
        dealer=names[entry.dealer],
        eldest=names[(entry.dealer + 1) % entry.rules.game.seats],
        mending=mending,
        told=list(_told(entry, names)),
        trump=str(entry.growing.trump or ""),
        mode=mode,
        rows=picker.mending_rows(entry, mending) if mending is not None else picker.rows(entry, mode),
        calls=picker.calls(entry),
        suits=picker.suits(entry),
        rounds=picker.rounds(entry),
        makers=[Choice(f"maker:{seat}", names[seat]) for seat in makers_offered(entry)],
        unseen=picker.UNSEEN.get(entry.asks, "") if mending is None and mode in ("", entry.asks) else "",
        loners=picker.loners(entry, names),
        modes=picker.modes(entry, mode),
        tricks=fallen,
        claims=[Choice(f"claim:{seat}", names[seat]) for seat in claims_offered(entry)],
        counts=[Choice(f"tricks:{count}", str(count)) for count in tricks_offered(entry)],
        offenders=[Choice(f"renege:{seat}", names[seat]) for seat in offenders_offered(entry)],
        revokes=[_revoke_text(revoke, entry, names) for revoke in entry.revokes],
        suspects=[card for trick in fallen for card in trick if card.wrong or card.shows],
        problems=_problems(entry, names),
        result=hand_sentence(line, names) if entry.is_finished else "",
    )


# What is asked


def _prompt(entry: Entry, names: Names, mode: str) -> str:
    name = names[entry.turn.seat] if entry.turn.seat is not None else ""
    maker = names[entry.maker] if entry.maker is not None else ""
    dealer = names[entry.dealer]
    if mode == Word.TAKE:
        return _("%(name)s took from the dummy") % {"name": maker}
    if mode == Word.LAY:
        count = len(entry.taken) - len(entry.laid)
        return _("%(name)s laid away: %(count)d more") % {"name": maker, "count": count}
    if mode == Word.DISCARD or entry.asks == Asks.DISCARD:
        return _("%(name)s took the card turned up and laid away") % {"name": dealer}
    match entry.asks:
        case Asks.UPCARD:
            return _("Card turned up?")
        case Asks.CALL:
            return _("%(name)s speaks") % {"name": name}
        case Asks.ROUND:
            return _("%(name)s made trump: in which round?") % {"name": maker}
        case Asks.TRUMP:
            return _("Which suit is trump?")
        case Asks.CARD:
            return (_("%(name)s leads") if entry.is_lead else _("%(name)s plays")) % {"name": name}
    return ""


def _mend_prompt(entry: Entry, place: int) -> str:
    card = entry.acts[place].partition(":")[2]
    return _("Instead of %(card)s?") % {"card": card_name(card, entry.growing.trump)}


# What was said


def _told(entry: Entry, names: Names) -> Iterator[Told]:
    """Everything before the tricks, in short sentences."""
    seats = entry.rules.game.seats
    if (upcard := entry.last(Word.UPCARD)) is not None:
        yield _with_cards(_("Turned up: %(card)s"), "card", [upcard], entry)
    for place, call in enumerate(entry.said.get(Word.CALL, [])):
        name = names[(entry.dealer + place + 1) % seats]
        yield _in_words(f"{name}: {_said(call)}")
    if entry.maker is not None and Word.CALL not in entry.said:
        yield _in_words(_("%(name)s made trump") % {"name": names[entry.maker]})
    if (discard := entry.last(Word.DISCARD)) is not None:
        yield _with_cards(_("Discarded: %(card)s"), "card", [discard], entry)
    if entry.taken:
        yield _with_cards(_("From the dummy: %(cards)s"), "cards", entry.taken, entry)
    if entry.laid:
        yield _with_cards(_("Laid away: %(cards)s"), "cards", entry.laid, entry)
    for seat in (entry.maker if entry.growing.alone else None, entry.growing.lone_defender):
        if seat is not None:
            yield _in_words(_("%(name)s alone") % {"name": names[seat]})


def _in_words(text: str) -> Told:
    return Told(text, text)


def _with_cards(text: str, key: str, cards: Sequence[Card], entry: Entry) -> Told:
    trump = entry.growing.trump
    whole = join_names([card_name(card, trump) for card in cards])
    return Told(text % {key: " ".join(map(card_short, cards))}, text % {key: whole})


def _said(call: str) -> str:
    if call in SUITS:
        return str(SUITS[call])
    return _("pass") if call == PASS else _("made it")


def _fallen(entry: Entry, names: Names, mending: int | None) -> list[list[Fallen]]:
    places = [place for place, act in enumerate(entry.acts) if act.startswith(f"{Word.CARD}:")]
    told = {problem.field for problem in entry.turn.problems} | {revoke.failed.field for revoke in entry.revokes}
    shown = {revoke.shown_by.field for revoke in entry.revokes if revoke.shown_by}
    tricks: list[list[Fallen]] = []
    for played, place in zip(entry.played, places, strict=False):
        if played.place == 0:
            tricks.append([])
        winner = entry.winners[played.trick] if played.trick < len(entry.winners) else None
        tricks[-1].append(
            Fallen(
                who=name_of(played.seat, names),
                card=played.card,
                sign=card_sign(played.card),
                suit=played.card[-1] if played.card[-1] in SUITS else "",
                name=card_name(played.card, entry.growing.trump),
                place=place,
                wins=winner is not None and winner == played.seat,
                wrong=played.field in told,
                shows=played.field in shown,
                mending=place == mending,
            )
        )
    return tricks


def _revoke_text(revoke: Revoke, entry: Entry, names: Names) -> str:
    """R19: both cards, the suit that was asked, and what the left bower has to do with it."""
    trump, failed, later = entry.growing.trump, revoke.failed, revoke.shown_by
    values = {
        "name": names[revoke.seat],
        "suit": SUITS[failed.led] if failed.led else "",
        "card": card_name(failed.card, trump),
        "trick": failed.trick + 1,
    }
    text = _("In trick %(trick)d, %(suit)s were led and %(name)s played: %(card)s.") % values
    if later is not None:
        values |= {"card": card_name(later.card, trump), "trick": later.trick + 1}
        text += " " + _("In trick %(trick)d, %(name)s played: %(card)s.") % values
    text += " " + _("Whoever holds a card of the suit led must play one.")
    if trump is not None and later is not None and left_bower(trump) == later.card:
        text += " " + _("The left bower is a trump, and no card of the suit printed on it.")
    return text


def _problems(entry: Entry, names: Names) -> list[str]:
    """What is wrong beside revokes, which have sentences of their own."""
    problems = entry.turn.problems or (entry.judgement.problems if entry.asks == Asks.NOTHING else ())
    return [message_for(problem, names) for problem in problems if problem.code not in ("revoke", "call_missing")]
