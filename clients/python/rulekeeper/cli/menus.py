"""A decision as a numbered menu, for a person at a terminal: one number a command, questions for what is left open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulekeeper.cli import show
from rulekeeper.client import Choice, Plain, from_value
from rulekeeper.v1 import table_pb2

INLINE = 30
"""Candidates that are numbered in the menu itself; of more than these a question is asked."""

Ask = Callable[[str], str]
"""Asks a person: the prompt in, the answer out. Raises `EOFError` and `KeyboardInterrupt` as `input` does."""


@dataclass(frozen=True)
class Item:
    """A line of the menu: an offer, and what its number already says of the offer's fields."""

    offer: table_pb2.Offer
    words: str
    known: dict[str, Plain] = field(default_factory=dict)


def items(offers: Sequence[table_pb2.Offer]) -> list[Item]:
    """The open offers as lines; an offer whose first field has few candidates gives one line for each."""
    found: list[Item] = []
    for offer in offers:
        if offer.closed:
            continue
        title = spaced(offer.command.rpartition(".")[2])
        first = offer.fields[0] if offer.fields else None
        if first is not None and first.WhichOneof("kind") == "one_of" and len(first.one_of.candidates) <= INLINE:
            settled = {each.name: value for each in offer.fields[1:] for value in only(each)}
            more = " ..." if len(settled) + 1 < len(offer.fields) else ""
            for candidate, label in zip(first.one_of.candidates, labels(first.one_of.candidates), strict=True):
                known = {first.name: from_value(candidate.value), **settled}
                found.append(Item(offer, f"{title}: {label}{more}", known))
        else:
            found.append(Item(offer, title + (" ..." if offer.fields else "")))
    return found


def only(of: table_pb2.OfferField) -> list[Plain]:
    """A field's value where it can have only one; nothing where there is a choice."""
    if of.WhichOneof("kind") == "one_of" and len(of.one_of.candidates) == 1:
        return [from_value(of.one_of.candidates[0].value)]
    return []


def spaced(name: str) -> str:
    """ "PlayCard" -> "play card" """
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def labels(candidates: Sequence[table_pb2.Candidate]) -> list[str]:
    """Words for each, with the value where two would have the same."""
    said = [each.label or value_words(each) for each in candidates]
    return [
        f"{label} #{value_words(each)}" if said.count(label) > 1 else label
        for label, each in zip(said, candidates, strict=True)
    ]


def value_words(candidate: table_pb2.Candidate) -> str:
    return str(show.json_value(from_value(candidate.value)))


def lines(menu: Sequence[Item]) -> list[str]:
    """The menu in 80 columns, numbered from 1; in two columns where it is long and narrow."""
    numbered = [f"{number:>3}  {item.words}" for number, item in enumerate(menu, 1)]
    half = (len(numbered) + 1) // 2
    if len(numbered) > 12 and max(map(len, numbered)) < show.COLUMNS // 2:
        right = [*numbered[half:], *[""] * (2 * half - len(numbered))]
        return [f"{a:<{show.COLUMNS // 2}}{b}".rstrip() for a, b in zip(numbered[:half], right, strict=True)]
    return [line for text in numbered for line in show.folded(text, "", "     ")]


class Again(Exception):
    """The answer was none; the message says why."""


def complete(item: Item, ask: Ask) -> Choice:
    """Asks for the fields that the item's number leaves open. Raises `Again`."""
    values = dict(item.known)
    for each in item.offer.fields:
        if each.name not in values:
            values[each.name] = asked(each, ask)
    return Choice(item.offer.command, values, item.offer.standing)


def asked(of: table_pb2.OfferField, ask: Ask) -> Plain:
    """Asks for one field's value. Raises `Again` for an answer that is none."""
    match of.WhichOneof("kind"):
        case "one_of":
            among = list(of.one_of.candidates)
            (one,) = numbers(ask(question(of.name, among, "which one?")), len(among), 1, 1)
            return from_value(among[one].value)
        case "subset":
            among = list(of.subset.candidates)
            what = f"{of.subset.least} to {of.subset.most}, as in 1,3 (none: enter)"
            picked = numbers(ask(question(of.name, among, what)), len(among), of.subset.least, of.subset.most)
            return tuple(from_value(among[one].value) for one in picked)
        case "multiset":
            among = list(of.multiset.candidates)
            what = f"{of.multiset.least} to {of.multiset.most}, as in 1,1,3 (none: enter)"
            picked = numbers(ask(question(of.name, among, what)), len(among), of.multiset.least, of.multiset.most)
            return tuple(from_value(among[one].value) for one in picked)
        case "order":
            among = list(of.order.candidates)
            picked = numbers(ask(question(of.name, among, "in which order?")), len(among), len(among), len(among))
            return tuple(from_value(among[one].value) for one in picked)
        case "number":
            said = ask(f"{of.name}, from {of.number.low} to {of.number.high}? ").strip()
            if not said.lstrip("-").isdigit():
                raise Again(f"{said!r} is no number")
            return int(said)
        case None:
            raise Again(f"this program does not know how to ask for {of.name}; use rulekeeper send")


def question(name: str, among: Sequence[table_pb2.Candidate], what: str) -> str:
    listed = ", ".join(
        f"{number} {label}" + (f" (up to {each.limit})" if each.limit > 1 else "")
        for number, (each, label) in enumerate(zip(among, labels(among), strict=True), 1)
    )
    return "\n".join([*show.folded(listed, f"{name}: ", "  "), f"{what} "])


def numbers(said: str, count: int, least: int, most: int) -> list[int]:
    """ "1,3" -> [0, 2]. Raises `Again`."""
    parts = said.replace(",", " ").split()
    if not all(part.isdigit() and 1 <= int(part) <= count for part in parts):
        raise Again(f"write numbers from 1 to {count}")
    if not least <= len(parts) <= most:
        raise Again(
            f"{least} to {most} are wanted" if least != most else f"{least} {'is' if least == 1 else 'are'} wanted"
        )
    return [int(part) - 1 for part in parts]
