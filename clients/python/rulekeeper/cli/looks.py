"""`looks`: which judges looked at what was hidden."""

import asyncio
from collections.abc import Iterable, Sequence

from rulekeeper.cli import show, wording
from rulekeeper.cli.failing import guarded
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.v1 import audit_pb2

TITLES = ("time", "who", "call", "saw", "versions", "calls")


@guarded
def looks(
    game: GameId,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """List which judges looked at what was hidden while the game ran: when, by which call, with whose eyes, and the
    first and the last version that was shown. Equal looks in a row are one line, with the time of the first, which says
    how many they are; with --json each stands for itself.

    For judges; for everyone when the game is over.

    Example: rulekeeper looks 7f3a...
    """
    place = Place(server, token, who, roots)

    async def work() -> list[audit_pb2.Look]:
        async with place.client() as client:
            return await (await place.own(client, game, judging=True)).past.looks()

    found = asyncio.run(work())
    if as_json:
        show.put_json([show.as_json(each) for each in found])
    elif not found:
        show.put("no judge has looked at what is hidden")
    else:
        show.grid(TITLES, [row(some) for some in in_a_row(found)])


def in_a_row(found: Iterable[audit_pb2.Look]) -> list[list[audit_pb2.Look]]:
    """Looks by the same judge, call and eyes together: the same versions again, or those that come next, as a stream
    shows them that follows the game.
    """
    together: list[list[audit_pb2.Look]] = []
    for look in found:
        last = together[-1] if together else []
        if last and alike(last[-1], look) and span(look) in (span(last[-1]), (last[-1].version + 1, look.version)):
            last.append(look)
        else:
            together.append([look])
    return together


def alike(one: audit_pb2.Look, other: audit_pb2.Look) -> bool:
    same = (one.actor, one.method, one.HasField("seat"), one.seat)
    return same == (other.actor, other.method, other.HasField("seat"), other.seat)


def span(look: audit_pb2.Look) -> tuple[int, int]:
    """The first and the last version that was shown; the last alone where no more is known."""
    return look.first or look.version, look.version


def row(some: Sequence[audit_pb2.Look]) -> tuple[str, ...]:
    first, last = some[0], some[-1]
    low, high = span(first)[0], last.version
    return (
        show.time_words(first.time_us),
        wording.actor_words(first.actor, {}),
        first.method,
        f"seat {first.seat}" if first.HasField("seat") else "everything",
        str(high) if low == high else f"{low} to {high}",
        str(len(some)),
    )
