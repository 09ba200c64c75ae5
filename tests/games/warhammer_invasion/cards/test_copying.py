"""Twin-Tailed Comet (45) and Slaanesh's Domination (105): what copies tactics, and what plays another's."""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion.numbers import power
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, KINGDOM, QUEST, place
from rulekeeper.kernel import SPECTATOR
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

# 45. Twin-Tailed Comet


def comet(**words: Any) -> Side:
    return Side(**{"hand": "twin-tailed", "capital": "empire", "resources": 5, **words})


def answered(board: Board, kind: str, **named: Any) -> list[str]:
    """Seat 0 plays a tactic, and seat 1 answers with the Comet; what happens as the Comet resolves, up to its first
    question or its end.
    """
    board.tactic(kind, **named)
    board.tactic("twin-tailed", target=board.action(kind))
    facts = board.both_pass()[3:]
    over = "whi.types.tactic: ActionOver"
    return facts[: facts.index(over)] if over in facts else facts


def copying(board: Board, kind: str, **named: Any) -> list[str]:
    """The copy's targets are named; what it does."""
    facts = board.do(pb.CopyTactic(card=board.action(kind), **named))
    over = "whi.card.twin-tailed-comet: ActionOver"
    return facts[: facts.index(over)] if over in facts else facts


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.chain.just-played", "whi.chain.lifo")
def test_the_comet_carries_out_a_tactic_with_targets_of_its_own() -> None:
    board = Board(Side(hand="demoralise", resources=5, kingdom="mountain"), comet(quest="squig"))
    assert board.options("PlayTactic") == ["demoralise target mountain-brigade", "demoralise target squig-herders"]
    assert answered(board, "demoralise", target=board.id("squig")) == []
    assert board.asked == 1 and board.rule == "whi.card.twin-tailed-comet"
    assert board.moves() == [
        "CopyTactic demoralise target mountain-brigade",
        "CopyTactic demoralise target squig-herders",
    ]
    facts = board.do(pb.CopyTactic(card=board.action("demoralise"), target=board.id("mountain")))
    assert facts == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 demoralise targets mountain-brigade",
        "whi.card.demoralise: PowerChanged mountain-brigade power -2",
        "whi.card.twin-tailed-comet: ActionOver",
        "whi.types.tactic: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.demoralise: PowerChanged squig-herders power -2",
        "whi.types.tactic: ActionOver",
    ]
    assert board.discard(1) == "twin-tailed-comet" and board.discard(0) == "demoralise"
    assert board.state.turn.played == ((0, "demoralise"), (1, "twin-tailed-comet"))


@pytest.mark.rule("whi.card.twin-tailed-comet")
def test_the_copy_is_its_players_and_asks_nothing_where_there_is_nothing_to_name() -> None:
    board = Board(Side(hand="innovation", developments=(3, 0, 0)), comet(developments=(1, 0, 0)))
    assert answered(board, "innovation") == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 innovation",
        "whi.card.innovation: ResourcesGained seat 1 resources 1",
        "whi.card.twin-tailed-comet: ActionOver",
    ]
    assert [board.player(seat).resources for seat in (0, 1)] == [3, 1]


@pytest.mark.rule("whi.card.twin-tailed-comet")
def test_choices_of_a_copy_are_its_players() -> None:
    board = Board(Side(hand="radiant-gaze", resources=5, quest="mountain"), comet())
    assert answered(board, "radiant-gaze") == ["whi.card.twin-tailed-comet: ActionCopied seat 1 radiant-gaze"]
    assert board.asked == 1
    assert board.options("ChoosePlace place") == ["battlefield-0", "kingdom-0", "quest-0"]
    assert board.do(pb.ChoosePlace(place=pb.PLACE_QUEST_0))[:2] == [
        "whi.card.radiant-gaze: PowerChanged mountain-brigade power -1",
        "whi.card.twin-tailed-comet: ActionOver",
    ]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.cost.x", "whi.play.your-turn")
def test_x_is_nothing_in_a_copy_and_no_window_binds_it() -> None:
    board = Board(Side(hand="flames", resources=5, capital="chaos", kingdom="mountain"), comet(quest="mountain"))
    answered(board, "flames", target=board.id("mountain", 1), x=2)
    assert board.moves() == [
        "CopyTactic flames-of-tzeentch target mountain-brigade",
        "CopyTactic flames-of-tzeentch target mountain-brigade",
    ]
    assert board.cited(pb.CopyTactic(card=board.action("flames"), target=place(0, KINGDOM))) == [
        "whi.chain.targets-up-front"
    ]
    facts = board.do(pb.CopyTactic(card=board.action("flames"), target=board.id("mountain", 0)))
    assert facts == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 flames-of-tzeentch targets mountain-brigade",
        "whi.cost.x: EffectFizzled seat 1 flames-of-tzeentch spared mountain-brigade",
        "whi.card.twin-tailed-comet: ActionOver",
        "whi.types.tactic: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.flames-of-tzeentch: DamageAssigned (target mountain-brigade seat 0 cancellable 2)",
        "whi.damage.non-combat: DamageApplied (target mountain-brigade seat 0 cancellable 2)",
        "whi.types.tactic: ActionOver",
    ]
    assert board.card("mountain", 1).damage == 2


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.card.smash-go-boom", "whi.cost.x")
def test_a_copy_of_x_developments_does_nothing() -> None:
    board = Board(Side(hand="smash-go", resources=5, capital="orc"), comet(developments=(2, 0, 0)))
    facts = answered(board, "smash-go", place=place(1, KINGDOM), count=1)
    assert facts == ["whi.card.twin-tailed-comet: EffectFizzled seat 1 twin-tailed-comet passed_over CopyTactic"]


@pytest.mark.rule("whi.card.twin-tailed-comet")
def test_nothing_is_paid_for_a_copy_not_even_what_its_text_asks_for() -> None:
    board = Board(Side(hand="culling", resources=9, capital="chaos", kingdom="squig"), comet(battlefield="mountain"))
    facts = answered(board, "culling", sacrifice=board.id("squig"))
    assert facts == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 culling-the-weak",
        "whi.card.culling-the-weak: PowerChanged mountain-brigade power 1",
        "whi.card.twin-tailed-comet: ActionOver",
    ]
    assert board.player(1).resources == 0 and board.in_play() == ["mountain-brigade"]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.cost.extra-for-target", "whi.card.king-kazador")
def test_what_a_card_asks_for_being_a_target_is_due_for_a_copy_too() -> None:
    board = Board(
        Side(hand="demoralise", resources=9, kingdom="king-kazador church-of-sigmar squig", capital="empire"),
        comet(resources=5 + 3, quest="squig"),
    )
    answered(board, "demoralise", target=board.id("squig", 1))
    assert board.options("CopyTactic demoralise target") == ["squig-herders", "squig-herders"]
    kazador = pb.CopyTactic(card=board.action("demoralise"), target=board.id("king-kazador"))
    assert board.refused(kazador) == [
        ("whi.cost.extra-for-target", "4 are to be paid with this target, you have 3 resources"),
    ]
    assert copying(board, "demoralise", target=board.id("squig", 0)) == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 demoralise targets squig-herders",
        "whi.cost.extra-for-target: ResourcesPaid seat 1 resources 1",
        "whi.card.demoralise: PowerChanged squig-herders power -2",
    ]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.cost.extra-for-target", "whi.card.urguck")
def test_for_a_copy_damage_pays_what_resources_do_not() -> None:
    board = Board(
        Side(hand="slaaneshs", capital="chaos", resources=3 + 1, kingdom="urguck:2"),
        Side(hand="demoralise twin-tailed", resources=9, kingdom="king-kazador squig", capital="empire"),
    )
    board.passing()
    board.tactic("demoralise", target=board.id("squig"))
    board.tactic("slaaneshs", damage=0)
    board.both_pass()
    board.do(playing(board, "twin-tailed", target=board.action("demoralise"), damage=0))
    assert board.do(pb.CopyTactic(card=board.action("demoralise"), target=board.id("king-kazador")))[:4] == [
        "whi.card.twin-tailed-comet: ActionCopied seat 0 demoralise targets king-kazador",
        "whi.card.urguck: DamagePaid urguck damage 2",
        "whi.cost.extra-for-target: ResourcesPaid seat 0 resources 1",
        "whi.card.demoralise: PowerChanged king-kazador power -2",
    ]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.chain.targets-up-front")
def test_without_a_legal_target_the_copy_does_nothing() -> None:
    board = Board(Side(hand="burn-it-down", resources=2, developments=(0, 0, 1), kingdom="contested-village"), comet())
    assert answered(board, "burn-it-down", target=board.id("contested-village")) == [
        "whi.card.twin-tailed-comet: EffectFizzled seat 1 twin-tailed-comet passed_over CopyTactic",
    ]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.development.rearrange", "whi.hidden.hands-decks")
def test_chance_picks_the_opponents_development_and_its_owner_alone_sees_which() -> None:
    board = Board(
        Side(hand="demolition", resources=9, developments=("hate innovation", 0, 0)),
        comet(developments=("demoralise", 0, 0)),
        numbers=[0, 1],
    )
    answered(board, "demolition", target=place(1, KINGDOM))
    assert board.options("CopyTactic demolition target") == ["(demoralise)", "kingdom-0"]
    picked = board.development(place(0, KINGDOM), 1)
    assert copying(board, "demolition", target=place(0, KINGDOM)) == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 demolition targets kingdom-0",
        "whi.development.rearrange: DevelopmentsTargeted place kingdom-0 count 1 (innovation)",
        "whi.card.demolition: DevelopmentLost seat 0 zone kingdom was (innovation) innovation departure destroyed",
    ]
    for viewer, known in ((0, [picked]), (1, []), (SPECTATOR, [])):
        facts = [fact.fact for fact in board.match.facts(viewer=viewer)]
        assert [[*fact.cards] for fact in facts if isinstance(fact, pb.DevelopmentsTargeted)] == [known]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.effects.move")
def test_destinations_are_named_with_the_targets_of_the_copy() -> None:
    board = Board(
        Side(hand="forced-march", resources=9, capital="empire", kingdom="squig"), comet(quest="peasant-militia")
    )
    answered(board, "forced-march", target=board.id("squig"), zone=QUEST)
    assert board.options("CopyTactic forced-march target peasant-militia zone") == ["battlefield", "kingdom"]
    assert copying(board, "forced-march", target=board.id("peasant-militia"), zone=BATTLEFIELD) == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 forced-march targets peasant-militia zone battlefield",
        "whi.card.forced-march: UnitMoved peasant-militia zone battlefield",
    ]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.chain.just-played")
def test_only_tactics_on_the_chain_can_be_copied() -> None:
    board = Board(Side(hand="peasant-militia innovation", resources=9, kingdom="pistoliers"), comet())
    board.passing()
    nothing = pb.PlayTactic(card=board.in_hand("twin-tailed"), target=board.id("pistoliers"))
    assert board.cited(nothing) == ["whi.chain.targets-up-front"]
    board = Board(Side(hand="peasant-militia innovation", resources=9, kingdom="pistoliers"), comet())
    board.do(pb.PlayUnit(card=board.in_hand("peasant-militia"), zone=pb.ZONE_QUEST))
    board.passing()
    board.use("pistoliers", zone=QUEST)
    assert board.options("PlayTactic") == []
    board.passing()
    board.tactic("innovation")
    assert board.options("PlayTactic") == ["twin-tailed-comet target innovation"]
    for kind in ("pistoliers", "peasant-militia"):
        other = pb.PlayTactic(card=board.in_hand("twin-tailed"), target=board.action(kind))
        assert board.cited(other) == ["whi.chain.just-played"]


@pytest.mark.rule("whi.card.twin-tailed-comet", "whi.chain.just-played")
def test_a_comet_that_copies_a_comet_goes_on_to_another_tactic() -> None:
    board = Board(
        Side(hand="innovation twin-tailed", resources=5, capital="empire", developments=(2, 0, 0)),
        comet(developments=(1, 0, 0)),
    )
    board.tactic("innovation")
    board.tactic("twin-tailed", target=board.action("innovation"))
    theirs = board.action("twin-tailed")
    assert board.options("PlayTactic twin-tailed-comet target") == ["innovation", "twin-tailed-comet"]
    board.tactic("twin-tailed", target=theirs)
    board.both_pass()
    assert board.asked == 0
    assert board.moves() == ["CopyTactic twin-tailed-comet target innovation"]
    assert board.cited(pb.CopyTactic(card=theirs, target=theirs)) == ["whi.chain.just-played"]
    assert board.do(pb.CopyTactic(card=theirs, target=board.action("innovation"))) == [
        "whi.card.twin-tailed-comet: ActionCopied seat 0 twin-tailed-comet targets innovation",
        "whi.card.twin-tailed-comet: ActionCopied seat 0 innovation",
        "whi.card.innovation: ResourcesGained seat 0 resources 2",
        "whi.card.twin-tailed-comet: ActionOver",
        "whi.card.twin-tailed-comet: ActionOver",
        "whi.types.tactic: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.twin-tailed-comet: ActionCopied seat 1 innovation",
        "whi.card.innovation: ResourcesGained seat 1 resources 1",
        "whi.card.twin-tailed-comet: ActionOver",
        "whi.types.tactic: ActionOver",
        "whi.chain.lifo: ActionBegan",
        "whi.card.innovation: ResourcesGained seat 0 resources 2",
        "whi.types.tactic: ActionOver",
    ]


# 105. Slaanesh's Domination


def dominating(**words: Any) -> Side:
    return Side(**{"hand": "slaaneshs", "capital": "chaos", "resources": 3, **words})


def dominates(board: Board) -> list[str]:
    """The seat that is asked plays it, and nobody answers; what happens, up to the first question or its end."""
    board.tactic("slaaneshs")
    return board.effect()


def playing(board: Board, kind: str, **named: Any) -> pb.PlayRevealed:
    """Of the cards that are revealed in the other player's hand."""
    hand = board.player(1 - board.asked).hand
    return pb.PlayRevealed(card=next(card.id for card in hand if card.up and card.kind.startswith(kind)), **named)


LET_GO = "whi.card.slaaneshs-domination: EffectFizzled seat 0 slaaneshs-domination"
NONE_TO_PLAY = f"{LET_GO} passed_over PlayRevealed"


def returned(*kinds: str) -> list[str]:
    return [f"whi.card.slaaneshs-domination: RevealedCardReturned seat 1 was {kind} {kind} {kind}" for kind in kinds]


def revealed(*kinds: str) -> list[str]:
    return [f"whi.hidden.random: HandCardRevealed seat 1 was {kind} {kind} {kind}" for kind in kinds]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.hidden.random", "whi.chain.play-during-resolution")
def test_three_cards_are_revealed_and_the_tactics_among_them_may_be_played() -> None:
    board = Board(
        dominating(kingdom="mountain", developments=(2, 0, 0)),
        Side(hand="demoralise innovation squig hate", quest="squig", developments=(1, 0, 0)),
        draws=["innovation", "squig", "demoralise"],
    )
    assert dominates(board) == revealed("innovation", "squig-herders", "demoralise")
    for viewer in (0, SPECTATOR):
        assert board.told(board.match.facts(viewer=viewer))[-3:] == [
            "whi.hidden.random: HandCardRevealed seat 1 innovation innovation",
            "whi.hidden.random: HandCardRevealed seat 1 squig-herders squig-herders",
            "whi.hidden.random: HandCardRevealed seat 1 demoralise demoralise",
        ]
    assert board.asked == 0 and board.moves() == [
        "Decline",
        "PlayRevealed demoralise target mountain-brigade",
        "PlayRevealed demoralise target squig-herders",
        "PlayRevealed innovation",
    ]
    assert board.do(playing(board, "demoralise", target=board.id("squig"))) == [
        "whi.types.tactic: TacticPlayed seat 0 demoralise targets squig-herders owner 1",
        "whi.chain.lifo: ActionBegan",
        "whi.card.demoralise: PowerChanged squig-herders power -2",
        "whi.types.tactic: ActionOver",
    ]
    assert board.discard(1) == "demoralise" and board.player().resources == 0
    assert board.moves() == ["Decline", "PlayRevealed innovation"]
    assert board.do(playing(board, "innovation")) == [
        "whi.types.tactic: TacticPlayed seat 0 innovation owner 1",
        "whi.chain.lifo: ActionBegan",
        "whi.card.innovation: ResourcesGained seat 0 resources 2",
        "whi.types.tactic: ActionOver",
        *returned("squig-herders"),
        "whi.types.tactic: ActionOver",
    ]
    assert board.hand(1) == "hate squig-herders" and board.discard(0) == "slaaneshs-domination"
    assert board.state.turn.played == ((0, "slaaneshs-domination"), (0, "demoralise"), (0, "innovation"))
    assert not any(card.up for card in board.player(1).hand)


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.hidden.hands-decks")
def test_what_is_not_played_is_hidden_in_the_hand_again() -> None:
    board = Board(dominating(), Side(hand="innovation hate"), draws=["innovation", "hate"])
    before = {card.id for card in board.player(1).hand}
    dominates(board)
    shown = {card.id for card in board.player(1).hand}
    for viewer in (0, 1, SPECTATOR):
        assert {card.id for card in board.view(viewer).players[1].hand} == shown
    assert board.do(pb.Decline()) == [LET_GO, *returned("innovation", "hate"), "whi.types.tactic: ActionOver"]
    after = {card.id for card in board.player(1).hand}
    assert len(before | shown | after) == 6
    for viewer, known in ((0, set[int]()), (1, after), (SPECTATOR, set[int]())):
        assert {card.id for card in board.view(viewer).players[1].hand} == known
        facts = [fact.fact for fact in board.match.facts(viewer=viewer)]
        back = [fact for fact in facts if isinstance(fact, pb.RevealedCardReturned)]
        assert {fact.was for fact in back} == shown
        assert {fact.card for fact in back} == (known or {0})


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.hidden.random")
def test_a_smaller_hand_is_revealed_whole_and_an_empty_one_has_nothing_to_show() -> None:
    board = Board(dominating(), Side(hand="mountain*2"))
    assert dominates(board) == [
        *revealed("mountain-brigade", "mountain-brigade"),
        NONE_TO_PLAY,
        *returned("mountain-brigade", "mountain-brigade"),
    ]
    board = Board(dominating(), Side())
    assert dominates(board) == ["whi.card.slaaneshs-domination: EffectFizzled seat 1 slaaneshs-domination"]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.cost.no-cost", "whi.loyalty.tactics")
def test_neither_price_nor_loyalty_is_paid_but_a_cost_in_the_text_is_due() -> None:
    board = Board(
        dominating(battlefield="mountain", kingdom="squig"),
        Side(hand="culling greater-heal", kingdom="mountain", capital="chaos"),
    )
    dominates(board)
    assert board.moves() == [
        "Decline",
        "PlayRevealed culling-the-weak sacrifice mountain-brigade",
        "PlayRevealed culling-the-weak sacrifice squig-herders",
        "PlayRevealed greater-heal",
    ]
    theirs = playing(board, "culling", sacrifice=board.id("mountain", 1))
    assert board.cited(theirs) == ["whi.chain.costs-up-front"]
    assert board.do(playing(board, "culling", sacrifice=board.id("squig"))) == [
        "whi.types.tactic: TacticPlayed seat 0 culling-the-weak owner 1",
        "whi.chain.costs-up-front: CardLeft squig-herders departure sacrificed",
        "whi.chain.lifo: ActionBegan",
        "whi.card.culling-the-weak: PowerChanged mountain-brigade power 1",
        "whi.types.tactic: ActionOver",
    ]
    assert power(board.state, board.card("mountain", 0)) == 3


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.cost.no-cost")
def test_what_cannot_be_paid_in_units_cannot_be_played() -> None:
    board = Board(dominating(), Side(hand="culling", battlefield="mountain"))
    assert dominates(board) == [*revealed("culling-the-weak"), NONE_TO_PLAY, *returned("culling-the-weak")]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.cost.x", "whi.card.smash-go-boom")
def test_x_is_nothing_so_that_smash_go_boom_cannot_be_played() -> None:
    board = Board(
        dominating(resources=9, developments=(1, 0, 0)),
        Side(hand="smash-go flames", kingdom="mountain", developments=(2, 0, 0)),
    )
    dominates(board)
    assert board.moves() == ["Decline", "PlayRevealed flames-of-tzeentch target mountain-brigade"]
    smash = playing(board, "smash-go", place=place(1, KINGDOM), count=1)
    assert "whi.chain.targets-up-front" in board.cited(smash)
    assert board.do(playing(board, "flames", target=board.id("mountain"))) == [
        "whi.types.tactic: TacticPlayed seat 0 flames-of-tzeentch targets mountain-brigade owner 1",
        "whi.chain.lifo: ActionBegan",
        "whi.cost.x: EffectFizzled seat 0 flames-of-tzeentch spared mountain-brigade",
        "whi.types.tactic: ActionOver",
        *returned("smash-go-boom"),
        "whi.types.tactic: ActionOver",
    ]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.play.your-turn")
def test_the_window_of_a_revealed_tactic_binds_whoever_plays_it() -> None:
    board = Board(dominating(), Side(hand="flames innovation", kingdom="mountain"), seat=1)
    board.passing()
    dominates(board)
    assert board.moves() == ["Decline", "PlayRevealed innovation"]
    assert board.cited(playing(board, "flames", target=board.id("mountain"))) == ["whi.play.your-turn"]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.cost.extra-for-target")
def test_what_a_card_asks_for_being_a_target_is_due_for_a_revealed_tactic() -> None:
    board = Board(
        dominating(resources=4, kingdom="mountain"), Side(hand="demoralise", quest="squig", kingdom="church-of-sigmar")
    )
    dominates(board)
    assert board.do(playing(board, "demoralise", target=board.id("squig")))[:2] == [
        "whi.types.tactic: TacticPlayed seat 0 demoralise targets squig-herders owner 1",
        "whi.capital.pay: ResourcesPaid seat 0 resources 1",
    ]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.control.owner", "whi.control.controller")
def test_whoever_plays_it_is_the_you_of_its_text() -> None:
    board = Board(
        dominating(developments=(0, 0, 1), kingdom="squig:1"),
        Side(hand="burn-it-down greater-heal", kingdom="contested-village contested-fortress mountain:1"),
    )
    dominates(board)
    assert board.options("PlayRevealed burn-it-down target") == ["contested-village"]
    facts = board.do(playing(board, "greater-heal"))
    assert facts[2] == "whi.card.greater-heal: DamageHealed target squig-herders damage 1"
    assert board.card("mountain").damage == 1


@pytest.mark.rule("whi.card.slaaneshs-domination")
def test_a_revealed_tactic_that_empties_the_hand_takes_the_rest_with_it() -> None:
    board = Board(
        dominating(), Side(hand="will-of-tz hate squig", deck="mountain*5"), draws=["will-of-tz", "hate", "squig"]
    )
    dominates(board)
    facts = board.do(playing(board, "will-of-tz"))
    assert "whi.card.will-of-tzeentch: HandDiscarded seat 1 hate squig-herders" in facts
    assert not [fact for fact in facts if "RevealedCardReturned" in fact]
    assert board.discard(1) == "hate squig-herders will-of-tzeentch" and board.hand(1) == "mountain-brigade*3"


@pytest.mark.rule("whi.card.slaaneshs-domination")
def test_a_domination_that_is_found_reveals_others_and_returns_its_own() -> None:
    board = Board(
        dominating(),
        Side(hand="slaaneshs innovation hate squig peasant-militia"),
        draws=["slaaneshs", "innovation", "squig", "peasant-militia", "hate"],
    )
    assert dominates(board) == revealed("slaaneshs-domination", "innovation", "squig-herders")
    assert board.do(playing(board, "slaaneshs")) == [
        "whi.types.tactic: TacticPlayed seat 0 slaaneshs-domination owner 1",
        "whi.chain.lifo: ActionBegan",
        *revealed("peasant-militia", "hate"),
    ]
    assert board.moves() == ["Decline", "PlayRevealed hate"]
    assert board.do(pb.Decline()) == [LET_GO, *returned("peasant-militia", "hate"), "whi.types.tactic: ActionOver"]
    assert board.moves() == ["Decline", "PlayRevealed innovation"]
    assert board.do(pb.Decline()) == [*returned("innovation", "squig-herders"), "whi.types.tactic: ActionOver"]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.chain.just-played", "whi.chain.lifo")
def test_a_revealed_comet_finds_what_lies_below_on_the_chain_only() -> None:
    board = Board(dominating(), Side(hand="twin-tailed", capital="empire"))
    assert dominates(board) == [*revealed("twin-tailed-comet"), NONE_TO_PLAY, *returned("twin-tailed-comet")]
    board = Board(
        dominating(developments=(1, 0, 0)), Side(hand="innovation twin-tailed", capital="empire"), seat=1, phase=6
    )
    board.tactic("innovation")
    board.tactic("slaaneshs")
    board.both_pass()
    assert board.moves() == ["Decline", "PlayRevealed twin-tailed-comet target innovation"]
    assert board.do(playing(board, "twin-tailed", target=board.action("innovation")))[:5] == [
        "whi.types.tactic: TacticPlayed seat 0 twin-tailed-comet targets innovation owner 1",
        "whi.chain.lifo: ActionBegan",
        "whi.card.twin-tailed-comet: ActionCopied seat 0 innovation",
        "whi.card.innovation: ResourcesGained seat 0 resources 1",
        "whi.card.twin-tailed-comet: ActionOver",
    ]


@pytest.mark.rule("whi.card.slaaneshs-domination", "whi.card.twin-tailed-comet")
def test_a_copied_domination_reveals_the_other_hand() -> None:
    board = Board(
        dominating(hand="slaaneshs innovation"),
        Side(hand="twin-tailed hate", capital="empire", resources=5, developments=(1, 0, 0)),
    )
    board.tactic("slaaneshs")
    board.tactic("twin-tailed", target=board.action("slaaneshs"))
    assert board.both_pass()[3:] == [
        "whi.card.twin-tailed-comet: ActionCopied seat 1 slaaneshs-domination",
        "whi.hidden.random: HandCardRevealed seat 0 was innovation innovation innovation",
    ]
    assert board.asked == 1
    facts = board.do(playing(board, "innovation"))
    assert facts[:4] == [
        "whi.types.tactic: TacticPlayed seat 1 innovation",
        "whi.chain.lifo: ActionBegan",
        "whi.card.innovation: ResourcesGained seat 1 resources 1",
        "whi.types.tactic: ActionOver",
    ]
    assert board.asked == 0 and board.moves() == ["Decline", "PlayRevealed hate"]
