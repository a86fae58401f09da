"""Every page of the site: axe finds nothing, nothing scrolls sideways, and the console stays silent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Route, expect

from league.bridge.records import make_abandon
from league.models import Club, Corrections, Membership, Role
from league.services.cards import withdraw_card
from league.services.claims import claim_player
from league.services.confirming import confirm_game
from league.services.crediting import take_back_credit
from league.services.disputes import dispute
from league.services.ending import close_club, suspend_club
from league.services.founding import invite_founder
from league.services.play import write_event
from league.services.recorders import get_recorder
from league.services.season_end import close_season
from league.services.seasons import update_season
from league.standings.choice import PRESETS, StandingsChoice
from league.standings.metrics import FEWEST_GAMES, HEAD_TO_HEAD
from tests.browser.hall import Hall
from tests.browser.looks import findings
from tests.browser.steps import Phone
from tests.browser.test_replay import record_cards
from tests.factories import DAY, PASSWORD, make_card, make_credit, make_invitation, make_remark, make_season
from tests.league.standings.paper_season import paper_season

pytestmark = pytest.mark.django_db(transaction=True)

type Allow = Callable[[str], None]

MOUSE = {"is_mobile": False, "has_touch": False, "device_scale_factor": 1, "reduced_motion": "reduce"}


@pytest.fixture
def guest(new_phone: Callable[..., Phone]) -> Phone:
    """Somebody who isn't signed in, on a window that changes its size."""
    return new_phone(**MOUSE)


@pytest.fixture
def owner(new_phone: Callable[..., Phone], hall: Hall) -> Phone:
    return new_phone(hall.owner, **MOUSE)


def look_at(phone: Phone, *paths: str) -> list[str]:
    found = []
    for path in paths:
        phone.open(path)
        found += findings(phone.page, path)
    return found


def test_account_pages(guest: Phone, owner: Phone) -> None:
    found = look_at(
        guest,
        *map(reverse, ["account_login", "account_signup", "account_request_login_code", "account_reset_password"]),
        *map(reverse, ["account_reset_password_done", "account_inactive", "account_email_verification_sent"]),
        reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "none"}),
        reverse("account_confirm_email", args=["none"]),
    )
    guest.open(reverse("account_login"))
    guest.page.get_by_label("Email").fill("nobody@example.org")
    guest.page.get_by_label("Password").fill("wrong")
    guest.page.get_by_role("button", name="Sign in", exact=True).click()
    found += findings(guest.page, "sign in, wrong password")
    guest.open(reverse("account_request_login_code"))
    guest.page.locator("main input[type=email]").fill("nobody@example.org")
    guest.page.locator("main button").first.click()
    found += findings(guest.page, "code sent")
    found += look_at(
        owner,
        *map(reverse, ["account_email", "account_change_password", "account_reauthenticate", "account_logout"]),
        *map(reverse, ["account-data", "privacy"]),
        *map(reverse, ["account", "account-name", "session-list", "mfa_index", "mfa_list_webauthn"]),
    )
    owner.open(reverse("account-delete"))
    owner.page.locator("main input[type=password]").fill(PASSWORD)
    owner.page.locator("main button[type=submit]").click()
    found += findings(owner.page, "the last owner can not leave")
    assert found == []


def test_pages_of_the_second_step_and_of_passkeys(guest: Phone, owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("404")
    owner.open(reverse("mfa_activate_totp"))
    owner.page.get_by_label("Password").fill(PASSWORD)
    owner.page.get_by_role("button", name="Go on").click()
    expect(owner.page.get_by_role("heading", name="Set up an authenticator app")).to_be_visible()
    found = findings(owner.page, "an app is set up")
    TOTP.activate(hall.owner, generate_totp_secret())
    RecoveryCodes.activate(hall.owner)
    key = Authenticator.objects.create(
        user=hall.owner, type="webauthn", data={"name": "Phone", "credential": {"clientExtensionResults": {}}}
    )
    pages = ["mfa_index", "mfa_list_webauthn", "mfa_deactivate_totp", "mfa_view_recovery_codes"]
    found += look_at(
        owner,
        *map(reverse, [*pages, "mfa_generate_recovery_codes", "mfa_reauthenticate"]),
        reverse("mfa_edit_webauthn", args=[key.pk]),
        reverse("mfa_remove_webauthn", args=[key.pk]),
    )
    key.delete()
    found += look_at(owner, reverse("mfa_add_webauthn"))
    guest.open(reverse("account_login"))
    guest.page.get_by_label("Email").fill(hall.owner.email)
    guest.page.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(guest.page.get_by_role("heading", name="Second step")).to_be_visible()
    found += findings(guest.page, "second step")
    assert found == []


def test_how_sites_and_clubs_begin_and_end(guest: Phone, hall: Hall, owner: Phone, allow_console: Allow) -> None:
    allow_console("403|405")
    found = look_at(owner, hall.path("club-close"), reverse("club-found", args=[invite_founder(7).token]))
    found += look_at(guest, reverse("club-found", args=[invite_founder(7).token]), reverse("session-end"))
    close_club(hall.club, get_recorder(hall.club, hall.owner))
    found += look_at(owner, hall.path("club-tonight"))
    suspend_club(hall.club, "Nobody answers our mails.")
    found += look_at(owner, hall.path("club-tonight"), "/")
    assert found == []


def test_the_first_page_of_a_new_site(guest: Phone) -> None:
    assert look_at(guest, reverse("first-run")) == []


def test_pages_of_a_club_that_has_played(guest: Phone, owner: Phone, hall: Hall) -> None:
    table = hall.start(["Bogdan", "Wietske", "Ann"])
    for maker, tricks in (("Bogdan", 2), ("Ann", 5), ("Wietske", 3), ("Ann", 5), ("Ann", 5), ("Ann", 4)):
        table.record(maker, tricks)
    playing = hall.start()
    playing.record("Jo", 2)
    player, season = hall.players["Ann"].pk, hall.club.seasons.get().pk
    routes = [
        "club-tonight",
        "standings",
        "player-list",
        "game-list",
        "rules",
        "sheet-print",
        "season-list",
        "player-add",
    ]
    routes += ["season-add", "club-edit", "club-log", "game-start", "rating-list", "rating-edit"]
    found = look_at(
        owner,
        *map(reverse, ["home", "club-create"]),
        *map(hall.path, routes),
        hall.path("player-detail", player),
        hall.path("player-achievements", player),
        hall.path("player-compare"),
        f"{hall.path('player-compare')}?one={player}&other={hall.players['Bogdan'].pk}",
        hall.path("club-records"),
        hall.path("player-rating", player),
        hall.path("player-edit", player),
        hall.path("player-forget", player),
        hall.path("remark-erase", make_remark(table.game).pk),
        hall.path("season-edit", season),
        hall.path("rules-edit", season, "cutthroat"),
        hall.path("game-detail", table.game.pk),
        hall.path("game-detail", playing.game.pk),
    )
    owner.page.locator("summary", has_text="Account").click()
    found += findings(owner.page, "account menu")
    found += look_at(guest, reverse("home"), hall.path("club-tonight"), hall.path("game-detail", table.game.pk))
    assert found == []


def test_whole_seasons_and_a_race(owner: Phone, guest: Phone, hall: Hall) -> None:
    for maker in ("Bogdan", "Jo", "Bogdan"):
        table = hall.start()
        for _time in range(5):
            table.record(maker, 5)
    night, season = hall.path("night-detail", table.game.night_id), hall.club.seasons.get().pk
    found = look_at(owner, night, hall.path("standings-all"), hall.path("season-summary", season))
    owner.open(f"{night}?race=points")
    owner.page.locator(".race summary").click()
    expect(owner.page.get_by_role("region", name="The numbers of the race, Cutthroat")).to_be_visible()
    found += findings(owner.page, "the numbers of a race")
    owner.open(hall.path("standings"))
    owner.page.get_by_text("Show it on your web page").click()
    expect(owner.page.get_by_label("Code for a web page")).to_be_visible()
    found += findings(owner.page, "code for a web page")
    found += look_at(guest, hall.path("standings-frame"))
    assert found == []


def test_credits_hidden_standings_and_the_end_of_a_season(
    guest: Phone, owner: Phone, hall: Hall, allow_console: Allow
) -> None:
    allow_console("422")
    night = hall.start().game.night
    season, ann = hall.club.seasons.get(), hall.players["Ann"]
    make_credit(night, ann, "Did not come, and told nobody until everybody else sat at the table", points=-3)
    credit = make_credit(night, ann, "No table was free", kind="bye", games=1, won12=6, points=5)
    take_back_credit(credit.pk, credit.recorder, "There was one")
    make_credit(night, hall.players["Jo"], kind="totals", games=3, won12=16, points=21)
    pages = [
        hall.path("standings-why", ann.pk),
        hall.path("player-detail", ann.pk),
        hall.path("night-detail", night.pk),
    ]
    found = look_at(owner, *pages, hall.path("standings"), hall.path("season-close", season.pk))
    owner.page.get_by_role("button", name="Close and begin the next").click()
    found += findings(owner.page, "the next season has no name")
    owner.open(hall.path("credit-add", night.pk))
    owner.page.get_by_role("button", name="Show what would change").click()
    found += findings(owner.page, "nobody is credited")
    owner.page.get_by_label("Player").select_option("Jo")
    owner.page.get_by_label("Games", exact=True).fill("1")
    owner.page.get_by_role("button", name="Show what would change").click()
    expect(owner.page.get_by_role("heading", name="Bye: Jo")).to_be_visible()
    found += findings(owner.page, "what a credit would change")
    update_season(season, season.name, season.starts, None, hidden_until="2099-12-12")
    found += look_at(owner, hall.path("standings"))
    found += look_at(guest, hall.path("standings"), hall.path("standings-now"), pages[0])
    close_season(season, credit.recorder)
    found += look_at(owner, hall.path("season-list"), pages[2], hall.path("standings"))
    assert found == []


def test_pages_of_a_club_that_is_new(owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("422")
    routes = ["club-tonight", "standings", "game-list"]
    found = look_at(owner, *map(hall.path, routes), hall.path("player-detail", hall.players["Ann"].pk))
    page = owner.page
    owner.open(hall.path("player-add"))
    page.get_by_label("Names").fill("Ann\nDaan\nEls")
    page.get_by_role("button", name="Check first").click()
    found += findings(page, "names checked")
    page.get_by_role("button", name="Add", exact=True).click()
    found += findings(page, "names added")
    owner.open(reverse("club-create"))
    page.get_by_label("Name").fill("\u200b")
    page.locator("main form button[type=submit]").click()
    found += findings(page, "club refused")
    owner.open(hall.path("game-start"))
    page.locator("#names").get_by_role("button", name="Ann", exact=True).click()
    page.get_by_label("A guest's first name").fill("Zoë")
    page.locator("#add-guest").click()
    found += findings(page, "two of three chosen")
    assert found == []


def test_the_table(owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("409|422|ERR_FAILED|Failed to fetch")
    table = hall.start()
    found = look_at(owner, table.path, f"{table.path}?layout=two-tap")
    page = owner.page
    for summary in page.locator("#screen summary").all():
        summary.click()
    found += findings(page, "two taps, all opened")
    owner.open(table.path)
    table.record("Bogdan", 3)
    owner.cell("Bogdan", 3).click()
    expect(owner.notice).to_be_visible()
    found += findings(page, "the same hand on another phone")
    table.record("Jo", 5)
    owner.pause()
    owner.cell("Wietske", 3).click()
    expect(owner.notice).to_contain_text("Yours:")
    found += findings(page, "another hand on another phone")
    owner.open(table.path)
    owner.chip("Bogdan").click()
    owner.chip("Hearts").click()
    for summary in page.locator("#screen summary").all():
        summary.click()
    found += findings(page, "alone chosen, all opened")
    owner.chip("Wietske").click()
    owner.cell("Jo", 3).evaluate("(cell) => { cell.disabled = false; cell.click(); }")
    expect(owner.notice).to_contain_text("Not recorded.")
    found += findings(page, "refused")
    owner.open(table.path)
    page.route("**/hands/", lambda route: route.abort())
    owner.cell("Wietske", 3).click()
    expect(page.locator("#unsaved")).to_be_visible()
    found += findings(page, "not saved")
    assert found == []


def test_card_by_card(owner: Phone, hall: Hall) -> None:
    table, page = hall.start(), owner.page
    path = hall.path("game-cards", table.game.pk)
    found = look_at(owner, path)
    acts = ("upcard:9h", "call:Pass", "call:Order", "card:Ac", "card:As", "card:Tc", "card:Ad", "card:Kc")
    for act in acts:
        rev = int(owner.screen.get_attribute("data-rev") or 0)
        page.locator(f"[value='{act}']").click()
        expect(owner.screen).to_have_attribute("data-rev", str(rev + 1))
        if act == "call:Order":
            found += findings(page, "before the lead")
    for summary in page.locator("#screen summary").all():
        summary.click()
    found += findings(page, "a revoke, all opened")
    page.get_by_role("link", name="Jo: king of clubs", exact=True).click()
    expect(page.get_by_text("Instead of king of clubs?")).to_be_visible()
    found += findings(page, "mending")
    hand = table.record("Jo", 3, trump="h", round=1).log.state.last_hand
    owner.open(path)
    found += findings(page, "another hand meanwhile")
    owner.open(hall.path("hand-cards", table.game.pk, hand))
    page.locator("[value='upcard:9h']").click()
    expect(page.get_by_text("Turned up: 9♥")).to_be_visible()
    found += findings(page, "cards of a recorded hand")
    assert found == []


def test_the_end_of_a_game(owner: Phone, hall: Hall) -> None:
    table = hall.start()
    for _ in range(3):
        table.record("Bogdan", 5)
    owner.open(table.path)
    owner.cell("Bogdan", 5).click()
    expect(owner.notice).to_be_visible()
    found = findings(owner.page, "one extra yes")
    owner.pause()
    owner.button("Yes, record it").click()
    expect(owner.button("Same players again")).to_be_visible()
    found += findings(owner.page, "finished")
    table = hall.start()
    owner.open(table.path)
    owner.page.locator("summary", has_text="More").click()
    owner.page.locator("summary", has_text="Abandon").click()
    owner.button("Yes, abandon it").click()
    expect(owner.button("Reopen the game")).to_be_visible()
    found += findings(owner.page, "abandoned")
    found += look_at(owner, hall.path("game-detail", table.game.pk))
    assert found == []


def test_what_puts_a_game_right(owner: Phone, hall: Hall) -> None:
    table = hall.start()
    new = [hall.path("game-change", table.game.pk, "result")]
    found = look_at(owner, *new)
    table.record("Bogdan", 3)
    table.record("Jo", 2)
    first = table.log.state.lines[0].id
    changes = ["insert", "seats", "dealer", "substitute", "concede", "cut-short", "abandon", "withdraw"]
    found += look_at(
        owner,
        *(hall.path("game-change", table.game.pk, what) for what in changes),
        f"{hall.path('game-change', table.game.pk, 'void')}?hand={first}",
        f"{hall.path('game-change', table.game.pk, 'correct')}?hand={first}",
    )
    owner.page.locator("main form.change button[name=cell]").nth(2).click()
    expect(owner.page.get_by_text("Nothing is stored yet.")).to_be_visible()
    found += findings(owner.page, "what would change")
    table.undo()
    found += look_at(
        owner,
        *(hall.path(route, table.game.pk) for route in ("game-detail", "game-history", "game-rules", "game-board")),
    )
    assert found == []


def test_hands_to_look_at_again(guest: Phone, owner: Phone, hall: Hall) -> None:
    table = hall.start()
    table.record("Bogdan", 2)
    table.undo()
    quick = table.log.state.lines[0].id
    whole = hall.path("hand-detail", table.game.pk, record_cards(table))
    found = look_at(owner, hall.path("hand-detail", table.game.pk, quick), whole)
    write_event(table.game.pk, uuid4(), table.recorder, make_abandon())
    found += look_at(guest, f"{whole}?at=7&colours=four&review=1", f"{whole}?at=20")
    assert found == []


def test_paper_and_moves(owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("422")
    table = hall.start()
    for tricks in (5, 5, 5, 3):
        table.record("Bogdan", tricks)
    playing = hall.start()
    playing.record("Jo", 2)
    make_season(hall.club, name="Spring", starts=DAY)
    found = look_at(
        owner,
        hall.path("player-merge", hall.players["Ann"].pk),
        hall.path("game-paper", table.game.pk),
        hall.path("standings-now"),
        f"{hall.path('game-start')}?date={DAY.isoformat()}",
        hall.path("game-move", table.game.pk),
    )
    owner.page.get_by_role("button", name="Show what would change").click()
    found += findings(owner.page, "a move within the season")
    owner.open(hall.path("night-season", table.game.night_id))
    found += findings(owner.page, "another season for a night")
    owner.page.get_by_label("Season").select_option(label="Spring")
    owner.page.get_by_role("button", name="Show what would change").click()
    found += findings(owner.page, "what another season would change")
    owner.open(hall.path("game-paper", playing.game.pk))
    owner.page.locator("summary", has_text="Everything that can be typed").click()
    owner.page.keyboard.press("Tab")
    owner.page.locator("#codes").fill("X3")
    expect(owner.page.locator("#paper section.notice")).to_be_visible()
    found += findings(owner.page, "a slip on paper")
    owner.open(hall.path("standings"))
    expect(owner.page.get_by_text("If tonight’s games ended now")).to_be_visible()
    found += findings(owner.page, "standings with what open games would change")
    assert found == []


def test_how_a_season_ranks_and_why_a_place_is_whose_it_is(owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("422")
    paper = paper_season()
    ties = (HEAD_TO_HEAD, FEWEST_GAMES)
    paper.choose(StandingsChoice("best_nights", PRESETS["best_nights"], ties, minimum=6, best=1))
    Membership.objects.create(club=paper.club, user=hall.owner, role=Role.ORGANISER)
    slug, season = paper.club.slug, paper.season.pk
    found = look_at(
        owner,
        reverse("standings", args=[slug]),
        *(reverse("standings-why", args=[slug, paper.player(name).pk]) for name in ("Ann", "Gus")),
        reverse("season-standings", args=[slug, season]),
    )
    owner.page.get_by_role("radio", name="An order of your own").check()
    owner.page.get_by_label("Decides first").select_option(label="–")
    owner.button("Save").click()
    expect(owner.page.get_by_text("Choose what decides here.")).to_be_visible()
    found += findings(owner.page, "a choice that does not fit")
    assert found == []


def test_invitations(guest: Phone, owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("404|422")
    token, claimer = make_invitation(hall.club).token, hall.scorer("Wim")
    claim_player(hall.club, claimer, hall.players["Wietske"].pk)
    join = reverse("invitation-join", args=[token])
    found = look_at(guest, join, reverse("invitation-join", args=["none"]))
    found += look_at(owner, join, hall.path("invitation-list"), hall.path("player-claim"), hall.path("club-edit"))
    owner.open(hall.path("invitation-list"))
    owner.page.get_by_text("QR code", exact=True).click()
    expect(owner.page.get_by_role("img", name="QR code of the link to join as Scorer")).to_be_visible()
    found += findings(owner.page, "a QR code")
    owner.page.get_by_label("For how many people").evaluate("(field) => { field.min = ''; field.value = -1; }")
    owner.button("Make the invitation").click()
    found += findings(owner.page, "invitation refused")
    assert found == []


def test_nights_and_what_waits(owner: Phone, hall: Hall) -> None:
    table = hall.start()
    for tricks in (5, 5, 5, 3):
        table.record("Bogdan", tricks)
    playing = hall.start()
    for _ in range(3):
        playing.record("Jo", 5)
    night = hall.path("night-detail", table.game.night_id)
    found = look_at(owner, night, hall.path("held-list"))
    owner.open(night)
    owner.page.get_by_role("button", name="Close the night").click()
    expect(owner.page.get_by_text("1 game is not over.")).to_be_visible()
    found += findings(owner.page, "tables that are not over")
    owner.page.get_by_role("button", name="Close it anyway").click()
    expect(owner.page.get_by_text("The night is closed.")).to_be_visible()
    found += findings(owner.page, "a closed night")
    playing.record("Jo", 5)
    playing.record("Wietske", 3)
    found += look_at(owner, night, hall.path("club-tonight"), hall.path("held-list"))
    owner.page.get_by_role("button", name="Store it").last.click()
    expect(owner.page.get_by_text("This hand ends the game")).to_be_visible()
    found += findings(owner.page, "one more yes")
    assert found == []


def test_confirming_and_disputing(owner: Phone, hall: Hall) -> None:
    Club.objects.update(corrections=Corrections.CONFIRMED)
    table = hall.start()
    for _time in range(4):
        table.record("Bogdan", 5)
    game = hall.path("game-detail", table.game.pk)
    found = look_at(owner, table.path, game, hall.path("game-dispute", table.game.pk), hall.path("dispute-list"))
    dispute(table.game.pk, UUID(table.log.state.last_hand), table.recorder, "It was four.")
    confirm_game(table.game.pk, table.recorder, hall.players["Jo"].pk, None, records=True)
    found += look_at(owner, table.path, game, hall.path("dispute-list"), hall.path("club-tonight"))
    assert found == []


def test_table_cards(guest: Phone, owner: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("404|422")
    found = look_at(owner, hall.path("card-list"), hall.path("card-print"))
    make_card(hall.club, 4, withdrawn_at=timezone.now())
    card, _over = make_card(hall.club), make_card(hall.club, 5, expires_at=timezone.now())
    found += look_at(owner, hall.path("card-list"), hall.path("card-print"))
    owner.open(hall.path("card-list"))
    owner.page.get_by_text("QR code", exact=True).click()
    found += findings(owner.page, "a table's QR code")
    owner.page.get_by_label("To table").fill("1")
    owner.page.get_by_label("From table").fill("1")
    owner.button("Make the cards").click()
    found += findings(owner.page, "cards refused")
    scan = reverse("card-open", args=[card.token])
    found += look_at(guest, reverse("card-open", args=["none"]), scan)
    table = hall.start()
    for _ in range(3):
        table.record("Bogdan", 5)
    found += look_at(guest, scan)
    expect(guest.page.locator(".also")).to_be_visible()
    found += look_at(guest, hall.path("game-hand-over", table.game.pk), hall.path("table-start", 1))
    table.record("Bogdan", 5)
    found += look_at(guest, hall.path("table-start", 1), scan)
    again = hall.start()
    guest.open(again.path)
    withdraw_card(card)
    guest.cell("Jo", 3).click()
    expect(guest.notice).to_be_visible()
    found += findings(guest.page, "a card that was withdrawn")
    found += look_at(owner, hall.path("game-hand-over", again.game.pk))
    assert found == []


def test_error_pages(guest: Phone, hall: Hall, allow_console: Allow) -> None:
    allow_console("400|403|404|429|500")
    found = look_at(guest, hall.path("game-start"), "/c/nowhere/")
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    for name in ("400", "403_csrf", "429", "500", "unusable_text"):
        body = render_to_string(f"{name}.html", request=request)
        answer = partial(Route.fulfill, status=400, content_type="text/html; charset=utf-8", body=body)
        guest.page.route(f"**/{name}/", answer)
        found += look_at(guest, f"/{name}/")
    assert found == []
