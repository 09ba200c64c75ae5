"""What a card's block is made of. A card without a block is not built, and games with it are refused."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name
from rulekeeper.games.heart_of_crown.state import DomainCard, State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGES, Audience, Offer, OneOf, Play, Rule, Script, rule


@dataclass(frozen=True)
class Effect:
    """An effect that is being carried out: whose it is, and under which rule its facts happen."""

    play: Play[State]
    seat: int
    rule: str

    @property
    def state(self) -> State:
        """The state of this moment."""
        return self.play.state

    def emit(self, fact: Message, audience: Audience = JUDGES, rule: str = "") -> None:
        self.play.emit(fact, audience, rule=rule or self.rule)


Plain = Callable[[Effect, Printed], None]
"""A text that asks nobody."""

Asking = Rule[State, [int], None]
"""A text that asks: a script of its own, under the card's rule."""

Text = Plain | Asking


def asking(kind: str) -> Callable[[Callable[[Effect, Printed], Script[None]]], Asking]:
    """Makes a text that asks the script `hoc.card.<kind>`."""
    card = CARDS[kind]

    def made(text: Callable[[Effect, Printed], Script[None]]) -> Asking:
        @functools.wraps(text)
        def script(play: Play[State], seat: int) -> Script[None]:
            yield from text(Effect(play, seat, card.rule), card)

        return rule(card.rule)(script)

    return made


@dataclass(frozen=True)
class Ability:
    """An activated ability of a card in the domain (rulebook p.21).

    offer: what its player may send, with every reason why not now. use: its effect; a script takes (seat, id
    of the card, id of the card discarded for it or 0).
    """

    offer: Callable[[State, int, DomainCard], Offer[pb.UseAbility]]
    use: Rule[State, [int, int, int], None] | Callable[[Effect, DomainCard], None]


def this_card(placed: DomainCard) -> OneOf:
    """The card whose ability an offer is about."""
    return OneOf((placed.id,), label=lambda _: name(placed.kind), otherwise=("hoc.ability.activated", NO_ABILITY))


NO_ABILITY = "only a card in your domain that has an activated ability can be used"


@dataclass(frozen=True)
class Block:
    """A card's effects. What is left out, it does not have.

    play: when it is played. clean_up: as clean-up begins on a turn on which its text asked for that. backed:
    once, when she is backed. stays: which kinds of Territories do not move to the domain with her. price:
    what a card costs whoever has this one in the domain.
    """

    kind: str
    play: Text | None = None
    clean_up: Text | None = None
    backed: Text | None = None
    ability: Ability | None = None
    stays: tuple[str, ...] = ()
    price: Callable[[int], int] | None = None

    @property
    def card(self) -> Printed:
        return CARDS[self.kind]

    def scripts(self) -> Iterable[Rule[Any, Any, Any]]:
        """Its texts that ask."""
        texts = (self.play, self.clean_up, self.backed, self.ability.use if self.ability else None)
        return (text for text in texts if isinstance(text, Rule))


def carry_out(play: Play[State], seat: int, kind: str, text: Text | None) -> Script[None]:
    """A card's text happens, under the card's rule."""
    if isinstance(text, Rule):
        yield from text.run(seat)
    elif text is not None:
        text(Effect(play, seat, CARDS[kind].rule), CARDS[kind])
