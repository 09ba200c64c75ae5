"""The table as text."""

import random
import re
from textwrap import dedent

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Match, random_command
from tests.games.heart_of_crown.table import Area, Board


def drawn(board: Board, viewer: int, columns: int = 80) -> str:
    return "\n".join(GAME.text(board.view(viewer), columns)) + "\n"


def test_the_table_is_drawn_in_eighty_columns_the_viewer_last() -> None:
    board = Board(
        Area(
            hand="village library*2 village",
            draw=["^city", "^city", "city*4"],
            domain="twins large-city[alchemist] duke*2 city large-city village city",
            twin=2,
        ),
        Area(hand="city", discard="duke*2 scout", domain="laolily duke*3 royal-maid", declared=True),
        Area(standing=2, draw=["duke*4", "^city", "city*2"]),
        random="library*2 scout adventurer*5",
        supply="bank*5",
    )
    board.play("village")
    assert drawn(board, 0) == dedent("""\
        HEART OF CROWN                             turn 7 - seat 0 - main phase - 1 coin
        ════════════════════════════════════════════════════════════════════════════════
        princesses  First Princess Lulunasaika, South Sea Princess Klam-Klam,
                    Scholar Princess Bergamotte, Princess General Flammaria
        basic       30 City (3)        20 Large City (6)  12 Royal Maid (3)
                    12 Senator (5)     12 Duke (8)
        random       1 Scout (2)        2 Library (4)      5 Adventurer (5)
        supply      5 face down, and 8 Curses in their pile

        ── seat 1 ──────────────────────────────────── 20 points, coronation declared ──
        domain      Second Princess Laolily, Royal Maid +2, 3 Duke +18
        hand 1      hidden
        draw 10     10 face down
        discard 3   2 Duke, Scout

        ── seat 2 ────────────────────────────────────────── no princess, dropped out ──
        hand 0      -
        draw 7      4 face down, City (face up), 2 face down
        discard 0   -

        ─▶ seat 0 (you) ─────────────────────────────────────────────────── 10 points ──
        domain      Princess Twins Lain and Shion (2 counters), Farming Village -2,
                    2 City, Large City, Large City [Alchemist], 2 Duke +12
        field       Farming Village
        open        right of Farming Village
        hand 3      Farming Village, 2 Library
        draw 6      2 City (face up), 4 face down
        discard 0   -
        """)


def test_the_field_lies_as_it_was_linked() -> None:
    board = Board(Area(hand="village*2 post-horse*2 trade-ship scout", draw=["maid*9"]), Area())
    board.play("village")
    board.play("village")
    board.play("post-horse")
    assert "open        right of Post Horse, below Post Horse\n" in drawn(board, 0)
    board.play("scout", f"{board.in_field('post-horse')}:bottom")
    board.do(pb.DecideRevealed(discard=False))
    board.do(pb.DecideRevealed(discard=True))
    board.play("post-horse", f"{board.in_field('scout')}:right")
    text = drawn(board, SPECTATOR)
    assert (
        "field       2 Farming Village > Post Horse\n            below the 1st Post Horse: Scout > Post Horse\n"
    ) in text
    assert (
        "open        right of the 1st Post Horse, below Scout,\n"
        "            right of the 2nd Post Horse, below the 2nd Post Horse\n"
    ) in text


@pytest.mark.parametrize("columns", [40, 61, 80, 132])
def test_no_line_is_too_long_and_none_holds_an_id(columns: int) -> None:
    match, dice = Match(GAME, 4, seed=b"text"), random.Random(3)
    while not match.table.over and len(match.entries) < 1500:
        match.submit(match.asked()[0], random_command(GAME, match.table, match.asked()[0], dice.randrange, match.live))
        if len(match.entries) % 20 == 0 or match.table.over:
            for viewer in (0, 3, SPECTATOR, JUDGE):
                lines = GAME.text(match.view(viewer), columns)
                assert max(map(len, lines)) <= columns, lines
                assert not re.search(r"\d{4}", "\n".join(lines)), lines


def test_hidden_hands_are_said_to_be_hidden() -> None:
    board = Board(Area(hand="duke"), Area(hand=""))
    text = drawn(board, 1)
    assert "hand 1      hidden" in text and "hand 0      -" in text and text.count("Duke") == 1
    assert "hand 1      Duke" in drawn(board, JUDGE)


def test_a_card_that_all_saw_go_face_down_under_the_pile_is_said_to_be_known() -> None:
    board = Board(Area(hand="purveyor"), Area(), coins=1)
    board.play("purveyor")
    assert "this turn   cards bought may go under the draw pile" in drawn(board, 1)
    board.second()
    board.do(pb.BuyCard(kind="city", under_draw_pile=True))
    assert "draw 11     10 face down, City (face down, but known)" in drawn(board, 1)


def test_what_the_turn_has_still_to_give_is_told() -> None:
    board = Board(Area(hand="supply-unit*2", domain="twins", twin=1, draw=["city*9"]), Area())
    board.play("supply-unit")
    board.play("supply-unit")
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    assert "this turn   as clean-up begins: 2 Supply Unit, an extra turn follows" in drawn(board, 1)
    board.end()
    assert "extra turn 8 - seat 0 - main phase - 0 coins" in drawn(board, 1)


def test_overtime_choices_and_standings_are_named() -> None:
    board = Board(Area(domain="twins", twin=1), Area(standing=3), Area(declared=True), overtime=True, choice=2)
    text = drawn(board, SPECTATOR)
    assert "setting - 0 coins - OVERTIME" in text and "conceded" in text and "coronation declared" in text
    assert "(you)" not in text and "(1 counter)" in text
    narrow = drawn(Board(Area(domain="lulunasaika duke*4", declared=True), Area()), 0, 40)
    assert f"─▶ seat 0 (you) {'─' * 24}\n            30 points,\n            coronation declared\n" in narrow


def test_before_the_first_turn() -> None:
    assert "before the first turn" in GAME.text(pb.View(), 80)[0]
