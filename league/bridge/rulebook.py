"""A set of house rules as pages and forms say it, and the presets to begin with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import Problem
from engine.house_rules import CHOICES, HouseRules, Revoke, applies, default_rules
from engine.presets import presets_for
from engine.scoring import ROWS, Row, offered_modes
from engine.variants import get_variant, variants
from league.bridge import words
from league.bridge.rule_words import PRESET_NAMES, WORDS


class Sentence(NamedTuple):
    """One rule in words, and whether the club changed it from the default."""

    text: str
    changed: bool


class Payment(NamedTuple):
    """One line of the table of what results pay."""

    result: str
    points: int
    to: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules about one part of the game."""

    title: str
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RulesInWords:
    """A set of rules as a page says it: `changed` if it is not the standard one."""

    key: str
    name: str
    chapters: tuple[Chapter, ...]
    payments: tuple[Payment, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """A preset as a page offers it: `current` if these are the rules already."""

    key: str
    name: str
    current: bool


def in_words(rules: HouseRules) -> RulesInWords:
    """Everything that a page says of a set of rules."""
    return RulesInWords(rules.variant, variant_name(rules.variant), chapters(rules), payments(rules), is_changed(rules))


def variant_keys() -> tuple[str, ...]:
    """Every game, in the order in which they are offered."""
    return tuple(variant.key for variant in variants())


def variant_name(key: str) -> str:
    """What the game of this key is called."""
    return words.variant_name(get_variant(key))


def chapters(rules: HouseRules) -> tuple[Chapter, ...]:
    """The rules from deal to finish, without what can't come up under them."""
    parts = (
        (_("The deal"), _deal(rules)),
        (_("Making trump"), _auction(rules)),
        (_("Going alone"), _alone(rules)),
        (_("Revokes"), _revokes(rules)),
        (_("Winning"), _winning(rules)),
    )
    made = (Chapter(title, tuple(lines)) for title, lines in parts)
    return tuple(chapter for chapter in made if chapter.lines)


def sentences(rules: HouseRules) -> tuple[Sentence, ...]:
    """All of it in a row: the deal, the auction, what each result pays, how a game is won."""
    told = [line for chapter in chapters(rules) for line in chapter.lines]
    paid = [
        Sentence(
            ngettext("%(result)s: %(points)s point to %(to)s.", "%(result)s: %(points)s points to %(to)s.", pay.points)
            % pay._asdict(),
            pay.changed,
        )
        for pay in payments(rules)
    ]
    return (*told, *paid)


def payments(rules: HouseRules) -> tuple[Payment, ...]:
    """What each result pays that can happen under these rules, the plain ones first."""
    modes = offered_modes(rules)
    rows = (
        row for row in ROWS if any(row.alone <= mode.alone and row.lone_defence <= mode.lone_defence for mode in modes)
    )
    return tuple(
        Payment(
            str(WORDS[row.points].label), getattr(rules, row.points), _payee(row, rules), _changed(rules, row.points)
        )
        for row in rows
    )


def preset_choices(rules: HouseRules) -> tuple[PresetChoice, ...]:
    """The presets of this game, in words."""
    return tuple(
        PresetChoice(preset.key, str(PRESET_NAMES[preset.key]), preset.rules(rules.variant) == rules)
        for preset in presets_for(rules.variant)
    )


def preset_rules(variant: str, key: str) -> HouseRules | None:
    """The rules of a preset; None if there is none of that key."""
    return next((preset.rules(variant) for preset in presets_for(variant) if preset.key == key), None)


def preset_name(key: str) -> str:
    """A preset in words."""
    return str(PRESET_NAMES[key])


def problem_text(problem: Problem) -> str:
    """What is wrong with a set of rules, naming its fields as forms do."""
    labels = {name: str(told.label) for name, told in WORDS.items()}
    if problem.code == "inconsistent_rules":
        fields = [labels[name] for name in str(problem.params["fields"]).split(", ")]
        return _("These two contradict each other: %(fields)s.") % {"fields": " / ".join(fields)}
    return words.message_for(problem, labels=labels)


def is_changed(rules: HouseRules) -> bool:
    """Whether anything differs from the game's defaults."""
    return rules != default_rules(rules.variant)


def _deal(rules: HouseRules) -> Iterator[Sentence]:
    yield _say(rules, "pack")
    yield Sentence(_("Five cards each, dealt any way; the next one is turned up."), False)
    if _applies(rules, "dummy"):
        yield _say(rules, "dummy")


def _auction(rules: HouseRules) -> Iterator[Sentence]:
    yield Sentence(
        _("From the dealer’s left, each passes or makes the upcard’s suit trump; the dealer speaks last."), False
    )
    names = ["must_take_upcard", "may_name_turned_down", "stick_the_dealer"]
    if rules.pack == 25:
        names.append("joker_turned_up")
    yield from (_say(rules, name) for name in names)


def _alone(rules: HouseRules) -> Iterator[Sentence]:
    if not _applies(rules, "going_alone"):
        return
    if rules.maker_may_be_alone or not rules.going_alone:
        yield _say(rules, "going_alone")
    modes = offered_modes(rules)
    if rules.going_alone:
        yield _say(rules, "lone_defence")
    if _applies(rules, "canadian_loner"):
        yield _say(rules, "canadian_loner")
    if any(mode.alone or mode.lone_defence for mode in modes):
        yield _say(rules, "loner_lead")
    if _applies(rules, "resting_defender_scores") and any(mode.lone_defence for mode in modes):
        yield _say(rules, "resting_defender_scores")


def _revokes(rules: HouseRules) -> Iterator[Sentence]:
    yield _say(rules, "revoke")
    if rules.revoke != Revoke.OFFENDER_LOSES:
        return
    yield _points(
        rules, "revoke_loss", ngettext("It costs %(points)s point.", "It costs %(points)s points.", rules.revoke_loss)
    )
    if any(mode.alone or mode.lone_defence for mode in offered_modes(rules)):
        text = ngettext(
            "It costs %(points)s point when the offender or an opponent is alone.",
            "It costs %(points)s points when the offender or an opponent is alone.",
            rules.revoke_loss_alone,
        )
        yield _points(rules, "revoke_loss_alone", text)


def _winning(rules: HouseRules) -> Iterator[Sentence]:
    text = ngettext(
        "The first to reach %(points)s point wins the game.",
        "The first to reach %(points)s points wins the game.",
        rules.target,
    )
    yield _points(rules, "target", text)
    if _applies(rules, "finish"):
        yield _say(rules, "finish")


def _say(rules: HouseRules, name: str) -> Sentence:
    """The choice made in one field, as its option says it."""
    return Sentence(str(WORDS[name].options[str(getattr(rules, name))]), _changed(rules, name))


def _points(rules: HouseRules, name: str, text: str) -> Sentence:
    return Sentence(text % {"points": getattr(rules, name)}, _changed(rules, name))


def _changed(rules: HouseRules, name: str) -> bool:
    return bool(getattr(rules, name) != getattr(default_rules(rules.variant), name))


def _applies(rules: HouseRules, name: str) -> bool:
    return applies(CHOICES[name], rules.game)


def _payee(row: Row, rules: HouseRules) -> str:
    if row.pays_makers:
        return ngettext("the maker", "the makers", len(rules.game.side_of(0)))
    if row.lone_defence and not rules.resting_defender_scores:
        return _("the lone defender")
    return _to_defenders(rules.game.defenders_of(0))


def _to_defenders(seats: Sequence[int]) -> str:
    return ngettext("the defender", "each defender", len(seats))


def rules_in_short(rules: HouseRules) -> tuple[str, ...]:
    """How many points win, and what the club changed."""
    told = [*sentences(rules)]
    first = next(_winning(rules))
    return (first.text, *(line.text for line in told if line.changed and line != first))
