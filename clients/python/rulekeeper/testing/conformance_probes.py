"""Commands inside and outside of a menu, and a second, plain opinion on which is which."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from rulekeeper.kernel import Field, Game, Multiset, Number, Offer, OneOf, Order, Path, Refused, Subset, Table, pack

_TEXT, _TRUTH = FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BOOL
_MOST = 64
"""As many candidates of a field at most are put where they do not belong."""

_UNKNOWN = b"\xba\x3e\x01x"
"""A field (999) that no message has."""


def legal(menu: Iterable[Offer[Message]], most: int, dice: random.Random) -> list[Message]:
    """Up to so many legal commands of each open offer: half of them the first ones, the others by chance."""
    found: list[Message] = []
    for offer in menu:
        if offer.open():
            found += itertools.islice(offer.legal(), (most + 1) // 2)
            found += (offer.pick(dice.randrange) for _ in range(most // 2))
    return found


class Opinion:
    """Which commands are legal under an offer: worked out from what the offer says of itself, not as the kernel does
    it. What stands against each candidate is asked once.
    """

    def __init__(self, offer: Offer[Message]) -> None:
        self.offer = offer
        self._met = all(when.holds for when in offer.whens)
        self._free = {
            name: {candidate for candidate, reasons in field.single() if not reasons}
            for name, field in offer.fields.items()
        }

    def lawful(self, command: Message) -> bool:
        """Is the command legal under the offer?"""
        offer = self.offer
        if offer.message is not type(command) or not self._met:
            return False
        for field in command.DESCRIPTOR.fields:
            present = bool(getattr(command, field.name)) if field.is_repeated else command.HasField(field.name)
            if field.name not in offer.fields:
                if present:
                    return False
            elif not field.is_repeated and not present:
                return False
            elif not self._holds(field.name, getattr(command, field.name)):
                return False
        return all(across.holds(command) for across in offer.across)

    def _holds(self, name: str, value: Any) -> bool:
        field, free = self.offer.fields[name], self._free[name]
        match field:
            case Number():
                return field.low <= int(value) <= field.high
            case OneOf():
                return value in free
            case Order():
                return sorted(value) == sorted(free)
            case Path():
                return _walks(field, list(value))
            case Subset():
                right = len(set(value)) == len(value)
            case Multiset():
                right = all(count <= field.limits.get(one, 0) for one, count in Counter(value).items())
            case _:
                raise TypeError(f"the suite does not know the field {type(field).__name__}")
        return right and field.least <= len(value) <= field.most and all(one in free for one in value)


def _walks(field: Path, way: list[Any]) -> bool:
    """Step by step, without the search."""
    if not way:
        return field.stays
    left, stops = field.budget, [field.start, *way]
    for at, to in itertools.pairwise(stops):
        costs = [step[1] for step in field.steps(at) if step[0] == to]
        if not costs:
            return False
        left -= min(costs)
    if left < 0 or len(way) > max(64, field.budget):
        return False
    return field.stays if way[-1] == field.start else all(check.holds(way[-1]) for check in field.checks)


def outside(menu: list[Offer[Message]], command: Message) -> Iterator[Message]:
    """A legal command changed so that no offer admits it: in one field, or by legal values that do not go together."""
    kin = [Opinion(offer) for offer in menu if offer.message is type(command)]
    for one in kin:
        if one.offer.across:
            for other in _from_candidates(one.offer):
                if not any(of.lawful(other) for of in kin):
                    yield other
    for field in command.DESCRIPTOR.fields:
        for value in _others([one.offer for one in kin], field, command):
            changed = type(command)()
            changed.CopyFrom(command)
            changed.ClearField(field.name)
            try:
                if field.is_repeated:
                    getattr(changed, field.name).extend(value)
                elif value is not None:
                    setattr(changed, field.name, value)
            except (TypeError, ValueError):
                continue  # the message itself has no room for such a value
            if not any(of.lawful(changed) for of in kin):
                yield changed


def _from_candidates(offer: Offer[Message]) -> Iterator[Message]:
    """Commands of which each field is legal, and which together may not be."""
    for values in itertools.product(*([*itertools.islice(field.legal(), 12)] for field in offer.fields.values())):
        yield offer.build(dict(zip(offer.fields, values, strict=True)))


def _others(kin: list[Offer[Message]], field: Any, command: Message) -> Iterator[Any]:
    fields = [offer.fields[field.name] for offer in kin if field.name in offer.fields]
    candidates = [candidate for one in fields for candidate in _named(one)]
    edges = [edge for one in fields if isinstance(one, Number) for edge in (one.low - 1, one.high + 1)]
    singles = [*_foreign(field, candidates), *edges, *_some_of(candidates)]
    if not field.is_repeated:
        yield None
        yield from singles
        return
    now = list(getattr(command, field.name))
    yield from ([], now[:-1], now + now[:1], now + now, candidates, candidates + candidates)
    for single in singles:
        yield [*now, single]
        yield [single, *now[1:]]


def _named(field: Field) -> Iterable[Any]:
    """The values that a field knows, one by one."""
    return field.places if isinstance(field, Path) else getattr(field, "candidates", ())


def _some_of(candidates: list[Any]) -> list[Any]:
    """So many of them, from all over the list, that what is made with each stays few."""
    return candidates[:: 1 + len(candidates) // _MOST]


def _foreign(field: Any, candidates: list[Any]) -> list[Any]:
    if field.type == _TRUTH:
        return [True, False]
    if field.type == _TEXT:
        return ["", "?", *(f"{candidate}x" for candidate in candidates[:1])]
    return [0, -1, max([0, *candidates]) + 1, (1 << 31) - 1]


def not_offered(game: Game[Any], menu: list[Offer[Message]]) -> Iterator[Message]:
    """An empty command of each kind that the menu has not."""
    met = {offer.message for offer in menu}
    for message in game.command_name:
        if message not in met and message not in game.asides:
            yield message()


def malformed(game: Game[Any], command: Message) -> Iterator[bytes]:
    """Bytes that are no command of the game."""
    whole = pack(game, command)
    name = game.command_name[type(command)]
    inner = command.SerializeToString() + _UNKNOWN
    yield from (b"", b"\xff", whole + b"\x0a", whole[:-1] if len(whole) > 2 else b"\x08", whole + _UNKNOWN)
    yield game.command.FromString(pack(game, type(command)()) + b"").SerializeToString() + whole
    nested = game.command(**{name: type(command).FromString(inner)})
    yield nested.SerializeToString()


def improper(game: Game[Any], table: Table, refused: Refused) -> list[str]:
    """What is wrong with a refusal: each has reasons, each reason has words and, but for malformed ones, a rule."""
    wrong = [] if refused.reasons else ["no reason is given"]
    for reason in refused.reasons:
        if not reason.text:
            wrong.append("a reason without words")
        if refused.kind != "malformed" and reason.rule not in game.rulebook:
            wrong.append(f"{reason.rule!r} is cited, which is no rule: {reason.text}")
    return wrong
