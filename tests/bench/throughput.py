"""Commands a second through gRPC into a log that syncs always, beside handlers without rules that add as many bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import grpc

from rulekeeper.log import RedisLog, read_all
from tests.bench.clock import median
from tests.bench.load import Run, Table, connect, prepare, run
from tests.bench.recording import FromMiddle
from tests.bench.servers import Running, Servers

CALLERS = 64


class Throughput(NamedTuple):
    """vs_bare, vs_pipelined: medians of the rounds' ratios. runs: each contender's, round by round."""

    vs_bare: float
    vs_pipelined: float
    runs: dict[str, list[Run]]
    entry_bytes: int

    def per_second(self, contender: str) -> float:
        return median([one.commands_per_s for one in self.runs[contender]])

    def client_share(self) -> float:
        """The most of a core that the callers used in any run."""
        return max(one.client_share for runs in self.runs.values() for one in runs)

    def server_us(self, contender: str) -> float:
        return median([one.server_us for one in self.runs[contender]])


async def measure_throughput(
    servers: Servers,
    service: Running,
    url: str,
    recorded: Sequence[FromMiddle],
    rounds: int,
    told: Callable[[str], None],
) -> Throughput:
    """Each round: fresh games for the service, and the same calls for each contender, in an order that rotates."""
    channel = connect(service.address)
    tables = await prepare(channel, recorded)
    first = await run(channel, service, tables)
    entry_bytes = await _entry_bytes(url, tables)
    answer_bytes = round(first.answer_bytes)
    told(f"warm: {first.commands_per_s:,.0f} commands/s, {entry_bytes} bytes an entry, {answer_bytes} an answer")
    contenders: dict[str, tuple[grpc.aio.Channel, Running]] = {"service": (channel, service)}
    for name in ("bare", "pipelined"):
        rival = servers.bare(url, entry_bytes, answer_bytes, pipelined=name == "pipelined")
        contenders[name] = (connect(rival.address), rival)
        await run(*contenders[name], tables)
    runs: dict[str, list[Run]] = {name: [] for name in contenders}
    for number in range(rounds):
        tables = await prepare(channel, recorded)
        order = list(contenders)
        turned = number % len(order)
        for name in (*order[turned:], *order[:turned]):
            runs[name].append(await run(*contenders[name], tables))
        last = ", ".join(f"{name} {of[-1].commands_per_s:,.0f}" for name, of in runs.items())
        told(f"commands/s, round {number + 1} of {rounds}: {last}")
    for one, _ in contenders.values():
        await one.close()
    return Throughput(_ratio(runs, "bare"), _ratio(runs, "pipelined"), runs, entry_bytes)


def _ratio(runs: dict[str, list[Run]], rival: str) -> float:
    pairs = zip(runs["service"], runs[rival], strict=True)
    return median([ours.commands_per_s / theirs.commands_per_s for ours, theirs in pairs])


async def _entry_bytes(url: str, tables: Sequence[Table]) -> int:
    """What the service puts into a stream for a command, on average: the entry and its digest."""
    sizes = []
    async with await RedisLog.open(url) as log:
        for table in tables[:8]:
            stored = [len(one.entry) + len(one.digest) async for one in read_all(log, table.game_id)]
            sizes += stored[-len(table.calls) :]
    return round(sum(sizes) / len(sizes))
