"""The table as text."""

import random
from textwrap import dedent

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Match, random_command
from tests.games.heart_of_crown.table import Area, Board


def drawn(board: Board, viewer: int, columns: int = 80) -> str:
    return "\n".join(GAME.text(board.view(viewer), columns)) + "\n"


def test_the_table_is_drawn_in_eighty_columns() -> None:
    board = Board(
        Area(hand="village library", draw=["^city", "city*4"], domain="twins large-city[alchemist] duke", twin=2),
        Area(hand="city", discard="duke*2 scout"),
        Area(discard="city", standing=2),
        random="scout library*2",
        supply="bank*5",
    )
    board.play("village")
    assert drawn(board, 0) == dedent("""\
        HEART OF CROWN                             turn 7 - seat 0 - main phase - 1 coin
        ════════════════════════════════════════════════════════════════════════════════
        princesses  First Princess Lulunasaika, Second Princess Laolily,
                    South Sea Princess Klam-Klam, Scholar Princess Bergamotte,
                    Princess General Flammaria
        basic       30 City (3), 20 Large City (6), 12 Royal Maid (3), 12 Senator (5),
                    12 Duke (8)
        random      2 Library (4), 1 Scout (2)
        also        supply 5, Curses 8

        ─▶ seat 0 (you) ──────────────────────────────────────────────────── 6 points ──
        domain      Princess Twins Lain and Shion #65551 (2 counters),
                    Large City #131087 [Alchemist #196623], Duke #262159 +6
        field       Farming Village #393231
        open        right of Farming Village (393231:right)
        hand 1      Library #131074
        draw 5      City (face up), 4 unknown
        discard 0   -

        ── seat 1 ─────────────────────────────────────────────────────── no princess ──
        hand 1      hidden
        draw 10     10 unknown
        discard 3   2 Duke, Scout

        ── seat 2 ────────────────────────────────────────── no princess, dropped out ──
        hand 0      -
        draw 10     10 unknown
        discard 1   City
        """)


@pytest.mark.parametrize("columns", [40, 61, 80, 132])
def test_no_line_is_too_long(columns: int) -> None:
    match, dice = Match(GAME, 4, seed=b"text"), random.Random(3)
    for _ in range(120):
        match.submit(match.asked()[0], random_command(GAME, match.table, match.asked()[0], dice.randrange, match.live))
        for viewer in (0, 3, SPECTATOR, JUDGE):
            lines = GAME.text(match.view(viewer), columns)
            assert max(map(len, lines)) <= columns, lines


def test_hidden_hands_are_said_to_be_hidden() -> None:
    board = Board(Area(hand="duke"), Area(hand=""))
    text = drawn(board, 1)
    assert "hand 1      hidden" in text and "hand 0      -" in text and "Duke #" not in text


def test_overtime_extra_turns_and_standings_are_named() -> None:
    board = Board(Area(domain="twins", twin=1), Area(standing=2), Area(declared=True), overtime=True, choice=2)
    text = drawn(board, SPECTATOR)
    assert "setting - 0 coins - OVERTIME" in text and "dropped out" in text and "coronation declared" in text
    assert "(you)" not in text


def test_before_the_first_turn() -> None:
    assert "before the first turn" in GAME.text(pb.View(), 80)[0]
