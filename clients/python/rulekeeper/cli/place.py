"""The options that most commands share, and the client that they lead to."""

from __future__ import annotations

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
from rulekeeper.client import JUDGE, SPECTATOR, Bench, Client, FileHeads, Game, Retry, Seat, Tls
from rulekeeper.v1 import table_pb2

DEFAULT = "127.0.0.1:50051"
ROLES = ("", "judge", "spectator")
"""What `--as` may say that is no seat."""

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
        help="Whose eyes, or who acts: a seat's number or name, judge, spectator. "
        "Left out: your first seat's, or before that, in commands for judges, a judge's.",
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

    async def sight(self, client: Client, game_id: str, *, judging: bool = False) -> Sight:
        """A game with the eyes that `--as` says, or left out, with one's own: those of the token that is given, else of
        the first seat whose token is saved; `judging`: else before that of a judge, as judges' own commands want it.

        A seat's eyes are the token's own, or the service lends them to a judge, and to everybody when the game is over;
        otherwise it refuses. Nobody's eyes are ever taken in the place of others. Raises `Problem` where no token is
        one for what is wanted, and `NotFound` where there is no such game.
        """
        saved = Keys().of(self.server, game_id)
        if self.who in ROLES:
            key = self._in_role(saved, judging)
            return Sight(Bench(client.using(key.token if key else None), game_id), key, None)
        mine = chosen(saved, "")
        key = self._given() or judges_key(saved) or mine
        seat = seat_named(self.who, await Game(client.using(key.token if key else None), game_id).info())
        own = next((each for each in saved if (each.role, each.seat) == ("seat", seat)), None)
        if not self.token and own is not None and not (judging and judges_key(saved)):
            key = own
        return Sight(Bench(client.using(key.token if key else None), game_id), key, seat)

    async def own(self, client: Client, game_id: str, *, judging: bool = False) -> Sight:
        """The same for what is done, or shown, with a token's own eyes alone. Raises `Problem` besides where the token
        is not the one of the seat that `--as` says.
        """
        sight = await self.sight(client, game_id, judging=judging and not self.who)
        if sight.seat is not None and viewer_of(sight.key) != sight.seat:
            remedy = f"give the token of {self.who} with --token, or leave out --as."
            raise Problem(f"the token to use is not one for {self.who!r}", remedy, REFUSED)
        return Sight(sight.past, sight.key, None)

    def _given(self) -> Key | None:
        return Key("given", self.token) if self.token else None

    def _in_role(self, saved: list[Key], judging: bool) -> Key | None:
        """The token for no seat in particular. Raises `Problem` where a judge is wanted and it is not one's."""
        given = self._given()
        if self.who == "spectator":
            return given if given is not None and viewer_of(given) == SPECTATOR else chosen(saved, "spectator")
        if self.who == "judge" and given is not None and viewer_of(given) != JUDGE:
            raise Problem("the given token is not a judge's", "leave out --as, or give another one.", REFUSED)
        if given is not None:
            return given
        return (judges_key(saved) if judging else None) or chosen(saved, self.who)

    async def sit(self, client: Client, game_id: str) -> Seat:
        """The seat to play. Raises `NotFound` where there is no such game, `Problem` where it has no token for one."""
        try:
            sight = await self.own(client, game_id)
            return self._seat(client, game_id, sight.key)
        except Problem:
            await Game(client, game_id).info()
            raise

    def _seat(self, client: Client, game_id: str, key: Key | None) -> Seat:
        if key is None or (key.role not in ("seat", "given") and not self.who):
            remedy = f"rulekeeper join {game_id} --name YOU"
            raise Problem(f"you have no seat in game {game_id}", remedy, REFUSED, "NO_SEAT")
        if key.role == "seat":
            return Seat(client.using(key.token), game_id, key.seat, bytes.fromhex(key.contribution))
        if key.role != "given":
            raise Problem(f"a {key.role}'s token plays no seat", "choose a seat with --as.", REFUSED)
        return Seat(client.using(key.token), game_id, seat_of(key.token))


@dataclass(frozen=True)
class Sight:
    """Whom to ask about a game, with which token (`key`), and the seat to look as, where one is named."""

    past: Bench
    key: Key | None
    seat: int | None

    @property
    def viewer(self) -> int | None:
        """Whose eyes these are: a seat's, -1 everybody's, -2 a judge's; none where the token does not say."""
        return viewer_of(self.key) if self.seat is None else self.seat


def viewer_of(key: Key | None) -> int | None:
    """As whom a token sees a game: a seat, -1 a spectator, -2 a judge; none where a given one does not say."""
    if key is None:
        return SPECTATOR
    if key.role != "given":
        return {"seat": key.seat, "judge": JUDGE}.get(key.role, SPECTATOR)
    claims = claims_of(key.token)
    viewers = {"seat": claims.get("seat"), "judge": JUDGE, "admin": JUDGE, "spectator": SPECTATOR}
    return viewers.get(str(claims.get("role")))


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
