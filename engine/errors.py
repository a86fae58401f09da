"""What can be wrong, and how it is said.

A `Problem` is a finding about a record that a person entered: a value, never raised. Exceptions are for misuse by
a programmer (`MisuseError`) and for stored text that can't be read (`UnreadableError`).
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.seating import Seat

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # records of hands
        "alone_not_offered": "Nobody may make trump alone under these rules.",
        "bad_card": "{card} is not a card of this pack.",
        "bad_round": "Trump is made in round one or in round two.",
        "bad_seat": "That player does not sit at this table.",
        "bad_tricks": "A hand has five tricks: nobody takes {tricks}.",
        "claim_disagrees": "{player} claimed the rest, which does not fit the tricks.",
        "claimer_sat_out": "{player} sat out and can't claim a trick.",
        "dealer_must_name": "The dealer must name trump: this hand can't be passed out.",
        "dealer_names_joker": "The joker was turned up: the dealer names trump and is the maker.",
        "joker_has_no_round": "The joker was turned up: there is no auction, so trump is made in no round.",
        "joker_redealt": "The joker was turned up: the same player deals again.",
        "lone_defence_needs_lone_maker": "A defender may be alone only against a maker who is alone.",
        "lone_defence_not_offered": "No defender may be alone under these rules.",
        "lone_defender_is_maker": "{player} made trump and can't be the lone defender too.",
        "lone_defender_is_partner": "{player} is the maker's partner and can't defend.",
        "maker_missing": "Say who made trump.",
        "nothing_to_claim": "All five tricks are accounted for: nothing was left to claim.",
        "must_be_alone": "The dealer's partner who orders up must play alone.",
        "offender_missing": "Say who reneged.",
        "offender_sat_out": "{player} sat out and can't have reneged.",
        "not_in_kind": "A hand of this kind has no {field}.",
        "tally_size": "Give the tricks of each player, or only the maker's.",
        "trick_for_sitting_out": "{player} sat out and can't have taken a trick.",
        "trick_total": "The tricks add up to {total}, not to 5.",
        "tricks_disagree": "The maker's tricks are given twice, as {maker_tricks} and as {tally}.",
        "tricks_missing": "Say how many tricks the maker took.",
        "trump_not_upcard": "Trump made in round one is the suit of the card turned up.",
        "turned_down_suit": "The suit turned down may not be named in round two.",
        # cards of hands
        "bad_call": "{call} is not a call.",
        "call_after_auction": "The auction was over: {player} has nothing to say.",
        "call_missing": "The auction stops before trump is made: {player} speaks next.",
        "card_not_held": "{player} does not hold {card}.",
        "card_played_twice": "{card} was played before.",
        "card_set_aside": "{card} is out of play.",
        "cards_disagree": "The cards say another {field}.",
        "discard_not_held": "{player} does not hold {card} and can't discard it.",
        "discard_without_pick_up": "Nobody took the card turned up, so there is no discard.",
        "dummy_used_alone": "{player} plays alone and can't use the dummy.",
        "duplicate_card": "{card} is in this deal twice.",
        "exchange_not_held": "{card} is not there to be exchanged.",
        "exchange_not_offered": "No cards are exchanged with the dummy here.",
        "exchange_uneven": "As many cards go to the dummy as are taken from it.",
        "hand_unfinished": "The hand is not finished: its cards give no result.",
        "order_in_round_two": "The card turned up can't be ordered up in round two.",
        "revoke": "{player} plays {card} and could have followed suit.",
        "suit_in_round_one": "No suit is named in round one.",
        "trick_count": "There are more tricks than can have been played.",
        "trick_size": "{cards} cards are in a trick of {players} players.",
        "wrong_holding_size": "Five cards are dealt to each holding, not {cards}.",
        "wrong_lead": "{player} leads, and it is another player's turn.",
        "wrong_player_count": "The number of players does not fit this game.",
        # house rules
        "bad_choice": "{value} is not one of the choices for {field}.",
        "inconsistent_rules": "These rules contradict each other: {fields}.",
        "not_in_this_game": "{field} means nothing in this game.",
        "rule_not_played": "{rule} is a rule that is not played here.",
        "out_of_range": "{field} must be a whole number from {least} to {most}.",
        # games
        "bad_concession": "Some of the players concede, and the others win.",
        "bad_order": "Name every seat once.",
        "bad_scores": "Give one whole number for each player.",
        "cannot_undo": "There is no such event to undo; a hand is voided instead.",
        "equal_scores": "The highest totals are equal: under these rules you play on.",
        "game_over": "The game is over: no hand can be added.",
        "hand_exists": "That hand is recorded already.",
        "impossible_result": "No game under these rules can end at {scores}.",
        "later_hand_unlawful": "Hand {number} would be against the rules then.",
        "nobody_won": "Nobody reached {target} points.",
        "score_mismatch": "The hands come to {computed}, not to {stated}.",
        "result_has_hands": "This game has hands: its result follows from them.",
        "unknown_hand": "There is no such hand in this game.",
    }
)
"""Code -> English template. The league translates the same templates; a test compares the two sets."""


class EngineError(Exception):
    """Anything the engine raises."""


class MisuseError(EngineError, ValueError):
    """The caller broke the contract; a bug, not bad input."""


class UnreadableError(EngineError, ValueError):
    """Stored or sent text is not of the form that the engine writes. `place` names where, e.g. `tricks.1`."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(f"{place}: expected {expected}")
        self.place = place
        self.expected = expected


_NO_PARAMS: Mapping[str, str | int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: a stable `code`, the `field` it belongs to, the `seat` where there is one."""

    code: str
    field: str
    seat: Seat | None = None
    params: Mapping[str, str | int] = dataclasses.field(default_factory=lambda: _NO_PARAMS)

    def __str__(self) -> str:
        player = "Somebody" if self.seat is None else f"Seat {self.seat}"
        sentence = MESSAGES[self.code].format(**{"player": player, "field": self.field, **self.params})
        return sentence[0].upper() + sentence[1:].replace("_", " ")  # names of fields become words
