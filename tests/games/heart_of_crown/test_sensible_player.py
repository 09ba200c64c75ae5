"""The sensible player: it does the obvious, reads nothing that is hidden from it, and beats the random player."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import SETS
from rulekeeper.games.heart_of_crown.player import OPINIONS, sensible
from rulekeeper.games.heart_of_crown.state import Player, State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import RANDOM, Accepted, Bag, Card, Match, Offer, Pile, Table, command_of, pack, total
from tests.games.heart_of_crown.table import Area, Board

SENSIBLE = "sensible"


def choice(board: Board) -> Message:
    match = board.match
    return command_of(SENSIBLE, GAME, match.table, board.asked, lambda limit: 0, match.live)


def turn(board: Board, seat: int = 0) -> list[str]:
    """What it sends, until it has ended a phase or somebody else is asked."""
    sent: list[str] = []
    while not sent or (not sent[-1].startswith("End") and board.result is None and board.asked == seat):
        command = choice(board)
        sent.append(board.words(board.asked, command))
        board.do(command)
    return sent


def first(board: Board) -> str:
    return board.words(board.asked, choice(board))


def second(own: Area, *rivals: Area, **more: Any) -> Board:
    return Board(own, *(rivals or (Area(),)), entry="second-phase", **more)


# Main phase.


def test_links_are_played_first_then_draws_then_coins_and_what_ends_the_chain_last() -> None:
    board = Board(Area(hand="trade-ship city alchemist village post-horse", draw=("maid*9",)), Area())
    played = [words.split()[1] for words in turn(board) if words.startswith("Play")]
    assert played == ["post-horse", "alchemist", "city", "village", "trade-ship"]


def test_a_phase_is_ended_when_nothing_is_gained() -> None:
    assert turn(Board(Area(hand="duke maid curse"), Area())) == ["EndMainPhase"]


def test_a_village_that_would_follow_a_princess_is_held_back_once_she_can_be_backed() -> None:
    follows = Board(Area(hand="village", field="city*2"), Area(), coins=6)
    assert first(follows) == "EndMainPhase"
    for harmless in (
        Board(Area(hand="village", field="city*2"), Area(), coins=5),
        Board(Area(hand="village", field="city*3"), Area(), coins=6),
        Board(Area(hand="village", field="city*2", domain="klam-klam"), Area(), coins=6),
    ):
        assert first(harmless).startswith("PlayCard village")


def test_an_action_that_cannot_be_played_any_more_is_kept_and_played_later() -> None:
    full = Area(hand="alchemist curse", domain="laolily village large-city city")
    assert turn(Board(full, Area(), positions=())) == ["KeepCard alchemist on large-city", "EndMainPhase"]
    later = turn(Board(Area(domain="laolily large-city[alchemist]", draw=("curse*2",)), Area()))
    assert later == ["RecallCard alchemist", "PlayCard alchemist first", "EndMainPhase"]


def test_bad_cards_are_given_away_and_good_ones_kept() -> None:
    well = Board(Area(hand="wishing-well maid curse city village", draw=("city*9",)), Area())
    assert "DiscardCards maid curse" in turn(well)
    donation = Board(Area(hand="donation city curse"), Area(), coins=1)
    assert "ExileCard curse" in turn(donation)
    library = Board(Area(hand="library city maid", draw=("curse large-city",)), Area())
    assert "PutCardUnder curse" in turn(library)


def test_villages_are_developed_before_they_are_played() -> None:
    sent = turn(Board(Area(hand="city-development village*2 city"), Area()))
    assert [words.split()[:2] for words in sent[:4]] == [
        ["PlayCard", "city"],
        ["PlayCard", "city-development"],
        ["ExileCard", "village"],
        ["PlayCard", "city"],
    ]


def test_a_curse_is_taken_for_coins_where_there_are_villages_enough() -> None:
    assert first(Board(Area(hand="slash-and-burn village*4"), Area())) == "PlayCard slash-and-burn first"
    assert turn(Board(Area(hand="slash-and-burn city"), Area())) == ["PlayCard city first", "EndMainPhase"]


def test_abilities_are_used_where_they_help() -> None:
    bergamotte = Area(hand="maid city", discard="alchemist post-horse", domain="bergamotte city")
    assert turn(Board(bergamotte, Area()))[:2] == ["UseAbility bergamotte maid", "TakeBackCard alchemist"]
    nothing_better = Area(hand="city", discard="scout", domain="bergamotte city")
    assert first(Board(nothing_better, Area())).startswith("PlayCard city")
    twins = Area(domain="twins city", twin=1)
    assert turn(Board(twins, Area())) == ["UseAbility twins", "EndMainPhase"]
    almost = Area(domain="lulunasaika duke*2 imperial-domain+1")
    assert turn(Board(almost, Area(), coins=3))[:2] == ["UseAbility imperial-domain", "DeclareCoronation"]
    assert first(Board(Area(domain="lulunasaika imperial-domain"), Area(), coins=8)) == "EndMainPhase"


# Second phase.


@pytest.mark.parametrize("coins, bought", [(2, "post-horse"), (3, "city"), (5, "city"), (6, "large-city")])
def test_before_a_princess_the_deck_grows(coins: int, bought: str) -> None:
    own = Area(field="village*3", discard="village*4 maid*3")
    assert turn(second(own, coins=coins, princesses=("bergamotte",)))[0] == f"BuyCard {bought}"


def test_draws_are_bought_for_a_deck_that_is_worth_drawing_from() -> None:
    own = Area(field="city*3", discard="city*4 large-city*2")
    assert turn(second(own, coins=5))[0] == "BuyCard alchemist"


def test_a_princess_is_backed_with_good_territories_and_rather_not_with_villages() -> None:
    assert turn(second(Area(field="city*3"), coins=6))[0].startswith("BackPrincess")
    villages = Area(field="village*6")
    assert turn(second(villages, coins=6, princesses=("klam-klam", "bergamotte")))[0] == "BuyCard large-city"
    spared = turn(second(villages, coins=6, princesses=("klam-klam", "flammaria")))
    assert spared[:2] == ["BackPrincess flammaria", "AcquireCards senator senator"]


def test_in_the_domain_points_are_bought_then_set_and_the_coronation_declared() -> None:
    own = Area(domain="lulunasaika city*3", discard="village*7")
    assert turn(second(own, coins=8))[0] == "BuyCard duke"
    assert turn(second(own, coins=5))[0] == "BuyCard senator"
    enough = Area(hand="duke*2 maid", domain="lulunasaika city royal-maid")
    assert turn(second(enough, coins=8)) == ["SetCard duke", "SetCard duke", "DeclareCoronation", "EndSecondPhase"]
    assert turn(Board(Area(domain="lulunasaika duke*3"), Area()))[0] == "DeclareCoronation"


def test_a_rivals_declaration_leaves_no_time_to_buy() -> None:
    own, rival = Area(hand="duke", domain="lulunasaika"), Area(domain="lulunasaika duke*3", declared=True)
    assert first(second(own, coins=8)) == "BuyCard duke"
    assert first(second(own, rival, coins=8)) == "SetCard duke"


def test_the_last_duke_is_bought_by_who_wins_with_it_and_by_nobody_else() -> None:
    own, rival = Area(domain="lulunasaika"), Area(domain="laolily royal-maid*2")
    board = second(own, rival, coins=8, basic={"duke": 1})
    assert turn(board) == ["BuyCard duke"] and board.result == ((0,), "hoc.end.dukes")
    behind = second(Area(domain="laolily"), rival, coins=8, basic={"duke": 1})
    assert "BuyCard duke" not in turn(behind)


def test_a_rivals_card_is_bought_rather_than_the_same_from_the_market() -> None:
    board = Board(Area(hand="bribery", domain="laolily city"), Area(hand="duke maid"), coins=8)
    while board.state.turn.phase == 1:
        board.do(choice(board))
    assert first(board) == "BuyOpponentCard duke"


# Other players' turns.


def test_an_attack_is_met_with_every_defence_and_then_costs_the_least() -> None:
    board = Board(Area(hand="royal-guard"), Area(hand="castle-wall city", draw=("^city", "^duke", "^large-city")))
    board.do(board.playing("royal-guard"))
    assert turn(board, 1) == ["Defend castle-wall", "PassDefence", "LeaveRevealed city"]


def test_of_what_an_attack_takes_it_is_the_worst_that_goes() -> None:
    board = Board(Area(hand="infantry-battalion"), Area(hand="city large-city village duke maid"))
    board.do(board.playing("infantry-battalion"))
    assert turn(board, 1) == ["PassDefence", "DiscardCards village"]


def test_a_scout_leaves_rivals_their_bad_cards_and_takes_their_good_ones() -> None:
    own, left = Area(hand="scout", draw=("^curse",), domain="laolily"), Area(draw=("^curse",))
    board = Board(own, left, Area(draw=("^duke",)))
    said: list[str] = []
    while not said or not said[-1].startswith("End"):
        said.append(first(board))
        board.do(choice(board))
    decided = [words for words in said if words.startswith("Decide")]
    assert decided == ["DecideRevealed discard", "DecideRevealed not-discard", "DecideRevealed discard"]


def test_a_duchess_talks_of_the_dearest() -> None:
    rival = Area(domain="lulunasaika royal-maid senator duke", declared=False)
    board = second(Area(hand="gossipy-duchess", domain="laolily"), rival, Area(), coins=0)
    board.do(choice(board))
    command = choice(board)
    assert isinstance(command, pb.ChooseDomainCard)
    board.do(command)
    assert board.discard(1) == "duke"


def test_it_has_an_opinion_on_every_kind_of_command_and_sends_others_only_where_there_is_nothing_else() -> None:
    assert set(GAME.command_name) - set(OPINIONS) == {pb.Concede}
    view = Board(Area(), Area()).view(0)
    assert sensible(view, 0, [Offer(pb.Concede), Offer(pb.EndMainPhase)], lambda limit: 0) == pb.EndMainPhase()
    assert sensible(view, 0, [Offer(pb.Concede)], lambda limit: 0) == pb.Concede()


# Whole games.


Look = Callable[[Table, int, Message], None]


def game(players: tuple[str, ...], seed: int, look: Look | None = None) -> Match[State]:
    """One game between them, with another recommended set for each seed."""
    match: Match[State] = Match(GAME, len(players), {"set": [*SETS][seed % len(SETS)]}, seed=b"%032d" % seed)
    dice = random.Random(seed)
    while not match.table.over:
        seat = match.asked()[0]
        command = command_of(players[seat], GAME, match.table, seat, dice.randrange, match.live)
        if look is not None:
            look(match.table, seat, command)
        assert isinstance(match.submit(seat, command), Accepted), f"seed {seed}: {command}"
        assert len(match.entries) < 1200, f"seed {seed} does not end"
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_among_sensible_players_end_under_a_rule(seats: int) -> None:
    result = game((SENSIBLE,) * seats, seats).table.result
    assert result is not None and result.rule in GAME.rulebook


def test_it_beats_the_random_player() -> None:
    lost = []
    for seed in range(10):
        result = game((SENSIBLE, RANDOM), seed).table.result
        if result is None or result.winners != (0,):
            lost.append(seed)
    assert len(lost) <= 1, f"lost with the seeds {lost}"


def hiding(pile: Pile, seat: int) -> Pile:
    """The pile with other cards wherever the seat does not know them."""
    return tuple(
        Bag((("curse", total(part.of)),))
        if isinstance(part, Bag)
        else part
        if part.audience >> 1 + seat & 1
        else msgspec.structs.replace(part, kind="curse")
        for part in pile
    )


def other_world(state: State, seat: int) -> State:
    """The same table as far as the seat can tell, and another one."""

    def other(number: int, player: Player) -> Player:
        hand = player.hand if number == seat else tuple(c for c in hiding(player.hand, seat) if isinstance(c, Card))
        return msgspec.structs.replace(player, hand=hand, draw_pile=hiding(player.draw_pile, seat))

    players = tuple(other(number, player) for number, player in enumerate(state.players))
    return msgspec.structs.replace(state, players=players, supply=hiding(state.supply, seat))


def test_what_is_hidden_from_it_changes_nothing() -> None:
    compared = 0

    def look(table: Table, seat: int, command: Message) -> None:
        nonlocal compared
        other = other_world(table.state, seat)
        assert other != table.state
        swapped = msgspec.structs.replace(table, state=other)
        assert pack(GAME, command_of(SENSIBLE, GAME, swapped, seat, lambda limit: 0)) == pack(GAME, command)
        compared += 1

    game((SENSIBLE,) * 3, 7, look)
    assert compared > 100
