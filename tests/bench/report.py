"""What was measured, as a table of 80 columns and as one JSON object."""

from __future__ import annotations

import json
import os
import platform
import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from tests.bench.boards import Boards
from tests.bench.clock import median, percentile
from tests.bench.crowded import Crowded
from tests.bench.folding import Folding
from tests.bench.kernel_times import KernelTimes
from tests.bench.past import PastTimes
from tests.bench.throughput import Throughput
from tests.bench.watching import Watching

_WORDS, _VALUE, _GOAL = 46, 14, 11
_SLOWEST, _OFTEN = 5, 5
"""How many of the slowest cards are named, and how often a card must have been played to be one."""


class Row(NamedTuple):
    """A number under the name that it has in the JSON object. goal: None where there is none."""

    key: str
    words: str
    value: float
    unit: str = ""
    goal: float | None = None
    at_least: bool = True

    def line(self) -> str:
        if self.goal is None:
            goal = verdict = ""
        else:
            goal = f"{'>=' if self.at_least else '<='} {self.goal:g}"
            verdict = "met" if self.met else "NOT MET"
        value = f"{_shown(self.value)} {self.unit}".strip()
        return f"{self.words:<{_WORDS}}{value:>{_VALUE}}{goal:>{_GOAL}}  {verdict}".rstrip()

    @property
    def met(self) -> bool:
        if self.goal is None:
            return True
        return self.value >= self.goal if self.at_least else self.value <= self.goal


def _shown(value: float) -> str:
    if value >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}"


def _slowest(times: KernelTimes) -> str:
    named = [f"{kind} {took:.3f} ({often})" for kind, took, often in times.cards if often >= _OFTEN]
    return "slowest cards to play, median ms (times): " + ", ".join(named[:_SLOWEST])


class Results(NamedTuple):
    """All that one run measured; None where it was asked to leave a part out."""

    folding: Folding | None
    kernel: KernelTimes | None
    invasion: KernelTimes | None
    live_game_bytes: int | None
    throughput: Throughput | None
    watching: Watching | None
    crowded: Crowded | None
    past: Sequence[PastTimes]
    boards: Boards | None
    quick: bool

    def rows(self) -> list[Row]:
        """What has a name in the JSON object."""
        rows: list[Row] = []
        if self.throughput is not None:
            it = self.throughput
            rows += [
                Row("append_vs_bare", "commands: share of a bare handler's, one XADD", it.vs_bare, "", 0.5),
                Row("append_vs_pipelined", "commands: of one that pipelines its XADDs", it.vs_pipelined),
                Row("commands_per_s", "commands a second, fsync always", it.per_second("service"), "/s"),
                Row("bare_per_s", "  the bare handler", it.per_second("bare"), "/s"),
                Row("pipelined_per_s", "  the one that pipelines", it.per_second("pipelined"), "/s"),
            ]
        if self.folding is not None:
            rows += [
                Row("fold_vs_eventsourcing", "folding: times the rate of eventsourcing", self.folding.vs, "x", 5),
                Row("fold_facts_per_s", "facts a second folded from stored bytes", self.folding.facts_per_s, "/s"),
                Row("eventsourcing_facts_per_s", "  eventsourcing", self.folding.theirs_per_s, "/s"),
            ]
        if self.kernel is not None:
            times = self.kernel
            rows += [
                Row("check_ms", "check a named command, median", times.check.median, "ms", 0.05, False),
                Row("offers_ms", "list all offers, median", times.offers.median, "ms", 0.1, False),
                Row("decide_ms", "a whole decision, median", times.decide.median, "ms", 0.25, False),
                Row("check_p99_ms", "check, 99 of 100", times.check.slow, "ms"),
                Row("offers_p99_ms", "offers, 99 of 100", times.offers.slow, "ms"),
                Row("decide_p99_ms", "decision, 99 of 100", times.decide.slow, "ms"),
                Row("offers_sent_ms", "offers as the message that is sent, median", times.offers_sent.median, "ms"),
                Row("decide_cold_ms", "a decision with generators dropped, median", times.cold.median, "ms"),
            ]
        if self.invasion is not None:
            times = self.invasion
            rows += [
                Row("whi_check_ms", "Invasion: check a command, median", times.check.median, "ms", 0.2, False),
                Row("whi_offers_ms", "Invasion: list all offers, median", times.offers.median, "ms", 1, False),
                Row("whi_offers_p99_ms", "Invasion: offers, 99 of 100", times.offers.slow, "ms", 5, False),
                Row("whi_decide_ms", "Invasion: a whole decision, median", times.decide.median, "ms", 0.5, False),
                Row("whi_check_p99_ms", "Invasion: check, 99 of 100", times.check.slow, "ms"),
                Row("whi_decide_p99_ms", "Invasion: decision, 99 of 100", times.decide.slow, "ms"),
                Row("whi_decide_cold_ms", "Invasion: generators dropped, median", times.cold.median, "ms"),
            ]
        if self.live_game_bytes is not None:
            rows.append(Row("live_game_bytes", "memory of a hot mid-game table", self.live_game_bytes, "bytes"))
        if self.watching is not None:
            words = f"the last of {self.watching.watchers:,} watchers has it after"
            rows += [
                Row("idle_watcher_bytes", "memory of an idle watcher", self.watching.idle_bytes, "bytes"),
                Row("last_of_1000_watchers_ms", words, self.watching.last_ms, "ms"),
            ]
        if self.crowded is not None:
            answers, words = self.crowded.times, f"{self.crowded.watched:,} games watched: another answers, median"
            rows += [
                Row("other_game_ms", words, median(answers) * 1e3, "ms", 50, False),
                Row("other_game_slowest_ms", "  the slowest", max(answers) * 1e3, "ms"),
            ]
        if self.boards is not None:
            ways = self.boards.ways
            rows += [
                Row("path_offer_ms", "16x32 squares: a creature's ways as sent, median", ways.offer, "ms", 1.5, False),
                Row(
                    "path_offer_bytes", f"  in bytes, {ways.reached:.0f} squares in reach", ways.size, "", 6_144, False
                ),
                Row("path_check_ms", "  check of a way, median", ways.check, "ms", 0.05, False),
                Row("path_refuse_ms", "  refusal of a way, median", ways.refuse, "ms", 0.1, False),
                Row("path_far_ms", "  refusal of a far square, with how far it is", ways.far, "ms"),
                Row("path_search_ms", "  the search alone, median", ways.search, "ms"),
            ]
            for key, name, one in self.boards.scenes:
                rows += [
                    Row(f"{key}_scene_ms", f"{name}: a table as a scene, median", one.scene, "ms", 0.15, False),
                    Row(f"{key}_scene_bytes", "  in bytes", one.size),
                ]
        for past in self.past:
            rows += [
                Row(f"{past.key}_past_ms", f"{past.name}: a past version, median", median(past.cold), "ms", 50, False),
                Row(f"{past.key}_past_p90_ms", "  90 of 100", percentile(past.cold, 0.9), "ms"),
                Row(f"{past.key}_past_process_ms", "  in a new process, median", median(past.fresh), "ms"),
                Row(f"{past.key}_past_without_ms", "  without snapshots, median", median(past.without), "ms"),
                Row(f"{past.key}_past_without_p90_ms", "  without, 90 of 100", percentile(past.without, 0.9), "ms"),
                Row(f"{past.key}_past_first_ms", "  the first to ask for the last version", past.first, "ms"),
            ]
        return rows

    def notes(self) -> list[str]:
        """What a reader needs to weigh the numbers."""
        notes = [f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.machine()}"]
        if self.quick:
            notes.append("--quick: too few rounds to go by")
        if self.throughput is not None:
            it = self.throughput
            notes += [
                f"commands: 64 games, 64 callers, {len(it.runs['service'])} rounds, {it.entry_bytes} bytes an entry;",
                f"  the callers used at most {it.client_share():.0%} of their core;",
                f"  processor time of the server a command: service {it.server_us('service'):.0f} us, "
                f"bare {it.server_us('bare'):.0f}, pipelined {it.server_us('pipelined'):.0f}",
            ]
        if self.folding is not None:
            notes.append(f"folding: {self.folding.facts:,} facts of {self.folding.games} games of four seats")
        if self.kernel is not None:
            notes.append(f"check, offers, decision: {self.kernel.decisions:,} decisions in mid-game, four seats")
            notes.append(_slowest(self.kernel))
        if self.invasion is not None:
            notes.append(f"Invasion: {self.invasion.decisions:,} decisions in mid-game")
            notes.append(_slowest(self.invasion))
        for past in self.past:
            notes.append(
                f"past: {len(past.cold)} versions of a game of {past.name} with {past.entries:,} entries, table, view "
                f"and offers; the log has {past.log_bytes:,} bytes, the snapshots {past.snapshot_bytes:,}"
            )
        return notes

    def table(self) -> str:
        rows = self.rows()
        goals = [row for row in rows if row.goal is not None]
        head = f"{'':<{_WORDS}}{'measured':>{_VALUE}}{'goal':>{_GOAL}}"
        met = sum(row.met for row in goals)
        notes = [line for note in self.notes() for line in textwrap.wrap(note, 80, subsequent_indent="  ")]
        return "\n".join([head, *(row.line() for row in rows), "", *notes, f"{met} of {len(goals)} goals met"])

    def as_json(self) -> str:
        rows: Sequence[Row] = self.rows()
        found: dict[str, object] = {row.key: round(row.value, 6) for row in rows}
        found["goals"] = {row.key: row.met for row in rows if row.goal is not None}
        found["notes"] = self.notes()
        return json.dumps(found)
