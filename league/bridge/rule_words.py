"""Every house rule in plain words: what it is about, and what each choice means.

A test compares these with the engine's fields and options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

type Text = str | Promise

_NONE: Mapping[str, Text] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Words:
    """What a field of the house rules is called, what helps to choose, and each choice as a sentence of its own."""

    label: Text
    help: Text
    options: Mapping[str, Text] = field(default_factory=lambda: _NONE)


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "pack": Words(
            _("Cards"),
            _("Which cards are dealt."),
            {
                "24": _("24 cards, nine to ace."),
                "25": _("25 cards, nine to ace and a joker, which is the highest trump."),
                "32": _("32 cards, seven to ace."),
            },
        ),
        "target": Words(_("Points to win"), _("Whoever reaches them first has won.")),
        "joker_turned_up": Words(
            _("If the joker is turned up"),
            _("Only with a joker in the pack."),
            {
                "dealer_names": _("If the joker is turned up, the dealer names trump and is the maker."),
                "deal_again": _("If the joker is turned up, the same player deals again."),
            },
        ),
        "must_take_upcard": Words(
            _("The upcard, when somebody else orders it up"),
            _("Who accepts while dealing always takes it."),
            {
                "False": _("The dealer may take the upcard and discard, or leave it."),
                "True": _("The dealer must take the upcard and discard."),
            },
        ),
        "may_name_turned_down": Words(
            _("The suit turned down"),
            _("When everybody has passed once."),
            {
                "False": _("In round two the suit turned down may not be named."),
                "True": _("In round two any suit may be named, the one turned down too."),
            },
        ),
        "stick_the_dealer": Words(
            _("When everybody passes twice"),
            _("The second choice is called “stick the dealer”."),
            {
                "False": _("If everybody passes twice there is no score, and the deal moves on."),
                "True": _("If everybody else passes twice, the dealer must name a suit."),
            },
        ),
        "dummy": Words(
            _("The dummy"),
            _("The holding at the open side of the table."),
            {
                "True": _("Five cards go to the dummy; a maker who is not alone keeps any five of the ten."),
                "False": _("There is no dummy; the maker keeps the five cards dealt and can’t be alone."),
            },
        ),
        "going_alone": Words(
            _("Going alone"),
            _("Whether anybody may play alone at all."),
            {"True": _("Players may go alone."), "False": _("Nobody may go alone.")},
        ),
        "lone_defence": Words(
            _("A defender alone"),
            _("The other defender sits out."),
            {
                "any": _("A defender may go alone against any maker."),
                "against_lone_maker": _("A defender may go alone, but only against a lone maker."),
                "never": _("No defender may go alone."),
            },
        ),
        "canadian_loner": Words(
            _("The dealer’s partner who orders up"),
            _("Called the Canadian loner."),
            {
                "False": _("The dealer’s partner who orders up may play alone or not."),
                "True": _("The dealer’s partner who orders up must play alone."),
            },
        ),
        "loner_lead": Words(
            _("First lead when somebody is alone"),
            _("Otherwise the eldest hand leads, at the dealer’s left."),
            {
                "left_of_loner": _("When somebody is alone, the player at the loner’s left leads."),
                "eldest": _("The eldest hand, at the dealer’s left, leads even when somebody is alone."),
            },
        ),
        "made": Words(_("Made: 3 or 4 tricks"), _("Points for the maker.")),
        "march": Words(_("March: all 5 tricks"), _("Points for the maker.")),
        "march_alone": Words(_("March by a maker alone"), _("Points for the maker.")),
        "euchred": Words(_("Euchred: fewer than 3 tricks"), _("Points for each defender.")),
        "euchred_alone": Words(_("Euchred when alone"), _("Points for each defender.")),
        "lone_defence_euchre": Words(_("Euchred by a lone defender"), _("Points for each defender.")),
        "lone_defence_march": Words(_("All 5 tricks to a lone defender"), _("Points for each defender.")),
        "resting_defender_scores": Words(
            _("The defender who sat out"),
            _("While the other one defended alone."),
            {
                "True": _("A defender who sat out scores the same as the lone one."),
                "False": _("A defender who sat out scores nothing."),
            },
        ),
        "revoke": Words(
            _("A revoke (renege)"),
            _("If it is claimed before the hand’s result is confirmed; the hand then ends."),
            {
                "pays_opponents": _("A claimed revoke pays the other side as if it had taken every trick."),
                "offender_loses": _("After a claimed revoke nobody scores, and the offender loses points."),
            },
        ),
        "revoke_loss": Words(_("Points lost by a revoke"), _("Only where the offender loses points.")),
        "revoke_loss_alone": Words(_("Points lost when somebody is alone"), _("Only where the offender loses points.")),
        "finish": Words(
            _("When two reach the target in one hand"),
            _("Two defenders are paid at once."),
            {
                "highest_share": _(
                    "If two reach the target in one hand the higher total wins; equal totals share the win."
                ),
                "highest_play_on": _(
                    "If two reach the target in one hand the higher total wins; "
                    "equal totals play on until one is ahead."
                ),
                "highest_makers_left": _(
                    "If two reach the target in one hand the higher total wins; "
                    "of equal totals the first from the maker’s left."
                ),
                "all_who_pass": _("If two reach the target in one hand, both win and share the game."),
            },
        ),
    }
)
"""Field name -> its words. Choices are looked up by `str(value)`."""

GROUPS: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (_("Cards and deal"), ("pack", "joker_turned_up", "dummy")),
    (_("Making trump"), ("must_take_upcard", "may_name_turned_down", "stick_the_dealer")),
    (_("Going alone"), ("going_alone", "lone_defence", "canadian_loner", "loner_lead")),
    (
        _("What a hand pays"),
        (
            "made",
            "march",
            "march_alone",
            "euchred",
            "euchred_alone",
            "lone_defence_euchre",
            "lone_defence_march",
            "resting_defender_scores",
        ),
    ),
    (_("Revokes"), ("revoke", "revoke_loss", "revoke_loss_alone")),
    (_("Winning"), ("target", "finish")),
)
"""The order and the headings under which a form asks."""

PRESET_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "standard": _("Standard"),
        "stick": _("Stick the dealer"),
        "nobody_alone": _("Nobody goes alone"),
        "no_dummy": _("No dummy"),
        "lone_four": _("A lone march pays four"),
        "gentle": _("Gentle: a euchre pays one"),
        "short": _("Short game, to five"),
        "long": _("Long game, to fifteen"),
    }
)
