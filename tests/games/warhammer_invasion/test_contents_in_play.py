"""What lies on the table and what is printed on cards, as it counts in play (rulebook p.3-7, p.9-11)."""

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.numbers import hit_points, power, zone_power
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, EVERY_ZONE, KINGDOM, QUEST, place
from rulekeeper.kernel import SPECTATOR, Accepted, Match
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.making import Foretold
from tests.games.warhammer_invasion.table import Board, Side, named


def powers(board: Board, seat: int = 0) -> list[int]:
    """Of the kingdom, the quest zone and the battlefield, as everybody sees them."""
    shown = [section.power for section in board.view(SPECTATOR).players[seat].sections]
    assert shown == [zone_power(board.state, place(seat, zone)) for zone in EVERY_ZONE]
    return shown


# The table.


@pytest.mark.rule("whi.layout.play-area", "whi.hidden.hands-decks")
def test_what_a_player_sees_when_the_setup_is_done() -> None:
    match = Match(GAME, 2, setup={"starters": ["dwarf", "orc"]}, chance=lambda version: Foretold())
    for seat, capital in ((0, "dwarf"), (1, "orc")):
        assert isinstance(match.submit(seat, pb.PlaceCapital(capital=capital)), Accepted)
    for seat in (0, 1):
        assert isinstance(match.submit(seat, pb.KeepHand()), Accepted)
    view = match.view(0)
    assert isinstance(view, pb.View) and view.seat == 0 and not view.cards
    for seat, player in enumerate(view.players):
        assert [(third.zone, third.damage, third.burning, third.developments) for third in player.sections] == [
            (zone, 0, False, 0) for zone in EVERY_ZONE
        ]
        assert [third.hit_points for third in player.sections] == [8, 8, 8]
        assert (player.deck_size, player.hand_size, player.resources, len(player.discard_pile)) == (43, 7, 0, 0)
        assert len(player.hand) == (7 if seat == 0 else 0)
    assert [player.capital for player in view.players] == ["dwarf", "orc"]


@pytest.mark.rule("whi.layout.play-area")
def test_damage_lies_on_what_took_it_and_developments_in_their_zone() -> None:
    board = Board(Side(battlefield="mountain:2", damage=(0, 3, 0), developments=(0, 1, 2)))
    view = board.view(1)
    assert [(third.damage, third.developments) for third in view.players[0].sections] == [(0, 0), (3, 1), (0, 2)]
    assert [(card.kind, card.damage, card.place) for card in view.cards] == [
        ("mountain-brigade", 2, place(0, BATTLEFIELD))
    ]


# Tokens.


@pytest.mark.rule("whi.components.damage-token", "whi.card.hit-points")
def test_damage_stays_on_a_unit_over_turns() -> None:
    board = Board(Side(battlefield="mountain"), Side(capital="chaos", quest="nurgle-sorcerer", resources=9))
    board.passing()
    for damage in (1, 2):
        board.use("nurgle-sorcerer", target=board.id("mountain"))
        board.both_pass()
        assert board.card("mountain").damage == damage
        board.passing()
    board.idle()
    board.idle()
    assert board.state.turn.seat == 0 and board.card("mountain").damage == 2


@pytest.mark.rule("whi.components.damage-token", "whi.effects.leave-play-reset")
def test_damage_goes_when_it_is_healed_or_the_unit_leaves_play() -> None:
    board = Board(
        Side(capital="empire", battlefield="mountain:2 dark-zealot:1", hand="greater-heal pilgrimage", resources=20)
    )
    board.tactic("pilgrimage", target=board.id("dark-zealot"))
    board.both_pass()
    assert [card.kind for card in board.player().hand] == ["greater-heal", "dark-zealot"]
    board.passing()
    board.tactic("greater-heal")
    assert named(board.both_pass(), "DamageHealed") == ["DamageHealed target mountain-brigade damage 2"]
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("dark-zealot"), zone=pb.ZONE_QUEST))
    board.both_pass()
    assert [card.damage for card in board.state.cards] == [0, 0]


@pytest.mark.rule("whi.components.burn-token")
def test_a_section_that_burns_shows_that_and_no_damage_for_the_rest_of_the_game() -> None:
    board = Board(
        Side(battlefield="rock-lobber dark-zealot", resources=2),
        Side(damage=(0, 6, 0), capital="dwarf", kingdom="keystone"),
    )
    board.use("rock-lobber", sacrifice=board.id("dark-zealot"))
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    assert named(facts, "SectionBurned") == ["SectionBurned place quest-1"]

    def shown() -> tuple[bool, int]:
        section = board.view(0).players[1].sections[QUEST - 1]
        return section.burning, section.damage

    assert shown() == (True, 0)
    for _ in range(4):
        facts = board.idle()
        assert named(facts, "DamageHealed") == [] and shown() == (True, 0)


@pytest.mark.rule("whi.components.tokens", "whi.components.damage-token", "whi.components.tokens-never-run-out")
def test_more_damage_than_there_are_tokens_may_lie_on_the_table() -> None:
    board = Board(Side(battlefield="bloodthirster*4:7", kingdom="bloodthirster*4:7"), Side(damage=(7, 7, 7)), phase=6)
    assert sum(card.damage for card in board.state.cards) + 21 == 77 > 60
    assert board.idle()[-1].endswith("WindowOpened window beginning")


# Zones.


@pytest.mark.rule("whi.zones.base-power")
def test_the_power_of_empty_zones() -> None:
    board = Board()
    assert powers(board, 0) == powers(board, 1) == [3, 1, 0]


@pytest.mark.rule("whi.zones.power-sum")
def test_a_zones_power_is_that_of_the_board_and_of_the_cards_in_it() -> None:
    assert powers(Board(Side(kingdom="contested-village keystone"))) == [5, 1, 0]
    assert powers(Board(Side(kingdom="mountain", quest="dark-zealot", battlefield="totem"))) == [5, 2, 1]
    assert powers(Board(Side(kingdom="peasant-militia rune-of", developments=(3, 2, 1)))) == [3, 1, 0]
    assert powers(Board(Side(quest="infiltrate dark-zealot@infilt"))) == [3, 2, 0]


@pytest.mark.rule("whi.zones.power-sum", "whi.constant.until-eot")
def test_effects_change_the_power_of_a_zone() -> None:
    board = Board(
        Side(quest="runesmith", kingdom="mountain", resources=2),
        Side(capital="empire", hand="demoralise", resources=1),
        phase=6,
    )
    board.use("runesmith", target=board.id("mountain"))
    board.both_pass()
    assert powers(board) == [6, 2, 0]
    board.tactic("demoralise", target=board.id("mountain"))
    board.both_pass()
    assert powers(board) == [4, 2, 0]
    board.idle()
    assert powers(board) == [5, 2, 0]


@pytest.mark.rule("whi.zones.power-sum", "whi.constant.net")
def test_no_card_takes_power_from_a_zone_but_its_own() -> None:
    board = Board(Side(kingdom="dark-zealot contested-village"), Side(capital="empire", hand="demoralise"), phase=6)
    board.passing()
    board.tactic("demoralise", target=board.id("dark-zealot"))
    board.both_pass()
    assert power(board.state, board.card("dark-zealot")) == 0 and powers(board) == [4, 1, 0]


# What is printed.


@pytest.mark.rule("whi.card.power-icons")
def test_power_is_resources_cards_or_damage() -> None:
    for zone, before in ((KINGDOM, 3), (QUEST, 1), (BATTLEFIELD, 0)):
        where = ("", "kingdom", "quest", "battlefield")[zone]
        board = Board(Side(**{where: "savage-marauders"}))  # type: ignore[arg-type]
        assert powers(board)[zone - 1] == before + 2
    board = Board(Side(quest="savage-marauders"), phase=3)
    assert len(named(board.begun, "CardDrawn")) == 1 + 2


@pytest.mark.rule("whi.card.hit-points")
def test_a_unit_with_as_much_damage_as_hit_points_is_destroyed_at_once() -> None:
    board = Board(
        Side(capital="chaos", quest="nurgle-sorcerer", resources=3), Side(battlefield="hammerer:1 savage-marauders")
    )
    board.use("nurgle-sorcerer", target=board.id("savage-marauders"))
    facts = board.both_pass()
    assert "whi.card.hit-points: CardLeft savage-marauders owner 1 departure destroyed" in facts
    assert board.discard(1) == "savage-marauders" and board.in_play(1) == ["hammerer-of-karak-azul"]


@pytest.mark.rule("whi.card.hit-points", "whi.effects.state-checks")
@pytest.mark.parametrize(("damage", "rule"), [(0, "whi.damage.zero-hp"), (2, "whi.card.hit-points")])
def test_a_unit_is_destroyed_also_when_its_hit_points_sink(damage: int, rule: str) -> None:
    kind = "dark-zealot" if damage else "savage-marauders"
    side = Side(kingdom=f"{kind}:{damage}")
    board = Board(Side(quest="vile-sorceress"), side, entry="turn")
    facts = board.do(pb.ChooseTarget(target=board.id(kind)))
    assert f"{rule}: CardLeft {kind} owner 1 departure destroyed" in facts


@pytest.mark.rule("whi.card.hit-points")
def test_a_unit_with_less_damage_than_hit_points_stays() -> None:
    board = Board(Side(kingdom="mountain:5 dark-zealot:2"))
    assert [card.kind for card in board.state.cards] == ["mountain-brigade", "dark-zealot"]
    assert [hit_points(board.state, card) - card.damage for card in board.state.cards] == [1, 1]


@pytest.mark.rule("whi.card.traits", "whi.card.night-goblins")
def test_cards_refer_to_traits() -> None:
    board = Board(
        Side(capital="orc", hand="night-goblins", resources=9, kingdom="keystone dark-zealot[choppa]"),
        Side(kingdom="contested-village black-orc[organ-gun]", quest="black-orc[organ-gun]"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("night"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.moves() == ["ChooseTarget target choppa", "ChooseTarget target organ-gun"]
    for kind in ("keystone", "contested-village", "black-orc"):
        assert board.cited(pb.ChooseTarget(target=board.id(kind))) == ["whi.zone.corresponding-each"]


@pytest.mark.rule("whi.golden-rule", "whi.card.temple-of-shallya")
def test_a_card_is_right_against_the_rulebook() -> None:
    board = Board(Side(kingdom="temple", quest="dark-zealot", resources=1), phase=2)
    assert board.state.turn.window == 0 and board.asked == 0
    assert board.moves() == [
        *("Decline", "MoveUnit unit dark-zealot zone battlefield", "MoveUnit unit dark-zealot zone kingdom")
    ]
    facts = board.do(pb.MoveUnit(unit=board.id("dark-zealot"), zone=pb.ZONE_KINGDOM))
    assert named(facts, "UnitMoved", "ResourcesReturned", "ResourcesCollected") == [
        "UnitMoved dark-zealot zone kingdom",
        *("ResourcesReturned seat 0 resources 1", "ResourcesCollected seat 0 resources 6"),
    ]


@pytest.mark.rule("whi.golden-rule", "whi.cannot.absolute")
def test_cannot_is_right_against_what_permits() -> None:
    board = Board(
        Side(capital="chaos", hand="seduced", resources=1), Side(battlefield="dark-zealot[blessing] black-orc")
    )
    board.tactic("seduced", target=board.id("dark-zealot"))
    assert named(board.both_pass(), "UnitCorrupted") == []
    assert not board.card("dark-zealot").corrupted
