"""Lists that a game reads from files, such as decks: `deck` checks one."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.cards import installed
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.place import Json
from rulekeeper.client import Choice, Plain, Reason
from rulekeeper.kernel import Listed, game_of
from rulekeeper.v1 import table_pb2

LONGEST = 1_000_000
"""Bytes of a file: far more than any list has."""


@guarded
def deck(
    game: Annotated[str, typer.Argument(metavar="GAME", show_default=False, help="Which game the list is for.")],
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False, help="The list, as text or JSON.")],
    as_json: Json = False,
) -> None:
    """Check a deck list: print it back, and every rule that it does not keep.

    It ends with code 4 where the deck may not be played. `send GAME SubmitDeck @FILE`, or @FILE at the prompt of play,
    brings it to a game.

    Example: rulekeeper deck warhammer_invasion my-deck.txt
    """
    listed, rules = read(game, file), installed(game).rulebook
    if as_json:
        reasons = [{"rule": one.rule, "text": one.text} for one in listed.reasons]
        show.put_json({"command": show.as_json(listed.command), "legal": not reasons, "reasons": reasons})
    else:
        pages = {one.rule: known.page for one in listed.reasons if (known := rules.get(one.rule)) is not None}
        against = (Reason(one.rule, one.text, pages.get(one.rule, 0)) for one in listed.reasons)
        said = [line for reason in against for line in show.folded(str(reason))]
        show.put(*listed.lines, "", f"the deck may {'not be played:' if said else 'be played'}", *said)
    if listed.reasons:
        raise typer.Exit(REFUSED)


def read(game: str, file: str, command: str = "") -> Listed:
    """The list in that file, read as the installed game reads it; `command`: as that command, by its full name. Raises
    `Problem`.
    """
    found = installed(game)
    readers = {message.DESCRIPTOR.full_name: reader for message, reader in found.lists.items()}
    reader = readers.get(command) if command else next(iter(readers.values()), None)
    if reader is None:
        what = command.rpartition(".")[2] or "anything"
        raise Problem(f"{found.ruleset} does not read {what} from a file", "Name the fields instead.", REFUSED)
    path = Path(file)
    try:
        with path.open("rb") as opened:
            content = opened.read(LONGEST + 1)
        text = content.decode()
    except OSError as error:
        raise Problem(f"{file}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Problem(f"{file} is no text") from None
    if len(content) > LONGEST:
        raise Problem(f"{file} has more than {LONGEST} bytes")
    try:
        return reader(text)
    except ValueError as error:
        raise Problem(
            "\n".join([f"{file} cannot be read", *(f"  {line}" for line in str(error).splitlines())])
        ) from None


def commands(game: str) -> frozenset[str]:
    """The commands, by full name, that a game reads from files; none of a game that is not installed."""
    found = game_of(game)
    return frozenset(message.DESCRIPTOR.full_name for message in found.lists) if found is not None else frozenset()


def choice(game: str, file: str, offers: Iterable[table_pb2.Offer]) -> Choice:
    """The command that is asked for now and that the file holds. Raises `Problem`."""
    asked = [offer.command for offer in offers if offer.command in commands(game)]
    if not asked:
        raise Problem("nothing is asked for now that is read from a file")
    return Choice(asked[0], fields_of(read(game, file, asked[0])))


def fields_of(listed: Listed) -> dict[str, Plain]:
    """The command's fields. Whatever stands against it, the service says when it is sent."""
    return {field.name: tuple(value) if field.is_repeated else value for field, value in listed.command.ListFields()}
