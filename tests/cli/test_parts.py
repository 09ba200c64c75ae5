"""What a price is made of, at the terminal: under what was refused, and under what was paid."""

import json

import pytest

from rulekeeper.cli.failing import tell
from rulekeeper.cli.past import explained_lines
from rulekeeper.cli.reasons import refusal_lines
from rulekeeper.cli.wording import packed_words
from rulekeeper.client import Refused, errors
from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.kernel import JUDGE, pack
from rulekeeper.projections import explained_refusal, parts_of
from rulekeeper.projections.steps import as_any
from rulekeeper.v1 import audit_pb2, errors_pb2, table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

PARTS = [
    "+2 printed cost (whi.card.cost, page 7)",
    "+2 loyalty icons (whi.card.loyalty-icons, page 7)",
    "-1 symbols of that race (whi.loyalty.formula, page 11)",
]


def refused() -> audit_pb2.ExplainRefusalResponse:
    board = Board(Side(hand="dwarf-cannon-crew", resources=2))
    command = pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_KINGDOM)
    return explained_refusal(GAME, board.match.table, 0, pack(GAME, command))


def told(as_json: bool = False) -> None:
    reasons = [errors.reason(each.reason) for each in refused().reasons]
    tell(Refused(reasons[0].text, errors_pb2.ERROR_CODE_REFUSED, reasons), as_json)


def test_a_refused_price_has_its_parts_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    told()
    assert capsys.readouterr().err.splitlines()[:4] == [
        "rulekeeper: REFUSED: it costs 3, you have 2 resources (whi.capital.pay, page 10)",
        *(f"      {part}" for part in PARTS),
    ]


def test_programs_get_the_parts_too(capsys: pytest.CaptureFixture[str]) -> None:
    told(as_json=True)
    (reason,) = json.loads(capsys.readouterr().err)["error"]["reasons"]
    assert reason["parts"][2] == {
        "rule": "whi.loyalty.formula",
        "amount": -1,
        "text": "symbols of that race",
        "page": 11,
    }


def test_why_not_tells_the_parts() -> None:
    lines = refusal_lines(refused(), {})
    at = lines.index("  it costs 3, you have 2 resources (whi.capital.pay, page 10)")
    assert lines[at + 1 : at + 4] == [f"      {part}" for part in PARTS]
    assert all(len(line) <= 80 for line in lines)


def test_why_tells_the_parts_of_what_was_paid() -> None:
    board = Board(Side(hand="dwarf-cannon-crew", resources=3))
    board.do(pb.PlayUnit(card=board.in_hand("dwarf-cannon-crew"), zone=pb.ZONE_KINGDOM))
    paid = next(seen.fact for seen in board.match.facts(viewer=JUDGE) if isinstance(seen.fact, pb.ResourcesPaid))
    fact = table_pb2.SeenFact(rule=table_pb2.RuleRef(id="whi.capital.pay"), fact=as_any(paid))
    lines = explained_lines(audit_pb2.ExplainFactResponse(fact=fact, parts=parts_of(GAME, fact.fact)), "5.2", {})
    assert "    +2 Printed cost (whi.card.cost, page 7)" in lines and all(len(line) <= 80 for line in lines)
    # In one line, as in a log.
    assert packed_words(fact.fact).endswith(
        "resources 3, parts +2 whi.card.cost, +2 whi.card.loyalty-icons, -1 whi.loyalty.formula"
    )
