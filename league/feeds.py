"""Standings and results for programs: docs/feeds.md describes the fields.

No word in them is translated, and names are those that everybody sees. `version` grows when a field changes its
meaning or goes; new ones may come at any time.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_keys
from league.models import Club, Game, GamePlayer, Night, NightTally, Season
from league.standings.build import rank_with_moves, shown_variant, tables_of
from league.standings.figures import HUNDRED, plain_decimal
from league.standings.history import with_players
from league.standings.metrics import Kind, Metric, Value
from league.standings.ranking import Ranked
from league.standings.tallies import Line, SeasonName, SeasonTallies, Section

VERSION = 1
MOST_ROWS = 1000
MOST_GAMES = 500
"""So many stand on a page of a feed."""
MOST_IN_FILE = 10_000
"""So many games stand in a spreadsheet's file, which is wanted whole: more than any season of a club has."""

ALL_VARIANTS = "all"
"""In the place of a variant: the one table of a season in which all games count together."""

type Record = dict[str, Any]


def standings_feed(club: Club, tallies: SeasonTallies, variant: str, number: str) -> Record:
    """A season's table, with the figures of the page."""
    variant = shown_variant(tallies, variant)
    section = tallies.section(variant)
    columns = section.choice.columns(section.variants)
    ranked, before = rank_with_moves(section)
    page = Paginator(ranked, MOST_ROWS).get_page(number)
    lines = {line.sums.player: line for line in section.lines}
    return {
        **_head("upcard-standings", club),
        "season": _season(tallies.season),
        "hidden_until": tallies.hidden,
        "variant": variant or ALL_VARIANTS,
        "variants": [key or ALL_VARIANTS for key in tables_of(tallies)],
        "target": section.target,
        "minimum": section.choice.minimum,
        "columns": [_column(metric, section) for metric in columns],
        **_paged(page),
        "rows": [_row(one, lines[one.sums.player], columns, before) for one in page],
    }


def games_feed(club: Club, season: Season, number: str, most: int = MOST_GAMES) -> Record:
    """A page of a season's games, `most` of them, the last played first."""
    named = SeasonName(season.pk, season.name, season.is_default)
    return {
        **_head("upcard-games", club),
        "season": _season(named),
        **_games(Game.objects.filter(night__season=season), number, most),
    }


def night_feed(night: Night, number: str, most: int = MOST_GAMES) -> Record:
    """A night: what everybody's games came to, and the games, the last played first."""
    season = SeasonName(night.season.pk, night.season.name, night.season.is_default)
    return {
        **_head("upcard-night", night.club),
        "season": _season(season),
        "night": {"id": night.pk, "date": night.date, "kind": night.kind, "state": night.state},
        "tables": _night_tables(night),
        **_games(Game.objects.filter(night=night), number, most),
    }


def written(feed: Record) -> str:
    """A feed as JSON text."""
    return json.dumps(feed, cls=DjangoJSONEncoder, ensure_ascii=False)


def _head(kind: str, club: Club) -> Record:
    return {"format": kind, "version": VERSION, "club": {"name": club.name, "address": club.slug}}


def _season(season: SeasonName) -> Record:
    return {"id": season.pk, "name": season.name, "now": season.is_default}


def _paged(page: "Page[Any]") -> Record:
    paginator = page.paginator
    return {"total": paginator.count, "limit": paginator.per_page, "page": page.number, "pages": paginator.num_pages}


# Standings


def _column(metric: Metric, section: Section) -> Record:
    return {"key": metric.key, "kind": metric.kind, "decides": metric in section.choice.precedence}


def _row(ranked: Ranked, line: Line, columns: Sequence[Metric], before: Mapping[int, int | None]) -> Record:
    player = ranked.sums.player
    return {
        "place": ranked.place,
        "shared": ranked.shared,
        "before": before.get(player),
        "player": {"id": player, "name": line.name},
        "credits": line.credits,
        "values": {metric.key: value_of(metric, metric.compute(ranked.sums)) for metric in columns},
    }


def value_of(metric: Metric, value: Value | None) -> int | Record | None:
    """A count as a number; any other figure exactly, and rounded as the page has it."""
    if value is None:
        return None
    if metric.kind == Kind.COUNT:
        return int(value)
    if metric.kind == Kind.PERCENT:
        return {"exact": str(Fraction(value)), "decimal": plain_decimal(Fraction(value) * HUNDRED, 1)}
    return _exact(Fraction(value))


def _exact(value: Fraction) -> Record:
    return {"exact": str(value), "decimal": plain_decimal(value)}


# Results


def _games(games: "QuerySet[Game]", number: str, most: int) -> Record:
    page = Paginator(with_players(games.order_by("-play_order", "pk")), most).get_page(number)
    return {**_paged(page), "games": [_game(game, game.seated) for game in page]}  # type: ignore[attr-defined]  # prefetched


def _game(game: Game, seated: Iterable[GamePlayer]) -> Record:
    return {
        "id": game.pk,
        "night": {"id": game.night_id, "date": game.night.date},
        "table": game.table.number if game.table else None,
        "variant": game.variant,
        "status": game.status,
        "counted": game.counted,
        "hands": game.hands,
        "players": [_seat(one) for one in seated],
    }


def _seat(one: GamePlayer) -> Record:
    return {
        "id": one.player_id,
        "name": one.player.shown,
        "seat": one.seat,
        "points": one.points,
        "place": one.place,
        "won": _exact(Fraction(one.won12, TWELFTHS)),
    }


def _night_tables(night: Night) -> list[Record]:
    tallies = NightTally.objects.filter(night=night, games__gt=0).select_related("player")
    rows = list(tallies.order_by("-won12", "-points", "player__sort_key", "player"))
    return [
        {"variant": key, "players": [_sums(row) for row in rows if row.variant == key]}
        for key in variant_keys()
        if any(row.variant == key for row in rows)
    ]


def _sums(row: NightTally) -> Record:
    won = _exact(Fraction(row.won12, TWELFTHS))
    return {"id": row.player_id, "name": row.player.shown, "games": row.games, "won": won, "points": row.points}
