"""The table as a scene, as it is drawn in columns."""

import random
import re
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from rulekeeper.drawing.text import lines
from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, MARKS, name
from rulekeeper.games.warhammer_invasion.state import KINGDOM, KINGDOM_PHASE, State
from rulekeeper.kernel import JUDGE, SPECTATOR, Accepted, Match, random_command
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.full_table import STATE
from tests.games.warhammer_invasion.making import Drafting
from tests.games.warhammer_invasion.table import Board, Side


def drawn_lines(view: Any, columns: int) -> list[str]:
    return lines(GAME.scene(view), None, columns)


def drawn(board: Board, viewer: int, columns: int = 80) -> str:
    return "\n".join(drawn_lines(board.view(viewer), columns)) + "\n"


def of_state(state: State, viewer: int, columns: int = 80) -> str:
    return "\n".join(drawn_lines(GAME.view(state, viewer), columns)) + "\n"


def after(line: str, text: str) -> str:
    """What follows the line that begins so."""
    return text[text.index(line) :]


# Whole tables.


def fighting() -> Board:
    """An attack after its fourth step, with a chain that the other player has begun."""
    board = Board(
        Side(
            kingdom="contested-village hammerer",
            quest="infiltrate+3 dwarf-masons@infiltrate runesmith",
            battlefield="troll-slayers troll-slayers~ king-kazador:1[knight-training]",
            hand="demoralise*2 huntsmen mountain organ-gun flames-of-tzeentch",
            developments=("hate", 0, "runesmith huntsmen"),
            resources=4,
            discard="huntsmen*2 pillage",
            damage=(2, 0, 0),
        ),
        Side(
            kingdom="black-orc:1 black-orc contested-stronghold",
            quest="squig-herders",
            battlefield="boar-boyz~",
            hand="squig-herders*2 waaagh grudge-thrower-assault burying-the-grudge",
            developments=(1, 1, 0),
            resources=5,
            discard="waaagh",
            damage=(0, 5, 0),
            burning="battlefield",
        ),
        entry="combat",
        zone=KINGDOM,
    )
    board.until(pb.WINDOW_TARGET)
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("troll-slayers"), board.id("king-kazador")]))
    board.both_pass()
    board.do(pb.DeclareDefenders(units=[board.id("black-orc")]))
    board.both_pass()
    board.do(pb.AssignDamage(points=[board.id("black-orc")] * 3 + [pb.PLACE_KINGDOM_1] * 4))
    board.do(pb.AssignDamage(points=[board.id("king-kazador")]))
    board.passing()
    board.tactic("grudge-thrower-assault", target=board.id("troll-slayers"))
    board.tactic("demoralise", target=board.id("black-orc"))
    board.passing()
    return board


FOR_SEAT_0 = """\
key         2/3 power/hit points; (4) price; ~ in part not confirmed
── seat 1, Orc ────────────────────────────────────── 0 resources, 13 to draw ──
symbols     5 Orc
hand        4 cards
discards 1  Waaagh!
Kingdom     power 7, damage 0 of 9
            Black Orc Squad 1/4 (1 damage) #2567, Black Orc Squad 1/4 #2823,
            Contested Stronghold (power 2), development
Quest zone  power 3, damage 5 of 9; Squig Herders 2/2, development
Battlefield power 3, BURNING; Boar Boyz 3/4 (corrupted)
── seat 0 (you), Dwarf ────────────────────────────── 4 resources, 13 to draw ──
symbols     Empire, 7 Dwarf
discards 3  2 Huntsmen, Pillage
Kingdom     power 5, damage 2 of 9
            Contested Village (power 1),
            Hammerer of Karak Azul 1/2 (Toughness 1),
            Hate face down (development)
Quest zone  power 3, damage 0 of 8
            Infiltrate! (3 tokens) + Dwarf Masons 1/3, Runesmith 1/1
Battlefield power 10, damage 0 of 10
            Troll Slayers 3/3 #1543, Troll Slayers 3/3 (corrupted) #1799,
            King Kazador 4/6 (1 damage, Toughness 2) + Knight Training,
            Runesmith face down (development), Huntsmen face down (development)
══ turn 7, seat 0 (you): battlefield phase ═════════════════════════════════════
attack      on the Kingdom of seat 1
attackers   Troll Slayers 3/3 #1543, King Kazador 4/6 (1 damage, Toughness 2)
defenders   Black Orc Squad 1/4 (1 damage) #2567
deal        Troll Slayers #1543: 3, King Kazador: 4, Black Orc Squad #2567: 1
assigned    3 to Black Orc Squad #2567, 4 to the Kingdom of seat 1, 1 to King
            Kazador
chain       seat 0 (you): Demoralise on Black Orc Squad #2567 (resolves first)
            seat 1: Grudge Thrower Assault on Troll Slayers #1543
window      after damage was assigned: seat 1 has passed; if seat 0 (you) passes
            too, the chain resolves
hand 5      Mountain Brigade 2/6 (4), Organ Gun (0), Huntsmen 1/1 (1),
            Demoralise (0), Flames of Tzeentch (X+3)
"""


def test_an_attack_with_a_chain_what_a_player_needs_most_last() -> None:
    assert drawn(fighting(), 0) == FOR_SEAT_0


def test_others_see_their_own_area_last_and_what_is_hidden_only_counted() -> None:
    board = fighting()
    theirs = drawn(board, 1)
    assert theirs.index("── seat 0, Dwarf") < theirs.index("── seat 1 (you), Orc")
    assert "Mountain Brigade face down (development)" in theirs and " 2 developments\n" in theirs
    assert "4 resources, 13 to draw ──" in theirs and "hand        5 cards\n" in theirs and "Hate" not in theirs
    assert theirs.endswith("\nhand 4      Burying the Grudge (2), 2 Squig Herders 1/2 (2), Waaagh! (3)\n")
    nobodys = drawn(board, SPECTATOR)
    assert "(you)" not in nobodys and not re.search(r"^hand \d", nobodys, re.M) and "Mountain Brigade" not in nobodys
    assert nobodys.endswith("seat 1 has passed; if seat 0 passes too,\n            the chain resolves\n")
    judges = " ".join(drawn(board, JUDGE).split())
    assert "hand 2 Squig Herders, Waaagh!, Burying the Grudge" in judges
    assert "Hate face down (development)" in judges and "Mountain Brigade face down (development)" in judges


def test_a_draft() -> None:
    board = Drafting(first="sabotage cut-supply-lines", second="waaagh pillage hate")
    board.pick("sabotage cut-supply-lines", "waaagh pillage")
    board.take("savage-gors", "huntsmen")
    board.pick("runesmith huntsmen", "hate squig-herders")
    assert of_state(board.state, 0) == dedent("""\
        key         2/3 power/hit points; (4) price; ~ in part not confirmed
        ── seat 1 ───────────────────────────── Destruction pile, 4 cards in the deck ──
        draft       93 in the pile, 10 in the pack, 1 card fewer in each new pack
        pack of seat 0 (you)
                    3 Hammerer of Karak Azul, 2 Runesmith, 3 Troll Slayers, Huntsmen,
                    Warrior Priests
        ── seat 0 (you) ───────────────────────────── Order pile, 2 cards in the deck ──
        draft       93 in the pile, 10 in the pack, 1 Sabotage kept
        deck 2      Runesmith, Huntsmen
        ══ draft: pack 1 of 5, step 4 of 7, counterdraft ═══════════════════════════════
        pack 10     2 Squig Herders 1/2 (2), 3 Black Orc Squad 1/4 (3),
                    3 Lobber Crew 1/1 (2), 2 Savage Gors 1/1 (2)
        """)
    nobodys = of_state(board.state, SPECTATOR)
    assert nobodys.count("10 in the pack") == 2 and "Runesmith" not in nobodys and "Squig Herders" not in nobodys
    board.take()
    mine, theirs = of_state(board.state, 0), of_state(board.state, 1)
    assert "step 5 of 7, pick ══" in mine and "\npack 9      " in mine and "pack of" not in mine + theirs
    assert of_state(board.state, JUDGE).count("\npack  ") == 2


def test_a_draft_before_sides_are_chosen_and_cards_that_are_looked_at() -> None:
    match: Match[State] = Match(GAME, 2, setup={"format": "draft"}, seed=b"sides")
    assert "\n".join(drawn_lines(match.view(0), 80)).endswith("\n══ draft: sides are chosen ".ljust(81, "═"))
    board = Drafting(first="reinforcements")
    board.pick("reinforcements runesmith")
    assert "\npack 13     " in of_state(board.state, 0) and "\nlooking at  " in of_state(board.state, 0)
    assert "looking at" not in of_state(board.state, 1) + of_state(board.state, SPECTATOR)


def test_before_the_first_turn() -> None:
    match: Match[State] = Match(GAME, 2, setup={}, seed=b"text")
    assert of_state(match.table.state, 0) == dedent("""\
        key         2/3 power/hit points; (4) price; ~ in part not confirmed
        ── seat 1 ─────────────────────────────────────── no deck yet, no capital yet ──
        ── seat 0 (you) ───────────────────────────────── no deck yet, no capital yet ──
        ══ before the first turn, starter decks ════════════════════════════════════════
        """)
    assert isinstance(match.submit(0, pb.ChooseStarter(starter="orc")), Accepted)
    assert isinstance(match.submit(1, pb.ChooseStarter(starter="dwarf")), Accepted)
    assert of_state(match.table.state, 1) == dedent("""\
        key         2/3 power/hit points; (4) price; ~ in part not confirmed
        ── seat 0 ──────────────────────────────────────── 50 to draw, no capital yet ──
        ── seat 1 (you) ────────────────────────────────── 50 to draw, no capital yet ──
        deck 50     3 Defender of the Hold, Zhufbar Engineers, 3 Hammerer of Karak Azul,
                    3 Troll Slayers, 3 Runesmith, Durgnar the Bold, King Kazador,
                    Dwarf Cannon Crew, Dwarf Masons, 2 Dwarf Ranger, 2 Mountain Brigade,
                    Ironbreakers of Ankhor, Rune of Fortitude, 3 Keystone Forge,
                    Organ Gun, Master Rune of Dismay, 2 A Glorious Death,
                    2 Grudge Thrower, Burying the Grudge, Stubborn Refusal,
                    2 Striking the Grudge, Grudge Thrower Assault, Demolition!,
                    Wake the Mountain, Master Rune of Valaya, Contested Village,
                    2 Contested Fortress, 3 Contested Stronghold, Forgotten Cemetery,
                    Burn It Down, Innovation, Prepare for War!
        ══ before the first turn, starter decks ════════════════════════════════════════
        """)
    for seat, capital in ((0, "chaos"), (1, "empire")):
        assert isinstance(match.submit(seat, pb.PlaceCapital(capital=capital)), Accepted)
    assert of_state(match.table.state, 1) == dedent("""\
        key         2/3 power/hit points; (4) price; ~ in part not confirmed
        ── seat 0, Chaos ───────────────────────────────────────────────── 43 to draw ──
        symbols     Chaos
        hand        7 cards
        Kingdom     power 3, damage 0 of 8
        Quest zone  power 1, damage 0 of 8
        Battlefield power 0, damage 0 of 8
        ── seat 1 (you), Empire ────────────────────────────────────────── 43 to draw ──
        symbols     Empire
        Kingdom     power 3, damage 0 of 8
        Quest zone  power 1, damage 0 of 8
        Battlefield power 0, damage 0 of 8
        ══ before the first turn, starter decks, seat 1 (you) begins ═══════════════════
        hand 7      Defender of the Hold 1/1 (2), Hammerer of Karak Azul 1/2 (3),
                    Troll Slayers 1/3 (4), A Glorious Death (2),
                    Striking the Grudge (4), Demolition! (3), Prepare for War! (0)
        """)


def test_a_view_of_nothing() -> None:
    assert drawn_lines(pb.View(), 80)[-1] == "══ before the first turn ".ljust(80, "═")


# A table with something in every zone.


def full(viewer: int, columns: int = 80) -> str:
    return of_state(msgspec.structs.replace(STATE, draft=None), viewer, columns)


NOW_FOR_SEAT_1 = """\
══ turn 9, seat 0: battlefield phase ═══════════════════════════════════════════
!! seat 0 attacks the Kingdom of seat 1
attack      on the Kingdom of seat 1
attackers   Hammerer of Karak Azul 1/2 (1 damage, Toughness 1), Troll Slayers
            5/2 (corrupted)
defenders   Reiksguard Knights 1/1 (Counterstrike 2)
deal        Hammerer of Karak Azul: 1, Troll Slayers: 3 (1 cannot be cancelled),
            Reiksguard Knights: 2 (cannot be cancelled)
assigned    2 to Reiksguard Knights, 2 (1 cannot be cancelled) to the Kingdom of
            seat 1, 2 (cannot be cancelled) to Hammerer of Karak Azul
paid for    Hammerer of Karak Azul (Contested Fortress)
damage due  2 (1 cannot be cancelled) to Reiksguard Knights, 2 to the Quest zone
            of seat 0
waiting     We'z Bigga! of seat 1 (you), Rip Dere 'eads Off! of seat 0, about
            Troll Slayers
this turn   a development was played, seat 1 (you) has played a Limited card,
            used up: Rock Lobber and Contested Fortress, 2 units reached a
            discard pile
triggered   seat 1 (you): Contested Fortress (a text), about Hammerer of Karak
            Azul, seat 0: Reiksguard Knights (counterstrike)
resolving   seat 0: Forced March on Troll Slayers and Huntsmen, Demoralise to
            the Kingdom
chain       seat 0: Twin-Tailed Comet on Smash-Go-Boom! on the chain (cancelled)
            (resolves first)
            seat 0: the action of Runesmith on Hammerer of Karak Azul
            seat 1 (you): Smash-Go-Boom! with X = 2 on developments in the
            Battlefield of seat 0
            seat 1 (you): a development (Boar Boyz) into the Battlefield
            seat 1 (you): Choppa onto Black Orc Squad #25
            seat 0: Huntsmen onto Defend the Border
window      after damage was assigned: the chain resolves
hand 2      2 Squig Herders 1/2 (1)
"""


def test_everything_that_can_be_under_way() -> None:
    assert full(1)[full(1).index("══") :] == NOW_FOR_SEAT_1


def test_cards_with_all_that_is_on_them_and_what_is_done_to_them() -> None:
    text = " ".join(full(0).split())
    assert "Hammerer of Karak Azul 1/2 (1 damage, Toughness 1) + Organ Gun of seat 1 + Horrific Mutation," in text
    assert "Troll Slayers 5/2 (corrupted) + Knight Training" in text
    assert "Black Orc Squad 0/4 (cannot be declared) #25, Contested Fortress (power 1)" in text
    assert "Defend the Border (2 tokens) + Runesmith 1/1" in text


def test_only_who_may_know_is_told_what_lies_facedown() -> None:
    mine, theirs, nobodys = (" ".join(full(viewer).split()) for viewer in (0, 1, SPECTATOR))
    assert "on developments in the Battlefield of seat 0 (2 Demolition!)" in mine and "Boar Boyz" not in mine
    assert "seat 1 (you): a development (Boar Boyz) into the Battlefield" in theirs and "Demolition" not in theirs
    assert "Demolition" not in nobodys and "Boar Boyz" not in nobodys and "Flames of Tzeentch" not in nobodys
    assert "looking at Organ Gun (0) hand 4 2 Huntsmen 1/1 (1), Demoralise (0), Flames of Tzeentch (X+2)" in mine
    assert "hand Demoralise, 3 cards discards" in theirs and "looking at" not in theirs + nobodys


def test_a_narrow_terminal_and_a_wide_one() -> None:
    narrow, wide = full(0, 40), full(0, 132)
    assert max(map(cell_len, narrow.splitlines())) <= 40 and max(map(cell_len, wide.splitlines())) == 132
    assert full(0, 10) == narrow
    assert len(wide.splitlines()) < len(full(0).splitlines()) < len(narrow.splitlines())
    assert "── seat 1, Orc ─────────────────────────\n            1 resource, 5 to draw\n" in narrow


# Parts of it.


def test_equal_cards_are_stacked_and_those_of_one_kind_have_their_ids() -> None:
    board = Board(Side(kingdom="huntsmen*2 huntsmen:0~ runesmith"), Side(quest="huntsmen"))
    ids = [board.id("huntsmen", number=number) for number in range(4)]
    text = drawn(board, 0)
    equal, other = f"2 Huntsmen 1/1 #{ids[0]} #{ids[1]}", f"Huntsmen 1/1 (corrupted) #{ids[2]}"
    assert f"            {equal}, {other},\n            Runesmith 1/1\n" in text
    assert f"damage 0 of 8; Huntsmen 1/1 #{ids[3]}\n" in text


def test_who_has_passed_is_said_in_words() -> None:
    board = Board(Side(hand="demoralise", kingdom="huntsmen"))

    def window() -> str:
        text = " ".join(drawn(board, 1).split())
        return text[text.index("window ") + 7 : text.index(" hand 0")]

    assert window() == "of the capital phase: nobody has passed"
    board.passing()
    assert window() == "of the capital phase: seat 0 has passed; if seat 1 (you) passes too, it closes"
    board = Board(Side(hand="demoralise", kingdom="huntsmen"))
    board.tactic("demoralise", target=board.id("huntsmen"))
    assert window() == "of the capital phase: seat 1 (you) may respond first"
    board.passing()
    assert window() == "of the capital phase: seat 1 (you) has passed; if seat 0 passes too, the chain resolves"
    board.passing()
    assert window() == "of the capital phase: nobody has passed"


def test_between_windows_no_window_is_named() -> None:
    board = Board(Side(kingdom="mountain~"), phase=KINGDOM_PHASE)
    text = drawn(board, 0)
    assert "turn 7, seat 0 (you): kingdom phase ══" in text and "window" not in text
    assert "attack" not in text and "chain" not in text and "this turn" not in text


def test_an_attack_as_it_goes_on() -> None:
    board = Board(Side(battlefield="huntsmen"), Side(kingdom="runesmith"), entry="combat", zone=KINGDOM)
    text = drawn(board, 0)
    assert "\nattack      on the Kingdom of seat 1\nattackers   not declared yet\nwindow      after the target" in text
    board.until(pb.WINDOW_TARGET)
    board.both_pass()
    board.do(pb.DeclareAttackers(units=[board.id("huntsmen")]))
    assert "\nattackers   Huntsmen 1/1\ndefenders   not declared yet\nwindow      after the attackers" in drawn(
        board, 0
    )
    board.both_pass()
    board.do(pb.DeclareDefenders())
    assert "\ndefenders   none\nwindow      after the defenders" in drawn(board, 0)
    board.both_pass()
    assert "\ndeal        Huntsmen: 1\nassigned    1 to the Kingdom of seat 1\nwindow" in drawn(board, 0)


# Names and marks.


@pytest.mark.parametrize("kind", CARDS)
def test_the_mark_of_a_card_stands_wherever_it_is_shown(kind: str) -> None:
    card = CARDS[kind]
    assert not {*MARKS.values()} - {""} & {*card.name}
    view = GAME.view(State(), 0)
    assert isinstance(view, pb.View)
    view.turn.number = 1
    view.cards.add(id=99, kind=kind, place=pb.PLACE_KINGDOM_0, hit_points=1)
    view.cards.add(id=98, kind="huntsmen", place=pb.PLACE_KINGDOM_0, hit_points=1)
    view.cards.add(id=97, kind=kind, place=pb.PLACE_KINGDOM_0, host=98)
    view.players[1].hand.add(kind=kind)
    view.players[1].discard_pile.add(kind=kind, count=1)
    view.players[0].hand.add(kind=kind)
    view.players[0].prices.add(kind=kind, resources=1)
    view.players[0].looked_at.add(kind=kind)
    view.players[0].sections[0].developments = 1
    view.players[0].sections[0].known.add(kind=kind)
    view.chain.add(number=96, what=pb.ACTION_KIND_CARD, kind=kind, zone=pb.ZONE_KINGDOM)
    view.waiting.add(kind=kind, card=99)
    view.effects.add(kind=kind, subject=97, text="x")
    text = " ".join(" ".join(drawn_lines(view, 400)).split())
    mark = MARKS[card.status]
    whole = text.replace("2 Huntsmen", "Huntsmen") if kind == "huntsmen" else text
    assert whole.count(f"{card.name}{mark}") == whole.count(card.name) >= 12
    assert (f"; {mark} in part not confirmed" in text) == bool(mark)


@pytest.mark.parametrize(
    "setup", [{"starters": ["dwarf", "orc"]}, {"starters": ["chaos", "empire"]}, {"format": "draft"}]
)
def test_random_tables_are_in_the_columns_that_there_are(setup: dict[str, object]) -> None:
    seed = f"text {setup}"
    print(f"seed {seed!r}")
    match: Match[State] = Match(GAME, 2, setup=setup, seed=seed.encode())
    dice, rows = random.Random(seed), []
    for number in range(500):
        if match.table.over:
            break
        seat = match.asked()[0]
        match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
        if number % 9:
            continue
        for viewer in (0, 1, SPECTATOR, JUDGE):
            for columns in (40, 80, 132):
                lines = drawn_lines(match.view(viewer), columns)
                assert max(map(cell_len, lines)) <= columns, lines
                assert not any(line != line.rstrip() or not line for line in lines), lines
        lines = drawn_lines(match.view(0), 80)
        rows.append(len(lines))
        table, said = match.table.state, " ".join(" ".join(lines).split())
        for card in (*table.cards, *table.players[0].hand):
            assert name(card.kind) in said
        now = next(at for at, line in enumerate(lines) if line.startswith("══"))
        assert len(lines) - now <= 20, "what is needed most does not fit on a screen of 24 rows"
    assert max(rows) <= 44
