"""A server that cheats at Heart of Crown: the record of a game is changed with all digests made anew, and shown by a
service that knows nothing of it. Whatever was done, `verify` finds it, or the head that the player's client kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from rulekeeper.cli import show
from rulekeeper.cli.proving import Examination, examine
from rulekeeper.client import OPEN, Client, Game, HistoryChanged, RandomPlayer, Refused, Seat, create
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import games
from rulekeeper.v1.entry_pb2 import Entry
from rulekeeper.v1.facts_pb2 import Drew
from rulekeeper.v1.table_pb2 import GAME_STATUS_RUNNING
from tests.server.conftest import Town
from tests.server.tampering import forge

ANNS, BENS = b"Ann's own", b"Ben's own"
COMMANDS = 60
Change = Callable[[Entry], object]


@dataclass
class Played:
    """A finished game; `ann` has the client that she played with, which kept the last head that it was shown."""

    town: Town
    ann: Seat
    ben: Seat

    async def examined(self, seat: Seat, own: bytes) -> Examination:
        """What `rulekeeper verify` finds with another service on the same log, without any head that was kept."""
        service = await self.town.service(ruleset=games())
        async with Client(service.address, seat.token) as client:
            return await examine(
                Game(client, seat.id), {seat.number: own}, seat.number, show.Progress("entries", quiet=True)
            )

    async def refused_by_what_ann_kept(self) -> bool:
        """Whether her client takes none of it at another service, because of the head that it kept at the first."""
        service = await self.town.service(ruleset=games())
        async with Client(service.address, self.ann.token, heads=self.ann.client.heads) as client:
            try:
                await Game(client, self.ann.id).info()
            except HistoryChanged:
                return True
            return False


async def played(town: Town, client: Client, anns: bytes = ANNS, bens: bytes = BENS) -> Played:
    game = await create(client, "heart_of_crown@1", [OPEN, OPEN])
    ann = await game.join("Ann", contribution=anns)
    ben = await game.join("Ben", contribution=bens)
    seats, dice = (ann, ben), RandomPlayer(1, ("End",), 20)
    version = 0
    while version < COMMANDS:
        asked = (await ann.decision(at_least=version)).decision.seats[0]
        decision = (await seats[asked].decision(at_least=version)).decision
        choice = dice.choose(decision)
        try:
            version = (await seats[asked].submit(choice, decision)).version
        except Refused:
            # Its fields do not go together.
            dice.refused(choice)
    assert (await ann.info()).status == GAME_STATUS_RUNNING
    await ann.concede()
    return Played(town, ann, ben)


def found(examination: Examination) -> set[tuple[str, str]]:
    """Who found what."""
    return {(by, finding.kind) for by, finding in examination.findings}


FIRST_HANDS = 4
"""The entry in which the game begins and the first hands are drawn."""
OTHER = {"farming-village": "apprentice-maid", "apprentice-maid": "farming-village"}


def hand(facts: pb.Facts) -> tuple[list[pb.CardDrawn], list[Drew], int]:
    """The cards that came to the last hand, their draws, and which of them could have been another one: the last maid,
    for there are villages left whatever was drawn, or where there is none, the last village.
    """
    cards = [fact.card_drawn for fact in facts.facts if fact.HasField("card_drawn")]
    cards = [card for card in cards if card.seat == cards[-1].seat]
    draws = [fact.drew for fact in facts.facts if fact.HasField("drew")][-len(cards) :]
    kinds = [card.kind for card in cards]
    assert kinds == [draw.result for draw in draws]
    return cards, draws, max((at for at, kind in enumerate(kinds) if kind == "apprentice-maid"), default=-1)


def swapped_card(entry: Entry) -> None:
    """A card that came to a hand is another one than was drawn."""
    if entry.version == FIRST_HANDS:
        facts = pb.Facts.FromString(entry.facts)
        cards, _, at = hand(facts)
        cards[at].kind = OTHER[cards[at].kind]
        entry.facts = facts.SerializeToString()


def swapped_draw(entry: Entry) -> None:
    """The same, and the draw with it: the record agrees with itself."""
    if entry.version == FIRST_HANDS:
        facts = pb.Facts.FromString(entry.facts)
        cards, draws, at = hand(facts)
        cards[at].kind = draws[at].result = OTHER[cards[at].kind]
        # Kinds are drawn in the order of their names: maids are the first of a bag, and a village the last of it.
        draws[at].value = 0 if cards[at].kind == "apprentice-maid" else draws[at].below - 1
        entry.facts = facts.SerializeToString()


def dropped_contribution(entry: Entry) -> None:
    if entry.HasField("seat_taken") and entry.seat_taken.seat == 0:
        entry.seat_taken.contribution = b""


def replaced_secret(entry: Entry) -> None:
    if entry.secret:
        entry.secret = b"another secret, as long as it is".ljust(32, b"!")[:32]


def rewritten_entry(entry: Entry) -> None:
    if entry.HasField("seat_taken") and entry.seat_taken.seat == 1:
        entry.seat_taken.name = "Bob"


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (swapped_card, {("rules", "rules")}),
        (swapped_draw, {("client", "draw")}),
        (dropped_contribution, {("client", "contribution"), ("client", "draw")}),
        (replaced_secret, {("client", "commitment"), ("client", "draw")}),
        (rewritten_entry, set()),
    ],
    ids=lambda value: value.__name__.replace("_", " ") if callable(value) else "",
)
async def test_a_record_that_was_forged_is_found(town: Town, change: Change, kinds: set[tuple[str, str]]) -> None:
    service = await town.service(ruleset=games())
    async with Client(service.address) as client:
        game = await played(town, client)
        assert (await game.examined(game.ann, ANNS)).sound and not await game.refused_by_what_ann_kept()
        await forge(town, game.ann.id, change)
        examination = await game.examined(game.ann, ANNS)
        assert found(examination) >= kinds and examination.sound == (not kinds), examination.findings
        assert await game.refused_by_what_ann_kept()


async def test_a_contribution_that_never_went_in_is_found_by_whose_it_is(town: Town) -> None:
    """Dropped before anything was drawn, and nothing forged afterwards: all else is as it should be."""
    service = await town.service(ruleset=games())
    async with Client(service.address) as client:
        game = await played(town, client, bens=b"")
        assert (await game.examined(game.ann, ANNS)).sound
        examination = await game.examined(game.ben, BENS)
        assert ("client", "contribution") in found(examination)
