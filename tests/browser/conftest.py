"""Phones beside the cards: a hall made by the services, and a hand that taps and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from league.models import User
from tests.browser.hall import Hall, open_hall
from tests.browser.steps import Phone, sign_in

PATIENCE = 15_000  # ms: a loaded machine is slow, not wrong
expect.set_options(timeout=PATIENCE)


@pytest.fixture
def hall(live_server: Any) -> Hall:
    return open_hall()


@pytest.fixture
def new_phone(
    browser: Browser, browser_context_args: dict[str, Any], console_errors: Any, live_server: Any
) -> Iterator[Callable[..., Phone]]:
    """A phone of 360 by 640, or what the options say, for somebody who is signed in, or for nobody.

    Nothing is asked for by itself every five seconds unless it `ticks`: the test says when, with `phone.poll()`.
    """
    contexts: list[BrowserContext] = []

    def make(user: User | None = None, *, ticks: bool = False, **options: Any) -> Phone:
        context = browser.new_context(**{**browser_context_args, "base_url": live_server.url, **options})
        contexts.append(context)
        console_errors.watch(context)
        context.set_default_timeout(PATIENCE)
        if user is not None:
            sign_in(context, user, live_server.url)
        if not ticks:
            context.add_init_script("window.setInterval = () => 0")
        return Phone(context.new_page())

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(new_phone: Callable[..., Phone], hall: Hall) -> Phone:
    """The owner's."""
    return new_phone(hall.owner)
