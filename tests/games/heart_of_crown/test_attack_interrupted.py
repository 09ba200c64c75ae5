"""Attacks pass over those who are out, and go on, or end, when somebody concedes in the middle (rulebook p.19-20)."""

from collections.abc import Callable

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    DISCARD,
    LEAVE,
    PASS,
    Cold,
    attacked,
    folds,
    ids_in_pile,
    over,
    reached,
)
from tests.games.heart_of_crown.table import Area, Board, whole

TWENTY = "duke*3 royal-maid"

# Those who are out.


@pytest.mark.rule("hoc.sudden-death.dropout", "hoc.concede", "hoc.term.opponent")
@pytest.mark.parametrize("attack", ["scout", "bribery", "infantry-battalion", "cornered-beast", "royal-guard"])
def test_attacks_pass_over_who_is_out(attack: str) -> None:
    board = Board(
        Area(hand=attack, domain=f"lulunasaika {TWENTY}", declared=True),
        Area(hand="castle-wall duke*4", standing=2),
        Area(hand="city*5", domain=f"twins {TWENTY}", declared=True),
        Area(hand="castle-wall duke*4", standing=3),
        overtime=True,
    )
    before = board.player(1), board.player(3)
    facts = board.play(attack)
    if attack == "scout":
        facts += board.do(LEAVE)
    assert whole(facts, "AttackReached") == [reached(2, attack)] and board.asked == 2
    facts = board.do(PASS)
    while board.asked == 2:
        facts = board.do(board.match.legal(2)[0])
    if attack == "scout":
        facts = board.do(LEAVE)
    assert facts[-1] == over(attack) and (board.player(1), board.player(3)) == before


# Conceding in the middle. Seat 1 of three concedes; the fourth column is what happens then.


def defending() -> Board:
    return attacked("infantry-battalion", Area(hand="castle-wall city*4"), Area(hand="city"))


def hiding() -> Board:
    board = attacked("royal-guard", Area(hand="hideout duke"), Area(hand="city"))
    board.do(board.defending("hideout"))
    return board


def walled() -> Board:
    board = attacked("royal-guard", Area(hand="castle-wall duke"), Area(hand="city"))
    board.do(board.defending("castle-wall"))
    return board


def discarding() -> Board:
    board = defending()
    board.do(PASS)
    return board


def showing() -> Board:
    board = attacked("cornered-beast", Area(hand="maid*5"), Area(hand="city"))
    board.do(PASS)
    return board


def leaving() -> Board:
    return attacked("royal-guard", Area(draw=["duke*4"]), Area(hand="city"))


def decided_on() -> Board:
    board = attacked("scout", Area(draw=["duke*4"]), Area(hand="city"))
    board.do(LEAVE)
    return board


INTERRUPTED: dict[str, tuple[Callable[[], Board], int, str]] = {
    "asked to defend": (defending, 1, "infantry-battalion"),
    "asked what to hide": (hiding, 1, "royal-guard"),
    "having used a Wall": (walled, 1, "royal-guard"),
    "asked to discard": (discarding, 1, "infantry-battalion"),
    "asked to show the hand": (showing, 1, "cornered-beast"),
    "asked which card stays": (leaving, 1, "royal-guard"),
    "with the attacker deciding": (decided_on, 0, "scout"),
}


@pytest.mark.rule("hoc.concede", "hoc.effect.clockwise")
@pytest.mark.parametrize("when", INTERRUPTED)
def test_who_concedes_is_out_of_the_attack_and_it_goes_on(when: str) -> None:
    make, asked, attack = INTERRUPTED[when]
    board = make()
    assert board.asked == asked
    before = board.player(1)
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1", reached(2, attack)]
    assert board.asked == 2 and board.moves() == ["PassDefence"]
    assert (board.player(1).hand, board.player(1).draw_pile) == (before.hand, before.draw_pile)
    attack_now = board.state.turn.attack
    assert attack_now is not None and (attack_now.used, attack_now.reduced) == ((), 0)
    folds(board)
    board.do(PASS)
    while "EndMainPhase" not in board.moves():
        board.do(board.match.legal(board.asked)[0])
    assert board.asked == 0 and board.state.turn.attack is None
    board.end()
    assert board.asked == 2
    folds(board)


@pytest.mark.rule("hoc.concede")
@pytest.mark.parametrize("when", INTERRUPTED)
def test_of_two_the_attacker_wins(when: str) -> None:
    make, asked, _ = INTERRUPTED[when]
    board = make()
    board.do(pb.Concede(), 2)
    assert board.asked == asked, "seat 2 is not reached yet"
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1"]
    assert board.result == ((0,), "hoc.concede")
    folds(board)


@pytest.mark.rule("hoc.concede")
@pytest.mark.parametrize("when", INTERRUPTED)
def test_when_the_attacker_concedes_the_turn_and_the_attack_are_over(when: str) -> None:
    board = INTERRUPTED[when][0]()
    before = board.player(2)
    assert board.do(pb.Concede(), 0) == [
        "hoc.concede: PlayerConceded seat 0",
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert board.state.turn.attack is None and board.asked == 1 and board.player(2) == before
    assert "PassDefence" not in board.moves() and "EndMainPhase" in board.moves()
    folds(board)
    board.end()
    assert board.asked == 2
    board.end()
    assert board.asked == 1


@pytest.mark.rule("hoc.concede")
@pytest.mark.parametrize("when", INTERRUPTED)
def test_who_is_not_reached_yet_is_not_reached_any_more(when: str) -> None:
    make, asked, attack = INTERRUPTED[when]
    board = make()
    moves = board.moves()
    assert board.do(pb.Concede(), 2) == ["hoc.concede: PlayerConceded seat 2"]
    assert board.asked == asked and board.moves() == moves
    folds(board)
    facts: list[str] = []
    while "EndMainPhase" not in board.moves():
        facts += board.do(board.match.legal(board.asked)[-1])
    assert facts[-1] == over(attack) and whole(facts, "AttackReached") == []
    folds(board)


@pytest.mark.rule("hoc.concede")
def test_who_was_hit_already_may_concede_and_the_next_one_is_still_asked() -> None:
    board = attacked("royal-guard", Area(draw=["^city"]), Area(hand="castle-wall", draw=["duke*3"]), Area(hand="city"))
    assert board.asked == 2
    board.do(board.defending("castle-wall"))
    assert board.asked == 2
    assert board.do(pb.Concede(), 1) == ["hoc.concede: PlayerConceded seat 1"]
    assert board.moves() == ["LeaveRevealed duke"] * 2 and board.state.turn.attack is not None
    assert board.state.turn.attack.reduced == 1, "what seat 2 has done counts"
    assert board.do(pb.LeaveRevealed(card=ids_in_pile(board, 2)[0]))[1:] == [reached(3, "royal-guard")]


@pytest.mark.rule("hoc.concede", "hoc.faq.enchantress.one")
def test_what_was_discarded_before_somebody_conceded_may_still_be_acquired() -> None:
    board = attacked(
        "enchantress", Area(draw=["^library", "^curse"]), Area(hand="city"), Area(hand="city", draw=["^duke"])
    )
    assert board.asked == 2
    board.do(pb.Concede(), 1)
    assert board.do(pb.Concede(), 2)[1:] == [reached(3, "enchantress")]
    board.do(PASS)
    assert board.moves() == ["AcquireCard duke", "AcquireCard library", "Decline"]
    folds(board)
    assert board.do(pb.Concede(), 3) == ["hoc.concede: PlayerConceded seat 3"]
    assert board.result == ((0,), "hoc.concede")


@pytest.mark.rule("hoc.concede", "hoc.sudden-death.start")
def test_overtime_and_conceding_in_an_attack() -> None:
    board = Board(
        Area(hand="royal-guard", domain=f"lulunasaika {TWENTY}", declared=True),
        Area(hand="castle-wall", domain=f"twins {TWENTY}", declared=True),
        Area(standing=2),
        Area(hand="city", domain=f"klam-klam {TWENTY}", declared=True),
        overtime=True,
    )
    board.play("royal-guard")
    assert board.do(pb.Concede(), 1)[1:] == [reached(3, "royal-guard")]
    assert board.do(pb.Concede(), 3) == ["hoc.concede: PlayerConceded seat 3"]
    assert board.result == ((0,), "hoc.concede")


# What a judge changes in the middle.


@pytest.mark.rule("hoc.defence.who")
def test_a_judge_takes_the_defence_card_away_while_its_owner_is_asked() -> None:
    board = attacked("infantry-battalion", Area(hand="castle-wall city*4"))
    wall = board.in_hand("castle-wall", 1)
    board.match.amend(
        pb.HandCardsDiscarded(seat=1, was=[wall], cards=[pb.KindCount(kind="castle-wall", count=1)]),
    )
    assert board.moves() == ["PassDefence"] and board.cited(pb.Defend(card=wall)) == ["hoc.defence.who"]
    assert board.do(PASS) == [
        "hoc.card.infantry-battalion: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ], "four cards are left"


# Scripts run again from the log.


def whole_attack(board: Board) -> None:
    """Every kind of question that an attack may ask."""
    board.play("scout")
    board.do(LEAVE)
    board.do(board.defending("hideout"))
    board.do(pb.PutCardOnTop(card=board.in_hand("city", 1)))
    board.do(board.defending("magic-talisman"))
    board.do(PASS)
    board.do(DISCARD)
    board.do(PASS)
    board.do(LEAVE)
    board.play("cornered-beast")
    board.do(board.defending("castle-wall"))
    board.do(PASS)
    board.do(pb.DiscardCards(cards=[board.in_hand("duke", 1)]))
    board.do(PASS)
    board.play("shinobi")
    board.do(pb.CopyCard(card=board.in_field("cornered-beast")))
    board.do(PASS)
    board.do(PASS)
    board.do(pb.Concede(), 2)
    board.play("royal-guard")
    board.do(board.defending("castle-wall"))
    board.do(PASS)
    board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
    board.end()


@pytest.mark.rule("hoc.defence.who", "hoc.effect.clockwise")
def test_an_attack_that_is_run_again_before_every_answer_goes_the_same_way() -> None:
    logs = []
    for kind in (Board, Cold):
        board = kind(
            Area(hand="scout cornered-beast shinobi royal-guard", draw=["maid*20"]),
            Area(hand="hideout magic-talisman castle-wall city*2 duke*2", draw=["library*9"]),
            Area(hand="city*2", draw=["curse*9"]),
        )
        whole_attack(board)
        folds(board)
        logs.append([entry.SerializeToString(deterministic=True) for entry in board.match.entries])
    assert logs[0] == logs[1]
