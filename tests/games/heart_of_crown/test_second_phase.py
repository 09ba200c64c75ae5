"""Second phase: one of buying, setting and backing; buying and setting (rulebook p.16-17, p.24-26)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import how_many
from tests.games.heart_of_crown.table import Area, Board


def second(*areas: Area, **more: object) -> Board:
    return Board(*areas, entry="second-phase", **more)  # type: ignore[arg-type]


def buy(kind: str) -> pb.BuyCard:
    return pb.BuyCard(kind=kind)


# One of three.


@pytest.mark.rule("hoc.second.exclusive")
def test_who_has_bought_neither_sets_nor_backs() -> None:
    board = second(Area(hand="duke", domain="klam-klam"), Area(), coins=12)
    board.do(buy("city"))
    assert board.refused(board.setting("duke")) == [
        ("hoc.second.exclusive", "you have bought from the market this turn"),
        ("hoc.outside.set-needs-earlier-turn", "setting and buying exclude each other on one turn"),
    ]
    board = second(Area(), Area(), coins=12)
    board.do(buy("city"))
    assert board.refused(pb.BackPrincess(princess="klam-klam")) == [
        ("hoc.second.exclusive", "you have bought from the market this turn")
    ]


@pytest.mark.rule("hoc.second.exclusive", "hoc.outside.set-needs-earlier-turn")
def test_who_has_set_does_not_buy() -> None:
    board = second(Area(hand="duke", domain="lulunasaika"), Area(), coins=3)
    board.do(board.setting("duke"))
    assert board.refused(buy("city")) == [
        ("hoc.second.exclusive", "you have set a card this turn"),
        ("hoc.outside.set-needs-earlier-turn", "setting and buying exclude each other on one turn"),
    ]
    assert board.moves() == ["EndSecondPhase"]


@pytest.mark.rule("hoc.second.exclusive")
def test_who_has_backed_does_not_buy() -> None:
    board = second(Area(), Area(), coins=12)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.refused(buy("city")) == [("hoc.second.exclusive", "you have backed a princess this turn")]


@pytest.mark.rule("hoc.second.exclusive")
def test_doing_none_of_the_three_is_allowed() -> None:
    board = second(Area(hand="duke", domain="lulunasaika"), Area(), coins=9)
    assert board.end()[0] == "hoc.cleanup.discard: PhaseBegan seat 0 clean up"
    assert board.domain() == ["lulunasaika"] and board.discard() == "duke"


@pytest.mark.rule("hoc.second.exclusive", "hoc.turn.phases")
def test_what_is_done_in_the_second_phase_is_done_in_no_other() -> None:
    board = Board(Area(hand="duke", domain="lulunasaika"), Area(), coins=9)
    when = "this may be done only in your own second phase; now it is time for: Main phase"
    for command in (buy("city"), board.setting("duke"), pb.BackPrincess(princess="twins")):
        assert board.refused(command) == [("hoc.second.exclusive", when)]
    assert board.refused(pb.EndSecondPhase()) == [("hoc.turn.phases", when)]


# Buying.


@pytest.mark.rule("hoc.buy.cost", "hoc.example.buy-city-donation")
def test_a_card_is_bought_for_its_cost() -> None:
    board = second(Area(), Area(), coins=5, random="donation library")
    assert board.refused(buy("large-city")) == [("hoc.buy.cost", "Large City costs 6, you have 5 coins")]
    board.do(buy("city"))
    assert board.cited(buy("city"))[0] == "hoc.buy.cost"
    board.do(buy("donation"))
    assert board.state.turn.coins == 0 and board.discard() == "city donation"


@pytest.mark.rule("hoc.buy.any-number")
def test_as_many_are_bought_as_the_coins_suffice_for() -> None:
    board = second(Area(), Area(), coins=9)
    for _ in range(3):
        board.do(buy("city"))
    assert board.state.turn.coins == 0 and board.discard() == "city*3"
    assert board.refused(buy("city")) == [("hoc.buy.cost", "City costs 3, you have 0 coins")]


@pytest.mark.rule("hoc.buy.to-discard", "hoc.term.buy", "hoc.effect.acquire")
def test_a_bought_card_is_bought_and_acquired_to_the_discard_pile() -> None:
    board = second(Area(), Area(), coins=4)
    assert board.do(buy("library")) == [
        "hoc.buy.cost: CardBought seat 0 library price 4",
        "hoc.buy.to-discard: CardAcquired seat 0 library random market",
    ]
    assert board.discard() == "library" and how_many(board.state.random_market, "library") == 0
    assert "library" not in board.hand()


@pytest.mark.rule("hoc.buy.market-only", "hoc.faq.curse.not-for-sale")
def test_only_what_lies_in_the_market_is_for_sale() -> None:
    board = second(Area(), Area(), coins=20, basic={"city": 0}, supply="bank*5")
    assert board.refused(buy("curse")) == [("hoc.faq.curse.not-for-sale", "the curse pile is not the market")]
    assert board.refused(buy("bank")) == [("hoc.buy.market-only", "Bank does not lie in the market")]
    for kind, name in (
        ("klam-klam", "South Sea Princess Klam-Klam"),
        ("farming-village", "Farming Village"),
        ("city", "City"),
        ("nonsense", "nonsense"),
    ):
        assert board.refused(buy(kind)) == [("hoc.buy.market-only", f"{name} does not lie in the market")]


def test_where_a_card_goes_is_no_choice_without_an_effect() -> None:
    board = second(Area(), Area(), coins=3)
    assert board.refused(pb.BuyCard(kind="city", under_draw_pile=True)) == [
        ("hoc.second", "under_draw_pile is not a choice here")
    ]


# Setting.


@pytest.mark.rule("hoc.types.succession", "hoc.set.requires-princess")
def test_without_a_princess_nothing_is_set() -> None:
    board = second(Area(hand="duke library"), Area())
    assert board.refused(board.setting("duke")) == [
        ("hoc.set.requires-princess", "you have backed no princess yet"),
        ("hoc.types.succession", "Duke is set into a domain, and you have none"),
    ]
    assert board.refused(board.setting("library")) == [
        ("hoc.set.requires-princess", "you have backed no princess yet"),
        ("hoc.types.succession", "Library (Action) is no Succession card"),
    ]


@pytest.mark.rule("hoc.set.requires-princess")
def test_on_the_turn_of_backing_nothing_is_set() -> None:
    board = second(Area(hand="duke"), Area(), coins=6)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    assert board.refused(board.setting("duke")) == [
        ("hoc.second.exclusive", "you have backed a princess this turn"),
        ("hoc.set.requires-princess", "your princess was not backed on an earlier turn, but on this one"),
    ]


@pytest.mark.rule("hoc.set.any-number")
def test_any_number_of_succession_cards_is_set() -> None:
    board = second(Area(hand="duke royal-maid*2", domain="klam-klam"), Area())
    was = board.in_hand("duke")
    assert board.do(board.setting("duke")) == ["hoc.set.any-number: CardSet seat 0 duke points 6"]
    board.do(board.setting("royal-maid"))
    assert board.do(board.setting("royal-maid")) == ["hoc.set.any-number: CardSet seat 0 royal-maid points 10"]
    assert board.domain() == ["klam-klam", "duke", "royal-maid", "royal-maid"] and board.hand() == []
    assert board.view(1).players[0].domain.points == 10
    assert board.player().domain[1].id != was
    board.end()
    assert board.domain() == ["klam-klam", "duke", "royal-maid", "royal-maid"]


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        pytest.param("maid", -2, marks=pytest.mark.rule("hoc.card.apprentice-maid")),
        pytest.param("royal-maid", 2, marks=pytest.mark.rule("hoc.card.royal-maid")),
        pytest.param("senator", 3, marks=pytest.mark.rule("hoc.card.senator")),
        pytest.param("duke", 6, marks=pytest.mark.rule("hoc.card.duke")),
        pytest.param("capital", 8, marks=pytest.mark.rule("hoc.card.imperial-capital-carikuma")),
        pytest.param("crown", 14, marks=pytest.mark.rule("hoc.card.imperial-crown")),
    ],
)
def test_a_succession_card_is_worth_its_points_once_it_is_set(kind: str, points: int) -> None:
    board = second(Area(hand=kind, domain="klam-klam"), Area())
    assert board.do(board.setting(kind)) == [f"hoc.set.any-number: CardSet seat 0 {kind} points {points}"]


@pytest.mark.rule("hoc.card.curse", "hoc.card.curse")
def test_a_curse_is_neither_set_nor_bought() -> None:
    board = second(Area(hand="curse", domain="klam-klam"), Area(), coins=9)
    assert board.refused(board.setting("curse")) == [
        ("hoc.card.curse", "a plain Curse can be neither played nor set"),
        ("hoc.types.succession", "Curse (Curse) is no Succession card"),
    ]
    assert board.cited(buy("curse")) == ["hoc.faq.curse.not-for-sale"]
    main = Board(Area(hand="curse", domain="klam-klam"), Area())
    assert main.cited(main.playing("curse")) == ["hoc.card.curse", "hoc.main.playable-types"]


@pytest.mark.rule("hoc.set.optional", "hoc.example.set-duke-not-maid")
def test_the_player_chooses_which_to_set() -> None:
    board = second(Area(hand="duke maid", domain="klam-klam"), Area(), coins=3)
    assert board.do(board.setting("duke")) == ["hoc.set.any-number: CardSet seat 0 duke points 6"]
    assert board.cited(buy("city"))[0] == "hoc.second.exclusive"
    board.end()
    assert board.domain() == ["klam-klam", "duke"] and "maid" in board.discard()


@pytest.mark.rule("hoc.set.from-hand")
def test_cards_are_set_from_the_hand_only() -> None:
    board = Board(
        Area(hand="imperial-domain duke", draw=["^senator", "duke*9"], discard="royal-maid", domain="klam-klam"), Area()
    )
    board.play("imperial-domain")
    board.second()
    (top, *_) = board.view(0).players[0].draw_pile
    for card in (board.in_field("imperial-domain"), top.card.id):
        assert board.refused(pb.SetCard(card=card)) == [("hoc.set.from-hand", "only cards in your hand can be set")]
    assert [move for move in board.moves() if move.startswith("Set")] == ["SetCard duke"]


@pytest.mark.rule("hoc.faq.no-later-territories")
def test_a_territory_is_set_only_if_it_is_a_succession_card_too() -> None:
    board = second(Area(hand="large-city capital library", domain="klam-klam"), Area())
    assert board.refused(board.setting("large-city")) == [
        ("hoc.faq.no-later-territories", "Large City: Territories enter the domain only on backing")
    ]
    assert board.refused(board.setting("library")) == [
        ("hoc.types.succession", "Library (Action) is no Succession card")
    ]
    board.do(board.setting("capital"))
    assert board.domain() == ["klam-klam", "capital"]


@pytest.mark.rule("hoc.faq.no-early-domain")
def test_no_domain_is_made_before_a_princess_is_backed() -> None:
    board = second(Area(field="city", hand="senator"), Area())
    assert board.refused(pb.SetCard(card=board.in_field("city"))) == [
        ("hoc.set.requires-princess", "you have backed no princess yet"),
        ("hoc.faq.no-early-domain", "a domain begins when a princess is backed, and no card moves to it before"),
    ]
    assert not board.view(0).players[0].HasField("domain") and board.field() == ["city"]
