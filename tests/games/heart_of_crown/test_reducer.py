"""evolve: every fact has one reducer, and a fact that does not fit the table is refused."""

import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.reducer import REDUCERS
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import AmendRefused
from tests.games.heart_of_crown.table import Area, Board

NOWHERE = 999 << 16 | 7


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
