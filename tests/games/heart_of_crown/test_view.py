"""What each viewer sees of the table (rulebook p.8, p.10, p.12)."""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.state import opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, SPECTATOR, Match
from tests.games.heart_of_crown.table import BASICS, Area, Board

RICH = Area(
    hand="duke library",
    draw=["^city", "city*3 village", "^scout", "duke*2"],
    discard="maid*2 senator",
    domain="twins large-city[alchemist] duke",
    twin=2,
)


@pytest.mark.rule("hoc.view.board")
def test_a_view_has_the_common_areas_and_each_players() -> None:
    match = Match(GAME, 3, seed=b"board")
    view = match.view(SPECTATOR)
    assert isinstance(view, pb.View)
    assert len(view.princesses) == 6 and view.curses == 12 and len(view.commons) == 10
    assert [pile.kind for pile in view.basic_market] == ["city", "large-city", "royal-maid", "senator", "duke"]
    assert len(view.random_market) == 8 and view.supply == 52 - sum(pile.count for pile in view.random_market)
    assert [(player.seat, player.hand_size, player.draw_pile_size) for player in view.players] == [
        (seat, 5, 5) for seat in range(3)
    ]
    assert not any(player.HasField("domain") for player in view.players)
    assert not view.HasField("seat")


@pytest.mark.rule("hoc.view.public", "hoc.keep.keep")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_what_everybody_sees(viewer: int) -> None:
    board = Board(RICH, Area(hand="city"), coins=3)
    view = board.view(viewer)
    player = view.players[0]
    assert {pile.kind: pile.count for pile in player.discard_pile} == {"apprentice-maid": 2, "senator": 1}
    assert [card.kind for card in player.domain.cards] == ["twins-lain-shion", "large-city", "duke"]
    assert player.domain.cards[1].kept.kind == "alchemist" and player.domain.cards[0].twin_counters == 2
    assert player.domain.points == 6
    assert (view.turn.seat, view.turn.coins, view.turn.phase) == (0, 3, pb.PHASE_MAIN)
    assert [*view.turn.open_positions] == ["start"]
    assert view.curses == 8 and view.supply == 10 and len(view.princesses) == 5
    assert [(pile.kind, pile.count) for pile in view.basic_market] == list(BASICS.items())
    assert sum(pile.count for pile in view.random_market) == 8
    gone = Board(Area(hand="city-development village", field="city"), Area(), coins=1)
    gone.play("city-development")
    gone.do(pb.ExileCard(card=gone.in_hand("village")))
    assert [(pile.kind, pile.count) for pile in gone.view(viewer).exile] == [("farming-village", 1)]
    assert [card.kind for card in gone.view(viewer).players[0].field] == ["city", "city-development"]


@pytest.mark.rule("hoc.view.hidden")
def test_hands_are_their_owners_alone() -> None:
    board = Board(RICH, Area(hand="city"))
    hands = {
        viewer: [[card.kind for card in player.hand] for player in board.view(viewer).players]
        for viewer in (0, 1, SPECTATOR, JUDGE)
    }
    assert hands == {
        0: [["duke", "library"], []],
        1: [[], ["city"]],
        SPECTATOR: [[], []],
        JUDGE: [["duke", "library"], ["city"]],
    }
    assert [player.hand_size for player in board.view(1).players] == [2, 1]


@pytest.mark.rule("hoc.view.hidden", "hoc.reveal.stays")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, JUDGE])
def test_of_a_draw_pile_only_what_was_revealed_is_seen(viewer: int) -> None:
    parts = Board(RICH, Area()).view(viewer).players[0].draw_pile
    assert [part.card.kind or part.unknown for part in parts] == ["city", 4, "scout", 2]


def test_neighbouring_unknown_parts_of_a_pile_are_one() -> None:
    board = Board(Area(draw=["city*2", "duke*3", "^scout", "duke", "city"]), Area())
    assert [part.card.kind or part.unknown for part in board.view(0).players[0].draw_pile] == [5, "scout", 2]


@pytest.mark.rule("hoc.zone.exile")
def test_there_is_one_exile_pile_for_all() -> None:
    board = Board(
        Area(hand="adventurer village", draw=["city*10"]), Area(hand="adventurer maid", draw=["city*10"]), coins=2
    )
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    board.do(pb.AcquireCard(kind="city"))
    board.end()
    board.match.amend(pb.CoinsGained(seat=1, coins=2))
    board.play("adventurer")
    board.do(pb.ExileCard(card=board.in_hand("maid", 1)))
    assert {pile.kind for pile in board.view(0).exile} == {"apprentice-maid", "farming-village"}


@pytest.mark.rule("hoc.term.opponent", "hoc.sudden-death.dropout")
def test_an_opponent_is_every_other_player_still_in_the_game() -> None:
    state = Board(Area(), Area(), Area(), Area()).state
    assert [opponents(state, seat) for seat in range(4)] == [(1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2)]
    state = Board(Area(), Area(standing=2), Area(), Area(standing=3)).state
    assert opponents(state, 0) == (2,)


def test_a_viewers_seat_is_in_the_view() -> None:
    board = Board(Area(), Area())
    assert board.view(1).seat == 1 and board.view(0).HasField("seat")
    assert not board.view(JUDGE).HasField("seat")
