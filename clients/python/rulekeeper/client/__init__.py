"""The async client of a rulekeeper service. It needs nothing but the contract (`rulekeeper.v1`) and grpc.

    async with Client("127.0.0.1:7007") as client:
        game = await create(client, "heart_of_crown@1", [OPEN, bot()])
        seat = await game.join("Ann")
        await seat.play(RandomPlayer())
        proof = await seat.prove()

`Client` has the calls that players make; `Game` and `Seat` are handles, and so are `Past`, for what happened in a game
and why, and `Bench`, for its judge. `Watch` follows a table through lost connections; `Proof` is found by the client
alone, without trusting the service. All raise `RulekeeperError`.

A seat that is asked often and has nothing to say can pass by itself, until it is asked what cannot be passed, until a
condition holds, or while a block runs; only under some rules, if they are named:

    ended = await seat.pass_until(turn_over(moment.update))
    async with seat.passing(rules={"hoc.defence.who"}):
        ...
"""

from rulekeeper.client.bench import (
    Bench,
    Past,
    amend,
    answer_take_back,
    call_judge,
    disputes,
    go_back,
    note,
    pause,
    resume,
    set_result,
    take_back,
)
from rulekeeper.client.calls import Retry, Tls
from rulekeeper.client.choosing import Choice, Player, RandomPlayer, choices, is_open, pick
from rulekeeper.client.client import INVITED, OPEN, Client, bot
from rulekeeper.client.errors import (
    AccessDenied,
    HistoryChanged,
    InvalidRequest,
    NotFound,
    NotPlayable,
    OutcomeUnknown,
    Part,
    Reason,
    Refused,
    RulekeeperError,
    SeatUnavailable,
    ServiceFault,
    Stale,
    Unreachable,
)
from rulekeeper.client.game import Game, Moment, Seat, create
from rulekeeper.client.heads import FileHeads, Heads, MemoryHeads
from rulekeeper.client.passing import Passed, Passing, Until, acted, main_of, pass_of, turn_of, turn_over
from rulekeeper.client.values import Plain, from_value, to_value
from rulekeeper.client.verify import Finding, Proof, Prover, prove
from rulekeeper.client.watch import LobbyEvent, LobbyWatch, TableEvent, Watch
from rulekeeper.client.witness import JUDGE, SPECTATOR

__all__ = [
    "INVITED",
    "JUDGE",
    "OPEN",
    "SPECTATOR",
    "AccessDenied",
    "Bench",
    "Choice",
    "Client",
    "FileHeads",
    "Finding",
    "Game",
    "Heads",
    "HistoryChanged",
    "InvalidRequest",
    "LobbyEvent",
    "LobbyWatch",
    "MemoryHeads",
    "Moment",
    "NotFound",
    "NotPlayable",
    "OutcomeUnknown",
    "Passed",
    "Passing",
    "Past",
    "Plain",
    "Player",
    "Proof",
    "Prover",
    "RandomPlayer",
    "Part",
    "Reason",
    "Refused",
    "Retry",
    "RulekeeperError",
    "Seat",
    "SeatUnavailable",
    "ServiceFault",
    "Stale",
    "TableEvent",
    "Tls",
    "Unreachable",
    "Until",
    "Watch",
    "amend",
    "answer_take_back",
    "bot",
    "call_judge",
    "choices",
    "create",
    "disputes",
    "from_value",
    "go_back",
    "is_open",
    "note",
    "pass_of",
    "acted",
    "main_of",
    "pause",
    "pick",
    "prove",
    "resume",
    "set_result",
    "take_back",
    "to_value",
    "turn_of",
    "turn_over",
]
