"""What every test shares: which tests can run here, the browser's phone, and a guard that hears its console."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.facts_flush import flush_may_delete_facts as flush_may_delete_facts  # a fixture for every test

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
NO_SKIP = os.environ.get("UPCARD_NO_SKIP") == "1"
BROWSER_FIXTURES = {"page", "context", "new_context", "browser"}
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    # A worker would answer from its cache what a test thinks it asks the server; the offline tests allow it again.
    "service_workers": "block",
}
QUIET_CHROMIUM = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# A loaded machine is slow, not wrong: no deadline.
settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), max_examples=200, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    """What the limits count is in memory here: no test finds in its database what another one counted."""
    from django.conf import settings as site

    site.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


# Which tests run here, and what each finds


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("browser")
    if not CHROMIUM:
        _skip(items, "browser", "needs Chromium: install it or name it with CHROMIUM=")
    elif any(item.get_closest_marker("browser") for item in items):
        # Playwright keeps an event loop in the tests' thread, where Django would refuse every query.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    vendor = _database_vendor()
    _leave_out(config, items, "postgres", vendor != "postgresql", "needs PostgreSQL: make test-pg")
    _leave_out(config, items, "sqlite", vendor != "sqlite", "is about SQLite: make test")


@pytest.fixture(autouse=True)
def nothing_left_behind() -> None:
    """A request leaves its language in its thread, and its limits in the cache: the next test finds neither."""
    from django.core.cache import cache  # not before Django is set up
    from django.utils import translation

    translation.deactivate()
    cache.clear()


def _database_vendor() -> str:
    from django.db import connection

    return connection.vendor


def _skip(items: list[pytest.Item], marker: str, reason: str) -> None:
    for item in items:
        if item.get_closest_marker(marker):
            item.add_marker(pytest.mark.skip(reason=reason))


def _leave_out(config: pytest.Config, items: list[pytest.Item], marker: str, absent: bool, reason: str) -> None:
    """Skip the tests of the other database; where nothing may be skipped, both databases have a run of their own."""
    if not absent:
        return
    if not NO_SKIP:
        _skip(items, marker, reason)
        return
    gone = [item for item in items if item.get_closest_marker(marker)]
    if gone:
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if item not in gone]


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Nothing may be skipped here (UPCARD_NO_SKIP=1), but: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    report = yield
    _refuse_skip(report)
    return report


# The browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    args = list(QUIET_CHROMIUM)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args.append("--no-sandbox")
    return {**browser_type_launch_args, "args": args, "executable_path": CHROMIUM}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **PHONE}


class ConsoleErrors:
    """Collects what a browser complains about. A test names what it expects with `allow_console`."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.allowed: list[re.Pattern[str]] = []

    def watch(self, context: Any) -> None:
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.heard.append(f"page error: {error.error}"))

    def _hear(self, message: Any) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            where = message.location
            self.heard.append(f"console {message.type}: {message.text} ({where.get('url')}:{where.get('lineNumber')})")

    def unexpected(self) -> list[str]:
        return [text for text in self.heard if not any(pattern.search(text) for pattern in self.allowed)]


@pytest.fixture
def console_errors() -> Iterator[ConsoleErrors]:
    """Torn down after every context that it watches is closed, so nothing said at the end is missed."""
    errors = ConsoleErrors()
    yield errors
    unexpected = errors.unexpected()
    assert not unexpected, "The browser complained:\n" + "\n".join(unexpected)


@pytest.fixture
def allow_console(console_errors: ConsoleErrors) -> Callable[[str], None]:
    """Chromium logs every 4xx by itself: `allow_console("422")` in the test that provokes one."""
    return lambda pattern: console_errors.allowed.append(re.compile(pattern))


@pytest.fixture
def new_context(console_errors: ConsoleErrors, new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Every context of a test is watched: the one of `page`, and those that a test makes for a second person."""

    def make(**options: Any) -> Any:
        context = new_context(**options)
        console_errors.watch(context)
        return context

    return make
