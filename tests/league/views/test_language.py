"""Which language the site is read in, and that none of its text escapes translation."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any, override

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from league import pseudo
from league.models import Role
from tests.league.cast import Cast
from tests.league.views.test_policy import CLUB_PAGES, SITE_PAGES, address, names_in, things_of

pytestmark = pytest.mark.django_db

LANGUAGE = reverse("language")
SIGN_IN = reverse("account_login")


@pytest.fixture(autouse=True)
def all_languages() -> None:
    """Who tries other settings empties Django's languages."""
    pseudo.install(settings.PSEUDO)


def choose(client: Client, language: str, back: str = "/") -> Any:
    return client.post(reverse("set_language"), {"language": language, "next": back})


def test_each_language_is_named_in_itself(client: Client) -> None:
    text = client.get(LANGUAGE).content.decode()
    assert 'lang="de">Deutsch</button>' in text
    assert 'lang="en" aria-current="true">English</button>' in text


def test_what_was_chosen_stays_and_leads_back(client: Client) -> None:
    answer = choose(client, "de", "/clubs/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/clubs/new/")
    assert '<html lang="de"' in client.get(SIGN_IN).content.decode()


def test_a_browser_is_answered_in_its_own_language(client: Client) -> None:
    assert '<html lang="de"' in client.get(SIGN_IN, headers={"Accept-Language": "de-AT,de;q=0.9"}).content.decode()
    assert '<html lang="en"' in client.get(SIGN_IN, headers={"Accept-Language": "nl"}).content.decode()


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    choose(client, "tlh")
    assert '<html lang="en"' in client.get(SIGN_IN).content.decode()


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_nobody_is_led_away(client: Client, back: str) -> None:
    assert choose(client, "de", back)["Location"] == "/"
    assert "evil" not in client.get(LANGUAGE, {"next": back}).content.decode().split("<form")[1].split("</form>")[0]


FILES = {  # for programs
    *("player-data", "account-download", "robots"),
    *("hand-egn", "game-egn", "night-egn", "season-egn", "hand-list-egn"),
    *("standings-json", "standings-csv", "games-json", "games-csv", "night-json", "night-csv"),
}


EMPTY = {"game-rating"}
"""Parts that say nothing of a game that is not over."""


# English in disguise: whatever can still be read was not translated


class Texts(HTMLParser):
    """What people see and hear of a page."""

    SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-say", "data-role")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.hidden = 0

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style", "code")
        self.texts += [text for name, text in attrs if name in self.SPOKEN and text]

    @override
    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style", "code")

    @override
    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.texts.append(data)


DISGUISED = re.compile(r"⟦[^⟦⟧]*⟧")
DATA = re.compile(
    r"Harbour Euchre Club|Olive|Oscar|Sam|Pia|Ann|Ben|Cleo|Upcard|[\w.+-]+@example\.org"
    r"|2026/27|Season 2026|Counted wrong|testserver/\S+|It was three\.|English|Deutsch|Ƥşéûđô|UTC|https?://\S+|[A-D]\d|\b[A-Z]\b"
)


def readable(html: str) -> list[str]:
    """Text of a page that is neither disguised nor what somebody typed."""
    parser = Texts()
    parser.feed(re.sub(r"<select.*?</select>", "", html, flags=re.DOTALL))
    # A sentence may be cut into pieces by tags: what stands between the brackets is looked at as a whole.
    whole = "\n".join(parser.texts)
    while DISGUISED.search(whole):
        whole = DISGUISED.sub("", whole)
    return [line for line in DATA.sub("", whole).split("\n") if re.search(r"[A-Za-z]{2,}", line)]


@pytest.mark.parametrize(
    "route", [route for route, (get, _post) in CLUB_PAGES.items() if " 200" in get and route not in {*FILES, *EMPTY}]
)
def test_no_text_of_a_clubs_page_escapes_translation(cast: Cast, route: str) -> None:
    client, url = cast.client(Role.OWNER), address(route, things_of(cast))
    client.get(url)  # in English first: nothing of it may be kept for the other language
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = settings.PSEUDO
    html = client.get(url).content.decode()
    assert "⟦" in html
    assert readable(html) == []


@pytest.mark.parametrize(
    "route", [route for route, answers in SITE_PAGES.items() if 200 in answers[:2] and route not in FILES]
)
def test_no_text_of_the_sites_pages_escapes_translation(cast: Cast, route: str) -> None:
    role = "signed out" if SITE_PAGES[route][0] == 200 else Role.OWNER
    client = cast.client(role)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = settings.PSEUDO
    url = reverse(route, kwargs={name: 1 if name == "pk" else "nonsense" for name in names_in(route)})
    html = client.get(url).content.decode()
    assert readable(html) == []
