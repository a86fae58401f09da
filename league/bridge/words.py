"""What the engine found or counted, in words for people: sentences of hands, results and problems."""

from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from engine.errors import Problem
from engine.games import GameState, Line
from engine.records import HandKind, MadeHow
from engine.scoring import Outcome
from engine.variants import Variant
from engine.winning import Status

type Names = Sequence[str]
"""What the players are called, by starting seat."""

MESSAGES: Mapping[str, Promise] = {
    "alone_not_offered": gettext_lazy("Nobody may make trump alone under these rules."),
    "bad_card": gettext_lazy("{card} is not a card of this pack."),
    "bad_round": gettext_lazy("Trump is made in round one or in round two."),
    "bad_seat": gettext_lazy("That player does not sit at this table."),
    "bad_tricks": gettext_lazy("A hand has five tricks: nobody takes {tricks}."),
    "claim_disagrees": gettext_lazy("{player} claimed the rest, which does not fit the tricks."),
    "claimer_sat_out": gettext_lazy("{player} sat out and can't claim a trick."),
    "dealer_must_name": gettext_lazy("The dealer must name trump: this hand can't be passed out."),
    "dealer_names_joker": gettext_lazy("The joker was turned up: the dealer names trump and is the maker."),
    "joker_has_no_round": gettext_lazy("The joker was turned up: there is no auction, so trump is made in no round."),
    "joker_redealt": gettext_lazy("The joker was turned up: the same player deals again."),
    "lone_defence_needs_lone_maker": gettext_lazy("A defender may be alone only against a maker who is alone."),
    "lone_defence_not_offered": gettext_lazy("No defender may be alone under these rules."),
    "lone_defender_is_maker": gettext_lazy("{player} made trump and can't be the lone defender too."),
    "lone_defender_is_partner": gettext_lazy("{player} is the maker's partner and can't defend."),
    "maker_missing": gettext_lazy("Say who made trump."),
    "nothing_to_claim": gettext_lazy("All five tricks are accounted for: nothing was left to claim."),
    "must_be_alone": gettext_lazy("The dealer's partner who orders up must play alone."),
    "offender_missing": gettext_lazy("Say who reneged."),
    "offender_sat_out": gettext_lazy("{player} sat out and can't have reneged."),
    "not_in_kind": gettext_lazy("A hand of this kind has no {field}."),
    "tally_size": gettext_lazy("Give the tricks of each player, or only the maker's."),
    "trick_for_sitting_out": gettext_lazy("{player} sat out and can't have taken a trick."),
    "trick_total": gettext_lazy("The tricks add up to {total}, not to 5."),
    "tricks_disagree": gettext_lazy("The maker's tricks are given twice, as {maker_tricks} and as {tally}."),
    "tricks_missing": gettext_lazy("Say how many tricks the maker took."),
    "trump_not_upcard": gettext_lazy("Trump made in round one is the suit of the card turned up."),
    "turned_down_suit": gettext_lazy("The suit turned down may not be named in round two."),
    "bad_call": gettext_lazy("{call} is not a call."),
    "call_after_auction": gettext_lazy("The auction was over: {player} has nothing to say."),
    "call_missing": gettext_lazy("The auction stops before trump is made: {player} speaks next."),
    "card_not_held": gettext_lazy("{player} does not hold {card}."),
    "card_played_twice": gettext_lazy("{card} was played before."),
    "card_set_aside": gettext_lazy("{card} is out of play."),
    "cards_disagree": gettext_lazy("The cards say another {field}."),
    "discard_not_held": gettext_lazy("{player} does not hold {card} and can't discard it."),
    "discard_without_pick_up": gettext_lazy("Nobody took the card turned up, so there is no discard."),
    "dummy_used_alone": gettext_lazy("{player} plays alone and can't use the dummy."),
    "duplicate_card": gettext_lazy("{card} is in this deal twice."),
    "exchange_not_held": gettext_lazy("{card} is not there to be exchanged."),
    "exchange_not_offered": gettext_lazy("No cards are exchanged with the dummy here."),
    "exchange_uneven": gettext_lazy("As many cards go to the dummy as are taken from it."),
    "hand_unfinished": gettext_lazy("The hand is not finished: its cards give no result."),
    "order_in_round_two": gettext_lazy("The card turned up can't be ordered up in round two."),
    "revoke": gettext_lazy("{player} plays {card} and could have followed suit."),
    "suit_in_round_one": gettext_lazy("No suit is named in round one."),
    "trick_count": gettext_lazy("There are more tricks than can have been played."),
    "trick_size": gettext_lazy("{cards} cards are in a trick of {players} players."),
    "wrong_holding_size": gettext_lazy("Five cards are dealt to each holding, not {cards}."),
    "wrong_lead": gettext_lazy("{player} leads, and it is another player's turn."),
    "wrong_player_count": gettext_lazy("The number of players does not fit this game."),
    "bad_choice": gettext_lazy("{value} is not one of the choices for {field}."),
    "inconsistent_rules": gettext_lazy("These rules contradict each other: {fields}."),
    "not_in_this_game": gettext_lazy("{field} means nothing in this game."),
    "rule_not_played": gettext_lazy("{rule} is a rule that is not played here."),
    "out_of_range": gettext_lazy("{field} must be a whole number from {least} to {most}."),
    "bad_concession": gettext_lazy("Some of the players concede, and the others win."),
    "bad_order": gettext_lazy("Name every seat once."),
    "bad_scores": gettext_lazy("Give one whole number for each player."),
    "cannot_undo": gettext_lazy("There is no such event to undo; a hand is voided instead."),
    "equal_scores": gettext_lazy("The highest totals are equal: under these rules you play on."),
    "game_over": gettext_lazy("The game is over: no hand can be added."),
    "hand_exists": gettext_lazy("That hand is recorded already."),
    "impossible_result": gettext_lazy("No game under these rules can end at {scores}."),
    "later_hand_unlawful": gettext_lazy("Hand {number} would be against the rules then."),
    "nobody_won": gettext_lazy("Nobody reached {target} points."),
    "score_mismatch": gettext_lazy("The hands come to {computed}, not to {stated}."),
    "result_has_hands": gettext_lazy("This game has hands: its result follows from them."),
    "unknown_hand": gettext_lazy("There is no such hand in this game."),
}
"""The engine's templates, translated; a test compares the two sets."""

VARIANT_NAMES = (gettext_noop("Cutthroat"), gettext_noop("Two-handed"), gettext_noop("Four-handed"))
"""The engine's names of its variants, marked for translation; a test compares the two sets."""

HOW: Mapping[str, Promise] = {
    MadeHow.ORDERED_UP: gettext_lazy("ordered up"),
    MadeHow.ASSISTED: gettext_lazy("assisted"),
    MadeHow.ACCEPTED: gettext_lazy("accepted"),
    MadeHow.NAMED: gettext_lazy("named"),
}

FIELDS: Mapping[str, Promise] = {
    "alone": gettext_lazy("player alone"),
    "claimed": gettext_lazy("claim"),
    "kind": gettext_lazy("kind of hand"),
    "lone_defender": gettext_lazy("lone defender"),
    "maker": gettext_lazy("maker"),
    "maker_tricks": gettext_lazy("tricks"),
    "offender": gettext_lazy("offender"),
    "round": gettext_lazy("round"),
    "tricks": gettext_lazy("tricks of each player"),
    "trump": gettext_lazy("trump"),
}
"""What people call the fields of a record, inside a sentence."""

SUITS: Mapping[str, Promise] = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}


def variant_name(variant: Variant) -> str:
    """What a game is called."""
    return _(variant.name)


def message_for(problem: Problem, names: Names = (), labels: Mapping[str, str | Promise] | None = None) -> str:
    """A problem in a sentence, with the player's name; `labels` are a form's own names of its fields."""
    seat = problem.seat
    player = names[seat] if seat is not None and 0 <= seat < len(names) else _("That player")
    field = (labels or FIELDS).get(problem.field, problem.field)
    params = {"player": player, "field": field, **problem.params}
    return str(MESSAGES[problem.code]).format(**params)


def validation_error(problems: Sequence[Problem], names: Names = ()) -> ValidationError:
    """The engine's problems as a form's error, each under its field."""
    errors: dict[str, list[ValidationError]] = {}
    for problem in problems:
        message = ValidationError(message_for(problem, names), code=problem.code)
        errors.setdefault(problem.field.partition(".")[0], []).append(message)
    return ValidationError(errors)


def join_names(names: Sequence[str]) -> str:
    """ "Ann, Ben and Cleo"."""
    return get_text_list(list(names), _("and"))


def points_text(points: int) -> str:
    """ "+2", or with a true minus sign where points are lost."""
    return f"+{points}" if points >= 0 else score_text(points)


def score_text(score: int) -> str:
    """ "7", or with a true minus sign below zero (R30)."""
    return str(score) if score >= 0 else f"\u2212{-score}"


def tricks_text(tricks: int) -> str:
    """ "2 tricks"."""
    if tricks == 0:
        return _("no trick")
    return ngettext("%(count)d trick", "%(count)d tricks", tricks) % {"count": tricks}


def attempt_text(maker: str, tricks: int, *, alone: bool = False) -> str:
    """ "Ben made it, 2 tricks", before anything is known of its pay."""
    template = _("%(maker)s made it alone, %(tricks)s") if alone else _("%(maker)s made it, %(tricks)s")
    return template % {"maker": maker, "tricks": tricks_text(tricks)}


def hand_text(line: Line, names: Names) -> str:
    """What happened in a hand, without the points: "Ben made it, 2 tricks: euchred"."""
    record, result = line.record, line.judgement.result
    match record.kind:
        case HandKind.PASSED_OUT:
            return _("All passed")
        case HandKind.MISDEAL:
            return _("Misdeal: %(dealer)s deals again") % {"dealer": names[line.dealer]}
    if result is None or result.maker is None:
        return _("A hand that can't be read")
    maker = names[result.maker]
    if record.offender is not None:
        text = _reneged_text(maker, names[record.offender], alone=record.alone)
    else:
        text = _made_text(maker, result.taken or 0, result.outcome, alone=record.alone)
    if record.lone_defender is None:
        return text
    return _("%(hand)s, %(defender)s defended alone") % {"hand": text, "defender": names[record.lone_defender]}


def hand_sentence(line: Line, names: Names) -> str:
    """ "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2"."""
    text, points = hand_text(line, names), pay_text(line, names)
    return _("%(hand)s. %(points)s") % {"hand": text, "points": points} if points else text


def pay_text(line: Line, names: Names) -> str:
    """ "Ann +2, Cleo +2"; empty if nobody scored."""
    result = line.judgement.result
    points = result.points if result else ()
    return ", ".join(f"{names[seat]} {points_text(points[seat])}" for seat in range(len(points)) if points[seat])


def result_sentence(state: GameState, names: Names) -> str:
    """How a game ended, in a sentence; empty while it is played."""
    values = {
        "names": join_names([names[seat] for seat in state.order if seat in state.winners]),
        "scores": "–".join(score_text(score) for score in _by_side(state)),
    }
    match state.status:
        case Status.OPEN:
            return ""
        case Status.WITHDRAWN:
            return _("The game was withdrawn at %(scores)s and counts nowhere.") % values
        case Status.ABANDONED:
            return _("The game was abandoned at %(scores)s and counts nowhere.") % values
        case Status.CUT_SHORT if not state.winners:
            return _("The game was cut short at %(scores)s, without a winner.") % values
        case Status.CUT_SHORT:
            return _("The game was cut short at %(scores)s: %(names)s in front.") % values
        case Status.CONCEDED:
            return _("The others conceded at %(scores)s: %(names)s.") % values
    if not all(state.shares[seat] == 1 for seat in state.winners):
        return _("%(names)s share the win, %(scores)s.") % values
    template = ngettext("%(names)s wins, %(scores)s.", "%(names)s win, %(scores)s.", len(state.winners))
    return template % values


def _by_side(state: GameState) -> list[int]:
    """The scores in the order of seats, of a side of several one figure."""
    return [state.scores[state.order[side[0]]] for side in state.sides]


def _reneged_text(maker: str, offender: str, *, alone: bool) -> str:
    made = _("%(maker)s made it alone") if alone else _("%(maker)s made it")
    template = _("%(made)s and reneged") if offender == maker else _("%(made)s, %(offender)s reneged")
    return template % {"made": made % {"maker": maker}, "offender": offender}


def _made_text(maker: str, tricks: int, outcome: Outcome, *, alone: bool) -> str:
    if outcome == Outcome.MARCH:
        template = _("%(maker)s took all five alone") if alone else _("%(maker)s took all five")
        return template % {"maker": maker}
    attempt = attempt_text(maker, tricks, alone=alone)
    return attempt if outcome == Outcome.MADE else _("%(attempt)s: euchred") % {"attempt": attempt}
