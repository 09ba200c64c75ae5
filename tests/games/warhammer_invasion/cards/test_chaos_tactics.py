"""The Chaos tactics: each text in full, what is refused, and what happens when a target is gone."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.cards.telling import BEGAN, TACTIC_OVER, resolves
from tests.games.warhammer_invasion.table import Board, Side, named, power_of


def chaos(**words: Any) -> Side:
    return Side(capital="chaos", **words)


# 99 Seduced by Darkness.


@pytest.mark.rule("whi.card.seduced-by-darkness", "whi.corrupt.mark")
def test_seduced_by_darkness_corrupts_a_unit() -> None:
    board = Board(
        chaos(kingdom="dark-zealot shrine-to-nurgle", hand="seduced-by-darkness"), Side(battlefield="boar-boyz")
    )
    assert board.options("PlayTactic seduced-by-darkness") == ["target boar-boyz", "target dark-zealot"]
    support = pb.PlayTactic(card=board.in_hand("seduced"), target=board.id("shrine-to-nurgle"))
    assert board.cited(support) == ["whi.chain.targets-up-front"]
    assert board.tactic("seduced", target=board.id("boar")) == [
        "whi.types.tactic: TacticPlayed seat 0 seduced-by-darkness targets boar-boyz"
    ]
    assert board.effect() == ["whi.card.seduced-by-darkness: UnitCorrupted boar-boyz"]


@pytest.mark.rule("whi.card.seduced-by-darkness", "whi.corrupt.mark")
def test_a_corrupted_unit_is_a_legal_target_and_nothing_changes() -> None:
    board = Board(chaos(hand="seduced-by-darkness"), Side(battlefield="boar-boyz~"))
    board.tactic("seduced", target=board.id("boar"))
    assert board.effect() == ["whi.corrupt.twice: EffectFizzled seat 0 seduced-by-darkness spared boar-boyz"]
    assert Board(chaos(hand="seduced-by-darkness")).options("PlayTactic") == []


@pytest.mark.rule("whi.card.seduced-by-darkness", "whi.combat.corrupt-after-declare", "whi.corrupt.no-combat")
def test_seduced_by_darkness_before_and_after_the_attackers_are_declared() -> None:
    before = Board(Side(battlefield="boar-boyz dark-zealot"), chaos(hand="seduced-by-darkness"), entry="combat")
    before.passing()
    before.tactic("seduced", target=before.id("boar"))
    before.effect()
    before.both_pass()
    attack = pb.DeclareAttackers(units=[before.id("boar")])
    assert before.cited(attack) == ["whi.corrupt.no-combat"]
    after = Board(Side(battlefield="boar-boyz"), chaos(hand="seduced-by-darkness"), entry="combat")
    after.both_pass()
    after.attack("boar-boyz")
    after.passing()
    after.tactic("seduced", target=after.id("boar"))
    after.effect()
    assert after.combat.attackers == (after.id("boar"),)


# 100 Will of Tzeentch.


@pytest.mark.rule("whi.card.will-of-tzeentch", "whi.effects.each-player")
def test_will_of_tzeentch_makes_both_players_discard_and_draw_three() -> None:
    board = Board(
        chaos(hand="will-of-tzeentch pillage*2", resources=5, deck="dark-zealot*9"),
        Side(hand="waaagh", deck="boar-boyz*9"),
    )
    assert board.tactic("will-of-tzeentch") == [
        "whi.types.tactic: TacticPlayed seat 0 will-of-tzeentch",
        "whi.capital.pay: ResourcesPaid seat 0 resources 5",
    ]
    drawn = [
        "whi.card.will-of-tzeentch: CardDrawn seat 0 dark-zealot dark-zealot",
        "whi.card.will-of-tzeentch: CardDrawn seat 1 boar-boyz boar-boyz",
    ]
    assert board.effect() == [
        "whi.card.will-of-tzeentch: HandDiscarded seat 0 pillage*2",
        "whi.card.will-of-tzeentch: HandDiscarded seat 1 waaagh",
        *drawn * 3,
    ]
    assert (board.hand(0), board.hand(1)) == ("dark-zealot*3", "boar-boyz*3")
    assert board.discard(0) == "pillage*2 will-of-tzeentch"


@pytest.mark.rule("whi.card.will-of-tzeentch")
def test_a_player_without_cards_draws_all_the_same() -> None:
    board = Board(chaos(hand="will-of-tzeentch", resources=5), Side())
    board.tactic("will-of-tzeentch")
    assert named(board.effect(), "HandDiscarded") == []
    assert [len(board.player(seat).hand) for seat in (0, 1)] == [3, 3]


@pytest.mark.rule("whi.card.will-of-tzeentch", "whi.deckout.both", "whi.deckout.immediate")
@pytest.mark.parametrize(
    ("decks", "result", "drawn"),
    [
        ((3, 3), ((), "whi.deckout.both"), 6),
        ((2, 3), ((1,), "whi.deckout.immediate"), 4),
        ((9, 3), ((0,), "whi.deckout.immediate"), 6),
        ((4, 4), None, 6),
    ],
)
def test_a_deck_of_three_cards_loses_and_two_of_them_are_a_draw(
    decks: tuple[int, int], result: Any, drawn: int
) -> None:
    board = Board(
        chaos(hand="will-of-tzeentch", resources=5, deck=f"pillage*{decks[0]}"), Side(deck=f"pillage*{decks[1]}")
    )
    board.tactic("will-of-tzeentch")
    facts = board.both_pass()
    assert (board.result, len(named(facts, "CardDrawn"))) == (result, drawn)


@pytest.mark.rule("whi.card.will-of-tzeentch", "whi.play.your-turn")
def test_will_of_tzeentch_is_for_the_own_turn() -> None:
    board = Board(chaos(hand="will-of-tzeentch", resources=5), seat=1)
    board.passing()
    assert board.cited(pb.PlayTactic(card=board.in_hand("will-of-tzeentch"))) == ["whi.play.your-turn"]


# 101 Nurgle's Pestilence.


@pytest.mark.rule("whi.card.nurgles-pestilence", "whi.damage.non-combat", "whi.damage.non-combat.no-window")
def test_nurgles_pestilence_damages_every_unit_and_corrupted_ones_more() -> None:
    board = Board(
        chaos(kingdom="dark-zealot hammerer~", hand="nurgles-pestilence", resources=3),
        Side(quest="boar-boyz~ servants-of-khorne", battlefield="hammerer contested-village"),
    )
    board.tactic("nurgles-pestilence")
    assert board.effect() == [
        "whi.card.nurgles-pestilence: DamageAssigned (target dark-zealot seat 0 cancellable 1)"
        " (target hammerer-of-karak-azul seat 0 cancellable 2) (target boar-boyz seat 0 cancellable 2)"
        " (target servants-of-khorne seat 0 cancellable 1) (target hammerer-of-karak-azul seat 0 cancellable 1)",
        *["whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul"] * 2,
        "whi.damage.non-combat: DamageApplied (target dark-zealot seat 0 cancellable 1)"
        " (target hammerer-of-karak-azul seat 0 cancellable 1) (target boar-boyz seat 0 cancellable 2)"
        " (target servants-of-khorne seat 0 cancellable 1)",
        "whi.card.hit-points: CardLeft servants-of-khorne owner 1 departure destroyed",
    ]


@pytest.mark.rule("whi.card.nurgles-pestilence")
def test_nurgles_pestilence_finds_those_that_are_there_when_it_resolves() -> None:
    board = Board(
        Side(capital="chaos", kingdom="chaos-knights", hand="dark-zealot", resources=9),
        chaos(hand="nurgles-pestilence seduced-by-darkness", resources=4),
    )
    board.do(pb.PlayUnit(card=board.in_hand("dark-zealot"), zone=pb.ZONE_KINGDOM))
    board.tactic("nurgles-pestilence")
    board.passing()
    board.tactic("seduced", target=board.id("chaos-knights"))
    assert named(resolves(board), "DamageApplied") == ["DamageApplied (target chaos-knights seat 1 cancellable 2)"]
    empty = Board(chaos(hand="nurgles-pestilence", resources=4))
    empty.tactic("nurgles-pestilence")
    assert empty.effect() == ["whi.card.nurgles-pestilence: EffectFizzled seat 0 nurgles-pestilence"]


# 102 Flames of Tzeentch.


@pytest.mark.rule("whi.card.flames-of-tzeentch", "whi.cost.x")
def test_flames_of_tzeentch_deal_what_is_paid() -> None:
    board = Board(
        chaos(kingdom="dark-zealot", hand="flames-of-tzeentch", resources=3), Side(battlefield="hammerer boar-boyz")
    )
    assert board.options("PlayTactic flames-of-tzeentch target boar-boyz") == ["x 0", "x 1", "x 2"]
    flames = board.in_hand("flames")
    boyz = board.id("boar")
    assert board.refused(pb.PlayTactic(card=flames, target=boyz, x=3))[0][0] == "whi.cost.x"
    assert board.tactic("flames", target=board.id("hammerer"), x=2) == [
        "whi.types.tactic: TacticPlayed seat 0 flames-of-tzeentch targets hammerer-of-karak-azul x 2",
        "whi.capital.pay: ResourcesPaid seat 0 resources 3",
    ]
    assert board.effect() == [
        "whi.card.flames-of-tzeentch: DamageAssigned (target hammerer-of-karak-azul seat 0 cancellable 2)",
        "whi.kw.toughness: DamageCancelled target hammerer-of-karak-azul damage 1 by hammerer-of-karak-azul",
        "whi.damage.non-combat: DamageApplied (target hammerer-of-karak-azul seat 0 cancellable 1)",
    ]


@pytest.mark.rule("whi.card.flames-of-tzeentch", "whi.cost.x", "whi.play.your-turn")
def test_x_may_be_none_and_the_flames_are_for_the_own_turn() -> None:
    board = Board(chaos(hand="flames-of-tzeentch", resources=2), Side(battlefield="boar-boyz"))
    assert board.options("PlayTactic") == ["flames-of-tzeentch target boar-boyz x 0"]
    board.tactic("flames", target=board.id("boar"), x=0)
    assert board.effect() == ["whi.cost.x: EffectFizzled seat 0 flames-of-tzeentch spared boar-boyz"]
    theirs = Board(chaos(hand="flames-of-tzeentch", resources=2), Side(battlefield="boar-boyz"), seat=1)
    theirs.passing()
    flames = pb.PlayTactic(card=theirs.in_hand("flames"), target=theirs.id("boar"), x=0)
    assert theirs.cited(flames) == ["whi.play.your-turn"]


@pytest.mark.rule("whi.card.flames-of-tzeentch", "whi.chain.recheck-target", "whi.chain.targets-up-front")
def test_flames_of_tzeentch_ask_for_a_unit_and_do_nothing_where_it_is_gone() -> None:
    bare = Board(chaos(kingdom="contested-village", hand="flames-of-tzeentch", resources=3))
    flames = pb.PlayTactic(card=bare.in_hand("flames"), target=bare.id("contested-village"), x=0)
    assert bare.cited(flames) == ["whi.chain.targets-up-front"]
    board = Board(
        chaos(hand="flames-of-tzeentch", resources=4),
        chaos(battlefield="savage-marauders", hand="blood-for-the-blood-god", resources=2),
    )
    board.tactic("flames", target=board.id("savage-marauders"), x=2)
    board.tactic("blood-for", target=board.id("savage-marauders"))
    assert resolves(board)[-3:] == [
        BEGAN,
        "whi.chain.recheck-target: EffectFizzled seat 0 flames-of-tzeentch spared savage-marauders",
        TACTIC_OVER,
    ]
    assert (board.player().resources, board.discard()) == (0, "flames-of-tzeentch")


# 103 Blood for the Blood God.


@pytest.mark.rule("whi.card.blood-for-the-blood-god", "whi.damage.non-combat")
def test_a_unit_in_a_battlefield_takes_damage_equal_to_its_power() -> None:
    board = Board(
        chaos(battlefield="savage-marauders", kingdom="dark-zealot", hand="blood-for", resources=2),
        Side(battlefield="king-kazador", quest="boar-boyz"),
    )
    assert board.options("PlayTactic blood-for-the-blood-god") == ["target savage-marauders"]
    paid = Board(
        chaos(battlefield="chaos-knights", kingdom="dark-zealot", hand="blood-for", resources=2),
        Side(battlefield="hammerer big-uns", quest="boar-boyz"),
    )
    for kind in ("dark-zealot", "boar-boyz"):
        tactic = pb.PlayTactic(card=paid.in_hand("blood-for"), target=paid.id(kind))
        assert paid.cited(tactic) == ["whi.chain.targets-up-front"]
    paid.tactic("blood-for", target=paid.id("chaos-knights"))
    assert paid.effect() == [
        "whi.card.blood-for-the-blood-god: DamageAssigned (target chaos-knights seat 0 cancellable 3)",
        "whi.damage.non-combat: DamageApplied (target chaos-knights seat 0 cancellable 3)",
    ]


@pytest.mark.rule("whi.card.blood-for-the-blood-god")
def test_the_power_is_read_as_it_resolves() -> None:
    board = Board(
        chaos(battlefield="dark-zealot squig-herders", hand="blood-for", resources=2),
        Side(capital="orc", hand="favour-of-mork", resources=2),
    )
    board.tactic("blood-for", target=board.id("dark-zealot"))
    board.tactic("favour", target=board.id("dark-zealot"), other=board.id("squig"))
    assert named(resolves(board), "DamageAssigned", "DamageApplied") == []
    more = Board(
        chaos(battlefield="boar-boyz squig-herders:1", hand="blood-for", resources=3), Side(battlefield="big-uns")
    )
    assert power_of(more, "boar-boyz") == 3
    more.tactic("blood-for", target=more.id("boar"))
    assert named(more.effect(), "DamageApplied") == ["DamageApplied (target boar-boyz seat 0 cancellable 3)"]


# 104 Culling the Weak.


@pytest.mark.rule("whi.card.culling-the-weak", "whi.chain.costs-up-front", "whi.constant.until-eot")
def test_culling_the_weak_costs_a_unit_and_strengthens_those_in_the_own_battlefield() -> None:
    board = Board(
        chaos(
            kingdom="dark-zealot",
            quest="big-uns",
            battlefield="chaos-knights savage-marauders",
            hand="culling",
            resources=2,
        ),
        Side(battlefield="boar-boyz"),
    )
    assert board.options("PlayTactic culling-the-weak") == [
        "sacrifice big-uns",
        "sacrifice chaos-knights",
        "sacrifice dark-zealot",
        "sacrifice savage-marauders",
    ]
    theirs = pb.PlayTactic(card=board.in_hand("culling"), sacrifice=board.id("boar"))
    assert board.cited(theirs) == ["whi.chain.costs-up-front"]
    assert board.tactic("culling", sacrifice=board.id("dark-zealot")) == [
        "whi.types.tactic: TacticPlayed seat 0 culling-the-weak",
        "whi.capital.pay: ResourcesPaid seat 0 resources 2",
        "whi.chain.costs-up-front: CardLeft dark-zealot departure sacrificed",
    ]
    assert board.effect() == [
        "whi.card.culling-the-weak: PowerChanged chaos-knights power 1",
        "whi.card.culling-the-weak: PowerChanged savage-marauders power 1",
    ]
    board.idle()
    assert power_of(board, "chaos-knights") == 3


@pytest.mark.rule("whi.card.culling-the-weak")
def test_culling_the_weak_finds_those_that_are_there_when_it_resolves() -> None:
    board = Board(
        chaos(battlefield="chaos-knights dark-zealot", hand="culling savage-marauders", resources=9),
    )
    board.tactic("culling", sacrifice=board.id("chaos-knights"))
    board.passing()
    board.do(pb.PlayUnit(card=board.in_hand("savage-marauders"), zone=pb.ZONE_BATTLEFIELD))
    assert named(resolves(board), "PowerChanged") == [
        "PowerChanged dark-zealot power 1",
        "PowerChanged savage-marauders power 1",
    ]


@pytest.mark.rule("whi.card.culling-the-weak", "whi.chain.costs-up-front")
def test_without_a_unit_there_is_nothing_to_cull() -> None:
    board = Board(chaos(hand="culling", resources=9), Side(kingdom="boar-boyz"))
    assert board.refused(pb.PlayTactic(card=board.in_hand("culling"))) == [
        ("whi.chain.costs-up-front", "you have no unit to sacrifice for this")
    ]
    alone = Board(chaos(kingdom="dark-zealot", hand="culling", resources=9))
    alone.tactic("culling", sacrifice=alone.id("dark-zealot"))
    assert alone.effect() == ["whi.card.culling-the-weak: EffectFizzled seat 0 culling-the-weak"]
