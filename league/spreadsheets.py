"""Feeds as CSV, for people's spreadsheets: docs/feeds.md says what the columns are."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from league.feeds import Record
from league.standings.metrics import Kind

BOM = "\ufeff"
"""Without it Excel takes UTF-8 for something else."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet would work out instead of showing; the wide ones are read as the others."""


def standings_csv(feed: Record) -> str:
    """A line for each player of a table."""
    columns = feed["columns"]
    heads = [name for column in columns for name in _heads(column["key"], column["kind"])]
    return _written(
        ["place", "shared", "player_id", "player", *heads, "credits"],
        (
            [
                *(row["place"], _yes(row["shared"]), row["player"]["id"], row["player"]["name"]),
                *(cell for column in columns for cell in _cells(row["values"][column["key"]], column["kind"])),
                row["credits"],
            ]
            for row in feed["rows"]
        ),
    )


def games_csv(feed: Record) -> str:
    """A line for each player of each game."""
    heads = ["date", "night_id", "game_id", "table", "variant", "status", "counted", "hands", "seat", "player_id"]
    return _written(
        [*heads, "player", "points", "place", *_heads("won", Kind.SHARES)],
        (
            [
                *(game["night"]["date"], game["night"]["id"], game["id"], game["table"], game["variant"]),
                *(game["status"], _yes(game["counted"]), game["hands"], one["seat"], one["id"], one["name"]),
                *(one["points"], one["place"], *_cells(one["won"], Kind.SHARES)),
            ]
            for game in feed["games"]
            for one in game["players"]
        ),
    )


def _heads(key: str, kind: str) -> list[str]:
    # "1/2" would be the first of February.
    return [key] if kind == Kind.COUNT else [key, f"{key}_numerator", f"{key}_denominator"]


def _cells(value: Any, kind: str) -> list[Any]:
    if kind == Kind.COUNT:
        return [value]
    if value is None:
        return [None, None, None]
    numerator, _slash, denominator = value["exact"].partition("/")
    return [_Number(value["decimal"]), _Number(numerator), _Number(denominator or "1")]


class _Number(str):
    """Digits that are no text: a minus before them is one."""


def _yes(true: bool) -> int:
    return int(true)


def _written(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    file = StringIO()
    file.write(BOM)
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return file.getvalue()


def harmless(cell: Any) -> Any:
    """Text that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe before it."""
    is_text = isinstance(cell, str) and not isinstance(cell, _Number)
    return f"'{cell}" if is_text and cell.startswith(FORMULAS) else cell
