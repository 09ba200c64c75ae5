"""Following a table through lost connections: nothing is missed, nothing comes twice, and no other past is believed."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

import grpc
import pytest

from rulekeeper.client import (
    Choice,
    Client,
    HistoryChanged,
    InvalidRequest,
    NotFound,
    RandomPlayer,
    Retry,
    Seat,
    ServiceFault,
    Unreachable,
    Watch,
)
from rulekeeper.v1 import errors_pb2 as e
from rulekeeper.v1 import projections_pb2 as pb
from rulekeeper.v1 import table_pb2
from tests.client.book import Book, a_book
from tests.client.service import GAME, Hang, Lose, Say, Service, serving

QUICK = Retry(deadline=3.0, attempt=0.5, first=0.01, most=0.05)
Messages = list[pb.WatchTableResponse]


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
async def client(service: Service) -> AsyncIterator[Client]:
    async with serving(service) as address, Client(address, retry=QUICK) as client:
        yield client


def update(book: Book, version: int, **more: object) -> pb.WatchTableResponse:
    head = book.at(version)
    message = pb.TableUpdate(head=head, step=book.step(version), **more)  # type: ignore[arg-type]
    return pb.WatchTableResponse(update=message, resume_token=f"after-{version}")


def updates(book: Book, versions: Sequence[int]) -> Messages:
    return [update(book, version) for version in versions]


def caught_up(book: Book, version: int) -> pb.WatchTableResponse:
    return pb.WatchTableResponse(caught_up=pb.CaughtUp(head=book.at(version)), resume_token=f"after-{version}")


DRAINED = pb.WatchTableResponse(drained=pb.Drained())


async def take(watch: Watch, count: int) -> list[int | str]:
    """The next events: an update's version, or "caught up"."""
    taken: list[int | str] = []
    async with watch:
        while len(taken) < count:
            event = await anext(watch)
            taken.append(event.head.version if isinstance(event, pb.TableUpdate) else "caught up")
    return taken


async def test_all_that_was_comes_then_caught_up_then_what_is_new(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [([*updates(book, [1, 2, 3]), caught_up(book, 3), *updates(book, [4, 5])], Hang())]
    watch = client.watch(GAME)
    assert await take(watch, 6) == [1, 2, 3, "caught up", 4, 5]
    assert (watch.version, watch.resume_token) == (5, "after-5")


@pytest.mark.parametrize(
    "loss",
    [
        None,
        Lose(),
        Lose(grpc.StatusCode.DEADLINE_EXCEEDED),
        Lose(grpc.StatusCode.UNKNOWN),
        Lose(grpc.StatusCode.INTERNAL),
        Say(e.ERROR_CODE_DRAINING),
        Say(e.ERROR_CODE_LOG_UNREACHABLE, retry_after=0.05),
    ],
    ids=str,
)
async def test_a_lost_stream_goes_on_after_the_last_update(
    client: Client, service: Service, loss: Lose | Say | None
) -> None:
    book = service.book
    service.streams = [
        (updates(book, [3, 4]), loss),
        ([], loss),
        ([*updates(book, [5, 6]), caught_up(book, 6)], loss),
        ([caught_up(book, 6), *updates(book, [7])], Hang()),
    ]
    assert await take(client.watch(GAME, after=2), 7) == [3, 4, 5, 6, "caught up", "caught up", 7]
    asked = service.asked["WatchTable"]
    assert [each.after for each in asked] == [2, 4, 4, 6]
    assert [each.seen.version for each in asked] == [0, 4, 4, 6]
    assert asked[1].seen == book.at(4)


async def test_a_drained_stream_is_opened_again(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [([*updates(book, [1]), DRAINED], None), (updates(book, [2]), Hang())]
    assert await take(client.watch(GAME), 2) == [1, 2]


async def test_what_comes_twice_is_given_once(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [(updates(book, [1, 2, 2]), Lose()), (updates(book, [1, 2, 3]), Hang())]
    assert await take(client.watch(GAME), 3) == [1, 2, 3]


async def test_a_gap_is_never_passed_over(client: Client, service: Service) -> None:
    service.streams = [(updates(service.book, [1, 3]), Hang())]
    with pytest.raises(ServiceFault, match="version 3 came after version 1"):
        await take(client.watch(GAME), 2)


async def test_caught_up_ahead_of_what_came_is_a_gap(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [([*updates(book, [1]), caught_up(book, 3)], Hang())]
    with pytest.raises(ServiceFault, match="caught up to version 3"):
        await take(client.watch(GAME), 2)


async def test_who_comes_back_on_their_turn_is_asked(client: Client, service: Service) -> None:
    head, decision = service.book.at(3), table_pb2.Decision(version=3, seats=[1])
    told = pb.CaughtUp(head=head, decision=decision, status=table_pb2.GAME_STATUS_RUNNING)
    service.streams = [([pb.WatchTableResponse(caught_up=told, resume_token="after-3")], Hang())]
    async with aclosing(Seat(client, GAME, 1).moments(after=3)) as moments:
        async for moment in moments:
            assert moment.version == 3 and moment.decision == decision and moment.update.head == head
            break


async def test_views_may_skip_versions_but_not_go_back(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [(updates(book, [2, 5, 4, 6]), Hang())]
    assert await take(client.watch(GAME, content=pb.WATCH_CONTENT_VIEW), 3) == [2, 5, 6]


async def test_an_update_with_another_entrys_step_is_a_fault(client: Client, service: Service) -> None:
    message = update(service.book, 1)
    message.update.step.CopyFrom(service.book.step(2))
    service.streams = [([message], Hang())]
    with pytest.raises(ServiceFault, match="holds the step of version 2"):
        await take(client.watch(GAME), 1)


async def test_another_past_after_a_reconnection_is_refused(client: Client, service: Service) -> None:
    true, false = a_book(turns=4, over=False), a_book(turns=4)
    service.streams = [(updates(true, range(1, 9)), Lose()), (updates(false, [8]), Hang())]
    with pytest.raises(HistoryChanged, match="version 8"):
        await take(client.watch(GAME), 9)


async def test_another_past_is_refused_by_a_later_watch_too(client: Client, service: Service) -> None:
    true, false = a_book(turns=4, over=False), a_book(turns=4)
    service.streams = [(updates(true, range(1, 9)), Hang()), (updates(false, range(1, 9)), Hang())]
    await take(client.watch(GAME), 8)
    with pytest.raises(HistoryChanged, match="version 8"):
        await take(client.watch(GAME), 8)


async def test_a_log_that_has_become_shorter_is_refused(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [(updates(book, [1, 2, 3]), Lose()), ([caught_up(book, 2)], Hang())]
    with pytest.raises(HistoryChanged, match="version 3 was shown, now the log ends at 2"):
        await take(client.watch(GAME), 4)


async def test_what_is_seen_elsewhere_meanwhile_is_no_contradiction(client: Client, service: Service) -> None:
    book = service.book
    service.streams = [([*updates(book, [1, 2]), caught_up(book, 2), *updates(book, [3])], Hang())]
    async with client.watch(GAME) as watch:
        assert isinstance(await anext(watch), pb.TableUpdate)
        await client.get_game(GAME)
        later = [await anext(watch) for _ in range(3)]
    assert isinstance(later[1], pb.CaughtUp) and watch.version == 3


async def test_a_heartbeat_with_another_past_is_refused(client: Client, service: Service) -> None:
    head = table_pb2.Head(version=2, digest=b"other")
    beat = pb.WatchTableResponse(heartbeat=pb.Heartbeat(head=head))
    service.streams = [([*updates(service.book, [1, 2]), beat], Hang())]
    with pytest.raises(HistoryChanged):
        await take(client.watch(GAME), 3)


async def test_what_the_service_says_no_to_is_raised(client: Client, service: Service) -> None:
    service.faults["WatchTable"] = [Say(e.ERROR_CODE_UNKNOWN_GAME), Say(e.ERROR_CODE_HISTORY_CHANGED)]
    with pytest.raises(NotFound):
        await take(client.watch(GAME), 1)
    with pytest.raises(HistoryChanged):
        await take(client.watch(GAME), 1)


async def test_a_resume_token_is_used_until_a_version_is_known(client: Client, service: Service) -> None:
    service.streams = [([], Lose()), (updates(service.book, [4]), Lose()), (updates(service.book, [5]), Hang())]
    assert await take(client.watch(GAME, resume_token="after-3"), 2) == [4, 5]
    asked = service.asked["WatchTable"]
    assert [(each.resume_token, each.after) for each in asked] == [("after-3", 0), ("after-3", 0), ("", 4)]


async def test_a_bad_resume_token_is_said_to_be_bad(client: Client, service: Service) -> None:
    service.faults["WatchTable"] = [Say(e.ERROR_CODE_INVALID_RESUME_TOKEN)]
    with pytest.raises(InvalidRequest):
        await take(client.watch(GAME, resume_token="nonsense"), 1)


async def test_silence_beyond_the_heartbeats_counts_as_lost(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulekeeper.client import watch

    monkeypatch.setattr(watch, "SILENCE", -1.8)
    service.streams = [(updates(service.book, [1]), Hang()), (updates(service.book, [2]), Hang())]
    assert await take(client.watch(GAME, heartbeat_seconds=1), 2) == [1, 2]


async def test_patience_ends(client: Client, service: Service) -> None:
    service.streams = [(updates(service.book, [1]), Lose()), *[([], Lose())] * 100]
    with pytest.raises(Unreachable, match="connection lost"):
        await take(client.watch(GAME, patience=0.3), 2)


async def test_the_lobby_is_followed_through_losses(client: Client, service: Service) -> None:
    info = table_pb2.GameInfo(game_id="g9")
    all_there = pb.WatchLobbyResponse(caught_up=pb.CaughtUp())
    service.lobby = [
        ([pb.WatchLobbyResponse(game=info), all_there], Lose()),
        ([pb.WatchLobbyResponse(game=info)], Hang()),
    ]
    async with client.watch_lobby() as lobby:
        events = [await anext(lobby) for _ in range(3)]
    assert [type(event).__name__ for event in events] == ["GameInfo", "CaughtUp", "GameInfo"]


class Stubborn(RandomPlayer):
    """Notes what was refused."""

    def __init__(self) -> None:
        super().__init__(1)
        self.told: list[Choice] = []

    def refused(self, choice: Choice) -> None:
        self.told.append(choice)


async def test_a_seat_is_played_to_the_end_by_its_offers(client: Client, service: Service) -> None:
    book = a_book(over=False)
    service.book = book

    def asks(version: int, *seats: int) -> table_pb2.Decision:
        offer = table_pb2.Offer(command=f"rulekeeper.toy.v1.Take{version}")
        return table_pb2.Decision(version=version, seats=seats, offers=[offer] if 1 in seats else [])

    service.streams = [
        (
            [
                update(book, 4, decision=asks(4, 1)),
                update(book, 5, decision=asks(4, 1)),
                update(book, 6, decision=asks(6, 0)),
                update(book, 7, decision=asks(7, 0, 1), status=table_pb2.GAME_STATUS_OVER),
            ],
            Hang(),
        )
    ]
    service.faults["SubmitCommand"] = [Say(e.ERROR_CODE_REFUSED), Lose(), Say(e.ERROR_CODE_STALE_DECISION)]
    player = Stubborn()
    assert await Seat(client, GAME, 1).play(player) == 1
    assert [choice.short for choice in player.told] == ["Take4"]
    sent = [(each.decision, each.fields.command[-5:]) for each in service.asked["SubmitCommand"]]
    assert sent == [(4, "Take4")] * 3 + [(7, "Take7")]


async def test_a_seat_is_not_asked_twice_for_one_decision(client: Client, service: Service) -> None:
    book = service.book
    decision = table_pb2.Decision(version=2, seats=[0])
    service.streams = [
        ([update(book, 2, decision=decision)], Lose()),
        ([update(book, 3, decision=decision), update(book, 4, status=table_pb2.GAME_STATUS_OVER)], Hang()),
    ]
    assert [moment.version async for moment in Seat(client, GAME, 0).moments()] == [2]


async def test_a_decision_that_was_answered_elsewhere_is_left(client: Client, service: Service) -> None:
    offer = table_pb2.Offer(command="rulekeeper.toy.v1.Take")
    decision = table_pb2.Decision(version=2, seats=[0], offers=[offer])
    over = update(service.book, 4, status=table_pb2.GAME_STATUS_OVER)
    service.streams = [([update(service.book, 2, decision=decision), over], Hang())]
    service.faults["SubmitCommand"] = [Say(e.ERROR_CODE_NOT_ASKED)]
    assert await Seat(client, GAME, 0).play(RandomPlayer(1)) == 0
    assert len(service.asked["SubmitCommand"]) == 1
