"""Prices explain themselves: what each is the sum of, each part under its rule, where it is refused and where it is
paid.
"""

from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.pricing import price, price_parts
from rulekeeper.kernel import JUDGE, Part
from rulekeeper.projections import parts_of
from rulekeeper.projections.steps import as_any
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

PRINTED, ICONS = "whi.card.cost", "whi.card.loyalty-icons"
SYMBOLS, FLOOR = "whi.loyalty.formula", "whi.cost.reduction-floor"


def paid(board: Board, *names: str) -> list[list[tuple[str, int]]]:
    """What was paid for what was just done is the sum of: resources, or what these facts say."""
    facts: list[Any] = [fact.fact for fact in board.match.facts(viewer=JUDGE)]
    found = [fact for fact in facts if type(fact).__name__ in (names or ("ResourcesPaid",))]
    for fact in found:
        assert sum(part.amount for part in fact.parts) == getattr(fact, "resources", 0) or fact.damage
    return [[(part.rule, part.amount) for part in fact.parts] for fact in found]


def unit(board: Board, kind: str, **more: Any) -> pb.PlayUnit:
    return pb.PlayUnit(card=board.in_hand(kind), zone=pb.ZONE_KINGDOM, **more)


@pytest.mark.rule("whi.cost.total", PRINTED, ICONS, SYMBOLS)
def test_printed_cost_loyalty_icons_and_symbols_stand_apart() -> None:
    short = Board(Side(hand="dwarf-cannon-crew", resources=2))
    assert (CARDS["dwarf-cannon-crew"].cost, CARDS["dwarf-cannon-crew"].loyalty) == (2, 2)
    assert short.refused(unit(short, "dwarf-cannon-crew")) == [("whi.capital.pay", "it costs 3, you have 2 resources")]
    assert short.parts(unit(short, "dwarf-cannon-crew")) == [
        [
            Part(PRINTED, 2, "printed cost"),
            Part(ICONS, 2, "loyalty icons"),
            Part(SYMBOLS, -1, "symbols of that race"),
        ]
    ]
    rich = Board(Side(hand="dwarf-cannon-crew", resources=3))
    rich.do(unit(rich, "dwarf-cannon-crew"))
    assert paid(rich) == [[(PRINTED, 2), (ICONS, 2), (SYMBOLS, -1)]]


@pytest.mark.rule(SYMBOLS)
def test_symbols_to_spare_are_not_taken_off() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", battlefield="hammerer*4", resources=2))
    board.do(unit(board, "dwarf-cannon-crew"))
    assert paid(board) == [[(PRINTED, 2), (ICONS, 2), (SYMBOLS, -2)]]


@pytest.mark.rule("whi.card.master-rune-of-dismay")
def test_a_tax_is_a_part_of_its_card() -> None:
    board = Board(Side(capital="orc", hand="boar-boyz", resources=9), Side(kingdom="master-rune-of-dismay"))
    board.do(unit(board, "boar-boyz"))
    assert paid(board)[0][-1] == ("whi.card.master-rune-of-dismay", 1)


@pytest.mark.rule("whi.card.grimgors-camp")
def test_a_reduction_is_a_part_of_its_card() -> None:
    board = Board(Side(capital="orc", hand="boar-boyz", kingdom="grimgors-camp", resources=1))
    refused = board.parts(unit(board, "boar-boyz"))
    assert Part("whi.card.grimgors-camp", -CARDS["grimgors-camp"].values["off"], "Grimgor's Camp") in refused[0]


@pytest.mark.rule(FLOOR)
def test_where_reductions_come_to_more_than_the_cost_a_part_makes_up_for_it() -> None:
    board = Board(Side(capital="empire", hand="pilgrimage", developments=(0, 9, 0)), Side(kingdom="pistoliers"))
    board.tactic("pilgrimage", target=board.id("pistoliers"))
    cost, off = CARDS["pilgrimage"].cost, sum(part.amount for part in price_parts(board.state, 0, "pilgrimage"))
    assert isinstance(cost, int) and off == 0
    assert [(part.rule, part.amount) for part in price_parts(board.state, 0, "pilgrimage")] == [
        (PRINTED, cost),
        ("whi.card.pilgrimage", -9),
        (FLOOR, 9 - cost),
    ]


@pytest.mark.rule("whi.cost.x")
def test_x_is_a_part() -> None:
    board = Board(Side(capital="chaos", hand="flames-of-tzeentch", resources=9), Side(kingdom="hammerer"))
    board.tactic("flames-of-tzeentch", target=board.id("hammerer"), x=3)
    assert ("whi.cost.x", 3) in paid(board)[0]


@pytest.mark.rule("whi.cost.extra-for-target")
def test_a_surcharge_for_a_target_is_a_part_of_the_card_that_asks_for_it() -> None:
    def board(resources: int) -> Board:
        return Board(Side(capital="orc", hand="pillage seduced", resources=resources), Side(kingdom="king-kazador"))

    rich = board(20)
    rich.tactic("seduced", target=rich.id("king-kazador"))
    surcharge = ("whi.card.king-kazador", CARDS["king-kazador"].values["surcharge"])
    assert paid(rich)[0][-1] == surcharge
    cost = price(rich.state, 0, "seduced-by-darkness")
    short = board(cost)
    command = pb.PlayTactic(card=short.in_hand("seduced"), target=short.id("king-kazador"))
    assert short.cited(command) == ["whi.cost.extra-for-target"]
    assert short.parts(command)[0][-1] == Part(*surcharge, "King Kazador")


@pytest.mark.rule("whi.chain.costs-up-front")
def test_what_a_text_asks_for_is_a_part_of_its_card() -> None:
    board = Board(Side(quest="runesmith", resources=2))
    board.use("runesmith", target=board.id("runesmith"))
    assert paid(board) == [[("whi.card.runesmith", 2)]]


@pytest.mark.rule("whi.card.urguck")
def test_damage_that_pays_is_taken_off_what_is_paid_with_resources() -> None:
    board = Board(Side(capital="orc", battlefield="urguck:2", hand="boar-boyz", resources=9))
    whole = price(board.state, 0, "boar-boyz")
    board.do(unit(board, "boar-boyz", damage=2))
    with_damage, in_resources = paid(board, "DamagePaid", "ResourcesPaid")
    assert with_damage[-1] == ("whi.capital.pay", 2 - whole)
    assert in_resources[-1] == ("whi.card.urguck", -2)
    assert with_damage[:-1] == in_resources[:-1]


@pytest.mark.rule("whi.card.urguck")
def test_what_a_player_has_tells_damage_that_pays_from_resources() -> None:
    board = Board(Side(capital="orc", battlefield="urguck:1", hand="boar-boyz", resources=1))
    assert board.refused(unit(board, "boar-boyz", damage=1))[0][1].endswith(
        "you have 1 resource, and damage on Urguck that pays 1"
    )


def test_the_parts_of_a_fact_are_told_with_their_rules() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", resources=3))
    board.do(unit(board, "dwarf-cannon-crew"))
    fact = next(seen.fact for seen in board.match.facts(viewer=JUDGE) if isinstance(seen.fact, pb.ResourcesPaid))
    told = [(part.rule.id, part.rule.page, part.amount, part.text) for part in parts_of(GAME, as_any(fact))]
    assert told == [
        (PRINTED, 7, 2, GAME.rulebook[PRINTED].title),
        (ICONS, 7, 2, GAME.rulebook[ICONS].title),
        (SYMBOLS, 11, -1, GAME.rulebook[SYMBOLS].title),
    ]
    other = next(seen.fact for seen in board.match.facts(viewer=JUDGE) if isinstance(seen.fact, pb.CardPlayed))
    assert parts_of(GAME, as_any(other)) == []
