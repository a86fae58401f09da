"""No character in a request, wherever it stands, ever gives an error page."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from league.middleware import UsableTextMiddleware
from league.models import Club
from league.urls import urlpatterns as site


def find_club(request: HttpRequest) -> HttpResponse:
    """A careless view: what was posted goes straight into a query."""
    return HttpResponse(str(Club.objects.filter(slug=request.POST.get("slug", "")).count()))


urlpatterns = [*site, path("careless/", find_club)]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.mark.parametrize("address", ["/accounts/login/%00/", "/accounts/login/?next=%00", "/accounts/login/?%00=1"])
def test_a_nul_in_the_address_is_a_bad_request(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert b"stored" in answer.content


def test_the_parameter_is_named(client: Client) -> None:
    assert "next" in client.get("/accounts/login/?next=a%00").content.decode()


def test_a_spelled_out_nul_in_a_cookie_is_a_bad_request(client: Client) -> None:
    assert client.get("/accounts/login/", headers={"cookie": 'sessionid="abcdefghij\\000"'}).status_code == 400


@pytest.mark.parametrize("encoding", ["utf-8", "utf-7"])
def test_what_a_view_lets_through_is_a_bad_request(client: Client, encoding: str) -> None:
    body = {"utf-8": "slug=%00", "utf-7": "slug=%2B2AA-"}[encoding]
    answer = client.post("/careless/", body, content_type=f"application/x-www-form-urlencoded; charset={encoding}")
    # SQLite compares a NUL like any other character.
    assert answer.status_code in (200, 400)


def test_an_error_that_is_not_the_texts_stays_an_error(rf: RequestFactory) -> None:
    middleware = UsableTextMiddleware(lambda request: HttpResponse())
    assert middleware.process_exception(rf.post("/", {"slug": "a"}), ValueError()) is None
    answer = middleware.process_exception(rf.post("/", {"slug": "a\x00"}), ValueError())
    assert answer is not None
    assert answer.status_code == 400


@pytest.mark.postgres
def test_postgresql_would_have_answered_with_an_error(client: Client, monkeypatch: Any) -> None:
    assert client.post("/careless/", {"slug": "a\x00"}).status_code == 400


@pytest.mark.parametrize("field", ["name", "email", "password1"])
def test_a_posted_nul_is_answered_beside_its_field(client: Client, field: str) -> None:
    form = {"name": "Ann", "email": "ann@example.org", "password1": "baize-and-bowers"}
    answer = client.post("/accounts/signup/", form | {field: "a\x00b"})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
