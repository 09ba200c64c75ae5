"""The table as a scene, as it is drawn in columns."""

import random
import re
from textwrap import dedent
from typing import Any

import pytest
from rich.cells import cell_len

from rulekeeper.drawing.layout import width_of
from rulekeeper.drawing.text import lines
from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import CARDS, MARKS, SETS, both_names, shown
from rulekeeper.games.heart_of_crown.state import State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Match, random_command
from tests.games.heart_of_crown.full_table import STATE
from tests.games.heart_of_crown.table import Area, Board


def drawn_lines(view: Any, columns: int) -> list[str]:
    return lines(GAME.scene(view), None, columns)


def drawn(board: Board, viewer: int, columns: int = 80) -> str:
    return "\n".join(drawn_lines(board.view(viewer), columns)) + "\n"


def full(viewer: int, columns: int = 80) -> str:
    return "\n".join(drawn_lines(GAME.view(STATE, viewer), columns)) + "\n"


# Whole tables.


def test_the_table_in_eighty_columns_what_a_player_needs_most_last() -> None:
    board = Board(
        Area(
            hand="village library*2 village",
            draw=["^city", "^city", "city*4"],
            domain="lulunasaika large-city[alchemist] duke*2 city large-city village city",
        ),
        Area(hand="city", discard="duke*2 scout", domain="laolily duke*3 royal-maid", declared=True),
        Area(standing=2, draw=["duke*4", "^city", "city*2"]),
        random="library*2 scout adventurer*5",
        supply="bank*5",
    )
    board.play("village")
    assert drawn(board, 0) == dedent("""\
        ── Heart of Crown ──────────────────────────────────────────────────────────────
        princesses  South Sea Princess Klam-Klam 南海の市姫 クラムクラム (6),
                    Scholar Princess Bergamotte 大方博雅の姫 ベルガモット (6),
                    Princess General Flammaria 姫将軍 フラマリア (6),
                    Princess Twins Lain and Shion 双子の姫 レイン&シオン (6)
        supply      5 cards
        curse pile  8 Curse 呪い
        not on sale Wishing Well 願いの泉 (2), Post Horse 早馬 (2),
                    Trade Ship 交易船 (3), Purveyor~ 御用商人 (3),
                    City Development 都市開発 (4), Supply Unit~ 補給部隊 (4),
                    Alchemist 錬金術師 (5)
        ── seat 1 ──────────────────────────────────── 20 points, coronation declared ──
        domain      Second Princess Laolily 第二皇女 ラオリリ, Royal Maid +2, 3 Duke +6
        hand        1 card
        draw pile   10 cards
        discards 3  2 Duke, Scout
        ── seat 2 ────────────────────────────────────────── no princess, dropped out ──
        hand        -
        draw pile   4 cards, City (face up), 2 cards
        ── seat 0 (you) ─────────────────────────────────────────────────── 16 points ──
        domain      First Princess Lulunasaika 第一皇女 ルルナサイカ +6,
                    Farming Village -2, 2 City, Large City + Alchemist, Large City,
                    2 Duke +6
        draw pile   2 City (face up), 4 cards
        ── market ────────────────────────────────────── ? text is a guess, ~ in part ──
        30 City 都市 (3)          20 Large City 大都市 (6)  12 Royal Maid 宮廷侍女 (3)
        12 Senator 議員 (5)       12 Duke 公爵 (8)          Scout 斥候 (2)
        2 Library? 図書館 (4)     5 Adventurer~ 冒険者 (5)
        ══ turn 7, seat 0 (you): main phase, 1 coin ════════════════════════════════════
        !! seat 1 declared a coronation, 20 points: decided as that player's turn begins
        field       Farming Village
        open        right of Farming Village
        hand 3      Farming Village 農村 (1), 2 Library? 図書館 (4)
        """)


FULL_FOR_SEAT_1 = """\
── Heart of Crown ──────────────────────────────────────────────────────────────
princesses  First Princess Lulunasaika 第一皇女 ルルナサイカ (6),
            Princess General Flammaria 姫将軍 フラマリア (6)
supply      2 cards
curse pile  15 Curse 呪い
not on sale Post Horse 早馬 (2), Castle Wall? 城壁 (2), Bribery~ 買収工作 (3)
exile       2 Farming Village, Apprentice Maid
── seat 2 ────────────────────────────────────────── no princess, dropped out ──
hand        -
draw pile   4 cards, City (face up)
── seat 3 ──────────────────────────────────────────────── 0 points, conceded ──
domain      Scholar Princess Bergamotte 大方博雅の姫 ベルガモット
hand        -
draw pile   -
── seat 0 ───────────────────────────────────────────────────────── 11 points ──
domain      Princess Twins Lain and Shion 双子の姫 レイン&シオン (2 counters),
            Farming Village -2, Large City + Alchemist, 2 Duke +6,
            Imperial Domain~ +1 (1 +1 counter)
hand        Apprentice Maid (face up), 3 cards
draw pile   2 Duke (face up), 6 cards, Purveyor~ face down, Library? (face up)
discards 3  Senator, 2 Scout
── seat 1 (you) ────────────── 2 points, coronation declared, 4 debt counters ──
domain      South Sea Princess Klam-Klam 南海の市姫 クラムクラム,
            City + Castle Wall?, Royal Maid +2
draw pile   Magic Talisman~ (face up), 9 cards
discards 1  Purveyor~
── market, prices of seat 1 ──────────────────── ? text is a guess, ~ in part ──
30 City 都市 (2)                        20 Large City 大都市 (5)
12 Royal Maid 宮廷侍女 (2)              12 Senator 議員 (4)
Duke 公爵 (8, none left)                3 Scout 斥候 (1)
2 Infantry Battalion 歩兵大隊 (3)       2 Library? 図書館 (3)
4 Cornered Beast 追い立てられた魔獣 (3) Money Lender 金貸し (3)
5 Royal Guard~ 近衛騎士団 (4)           Gossipy Duchess 噂好きの公爵夫人 (5)
Imperial Capital Carikuma 帝都カリクマ (10)
══ extra turn 9, seat 0: main phase, 3 coins, OVERTIME ═════════════════════════
field       Farming Village > Post Horse > Royal Guard~
!! attack: Royal Guard~ has reached seat 1 (you), answered with Hideout~ and
!! Castle Wall? and a card that moved, 1 card less
open        below Post Horse
this turn   no Defence card can be used, Farming Village gives 2 coins, cards
            that opponents hold or keep are for sale, cards bought may go under
            the draw pile, abilities used: Princess Twins Lain and Shion, as
            clean-up begins: 2 Supply Unit~, as the turn ends: Money Lender, an
            extra turn follows
hand 3      Royal Maid 宮廷侍女 (3), Summons? 召集令状 (3),
            Hideout~ 隠れ家 (3, face up)
"""


def test_a_table_with_something_in_every_zone() -> None:
    assert full(1) == FULL_FOR_SEAT_1


def test_others_see_the_same_but_for_hands_and_what_is_known_of_a_draw_pile() -> None:
    mine, theirs, judges = full(0), full(SPECTATOR), full(JUDGE)
    assert (
        "hand 4      City 都市 (3), Apprentice Maid 見習い侍女 (2, face up),\n            2 Library? 図書館 (4)\n"
        in mine
    )
    assert "draw pile   2 Duke (face up), Senator face down, 5 cards, Purveyor~ face down," in mine
    assert "hand        Apprentice Maid (face up), 3 cards" in theirs
    assert "hand        Hideout~ (face up), 2 cards" in theirs
    assert "hand 4" not in theirs and "(you)" not in theirs and "Senator face down" not in theirs
    assert "hand        City, Apprentice Maid (face up), 2 Library?" in judges
    assert "hand        Royal Maid, Summons?, Hideout~ (face up)" in judges and "Senator face down" in judges
    # Without a seat the prices are those of whose turn it is.
    assert "── market ───" in theirs and "── market, prices of seat 1 ───" in full(1)


def test_a_narrow_terminal_and_a_wide_one() -> None:
    narrow = full(1, 40)
    assert (
        "── seat 1 (you) ────────────────────────\n            2 points,\n            coronation declared,\n" in narrow
    )
    assert "── market, prices of seat 1 ────────────\n            ? text is a guess,\n            ~ in part\n" in narrow
    assert "12 Royal Maid 宮廷侍女 (2)\n12 Senator 議員 (4)\nDuke 公爵 (8, none left)\n3 Scout 斥候 (1)\n" in narrow
    assert max(map(cell_len, narrow.splitlines())) <= 40
    wide = full(1, 120)
    found = next(line for line in wide.splitlines() if line.startswith("30 City"))
    assert len(re.split("  +", found)) == 3 and max(map(cell_len, wide.splitlines())) == 120
    assert len(wide.splitlines()) < len(full(1).splitlines())


# Parts of it.


def test_the_field_lies_as_it_was_linked() -> None:
    board = Board(Area(hand="village*2 post-horse*2 trade-ship scout", draw=["maid*9"]), Area())
    board.play("village")
    board.play("village")
    board.play("post-horse")
    assert "open        right of Post Horse, below Post Horse\n" in drawn(board, 0)
    board.play("scout", f"{board.in_field('post-horse')}:bottom")
    board.do(pb.DecideRevealed(discard=False))
    board.passing()
    board.do(pb.DecideRevealed(discard=True))
    board.play("post-horse", f"{board.in_field('scout')}:right")
    text = drawn(board, SPECTATOR)
    assert (
        "field       2 Farming Village > Post Horse\nbelow the 1st Post Horse\n            Scout > Post Horse\n"
    ) in text
    assert (
        "open        right of the 1st Post Horse, below Scout, right of the 2nd Post\n"
        "            Horse, below the 2nd Post Horse\n"
    ) in text


def test_where_no_position_is_open_it_says_so() -> None:
    board = Board(Area(hand="trade-ship"), Area())
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    assert "open        none: no card can be played any more\nhand 0      -\n" in drawn(board, 0)


def test_what_is_hidden_is_counted() -> None:
    board = Board(Area(hand="duke"), Area(hand=""))
    assert "hand        1 card\ndraw pile   10 cards\n" in drawn(board, 1)
    assert "Duke" not in drawn(board, 1).split("market")[0]
    assert "hand 0      -\n" in drawn(board, 1) and "hand 1      Duke 公爵 (8)\n" in drawn(board, 0)
    assert "hand        Duke\ndraw pile   10 cards\n" in drawn(board, JUDGE)


@pytest.mark.rule("hoc.reveal.stays")
def test_a_revealed_hand_lies_face_up() -> None:
    board = Board(Area(hand="bribery"), Area(hand="duke scout*2"), coins=8)
    board.play("bribery")
    board.passing()
    assert "hand        Duke (face up), 2 Scout (face up)\n" in drawn(board, SPECTATOR)
    assert "hand 3      Duke 公爵 (8, face up), 2 Scout 斥候 (2, face up)\n" in drawn(board, 1)
    assert "this turn   cards that opponents hold or keep are for sale\n" in drawn(board, 0)


def test_a_card_that_all_saw_go_face_down_under_the_pile_is_named() -> None:
    board = Board(Area(hand="purveyor"), Area(), coins=1)
    board.play("purveyor")
    assert "this turn   cards bought may go under the draw pile" in drawn(board, 1)
    board.second()
    board.do(pb.BuyCard(kind="city", under_draw_pile=True))
    assert "draw pile   10 cards, City face down\n" in drawn(board, 1)
    assert "second phase (buying), 0 coins" in drawn(board, 1)


def test_a_pile_all_of_which_is_known() -> None:
    board = Board(Area(draw=["^city", "^duke", "^duke"]), Area(draw=["city", "^duke", "scout"]))
    assert "draw pile   City (face up), 2 Duke (face up)\n" in drawn(board, 0)
    assert "draw pile   1 card, Duke (face up), 1 card\n" in drawn(board, 0)


def test_what_the_turn_has_still_to_give_is_told() -> None:
    board = Board(Area(hand="supply-unit*2", domain="twins", twin=1, draw=["city*9"]), Area())
    board.play("supply-unit")
    board.play("supply-unit")
    board.do(pb.UseAbility(card=board.in_domain("twins")))
    text = " ".join(drawn(board, 1).split())
    assert "abilities used: Princess Twins Lain and Shion" in text and "an extra turn follows" in text
    assert "as clean-up begins: 2 Supply Unit~" in text
    board.end()
    assert "extra turn 8, seat 0: main phase, 0 coins" in drawn(board, 1)


def test_an_attack_on_its_way_is_told() -> None:
    board = Board(Area(hand="infantry-battalion"), Area(hand="castle-wall city*4"))
    board.play("infantry-battalion")
    assert "\n!! attack: Infantry Battalion has reached seat 1 (you)\n" in drawn(board, 1)
    board.do(board.defending("castle-wall"))
    said = "attack Infantry Battalion has reached seat 1, answered with Castle Wall?, 1 card less"
    assert said in " ".join(drawn(board, 0).split())
    board.passing()
    assert "attack  " not in drawn(board, 0)


def test_overtime_choices_and_standings_are_named() -> None:
    board = Board(
        Area(domain="twins", twin=1),
        Area(standing=3),
        Area(domain="laolily duke*4", declared=True),
        choice=2,
        entry="second-phase",
    )
    text = drawn(board, SPECTATOR)
    assert "second phase (setting), 0 coins" in text and "conceded" in text and "coronation declared" in text
    assert "(you)" not in text and "(1 counter)" in text


def test_before_the_first_turn() -> None:
    assert drawn_lines(pb.View(), 80)[-1] == "══ before the first turn ".ljust(80, "═")


# Names and marks.


def test_marks_are_explained_where_they_stand() -> None:
    view = Board(Area(), Area(), random="scout").view(0)
    assert "? text is a guess, ~ in part" in "\n".join(drawn_lines(view, 80)), "Library and others are not on sale"
    del view.commons[:], view.princesses[:]
    assert not re.search(r"text is|[?~]", "\n".join(drawn_lines(view, 80)))
    view.random_market.add(kind="bribery", count=1)
    assert f"── market {'─' * 41} ~ text is in part a guess ──" in drawn_lines(view, 80)
    view.random_market[1].kind = "bank"
    assert f"── market {'─' * 49} ? text is a guess ──" in drawn_lines(view, 80)


def test_marks_stand_in_no_name_and_names_take_the_columns_that_are_counted() -> None:
    for card in CARDS.values():
        assert not {*MARKS.values()} - {""} & {*f"{card.name_en}{card.name_ja}"}
        assert shown(card.id) == card.name_en + MARKS[card.status]
        assert width_of(both_names(card.id)) == cell_len(both_names(card.id)), card.id


@pytest.mark.parametrize("kind", CARDS)
def test_the_mark_of_a_card_stands_wherever_it_is_shown(kind: str) -> None:
    card = CARDS[kind]
    mark = {"confirmed": "", "partly": "~", "guess": "?"}[card.status]
    view = Board(Area(), Area()).view(0)
    del view.random_market[:], view.commons[:]
    view.random_market.add(kind=kind, count=1)
    view.exile.add(kind=kind, count=1)
    view.players[0].hand.add(kind=kind)
    view.players[1].hand.add(kind=kind, face_up=True)
    view.players[1].discard_pile.add(kind=kind, count=1)
    view.players[1].draw_pile.insert(0, pb.PilePart(card=pb.Card(kind=kind, face_up=True)))
    view.players[0].field.add(id=1, kind=kind, at="start")
    view.players[1].domain.cards.add(id=2, kind=kind, kept=pb.Card(kind=kind, face_up=True))
    view.turn.at_turn_end.append(kind)
    text = "\n".join(drawn_lines(view, 200))
    rest = text.replace("Large City", "").replace("right of", "") if kind == "city" else text
    assert rest.count(f"{card.name_en}{mark}") == rest.count(card.name_en) >= 10
    assert text.count(card.name_ja) >= 2


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_random_tables_of_every_set_are_in_the_columns_and_the_rows_that_there_are(chosen: str, seats: int) -> None:
    seed = f"text {chosen} {seats}"
    print(f"seed {seed!r}")
    match: Match[State] = Match(GAME, seats, seed=seed.encode(), setup={"set": chosen})
    dice = random.Random(seed)
    for number in range(400):
        if match.table.over:
            break
        match.submit(match.asked()[0], random_command(GAME, match.table, match.asked()[0], dice.randrange, match.live))
        if number % 40 == 0:
            for viewer in (0, seats - 1, SPECTATOR, JUDGE):
                for columns in (40, 61, 80, 132):
                    lines = drawn_lines(match.view(viewer), columns)
                    assert max(map(cell_len, lines)) <= columns, lines
                    assert not re.search(r"\d{4}|\d:[rb]", "\n".join(lines)), lines
                    assert not any(line != line.rstrip() or not line for line in lines), lines
            lines = drawn_lines(match.view(0), 80)
            market = next(at for at, line in enumerate(lines) if line.startswith("── market"))
            assert len(lines) - market <= 22, "what is needed most does not fit on a screen of 24 rows"
            said = "\n".join(lines)
            kinds = {*SETS[chosen].commons, "city", "large-city", "royal-maid", "senator", "duke", "curse"}
            kinds |= {card.kind for card in match.table.state.players[0].hand} | {*match.table.state.princesses}
            assert [kind for kind in kinds if CARDS[kind].name_ja not in said] == []


@pytest.mark.rule("hoc.coronation.declare", "hoc.coronation.round")
def test_a_declared_coronation_stands_below_the_turn_line_until_it_is_decided() -> None:
    said = "!! seat 1 declared a coronation, 24 points: decided as that player's turn begins"
    board = Board(Area(), Area(domain="lulunasaika duke*3", declared=True), Area())
    for viewer in (0, 2, SPECTATOR):
        above, below = drawn(board, viewer).split(f"\n{said}\n")
        assert above.splitlines()[-1].startswith("══ turn 7, seat 0") and below.startswith("open ")
    assert "!! seat 1 (you) declared" in drawn(board, 1)
    narrow = [line for line in drawn(board, 0, 40).splitlines() if line.startswith("!!")]
    assert len(narrow) == 3 and all(width_of(line) <= 40 for line in narrow)


@pytest.mark.rule("hoc.coronation.cancel", "hoc.sudden-death.start")
def test_one_that_is_cancelled_or_comes_to_overtime_does_not() -> None:
    duchess = Area(hand="gossipy-duchess", domain="klam-klam")
    board = Board(duchess, Area(domain="lulunasaika duke*3", declared=True), Area(), entry="second-phase")
    board.do(board.setting("gossipy-duchess"))
    assert "!! seat 1" in drawn(board, 0)
    board.do(pb.ChooseDomainCard(card=board.in_domain("duke", 1)))
    assert "!!" not in drawn(board, 0)
    overtime = Board(Area(domain="lulunasaika duke*3", declared=True), Area(), overtime=True)
    assert "!!" not in drawn(overtime, 0)
