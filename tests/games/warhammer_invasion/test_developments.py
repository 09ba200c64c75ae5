"""Developments: facedown cards that strengthen a section (rulebook p.11)."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import power, zone_power
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    EVERY_ZONE,
    KINGDOM,
    QUEST,
    developments,
    place,
    section_hit_points,
)
from rulekeeper.kernel import SPECTATOR
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

ONCE = "whi.development.one-per-turn"


def placing(board: Board, kind: str, zone: int) -> pb.PlayDevelopment:
    return pb.PlayDevelopment(card=board.in_hand(kind), zone=pb.Zone.ValueType(zone))


def hit_points(board: Board, seat: int = 0) -> list[int]:
    return [section_hit_points(board.state, place(seat, zone)) for zone in EVERY_ZONE]


# Placing.


@pytest.mark.rule("whi.development.one-per-turn")
@pytest.mark.parametrize("kind", ["mountain-brigade", "choppa", "demoralise", "infiltrate"])
def test_any_card_of_the_hand_becomes_a_development_for_nothing_in_any_zone(kind: str) -> None:
    board = Board(Side(hand=kind))
    assert [move for move in board.moves() if move.startswith("PlayDevelopment")] == [
        f"PlayDevelopment {kind} zone {zone}" for zone in ("battlefield", "kingdom", "quest")
    ]
    assert board.do(placing(board, kind, QUEST)) == [
        f"whi.development.one-per-turn: DevelopmentPlayed seat 0 {kind} zone quest"
    ]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        f"whi.development.hp: DevelopmentPlaced seat 0 zone quest ({kind}) {kind}",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.in_play() == [] and [card.kind for card in board.section(place(0, QUEST)).developments] == [kind]


@pytest.mark.rule("whi.development.one-per-turn", "whi.turn.each-turn-counters")
def test_a_second_development_is_refused_until_the_next_own_turn() -> None:
    board = Board(Side(hand="pillage hate"))
    board.do(placing(board, "pillage", QUEST))
    board.passing()
    assert board.cited(placing(board, "hate", QUEST)) == [ONCE]
    board.passing()
    board.passing()
    assert board.refused(placing(board, "hate", QUEST)) == [(ONCE, "you have placed a development this turn")]
    board.idle()
    board.idle()
    board.until(pb.WINDOW_CAPITAL)
    board.do(placing(board, "hate", QUEST))
    board.both_pass()
    assert developments(board.state, place(0, QUEST)) == 2


@pytest.mark.rule("whi.development.one-per-turn")
def test_what_effects_place_does_not_use_up_the_turns_development() -> None:
    board = Board(Side(hand="pillage dwarf-masons hate", resources=9, deck="choppa*3"))
    board.do(placing(board, "pillage", QUEST))
    board.both_pass()
    board.passing()
    assert board.cited(placing(board, "hate", QUEST)) == [ONCE]
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-masons"), zone=pb.ZONE_KINGDOM))
    assert named(board.both_pass(), "DevelopmentPlaced") == [
        "DevelopmentPlaced seat 0 zone kingdom (choppa) choppa from_deck"
    ]
    board = Board(Side(hand="dwarf-masons hate", resources=9, deck="choppa*3"))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-masons"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    board.passing()
    board.do(placing(board, "hate", KINGDOM))
    board.both_pass()
    assert developments(board.state, place(0, KINGDOM)) == 2


@pytest.mark.rule("whi.development.one-per-turn")
def test_only_the_active_player_places_one_from_the_own_hand_into_an_own_zone() -> None:
    board = Board(Side(hand="hate"), Side(hand="pillage"))
    assert board.cited(pb.PlayDevelopment(card=board.in_hand("pillage", 1), zone=pb.ZONE_QUEST)) == [ONCE]
    board.do(placing(board, "hate", QUEST))
    assert board.refused(pb.PlayDevelopment(card=board.in_hand("pillage", 1), zone=pb.ZONE_QUEST), seat=1) == [
        (ONCE, "developments are placed in your own capital phase"),
    ]


# Hit points.


@pytest.mark.rule("whi.development.hp", "whi.zones.hit-points")
def test_a_development_gives_a_hit_point_to_the_section_of_its_zone_alone() -> None:
    board = Board(Side(hand="hate"))
    assert hit_points(board) == [8, 8, 8]
    board.do(placing(board, "hate", KINGDOM))
    assert hit_points(board) == [8, 8, 8]
    board.both_pass()
    assert hit_points(board) == [9, 8, 8] and hit_points(board, 1) == [8, 8, 8]


@pytest.mark.rule("whi.zones.hit-points")
def test_two_developments_in_the_quest_zone_make_ten_hit_points() -> None:
    board = Board(Side(developments=(0, 2, 0), damage=(7, 9, 7)))
    assert hit_points(board) == [8, 10, 8] and board.result is None
    board = Board(Side(developments=(0, 2, 0), damage=(0, 10, 0)))
    assert named(board.begun, "SectionBurned") == ["SectionBurned place quest-0"]


@pytest.mark.rule("whi.development.destroyed", "whi.burn.state-check")
@pytest.mark.parametrize(("damage", "burns"), [(7, False), (8, True)])
def test_a_destroyed_development_goes_to_its_owners_pile_and_its_hit_point_is_gone_at_once(
    damage: int, burns: bool
) -> None:
    board = Board(Side(hand="demolition", resources=9), Side(damage=(damage, 0, 0), developments=("hate", 0, 0)))
    board.tactic("demolition", target=place(1, KINGDOM))
    facts = board.both_pass()
    assert named(facts, "DevelopmentLost", "SectionBurned") == [
        "DevelopmentLost seat 1 zone kingdom was (hate) hate departure destroyed",
        *["SectionBurned place kingdom-1"] * burns,
    ]
    assert board.discard(1) == "hate" and hit_points(board, 1) == [8, 8, 8]
    assert (board.section(place(1, KINGDOM)).burning, board.section(place(1, KINGDOM)).damage) == (
        (True, 0) if burns else (False, 7)
    )


@pytest.mark.rule("whi.development.destroyed")
def test_a_sacrificed_development_goes_to_its_owners_pile() -> None:
    board = Board(Side(battlefield="doom-divers", developments=(0, "hate", 0)), entry="turn")
    board.do(pb.ChooseOption(option="sacrifice"))
    assert board.discard(0) == "hate" and hit_points(board) == [8, 8, 8]


@pytest.mark.rule("whi.development.burning-zone")
def test_a_burning_zone_takes_developments_and_cards_count_them() -> None:
    board = Board(Side(kingdom="armoury", burning="kingdom", developments=(1, 0, 0), hand="hate"))
    assert power(board.state, board.card("armoury")) == 1
    board.do(placing(board, "hate", KINGDOM))
    board.both_pass()
    assert power(board.state, board.card("armoury")) == 2
    assert zone_power(board.state, place(0, KINGDOM)) == 3 + 1 + 1
    assert board.section(place(0, KINGDOM)).burning


# What cards count, and what a development is not.


@pytest.mark.rule("whi.development.card-text")
def test_cards_count_the_developments_of_a_zone_at_every_moment() -> None:
    board = Board(
        Side(battlefield="troll-slayers", developments=(0, 0, "hate pillage")), Side(hand="demolition", resources=9)
    )
    slayers = board.card("troll-slayers")
    assert power(board.state, slayers) == 3
    board.passing()
    board.tactic("demolition", target=place(0, BATTLEFIELD))
    assert power(board.state, slayers) == 3
    board.both_pass()
    assert power(board.state, slayers) == 1


@pytest.mark.rule("whi.development.no-text", "whi.zones.power-sum")
def test_a_development_has_no_power_no_symbol_and_no_text() -> None:
    side = Side(developments=("savage-marauders armoury", "city-gates", "troll-slayers"))
    board = Board(side, entry="turn")
    assert board.begun == ["whi.turn: TurnBegan seat 0", "whi.turn.beginning: WindowOpened window beginning"]
    assert [zone_power(board.state, place(0, zone)) for zone in EVERY_ZONE] == [3, 1, 0]
    assert board.in_play() == []


@pytest.mark.rule("whi.development.no-text")
def test_troll_vomit_leaves_developments() -> None:
    lying = ("mountain-brigade", 0, "choppa")
    board = Board(
        Side(hand="troll-vomit", kingdom="dark-zealot", developments=lying, resources=9), Side(developments=lying)
    )
    board.tactic("troll-vomit")
    board.both_pass()
    assert board.in_play() == []
    for seat in (0, 1):
        assert [developments(board.state, place(seat, zone)) for zone in EVERY_ZONE] == [1, 0, 1]


@pytest.mark.rule("whi.development.no-text")
def test_judgement_of_verena_leaves_developments() -> None:
    board = Board(
        Side(hand="judgement", resources=9, quest="dark-zealot"),
        Side(kingdom="black-orc keystone", quest="black-orc", developments=("mountain-brigade", 0, 0)),
    )
    board.tactic("judgement")
    board.both_pass()
    assert board.in_play() == ["black-orc-squad", "keystone-forge"]
    assert developments(board.state, place(1, KINGDOM)) == 1


@pytest.mark.rule("whi.development.no-text")
def test_a_facedown_support_is_no_support_and_a_facedown_unit_no_unit() -> None:
    board = Board(Side(hand="pillage demoralise", resources=20, developments=("choppa", "mountain-brigade", 0)))
    assert [move for move in board.moves() if move.startswith("PlayTactic")] == []
    pillage = pb.PlayTactic(card=board.in_hand("pillage"), target=board.development(place(0, KINGDOM)))
    assert board.refused(pillage) == [("whi.chain.targets-up-front", "there is no legal target: a support")]


# Who sees what.


@pytest.mark.rule("whi.development.look", "whi.hidden.hands-decks")
def test_a_player_sees_the_own_developments_and_of_the_opponents_only_how_many_there_are() -> None:
    board = Board(Side(), Side(developments=(0, "hate pillage", 0)))
    for viewer, seen in ((0, []), (1, ["hate", "pillage"]), (SPECTATOR, [])):
        section = board.view(viewer).players[1].sections[QUEST - 1]
        assert (section.developments, [card.kind for card in section.known]) == (2, seen)
    assert b"hate" not in board.view(0).SerializeToString()


@pytest.mark.rule("whi.development.look")
def test_what_becomes_a_development_is_seen_by_its_owner_only_on_the_chain_too() -> None:
    board = Board(Side(hand="hate"))
    board.do(placing(board, "hate", QUEST))
    for viewer, kind in ((0, "hate"), (1, ""), (SPECTATOR, "")):
        (action,) = board.view(viewer).chain
        assert (action.kind, action.zone, action.seat) == (kind, pb.ZONE_QUEST, 0)
        assert board.told(board.match.facts(viewer=viewer)) == [
            f"{ONCE}: DevelopmentPlayed seat 0 {'hate ' if kind else ''}zone quest"
        ]
    board.passing()
    board.passing()
    for viewer, seen in ((0, " (hate) hate"), (1, ""), (SPECTATOR, "")):
        assert board.told(board.match.facts(viewer=viewer))[2] == (
            f"whi.development.hp: DevelopmentPlaced seat 0 zone quest{seen}"
        )


@pytest.mark.rule("whi.development.from-deck")
def test_a_development_out_of_the_deck_is_shown_to_its_owner_only() -> None:
    board = Board(Side(kingdom="city-gates", deck="hate*2 pillage"), entry="turn", draws=["hate"])
    placed = "whi.card.city-gates: DevelopmentPlaced seat 0 zone kingdom"
    assert f"{placed} (hate) hate from_deck" in board.told(board.match.facts(viewer=0))
    assert f"{placed} from_deck" in board.told(board.match.facts(viewer=1))
    assert board.view(0).players[0].deck_size == 2
    assert [card.kind for card in board.view(0).players[0].sections[0].known] == ["hate"]


@pytest.mark.rule("whi.development.from-deck", "whi.deckout.immediate")
def test_the_last_card_of_the_deck_as_a_development_loses_the_game() -> None:
    board = Board(Side(kingdom="city-gates", deck="hate"), entry="turn")
    assert named(board.begun, "DevelopmentPlaced", "WindowOpened") == [
        "DevelopmentPlaced seat 0 zone kingdom (hate) hate from_deck"
    ]
    assert board.result == ((1,), "whi.deckout.immediate")


# Which one is hit.


@pytest.mark.rule("whi.development.rearrange", "whi.development.destroyed")
@pytest.mark.parametrize(("number", "hit"), [(0, "hate"), (1, "pillage"), (2, "choppa")])
def test_chance_picks_which_of_the_opponents_developments_is_the_target_and_that_card_is_destroyed(
    number: int, hit: str
) -> None:
    board = Board(
        Side(hand="demolition", resources=9), Side(developments=("hate pillage choppa", 0, 0)), numbers=[number]
    )
    assert [move for move in board.moves() if move.startswith("PlayTactic")] == [
        "PlayTactic demolition target kingdom-1"
    ]
    board.tactic("demolition", target=place(1, KINGDOM))
    targeted = "whi.development.rearrange: DevelopmentsTargeted place kingdom-1 count 1"
    for viewer, card in ((0, ""), (1, f" ({hit})"), (SPECTATOR, "")):
        assert f"{targeted}{card}" in board.told(board.match.facts(viewer=viewer))
    facts = board.both_pass()
    assert named(facts, "DevelopmentLost") == [
        f"DevelopmentLost seat 1 zone kingdom was ({hit}) {hit} departure destroyed"
    ]
    assert board.discard(1) == hit and board.view(0).players[1].discard_pile[0].kind == hit


@pytest.mark.rule("whi.development.rearrange")
def test_an_owner_targets_an_exact_card() -> None:
    board = Board(Side(hand="demolition", resources=9, developments=("hate", 0, "pillage")))
    assert [move for move in board.moves() if move.startswith("PlayTactic")] == [
        *("PlayTactic demolition target (hate)", "PlayTactic demolition target (pillage)")
    ]
    board.tactic("demolition", target=board.development(place(0, BATTLEFIELD)))
    board.both_pass()
    assert board.discard() == "demolition pillage"


@pytest.mark.rule("whi.development.control")
def test_developments_move_between_zones_of_their_owner_only() -> None:
    board = Board(Side(capital="empire", hand="will-of-the", resources=9), Side(developments=("hate", 0, 0)))
    moves = [move for move in board.moves() if move.startswith("PlayTactic")]
    assert moves == [
        f"PlayTactic will-of-the-electors place kingdom-1 count 1 zone {z}" for z in ("battlefield", "quest")
    ]
    board.tactic("will-of-the", place=place(1, KINGDOM), count=1, zone=pb.ZONE_QUEST)
    board.both_pass()
    assert hit_points(board, 1) == [8, 9, 8] and hit_points(board, 0) == [8, 8, 8]
