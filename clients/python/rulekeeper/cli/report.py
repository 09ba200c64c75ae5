"""`report`: what happened between two versions of a game, as a page for players and judges."""

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import REFUSED, Problem, guarded
from rulekeeper.cli.files import whole_file
from rulekeeper.cli.keys import Key, Keys, chosen
from rulekeeper.cli.place import DEFAULT, GameId, Json, Place, Roots, Server, Token, claims_of, seat_named, viewer_of
from rulekeeper.cli.report_page import Column, Report, page
from rulekeeper.client import JUDGE, SPECTATOR, AccessDenied, Client, Past
from rulekeeper.v1 import audit_pb2, judges_pb2, projections_pb2, table_pb2

_AT_ONCE = 4
"""Entries that are asked for at the same time."""

Whose = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="WHO,WHO",
        show_default=False,
        help="Whose views: seats by number or name, judge, spectator. Left out: all seats.",
    ),
]
For = Annotated[
    str,
    typer.Option(
        "--for", metavar="WHO", show_default=False, help="Who will read it. Left out: all whose views are in it."
    ),
]


@guarded
def report(
    game: GameId,
    since: Annotated[int, typer.Option("--from", min=0, show_default=False, help="Left out: the first version.")] = 0,
    until: Annotated[int, typer.Option("--to", min=0, show_default=False, help="Left out: the newest version.")] = 0,
    whose: Whose = "",
    readers: For = "",
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it there; left out: print it."),
    ] = "",
    spectator_token: Annotated[
        str, typer.Option(show_default=False, help="To look at an unlisted game as everybody does.")
    ] = "",
    server: Server = DEFAULT,
    token: Token = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Write a page on what happened between two versions, to send to players: one HTML file, for screens and paper.

    It shows what was asked and offered, each command, each fact with its rule, the table before and after, disputes and
    rulings; whatever the views of --as do not have in common stands side by side.

    While the game runs, it holds only what all of its readers may see. For several that is what everybody may see; so
    make one for each seat, with --for, where hidden cards matter. With --for judge it holds everything. When the game
    is over, nothing is secret any more.

    Example: rulekeeper report 7f3a... --from 40 --to 44 --as Ann,Ben -o dispute.html
    """
    progress = show.Progress("entries read:", as_json)

    async def work() -> Report:
        place = Place(server, token, roots=roots)
        async with place.client() as client:
            info = await client.get_game(game)
            wanted = asked_for(info, since, until, whose, readers)
            sources = sources_of(place, client, info, wanted, spectator_token)
            return await collected(sources, info, wanted, progress)

    try:
        made = asyncio.run(work())
    finally:
        progress.end()
    text = page(made)
    if not output:
        sys.stdout.write(text)
        return
    with whole_file(Path(output)) as file:
        file.write(text.encode())
    first, last = made.entries[0].step.version, made.entries[-1].step.version
    if as_json:
        show.put_json({"file": output, "game": game, "from": first, "to": last, "for": list(made.readers)})
    else:
        over = made.info.status == table_pb2.GAME_STATUS_OVER
        whom = "everyone" if over else " and ".join(made.readers)
        show.put(*show.folded(f"{output}: versions {first} to {last}, for {whom}"))


# What is wanted, and whose eyes that takes.


@dataclass(frozen=True)
class Wanted:
    """`columns`: whose views, each a seat, -1 everybody or -2 a judge. `reader`: whose sight bounds all of it.
    `readers`: whom it is for, in words.
    """

    since: int
    until: int
    columns: Sequence[int]
    reader: int
    readers: Sequence[str]
    over: bool


def asked_for(info: table_pb2.GameInfo, since: int, until: int, whose: str, readers: str) -> Wanted:
    """What the options ask for. Raises `Problem` where they do not go together."""
    since = since or 1
    # Where the log does not go that far, the service says so.
    until = until or max(since, info.head.version)
    if since > until:
        raise Problem(f"version {since} comes after version {until}", "give --from before --to.")
    everyone = [str(seat) for seat in range(len(info.seats))]
    columns = [viewer_called(info, one) for one in parts(whose) or everyone]
    read_by = [viewer_called(info, one) for one in parts(readers)] or columns
    over = info.status == table_pb2.GAME_STATUS_OVER
    names = [viewer_words(info, one) for one in dict.fromkeys(read_by)]
    return Wanted(since, until, list(dict.fromkeys(columns)), least(read_by, over), names, over)


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def viewer_called(info: table_pb2.GameInfo, text: str) -> int:
    """A viewer from a seat's number or name, "judge" or "spectator". Raises `Problem`."""
    if text in ("judge", "spectator"):
        return JUDGE if text == "judge" else SPECTATOR
    return seat_named(text, info)


def viewer_words(info: table_pb2.GameInfo, viewer: int) -> str:
    if viewer >= 0:
        return show.seat_names(info)[viewer]
    return "judges" if viewer == JUDGE else "everybody"


def least(readers: Sequence[int], over: bool) -> int:
    """Whose sight is within that of all readers. What two seats may both see, and spectators may not, is left out: that
    everybody may see something is certain.
    """
    players = {one for one in readers if one != JUDGE}
    if over or not players:
        return JUDGE
    return players.pop() if len(players) == 1 else SPECTATOR


def eyes_of(column: int, reader: int, over: bool) -> int:
    """With whose eyes a reader may look at somebody's view: that one's own, or what both certainly may see."""
    if over:
        return JUDGE if column == SPECTATOR else column
    if reader == JUDGE or column == reader:
        return column
    return reader if column == JUDGE else SPECTATOR


# Where it comes from.


@dataclass(frozen=True)
class Sources:
    """The game as it is seen with the token to use, and as everybody sees it. `judge`: the token is a judge's.
    `called`: it may list the disputes.
    """

    own: Past
    public: Past
    judge: bool
    called: bool

    def of(self, eyes: int) -> tuple[Past, int | None]:
        """Whom to ask to see with these eyes, and the seat to name."""
        if eyes == SPECTATOR:
            return self.public, None
        return self.own, eyes if eyes >= 0 else None


def sources_of(
    place: Place, client: Client, info: table_pb2.GameInfo, wanted: Wanted, spectator_token: str = ""
) -> Sources:
    """Takes the token that was given, else a saved one: a judge's, else the reader's, else any seat's.

    Raises `Problem` where a judge's is needed, or one that is given for everybody's view sees more than that.
    """
    saved = Keys().of(place.server, info.game_id)
    roles = {key.role for key in saved}
    if place.token:
        key: Key | None = Key("given", place.token)
    else:
        seats = {key.seat for key in saved if key.role == "seat"}
        key = chosen(saved, "judge" if "judge" in roles else str(wanted.reader) if wanted.reader in seats else "")
    viewer = viewer_of(key)
    judge = viewer == JUDGE
    if wanted.reader == JUDGE and not wanted.over and not judge:
        raise Problem("only a judge's token shows everything while the game runs", "give it with --token.", REFUSED)
    if spectator_token and claims_of(spectator_token).get("role") != "spectator":
        raise Problem("the token for everybody's view is not a spectator's", "rulekeeper token spectator", REFUSED)
    if not spectator_token:
        spectator_token = next((each.token for each in saved if each.role == "spectator"), "")
    own = client.using(key.token if key else None)
    public = client.using(spectator_token or None)
    called = judge or (viewer is not None and viewer >= 0)
    return Sources(Past(own, info.game_id), Past(public, info.game_id), judge, called)


async def collected(sources: Sources, info: table_pb2.GameInfo, wanted: Wanted, progress: show.Progress) -> Report:
    """Asks for all that the page holds, with no other eyes than its reader's. Raises what the calls raise."""
    by_eyes: dict[int, list[str]] = {}
    for column in wanted.columns:
        by_eyes.setdefault(eyes_of(column, wanted.reader, wanted.over), []).append(viewer_words(info, column))
    work = _Collecting(sources, wanted, progress, (len(by_eyes) + 1) * (wanted.until - wanted.since + 1))
    try:
        refused = await work.refused() if wanted.reader == JUDGE and sources.judge else []
        columns = [await work.column(eyes, of) for eyes, of in by_eyes.items()]
        return Report(
            info=info,
            ruleset=await sources.own.client.get_ruleset(info.ruleset),
            reader=wanted.reader,
            readers=wanted.readers,
            columns=columns,
            furniture=await sources.own.client.furniture(info.game_id, columns[0].after.furniture),
            entries=await work.entries(),
            disputes=await work.disputes() if sources.called else [],
            refused=refused,
            made_us=time.time_ns() // 1_000,
        )
    except AccessDenied as no:
        if no.name != "UNAUTHENTICATED" or SPECTATOR not in (wanted.reader, *by_eyes):
            raise
        remedy = "give a spectator's with --spectator-token; rulekeeper token spectator makes one."
        raise Problem(f"everybody's view of the game takes a token ({no.message})", remedy, REFUSED) from None


class _Collecting:
    """Asks for what a page holds, and tells how far it is."""

    def __init__(self, sources: Sources, wanted: Wanted, progress: show.Progress, of: int) -> None:
        self._sources, self._wanted, self._progress = sources, wanted, progress
        self._done, self._of = 0, of

    def _did(self) -> None:
        self._done += 1
        self._progress(self._done, self._of)

    async def column(self, eyes: int, of: Sequence[str]) -> Column:
        """The tables before and after, and the facts between, with these eyes."""
        since, until = self._wanted.since, self._wanted.until
        past, seat = self._sources.of(eyes)
        facts: dict[int, list[table_pb2.SeenFact]] = {}
        begin = max(since - 1, 1)
        async for step in past.replay(begin, until, seat=seat):
            if step.place.fact:
                facts[step.place.version].append(step.fact)
            else:
                facts[step.place.version] = []
                if step.place.version >= since:
                    self._did()
        before = await self._table(past, begin, seat, facts) if since > 1 else None
        return Column(eyes, of, before, await self._table(past, until, seat, facts), facts)

    async def _table(
        self, past: Past, version: int, seat: int | None, facts: Mapping[int, Sequence[table_pb2.SeenFact]]
    ) -> projections_pb2.GetViewResponse:
        # When a game is over, everybody may look as everybody: so they may inside entries, and after the last fact of
        # one is after it.
        within = len(facts[version]) if self._wanted.over and not self._sources.judge else None
        return await past.view_at(version, within, seat=seat, scene=True)

    async def entries(self) -> list[audit_pb2.GetEntryResponse]:
        """Each entry as the reader may see it."""
        past, seat = self._sources.of(self._wanted.reader)
        free = asyncio.Semaphore(_AT_ONCE)

        async def one(version: int) -> audit_pb2.GetEntryResponse:
            async with free:
                found = await past.entry(version, seat=seat)
            self._did()
            return found

        versions = range(self._wanted.since, self._wanted.until + 1)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(version)) for version in versions]
        return [task.result() for task in tasks]

    async def disputes(self) -> list[judges_pb2.Dispute]:
        """Those that are about the range, or were called or ruled on in it. Every seat sees all disputes."""
        versions = range(self._wanted.since, self._wanted.until + 1)
        found = await self._sources.own.disputes()
        return [one for one in found if {one.about, one.number, one.ruled_in} & set(versions)]

    async def refused(self) -> list[audit_pb2.RefusedCommand]:
        """Those that were decided on in the range, oldest first."""
        versions = range(self._wanted.since - 1, self._wanted.until + 1)
        return [one for one in reversed(await self._sources.own.refused()) if one.version in versions]
