"""The Dwarf supports and their quest, 13-18."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import KINGDOM_0, KINGDOM_1, QUEST_0, attack, defend
from tests.games.warhammer_invasion.table import Board, Side, named, power_of

# 13. Rune of Fortitude


def at_the_rune(resources: int, kingdom: str = "rune-of-fortitude") -> tuple[Board, list[str]]:
    """Two units attack the kingdom in which the Rune is."""
    board = Board(Side(battlefield="hammerer king-kazador", resources=resources), Side(kingdom=kingdom), entry="combat")
    return board, attack(board, "hammerer king-kazador")


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.forced.order")
def test_attackers_pay_for_the_rune() -> None:
    """Asked after the attackers are declared, before the window; what is not paid for is weaker."""
    board, facts = at_the_rune(3)
    assert facts == [
        "whi.combat.attackers: AttackersDeclared hammerer-of-karak-azul king-kazador",
        "whi.card.rune-of-fortitude: EffectTriggered seat 1 rune-of-fortitude text toll place kingdom-1",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 0 and board.rule == "whi.card.rune-of-fortitude"
    assert board.moves() == [
        "PayTolls",
        "PayTolls hammerer-of-karak-azul",
        "PayTolls hammerer-of-karak-azul king-kazador",
        "PayTolls king-kazador",
    ]
    assert board.cited(pb.PayTolls(units=[board.id("rune-of")])) == ["whi.card.rune-of-fortitude"]
    assert board.do(pb.PayTolls(units=[board.id("king-kazador")])) == [
        "whi.card.rune-of-fortitude: ResourcesPaid seat 0 resources 1",
        "whi.card.rune-of-fortitude: TollsPaid rune-of-fortitude king-kazador",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]
    assert (power_of(board, "hammerer"), power_of(board, "king-kazador")) == (0, 3)
    board.both_pass()
    assert "whi.combat.count-damage: DamageCounted (king-kazador cancellable 3)" in board.both_pass()


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.capital.pay")
def test_the_rune_is_paid_as_far_as_there_are_resources() -> None:
    board, _ = at_the_rune(1)
    both = [board.id("hammerer"), board.id("king-kazador")]
    assert board.moves() == ["PayTolls", "PayTolls hammerer-of-karak-azul", "PayTolls king-kazador"]
    assert board.cited(pb.PayTolls(units=both)) == ["whi.capital.pay"]
    assert board.do(pb.PayTolls()) == [
        "whi.card.rune-of-fortitude: EffectFizzled seat 0 rune-of-fortitude rune-of-fortitude",
        "whi.forced.order: EffectOver",
        "whi.combat.window-each-step: WindowOpened window attackers",
    ]
    assert (power_of(board, "hammerer"), power_of(board, "king-kazador")) == (0, 2)
    board, facts = at_the_rune(0)
    assert facts[-1] == "whi.combat.window-each-step: WindowOpened window attackers" and board.rule == "whi.window"
    assert (power_of(board, "hammerer"), power_of(board, "king-kazador")) == (0, 2)


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.constant.net")
def test_each_rune_is_paid_by_itself() -> None:
    board, _ = at_the_rune(2, "rune-of-fortitude*2")
    kazador = board.id("king-kazador")
    board.do(pb.PayTolls(units=[kazador]))
    assert power_of(board, "king-kazador") == 2
    board.do(pb.PayTolls(units=[kazador]))
    assert power_of(board, "king-kazador") == 3 and board.player().resources == 0


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.combat.attackers")
def test_who_does_not_attack_that_zone_is_not_weaker() -> None:
    board = Board(Side(battlefield="hammerer king-kazador", resources=2), Side(quest="rune-of"), entry="combat")
    facts = attack(board, "hammerer")
    assert named(facts, "EffectTriggered") == [] and power_of(board, "hammerer") == 1
    board = Board(Side(battlefield="hammerer king-kazador"), Side(kingdom="rune-of"), entry="combat")
    attack(board, "hammerer")
    assert (power_of(board, "hammerer"), power_of(board, "king-kazador")) == (0, 3)
    assert board.idle() and power_of(board, "hammerer") == 1


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.combat.redirect-attack", "whi.card.sigmars-intervention")
def test_an_attack_turns_to_the_rune_and_away_from_it() -> None:
    """What is bound to a zone ends for the old one and begins for the new; paid for one, it is due for the other."""
    board = Board(
        Side(battlefield="hammerer", resources=2),
        Side(kingdom="rune-of", quest="rune-of", hand="sigmars-intervention*2", resources=9, capital="empire"),
        entry="combat",
    )
    attack(board, "hammerer")
    hammerer = board.id("hammerer")
    board.do(pb.PayTolls(units=[hammerer]))
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    assert facts[:3] == [
        "whi.card.sigmars-intervention: AttackTurned place quest-1",
        "whi.card.rune-of-fortitude: EffectTriggered seat 1 rune-of-fortitude text toll place quest-1",
        "whi.forced.order: EffectBegan effect 2",
    ]
    assert board.asked == 0 and power_of(board, "hammerer") == 0
    board.do(pb.PayTolls())
    assert power_of(board, "hammerer") == 0
    board.passing()
    board.tactic("sigmars-intervention")
    board.both_pass()
    board.do(pb.ChoosePlace(place=pb.PLACE_KINGDOM_1))
    assert board.rule == "whi.card.rune-of-fortitude" and power_of(board, "hammerer") == 0
    board.do(pb.PayTolls(units=[hammerer]))
    assert power_of(board, "hammerer") == 1 and board.player().resources == 0


@pytest.mark.rule("whi.card.rune-of-fortitude", "whi.combat.attackers-gone")
def test_with_no_attacker_left_nobody_is_asked_to_pay() -> None:
    board = Board(
        Side(battlefield="pistoliers", resources=3),
        Side(quest="rune-of", hand="sigmars-intervention", resources=9, capital="empire"),
        entry="combat",
    )
    attack(board, "pistoliers")
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    board.both_pass()
    board.tactic("sigmars-intervention")
    board.both_pass()
    facts = board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_1))
    assert named(facts, "EffectTriggered", "EffectBegan", "EffectOver") == [
        "EffectTriggered seat 1 rune-of-fortitude text toll place quest-1",
        "EffectBegan effect 1",
        "EffectOver",
    ]


# 14. Keystone Forge


@pytest.mark.rule("whi.card.keystone-forge", "whi.turn.beginning", "whi.effects.heal")
def test_the_forge_heals_a_section() -> None:
    board = Board(Side(kingdom="keystone-forge", damage=(0, 3, 1), burning="kingdom"), entry="turn")
    assert board.begun == [
        "whi.turn: TurnBegan seat 0",
        "whi.card.keystone-forge: EffectTriggered seat 0 keystone-forge text heal place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.moves() == ["ChoosePlace place battlefield-0", "ChoosePlace place quest-0"]
    assert board.cited(pb.ChoosePlace(place=pb.PLACE_KINGDOM_0)) == ["whi.burn.still-works"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0)) == [
        "whi.card.keystone-forge: DamageHealed target quest-0 damage 1",
        "whi.forced.order: EffectOver",
        "whi.turn.beginning: WindowOpened window beginning",
    ]
    assert board.section(QUEST_0).damage == 2


@pytest.mark.rule("whi.card.keystone-forge", "whi.forced.automatic", "whi.kw.zone-effect")
def test_the_forge_chooses_by_itself_heals_nothing_or_does_not_work() -> None:
    """Two Forges are not put in order: it means nothing."""
    board = Board(Side(kingdom="keystone-forge*2", damage=(2, 0, 0)), entry="turn")
    assert named(board.begun, "DamageHealed") == ["DamageHealed target kingdom-0 damage 1"] * 2
    board = Board(Side(kingdom="keystone-forge"), Side(damage=(1, 1, 1)), entry="turn")
    assert named(board.begun, "EffectTriggered", "EffectBegan", "DamageHealed", "EffectOver") == [
        "EffectTriggered seat 0 keystone-forge text heal place kingdom-0 forced",
        "EffectBegan effect 1",
        "EffectOver",
    ]
    for first, second in (
        (Side(quest="keystone-forge", damage=(2, 0, 0)), Side()),
        (Side(), Side(kingdom="keystone-forge", damage=(2, 0, 0))),
    ):
        board = Board(first, second, entry="turn")
        assert named(board.begun, "EffectTriggered") == []


# 15. Organ Gun


@pytest.mark.rule("whi.card.organ-gun", "whi.attach.host", "whi.attach.is-support")
def test_the_organ_gun_fires_while_its_host_defends() -> None:
    board = Board(Side(battlefield="mountain-brigade[organ-gun]"), Side(kingdom="huntsmen[organ-gun]"), entry="combat")
    attack(board, "mountain-brigade")
    assert power_of(board, "mountain-brigade") == 2 and power_of(board, "huntsmen") == 1
    defend(board, "huntsmen")
    assert power_of(board, "huntsmen") == 3
    facts = board.both_pass()
    assert (
        facts[-1] == "whi.combat.count-damage: DamageCounted (mountain-brigade cancellable 2) (huntsmen cancellable 3)"
    )


@pytest.mark.rule("whi.card.organ-gun", "whi.attach.host", "whi.card.church-of-sigmar")
def test_the_organ_gun_goes_on_any_unit() -> None:
    """The host is a target: who has to pay for that pays."""
    board = Board(
        Side(hand="organ-gun", kingdom="keystone-forge", quest="huntsmen", resources=1),
        Side(kingdom="huntsmen church-of-sigmar"),
    )
    assert board.options("PlayAttachment") == ["organ-gun host huntsmen"] * 2
    gun = board.in_hand("organ-gun")
    assert board.cited(pb.PlayAttachment(card=gun, host=board.id("keystone-forge"))) == ["whi.attach.host"]
    assert board.do(pb.PlayAttachment(card=gun, host=board.id("huntsmen", 1))) == [
        "whi.attach.host: CardPlayed seat 0 organ-gun zone kingdom host huntsmen",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]
    assert board.effect() == ["whi.types.support: CardEntered seat 0 organ-gun zone kingdom host huntsmen"]
    assert board.card("organ-gun").controller == 0 and board.card("organ-gun").place == KINGDOM_1


# 16. Master Rune of Dismay


@pytest.mark.rule("whi.card.master-rune-of-dismay", "whi.cost.reduction-floor", "whi.kw.zone-effect")
def test_the_rune_of_dismay_taxes_the_opponents_units() -> None:
    def cost(other: Side, kind: str = "huntsmen") -> int:
        board = Board(Side(hand="huntsmen keystone-forge demoralise", capital="empire", resources=9), other)
        prices: dict[str, int] = {one.kind: one.resources for one in board.view(0).players[0].prices}
        return prices[kind]

    assert cost(Side(kingdom="master-rune-of-dismay")) == 2
    assert cost(Side(kingdom="master-rune-of-dismay*2")) == 3
    assert cost(Side(quest="master-rune-of-dismay")) == cost(Side()) == 1
    assert cost(Side(kingdom="master-rune-of-dismay"), "keystone-forge") == 3
    assert cost(Side(kingdom="master-rune-of-dismay"), "demoralise") == 0


@pytest.mark.rule("whi.card.master-rune-of-dismay", "whi.capital.pay")
def test_the_tax_is_paid_with_the_unit_and_not_by_its_own_player() -> None:
    board = Board(Side(hand="huntsmen", capital="empire", resources=1), Side(kingdom="master-rune-of-dismay"))
    assert board.cited(pb.PlayUnit(card=board.in_hand("huntsmen"), zone=pb.ZONE_QUEST)) == ["whi.capital.pay"]
    board = Board(Side(hand="huntsmen", capital="empire", resources=2), Side(kingdom="master-rune-of-dismay"))
    assert board.do(pb.PlayUnit(card=board.in_hand("huntsmen"), zone=pb.ZONE_QUEST)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 huntsmen zone quest",
        "whi.capital.pay: ResourcesPaid seat 0 resources 2",
    ]
    board = Board(Side(hand="huntsmen", capital="empire", resources=1, kingdom="master-rune-of-dismay"))
    board.do(pb.PlayUnit(card=board.in_hand("huntsmen"), zone=pb.ZONE_QUEST))
    assert board.player().resources == 0


# 17. A Glorious Death


@pytest.mark.rule("whi.card.a-glorious-death", "whi.quest.tokens", "whi.quest.tokens-from-pool")
def test_a_glorious_death_gathers_tokens() -> None:
    board = Board(Side(quest="a-glorious-death+1 hammerer@a-glorious-death", resources=1), entry="turn")
    assert board.begun[1:5] == [
        "whi.card.a-glorious-death: EffectTriggered seat 0 a-glorious-death text token place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.quest.tokens: TokenGained quest a-glorious-death tokens 1",
        "whi.forced.order: EffectOver",
    ]
    assert board.card("a-glorious-death").tokens == 2 and board.player().resources == 1
    for first, second in (
        (Side(quest="a-glorious-death+1 hammerer"), Side()),
        (Side(), Side(quest="a-glorious-death+1 hammerer@a-glorious-death")),
    ):
        assert named(Board(first, second, entry="turn").begun, "EffectTriggered") == []


def glory(quest: str, *attackers: str) -> Board:
    """The owner of the quest is attacked, and the attackers are declared."""
    board = Board(Side(battlefield=" ".join(attackers)), Side(quest=quest), entry="combat", zone=KINGDOM)
    attack(board, " ".join(attackers))
    board.passing()
    return board


@pytest.mark.rule("whi.card.a-glorious-death", "whi.quest.sacrifice-cost", "whi.quest.unit-leaves")
def test_a_glorious_death_destroys_two_attackers() -> None:
    """The tokens are gone with the cost, and the effect comes all the same."""
    board = glory("a-glorious-death+3 hammerer@a-glorious-death", "runesmith", "huntsmen", "king-kazador")
    assert board.options("UseAction") == [
        "a-glorious-death targets huntsmen",
        "a-glorious-death targets runesmith",
        "a-glorious-death targets runesmith huntsmen",
    ]
    targets = [board.id("runesmith"), board.id("huntsmen")]
    assert board.use("a-glorious-death", targets=targets) == [
        "whi.action.in-play: ActionUsed seat 1 a-glorious-death targets runesmith huntsmen",
        "whi.chain.costs-up-front: CardLeft hammerer-of-karak-azul owner 1 departure sacrificed",
        "whi.quest.unit-leaves: QuestAbandoned quest a-glorious-death tokens 3",
    ]
    assert board.effect() == [
        "whi.card.a-glorious-death: CardLeft runesmith departure destroyed",
        "whi.card.a-glorious-death: CardLeft huntsmen departure destroyed",
    ]
    assert board.in_play(1) == ["a-glorious-death"] and board.combat.attackers == (board.id("king-kazador"),)


@pytest.mark.rule("whi.card.a-glorious-death", "whi.chain.targets-up-front", "whi.quest.tokens")
def test_what_a_glorious_death_asks_for() -> None:
    quest = "a-glorious-death"
    board = glory(f"{quest}+2 hammerer@{quest}", "runesmith", "huntsmen")
    runesmith = board.id("runesmith")
    assert board.refused(pb.UseAction(card=board.id(quest), targets=[runesmith])) == [
        ("whi.card.a-glorious-death", "it has 2 tokens and needs 3")
    ]
    board = glory(f"{quest}+3 hammerer", "runesmith")
    assert board.cited(pb.UseAction(card=board.id(quest), targets=[runesmith])) == ["whi.quest.sacrifice-cost"]
    board = glory(f"{quest}+3 hammerer@{quest}", "runesmith", "huntsmen", "mountain-brigade")
    death, hammerer = board.id(quest), board.id("hammerer")
    every = [board.id("runesmith"), board.id("huntsmen"), board.id("mountain-brigade")]
    assert board.refused(pb.UseAction(card=death, targets=every)) == [
        ("whi.chain.target-counts", "3 chosen, from 1 to 2 asked for")
    ]
    assert board.cited(pb.UseAction(card=death, targets=[hammerer])) == ["whi.chain.targets-up-front"]
    board = Board(Side(quest=f"{quest}+3 hammerer@{quest}"))
    assert board.options("UseAction") == []
    assert board.cited(pb.UseAction(card=board.id(quest))) == ["whi.chain.targets-up-front"]


@pytest.mark.rule("whi.card.a-glorious-death", "whi.chain.recheck-target")
def test_one_attacker_escapes_a_glorious_death() -> None:
    board = Board(
        Side(battlefield="pistoliers huntsmen", resources=1),
        Side(quest="a-glorious-death+3 hammerer@a-glorious-death"),
        entry="combat",
    )
    attack(board, "pistoliers huntsmen")
    board.passing()
    board.use("a-glorious-death", targets=[board.id("pistoliers"), board.id("huntsmen")])
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert facts[-4:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.chain.recheck-target: TargetsChecked targets huntsmen",
        "whi.card.a-glorious-death: CardLeft huntsmen departure destroyed",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.card("pistoliers").place == KINGDOM_0


# 18. Grudge Thrower


@pytest.mark.rule("whi.card.grudge-thrower", "whi.chain.costs-up-front", "whi.constant.until-eot")
def test_the_grudge_thrower_strengthens_all_in_combat() -> None:
    """Of both sides, and those of the moment of resolution; the sacrifice may come from any zone."""
    board = Board(
        Side(battlefield="mountain-brigade hammerer grudge-thrower", kingdom="huntsmen", resources=1),
        Side(kingdom="runesmith durgnar", battlefield="pistoliers"),
        entry="combat",
    )
    attack(board, "mountain-brigade")
    defend(board, "runesmith")
    assert board.options("UseAction") == [
        "grudge-thrower sacrifice hammerer-of-karak-azul",
        "grudge-thrower sacrifice huntsmen",
        "grudge-thrower sacrifice mountain-brigade",
    ]
    thrower = board.id("grudge-thrower")
    assert board.cited(pb.UseAction(card=thrower, sacrifice=board.id("durgnar"))) == ["whi.chain.costs-up-front"]
    assert board.use("grudge-thrower", sacrifice=board.id("huntsmen")) == [
        "whi.action.in-play: ActionUsed seat 0 grudge-thrower",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 1",
        "whi.chain.costs-up-front: CardLeft huntsmen departure sacrificed",
    ]
    assert board.effect() == [
        "whi.card.grudge-thrower: PowerChanged mountain-brigade power 1",
        "whi.card.grudge-thrower: PowerChanged runesmith power 1",
    ]
    board.both_pass()
    assert named(board.idle(), "TurnEnded") == ["TurnEnded seat 0"] and power_of(board, "mountain-brigade") == 2


@pytest.mark.rule("whi.card.grudge-thrower", "whi.kw.zone-effect", "whi.capital.pay")
def test_what_the_grudge_thrower_asks_for() -> None:
    board = Board(Side(kingdom="grudge-thrower huntsmen", resources=1))
    using = pb.UseAction(card=board.id("grudge-thrower"), sacrifice=board.id("huntsmen"))
    assert board.cited(using) == ["whi.kw.zone-effect"]
    board = Board(Side(battlefield="grudge-thrower huntsmen"))
    assert board.cited(using) == ["whi.capital.pay"]
    board = Board(Side(battlefield="grudge-thrower", resources=1), Side(battlefield="huntsmen"))
    assert board.options("UseAction") == []


@pytest.mark.rule("whi.card.grudge-thrower", "whi.action.optional", "whi.combat.leave-combat")
def test_a_sacrificed_fighter_gains_nothing() -> None:
    """Given up as the cost, it is no longer in combat when the effect comes."""
    board = Board(Side(battlefield="mountain-brigade hammerer grudge-thrower", resources=1), entry="combat")
    attack(board, "mountain-brigade hammerer")
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert board.effect() == ["whi.card.grudge-thrower: PowerChanged mountain-brigade power 1"]
