"""Deck lists: read from what people write, printed back, and checked against every rule for decks.

A list is text, line by line:

    # From a hash, at the beginning of a line or after a space, to the line's end is a comment.
    Capital: Dwarf
    3 Troll Slayers
    2x dwarf-ranger        # a card by its title, by its id,
    1 7                    # or by its number: one King Kazador

Empty lines mean nothing. A line of cards is how many copies, with an "x" or without, and the card. Titles are read
without regard to case, spaces and punctuation: "wez bigga" is We'z Bigga!. Lines of the same card add up. The capital
is one of the boards, named by its race; it may stand anywhere, once, or be left out where it is not chosen yet.

The same as JSON: {"capital": "dwarf", "cards": {"troll-slayers": 3, "dwarf-ranger": 2, "7": 1}}.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
import pydantic

from rulekeeper.games.warhammer_invasion.box import CAPITALS, STARTERS, Cards, total
from rulekeeper.games.warhammer_invasion.catalogue import (
    CARDS,
    RACES,
    SIDE_NAMES,
    SIDE_OF,
    SIDES,
    TYPES,
    Printed,
    Side,
    name,
)

LEAST, MOST = 50, 100
"""Cards of a deck ("whi.deck.size")."""

COPIES = 3
"""Copies of a title at most ("whi.deck.three-copies")."""

LONGEST_LIST = 20_000
"""Characters of a list; a deck of a hundred titles has under three thousand."""

MOST_READ = 999
"""Cards of a list: enough for any mistake worth explaining."""

Format = Literal["constructed", "draft"]
"""What a deck is for. A drafted one has no least and no greatest size ("whi.draft.five-packs")."""


TOLD = 20
"""Lines that cannot be read, of which all are told; after these nothing more is read."""


class DeckListError(ValueError):
    """A deck list cannot be read: a line of text for each thing that is wrong with it. `line` is the first such line's
    number from 1, or 0 where it is about the whole.
    """

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.line = line

    @classmethod
    def of(cls, wrong: Sequence[DeckListError]) -> DeckListError:
        """All of them as one."""
        found = cls("\n".join(map(str, wrong)))
        found.line = wrong[0].line
        return found


class Deck(msgspec.Struct, frozen=True):
    """A deck as it is listed, right or wrong (`breaches`): the capital board's id, "" for none yet, and the cards by id
    with their copies, in the order of their numbers, cards that are not in the set last. Made by `deck_of`.
    """

    capital: str
    cards: Cards

    @property
    def size(self) -> int:
        return total(self.cards)


class Breach(msgspec.Struct, frozen=True):
    """A rule that a deck does not keep, and how."""

    rule: str
    text: str


def deck_of(capital: str, cards: Mapping[str, int] | Iterable[tuple[str, int]]) -> Deck:
    """A deck of these cards by id; copies of the same card add up."""
    copies: dict[str, int] = {}
    for card, count in cards.items() if isinstance(cards, Mapping) else cards:
        copies[card] = copies.get(card, 0) + count
    return Deck(capital, tuple(sorted(((card, n) for card, n in copies.items() if n), key=_place)))


def starter_deck(starter: str) -> Deck:
    """A starter's 40 cards with its board ("whi.setup.starter.choose"), before neutral cards are dealt to it."""
    return deck_of(starter, STARTERS[starter].cards)


def _place(listed: tuple[str, int]) -> tuple[int, str]:
    card = listed[0]
    return (CARDS[card].number if card in CARDS else len(CARDS) + 1, card)


# Reading.


def _key(written: str) -> str:
    """What is left of a title when case, spaces and punctuation do not matter."""
    return "".join(letter for letter in written.casefold() if letter.isalnum())


def _names() -> Iterator[tuple[str, str]]:
    for card in CARDS.values():
        for written in (card.id, card.name, card.name_ja, *card.also, str(card.number)):
            yield _key(written), card.id


_BY_NAME: Mapping[str, str] = {key: card for key, card in _names() if key}
_BOARDS: Mapping[str, str] = {_key(written): race for race, title in RACES.items() for written in (race, title)}
_LINE = re.compile(r"(?P<copies>[0-9]+)(?:\s*[x×])?\s+(?P<card>\S.*)", re.IGNORECASE)
_CAPITAL = re.compile(r"capital\s*:(?P<board>.*)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)#.*")


def find_card(written: str) -> Printed | None:
    """The card of this title, id or number, or None."""
    card = _BY_NAME.get(_key(written))
    return CARDS[card] if card is not None else None


def parse(text: str) -> Deck:
    """Reads a list. Raises DeckListError with the number of each line that cannot be read.

    It does not look at the rules: `breaches` does.
    """
    _measure(text)
    capital, cards, wrong = "", list[tuple[str, int]](), list[DeckListError]()
    for number, line in enumerate(text.splitlines(), 1):
        line = _COMMENT.sub("", line).strip()
        if not line:
            continue
        try:
            if board := _CAPITAL.fullmatch(line):
                if capital:
                    raise DeckListError("the capital is named a second time", number)
                capital = _board(board["board"].strip(), number)
            else:
                cards.append(_listed(line, number))
        except DeckListError as no:
            wrong.append(no)
            if len(wrong) == TOLD:
                wrong.append(DeckListError("nothing after this was read", number))
                break
    if wrong:
        raise DeckListError.of(wrong)
    return _measured(deck_of(capital, cards))


def _measure(text: str) -> None:
    if len(text) > LONGEST_LIST:
        raise DeckListError(f"the list has {len(text)} characters; {LONGEST_LIST} at most are read")


def _measured(deck: Deck) -> Deck:
    if deck.size > MOST_READ:
        raise DeckListError(f"the list has {deck.size} cards; {MOST_READ} at most are read")
    return deck


def _board(written: str, number: int) -> str:
    found = _BOARDS.get(_key(written))
    if found is None:
        boards = ", ".join(board.name for board in CAPITALS.values())
        raise DeckListError(f"there is no capital {written!r}; there are {boards} (whi.components.capitals)", number)
    return found


def _listed(line: str, number: int) -> tuple[str, int]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise DeckListError(f"{line!r} is neither a number of copies and a card nor a capital", number)
    written = match["copies"].lstrip("0")
    if not written or len(written) > len(str(MOST_READ)):
        raise DeckListError(f"{_short(match['copies'])} copies; a line names 1 to {MOST_READ}", number)
    card = find_card(match["card"])
    if card is None:
        raise DeckListError(f"there is no card {_short(match['card'])!r}{_meant(match['card'])}", number)
    return card.id, int(written)


def _short(written: str) -> str:
    return written if len(written) <= 60 else written[:60] + "…"


def _meant(written: str) -> str:
    """Titles that look like it."""
    close = difflib.get_close_matches(_key(written[:60]), [key for key in _BY_NAME if not key.isdecimal()], n=3)
    titles = dict.fromkeys(name(_BY_NAME[key]) for key in close)
    return f"; is {' or '.join(titles)} meant?" if titles else ""


class _AsJson(pydantic.BaseModel, extra="forbid", strict=True):
    capital: str = ""
    cards: dict[str, Annotated[int, pydantic.Field(ge=1, le=MOST_READ)]]


def parse_json(text: str | bytes) -> Deck:
    """Reads the JSON form; cards may be named there as in a list. A capital or a card that does not exist stays as it
    is written, for `breaches` to name. Raises DeckListError, naming the field.
    """
    _measure(text if isinstance(text, str) else text.decode("utf-8", "replace"))
    try:
        listed = _AsJson.model_validate(json.loads(text, object_pairs_hook=_once))
    except DeckListError:
        raise
    except pydantic.ValidationError as wrong:
        raise DeckListError.of([_misshapen(one["loc"], one["type"]) for one in wrong.errors()[:TOLD]]) from wrong
    except (ValueError, RecursionError) as wrong:
        raise DeckListError(f"no JSON: {wrong}") from wrong
    cards = ((find_card(written), " ".join(written.split()), copies) for written, copies in listed.cards.items())
    deck = deck_of(
        _BOARDS.get(_key(listed.capital), " ".join(listed.capital.split())),
        [(card.id if card is not None else written, copies) for card, written, copies in cards],
    )
    return _measured(deck)


def _misshapen(where: tuple[int | str, ...], kind: str) -> DeckListError:
    """What is wrong at a place of the JSON form."""
    match where:
        case ():
            wanted = f"an object is wanted, as in {EXAMPLE}"
        case ("cards",) if kind == "missing":
            wanted = f"it is missing; it is wanted as in {EXAMPLE}"
        case ("cards",):
            wanted = f"cards with their copies are wanted, as in {EXAMPLE}"
        case ("cards", *_):
            wanted = f"copies are a whole number from 1 to {MOST_READ}"
        case ("capital",):
            wanted = f"the name of a capital is wanted, as in {EXAMPLE}"
        case _:
            wanted = "a deck list has capital and cards, and nothing else"
    return DeckListError(f"{_short('.'.join(map(str, where))) or 'the list'}: {wanted}")


EXAMPLE = '{"capital": "dwarf", "cards": {"troll-slayers": 3}}'


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise DeckListError(f"{_short(key)!r} is named twice")
        found[key] = value
    return found


# Printing.


def as_text(deck: Deck) -> str:
    """The list as text, which `parse` reads back, but for cards that are not in the set."""
    lines = [f"Capital: {RACES[board] if (board := deck.capital) in RACES else board}"] if deck.capital else []
    for kind, plural in TYPES.items():
        of_kind = [(card, copies) for card, copies in deck.cards if card in CARDS and CARDS[card].type == kind]
        if of_kind:
            lines += ["", f"# {total(of_kind)} {plural}", *(f"{copies} {name(card)}" for card, copies in of_kind)]
    unknown = [(card, copies) for card, copies in deck.cards if card not in CARDS]
    if unknown:
        lines += ["", "# not in the set", *(f"{copies} {card}" for card, copies in unknown)]
    return "".join(f"{line}\n" for line in lines)


def as_json(deck: Deck) -> str:
    """The list as JSON, which `parse_json` reads back."""
    return json.dumps({"capital": deck.capital, "cards": dict(deck.cards)})


# Checking.


def breaches(deck: Deck, form: Format = "constructed") -> tuple[Breach, ...]:
    """Every rule that the deck does not keep, with the numbers; none for a deck that may be played."""
    known = [(CARDS[card], copies) for card, copies in deck.cards if card in CARDS]
    sides = {side: [(card, n) for card, n in known if card.side == side] for side in SIDES}
    return tuple(
        Breach(rule, text)
        for found in (
            _capital(deck.capital, sides),
            _unknown(deck),
            _draft_cards(known),
            _size(deck.size, form),
            _copies(known),
            _one_side(sides),
            _bound(known, sides, deck.capital),
        )
        for rule, text in found
    )


_Found = Iterator[tuple[str, str]]
_Listed = list[tuple[Printed, int]]
_Sides = Mapping[Side, _Listed]


def _capital(capital: str, sides: _Sides) -> _Found:
    boards = ", ".join(board.name for board in CAPITALS.values())
    if not capital:
        yield "whi.setup.capital", f"no capital is named; there are {boards}"
    elif capital not in CAPITALS:
        yield "whi.components.capitals", f"{RACES.get(capital, repr(capital))} is no board of the set: {boards}"
    else:
        side = CAPITALS[capital].side
        if any(sides.values()) and not sides[side]:
            other = ", ".join(f"{_cards(listed)} of {SIDE_NAMES[at]}" for at, listed in sides.items() if listed)
            title = CAPITALS[capital].name
            yield "whi.setup.capital-side", f"the capital {title} is of {SIDE_NAMES[side]}, the deck has {other}"


def _unknown(deck: Deck) -> _Found:
    for card, copies in deck.cards:
        if card not in CARDS:
            yield "whi.components.cards", f"{_short(card)!r}, {copies} listed, is no card of the Core Set"


def _draft_cards(known: _Listed) -> _Found:
    for card, copies in known:
        if card.type == "draft":
            yield "whi.deck.no-draft-cards", f"{copies} {card.name} ({card.number}): a draft format card"


def _size(size: int, form: Format) -> _Found:
    if form == "draft":
        return
    if size < LEAST:
        yield "whi.deck.size", f"{size} cards, {LEAST - size} fewer than the least, {LEAST}"
    if size > MOST:
        yield "whi.deck.size", f"{size} cards, {size - MOST} more than the most, {MOST}"


def _copies(known: _Listed) -> _Found:
    for card, copies in known:
        if copies > COPIES and card.type != "draft":
            yield "whi.deck.three-copies", f"{copies} copies of {card.name}; {COPIES} at most"


def _one_side(sides: _Sides) -> _Found:
    if all(sides.values()):
        parts = (f"{_cards(listed)} of {SIDE_NAMES[side]} ({_races(listed)})" for side, listed in sides.items())
        yield "whi.deck.one-side", " and ".join(parts)


def _bound(known: _Listed, sides: _Sides, capital: str) -> _Found:
    """Cards for one side only, in a deck with cards of the other ("whi.kw.order-only", "whi.kw.destruction-only"); one
    of neutral cards alone is of its capital's side ("whi.deck.neutral-alone").
    """
    for card, _ in known:
        side = card.keywords.only_side
        if side is None:
            continue
        other: Side = "destruction" if side == "order" else "order"
        if sides[other]:
            rule, why = f"whi.kw.{side}-only", f"the deck has {_cards(sides[other])} of {SIDE_NAMES[other]}"
        elif not sides[side] and SIDE_OF.get(capital) == other:
            rule, why = (
                "whi.deck.neutral-alone",
                f"the deck is of neutral cards and its capital is of {SIDE_NAMES[other]}",
            )
        else:
            continue
        yield rule, f"{card.name} is for {SIDE_NAMES[side]} only; {why}"


def _cards(listed: _Listed) -> str:
    count = sum(copies for _, copies in listed)
    return f"{count} card{'s' * (count != 1)}"


def _races(listed: _Listed) -> str:
    counts = {race: sum(n for card, n in listed if card.race == race) for race in RACES}
    return ", ".join(f"{RACES[race]} {count}" for race, count in counts.items() if count)
