"""Positions in the middle of attacks with all that is legal in them, written by hand from the rulebook."""

from collections.abc import Callable

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import DISCARD, LEAVE, PASS, attacked
from tests.games.heart_of_crown.table import Area, Board

NO = "PassDefence"


def defended(board: Board, *kinds: str) -> Board:
    """After the one who is asked has used these cards."""
    for kind in kinds:
        board.do(board.defending(kind))
    return board


def passed(board: Board) -> Board:
    board.do(PASS)
    return board


def hidden(board: Board, kind: str) -> Board:
    """After a Hideout has put that card away."""
    board.do(pb.PutCardOnTop(card=board.in_hand(kind, board.asked)))
    return board


def scouted() -> Board:
    board = attacked("scout", Area(hand="castle-wall magic-talisman", draw=["duke"]))
    board.do(LEAVE)
    return board


def shinobi() -> Board:
    board = Board(Area(hand="scout city supply-unit shinobi*2", draw=["maid*9"]), Area(draw=[]))
    board.play("scout")
    board.do(DISCARD)
    for kind in ("supply-unit", "city", "shinobi"):
        board.play(kind)
    return board


def witch(hand: str) -> Board:
    board = Board(Area(hand=f"curse-witch {hand}"), Area(hand="city"))
    board.play("curse-witch")
    return board


def witch_in_hand() -> Board:
    board = Board(Area(hand="royal-guard curse-witch"), Area(draw=[]))
    board.play("royal-guard")
    return board


def bribed(**more: object) -> Board:
    board = Board(
        Area(hand="bribery duke", domain="twins large-city"),
        Area(hand="library*2 city duke", domain="laolily city[hideout] large-city[royal-guard]"),
        Area(hand="curse village"),
        random="scout",
        **more,  # type: ignore[arg-type]
    )
    board.play("bribery")
    board.passing()
    board.second()
    return board


KEPT = "klam-klam city[castle-wall] city[hideout] large-city[library]"

POSITIONS: dict[str, tuple[Callable[[], Board], list[str]]] = {
    # Defending.
    "a hand without any Defence card": (
        lambda: attacked("infantry-battalion", Area(hand="city*3 duke curse")),
        [NO],
    ),
    "a hand with each of them": (
        lambda: attacked("infantry-battalion", Area(hand="castle-wall hideout magic-talisman battering-ram city")),
        ["Defend castle-wall", "Defend hideout", "Defend magic-talisman", NO],
    ),
    "kept ones only": (
        lambda: attacked("cornered-beast", Area(domain=KEPT)),
        ["Defend castle-wall", "Defend hideout", NO],
    ),
    "kept ones and a hand": (
        lambda: attacked("royal-guard", Area(hand="castle-wall hideout duke", domain=KEPT)),
        ["Defend castle-wall", "Defend castle-wall", "Defend hideout", "Defend hideout", NO],
    ),
    "two Walls of which one was used": (
        lambda: defended(attacked("royal-guard", Area(hand="castle-wall*2 city")), "castle-wall"),
        ["Defend castle-wall", NO],
    ),
    "a Wall that was used, and a card that may be one": (
        lambda: defended(attacked("royal-guard", Area(hand="castle-wall city")), "castle-wall"),
        [NO],
    ),
    "a kept Wall that was used, and one in hand": (
        lambda: defended(
            attacked("royal-guard", Area(hand="magic-talisman", domain="klam-klam city[castle-wall]")), "castle-wall"
        ),
        ["Defend magic-talisman", NO],
    ),
    "a Talisman that has left the hand": (
        lambda: defended(attacked("royal-guard", Area(hand="magic-talisman castle-wall")), "magic-talisman"),
        ["Defend castle-wall", NO],
    ),
    "a Talisman that lies kept": (
        lambda: attacked("royal-guard", Area(domain="klam-klam city[magic-talisman]")),
        ["Defend magic-talisman", NO],
    ),
    "against a Scout, once its player has decided on the own card": (
        scouted,
        ["Defend castle-wall", "Defend magic-talisman", NO],
    ),
    "the second of three players": (
        lambda: passed(attacked("royal-guard", Area(hand="castle-wall", draw=[]), Area(hand="hideout city"))),
        ["Defend hideout", NO],
    ),
    "against a Curse Witch without an exile": (
        lambda: attacked("curse-witch", Area(hand="magic-talisman")),
        ["Defend magic-talisman", NO],
    ),
    # Hiding.
    "a Hideout of the hand": (
        lambda: defended(attacked("enchantress", Area(hand="hideout curse city*2")), "hideout"),
        ["PutCardOnTop city", "PutCardOnTop city", "PutCardOnTop curse", "PutCardOnTop hideout"],
    ),
    "a Hideout alone": (
        lambda: defended(attacked("enchantress", Area(hand="hideout")), "hideout"),
        ["PutCardOnTop hideout"],
    ),
    "a kept Hideout": (
        lambda: defended(attacked("enchantress", Area(hand="duke", domain=KEPT)), "hideout"),
        ["PutCardOnTop duke"],
    ),
    "two Hideouts, after the first": (
        lambda: hidden(defended(attacked("enchantress", Area(hand="hideout*2 duke")), "hideout"), "duke"),
        ["Defend hideout", NO],
    ),
    # The attack itself.
    "Infantry, with Territories": (
        lambda: passed(attacked("infantry-battalion", Area(hand="city village*2 imperial-domain capital duke"))),
        [
            *("DiscardCards capital", "DiscardCards city", "DiscardCards imperial-domain"),
            *("DiscardCards village", "DiscardCards village"),
        ],
    ),
    "Infantry, without one": (
        lambda: passed(attacked("infantry-battalion", Area(hand="scout duke*2 maid curse"))),
        ["RevealHand"],
    ),
    "the Beast, with dear cards": (
        lambda: passed(attacked("cornered-beast", Area(hand="duke royal-guard senator library curse"))),
        ["DiscardCards duke", "DiscardCards royal-guard", "DiscardCards senator"],
    ),
    "the Beast, without one": (
        lambda: passed(attacked("cornered-beast", Area(hand="library*2 city*2 maid"))),
        ["RevealHand"],
    ),
    "Royal Guard": (
        lambda: attacked("royal-guard", Area(draw=["^duke", "city*4"])),
        ["LeaveRevealed city", "LeaveRevealed city", "LeaveRevealed duke"],
    ),
    "Royal Guard and a Wall": (
        lambda: defended(attacked("royal-guard", Area(hand="castle-wall", draw=["^duke", "city*4"])), "castle-wall"),
        ["LeaveRevealed city", "LeaveRevealed duke"],
    ),
    "Enchantress, what was discarded": (
        lambda: attacked("enchantress", Area(draw=["^duke", "^library"]), Area(draw=["^library", "^maid"])),
        ["AcquireCard duke", "AcquireCard library", "Decline"],
    ),
    "Curse Witch, what to exile": (
        lambda: witch("village city maid curse magic-talisman duke"),
        ["ExileCard city", "ExileCard duke", "ExileCard magic-talisman", "ExileCard maid"],
    ),
    "Curse Witch, nothing to exile": (
        lambda: witch("village curse"),
        ["Decline"],
    ),
    "Curse Witch in hand, and no position": (
        witch_in_hand,
        ["EndMainPhase", "UseSpecialAbility curse-witch"],
    ),
    "Shinobi": (shinobi, ["CopyCard scout", "CopyCard supply-unit"]),
    # Bribery.
    "Bribery, with four coins": (
        lambda: bribed(coins=4),
        [
            *("BuyCard city", "BuyCard royal-maid", "BuyCard scout"),
            *("BuyOpponentCard city", "BuyOpponentCard hideout", "BuyOpponentCard library", "BuyOpponentCard library"),
            *("BuyOpponentCard village", "EndSecondPhase", "SetCard duke"),
        ],
    ),
    "Bribery, with no coin": (lambda: bribed(coins=0), ["EndSecondPhase", "SetCard duke"]),
    "Bribery with a Purveyor, for one coin": (
        lambda: bribed(coins=1, buying_under=True),
        [
            *("BuyOpponentCard village not-under_draw_pile", "BuyOpponentCard village under_draw_pile"),
            *("EndSecondPhase", "SetCard duke"),
        ],
    ),
}


@pytest.mark.rule("hoc.defence.who", "hoc.defence.multiple")
@pytest.mark.parametrize("position", POSITIONS)
def test_exactly_these_moves_are_legal(position: str) -> None:
    make, moves = POSITIONS[position]
    assert make().moves() == moves


@pytest.mark.parametrize("position", POSITIONS)
def test_every_one_of_them_is_accepted_and_the_others_are_asked_nothing(position: str) -> None:
    board = POSITIONS[position][0]()
    asked, decision = board.asked, board.match.table.decision
    assert decision is not None
    assert [board.match.check(asked, command) for command in board.match.legal(asked)].count(None) == len(board.moves())
    for seat in range(len(board.state.players)):
        if seat != asked:
            assert board.moves(seat) == []
            assert board.cited(PASS, seat) == ["hoc.defence.timing", decision.rule]


def test_there_are_positions_enough() -> None:
    assert len(POSITIONS) >= 25
