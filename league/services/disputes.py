"""What a member disputes, and how an organiser settles it. The game itself is changed by the one door alone."""

from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, Dispute, DisputeState, Game, Recorder, Remark
from league.services.audit import note
from league.services.locks import lock_game

DISPUTED = "game_disputed"
SETTLED = "dispute_settled"
MOST_OPEN = 20
"""So many open disputes of one account in a club: more are noise, not doubt."""
COUNTED_FOR = timedelta(days=1)
"""So long one that was taken back counts with them."""


def open_disputes(club: Club) -> "QuerySet[Dispute]":
    """What waits for an organiser, the oldest first."""
    return Dispute.objects.filter(game__club=club, state=DisputeState.OPEN).order_by("at", "pk")


def dispute(game_id: UUID, hand: UUID | None, by: Recorder, words: str) -> Dispute:
    """Say what is wrong with a hand, or with the game. Said again while it waits, the newer words stand beside.

    Raises Game.DoesNotExist, and ValidationError for a hand that the game has not, and for too much at once.
    """
    with transaction.atomic():
        game = lock_game(game_id, club=by.club_id)
        if hand is not None and not game.lines.filter(hand=hand).exists():
            raise ValidationError(_("This game has no such hand."), code="no_hand")
        of_club = Dispute.objects.filter(game__club=game.club)
        mine = of_club.filter(recorder__account=by.account_id, recorder__account__isnull=False)
        if mine.filter(game=game, hand=hand, state=DisputeState.OPEN).exists():
            raise ValidationError(_("You have disputed this already. An organiser will look at it."), code="again")
        taken_back = Q(state=DisputeState.WITHDRAWN, settled_at__gt=timezone.now() - COUNTED_FOR)
        if mine.filter(Q(state=DisputeState.OPEN) | taken_back).count() >= MOST_OPEN:
            message = _("You have disputed %(count)s things already. Wait until an organiser has looked at them.")
            raise ValidationError(message % {"count": MOST_OPEN}, code="too_many")
        at = timezone.now()
        said = Remark.objects.create(game=game, recorder=by, text=words, at=at)
        made = Dispute.objects.create(game=game, hand=hand, recorder=by, said=said, at=at)
        note(by, DISPUTED, game, None, {"dispute": made.pk}, at)
        return made


def settle(dispute_id: int, by: Recorder, state: str, words: str = "") -> Dispute:
    """An organiser's answer, or the member who takes it back. Settled twice, the first answer stays."""
    with transaction.atomic():
        locked = Dispute.objects.select_for_update(no_key=True, of=("self",)).select_related("game")
        found = locked.get(pk=dispute_id, game__club=by.club_id)
        if found.state != DisputeState.OPEN:
            return found
        at = timezone.now()
        if words:
            found.answer = Remark.objects.create(game=found.game, recorder=by, text=words, at=at)
        found.state, found.settled_at, found.settled_by = DisputeState(state), at, by
        found.save(update_fields=["state", "settled_at", "settled_by", "answer"])
        before, after = {"dispute_state": DisputeState.OPEN}, {"dispute_state": state, "dispute": found.pk}
        note(by, SETTLED, found.game, before, after, at)
        return found


def disputes_of(game: Game) -> "QuerySet[Dispute]":
    """All of a game, the newest first, with who said and who answered."""
    return game.disputes.select_related("recorder", "said", "settled_by", "answer").order_by("-at", "-pk")
