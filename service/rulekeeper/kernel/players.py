"""The random player: it chooses among the open offers, by the game's taste."""

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
        raise LookupError(f"seat {seat} is asked, and nothing is open to it")
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
