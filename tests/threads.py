"""Several people at the same moment, each with a connection of their own. For tests that really commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread
from unittest import mock

from django.db import connection, connections

PATIENCE = 120
"""Seconds after which threads that wait for one another are given up: a deadlock that no database noticed."""


def at_once[T](*acts: Callable[[], T]) -> list[T]:
    """What each act returns, all begun at the same moment. The first error is raised."""
    gate, results, errors = Barrier(len(acts)), dict[int, T](), list[BaseException]()

    def run(place: int, act: Callable[[], T]) -> None:
        try:
            connection.ensure_connection()
            gate.wait(PATIENCE)
            results[place] = act()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, act), daemon=True) for place, act in enumerate(acts)]
    with _a_connection_each():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert not [thread for thread in threads if thread.is_alive()], "threads wait for one another"
    if errors:
        raise errors[0]
    return [results[place] for place in range(len(acts))]


@contextmanager
def _a_connection_each() -> Iterator[None]:
    """The site's pool holds fewer connections than there are threads here; and who waits on a slow machine waits."""
    change = {"postgresql": {"pool": False}, "sqlite": {"timeout": PATIENCE}}[connection.vendor]
    with mock.patch.dict(connections.settings["default"]["OPTIONS"], change):
        yield
