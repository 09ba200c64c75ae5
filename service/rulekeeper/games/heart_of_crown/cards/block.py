"""What a card's block is made of: its effects, each written as a text, and its constant properties."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, shown
from rulekeeper.games.heart_of_crown.state import DomainCard, State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGES, Audience, Offer, OneOf, Part, Play, Rule, Script, rule


@dataclass(frozen=True)
class Effect:
    """An effect that is being carried out: on whose behalf, and under which rule its facts happen."""

    play: Play[State]
    seat: int
    rule: str

    @property
    def state(self) -> State:
        """The state of this moment."""
        return self.play.state

    @property
    def kind(self) -> str:
        """The card whose text it is; empty: it is a step of the rules."""
        kind = self.rule.removeprefix("hoc.card.")
        return kind if kind in CARDS else ""

    def on(self, seat: int) -> Effect:
        """The same effect, as it makes another player do something."""
        return Effect(self.play, seat, self.rule)

    def emit(self, fact: Message, audience: Audience = JUDGES, rule: str = "") -> None:
        self.play.emit(fact, audience, rule=rule or self.rule)


Plain = Callable[..., Any]
"""A text that asks nobody: (effect, card, ...). Written as a generator it may ask, in the frame that it happens in."""

Asking = Rule[State, ..., Any]
"""A text that asks: a script of its own, under the card's rule."""

Text = Plain | Asking
"""What it is given besides, and gives back, is said where a `Block` has it."""


def asking(kind: str) -> Callable[[Callable[..., Script[Any]]], Asking]:
    """Makes a text that asks the script `hoc.card.<kind>`. A card has at most one."""
    card = CARDS[kind]

    def made(text: Callable[..., Script[Any]]) -> Asking:
        @functools.wraps(text)
        def script(play: Play[State], seat: int, *more: Any) -> Script[Any]:
            return (yield from text(Effect(play, seat, card.rule), card, *more))

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
    return OneOf((placed.id,), label=lambda _: shown(placed.kind), otherwise=("hoc.ability.activated", NO_ABILITY))


NO_ABILITY = "only a card in your domain that has an activated ability can be used"


@dataclass(frozen=True)
class Block:
    """A card's effects. What is left out, it does not have.

    play: what it does for its player when it is played; of an Attack card, False says that its attack has no
    effect. copies: afterwards, the kind in the field whose effect happens too; it may give None. hits: what the
    attack does to one player; it is given that seat, and gives a tuple or None. hits_own: whether the attacker's own
    area is hit as well, first. after_hits: when the attack is over; it is given all that `hits` gave.

    defends: when it is shown in defence; it is given the shown card's id. special: a special activated ability, used
    from the hand; it is given the card's id there. clean_up: as clean-up begins on a turn on which its text asked for
    that; turn_end: as the turn ends, likewise. sets: when it is set into the domain. backed: once, when she is backed.
    ability: an activated ability.

    stays: which kinds of Territories do not move to the domain with her. price: what it changes about a price,
    which it is given, for whoever has it in the domain. never_kept: the rule that keeps it from being kept, "" where
    none does at this table.
    """

    kind: str
    play: Text | None = None
    copies: Asking | None = None
    hits: Text | None = None
    hits_own: bool = False
    after_hits: Text | None = None
    defends: Text | None = None
    special: Text | None = None
    clean_up: Text | None = None
    turn_end: Text | None = None
    sets: Text | None = None
    backed: Text | None = None
    ability: Ability | None = None
    stays: tuple[str, ...] = ()
    price: Callable[[int], tuple[Part, ...]] | None = None
    never_kept: Callable[[State], str] | None = None

    @property
    def card(self) -> Printed:
        return CARDS[self.kind]

    def scripts(self) -> Iterable[Rule[Any, Any, Any]]:
        """Its texts that ask."""
        texts = (
            *(self.play, self.copies, self.hits, self.after_hits, self.defends, self.special),
            *(self.clean_up, self.turn_end, self.sets, self.backed, self.ability.use if self.ability else None),
        )
        return (text for text in texts if isinstance(text, Rule))


def carry_out(play: Play[State], seat: int, kind: str, text: Text | None, *more: Any) -> Script[Any]:
    """A card's text happens, under the card's rule. Its value is what the text gives back."""
    if isinstance(text, Rule):
        return (yield from text.run(seat, *more))
    if text is None:
        return None
    done = text(Effect(play, seat, CARDS[kind].rule), CARDS[kind], *more)
    return (yield from done) if isinstance(done, Generator) else done
