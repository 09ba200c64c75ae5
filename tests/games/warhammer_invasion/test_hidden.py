"""What is hidden, and what chance decides."""

from collections import Counter

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.state import State
from rulekeeper.kernel import Counts, Match
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

SPECTATOR = 2


@pytest.mark.rule("whi.hidden.hands-decks")
def test_a_view_shows_the_opponents_hand_as_a_number_and_the_discard_pile_as_a_list() -> None:
    board = Board(
        Side(hand="hate", deck="pillage*4", discard="demoralise", developments=("huntsmen", 0, 0), resources=3),
        Side(hand="demoralise*2 hate", deck="pillage*7", discard="black-orc*2 hate", developments=(0, "pillage*2", 0)),
    )
    for viewer in (0, SPECTATOR):
        theirs = board.view(viewer).players[1]
        assert (theirs.hand_size, list(theirs.hand), theirs.deck_size) == (3, [], 7)
        assert [(one.kind, one.count) for one in theirs.discard_pile] == [("black-orc-squad", 2), ("hate", 1)]
        assert [(third.developments, list(third.known)) for third in theirs.sections] == [(0, []), (2, []), (0, [])]
        assert (list(theirs.deck_list), list(theirs.looked_at), list(theirs.prices)) == ([], [], [])
    own = board.view(1).players[1]
    assert Counter(card.kind for card in own.hand) == {"demoralise": 2, "hate": 1}
    assert [[card.kind for card in third.known] for third in own.sections] == [[], ["pillage", "pillage"], []]
    assert [(player.deck_size, player.resources) for player in board.view(1).players] == [(4, 3), (7, 0)]


@pytest.mark.rule("whi.hidden.hands-decks")
def test_the_order_of_the_own_deck_is_hidden_too() -> None:
    board = Board(Side(deck="pillage hate demoralise"), Side())
    for viewer in (0, 1, SPECTATOR):
        text = board.view(viewer).SerializeToString()
        assert not any(kind in text for kind in (b"pillage", b"hate", b"demoralise"))


@pytest.mark.rule("whi.hidden.hands-decks", "whi.effects.then")
def test_what_is_looked_at_is_seen_by_whoever_looks_until_it_comes_into_play() -> None:
    board = Board(
        Side(hand="dwarf-cannon-crew", resources=9, deck="hate*3 keystone-forge pillage*3"),
        Side(),
        draws=["hate", "keystone-forge", "pillage", "hate", "pillage"],
    )
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert len(named(facts, "DeckCardSeen")) == 5
    for viewer, kinds in ((0, ["hate", "keystone-forge", "pillage", "hate", "pillage"]), (1, [""] * 5)):
        seen = [one.fact for one in board.match.facts(viewer=viewer) if isinstance(one.fact, pb.DeckCardSeen)]
        assert [one.kind for one in seen] == kinds
        assert [card.kind for card in board.view(viewer).players[0].looked_at] == [kind for kind in kinds if kind]
    forge = next(card.id for card in board.view(0).players[0].looked_at if card.kind == "keystone-forge")
    board.do(pb.TakeSupport(card=forge))
    assert [card.kind for card in board.view(1).cards] == ["dwarf-cannon-crew", "keystone-forge"]
    assert list(board.view(0).players[0].looked_at) == []


@pytest.mark.rule("whi.hidden.hands-decks")
def test_drawing_shows_the_card_to_its_player_alone() -> None:
    board = Board(Side(deck="pillage*3"), Side(), phase=3)
    shown = {
        viewer: [one.fact.kind for one in board.match.facts(viewer=viewer) if isinstance(one.fact, pb.CardDrawn)]
        for viewer in (0, 1, SPECTATOR)
    }
    assert shown == {0: ["pillage"], 1: [""], SPECTATOR: [""]}


# Chance.


def scouted(board: Board, match: Match[State]) -> str:
    """Free Company attacks alone, and nobody else acts: what the opponent had to discard."""
    while True:
        assert match.table.decision is not None
        attacking = match.table.decision.rule == "whi.combat.attackers"
        match.submit(match.asked()[0], pb.DeclareAttackers(units=board.ids("free-company")) if attacking else pb.Pass())
        found = [one.fact.kind for one in match.facts() if isinstance(one.fact, pb.HandCardDiscarded)]
        if found:
            return found[0]


def scouted_with(seed: bytes) -> str:
    board = Board(Side(battlefield="free-company"), Side(hand="hate pillage demoralise huntsmen"), entry="combat")
    return scouted(board, Match(GAME, seed=seed, position=board.position))


@pytest.mark.rule("whi.hidden.random", "whi.kw.scout")
def test_a_random_discard_is_drawn_from_a_source_that_gives_the_same_again() -> None:
    found = [scouted_with(b"%d" % number) for number in range(40)]
    assert found == [scouted_with(b"%d" % number) for number in range(40)]
    # None of the four is out of reach, and none is favoured by far.
    counted = Counter(found)
    assert set(counted) == {"hate", "pillage", "demoralise", "huntsmen"}
    assert max(counted.values()) < 20


class Noting:
    """Draws that remember from what they were made."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, Counts]] = []

    def below(self, limit: int) -> int:
        return 0

    def pick(self, purpose: str, of: Counts) -> int:
        self.drawn.append((purpose, of))
        return 0


@pytest.mark.rule("whi.hidden.random")
def test_each_card_of_the_hand_has_the_same_chance() -> None:
    """Equal cards are drawn together, each with the weight of its count; the draw is on record."""
    board = Board(Side(battlefield="free-company"), Side(hand="hate*3 pillage"), entry="combat")
    noting = Noting()
    scouted(board, Match(GAME, position=board.position, chance=lambda version: noting))
    assert noting.drawn == [("hand", (("hate", 3), ("pillage", 1)))]
