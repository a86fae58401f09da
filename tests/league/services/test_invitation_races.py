"""Several people at one link at the same moment: real threads, on whichever database is tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import ValidationError

from league.models import ClaimState, Club, Membership, Player, PlayerClaim, Role, User
from league.services.claims import claim_player, settle_claim
from league.services.invitations import accept_invitation
from league.services.players import add_players
from tests.factories import make_invitation, make_member, make_user
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 6


def outcome(act: Callable[[], object]) -> str:
    """Nothing, or the code of the refusal."""
    try:
        act()
    except ValidationError as error:
        return str(error.code)
    return ""


def try_to_join(token: str, user: User) -> Callable[[], str]:
    return lambda: outcome(partial(accept_invitation, token, user))


@pytest.mark.parametrize("places", [1, 2])
def test_the_last_place_is_given_once(club: Club, places: int) -> None:
    invitation = make_invitation(club, most_uses=places)
    users = [make_user(f"User {number}") for number in range(PEOPLE)]
    found = Counter(at_once(*(try_to_join(invitation.token, user) for user in users)))
    invitation.refresh_from_db()
    assert found == {"": places, "used_up": PEOPLE - places}
    assert invitation.uses == places == Membership.objects.filter(club=club, role=Role.SCORER).count()


def test_many_taps_of_one_person_use_one_place(club: Club) -> None:
    invitation, ann = make_invitation(club, most_uses=3), make_user("Ann")
    assert set(at_once(*[try_to_join(invitation.token, ann)] * PEOPLE)) == {""}
    invitation.refresh_from_db()
    assert invitation.uses == 1


def test_two_links_at_once_give_the_higher_role(club: Club) -> None:
    ann = make_user("Ann")
    tokens = [make_invitation(club, role).token for role in (Role.PLAYER, Role.ORGANISER, Role.SCORER)]
    assert set(at_once(*(try_to_join(token, ann) for token in tokens))) == {""}
    assert Membership.objects.get(club=club, user=ann).role == Role.ORGANISER


def test_two_organisers_who_confirm_two_people_make_one_the_player(club: Club) -> None:
    player, organiser = add_players(club, ["Wietske"])[0], make_user("Oscar")
    claims = []
    for number in range(2):
        user = make_user(f"User {number}")
        make_member(club, user, Role.PLAYER)
        claims.append(claim_player(club, user, player.pk))
    acts = [partial(outcome, partial(settle_claim, claim, organiser, confirm=True)) for claim in claims]
    assert sorted(at_once(*acts)) == ["", "settled"]
    confirmed = PlayerClaim.objects.get(state=ClaimState.CONFIRMED)
    assert Player.objects.get(pk=player.pk).account == confirmed.user


def test_many_taps_on_a_name_make_one_claim(club: Club) -> None:
    player, user = add_players(club, ["Wietske"])[0], make_user("Ann")
    make_member(club, user, Role.PLAYER)
    at_once(*[partial(claim_player, club, user, player.pk)] * PEOPLE)
    assert PlayerClaim.objects.count() == 1
