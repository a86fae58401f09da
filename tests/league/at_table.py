"""A table at which a game is played by hand-made requests: what the tests of the scorer's screen share."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from engine.events import Deal
from engine.house_rules import default_rules
from engine.records import HandKind, HandRecord
from league.bridge.rows import event_row
from league.bridge.starts import NewGame
from league.models import Club, Game, GameEvent, Hand, Night, NightState, Player, User
from league.services.games import start_game
from league.services.log import read_log
from league.services.players import add_players
from league.services.recorders import get_recorder
from league.services.seasons import set_rules
from league.views.notices import Notice
from tests.factories import make_founded_club, make_member, make_player, make_user

ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"
HTMX = {"HX-Request": "true"}
NAMES = ("Ann", "Ben", "Cleo")


@dataclass
class AtTable:
    """A game, and the scorer's browser beside it. Seats: Ann 0, Ben 1, Cleo 2; Ann deals first."""

    club: Club
    game: Game
    scorer: User
    client: Client
    sent: list[UUID] = field(default_factory=list)

    def url(self, route: str, *more: object) -> str:
        return reverse(route, args=[self.club.slug, self.game.pk, *more])

    @property
    def follows(self) -> str:
        """The newest hand that is not undone."""
        newest = self.game.lines.filter(number__isnull=False).order_by("-position").first()
        return str(newest.hand) if newest else ""

    @property
    def events(self) -> int:
        return GameEvent.objects.count()

    @property
    def scores(self) -> list[int]:
        self.game.refresh_from_db()
        return list(self.game.scores)

    @property
    def status(self) -> str:
        self.game.refresh_from_db()
        return self.game.status

    def get(self, route: str, *more: object, **extra: Any) -> Any:
        return self.client.get(self.url(route, *more), **extra)

    def post(self, route: str, *more: object, htmx: bool = True, **fields: Any) -> Any:
        """Send a form; a field that is None is left out."""
        form = {name: value for name, value in fields.items() if value is not None}
        return self.client.post(self.url(route, *more), form, headers=HTMX if htmx else {})

    def record(self, cell: str | None = None, *, htmx: bool = True, client: Client | None = None, **fields: Any) -> Any:
        """Send a hand as the screen would, behind the newest one; any field can be made up or left out (None)."""
        form = {"client_id": uuid4(), "cell": cell} | fields
        if "follows" not in form:
            form["follows"] = self.follows
        if isinstance(form["client_id"], UUID):
            self.sent.append(form["client_id"])
        form = {name: value for name, value in form.items() if value is not None}
        return (client or self.client).post(self.url("hand-record"), form, headers=HTMX if htmx else {})

    def play(self, *cells: str, **fields: Any) -> UUID:
        """Record hands that fit; the id of the last one."""
        for cell in cells:
            answer = self.record(cell, confirm="1", **fields)
            assert answer.status_code == 200, notice_of(answer)
        return self.sent[-1]

    def play_to(self, *scores: int) -> None:
        """Bring the players to these scores, by hands that end no game: a lone maker's row pays 1 or 3."""
        for seat, score in enumerate(scores):
            for cell in [f"{seat}:5"] * (score // 3) + [f"{seat}:3"] * (score % 3):
                self.play(cell)
        assert self.scores == list(scores)

    def undo(self, hand: UUID | str, **fields: Any) -> Any:
        return self.post("hand-void", hand, **{"client_id": uuid4()} | fields)


def open_table(names: tuple[str, ...] = NAMES, variant: str = "cutthroat", dealer: int = 0, **club: Any) -> AtTable:
    """A club with these players at a table, and its owner signed in on a phone."""
    scorer = make_user("Olive")
    founded = make_founded_club(scorer, **club)
    add_players(founded, names)
    return seat_players(founded, scorer, list(Player.objects.filter(club=founded).order_by("pk")), variant, dealer)


def seat_players(
    club: Club, scorer: User, players: list[Player], variant: str = "cutthroat", dealer: int = 0
) -> AtTable:
    new = NewGame(variant, [player.pk for player in players], dealer)
    game = start_game(club, uuid4(), get_recorder(club, scorer, "Android phone"), new)
    return AtTable(club, game, scorer, sign_in(scorer))


def second_phone(table: AtTable, name: str = "Ben") -> AtTable:
    """Another scorer of the club, with a phone of their own at the same table."""
    scorer = make_user(name)
    make_member(table.club, scorer)
    return replace(table, scorer=scorer, client=sign_in(scorer), sent=[])


def change_rules(table: AtTable, **changes: Any) -> AtTable:
    """The same people at a new game by other house rules."""
    season = table.club.seasons.get(is_default=True)
    set_rules(season, default_rules(table.game.variant).change(**changes))
    log = read_log(table.game)
    return seat_players(table.club, table.scorer, list(log.players), table.game.variant)


def pass_out(table: AtTable, hands: int) -> str:
    """So many passed out hands in the log of a new game, without their derived rows; the id of the last."""
    recorder = get_recorder(table.club, table.scorer, "Android phone")
    ids = [uuid4() for _hand in range(hands)]
    rows = [event_row(Deal(str(hand), HandRecord(kind=HandKind.PASSED_OUT))) for hand in ids]
    for seq, (row, hand) in enumerate(zip(rows, ids, strict=True), 1):
        row.game, row.seq, row.hand, row.version, row.client_id, row.recorder = table.game, seq, hand, 1, hand, recorder
        row.follows = ids[seq - 2] if seq > 1 else None
    GameEvent.objects.bulk_create(rows)
    return str(ids[-1])


def close_night(table: AtTable) -> None:
    Night.objects.filter(pk=table.game.night_id).update(state=NightState.CLOSED)


def next_table(table: AtTable, *names: str) -> AtTable:
    """Another game of the same club, on the same phone."""
    players = [make_player(table.club, name) for name in names]
    return seat_players(table.club, table.scorer, players)


def sign_in(user: User, **extra: Any) -> Client:
    client = Client(headers={"user-agent": ANDROID}, **extra)
    client.force_login(user)
    return client


# Reading answers


def notice_of(answer: Any) -> Notice:
    notice = answer.context["notice"]
    assert isinstance(notice, Notice), "the screen has nothing to say"
    return notice


def said(answer: Any) -> list[str]:
    """Everything that the notice says, heading first; and it is on the page."""
    notice = notice_of(answer)
    texts = [str(notice.text), *map(str, notice.details)]
    assert all(escape(text) in answer.content.decode() for text in texts)
    return texts


def ticked(answer: Any, name: str) -> list[str]:
    """What is chosen already of the radios and boxes with this name."""
    found = re.findall(rf'<input [^>]*name="{name}" value="([^"]*)"([^>]*)>', answer.content.decode())
    return [value for value, rest in found if "checked" in rest]


def is_screen(answer: Any) -> bool:
    """Whether this is the fragment that htmx puts in place, and no page."""
    body = answer.content.decode()
    return body.lstrip().startswith('<div id="screen"') and "<html" not in body


def is_page(answer: Any) -> bool:
    body = answer.content.decode()
    return "<!doctype html>" in body and "</html>" in body


def button_data(answer: Any) -> QueryDict:
    """What the one button under a notice sends."""
    data = QueryDict(mutable=True)
    for name, value in notice_of(answer).data:
        data.appendlist(name, value)
    return data


def zipped(answer: Any) -> int:
    return len(gzip.compress(answer.content, 6))


def statements(ask: Any) -> int:
    """How many statements a request takes, BEGIN and COMMIT included: a test's savepoints stand for them."""
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def assert_refused(table: AtTable, answer: Any, *words: str) -> None:
    """Told beside the score what is wrong and what to do; nothing stored."""
    assert answer.status_code == 422
    assert is_screen(answer)
    heading, *details = said(answer)
    assert heading == "Not recorded. Put this right and send it again:"
    for word in words:
        assert any(word in detail for detail in details), details
    assert table.events == 1
    assert not Hand.objects.exists()
