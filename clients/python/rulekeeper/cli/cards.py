"""The cards of the installed games: `cards` finds one by any of its names."""

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.place import Json
from rulekeeper.kernel import CatalogueCard, Game, game_of, games

STATUS = {
    "confirmed": "confirmed",
    "partly": "partly: a part of the text is not confirmed for this edition",
    "guess": "guess: the text is not confirmed for this edition",
}
"""How sure a card's text is, in words."""

MARKS = {"guess": "?", "partly": "~"}
"""What is put after a card's name, by its status; tables have the same."""

LEGEND = {"guess": "text is a guess", "partly": "in part"}

LABEL = 12


@guarded
def cards(
    game: Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="Which game's cards.")],
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", show_default=False, help="A card's name, or a part of one; left out: a list of all."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a game's cards: what is printed on them, what they do, how sure that is, and which rules say more.

    A card is found by its English or Japanese name, by another name that people call it by, or by its id. Each NAME is
    one card's: quote a name of several words.

    Example: rulekeeper cards heart_of_crown 早馬
    """
    found, wanted = installed(game), name or []
    if as_json:
        documents = [msgspec.to_builtins(card) for card in (called(found, wanted) if wanted else found.cards)]
        show.put_json(documents[0] if len(wanted) == 1 and len(documents) == 1 else documents)
    else:
        show.put(*found_lines(found, wanted))


def called(game: Game[Any], wanted: Sequence[str]) -> list[CatalogueCard]:
    """The cards of each of these names, once each. Raises `Problem` for a name that none has."""
    listed: dict[str, CatalogueCard] = {}
    for name in wanted:
        matches = matching(game, name)
        if not matches:
            raise Problem(f"{game.ruleset} has no card {name}", hint(game, name), REFUSED)
        listed |= {card.id: card for card in matches}
    return list(listed.values())


def found_lines(game: Game[Any], wanted: Sequence[str]) -> list[str]:
    """What there is to say of the cards of these names; of no name: the list of all. Raises `Problem`."""
    if not wanted:
        return list_lines(game.cards)
    return [
        line for number, card in enumerate(called(game, wanted)) for line in ([""] * bool(number) + card_lines(card))
    ]


def installed(name: str) -> Game[Any]:
    """An installed game by ruleset or by name. Raises `Problem`."""
    found = game_of(name)
    if found is None:
        raise Problem(f"no game {name} is installed", f"installed: {', '.join(games()) or 'none'}.", REFUSED)
    return found


def card_of(game: Game[Any], rule: str) -> CatalogueCard | None:
    """The card whose text this rule is."""
    return next((card for card in game.cards if card.rules[:1] == (rule,)), None)


def matching(game: Game[Any], wanted: str) -> list[CatalogueCard]:
    """The cards that are called so, or else those with such a part in one of their names."""
    key = plain(wanted)
    called = [card for card in game.cards if key in map(plain, names(card))]
    return called or [card for card in game.cards if key and any(key in plain(name) for name in names(card))]


def names(card: CatalogueCard) -> Iterator[str]:
    yield from (name for name in (card.id, card.name, card.name_ja, *card.also) if name)


def plain(name: str) -> str:
    """A name without what people leave out or type otherwise: case, blanks, marks, the width of letters."""
    return "".join(each for each in unicodedata.normalize("NFKC", name).casefold() if each.isalnum())


def hint(game: Game[Any], wanted: str) -> str:
    """The names that are most like it."""
    by_name = {plain(name): name for card in game.cards for name in names(card)}
    close = difflib.get_close_matches(plain(wanted), by_name, n=1)
    said = f"do you mean {by_name[close[0]]}? " if close else ""
    return f"{said}rulekeeper cards {game.name} lists them."


def list_lines(listed: Sequence[CatalogueCard]) -> list[str]:
    """Each card with what it costs and its kind, and below them what the marks mean that there are."""
    kinds = [kind_words(card) for card in listed]
    wide = max(map(len, ("kind", *kinds)))
    lines = [
        line
        for card, kind in zip(listed, kinds, strict=True)
        for line in show.folded(
            f"{card.name}{MARKS.get(card.status, '')} {card.name_ja}".rstrip(),
            f"{card.id:<26} {card.printed.get('cost', ''):>4}  {kind:<{wide}}  ",
        )
    ]
    meant = [f"{mark} {LEGEND[status]}" for status, mark in MARKS.items() if any(c.status == status for c in listed)]
    title = f"{'id':<26} {'cost':>4}  {'kind':<{wide}}  name"
    return [title, *lines, *(["", *show.folded(", ".join(meant))] if meant else [])]


def kind_words(card: CatalogueCard) -> str:
    """What kind of card it is, by what is printed on it: "princess", "dwarf unit"."""
    printed = (card.printed.get(name, "") for name in ("kind", "race", "type"))
    return " ".join(str(value).replace("_", " ") for value in printed if value)


def card_lines(card: CatalogueCard) -> list[str]:
    """All there is to say of one card."""
    also = f"(also {', '.join(card.also)})" if card.also else ""
    return [
        *show.folded(" ".join(part for part in (card.name, card.name_ja, also) if part)),
        *labelled("id", card.id),
        *labelled("printed", ", ".join(printed(card))),
        *labelled("effect", card.effect),
        *sure_lines(card),
        *labelled("rules", ", ".join(card.rules)),
    ]


def sure_lines(card: CatalogueCard) -> list[str]:
    """How sure a card's text is, and why."""
    return [
        *labelled("status", STATUS.get(card.status, card.status)),
        *labelled("known from", card.confidence),
        *labelled("editions", card.edition_note),
    ]


def labelled(label: str, text: str) -> list[str]:
    return show.folded(text, f"  {label:<{LABEL - 1}} ") if text else []


def printed(card: CatalogueCard) -> Iterator[str]:
    """The printed values that say anything: "cost 2", "link right and bottom"."""
    for field, value in card.printed.items():
        if said := in_words(value):
            yield f"{field.replace('_', ' ')} {said}"


def in_words(value: object) -> str:
    """Empty for what is not there, and for none of a thing."""
    match value:
        case dict():
            return " and ".join(f"{name} {each}" for name, each in value.items())
        case str():
            return value
        case Iterable():
            return " and ".join(map(str, value))
    return str(value) if value else ""
