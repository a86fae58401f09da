"""A document of one deal, as plain values, and short ways to change it."""

from __future__ import annotations

import copy
import json
from typing import Any

from engine.egn import parse_document, replay_document

CALLS = ["Pass", "Order"]
DEAL: dict[str, Any] = {
    "dealNumber": 0,
    "initialState": {
        "dealer": 0,
        "upCard": "9h",
        "playerCards": [
            ["9c", "9d", "Tc", "Td", "Kh"],
            ["9s", "Ts", "Ac", "Ad", "Qh"],
            ["Jh", "Jd", "As", "Kc", "Qc"],
            ["Ks", "Js", "Jc", "Ah", "Th"],
        ],
    },
    "phases": [
        {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": CALLS,
            "isAlone": False,
            "aloneDefender": -1,
            "discard": "9c",
            "cardExchanges": [
                {"sender": 3, "receiver": 2, "cards": ["Ah", "Th"]},
                {"sender": 2, "receiver": 3, "cards": ["Kc", "Qc"]},
            ],
        },
        {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [
                ["Ac", "As", "Tc"],
                ["Ad", "Jd", "9d"],
                ["Jh", "9h", "Qh"],
                ["Ah", "Kh", "9s"],
                ["Th", "Td", "Ts"],
            ],
        },
    ],
}
DOCUMENT: dict[str, Any] = {
    "fileType": "Euchre Game Notation",
    "version": "1.4",
    "metadata": {"players": ["Ann", "Ben", "Cleo"], "initialScore": [], "ruleset": {"num_players": 3}},
    "deals": [DEAL],
}
MISSING = object()


def document(*changes: tuple[str, Any], deals: int = 1) -> dict[str, Any]:
    """The document with changes: (place, value), `MISSING` to leave it out; a place is `deals.0.phases.0.calls`."""
    data = copy.deepcopy(DOCUMENT)
    data["deals"] = [copy.deepcopy(DEAL) for _ in range(deals)]
    for place, value in changes:
        *path, last = [int(key) if key.isdecimal() else key for key in place.split(".")]
        inner: Any = data
        for key in path:
            inner = inner[key]
        if value is MISSING:
            del inner[last]
        else:
            inner[last] = value
    return data


def answers(data: dict[str, Any]) -> list[dict[str, Any]]:
    return list(replay_document(parse_document(json.dumps(data))))


def codes(answer: dict[str, Any]) -> list[tuple[str, str, int | None]]:
    return [(problem["code"], problem["field"], problem["seat"]) for problem in answer["problems"]]
