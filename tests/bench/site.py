"""The pages and the hands of one database, in turn with their yardsticks, on two servers with the same settings."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.bench.load import WARM, WRK, ask, post_hands, post_rows
from tests.bench.pgbench import Pgbench
from tests.bench.prepare import Prepared
from tests.bench.server import serve
from tests.bench.table import Row, middle, skipped
from tests.bench.weights import weigh

NO_WRK = "wrk is not installed (Debian: apt install wrk)"


@dataclass
class Turn:
    """What is measured in turn with its yardstick."""

    what: str
    least: float | None
    project: Callable[[int], float]
    yardstick: Callable[[int], float]
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def take(self, seconds: int) -> None:
        self.ours.append(self.project(seconds))
        self.theirs.append(self.yardstick(seconds))

    @property
    def row(self) -> Row:
        return Row(self.what, middle(self.ours), middle(self.theirs), self.least)


@dataclass
class Site:
    """Both servers, running."""

    prepared: Prepared
    ours: str
    plain: str
    database: str
    games_used: int = 0

    def turns(self) -> Iterator[Turn]:
        yield self._pages("standings, 50 rows", 0.30, self.prepared.standings, "one-query")
        yield self._pages("player page, busiest player", 0.50, self.prepared.player, "five-queries")
        tag = self._tag()
        yield self._pages("live poll, nothing new, public", 0.35, self.prepared.live, "static", HX_PTag=tag)
        more = {"HX_PTag": tag, "Cookie": self.prepared.cookie}
        yield self._pages("live poll, nothing new, signed in", None, self.prepared.live, "static", **more)
        what = f"record a hand, beside a row inserted ({self.database})"
        yield Turn(what, 0.40, self._record, self._plain("insert", post_rows))

    def _pages(self, what: str, least: float | None, path: str, plain: str, **headers: str) -> Turn:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        label = f"{what} ({self.database})"
        return Turn(label, least, lambda seconds: ask(self.ours + path, seconds, sent), self._plain(plain, ask))

    def _plain(self, path: str, load: Callable[[str, int], float]) -> Callable[[int], float]:
        return lambda seconds: load(f"{self.plain}/{path}", seconds)

    def _record(self, seconds: int) -> float:
        """Each run begins at tables where nobody has sat."""
        games = self.prepared.record[self.games_used : -1]
        self.games_used += len(self.prepared.record) // 8
        return post_hands(self.ours, games, self.prepared.cookie, self.prepared.token, seconds, self.games_used)

    def pgbench_turn(self, pgbench: Pgbench) -> Turn:
        what = f"record a hand, beside pgbench ({self.database})"
        return Turn(what, 0.15, self._record, pgbench.run)

    def _tag(self) -> str:
        with urllib.request.urlopen(self.ours + self.prepared.live, timeout=20) as answer:  # noqa: S310  # our own
            return str(answer.headers["HX-PTag"])


def measure(
    prepared: Prepared, database: str, pgbench: Pgbench | None, seconds: int, rounds: int, only: str = ""
) -> list[Row]:
    """Every row of one database."""
    # As people are served: without the pages that show the code's insides.
    with serve("league.wsgi", "/", DEBUG="0") as ours, serve("tests.bench.wsgi", "/static", DEBUG="0") as plain:
        site = Site(prepared, ours, plain, database)
        found = (
            _measured(site, pgbench, seconds, rounds, only)
            if WRK
            else [skipped(f"pages and hands ({database})", NO_WRK)]
        )
        rows = list(found)
        return [*rows, *(weigh(ours, prepared) if pgbench is None and not only else [])]


def _measured(site: Site, pgbench: Pgbench | None, seconds: int, rounds: int, only: str) -> Iterator[Row]:
    turns = [*site.turns(), *([site.pgbench_turn(pgbench)] if pgbench else [])]
    for turn in [turn for turn in turns if only in turn.what]:
        turn.project(WARM), turn.yardstick(WARM)
        for _round in range(rounds):
            turn.take(seconds)
        yield turn.row
