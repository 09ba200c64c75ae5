"""evolve: every fact has one reducer, and a fact that does not fit the table is refused; so is a position that is no
table.
"""

from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.reducer import REDUCERS
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import AmendRefused, Card, InvalidPosition, Match, Position, everyone, only, state_as_json
from tests.games.heart_of_crown.table import Area, Board

NOWHERE = 999 << 8 | 7
CITY = {"type": "Card", "id": 1 << 8 | 2, "kind": "city", "audience": 2}


def board() -> Board:
    return Board(
        Area(hand="city duke", draw=["^scout", "city"], field="village", domain="klam-klam large-city[library]"),
        Area(),
        coins=2,
    )


def test_every_fact_has_a_reducer() -> None:
    assert len(REDUCERS) == len(GAME.fact_fields)
    assert sorted(GAME.reducer_of) == sorted(field.name for field in GAME.fact_fields)


@pytest.mark.parametrize(
    "fact",
    [
        pb.CardPlayed(seat=0, was=NOWHERE, card=NOWHERE, kind="city", at="start"),
        pb.CoinsPaid(seat=0, coins=3),
        pb.CoinsLost(seat=0, coins=3),
        pb.CardBought(seat=0, kind="city", price=3),
        pb.CardDrawn(seat=0, card=NOWHERE, kind="city"),
        pb.CardDrawn(seat=1, card=NOWHERE, kind="duke"),
        pb.CardDrawn(seat=0, was=NOWHERE, card=NOWHERE, kind="city"),
        pb.CardRecalled(seat=0, was=NOWHERE, card=NOWHERE, kind="library"),
        pb.HandCardsDiscarded(seat=0, was=[NOWHERE]),
        pb.CardRevealed(seat=1, card=NOWHERE, kind="duke"),
        pb.RevealedCardDiscarded(seat=1, card=NOWHERE, kind="city"),
        pb.CardExiled(seat=0, was=NOWHERE, kind="city"),
        pb.CardAcquired(seat=0, kind="bank", source=pb.SOURCE_RANDOM_MARKET),
        pb.CardAcquired(seat=0, kind="bank", source=pb.SOURCE_BASIC_MARKET),
        pb.CardTaken(seat=0, card=NOWHERE, kind="duke", source=pb.SOURCE_DISCARD_PILE),
        pb.MarketCardTurned(kind="bank"),
        pb.FieldCardPutOnTop(seat=0, card=NOWHERE, kind="city"),
        pb.CardSet(seat=0, was=NOWHERE, card=NOWHERE, kind="duke"),
        pb.PrincessBacked(seat=1, card=NOWHERE, princess="klam-klam"),
        pb.TerritoryMoved(seat=0, card=NOWHERE, kind="city"),
        pb.DomainCardDiscarded(seat=0, card=NOWHERE, kind="duke"),
        pb.TwinCountersChanged(seat=0, card=NOWHERE, counters=2),
        pb.PlayerConceded(seat=9),
        pb.HandCardRevealed(seat=0, was=NOWHERE, card=NOWHERE, kind="city"),
        pb.HandCardPutOnTop(seat=0, was=NOWHERE, card=NOWHERE, kind="city"),
        pb.HandCardPutUnder(seat=0, was=NOWHERE, card=NOWHERE, kind="city"),
        pb.RevealedCardTaken(seat=0, was=NOWHERE, card=NOWHERE, kind="city"),
        pb.CardLookedAt(seat=0, card=NOWHERE, kind="scout"),
        pb.CardLookedAt(seat=0, card=NOWHERE, kind="duke", under=1),
        pb.CardLookedAt(seat=0, card=NOWHERE, kind="city", under=2),
        pb.SeenCardsDiscarded(seat=0, was=[NOWHERE]),
        pb.CardsPutBack(seat=0, cards=[NOWHERE], seen=[0]),
        pb.CardAcquired(seat=0, kind="scout", source=pb.SOURCE_CURSE_PILE),
        pb.CardAcquired(seat=0, kind="bank", source=pb.SOURCE_SUPPLY),
        pb.CardAcquired(seat=0, kind="duke", source=pb.SOURCE_HAND, owner=1, was=NOWHERE),
        pb.CardAcquired(seat=1, kind="library", source=pb.SOURCE_KEPT, owner=0, was=NOWHERE),
        pb.CardAcquiredUnder(seat=0, card=NOWHERE, kind="bank", source=pb.SOURCE_RANDOM_MARKET),
        pb.CardAcquiredUnder(seat=0, card=NOWHERE, kind="duke", source=pb.SOURCE_HAND, owner=1, was=NOWHERE),
        pb.PlusOneCountersChanged(seat=0, card=NOWHERE, counters=1),
        pb.DebtChanged(seat=9, counters=1),
        pb.DefenceShown(seat=1, card=NOWHERE, kind="castle-wall"),
        pb.AttackReduced(seat=1, by=1),
        pb.CommonsChosen(kinds=["bank"]),
        pb.CleanUpEffectGained(seat=0, kind="orchard"),
        pb.TurnEndEffectGained(seat=0, kind="orchard"),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_what_does_not_fit_is_refused(fact: Message) -> None:
    table = board()
    before = table.match.table
    with pytest.raises(AmendRefused):
        table.match.amend(fact)
    assert table.match.table is before


def test_a_territory_that_holds_a_card_takes_no_second_one_and_does_not_go_away() -> None:
    table = board()
    city = table.in_domain("large-city")
    with pytest.raises(AmendRefused, match="kept card"):
        table.match.amend(pb.CardKept(seat=0, was=table.in_hand("city"), card=NOWHERE, kind="scout", on=city))
    with pytest.raises(AmendRefused, match="kept card"):
        table.match.amend(pb.DomainCardDiscarded(seat=0, card=city, kind="large-city"))


def test_a_judges_facts_change_the_table_and_the_menu() -> None:
    table = board()
    table.second()
    assert "BuyCard large-city" not in table.moves()
    table.match.amend(pb.CoinsGained(seat=0, coins=3))
    assert "BuyCard large-city" in table.moves()


def test_the_last_curse_and_an_empty_supply_are_not_acquired_again() -> None:
    table = Board(Area(), Area(), curses=1, supply="bank")
    table.match.amend(pb.CardAcquired(seat=0, kind="curse", source=pb.SOURCE_CURSE_PILE))
    table.match.amend(pb.CardAcquired(seat=0, kind="bank", source=pb.SOURCE_SUPPLY))
    assert table.discard() == "bank curse" and (table.state.curses, table.state.supply) == (0, ())
    for kind, source in (("curse", pb.SOURCE_CURSE_PILE), ("bank", pb.SOURCE_SUPPLY)):
        with pytest.raises(AmendRefused):
            table.match.amend(pb.CardAcquired(seat=0, kind=kind, source=source))


def test_cards_are_put_back_in_the_order_named_and_those_face_down_are_their_owners_alone() -> None:
    table = Board(Area(draw=["^scout", "^city", "^duke", "maid"]), Area())
    scout, city, duke = (part.id for part in table.player().draw_pile if isinstance(part, Card))
    put_back = GAME.reducers[pb.CardsPutBack](table.state, pb.CardsPutBack(seat=0, cards=[duke, scout], seen=[duke, 0]))
    first, second, *rest = put_back.players[0].draw_pile
    assert isinstance(first, Card) and isinstance(second, Card)
    assert [(card.id, card.audience) for card in (first, second)] == [(duke, everyone(2)), (scout, only(0))]
    assert [part.kind for part in rest if isinstance(part, Card)] == ["city"]
    for seen in ([duke], [duke, 0, 0]):
        with pytest.raises(AmendRefused):
            table.match.amend(pb.CardsPutBack(seat=0, cards=[duke, city], seen=seen))


def test_a_yield_is_changed_and_not_added_up() -> None:
    table = Board(Area(hand="village"), Area())
    for coins in (2, 5, 2):
        table.match.amend(pb.YieldChanged(seat=0, kind="farming-village", coins=coins))
        assert table.state.turn.yields == (("farming-village", coins),)
    table.match.amend(pb.YieldChanged(seat=0, kind="farming-village", coins=0))
    assert table.play("village")[1:] == ["hoc.card.farming-village: CoinsGained seat 0 coins 1"]


def test_commons_are_chosen_once_each() -> None:
    box = [["bank", 5], ["scout", 5]]
    position = Position(
        game=GAME.ruleset, seats=2, entry="main-phase", args=[0], state={"box": box, "commons": ["library"]}
    )
    match: Match[Any] = Match(GAME, position=position)
    with pytest.raises(AmendRefused, match="no bank is in the box"):
        match.amend(pb.CommonsChosen(kinds=["bank", "bank"]))
    match.amend(pb.CommonsChosen(kinds=["bank"]))
    assert (match.table.state.box, match.table.state.commons) == ((("scout", 5),), ("bank",))


# Positions.


def read(**state: Any) -> Match[Any]:
    position = Position(game=GAME.ruleset, seats=2, entry="main-phase", args=[0], state=state)
    return Match(GAME, position=position)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"players": [{"debt": -1}, {}]}, "players[0].debt: -1 is not from 0 to 1000000"),
        ({"players": [{}, {"debt": 1 << 40}]}, f"players[1].debt: {1 << 40} is not from 0 to 1000000"),
        (
            {"players": [{"domain": [{"id": 7, "kind": "imperial-domain", "plus_one": -1}]}, {}]},
            "players[0].domain: +1 counters: -1 is not from 0 to 1000000",
        ),
        (
            {"players": [{"domain": [{"id": 7, "kind": "twins-lain-shion", "twin": -2}]}, {}]},
            "players[0].domain: twin counters: -2 is not from 0 to 1000000",
        ),
        ({"turn": {"coins": -1}}, "turn.coins: -1 is not from 0 to 1000000"),
        ({"turn": {"coins": 1 << 40}}, f"turn.coins: {1 << 40} is not from 0 to 1000000"),
        ({"turn": {"seat": 2}}, "turn.seat: 2 is not from 0 to 1"),
        ({"turn": {"at_end": ["lender"]}}, "turn.at_end: there is no card 'lender'"),
        ({"turn": {"at_clean_up": ["unit"]}}, "turn.at_clean_up: there is no card 'unit'"),
        ({"turn": {"yields": [["village", 2]]}}, "turn.yields: there is no card 'village'"),
        ({"turn": {"yields": [["farming-village", 0]]}}, "turn.yields: 0 of farming-village is not from 1 to 300"),
        (
            {"turn": {"yields": [["farming-village", 2], ["city", 2]]}},
            "turn.yields: kinds are listed once each, in the order of their ids",
        ),
        (
            {"turn": {"attack": {"kind": "scout", "seat": 1}}},
            "turn.attack: a position begins between plays, not in the middle of an attack",
        ),
        (
            {"supply": [{"type": "Bag", "of": [["bank", 1]]}, {"type": "Bag", "of": [["scout", 1]]}]},
            "supply: one bag, for nobody knows where any of its cards lies",
        ),
        (
            {"supply": [{**CITY, "kind": "bank"}], "minted": [[2, 1]]},
            "supply: one bag, for nobody knows where any of its cards lies",
        ),
        ({"players": [{"hand": [CITY]}, {}]}, "minted: the id 258 is given, and would be given again"),
        ({"players": [{"hand": [{**CITY, "id": 0}]}, {}]}, "0 is no id of a card"),
        (
            {"players": [{"hand": [{**CITY, "audience": -1}]}, {}], "minted": [[2, 1]]},
            "players[0]: the audience -1 of card 258",
        ),
        ({"players": [{}, {"hand": [CITY]}], "minted": [[2, 1]]}, "players[1]: the audience 2 of card 258"),
        ({"minted": [[7, -5]]}, "minted: -5 is not from 0 to 1000000"),
        ({"minted": [[7, 1], [2, 1]]}, "minted: audiences are listed once each, ascending"),
        ({"minted": [[-1, 1]]}, "minted: -1 is no audience"),
        ({"turn": {"used": [-1]}}, "turn.used: -1 is no id of a card"),
        ({"turn": {"used": [263, 0]}}, "turn.used: 0 is no id of a card"),
        ({"turn": {"used": [1 << 32]}}, f"turn.used: {1 << 32} is no id of a card"),
        (
            {"players": [{"domain": [{"id": 7, "kind": "duke", "kept": {**CITY, "id": 263}}]}, {}], "minted": [[7, 1]]},
            "players[0].domain: duke is no Territory and holds a card (hoc.keep.keep)",
        ),
        ({"players": [{"hand": [{**CITY, "id": 1 << 32}]}, {}]}, f"{1 << 32} is no id of a card"),
        ({"players": [{"hand": [CITY, CITY]}, {}], "minted": [[2, 1]]}, "two cards have the same id"),
    ],
)
def test_a_position_that_is_no_table_is_refused_with_the_place(state: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidPosition) as wrong:
        read(**state)
    assert str(wrong.value) == f"state: {why}"


def test_the_most_of_everything_is_still_a_table() -> None:
    most = 1_000_000
    domain = [{"id": 7, "kind": "klam-klam"}, {"id": 1 << 8 | 7, "kind": "city", "twin": most}]
    match = read(players=[{"debt": most, "domain": domain}, {}], turn={"coins": most}, minted=[[7, 1]])
    view = match.view(0)
    assert isinstance(view, pb.View) and view.players[0].debt == view.turn.coins == most


def test_a_position_is_read_after_an_ability_was_used() -> None:
    table = Board(Area(domain="lulunasaika duke*2 imperial-domain+1"), Area(), coins=9)
    ability = table.in_domain("imperial-domain")
    table.do(pb.UseAbility(card=ability))
    state = state_as_json(table.state)
    position = Position(game=GAME.ruleset, seats=2, entry="main-phase", args=[0], state=state)
    read_again = Match(GAME, position=position).table.state
    assert read_again == table.state and read_again.turn.used == (ability,)
    used = (1, (1 << 32) - 1)
    assert read(turn={"used": list(used)}).table.state.turn.used == used


@pytest.mark.rule("hoc.entry.main-phase")
def test_a_position_is_the_state_that_it_was_made_from() -> None:
    table = Board(
        Area(hand="village money-lender slash-and-burn", draw=["^duke", "city*3"], domain="twins imperial-domain+2"),
        Area(),
        coins=4,
    )
    for kind in ("slash-and-burn", "money-lender", "village"):
        table.play(kind)
    table.match.amend(pb.DebtChanged(seat=1, counters=3))
    state = table.state
    assert state.turn.at_end == ("money-lender",) and state.turn.yields == (("farming-village", 2),)
    again = read(**state_as_json(state))
    assert again.table.state == state
