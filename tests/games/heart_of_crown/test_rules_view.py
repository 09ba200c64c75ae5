"""What is open and what is hidden, as each rule's own example has it, and cards that lie face up already (rulebook p.8,
p.10, p.12, p.25).
"""

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR, Match
from tests.games.heart_of_crown.table import BASICS, Area, Board, told


@pytest.mark.rule("hoc.view.public", "hoc.zone.discard")
def test_on_another_players_turn_discards_and_kept_cards_are_seen() -> None:
    board = Board(Area(discard="duke city*2 maid", domain="twins city[scout]", twin=2), Area(hand="city"), coins=4)
    view = pb.View.FromString(board.view(1).SerializeToString())
    first = view.players[0]
    assert [(pile.kind, pile.count) for pile in first.discard_pile] == [
        ("apprentice-maid", 1),
        ("city", 2),
        ("duke", 1),
    ]
    assert [(card.kind, card.kept.kind) for card in first.domain.cards] == [("twins-lain-shion", ""), ("city", "scout")]
    assert (first.domain.points, first.domain.cards[0].twin_counters, view.turn.coins) == (0, 2, 4)


@pytest.mark.rule("hoc.view.board")
def test_a_view_of_a_fresh_game_holds_every_area_of_the_table() -> None:
    view = Match(GAME, 3, seed=b"fresh").view(SPECTATOR)
    assert isinstance(view, pb.View)
    assert (len(view.princesses), view.curses) == (6, 12)
    assert [(pile.kind, pile.count) for pile in view.basic_market] == [*BASICS.items()]
    assert len(view.random_market) == 8 and all(pile.count for pile in view.random_market)
    assert view.supply == 52 - sum(pile.count for pile in view.random_market) and [*view.exile] == []
    assert [player.seat for player in view.players] == [0, 1, 2]
    for player in view.players:
        assert (player.draw_pile_size, player.hand_size, [*player.discard_pile], [*player.field]) == (5, 5, [], [])
        assert not player.HasField("domain")


@pytest.mark.rule("hoc.view.hidden")
def test_of_an_opponents_hand_and_of_the_supply_only_the_size_is_told() -> None:
    board = Board(Area(hand="duke senator", draw=["crown", "maid*3"]), Area(hand="city"), supply="bank*4 shinobi*3")
    view = board.view(1)
    assert (view.players[0].hand_size, [*view.players[0].hand]) == (2, [])
    assert [part.unknown for part in view.players[0].draw_pile] == [4] and view.supply == 7
    told_of = view.SerializeToString()
    for kind in (b"duke", b"senator"):
        assert told_of.count(kind) == 1, "in the basic market alone"
    for kind in (b"imperial-crown", b"apprentice-maid", b"bank", b"shinobi"):
        assert kind not in told_of


@pytest.mark.rule("hoc.view.hidden")
def test_a_look_informs_the_looker_alone_and_a_reveal_all() -> None:
    board = Board(Area(hand="stargazing-witch scout", draw=["duke", "city*9"]), Area(draw=["senator", "city*9"]))
    board.play("stargazing-witch")
    assert told(board.match.facts(viewer=0))[1] == "hoc.card.stargazing-witch: CardLookedAt seat 0 duke"
    for viewer in (1, SPECTATOR):
        assert told(board.match.facts(viewer=viewer))[1] == "hoc.card.stargazing-witch: CardLookedAt seat 0"
        assert [part.unknown for part in board.view(viewer).players[0].draw_pile] == [10]
    assert board.view(0).players[0].draw_pile[0].card.kind == "duke"
    board.do(pb.DiscardSeenCards())
    board.play("scout")
    board.do(pb.DecideRevealed(discard=True))
    for viewer in (0, 1, SPECTATOR):
        assert told(board.match.facts(viewer=viewer))[-1] == "hoc.card.scout: CardRevealed seat 1 senator"
        assert board.view(viewer).players[1].draw_pile[0].card.kind == "senator"


@pytest.mark.rule("hoc.zone.exile")
def test_two_players_exile_to_one_place() -> None:
    board = Board(
        Area(hand="city-development village", draw=["city*10"]),
        Area(hand="donation maid", draw=["city*10"]),
        coins=1,
    )
    board.play("city-development")
    board.do(pb.ExileCard(card=board.in_hand("village")))
    board.end()
    board.match.amend(pb.CoinsGained(seat=1, coins=1))
    board.play("donation")
    board.do(pb.ExileCard(card=board.in_hand("maid", 1)))
    for viewer in (0, 1, SPECTATOR):
        exile = [(pile.kind, pile.count) for pile in board.view(viewer).exile]
        assert exile == [("apprentice-maid", 1), ("farming-village", 1)]


@pytest.mark.rule("hoc.faq.already-revealed")
def test_royal_guard_reveals_a_card_that_lies_face_up_as_the_first_of_three() -> None:
    board = Board(Area(hand="royal-guard"), Area(draw=["^duke", "city", "maid", "village"]))
    assert board.play("royal-guard")[2:] == [
        "hoc.effect.clockwise: AttackReached seat 1 royal-guard",
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.faq.already-revealed: CardRevealed seat 1 duke",
        "hoc.card.royal-guard: CardRevealed seat 1 city under 1",
        "hoc.card.royal-guard: CardRevealed seat 1 maid under 2",
    ]
    assert board.moves() == ["LeaveRevealed city", "LeaveRevealed duke", "LeaveRevealed maid"]


@pytest.mark.rule("hoc.term.deck")
def test_a_deck_of_ten_has_three_cards_in_its_draw_pile() -> None:
    board = Board(Area(draw=["city*3"], hand="city*5", discard="city*2", domain="twins duke"), Area())
    for viewer in (0, 1, SPECTATOR):
        first = board.view(viewer).players[0]
        discarded = sum(pile.count for pile in first.discard_pile)
        assert (first.draw_pile_size, first.hand_size, discarded, len(first.field)) == (3, 5, 2, 0)
        assert first.draw_pile_size + first.hand_size + discarded + len(first.field) == 10
