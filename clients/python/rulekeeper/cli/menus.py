"""A decision as a numbered menu, for a person at a terminal: one number a command, questions for what is left open."""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from rulekeeper.cli import show
from rulekeeper.cli.alike import NONE, Alike, of_field, of_value
from rulekeeper.cli.called import meant
from rulekeeper.client import Choice, Plain, from_value
from rulekeeper.client.fields import Chosen, Named, OneOf, is_known, is_number, kind_of
from rulekeeper.v1 import table_pb2

INLINE = 30
"""Candidates that are numbered in the menu itself; of more than these a question is asked."""

T = TypeVar("T")
Ask = Callable[[str], str]
"""Asks a person: the prompt in, the answer out. Raises `EOFError` and `KeyboardInterrupt` as `input` does."""


@dataclass(frozen=True)
class Item:
    """A line of the menu: an offer, and what choosing it already says of the offer's fields. `title`: what is done;
    `label`: with what, where that has a name; `others`: what else is settled. `of`: how many are as good as the one
    that it stands for. `refs`: the things on the table that it is about.
    """

    offer: table_pb2.Offer
    title: str
    label: str = ""
    others: Sequence[str] = ()
    known: dict[str, Plain] = field(default_factory=dict)
    of: int = 1
    refs: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """ "play card: City (1 of 3), ..." """
        first = f"{self.label} (1 of {self.of})" if self.of > 1 else self.label
        named = ", ".join(part for part in (first, *self.others) if part)
        more = " ..." if len(self.known) < len(self.offer.fields) and not self.title.endswith("...") else ""
        return f"{self.title}{f': {named}' if named else ''}{more}"


def items(offers: Sequence[table_pb2.Offer], listed: Collection[str] = (), alike: Alike = NONE) -> list[Item]:
    """The open offers as lines; an offer whose first field has few candidates gives one line for each, or for all that
    are `alike`. What can have only one value is settled. `listed`: commands that are read from files, a line each.
    """
    found: list[Item] = []
    for offer in offers:
        if offer.closed:
            continue
        title = spaced(offer.command.rpartition(".")[2])
        if offer.command in listed:
            if all(item.offer.command != offer.command for item in found):
                found.append(Item(offer, f"{title} from a file ..."))
            continue
        known = [(each, kind_of(each)) for each in offer.fields if is_known(each)]
        settled = {each.name: value for each, kind in known for value in kind.only()}
        said = {each.name: kind.only_words(each.name) for each, kind in known if each.name in settled}
        first, others = offer.fields[:1], offer.fields[1:]
        named = [label for each in others if (label := said.get(each.name, ""))]
        split = (
            [(said[each.name], settled, 1, refs_of(kind.named())) for each, kind in known[:1] if each.name in settled]
            if first and is_known(first[0])
            else []
        )
        for each in first:
            if each.name not in settled and each.WhichOneof("kind") == "one_of":
                groups = kinds(each.one_of.candidates, alike)
                if 0 < len(groups) <= INLINE:
                    names = labels([group[0] for group in groups])
                    values = [{**settled, each.name: from_value(group[0].value)} for group in groups]
                    split = list(zip(names, values, map(len, groups), map(refs_of, groups), strict=True))
        found += (
            Item(offer, title, label, named, known, of, refs)
            for label, known, of, refs in split or [("", settled, 1, ())]
        )
    return together(found, alike)


def refs_of(among: Sequence[Named]) -> tuple[str, ...]:
    """The things on the table that these are."""
    return tuple(each.ref for each in among if isinstance(each, table_pb2.Candidate) and each.ref)


def kinds(candidates: Sequence[table_pb2.Candidate], alike: Alike) -> list[list[table_pb2.Candidate]]:
    """Those that are as good as each other together, in the order of the first of each."""
    groups: dict[Hashable, list[table_pb2.Candidate]] = {}
    for each in candidates:
        groups.setdefault((of_value(from_value(each.value), alike), each.label), []).append(each)
    return list(groups.values())


def together(menu: Sequence[Item], alike: Alike) -> list[Item]:
    """One line for what several offers say of cards that are as good as each other."""
    found: dict[Hashable, Item] = {}
    for item in menu:
        known = tuple((name, of_value(value, alike)) for name, value in item.known.items())
        open_ones = tuple(of_field(each, alike) for each in item.offer.fields if each.name not in item.known)
        same = (item.offer.command, item.label, tuple(item.others), known, open_ones)
        before = found.get(same)
        found[same] = (
            item if before is None else replace(before, of=before.of + item.of, refs=(*before.refs, *item.refs))
        )
    return list(found.values())


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


def lines(menu: Sequence[Item], beside: Sequence[Item] = ()) -> list[str]:
    """The menu in 80 columns, numbered from 1, in two columns where it is long and narrow; then what can be done at any
    time, by its word and no number, so that no number means it by mistake.
    """
    words = ", ".join(item.words for item in beside)
    return [*numbered_lines(menu), *(show.folded(f"at any time: {words}", "     ") if beside else [])]


def numbered_lines(menu: Sequence[Item]) -> list[str]:
    numbered = [f"{number:>3}  {item.words}" for number, item in enumerate(menu, 1)]
    half = (len(numbered) + 1) // 2
    if len(numbered) > 12 and max(map(len, numbered)) < show.COLUMNS // 2:
        right = [*numbered[half:], *[""] * (2 * half - len(numbered))]
        return [f"{a:<{show.COLUMNS // 2}}{b}".rstrip() for a, b in zip(numbered[:half], right, strict=True)]
    return [line for text in numbered for line in show.folded(text, "", "     ")]


class Again(Exception):
    """The answer was none; the message says why."""


class Back(Exception):
    """A person wants to be asked nothing more of this."""


BACK = "(b: back)"
"""Stands at the end of each question that the menu leads to."""

LONG = 6
"""Numbers in an example of an answer, at most."""

Candidates = Sequence[table_pb2.Candidate]


def complete(item: Item, ask: Ask) -> Choice:
    """Asks for the fields that the item's number leaves open. Raises `Back`; `Again` for one that cannot be asked."""
    values = dict(item.known)
    for each in item.offer.fields:
        if not is_known(each):
            raise Again(f"this program does not know how to ask for {each.name}; use rulekeeper send")
        if each.name not in values:
            values[each.name] = insisting(partial(asked, each), ask)
    return Choice(item.offer.command, values, item.offer.standing)


def insisting(question: Callable[[Ask], T], ask: Ask) -> T:
    """Asks one question until its answer is one. Raises `Back`."""
    while True:
        try:
            return question(lambda prompt: going_back(ask(f"{prompt} {BACK} ")))
        except Again as again:
            show.put(*show.folded(f"{again}; b goes back"))


def going_back(said: str) -> str:
    """An answer, if it is none that ends the question."""
    if said.strip().lower() in ("b", "back"):
        raise Back
    return said


def asked(of: table_pb2.OfferField, ask: Ask) -> Plain:
    """Asks for one field's value, once. Raises `Again` for an answer that is none."""
    if not is_known(of):
        raise Again(f"this program does not know how to ask for {of.name}; use rulekeeper send")
    kind = kind_of(of)
    if not isinstance(kind, Chosen):
        above, what = kind.question()
        said = ask("\n".join([*show.folded(above, f"{of.name}, ", "  "), what] if above else [f"{of.name}, {what}"]))
        try:
            return kind.read(said.strip())
        except ValueError as wrong:
            raise Again(str(wrong)) from None
    what = "which one?" if isinstance(kind, OneOf) else "in which order?" if kind.ordered else ""
    what = what or wanted(kind.least, kind.most, kind.limits())
    found = picked(of.name, kind.candidates, what, kind.least, kind.most, ask, kind.limits())
    return found[0] if isinstance(kind, OneOf) else found


def picked(
    name: str, among: Candidates, what: str, least: int, most: int, ask: Ask, limits: Sequence[int] = ()
) -> tuple[Plain, ...]:
    """The values that a person picks of these, `limits`: each at most so often. Raises `Again`."""
    prompt = question(name, among, what, any(limit > 1 for limit in limits))
    said = numbers(ask(prompt), len(among), least, most, labels(among))
    for one, limit in enumerate(limits):
        if said.count(one) > limit:
            raise Again(f"{one + 1} can be named only {'once' if limit == 1 else f'{limit} times'}")
    return tuple(from_value(among[one].value) for one in said)


def wanted(least: int, most: int, limits: Sequence[int]) -> str:
    """How many are to be named, in words, with an answer that would do: "1 to 3 of them, as in 1,3"."""
    there = sum(limits)
    most = min(most, there)
    heap = [number for number, limit in enumerate(limits, 1) for _ in range(min(limit, most))]
    size = max(least, min(2, most))
    spread = size == 2 and there > 2 and max(limits) == 1
    example = f"as in {','.join(map(str, [1, 3] if spread else heap[: min(size, LONG)]))}{',...' * (size > LONG)}"
    if not most:
        return "there is none to name: enter"
    if most == 1:
        return "one of them: its number" if least else "one of them: its number; enter for none"
    if least:
        return f"{least} of them, {example}" if least == most else f"{least} to {most} of them, {example}"
    return f"{'any' if most == there else f'up to {most} of them'}, {example}; enter for none"


def question(name: str, among: Candidates, what: str, limited: bool = False) -> str:
    """What can be named, numbered, and below it what is asked; `limited`: with how often each can be."""
    listed = ", ".join(
        f"{number} {label}" + (f" (up to {each.limit})" if limited and each.limit > 1 else "")
        for number, (each, label) in enumerate(zip(among, labels(among), strict=True), 1)
    )
    return "\n".join([*show.folded(listed, f"{name}: ", "  "), what])


def numbers(said: str, count: int, least: int, most: int, names: Sequence[str] = ()) -> list[int]:
    """ "1,3" -> [0, 2]; "city, inn" the same by their `names`. Raises `Again`."""
    found: list[int] = []
    names_with_commas = [said] if len(meant(said, [(name,) for name in names if "," in name])) == 1 else []
    for part in names_with_commas or [part.strip() for part in said.split(",") if part.strip()]:
        digits = part.split()
        if all(map(is_number, digits)) or not names:
            if not all(is_number(each) and 1 <= int(each) <= count for each in digits):
                wanted = "a number" if most == 1 else "numbers"
                raise Again(f"write {wanted} from 1 to {count}" if count != 1 else "there is only number 1")
            found += (int(each) - 1 for each in digits)
        else:
            found.append(by_name(part, names, found, count))
    if not least <= len(found) <= most:
        raise Again(
            f"{least} to {most} are wanted" if least != most else f"{least} {'is' if least == 1 else 'are'} wanted"
        )
    return found


def by_name(said: str, names: Sequence[str], taken: Sequence[int], count: int) -> int:
    """Which one is called so: of several of one name, the first that is not named yet. Raises `Again`."""
    found = meant(said, [(name, name.partition(" #")[0]) for name in names])
    if len({names[at].partition(" #")[0] for at in found}) > 1:
        raise Again(f"{said} may be {' or '.join(f'{at + 1} {names[at]}' for at in found)}")
    if not found:
        raise Again(f"nothing here is called {said}: write numbers from 1 to {count}, or names")
    return next((at for at in found if at not in taken), found[0])


def chosen(said: str, menu: Sequence[Item], beside: Sequence[Item]) -> Item:
    """The line that a person means, by its number, or what it says; those `beside` have no number. Raises `Again`."""
    if is_number(said):
        (number,) = numbers(said, len(menu), 1, 1)
        return menu[number]
    every = [*menu, *beside]
    found = meant(said, [(item.words, item.title, f"{item.title} {item.label}", item.label) for item in every])
    if len(found) > 1:
        numbered = [at for at in found if at < len(menu)]
        listed = " or ".join(f"{at + 1} ({every[at].words})" for at in numbered)
        raise Again(f"{said} may be {listed}" if numbered else f"several are called {said}")
    if not found:
        raise Again(f"nothing is called {said}: write a number from 1 to {len(menu)}, or what it says")
    return every[found[0]]
