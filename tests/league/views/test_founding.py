"""How a site begins, and who may found clubs on it."""

from __future__ import annotations

import datetime
import io
import re
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Club, FounderInvitation, Membership, Role, SetupCode, User, Visibility
from league.services.clubs import create_club
from league.services.founding import AlreadyBegunError, begin_site, first_code, found_by_link, invite_founder
from tests.factories import PASSWORD, make_club, make_user
from tests.pages import text_of
from tests.threads import at_once

pytestmark = pytest.mark.django_db

HOME, FIRST, NEW = reverse("home"), reverse("first-run"), reverse("club-create")


def sent(**other: str) -> dict[str, str]:
    return {
        "code": first_code() or "",
        "name": "Olive",
        "email": "Olive@example.org",
        "password": PASSWORD,
        "club": "Harbour Euchre Club",
        "zone": "Europe/Amsterdam",
    } | other


# The first run


def test_a_new_site_leads_to_its_first_page(client: Client) -> None:
    assert client.get(HOME)["Location"] == FIRST
    text = text_of(client.get(FIRST))
    assert "Nobody has an account here yet" in text
    assert (first_code() or "none") not in text


def test_the_first_owner_signs_in_and_owns_a_club(client: Client) -> None:
    before = client.session.session_key
    answer = client.post(FIRST, sent())
    club = Club.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("player-add", args=[club.slug]))
    owner = Membership.objects.get(club=club, role=Role.OWNER).user
    assert (owner.email, owner.name, club.zone) == ("olive@example.org", "Olive", "Europe/Amsterdam")
    assert owner.check_password(PASSWORD)
    assert int(client.session["_auth_user_id"]) == owner.pk
    assert client.session.session_key != before
    assert not SetupCode.objects.exists()
    assert client.get(FIRST).status_code == 404
    assert client.post(FIRST, sent()).status_code == 404
    assert first_code() is None
    [letter] = mail.outbox
    assert letter.to == [owner.email]  # the account page says that a link was sent


def test_the_code_is_read_however_it_is_typed(client: Client) -> None:
    code = (first_code() or "").lower().replace("-", "  ")
    assert client.post(FIRST, sent(code=f" {code} ")).status_code == 303


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "AAAA-AAAA-AAAA"),
        ("code", ""),
        ("code", "\u200b"),
        ("name", ""),
        ("email", "olive"),
        ("password", "short"),
        ("password", "password"),
        ("club", "\u200b"),
        ("zone", "Nowhere/Land"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_made(client: Client, field: str, value: str) -> None:
    answer = client.post(FIRST, sent(**{field: value}))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_without_a_printed_code_no_code_is_right(client: Client) -> None:
    assert client.post(FIRST, sent() | {"code": ""}).status_code == 422
    SetupCode.objects.all().delete()
    assert client.post(FIRST, sent(code="AAAA-AAAA-AAAA")).status_code == 422


def test_guessing_the_code_has_to_wait(client: Client) -> None:
    answers = [client.post(FIRST, sent(code=f"AAAA-AAAA-{n:04}")) for n in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert "wait a few minutes" in text_of(answers[-1])
    cache.clear()
    assert client.post(FIRST, sent()).status_code == 303


def test_guessing_from_everywhere_has_to_wait_too(client: Client) -> None:
    statuses = [
        client.post(FIRST, sent(code="AAAA-AAAA-AAAA"), REMOTE_ADDR=f"192.0.2.{n}").status_code for n in range(101)
    ]
    assert statuses == [422] * 100 + [429]


def test_with_an_account_the_front_page_is_as_always(client: Client) -> None:
    make_user()
    assert client.get(HOME).status_code == 200
    assert client.get(FIRST).status_code == 404


def test_two_workers_print_one_code() -> None:
    assert first_code() == first_code()
    assert re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}", first_code() or "")
    assert str(SetupCode.objects.get()) not in (first_code() or "")


def test_the_command_prints_it_until_there_is_an_account() -> None:
    out = io.StringIO()
    call_command("first_code", stdout=out)
    assert (first_code() or "none") in out.getvalue()
    make_user()
    out = io.StringIO()
    call_command("first_code", stdout=out)
    assert out.getvalue() == ""


@pytest.mark.django_db(transaction=True)
def test_of_two_who_race_one_begins_the_site() -> None:
    code = first_code() or ""

    def begin(number: int) -> str:
        try:
            begin_site(code, f"P{number}", f"p{number}@example.org", PASSWORD, "Club", "UTC")
        except AlreadyBegunError:
            return "late"
        return "first"

    assert sorted(at_once(*(partial(begin, n) for n in range(4)))) == ["first", "late", "late", "late"]
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


# Who may found clubs


@pytest.mark.parametrize("by", ["invited", "nobody"])
def test_where_founding_is_not_for_everybody_the_page_says_so(client: Client, settings: Any, by: str) -> None:
    settings.CLUBS_BY = by
    client.force_login(make_user())
    for answer in (client.get(NEW), client.post(NEW, {"name": "Mine", "zone": "UTC"})):
        assert answer.status_code == 403
        assert "started by invitation" in text_of(answer)
    assert not Club.objects.exists()
    assert NEW not in client.get(HOME).content.decode()


def test_where_everybody_may_found_the_front_page_leads_there(client: Client) -> None:
    client.force_login(make_user())
    assert NEW in client.get(HOME).content.decode()


def test_a_member_is_not_offered_another_club_where_that_is_not_for_them(client: Client, settings: Any) -> None:
    olive = make_user()
    make_club(olive)
    client.force_login(olive)
    assert NEW in client.get(HOME).content.decode()
    settings.CLUBS_BY = "invited"
    assert NEW not in client.get(HOME).content.decode()


def test_an_invitation_founds_one_club(client: Client, settings: Any) -> None:
    settings.CLUBS_BY = "invited"
    link = reverse("club-found", args=[invite_founder(7).token])
    olive = make_user()
    page = client.get(link)
    assert f"{reverse('account_signup')}?next={link}" in page.content.decode()
    assert page["Referrer-Policy"] == "strict-origin"
    assert client.post(link, {"name": "Ours", "zone": "UTC"}).status_code == 200  # signed out: asked to sign in
    client.force_login(olive)
    assert client.get(link).status_code == 200
    assert client.post(link, {"name": "", "zone": "UTC"}).status_code == 422
    assert client.post(link, {"name": "Ours", "zone": "UTC"}).status_code == 303
    assert Membership.objects.get(club__name="Ours").user == olive
    assert client.get(link).status_code == client.post(link, {"name": "More", "zone": "UTC"}).status_code == 404
    assert Club.objects.count() == 1


def test_an_invitation_ends_and_means_nothing_where_nobody_founds(client: Client, settings: Any) -> None:
    client.force_login(make_user())
    over = invite_founder(7)
    FounderInvitation.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    assert client.get(reverse("club-found", args=[over.token])).status_code == 404
    good = reverse("club-found", args=[invite_founder(7).token])
    assert client.get(good).status_code == 200
    settings.CLUBS_BY = "nobody"
    assert client.get(good).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_who_race_for_one_link_get_one_club() -> None:
    token, users = invite_founder(7).token, [make_user(f"P{n}") for n in range(4)]
    made = at_once(*(partial(found_by_link, token, user, "Ours", "UTC") for user in users))
    assert sum(club is not None for club in made) == 1
    assert Club.objects.count() == 1


def test_the_command_prints_a_link_and_mails_it(client: Client) -> None:
    out = io.StringIO()
    call_command("invite_founder", "--mail", "olive@example.org", stdout=out)
    link = out.getvalue().strip()
    assert link.startswith("http://localhost/found/")
    assert link in str(mail.outbox[-1].body)
    client.force_login(make_user())
    assert client.get(link.removeprefix("http://localhost")).status_code == 200


@pytest.mark.parametrize("said", [["--days", "0"], ["--mail", "olive"]])
def test_the_command_refuses_what_cannot_be(said: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("invite_founder", *said)
    assert not FounderInvitation.objects.exists()


def test_no_link_where_nobody_founds(settings: Any) -> None:
    settings.CLUBS_BY = "nobody"
    with pytest.raises(CommandError, match="CLUBS_BY"):
        call_command("invite_founder")


def test_an_operator_founds_for_somebody(settings: Any) -> None:
    settings.CLUBS_BY = "nobody"
    olive = make_user(email="olive@example.org")
    out = io.StringIO()
    call_command("found_club", "Harbour", "--owner", "Olive@example.org", "--zone", "Europe/London", stdout=out)
    assert out.getvalue().strip() == "harbour"
    assert Membership.objects.get(club__slug="harbour").user == olive
    for wrong in (["X", "--owner", "nobody@example.org"], ["X", "--owner", olive.email, "--zone", "Nowhere"]):
        with pytest.raises(CommandError):
            call_command("found_club", *wrong)
    assert Club.objects.count() == 1


def test_the_setting_refuses_what_it_does_not_know() -> None:
    asked = [sys.executable, "-c", "import league.settings"]
    answer = subprocess.run(asked, env={"CLUBS_BY": "some"}, capture_output=True, text=True, check=False)
    assert "CLUBS_BY must be one of anyone, invited, nobody" in answer.stderr


def test_founding_by_service_is_not_bound() -> None:
    assert create_club(make_user(), "Any", "UTC", Visibility.UNLISTED).slug == "any"
