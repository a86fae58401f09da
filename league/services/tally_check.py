"""The tallies of seasons and nights, and who met whom, against the sums over the games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from league.models import Night, NightTally, Season, Tally
from league.services.difference import Difference
from league.services.pairs import SUMS, Pair, PairKey, add_pairs, differing_pairs, night_pairs, night_rows
from league.services.snapshot import snapshot
from league.services.tallies import Key, add_nights, columns_of, sum_night


@dataclass(frozen=True, slots=True)
class SeasonFound:
    """What differs in a season, and what is to be summed anew for it."""

    differences: list[Difference] = field(default_factory=list)
    nights: list[Night] = field(default_factory=list)
    pairs: list[PairKey] = field(default_factory=list)


def compare_season(season: Season) -> SeasonFound:
    """A season's tallies and its nights' with the sums over the games, all of one moment."""
    found, pairs = SeasonFound(), dict[PairKey, Pair]()
    with snapshot():
        season_is = _stored_sums(Tally.objects.filter(season=season))
        season_should_be = add_nights(_compare_nights(season, found, pairs))
        found.differences.extend(_compare_sums(f"season {season.pk}", season_is, season_should_be))
        _compare_pairs(season, found, pairs)
    return found


def _compare_nights(
    season: Season, found: SeasonFound, pairs: dict[PairKey, Pair]
) -> Iterator[dict[Key, dict[str, Any]]]:
    """What the nights of a season come to, one after another; those whose tallies differ are noted. Sums up `pairs`."""
    for night in Night.objects.filter(season=season).order_by("date", "pk"):
        rows = night_rows(night)
        sums = sum_night(night, rows)
        add_pairs(pairs, night_pairs(season.pk, rows).items())
        stored = _stored_sums(NightTally.objects.filter(night=night))
        differences = list(_compare_sums(f"night {night} {night.pk}", stored, sums))
        if differences:
            found.differences.extend(differences)
            found.nights.append(night)
        yield sums


def _compare_pairs(season: Season, found: SeasonFound, computed: Mapping[PairKey, Pair]) -> None:
    """Who met whom."""
    for key, before, after in differing_pairs(season, computed):
        found.pairs.append(key)
        subject = f"season {season.pk}, player {key.player} with {key.other}, {key.variant}"
        for name, is_, should_be in zip(SUMS, before, after, strict=True):
            if is_ != should_be:
                found.differences.append(Difference(subject, name, is_, should_be))


def _stored_sums(rows: QuerySet[Any]) -> dict[Key, dict[str, Any]]:
    return {(row.player_id, row.variant): columns_of(row) for row in rows}


def _compare_sums(
    subject: str, stored: Mapping[Key, Mapping[str, Any]], computed: Mapping[Key, Mapping[str, Any]]
) -> Iterator[Difference]:
    """A row of nothing is as good as none: it is what undoing the only game leaves."""
    for key in sorted({*stored, *computed}):
        before, after = stored.get(key, {}), computed.get(key, {})
        for name in {**before, **after}:
            if (before.get(name) or 0) != (after.get(name) or 0):
                player, variant = key
                yield Difference(f"{subject}, player {player}, {variant}", name, before.get(name), after.get(name))
