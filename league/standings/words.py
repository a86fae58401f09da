"""The words of standings: columns, tie-breakers, presets, and a season's rule in sentences."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from league.bridge.rulebook import variant_name
from league.standings.choice import OWN, StandingsChoice
from league.standings.metrics import Metric, Reads

HEADINGS: Mapping[str, Promise] = MappingProxyType(
    {
        "nights": gettext_lazy("Nights"),
        "games": gettext_lazy("Games"),
        "place_points": pgettext_lazy("column", "Place points"),
        "best_won": gettext_lazy("Won, best nights"),
        "best_points": gettext_lazy("Points, best nights"),
        "won": pgettext_lazy("column: games won", "Won"),
        "win_share": gettext_lazy("Share won"),
        "points_per_game": gettext_lazy("Points a game"),
        "place_points_per_game": pgettext_lazy("column", "Place points a game"),
        "points": gettext_lazy("Points"),
        "lone_marches": gettext_lazy("All five alone"),
        "head_to_head": gettext_lazy("Head to head"),
        "fewest_games": gettext_lazy("Fewest games"),
    }
)
"""The metrics' short labels for the catalogues; a test compares them."""

NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "nights": gettext_lazy("nights"),
        "games": gettext_lazy("games"),
        "place_points": gettext_lazy("place points"),
        "best_won": gettext_lazy("games won on the best nights"),
        "best_points": gettext_lazy("points on the best nights"),
        "won": gettext_lazy("games won"),
        "win_share": gettext_lazy("share of games won"),
        "points_per_game": gettext_lazy("points a game"),
        "place_points_per_game": gettext_lazy("place points a game"),
        "points": pgettext_lazy("in a sentence", "points"),
        "lone_marches": gettext_lazy("all five tricks alone"),
        "head_to_head": gettext_lazy("head to head"),
        "fewest_games": gettext_lazy("fewest games"),
    }
)
"""The metrics' labels, as they stand in a sentence."""

PRESET_NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "won": gettext_lazy("Games won"),
        "points_per_game": gettext_lazy("Points a game"),
        "place_points": gettext_lazy("Place points"),
        "best_nights": gettext_lazy("Best nights"),
        "win_share": gettext_lazy("Share of games won"),
        OWN: gettext_lazy("An order of your own"),
    }
)

PRESET_HELP: Mapping[str, Promise] = MappingProxyType(
    {
        "won": gettext_lazy("Whoever wins most games, then has more points a game. Who plays often has an advantage."),
        "points_per_game": gettext_lazy("The average, then games won. Who plays seldom loses nothing."),
        "place_points": gettext_lazy("For each game 3 points for the first, 1 for the second, none for the last."),
        "best_nights": gettext_lazy("Only each player’s best nights count: who misses some can still win."),
        "win_share": gettext_lazy("Games won of games played, then points a game."),
        OWN: gettext_lazy("Choose below what decides."),
    }
)

ALL_GAMES = gettext_lazy("All games together")


def tie_breaks(choice: StandingsChoice) -> str:
    """How places are decided, in sentences."""
    return " ".join(_sentences(choice))


def _sentences(choice: StandingsChoice) -> Iterable[str]:
    order = in_order(choice.precedence)
    if choice.ties:
        yield _("Places: %(order)s; equal players: %(ties)s; who is equal still shares a place.") % {
            "order": order,
            "ties": in_order(choice.ties),
        }
    else:
        yield _("Places: %(order)s; equal players share a place.") % {"order": order}
    reads = {metric.reads for metric in choice.precedence}
    if Reads.COUNTS in reads:
        yield place_points_sentence()
    if Reads.NIGHTS in reads:
        count = choice.best
        yield ngettext("Each player’s best night counts.", "Each player’s best %(count)s nights count.", count) % {
            "count": count
        }
    if choice.minimum > 1:
        yield _("Ranked from %(count)s games on.") % {"count": choice.minimum}
    if choice.together:
        yield _("The games of two, three and four players count in one table.")


def place_points_sentence() -> str:
    """What places at a table bring."""
    return _(
        "Place points: 3 for the first place of a game, 1 for the second, none for the last; "
        "who shares places gets their mean."
    )


def head_to_head_sentence() -> str:
    """How those who are equal are compared."""
    return _("Head to head: how often ahead of the others who are equal, less how often behind them, in one game.")


def in_order(metrics: Iterable[Metric]) -> str:
    """What decides, the first first."""
    order = ""
    for metric in metrics:
        name = str(NAMES[metric.key])
        order = _("%(order)s, then %(name)s") % {"order": order, "name": name} if order else name
    return order


def table_name(variants: tuple[str, ...]) -> str:
    """Which games a table is of."""
    return variant_name(variants[0]) if len(variants) == 1 else str(ALL_GAMES)
