"""Forced and constant effects, their order, and what is looked at after each step (rulebook p.15)."""

import pytest

from rulekeeper.games.warhammer_invasion.block import ENTERED, LEFT, TURN_BEGINS, Block, Effect, Trigger
from rulekeeper.games.warhammer_invasion.cards.verbs import own_turn
from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.state import Waiting
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, made_up, named

END = 6

RIP = "rip-dere-eads-off"


def strength(board: Board, kind: str) -> int:
    return power(board.state, board.card(kind))


# Forced effects happen by themselves, and nothing comes in between.


@pytest.mark.rule("whi.forced.automatic", "whi.example.forced-thyrus", "whi.turn.end")
def test_a_forced_effect_happens_unasked() -> None:
    board = Board(Side(kingdom="thyrus-gorman"), phase=END)
    assert board.state.turn.window == pb.WINDOW_END
    facts = board.both_pass()[2:]
    assert facts[:6] == [
        "whi.card.thyrus-gorman: EffectTriggered seat 0 thyrus-gorman text damage place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.thyrus-gorman: DamageAssigned (target thyrus-gorman seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target thyrus-gorman seat 0 cancellable 1)",
        "whi.forced.order: EffectOver",
        "whi.turn.handover: TurnEnded seat 0",
    ]
    assert board.card("thyrus").damage == 1


@pytest.mark.rule("whi.forced.automatic")
def test_a_forced_effect_of_the_own_turn_does_not_happen_in_the_other_players() -> None:
    board = Board(Side(), Side(kingdom="thyrus-gorman"), phase=END)
    assert named(board.both_pass(), "EffectTriggered", "DamageApplied") == []


@pytest.mark.rule("whi.forced.no-interrupt", "whi.forced.automatic")
def test_no_response_is_offered_before_a_forced_effect_has_happened() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", kingdom="black-orc savage-marauders", resources=9),
        Side(kingdom="zhufbar-engineers", hand="demoralise", resources=9),
    )
    board.tactic("flames-of-tzeentch", target=board.id("zhufbar-engineers"), x=3)
    facts = board.both_pass()
    assert named(facts, "CardLeft") == ["CardLeft zhufbar-engineers owner 1 departure destroyed"]
    assert board.match.asked() == (0,)
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit savage-marauders"]
    facts = board.do(pb.ChooseUnit(unit=board.id("savage-marauders")))
    assert named(facts, "CardLeft") == ["CardLeft savage-marauders departure sacrificed"]


@pytest.mark.rule("whi.forced.no-interrupt")
def test_toughness_cancels_damage_of_a_forced_effect_all_the_same() -> None:
    board = Board(Side(kingdom="cauldron-of-blood"), Side(battlefield="hammerer black-orc"), entry="combat", seat=1)
    assert board.asked == 1
    board.both_pass()
    board.attack("hammerer black-orc")
    facts = board.do(pb.ChooseTarget(target=board.id("hammerer")))
    assert named(facts, "DamageCancelled", "DamageApplied") == [
        "DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "DamageApplied",
    ]


# Their order.


LEFT_BY_VERENA = (
    Side(
        hand="judgement-of-verena",
        kingdom="hammerer-of-karak-azul",
        quest="zhufbar-engineers",
        developments=(1, 0, 0),
        resources=9,
    ),
    Side(kingdom="sigmars-blessed zhufbar-engineers"),
)
"""The Judgement leaves a unit in the kingdom of seat 0 alone."""


@pytest.mark.rule("whi.forced.order")
def test_the_active_players_forced_effects_come_first() -> None:
    board = Board(*LEFT_BY_VERENA)
    board.tactic("judgement")
    facts = board.both_pass()
    assert named(facts, "EffectTriggered") == [
        "EffectTriggered seat 0 zhufbar-engineers text sacrifice subject zhufbar-engineers place quest-0 forced",
        "EffectTriggered seat 1 sigmars-blessed text return subject sigmars-blessed place kingdom-1 forced",
        "EffectTriggered seat 1 zhufbar-engineers text sacrifice subject zhufbar-engineers place kingdom-1 forced",
    ]
    assert named(facts, "EffectBegan") == ["EffectBegan effect 1"]
    # The other player's two: in the order which that player likes.
    assert (board.asked, board.rule) == (1, "whi.forced.order")
    assert board.moves() == ["ChooseNext sigmars-blessed return", "ChooseNext zhufbar-engineers sacrifice"]
    assert named(board.next("zhufbar-engineers"), "EffectBegan") == ["EffectBegan effect 3", "EffectBegan effect 2"]


@pytest.mark.rule("whi.forced.order", "whi.forced.target")
def test_effects_that_come_to_nothing_whichever_is_first_are_not_asked_for_in_order() -> None:
    """No unit is left anywhere: the Blessed have nobody to return, and the Engineers nobody to have sacrificed."""
    board = Board(Side(hand="troll-vomit", resources=9), Side(kingdom="sigmars-blessed zhufbar-engineers"))
    board.tactic("troll-vomit")
    facts = board.both_pass()
    assert [line for line in facts if "Effect" in line and "Triggered" not in line] == [
        "whi.forced.order: EffectBegan effect 1",
        "whi.forced.target: EffectFizzled seat 1 sigmars-blessed passed_over ChooseTarget",
        "whi.forced.order: EffectOver",
        "whi.forced.order: EffectBegan effect 2",
        "whi.card.zhufbar-engineers: EffectFizzled seat 0 zhufbar-engineers",
        "whi.forced.order: EffectOver",
    ]
    assert (board.asked, board.rule) == (1, "whi.window")


@pytest.mark.rule("whi.forced.order", "whi.card.shrine-to-nurgle", "whi.card.sadistic-mutation")
def test_nor_is_what_looks_at_a_unit_that_has_left() -> None:
    """The defender dies of its wounds before the Shrine would corrupt it: only the Mutation's damage is left."""
    board = Board(
        Side(battlefield="chaos-knights[sadistic-mutation]", kingdom="shrine-to-nurgle"),
        Side(kingdom="peasant-militia boar-boyz"),
        entry="combat",
    )
    board.both_pass()
    board.attack("chaos-knights")
    board.both_pass()
    board.defend("peasant-militia")
    board.both_pass()
    if board.rule == "whi.combat.count-damage":
        board.assign("peasant-militia*3")
    facts = board.both_pass()
    assert [line for line in facts if "EffectBegan" in line or "Fizzled" in line] == [
        "whi.forced.order: EffectBegan effect 1",
        "whi.effects.in-play: EffectFizzled seat 0 shrine-to-nurgle shrine-to-nurgle spared peasant-militia",
        "whi.forced.order: EffectBegan effect 2",
    ]
    assert board.rule == "whi.card.sadistic-mutation" and board.options("ChooseTarget target")


@pytest.mark.rule("whi.forced.order")
def test_a_player_orders_the_own_effects() -> None:
    board = Board(
        Side(quest="vile-sorceress", battlefield="doom-divers"),
        Side(quest="black-orc", developments=(1, 0, 0)),
        entry="turn",
    )
    assert (board.asked, board.rule) == (0, "whi.forced.order")
    assert board.moves() == ["ChooseNext doom-divers dive", "ChooseNext vile-sorceress hit points"]
    assert board.cited(pb.ChooseNext(effect=99)) == ["whi.forced.order"]
    board.next("vile-sorceress")
    board.do(pb.ChooseTarget(target=board.id("doom-divers")))
    assert board.asked == 1
    assert board.moves() == ["ChooseOption option damage", "ChooseOption option sacrifice"]


def asked_next(board: Board) -> list[str]:
    """The effects that the player may put next; none where nobody is asked for an order."""
    return board.options("ChooseNext") if board.rule == "whi.forced.order" else []


VOMIT = Side(hand="troll-vomit", resources=9)


@pytest.mark.rule("whi.forced.order")
def test_equal_effects_are_not_asked_for_in_order() -> None:
    board = Board(VOMIT, Side(kingdom="zhufbar-engineers*2"))
    board.tactic("troll-vomit")
    facts = board.both_pass()
    assert named(facts, "EffectBegan") == ["EffectBegan effect 1", "EffectBegan effect 2"]
    # In two zones they are not equal.
    board = Board(
        Side(hand="judgement", kingdom="hammerer", quest="hammerer", developments=(1, 1, 0), resources=9),
        Side(kingdom="zhufbar-engineers", quest="zhufbar-engineers"),
    )
    board.tactic("judgement")
    board.both_pass()
    assert asked_next(board) == ["zhufbar-engineers sacrifice"] * 2


@pytest.mark.rule("whi.forced.order")
def test_two_attachments_on_one_unit_are_equal_and_on_two_units_they_are_not() -> None:
    flies = "cloud-of-flies"
    board = Board(Side(battlefield=f"black-orc[{flies} {flies}]"), entry="turn")
    assert (asked_next(board), board.rule) == ([], "whi.card.cloud-of-flies")
    board = Board(Side(battlefield=f"black-orc[{flies}] black-orc[{flies}]"), entry="turn")
    assert asked_next(board) == [f"{flies} damage"] * 2


@pytest.mark.rule("whi.forced.order", "whi.card.dwarf-ranger")
def test_the_texts_of_two_equal_units_are_asked_for_in_order_for_either_may_be_gone_before_its_turn() -> None:
    board = Board(Side(quest="dwarf-ranger*2", battlefield="grudge-thrower hammerer", resources=1))
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    assert asked_next(board) == ["dwarf-ranger damage"] * 2


@pytest.mark.rule("whi.forced.order")
@pytest.mark.parametrize("looks", [True, False])
def test_texts_that_look_at_what_they_are_about_are_equal_only_where_that_is_the_same(looks: bool) -> None:
    seen: list[int] = []
    trigger = Trigger("see", LEFT, lambda effect: seen.append(effect.subject), subject=looks)
    with made_up(Block("thyrus-gorman", triggers=(trigger,))) as game:
        board = Board(
            Side(kingdom="thyrus-gorman", hand="judgement", resources=9, developments=(1, 0, 0)),
            Side(quest="hammerer runesmith"),
            game=game,
        )
        gone = board.ids("hammerer runesmith")
        board.tactic("judgement")
        board.both_pass()
        assert asked_next(board) == ["thyrus-gorman see"] * 2 * looks
        if looks:
            board.next("thyrus-gorman", 1)
    assert seen == ([gone[1], gone[0]] if looks else [0, 0])


@pytest.mark.rule("whi.forced.order")
def test_constant_texts_come_before_forced_ones() -> None:
    board = Board(Side(battlefield="doom-divers black-orc[cloud-of-flies]"), Side(quest="black-orc"), entry="turn")
    assert named(board.begun, "EffectTriggered") == [
        "EffectTriggered seat 0 doom-divers text dive place battlefield-0 forced",
        "EffectTriggered seat 0 cloud-of-flies text damage place battlefield-0",
    ]
    assert named(board.begun, "EffectBegan") == ["EffectBegan effect 2"]
    assert board.rule == "whi.card.cloud-of-flies"
    facts = board.do(pb.Decline())
    assert named(facts, "EffectBegan") == ["EffectBegan effect 1"]


@pytest.mark.rule("whi.forced.order", "whi.kw.scout.timing")
def test_keywords_come_before_forced_effects_whosever_they_are() -> None:
    board = Board(
        Side(battlefield="zhufbar-engineers:2", hand="demoralise"),
        Side(kingdom="free-company", battlefield="black-orc"),
        entry="combat",
    )
    board.both_pass()
    board.attack("zhufbar-engineers")
    board.both_pass()
    board.defend("free-company")
    board.both_pass()
    facts = board.both_pass()
    assert named(facts, "CardLeft", "EffectTriggered", "EffectBegan", "HandCardDiscarded", "WindowOpened") == [
        "CardLeft zhufbar-engineers departure destroyed",
        "EffectTriggered seat 0 zhufbar-engineers text sacrifice subject zhufbar-engineers place battlefield-0 forced",
        "EffectTriggered seat 1 free-company text scout place kingdom-1",
        "EffectBegan effect 2",
        "HandCardDiscarded seat 0 was demoralise demoralise",
        "EffectBegan effect 1",
        "CardLeft black-orc-squad owner 1 departure sacrificed",
        "WindowOpened window applied",
    ]


# What a text is about is gone when its turn comes.


@pytest.mark.rule("whi.forced.order", "whi.forced.self-referential")
def test_an_effect_whose_card_has_left_before_its_turn_does_not_happen() -> None:
    board = Board(Side(battlefield="bloodthirster doom-divers"), Side(), entry="turn")
    board.next("bloodthirster")
    facts = board.do(pb.ChooseUnit(unit=board.id("doom-divers")))
    assert named(facts, "CardLeft", "EffectLapsed", "EffectBegan", "EffectOver") == [
        "CardLeft doom-divers departure sacrificed",
        "EffectOver",
        "EffectLapsed",
    ]
    assert [third.damage for third in board.player(0).sections] == [0, 0, 0]


@pytest.mark.rule("whi.forced.order", "whi.forced.lapsed")
def test_an_effect_whose_card_has_left_is_no_choice_any_more() -> None:
    board = Board(
        Side(battlefield="bloodthirster doom-divers", quest="vile-sorceress", kingdom="warpstone-meteor"), entry="turn"
    )
    board.next("bloodthirster")
    facts = board.do(pb.ChooseUnit(unit=board.id("doom-divers")))
    assert facts == [
        "whi.effects.each-player: ChoiceMade seat 0 bloodthirster targets doom-divers",
        "whi.card.bloodthirster: EffectFizzled seat 1 bloodthirster bloodthirster",
        "whi.card.bloodthirster: CardLeft doom-divers departure sacrificed",
        "whi.forced.order: EffectOver",
        "whi.forced.lapsed: EffectLapsed",
    ]
    assert asked_next(board) == ["vile-sorceress hit points", "warpstone-meteor strike"]


@pytest.mark.rule("whi.forced.order", "whi.card.rip-dere-eads-off")
def test_an_effect_that_waited_for_a_card_that_has_left_is_no_choice_any_more() -> None:
    """The turn ends: the Blessed that were turned up return another unit that was to go."""
    turned = "sigmars-blessed huntsmen runesmith hammerer"
    ids = Board(Side(kingdom=turned), phase=END).ids(turned)
    board = Board(Side(kingdom=turned), phase=END, waiting=tuple(Waiting(0, RIP, one) for one in ids))
    board.both_pass()
    assert asked_next(board) == [f"{RIP} sacrifice"] * 4
    board.next(RIP)
    facts = board.do(pb.ChooseTarget(target=board.id("huntsmen")))
    assert named(facts, "CardLeft", "EffectLapsed") == ["CardLeft huntsmen departure returned", "EffectLapsed"]
    assert asked_next(board) == [f"{RIP} sacrifice"] * 2
    # The Runesmith goes as the others do, out of the quest zone as it is.
    board.next(RIP)
    assert board.in_play() == []


@pytest.mark.rule("whi.forced.order", "whi.quest.tokens")
def test_an_effect_whose_condition_is_gone_before_its_turn_does_not_happen() -> None:
    """The Bloodthirster in the quest zone takes the unit off its quest: the quest gains no token."""
    board = Board(Side(quest="a-glorious-death black-orc@a-glorious-death bloodthirster"), Side(), entry="turn")
    assert board.moves() == ["ChooseNext a-glorious-death token", "ChooseNext bloodthirster sacrifice"]
    board.next("bloodthirster")
    facts = board.do(pb.ChooseUnit(unit=board.id("black-orc")))
    assert named(facts, "CardLeft", "EffectLapsed", "TokenGained") == [
        "CardLeft black-orc-squad departure sacrificed",
        "EffectLapsed",
    ]
    assert board.card("a-glorious-death").tokens == 0


@pytest.mark.rule("whi.forced.order", "whi.forced.automatic")
def test_what_an_effect_triggers_comes_before_what_it_interrupted() -> None:
    board = Board(
        Side(battlefield="bloodthirster doom-divers zhufbar-engineers"),
        Side(battlefield="black-orc*2"),
        entry="turn",
    )
    board.next("bloodthirster")
    board.do(pb.ChooseUnit(unit=board.id("zhufbar-engineers")))
    facts = board.do(pb.ChooseUnit(unit=board.id("black-orc")))
    # The Engineers' text, nested, finds but one unit of the opponent there; only then the Divers' turn comes.
    assert named(facts, "CardLeft", "EffectTriggered", "EffectBegan", "EffectOver", "DamageApplied") == [
        "CardLeft zhufbar-engineers departure sacrificed",
        "CardLeft black-orc-squad owner 1 departure sacrificed",
        "EffectTriggered seat 0 zhufbar-engineers text sacrifice subject zhufbar-engineers place battlefield-0 forced",
        "EffectBegan effect 3",
        "CardLeft black-orc-squad owner 1 departure sacrificed",
        "EffectOver",
        "EffectOver",
        "EffectBegan effect 2",
        "DamageApplied (target kingdom-0 seat 0 cancellable 1) (target quest-0 seat 0 cancellable 1)"
        " (target battlefield-0 seat 0 cancellable 1) (target kingdom-1 seat 0 cancellable 1)"
        " (target quest-1 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)",
        "EffectOver",
    ]


def weakens_engineers(effect: Effect) -> None:
    unit = next(unit for unit in effect.state.cards if unit.kind == "zhufbar-engineers")
    effect.emit(pb.HitPointsChanged(card=unit.id, hit_points=-3))


@pytest.mark.rule("whi.forced.automatic", "whi.effects.state-checks")
def test_what_the_last_step_of_an_effect_triggers_happens_before_the_effect_is_over() -> None:
    """A made-up text of Thyrus': it looks at nothing itself after it took the Engineers their hit points."""
    trigger = Trigger("weaken", TURN_BEGINS, weakens_engineers, when=own_turn)
    with made_up(Block("thyrus-gorman", triggers=(trigger,))) as game:
        board = Board(Side(kingdom="thyrus-gorman"), Side(kingdom="zhufbar-engineers"), entry="turn", game=game)
    assert named(board.begun, "CardLeft", "EffectTriggered", "EffectBegan", "EffectOver") == [
        "EffectTriggered seat 0 thyrus-gorman text weaken place kingdom-0 forced",
        "EffectBegan effect 1",
        "CardLeft zhufbar-engineers owner 1 departure destroyed",
        "EffectTriggered seat 1 zhufbar-engineers text sacrifice subject zhufbar-engineers place kingdom-1 forced",
        "EffectBegan effect 2",
        "CardLeft thyrus-gorman departure sacrificed",
        "EffectOver",
        "EffectOver",
    ]
    assert board.state.pending == ()


@pytest.mark.rule("whi.forced.automatic", "whi.constant.always")
@pytest.mark.parametrize("forced", [True, False])
def test_only_a_forced_text_of_its_entering_outlives_a_unit_that_dies_as_it_enters(forced: bool) -> None:
    """The Goblins have 1 hit point, and enter with 1 damage; the text is made up."""
    kind = "crooked-teef-goblins"
    trigger = Trigger("drum", ENTERED, lambda effect: effect.emit(pb.DeckShuffled()), own=True, forced=forced)
    with made_up(Block(kind, triggers=(trigger,))) as game:
        mine = Side(capital="orc", hand=kind, resources=9)
        board = Board(mine, game=game, waiting=(Waiting(0, "wez-bigga"),))
        board.do(pb.PlayUnit(card=board.in_hand(kind), zone=pb.ZONE_BATTLEFIELD))
        facts = board.both_pass()
    happens = ["EffectBegan effect 1", "DeckShuffled seat 0", "EffectOver"]
    assert named(facts, "CardLeft", "EffectBegan", "EffectOver", "EffectLapsed", "DeckShuffled") == [
        f"CardLeft {kind} departure destroyed",
        *(happens if forced else ["EffectLapsed"]),
    ]


# Their targets.


@pytest.mark.rule("whi.forced.target", "whi.corrupt.mark")
def test_where_the_own_card_is_the_only_legal_target_it_is_chosen() -> None:
    board = Board(Side(hand="festering-nurglings", resources=9), Side(quest="black-orc", battlefield="hammerer"))
    board.do(pb.PlayUnit(card=board.in_hand("festering"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert named(facts, "UnitCorrupted") == ["UnitCorrupted festering-nurglings"]
    assert board.rule == "whi.window"


@pytest.mark.rule("whi.forced.target", "whi.zone.corresponding-each")
def test_the_controller_chooses_among_the_legal_targets_and_has_to() -> None:
    board = Board(
        Side(hand="festering-nurglings", kingdom="savage-marauders", resources=9),
        Side(kingdom="hammerer", quest="black-orc"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("festering"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.asked == 0
    assert board.moves() == [
        "ChooseTarget target festering-nurglings",
        "ChooseTarget target hammerer-of-karak-azul",
        "ChooseTarget target savage-marauders",
    ]
    assert board.cited(pb.ChooseTarget(target=board.id("black-orc"))) == ["whi.zone.corresponding-each"]
    assert board.cited(pb.Decline()) == ["whi.action.optional"]


@pytest.mark.rule("whi.forced.target")
def test_without_a_legal_target_nothing_happens() -> None:
    board = Board(Side(hand="night-goblins", resources=9), Side(quest="black-orc[choppa]"))
    board.do(pb.PlayUnit(card=board.in_hand("night-goblins"), zone=pb.ZONE_KINGDOM))
    facts = board.both_pass()
    assert [line for line in facts if "EffectFizzled" in line or "CardLeft" in line] == [
        "whi.forced.target: EffectFizzled seat 0 night-goblins night-goblins passed_over ChooseTarget"
    ]


# Cards that leave.


@pytest.mark.rule("whi.forced.self-referential", "whi.forced.last-zone")
def test_a_card_that_speaks_of_its_own_leaving_triggers_and_one_that_watches_and_leaves_with_it_does_not() -> None:
    board = Board(
        Side(hand="troll-vomit", resources=9, kingdom="black-orc"),
        Side(kingdom="zhufbar-engineers", quest="dwarf-ranger"),
    )
    board.tactic("troll-vomit")
    facts = board.both_pass()
    assert named(facts, "EffectTriggered", "EffectBegan", "EffectOver", "DamageAssigned") == [
        "EffectTriggered seat 1 zhufbar-engineers text sacrifice subject zhufbar-engineers place kingdom-1 forced",
        "EffectBegan effect 1",
        "EffectOver",
    ]
    assert board.in_play() == []


@pytest.mark.rule("whi.forced.self-referential")
def test_a_card_that_watches_others_triggers_where_it_stays() -> None:
    board = Board(Side(hand="flames-of-tzeentch", resources=9), Side(kingdom="hammerer hammerer", quest="dwarf-ranger"))
    board.tactic("flames-of-tzeentch", target=board.id("hammerer"), x=3)
    facts = board.both_pass()
    assert named(facts, "EffectTriggered") == [
        "EffectTriggered seat 1 dwarf-ranger text damage subject hammerer-of-karak-azul place quest-1 forced"
    ]
    assert board.asked == 1


@pytest.mark.rule("whi.forced.last-zone", "whi.zone.corresponding-opponent")
def test_the_zone_of_a_card_that_left_is_the_one_it_was_in_last() -> None:
    board = Board(
        Side(hand="forced-march flames-of-tzeentch", kingdom="black-orc", quest="savage-marauders", resources=9),
        Side(quest="zhufbar-engineers"),
    )
    board.tactic("forced-march", target=board.id("zhufbar-engineers"), zone=pb.ZONE_KINGDOM)
    board.both_pass()
    board.passing()
    board.tactic("flames-of-tzeentch", target=board.id("zhufbar-engineers"), x=3)
    facts = board.both_pass()
    assert named(facts, "CardLeft") == [
        "CardLeft zhufbar-engineers owner 1 departure destroyed",
        "CardLeft black-orc-squad departure sacrificed",
    ]
    assert board.in_play() == ["savage-marauders"]


# Constant effects.


@pytest.mark.rule("whi.constant.always", "whi.example.constant-boar-boyz")
def test_a_constant_text_works_as_long_as_its_condition_holds() -> None:
    board = Board(Side(battlefield="boar-boyz", quest="black-orc:1", hand="greater-heal", resources=9))
    assert strength(board, "boar-boyz") == 3
    board.tactic("greater-heal")
    facts = board.both_pass()
    assert named(facts, "DamageHealed") == ["DamageHealed target black-orc-squad damage 1"]
    assert strength(board, "boar-boyz") == 1


@pytest.mark.rule("whi.constant.always")
def test_a_damaged_unit_of_the_opponent_is_none_of_yours() -> None:
    board = Board(Side(battlefield="boar-boyz"), Side(quest="black-orc:1"))
    assert strength(board, "boar-boyz") == 1


@pytest.mark.rule("whi.constant.net")
def test_changes_are_added_up_before_the_floor() -> None:
    board = Board(Side(battlefield="black-orc", quest="runesmith", resources=9), Side(hand="demoralise", resources=9))
    board.passing()
    board.tactic("demoralise", target=board.id("black-orc"))
    board.both_pass()
    assert strength(board, "black-orc") == 0
    found = []
    for _ in range(3):
        board.use("runesmith", target=board.id("black-orc"))
        board.both_pass()
        board.passing()
        found.append(strength(board, "black-orc"))
    # 1 - 2 + 1, and then 1 more each.
    assert found == [0, 1, 2]


@pytest.mark.rule("whi.constant.net")
def test_each_card_has_its_own_floor() -> None:
    board = Board(Side(hand="demoralise", kingdom="black-orc mountain-brigade", resources=9))
    board.tactic("demoralise", target=board.id("black-orc"))
    board.both_pass()
    # 3 of the board, 2 of the Brigade, and nothing less for the Orcs.
    assert board.view(0).players[0].sections[0].power == 5


@pytest.mark.rule("whi.constant.until-eot")
def test_a_change_for_the_turn_ends_with_it_wherever_the_unit_is_then() -> None:
    board = Board(Side(battlefield="pistoliers", quest="runesmith", hand="flames-of-tzeentch pilgrimage", resources=20))
    board.use("runesmith", target=board.id("pistoliers"))
    board.both_pass()
    board.passing()
    board.tactic("pilgrimage", target=board.id("runesmith"))
    board.both_pass()
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    board.both_pass()
    # Its source has gone, and it has changed zones.
    assert strength(board, "pistoliers") == 2
    board.idle()
    assert strength(board, "pistoliers") == 1


@pytest.mark.rule("whi.constant.until-eot", "whi.damage.zero-hp")
def test_lost_hit_points_come_back_as_the_turn_ends() -> None:
    board = Board(Side(quest="vile-sorceress"), Side(kingdom="black-orc:2"), entry="turn")
    board.do(pb.ChooseTarget(target=board.id("black-orc")))
    assert [card.hit_points for card in board.view(0).cards if card.kind == "black-orc-squad"] == [3]
    board.idle()
    assert [card.hit_points for card in board.view(0).cards if card.kind == "black-orc-squad"] == [4]


# Then, or, each player.


@pytest.mark.rule("whi.effects.then")
def test_what_comes_after_then_happens_when_what_comes_before_was_carried_out() -> None:
    """The Cannon Crew looks at cards, takes none, and then the deck is shuffled."""
    board = Board(Side(hand="dwarf-cannon-crew", resources=9, deck="mountain-brigade*9"))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    facts = board.do(pb.Decline())
    assert [line for line in facts if "DeckShuffled" in line] == ["whi.effects.then: DeckShuffled seat 0"]


@pytest.mark.rule("whi.effects.or")
def test_of_two_things_only_what_can_be_carried_out_can_be_chosen() -> None:
    board = Board(Side(kingdom="warpstone-meteor black-orc~"), Side(kingdom="savage-marauders"), entry="turn")
    # No unit of the active player's can be corrupted: damage, on a section of its choice.
    assert (board.asked, board.moves()) == (
        0,
        ["ChoosePlace place battlefield-0", "ChoosePlace place kingdom-0", "ChoosePlace place quest-0"],
    )
    board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0))
    assert (board.asked, board.moves()) == (1, ["ChooseOption option corrupt", "ChooseOption option damage"])
    assert board.cited(pb.ChooseOption(option="both")) == ["whi.effects.or"]
    facts = board.do(pb.ChooseOption(option="corrupt"))
    assert named(facts, "UnitCorrupted", "DamageApplied") == [
        "UnitCorrupted savage-marauders",
        "DamageApplied (target quest-0 seat 0 cancellable 1)",
    ]


@pytest.mark.rule("whi.effects.or")
def test_an_option_that_names_each_section_leaves_burning_ones_out() -> None:
    board = Board(Side(battlefield="doom-divers", developments=(1, 0, 0)), Side(burning="quest"), entry="turn")
    facts = board.do(pb.ChooseOption(option="sacrifice"))
    assert named(facts, "DamageAssigned") == [
        "DamageAssigned (target kingdom-1 seat 0 cancellable 1) (target battlefield-1 seat 0 cancellable 1)"
    ]


@pytest.mark.rule("whi.effects.each-player")
def test_the_active_player_chooses_first_and_both_results_take_effect_together() -> None:
    board = Board(
        Side(battlefield="bloodthirster black-orc"), Side(battlefield="hammerer savage-marauders"), entry="turn"
    )
    assert board.asked == 0
    assert named(board.do(pb.ChooseUnit(unit=board.id("black-orc"))), "CardLeft") == []
    assert board.asked == 1
    assert "black-orc-squad" in board.in_play()
    facts = board.do(pb.ChooseUnit(unit=board.id("hammerer")))
    assert [line for line in facts if "Left" in line] == [
        "whi.card.bloodthirster: CardLeft black-orc-squad departure sacrificed",
        "whi.card.bloodthirster: CardLeft hammerer-of-karak-azul owner 1 departure sacrificed",
    ]


# Standing checks.


@pytest.mark.rule("whi.effects.state-checks", "whi.types.attachment-falls")
def test_the_checks_are_made_again_until_nothing_changes_and_only_then_texts_happen() -> None:
    board = Board(
        Side(hand="nurgles-pestilence", resources=9, kingdom="black-orc savage-marauders"),
        Side(kingdom="zhufbar-engineers:2[organ-gun]"),
    )
    board.tactic("nurgles-pestilence")
    facts = board.both_pass()
    start = next(index for index, line in enumerate(facts) if "CardLeft" in line)
    assert facts[start : start + 5] == [
        "whi.card.hit-points: CardLeft savage-marauders departure destroyed",
        "whi.card.hit-points: CardLeft zhufbar-engineers owner 1 departure destroyed",
        "whi.card.zhufbar-engineers: EffectTriggered seat 1 zhufbar-engineers text sacrifice"
        " subject zhufbar-engineers place kingdom-1 forced",
        "whi.types.attachment-falls: CardLeft organ-gun owner 1 departure sacrificed",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.in_play() == []


@pytest.mark.rule("whi.effects.in-play")
def test_moving_is_not_entering_play_but_it_is_coming_into_the_zone() -> None:
    board = Board(
        Side(quest="the-greatswords", hand="forced-march*2", resources=9, battlefield="pistoliers"),
        Side(kingdom="festering-nurglings", battlefield="hammerer"),
    )
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert named(facts, "EffectTriggered", "PowerChanged") == [
        "EffectTriggered seat 0 the-greatswords text stronger subject pistoliers place quest-0 forced",
        "PowerChanged the-greatswords power 1",
    ]
    board.passing()
    board.tactic("forced-march", target=board.id("festering-nurglings"), zone=pb.ZONE_BATTLEFIELD)
    assert named(board.both_pass(), "EffectTriggered", "UnitMoved", "UnitCorrupted") == [
        "UnitMoved festering-nurglings zone battlefield"
    ]
