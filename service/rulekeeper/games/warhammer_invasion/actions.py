"""Declaring an action: what is asked for it, what it costs, and what a command names (rulebook p.15).

The same road serves tactics from hand, actions of cards in play, and what effects copy or let somebody play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.block import Action, Asker, Developments, block
from rulekeeper.games.warhammer_invasion.catalogue import Printed, name, shown
from rulekeeper.games.warhammer_invasion.effects import barred, corrupt, gone, where_is_development
from rulekeeper.games.warhammer_invasion.numbers import can_be_corrupted
from rulekeeper.games.warhammer_invasion.pricing import (
    DAMAGE,
    Parts,
    affordable,
    can_pay,
    in_words,
    means,
    paying,
    surcharge_parts,
    told,
    total,
)
from rulekeeper.games.warhammer_invasion.state import (
    EVERY_ZONE,
    SACRIFICED,
    ZONES_BY_NUMBER,
    Link,
    Placed,
    State,
    developments,
    in_play,
    is_place,
    opponent,
    owner_sees,
    place,
    place_called,
    places,
    questing,
    seat_of,
    section,
    there,
    units,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.targets import called, candidates, one_of
from rulekeeper.kernel import (
    Across,
    Check,
    Counts,
    Field,
    Multiset,
    Number,
    Offer,
    OneOf,
    Part,
    Play,
    Script,
    Subset,
    When,
    counts,
    how_many,
    thing_id,
)

TARGETS, COUNTS = "whi.chain.targets-up-front", "whi.chain.target-counts"
"""That they are chosen first, and how many."""

NOT_YOURS = ("whi.action.in-play", "{value} is no card of yours in play that has an action")
"""What stands against using an action of what is no such card."""

Costs = Callable[[Any], Parts]
"""(command) -> what the price is made of, surcharges for its targets and X included."""


class Named(NamedTuple):
    """What a command names besides its card: see `Link`."""

    targets: tuple[int, ...] = ()
    developments: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    x: int = 0
    zone: int = 0


def zone_of_seat(seat: int) -> Callable[[int], str]:
    """The zone of that player that a candidate is."""
    return lambda zone: thing_id("thing", place(seat, zone))


def zone_called(zone: int) -> str:
    """A zone, whosever it is, for people: "Quest zone"."""
    return ZONES_BY_NUMBER[zone]


# Offering.


def offers(
    state: State,
    seat: int,
    message: type[Message],
    cards: tuple[int, ...],
    printed: Printed,
    me: Placed | None,
    due: Parts,
    *whens: When,
    free: bool = False,
    copied: bool = False,
) -> Iterator[Offer[Any]]:
    """What may be sent for an action of these equal cards: one offer, or one for each zone where developments are its
    targets.

    me: the card in play whose action it is. due: the price without surcharges and X. free: an effect plays it, so that
    X is 0 and nothing but what its text asks for is paid ("whi.cost.no-cost"). copied: not even that.
    """
    action = block(printed.id).action
    assert action is not None
    asker = Asker(state, seat, me.id if me else cards[0] if copied else 0, me.place if me else 0)
    if not copied:
        own = tuple(action.when(asker)) if action.when is not None else ()
        whens = (*whens, *own, can_pay(state, seat, due, lambda number: _short(state, seat, number)))
        if action.corrupts and me is not None:
            words = f"{shown(me.kind)} is corrupted already, and cannot become so for it"
            whens = (*whens, When("whi.corrupt.no-cost", not me.corrupted, words))
            words = f"{shown(me.kind)} cannot become corrupted for it"
            whens = (*whens, When("whi.cannot.absolute", can_be_corrupted(state, me), words))
    otherwise = NOT_YOURS if me is not None else ("whi.types.tactic", "{value} is no such card in your hand")
    fields: dict[str, Field] = {"card": OneOf(cards, label=lambda _: shown(printed.id), otherwise=otherwise)}
    x = printed.cost == "X" and not free and action.developments is None
    if x:
        fields["x"] = Number(0, max(means(state, seat) - total(due), 0), "whi.cost.x")
    if action.sacrifice is not None and not copied:
        given_up = _given_up(asker, action)
        whens = (*whens, When("whi.chain.costs-up-front", given_up.some(), "you have no unit to sacrifice for this"))
        fields["sacrifice"] = given_up
    if action.developments is not None:
        yield from _for_developments(asker, message, action.developments, due, whens, fields, free)
        return
    across: list[Across] = []

    def cost(command: Any) -> Parts:
        found = named(state, seat, command, action)
        return due + _for_x(command.x if x else 0) + surcharge_parts(state, seat, found.targets)

    if action.target is not None:
        whens = (*whens, *_wanted(asker, action, due))
        fields["target"] = one_of(asker, action.target, *_can_move(asker, action), due=due)
    if action.other is not None:
        fields["other"] = one_of(asker, action.other, due=due)
        across.extend(_pair(state, action))
    if action.several is not None:
        target, least, most = action.several
        found = candidates(asker, target)
        whens = (*whens, _any(bool(found), target.words))
        fields["targets"] = Subset(
            found,
            affordable(state, seat, due),
            least=least,
            most=most,
            label=lambda one: called(state, one),
            otherwise=(target.rule, f"{{value}} is not {target.words}"),
            size_rule=COUNTS,
        )
    if action.pile is not None:
        whens = (*whens, _any(bool(state.players[seat].discard_pile), "a card in your discard pile"))
        fields["cards"] = _in_pile(asker, action)
    if action.moves:
        fields["zone"] = _destination(asker, action)
        if action.target is not None:
            across.extend(elsewhere(state, "target"))
    if action.other is not None or action.several is not None or x:
        across.append(_affords(state, seat, cost))
    payment, fits = _payment(message, state, seat, cost)
    yield Offer(message, *whens, across=(*across, *fits), **fields, **payment)


def _payment(
    message: type[Message], state: State, seat: int, cost: Costs
) -> tuple[dict[str, Field], tuple[Across, ...]]:
    """See `paying`. A command that cannot say so, a copy's, pays with damage what resources do not cover."""
    return paying(state, seat, cost) if DAMAGE in message.DESCRIPTOR.fields_by_name else ({}, ())


def _short(state: State, seat: int, due: int) -> str:
    return f"{due} are to be paid, {in_words(state, seat)}"


def _any(some: bool, words: str) -> When:
    """Without a legal target it cannot be declared."""
    return When(TARGETS, some, f"there is no legal target: {words}")


def _wanted(asker: Asker, action: Action, due: Parts) -> Iterator[When]:
    assert action.target is not None
    found = candidates(asker, action.target)
    if action.other is None:
        yield _any(bool(found), action.target.words)
        return
    others, state = candidates(asker, action.other), asker.state
    some = any(
        one != two
        and (action.related is None or action.related[0](state, there(state, one), there(state, two)))
        and total(due + surcharge_parts(state, asker.seat, (one, two))) <= means(state, asker.seat)
        for one in found
        for two in others
    )
    yield _any(some, f"{action.target.words}, and {action.other.words}")


def _pair(state: State, action: Action) -> Iterator[Across]:
    """Two different targets, as they have to stand to each other."""
    related = action.related

    def holds(command: Any) -> bool:
        one, two = command.target, command.other
        return one == two or related is None or related[0](state, there(state, one), there(state, two))

    yield Across(
        COUNTS, lambda command: command.target != command.other, lambda _: "the two targets are the same", "other"
    )
    if related is not None:
        yield Across(TARGETS, holds, lambda _: related[1], "other")


def _affords(state: State, seat: int, cost: Costs) -> Across:
    return Across(
        "whi.capital.pay",
        lambda command: total(cost(command)) <= means(state, seat),
        lambda command: _short(state, seat, total(cost(command))),
        parts=lambda command: told(cost(command)),
    )


def _given_up(asker: Asker, action: Action) -> OneOf:
    """A unit that is sacrificed as a cost ("whi.sacrifice.discard")."""
    assert action.sacrifice is not None
    state, allowed = asker.state, action.sacrifice
    return OneOf(
        tuple(unit.id for unit in units(state, asker.seat) if allowed(asker, unit)),
        label=lambda one: called(state, one),
        otherwise=("whi.chain.costs-up-front", "{value} is no unit that you can sacrifice for this"),
    )


def _in_pile(asker: Asker, action: Action) -> Multiset:
    """Cards of the own discard pile: so many as the text says, or all that there are."""
    assert action.pile is not None
    pile = asker.state.players[asker.seat].discard_pile
    number = min(action.pile(asker), sum(count for _, count in pile))
    return Multiset(
        pile,
        least=number,
        most=number,
        label=name,
        otherwise=(TARGETS, "{value} is not in your pile"),
        size_rule=COUNTS,
        copies_rule=TARGETS,
        ref=lambda kind: f"seat-{asker.seat}/discards/{kind}",
    )


# Moving.


def destinations(state: State, unit: Placed) -> tuple[int, ...]:
    """The other zones of its controller in which the unit may be."""
    where = ((zone, place(unit.controller, zone)) for zone in EVERY_ZONE if zone != unit.zone)
    return tuple(zone for zone, at in where if not barred(state, unit.controller, unit.kind, at, unit.id))


def _can_move(asker: Asker, action: Action) -> Iterator[Check]:
    if action.moves:
        yield can_move(asker.state)


def can_move(state: State) -> Check:
    """A unit that has a zone to go to."""
    return Check(
        "whi.hero.one-per-zone",
        lambda one: bool(destinations(state, there(state, one))),
        lambda one: f"{called(state, one)} has no zone to go to",
    )


def _destination(asker: Asker, action: Action) -> OneOf:
    """Another zone of the same player, named with the targets ("whi.effects.move")."""
    if action.target is not None:
        return OneOf(EVERY_ZONE, label=zone_called)
    me = there(asker.state, asker.card)
    otherwise = ("whi.effects.move", NOT_THERE)
    return OneOf(destinations(asker.state, me), label=zone_called, otherwise=otherwise, ref=zone_of_seat(me.controller))


NOT_THERE = "{value} is no other zone in which it may be"


def elsewhere(state: State, unit: str) -> tuple[Across, Across]:
    """The zone that a command names is one where the unit that it names in that field may go."""

    def moves(command: Any) -> bool:
        return bool(there(state, getattr(command, unit)).zone != command.zone)

    def free(command: Any) -> bool:
        return not moves(command) or command.zone in destinations(state, there(state, getattr(command, unit)))

    return (
        Across("whi.effects.move", moves, lambda command: f"it is in the {zone_called(command.zone)} already", "zone"),
        Across("whi.hero.one-per-zone", free, lambda command: f"a Hero is in that {zone_called(command.zone)}", "zone"),
    )


# Developments as targets.


def _for_developments(
    asker: Asker,
    message: type[Message],
    wanted: Developments,
    due: Parts,
    whens: tuple[When, ...],
    common: dict[str, Field],
    free: bool,
) -> Iterator[Offer[Any]]:
    """One offer for each zone in which there are any: of the own ones exact cards, of the opponent's how many."""
    state, seat = asker.state, asker.seat
    most = wanted.most
    if most is None:
        # X of them, and X is 0 where nothing is paid for it.
        most = 0 if free else max(means(state, seat) - total(due), 0)
    some = False
    for where in places(seat, opponent(seat)):
        there_are = developments(state, where)
        if not there_are or most < wanted.least:
            continue
        some = True
        # First what tells the offers apart: a command is held against those that it comes closest to.
        fields: dict[str, Field] = {}
        if seat_of(where) == seat:
            kinds = {card.id: card.kind for card in section(state, where).developments}
            fields["targets"] = Subset(
                tuple(kinds),
                least=wanted.least,
                most=min(most, there_are),
                label=lambda one, kinds=kinds: shown(kinds[one]),  # type: ignore[misc]
                otherwise=(TARGETS, f"{{value}} is no development in {place_called(where)}"),
                size_rule=COUNTS,
            )
        else:
            fields["place"] = OneOf((where,), label=place_called, otherwise=(TARGETS, "no development lies there"))
            fields["count"] = Number(wanted.least, min(most, there_are), TARGETS)
        fields |= common
        if wanted.moves:
            others = tuple(zone for zone in EVERY_ZONE if zone != zone_of(where))
            there, otherwise = zone_of_seat(seat_of(where)), ("whi.effects.move", NOT_THERE)
            fields["zone"] = OneOf(others, label=zone_called, otherwise=otherwise, ref=there)
        paid_by_number = wanted.most is None and not free

        def cost(command: Any, paid_by_number: bool = paid_by_number) -> Parts:
            return due + _for_x((command.count or len(command.targets)) * paid_by_number)

        payment, fits = _payment(message, state, seat, cost)
        yield Offer(message, *whens, across=fits, **fields, **payment)
    if not some:
        yield Offer(message, *whens, _any(False, "a development, and what it costs"), across=(), **common)


# What a command names.


def named(state: State, seat: int, command: Any, action: Action) -> Named:
    """The command's targets, where developments of the opponent's have not been picked yet: see `picked`."""
    targets: tuple[int, ...] = ()
    exact: tuple[int, ...] = ()
    if action.developments is not None:
        if command.targets:
            targets, exact = (where_is_development(state, command.targets[0]),), tuple(command.targets)
        else:
            targets = (command.place,) * command.count
    elif action.several is not None:
        targets = tuple(command.targets)
    elif action.target is not None:
        targets = (command.target, *((command.other,) if action.other is not None else ()))
        if action.target.developments and in_play(state, command.target) is None and not is_place(command.target):
            targets, exact = (where_is_development(state, command.target),), (command.target,)
    x = getattr(command, "x", 0)
    if action.developments is not None and action.developments.most is None:
        x = len(exact) or len(targets)
    return Named(targets[:1] if action.developments else targets, exact, tuple(command.cards), x, command.zone)


def price_of(state: State, seat: int, command: Any, action: Action, due: Parts) -> Parts:
    """All that has to be paid for what the command names."""
    found = named(state, seat, command, action)
    return due + _for_x(found.x) + surcharge_parts(state, seat, found.targets)


def text_price(printed: Printed, action: Action) -> Parts:
    """What the text of an action in play asks for."""
    return (Part(printed.rule, action.pay),) if action.pay else ()


def _for_x(number: int) -> Parts:
    return (Part("whi.cost.x", number),) if number else ()


def picked(play: Play[State], seat: int, command: Any, action: Action) -> Named:
    """The command's targets. Where an opponent's developments are meant, chance picks which; only their owner learns
    it ("whi.development.rearrange").
    """
    found = named(play.state, seat, command, action)
    many = command.count if action.developments is not None and command.HasField("count") else 0
    if not many and action.target is not None and action.target.developments and is_place(command.target):
        many = 1
    if not many:
        return found
    where = found.targets[0]
    lying = [card.id for card in section(play.state, where).developments]
    owner = owner_sees(seat_of(where))
    exact = tuple(lying.pop(play.chance("development", len(lying), owner)) for _ in range(many))
    return found._replace(developments=exact)


# Looking at targets again.


def lawful(state: State, one: Link, where: int) -> Named | None:
    """What is left of an action's targets as it resolves ("whi.chain.recheck-target", "whi.chain.dodge"): illegal ones
    are passed over, of two that stand to each other one is 0 then; None where it has targets and no legal one is left.
    """
    action = block(one.kind).action
    assert action is not None
    asker = Asker(state, one.seat, one.card, where)
    cards = tuple(kind for kind, count in left_in_pile(state, one.seat, one.cards) for _ in range(count))
    left: tuple[int, ...] = ()
    # Developments of one zone are looked for in that zone; one that is a target by itself, wherever it lies now.
    lying = {card: where_is_development(state, card) for card in one.developments}
    exact = tuple(card for card, at in lying.items() if at and (action.developments is None or at in one.targets))
    if action.several is not None:
        legal = candidates(asker, action.several[0])
        left = tuple(target for target in one.targets if target in legal)
    elif action.target is not None and not one.developments:
        wanted = (action.target, *((action.other,) if action.other is not None else ()))
        pairs = zip(one.targets, wanted, strict=False)
        left = tuple(target if target in candidates(asker, spec) else 0 for target, spec in pairs)
    if action.targets and (one.targets or one.cards) and not any(left) and not exact and not cards:
        return None
    return Named(left, exact, cards, one.x, one.zone)


def left_in_pile(state: State, seat: int, cards: tuple[str, ...]) -> Counts:
    """Of cards that are targets in the player's discard pile, those that are still there."""
    pile = state.players[seat].discard_pile
    return tuple((kind, min(count, how_many(pile, kind))) for kind, count in counts(cards) if how_many(pile, kind))


# Costs of the text.


def pay_text(play: Play[State], seat: int, command: Any, action: Action, me: Placed | None) -> Script[None]:
    """What the text gives up as a cost, at once ("whi.chain.costs-up-front")."""
    given: list[Placed] = []
    if action.sacrifice is not None:
        given.append(there(play.state, command.sacrifice))
    if action.gives_up == "itself" and me is not None:
        given.append(me)
    if action.gives_up == "questing" and me is not None:
        unit = questing(play.state, me.id)
        assert unit is not None
        given.append(unit)
    if action.corrupts and me is not None:
        yield from corrupt(play, me, "whi.corrupt.as-cost")
    yield from gone(play, given, SACRIFICED, "whi.chain.costs-up-front")
