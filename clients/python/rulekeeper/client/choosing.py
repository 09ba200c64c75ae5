"""Commands from offers, without a game's own messages: choosing one, listing all, playing at random.

An offer lists each field's candidates. What may not be combined across fields only the service knows: it refuses such a
choice with its rule, and `CheckCommand` tells beforehand.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from google.protobuf import any_pb2

from rulekeeper.client.fields import kind_of
from rulekeeper.client.values import Plain, to_value
from rulekeeper.v1 import table_pb2


@dataclass(frozen=True)
class Choice:
    """A command by its full message name, with its fields' values.

    `standing`: it answers no decision. A field that takes several values has a tuple.
    """

    command: str
    fields: Mapping[str, Plain] = field(default_factory=dict)
    standing: bool = False

    @property
    def short(self) -> str:
        """The command's name without its package: "PlayCard"."""
        return self.command.rpartition(".")[2]

    def message(self) -> table_pb2.CommandFields:
        """As `SubmitCommand` takes it."""
        return table_pb2.CommandFields(command=self.command, fields={k: to_value(v) for k, v in self.fields.items()})

    def __str__(self) -> str:
        return f"{self.short}({', '.join(f'{k}={v!r}' for k, v in self.fields.items())})"


def is_open(offer: table_pb2.Offer) -> bool:
    """Whether at least one command of the offer is legal."""
    return not offer.closed


def pick(offer: table_pb2.Offer, dice: random.Random) -> Choice:
    """A choice of an open offer, at random."""
    return Choice(offer.command, {each.name: pick_field(each, dice) for each in offer.fields}, offer.standing)


def pick_field(of: table_pb2.OfferField, dice: random.Random) -> Plain:
    """A value of one field, at random; sets are as often small as large. Raises `UnknownField`."""
    return kind_of(of).pick(dice)


def choices(offer: table_pb2.Offer) -> Iterator[Choice]:
    """All choices of an open offer, lazily; sets come in one order only, as the candidates are listed."""
    if offer.closed:
        return
    names = [each.name for each in offer.fields]
    for combination in product(offer.fields):
        yield Choice(offer.command, dict(zip(names, combination, strict=True)), offer.standing)


def product(fields: Sequence[table_pb2.OfferField]) -> Iterator[tuple[Plain, ...]]:
    """All combinations of the fields' values; `itertools.product` would hold each field's values in memory first."""
    if not fields:
        yield ()
        return
    for value in field_values(fields[0]):
        for rest in product(fields[1:]):
            yield (value, *rest)


def field_values(of: table_pb2.OfferField) -> Iterator[Plain]:
    """All values of one field, lazily. Raises `UnknownField`."""
    return kind_of(of).values()


class Player(Protocol):
    """Somebody who plays a seat."""

    def choose(self, decision: table_pb2.Decision, view: any_pb2.Any) -> Choice:
        """A choice of one of the decision's open offers. `view`: the table as the seat sees it, the game's message."""

    def refused(self, choice: Choice) -> None:
        """The service refused the choice; `choose` will be asked again."""


class RandomPlayer:
    """Plays any game at random: a kind of command that is open, an offer of it, then a value for each field.

    Each kind is as likely, but those whose names begin with one of `shy` (without package: "End", "Pass") are taken
    only one time in `rarely`, if there are others.
    """

    def __init__(self, seed: int | str | None = None, shy: Iterable[str] = (), rarely: int = 8) -> None:
        self._dice = random.Random(seed)
        self._shy = tuple(shy)
        self._rarely = rarely

    def choose(self, decision: table_pb2.Decision, view: any_pb2.Any | None = None) -> Choice:
        kinds: dict[str, list[table_pb2.Offer]] = {}
        for offer in decision.offers:
            if is_open(offer) and not offer.standing:
                kinds.setdefault(offer.command, []).append(offer)
        if not kinds:
            raise ValueError("the decision has no open offer for this seat")
        shy = [kind for kind in kinds if kind.rpartition(".")[2].startswith(self._shy)]
        bold = [kind for kind in kinds if kind not in shy]
        among = shy if not bold or (shy and not self._dice.randrange(self._rarely)) else bold
        return pick(self._dice.choice(kinds[self._dice.choice(among)]), self._dice)

    def refused(self, choice: Choice) -> None:
        """Nothing to learn: the next choice is as random."""
