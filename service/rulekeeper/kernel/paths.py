"""Ways from place to place as the values of a field: one search an offer, whatever asks it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Self

from rulekeeper.kernel.fields import Check, Dice
from rulekeeper.kernel.reasons import Reason, Scalar
from rulekeeper.kernel.values import from_value, to_value
from rulekeeper.v1 import table_pb2

Step = tuple[Any, int] | tuple[Any, int, int]
"""A place one step away, what the step costs, and what harm it does (left out: none)."""

Steps = Callable[[Any], Iterable[Step]]
"""(place) -> the steps that lead on from it, in a fixed order. From where nobody goes on there are none."""

Barred = Callable[[Any, Any], tuple[str, str]]
"""(from, to) -> the rule, and the text, against a step that is none."""

_FEW = 64
"""So many steps are looked at one by one, whatever the budget is."""


class Reached:
    """A place within the budget: the cost and the harm of the best way there, and the place before it on that way."""

    __slots__ = ("before", "cost", "harm")

    def __init__(self, cost: int, harm: int, before: Scalar) -> None:
        self.cost, self.harm, self.before = cost, harm, before


class Path:
    """A way from `start`: the places entered, in order, each by one of `steps` from the one before; together they cost
    at most `budget`, and the last passes all `checks`. `start` is no part of it; only where it `stays` may a way be
    empty, or end where it began.

    places: all that a player may name: what stands against each can be told. barred: against a step that is none.
    cost_rule: the rule of the budget; empty: the decision's. Of the ways to a place the best is the cheapest, and of
    those the one that does the least harm; a way that is named need not be the best.
    """

    ordered: ClassVar[bool] = True

    __slots__ = (
        "_far",
        "_reached",
        "_set",
        "barred",
        "budget",
        "checks",
        "cost_rule",
        "label",
        "places",
        "start",
        "stays",
        "steps",
    )

    def __init__(
        self,
        start: Scalar,
        steps: Steps,
        budget: int,
        *checks: Check,
        places: tuple[Scalar, ...],
        barred: Barred,
        cost_rule: str = "",
        stays: bool = True,
        label: Callable[[Any], str] | None = None,
    ) -> None:
        self.start, self.steps, self.budget, self.checks = start, steps, budget, checks
        self.places, self.barred, self.cost_rule, self.stays, self.label = places, barred, cost_rule, stays, label
        self._reached: dict[Scalar, Reached] | None = None
        self._far: dict[Scalar, Reached] | None = None
        self._set: frozenset[Scalar] | None = None

    # The search.

    def reached(self) -> dict[Scalar, Reached]:
        """Every place within the budget, `start` first, then the nearest; of those as near the less harmful first."""
        if self._reached is None:
            self._reached = _searched(self.start, self.steps, self.budget)
        return self._reached

    def way(self, place: Scalar) -> tuple[Scalar, ...]:
        """The best way to a place within the budget."""
        reached, found = self.reached(), list[Scalar]()
        while place != self.start:
            found.append(place)
            place = reached[place].before
        return tuple(reversed(found))

    def ends(self, place: Scalar) -> bool:
        """May a way end there?"""
        return self.stays if place == self.start else all(check.holds(place) for check in self.checks)

    @classmethod
    def read(cls, of: table_pb2.OfferField) -> Self:
        """With the steps that the message tells; why others are none, it does not tell."""
        path, at = of.path, [from_value(place.value) for place in of.path.places]
        steps: dict[Any, list[Step]] = {}
        for place, one in zip(at, path.places, strict=True):
            harms = one.harms or [0] * len(one.to)
            steps[place] = [(at[to], cost, harm) for to, cost, harm in zip(one.to, one.costs, harms, strict=True)]
        ends = {place for place, one in zip(at, path.places, strict=True) if one.ends}
        check = Check("", ends.__contains__, lambda place: f"no way may end at {place}")
        places: Any = tuple(at)
        return cls(
            places[0],
            steps.__getitem__,
            path.budget,
            check,
            places=places,
            barred=lambda *_: ("", ""),
            stays=path.stays,
        )

    def tell(self, made: table_pb2.OfferField, within: str) -> None:
        """The places in reach with all steps that some way within the budget may take; each is a place's id itself."""
        reached, label, budget = self.reached(), self.label, self.budget
        number = {place: index for index, place in enumerate(reached)}
        made.path.budget, made.path.stays = budget, self.stays
        add = made.path.places.add
        for place, found in reached.items():
            to, costs, harms, left = list[int](), list[int](), list[int](), budget - found.cost
            for step in self.steps(place):
                if step[1] <= left:
                    to.append(number[step[0]])
                    costs.append(step[1])
                    harms.append(step[2] if len(step) == 3 else 0)
            add(
                value=to_value(place),
                label=label(place) if label is not None else "",
                cost=found.cost,
                harm=found.harm,
                before=number[found.before],
                ends=self.ends(place),
                to=to,
                costs=costs,
                harms=harms if any(harms) else (),
            )

    def _goals(self) -> Iterator[Scalar]:
        """The places within the budget at which a best way may end."""
        return filter(self.ends, self.reached())

    # As a field.

    def admits(self, value: Any) -> bool:
        if not value:
            return self.stays
        if self._too_long(value):
            return False
        at, left = self.start, self.budget
        for place in value:
            cost = self._cost(at, place)
            if cost is None or cost > left:
                return False
            at, left = place, left - cost
        return self.ends(at)

    def refuse(self, value: Any) -> list[Reason]:
        """The first step that is none; or what stands against the whole way's cost and its end. A single place that is
        no step away is read as a destination.
        """
        if not value:
            return [] if self.stays else [Reason("", "no step is named")]
        if self._too_long(value):
            most = max(_FEW, self.budget)
            return [Reason(self.cost_rule, f"{len(value)} steps are named; {most} at most can be, whatever they cost")]
        at, whole = self.start, 0
        for number, place in enumerate(value, 1):
            cost = self._cost(at, place)
            if cost is None:
                if len(value) == 1 and place != self.start and (found := self.against(place)):
                    return found
                rule, text = self.barred(at, place)
                return [Reason(rule, f"step {number}, from {self.name(at)} to {self.name(place)}: {text}")]
            at, whole = place, whole + cost
        found = self._against_ending(at)
        if whole > self.budget:
            found.append(Reason(self.cost_rule, f"this way costs {whole}, there are {self.budget}"))
        return found

    def some(self) -> bool:
        return self.stays or any(True for _ in self._goals())

    def legal(self) -> Iterator[tuple[Scalar, ...]]:
        """The best way to each place at which one may end. There may be very many others."""
        return map(self.way, self._goals())

    def pick(self, dice: Dice) -> tuple[Scalar, ...]:
        goals = [*self._goals()]
        return self.way(goals[dice(len(goals))])

    def has(self, value: Any) -> bool:
        return all(map(self._is_place, value)) if isinstance(value, tuple) else self._is_place(value)

    def against(self, value: Scalar) -> list[Reason]:
        """What stands against ending there, whichever way is taken."""
        if not self._is_place(value):
            return [Reason("", f"{value} is no place")]
        found = self._against_ending(value)
        if not found and value not in self.reached():
            if self._far is None:
                self._far = _searched(self.start, self.steps, None)
            away = self._far.get(value)
            text = "no way leads there" if away is None else f"it is {away.cost} away, there are {self.budget}"
            found.append(Reason(self.cost_rule, f"{self.name(value)}: {text}"))
        return found

    def single(self) -> tuple[tuple[Scalar, list[Reason]], ...]:
        """Each place with what stands against ending there."""
        return tuple((place, self.against(place)) for place in self.places)

    def name(self, place: Scalar) -> str:
        return self.label(place) if self.label is not None and self._is_place(place) else str(place)

    def _against_ending(self, place: Scalar) -> list[Reason]:
        if place == self.start:
            return [] if self.stays else [Reason("", "it ends where it began")]
        return [check.reason(place) for check in self.checks if not check.holds(place)]

    def _too_long(self, way: tuple[Scalar, ...]) -> bool:
        """Steps may cost nothing: of far too many nobody has to look at each."""
        return len(way) > max(_FEW, self.budget)

    def _is_place(self, place: Scalar) -> bool:
        if self._set is None:
            self._set = frozenset(self.places)
        return place in self._set

    def _cost(self, at: Scalar, place: Scalar) -> int | None:
        """Of the cheapest step from one to the other; None: there is no such step."""
        costs = [step[1] for step in self.steps(at) if step[0] == place]
        return min(costs, default=None)


def _searched(start: Scalar, steps: Steps, budget: int | None) -> dict[Scalar, Reached]:
    """By cost, then by harm, then in the order in which steps are given. budget None: however far."""
    found: dict[Scalar, Reached] = {}
    waiting: list[tuple[int, int, int, Scalar, Scalar]] = [(0, 0, 0, start, start)]
    number, pop, push = 0, heapq.heappop, heapq.heappush
    while waiting:
        cost, harm, _, place, before = pop(waiting)
        if place in found:
            continue
        found[place] = Reached(cost, harm, before)
        for step in steps(place):
            to, further = step[0], cost + step[1]
            if to not in found and (budget is None or further <= budget):
                number += 1
                push(waiting, (further, harm + (step[2] if len(step) == 3 else 0), number, to, place))
    return found
