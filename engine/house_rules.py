"""What a club may choose (the "house rules" of the rule page), with the default first.

One field a choice. `Choice` says what a field may hold, so that forms, pages and checks need no list of their own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from engine.errors import MisuseError, Problem, UnreadableError
from engine.variants import MAIN_GAME, Step, Variant, get_variant

SCHEMA = 1
"""Version of the stored form. A new field needs no new version: a missing key means its default."""


class JokerTurnedUp(StrEnum):
    """R4: what happens when the joker is turned up."""

    DEALER_NAMES = "dealer_names"
    DEAL_AGAIN = "deal_again"


class LoneDefence(StrEnum):
    """R16, R17: when a defender may be alone."""

    ANY = "any"
    AGAINST_LONE_MAKER = "against_lone_maker"
    NEVER = "never"


class LonerLead(StrEnum):
    """R18: who leads when somebody is alone."""

    LEFT_OF_LONER = "left_of_loner"
    ELDEST = "eldest"


class Revoke(StrEnum):
    """R30: what a claimed revoke costs."""

    PAYS_OPPONENTS = "pays_opponents"
    OFFENDER_LOSES = "offender_loses"


class Finish(StrEnum):
    """R32: who wins when two pass the target in one hand."""

    HIGHEST_SHARE = "highest_share"
    HIGHEST_PLAY_ON = "highest_play_on"
    HIGHEST_MAKERS_LEFT = "highest_makers_left"
    ALL_WHO_PASS = "all_who_pass"  # noqa: S105  # passes the target; no password


type Value = int | bool | str


@dataclass(frozen=True, slots=True)
class Choice:
    """What one field may hold: `options` where it is one of a few, else `least` to `most`.

    `needs`: any of these steps; a game without them keeps the default.
    """

    rule: str
    options: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    needs: tuple[Step, ...] = ()

    def problem(self, name: str, value: object) -> Problem | None:
        """What is wrong with `value`, by itself, for the field `name`."""
        if self.options:
            if type(value) in {type(option) for option in self.options} and value in self.options:
                return None
            return Problem("bad_choice", name, params={"value": str(value)})
        if type(value) is int and self.least <= value <= self.most:
            return None
        return Problem("out_of_range", name, params={"least": self.least, "most": self.most})


def _switch(default: bool, rule: str, *needs: Step) -> Any:
    return field(default=default, metadata={"choice": Choice(rule, (default, not default), needs=needs)})


def _one_of[E: StrEnum](default: E, rule: str, *needs: Step) -> Any:
    return field(default=default, metadata={"choice": Choice(rule, tuple(type(default)), needs=needs)})


def _points(default: int, rule: str, *needs: Step, least: int = 0) -> Any:
    return field(default=default, metadata={"choice": Choice(rule, least=least, most=20, needs=needs)})


_LONERS = (Step.LONE_MAKER, Step.LONE_DEFENCE)


@dataclass(frozen=True)
class HouseRules:
    """The rules of one game, every choice written out. Immutable; frozen with the game (R34).

    The defaults here are three-handed; use `default_rules(key)` for another game's. A set may be inconsistent:
    ask `problems()` before storing one.
    """

    variant: str = MAIN_GAME.key
    pack: int = field(default=24, metadata={"choice": Choice("R1", (24, 25, 32))})
    target: int = field(default=10, metadata={"choice": Choice("R31", least=1, most=50)})
    joker_turned_up: JokerTurnedUp = _one_of(JokerTurnedUp.DEALER_NAMES, "R4")
    must_take_upcard: bool = _switch(False, "R11")
    may_name_turned_down: bool = _switch(False, "R12")
    stick_the_dealer: bool = _switch(False, "R13")
    dummy: bool = _switch(True, "R16", Step.DUMMY)
    going_alone: bool = _switch(True, "R16", Step.LONE_MAKER)
    lone_defence: LoneDefence = _one_of(LoneDefence.ANY, "R16", Step.LONE_DEFENCE)
    canadian_loner: bool = _switch(False, "R17", Step.PARTNERS)
    loner_lead: LonerLead = _one_of(LonerLead.LEFT_OF_LONER, "R18", *_LONERS)
    made: int = _points(1, "R22", least=1)
    march: int = _points(3, "R23", least=1)
    march_alone: int = _points(3, "R24", Step.LONE_MAKER, least=1)
    euchred: int = _points(2, "R25", least=1)
    euchred_alone: int = _points(2, "R25a", Step.LONE_MAKER, least=1)
    lone_defence_euchre: int = _points(2, "R26", Step.LONE_DEFENCE, least=1)
    lone_defence_march: int = _points(4, "R27", Step.LONE_DEFENCE, least=1)
    resting_defender_scores: bool = _switch(True, "R28", Step.SHARED_FINISH)
    revoke: Revoke = _one_of(Revoke.PAYS_OPPONENTS, "R30")
    revoke_loss: int = _points(2, "R30")
    revoke_loss_alone: int = _points(4, "R30", *_LONERS)
    finish: Finish = _one_of(Finish.HIGHEST_SHARE, "R32", Step.SHARED_FINISH)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Kept, because results are remembered by rules, and there are many fields.
        return hash(tuple(getattr(self, item.name) for item in fields(self)))

    @cached_property
    def game(self) -> Variant:
        """The variant that these rules are for."""
        return get_variant(self.variant)

    @cached_property
    def maker_may_be_alone(self) -> bool:
        """R16: not without going alone, and not where there is no dummy to do without."""
        has_choice = self.dummy or not self.game.has_step(Step.DUMMY)
        return self.going_alone and self.game.has_step(Step.LONE_MAKER) and has_choice

    def defender_may_be_alone(self, maker_alone: bool) -> bool:
        """R16, R17: whether a defender may be alone against such a maker."""
        if not self.going_alone or not self.game.has_step(Step.LONE_DEFENCE):
            return False
        return self.lone_defence == LoneDefence.ANY or (
            maker_alone and self.lone_defence == LoneDefence.AGAINST_LONE_MAKER
        )

    def problems(self) -> tuple[Problem, ...]:
        """Everything wrong with this set: values, choices that this game lacks, contradictions."""
        return (*self._value_problems(), *self._contradictions())

    def _value_problems(self) -> Iterator[Problem]:
        defaults = default_rules(self.variant)
        for name, choice in CHOICES.items():
            value = getattr(self, name)
            if problem := choice.problem(name, value):
                yield problem
            elif (not applies(choice, self.game) and value != getattr(defaults, name)) or (
                choice.options and value not in game_options(name, self.game)
            ):
                yield Problem("not_in_this_game", name)

    def _contradictions(self) -> Iterator[Problem]:
        if self.canadian_loner and not self.going_alone:
            yield Problem("inconsistent_rules", "going_alone", params={"fields": "canadian_loner, going_alone"})
        if self.lone_defence != LoneDefence.AGAINST_LONE_MAKER:
            return
        for name in ("dummy", "going_alone"):
            # R16: nobody can defend only against lone makers where no maker can be alone.
            if not getattr(self, name) and getattr(default_rules(self.variant), name):
                yield Problem("inconsistent_rules", name, params={"fields": f"lone_defence, {name}"})

    def to_json(self) -> dict[str, Value]:
        """The stored form: every field, as plain values."""
        plain = {item.name: getattr(self, item.name) for item in fields(self)}
        return {"schema": SCHEMA} | {name: str(v) if isinstance(v, StrEnum) else v for name, v in plain.items()}

    @staticmethod
    def from_json(data: object) -> "HouseRules":
        """Read the stored form. A missing key means what it meant before there was such a key: the default.

        Raises UnreadableError for another schema, an unknown key or game, or a value of a wrong kind.
        """
        if not isinstance(data, dict) or type(data.get("schema")) is not int or data["schema"] != SCHEMA:
            raise UnreadableError("schema", f"house rules of schema {SCHEMA}")
        try:
            rules = default_rules(str(data.get("variant")))
        except MisuseError as error:
            raise UnreadableError("variant", "the key of a game") from error
        changes = {name: value for name, value in data.items() if name not in ("schema", "variant")}
        for name, value in changes.items():
            if name not in CHOICES or CHOICES[name].problem(name, _as_field(name, value)):
                raise UnreadableError(str(name), "a house rule and its value")
        return rules.change(**changes)

    def change(self, **changes: Value) -> "HouseRules":
        """These rules with some choices changed; plain strings become the enumerations."""
        return replace(self, **{name: _as_field(name, value) for name, value in changes.items()})  # type: ignore[arg-type]  # values are checked by problems()


CHOICES: Mapping[str, Choice] = MappingProxyType(
    {item.name: item.metadata["choice"] for item in fields(HouseRules) if "choice" in item.metadata}
)
"""Field name -> what it may hold, in the order of the rule page."""

_ENUMS: Mapping[str, type[StrEnum]] = MappingProxyType(
    {item.name: type(item.default) for item in fields(HouseRules) if isinstance(item.default, StrEnum)}
)


def _as_field(name: str, value: Value) -> Value:
    enum = _ENUMS.get(name)
    return enum(value) if enum and value in tuple(enum) else value


def applies(choice: Choice, variant: Variant) -> bool:
    """Whether a choice means anything in this game."""
    return not choice.needs or any(variant.has_step(step) for step in choice.needs)


def game_options(name: str, variant: Variant) -> tuple[Value, ...]:
    """What a field that is one of a few may hold in this game, in the order of the rule page."""
    narrowed = variant.options.get(name)
    return tuple(option for option in CHOICES[name].options if narrowed is None or option in narrowed)


@lru_cache
def default_rules(variant: str) -> HouseRules:
    """The defaults of a game, by its key; `MisuseError` for an unknown one."""
    return HouseRules(variant=variant).change(**get_variant(variant).defaults)
