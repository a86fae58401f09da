"""What people do with a phone: small verbs. Every touch is counted, for the scorer's budget."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from league.models import User

DEAD = 600  # ms after an answer in which a touch can only be an accident (table.js)


def sign_in(context: BrowserContext, user: User, url: str) -> None:
    """Signed in already, as a scorer's phone is all season."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])


class Phone:
    """A page, and the taps that it has had."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.dead = DEAD / 1000 + 0.05
        self._ready_at = 0.0

    # Touching

    def tap(self, target: Locator) -> None:
        """One touch, as soon as it isn't taken for an accident."""
        self.page.wait_for_timeout(max(0, 1000 * (self._ready_at - monotonic())))
        target.tap()
        self.taps += 1

    def button(self, name: str, **options: Any) -> Locator:
        """A button or a link that looks like one, by what it says."""
        role = self.page.get_by_role("button", name=name, **options)
        return role.or_(self.page.get_by_role("link", name=name, **options)).first

    @contextmanager
    def budget(self, most: int) -> Iterator[None]:
        """At most so many taps in here."""
        before = self.taps
        yield
        used = self.taps - before
        assert used <= most, f"{used} taps, but the budget is {most}"

    # The table

    @property
    def screen(self) -> Locator:
        return self.page.locator("#screen")

    @property
    def version(self) -> int:
        """Of the screen that is shown."""
        return int(self.screen.get_attribute("data-version") or -1)

    def open(self, path: str) -> None:
        self.page.goto(path)

    def cell(self, maker: str, tricks: int) -> Locator:
        """A cell of the grid, by what a screen reader says of it."""
        said = "no trick" if tricks == 0 else "1 trick" if tricks == 1 else f"{tricks} tricks"
        return self.page.get_by_role("button", name=re.compile(rf"^{re.escape(maker)} made it, {said}, "))

    def chip(self, said: str) -> Locator:
        """A chip of the options: a suit, a round, a name."""
        return self.page.locator("#hand .options label").filter(has_text=said)

    def record(self, maker: str, tricks: int) -> None:
        """A hand by one tap, stored."""
        self.send(self.cell(maker, tricks))

    def record_two_tap(self, maker: str, tricks: int) -> None:
        """The same on the form with large buttons."""
        self.tap(self.page.locator("#hand .choice").filter(has_text=maker))
        self.tap(self.page.locator(f"#hand [name=tricks][value='{tricks}']"))

    def send(self, target: Locator) -> None:
        """A tap that stores something; waits for the answer."""
        before = self.version
        self.tap(target)
        self.expect_version(before + 1)
        self.rest()

    def expect_version(self, version: int) -> None:
        expect(self.screen).to_have_attribute("data-version", str(version))

    def rest(self) -> None:
        """An answer came: for a moment the screen takes a touch for an accident. The next tap waits."""
        self._ready_at = monotonic() + self.dead

    def pause(self) -> None:
        """Time enough for whatever was wrongly sent to be stored."""
        self.page.wait_for_timeout(DEAD + 50)

    @property
    def last(self) -> Locator:
        """The strip with the last hand and its undo."""
        return self.page.locator("#live .last")

    @property
    def notice(self) -> Locator:
        """What the server asks or says beside the score."""
        return self.page.locator("section.notice")

    def score(self, name: str) -> int:
        """What the screen shows for a player."""
        seat = self.page.locator(".scores .seat").filter(has=self.page.locator(".who", has_text=name))
        return int(seat.locator(".figure-big").inner_text())

    def scores(self, *names: str) -> list[int]:
        return [self.score(name) for name in names]

    def expect_scores(self, **scores: int) -> None:
        """Each figure, waiting until it is there."""
        for name, score in scores.items():
            seat = self.page.locator(".scores .seat").filter(has=self.page.locator(".who", has_text=name))
            expect(seat.locator(".figure-big")).to_have_text(str(score))

    def poll(self) -> None:
        """What happens every five seconds, now."""
        self.page.evaluate("document.body.dispatchEvent(new CustomEvent('live:tick'))")
        self.rest()
