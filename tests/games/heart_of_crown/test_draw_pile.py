"""Draw piles: what is known in them, reshuffling, drawing (rulebook p.9, p.22-23)."""

import pytest

from rulekeeper.games.heart_of_crown.cards.block import Effect
from rulekeeper.games.heart_of_crown.cards.verbs import draw, replenish, reveal
from rulekeeper.games.heart_of_crown.reducer import REDUCERS
from rulekeeper.games.heart_of_crown.state import Player, State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Audience, Bag, Card, Counts, bag, counts, mint, only, size, total
from tests.games.heart_of_crown.table import Area, Board, whole


class Hands:
    """A `Play` that draws the first kind there is: for verbs outside of a game."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.done: list[str] = []

    def emit(self, fact: object, audience: Audience = 0, *, private: bool = False, rule: str = "") -> None:
        self.done.append(type(fact).__name__)
        self.state = REDUCERS[type(fact)](self.state, fact)  # type: ignore[index]

    def draw(self, purpose: str, counts: Counts, audience: Audience = 0) -> str:
        return counts[0][0]

    def chance(self, purpose: str, below: int, audience: Audience = 0) -> int:
        return 0

    def mint(self, audience: Audience) -> int:
        return mint(self.state.minted, audience)


def acting(player: Player) -> tuple[Hands, Effect]:
    hands = Hands(State(players=(player, Player())))
    return hands, Effect(hands, 0, "hoc.game")


@pytest.mark.rule("hoc.deck.reshuffle")
def test_an_empty_draw_pile_is_replenished_when_a_card_is_drawn() -> None:
    board = Board(Area(hand="post-horse", draw=[], discard="city*4"), Area())
    assert board.play("post-horse")[1:] == [
        "hoc.deck.reshuffle: DiscardPileShuffled seat 0 cards 4",
        "hoc.card.post-horse: CardDrawn seat 0 city",
    ]
    player = board.player()
    assert (len(player.hand), size(player.draw_pile), total(player.discard_pile)) == (1, 3, 0)


@pytest.mark.rule("hoc.deck.reshuffle-to-look", "hoc.example.stargazing-two-left")
def test_to_look_at_more_cards_the_discard_pile_goes_under_what_is_left() -> None:
    player = Player(draw_pile=(bag({"duke": 1, "city": 1}),), discard_pile=counts({"village": 5}))
    hands, effect = acting(player)
    replenish(effect, 0, 3)
    assert hands.state.players[0].draw_pile == (bag({"city": 1, "duke": 1}), bag({"village": 5}))
    assert hands.state.players[0].discard_pile == ()
    replenish(effect, 0, 3)
    assert hands.done == ["DiscardPileShuffled"]


@pytest.mark.rule("hoc.deck.reshuffle-to-look")
def test_face_up_cards_stay_where_they_are_when_others_go_under() -> None:
    board = Board(Area(draw=["^duke", "city"], discard="village*5", hand="wishing-well"), Area())
    hands, effect = acting(board.player())
    replenish(effect, 0, 3)
    first, second, third = hands.state.players[0].draw_pile
    assert isinstance(first, Card) and first.up
    assert (second, third) == (Bag((("city", 1),)), Bag((("farming-village", 5),)))


@pytest.mark.rule("hoc.deck.none-left")
def test_with_nothing_to_shuffle_as_much_as_possible_is_done() -> None:
    hands, effect = acting(Player(draw_pile=(bag({"duke": 1}),)))
    draw(effect, 2)
    assert hands.done == ["CardDrawn", "EffectFizzled"] and len(hands.state.players[0].hand) == 1
    assert not reveal(effect, 1) and hands.done == ["CardDrawn", "EffectFizzled", "EffectFizzled"]


@pytest.mark.rule("hoc.reveal.stays")
def test_a_revealed_card_stays_face_up_until_it_is_drawn() -> None:
    board = Board(Area(hand="scout"), Area(draw=["duke city*9"]), draws=["city", "duke"])
    board.play("scout")
    board.do(pb.DecideRevealed(discard=True))
    board.do(pb.DecideRevealed(discard=False))
    for viewer in (0, 1, -1):
        first = board.view(viewer).players[1].draw_pile[0].card
        assert (first.kind, first.face_up) == ("duke", True)
    board.end()
    board.end()
    assert "duke" in board.hand(1)
    assert not board.view(0).players[1].hand and board.view(0).players[1].hand_size == 5
    assert [part.WhichOneof("part") for part in board.view(0).players[1].draw_pile] == ["unknown"]


@pytest.mark.rule("hoc.reveal.stays")
def test_a_card_that_its_owner_alone_knew_gets_a_new_id_when_it_is_revealed() -> None:
    known = Card(id=mint((), only(0)), kind="duke", audience=only(0))
    hands, effect = acting(Player(draw_pile=(known,)))
    assert reveal(effect, 1)
    (first,) = hands.state.players[0].draw_pile
    assert isinstance(first, Card) and first.up and first.id != known.id


@pytest.mark.rule("hoc.term.deck")
def test_a_deck_is_more_than_its_draw_pile() -> None:
    board = Board(Area(draw=["city*3"], hand="city*5", discard="city*2"), Area())
    player = board.player()
    assert size(player.draw_pile) == 3
    assert size(player.draw_pile) + len(player.hand) + total(player.discard_pile) == 10


def test_a_shuffle_forgets_what_was_known() -> None:
    board = Board(Area(draw=["^duke", "city*4"], field="library", discard="scout"), Area())
    board.end()
    board.end()
    assert len(whole(board.end(), "DiscardPileShuffled")) == 1
    assert all(isinstance(part, Bag) for part in board.player().draw_pile)
