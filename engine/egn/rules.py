"""House rules in a document: the keys of `ruleset`, and the line `House rules: name=value; ...` of the description.

Each key says one field of the house rules. What has no key, or more than its key can say, stands in the line.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from engine.egn.documents import Json
from engine.errors import Problem, UnreadableError
from engine.house_rules import (
    CHOICES,
    HouseRules,
    LoneDefence,
    LonerLead,
    Value,
    applies,
    default_rules,
    game_options,
)
from engine.variants import NOTATION_GAME, Step, Variant, variant_for

LINE = "House rules:"
PACKS_BY_RANK: Mapping[int, int] = MappingProxyType({9: 24, 7: 32})
JOKER_PACK = 25

MEMORABLE = 1000
"""So many letters of names and values are remembered with their rules, and no more."""

_LEADS: Mapping[str, LonerLead] = MappingProxyType(
    {"LEFT_OF_DEALER": LonerLead.ELDEST, "LEFT_OF_LONER": LonerLead.LEFT_OF_LONER}
)
_LEAD_NAMES = {lead: name for name, lead in _LEADS.items()}
_NEVER_PLAYED = ("farmers", "partners_best", "go_under", "allow_no_trump", "fast_break", "four_trick_tokens")
_KINDS: Mapping[str, type] = MappingProxyType(
    {
        **dict.fromkeys(("std", "canadian", "defend_alone", "joker", *_NEVER_PLAYED), bool),
        **dict.fromkeys(("min_rank", "winning_score", "num_deals", "num_players"), int),
        **dict.fromkeys(("loner_march_score", "loner_euchred_score"), int),
        "loner_lead": str,
    }
)
_PLAIN_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "std": "stick_the_dealer",
        "winning_score": "target",
        "canadian": "canadian_loner",
        "loner_march_score": "march_alone",
        "loner_euchred_score": "euchred_alone",
    }
)
_LONER_KEYS = ("loner_lead", "loner_march_score", "loner_euchred_score", "defend_alone")


class RulesReader:
    """Reads the rules of one document; what is not played here is kept, and named in `problems`."""

    def __init__(self, ruleset: Mapping[str, Json], description: str | None) -> None:
        self.ruleset = ruleset
        self.unplayed: dict[str, Json] = {}
        self.unplayed_line: list[str] = []
        self.problems: list[Problem] = []
        for name, value in ruleset.items():
            kind = _KINDS.get(name)
            if kind is not None and type(value) is not kind:
                raise UnreadableError(f"ruleset.{name}", _EXPECTED[kind])
        self.game = self._game()
        # Other programs leave the key out, also of games to another number; this game's own records say it.
        self.target_stated = "winning_score" in ruleset or self.game is not NOTATION_GAME
        self.description, lines = _split(description)
        self.rules = self._read(lines)

    def _game(self) -> Variant:
        players = self.ruleset.get("num_players", NOTATION_GAME.seats)
        game = variant_for(players)
        if game is None:
            self.problems.append(Problem("wrong_player_count", "num_players"))
            self._refuse("num_players", players)
        return game or NOTATION_GAME

    def _refuse(self, name: str, value: Json) -> None:
        self.unplayed[name] = value
        self.problems.append(Problem("rule_not_played", name, params={"rule": name}))

    def _read(self, lines: list[str]) -> HouseRules:
        rules = default_rules(self.game.key).change(**self.game.notation_defaults)
        changes = dict(self._keys(rules))
        changes |= {name: value for line in lines for name, value in self._line(line)}
        rules = rules.change(**changes)
        for problem in rules.problems():
            name = _KEY_OF.get(problem.field, problem.field)
            self.problems.append(Problem("rule_not_played", name, params={"rule": name}))
        usual = default_rules(self.game.key)
        return usual if rules == usual else rules  # what is remembered by rules is found sooner by the same object

    def _keys(self, rules: HouseRules) -> Iterator[tuple[str, Value]]:
        yield from self._pack()
        for name, value in self.ruleset.items():
            if name in ("num_players", "min_rank", "joker") or (name in _LONER_KEYS and not _has_loners(self.game)):
                continue
            if name in _READERS:
                field, read = _READERS[name]
                found = read(value, self.game)
                # Another game's rule is one that is not played, unless it is off (or is what is played anyway).
                odd = found is None or CHOICES[field].problem(field, found)
                if odd or (not applies(CHOICES[field], self.game) and found != getattr(rules, field)):
                    self._refuse(name, value)
                else:
                    yield field, found
            elif value not in (False, 0, None):  # a rule that nobody here knows, or a game of so many deals
                self._refuse(name, value)

    def _pack(self) -> Iterator[tuple[str, Value]]:
        rank, joker = self.ruleset.get("min_rank", 9), self.ruleset.get("joker", False)
        pack = PACKS_BY_RANK.get(rank)
        if pack is None:
            self._refuse("min_rank", rank)
        elif joker and pack != PACKS_BY_RANK[9]:
            self._refuse("joker", joker)
            yield "pack", pack
        else:
            yield "pack", JOKER_PACK if joker else pack

    def _line(self, line: str) -> Iterator[tuple[str, Value]]:
        for item in filter(None, (part.strip() for part in line.split(";"))):
            name, _, text = (part.strip() for part in item.partition("="))
            value = _parse_value(name, text)
            if value is None or CHOICES[name].problem(name, value):
                self.unplayed_line.append(item)
                self.problems.append(Problem("rule_not_played", name, params={"rule": item}))
            else:
                yield name, value


def read_rules(ruleset: Mapping[str, Json], description: str | None) -> RulesReader:
    """The rules of a document. Most documents have those of another one, so they are remembered."""
    values = tuple(ruleset.values())
    types = tuple(map(type, values))  # 1 and True are equal, and not the same value
    texts = (*ruleset, *(value for value in values if type(value) is str), description or "")
    if not _EXPECTED.keys() >= {*types} or sum(map(len, texts)) > MEMORABLE:
        return RulesReader(ruleset, description)
    return _remembered(tuple(ruleset), values, types, description)


@lru_cache(maxsize=256)
def _remembered(
    names: tuple[str, ...], values: tuple[Json, ...], _types: tuple[type, ...], description: str | None
) -> RulesReader:
    return RulesReader(dict(zip(names, values, strict=True)), description)


def _has_loners(game: Variant) -> bool:
    return game.has_step(Step.LONE_MAKER) or game.has_step(Step.LONE_DEFENCE)


def _lone_defence(value: Json, game: Variant) -> Value:
    """`defend_alone` is the widest lone defence of the game, or none."""
    options = game_options("lone_defence", game)
    return options[0] if value else LoneDefence.NEVER


_READERS: Mapping[str, tuple[str, Callable[[Json, Variant], Any]]] = MappingProxyType(
    {
        **{key: (field, lambda value, game: value) for key, field in _PLAIN_FIELDS.items()},
        "loner_lead": ("loner_lead", lambda value, game: _LEADS.get(value)),
        "defend_alone": ("lone_defence", _lone_defence),
    }
)
_KEY_OF = {field: key for key, (field, _) in _READERS.items()}
_EXPECTED: Mapping[type, str] = {bool: "true or false", int: "a whole number", str: "text"}


# The line


def _split(description: str | None) -> tuple[str | None, list[str]]:
    """A description without its lines of house rules, and what those say."""
    if description is None or LINE not in description:
        return description, []
    lines = description.split("\n")
    told = [line.strip().removeprefix(LINE) for line in lines if line.strip().startswith(LINE)]
    rest = "\n".join(line for line in lines if not line.strip().startswith(LINE))
    return (rest or None) if told else description, told


def _parse_value(name: str, text: str) -> Value | None:
    """A value as the line writes it; None for a rule that there is none of, or a value that it can't have."""
    if name not in CHOICES:
        return None
    choice = CHOICES[name]
    for option in choice.options:
        if format_value(option) == text:
            return option
    whole = text.isascii() and text.removeprefix("-").isdigit() and len(text) < 9
    return int(text) if whole and not choice.options else None


def format_value(value: Value) -> str:
    """A value for the line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# Writing


def write_ruleset(rules: HouseRules) -> dict[str, Json]:
    """The keys of `ruleset`, in full; loner keys only where somebody can be alone at all."""
    keys: dict[str, Json] = {
        "num_players": rules.game.seats,
        "std": rules.stick_the_dealer,
        "min_rank": next((rank for rank, pack in PACKS_BY_RANK.items() if pack == rules.pack), 9),
        "joker": rules.pack == JOKER_PACK,
        "winning_score": rules.target,
        "canadian": rules.canadian_loner,
    }
    if _has_loners(rules.game):
        keys |= {
            "loner_lead": _LEAD_NAMES[rules.loner_lead],
            "loner_march_score": rules.march_alone,
            "loner_euchred_score": rules.euchred_alone,
            "defend_alone": rules.lone_defence != LoneDefence.NEVER,
        }
    return keys | dict.fromkeys(_NEVER_PLAYED, False)


def write_line(rules: HouseRules, unplayed: tuple[str, ...] = ()) -> str | None:
    """The line for what the keys do not say; None if they say everything."""
    told = RulesReader(write_ruleset(rules), None).rules
    items = [
        f"{name}={format_value(getattr(rules, name))}"
        for name in CHOICES
        if getattr(rules, name) != getattr(told, name)
    ]
    return f"{LINE} {'; '.join([*items, *unplayed])}" if items or unplayed else None
