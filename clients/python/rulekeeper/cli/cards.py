"""The cards of the installed games: `cards` finds one by any of its names."""

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
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

LABEL = 12


@guarded
def cards(
    game: Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="Which game's cards.")],
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", show_default=False, help="A card's name, or a part of one; left out: all."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a game's cards: what is printed on them, what they do, how sure that is, and which rules say more.

    A card is found by its English or Japanese name, by another name that people call it by, or by its id.

    Example: rulekeeper cards heart_of_crown 早馬
    """
    found, wanted = installed(game), " ".join(name or [])
    listed = matching(found, wanted) if wanted else list(found.cards)
    if wanted and not listed:
        raise Problem(f"{found.ruleset} has no card {wanted}", hint(found, wanted), REFUSED)
    if as_json:
        documents = [msgspec.to_builtins(card) for card in listed]
        show.put_json(documents[0] if wanted and len(documents) == 1 else documents)
    elif wanted:
        for number, card in enumerate(listed):
            show.put(*[""] * bool(number), *card_lines(card))
    else:
        for card in listed:
            show.put(*show.folded(in_list(card), f"{card.id:<26} ", " " * 27))


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


def in_list(card: CatalogueCard) -> str:
    unsure = f"({card.status})" if card.status != "confirmed" else ""
    return " ".join(part for part in (card.name, card.name_ja, unsure) if part)


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
