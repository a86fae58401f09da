"""A name that is hidden stands nowhere: every address of the site is opened and read by all who may not see it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.events import Substitute
from league.bridge.held import Waiting, waiting_to_json
from league.bridge.starts import NewGame
from league.models import Game, HeldWrite, Player, Recorder, Role, Showing, Visibility
from league.services.answers import Aside
from league.services.claims import claim_player
from league.services.forgetting import forget_player
from league.services.games import start_game
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.players import add_players, update_player
from league.services.recorders import get_recorder
from tests.factories import make_credit, make_member, make_remark, make_user, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast, make_cast
from tests.league.views.test_policy import CLUB_PAGES, NOBODY, SITE_PAGES, address, names_in, things_of
from tests.league.with_cards import play_cards

pytestmark = pytest.mark.django_db

SECRETS = ("Quackenbush", "Zebulon", "Zeppo", "quackenbush", "zebulon", "zeppo", "Zebby")
LETTERS_SHOWN = {Showing.INITIAL: ("Zebulon", "zebulon"), Showing.NICKNAME: ("Zebby",)}
"""What the choice lets through."""

MANAGING = frozenset(
    (
        *("player-list", "player-add", "player-edit", "player-merge", "player-forget", "player-data", "player-detail"),
        *("club-edit", "club-log", "invitation-list", "credit-add"),
    )
)
"""Pages on which those who manage people see who is who; `player-detail` offers to separate merged names."""

QUERIES = {
    **dict.fromkeys(("player-list", "player-claim", "game-list", "hand-list"), "?q=quackenbush"),
    "game-history": "?at=0",
    "player-detail": "?scope=all",
}
"""What else some pages are asked for."""


@dataclass
class Hidden:
    """A club in which somebody has done whatever leaves a trace, and what its addresses name."""

    cast: Cast
    player: Player
    things: dict[str, Any]
    games: list[Game]


def make_hidden(visibility: str, showing: str) -> Hidden:
    """They sat, recorded, corrected, substituted, remarked, were merged and claimed; then they hid their name."""
    cast = make_cast(visibility)
    club = cast.club
    things = things_of(cast)
    user = make_user("Zebulon Quackenbush", email="zebulon@quackenbush.example")
    make_member(club, user, Role.SCORER)
    secret, alias, *others = add_players(club, ["Zebulon Quackenbush", "Zeppo Quackenbush", "Dora", "Eve", "Fay"])
    Player.objects.filter(pk=secret.pk).update(account=user)
    recorder = get_recorder(club, user, "Android phone")
    over, open_game = (_start(club, recorder, [secret, *others[:2]]) for _ in range(2))
    play_out(over)
    for game in (open_game, Game.objects.get(pk=things["game"])):
        _leave_traces(game, recorder, secret if game != open_game else others[2])
    early = _start(club, recorder, [alias, *others[1:]])
    play_hand(early)
    make_remark(early, recorder=recorder)
    make_credit(early.night, alias, "No table")
    merge_players(alias, secret, recorder)
    write = Waiting(Substitute(0), {"player": secret.pk, "gets_result": False})
    HeldWrite.objects.create(
        club=club, game=open_game.pk, client_id=uuid4(), body=waiting_to_json(write), recorder=recorder
    )
    secret.refresh_from_db()
    update_player(secret, nickname="Zebby", showing=showing, by=recorder)
    secret.refresh_from_db()
    return Hidden(cast, secret, things, [over, open_game, early])


def _start(club: Any, recorder: Recorder, players: list[Player]) -> Game:
    return start_game(club, uuid4(), recorder, NewGame("cutthroat", [player.pk for player in players], 0))


def _leave_traces(game: Game, recorder: Recorder, substitute: Player) -> None:
    play_hand(game, maker_tricks=3)
    newest = game.lines.order_by("-position")[0]
    said = {"player": substitute.pk, "gets_result": True}
    write_event(game.pk, uuid4(), recorder, Substitute(1, str(newest.hand)), aside=Aside(timezone.now(), said, "Late"))
    play_hand(game, maker=1, maker_tricks=4)
    play_cards(game)


def pages(hidden: Hidden) -> Iterator[tuple[str, str]]:
    """Every address that answers a GET, for every game and for the player, also as an answer to htmx."""
    for route, (get, _post) in CLUB_PAGES.items():
        if get == NOBODY:
            continue
        for game in hidden.games if "game" in names_in(route) else hidden.games[:1]:
            night = {"night": game.night_id} if "night" in names_in(route) else {}
            hand = {"hand": game.lines.order_by("full").last().hand} if "hand" in names_in(route) else {}
            things = hidden.things | {"game": game.pk, "player": hidden.player.pk} | night | hand
            yield route, address(route, things)
    (game,) = hidden.games[:1]
    both = "&".join(f"{name}={pk}" for name, pk in zip(("one", "other"), _seated(game, hidden.player), strict=True))
    yield "player-compare", f"{address('player-compare', hidden.things)}?{both}"
    for route in SITE_PAGES:
        yield route, reverse(route, kwargs={name: 1 if name == "pk" else "nonsense" for name in names_in(route)})


def _seated(game: Game, player: Player) -> list[int]:
    """The player, and somebody who sat there too."""
    return [player.pk, game.players.exclude(player=player)[0].player_id]


def body(client: Client, url: str, **headers: str) -> str:
    """All that an answer says, heads included."""
    answer = client.get(url, headers=headers)
    # An answer has one or the other: the checker knows only the one.
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]  # as it says itself
    said = unzipped(content) if content.startswith(b"PK") else content.decode()
    return f"{answer.headers}{said}"


def unzipped(content: bytes) -> str:
    """The names and texts of all files in a zip."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(f"{name} {archive.read(name).decode()}" for name in archive.namelist())


def leaks(client: Client, url: str, secrets: list[str]) -> set[str]:
    """Secrets that stand there; what was sought is repeated in the field and in addresses, and tells nothing."""
    said = "".join(body(client, url, **headers) for headers in ({}, {"HX-Request": "true"}))
    said = said.replace('value="quackenbush"', "").replace("q=quackenbush", "")
    return {secret for secret in secrets if secret in said}


LOOKERS = [
    (Visibility.PUBLIC, Showing.INITIAL, (SIGNED_OUT, "stranger")),
    (Visibility.MEMBERS, Showing.NICKNAME, (Role.PLAYER,)),
]


@pytest.mark.parametrize(("visibility", "showing", "roles"), LOOKERS, ids=["strangers", "member"])
def test_nobody_finds_a_hidden_name(visibility: str, showing: str, roles: tuple[str, ...]) -> None:
    hidden = make_hidden(visibility, showing)
    secrets = [secret for secret in SECRETS if secret not in LETTERS_SHOWN[showing]]
    found = [
        (role, url + query, leaked)
        for route, url in pages(hidden)
        for query in {"", QUERIES.get(route, "")}
        for role in roles
        if (leaked := leaks(hidden.cast.client(role), url + query, secrets))
    ]
    assert found == []


def test_who_manages_players_reads_it_only_where_they_are_managed() -> None:
    hidden = make_hidden(Visibility.UNLISTED, Showing.INITIAL)
    secrets = ["Quackenbush", "quackenbush", "Zebby"]
    clients = [hidden.cast.client(role) for role in (Role.SCORER, Role.OWNER)]
    found = {
        route
        for route, url in pages(hidden)
        if route in CLUB_PAGES
        for client in clients
        if leaks(client, url, secrets)
    }
    assert found <= MANAGING
    assert {"player-list", "player-edit", "player-merge", "player-forget", "player-data"} <= found


def test_a_forgotten_name_is_read_by_nobody_at_all() -> None:
    hidden = make_hidden(Visibility.UNLISTED, Showing.FULL)
    player = hidden.player
    user = player.account
    forget_player(player)
    assert user
    user.memberships.all().delete()  # a member is listed by the name of the account
    found = [
        (role, url, leaked)
        for route, url in pages(hidden)
        if route in CLUB_PAGES
        for role in (SIGNED_OUT, Role.OWNER)
        if (leaked := leaks(hidden.cast.client(role), url, list(SECRETS)))
    ]
    assert found == []


def test_the_walk_finds_a_name_that_is_not_hidden() -> None:
    """Otherwise all of the above would prove nothing."""
    hidden = make_hidden(Visibility.PUBLIC, Showing.FULL)
    client = hidden.cast.client(SIGNED_OUT)
    found = {route for route, url in pages(hidden) if leaks(client, url, ["Quackenbush", "Zebulon", "Zebby"])}
    assert {
        *("standings", "club-tonight", "club-tonight-live", "player-list", "player-detail", "game-list"),
        *("game-detail", "game-live", "game-board", "game-history", "game-sheet", "night-detail", "standings-now"),
        *("hand-egn", "game-egn", "night-egn", "season-egn", "hand-list", "hand-list-egn"),
        *("hand-detail", "standings-why"),
        *("standings-all", "standings-frame", "season-summary"),
        *("standings-json", "standings-csv", "games-json", "games-csv", "night-json", "night-csv"),
    } <= found


@pytest.mark.parametrize("role", [SIGNED_OUT, Role.PLAYER])
def test_search_finds_nobody_by_what_is_hidden(role: str) -> None:
    hidden = make_hidden(Visibility.PUBLIC, Showing.INITIAL)
    client, slug = hidden.cast.client(role), hidden.cast.club.slug
    player = reverse("player-detail", args=[slug, hidden.player.pk])
    for word, listed in (("quackenbush", False), ("zebby", False), ("zebulon q", True)):
        page = client.get(reverse("player-list", args=[slug]), {"q": word}).content.decode()
        assert (player in page) is listed, word
        games = client.get(reverse("game-list", args=[slug]), {"q": word}).context["page"]
        assert bool(games.object_list) is listed, word


def test_search_of_who_manages_players_finds_them_by_both() -> None:
    hidden = make_hidden(Visibility.PUBLIC, Showing.NICKNAME)
    client, slug = hidden.cast.client(Role.SCORER), hidden.cast.club.slug
    for word in ("quackenbush", "zebby"):
        page = client.get(reverse("player-list", args=[slug]), {"q": word})
        assert [player.pk for player in page.context["page"]] == [hidden.player.pk]


def test_whoever_says_which_player_they_are_reads_no_hidden_name() -> None:
    hidden = make_hidden(Visibility.PUBLIC, Showing.INITIAL)
    Player.objects.filter(pk=hidden.player.pk).update(account=None)
    claim_player(hidden.cast.club, hidden.cast.users[Role.PLAYER], hidden.player.pk)
    url = reverse("player-claim", args=[hidden.cast.club.slug])
    said = hidden.cast.client(Role.PLAYER).get(url).content.decode()
    assert "Zebulon Q." in said
    assert "Quackenbush" not in said


POLLED = ("club-tonight-live", "standings", "standings-now", "player-detail", "game-live", "game-sheet", "game-board")


@pytest.mark.parametrize("route", POLLED)
def test_another_way_of_being_shown_is_another_tag(route: str) -> None:
    hidden = make_hidden(Visibility.PUBLIC, Showing.FULL)
    client = hidden.cast.client(SIGNED_OUT)
    url = next(url for name, url in pages(hidden) if name == route)

    def poll(tag: str = "") -> Any:
        return client.get(url, headers={"HX-Request": "true", "HX-PTag": tag})

    first = poll()
    assert first["HX-PTag"]
    assert poll(first["HX-PTag"]).status_code == 304
    update_player(Player.objects.get(pk=hidden.player.pk), nickname="", showing=Showing.INITIAL)
    second = poll(first["HX-PTag"])
    assert (second.status_code, "Quackenbush" in second.content.decode()) == (200, False)
