"""Nothing that a viewer gets depends on what that viewer may not see."""

from collections.abc import Callable

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR, faces
from tests.games.heart_of_crown.table import Area, Board


def got(board: Board, viewer: int) -> list[bytes]:
    """Everything that a viewer has got: facts of every entry, and the view now."""
    seen = [
        b"%s %s" % (face.rule.encode(), fact.SerializeToString(deterministic=True))
        for entry in board.match.entries
        for face in faces(GAME, entry.facts)
        if (fact := face.seen_by(viewer)) is not None
    ]
    return [*seen, board.view(viewer).SerializeToString(deterministic=True)]


def idle(board: Board) -> None:
    board.second()


def horse(board: Board) -> None:
    board.play("post-horse")
    board.play("village")


def well(board: Board) -> None:
    board.play("wishing-well")
    board.do(pb.DiscardCards(cards=[board.in_hand("village")]))


def library(board: Board) -> None:
    board.play("library")
    board.do(pb.PutCardUnder(card=board.in_hand("village")))


def declining(board: Board) -> None:
    board.play("adventurer")
    board.do(pb.Decline())


def developing(board: Board) -> None:
    board.play("city-development")
    board.do(pb.ExileCard(card=board.in_hand("village")))


def keeping(board: Board) -> None:
    board.do(board.keeping("library", "large-city"))
    board.do(pb.RecallCard(card=board.kept("library")))
    board.do(board.keeping("library", "large-city"))


def bergamotte(board: Board) -> None:
    board.do(pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("village")))
    board.do(pb.TakeBackCard(kind="alchemist"))


PLAYS: tuple[tuple[str, Callable[[Board], None]], ...] = (
    ("city", idle),
    ("post-horse village", horse),
    ("wishing-well village", well),
    ("library village", library),
    ("adventurer village", declining),
    ("city-development village", developing),
    ("library", keeping),
    ("village", bergamotte),
)


@pytest.mark.rule("hoc.view.hidden")
@pytest.mark.parametrize(("hand", "play"), PLAYS, ids=[play.__name__ for _, play in PLAYS])
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_another_hand_and_other_draws_look_the_same(hand: str, play: Callable[[Board], None], viewer: int) -> None:
    seen = []
    for secret, drawn in (("duke curse", ["city", "maid"]), ("curse royal-maid", ["maid", "duke"])):
        board = Board(
            Area(
                hand=f"{secret} {hand}",
                draw=["city duke maid*5"],
                discard="alchemist",
                domain="bergamotte large-city",
            ),
            Area(hand="city"),
            coins=4,
            draws=drawn,
        )
        play(board)
        seen.append(got(board, viewer))
    assert seen[0] == seen[1]


@pytest.mark.rule("hoc.view.hidden")
def test_the_owner_sees_the_difference() -> None:
    boards = [Board(Area(hand=hand), Area()) for hand in ("duke", "curse")]
    assert got(boards[0], 0) != got(boards[1], 0)
    assert got(boards[0], 1) == got(boards[1], 1)


def test_an_id_in_the_hand_says_nothing_of_the_card_that_lay_in_the_open() -> None:
    board = Board(Area(domain="klam-klam city[scout] large-city[library]"), Area())
    kept = board.kept("library")
    board.do(pb.RecallCard(card=kept))
    board.do(pb.RecallCard(card=board.kept("scout")))
    for fact in board.match.facts(viewer=1):
        assert isinstance(fact.fact, pb.CardRecalled) and not fact.fact.card
    ids = [card.id for card in board.player().hand]
    assert kept not in ids and ids == sorted(ids)


def test_the_state_holds_no_order_of_what_nobody_has_seen() -> None:
    board = Board(Area(draw=["city*3 duke*2"]), Area())
    assert board.draw_pile() == ["city*3 duke*2"]
    assert len(board.state.supply) == 1
