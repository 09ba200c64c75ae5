"""What a call does when the service, its log or the connection fails."""

import socket
from collections.abc import AsyncIterator

import grpc
import pytest

from rulekeeper.client import (
    OPEN,
    AccessDenied,
    Choice,
    Client,
    Game,
    HistoryChanged,
    InvalidRequest,
    NotFound,
    NotPlayable,
    OutcomeUnknown,
    Refused,
    Retry,
    RulekeeperError,
    Seat,
    SeatUnavailable,
    ServiceFault,
    Stale,
    Unreachable,
    bot,
    create,
    errors,
)
from rulekeeper.v1 import errors_pb2 as e
from rulekeeper.v1 import table_pb2
from tests.client.book import CONTRIBUTIONS, a_book
from tests.client.service import GAME, Hang, Lose, Say, Service, serving

QUICK = Retry(deadline=3.0, attempt=0.5, first=0.01, most=0.05)
IMPATIENT = Retry(deadline=0.4, attempt=0.2, first=0.01, most=0.05)
COMMAND = Choice("rulekeeper.toy.v1.Take", {"card": "inn"})


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
async def client(service: Service) -> AsyncIterator[Client]:
    async with serving(service) as address, Client(address, "tok", retry=QUICK) as client:
        yield client


@pytest.mark.parametrize(
    "fault",
    [
        Lose(),
        Lose(wrote=True),
        Lose(grpc.StatusCode.DEADLINE_EXCEEDED, wrote=True),
        Lose(grpc.StatusCode.CANCELLED, wrote=True),
        Hang(),
        Say(e.ERROR_CODE_LOG_UNREACHABLE, retry_after=0.1),
        Say(e.ERROR_CODE_OUTCOME_UNKNOWN, wrote=True),
        Say(e.ERROR_CODE_DRAINING),
    ],
    ids=str,
)
async def test_a_command_is_sent_again_under_the_same_id_and_counts_once(
    client: Client, service: Service, fault: Lose | Hang | Say
) -> None:
    before = len(service.book.stored)
    service.faults["SubmitCommand"] = [fault, fault]
    answer = await client.submit_command(GAME, COMMAND, 4)
    sent = service.asked["SubmitCommand"]
    assert len(sent) == 3 and len({each.command_id for each in sent}) == 1
    assert answer.version == before + 1 == len(service.book.stored)


@pytest.mark.parametrize(
    ("code", "family"),
    [
        (e.ERROR_CODE_STALE_DECISION, Stale),
        (e.ERROR_CODE_REFUSED, Refused),
        (e.ERROR_CODE_NOT_ASKED, Refused),
        (e.ERROR_CODE_GAME_OVER, NotPlayable),
        (e.ERROR_CODE_GAME_PAUSED, NotPlayable),
        (e.ERROR_CODE_COMMAND_ID_REUSED, InvalidRequest),
        (e.ERROR_CODE_PERMISSION_DENIED, AccessDenied),
        (e.ERROR_CODE_UNKNOWN_GAME, NotFound),
        (e.ERROR_CODE_SEAT_TAKEN, SeatUnavailable),
        (e.ERROR_CODE_INTERNAL, ServiceFault),
    ],
    ids=lambda each: str(each),
)
async def test_what_is_decided_is_not_tried_again(
    client: Client, service: Service, code: e.ErrorCode.ValueType, family: type[RulekeeperError]
) -> None:
    service.faults["SubmitCommand"] = [Say(code, "because")]
    with pytest.raises(family, match="because") as failed:
        await client.submit_command(GAME, COMMAND, 4)
    assert failed.value.code == code and len(service.asked["SubmitCommand"]) == 1


def test_every_code_of_the_catalogue_has_its_family() -> None:
    assert set(errors.FAMILIES) == set(e.ErrorCode.values()) - {e.ERROR_CODE_UNSPECIFIED}


async def test_a_refusal_names_every_rule_with_its_page(client: Client, service: Service) -> None:
    reasons = [
        table_pb2.Reason(
            rule=table_pb2.RuleRef(id="toy.cost", page=7, title="Cost"), text="costs 5, you have 3", field="card"
        ),
        table_pb2.Reason(rule=table_pb2.RuleRef(id="toy.own"), text="not yours"),
    ]
    service.faults["SubmitCommand"] = [Say(e.ERROR_CODE_REFUSED, "refused", reasons)]
    with pytest.raises(Refused) as refused:
        await client.submit_command(GAME, COMMAND, 4)
    assert [(r.rule, r.page, r.text, r.field) for r in refused.value.reasons] == [
        ("toy.cost", 7, "costs 5, you have 3", "card"),
        ("toy.own", 0, "not yours", ""),
    ]
    assert str(refused.value) == ("REFUSED: refused\n  costs 5, you have 3 (toy.cost, page 7)\n  not yours (toy.own)")
    assert refused.value.remedy == "Choose from the offers of GetDecision." and not refused.value.may_pass


async def test_a_wrong_request_names_its_fields(client: Client, service: Service) -> None:
    service.faults["CreateGame"] = [
        Say(e.ERROR_CODE_INVALID_REQUEST, "seats: 1", violations=[("seats", "two at least")])
    ]
    with pytest.raises(InvalidRequest) as failed:
        await client.create_game("toy@1", [OPEN])
    assert failed.value.violations == [("seats", "two at least")]


async def test_after_the_deadline_an_unknown_outcome_says_so(service: Service) -> None:
    service.faults["SubmitCommand"] = [Lose(wrote=True), *[Say(e.ERROR_CODE_LOG_UNREACHABLE)] * 100]
    async with serving(service) as address, Client(address, retry=IMPATIENT) as client:
        with pytest.raises(OutcomeUnknown, match="may or may not be on record") as unknown:
            await client.submit_command(GAME, COMMAND, 4, command_id=b"mine")
        service.faults["SubmitCommand"] = []
        before = len(service.book.stored)
        answer = await client.submit_command(GAME, COMMAND, 4, command_id=b"mine")
    assert unknown.value.name == "OUTCOME_UNKNOWN"
    assert answer.version == before == len(service.book.stored)


async def test_where_nothing_was_written_it_does_not_claim_to_be_unsure(service: Service) -> None:
    # Asked to come again later than it has time for: no try is cut short, whose outcome would be unknown indeed.
    later = Say(e.ERROR_CODE_LOG_UNREACHABLE, "no log", retry_after=60)
    service.faults["SubmitCommand"] = [Say(e.ERROR_CODE_LOG_UNREACHABLE, "no log")] * 3 + [later]
    patient = Retry(deadline=20, attempt=20, first=0.01, most=0.05)
    async with serving(service) as address, Client(address, retry=patient) as client:
        with pytest.raises(Unreachable, match="no log"):
            await client.submit_command(GAME, COMMAND, 4)


@pytest.mark.parametrize("token", ["a\nb", "é", "\x00"])
async def test_a_token_that_cannot_be_one_is_not_sent(client: Client, service: Service, token: str) -> None:
    with pytest.raises(AccessDenied):
        await client.using(token).get_game(GAME)
    assert "GetGame" not in service.asked


async def test_a_service_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        async with Client(f"127.0.0.1:{taken.getsockname()[1]}", retry=IMPATIENT) as client:
            with pytest.raises(Unreachable, match="does not answer") as failed:
                await client.submit_command(GAME, COMMAND, 4)
    assert failed.value.name == "" and "does not answer" in str(failed.value)


async def test_a_call_that_the_service_does_not_know_is_its_fault(client: Client, service: Service) -> None:
    service.faults["GetGame"] = [Lose(grpc.StatusCode.UNIMPLEMENTED)]
    with pytest.raises(ServiceFault, match="does not know this call"):
        await client.get_game(GAME)


async def test_retry_info_is_waited_for(client: Client, service: Service) -> None:
    import time

    service.faults["GetGame"] = [Say(e.ERROR_CODE_DRAINING, retry_after=0.3)]
    began = time.monotonic()
    await client.get_game(GAME)
    assert time.monotonic() - began >= 0.3


async def test_the_token_goes_with_every_call_and_using_changes_it(client: Client, service: Service) -> None:
    await client.get_game(GAME)
    await client.using("other").get_game(GAME)
    await client.using(None).get_game(GAME)
    assert service.tokens == ["Bearer tok", "Bearer other"]


async def test_every_call_has_a_method(client: Client, service: Service) -> None:
    assert [each.ruleset for each in await client.list_rulesets()] == ["toy@1"]
    assert (await client.get_ruleset("toy@1")).info.ruleset == "toy@1"
    assert (await client.create_game("toy@1", [OPEN, bot()], setup={"size": 3})).game_id == GAME
    assert [each.game_id async for each in client.list_games()] == ["g0", "g1", "g2"]
    assert (await client.get_decision(GAME, at_least=3)).game.game_id == GAME
    assert (await client.get_view(GAME, version=2, text=True)).text == "table"
    assert (await client.verify_game(GAME)).sound
    assert service.asked["CreateGame"][0].setup["size"] == 3
    assert service.asked["VerifyGame"][0].seen == service.book.head


async def test_a_log_goes_on_where_its_stream_was_lost(client: Client, service: Service) -> None:
    service.break_log_after = 3
    versions = [answer.step.version async for answer in client.read_log(GAME, limit=6)]
    assert versions == [1, 2, 3, 4, 5, 6]
    assert [(each.after, each.limit) for each in service.asked["ReadLog"]] == [(0, 6), (3, 3)]
    assert service.asked["ReadLog"][1].seen.version == 3


async def test_a_log_with_another_past_than_was_shown_is_refused(client: Client, service: Service) -> None:
    seat = await Game(client, GAME).join("Ann", contribution=CONTRIBUTIONS[0])
    assert (await seat.prove()).sound
    service.book = a_book(turns=4)
    with pytest.raises(HistoryChanged):
        await seat.prove()


async def test_an_answer_with_another_past_than_was_shown_is_refused(client: Client, service: Service) -> None:
    await client.get_game(GAME)
    service.lying = a_book(over=False)
    for call in (client.get_game(GAME), client.get_view(GAME), client.get_decision(GAME)):
        with pytest.raises(HistoryChanged, match=GAME):
            await call


async def test_the_past_is_seen_before_the_service_learns_the_contribution(client: Client, service: Service) -> None:
    seat = await (await create(client, "toy@1", [OPEN])).join("Ann", seat=1)
    assert list(service.asked) == ["CreateGame", "GetGame", "JoinGame"]
    assert service.asked["JoinGame"][0].contribution == seat.contribution != b""
    assert (seat.number, seat.token) == (1, "seat-1")


async def test_a_seat_checks_submits_and_concedes(client: Client, service: Service) -> None:
    seat = Seat(client, GAME, 0)
    service.check.accepted = True
    assert await seat.check(COMMAND, 4) == []
    service.check.accepted = False
    service.check.reasons.add(text="not now")
    assert [each.text for each in await seat.check(COMMAND, 4)] == ["not now"]
    service.check.stale = True
    with pytest.raises(Stale):
        await seat.check(COMMAND, 4)
    await seat.submit(table_pb2.Head(version=3), table_pb2.Decision(version=4))
    await seat.concede()
    sent = service.asked["SubmitCommand"]
    assert sent[0].message.type_url.endswith("rulekeeper.v1.Head") and sent[0].decision == 4
    assert sent[1].fields.command.endswith(".Concede") and sent[1].decision == 0


async def test_a_refusal_for_one_reason_reads_as_one_line(client: Client, service: Service) -> None:
    reason = table_pb2.Reason(rule=table_pb2.RuleRef(id="toy.cost", page=7), text="costs 5, you have 3")
    service.faults["SubmitCommand"] = [Say(e.ERROR_CODE_REFUSED, "costs 5, you have 3", [reason])]
    with pytest.raises(Refused) as refused:
        await client.submit_command(GAME, COMMAND, 4)
    assert str(refused.value) == "REFUSED: costs 5, you have 3 (toy.cost, page 7)"
