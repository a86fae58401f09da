"""How long two pages of a database take, in this process, without a server: as JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

LOOKS = 15


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"], os.environ["DEBUG"] = "league.settings", "0"
    import django

    django.setup()
    from django.conf import settings
    from django.urls import reverse

    from league.models import Club
    from tests.bench.prepare import busiest_player

    settings.ALLOWED_HOSTS = ["testserver"]
    club = Club.objects.order_by("pk")[0]
    pages = {
        "standings": reverse("standings", args=[club.slug]),
        "player": reverse("player-detail", args=[club.slug, busiest_player(club).pk]),
    }
    json.dump({name: _look(address) for name, address in pages.items()}, sys.stdout)
    return 0


def _look(address: str) -> dict[str, float]:
    from django.db import connection
    from django.test import Client

    from tests.bench.table import middle

    client, seconds, counted = Client(), [], Counted()
    client.get(address)
    with connection.execute_wrapper(counted):
        for _look in range(LOOKS):
            began = time.perf_counter()
            assert client.get(address).status_code == 200
            seconds.append(time.perf_counter() - began)
    return {
        "seconds": middle(seconds),
        "statements": counted.statements / LOOKS,
        "sql": counted.seconds / LOOKS,
    }


class Counted:
    """How many statements, and how long the database took for them."""

    def __init__(self) -> None:
        self.statements, self.seconds = 0, 0.0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.statements += 1
            self.seconds += time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
