"""Whole games of random players: how they end, what comes up in them, drafts, and legal decks of all six races. Seeds
are in the tests' names, or printed.
"""

import random
from collections import Counter
from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES
from rulekeeper.games.warhammer_invasion.decks import breaches, deck_of
from rulekeeper.games.warhammer_invasion.state import State, conserved
from rulekeeper.kernel import Accepted, Match, fold_all, random_command
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

LONGEST = 4_000


def played(seed: int, setup: dict[str, Any]) -> Match[State]:
    """A game of random commands, to its end."""
    match: Match[State] = Match(GAME, setup=setup, seed=b"random play %d" % seed)
    dice, before = random.Random(seed), conserved(match.table.state)
    while match.asked() and len(match.entries) < LONGEST:
        seat = match.asked()[0]
        done = match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
        assert isinstance(done, Accepted), done
    assert conserved(match.table.state) == before
    return match


def decks(match: Match[State]) -> list[tuple[str, dict[str, int]]]:
    return [(player.capital, dict(player.deck_list)) for player in match.table.state.players]


@pytest.mark.rule("whi.draft.play", "whi.draft.five-packs")
@pytest.mark.parametrize("seed", range(40))
def test_a_draft_and_the_game_with_its_decks(seed: int) -> None:
    match = played(seed, {"format": "draft"})
    assert match.table.result is not None and match.table.state.draft is None
    for capital, cards in decks(match):
        assert breaches(deck_of(capital, cards), "draft") == () and 30 <= sum(cards.values()) <= 50


@pytest.mark.rule("whi.deck.size", "whi.deck.three-copies", "whi.deck.one-side")
def test_random_legal_decks_of_all_six_races() -> None:
    races: dict[str, int] = dict.fromkeys(RACES, 0)
    for seed in range(20):
        match = played(seed, {"format": "constructed"})
        assert match.table.result is not None, seed
        for capital, cards in decks(match):
            assert breaches(deck_of(capital, cards)) == (), seed
            for kind, count in cards.items():
                if CARDS[kind].race in races:
                    races[CARDS[kind].race] += count
    assert all(count > 20 for count in races.values()), races


@pytest.mark.slow
@pytest.mark.rule("whi.win.immediate", "whi.deckout.immediate")
def test_random_games_end_by_burning_and_by_empty_decks_and_all_that_there_is_to_do_comes_up() -> None:
    ended: Counter[str] = Counter()
    sent: Counter[type] = Counter()
    acted: set[str] = set()
    lengths = []
    for seed in range(90):
        match = played(seed, dict(GAME.setups[seed % len(GAME.setups)]))
        assert match.table.result is not None, seed
        ended[match.table.result.rule] += 1
        lengths.append(len(match.entries))
        for version in range(1, len(match.entries) + 1):
            for fact in match.facts(version):
                sent[type(fact.fact)] += 1
                if isinstance(fact.fact, pb.TacticPlayed | pb.ActionUsed):
                    acted.add(fact.fact.kind)
    print(f"{dict(ended)}; entries {sorted(lengths)}; {len(acted)} actions")
    assert ended["whi.win.immediate"] >= 25 and ended["whi.deckout.immediate"] >= 15
    assert max(lengths) < 2000
    assert sent[pb.AttackersDeclared] > 500 and sent[pb.DefendersDeclared] > 500 and sent[pb.SectionBurned] > 60
    of_starters = {kind for kind, card in CARDS.items() if card.number <= 121 and "action" in card.kinds}
    foreign = {kind for kind in of_starters if CARDS[kind].race in ("high_elf", "dark_elf")}
    assert len(of_starters - foreign - acted) <= 3, of_starters - foreign - acted


@pytest.mark.parametrize("seed, setup", [(1, 2), (2, 13), (3, 14)])
def test_cold_and_warm_games_are_the_same_and_fold_to_the_same_table(seed: int, setup: int) -> None:
    def course(cold: bool) -> Match[State]:
        match: Match[State] = Match(GAME, setup=GAME.setups[setup], seed=b"%d" % seed)
        dice = random.Random(seed)
        for _ in range(150):
            seat = match.asked()[0]
            command = random_command(GAME, match.table, seat, dice.randrange, match.live)
            if cold:
                match.live.drop()
            assert isinstance(match.submit(seat, command), Accepted), command
        return match

    warm, cold = course(cold=False), course(cold=True)
    assert [entry.SerializeToString(deterministic=True) for entry in warm.entries] == [
        entry.SerializeToString(deterministic=True) for entry in cold.entries
    ]
    assert fold_all(GAME, warm.entries).state == warm.table.state
