"""The options that most commands share, and the client that they lead to."""

import base64
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from rulekeeper.cli.failing import REFUSED, Problem
from rulekeeper.cli.keys import Key, Keys, chosen, folder
from rulekeeper.client import JUDGE, SPECTATOR, Bench, Client, FileHeads, Game, Past, Retry, Seat, Tls
from rulekeeper.v1 import table_pb2

DEFAULT = "127.0.0.1:50051"

Server: TypeAlias = Annotated[
    str, typer.Option("--server", envvar="RULEKEEPER_SERVER", metavar="HOST:PORT", help="The service's address.")
]
Token: TypeAlias = Annotated[
    str,
    typer.Option(
        "--token", envvar="RULEKEEPER_TOKEN", show_default=False, help="A token, instead of the one that was saved."
    ),
]
As: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="WHO",
        show_default=False,
        help="Which saved token to use: a seat's number or name, judge, spectator. Left out: your first seat.",
    ),
]
AsJudge: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="WHO",
        show_default=False,
        help="Which saved token to use: judge, a seat's number or name. Left out: a judge's, or else your first seat.",
    ),
]
Eyes: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="WHO",
        show_default=False,
        help="Whose eyes: a seat's (number or name), judge's or spectator's; a judge's token may take any.",
    ),
]
Roots: TypeAlias = Annotated[
    str,
    typer.Option(
        "--tls-roots",
        envvar="RULEKEEPER_TLS_ROOTS",
        metavar="FILE",
        show_default=False,
        help="Connect by TLS, with these root certificates (PEM), or with 'system' for the system's.",
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="For machines: one JSON document, or one a line.")]
GameId: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="A game's id.", show_default=False)]


def elsewhere(address: str) -> str:
    """What a command has to say besides, to be answered by the service at an address; empty for the default one."""
    return "" if address == DEFAULT else f" --server {address}"


@dataclass(frozen=True)
class Place:
    """A service, and who calls it."""

    server: str
    token: str = ""
    who: str = ""
    roots: str = ""

    @property
    def tls(self) -> Tls | None:
        if not self.roots:
            return None
        return Tls(None if self.roots == "system" else Path(self.roots).read_bytes())

    def key(self, game_id: str) -> Key | None:
        """The token to use for a game: the one that was given, else a saved one, else none."""
        if self.token:
            return Key("given", self.token)
        return chosen(Keys().of(self.server, game_id), self.who)

    def viewer(self, game_id: str) -> int | None:
        """As whom a game is seen: a seat, -1 a spectator, -2 a judge; none where a given token does not say."""
        key = self.key(game_id)
        if key is None:
            return SPECTATOR
        if key.role != "given":
            return {"seat": key.seat, "judge": JUDGE}.get(key.role, SPECTATOR)
        claims = claims_of(key.token)
        viewers = {"seat": claims.get("seat"), "judge": JUDGE, "admin": JUDGE, "spectator": SPECTATOR}
        return viewers.get(str(claims.get("role")))

    @asynccontextmanager
    async def client(self, retry: Retry | None = None) -> AsyncIterator[Client]:
        """A client that remembers, from call to call of this program, what it was shown."""
        try:
            heads = FileHeads(folder() / "heads.json", server=self.server)
        except ValueError as error:
            raise Problem(str(error), "mend it or move it away.") from None
        client = Client(self.server, self.token or None, tls=self.tls, heads=heads, retry=retry or Retry(deadline=5.0))
        async with client:
            yield client

    def game(self, client: Client, game_id: str) -> Game:
        """A game, seen with the token to use."""
        key = self.key(game_id)
        return Game(client.using(key.token if key else None), game_id)

    def bench(self, client: Client, game_id: str) -> Bench:
        """A game, with a judge's token where one is given or saved, and otherwise with the one to use."""
        saved = None if self.token or self.who else judges_key(Keys().of(self.server, game_id))
        key = saved or self.key(game_id)
        return Bench(client.using(key.token if key else None), game_id)

    def past(self, client: Client, game_id: str) -> Past:
        """A game's past, with the token to use."""
        return Past(self.game(client, game_id).client, game_id)

    async def eyes(self, client: Client, game_id: str) -> tuple[Past, int | None]:
        """A game's past, and the seat to look as: with a token that may look as others, where there is one."""
        if self.who in ("", "judge"):
            return self.bench(client, game_id), None
        if self.who == "spectator":
            key = None if self.token else self.key(game_id)
            return Past(client.using(key.token if key else None), game_id), None
        saved = Keys().of(self.server, game_id)
        own = (key for key in saved if key.role == "seat" and self.who in (str(key.seat), key.name))
        key = Key("given", self.token) if self.token else judges_key(saved) or next(own, None) or chosen(saved, "")
        past = Past(client.using(key.token if key else None), game_id)
        return past, seat_named(self.who, await past.info())

    async def sit(self, client: Client, game_id: str) -> Seat:
        """The seat to play. Raises `NotFound` where there is no such game, `Problem` where it has no token for one."""
        try:
            return self.seat(client, game_id)
        except Problem:
            await Game(client, game_id).info()
            raise

    def seat(self, client: Client, game_id: str) -> Seat:
        """The seat to play. Raises `Problem` where there is no token for one."""
        key = self.key(game_id)
        if key is None or (key.role not in ("seat", "given") and not self.who):
            remedy = f"rulekeeper join {game_id} --name YOU"
            raise Problem(f"you have no seat in game {game_id}", remedy, REFUSED, "NO_SEAT")
        if key.role == "seat":
            return Seat(client.using(key.token), game_id, key.seat, bytes.fromhex(key.contribution))
        if key.role != "given":
            raise Problem(f"a {key.role}'s token plays no seat", "choose a seat with --as.", REFUSED)
        return Seat(client.using(key.token), game_id, seat_of(key.token))


def judges_key(keys: Iterable[Key]) -> Key | None:
    """A saved judge's token, as sandboxes have one."""
    return next((key for key in keys if key.role == "judge"), None)


def seat_named(who: str, info: table_pb2.GameInfo) -> int:
    """A seat by its number or its player's name. Raises `Problem` where there is none, or several have the name."""
    if who.isascii() and who.isdigit() and int(who) < len(info.seats):
        return int(who)
    found = [number for number, seat in enumerate(info.seats) if seat.name == who]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{number} {seat.name}".strip() for number, seat in enumerate(info.seats))
    raise Problem(f"{'more than one seat' if found else 'no seat'} is {who!r}", f"give the seat's number: {listed}.")


def seat_of(token: str) -> int:
    """Which seat a token is for. Raises `Problem` where it is for none."""
    claims = claims_of(token)
    if claims.get("role") != "seat":
        raise Problem("the given token is not one for a seat", "give the one that join printed.", REFUSED)
    return int(claims["seat"])


def claims_of(token: str) -> dict[str, Any]:
    """What a token says, without asking whether it is true: only the service's key can tell."""
    try:
        payload = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError):
        return {}
    return claims if isinstance(claims, dict) else {}
