"""Players: the random one, which chooses among the open offers by the game's taste, and the game's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from google.protobuf.message import Message

from rulekeeper.kernel.deciding import offers
from rulekeeper.kernel.fields import Dice
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.menus import Offer
from rulekeeper.kernel.resuming import Live
from rulekeeper.kernel.table import Table

S = TypeVar("S")

RANDOM = "random"
"""The name of the player that every game has."""

_LOOKS = 4
"""How many commands of each open offer it considers."""


def choose(game: Game[Any], state: Any, seat: int, menu: Sequence[Offer[Message]], dice: Dice) -> Message:
    """A legal command from the open offers of a menu, with the weights of the game's taste. LookupError where
    none is open.
    """
    considered: list[Message] = []
    weights: list[int] = []
    for offer in menu:
        if offer.open():
            for _ in range(_LOOKS):
                command = offer.pick(dice)
                considered.append(command)
                weights.append(game.taste(state, seat, command))
    if not considered:
        raise _nothing_open(seat)
    if not any(weights):
        weights = [1] * len(weights)
    number = dice(sum(weights))
    for command, weight in zip(considered, weights, strict=True):
        number -= weight
        if number < 0:
            return command
    raise AssertionError("the dice gave a number that is not below its limit")


def random_command(game: Game[Any], table: Table, seat: int, dice: Dice, live: Live | None = None) -> Message:
    """A legal answer of a seat that is asked."""
    return choose(game, table.state, seat, offers(game, table, seat, live), dice)


def players_of(game: Game[Any]) -> tuple[str, ...]:
    """The names of all players that can play the game."""
    return (RANDOM, *game.players)


def command_of(player: str, game: Game[Any], table: Table, seat: int, dice: Dice, live: Live | None = None) -> Message:
    """A legal answer of a seat that is asked, as the player of that name gives it. KeyError where the game has none of
    that name, LookupError where nothing is open to the seat.
    """
    if player == RANDOM:
        return random_command(game, table, seat, dice, live)
    chooses = game.players[player]
    menu = [offer for offer in offers(game, table, seat, live) if offer.open()]
    if not menu:
        raise _nothing_open(seat)
    return chooses(game.view(table.state, seat), seat, menu, dice)


def _nothing_open(seat: int) -> LookupError:
    return LookupError(f"seat {seat} is asked, and nothing is open to it")
