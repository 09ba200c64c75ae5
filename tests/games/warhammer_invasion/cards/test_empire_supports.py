"""The Empire supports and their quest, 38-43."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM_PHASE
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import KINGDOM_0, KINGDOM_1, QUEST_0, QUEST_1, attack, defend
from tests.games.warhammer_invasion.table import Board, Side, named, power_of

# 38. Knight Training


@pytest.mark.rule("whi.card.knight-training", "whi.attach.zone-condition", "whi.attach.host")
def test_knight_training_goes_on_a_unit_in_the_own_battlefield() -> None:
    board = Board(
        Side(battlefield="pistoliers", kingdom="runesmith", hand="knight-training", resources=1, capital="empire"),
        Side(battlefield="hammerer"),
    )
    assert board.options("PlayAttachment") == ["knight-training host pistoliers"]
    training = board.in_hand("knight-training")
    for host in ("runesmith", "hammerer"):
        assert board.cited(pb.PlayAttachment(card=training, host=board.id(host))) == ["whi.attach.host"]
    board.do(pb.PlayAttachment(card=training, host=board.id("pistoliers")))
    assert board.effect() == ["whi.types.support: CardEntered seat 0 knight-training zone battlefield host pistoliers"]
    assert power_of(board, "pistoliers") == 2 and power_of(board, "runesmith") == 1


# 39. Church of Sigmar


@pytest.mark.rule("whi.card.church-of-sigmar", "whi.cost.extra-for-target", "whi.kw.zone-effect")
def test_who_targets_the_churchs_units_pays_more() -> None:
    """Once an effect, however many are targets; Churches add up, and so does Kazador's own price."""
    side = Side(kingdom="church-of-sigmar", battlefield="huntsmen")
    board = Board(Side(hand="demoralise", capital="empire", kingdom="hammerer"), side)
    assert board.options("PlayTactic") == ["demoralise target hammerer-of-karak-azul"]
    assert board.refused(pb.PlayTactic(card=board.in_hand("demoralise"), target=board.id("huntsmen"))) == [
        ("whi.cost.extra-for-target", "1 are to be paid with this target, you have 0 resources")
    ]
    for other, resources in (
        (side, 1),
        (Side(kingdom="church-of-sigmar*2", battlefield="huntsmen"), 2),
        (Side(quest="church-of-sigmar", battlefield="huntsmen"), 0),
    ):
        board = Board(Side(hand="demoralise", capital="empire", resources=5), other)
        board.tactic("demoralise", target=board.id("huntsmen"))
        assert board.player().resources == 5 - resources
    board = Board(Side(hand="demoralise", capital="empire", resources=5), Side(kingdom="church-of-sigmar king-kazador"))
    board.tactic("demoralise", target=board.id("king-kazador"))
    assert board.player().resources == 1


@pytest.mark.rule("whi.card.church-of-sigmar", "whi.cost.extra-for-target")
def test_the_church_is_paid_once_for_an_effect() -> None:
    """Two targets, one payment; its own player pays nothing, and a support is no unit."""
    board = Board(
        Side(hand="stubborn demolition", capital="dwarf", resources=9),
        Side(kingdom="church-of-sigmar hammerer:1 mountain-brigade"),
    )
    facts = board.tactic("stubborn", target=board.id("hammerer"), other=board.id("mountain-brigade"))
    assert facts[1:] == ["whi.capital.pay: ResourcesPaid seat 0 resources 3"]
    board.both_pass()
    board.passing()
    facts = board.tactic("demolition", target=board.id("church-of-sigmar"))
    assert facts[1:] == ["whi.capital.pay: ResourcesPaid seat 0 resources 2"]
    board = Board(Side(hand="demoralise", capital="empire", kingdom="church-of-sigmar hammerer"))
    assert board.tactic("demoralise", target=board.id("hammerer"))[1:] == []


@pytest.mark.rule("whi.card.church-of-sigmar", "whi.chain.costs-up-front")
def test_the_church_is_paid_for_a_quests_targets_too() -> None:
    quest = "a-glorious-death"
    for resources, options in ((0, []), (1, [f"{quest} targets huntsmen", f"{quest} targets huntsmen runesmith"])):
        board = Board(
            Side(battlefield="huntsmen runesmith", kingdom="church-of-sigmar"),
            Side(quest=f"{quest}+3 hammerer@{quest}", resources=resources),
            entry="combat",
        )
        attack(board, "huntsmen runesmith")
        board.passing()
        assert board.options("UseAction")[: len(options)] == options
        if options:
            targets = [board.id("huntsmen"), board.id("runesmith")]
            facts = board.use(quest, targets=targets)
            assert "whi.chain.costs-up-front: ResourcesPaid seat 1 resources 1" in facts


# 40. City Gates


@pytest.mark.rule("whi.card.city-gates", "whi.turn.beginning", "whi.development.from-deck")
def test_city_gates_lay_a_development_each_turn() -> None:
    board = Board(Side(quest="city-gates"), Side(quest="city-gates"), entry="turn", draws=["demoralise"])
    assert board.begun[1:5] == [
        "whi.card.city-gates: EffectTriggered seat 0 city-gates text develop place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.city-gates: DevelopmentPlaced seat 0 zone quest (demoralise) demoralise from_deck",
        "whi.forced.order: EffectOver",
    ]
    assert len(board.section(QUEST_0).developments) == 1 and board.section(QUEST_1).developments == ()
    board.idle()
    assert len(board.section(QUEST_1).developments) == 1
    # Two of them need no order.
    board = Board(Side(quest="city-gates", kingdom="city-gates"), entry="turn")
    assert [len(board.section(where).developments) for where in (KINGDOM_0, QUEST_0)] == [1, 1]


@pytest.mark.rule("whi.card.city-gates", "whi.deckout.immediate", "whi.turn.first-turn-penalty")
def test_city_gates_take_the_last_card_of_the_deck() -> None:
    board = Board(Side(kingdom="city-gates", deck="demoralise"), entry="turn")
    assert board.result == ((1,), "whi.deckout.immediate")
    board = Board(Side(kingdom="city-gates"), entry="turn", turn={"number": 0})
    assert board.state.turn.number == 1 and len(board.section(KINGDOM_0).developments) == 1


# 41. Shrine to Taal


@pytest.mark.rule("whi.card.shrine-to-taal", "whi.forced.target", "whi.turn.beginning")
def test_the_shrine_to_taal_strengthens_a_unit_beside_it() -> None:
    board = Board(
        Side(quest="shrine-to-taal huntsmen runesmith", kingdom="hammerer", developments=(1, 2, 1)),
        Side(quest="durgnar", developments=(0, 3, 0)),
        entry="turn",
    )
    assert board.begun[1:] == [
        "whi.card.shrine-to-taal: EffectTriggered seat 0 shrine-to-taal text power place quest-0 forced",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.moves() == ["ChooseTarget target huntsmen", "ChooseTarget target runesmith"]
    for unit in ("hammerer", "durgnar"):
        assert board.cited(pb.ChooseTarget(target=board.id(unit))) == ["whi.chain.targets-up-front"]
    assert board.do(pb.ChooseTarget(target=board.id("runesmith"))) == [
        "whi.card.shrine-to-taal: PowerChanged runesmith power 2",
        "whi.forced.order: EffectOver",
        "whi.turn.beginning: WindowOpened window beginning",
    ]
    board.idle()
    assert power_of(board, "runesmith") == 1


@pytest.mark.rule("whi.card.shrine-to-taal", "whi.forced.order", "whi.card.city-gates")
def test_the_shrine_and_the_gates_in_the_order_of_their_player() -> None:
    """The number is that of the moment: with the Gates first it is one more."""
    for first, power_given in (("city-gates", ["PowerChanged runesmith power 1"]), ("shrine-to-taal", [])):
        board = Board(Side(quest="shrine-to-taal city-gates runesmith"), entry="turn")
        assert board.rule == "whi.forced.order" and len(board.moves()) == 2
        chosen = next(one.number for one in board.state.pending if one.kind == first)
        assert named(board.do(pb.ChooseNext(effect=chosen)), "PowerChanged") == power_given
    board = Board(Side(quest="shrine-to-taal", developments=(0, 2, 0)), Side(quest="runesmith"), entry="turn")
    assert (
        "whi.forced.target: EffectFizzled seat 0 shrine-to-taal shrine-to-taal passed_over ChooseTarget" in board.begun
    )


# 42. Temple of Shallya


@pytest.mark.rule("whi.card.temple-of-shallya", "whi.golden-rule", "whi.kingdom.collect")
def test_the_temple_moves_a_unit_before_collecting() -> None:
    """Before resources return and units are restored; what came to the kingdom counts."""
    board = Board(
        Side(kingdom="temple-of-shallya", quest="huntsmen", battlefield="mountain-brigade~", resources=2),
        Side(quest="runesmith"),
        phase=KINGDOM_PHASE,
    )
    assert board.begun == [
        "whi.turn: TurnResumed seat 0",
        "whi.kingdom: PhaseBegan seat 0 phase kingdom",
        "whi.card.temple-of-shallya: EffectTriggered seat 0 temple-of-shallya text move place kingdom-0",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 0 and board.moves() == [
        "Decline",
        "MoveUnit unit huntsmen zone battlefield",
        "MoveUnit unit huntsmen zone kingdom",
        "MoveUnit unit mountain-brigade zone kingdom",
        "MoveUnit unit mountain-brigade zone quest",
    ]
    assert board.cited(pb.MoveUnit(unit=board.id("runesmith"), zone=pb.ZONE_KINGDOM)) == ["whi.card.temple-of-shallya"]
    assert board.cited(pb.MoveUnit(unit=board.id("huntsmen"), zone=pb.ZONE_QUEST)) == ["whi.effects.move"]
    assert board.do(pb.MoveUnit(unit=board.id("mountain-brigade"), zone=pb.ZONE_KINGDOM)) == [
        "whi.card.temple-of-shallya: UnitMoved mountain-brigade zone kingdom",
        "whi.forced.order: EffectOver",
        "whi.kingdom.return-resources: ResourcesReturned seat 0 resources 2",
    ]
    board.do(pb.Decline())
    assert board.player().resources == 3 + 2 + 2


@pytest.mark.rule("whi.card.temple-of-shallya", "whi.kw.zone-effect")
def test_the_temple_may_move_nobody_and_rests_elsewhere() -> None:
    board = Board(Side(kingdom="temple-of-shallya", quest="huntsmen"), phase=KINGDOM_PHASE)
    assert board.do(pb.Decline())[:2] == [
        "whi.card.temple-of-shallya: EffectFizzled seat 0 temple-of-shallya temple-of-shallya",
        "whi.forced.order: EffectOver",
    ]
    assert board.card("huntsmen").place == QUEST_0
    board = Board(Side(kingdom="temple-of-shallya"), Side(kingdom="huntsmen"), phase=KINGDOM_PHASE)
    assert board.begun[3:6] == [
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.temple-of-shallya: EffectFizzled seat 0 temple-of-shallya temple-of-shallya passed_over MoveUnit",
        "whi.forced.order: EffectOver",
    ]
    for first, second in (
        (Side(quest="temple-of-shallya huntsmen"), Side()),
        (Side(quest="huntsmen"), Side(kingdom="temple-of-shallya huntsmen")),
    ):
        board = Board(first, second, phase=KINGDOM_PHASE)
        assert named(board.begun, "EffectTriggered") == []


# 43. Defend the Border


def border(tokens: int) -> Board:
    """A Dwarf of seat 0 is given up, and its Ranger is to hit something of the quest's player."""
    board = Board(
        Side(
            quest="dwarf-ranger",
            kingdom="hammerer runesmith",
            battlefield="grudge-thrower",
            resources=3,
            burning="battlefield",
        ),
        Side(quest=f"defend-the-border+{tokens}", kingdom="ironbreakers", developments=(1, 0, 0)),
    )
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    return board


@pytest.mark.rule("whi.card.defend-the-border", "whi.damage.redirect", "whi.quest.no-unit-effects")
def test_defend_the_border_sends_the_first_point_elsewhere() -> None:
    """To any unit, or any other section that does not burn; it needs nobody on it. And it may be cancelled there."""
    board = border(3)
    board.do(pb.ChooseTarget(target=KINGDOM_1))
    assert board.asked == 1 and board.moves() == [
        "RedirectPoint target battlefield-1",
        "RedirectPoint target dwarf-ranger",
        "RedirectPoint target ironbreakers-of-ankhor",
        "RedirectPoint target kingdom-0",
        "RedirectPoint target quest-0",
        "RedirectPoint target quest-1",
        "RedirectPoint target runesmith",
    ]
    assert board.cited(pb.RedirectPoint(target=KINGDOM_1)) == ["whi.chain.targets-up-front"]
    assert board.do(pb.RedirectPoint(target=board.id("ironbreakers")))[:3] == [
        "whi.card.defend-the-border: DamageRedirected from kingdom-1 to ironbreakers-of-ankhor by defend-the-border",
        "whi.kw.toughness: DamageCancelled target ironbreakers-of-ankhor damage 1 by ironbreakers-of-ankhor",
        "whi.damage.non-combat: DamageApplied",
    ]


@pytest.mark.rule("whi.card.defend-the-border", "whi.turn.each-turn-counters", "whi.quest.tokens")
def test_defend_the_border_wants_tokens_and_works_once_a_turn() -> None:
    board = border(2)
    facts = board.do(pb.ChooseTarget(target=KINGDOM_1))
    assert named(facts, "DamageRedirected") == [] and board.section(KINGDOM_1).damage == 1
    board = border(3)
    board.do(pb.ChooseTarget(target=KINGDOM_1))
    board.do(pb.RedirectPoint(target=KINGDOM_0))
    board.both_pass()
    board.passing()
    board.use("grudge-thrower", sacrifice=board.id("runesmith"))
    facts = board.do(pb.ChooseTarget(target=QUEST_1))
    assert named(facts, "DamageRedirected") == []
    assert (board.section(KINGDOM_0).damage, board.section(QUEST_1).damage) == (1, 1)


@pytest.mark.rule("whi.card.defend-the-border", "whi.damage.redirect", "whi.quest.tokens")
def test_defend_the_border_does_not_mind_damage_to_units_or_to_the_opponent() -> None:
    for target in ("ironbreakers", ""):
        board = border(3)
        facts = board.do(pb.ChooseTarget(target=board.id(target) if target else QUEST_0))
        assert named(facts, "DamageApplied") != [] and board.rule == "whi.chain"


@pytest.mark.rule("whi.card.defend-the-border", "whi.damage.redirect", "whi.combat.apply")
def test_defend_the_border_in_combat() -> None:
    """One point of what is assigned to the section; a new turn, and it works again."""
    board = Board(
        Side(battlefield="mountain-brigade"), Side(quest="defend-the+3", battlefield="runesmith"), entry="combat"
    )
    attack(board, "mountain-brigade")
    board.both_pass()
    board.both_pass()
    board.both_pass()
    assert board.asked == 1
    assert board.do(pb.RedirectPoint(target=board.id("mountain-brigade")))[:2] == [
        "whi.card.defend-the-border: DamageRedirected from kingdom-1 to mountain-brigade by defend-the-border",
        "whi.combat.apply: DamageApplied (target kingdom-1 seat 0 cancellable 1)"
        " (target mountain-brigade seat 0 cancellable 1) combat",
    ]


def shot(quest: str) -> Board:
    """The Ranger of seat 0 shoots once, at the kingdom of seat 1, who has that in the quest zone."""
    board = Board(Side(quest="dwarf-ranger", battlefield="grudge-thrower hammerer", resources=1), Side(quest=quest))
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    board.do(pb.ChooseTarget(target=KINGDOM_1))
    return board


@pytest.mark.rule("whi.card.defend-the-border", "whi.forced.order")
def test_of_two_borders_their_player_says_which_is_used() -> None:
    for number in (0, 1):
        board = shot("defend-the+3 defend-the+4")
        borders = [board.id("defend-the", number=number) for number in (0, 1)]
        assert board.asked == 1 and board.moves() == ["ChooseNext defend-the-border"] * 2
        assert board.refused(pb.ChooseNext(effect=KINGDOM_1)) == [
            ("whi.forced.order", f"{KINGDOM_1} is none of your cards that come next")
        ]
        board.do(pb.ChooseNext(effect=borders[number]))
        board.do(pb.RedirectPoint(target=KINGDOM_0))
        assert board.state.turn.used[1:] == (borders[number],)
        assert board.section(KINGDOM_0).damage == 1


@pytest.mark.rule("whi.card.defend-the-border", "whi.forced.order")
def test_the_order_of_equal_borders_is_not_asked() -> None:
    board = shot("defend-the*2+3")
    assert board.options("RedirectPoint") and not board.options("ChooseNext")
    # One that somebody works on is not as the other is.
    board = shot("defend-the*2+3 huntsmen@defend-the")
    assert board.moves() == ["ChooseNext defend-the-border"] * 2


@pytest.mark.rule("whi.card.defend-the-border", "whi.card.warrior-priests", "whi.forced.order")
def test_cards_that_redirect_apart_from_each_other_are_not_asked_for_in_order() -> None:
    """Defending Priests reach only battlefields; attacking ones reach each other."""
    board = Board(
        Side(battlefield="chaos-knights"), Side(kingdom="warrior-priests*2", battlefield="huntsmen"), entry="combat"
    )
    attack(board, "chaos-knights")
    defend(board, "warrior-priests warrior-priests/1")
    board.both_pass()
    board.assign("warrior-priests*2 warrior-priests/1")
    board.both_pass()
    assert board.options("RedirectPoint") and not board.options("ChooseNext")
    board = Board(Side(battlefield="warrior-priests*2 huntsmen"), Side(kingdom="chaos-knights"), entry="combat")
    attack(board, "warrior-priests warrior-priests/1")
    defend(board, "chaos-knights")
    board.both_pass()
    board.assign("warrior-priests*2 warrior-priests/1")
    board.both_pass()
    assert (board.asked, board.moves()) == (0, ["ChooseNext warrior-priests"] * 2)
    second = board.id("warrior-priests", number=1)
    board.do(pb.ChooseNext(effect=second))
    facts = board.do(pb.RedirectPoint(target=board.id("huntsmen")))
    assert named(facts, "DamageRedirected") == ["DamageRedirected from warrior-priests to huntsmen by warrior-priests"]
    assert board.state.turn.used == (second,)


@pytest.mark.rule("whi.card.defend-the-border", "whi.quest.tokens")
def test_defend_the_border_gathers_tokens() -> None:
    board = Board(Side(quest="defend-the+2 huntsmen@defend-the"), entry="turn")
    assert "whi.quest.tokens: TokenGained quest defend-the-border tokens 1" in board.begun
    assert board.card("defend-the").tokens == 3


@pytest.mark.rule("whi.card.defend-the-border", "whi.damage.cancel-order", "whi.card.contested-fortress")
def test_the_border_and_the_fortress_in_the_order_of_their_player() -> None:
    for option, line in (
        ("cancel", "whi.card.contested-fortress: DamageCancelled target kingdom-1 damage 1 by contested-fortress once"),
        ("redirect", "whi.card.defend-the-border: DamageRedirected from kingdom-1 to kingdom-0 by defend-the-border"),
    ):
        board = Board(
            Side(quest="dwarf-ranger", battlefield="grudge-thrower hammerer", resources=1),
            Side(quest="defend-the-border+3", kingdom="contested-fortress"),
        )
        board.use("grudge-thrower", sacrifice=board.id("hammerer"))
        board.do(pb.ChooseTarget(target=KINGDOM_1))
        assert board.asked == 1 and board.moves() == ["ChooseOption option cancel", "ChooseOption option redirect"]
        facts = board.do(pb.ChooseOption(option=option))
        if option == "redirect":
            facts = board.do(pb.RedirectPoint(target=KINGDOM_0))
        assert facts[option == "cancel"] == line
        assert (board.section(KINGDOM_0).damage, board.section(KINGDOM_1).damage) == ((option == "redirect") * 1, 0)
