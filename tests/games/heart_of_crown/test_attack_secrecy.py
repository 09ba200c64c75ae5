"""Attacks tell nothing of a hand: two tables that differ only in what an opponent holds look the same to all others, in
facts, views, questions, menus and refusals, until that opponent answers.
"""

from collections.abc import Callable, Sequence

import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR, faces, standing, unavailable
from tests.games.heart_of_crown.attacking import DISCARD, LEAVE, PASS, face_up, ids_in_pile
from tests.games.heart_of_crown.table import Area, Board

TRIED: Sequence[Message] = (PASS, LEAVE, pb.EndMainPhase(), pb.Decline(), pb.Defend(card=1), pb.RevealHand())
"""What a seat might send to learn something from the refusal."""


def known(board: Board, viewer: int) -> list[object]:
    """Everything that a viewer has got, and can get by asking."""
    got: list[object] = [
        (entry.version, face.rule, type(fact).__name__, fact.SerializeToString(deterministic=True))
        for entry in board.match.entries
        for face in faces(GAME, entry.facts)
        if (fact := face.seen_by(viewer)) is not None
    ]
    decision = board.match.table.decision
    assert decision is not None
    got += [decision.seats, decision.rule, decision.version]
    view = board.view(viewer)
    got += [view.SerializeToString(deterministic=True), GAME.scene(view).SerializeToString(deterministic=True)]
    if viewer >= 0:
        got += [board.moves(viewer), [offer.open() for offer in standing(GAME, board.match.table, viewer)]]
        got += [(one.subject.label, one.reasons) for one in unavailable(GAME, board.match.table, viewer)]
        if viewer not in decision.seats:
            got += [board.refused(command, viewer) for command in TRIED]
    return got


def assert_alike(first: Board, second: Board, *viewers: int) -> None:
    for viewer in viewers:
        assert known(first, viewer) == known(second, viewer)
    assert first.asked == second.asked


def twins(attack: str, hands: Sequence[str], domain: str = "") -> list[Board]:
    """Seat 0 has attacked; the tables differ in the hand of seat 1 alone, who is asked now."""
    boards = []
    for hand in hands:
        board = Board(
            Area(hand=f"{attack} duke", draw=["maid*9"]),
            Area(hand=hand, draw=["library", "city", "duke*9"], domain=domain),
            Area(hand="city*2", draw=["curse*9"]),
        )
        board.play(attack)
        if attack == "scout":
            board.do(LEAVE)
        if attack == "curse-witch":
            board.do(pb.ExileCard(card=board.in_hand("duke")))
        boards.append(board)
    return boards


ATTACKS = ("scout", "bribery", "infantry-battalion", "cornered-beast", "enchantress", "curse-witch", "royal-guard")
HANDS = (
    ("castle-wall city*4", "city*5", "duke*5", "curse*5", "city castle-wall*2 hideout magic-talisman"),
    ("castle-wall", "maid", "curse"),
    ("hideout magic-talisman", "village duke", "city*2"),
)
OTHERS = (0, 2, SPECTATOR)


@pytest.mark.rule("hoc.defence.who", "hoc.view.hidden")
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("hands", HANDS, ids=lambda hands: f"{hands[0]} and others")
def test_being_asked_tells_nothing_of_the_hand(attack: str, hands: tuple[str, ...]) -> None:
    first, *rest = twins(attack, hands)
    assert first.asked == 1
    for other in rest:
        assert_alike(first, other, *OTHERS)
        assert known(first, 1) != known(other, 1), "its owner sees the difference"


@pytest.mark.rule("hoc.defence.who", "hoc.view.hidden")
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack != "bribery"])
@pytest.mark.parametrize("hands", HANDS, ids=lambda hands: f"{hands[0]} and others")
def test_nor_does_not_defending(attack: str, hands: tuple[str, ...]) -> None:
    """Up to the next answer that the hand may bear upon: what to discard."""
    boards = twins(attack, hands)
    for board in boards:
        board.do(PASS)
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.defence.who", "hoc.view.hidden")
@pytest.mark.parametrize("kept", ["", "klam-klam large-city[library]", "klam-klam city[castle-wall] city[hideout]"])
def test_nor_does_it_with_cards_kept(kept: str) -> None:
    boards = twins("royal-guard", ("castle-wall city", "maid*2", "magic-talisman duke"), domain=kept)
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.defence.multiple", "hoc.view.hidden")
@pytest.mark.parametrize("attack", ["infantry-battalion", "royal-guard"])
def test_being_asked_again_tells_nothing_of_the_rest(attack: str) -> None:
    boards = twins(
        attack, ("castle-wall*2 city*3", "castle-wall city*4", "city*2 castle-wall duke*2", "curse*4 castle-wall")
    )
    for board in boards:
        board.do(board.defending("castle-wall"))
        assert board.asked == 1
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)
    for board in boards:
        board.do(PASS)
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.card.hideout", "hoc.view.hidden")
def test_what_was_hidden_tells_nothing_of_the_rest() -> None:
    boards = twins("cornered-beast", ("hideout city castle-wall", "city hideout*2", "duke city hideout"))
    for board in boards:
        board.do(board.defending("hideout"))
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)
    for board in boards:
        board.do(pb.PutCardOnTop(card=board.in_hand("city", 1)))
        assert board.asked == 1
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.defence.talisman-hand-only", "hoc.view.hidden")
def test_a_talisman_that_goes_tells_nothing_of_those_that_stay() -> None:
    boards = twins("curse-witch", ("magic-talisman*2", "magic-talisman city", "curse magic-talisman"))
    for board in boards:
        board.do(board.defending("magic-talisman"))
        assert board.asked == 1
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.card.infantry-battalion", "hoc.view.hidden")
def test_what_is_discarded_tells_nothing_of_the_rest() -> None:
    boards = twins("infantry-battalion", ("city*5", "duke city curse*3", "castle-wall*4 city", "village*3 city maid"))
    for board in boards:
        board.do(PASS)
        board.do(pb.DiscardCards(cards=[board.in_hand("city", 1)]))
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)
    for board in boards:
        board.do(PASS)
        assert board.asked == 0
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.card.infantry-battalion", "hoc.view.hidden")
def test_which_of_two_equal_cards_is_discarded_is_not_told() -> None:
    boards = twins("infantry-battalion", ("city duke*3 city",) * 2)
    for board, which in zip(boards, (0, -1), strict=True):
        board.do(PASS)
        board.do(pb.DiscardCards(cards=[[c.id for c in board.player(1).hand if c.kind == "city"][which]]))
    assert_alike(boards[0], boards[1], *OTHERS)


@pytest.mark.rule("hoc.reveal.stays", "hoc.view.hidden")
@pytest.mark.parametrize("attack", ["bribery", "infantry-battalion", "cornered-beast"])
def test_a_shown_hand_does_not_show_its_order(attack: str) -> None:
    boards = twins(
        attack, ("scout maid library curse maid", "maid library maid curse scout", "curse maid*2 library scout")
    )
    for board in boards:
        board.do(PASS)
        if attack != "bribery":
            board.do(pb.RevealHand())
        assert len(face_up(board, 1, 0)) == 5
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
def test_where_in_the_hand_a_shown_card_was_is_not_told() -> None:
    boards = twins("royal-guard", ("castle-wall city duke", "city castle-wall duke", "city duke castle-wall"))
    for board in boards:
        board.do(board.defending("castle-wall"))
        assert [card.up for card in board.player(1).hand] == [False, False, True]
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
def test_ids_of_a_hand_are_heard_by_its_owner_alone() -> None:
    """Whatever moves a card out of a hand: the ids that its owner knew are in nothing that others hear."""
    board = twins("cornered-beast", ("magic-talisman hideout castle-wall duke*3 city",))[0]
    secret = {card.id for seat in (0, 1, 2) for card in board.player(seat).hand}
    board.do(board.defending("magic-talisman"))
    board.do(board.defending("hideout"))
    board.do(pb.PutCardOnTop(card=board.in_hand("city", 1)))
    board.do(PASS)
    board.do(pb.DiscardCards(cards=[board.in_hand("duke", 1)]))
    for viewer in (0, 2, SPECTATOR):
        for entry in board.match.entries:
            for face in faces(GAME, entry.facts):
                fact = face.seen_by(viewer)
                if fact is None or face.open_to(viewer) and viewer >= 0 and getattr(fact, "seat", -1) == viewer:
                    continue
                heard = {value for field, value in fact.ListFields() if field.name in ("was", "card")}
                assert not heard & secret, fact
    assert [board.view(viewer).players[1].hand_size for viewer in OTHERS] == [4] * 3


@pytest.mark.rule("hoc.reveal.stays", "hoc.view.hidden")
def test_face_up_cards_of_a_hand_are_in_everybodys_view_and_hidden_again_when_drawn() -> None:
    board = twins("bribery", ("city castle-wall",))[0]
    board.do(PASS)
    board.passing()
    for viewer in (0, 1, 2, SPECTATOR):
        shown = board.view(viewer).players[1].hand
        assert [(card.kind, card.face_up) for card in shown] == [("castle-wall", True), ("city", True)]
    board.end()
    board.end()
    assert [len(board.view(viewer).players[1].hand) for viewer in (0, 1, 2, SPECTATOR)] == [0, 5, 0, 0]


@pytest.mark.rule("hoc.card.curse-witch", "hoc.view.hidden")
@pytest.mark.parametrize(
    ("exiled", "hands"),
    [
        ("", ("duke castle-wall", "village curse", "city*2")),
        ("nothing", ("village curse", "curse*2", "village*2")),
        ("duke", ("duke castle-wall", "curse duke", "duke*2", "city duke")),
    ],
    ids=["asked", "declined", "answered"],
)
def test_the_attackers_own_question_tells_nothing_of_the_attackers_hand(exiled: str, hands: Sequence[str]) -> None:
    boards = []
    for hand in hands:
        board = Board(Area(hand=f"curse-witch {hand}"), Area(hand="city"), Area())
        board.play("curse-witch")
        if exiled:
            board.do(pb.ExileCard(card=board.in_hand(exiled)) if exiled in hand else pb.Decline())
        boards.append(board)
    for other in boards[1:]:
        assert_alike(boards[0], other, 1, 2, SPECTATOR)


def beast(board: Board) -> None:
    board.play("cornered-beast")


def enchantress(board: Board) -> None:
    board.play("enchantress")


def ram(board: Board) -> None:
    board.play("battering-ram")


@pytest.mark.rule("hoc.view.hidden")
@pytest.mark.parametrize("play", [beast, enchantress, ram], ids=lambda play: play.__name__)
def test_what_the_attacker_draws_is_not_told(play: Callable[[Board], None]) -> None:
    boards = []
    for drawn in ("castle-wall", "duke", "magic-talisman"):
        board = Board(
            Area(hand="cornered-beast enchantress battering-ram", draw=[drawn, "maid*3"]),
            Area(hand="city", draw=["city*4"]),
            Area(),
        )
        play(board)
        boards.append(board)
    for other in boards[1:]:
        assert_alike(boards[0], other, 1, 2, SPECTATOR)


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
def test_what_lies_deeper_in_a_draw_pile_is_not_told_by_an_attack() -> None:
    boards = []
    for deep in ("curse*3 duke", "city*4", "magic-talisman castle-wall city*2"):
        board = Board(Area(hand="royal-guard"), Area(draw=["library*3", deep]), Area())
        board.play("royal-guard")
        board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
        boards.append(board)
    for other in boards[1:]:
        assert_alike(boards[0], other, *OTHERS)
    scouted = []
    for deep in ("curse*3 duke", "city*4"):
        board = Board(Area(hand="scout", draw=[]), Area(draw=["library", deep]), Area(draw=[]))
        board.play("scout")
        board.do(DISCARD)
        scouted.append(board)
    assert_alike(scouted[0], scouted[1], *OTHERS)
