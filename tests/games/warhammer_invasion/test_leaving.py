"""Cards that leave play, move, are healed or sacrificed; owners, controllers and zones of the same name (rulebook
p.17).
"""

import pytest

from rulekeeper.games.warhammer_invasion.block import Action, Block, Effect
from rulekeeper.games.warhammer_invasion.cards.choices import UNIT
from rulekeeper.games.warhammer_invasion.cards.verbs import heal
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.kernel import Script
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, made_up, named

RICH = 20


# Sacrificing.


@pytest.mark.rule("whi.sacrifice.discard")
def test_a_sacrificed_card_goes_to_its_owners_discard_pile() -> None:
    board = Board(Side(kingdom="lobber-crew"), Side(kingdom="black-orc", quest="huntsmen"))
    assert board.use("lobber-crew") == [
        "whi.action.in-play: ActionUsed seat 0 lobber-crew",
        "whi.chain.costs-up-front: CardLeft lobber-crew departure sacrificed",
    ]
    assert board.discard(0) == "lobber-crew"
    board.both_pass()
    # The opponent chooses among the own units, and has to.
    assert (board.asked, board.moves()) == (1, ["ChooseUnit unit black-orc-squad", "ChooseUnit unit huntsmen"])
    facts = board.do(pb.ChooseUnit(unit=board.id("huntsmen")))
    assert facts[0] == "whi.card.lobber-crew: CardLeft huntsmen owner 1 departure sacrificed"
    assert board.discard(1) == "huntsmen"


@pytest.mark.rule("whi.sacrifice.discard", "whi.chain.costs-up-front")
def test_only_what_one_controls_can_be_sacrificed() -> None:
    board = Board(Side(battlefield="grudge-thrower black-orc", resources=1), Side(battlefield="huntsmen[^organ-gun]"))
    assert board.moves() == ["Pass", "UseAction grudge-thrower sacrifice black-orc-squad"]
    for other in ("huntsmen", "organ-gun", "grudge-thrower"):
        use = pb.UseAction(card=board.id("grudge-thrower"), sacrifice=board.id(other))
        assert board.cited(use) == ["whi.chain.costs-up-front"]


@pytest.mark.rule("whi.sacrifice.absolute", "whi.forced.self-referential")
@pytest.mark.parametrize("destroyed", [False, True])
def test_sacrificing_is_not_destroying(destroyed: bool) -> None:
    """The Chaos Spawn strikes only where it is destroyed."""
    board = Board(
        Side(battlefield="fledgling-chaos-spawn grudge-thrower black-orc", hand="flames-of-tzeentch", resources=RICH)
    )
    spawn = board.id("fledgling-chaos-spawn")
    if destroyed:
        board.tactic("flames-of-tzeentch", target=spawn, x=1)
        facts = board.both_pass()
        assert named(facts, "CardLeft") == ["CardLeft fledgling-chaos-spawn departure destroyed"]
    else:
        facts = board.use("grudge-thrower", sacrifice=spawn)
        assert named(facts, "CardLeft") == ["CardLeft fledgling-chaos-spawn departure sacrificed"]
    assert len(named(facts, "EffectTriggered")) == destroyed


@pytest.mark.rule("whi.sacrifice.absolute", "whi.forced.last-zone")
def test_texts_about_leaving_play_trigger_on_a_sacrifice() -> None:
    board = Board(
        Side(battlefield="zhufbar-engineers grudge-thrower", resources=1),
        Side(battlefield="black-orc", kingdom="huntsmen"),
    )
    facts = board.use("grudge-thrower", sacrifice=board.id("zhufbar-engineers"))
    # At once, before any response.
    assert named(facts, "CardLeft") == [
        "CardLeft zhufbar-engineers departure sacrificed",
        "CardLeft black-orc-squad owner 1 departure sacrificed",
    ]
    assert (board.asked, board.rule) == (1, "whi.chain")


@pytest.mark.rule("whi.sacrifice.absolute", "whi.chain.costs-up-front")
def test_what_was_sacrificed_stays_so_although_its_effect_is_cancelled() -> None:
    board = Board(
        Side(battlefield="grudge-thrower black-orc", resources=1),
        Side(quest="bright-wizard-apprentice", resources=2),
    )
    board.use("grudge-thrower", sacrifice=board.id("black-orc"))
    board.use("bright-wizard-apprentice", target=board.action("grudge-thrower"))
    facts = board.both_pass()
    assert named(facts, "ActionCancelled", "PowerChanged", "CardEntered") == ["ActionCancelled"]
    assert board.discard(0) == "black-orc-squad"


# Zones of the same name.


@pytest.mark.rule("whi.zone.corresponding-opponent", "whi.example.corresponding-engineers")
def test_an_opponents_corresponding_zone_is_the_one_of_the_same_name() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", battlefield="black-orc huntsmen", kingdom="hammerer", resources=RICH),
        Side(battlefield="zhufbar-engineers"),
    )
    board.tactic("flames-of-tzeentch", target=board.id("zhufbar-engineers"), x=3)
    board.both_pass()
    assert (board.asked, board.moves()) == (0, ["ChooseUnit unit black-orc-squad", "ChooseUnit unit huntsmen"])
    refused = board.cited(pb.ChooseUnit(unit=board.id("hammerer")))
    assert refused == ["whi.card.zhufbar-engineers"]


@pytest.mark.rule("whi.zone.corresponding-each")
def test_each_players_corresponding_zone_is_the_own_one_as_well() -> None:
    board = Board(
        Side(
            hand="grimgor-ironhide",
            kingdom="armoury black-orc[choppa]",
            quest="forgotten-cemetery",
            developments=(1, 1, 0),
            resources=RICH,
        ),
        Side(kingdom="contested-fortress", developments=(2, 0, 1), battlefield="contested-village"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("grimgor-ironhide"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert named(facts, "CardLeft") == [
        "CardLeft armoury departure destroyed",
        "CardLeft choppa departure destroyed",
        "CardLeft contested-fortress owner 1 departure destroyed",
    ]
    assert [len(board.section(where).developments) for where in (1, 2, 3, 5, 6, 7)] == [0, 1, 0, 0, 0, 1]
    assert board.in_play() == ["black-orc-squad", "forgotten-cemetery", "contested-village", "grimgor-ironhide"]


# Owners and controllers.


@pytest.mark.rule("whi.control.owner", "whi.control.leaves-to-owner")
def test_a_tactic_that_another_player_plays_stays_its_owners() -> None:
    board = Board(
        Side(hand="slaaneshs-domination", resources=RICH),
        Side(hand="pillage", kingdom="armoury"),
        draws=["pillage"],
    )
    board.tactic("slaaneshs-domination")
    board.both_pass()
    facts = board.do(pb.PlayRevealed(card=board.in_hand("pillage", 1), target=board.id("armoury")))
    assert named(facts, "TacticPlayed") == ["TacticPlayed seat 0 pillage targets armoury owner 1"]
    assert (board.discard(0), board.discard(1)) == ("slaaneshs-domination", "armoury pillage")


@pytest.mark.rule("whi.control.controller", "whi.control.owner")
def test_the_owner_of_a_card_controls_it_but_an_attachment_is_its_players() -> None:
    board = Board(Side(hand="organ-gun", kingdom="armoury", resources=RICH), Side(quest="huntsmen"))
    board.do(pb.PlayAttachment(card=board.in_hand("organ-gun"), host=board.id("huntsmen")))
    board.both_pass()
    assert [(card.kind, card.owner, card.controller) for card in board.state.cards] == [
        ("armoury", 0, 0),
        ("huntsmen", 1, 1),
        ("organ-gun", 0, 0),
    ]


@pytest.mark.rule("whi.control.leaves-to-owner", "whi.effects.leave-play-reset")
def test_a_unit_returns_to_its_owners_hand() -> None:
    board = Board(Side(hand="pilgrimage", resources=RICH), Side(kingdom="black-orc:2~[^choppa]"))
    board.tactic("pilgrimage", target=board.id("black-orc"))
    facts = board.both_pass()
    assert named(facts, "CardLeft") == [
        "CardLeft black-orc-squad owner 1 departure returned",
        "CardLeft choppa departure sacrificed",
    ]
    assert (board.hand(1), board.discard(0)) == ("black-orc-squad", "choppa pilgrimage")


@pytest.mark.rule("whi.discard.order")
def test_cards_that_are_discarded_together_lie_in_their_owners_pile_and_their_order_means_nothing() -> None:
    board = Board(
        Side(hand="troll-vomit", resources=RICH, kingdom="lobber-crew"),
        Side(kingdom="huntsmen", quest="black-orc", battlefield="huntsmen"),
    )
    board.tactic("troll-vomit")
    board.both_pass()
    assert (board.discard(0), board.discard(1)) == ("lobber-crew troll-vomit", "black-orc-squad huntsmen*2")
    # Nobody is asked for an order.
    assert board.rule == "whi.window"


# Leaving clears a card.


@pytest.mark.rule("whi.effects.leave-play-reset")
def test_a_unit_that_left_and_came_again_is_undamaged_upright_and_as_strong_as_printed() -> None:
    board = Board(
        Side(hand="pilgrimage", kingdom="black-orc:2~", quest="runesmith", resources=30),
    )
    before = board.id("black-orc")
    board.use("runesmith", target=before)
    board.both_pass()
    board.passing()
    assert power(board.state, board.card("black-orc")) == 2
    board.tactic("pilgrimage", target=before)
    board.both_pass()
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("black-orc"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    orc = board.card("black-orc")
    assert (orc.damage, orc.corrupted, power(board.state, orc)) == (0, False, 1)
    assert orc.id != before and board.state.lasting == ()


# Moving.


@pytest.mark.rule("whi.effects.move")
def test_damage_corruption_and_attachments_stay_on_a_unit_that_moves() -> None:
    board = Board(Side(battlefield="black-orc:1~[choppa]", hand="forced-march", resources=RICH))
    board.tactic("forced-march", target=board.id("black-orc"), zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "CardLeft") == ["UnitMoved black-orc-squad zone kingdom"]
    orc, choppa = board.card("black-orc"), board.card("choppa")
    assert (orc.place, orc.damage, orc.corrupted) == (1, 1, True)
    assert (choppa.place, choppa.host) == (1, orc.id)


@pytest.mark.rule("whi.effects.move")
def test_a_move_ends_in_another_zone_of_the_same_player() -> None:
    board = Board(Side(hand="forced-march", resources=RICH), Side(battlefield="black-orc"))
    assert [move for move in board.moves() if "PlayTactic" in move] == [
        "PlayTactic forced-march target black-orc-squad zone kingdom",
        "PlayTactic forced-march target black-orc-squad zone quest",
    ]
    same = pb.PlayTactic(card=board.in_hand("forced-march"), target=board.id("black-orc"), zone=pb.ZONE_BATTLEFIELD)
    assert board.cited(same) == ["whi.effects.move"]
    board.tactic("forced-march", target=board.id("black-orc"), zone=pb.ZONE_QUEST)
    board.both_pass()
    assert board.card("black-orc").place == 6


@pytest.mark.rule("whi.effects.move", "whi.hero.one-per-zone")
def test_a_unit_stays_where_its_destination_has_become_illegal() -> None:
    """Both Heroes were told to go to the kingdom; the one whose action resolves first is there."""
    board = Board(
        Side(battlefield="thyrus-gorman", quest="durgnar-the-bold", hand="forced-march*2", resources=RICH), Side()
    )
    board.tactic("forced-march", target=board.id("thyrus-gorman"), zone=pb.ZONE_KINGDOM)
    board.passing()
    board.tactic("forced-march", target=board.id("durgnar"), zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "UnitMoved") == ["UnitMoved durgnar-the-bold zone kingdom"]
    assert board.card("thyrus-gorman").place == 3


@pytest.mark.rule("whi.effects.move")
def test_a_unit_that_is_in_its_destination_by_then_stays_there() -> None:
    board = Board(Side(battlefield="black-orc", quest="the-greatswords", hand="forced-march*2", resources=RICH))
    board.tactic("forced-march", target=board.id("black-orc"), zone=pb.ZONE_QUEST)
    board.passing()
    board.tactic("forced-march", target=board.id("black-orc"), zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "PowerChanged") == [
        "UnitMoved black-orc-squad zone quest",
        "PowerChanged the-greatswords power 1",
    ]


@pytest.mark.rule("whi.effects.move", "whi.hero.one-per-zone")
def test_no_zone_with_another_hero_is_a_destination_of_a_hero() -> None:
    board = Board(Side(battlefield="thyrus-gorman", quest="durgnar-the-bold", hand="forced-march", resources=RICH))
    assert [move for move in board.moves() if "PlayTactic" in move] == [
        "PlayTactic forced-march target durgnar-the-bold zone kingdom",
        "PlayTactic forced-march target thyrus-gorman zone kingdom",
    ]
    there = pb.PlayTactic(card=board.in_hand("forced-march"), target=board.id("thyrus"), zone=pb.ZONE_QUEST)
    assert board.cited(there) == ["whi.hero.one-per-zone"]


@pytest.mark.rule("whi.effects.move", "whi.quest.unit-leaves")
def test_a_unit_that_moves_off_its_quest_works_on_it_no_longer() -> None:
    board = Board(Side(quest="a-glorious-death+2 black-orc@a-glorious-death", hand="forced-march", resources=RICH))
    board.tactic("forced-march", target=board.id("black-orc"), zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert [line for line in facts if "UnitMoved" in line or "Quest" in line] == [
        "whi.card.forced-march: UnitMoved black-orc-squad zone kingdom",
        "whi.quest.unit-moves: QuestAbandoned quest a-glorious-death tokens 2",
    ]
    assert (board.card("black-orc").quest, board.card("a-glorious-death").tokens) == (0, 0)


# Healing.


def heals_two(effect: Effect) -> Script[None]:
    yield from heal(effect, effect.target.id, 2)


@pytest.mark.rule("whi.effects.heal")
@pytest.mark.parametrize(("damage", "healed"), [(1, 1), (2, 2), (3, 2)])
def test_healing_takes_no_more_damage_than_is_there(damage: int, healed: int) -> None:
    """No card of the box heals 2: here the Dark Zealot does."""
    with made_up(Block("dark-zealot", action=Action(heals_two, target=UNIT))) as game:
        board = Board(Side(kingdom=f"dark-zealot black-orc:{damage}"), game=game)
        board.use("dark-zealot", target=board.id("black-orc"))
        assert named(board.both_pass(), "DamageHealed") == [f"DamageHealed target black-orc-squad damage {healed}"]
        assert board.card("black-orc").damage == damage - healed


@pytest.mark.rule("whi.effects.heal")
def test_an_undamaged_unit_is_no_target_of_healing() -> None:
    board = Board(Side(quest="archmage-of-saphery", kingdom="black-orc:1 huntsmen"), phase=3)
    assert board.state.turn.window == pb.WINDOW_QUEST
    assert board.moves() == ["Pass", "UseAction archmage-of-saphery target black-orc-squad"]
    refused = pb.UseAction(card=board.id("archmage"), target=board.id("huntsmen"))
    assert board.cited(refused) == ["whi.effects.heal"]
    board.use("archmage", target=board.id("black-orc"))
    board.both_pass()
    assert board.card("black-orc").damage == 0
