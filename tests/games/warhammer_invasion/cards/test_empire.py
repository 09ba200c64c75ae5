"""The Empire units, 26-31: what each does, when it may be used, and what it does nothing to."""

import pytest

from rulekeeper.games.warhammer_invasion.block import Asker
from rulekeeper.games.warhammer_invasion.cards import BLOCKS
from rulekeeper.games.warhammer_invasion.numbers import hit_points, power
from rulekeeper.games.warhammer_invasion.targets import candidates
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import QUEST_1, attack, defend, prices
from tests.games.warhammer_invasion.table import Board, Side, named, power_of

# 26. Peasant Militia


@pytest.mark.rule("whi.card.peasant-militia", "whi.capital.pay")
def test_the_peasant_militia_is_what_it_is() -> None:
    """It costs nothing where the capital is the Empire's."""
    board = Board(Side(hand="peasant-militia", capital="empire"))
    assert board.do(pb.PlayUnit(card=board.in_hand("peasant"), zone=pb.ZONE_KINGDOM)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 peasant-militia zone kingdom"
    ]
    assert board.effect() == ["whi.types.unit: CardEntered seat 0 peasant-militia zone kingdom"]
    militia = board.card("peasant")
    assert (power(board.state, militia), hit_points(board.state, militia)) == (0, 3)


# 27. Reiksguard Knights


@pytest.mark.rule("whi.card.reiksguard-knights", "whi.kw.counterstrike", "whi.kw.counterstrike.still-fights")
def test_reiksguard_knights_strike_as_they_are_declared() -> None:
    board = Board(Side(battlefield="mountain-brigade"), Side(kingdom="reiksguard-knights"), entry="combat")
    attack(board, "mountain-brigade")
    assert defend(board, "reiksguard-knights")[1:] == [
        "whi.kw.counterstrike: EffectTriggered seat 1 reiksguard-knights text counterstrike place kingdom-1",
        "whi.forced.order: EffectBegan effect 1",
        "whi.kw.counterstrike: DamageAssigned (target mountain-brigade seat 1 uncancellable 2) combat",
        "whi.damage.counterstrike-exception: DamageApplied (target mountain-brigade seat 1 uncancellable 2) combat",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window defenders",
    ]
    assert board.both_pass()[2] == (
        "whi.combat.count-damage: DamageCounted (mountain-brigade cancellable 2) (reiksguard-knights cancellable 1)"
    )


# 28. Bright Wizard Apprentice


@pytest.mark.rule("whi.card.bright-wizard-apprentice", "whi.chain.cancel-effect", "whi.chain.costs-up-front")
def test_the_apprentice_cancels_an_action() -> None:
    """What was paid for it stays paid."""
    board = Board(
        Side(quest="runesmith", resources=2), Side(quest="bright-wizard-apprentice", resources=2, capital="empire")
    )
    board.use("runesmith", target=board.id("bright-wizard"))
    assert board.options("UseAction") == ["bright-wizard-apprentice target runesmith"]
    assert board.use("bright-wizard", target=board.action("runesmith")) == [
        "whi.action.in-play: ActionUsed seat 1 bright-wizard-apprentice targets runesmith",
        "whi.chain.costs-up-front: ResourcesPaid seat 1 resources 2",
    ]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.chain.cancel-effect: ActionCancelled",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.chain.cancel-effect: EffectFizzled seat 0 runesmith runesmith",
        "whi.chain.lifo: ActionOver",
    ]
    assert power_of(board, "bright-wizard") == 1
    assert [board.player(seat).resources for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("whi.card.bright-wizard-apprentice", "whi.action.limit-per-turn", "whi.kw.zone-effect")
def test_the_apprentice_works_once_a_turn_and_in_the_quest_zone() -> None:
    board = Board(
        Side(quest="runesmith", resources=6), Side(quest="bright-wizard-apprentice", resources=6, capital="empire")
    )
    board.use("runesmith", target=board.id("runesmith"))
    board.use("bright-wizard", target=board.action("runesmith"))
    board.use("runesmith", target=board.id("runesmith"))
    again = pb.UseAction(card=board.id("bright-wizard"), target=board.action("runesmith"))
    assert board.cited(again) == ["whi.action.limit-per-turn"]
    board = Board(
        Side(quest="runesmith", resources=6), Side(kingdom="bright-wizard-apprentice", resources=6, capital="empire")
    )
    board.use("runesmith", target=board.id("runesmith"))
    using = pb.UseAction(card=board.id("bright-wizard"), target=board.action("runesmith"))
    assert board.cited(using) == ["whi.kw.zone-effect"]
    board = Board(
        Side(quest="runesmith", resources=6), Side(quest="bright-wizard-apprentice", resources=1, capital="empire")
    )
    board.use("runesmith", target=board.id("runesmith"))
    assert board.cited(using) == ["whi.capital.pay"]


@pytest.mark.rule("whi.card.bright-wizard-apprentice", "whi.chain.just-played", "whi.chain.targets-up-front")
def test_what_the_apprentice_cannot_cancel() -> None:
    """Tactics, quests, units that are played, its own action; and nothing where no chain is open."""
    side = Side(quest="bright-wizard-apprentice", resources=9, capital="empire")
    board = Board(Side(hand="demoralise runesmith", resources=9), side)
    board.passing()
    using = pb.UseAction(card=board.id("bright-wizard"), target=board.id("bright-wizard"))
    assert board.refused(using) == [
        (
            "whi.chain.targets-up-front",
            "there is no legal target: an action of another unit or support on the chain",
        )
    ]
    board = Board(Side(hand="demoralise runesmith", resources=9), side)
    board.tactic("demoralise", target=board.id("bright-wizard"))
    assert board.options("UseAction") == []
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("runesmith"), zone=pb.ZONE_QUEST))
    assert board.options("UseAction") == []
    board = Board(
        Side(battlefield="runesmith", quest="bright-wizard", resources=9),
        Side(quest="a-glorious+3 hammerer@a-glorious"),
        entry="combat",
    )
    attack(board, "runesmith")
    board.passing()
    board.use("a-glorious", targets=[board.id("runesmith")])
    assert board.options("UseAction") == []


@pytest.mark.rule("whi.card.bright-wizard-apprentice", "whi.chain.cancel-effect", "whi.chain.lifo")
def test_an_apprentice_cancels_an_apprentice() -> None:
    """And supports' actions are within its reach, but for what they cost."""
    side = Side(quest="bright-wizard-apprentice", resources=2, capital="empire")
    board = Board(
        Side(quest="bright-wizard", battlefield="grudge-thrower huntsmen", resources=3, capital="empire"), side
    )
    board.use("grudge-thrower", sacrifice=board.id("huntsmen"))
    board.use("bright-wizard", target=board.action("grudge-thrower"))
    # Its own action is not another's.
    mine = board.card("bright-wizard", 1)
    action = BLOCKS[mine.kind].action
    assert action is not None and action.target is not None
    assert candidates(Asker(board.state, 1, mine.id, mine.place), action.target) == (board.action("grudge-thrower"),)
    assert board.options("UseAction") == [
        "bright-wizard-apprentice target bright-wizard-apprentice",
        "bright-wizard-apprentice target grudge-thrower",
        "grudge-thrower sacrifice bright-wizard-apprentice",
    ]
    board.use("bright-wizard", target=board.action("bright-wizard"))
    facts = board.both_pass()
    assert len(named(facts, "ActionCancelled")) == 1 and board.state.chain == ()
    assert [fact.split(": ")[1] for fact in facts[2:]] == [
        "ActionBegan",
        "ActionCancelled",
        "ActionOver",
        "ActionBegan",
        "EffectFizzled seat 1 bright-wizard-apprentice bright-wizard-apprentice",
        "ActionOver",
        "ActionBegan",
        "EffectFizzled seat 0 grudge-thrower grudge-thrower",
        "ActionOver",
    ]


# 29. Nuln Tinkerers


@pytest.mark.rule("whi.card.nuln-tinkerers", "whi.cost.reduction-floor", "whi.turn.each-turn-counters")
def test_the_first_support_of_the_turn_is_cheaper() -> None:
    """Off the printed cost; loyalty stays due. Tactics and units cost what they cost."""
    hand = "keystone-forge organ-gun contested-village huntsmen demolition"
    board = Board(Side(kingdom="nuln-tinkerers", hand=hand, resources=9, capital="empire"))
    assert prices(board) == {
        "keystone-forge": 2,
        "organ-gun": 2,
        "contested-village": 0,
        "huntsmen": 1,
        "demolition": 3,
    }
    board.do(pb.PlaySupport(card=board.in_hand("contested-village"), zone=pb.ZONE_QUEST))
    assert prices(board)["keystone-forge"] == 3
    board.both_pass()
    assert board.player().resources == 9 and prices(board)["keystone-forge"] == 3


@pytest.mark.rule("whi.card.nuln-tinkerers", "whi.kw.zone-effect", "whi.turn.each-turn-counters")
def test_when_the_tinkerers_are_of_no_help() -> None:
    """In another zone, to the other player, and after a support that was played before they came."""
    for first, second, turn, price in (
        (Side(kingdom="nuln-tinkerers", hand="city-gates", capital="empire"), Side(), {}, 1),
        (Side(kingdom="nuln-tinkerers*2", hand="city-gates", capital="empire"), Side(), {}, 0),
        (Side(quest="nuln-tinkerers", hand="city-gates", capital="empire"), Side(), {}, 2),
        (Side(hand="city-gates", capital="empire"), Side(kingdom="nuln-tinkerers"), {}, 2),
        (
            Side(kingdom="nuln-tinkerers", hand="city-gates", capital="empire"),
            Side(),
            {"played": ((0, "organ-gun"),)},
            2,
        ),
        (
            Side(kingdom="nuln-tinkerers", hand="city-gates", capital="empire"),
            Side(),
            {"played": ((1, "organ-gun"), (0, "huntsmen"))},
            1,
        ),
    ):
        assert prices(Board(first, second, turn=turn))["city-gates"] == price


# 30. The Greatswords


@pytest.mark.rule("whi.card.the-greatswords", "whi.effects.in-play", "whi.constant.until-eot")
def test_the_greatswords_are_stronger_for_each_unit_that_comes() -> None:
    """Played there or moved there."""
    board = Board(Side(kingdom="the-greatswords", quest="pistoliers", hand="huntsmen runesmith", resources=9))
    board.do(pb.PlayUnit(card=board.in_hand("runesmith"), zone=pb.ZONE_KINGDOM))
    assert board.effect() == [
        "whi.types.unit: CardEntered seat 0 runesmith zone kingdom",
        "whi.card.the-greatswords: EffectTriggered seat 0 the-greatswords text stronger subject runesmith"
        " place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.the-greatswords: PowerChanged the-greatswords power 1",
        "whi.forced.order: EffectOver",
    ]
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    assert named(board.effect(), "PowerChanged") == ["PowerChanged the-greatswords power 1"]
    assert power_of(board, "the-greatswords") == 3
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("huntsmen"), zone=pb.ZONE_QUEST))
    assert named(board.effect(), "PowerChanged") == []
    board.idle()
    assert power_of(board, "the-greatswords") == 1


@pytest.mark.rule("whi.card.the-greatswords", "whi.zones.three")
def test_what_does_not_strengthen_the_greatswords() -> None:
    """Their own arrival, supports, developments, and the other player's units in the zone of that name."""
    board = Board(Side(hand="the-greatswords city-gates demoralise", resources=9, capital="empire"))
    board.do(pb.PlayUnit(card=board.in_hand("the-greatswords"), zone=pb.ZONE_KINGDOM))
    assert named(board.effect(), "EffectTriggered") == []
    board.passing()
    board.do(pb.PlaySupport(card=board.in_hand("city-gates"), zone=pb.ZONE_KINGDOM))
    assert named(board.effect(), "EffectTriggered") == []
    board.passing()
    board.do(pb.PlayDevelopment(card=board.in_hand("demoralise"), zone=pb.ZONE_KINGDOM))
    assert named(board.effect(), "EffectTriggered") == []
    board = Board(Side(kingdom="pistoliers", resources=1), Side(quest="the-greatswords"))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    assert named(board.effect(), "EffectTriggered") == []


# 31. Sigmar's Blessed


@pytest.mark.rule("whi.card.sigmars-blessed", "whi.forced.last-zone", "whi.forced.target")
def test_sigmars_blessed_return_a_unit() -> None:
    """Of either side, in the zones of the name of the one that was left; to its owner's hand."""
    board = Board(
        Side(quest="sigmars-blessed runesmith", battlefield="grudge-thrower hammerer", resources=1),
        Side(quest="huntsmen", kingdom="durgnar", developments=(0, 1, 0)),
    )
    facts = board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert facts[2:] == [
        "whi.chain.costs-up-front: CardLeft sigmars-blessed departure sacrificed",
        "whi.card.sigmars-blessed: EffectTriggered seat 0 sigmars-blessed text return subject sigmars-blessed"
        " place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 0 and board.rule == "whi.card.sigmars-blessed"
    assert board.moves() == ["ChooseTarget target huntsmen", "ChooseTarget target runesmith"]
    for target in (board.id("durgnar"), board.id("hammerer"), QUEST_1):
        assert board.cited(pb.ChooseTarget(target=target)) == ["whi.zone.corresponding-each"]
    assert board.do(pb.ChooseTarget(target=board.id("huntsmen"))) == [
        "whi.card.sigmars-blessed: CardLeft huntsmen owner 1 departure returned",
        "whi.forced.order: EffectOver",
    ]
    assert board.hand(1) == "huntsmen"


@pytest.mark.rule("whi.card.sigmars-blessed", "whi.forced.target", "whi.forced.automatic")
def test_sigmars_blessed_take_the_only_unit_or_none() -> None:
    """An own one too, where there is no other; and it comes back although a card is returned to hand."""
    board = Board(
        Side(quest="sigmars-blessed runesmith", battlefield="grudge-thrower", resources=1), Side(kingdom="durgnar")
    )
    facts = board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert "whi.card.sigmars-blessed: CardLeft runesmith departure returned" in facts and board.hand() == "runesmith"
    board = Board(Side(quest="sigmars-blessed", battlefield="grudge-thrower", resources=1), Side(kingdom="durgnar"))
    facts = board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert facts[-2:] == [
        "whi.forced.target: EffectFizzled seat 0 sigmars-blessed passed_over ChooseTarget",
        "whi.forced.order: EffectOver",
    ]


@pytest.mark.rule("whi.card.sigmars-blessed", "whi.types.attachment-falls")
def test_the_attachments_of_a_returned_unit_fall() -> None:
    board = Board(
        Side(battlefield="sigmars-blessed grudge-thrower", resources=1), Side(battlefield="huntsmen[organ-gun]")
    )
    facts = board.use("grudge-thrower", sacrifice=board.id("sigmars-blessed"))
    assert named(facts, "CardLeft")[1:] == [
        "CardLeft huntsmen owner 1 departure returned",
        "CardLeft organ-gun owner 1 departure sacrificed",
    ]
