"""Attachments: their hosts, their zones, their controllers."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import power, symbols
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

RICH = 20


def attachments(board: Board) -> list[str]:
    return [move for move in board.moves() if "PlayAttachment" in move]


# The host.


@pytest.mark.rule("whi.attach.host")
def test_an_attachment_goes_on_any_unit_unless_its_text_says_otherwise() -> None:
    board = Board(
        Side(hand="organ-gun choppa cloud-of-flies", kingdom="hammerer", battlefield="black-orc", resources=RICH),
        Side(quest="huntsmen", battlefield="savage-marauders"),
    )
    assert attachments(board) == [
        "PlayAttachment choppa host black-orc-squad",
        "PlayAttachment cloud-of-flies host black-orc-squad",
        "PlayAttachment cloud-of-flies host hammerer-of-karak-azul",
        "PlayAttachment organ-gun host black-orc-squad",
        "PlayAttachment organ-gun host hammerer-of-karak-azul",
        "PlayAttachment organ-gun host huntsmen",
        "PlayAttachment organ-gun host savage-marauders",
    ]
    for kind, host in (
        ("choppa", "savage-marauders"),
        ("choppa", "hammerer"),
        ("cloud-of-flies", "huntsmen"),
    ):
        refused = pb.PlayAttachment(card=board.in_hand(kind), host=board.id(host))
        assert board.cited(refused) == ["whi.attach.host"]


@pytest.mark.rule("whi.attach.host", "whi.control.controller")
def test_it_lies_in_the_zone_of_its_host_and_its_player_controls_it() -> None:
    board = Board(Side(hand="organ-gun", resources=RICH), Side(quest="huntsmen"))
    board.do(pb.PlayAttachment(card=board.in_hand("organ-gun"), host=board.id("huntsmen")))
    board.both_pass()
    gun = board.card("organ-gun")
    assert (gun.place, gun.host, gun.owner, gun.controller) == (6, board.id("huntsmen"), 0, 0)
    assert [(card.place, card.controller) for card in board.view(1).cards if card.kind == "organ-gun"] == [(6, 0)]


@pytest.mark.rule("whi.attach.host", "whi.capital.opponent-actions")
def test_it_is_played_in_the_own_capital_phase_only() -> None:
    board = Board(Side(kingdom="black-orc"), Side(hand="organ-gun", resources=RICH))
    board.passing()
    assert attachments(board) == []
    command = pb.PlayAttachment(card=board.in_hand("organ-gun"), host=board.id("black-orc"))
    assert board.cited(command) == ["whi.capital.opponent-actions"]


@pytest.mark.rule("whi.attach.host", "whi.cost.extra-for-target")
def test_choosing_a_host_is_targeting_and_costs_what_targeting_does() -> None:
    """The Gun costs nothing where its two symbols are there; a host of the player with the Church costs 1."""
    board = Board(
        Side(hand="organ-gun", kingdom="hammerer", resources=1),
        Side(kingdom="church-of-sigmar", quest="huntsmen"),
    )
    own = ["PlayAttachment organ-gun host hammerer-of-karak-azul"]
    theirs = ["PlayAttachment organ-gun host huntsmen"]
    assert attachments(board) == [*own, *theirs]
    facts = board.do(pb.PlayAttachment(card=board.in_hand("organ-gun"), host=board.id("huntsmen")))
    assert named(facts, "ResourcesPaid") == ["ResourcesPaid seat 0 resources 1"]


@pytest.mark.rule("whi.attach.host", "whi.cost.extra-for-target")
def test_a_host_that_cannot_be_paid_for_is_refused() -> None:
    board = Board(Side(hand="organ-gun", kingdom="hammerer"), Side(kingdom="church-of-sigmar", quest="huntsmen"))
    assert attachments(board) == ["PlayAttachment organ-gun host hammerer-of-karak-azul"]
    command = pb.PlayAttachment(card=board.in_hand("organ-gun"), host=board.id("huntsmen"))
    assert board.cited(command) == ["whi.cost.extra-for-target"]


@pytest.mark.rule("whi.attach.host", "whi.cost.extra-for-target", "whi.card.urguck")
def test_damage_that_pays_goes_towards_the_price_and_what_the_host_costs_together() -> None:
    def board(resources: int) -> Board:
        return Board(
            Side(capital="orc", hand="organ-gun", battlefield="urguck:2", resources=resources),
            Side(kingdom="church-of-sigmar", quest="huntsmen"),
        )

    asked = price(board(0).state, 0, "organ-gun")
    assert asked > 1
    just = board(asked)
    assert attachments(just) == [
        *(f"PlayAttachment organ-gun host huntsmen damage {damage}" for damage in (1, 2)),
        *(f"PlayAttachment organ-gun host urguck damage {damage}" for damage in (0, 1, 2)),
    ]
    command = pb.PlayAttachment(card=just.in_hand("organ-gun"), host=just.id("huntsmen"), damage=0)
    assert just.cited(command) == ["whi.card.urguck"]
    command.damage = 1
    facts = just.do(command)
    assert named(facts, "DamagePaid") == ["DamagePaid urguck damage 1"]
    assert named(facts, "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {asked}"]
    short = board(asked - 2)
    assert attachments(short) == ["PlayAttachment organ-gun host urguck damage 2"]
    both = pb.PlayAttachment(card=short.in_hand("organ-gun"), host=short.id("huntsmen"), damage=2)
    assert short.cited(both) == ["whi.cost.extra-for-target"]


@pytest.mark.rule("whi.attach.host", "whi.effects.move")
def test_it_moves_along_with_its_host() -> None:
    board = Board(Side(battlefield="pistoliers[choppa]", resources=1))
    board.use("pistoliers", zone=pb.ZONE_QUEST)
    board.both_pass()
    assert (board.card("choppa").place, board.card("choppa").host) == (2, board.id("pistoliers"))


# Its conditions.


@pytest.mark.rule("whi.attach.zone-condition")
def test_a_zone_in_its_condition_matters_only_as_it_is_played() -> None:
    board = Board(Side(battlefield="pistoliers[knight-training]", resources=1))
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "CardLeft") == []
    assert power(board.state, board.card("pistoliers")) == 2


@pytest.mark.rule("whi.attach.zone-condition", "whi.chain.permanent-illegal")
def test_its_host_may_move_while_it_is_on_the_chain() -> None:
    board = Board(Side(battlefield="pistoliers", hand="choppa", resources=RICH))
    board.do(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id("pistoliers")))
    board.passing()
    board.use("pistoliers", zone=pb.ZONE_KINGDOM)
    facts = board.both_pass()
    assert named(facts, "CardEntered", "CardRefused") == ["CardEntered seat 0 choppa zone kingdom host pistoliers"]
    assert power(board.state, board.card("pistoliers")) == 3


@pytest.mark.rule("whi.attach.host", "whi.chain.permanent-illegal")
def test_where_its_host_is_gone_it_is_discarded_from_the_chain() -> None:
    board = Board(Side(battlefield="black-orc", hand="choppa", resources=RICH), Side(hand="pilgrimage", resources=RICH))
    board.do(pb.PlayAttachment(card=board.in_hand("choppa"), host=board.id("black-orc")))
    board.tactic("pilgrimage", target=board.id("black-orc"))
    facts = board.both_pass()
    assert named(facts, "CardEntered", "CardRefused") == ["CardRefused choppa"]
    assert board.discard(0) == "choppa"


# They are supports.


@pytest.mark.rule("whi.attach.is-support")
def test_what_destroys_supports_destroys_attachments() -> None:
    board = Board(Side(hand="pillage", resources=RICH), Side(battlefield="black-orc[choppa]", kingdom="armoury"))
    assert [move for move in board.moves() if "PlayTactic" in move] == [
        "PlayTactic pillage target armoury",
        "PlayTactic pillage target choppa",
    ]
    board.tactic("pillage", target=board.id("choppa"))
    board.both_pass()
    assert (board.in_play(1), board.discard(1)) == (["armoury", "black-orc-squad"], "choppa")


@pytest.mark.rule("whi.attach.is-support", "whi.control.controller")
def test_its_symbol_counts_for_its_controller() -> None:
    board = Board(Side(capital="dwarf"), Side(kingdom="black-orc[^organ-gun]"))
    assert [symbols(board.state, seat, "dwarf") for seat in (0, 1)] == [2, 0]


@pytest.mark.rule("whi.attach.is-support", "whi.control.leaves-to-owner")
def test_what_destroys_an_opponents_supports_finds_them_on_whichever_side_they_lie() -> None:
    board = Board(
        Side(quest="smash-em-all+3 black-orc@smash-em-all", kingdom="huntsmen[^organ-gun choppa]"),
        Side(kingdom="armoury hammerer[^knight-training]"),
    )
    board.use("smash-em-all")
    facts = board.both_pass()
    assert named(facts, "CardLeft") == [
        "CardLeft organ-gun owner 1 departure destroyed",
        "CardLeft armoury owner 1 departure destroyed",
    ]
    # To its owner's pile, from wherever.
    assert board.discard(1) == "armoury organ-gun"


@pytest.mark.rule("whi.types.attachment-falls", "whi.control.leaves-to-owner")
def test_an_attachment_falls_with_its_host_into_its_owners_pile() -> None:
    board = Board(Side(hand="flames-of-tzeentch", resources=RICH), Side(kingdom="huntsmen[^organ-gun]"))
    board.tactic("flames-of-tzeentch", target=board.id("huntsmen"), x=1)
    facts = board.both_pass()
    assert [line for line in facts if "CardLeft" in line] == [
        "whi.card.hit-points: CardLeft huntsmen owner 1 departure destroyed",
        "whi.types.attachment-falls: CardLeft organ-gun departure sacrificed",
    ]
    assert (board.discard(0), board.discard(1)) == ("flames-of-tzeentch organ-gun", "huntsmen")
