"""The pages of invitations: making, withdrawing, joining by a link, and saying which player one is."""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.logs import WithoutTokens
from league.models import ClaimState, Invitation, Membership, Player, PlayerClaim, Role, Visibility
from league.qr import qr_svg
from league.services.claims import claim_player
from league.services.players import add_players
from tests.factories import PASSWORD, make_invitation, make_user
from tests.league.cast import SIGNED_OUT, STRANGER, Cast, make_cast
from tests.pages import NASTY_NAMES, at_most_statements, errors_of, post_surrogate, text_of

pytestmark = pytest.mark.django_db

INVITED = [Role.PLAYER, Role.SCORER, Role.ORGANISER]


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def cast() -> Cast:
    return make_cast(Visibility.MEMBERS)


@pytest.fixture
def mail_works(settings: Any) -> None:
    settings.MAIL_CONFIGURED = True


def form(**typed: Any) -> dict[str, Any]:
    until = timezone.localdate() + timedelta(days=7)
    return {"role": Role.SCORER, "until": until.isoformat(), "most_uses": 3} | typed


def page(cast: Cast, role: str = Role.OWNER) -> Any:
    return cast.client(role).get(reverse("invitation-list", args=[cast.club.slug]))


def make(cast: Cast, who: str = Role.OWNER, **typed: Any) -> Any:
    return cast.client(who).post(reverse("invitation-list", args=[cast.club.slug]), form(**typed))


def post(cast: Cast, who: str, route: str, *args: Any, **typed: Any) -> Any:
    return cast.client(who).post(reverse(route, args=[cast.club.slug, *args]), typed)


def join(token: str) -> str:
    return reverse("invitation-join", args=[token])


# Making and withdrawing


def test_invitation_is_made_and_shown_with_link_and_code(cast: Cast) -> None:
    answer = make(cast)
    invitation = Invitation.objects.get()
    assert answer.status_code == 303
    assert answer["Location"].endswith(f"?made={invitation.pk}")
    html = page(cast).content.decode()
    assert f'value="http://testserver{join(invitation.token)}"' in html
    assert html.count('<svg role="img"') == 1
    assert "0 of 3 joined" in text_of(page(cast))
    assert (invitation.made_by, invitation.role) == (cast.users[Role.OWNER], Role.SCORER)


def test_it_works_to_the_end_of_the_day_in_the_clubs_zone(cast: Cast, time_machine: Any) -> None:
    time_machine.move_to("2026-10-05 12:00Z")
    cast.club.zone = "America/New_York"
    cast.club.save()
    make(cast, until="2026-10-05")
    assert Invitation.objects.get().expires_at.isoformat() == "2026-10-06T04:00:00+00:00"
    assert "Until the end of 5 October 2026." in text_of(page(cast))


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_roles_below_ones_own_can_be_given(cast: Cast, role: str) -> None:
    for offered in (*INVITED, Role.OWNER):
        allowed = offered != Role.OWNER and (role == Role.OWNER or offered != Role.ORGANISER)
        assert make(cast, role, role=offered).status_code == (303 if allowed else 422)
    assert not Invitation.objects.filter(role=Role.OWNER).exists()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"role": "king"}, "role"),
        ({"role": "owner\x00"}, "role"),
        ({"role": ""}, "role"),
        ({"most_uses": -1}, "most_uses"),
        ({"most_uses": 0}, "most_uses"),
        ({"most_uses": 10**30}, "most_uses"),
        ({"most_uses": "many"}, "most_uses"),
        ({"until": "2020-01-01"}, "until"),
        ({"until": "9999-12-31"}, "until"),
        ({"until": "soon"}, "until"),
        ({"until": ""}, "until"),
    ],
)
def test_nonsense_is_refused_beside_its_field(cast: Cast, typed: dict[str, Any], field: str) -> None:
    answer = make(cast, **typed)
    assert (answer.status_code, set(errors_of(answer))) == (422, {field})
    assert not Invitation.objects.exists()


def test_half_a_character_is_refused(cast: Cast) -> None:
    url = reverse("invitation-list", args=[cast.club.slug])
    assert post_surrogate(cast.client(Role.OWNER), url, "role").status_code in (400, 422)


def test_organisers_see_no_link_that_makes_organisers(cast: Cast) -> None:
    strong, weak = make_invitation(cast.club, Role.ORGANISER), make_invitation(cast.club, Role.SCORER)
    html = page(cast, Role.ORGANISER).content.decode()
    assert (strong.token in html, weak.token in html) == (False, True)
    assert post(cast, Role.ORGANISER, "invitation-revoke", strong.pk).status_code == 404
    assert strong.token in page(cast).content.decode()


def test_withdrawn_leads_nowhere_and_is_gone_from_the_page(cast: Cast) -> None:
    invitation = make_invitation(cast.club)
    for _ in range(2):
        assert post(cast, Role.ORGANISER, "invitation-revoke", invitation.pk).status_code == 303
    assert invitation.token not in page(cast).content.decode()
    assert cast.client(STRANGER).post(join(invitation.token)).status_code == 404


def test_page_costs_the_same_for_many(cast: Cast) -> None:
    for _ in range(10):
        make_invitation(cast.club)
    page(cast)  # signs in
    with at_most_statements(6):
        page(cast)


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_code_has_a_name_and_no_style(name: str) -> None:
    svg = qr_svg("http://testserver/join/x/", name)
    assert "style" not in svg
    assert "<title>" in svg
    assert "<b>" not in svg


# Mail


def test_no_mail_is_offered_where_none_can_be_sent(cast: Cast) -> None:
    assert 'name="email"' not in page(cast).content.decode()
    make(cast, email="ann@example.org")
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_works")
def test_link_is_mailed(cast: Cast) -> None:
    assert make(cast, email="ann@example.org").status_code == 303
    [letter] = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert f"http://testserver{join(Invitation.objects.get().token)}" in letter.body
    assert "Olive invites you to Harbour Euchre Club" in letter.body


@pytest.mark.usefixtures("mail_works")
def test_server_that_is_down_leaves_the_link(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: Any, **_named: Any) -> None:
        raise SMTPException("down")

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", refuse)
    make(cast, email="ann@example.org")
    assert "could not be sent" in text_of(page(cast))
    assert Invitation.objects.count() == 1


@pytest.mark.usefixtures("mail_works")
@pytest.mark.parametrize("email", ["ann", "a@b.c\nBcc: d@e.f", "a\x00@b.cd", "x" * 10_000])
def test_address_that_is_none(cast: Cast, email: str) -> None:
    assert make(cast, email=email).status_code == 422
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_works")
def test_nobody_mails_hundreds(cast: Cast, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invitation_mail": "2/h/user"}
    answers = [make(cast, email=f"ann{number}@example.org").status_code for number in range(3)]
    assert answers == [303, 303, 422]
    assert len(mail.outbox) == Invitation.objects.count() == 2


# Joining


def test_link_says_what_it_is_about_even_of_a_club_for_members(cast: Cast) -> None:
    invitation = make_invitation(cast.club)
    for who in (SIGNED_OUT, STRANGER):
        answer = cast.client(who).get(join(invitation.token))
        assert answer.status_code == 200
        assert "Harbour Euchre Club" in text_of(answer)
        assert "Scorer" in text_of(answer)
    invitation.refresh_from_db()
    assert invitation.uses == 0


def test_page_is_kept_nowhere_and_tells_nobody_its_address(cast: Cast) -> None:
    token = make_invitation(cast.club).token
    for answer in (cast.client(STRANGER).get(join(token)), cast.client(STRANGER).get(join("none")), page(cast)):
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "strict-origin"


def test_signing_up_leads_back_and_in(cast: Cast) -> None:
    token, client = make_invitation(cast.club).token, Client()
    assert f"{reverse('account_signup')}?next={join(token)}" in client.get(join(token)).content.decode()
    typed = {"name": "Ann", "email": "ann@example.org", "password1": PASSWORD, "next": join(token)}
    answer = client.post(reverse("account_signup"), typed, follow=True)
    assert answer.redirect_chain[-1][0] == join(token)
    assert "signed in as Ann" in text_of(answer)
    assert "Welcome to Harbour Euchre Club." in text_of(client.post(join(token), follow=True))
    assert Membership.objects.get(user__name="Ann").role == Role.SCORER


def test_signed_out_post_leads_to_signing_in(cast: Cast) -> None:
    token = make_invitation(cast.club).token
    answer = Client().post(join(token))
    assert (answer.status_code, answer["Location"]) == (302, f"{reverse('account_login')}?next={join(token)}")


def test_whoever_belongs_already_is_told_so_and_uses_nothing(cast: Cast) -> None:
    invitation = make_invitation(cast.club, Role.SCORER)
    for role in (Role.SCORER, Role.ORGANISER, Role.OWNER):
        assert "belong to this club already" in text_of(cast.client(role).get(join(invitation.token)))
        assert cast.client(role).post(join(invitation.token)).status_code == 303
        assert cast.club.memberships.get(user=cast.users[role]).role == role
    invitation.refresh_from_db()
    assert invitation.uses == 0


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"revoked_at": timezone.now()}, 404, "does not work"),
        ({"days": -1}, 410, "time that is over"),
        ({"uses": 1}, 410, "used as often"),
    ],
)
def test_links_that_let_nobody_in(cast: Cast, fields: dict[str, Any], status: int, words: str) -> None:
    token = make_invitation(cast.club, **fields).token
    for who in (SIGNED_OUT, STRANGER):
        for answer in (cast.client(who).get(join(token)), cast.client(who).post(join(token))):
            assert answer.status_code == status
            assert words in text_of(answer)
            assert "Harbour" not in text_of(answer)


def test_unknown_reads_like_withdrawn(cast: Cast) -> None:
    withdrawn = make_invitation(cast.club, revoked_at=timezone.now()).token
    answers = [cast.client(STRANGER).get(join(token)) for token in (withdrawn, "A" * 22, "é☃", "x" * 5_000)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({text_of(answer) for answer in answers}) == 1


def test_other_methods_are_refused(cast: Cast) -> None:
    for method in ("PUT", "PATCH", "DELETE"):
        assert cast.client(STRANGER).generic(method, join(make_invitation(cast.club).token)).status_code == 405


def test_joining_needs_the_forms_token(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user("Ann"))
    assert client.post(join(make_invitation(cast.club).token)).status_code == 403


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("Gone: %s", ("/join/sEcReT/",)),
        ('"%s" 200', ("GET /accounts/login/?next=/join/sEcReT/ HTTP/1.1",)),
        ("next=%%2Fjoin%%2FsEcReT%%2F and %s", ("more",)),
        ("/join/sEcReT/", ()),
    ],
)
def test_tokens_are_left_out_of_logs(message: str, args: tuple[str, ...]) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)
    assert WithoutTokens().filter(record)
    assert "sEcReT" not in record.getMessage()
    assert "join" in record.getMessage()


# Which player one is


def claim_page(cast: Cast, who: str = Role.PLAYER, **sought: Any) -> Any:
    return cast.client(who).get(reverse("player-claim", args=[cast.club.slug]), sought)


def test_whoever_joined_is_asked_which_player_they_are(cast: Cast) -> None:
    invitation = make_invitation(cast.club, most_uses=2)
    answer = cast.client(STRANGER).post(join(invitation.token))
    assert answer["Location"] == reverse("club-tonight", args=[cast.club.slug])
    add_players(cast.club, ["Wietske H."])
    answer = cast.client("owner of another club").post(join(invitation.token))
    assert answer["Location"] == reverse("player-claim", args=[cast.club.slug])


def test_claim_is_asked_shown_and_confirmed(cast: Cast) -> None:
    [wietske] = add_players(cast.club, ["Wietske H."])
    assert post(cast, Role.PLAYER, "player-claim", player=wietske.pk).status_code == 303
    assert "An organiser has yet to confirm it." in text_of(claim_page(cast))
    claim = PlayerClaim.objects.get()
    for where in (page(cast, Role.ORGANISER), cast.client(Role.OWNER).get(reverse("club-edit", args=[cast.club.slug]))):
        assert "Pia: “I am Wietske H.”" in text_of(where)
    assert post(cast, Role.ORGANISER, "claim-settle", claim.pk, answer="confirm").status_code == 303
    wietske.refresh_from_db()
    assert wietske.account == cast.users[Role.PLAYER]
    assert "You are Wietske H. in this club." in text_of(claim_page(cast))


def test_refused_claim_says_so(cast: Cast) -> None:
    [wietske] = add_players(cast.club, ["Wietske H."])
    claim = claim_player(cast.club, cast.users[Role.PLAYER], wietske.pk)
    post(cast, Role.ORGANISER, "claim-settle", claim.pk, answer="refuse")
    assert "did not confirm" in text_of(claim_page(cast))
    assert post(cast, Role.OWNER, "claim-settle", claim.pk, answer="confirm").status_code == 422


@pytest.mark.parametrize("player", ["", "0", "-1", "x", "\x00", str(10**40), str(10**15)])
def test_player_that_is_none(cast: Cast, player: str) -> None:
    add_players(cast.club, ["Wietske H."])
    answer = post(cast, Role.PLAYER, "player-claim", player=player)
    assert answer.status_code == 422
    assert "Choose one of these players." in text_of(answer)
    assert not PlayerClaim.objects.exists()


def test_other_clubs_players_and_claims_are_not_found(cast: Cast) -> None:
    [max_] = add_players(cast.other, ["Max"])
    assert post(cast, Role.PLAYER, "player-claim", player=max_.pk).status_code == 422
    claim = claim_player(cast.other, cast.users["owner of another club"], max_.pk)
    invitation = make_invitation(cast.other)
    assert post(cast, Role.OWNER, "claim-settle", claim.pk, answer="confirm").status_code == 404
    assert post(cast, Role.OWNER, "invitation-revoke", invitation.pk).status_code == 404
    claim.refresh_from_db()
    assert claim.state == ClaimState.ASKED


@pytest.mark.parametrize("answer", ["", "yes", "\x00"])
def test_answer_that_is_none(cast: Cast, answer: str) -> None:
    [wietske] = add_players(cast.club, ["Wietske H."])
    claim = claim_player(cast.club, cast.users[Role.PLAYER], wietske.pk)
    assert post(cast, Role.ORGANISER, "claim-settle", claim.pk, answer=answer).status_code == 422
    claim.refresh_from_db()
    assert claim.state == ClaimState.ASKED


def test_only_players_without_account_are_offered(cast: Cast) -> None:
    names = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    Player.objects.filter(pk=names[0].pk).update(account=make_user("Ann"))
    Player.objects.filter(pk=names[1].pk).update(merged_into=names[2])
    answer = claim_page(cast)
    assert list(answer.context["page"]) == [names[2]]
    assert 'role="search"' not in answer.content.decode()


def test_many_are_searched(cast: Cast) -> None:
    add_players(cast.club, [f"Player {number}" for number in range(21)] + ["José"])
    assert 'role="search"' in claim_page(cast).content.decode()
    assert [player.name for player in claim_page(cast, q="jose").context["page"]] == ["José"]
    assert "Nobody without an account" in text_of(claim_page(cast, q="nobody"))
    assert claim_page(cast, q="x" * 500).status_code == 422


def test_names_stand_as_they_are_written(cast: Cast) -> None:
    add_players(cast.club, NASTY_NAMES)
    text = text_of(claim_page(cast))
    assert [name for name in NASTY_NAMES if name not in text] == []
