"""The server's side of the log, `library.lua`, under a name that changes with every change of it.

So releases that differ can share a server, none runs another's functions, and nothing needs to be replaced.
"""

from hashlib import sha256
from importlib.resources import files

from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoPermissionError, ResponseError

from rulekeeper.log.connecting import Address, ask
from rulekeeper.log.errors import ServerUnfit


class Library(Struct, frozen=True):
    """The functions' names, and the text that FUNCTION LOAD takes."""

    name: str
    append: str
    seal: str
    lookup: str
    games: str
    text: str


def read_library() -> Library:
    """The library of this release."""
    text = files("rulekeeper.log").joinpath("library.lua").read_text(encoding="utf-8")
    version = sha256(text.encode()).hexdigest()[:12]
    return Library(
        name=f"rulekeeper_{version}",
        append=f"rk_append_{version}",
        seal=f"rk_seal_{version}",
        lookup=f"rk_lookup_{version}",
        games=f"rk_games_{version}",
        text=text.replace("VERSION", version),
    )


async def load_library(connection: AbstractConnection, library: Library, address: Address) -> None:
    """See to it that the server has the library; raises ServerUnfit where it refuses."""
    try:
        # Asked first: a server that is out of memory refuses to load even what it has.
        if await ask(connection, "FUNCTION", "LIST", "LIBRARYNAME", library.name):
            return
        await ask(connection, "FUNCTION", "LOAD", library.text)
    except NoPermissionError as why:
        raise ServerUnfit(str(address), f"it does not let us load functions: {why}") from None
    except ResponseError as why:
        # Another process was quicker.
        if "already exists" not in str(why):
            raise
