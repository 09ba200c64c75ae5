"""Positions of Heart of Crown that the tests of the plugin play from."""

from typing import Any

VILLAGE, SCOUT, CITY, HAND_CITY = 3, 5, 7, 9


def main_phase(**turn: Any) -> dict[str, Any]:
    """Seat 0's main phase: a princess, a City in the domain, and three cards in hand."""

    def card(number: int, kind: str, audience: int) -> dict[str, Any]:
        return {"type": "Card", "id": number, "kind": kind, "audience": audience}

    ann = {
        "hand": [card(VILLAGE, "farming-village", 2), card(SCOUT, "scout", 2), card(HAND_CITY, "city", 2)],
        "draw_pile": [{"type": "Bag", "of": [["city", 2], ["duke", 1]]}],
        "domain": [{"id": 1, "kind": "lulunasaika"}, {"id": CITY, "kind": "city"}],
    }
    ben = {"draw_pile": [{"type": "Bag", "of": [["city", 5]]}]}
    state = {
        "players": [ann, ben],
        "basic_market": [["city", 5], ["duke", 2]],
        "turn": {"seat": 0, "number": 7, "phase": 1, **turn},
        "minted": [[31, 30]],
    }
    return {"game": "heart_of_crown@1", "seats": 2, "entry": "main-phase", "args": [0], "state": state}
