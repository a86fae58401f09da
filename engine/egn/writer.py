"""From a Document to JSON, so that reading it gives the same document again."""

import json

from engine.egn.documents import BIDDING, FILE_TYPE, TRICK_PLAY, VERSION, Document, Json, NotedDeal
from engine.egn.rules import write_line, write_ruleset
from engine.errors import MisuseError
from engine.records import CardRecord, HandRecord
from engine.variants import NOTATION_GAME


def format_document(document: Document, indent: int | None = None) -> str:
    """The text of a document; one line without `indent`."""
    return json.dumps(document_to_json(document), indent=indent)


def document_to_json(document: Document) -> dict[str, Json]:
    """A document as plain values. Rules are written out in full."""
    line = write_line(document.rules, document.unplayed_line)
    told = [text for text in (document.description, line) if text is not None]
    metadata = {
        "gameId": document.id,
        "title": document.title,
        "description": "\n".join(told) if told else None,
        "date": document.date,
        "players": list(document.players),
        "initialScore": _initial_score(document),
        "finalScore": list(document.final_score) or None,
        "ruleset": _ruleset(document),
    }
    return {
        "fileType": FILE_TYPE,
        "version": VERSION,
        "metadata": _said(metadata),
        "deals": [_deal(deal) for deal in document.deals],
    }


def _ruleset(document: Document) -> dict[str, Json]:
    """The rules in full; a target that was not said stays unsaid."""
    keys = write_ruleset(document.rules) | dict(document.unplayed)
    if not document.target_stated:
        del keys["winning_score"]
    return keys


def _initial_score(document: Document) -> list[int]:
    """Zeros are written where the published schema has room for them."""
    scores, sides = document.initial_score, len(document.rules.game.sides)
    roomy = sides > len(NOTATION_GAME.sides)
    return [] if roomy and not any(scores) else list(scores) or [0] * sides


def _said(fields: dict[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in fields.items() if value is not None}


def _deal(deal: NotedDeal) -> dict[str, Json]:
    record, cards = deal.record, deal.record.cards
    if cards is None or cards.calls is None or record.upcard is None:
        raise MisuseError("a hand without its auction has no place in this notation")
    state = {
        "dealer": deal.dealer,
        "upCard": record.upcard,
        "playerCards": [list(holding) for holding in cards.holdings] or None,
        "kitty": list(cards.kitty) or None,
    }
    phases = [_bidding(deal, record, cards)]
    if cards.tricks or cards.leader is not None or deal.play_notes is not None:
        phases.append(_play(deal, cards))
    return _said(
        {
            "dealNumber": deal.number,
            "initialState": _said(state),
            "phases": phases,
            "alternativeLines": deal.other_lines,
        }
    )


def _bidding(deal: NotedDeal, record: HandRecord, cards: CardRecord) -> dict[str, Json]:
    exchanges = [
        {"sender": move.sender, "receiver": move.receiver, "cards": list(move.cards)} for move in cards.exchanges
    ]
    return _said(
        {
            "phaseNumber": 0,
            "type": BIDDING,
            "calls": list(cards.calls or ()),
            "isAlone": record.alone,
            "aloneDefender": -1 if record.lone_defender is None else record.lone_defender,
            "discard": cards.discard,
            "cardExchanges": exchanges or None,
            "callAnnotations": deal.call_notes,
        }
    )


def _play(deal: NotedDeal, cards: CardRecord) -> dict[str, Json]:
    return _said(
        {
            "phaseNumber": 1,
            "type": TRICK_PLAY,
            "tricks": [list(trick) for trick in cards.tricks],
            "initialLead": cards.leader,
            "playAnnotations": deal.play_notes,
        }
    )
