"""Whole games of random players: drafts, and legal decks of all six races. Seeds are in the tests' names."""

import random
from typing import Any

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES
from rulekeeper.games.warhammer_invasion.decks import breaches, deck_of
from rulekeeper.games.warhammer_invasion.state import State, conserved
from rulekeeper.kernel import Accepted, Match, random_command

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
