"""What a follower is told while there is no connection."""

from pathlib import Path

from rulekeeper.log import Limits, Stored
from rulekeeper.log.connecting import Address
from rulekeeper.log.following import Following
from tests.log.entries import Reader
from tests.log.proxy import proxy


async def test_nobody_is_caught_up_while_nothing_can_arrive(valkey_url: str, folder: Path, game: str) -> None:
    """The log itself is within reach here, so it is not for want of reading."""

    async def read(name: str, after: int, limit: int) -> list[Stored]:
        return []

    async with proxy(valkey_url, folder) as wire:
        following = Following(Address(wire.url), read, Limits(connect=0.2))
        before, during = Reader(), Reader()
        following.follow(game, 0, before.deliver, before.behind, before.caught_up)
        await before.until(lambda: before.told == ["caught up with 0"])
        wire.refuses = True
        wire.cut()
        await before.until(lambda: before.told[-1] == "behind")
        refused = wire.connections
        following.follow(game, 0, during.deliver, during.behind, during.caught_up)
        await before.until(lambda: wire.connections > refused + 2, watch=0.01)
        assert before.told == ["caught up with 0", "behind"]
        assert during.told == []
        wire.refuses = False
        await before.until(lambda: before.told[-1] == "caught up with 0")
        await during.until(lambda: during.told == ["caught up with 0"])
        await following.aclose()
