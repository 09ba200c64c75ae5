"""A game's own players at the client's end of the wire, where they get what the service sends and nothing else."""

import random
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import Message

from rulekeeper.client import Choice, RandomPlayer, is_open
from rulekeeper.kernel import Game, Offer, field_of
from rulekeeper.v1 import table_pb2


class Bot:
    """One of the players that a game brings (`Game.players`), for `Seat.play`. KeyError where it has none of that name.

        await seat.play(Bot(GAME, "sensible", seat.number))

    What is refused it would only choose again: a random choice is made instead.
    """

    def __init__(self, game: Game[Any], player: str, seat: int, seed: int | str | None = None) -> None:
        self._game, self._player, self._seat = game, game.players[player], seat
        self._dice = random.Random(seed)
        self._instead = RandomPlayer(seed)
        self._asked = self._refused = 0

    def choose(self, decision: table_pb2.Decision, view: any_pb2.Any) -> Choice:
        self._asked = decision.version
        if self._asked == self._refused:
            return self._instead.choose(decision)
        seen = self._game.view_type()
        if not view.Unpack(seen):
            raise ValueError(f"a view of {self._game.ruleset} is wanted, not {view.TypeName() or 'nothing'}")
        menu = [offer_of(self._game, offer) for offer in decision.offers if is_open(offer)]
        command = self._player(seen, self._seat, menu, self._dice.randrange)
        of_its_kind = next(offer for offer in menu if offer.message is type(command) and offer.admits(command))
        values = of_its_kind.shape.values(command)
        return Choice(command.DESCRIPTOR.full_name, {name: values[name] for name in of_its_kind.fields})

    def refused(self, choice: Choice) -> None:
        self._refused = self._asked


def offer_of(game: Game[Any], offer: table_pb2.Offer) -> Offer[Message]:
    """An open offer from the wire as the kernel has it, as far as the wire tells: without reasons, and without what
    hangs on several fields together.
    """
    fields = {each.name: field_of(each) for each in offer.fields}
    return Offer(game.command_type[offer.command], across=(), **fields)
