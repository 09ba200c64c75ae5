"""The Empire units, 32-37."""

import pytest

from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD_PHASE, CAPITAL_PHASE, END, KINGDOM_PHASE, QUEST_PHASE
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.order import KINGDOM_0, QUEST_0, attack, defend
from tests.games.warhammer_invasion.table import Board, Side, named

# 32. Thyrus Gorman


@pytest.mark.rule("whi.card.thyrus-gorman", "whi.turn.end")
def test_thyrus_gorman_burns_away() -> None:
    """At the end of its controller's turns, after the window; by the third it is dead."""
    board = Board(Side(kingdom="thyrus"), phase=END)
    assert board.both_pass()[2:8] == [
        "whi.card.thyrus-gorman: EffectTriggered seat 0 thyrus-gorman text damage place kingdom-0 forced",
        "whi.forced.order: EffectBegan effect 1",
        "whi.card.thyrus-gorman: DamageAssigned (target thyrus-gorman seat 0 cancellable 1)",
        "whi.damage.non-combat: DamageApplied (target thyrus-gorman seat 0 cancellable 1)",
        "whi.forced.order: EffectOver",
        "whi.turn.handover: TurnEnded seat 0",
    ]
    board.idle()
    assert board.card("thyrus").damage == 1
    board.idle()
    assert board.card("thyrus").damage == 2
    board.idle()
    board.idle()
    assert board.in_play() == [] and board.discard() == "thyrus-gorman"


# 33. Huntsmen


@pytest.mark.rule("whi.card.huntsmen", "whi.kw.zone-only", "whi.quest.in-quest-zone")
def test_huntsmen_are_for_the_quest_zone_only() -> None:
    """Onto a quest too; and once in play they may be moved."""
    board = Board(Side(hand="huntsmen", quest="defend-the", resources=1, capital="empire"))
    assert board.options("PlayUnit") == ["huntsmen zone quest"]
    assert board.options("SendUnit") == ["huntsmen quest defend-the-border"]
    for zone in (pb.ZONE_KINGDOM, pb.ZONE_BATTLEFIELD):
        assert board.cited(pb.PlayUnit(card=board.in_hand("huntsmen"), zone=zone)) == ["whi.kw.zone-only"]


# 34. Warrior Priests


def priests(first: str, second: str) -> Board:
    """Warrior Priests of seat 1 defend-the their kingdom against a Mountain Brigade, and other units are there."""
    board = Board(
        Side(battlefield=f"mountain-brigade {first}".strip()), Side(kingdom="warrior-priests", battlefield=second),
        entry="combat",
    )  # fmt: skip
    attack(board, "mountain-brigade")
    defend(board, "warrior-priests")
    board.both_pass()
    return board


@pytest.mark.rule("whi.card.warrior-priests", "whi.damage.redirect", "whi.kw.toughness")
def test_warrior_priests_send_the_first_point_elsewhere() -> None:
    """To another unit in a battlefield, of either player, whose Toughness may cancel it. The rest stays."""
    board = priests("hammerer", "runesmith")
    board.do(pb.AssignDamage(points=[board.id("warrior-priests")] * 2))
    board.both_pass()
    assert board.asked == 1
    assert board.moves() == [
        "RedirectPoint target hammerer-of-karak-azul",
        "RedirectPoint target mountain-brigade",
        "RedirectPoint target runesmith",
    ]
    for target in (board.id("warrior-priests"), KINGDOM_0):
        assert board.cited(pb.RedirectPoint(target=target)) == ["whi.chain.targets-up-front"]
    facts = board.do(pb.RedirectPoint(target=board.id("hammerer")))
    assert facts[:4] == [
        "whi.card.warrior-priests: DamageRedirected from warrior-priests to hammerer-of-karak-azul by warrior-priests",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.combat.apply: DamageApplied (target warrior-priests seat 0 cancellable 1)"
        " (target mountain-brigade seat 1 cancellable 1) combat",
        "whi.combat.apply.destroy-units: CardLeft warrior-priests owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.card.warrior-priests", "whi.turn.each-turn-counters", "whi.damage.non-combat")
def test_warrior_priests_do_so_once_each_turn() -> None:
    """Non-combat damage too; the second time in a turn it stays, and in the next turn it does not."""
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer runesmith", battlefield="grudge-thrower durgnar", resources=9),
        Side(kingdom="warrior-priests", battlefield="mountain-brigade"),
    )
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    board.do(pb.ChooseTarget(target=board.id("warrior-priests")))
    assert board.moves() == ["RedirectPoint target durgnar-the-bold", "RedirectPoint target mountain-brigade"]
    board.do(pb.RedirectPoint(target=board.id("durgnar")))
    assert board.card("durgnar").damage == 1 and board.card("warrior-priests").damage == 0
    board.both_pass()
    board.passing()
    board.use("grudge-thrower", sacrifice=board.id("runesmith"))
    facts = board.do(pb.ChooseTarget(target=board.id("warrior-priests")))
    assert named(facts, "DamageRedirected", "CardLeft") == ["CardLeft warrior-priests owner 1 departure destroyed"]


@pytest.mark.rule("whi.card.warrior-priests", "whi.damage.redirect", "whi.kw.counterstrike.uncancellable")
def test_a_redirected_point_keeps_its_kind() -> None:
    """Counterstrike's stays uncancellable: the Hammerer's Toughness is of no use."""
    board = Board(Side(battlefield="warrior-priests hammerer"), Side(kingdom="reiksguard-knights"), entry="combat")
    attack(board, "warrior-priests")
    defend(board, "reiksguard-knights")
    assert board.asked == 0 and board.moves() == ["RedirectPoint target hammerer-of-karak-azul"]
    facts = board.do(pb.RedirectPoint(target=board.id("hammerer")))
    assert facts[:3] == [
        "whi.card.warrior-priests: DamageRedirected from warrior-priests to hammerer-of-karak-azul by warrior-priests"
        " uncancellable",
        "whi.kw.toughness.uncancellable: EffectFizzled seat 0 hammerer-of-karak-azul hammerer-of-karak-azul",
        "whi.damage.counterstrike-exception: DamageApplied (target warrior-priests seat 1 uncancellable 1)"
        " (target hammerer-of-karak-azul seat 1 uncancellable 1) combat",
    ]


@pytest.mark.rule("whi.card.warrior-priests", "whi.damage.redirect")
def test_without_another_unit_the_point_stays() -> None:
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer", battlefield="grudge-thrower", resources=9),
        Side(kingdom="warrior-priests mountain-brigade"),
    )
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    facts = board.do(pb.ChooseTarget(target=board.id("warrior-priests")))
    assert named(facts, "PointStayed", "DamageRedirected", "CardLeft") == [
        "PointStayed warrior-priests",
        "CardLeft warrior-priests owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.card.warrior-priests", "whi.cost.extra-for-target", "whi.card.church-of-sigmar")
def test_warrior_priests_need_not_pay_for_a_target() -> None:
    """Where only such units are there as have to be paid for, the point may stay."""

    def hit(resources: int) -> Board:
        board = Board(
            Side(quest="dwarf-ranger", kingdom="hammerer church-of-sigmar", battlefield="grudge-thrower runesmith",
                 resources=1),
            Side(kingdom="warrior-priests", resources=resources),
        )  # fmt: skip
        board.use("grudge-thrower", sacrifice=board.id("hammerer"))
        return board

    board = hit(1)
    board.do(pb.ChooseTarget(target=board.id("warrior-priests")))
    assert board.asked == 1 and board.moves() == ["Decline", "RedirectPoint target runesmith"]
    assert named(board.do(pb.Decline()), "PointStayed") == ["PointStayed warrior-priests"]
    board = hit(1)
    board.do(pb.ChooseTarget(target=board.id("warrior-priests")))
    assert board.do(pb.RedirectPoint(target=board.id("runesmith")))[0] == (
        "whi.cost.extra-for-target: ResourcesPaid seat 1 resources 1"
    )
    board = hit(0)
    assert named(board.do(pb.ChooseTarget(target=board.id("warrior-priests"))), "PointStayed") == [
        "PointStayed warrior-priests"
    ]


@pytest.mark.rule("whi.card.warrior-priests", "whi.damage.redirect")
def test_two_warrior_priests_face_each_other() -> None:
    """Each sends the point on once: then it stays."""
    board = Board(
        Side(quest="dwarf-ranger", kingdom="hammerer", battlefield="grudge-thrower warrior-priests", resources=1),
        Side(battlefield="warrior-priests"),
    )
    board.use("grudge-thrower", sacrifice=board.id("hammerer"))
    mine, theirs = board.id("warrior-priests", 0), board.id("warrior-priests", 1)
    board.do(pb.ChooseTarget(target=theirs))
    assert board.asked == 1
    board.do(pb.RedirectPoint(target=mine))
    assert board.asked == 0
    facts = board.do(pb.RedirectPoint(target=theirs))
    assert facts[1] == "whi.damage.non-combat: DamageApplied (target warrior-priests seat 0 cancellable 1)"
    assert [unit.id for unit in board.state.cards if unit.kind == "warrior-priests"] == [mine]


@pytest.mark.rule("whi.card.warrior-priests", "whi.damage.cancel-order", "whi.card.master-rune-of-valaya")
def test_warrior_priests_under_valaya_choose_what_comes_first() -> None:
    for option, redirects in (("cancel", 0), ("redirect", 1)):
        board = Board(
            Side(battlefield="mountain-brigade"),
            Side(
                kingdom="warrior-priests",
                battlefield="runesmith",
                hand="master-rune-of-valaya",
                resources=9,
                capital="dwarf",
            ),
            entry="combat",
        )
        attack(board, "mountain-brigade")
        board.passing()
        board.tactic("master-rune-of-valaya")
        board.both_pass()
        defend(board, "warrior-priests")
        board.both_pass()
        board.assign("warrior-priests*2")
        board.both_pass()
        assert board.asked == 1 and board.moves() == ["ChooseOption option cancel", "ChooseOption option redirect"]
        facts = board.do(pb.ChooseOption(option=option))
        if redirects:
            facts = board.do(pb.RedirectPoint(target=board.id("runesmith")))
        assert len(named(facts, "DamageRedirected")) == redirects and named(facts, "CardLeft") == []


# 35. Free Company


@pytest.mark.rule("whi.card.free-company", "whi.kw.scout")
def test_the_free_company_scouts() -> None:
    board = Board(Side(battlefield="free-company"), Side(hand="demoralise*2"), entry="combat")
    attack(board, "free-company")
    board.both_pass()
    board.both_pass()
    assert len(named(board.both_pass(), "HandCardDiscarded")) == 1 and board.hand(1) == "demoralise"


# 36. Pistoliers


@pytest.mark.rule("whi.card.pistoliers", "whi.effects.move", "whi.action.repeat")
def test_pistoliers_ride_as_often_as_they_are_paid() -> None:
    """Damage, corruption and attachments come along."""
    board = Board(Side(kingdom="pistoliers:1~[organ-gun]", resources=2))
    assert board.options("UseAction") == ["pistoliers zone battlefield", "pistoliers zone quest"]
    assert board.cited(pb.UseAction(card=board.id("pistoliers"), zone=pb.ZONE_KINGDOM)) == ["whi.effects.move"]
    assert board.use("pistoliers", zone=pb.ZONE_QUEST) == [
        "whi.action.in-play: ActionUsed seat 0 pistoliers zone quest",
        "whi.chain.costs-up-front: ResourcesPaid seat 0 resources 1",
    ]
    assert board.effect() == ["whi.card.pistoliers: UnitMoved pistoliers zone quest"]
    pistoliers = board.card("pistoliers")
    assert (pistoliers.place, pistoliers.damage, pistoliers.corrupted) == (QUEST_0, 1, True)
    assert board.card("organ-gun").place == QUEST_0
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_BATTLEFIELD)
    board.both_pass()
    board.passing()
    assert board.cited(pb.UseAction(card=board.id("pistoliers"), zone=pb.ZONE_QUEST)) == ["whi.capital.pay"]


@pytest.mark.rule("whi.card.pistoliers", "whi.combat.leave-combat", "whi.combat.assign.target-gone")
def test_pistoliers_ride_out_of_combat() -> None:
    board = Board(Side(battlefield="pistoliers hammerer", resources=1), entry="combat")
    attack(board, "pistoliers hammerer")
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    board.both_pass()
    assert board.combat.attackers == (board.id("hammerer"),)


@pytest.mark.rule("whi.card.pistoliers", "whi.effects.move", "whi.chain.source-independent")
def test_pistoliers_stay_where_they_cannot_go_any_more() -> None:
    """They are there already, or they are gone."""
    board = Board(Side(kingdom="pistoliers", battlefield="grudge-thrower", resources=3))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    facts = board.both_pass()
    assert named(facts, "UnitMoved", "EffectFizzled") == [
        "UnitMoved pistoliers zone quest",
        "EffectFizzled seat 0 pistoliers pistoliers spared pistoliers",
    ]
    assert "whi.effects.move: EffectFizzled seat 0 pistoliers pistoliers spared pistoliers" in facts
    board = Board(Side(kingdom="pistoliers", battlefield="grudge-thrower", resources=2))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.passing()
    board.use("grudge-thrower", sacrifice=board.id("pistoliers"))
    assert named(board.both_pass(), "UnitMoved", "EffectFizzled") == [
        "EffectFizzled seat 0 grudge-thrower grudge-thrower",
        "EffectFizzled seat 0 pistoliers",
    ]


# 37. Johannes Broheim


@pytest.mark.rule("whi.card.johannes-broheim", "whi.turn.phases", "whi.effects.move")
def test_johannes_may_move_at_the_end_of_each_phase() -> None:
    """The four phases, of either player's turn, after the last window; not at the turn's beginning or end."""
    board = Board(Side(kingdom="johannes"), entry="turn")
    asked: list[tuple[int, int]] = []
    for _ in range(2):
        turn = board.state.turn.number
        while board.state.turn.number == turn:
            if board.rule == "whi.card.johannes-broheim":
                assert board.asked == 0 and board.moves() == [
                    "Decline",
                    "MoveUnit unit johannes-broheim zone battlefield",
                    "MoveUnit unit johannes-broheim zone quest",
                ]
                asked.append((board.state.turn.seat, board.state.turn.phase))
                board.do(pb.Decline())
            elif board.rule == "whi.battlefield":
                board.do(pb.DeclareNoAttack())
            else:
                board.do(pb.Pass())
    four = (KINGDOM_PHASE, QUEST_PHASE, CAPITAL_PHASE, BATTLEFIELD_PHASE)
    assert asked == [(seat, phase) for seat in (0, 1) for phase in four]


@pytest.mark.rule("whi.card.johannes-broheim", "whi.effects.move", "whi.hero.one-per-zone")
def test_johannes_moves_where_no_other_hero_is() -> None:
    board = Board(Side(kingdom="johannes", quest="durgnar"), phase=CAPITAL_PHASE)
    assert board.both_pass()[2:] == [
        "whi.card.johannes-broheim: EffectTriggered seat 0 johannes-broheim text move place kingdom-0",
        "whi.forced.order: EffectBegan effect 1",
    ]
    assert board.asked == 0 and board.moves() == ["Decline", "MoveUnit unit johannes-broheim zone battlefield"]
    johannes = board.id("johannes")
    assert board.cited(pb.MoveUnit(unit=johannes, zone=pb.ZONE_QUEST)) == ["whi.hero.one-per-zone"]
    assert board.cited(pb.MoveUnit(unit=board.id("durgnar"), zone=pb.ZONE_BATTLEFIELD)) == ["whi.card.johannes-broheim"]
    assert board.do(pb.MoveUnit(unit=johannes, zone=pb.ZONE_BATTLEFIELD)) == [
        "whi.card.johannes-broheim: UnitMoved johannes-broheim zone battlefield",
        "whi.forced.order: EffectOver",
        "whi.battlefield: PhaseBegan seat 0 phase battlefield",
    ]
    board = Board(Side(kingdom="johannes", quest="durgnar", battlefield="king-kazador"), phase=CAPITAL_PHASE)
    assert board.both_pass()[2:] == [
        "whi.card.johannes-broheim: EffectTriggered seat 0 johannes-broheim text move place kingdom-0",
        "whi.forced.order: EffectBegan effect 1",
        "whi.effects.move: EffectFizzled seat 0 johannes-broheim johannes-broheim passed_over MoveUnit",
        "whi.forced.order: EffectOver",
        "whi.battlefield: PhaseBegan seat 0 phase battlefield",
    ]


@pytest.mark.rule("whi.card.johannes-broheim", "whi.turn.first-turn-penalty")
def test_a_skipped_phase_has_no_end() -> None:
    board = Board(Side(kingdom="johannes"), phase=KINGDOM_PHASE, turn={"number": 1})
    board.both_pass()
    assert board.rule == "whi.card.johannes-broheim"
    facts = board.do(pb.MoveUnit(unit=board.id("johannes"), zone=pb.ZONE_QUEST))
    assert facts[-2:] == [
        "whi.capital: PhaseBegan seat 0 phase capital",
        "whi.capital: WindowOpened window capital",
    ]


@pytest.mark.rule("whi.card.johannes-broheim", "whi.kw.counterstrike")
def test_johannes_strikes_back() -> None:
    board = Board(Side(battlefield="mountain-brigade"), Side(kingdom="johannes"), entry="combat")
    attack(board, "mountain-brigade")
    assert (
        "whi.damage.counterstrike-exception: DamageApplied (target mountain-brigade seat 1 uncancellable 2) combat"
        in defend(board, "johannes")
    )
