"""Positions with all that is legal in them, written by hand from the rulebook."""

from collections.abc import Callable

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.table import Area, Board

END = "EndMainPhase"
DONE = "EndSecondPhase"


def second(*areas: Area, **more: object) -> Board:
    return Board(*areas, entry="second-phase", **more)  # type: ignore[arg-type]


def after(board: Board, *kinds: str) -> Board:
    """The position after these plays, each at the first open position."""
    for kind in kinds:
        board.play(kind)
    return board


def developing(coins: int) -> Board:
    return after(Board(Area(hand="city-development village city duke"), Area(), coins=coins), "city-development")


def recalled() -> Board:
    board = Board(Area(hand="city", domain="klam-klam city[scout] large-city"), Area())
    board.do(pb.RecallCard(card=board.kept("scout")))
    return board


def adventuring() -> Board:
    board = after(Board(Area(hand="adventurer maid"), Area(), coins=2, random="scout library*2 bank"), "adventurer")
    board.do(pb.ExileCard(card=board.in_hand("maid")))
    return board


def backed(princess: str, **more: object) -> Board:
    board = second(Area(hand="duke", field="city*2"), Area(), coins=6, **more)
    board.do(pb.BackPrincess(princess=princess))
    return board


POSITIONS: dict[str, tuple[Callable[[], Board], list[str]]] = {
    "an opening hand": (
        lambda: Board(Area(hand="village*3 maid*2"), Area()),
        [END, *["PlayCard village first"] * 3],
    ),
    "nothing but Succession cards": (lambda: Board(Area(hand="maid duke senator"), Area()), [END]),
    "nothing at all": (lambda: Board(Area(), Area()), [END]),
    "after a Village": (
        lambda: after(Board(Area(hand="village city scout duke"), Area()), "village"),
        [END, "PlayCard city right of village", "PlayCard scout right of village"],
    ),
    "after a Post Horse": (
        lambda: after(Board(Area(hand="post-horse city", draw=["village"]), Area()), "post-horse"),
        [
            END,
            *("PlayCard city below post-horse", "PlayCard city right of post-horse"),
            *("PlayCard village below post-horse", "PlayCard village right of post-horse"),
        ],
    ),
    "two branches": (
        lambda: after(Board(Area(hand="post-horse city library", draw=["duke"]), Area()), "post-horse", "city"),
        [END, "PlayCard library below post-horse", "PlayCard library right of city"],
    ),
    "no position left": (
        lambda: after(Board(Area(hand="adventurer city library"), Area()), "adventurer"),
        [END],
    ),
    "no position left, with a domain": (
        lambda: after(
            Board(Area(hand="adventurer city library", domain="twins large-city city[scout]", twin=1), Area()),
            "adventurer",
        ),
        [END, "KeepCard library on large-city", "RecallCard scout", "UseAbility twins"],
    ),
    "keeping": (
        lambda: Board(Area(hand="scout library capital", domain="klam-klam village city large-city duke"), Area()),
        [
            END,
            "KeepCard library on large-city",
            *("KeepCard scout on city", "KeepCard scout on large-city"),
            *("PlayCard capital first", "PlayCard library first", "PlayCard scout first"),
        ],
    ),
    "recalled": (
        recalled,
        [
            END,
            *("KeepCard scout on city", "KeepCard scout on large-city"),
            *("PlayCard city first", "PlayCard scout first"),
        ],
    ),
    "Bergamotte": (
        lambda: Board(Area(hand="maid curse city", domain="bergamotte"), Area()),
        [END, "PlayCard city first", "UseAbility bergamotte city", "UseAbility bergamotte maid"],
    ),
    "twenty points": (
        lambda: Board(Area(hand="city", domain="lulunasaika duke*2 royal-maid"), Area()),
        ["DeclareCoronation", END, "PlayCard city first"],
    ),
    "three coins": (
        lambda: second(Area(hand="duke"), Area(), coins=3),
        [
            *("BuyCard city", "BuyCard post-horse", "BuyCard purveyor", "BuyCard royal-maid", "BuyCard scout"),
            *("BuyCard trade-ship", "BuyCard wishing-well", DONE),
        ],
    ),
    "three coins with Klam-Klam": (
        lambda: second(Area(domain="klam-klam"), Area(), coins=3, random="library adventurer"),
        ["BuyCard city", "BuyCard library", "BuyCard royal-maid", DONE],
    ),
    "six coins and no princess": (
        lambda: second(Area(hand="duke"), Area(domain="klam-klam"), coins=6, random="capital"),
        [
            *("BackPrincess bergamotte", "BackPrincess flammaria", "BackPrincess laolily"),
            *("BackPrincess lulunasaika", "BackPrincess twins"),
            *("BuyCard city", "BuyCard large-city", "BuyCard royal-maid", "BuyCard senator", DONE),
        ],
    ),
    "six coins and a princess": (
        lambda: second(Area(hand="duke city", domain="twins"), Area(), coins=6, random="capital"),
        ["BuyCard city", "BuyCard large-city", "BuyCard royal-maid", "BuyCard senator", DONE, "SetCard duke"],
    ),
    "after buying": (
        lambda: bought(second(Area(hand="duke", domain="twins"), Area(), coins=6, random="scout"), "city"),
        ["BuyCard city", "BuyCard royal-maid", "BuyCard scout", DONE],
    ),
    "after setting": (
        lambda: was_set(second(Area(hand="duke maid capital city", domain="twins"), Area(), coins=6), "duke"),
        [DONE, "SetCard capital", "SetCard maid"],
    ),
    "after backing": (lambda: backed("lulunasaika"), [DONE]),
    "Laolily, with two Royal Maids left": (
        lambda: backed("laolily", basic={"royal-maid": 2}),
        ["AcquireCards", "AcquireCards royal-maid", "AcquireCards royal-maid royal-maid"],
    ),
    "with a Purveyor": (
        lambda: second(Area(), Area(), coins=2, random="scout wishing-well", buying_under=True),
        [
            *("BuyCard scout not-under_draw_pile", "BuyCard scout under_draw_pile"),
            *("BuyCard wishing-well not-under_draw_pile", "BuyCard wishing-well under_draw_pile", DONE),
        ],
    ),
    "Wishing Well": (
        lambda: after(Board(Area(hand="wishing-well city maid"), Area()), "wishing-well"),
        ["DiscardCards", "DiscardCards city", "DiscardCards city maid", "DiscardCards maid"],
    ),
    "Scout": (
        lambda: after(Board(Area(hand="scout city"), Area()), "scout"),
        ["DecideRevealed discard", "DecideRevealed not-discard"],
    ),
    "Trade Ship": (
        lambda: after(Board(Area(hand="trade-ship city"), Area()), "trade-ship"),
        ["ChooseOption coins", "ChooseOption draw"],
    ),
    "Library": (
        lambda: after(Board(Area(hand="library city duke", draw=["curse capital"]), Area()), "library"),
        ["PutCardUnder city", "PutCardUnder curse"],
    ),
    "City Development with one coin": (lambda: developing(1), ["Decline", "ExileCard village"]),
    "City Development with two coins": (
        lambda: developing(2),
        ["Decline", "ExileCard city", "ExileCard village"],
    ),
    "City Development with no coin": (
        lambda: developing(0),
        [END, "PlayCard city right of city-development", "PlayCard village right of city-development"],
    ),
    "Adventurer: what to exile": (
        lambda: after(Board(Area(hand="adventurer city curse duke"), Area(), coins=2), "adventurer"),
        ["Decline", "ExileCard city", "ExileCard duke"],
    ),
    "Adventurer: what to acquire for a Maid": (
        adventuring,
        ["AcquireCard city", "AcquireCard library", "AcquireCard royal-maid", "AcquireCard scout"],
    ),
    "Supply Unit at clean-up": (
        lambda: cleaning(second(Area(field="supply-unit scout library*2 city"), Area(), at_clean_up=("supply-unit",))),
        ["Decline", "ReturnCard library", "ReturnCard library", "ReturnCard scout"],
    ),
}


def bought(board: Board, kind: str) -> Board:
    board.do(pb.BuyCard(kind=kind))
    return board


def was_set(board: Board, kind: str) -> Board:
    board.do(board.setting(kind))
    return board


def cleaning(board: Board) -> Board:
    board.end()
    return board


@pytest.mark.parametrize("position", POSITIONS)
def test_exactly_these_moves_are_legal(position: str) -> None:
    make, moves = POSITIONS[position]
    assert make().moves() == moves


def test_there_are_positions_enough() -> None:
    assert len(POSITIONS) >= 20


@pytest.mark.parametrize("position", POSITIONS)
def test_whoever_is_not_asked_has_none(position: str) -> None:
    board = POSITIONS[position][0]()
    assert board.moves(1) == []
