"""Setup as each rule's own example has it (rulebook p.10-11)."""

import pydantic
import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import COMMONS
from rulekeeper.games.heart_of_crown.setup import Setup, initial
from rulekeeper.games.heart_of_crown.state import State, conserved
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import SPECTATOR, InvalidSetup, Match, contents, size
from tests.games.heart_of_crown.table import BASICS, PRINCESSES, Told, told, whole

TEN = ("scout", "library", "bank", "shinobi", "alchemist", "donation", "post-horse", "adventurer", "summons", "bribery")


def begun(seats: int, *draws: str, first: int = 0) -> Match[State]:
    """A game with these ten commons, in which the supply gives these cards first."""
    chance = Told(draws, [first])
    return Match(GAME, seats, setup={"commons": TEN}, chance=lambda version: chance)


def seen(match: Match[State]) -> pb.View:
    view = match.view(SPECTATOR)
    assert isinstance(view, pb.View)
    return view


@pytest.mark.rule("hoc.players")
@pytest.mark.parametrize("seats", [1, 5])
def test_one_is_too_few_and_five_are_too_many(seats: int) -> None:
    with pytest.raises(InvalidSetup, match=f"{seats} seats are not from 2 to 4"):
        Match(GAME, seats)


@pytest.mark.rule("hoc.players", "hoc.setup.first-player")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_from_the_first_player_turns_pass_to_the_left(first: int) -> None:
    match = begun(4, first=first)
    order = [match.asked()[0]]
    for _ in range(4):
        match.submit(order[-1], pb.EndMainPhase())
        match.submit(order[-1], pb.EndSecondPhase())
        order.append(match.asked()[0])
    assert order == [(first + step) % 4 for step in range(5)]


@pytest.mark.rule("hoc.setup.princess-row")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_see_six_princesses_in_the_row(seats: int) -> None:
    assert tuple(seen(begun(seats)).princesses) == PRINCESSES and len(PRINCESSES) == 6


@pytest.mark.rule("hoc.setup.curse-pile")
@pytest.mark.parametrize(("seats", "curses"), [(2, 8), (3, 12), (4, 16)])
def test_curses_that_are_not_in_the_pile_are_out_of_the_game(seats: int, curses: int) -> None:
    match = begun(seats)
    assert seen(match).curses == curses == conserved(match.table.state)["curse"]


@pytest.mark.rule("hoc.setup.start-deck")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_villages_and_maids_left_over_are_out_of_the_game(seats: int) -> None:
    state = initial(Setup(), seats)
    for player in state.players:
        assert contents(player.draw_pile) == (("apprentice-maid", 3), ("farming-village", 7))
        assert size(player.draw_pile) == 10
    cards = conserved(state)
    assert (cards["farming-village"], cards["apprentice-maid"]) == (7 * seats, 3 * seats)
    assert not {"farming-village", "apprentice-maid"} & {kind for kind, _ in state.basic_market}
    box = {card.id: card.printed["copies"] for card in GAME.cards}
    assert (box["farming-village"], box["apprentice-maid"]) == (7 * 4, 3 * 4)


@pytest.mark.rule("hoc.setup.basic-market")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_see_five_piles_in_the_basic_market(seats: int) -> None:
    piles = [(pile.kind, pile.count) for pile in seen(begun(seats)).basic_market]
    assert piles == [("city", 30), ("large-city", 20), ("royal-maid", 12), ("senator", 12), ("duke", 12)]
    assert piles == [*BASICS.items()]


@pytest.mark.rule("hoc.setup.supply")
def test_the_supply_holds_52_cards_of_any_ten_commons() -> None:
    state = initial(Setup(commons=TEN), 2)
    assert size(state.supply) == 52
    assert dict(contents(state.supply)) == {
        **dict.fromkeys(TEN, 5),
        "imperial-capital-carikuma": 1,
        "imperial-crown": 1,
    }


@pytest.mark.rule("hoc.setup.supply")
@pytest.mark.parametrize(
    ("commons", "why"),
    [
        (TEN[:9], "10 kinds of commons are chosen, not 9"),
        (COMMONS[:11], "10 kinds of commons are chosen, not 11"),
        ((*TEN[:9], "scout"), "a kind of common is named twice"),
        ((*TEN[:9], "duke"), "not among the 30 commons: duke"),
    ],
)
def test_other_than_ten_different_commons_are_refused_by_this_rule(commons: tuple[str, ...], why: str) -> None:
    with pytest.raises(pydantic.ValidationError) as wrong:
        Setup(commons=commons)
    assert f"{why} (hoc.setup.supply)" in str(wrong.value)


@pytest.mark.rule("hoc.setup.random-market", "hoc.setup.stack")
def test_the_ninth_card_is_the_eighth_kind_and_the_next_stays_in_the_supply() -> None:
    order = ("scout", "scout", *("library", "bank", "shinobi", "alchemist", "donation", "post-horse", "adventurer"))
    match = begun(2, *order)
    turned = whole(told(match.facts()), "MarketCardTurned")
    cited = ("hoc.setup.stack" if at == 1 else "hoc.setup.random-market" for at in range(len(order)))
    assert turned == [f"{rule}: MarketCardTurned {kind}" for rule, kind in zip(cited, order, strict=True)]
    market = {pile.kind: pile.count for pile in seen(match).random_market}
    assert market == {**dict.fromkeys(order, 1), "scout": 2} and len(market) == 8
    assert seen(match).supply == 52 - 9 and "summons" not in market


@pytest.mark.rule("hoc.setup.first-player")
def test_a_seed_gives_the_same_first_player_again() -> None:
    one, again = (Match(GAME, 4, seed=b"first") for _ in range(2))
    assert one.asked() == again.asked() and one.entries == again.entries


@pytest.mark.rule("hoc.setup.first-hand")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_is_complete_with_five_cards_in_each_hand(seats: int) -> None:
    assert [(player.hand_size, player.draw_pile_size) for player in seen(begun(seats)).players] == [(5, 5)] * seats
