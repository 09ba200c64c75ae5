"""Text in the columns of a terminal, of which a Japanese character takes two: what the games' tables have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

LINE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
DOUBLE = "\N{BOX DRAWINGS DOUBLE HORIZONTAL}"
ACTING = "\N{BLACK RIGHT-POINTING TRIANGLE}"

URGENT = "!! "
"""Begins a line of a table that nobody may overlook: terminals say it once more right above the next question."""

NARROWEST = 40
"""Columns that a table has at least."""

LABEL = 11
"""Columns that a label takes."""

NARROWEST_COLUMN = 26
"""Narrower columns of a grid are no help to the eye where cells differ in length."""


def width_of(text: str) -> int:
    """How many columns a text takes: two for each character that is wide in East Asia."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, columns: int) -> str:
    """With blanks up to so many columns."""
    return text + " " * (columns - width_of(text))


def entry(label: str, items: Iterable[str], width: int) -> list[str]:
    """A labelled list, wrapped between its items; one that is too long for a line is wrapped between its words."""
    room = width - LABEL - 1
    found: list[str] = []
    for item in items:
        longer = f"{found[-1]}, {item}" if found else item
        if width_of(longer) < room:
            found[-1:] = [longer]
            continue
        if found:
            found[-1] += ","
        found += wrapped(item, room - 1)
    return labelled(label, found or ["-"])


def rows(label: str, items: Iterable[str], width: int) -> list[str]:
    """A labelled list, each item on a line of its own."""
    return labelled(label, [line for item in items for line in wrapped(item, width - LABEL - 1)])


def labelled(label: str, lines: Sequence[str]) -> list[str]:
    return [f"{padded(label if number == 0 else '', LABEL)} {line}" for number, line in enumerate(lines)]


def grid(items: Sequence[str], width: int) -> list[str]:
    """Cells in columns, in as few lines as may be; a cell that is too long for its column takes more of them."""
    return min((laid(items, width, across) for across in range(1, width // NARROWEST_COLUMN + 1)), key=len)


def laid(items: Sequence[str], width: int, across: int) -> list[str]:
    """In so many columns."""
    column = width // across
    lines = [""]
    for item in items:
        at = -(-(width_of(lines[-1]) + 1) // column) * column if lines[-1] else 0
        if lines[-1] and at + width_of(item) > width:
            lines.append("")
            at = 0
        lines[-1] = padded(lines[-1], at) + item
    return [part for line in lines if line for part in wrapped(line, width)]


def heading(left: str, right: str, width: int, line: str, lead: str = "") -> list[str]:
    """Words at both ends of a drawn line, or where they are too long for that, on lines of their own."""
    begins, ends = f"{lead or line * 2 + ' '}{left} ", f" {right} {line * 2}" if right else ""
    between = width - width_of(begins) - width_of(ends)
    if between > 0:
        return [begins + line * between + ends]
    if right:
        return [*heading(left, "", width, line, lead), *entry("", right.split(", "), width)]
    return wrapped(begins.rstrip(), width)


def urgent(said: str, width: int) -> list[str]:
    """What nobody may overlook."""
    return [f"{URGENT}{line}" for line in wrapped(said, width - len(URGENT))]


def wrapped(text: str, width: int) -> list[str]:
    """Lines that take no more columns than that: broken between words, and a word only where it is wider than a line.
    Blanks within a line stay as they are.
    """
    if width_of(text) <= width:
        return [text]
    lines = [""]
    for word in pieces(text, width):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def pieces(text: str, width: int) -> Iterator[str]:
    """Its words, those that are wider than a line in parts."""
    for word in text.split():
        rest = word
        while width_of(rest) > width:
            part = rest[:width]
            while width_of(part) > width:
                part = part[:-1]
            yield part
            rest = rest[len(part) :]
        yield rest


def stack_of(number: int, said: str) -> str:
    """ "City", "2 City"."""
    return f"{number} {said}" if number > 1 else said


def many(number: int, thing: str) -> str:
    """ "1 coin", "2 coins"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def in_brackets(said: str) -> str:
    """To be put after something; nothing where nothing is said."""
    return f" ({said})" if said else ""
