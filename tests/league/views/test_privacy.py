"""Pages about one's own data: what of a name is seen, being forgotten, taking data along, leaving; who keeps out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Player, Recorder, Remark, Role, Showing, User, Visibility
from league.services.closing import close_night
from league.services.founding import invite_founder
from league.services.players import add_players
from league.services.recorders import get_recorder
from tests.factories import PASSWORD, make_game, make_remark, make_user, play_hand
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.pages import errors_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def pia(cast: Cast) -> Player:
    """The player who is the member Pia; Ann and Ben sat with her."""
    players = add_players(cast.club, ["Pia Kowalski", "Ann Ode", "Ben Fay"])
    Player.objects.filter(pk=players[0].pk).update(account=cast.users[Role.PLAYER])
    play_hand(make_game(cast.club, players), maker_tricks=3)
    return Player.objects.get(pk=players[0].pk)


def url(cast: Cast, route: str, *args: Any) -> str:
    return reverse(route, args=[cast.club.slug, *args])


# What of a name is seen


def test_organiser_chooses_for_somebody(cast: Cast, pia: Player) -> None:
    client, edit = cast.client(Role.ORGANISER), url(cast, "player-edit", pia.pk)
    form = {"name": "Pia Kowalski", "nickname": "", "showing": "initial", "guest": ""}
    assert client.post(edit, form).status_code == 303
    page = cast.client(SIGNED_OUT).get(url(cast, "player-detail", pia.pk))
    assert "Pia K." in text_of(page)
    assert "<title>Pia K. " in page.content.decode()
    assert 'value="Pia Kowalski"' in client.get(edit).content.decode()


def test_nickname_that_is_missing_is_asked_for_and_what_was_typed_stays(cast: Cast, pia: Player) -> None:
    form = {"name": "Pia Kay", "nickname": " ", "showing": "nickname"}
    answer = cast.client(Role.SCORER).post(url(cast, "player-edit", pia.pk), form)
    assert (answer.status_code, set(errors_of(answer))) == (422, {"nickname"})
    assert 'value="Pia Kay"' in answer.content.decode()


@pytest.mark.parametrize("showing", ["FULL", "both", "\x00", "x" * 5000])
def test_choice_that_is_none(cast: Cast, pia: Player, showing: str) -> None:
    answer = cast.client(Role.SCORER).post(url(cast, "player-edit", pia.pk), {"name": "Pia", "showing": showing})
    assert (answer.status_code, set(errors_of(answer))) == (422, {"showing"})


def test_player_chooses_for_herself_and_changes_neither_name_nor_guest(cast: Cast, pia: Player) -> None:
    client, edit = cast.client(Role.PLAYER), url(cast, "player-edit", pia.pk)
    assert (
        reverse("player-edit", args=[cast.club.slug, pia.pk])
        in client.get(url(cast, "player-detail", pia.pk)).content.decode()
    )
    assert 'name="name"' not in client.get(edit).content.decode()
    form = {"name": "Queen Pia", "guest": "on", "nickname": "Pip", "showing": "nickname"}
    assert client.post(edit, form).status_code == 303
    pia.refresh_from_db()
    assert (pia.name, pia.guest, pia.shown) == ("Pia Kowalski", False, "Pip")


def test_player_chooses_for_nobody_else(cast: Cast, pia: Player) -> None:
    ann = Player.objects.get(name="Ann Ode")
    for route in ("player-edit", "player-forget", "player-data"):
        assert cast.client(Role.PLAYER).get(url(cast, route, ann.pk)).status_code == 403
    assert cast.client(Role.PLAYER).post(url(cast, "player-forget", ann.pk), {"sure": "on"}).status_code == 403
    assert not Player.objects.filter(anonymised_at__isnull=False).exists()


def test_guest_is_made_a_player_by_one_tap(cast: Cast) -> None:
    [guest] = add_players(cast.club, ["Gus"], guest=True)
    client = cast.client(Role.SCORER)
    assert "No guest any more" in text_of(client.get(url(cast, "player-edit", guest.pk)))
    assert "Gus Guest" in text_of(client.get(url(cast, "player-list")))
    assert client.post(url(cast, "player-welcome", guest.pk)).status_code == 303
    assert "Gus Guest" not in text_of(client.get(url(cast, "player-list")))
    assert "No guest any more" not in text_of(client.get(url(cast, "player-edit", guest.pk)))


def test_list_of_who_manages_players_has_both_names(cast: Cast, pia: Player) -> None:
    Player.objects.filter(pk=pia.pk).update(showing=Showing.INITIAL, shown="Pia K.")
    assert "Pia Kowalski shown as Pia K." in text_of(cast.client(Role.SCORER).get(url(cast, "player-list")))
    said = text_of(cast.client(Role.PLAYER).get(url(cast, "player-list")))
    assert ("Pia K." in said, "Kowalski" in said) == (True, False)


def test_club_chooses_for_new_players(cast: Cast) -> None:
    form = {
        "name": cast.club.name,
        "zone": "UTC",
        "visibility": "unlisted",
        "showing": "initial",
        "corrections": "always",
    }
    assert cast.client(Role.OWNER).post(url(cast, "club-edit"), form).status_code == 303
    cast.client(Role.SCORER).post(url(cast, "player-add"), {"names": "Dora Ode"})
    assert Player.objects.get(name="Dora Ode").shown == "Dora O."


# Forgetting


def test_page_says_what_would_happen_and_does_nothing(cast: Cast, pia: Player) -> None:
    page = text_of(cast.client(Role.ORGANISER).get(url(cast, "player-forget", pia.pk)))
    assert "Forget Pia Kowalski" in page
    assert "1 game, its result and everybody’s places stay as they are." in page
    assert not Player.objects.filter(anonymised_at__isnull=False).exists()


def test_without_the_tick_nobody_is_forgotten(cast: Cast, pia: Player) -> None:
    answer = cast.client(Role.ORGANISER).post(url(cast, "player-forget", pia.pk))
    assert (answer.status_code, set(errors_of(answer))) == (422, {"sure"})
    assert not Player.objects.filter(anonymised_at__isnull=False).exists()


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER, Role.PLAYER])
def test_forgotten(cast: Cast, pia: Player, role: str) -> None:
    client = cast.client(role)
    answer = client.post(url(cast, "player-forget", pia.pk), {"sure": "on"}, follow=True)
    assert "Forgotten. The results are those of Player 1 now." in text_of(answer)
    assert client.get(url(cast, "player-edit", pia.pk)).status_code == 404 if role != Role.PLAYER else 403
    assert client.post(url(cast, "player-forget", pia.pk), {"sure": "on"}).status_code in (403, 404)


def test_words_are_erased_from_the_history_and_from_the_night(cast: Cast, pia: Player) -> None:
    game = cast.club.games.get()
    by = get_recorder(cast.club, cast.users[Role.ORGANISER])
    remark = make_remark(game, "Ben is a cheat", event=game.events.last())
    close_night(game.night_id, by, "Ben had to leave", anyway=True)
    nights = Remark.objects.get(event=None)
    client = cast.client(Role.ORGANISER)
    history, night = url(cast, "game-history", game.pk), url(cast, "night-detail", game.night_id)
    assert "Ben is a cheat ” · erase these words" in text_of(client.get(history))
    assert "erase" not in text_of(cast.client(Role.SCORER).get(history))
    erase = url(cast, "remark-erase", remark.pk)
    assert "Ben is a cheat" in text_of(client.get(erase))
    answer = client.post(erase)
    assert (answer.status_code, answer["Location"]) == (303, history)
    assert "(erased)" in text_of(client.get(history))
    assert "cheat" not in text_of(client.get(history)) + text_of(client.get(erase))
    answer = client.post(f"{url(cast, 'remark-erase', nights.pk)}?night={game.night_id}")
    assert answer["Location"] == night
    assert "The night was closed. (erased)" in text_of(client.get(night))


# Data


@pytest.mark.parametrize("role", [Role.PLAYER, Role.ORGANISER])
def test_data_of_a_player(cast: Cast, pia: Player, role: str) -> None:
    answer = cast.client(role).get(url(cast, "player-data", pia.pk))
    assert answer["Content-Disposition"] == f'attachment; filename="{cast.club.slug}-{pia.pk}.json"'
    assert (answer["Cache-Control"], answer["Content-Type"]) == ("private, no-store", "application/json; charset=utf-8")
    assert json.loads(b"".join(answer.streaming_content))["player"]["name"] == "Pia Kowalski"


def test_data_of_an_account(cast: Cast, pia: Player) -> None:
    client = cast.client(Role.PLAYER)
    page = client.get(reverse("account-data"))
    assert url(cast, "player-edit", pia.pk) in page.content.decode()
    data = json.loads(b"".join(client.get(reverse("account-download")).streaming_content))
    assert [one["player"]["name"] for one in data["clubs"]] == ["Pia Kowalski"]


# Leaving


def sure(client: Client) -> None:
    """The password, typed once more."""
    answer = client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 302


def test_password_is_asked_for_first(cast: Cast, pia: Player) -> None:
    client = cast.client(Role.PLAYER)
    for answer in (client.get(reverse("account-delete")), client.post(reverse("account-delete"), {"sure": "on"})):
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_reauthenticate"))
    assert User.objects.filter(name="Pia").exists()


def test_account_is_deleted_and_the_name_stays(cast: Cast, pia: Player) -> None:
    client = cast.client(Role.PLAYER)
    sure(client)
    assert "Also forget my name in these clubs" in text_of(client.get(reverse("account-delete")))
    answer = client.post(reverse("account-delete"), {"sure": "on"}, follow=True)
    assert "Your account is deleted." in text_of(answer)
    assert not User.objects.filter(name="Pia").exists()
    assert "Sign in" in text_of(client.get(reverse("home")))
    pia.refresh_from_db()
    assert (pia.name, pia.account) == ("Pia Kowalski", None)


def test_account_is_deleted_and_the_name_with_it(cast: Cast, pia: Player) -> None:
    client = cast.client(Role.PLAYER)
    sure(client)
    assert client.post(reverse("account-delete"), {"sure": "on", "forget": [cast.club.pk]}).status_code == 303
    pia.refresh_from_db()
    assert pia.name == "Player 1"


def test_scorer_of_years_leaves_the_facts_behind(cast: Cast, pia: Player) -> None:
    get_recorder(cast.club, cast.users[Role.SCORER], "iPhone")
    client = cast.client(Role.SCORER)
    sure(client)
    assert client.post(reverse("account-delete"), {"sure": "on"}).status_code == 303
    assert Recorder.objects.get(device="iPhone").label == "Former member"


@pytest.mark.parametrize("form", [{}, {"sure": ""}, {"sure": "on", "forget": ["x"]}, {"sure": "on", "forget": ["99"]}])
def test_without_the_tick_or_with_another_club_nothing_is_deleted(
    cast: Cast, pia: Player, form: dict[str, Any]
) -> None:
    client = cast.client(Role.PLAYER)
    sure(client)
    assert client.post(reverse("account-delete"), form).status_code == 422
    assert User.objects.filter(name="Pia").exists()


def test_last_owner_is_told_which_club_and_what_to_do(cast: Cast) -> None:
    client = cast.client(Role.OWNER)
    sure(client)
    for answer in (client.get(reverse("account-delete")), client.post(reverse("account-delete"), {"sure": "on"})):
        said = text_of(answer)
        assert "You are the last owner of: Harbour Euchre Club Make somebody else its owner" in said
        assert url(cast, "club-edit") in answer.content.decode()
    assert User.objects.filter(name="Olive").exists()


# Search engines and caches


def robots(client: Client, path: str) -> tuple[str | None, bool]:
    answer = client.get(path)
    return answer.get("X-Robots-Tag"), '<meta name="robots" content="noindex">' in answer.content.decode()


OUT, IN = ("noindex", True), (None, False)


@pytest.mark.parametrize(
    ("visibility", "expected"), [(Visibility.PUBLIC, IN), (Visibility.UNLISTED, OUT)], ids=["public", "unlisted"]
)
def test_only_public_clubs_are_listed(visibility: str, expected: tuple[str | None, bool]) -> None:
    cast = make_cast(visibility)
    for route in ("club-tonight", "standings", "player-list", "game-list", "rules"):
        assert robots(cast.client(SIGNED_OUT), url(cast, route)) == expected
        assert robots(cast.client(Role.PLAYER), url(cast, route)) == OUT


def test_account_pages_are_not_listed_and_the_front_page_is() -> None:
    assert robots(Client(), reverse("first-run")) == OUT
    make_user()
    assert robots(Client(), reverse("account_login")) == OUT
    assert robots(Client(), reverse("home")) == robots(Client(), reverse("privacy")) == IN


def test_links_that_let_somebody_in_are_not_listed() -> None:
    assert robots(Client(), reverse("club-found", args=[invite_founder(7).token])) == OUT
    for route in ("card-open", "invitation-join"):
        assert robots(Client(), reverse(route, args=["a-token-that-is-none"])) == OUT


@pytest.mark.parametrize(("showing", "expected"), [(Showing.FULL, IN), (Showing.INITIAL, OUT)])
def test_page_of_a_hidden_player_is_not_listed(showing: str, expected: tuple[str | None, bool]) -> None:
    cast = make_cast(Visibility.PUBLIC)
    [ann] = add_players(cast.club, ["Ann Kim"])
    Player.objects.filter(pk=ann.pk).update(showing=showing)
    assert robots(cast.client(SIGNED_OUT), url(cast, "player-detail", ann.pk)) == expected


def test_robots_may_fetch_everything() -> None:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == "User-agent: *\nDisallow:\n"


def test_pages_for_members_only_are_kept_by_no_cache() -> None:
    cast = make_cast(Visibility.MEMBERS)
    for route in ("standings", "club-tonight-live", "player-list"):
        assert cast.client(Role.PLAYER).get(url(cast, route))["Cache-Control"] == "private, no-store"
    hidden, nothing = (cast.client("stranger").get(path) for path in (url(cast, "standings"), "/c/nowhere/standings/"))
    # What is hidden looks like what is not there; the length follows from the address, which stands in a link.
    heads = [{**answer.headers, "Content-Length": ""} for answer in (hidden, nothing)]
    assert heads[0] == heads[1]


# What is kept, in words


def test_privacy_page_says_whom_to_ask(settings: Any) -> None:
    page = text_of(Client().get(reverse("privacy")))
    assert "An owner or organiser of your club, or whoever runs this site." in page
    settings.CONTACT = "data@example.org"
    assert "Whoever runs this site: data@example.org" in text_of(Client().get(reverse("privacy")))


def test_every_page_leads_to_it(cast: Cast) -> None:
    for path in (reverse("home"), url(cast, "standings"), reverse("account_login")):
        assert f'href="{reverse("privacy")}"' in Client().get(path).content.decode()


def test_who_was_forgotten_is_offered_nowhere(cast: Cast, pia: Player) -> None:
    client = cast.client(Role.OWNER)
    client.post(url(cast, "player-forget", pia.pk), {"sure": "on"})
    page = client.get(url(cast, "player-detail", pia.pk)).content.decode()
    assert url(cast, "player-edit", pia.pk) not in page
    assert url(cast, "player-merge", pia.pk) not in page
    assert client.get(url(cast, "player-merge", pia.pk)).status_code == 404
    ann = Player.objects.get(name="Ann Ode")
    assert f'value="{pia.pk}"' not in client.get(url(cast, "player-merge", ann.pk)).content.decode()
    assert "shown as" not in text_of(client.get(url(cast, "player-list")))
