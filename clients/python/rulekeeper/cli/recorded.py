"""`to-test`: a pytest file out of what was played."""

import asyncio
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from google.protobuf.message import Message

from rulekeeper.cli import show
from rulekeeper.cli.cards import installed
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.files import whole_file
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.cli.play import pair
from rulekeeper.client import Game
from rulekeeper.kernel import Game as Rules
from rulekeeper.kernel import KernelError, NotExported, Refused, follows, from_fields, unpack
from rulekeeper.v1 import audit_pb2, entry_pb2


@guarded
def to_test(
    game: GameId,
    version: Annotated[int, typer.Option(min=0, show_default=False, help="The entry to make a test of.")] = 0,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it.")] = "",
    command: Annotated[
        str,
        typer.Option(metavar="COMMAND", show_default=False, help="Instead of the entry's: 'PlayCard card=3 at=start'."),
    ] = "",
    seat: Annotated[int, typer.Option(min=0, help="Whose command it is.")] = 0,
    refused: Annotated[
        str, typer.Option(metavar="MARK", show_default=False, help="A command that was refused in play, by its mark.")
    ] = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Print a pytest file that holds what happened: the table just before an entry as a position, the entry's command,
    and its facts with their rules. For judges; for everyone when the game is over.

    With --command or --refused it expects that the command is refused, under which rules. The file runs by itself, with
    the game's package, and what was drawn is foretold in it.

    Example: rulekeeper to-test 7f3a... --version 41 -o test_dispute.py
    """
    from rulekeeper.testing.recorded import NoTest, RecordedTest, entry_test, refusal_test

    if bool(version) == bool(refused):
        raise Problem("an entry is wanted, or a refused command's mark", "give --version or --refused.")
    place = Place(server, token, who, roots)

    async def work() -> RecordedTest:
        async with place.client() as client:
            seen = (await place.own(client, game, judging=True)).past
            rules = installed((await seen.info()).ruleset)
            entries = await whole_log(seen)
            if refused:
                found = await refused_in_play(seen, refused)
                sent = unpacked(rules, found)
                return refusal_test(rules, entries, found.version, found.seat, sent, f"game {game}")
            if command:
                before = table_before(entries, version)
                return refusal_test(rules, entries, before, seat, said(rules, command), f"game {game}")
            return entry_test(rules, entries, version, f"game {game}")

    try:
        made = asyncio.run(work())
    except (NoTest, KernelError) as no:
        remedy = f"take the version of a seat's command: rulekeeper log {game} lists them all."
        if isinstance(no, NotExported) and no.amended:
            remedy = (
                f"rulekeeper fork {game} --at {no.amended - 1} makes a sandbox of the table before the judge's facts: "
                "send the commands there, and make the test of that."
            )
        raise Problem(str(no), remedy, REFUSED) from None
    if output:
        with whole_file(Path(output)) as file:
            file.write(made.source.encode())
    if as_json:
        position = made.position.model_dump(mode="json")
        show.put_json({"version": made.version, "file": output, "position": position, "source": made.source})
    elif output:
        show.put(f"wrote {output}; run it: pytest {output}")
    else:
        print(made.source, end="")


async def whole_log(game: Game) -> list[entry_pb2.Entry]:
    """All entries as they are stored. Raises `Problem` where they are not shown in full."""
    entries = []
    async for answer in game.log():
        if not answer.stored:
            remedy = "give a judge's token with --token, or wait for the end."
            raise Problem("entries are shown in full when the game is over, or to a judge", remedy, REFUSED)
        entries.append(entry_pb2.Entry.FromString(answer.stored))
    return entries


async def refused_in_play(game: Game, mark: str) -> audit_pb2.RefusedCommand:
    """The refused command with that mark."""
    page = ""
    while True:
        answer = await game.client.list_refused(game.id, page_token=page)
        for one in answer.refused:
            if one.mark == mark:
                return one
        page = answer.next_page_token
        if not page:
            raise Problem(f"no refused command {mark!r} is kept of game {game.id}", code=REFUSED)


def unpacked(rules: Rules[Any], refused: audit_pb2.RefusedCommand) -> Message:
    """The command that was refused, as the installed game's message."""
    name = refused.command.type_url.rpartition("/")[2]
    if name not in rules.command_type:
        raise Problem(f"what was refused is no command of {rules.ruleset}: {name or 'it is empty'}", code=REFUSED)
    return rules.command_type[name].FromString(refused.command.value)


def table_before(entries: list[entry_pb2.Entry], version: int) -> int:
    """The version whose table an entry was sent at; the newest, for the entry that is still to come."""
    for entry in entries:
        if entry.version == version:
            return follows(entry)
    return version - 1


def said(rules: Rules[Any], text: str) -> Message:
    """A command as a person writes it: its name, and its fields as `send` takes them."""
    try:
        name, *fields = shlex.split(text)
    except ValueError as wrong:
        raise Problem(f"{text!r} is no command: {wrong}", "write 'PlayCard card=3 at=start'.") from None
    full = next((known for known in rules.command_type if name in (known, known.rpartition(".")[2])), name)
    packed = from_fields(rules, full, dict(pair(one) for one in fields))
    if isinstance(packed, Refused):
        reason = packed.reasons[0]
        raise Problem(f"{reason.field}: {reason.text}" if reason.field else reason.text)
    return unpack(rules, packed)
