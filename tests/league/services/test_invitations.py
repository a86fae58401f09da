"""Invitations: who gets in by a link, as what, how often; and which player a member is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.log_words import log_lines
from league.models import (
    AuditEntry,
    ClaimState,
    Club,
    ClubState,
    Invitation,
    Membership,
    Player,
    PlayerClaim,
    Role,
    User,
)
from league.models.invitations import MOST_USES, TOKEN_LENGTH, make_token
from league.services.claims import claim_player, settle_claim, waiting_claims
from league.services.clubs import remove_member
from league.services.invitations import (
    MOST_OPEN,
    accept_invitation,
    find_entry,
    make_invitation,
    revoke_invitation,
)
from league.services.merging import merge_players
from league.services.players import add_players
from tests import factories
from tests.factories import make_founded_club, make_member, make_user

pytestmark = pytest.mark.django_db


def in_days(days: float) -> Any:
    return timezone.now() + timedelta(days=days)


def role_of(club: Club, user: User) -> str | None:
    return Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()


def refusal(act: Any, *args: Any, **named: Any) -> str:
    """The code with which it is refused."""
    with pytest.raises(ValidationError) as caught:
        act(*args, **named)
    found = caught.value.error_dict if hasattr(caught.value, "error_dict") else {"": [caught.value]}
    return str(next(iter(found.values()))[0].code)


# Making


def test_tokens_are_128_random_bits() -> None:
    tokens = {make_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {TOKEN_LENGTH}


@pytest.mark.parametrize("role", [Role.OWNER, "king", "", "OWNER"])
def test_nobody_is_invited_to_own_or_to_nonsense(club: Club, role: str) -> None:
    assert refusal(make_invitation, club, make_user(), role, in_days(1)) == "role"


def test_database_refuses_owners_and_too_many_uses(club: Club) -> None:
    for fields in ({"role": Role.OWNER}, {"most_uses": 1, "uses": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            factories.make_invitation(club, **fields)  # type: ignore[arg-type]  # whatever is wrong


@pytest.mark.parametrize("uses", [-1, 0, MOST_USES + 1])
def test_uses_that_are_none(club: Club, uses: int) -> None:
    assert refusal(make_invitation, club, make_user(), Role.PLAYER, in_days(1), uses) == "uses"


def test_a_day_that_is_past(club: Club) -> None:
    assert refusal(make_invitation, club, make_user(), Role.PLAYER, in_days(-0.01)) == "past"


def test_so_many_may_be_open(club: Club) -> None:
    for _ in range(MOST_OPEN):
        invitation = factories.make_invitation(club)
    assert refusal(make_invitation, club, make_user(), Role.PLAYER, in_days(1)) == "many"
    revoke_invitation(invitation)
    make_invitation(club, make_user(), Role.PLAYER, in_days(1))


def test_it_never_says_its_token(club: Club) -> None:
    invitation = factories.make_invitation(club)
    assert invitation.token not in f"{invitation} {invitation!r}"


# Accepting


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER, Role.ORGANISER])
def test_stranger_becomes_a_member(club: Club, role: str) -> None:
    invitation, ann = factories.make_invitation(club, role), make_user("Ann")
    assert accept_invitation(invitation.token, ann).member is None
    invitation.refresh_from_db()
    assert (role_of(club, ann), invitation.uses) == (role, 1)


@pytest.mark.parametrize("has", Role.values)
@pytest.mark.parametrize("offered", [Role.PLAYER, Role.SCORER, Role.ORGANISER])
def test_member_keeps_what_is_more_and_gets_what_is_missing(club: Club, has: str, offered: str) -> None:
    order = [Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER]
    invitation, ann = factories.make_invitation(club, offered), make_user("Ann")
    make_member(club, ann, has)
    accept_invitation(invitation.token, ann)
    invitation.refresh_from_db()
    raised = order.index(Role(offered)) > order.index(Role(has))
    assert (role_of(club, ann), invitation.uses) == ((offered, 1) if raised else (has, 0))


def spoilt(club: Club, how: str) -> str:
    """A token that lets nobody in."""
    if how == "unknown":
        return make_token()
    if how == "tampered":
        return factories.make_invitation(club).token[:-1] + "~"
    if how == "other case":
        return factories.make_invitation(club).token.swapcase()
    if how == "closed":
        club.state = ClubState.CLOSED
        club.save()
    fields: dict[str, dict[str, Any]] = {
        "withdrawn": {"revoked_at": timezone.now()},
        "withdrawn and over": {"revoked_at": timezone.now(), "days": -1},
        "expired": {"days": -0.001},
        "used_up": {"uses": 1},
    }
    return factories.make_invitation(club, **fields.get(how, {})).token


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("unknown", "unknown"),
        ("tampered", "unknown"),
        ("other case", "unknown"),
        ("withdrawn", "unknown"),
        ("withdrawn and over", "unknown"),
        ("closed", "unknown"),
        ("expired", "expired"),
        ("used_up", "used_up"),
    ],
)
def test_links_that_let_nobody_in(club: Club, how: str, code: str) -> None:
    token, ann = spoilt(club, how), make_user("Ann")
    assert refusal(accept_invitation, token, ann) == code
    assert refusal(find_entry, token, ann) == refusal(find_entry, token, None) == code
    assert role_of(club, ann) is None


def test_second_tap_finds_a_member_not_a_used_up_link(club: Club) -> None:
    invitation, ann = factories.make_invitation(club), make_user("Ann")
    accept_invitation(invitation.token, ann)
    member = accept_invitation(invitation.token, ann).member
    assert member
    assert member.role == Role.SCORER


def test_looking_at_a_link_uses_nothing(club: Club) -> None:
    invitation, ann = factories.make_invitation(club), make_user("Ann")
    find_entry(invitation.token, ann)
    invitation.refresh_from_db()
    assert (invitation.uses, role_of(club, ann)) == (0, None)


# Claiming


@pytest.fixture
def wietske(club: Club) -> Player:
    return add_players(club, ["Wietske H."])[0]


def member(club: Club, name: str = "Wietske") -> User:
    user = make_user(name)
    make_member(club, user, Role.PLAYER)
    return user


def test_confirmed_claim_ties_player_and_account(club: Club, wietske: Player) -> None:
    user, organiser = member(club), make_user("Oscar")
    claim = settle_claim(claim_player(club, user, wietske.pk), organiser, confirm=True)
    wietske.refresh_from_db()
    assert (wietske.account, claim.state, claim.settled_by) == (user, ClaimState.CONFIRMED, organiser)


def test_claim_follows_a_player_who_was_merged_meanwhile(club: Club, wietske: Player) -> None:
    user, jo = member(club), add_players(club, ["Jo"])[0]
    claim = claim_player(club, user, jo.pk)
    merge_players(jo, wietske)
    assert settle_claim(claim, make_user("Oscar"), confirm=True).player == wietske
    wietske.refresh_from_db()
    assert wietske.account == user


def test_acts_are_logged(club: Club, wietske: Player) -> None:
    by, ann = factories.make_recorder(club), make_user("Ann")
    invitation = make_invitation(club, make_user(), Role.PLAYER, in_days(1), 2, by=by)
    accept_invitation(invitation.token, ann)
    revoke_invitation(invitation, by=by)
    revoke_invitation(invitation, by=by)
    settle_claim(claim_player(club, ann, wietske.pk), make_user(), confirm=False, by=by)
    settle_claim(claim_player(club, ann, wietske.pk), make_user(), confirm=True, by=by)
    lines = log_lines(club, AuditEntry.objects.filter(club=club).select_related("recorder").order_by("pk"))
    assert [(line.act, line.about) for line in lines] == [
        ("Made an invitation", ""),
        ("Joined by an invitation", "Ann"),
        ("Withdrew an invitation", ""),
        ("Refused to confirm which player a member is", "Wietske H., Ann"),
        ("Confirmed which player a member is", "Wietske H., Ann"),
    ]


def test_refused_claim_ties_nothing_and_may_be_asked_again(club: Club, wietske: Player) -> None:
    user = member(club)
    claim = settle_claim(claim_player(club, user, wietske.pk), make_user("Oscar"), confirm=False)
    wietske.refresh_from_db()
    assert (wietske.account, claim.state) == (None, ClaimState.REFUSED)
    assert claim_player(club, user, wietske.pk).pk != claim.pk


def test_second_thought_replaces_the_first(club: Club, wietske: Player) -> None:
    user, jo = member(club), add_players(club, ["Jo"])[0]
    claim_player(club, user, wietske.pk)
    claim_player(club, user, jo.pk)
    assert [claim.player for claim in waiting_claims(club)] == [jo]


def test_the_first_who_is_confirmed_answers_the_others(club: Club, wietske: Player) -> None:
    first, second = (claim_player(club, member(club, name), wietske.pk) for name in ("Ann", "Ben"))
    settle_claim(second, make_user("Oscar"), confirm=True)
    first.refresh_from_db()
    assert first.state == ClaimState.REFUSED
    assert refusal(settle_claim, first, make_user("Olive"), confirm=True) == "settled"


def test_same_answer_twice_is_one(club: Club, wietske: Player) -> None:
    claim = claim_player(club, member(club), wietske.pk)
    for _ in range(2):
        assert settle_claim(claim, make_user("Oscar"), confirm=True).state == ClaimState.CONFIRMED
    assert refusal(settle_claim, claim, make_user("Oscar"), confirm=False) == "settled"


def test_player_with_an_account_and_member_with_a_player_are_refused(club: Club, wietske: Player) -> None:
    user, other, jo = member(club), member(club, "Jo"), add_players(club, ["Jo"])[0]
    late = claim_player(club, other, jo.pk)
    Player.objects.filter(pk=wietske.pk).update(account=user)
    assert refusal(claim_player, club, other, wietske.pk) == "player_taken"
    assert refusal(claim_player, club, user, jo.pk) == "has_player"
    Player.objects.filter(pk=jo.pk).update(account=make_user("Somebody"))
    assert refusal(settle_claim, late, user, confirm=True) == "player_taken"


def test_member_who_got_a_player_meanwhile_is_refused(club: Club, wietske: Player) -> None:
    user, jo = member(club), add_players(club, ["Jo"])[0]
    claim = claim_player(club, user, wietske.pk)
    Player.objects.filter(pk=jo.pk).update(account=user)
    assert refusal(settle_claim, claim, make_user("Oscar"), confirm=True) == "has_player"


def test_players_that_are_none(club: Club, wietske: Player) -> None:
    user, jo, gone = member(club), *add_players(club, ["Jo", "Gone"])
    Player.objects.filter(pk=jo.pk).update(merged_into=wietske)
    Player.objects.filter(pk=gone.pk).update(anonymised_at=timezone.now())
    elsewhere = add_players(make_founded_club(name="Elsewhere"), ["Max"])[0]
    assert {refusal(claim_player, club, user, pk) for pk in (jo.pk, gone.pk, elsewhere.pk, 0)} == {"unknown"}


def test_whoever_leaves_claims_nothing(club: Club, wietske: Player) -> None:
    user = member(club)
    claim = claim_player(club, user, wietske.pk)
    remove_member(club, user)
    claim.refresh_from_db()
    assert claim.state == ClaimState.REFUSED
    PlayerClaim.objects.filter(pk=claim.pk).update(state=ClaimState.ASKED)
    assert refusal(settle_claim, claim, make_user("Oscar"), confirm=True) == "no_member"


@pytest.mark.parametrize("mail", [True, False])
def test_address_that_nobody_confirmed_is_marked_where_mail_could_be_sent(
    club: Club, wietske: Player, settings: Any, mail: bool
) -> None:
    settings.MAIL_CONFIGURED = mail
    users = [member(club, name) for name in ("Ann", "Ben")]
    EmailAddress.objects.filter(user=users[0]).update(verified=True)
    for user in users:
        claim_player(club, user, wietske.pk)
    assert [claim.unconfirmed for claim in waiting_claims(club)] == [False, mail]  # type: ignore[attr-defined]  # annotated


def test_open_ones_are_told_from_the_others(club: Club) -> None:
    for how in ("withdrawn", "expired", "used_up"):
        spoilt(club, how)
    invitation = factories.make_invitation(club)
    assert list(Invitation.objects.open()) == [invitation]
