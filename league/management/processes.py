"""Work of a long command, divided among processes that begin anew, as nothing of a connection can be shared."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:  # a process that begins imports this module before there are models
    from league.services.rescore import Each


@contextmanager
def processes(number: int) -> "Iterator[Each]":
    """A `map` whose parts are done by so many processes; by this one if that is all.

    Parts that nobody has begun when the block ends are not done.
    """
    if number <= 1:
        yield map
        return
    pool = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def number_of_processors() -> int:
    """Those that this process may use, as far as the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin() -> None:
    # Ctrl-C reaches every process of the terminal; the first one says where it stopped.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_first, daemon=True).start()
    django.setup()
    _pool_nothing()


def _end_with_the_first() -> None:
    """If the first process is killed, nobody tells the others, which would wait for parts for ever."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def _pool_nothing() -> None:
    """A process that does one thing at a time needs one connection; a pool opens four at once."""
    from django.db import connection  # only where settings are read

    connection.settings_dict["OPTIONS"].pop("pool", None)
