"""Phones beside the cards: a hall made by the services, and a hand that taps and counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.models import User
from tests.browser.hall import Hall, open_hall
from tests.browser.steps import Phone, sign_in


@pytest.fixture
def hall(live_server: Any) -> Hall:
    return open_hall()


@pytest.fixture
def new_phone(new_context: Callable[..., Any], live_server: Any) -> Callable[..., Phone]:
    """A phone of 360 by 640 for somebody who is signed in, or for nobody.

    Nothing is asked for by itself every five seconds unless `ticks`: the test says when, with `phone.poll()`.
    """

    def make(user: User | None = None, *, ticks: bool = False, **options: Any) -> Phone:
        context = new_context(base_url=live_server.url, **options)
        if user is not None:
            sign_in(context, user, live_server.url)
        if not ticks:
            context.add_init_script("window.setInterval = () => 0")
        return Phone(context.new_page())

    return make


@pytest.fixture
def phone(new_phone: Callable[..., Phone], hall: Hall) -> Phone:
    """The owner's."""
    return new_phone(hall.owner)
