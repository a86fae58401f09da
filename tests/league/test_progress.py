"""The bar of long commands: on a terminal only, and true."""

from __future__ import annotations

import io

import pytest
from django.core.management.base import OutputWrapper

from league.management import progress
from league.management.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be moved on by hand."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def bar(out: io.StringIO, total: int = 200) -> Progress:
    return Progress(OutputWrapper(out), total, "hands", began=100.0)


def test_share_and_the_time_that_is_left(clock: list[float]) -> None:
    out = Terminal()
    bar_ = bar(out)
    clock[0] += 30
    bar_.add(50)
    assert "[########......................]  25%  50 of 200 hands, 1:30 left" in out.getvalue()


def test_drawn_seldom_but_at_the_end(clock: list[float]) -> None:
    out = Terminal()
    bar_ = bar(out)
    clock[0] += 1
    for _hand in range(199):
        bar_.add(1)
    assert out.getvalue().count("of 200") == 1
    bar_.add(1)
    assert "100%  200 of 200 hands, 0:00 left" in out.getvalue()


def test_more_than_was_expected_is_all(clock: list[float]) -> None:
    out = Terminal()
    bar(out, 10).add(15)
    assert "100%  15 of 10 hands" in out.getvalue()


def test_nothing_of_nothing(clock: list[float]) -> None:
    out = Terminal()
    bar(out, 0).add(0)
    assert "100%  0 of 0 hands, 0:00 left" in out.getvalue()


def test_log_files_stay_clean() -> None:
    out = io.StringIO()
    bar_ = bar(out)
    bar_.add(200)
    bar_.clear()
    assert out.getvalue() == ""
    assert bar_.done == 200
