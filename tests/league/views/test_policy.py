"""Every address of the site, with what everybody gets there: one table, written by hand.

A route that is missing here fails the test, so nobody adds a page without deciding who may open it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from league.models import HeldWrite, Role, TableCard, Visibility
from league.services.claims import claim_player
from league.services.disputes import dispute
from league.services.players import add_players
from tests.factories import make_credit, make_game, make_invitation, make_recorder, make_remark, play_hand
from tests.league.cast import CARD, CARDS, ROLES, SIGNED_OUT, Cast, make_cast
from tests.league.with_cards import play_cards

pytestmark = pytest.mark.django_db

# Read across: signed out, a stranger, another club's owner | player, scorer, organiser, owner | a phone without an
# account that holds the card of the game's table, one with another table's card, one with another club's card.
# The first line holds where whoever has the address may look (public and unlisted clubs), the second for members only.
LOOK = """200 200 200 | 200 200 200 200 | 200 200 200
          404 404 404 | 200 200 200 200 | 404 404 404"""
WATCH = """200 200 200 | 200 200 200 200 | 200 200 200
           404 404 404 | 200 200 200 200 | 200 404 404"""
NOBODY = """405 405 405 | 405 405 405 405 | 405 405 405
            405 405 405 | 405 405 405 405 | 405 405 405"""
NOT_CLOSED = """403 403 403 | 403 403 403 403 | 403 403 403
                404 404 404 | 403 403 403 403 | 404 404 404"""


def scorers(answer: int) -> str:
    return f"""403 403 403 | 403 {answer} {answer} {answer} | 403 403 403
               404 404 404 | 403 {answer} {answer} {answer} | 404 404 404"""


def at_table(answer: int) -> str:
    """Whoever may record, and the holder of this table's card."""
    return f"""403 403 403 | 403 {answer} {answer} {answer} | {answer} 403 403
               404 404 404 | 403 {answer} {answer} {answer} | {answer} 404 404"""


def organisers(answer: int) -> str:
    return f"""403 403 403 | 403 403 {answer} {answer} | 403 403 403
               404 404 404 | 403 403 {answer} {answer} | 404 404 404"""


def owners(answer: int) -> str:
    return f"""403 403 403 | 403 403 403 {answer} | 403 403 403
               404 404 404 | 403 403 403 {answer} | 404 404 404"""


def members(answer: int) -> str:
    return f"""403 403 403 | {answer} {answer} {answer} {answer} | 403 403 403
               404 404 404 | {answer} {answer} {answer} {answer} | 404 404 404"""


def confirming(answer: int) -> str:
    """Members, and whoever holds this table's card."""
    return f"""403 403 403 | {answer} {answer} {answer} {answer} | {answer} 403 403
               404 404 404 | {answer} {answer} {answer} {answer} | {answer} 404 404"""


# route: (GET, POST of an empty form). 303 and 302 lead on, 422 asks again: both got past the gate.
CLUB_PAGES: dict[str, tuple[str, str]] = {
    # looking
    "club-tonight": (LOOK, NOBODY),
    "club-tonight-live": (LOOK, NOBODY),
    "standings": (LOOK, NOBODY),
    "standings-now": (LOOK, NOBODY),
    "standings-why": (LOOK, NOBODY),
    "rating-list": (LOOK, NOBODY),
    "player-rating": (LOOK, NOBODY),
    "game-rating": (LOOK, NOBODY),
    "standings-all": (LOOK, NOBODY),
    "standings-frame": (LOOK, NOBODY),
    "standings-json": (LOOK, NOBODY),
    "standings-csv": (LOOK, NOBODY),
    "games-json": (LOOK, NOBODY),
    "games-csv": (LOOK, NOBODY),
    "night-json": (LOOK, NOBODY),
    "night-csv": (LOOK, NOBODY),
    "season-summary": (LOOK, NOBODY),
    "player-list": (LOOK, NOBODY),
    "player-detail": (LOOK, NOBODY),
    "player-achievements": (LOOK, NOBODY),
    "player-compare": (LOOK, NOBODY),
    "club-records": (LOOK, NOBODY),
    "rules": (LOOK, NOBODY),
    "sheet-print": (LOOK, NOBODY),
    "season-list": (LOOK, NOBODY),
    "game-list": (LOOK, NOBODY),
    "hand-list": (LOOK, NOBODY),
    # taking along
    "hand-egn": (LOOK, NOBODY),
    "game-egn": (LOOK, NOBODY),
    "night-egn": (LOOK, NOBODY),
    "season-egn": (LOOK, NOBODY),
    "hand-list-egn": (LOOK, NOBODY),
    # looking at one game
    "game-detail": (LOOK, NOBODY),
    "game-live": (WATCH, NOBODY),
    "game-board": (WATCH, NOBODY),
    "game-history": (LOOK, NOBODY),
    "game-rules": (LOOK, NOBODY),
    "game-sheet": (LOOK, NOBODY),
    "hand-detail": (LOOK, NOBODY),
    # belonging
    "player-claim": (members(200), members(422)),
    "game-dispute": (members(200), members(422)),
    "game-confirm": (NOBODY, confirming(303)),
    "dispute-settle": (NOBODY, organisers(422)),  # or whoever said it: test_disputes.py
    "night-detail": (LOOK, NOBODY),
    # recording
    "game-change": (scorers(200), scorers(422)),
    "game-move": (scorers(200), scorers(422)),
    "game-paper": (scorers(200), scorers(422)),
    "game-start": (scorers(200), scorers(422)),
    "game-table": (at_table(200), NOBODY),
    "game-cards": (at_table(200), at_table(422)),
    "hand-cards": (scorers(200), scorers(422)),
    "hand-record": (NOBODY, at_table(422)),
    "hand-void": (NOBODY, at_table(422)),
    "hand-correct": (NOBODY, at_table(422)),
    "game-reopen": (NOBODY, at_table(422)),
    "game-abandon": (NOBODY, at_table(422)),
    "game-again": (NOBODY, at_table(422)),
    "game-hand-over": (at_table(200), NOBODY),
    "table-start": (at_table(303), at_table(422)),  # a game is being played there
    "player-add": (scorers(200), scorers(422)),
    "player-edit": (scorers(200), scorers(422)),
    "player-welcome": (NOBODY, scorers(303)),
    # organising
    "dispute-list": (organisers(200), NOBODY),
    "game-unconfirm": (NOBODY, organisers(303)),
    "player-merge": (organisers(200), organisers(422)),
    "player-forget": (organisers(200), organisers(422)),  # and who the player is: test_privacy.py
    "player-data": (organisers(200), NOBODY),
    "remark-erase": (organisers(200), organisers(303)),
    "player-separate": (NOBODY, organisers(303)),
    "night-close": (NOBODY, organisers(200)),
    "night-open": (NOBODY, organisers(303)),
    "held-list": (organisers(200), NOBODY),
    "held-settle": (NOBODY, organisers(422)),
    "night-season": (organisers(200), organisers(422)),
    "credit-add": (organisers(200), organisers(422)),
    "credit-cancel": (NOBODY, organisers(303)),
    "season-close": (organisers(200), organisers(422)),
    "season-open": (NOBODY, organisers(303)),
    "season-add": (organisers(200), organisers(422)),
    "season-edit": (organisers(200), organisers(422)),
    "season-standings": (organisers(200), organisers(422)),
    "rules-edit": (organisers(200), organisers(422)),
    "egn-import": (organisers(200), organisers(422)),
    "egn-check": (NOBODY, organisers(422)),
    "rating-edit": (organisers(200), organisers(422)),
    "card-list": (organisers(200), organisers(422)),
    "card-print": (organisers(200), NOBODY),
    "card-withdraw": (NOBODY, organisers(303)),
    "invitation-list": (organisers(200), organisers(422)),
    "invitation-revoke": (NOBODY, organisers(303)),
    "claim-settle": (NOBODY, organisers(422)),
    # owning
    "club-edit": (owners(200), owners(422)),
    "club-log": (owners(200), NOBODY),
    "club-close": (owners(200), owners(422)),
    "club-reopen": (NOBODY, NOT_CLOSED),  # a closed one: test_ending.py
    "member-role": (NOBODY, owners(422)),
    "member-remove": (NOBODY, owners(303)),
}

# route: GET signed out, signed in; POST signed out, signed in.
SITE_PAGES: dict[str, tuple[int, int, int, int]] = {
    "home": (200, 200, 405, 405),
    "language": (200, 200, 405, 405),
    "set_language": (302, 302, 302, 302),  # it changes nothing by GET
    "privacy": (200, 200, 405, 405),
    "robots": (200, 200, 405, 405),
    "account-data": (302, 200, 405, 405),
    "account-download": (302, 200, 405, 405),
    "account-delete": (302, 302, 302, 302),  # signed in: asks for the password again
    "first-run": (404, 404, 404, 404),  # while there is no account: test_founding.py
    "club-create": (302, 200, 302, 422),
    "club-found": (404, 404, 404, 404),  # by a good link: test_founding.py
    "invitation-join": (404, 404, 404, 404),  # by a token that is none; by a good one: test_invitations.py
    "card-open": (404, 404, 405, 405),  # by a token that is none; by a good one: test_at_table.py
    "account": (302, 200, 405, 405),
    "account-name": (302, 200, 302, 422),
    "session-list": (302, 200, 405, 405),
    "session-end": (405, 405, 302, 422),
    "mfa_index": (302, 200, 302, 405),
    "mfa_authenticate": (302, 302, 302, 302),
    "mfa_reauthenticate": (302, 302, 302, 302),
    "mfa_activate_totp": (302, 302, 302, 302),
    "mfa_deactivate_totp": (302, 404, 302, 404),
    "mfa_view_recovery_codes": (302, 404, 302, 405),
    "mfa_generate_recovery_codes": (302, 302, 302, 302),
    "mfa_download_recovery_codes": (302, 404, 302, 404),
    "mfa_list_webauthn": (302, 200, 302, 405),
    "mfa_add_webauthn": (302, 302, 302, 302),
    "mfa_edit_webauthn": (302, 302, 302, 302),
    "mfa_remove_webauthn": (302, 302, 302, 302),
    "mfa_login_webauthn": (302, 302, 302, 302),
    "mfa_reauthenticate_webauthn": (302, 302, 302, 302),
    "account_login": (200, 302, 200, 302),
    "account_logout": (302, 200, 302, 302),
    "account_signup": (200, 302, 200, 302),
    "account_inactive": (200, 200, 405, 405),
    "account_reauthenticate": (302, 200, 302, 200),
    "account_request_reauthentication_code": (302, 302, 302, 302),
    "account_confirm_reauthentication_code": (302, 302, 302, 302),
    "account_email": (302, 200, 302, 302),
    "account_email_verification_sent": (200, 200, 405, 405),
    "account_confirm_email": (200, 200, 404, 404),
    "account_change_password": (302, 200, 302, 200),
    "account_set_password": (302, 302, 302, 302),
    "account_reset_password": (200, 200, 200, 200),
    "account_reset_password_done": (200, 200, 405, 405),
    "account_reset_password_from_key": (200, 200, 200, 200),
    "account_reset_password_from_key_done": (200, 200, 405, 405),
    "account_request_login_code": (200, 302, 200, 302),
    "account_confirm_login_code": (302, 302, 302, 302),
}


def routes(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[URLPattern]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            yield pattern


def test_every_route_is_in_the_table() -> None:
    found, known = [str(route.name) for route in routes()], {*CLUB_PAGES, *SITE_PAGES}
    assert set(found) - known == set(), "not in the table"
    assert known - set(found) == set(), "no longer an address"
    assert len(found) == len(set(found)) == len(CLUB_PAGES) + len(SITE_PAGES)


# A club's pages


def things_of(cast: Cast) -> dict[str, Any]:
    """What the addresses name: something of every kind that the club has."""
    players = add_players(cast.club, ["Ann", "Ben", "Cleo"])
    game = make_game(cast.club, players)
    play_hand(game, maker_tricks=3)
    return {
        "club": cast.club.slug,
        "player": players[0].pk,
        "season": cast.club.seasons.get().pk,
        "variant": game.variant,
        "game": game.pk,
        "hand": play_cards(game).hand,
        "what": "correct",
        "night": game.night_id,
        "credit": make_credit(game.night, players[0]).pk,
        "held": HeldWrite.objects.create(club=cast.club, game=game.pk, client_id=uuid.uuid4(), body={}).pk,
        "dispute": dispute(game.pk, None, make_recorder(cast.club, label="Pia"), "It was three.").pk,
        "remark": make_remark(game).pk,
        "member": cast.club.memberships.get(role=Role.PLAYER).pk,
        "invitation": make_invitation(cast.club).pk,
        "number": 1,
        "card": cast.cards[CARD].pk,
        "claim": claim_player(cast.club, cast.users[Role.PLAYER], players[0].pk).pk,
    }


def names_in(route: str) -> set[str]:
    found = get_resolver().reverse_dict.getlist(route)
    return set(found[0][0][0][1]) if found else set()


def address(route: str, things: dict[str, Any]) -> str:
    return reverse(route, kwargs={name: things[name] for name in names_in(route)})


def answer(client: Client, method: str, url: str) -> int:
    """The status, with whatever was done undone."""
    with transaction.atomic():
        status = client.generic(method, url).status_code
        transaction.set_rollback(True)
    return status


def expected(table: str, visibility: str) -> list[int]:
    row = table.splitlines()[visibility == Visibility.MEMBERS]
    return [int(status) for status in row.replace("|", " ").split()]


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("route", CLUB_PAGES)
def test_club_page(route: str, visibility: str) -> None:
    cast = make_cast(visibility)
    url = address(route, things_of(cast))
    for method, table in zip(("GET", "POST"), CLUB_PAGES[route], strict=True):
        asking = (*ROLES, *CARDS)
        found = {role: answer(cast.client(role), method, url) for role in asking}
        assert found == dict(zip(asking, expected(table, visibility), strict=True)), f"{method} {url}"
    for method in ("PUT", "PATCH", "DELETE"):
        assert answer(cast.client(Role.OWNER), method, url) == 405


@pytest.mark.parametrize("route", [route for route, (_get, post) in CLUB_PAGES.items() if post != NOBODY])
def test_post_without_a_token_is_refused(route: str) -> None:
    cast = make_cast()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.users[Role.OWNER])
    assert client.post(address(route, things_of(cast))).status_code == 403


OF_EVERY_CLUB = {"table-start"}
"""A table has a number and nothing else: every club has one of each."""


@pytest.mark.parametrize("route", [one for one in CLUB_PAGES if len(names_in(one)) > 1 and one not in OF_EVERY_CLUB])
def test_other_clubs_things_are_not_found_under_ones_own_address(route: str) -> None:
    cast = make_cast(Visibility.PUBLIC)
    theirs = things_of(cast) | {"club": cast.other.slug}
    client = cast.client("owner of another club")
    assert {answer(client, method, address(route, theirs)) for method in ("GET", "POST")} <= {404, 405}


NUMBERED = (
    "player",
    "dispute",
    "season",
    "held",
    "member",
    "claim",
    "invitation",
    "card",
    "number",
    "remark",
    "credit",
)
UNKNOWN: list[dict[str, Any]] = [
    dict.fromkeys(NUMBERED, 10**15) | {"game": uuid.uuid4(), "night": uuid.uuid4()},
    dict.fromkeys(NUMBERED, 10**40) | {"variant": "nonsense"},
    dict.fromkeys(NUMBERED, 0) | {"variant": "0"},
]


@pytest.mark.parametrize("unknown", UNKNOWN, ids=["unknown", "too large", "nothing"])
@pytest.mark.parametrize("route", [route for route in CLUB_PAGES if len(names_in(route)) > 1])
def test_unknown_ids_are_404(route: str, unknown: dict[str, Any]) -> None:
    if not names_in(route) & set(unknown):
        return
    cast = make_cast()
    url = address(route, things_of(cast) | unknown)
    assert {answer(cast.client(Role.OWNER), method, url) for method in ("GET", "POST")} <= {404, 405}


@pytest.mark.parametrize("route", CLUB_PAGES)
def test_unknown_club_is_404(route: str) -> None:
    cast = make_cast()
    url = address(route, things_of(cast) | {"club": "nowhere"})
    assert {answer(cast.client(Role.OWNER), method, url) for method in ("GET", "POST")} <= {404, 405}


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("route", CLUB_PAGES)
def test_a_card_that_was_withdrawn_opens_nothing(route: str, visibility: str) -> None:
    """It only hands in what was played: that is held, which 422 of an empty form shows to be possible."""
    cast = make_cast(visibility)
    url, stranger, phone = address(route, things_of(cast)), cast.client(SIGNED_OUT), cast.client(CARD)
    TableCard.objects.update(withdrawn_at=timezone.now())
    assert answer(phone, "GET", url) == answer(stranger, "GET", url)
    takes = CLUB_PAGES[route][1] == at_table(422) and route not in ("game-again", "table-start", "game-cards")
    assert answer(phone, "POST", url) == (422 if takes else answer(stranger, "POST", url))


# The other pages


@pytest.mark.parametrize("route", SITE_PAGES)
def test_site_page(route: str) -> None:
    cast = make_cast()
    url = reverse(route, kwargs={name: 1 if name == "pk" else "nonsense" for name in names_in(route)})
    found = tuple(
        answer(cast.client(role), method, url) for method in ("GET", "POST") for role in (SIGNED_OUT, "stranger")
    )
    assert found == SITE_PAGES[route]
