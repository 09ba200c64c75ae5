"""The client against the real service: whole games, and a service that goes away and comes back."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulekeeper.client import (
    INVITED,
    OPEN,
    Choice,
    Client,
    FileHeads,
    HistoryChanged,
    NotFound,
    RandomPlayer,
    Refused,
    SeatUnavailable,
    Stale,
    bot,
    create,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import projections_pb2, table_pb2
from tests.testing.positions import main_phase

GAME = "heart_of_crown@1"
SHY = ("End", "Decline", "Recall")


@pytest.fixture(scope="module")
def own_service() -> Iterator[OwnService]:
    with OwnService() as service:
        yield service


@pytest.fixture
async def client(own_service: OwnService) -> AsyncIterator[Client]:
    async with Client(own_service.address) as client:
        yield client


@contextmanager
def serving(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A service in a folder that is kept."""
    command = [sys.executable, "-m", "rulekeeper.server"]
    settings = {"RULEKEEPER_FOLDER": str(folder), "RULEKEEPER_PORT": str(port), "RULEKEEPER_LOG_LEVEL": "error"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings}) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline().rpartition(":")[2])
        finally:
            process.terminate()


async def test_random_players_play_and_each_can_prove_it(client: Client) -> None:
    game = await create(client, GAME, [OPEN, OPEN])
    ann, ben = await game.join("Ann"), await game.join("Ben")
    seen: list[int] = []

    async def look_on() -> None:
        async with game.watch(content=projections_pb2.WATCH_CONTENT_FACTS) as watch:
            async for event in watch:
                if isinstance(event, projections_pb2.TableUpdate):
                    seen.append(event.head.version)
                    if event.status == table_pb2.GAME_STATUS_OVER:
                        return
                    if event.head.version == 150:
                        await ann.concede()

    playing = [seat.play(RandomPlayer(seat.number, SHY, 20)) for seat in (ann, ben)]
    await asyncio.wait_for(asyncio.gather(look_on(), *playing), 120)
    info = await game.info()
    assert info.status == table_pb2.GAME_STATUS_OVER and info.ending.id.startswith("hoc.")
    assert seen == list(range(1, info.head.version + 1))
    for seat in (ann, ben):
        proof = await seat.prove()
        assert proof.sound and proof.draws > 50 and proof.not_proved == []
        assert (proof.entries, proof.digest) == (info.head.version, info.head.digest)
    assert not (await ben.prove({0: b"another's"})).sound


async def test_calls_say_what_is_wrong_by_family(client: Client) -> None:
    with pytest.raises(NotFound):
        await client.get_game("nosuchgame")
    game = await create(client, GAME, [OPEN, INVITED])
    ann = await game.join("Ann")
    with pytest.raises(SeatUnavailable):
        await game.join("Ben", seat=0)
    with pytest.raises(SeatUnavailable):
        await game.join("Ben", seat=1)
    assert (await ann.decision()).game.status == table_pb2.GAME_STATUS_GATHERING


async def test_commands_go_as_messages_and_as_fields(client: Client) -> None:
    import json

    from rulekeeper.client import Game, Seat
    from rulekeeper.v1.games_pb2 import Sandbox

    sandbox = Sandbox(position=json.dumps(main_phase()), seat_all=True)
    made = await client.create_game(GAME, [OPEN, OPEN], sandbox=sandbox)
    seat = Seat(client.using(made.seat_tokens[0]), made.game_id, 0)
    decision = (await seat.decision()).decision
    assert [each.rule for each in await seat.check(pb.KeepCard(card=9, on=7), decision)] == ["hoc.keep.action-only"]
    with pytest.raises(Refused) as refused:
        await seat.submit(pb.KeepCard(card=9, on=7), decision)
    assert (refused.value.reasons[0].rule, refused.value.reasons[0].page) == ("hoc.keep.action-only", 14)
    first = await seat.submit(pb.PlayCard(card=3, at="start"), decision, command_id=b"one")
    again = await seat.submit(pb.PlayCard(card=3, at="start"), decision, command_id=b"one")
    assert first == again
    with pytest.raises(Stale):
        await seat.submit(pb.EndMainPhase(), decision)
    now = (await seat.decision(at_least=first.version)).decision
    end = next(offer.command for offer in now.offers if offer.command.endswith("EndMainPhase"))
    assert (await seat.submit(Choice(end), now)).version == first.version + 1
    judge = Game(client.using(made.judge_token), made.game_id)
    assert (await judge.prove()).entries == first.version + 1


async def test_a_service_that_comes_back_loses_and_repeats_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data", 0) as (first, port):
        async with Client(f"127.0.0.1:{port}") as client:
            game = await create(client, GAME, [OPEN, bot()])
            ann = await game.join("Ann")
            versions: list[int] = []
            well_on = asyncio.Event()

            async def look_on() -> None:
                async with game.watch() as watch:
                    async for event in watch:
                        if isinstance(event, projections_pb2.TableUpdate):
                            versions.append(event.head.version)
                            if len(versions) == 20:
                                well_on.set()
                            if len(versions) == 60:
                                return

            looking = asyncio.create_task(look_on())
            playing = asyncio.create_task(ann.play(RandomPlayer(1, SHY, 20)))
            await asyncio.wait_for(well_on.wait(), 60)
            first.kill()
            first.wait()
            with serving(tmp_path / "data", port):
                await asyncio.wait_for(looking, 60)
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            assert versions == list(range(1, 61))


async def test_a_past_that_was_kept_in_a_file_is_held_against_the_service(client: Client, tmp_path: Path) -> None:
    game = await create(client, GAME, [OPEN, OPEN])
    heads = FileHeads(tmp_path / "heads.json")
    heads.saw(game.id, 1, b"\x00" * 32)
    heads.close()
    async with Client(client.address, heads=FileHeads(tmp_path / "heads.json")) as wary:
        with pytest.raises(HistoryChanged):
            await wary.get_game(game.id)
        with pytest.raises(HistoryChanged):
            async for _ in wary.read_log(game.id):
                pass
        with pytest.raises(HistoryChanged):
            async with wary.watch(game.id) as watch:
                await anext(watch)
