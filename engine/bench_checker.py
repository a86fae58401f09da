"""The yardstick of full records: the plainest card-by-card checker, on strings and dicts, of three-handed documents.

It is honest work, not a straw man: it checks what has to be checked, once, and says only lawful or not. The engine
never imports it; only the benchmark does.
"""

from typing import Any

RED, BLACK = "dh", "cs"
ORDER = "9TJQKA"


def suit_of(card: str, trump: str) -> str:
    """The suit that a card belongs to."""
    if card[0] == "J" and card[1] != trump and (card[1] in RED) == (trump in RED):
        return trump
    return card[1]


def strength(card: str, led: str, trump: str) -> int:
    """How strong a card is in a trick."""
    if suit_of(card, trump) == trump:
        if card[0] == "J":
            return 300 if card[1] == trump else 200
        return 100 + ORDER.index(card[0])
    return 1 + ORDER.index(card[0]) if card[1] == led else 0


def made_trump(calls: list[str], dealer: int, upcard: str) -> tuple[int, str] | None:
    """Who made trump, and which; nobody is -1. None if a call is unlawful or missing."""
    maker, trump = -1, ""
    for place, call in enumerate(calls):
        if maker >= 0 or place > 5:
            return None
        if call == "Pass":
            continue
        if (place < 3 and call != "Order") or (place >= 3 and (call not in "cdhs" or call == upcard[1])):
            return None
        maker, trump = (dealer + place + 1) % 3, upcard[1] if place < 3 else call
    return None if maker < 0 and len(calls) != 6 else (maker, trump)


def exchange(hands: list[list[str]], maker: int, moves: dict[int, list[str]]) -> bool:
    """Whether cards can go from the dummy to the maker and back; they do."""
    taken, laid = moves[3], moves[maker]
    if len(taken) != len(laid) or any(card not in hands[3] for card in taken):
        return False
    if any(card not in hands[maker] for card in laid):
        return False
    hands[maker] = [card for card in hands[maker] if card not in laid] + taken
    return True


def play(tricks: list[list[str]], hands: list[list[str]], leader: int, resting: list[int], trump: str) -> list[int]:
    """Tricks won by seat; nothing if a card is unlawful."""
    won = [0, 0, 0]
    for trick in tricks:
        seats = [seat for seat in (leader % 3, (leader + 1) % 3, (leader + 2) % 3) if seat not in resting]
        if len(trick) != len(seats):
            return []
        led, best = suit_of(trick[0], trump), -1
        for seat, card in zip(seats, trick, strict=True):
            if card not in hands[seat]:
                return []
            if suit_of(card, trump) != led and any(suit_of(other, trump) == led for other in hands[seat]):
                return []
            hands[seat].remove(card)
            if strength(card, led, trump) > best:
                best, leader = strength(card, led, trump), seat
        won[leader] += 1
    return won


def check_deal(deal: dict[str, Any]) -> list[int] | None:
    """Points by seat, or None if anything is unlawful. Default rules; every card is known."""
    state, (bidding, *playing) = deal["initialState"], deal["phases"]
    dealer, upcard, calls = state["dealer"], state["upCard"], bidding["calls"]
    hands = [list(cards) for cards in state["playerCards"]]
    dealt = [card for hand in hands for card in hand] + [upcard]
    if len(set(dealt)) != 21 or any(card[0] not in ORDER or card[1] not in "cdhs" for card in dealt):
        return None
    made = made_trump(calls, dealer, upcard)
    if made is None or made[0] < 0:
        return None if made is None or playing else [0, 0, 0]
    maker, trump = made
    if len(calls) <= 3:
        hands[dealer].append(upcard)
        if bidding.get("discard") not in hands[dealer]:
            return None
        hands[dealer].remove(bidding["discard"])
    alone, lone = bidding.get("isAlone", False), bidding.get("aloneDefender", -1)
    moves = {move["sender"]: move["cards"] for move in bidding.get("cardExchanges", [])}
    if moves and (alone or not exchange(hands, maker, moves)):
        return None
    resting = [seat for seat in range(3) if lone >= 0 and seat not in (maker, lone)]
    leader = (maker + 1) % 3 if alone else (lone + 1) % 3 if lone >= 0 else (dealer + 1) % 3
    won = play(playing[0]["tricks"] if playing else [], hands, leader, resting, trump)
    if sum(won) != 5:
        return None
    makers = 3 if won[maker] == 5 else 1 if won[maker] >= 3 else 0
    defenders = 0 if makers else 4 if lone >= 0 and won[maker] == 0 else 2
    return [makers if seat == maker else defenders for seat in range(3)]
