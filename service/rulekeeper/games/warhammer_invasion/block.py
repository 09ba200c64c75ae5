"""What a card's block is made of: its action, what triggers, and what it changes all the time.

The rules ask cards for their texts (`block`, `having`), and the texts are written with verbs that the rules have: so
this module is below both, and finds the blocks when they are first wanted.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

import msgspec
from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.state import Link, Pending, Placed, State, Waiting, in_play, there
from rulekeeper.kernel import JUDGES, Audience, Play, Rule, Script, When, rule

TURN_BEGINS = "turn-begins"
TURN_ENDS = "turn-ends"
KINGDOM_BEGINS = "kingdom-phase-begins"
PHASE_ENDS = "phase-ends"
COLLECTED = "collected"
ENTERED = "entered"
CAME = "came"
LEFT = "left"
DEALT = "dealt-damage"
DEALS = "deals-combat-damage"
ATTACKED = "attacked"
"""Moments at which texts trigger; what an `Event` says of them stands there."""

OF_THE_TURN = (TURN_BEGINS, TURN_ENDS, KINGDOM_BEGINS, PHASE_ENDS, COLLECTED)
"""Those at which nothing but the turn is looked at."""


class Event(msgspec.Struct, frozen=True):
    """Something happened that texts may trigger on.

    TURN_BEGINS, TURN_ENDS, KINGDOM_BEGINS, PHASE_ENDS, COLLECTED: `seat` is the active player. ENTERED: `card` has
    entered play. CAME: `card` has come into the zone that it is in, from wherever. LEFT: `card` is the card as it was
    when it left play, `departure` how. DEALT: `points` of damage were applied to the unit `card`, `combat`: in combat.
    DEALS: the unit `card` has dealt combat damage. ATTACKED: the zone `place` is attacked, attackers are declared.
    """

    moment: str
    seat: int = 0
    card: Placed | None = None
    place: int = 0
    departure: int = 0
    points: int = 0
    combat: bool = False


class Asker(msgspec.Struct, frozen=True):
    """Whose text asks what may be a target: its player, the card's id and place (0 for a tactic). `card` is the copied
    action while the targets of a copy are chosen.
    """

    state: State
    seat: int
    card: int = 0
    place: int = 0


@dataclass(frozen=True)
class Effect:
    """A text that is being carried out: on whose behalf, under which rule, of which card (0 for a tactic), which lies
    or lay last at `place`. `subject`: the card that a trigger looks at. `link`: the action that is resolving. Of an
    action, what was named: `targets` (0 for one of two that is illegal now), `developments`, `cards`, `x`, `zone`.
    """

    play: Play[State]
    seat: int
    printed: Printed
    card: int = 0
    place: int = 0
    subject: int = 0
    link: Link | None = None
    targets: tuple[int, ...] = ()
    developments: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Kinds in the discard pile that are targets, one named as often as it is meant."""
        return self.link.cards if self.link is not None else ()

    @property
    def x(self) -> int:
        """What was paid for X, or how many developments are targets; 0 of what is no action."""
        return self.link.x if self.link is not None else 0

    @property
    def zone(self) -> int:
        """The zone that was named as a destination; 0 for none."""
        return self.link.zone if self.link is not None else 0

    @property
    def target(self) -> Placed:
        """The first target, a card in play; KeyError where it is none."""
        return there(self.state, self.targets[0])

    @property
    def state(self) -> State:
        """The state of this moment."""
        return self.play.state

    @property
    def rule(self) -> str:
        """The card's rule, which facts of its text cite."""
        return self.printed.rule

    @property
    def me(self) -> Placed | None:
        """The card, if it is still in play ("whi.chain.source-independent")."""
        return in_play(self.state, self.card)

    @property
    def asker(self) -> Asker:
        """Who asks, where the text chooses targets."""
        return Asker(self.state, self.seat, self.card, self.place)

    def value(self, name: str) -> int:
        """A number of the card's text, by its name in the data; KeyError where it has none of that name."""
        return self.printed.values[name]

    def emit(self, fact: Message, audience: Audience = JUDGES, rule: str = "") -> None:
        """Emits a fact under a rule, or under the card's. `audience`: who sees its hidden fields."""
        self.play.emit(fact, audience, rule=rule or self.rule)


Text = Callable[[Effect], Any]
"""What a text does. Written as a generator it may ask, and use the verbs that do."""


def always(*_: Any) -> bool:
    """The condition of what has none."""
    return True


def never(*_: Any) -> bool:
    """The condition of what never is so."""
    return False


@dataclass(frozen=True)
class Target:
    """What may be a target ("whi.chain.targets-up-front").

    words: for people, "a unit". card: which cards in play. developments: facedown developments too. sections: sections
    of capitals too, those that do not burn ("whi.damage.capital-target"). action: which actions on the chain, instead
    of cards. rule: what is cited for what is no such thing, where it is not the general rule.
    """

    words: str
    card: Callable[[Asker, Placed], bool] | None = None
    developments: bool = False
    sections: bool = False
    action: Callable[[Asker, Link], bool] | None = None
    rule: str = "whi.chain.targets-up-front"


@dataclass(frozen=True)
class Developments:
    """Developments of one zone of either player as targets: from `least` to `most`; None: as many as are paid for, X
    being their number. moves: they go to another zone of that player, which is named with them.
    """

    least: int
    most: int | None
    moves: bool = False


@dataclass(frozen=True)
class Action:
    """An action: what has to be named and paid as it is declared, and what it does.

    target, other: one target each, different cards; related: what must hold between them, with the words for it.
    several: from so many to so many targets of that sort. developments: developments as targets. pile: how many cards
    of the own discard pile are targets. moves: a destination is named with the target, or for the card itself.
    pay: resources, besides a tactic's printed cost. sacrifice: which of the own units may be given up as a cost.
    gives_up: what is given up as a cost without a choice: "itself", or "questing": the unit on this quest.
    corrupts: whether the card itself becomes corrupted as a cost ("whi.corrupt.as-cost").
    when: further conditions: (asker) -> `When`s.
    """

    does: Text
    target: Target | None = None
    other: Target | None = None
    related: tuple[Callable[[State, Placed, Placed], bool], str] | None = None
    several: tuple[Target, int, int] | None = None
    developments: Developments | None = None
    pile: Callable[[Asker], int] | None = None
    moves: bool = False
    pay: int = 0
    sacrifice: Callable[[Asker, Placed], bool] | None = None
    gives_up: Literal["", "itself", "questing"] = ""
    corrupts: bool = False
    when: Callable[[Asker], Iterable[When]] | None = None

    @property
    def targets(self) -> bool:
        """Has it targets that are looked at again when it resolves ("whi.chain.recheck-target")?"""
        return bool(self.target or self.several or self.developments or self.pile)


@dataclass(frozen=True)
class Trigger:
    """A text that happens by itself ("whi.forced.automatic").

    text: its name in facts. on: the moment. own: only where it is the card itself that the moment is about, also when
    that has left play ("whi.forced.self-referential"). when: (state, the card, the event) -> does it trigger? forced:
    False for constant texts, which come first ("whi.forced.order"). quiet: whether its order among others of this sort
    means nothing. subject: whether it looks at the event's card, which it finds as the effect's `subject`. waiting: it
    is the text of an effect that waits, not of a card in play: `when` is given the `Waiting` then. moot: (state, the
    pending effect) -> does it come to nothing, whatever else happens first?
    """

    text: str
    on: str
    does: Text
    own: bool = False
    when: Callable[[State, Any, Event], bool] = always
    forced: bool = True
    quiet: bool = False
    subject: bool = False
    waiting: bool = False
    moot: Callable[[State, Pending], bool] = never


@dataclass(frozen=True)
class Redirect:
    """The first point of damage each turn goes elsewhere ("whi.damage.redirect"). covers: (state, the card, a target)
    -> is damage to that target meant? to: where it may go.
    """

    covers: Callable[[State, Placed, int], bool]
    to: Target
    when: Callable[[State, Placed], bool] = always


@dataclass(frozen=True)
class Block:
    """A card's texts. What is left out, it does not have. Constant hooks are asked only where the card's italic effect
    works (`works`); `me` is the card in play.

    power, hit_points, toughness: (state, me) -> more of the card's own. gives_power, gives_hit_points, gives_toughness,
    gives_counterstrike: (state, me, card) -> more for another card, such as the host. extra_damage: (state, me) -> more
    damage in combat. uncancellable: whether its combat damage is.

    own_discount: (state, seat) -> off its own cost in hand. discount: (state, me, printed) -> off the cost of a card
    that its controller plays; waiting_discount: the same for an effect that waits: (state, waiting, printed). tax:
    (state, me, printed) -> more for a card that an opponent plays. surcharge: (state, me, targets) -> more for each
    effect with which an opponent targets these cards. pays: (state, me) -> how much damage on it may pay now.

    incorruptible: (state, me, card) -> that card cannot become corrupted. corrupts: (state, me, unit, place) -> a unit
    that enters that zone is corrupted. enters_with: damage with which a card enters for which an effect waits.
    played: when its player plays a card while an effect of this kind waits: (effect, waiting, printed, card id).

    cancels: (state, me, target) -> points of the first damage of the turn to that target that are cancelled.
    cancels_all: (state, waiting) -> all damage is cancelled.
    """

    kind: str
    action: Action | None = None
    triggers: tuple[Trigger, ...] = ()
    redirect: Redirect | None = None
    power: Callable[[State, Placed], int] | None = None
    hit_points: Callable[[State, Placed], int] | None = None
    toughness: Callable[[State, Placed], int] | None = None
    gives_power: Callable[[State, Placed, Placed], int] | None = None
    gives_hit_points: Callable[[State, Placed, Placed], int] | None = None
    gives_toughness: Callable[[State, Placed, Placed], int] | None = None
    gives_counterstrike: Callable[[State, Placed, Placed], int] | None = None
    extra_damage: Callable[[State, Placed], int] | None = None
    uncancellable: bool = False
    own_discount: Callable[[State, int], int] | None = None
    discount: Callable[[State, Placed, Printed], int] | None = None
    waiting_discount: Callable[[State, Waiting, Printed], int] | None = None
    tax: Callable[[State, Placed, Printed], int] | None = None
    surcharge: Callable[[State, Placed, tuple[Placed, ...]], int] | None = None
    pays: Callable[[State, Placed], int] | None = None
    incorruptible: Callable[[State, Placed, Placed], bool] | None = None
    corrupts: Callable[[State, Placed, Printed, int], bool] | None = None
    enters_with: int = 0
    played: Callable[[Effect, Waiting, Printed, int], None] | None = None
    cancels: Callable[[State, Placed, int], int] | None = None
    cancels_all: Callable[[State, Waiting], bool] | None = None
    script: Rule[State, [str, int, int, int, int], None] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "script", _script(self))

    @property
    def printed(self) -> Printed:
        """The card as it is printed."""
        return CARDS[self.kind]

    def trigger(self, text: str) -> Trigger:
        """The trigger of that name; KeyError where it has none."""
        for trigger in self.triggers:
            if trigger.text == text:
                return trigger
        raise KeyError(text)


ACTION = "action"
"""What a card's script is called with where it is its action that resolves."""


def _script(one: Block) -> Rule[State, [str, int, int, int, int], None]:
    """A card's texts happen in a frame under the card's rule: (text, seat, card, place, subject)."""

    @rule(one.printed.rule)
    def script(play: Play[State], text: str, seat: int, card: int, place: int, subject: int) -> Script[None]:
        if text == ACTION:
            assert one.action is not None
            link = play.state.resolving[-1]
            effect = Effect(play, seat, one.printed, card, place, 0, link, link.targets, link.developments)
            yield from carried_out(one.action.does, effect)
        else:
            trigger = one.trigger(text)
            about = subject if trigger.subject else 0
            yield from carried_out(trigger.does, Effect(play, seat, one.printed, card, place, about))

    return script


def carried_out(text: Text, effect: Effect) -> Script[None]:
    """What the text does, whether it was written as a generator or not."""
    done = text(effect)
    if isinstance(done, Generator):
        yield from done


@dataclass(frozen=True)
class Keyword:
    """A keyword that triggers. script: (seat, unit, kind). outlives: it happens although its unit is gone. quiet:
    whether its order among others of this sort means nothing. moot: as with a `Trigger`.
    """

    script: Rule[State, [int, int, str], None]
    outlives: bool = False
    quiet: bool = False
    moot: Callable[[State], bool] = never


# Finding them.


@functools.cache
def keywords() -> Mapping[str, Keyword]:
    """The keywords that trigger, by name."""
    found: Mapping[str, Keyword] = import_module("rulekeeper.games.warhammer_invasion.keywords").KEYWORDS
    return found


@functools.cache
def blocks() -> Mapping[str, Block]:
    """Every card's block, by kind."""
    found: Mapping[str, Block] = import_module("rulekeeper.games.warhammer_invasion.cards").BLOCKS
    return found


@functools.cache
def block(kind: str) -> Block:
    """The block of that kind of card; KeyError for draft format cards, which have none."""
    return blocks()[kind]


@functools.cache
def having(hook: str) -> Mapping[str, Any]:
    """What cards have for a hook, by kind: `hook` names a field of `Block`. Cards without one are not in it: most
    are not asked at all.
    """
    return {kind: value for kind, one in blocks().items() if (value := getattr(one, hook))}


@functools.cache
def triggering(on: str) -> Mapping[str, tuple[Trigger, ...]]:
    """The triggers of that moment, by kind."""
    found = {kind: tuple(t for t in one.triggers if t.on == on) for kind, one in blocks().items()}
    return {kind: triggers for kind, triggers in found.items() if triggers}
