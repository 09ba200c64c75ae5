"""What one decision of a mid-game table costs in the kernel, the table's generators being at hand as in the service."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from google.protobuf.message import Message

from rulekeeper.kernel import (
    Accepted,
    Game,
    Live,
    Multiset,
    Offer,
    OneOf,
    Order,
    SeededChance,
    Subset,
    Table,
    check,
    decide,
    offers,
    seed_of,
)
from rulekeeper.projections import decision_of
from tests.bench.clock import median, percentile, undisturbed
from tests.bench.recording import Played, Sent


class Times(NamedTuple):
    """In milliseconds, over all decisions measured: median, and 99 of 100 take no longer."""

    median: float
    slow: float


class KernelTimes(NamedTuple):
    """check: a named command. offers: all offers with their legal candidates. offers_sent: the same, as the message
    that a client gets. decide: the whole of a decision, facts packed. cold: the same with the generators dropped.
    cards: the median of `decide` for each card of a hand that a command named, slowest first, in milliseconds, with how
    often it was.
    """

    check: Times
    offers: Times
    offers_sent: Times
    decide: Times
    cold: Times
    decisions: int
    cards: tuple[tuple[str, float, int], ...]


def measure_kernel(games: Sequence[Played], told: Callable[[str], None]) -> KernelTimes:
    """Plays the recorded games again, and measures at each decision in their middle."""
    taken: dict[str, list[int]] = {name: [] for name in ("check", "offers", "offers_sent", "decide", "cold")}
    by_card: dict[str, list[int]] = {}
    for number, played in enumerate(games):
        with undisturbed():
            _measure_game(played, taken, by_card)
        told(f"deciding, game {number + 1} of {len(games)}: {median(taken['decide']) / 1e6:.3f} ms so far")
    times = {name: Times(median(values) / 1e6, percentile(values, 0.99) / 1e6) for name, values in taken.items()}
    cards = [(kind, median(values) / 1e6, len(values)) for kind, values in by_card.items()]
    cards.sort(key=lambda card: -card[1])
    return KernelTimes(**times, decisions=len(taken["decide"]), cards=tuple(cards))


def _measure_game(played: Played, taken: dict[str, list[int]], by_card: dict[str, list[int]]) -> None:
    match, game = played.begun(), played.subject.game
    table, live, seed = match.table, match.live, seed_of(played.secret, (b"",) * played.subject.seats)
    middle = played.middle()
    now = time.perf_counter_ns
    for number in range(middle.stop):
        sent = played.sent[number]
        version = table.version + 1
        if number in middle:
            began = now()
            refused = check(game, table, sent.seat, sent.decision, sent.command, live)
            taken["check"].append(now() - began)
            assert refused is None
            began = now()
            _listed(game, table, sent.seat, live)
            taken["offers"].append(now() - began)
            began = now()
            told = decision_of(game, table, sent.seat, live)
            assert told is not None
            told.SerializeToString()
            taken["offers_sent"].append(now() - began)
            began = now()
            decide(game, table, sent.seat, sent.decision, sent.command, version, SeededChance(seed, version))
            taken["cold"].append(now() - began)
        began = now()
        done = decide(game, table, sent.seat, sent.decision, sent.command, version, SeededChance(seed, version), live)
        took = now() - began
        if number in middle:
            taken["decide"].append(took)
            if kind := _from_hand(table, sent):
                by_card.setdefault(kind, []).append(took)
        assert isinstance(done, Accepted)
        table = done.table


def _from_hand(table: Table, sent: Sent) -> str:
    """The kind of the card of the hand that the command names; empty where it names none."""
    named = getattr(sent.message, "card", 0)
    return next((card.kind for card in table.state.players[sent.seat].hand if card.id == named), "")


def _listed(game: Game[Any], table: Table, seat: int, live: Live) -> list[tuple[Offer[Message], list[Any]]]:
    """Every offer that is open with what may be chosen in each of its fields; every closed one with why."""
    listed: list[tuple[Offer[Message], list[Any]]] = []
    for offer in offers(game, table, seat, live):
        if offer.open():
            listed.append((offer, [_choices(field) for field in offer.fields.values()]))
        else:
            listed.append((offer, list(offer.closed())))
    return listed


def _choices(field: object) -> object:
    match field:
        case OneOf() | Subset() | Multiset():
            return field.passing()
        case Order():
            return field.candidates
        case _:
            return field
