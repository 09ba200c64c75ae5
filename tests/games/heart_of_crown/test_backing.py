"""Backing a princess, and the domain that it makes (rulebook p.16-18, p.24-26)."""

import pytest

from rulekeeper.games.heart_of_crown import second_phase
from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.second_phase import costliest
from rulekeeper.games.heart_of_crown.state import FieldCard
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import contents
from tests.games.heart_of_crown.table import SHORT, Area, Board


def second(*areas: Area, **more: object) -> Board:
    return Board(*areas, entry="second-phase", **more)  # type: ignore[arg-type]


@pytest.mark.rule("hoc.back.cost")
def test_backing_costs_six_coins() -> None:
    board = second(Area(), Area(), coins=5)
    assert board.refused(pb.BackPrincess(princess="klam-klam")) == [
        ("hoc.back.cost", "South Sea Princess Klam-Klam costs 6, you have 5 coins")
    ]
    board = second(Area(), Area(), coins=6)
    assert board.do(pb.BackPrincess(princess="klam-klam")) == [
        "hoc.back.choose: PrincessBacked seat 0 klam-klam price 6",
        "hoc.back.fewer-than-three: EffectFizzled seat 0 missing 3",
    ]
    assert board.state.turn.coins == 0 and board.domain() == ["klam-klam"]


@pytest.mark.rule("hoc.back.choose")
def test_a_princess_is_backed_once() -> None:
    board = second(Area(), Area(domain="klam-klam"), coins=6)
    assert board.refused(pb.BackPrincess(princess="klam-klam")) == [
        ("hoc.back.choose", "klam-klam is not in the princess row")
    ]
    assert [move for move in board.moves() if move.startswith("Back")] == [
        *("BackPrincess bergamotte", "BackPrincess flammaria", "BackPrincess laolily"),
        *("BackPrincess lulunasaika", "BackPrincess twins"),
    ]


@pytest.mark.rule("hoc.back.choose")
def test_first_come_first_served() -> None:
    board = Board(Area(field="city"), Area(hand="large-city*2"), coins=6)
    board.second()
    board.do(pb.BackPrincess(princess="laolily"))
    board.do(pb.AcquireCards(kinds=[]))
    assert "laolily" not in board.view(1).princesses and len(board.view(1).princesses) == 5
    board.do(pb.EndSecondPhase())
    board.play("large-city")
    board.play("large-city")
    board.second()
    assert board.cited(pb.BackPrincess(princess="laolily")) == ["hoc.back.choose"]
    board.do(pb.BackPrincess(princess="klam-klam"))


@pytest.mark.rule("hoc.back.only-one", "hoc.faq.no-second-princess")
@pytest.mark.parametrize(("hers", "coins"), [("lulunasaika", 12), ("twins", 6)])
def test_nobody_backs_two_princesses_or_changes_her(hers: str, coins: int) -> None:
    board = second(Area(domain=hers), Area(), coins=coins)
    assert board.refused(pb.BackPrincess(princess="klam-klam")) == [
        ("hoc.back.only-one", "you have backed a princess, and may not back another"),
        ("hoc.faq.no-second-princess", "nor may you exchange her"),
    ]
    assert not [move for move in board.moves() if move.startswith("Back")]


@pytest.mark.rule("hoc.back.only-one", "hoc.faq.no-second-princess")
def test_not_on_the_turn_of_backing_either() -> None:
    board = second(Area(), Area(), coins=12)
    board.do(pb.BackPrincess(princess="twins-lain-shion"))
    assert board.state.turn.coins == 6
    assert board.cited(pb.BackPrincess(princess="klam-klam")) == ["hoc.back.only-one", "hoc.faq.no-second-princess"]
    assert board.moves() == ["EndSecondPhase"]


@pytest.mark.rule("hoc.back.three-territories", "hoc.example.back-klam")
def test_the_three_costliest_territories_move() -> None:
    board = second(Area(field="large-city city village*2 post-horse"), Area(), coins=7)
    city = board.in_field("city")
    assert board.do(pb.BackPrincess(princess="klam-klam")) == [
        "hoc.back.choose: PrincessBacked seat 0 klam-klam price 6",
        "hoc.back.three-territories: TerritoryMoved seat 0 large-city",
        "hoc.back.three-territories: TerritoryMoved seat 0 city",
        "hoc.back.three-territories: TerritoryMoved seat 0 village",
    ]
    assert board.domain() == ["klam-klam", "large-city", "city", "village"]
    assert board.field() == ["village", "post-horse"]
    assert board.in_domain("city") == city, "who could see it has not changed"


@pytest.mark.rule("hoc.back.three-territories")
def test_rare_territories_rank_by_their_cost() -> None:
    board = second(Area(field="city*2 capital imperial-domain"), Area(), coins=9)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.domain() == ["lulunasaika", "capital", "imperial-domain", "city"]


@pytest.mark.rule("hoc.back.three-territories")
def test_only_territories_that_are_still_in_the_field_move() -> None:
    board = second(Area(field="large-city city"), Area(), coins=6)
    board.match.amend(pb.FieldCardPutOnTop(seat=0, card=board.in_field("large-city"), kind="large-city"))
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.domain() == ["lulunasaika", "city"]


def test_between_kinds_of_equal_cost_the_player_chooses() -> None:
    def cards(kinds: str) -> list[FieldCard]:
        return [FieldCard(id=number, kind=kind) for number, kind in enumerate(kinds.split())]

    def ids(of: list[FieldCard]) -> list[int]:
        return [card.id for card in of]

    # No two kinds of Territories of the base set cost the same; a City and a Royal Maid do.
    forced, rivals, places = costliest(cards("city royal-maid large-city city"), 3)
    assert (ids(forced), ids(rivals), places) == ([2], [0, 1, 3], 2)
    forced, rivals, places = costliest(cards("city royal-maid large-city"), 3)
    assert (ids(forced), ids(rivals), places) == ([2, 0, 1], [], 0)
    forced, rivals, places = costliest(cards("city city city city"), 3)
    assert (ids(forced), ids(rivals), places) == ([0, 1, 2], [], 0)


@pytest.mark.rule("hoc.back.three-territories")
def test_the_choice_between_kinds_of_equal_cost_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = CARDS["imperial-domain"].model_copy(update={"cost": CARDS["city"].cost})
    monkeypatch.setattr(second_phase, "CARDS", {**CARDS, "imperial-domain": cheap})
    board = second(Area(field="large-city city*2 imperial-domain village"), Area(), coins=6)
    assert board.do(pb.BackPrincess(princess="lulunasaika")) == [
        "hoc.back.choose: PrincessBacked seat 0 lulunasaika price 6"
    ]
    assert board.moves() == [
        "ChooseTerritories city city",
        *["ChooseTerritories city imperial-domain"] * 2,
    ]
    chosen = [board.in_field("imperial-domain"), board.in_field("city")]
    board.do(pb.ChooseTerritories(cards=chosen))
    assert board.domain() == ["lulunasaika", "large-city", "imperial-domain", "city"]
    assert board.field() == ["city", "village"]


@pytest.mark.rule("hoc.back.fewer-than-three")
def test_with_fewer_than_three_all_move() -> None:
    board = Board(Area(hand="large-city money-lender"), Area())
    board.play("large-city")
    board.play("money-lender")
    assert board.state.turn.coins == 3 + 3
    board.second()
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.domain() == ["lulunasaika", "large-city"] and board.field() == ["money-lender"]


@pytest.mark.rule("hoc.faq.territory.forced", "hoc.symbol.succession-point")
@pytest.mark.parametrize("princess", ["klam-klam", "bergamotte", "twins"])
def test_villages_must_move_too(princess: str) -> None:
    board = Board(Area(hand="village*3 money-lender"), Area())
    for kind in ("village", "village", "village", "money-lender"):
        board.play(kind)
    assert board.state.turn.coins == 6
    board.second()
    board.do(pb.BackPrincess(princess=SHORT.get(princess, princess)))
    assert board.moves() == ["EndSecondPhase"], "nothing is asked"
    assert board.domain() == [princess, "village", "village", "village"]
    assert board.view(0).players[0].domain.points == -6


@pytest.mark.rule("hoc.back.points-count", "hoc.example.points-thirteen")
def test_every_card_of_the_domain_counts() -> None:
    board = second(Area(hand="duke", domain="lulunasaika village duke senator"), Area())
    assert board.view(0).players[0].domain.points == 6 - 2 + 6 + 3 == 13 == 20 - 7
    assert board.refused(pb.DeclareCoronation()) == [
        ("hoc.coronation.declare", "your domain holds 13 points, 20 are wanted")
    ]


@pytest.mark.rule("hoc.symbol.succession-point")
def test_points_count_in_the_domain_only() -> None:
    board = second(Area(hand="duke", draw=["duke"], discard="duke", domain="klam-klam senator"), Area())
    assert board.view(0).players[0].domain.points == 3


@pytest.mark.rule("hoc.zone.domain", "hoc.princess.from-backing")
def test_the_domain_is_made_by_backing() -> None:
    board = second(Area(), Area(), coins=6)
    assert not board.view(0).players[0].HasField("domain")
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert [card.kind for card in board.view(1).players[0].domain.cards] == ["lulunasaika"]
    assert board.view(1).players[0].domain.points == 6


@pytest.mark.rule("hoc.types.princess")
def test_a_backed_princess_is_found_in_no_part_of_the_deck() -> None:
    board = second(Area(hand="duke", draw=["village*10"]), Area(), coins=6)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    for _ in range(2):
        player = board.player()
        deck = contents((*player.hand, *player.draw_pile))
        found = {kind for kind, _ in (*deck, *player.discard_pile)} | {card.kind for card in player.field}
        assert not any(CARDS[kind].has("Princess") for kind in found)
        assert board.domain() == ["lulunasaika"] and "lulunasaika" not in board.view(0).princesses
        board.end()
