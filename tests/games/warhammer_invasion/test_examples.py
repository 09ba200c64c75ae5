"""The rulebook's worked examples, fact by fact. Chris and Tom are its players; seat 0 is whose turn it is."""

import pytest

from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.numbers import power, symbols, zone_power
from rulekeeper.games.warhammer_invasion.pricing import loyalty, price
from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST, place
from rulekeeper.kernel import size, total
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion import making
from tests.games.warhammer_invasion.table import Board, Side


@pytest.mark.rule("whi.example.starter-deck", "whi.setup.starter.neutrals", "whi.setup.starter.fifty")
def test_a_starter_deck_and_ten_neutral_cards_are_fifty() -> None:
    board = making.Board(starters=["dwarf", "empire"])
    facts = making.named(board.told(), "StarterChosen", "NeutralsDealt", "DeckMade")
    assert [fact.split()[1] for fact in facts] == ["StarterChosen", "DeckMade"] * 2 + ["NeutralsDealt"] * 2
    assert [size(board.player(seat).deck) for seat in (0, 1)] == [50, 50]
    dwarfs = [kind for kind, _ in board.player(0).deck_list if CARDS[kind].number <= 25]
    assert sum(count for kind, count in board.player(0).deck_list if kind in dwarfs) == 40 and len(dwarfs) == 25
    left = [(kind, count) for kind, count in board.state.box if 111 <= CARDS[kind].number <= 121]
    assert total(tuple(left)) == 4


@pytest.mark.rule("whi.example.kingdom-chris", "whi.kingdom.return-resources", "whi.kingdom.collect")
def test_a_kingdom_of_power_five() -> None:
    board = Board(Side(kingdom="zhufbar contested-village", resources=2), entry="turn")
    assert zone_power(board.state, place(0, KINGDOM)) == 3 + 1 + 1
    assert board.both_pass()[2:] == [
        "whi.kingdom: PhaseBegan seat 0 phase kingdom",
        "whi.kingdom.return-resources: ResourcesReturned seat 0 resources 2",
        "whi.kingdom.restore-one: EffectFizzled seat 0 passed_over RestoreUnit",
        "whi.kingdom.collect: ResourcesCollected seat 0 resources 5",
        "whi.kingdom.window: WindowOpened window kingdom",
    ]
    assert board.player().resources == 5


@pytest.mark.rule("whi.example.quest-chris", "whi.quest-phase.draw", "whi.zones.power-sum")
def test_a_quest_zone_of_power_three() -> None:
    board = Board(Side(quest="mountain", deck="hate pillage innovation demoralise"), phase=3)
    assert zone_power(board.state, place(0, QUEST)) == 1 + 2
    assert board.begun[1:] == [
        "whi.quest-phase: PhaseBegan seat 0 phase quest",
        "whi.quest-phase.draw: CardDrawn seat 0 demoralise demoralise",
        "whi.quest-phase.draw: CardDrawn seat 0 hate hate",
        "whi.quest-phase.draw: CardDrawn seat 0 innovation innovation",
        "whi.quest-phase.window: WindowOpened window quest",
    ]


@pytest.mark.rule("whi.example.loyalty-thyrus", "whi.cost.total", "whi.loyalty.formula")
def test_thyrus_gorman_for_four() -> None:
    board = Board(Side(hand="thyrus", kingdom="peasant-militia", resources=5, capital="empire"))
    assert symbols(board.state, 0, "empire") == 2
    assert loyalty(board.state, 0, "thyrus-gorman") == 3 - 2 and price(board.state, 0, "thyrus-gorman") == 3 + 1
    assert board.do(pb.PlayUnit(card=board.in_hand("thyrus"), zone=pb.ZONE_BATTLEFIELD)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 thyrus-gorman zone battlefield",
        "whi.capital.pay: ResourcesPaid seat 0 resources 4",
    ]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.types.unit: CardEntered seat 0 thyrus-gorman zone battlefield",
        "whi.chain.lifo: ActionOver",
    ]
    assert board.player().resources == 1


@pytest.mark.rule("whi.example.combat-tom-chris", "whi.combat.five-steps", "whi.combat.assign.defenders-first")
def test_chris_attacks_toms_quest_zone() -> None:
    board = Board(Side(battlefield="defender-of hammerer king-kazador"), Side(quest="doom urguck"), phase=5)
    windows = "whi.combat.window-each-step: WindowOpened window"
    assert board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST)) == [
        "whi.combat.target: AttackDeclared seat 0 place quest-1",
        f"{windows} target",
    ]
    board.both_pass()
    assert board.attack("hammerer king-kazador") == [
        "whi.combat.attackers: AttackersDeclared hammerer-of-karak-azul king-kazador",
        f"{windows} attackers",
    ]
    board.both_pass()
    assert board.asked == 1 and board.moves() == [
        "DeclareDefenders",
        "DeclareDefenders doom-divers",
        "DeclareDefenders doom-divers urguck",
        "DeclareDefenders urguck",
    ]
    assert board.defend("doom") == [
        "whi.combat.defenders: DefendersDeclared doom-divers",
        f"{windows} defenders",
    ]
    assert board.both_pass()[2:] == [
        "whi.combat.count-damage: DamageCounted (hammerer-of-karak-azul cancellable 1)"
        " (king-kazador cancellable 3) (doom-divers cancellable 2)",
    ]
    assert board.cited(board.assigning("doom quest-1*3")) == ["whi.combat.assign.defenders-first"]
    assert board.assign("doom*2 quest-1*2") == [
        "whi.combat.attacker-assigns-first: DamageAssigned (target doom-divers seat 0 cancellable 2)"
        " (target quest-1 seat 0 cancellable 2) combat step",
    ]
    assert board.cited(board.assigning("hammerer quest-0")) == ["whi.combat.assign.not-attacker-capital"]
    assert board.assign("hammerer*2") == [
        "whi.combat.assign.defender-to-attackers:"
        " DamageAssigned (target hammerer-of-karak-azul seat 1 cancellable 2) combat step",
        "whi.combat.assign.window: WindowOpened window assigned",
    ]
    assert board.section(place(1, QUEST)).damage == 0
    assert board.both_pass()[2:] == [
        "whi.combat.apply: DamageDue",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.combat.apply: DamageApplied (target doom-divers seat 0 cancellable 2)"
        " (target quest-1 seat 0 cancellable 2) (target hammerer-of-karak-azul seat 1 cancellable 1) combat",
        "whi.combat.apply.destroy-units: CardLeft doom-divers owner 1 departure destroyed",
        "whi.combat.apply.window: WindowOpened window applied",
    ]
    assert board.card("hammerer").damage == 1 and board.section(place(1, QUEST)).damage == 2
    assert board.discard(1) == "doom-divers"


@pytest.mark.rule("whi.example.chain-pillage", "whi.chain.response", "whi.chain.lifo")
def test_the_grudge_thrower_answers_pillage() -> None:
    board = Board(
        Side(battlefield="grudge-thrower mountain", kingdom="zhufbar", resources=1),
        Side(hand="pillage", resources=9),
        entry="combat",
    )
    board.both_pass()
    board.attack("mountain")
    board.passing()
    assert board.tactic("pillage", target=board.id("grudge-thrower"))[:1] == [
        "whi.types.tactic: TacticPlayed seat 1 pillage targets grudge-thrower owner 1",
    ]
    assert board.use("grudge-thrower", sacrifice=board.id("zhufbar"))[:3] == [
        "whi.action.in-play: ActionUsed seat 0 grudge-thrower",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 1",
        "whi.chain.costs-up-front: CardLeft zhufbar-engineers departure sacrificed",
    ]
    assert board.both_pass()[2:] == [
        "whi.chain.lifo: ActionBegan",
        "whi.card.grudge-thrower: PowerChanged mountain-brigade power 1",
        "whi.chain.lifo: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.pillage: CardLeft grudge-thrower departure destroyed",
        "whi.types.tactic: ActionOver",
    ]
    assert board.in_play() == ["mountain-brigade"] and board.discard(1) == "pillage"


@pytest.mark.rule("whi.example.forced-thyrus", "whi.forced.automatic", "whi.forced.no-interrupt")
def test_thyrus_gorman_is_hurt_at_the_end_of_the_turn() -> None:
    board = Board(Side(kingdom="thyrus", capital="empire"), phase=6)
    assert board.both_pass()[2:] == [
        "whi.card.thyrus-gorman: EffectTriggered seat 0 thyrus-gorman text damage place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.thyrus-gorman: DamageAssigned (target thyrus-gorman seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target thyrus-gorman seat 0 cancellable 1)",
        "whi.forced.order: EffectOver",
        "whi.turn.handover: TurnEnded seat 0",
        "whi.turn: TurnBegan seat 1",
        "whi.turn.beginning: WindowOpened window beginning",
    ]


@pytest.mark.rule("whi.example.constant-boar-boyz", "whi.constant.always")
def test_boar_boyz_are_stronger_while_a_unit_is_damaged() -> None:
    board = Board(
        Side(battlefield="boar-boyz", kingdom="mountain:1", hand="greater-heal", resources=9),
        Side(kingdom="mountain:1"),
    )
    assert power(board.state, board.card("boar-boyz")) == 1 + 2
    board.tactic("greater-heal")
    assert board.effect() == ["whi.card.greater-heal: DamageHealed target mountain-brigade damage 1"]
    assert power(board.state, board.card("boar-boyz")) == 1


@pytest.mark.rule("whi.example.runesmith-zone", "whi.kw.zone-effect")
def test_a_runesmith_acts_in_the_quest_zone_only() -> None:
    board = Board(Side(quest="runesmith", resources=2))
    board.use("runesmith", target=board.id("runesmith"))
    assert board.effect() == ["whi.card.runesmith: PowerChanged runesmith power 1"]
    for elsewhere in (Side(kingdom="runesmith", resources=2), Side(battlefield="runesmith", resources=2)):
        board = Board(elsewhere)
        runesmith = board.id("runesmith")
        assert board.cited(pb.UseAction(card=runesmith, target=runesmith)) == ["whi.kw.zone-effect"]


@pytest.mark.rule("whi.example.cannot-isha", "whi.cannot.absolute")
def test_seduced_by_darkness_does_nothing_to_a_blessed_unit() -> None:
    board = Board(Side(hand="seduced", resources=9, capital="chaos"), Side(kingdom="mountain[blessing]"))
    assert board.options("PlayTactic") == ["seduced-by-darkness target mountain-brigade"]
    board.tactic("seduced", target=board.id("mountain"))
    assert board.effect() == ["whi.cannot.absolute: EffectFizzled seat 0 seduced-by-darkness spared mountain-brigade"]
    assert not board.card("mountain").corrupted


@pytest.mark.rule("whi.example.corresponding-engineers", "whi.zone.corresponding-opponent", "whi.sacrifice.discard")
def test_toms_engineers_cost_chris_a_unit_of_his_battlefield() -> None:
    board = Board(
        Side(battlefield="zhufbar", hand="pilgrimage", resources=4),
        Side(battlefield="mountain squig contested-village", quest="huntsmen"),
    )
    board.tactic("pilgrimage", target=board.id("zhufbar"))
    assert board.effect() == [
        "whi.card.pilgrimage: CardLeft zhufbar-engineers departure returned",
        "whi.card.zhufbar-engineers: EffectTriggered seat 0 zhufbar-engineers text sacrifice"
        " subject zhufbar-engineers place battlefield-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 1 and board.options("ChooseUnit unit") == ["mountain-brigade", "squig-herders"]
    assert board.do(pb.ChooseUnit(unit=board.id("squig")))[:2] == [
        "whi.card.zhufbar-engineers: CardLeft squig-herders owner 1 departure sacrificed",
        "whi.forced.order: EffectOver",
    ]


@pytest.mark.rule("whi.example.draft-tom-chris", "whi.draft.repeat", "whi.draft.five-packs")
def test_tom_drafts_order_and_chris_destruction() -> None:
    draft = making.Drafting("king-kazador organ-gun sabotage", "urguck waaagh")
    packs = making.named(draft.told(), "PackMade")
    assert packs == [f"whi.draft.pack: PackMade seat {seat} pack 1 size 15" for seat in (0, 1)]
    picked = draft.pick("king-kazador organ-gun", "urguck waaagh")
    assert picked[:5] == [
        "whi.draft.pick-two: CardPicked seat 0 kind king-kazador",
        "whi.draft.pick-two: CardPicked seat 0 kind organ-gun",
        "whi.draft.pick-two: CardPicked seat 1 kind urguck",
        "whi.draft.pick-two: CardPicked seat 1 kind waaagh",
        "whi.draft.exchange: PacksExchanged",
    ]
    taken = draft.take("squig-herders", "sabotage")
    assert making.named(taken, "CardTakenOut", "FormatCardTaken", "SabotageKept", "PacksExchanged") == [
        "whi.draft.counterdraft: CardTakenOut seat 0 kind squig-herders",
        "whi.draft.format.reveal: FormatCardTaken seat 1 kind sabotage pack 0",
        "whi.draft.format.sabotage: SabotageKept seat 1",
        "whi.draft.exchange: PacksExchanged home",
    ]
    order = []
    while not making.named(facts := (draft.take() if draft.cited == COUNTERDRAFT else draft.pick()), "PackMade"):
        order.append(draft.cited)
    assert order == [COUNTERDRAFT, PICK, COUNTERDRAFT, PICK]
    assert making.named(facts, "PackDiscarded", "PackMade") == [
        "whi.draft.pack-end: PackDiscarded seat 0 cards 4",
        "whi.draft.pack-end: PackDiscarded seat 1 cards 4",
        "whi.draft.pack: PackMade seat 0 pack 2 size 15",
        "whi.draft.pack: PackMade seat 1 pack 2 size 15",
    ]
    for _ in range(4):
        facts = draft.finish_pack()
    assert len(making.named(facts, "DeckMade")) == 2
    assert [total(draft.player(seat).deck_list) for seat in (0, 1)] == [40, 40]


PICK, COUNTERDRAFT = "whi.draft.pick-two", "whi.draft.counterdraft"
