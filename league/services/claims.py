"""Members who say which player they are, and organisers who confirm it."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import ClaimState, Club, Membership, Player, PlayerClaim, Recorder, User
from league.services.audit import note
from league.services.locks import lock_club
from league.services.recorders import label_recorders, names_changed


@transaction.atomic
def claim_player(club: Club, user: User, player: int) -> PlayerClaim:
    """Ask to be a player of the club. Asked again, the newest choice counts."""
    lock_club(club.pk)  # two who ask for one player, and two organisers who answer, go one after the other
    found = Player.objects.filter(club=club, merged_into=None, anonymised_at=None, pk=player).first()
    if found is None:
        raise ValidationError(_("Choose one of these players."), code="unknown")
    _check_both_are_free(club, user, found)
    return PlayerClaim.objects.update_or_create(
        club=club, user=user, state=ClaimState.ASKED, defaults={"player": found, "asked_at": timezone.now()}
    )[0]


@transaction.atomic
def settle_claim(claim: PlayerClaim, organiser: User, *, confirm: bool, by: Recorder | None = None) -> PlayerClaim:
    """Tie the player to the member's account, or refuse. The same answer twice is one; another one is too late."""
    lock_club(claim.club_id)
    found = PlayerClaim.objects.select_related("club", "user", "player__merged_into").filter(pk=claim.pk).first()
    if found is None:
        raise ValidationError(_("This player was forgotten, or the member has left."), code="gone")
    claim = found
    state = ClaimState.CONFIRMED if confirm else ClaimState.REFUSED
    if claim.state == state:
        return claim
    if claim.state != ClaimState.ASKED:
        raise ValidationError(_("Somebody has answered this already."), code="settled")
    if confirm:
        _tie(claim, organiser)
    claim.state, claim.settled_at, claim.settled_by = state, timezone.now(), organiser
    claim.save(update_fields=["state", "settled_at", "settled_by", "player"])
    if confirm:
        note(by, "player_confirmed", claim.player, {}, {"account": claim.user_id})
    else:
        note(by, "player_refused", claim.player, {}, {"account": claim.user_id})
    return claim


def waiting_claims(club: Club) -> QuerySet[PlayerClaim]:
    """What an organiser has to answer, oldest first; marked where anybody may have typed the member's address."""
    proven = EmailAddress.objects.filter(user=OuterRef("user"), email=OuterRef("user__email"), verified=True)
    unconfirmed = ~Exists(proven) if settings.MAIL_CONFIGURED else Value(False)
    claims = PlayerClaim.objects.filter(club=club, state=ClaimState.ASKED).annotate(unconfirmed=unconfirmed)
    return claims.select_related("user", "player").order_by("asked_at", "pk")


def drop_claims(club: Club, user: User) -> None:
    """Whoever is no member any more asks for nothing."""
    open_claims = PlayerClaim.objects.filter(club=club, user=user, state=ClaimState.ASKED)
    open_claims.update(state=ClaimState.REFUSED, settled_at=timezone.now())


def _tie(claim: PlayerClaim, organiser: User) -> None:
    """The player is the member's; who else asked for them is answered by that."""
    if not Membership.objects.filter(club=claim.club, user=claim.user).exists():
        raise ValidationError(_("%(name)s is no member any more.") % {"name": claim.user}, code="no_member")
    claim.player = claim.player.merged_into or claim.player
    _check_both_are_free(claim.club, claim.user, claim.player)
    claim.player.account = claim.user
    claim.player.save(update_fields=["account"])
    if label_recorders(claim.club):
        names_changed(claim.club)
    others = PlayerClaim.objects.filter(player=claim.player, state=ClaimState.ASKED).exclude(pk=claim.pk)
    others.update(state=ClaimState.REFUSED, settled_at=timezone.now(), settled_by=organiser)


def _check_both_are_free(club: Club, user: User, player: Player) -> None:
    if player.account_id is not None or player.merged_into_id is not None:
        message = _("%(player)s has an account already.") % {"player": player.shown}
        raise ValidationError(message, code="player_taken")
    own = Player.objects.filter(club=club, account=user, merged_into=None).first()
    if own is not None:
        message = _("%(name)s is %(player)s in this club already.") % {"name": user, "player": own.shown}
        raise ValidationError(message, code="has_player")
