"""`export` and `import`: games as files."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import Problem, guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Sight, Token
from rulekeeper.projections.files import Header, NewerFormat, NoHeader, header_of, lines_in
from rulekeeper.v1 import audit_pb2

Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it there; left out: print it.")
]
Source = Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A file that export wrote.")]


@guarded
def export(
    game: GameId,
    output: Output = "",
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Write a game to one file, which proves itself: every entry as it is stored, and in words, line by line.

    It is complete for judges, and for everyone when the game is over. Before that it holds what you may see, and says
    what it cannot prove. With --output it is there whole or not at all.

    Example: rulekeeper export 7f3a... -o game.jsonl
    """
    place = Place(server, token, who, roots)
    progress = show.Progress("lines written:", as_json)

    async def work(file: IO[bytes]) -> Header:
        async with place.client() as client:
            return await _export(await place.sight(client, game, judging=True), file, progress)

    if not output:
        asyncio.run(work(sys.stdout.buffer))
        sys.stdout.buffer.flush()
        progress.end()
        return
    path = Path(output)
    try:
        with whole_file(path) as file:
            header = asyncio.run(work(file))
    finally:
        progress.end()
    if as_json:
        show.put_json(
            {
                "file": str(path),
                "game": header.game,
                "entries": header.head.version,
                "complete": header.complete,
                "for": header.viewer,
                "not_proved": list(header.not_proved),
            }
        )
        return
    whole = "complete" if header.complete else f"what {header.viewer} may see"
    show.put(f"{path}: {header.head.version} entries, {whole}")
    for text in header.not_proved:
        show.put(*show.folded(text, "not proved: ", "            "))
    show.put(f"prove it: rulekeeper verify {path}")


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written, which is there whole, under its name, or not at all. Raises OSError."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


async def _export(sight: Sight, file: IO[bytes], progress: show.Progress) -> Header:
    header: Header | None = None
    game = sight.past.id
    async with aclosing(sight.past.client.export_game(game, seat=sight.seat)) as lines:  # type: ignore[type-var]
        number = 0
        async for text in lines:
            line = text.encode() + b"\n"
            if header is None:
                header = _header(line, f"the service's file of game {game}")
            file.write(line)
            number += 1
            progress(number, header.head.version + 2)
    assert header is not None
    return header


@guarded
def import_(
    file: Source,
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Give a complete file to a service, which keeps the game if it finds it sound.

    For judges of every game, and admins. The game keeps its id and all its entries. One that was not over can be looked
    at and forked, and is played on only where it was played before. The same file again changes nothing; one that was
    interrupted goes on where it stopped.

    Example: rulekeeper import game.jsonl --token "$(rulekeeper token judge)"
    """
    size = file.stat().st_size
    progress = show.Progress("bytes sent:", as_json)

    async def lines(opened: IO[bytes]) -> AsyncIterator[str]:
        sent = 0
        for line in lines_in(opened):
            # What is not text the service will find to be damaged.
            yield line.decode(errors="replace").removesuffix("\n")
            sent += len(line)
            progress(sent, size)

    async def work() -> audit_pb2.ImportGameResponse:
        with file.open("rb") as opened:
            _header(opened.readline(), str(file))
            opened.seek(0)
            async with Place(server, token, roots=roots).client() as client:
                return await client.import_game(lines(opened))

    answer = asyncio.run(work())
    progress.end()
    if as_json:
        show.put_json(show.as_json(answer))
        return
    done = "was there already" if answer.known else "is imported"
    show.put(f"game {answer.game_id} {done}; its record ends at version {answer.head.version}")
    for found in answer.findings:
        show.put(*show.folded(f"version {found.version}: {found.text} ({found.kind})", "note: ", "      "))
    if not (answer.over or answer.playable):
        show.put("it was not over: it can be looked at and forked, and not played on")


def _header(line: bytes, what: str) -> Header:
    """Raises Problem where it is no first line of a file that is known here."""
    try:
        return header_of(line)
    except NewerFormat as newer:
        raise Problem(f"{what}: {newer}", "use a newer release of rulekeeper.") from None
    except NoHeader as wrong:
        raise Problem(f"{what} is no file of a game: {wrong}", "give one that rulekeeper export wrote.") from None
