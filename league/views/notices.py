"""What the table screen says of a write: its status, its words, and what can be done next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from uuid import uuid4

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.bridge.words import hand_sentence, message_for, result_sentence
from league.models import WhyHeld
from league.services.answers import Answer, Written
from league.sheets import short_names
from league.views.answers import kept_pairs

type Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell the scorer. `data` are the fields that a button under it sends."""

    kind: str
    text: str
    details: Sequence[str] = ()
    data: Pairs = field(default_factory=tuple)


STATUS: Mapping[Answer, HTTPStatus] = MappingProxyType(
    {
        Answer.STORED: HTTPStatus.OK,
        Answer.REPEATED: HTTPStatus.OK,
        Answer.ALIASED: HTTPStatus.OK,
        Answer.UNCHANGED: HTTPStatus.OK,
        Answer.CONFIRM: HTTPStatus.OK,
        Answer.CONFLICT: HTTPStatus.CONFLICT,
        Answer.REUSED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Answer.REFUSED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Answer.HELD: HTTPStatus.ACCEPTED,
        Answer.FULL: HTTPStatus.CONFLICT,
    }
)


WHY_HELD: Mapping[str, Promise] = MappingProxyType(
    {
        WhyHeld.NIGHT_CLOSED: gettext_lazy("The night is closed."),
        WhyHeld.SEASON_CLOSED: gettext_lazy("The season is closed until an organiser opens it again."),
        WhyHeld.CLUB_CLOSED: gettext_lazy("The club is closed at the moment."),
        WhyHeld.CLUB_SUSPENDED: gettext_lazy("The club is closed at the moment."),
        WhyHeld.GAME_CONFIRMED: gettext_lazy("Another player has confirmed this game."),
        WhyHeld.NIGHT_OVER: gettext_lazy("The night of this game is over."),
        WhyHeld.LINK_EXPIRED: gettext_lazy("This table’s card works no more."),
        WhyHeld.LINK_OVER: gettext_lazy("The night of this game is over."),
    }
)
"""Why a write waits, said to who sent it."""


def not_recorded() -> str:
    """Above everything that is wrong with what was sent."""
    return _("Not recorded. Put this right and send it again:")


def notice_for(written: Written, sent: QueryDict) -> Notice:
    """The words for an answer."""
    return _NOTICES[written.answer](written, sent)


def _stored(written: Written, sent: QueryDict) -> Notice:
    if written.line is None:
        return Notice("saved", _("Saved."))
    if written.line.void:
        return Notice("saved", _("Undone: %(hand)s") % {"hand": _sentence(written)})
    return Notice("saved", _sentence(written))


def _repeated(written: Written, sent: QueryDict) -> Notice:
    if written.line is None:
        return _unchanged(written, sent)
    if written.line.void:
        return Notice("saved", _("This was recorded, and undone since: %(hand)s") % {"hand": _sentence(written)})
    return Notice("saved", _("Recorded already: %(hand)s") % {"hand": _sentence(written)})


def _unchanged(written: Written, sent: QueryDict) -> Notice:
    return Notice("saved", _("That is done already."))


def _aliased(written: Written, sent: QueryDict) -> Notice:
    text = _("%(who)s has hand %(number)s already, with the same figures: %(hand)s") % _theirs(written)
    return Notice("duplicate", text, data=_again(written, sent))


def _conflict(written: Written, sent: QueryDict) -> Notice:
    if not _is_new_hand(written):  # a correction, or the undoing of a hand that was corrected meanwhile
        return Notice("conflict", _("%(who)s changed hand %(number)s meanwhile: %(hand)s") % _theirs(written))
    yours = _would_be(written)
    details = [_("Yours: %(hand)s") % {"hand": yours}] if yours else []
    if written.line is None:
        text = _("The last hand was undone meanwhile. Look at the score, then record yours again.")
        return Notice("conflict", text, details, _again(written, sent))
    text = _("%(who)s recorded hand %(number)s meanwhile: %(hand)s") % _theirs(written)
    return Notice("conflict", text, details, _again(written, sent))


def _confirm(written: Written, sent: QueryDict) -> Notice:
    log = written.would_be or written.log
    text = _("This hand ends the game: %(result)s") % {"result": result_sentence(log.state, short_names(log))}
    return Notice("confirm", text, [_would_be(written)], (*kept_pairs(sent), ("confirm", "1")))


def _reused(written: Written, sent: QueryDict) -> Notice:
    text = _("This form was sent before with another hand. Nothing new was stored: check the score and enter it again.")
    return Notice("error", text)


def _refused(written: Written, sent: QueryDict) -> Notice:
    names = short_names(written.log)
    return Notice("error", not_recorded(), [message_for(problem, names) for problem in written.problems])


def _held(written: Written, sent: QueryDict) -> Notice:
    return Notice("held", f"{WHY_HELD[written.why]} {_kept()}")


def _kept() -> str:
    return _("What you sent is kept for an organiser to decide; nothing is lost.")


def _full(written: Written, sent: QueryDict) -> Notice:
    text = _("Much waits already that came by this table’s card. This was not kept.")
    return Notice("error", text, [_("Write it on paper and tell an organiser.")])


_NOTICES: Mapping[Answer, Callable[[Written, QueryDict], Notice]] = MappingProxyType(
    {
        Answer.STORED: _stored,
        Answer.REPEATED: _repeated,
        Answer.ALIASED: _aliased,
        Answer.UNCHANGED: _unchanged,
        Answer.CONFIRM: _confirm,
        Answer.CONFLICT: _conflict,
        Answer.REUSED: _reused,
        Answer.REFUSED: _refused,
        Answer.HELD: _held,
        Answer.FULL: _full,
    }
)


def _sentence(written: Written) -> str:
    return hand_sentence(written.line, short_names(written.log)) if written.line else ""


def _is_new_hand(written: Written) -> bool:
    """Whether what was sent is a hand, and not a change of one."""
    row = written.would_be.rows[-1] if written.would_be else None
    return row is not None and row.kind == "hand" and row.version == 1


def _would_be(written: Written) -> str:
    """The hand that was sent, in a sentence, as if it stood in the sheet; empty if nobody can read it."""
    if written.would_be is None:
        return ""
    line = written.would_be.line(written.would_be.rows[-1].hand)
    return hand_sentence(line, short_names(written.log)) if line and line.judgement.result else ""


def _theirs(written: Written) -> dict[str, object]:
    line = written.line
    recorder = written.log.hand_rows[line.id][-1].recorder.at_table if line else ""
    number = line.number if line else None
    return {"who": recorder, "number": number or "", "hand": _sentence(written)}


def _again(written: Written, sent: QueryDict) -> Pairs:
    """The same hand as a new write, behind the newest: it may be a real one, and is asked about if it ends the game."""
    kept = kept_pairs(sent, but=("client_id", "follows", "confirm"))
    return [*kept, ("client_id", str(uuid4())), ("follows", written.log.state.last_hand or "")]
