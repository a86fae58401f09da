"""Achievements in words; a test compares them with those that there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.standings.achievements import Achievement, Found

type Words = tuple[Promise, Promise]

WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "first_win": (gettext_lazy("First win"), gettext_lazy("Won a game, alone or shared.")),
        "march_alone": (gettext_lazy("All five alone"), gettext_lazy("Made trump, went alone and took every trick.")),
        "lone_defence": (
            gettext_lazy("Lone defence of all five"),
            gettext_lazy("Defended alone and left the maker without a trick."),
        ),
        "euchred_alone": (gettext_lazy("Euchred alone"), gettext_lazy("Defended alone and euchred the maker.")),
        "from_nothing": (
            gettext_lazy("Won from nothing"),
            gettext_lazy("Had no point when somebody else needed only one, and won."),
        ),
        "whole_night": (gettext_lazy("A night won whole"), gettext_lazy("Won every game of a night, three at least.")),
    }
)
"""A label and a sentence; those that count games have one for all."""


@dataclass(frozen=True, slots=True)
class Told:
    """An achievement as pages show it."""

    key: str
    label: str
    sentence: str


def told(achievement: Achievement) -> Told:
    """The words of now: another reader may have another language."""
    if achievement.found == Found.NUMBER:
        label = ngettext("%(count)s game", "%(count)s games", achievement.number) % {"count": achievement.number}
        return Told(achievement.key, label, _("Played so many games to their end."))
    name, sentence = WORDS[achievement.key]
    return Told(achievement.key, str(name), str(sentence))
