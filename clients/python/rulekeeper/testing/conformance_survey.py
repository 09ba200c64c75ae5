"""A survey: random games of one game, with everything checked on the way that the conformance suite promises.

Most checks are made at a sample of the commands, chosen by the walk's own dice, so that the same seed finds the same.
"""

import itertools
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from google.protobuf.message import Message

from rulekeeper.kernel import (
    JUDGE,
    RANDOM,
    SPECTATOR,
    Accepted,
    Game,
    KernelError,
    Refused,
    ScriptDiverged,
    Table,
    Viewer,
    check,
    decide,
    faces,
    fold,
    fold_all,
    fold_fact,
    offers,
    pack,
    read_setup,
    restored,
    snapshot,
    standing,
    state_as_json,
    unavailable,
)
from rulekeeper.kernel.resuming import waiting
from rulekeeper.kernel.scenes import forget
from rulekeeper.testing.conformance_ids import holds_no_id, wrongly_given, wrongly_named, wrongly_seen
from rulekeeper.testing.conformance_probes import Opinion, improper, legal, malformed, not_offered, outside
from rulekeeper.testing.conformance_rulings import Rulings
from rulekeeper.testing.conformance_scenes import wrong_in_scene
from rulekeeper.testing.conformance_walk import Stuck, Walk, described, read_back, told
from rulekeeper.testing.twins import twins
from rulekeeper.v1 import entry_pb2 as pb

CHECKS = (
    "stuck",
    "refused_legal",
    "accepted_illegal",
    "improper",
    "not_conserved",
    "not_folded",
    "diverged",
    "not_plain",
    "leaks",
)
"""What can be found wrong, by the names that a survey counts it under."""


@dataclass(frozen=True)
class Effort:
    """How much is looked at: `every` how many commands a table is examined, and what there.

    legal, outside: commands tried, of each open offer and of each changed field. twins: pairs a game, each over at most
    `twin_entries` entries. cap: commands after which a game is given up. rulings: commands played with a judge's
    amendments and rewinds, and in a fork, after the game.
    """

    every: int = 5
    legal: int = 6
    outside: int = 12
    twins: int = 4
    twin_entries: int = 60
    cap: int = 2000
    rulings: int = 24


@dataclass
class Survey:
    """What was found. `players`: see `Walk`. `winners`: games won by each of them; "nobody" has the draws. `problems`:
    by check, each with the game's seed. `hid`: facts with something hidden that holds no id, with their rules, and
    whether it was ever hidden from anybody.
    """

    game: Game[Any]
    effort: Effort = field(default_factory=Effort)
    players: tuple[str, ...] = (RANDOM,)
    games: int = 0
    finished: int = 0
    capped: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    commands: int = 0
    facts: int = 0
    twins: int = 0
    twin_entries: int = 0
    twin_viewers: Counter[Viewer] = field(default_factory=Counter)
    examined: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    hid: dict[tuple[str, str], bool] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in CHECKS})

    def play(self, seats: int, seed: int, *, standing: bool = False, position: str = "") -> Walk | None:
        """Plays one game and checks it. `standing`: standing commands are sent too. `position`: where it begins, as
        JSON, for so many seats. None: it does not begin.
        """
        self.games += 1
        self.seats[seats] += 1
        try:
            walk = Walk(self.game, seats, seed, standing=standing, players=self.players, position=position)
        except KernelError as failed:
            self._wrong("stuck", f"{self.game.ruleset}, {seats} seats, seed {seed}", f"it does not begin: {failed}")
            return None
        examination = _Examination(self, walk)
        try:
            examination.whole_game()
        except ScriptDiverged as diverged:
            self.wrong("diverged", walk, f"version {walk.table.version}: {diverged}")
            return walk
        except Exception as failed:
            self.wrong("stuck", walk, f"version {walk.table.version}: {_told(failed)}")
            return walk
        try:
            if self.effort.twins:
                self._twins(walk)
            if self.effort.rulings:
                Rulings(self, walk).all()
        except Exception as failed:
            self.wrong("stuck", walk, f"played again, or in a fork with a judge's rulings: {_told(failed)}")
        return walk

    def _twins(self, walk: Walk) -> None:
        for twin in twins(walk, self.effort.twins, self.effort.twin_entries):
            self.twins += 1
            self.twin_entries += twin.entries
            self.twin_viewers += twin.viewers
            for leak in twin.leaks:
                self.wrong("leaks", walk, f"{twin.what}: {leak}")
            if twin.failed:
                self.wrong("stuck", walk, f"{twin.what}: {twin.failed}")

    def never_hidden(self) -> list[str]:
        """Facts of which something is marked hidden that everybody was shown each time."""
        return [
            f"{fact} under {rule}: what is marked hidden was never hidden"
            for (fact, rule), hid in self.hid.items()
            if not hid
        ]

    def wrong(self, kind: str, walk: Walk, what: str) -> None:
        self._wrong(kind, str(walk), what)

    def _wrong(self, kind: str, where: str, what: str) -> None:
        self.problems[kind].append(f"{where}: {what}")


def _told(failed: Exception) -> str:
    """What went wrong, and where."""
    place = traceback.extract_tb(failed.__traceback__)[-1]
    return f"{type(failed).__name__}: {failed} ({place.filename}:{place.lineno})"


class _Examination:
    """One game, checked while it is played."""

    def __init__(self, survey: Survey, walk: Walk) -> None:
        self.survey, self.walk, self.game, self.effort = survey, walk, walk.game, survey.effort
        self.begun = walk.table.version
        self.conserved: Mapping[str, int] = dict(walk.game.conserved(walk.table.state))

    def whole_game(self) -> None:
        survey, walk = self.survey, self.walk
        self._stored(walk.before(self.begun), walk.match.entries[-1])
        self._ids(walk.before(self.begun), walk.table, walk.match.entries[-1].facts)
        while not walk.table.over and walk.table.version - self.begun < self.effort.cap:
            seat, command = walk.choose()
            survey.commands += 1
            looked_at = walk.table.version == self.begun or walk.dice.randrange(self.effort.every) == 0
            if looked_at:
                self.examine()
            before, cold = walk.table, self._cold(seat, command) if looked_at else None
            walk.match.live.drop(walk.dice.randrange(len(before.frames) + 1) if looked_at else len(before.frames))
            done = walk.send(seat, command)
            if cold is not None and cold != done:
                self._wrong("diverged", f"{told(command)} of seat {seat} leads elsewhere with no generators at hand")
            self._after(before, looked_at)
        self._ending()
        self._whole()

    def _wrong(self, kind: str, what: str) -> None:
        self.survey.wrong(kind, self.walk, f"version {self.walk.table.version}: {what}")

    # Before a command.

    def examine(self) -> None:
        """Everything that can be asked of a table without changing it."""
        survey, walk, table = self.survey, self.walk, self.walk.table
        survey.examined += 1
        before = msgspec.json.encode(state_as_json(table.state))
        if waiting(self.game, table, None).play.told_otherwise:
            self._wrong("diverged", "the script that waits tells it otherwise when it is run again")
        for seat in range(walk.seats):
            self._menus(seat)
            self._sights(seat)
        self._sights(JUDGE)
        self._sights(SPECTATOR)
        if walk.table is not table or msgspec.json.encode(state_as_json(table.state)) != before:
            self._wrong("accepted_illegal", "looking at the table and sending refused commands changed it")

    def _menus(self, seat: int) -> None:
        game, table, live = self.game, self.walk.table, self.walk.match.live
        assert table.decision is not None
        menu, beside = offers(game, table, seat, live), standing(game, table, seat)
        if described(menu) != described(offers(game, table, seat)):
            self._wrong("diverged", f"seat {seat}'s menu is another one with no generators at hand")
        if seat in table.decision.seats and not any(offer.open() for offer in menu):
            raise Stuck(f"{table.decision.rule}: seat {seat} is asked, and no offer is open")
        for offers_here, decision in ((menu, table.decision.version), (beside, 0)):
            self._inside(seat, offers_here, decision)
            if self.effort.outside:
                self._out(seat, offers_here, decision)
        for command in itertools.islice(not_offered(game, menu), self.effort.outside):
            self._refused(seat, table.decision.version, pack(game, command), f"{told(command)}, which is not offered")

    def _inside(self, seat: int, menu: list[Any], decision: int) -> None:
        game, table = self.game, self.walk.table
        opinions = [Opinion(offer) for offer in menu]
        for command in legal(menu, self.effort.legal, self.walk.dice):
            self.survey.tried["legal"] += 1
            if not any(opinion.lawful(command) for opinion in opinions):
                self._wrong("refused_legal", f"{told(command)} of seat {seat} is listed, and not lawful")
            refused = check(game, table, seat, decision, pack(game, command), self.walk.match.live)
            if refused is not None:
                self._wrong("refused_legal", f"{told(command)} of seat {seat} is offered and refused: {refused}")
            elif self.walk.dice.randrange(4) == 0:
                done = self._decide(table, seat, decision, pack(game, command))
                if isinstance(done, Refused):
                    self._wrong("refused_legal", f"{told(command)} of seat {seat} passes, then is refused: {done}")
                else:
                    self._ids(table, done.table, done.facts, f"{told(command)} of seat {seat}: ")

    def _out(self, seat: int, menu: list[Any], decision: int) -> None:
        game, table, dice = self.game, self.walk.table, self.walk.dice
        for command in legal(menu, 1, dice):
            changed = list(outside(menu, command))
            for other in dice.sample(changed, min(self.effort.outside, len(changed))):
                self._refused(seat, decision, pack(game, other), told(other))
            sent = pack(game, command)
            for bad in malformed(game, command):
                self._refused(seat, decision, bad, f"the bytes {bad.hex()}")
            if decision:
                for stale in (table.version + 7, decision - 1 or decision + 1):
                    self._refused(seat, stale, sent, f"{told(command)} for decision {stale}")
                for other_seat in (-1, -2, self.walk.seats):
                    self._refused(other_seat, decision, sent, f"{told(command)}")
                self._from_others(seat, decision, sent, command)

    def _from_others(self, seat: int, decision: int, sent: bytes, command: Message) -> None:
        asked = self.walk.table.decision.seats if self.walk.table.decision else ()
        for other in range(self.walk.seats):
            if other not in asked:
                self._refused(other, decision, sent, f"{told(command)}, which seat {seat} is asked for")

    def _refused(self, seat: int, decision: int, sent: bytes, what: str) -> None:
        self.survey.tried["outside"] += 1
        done = self._decide(self.walk.table, seat, decision, sent)
        if isinstance(done, Accepted):
            self._wrong("accepted_illegal", f"{what} of seat {seat} is not offered and accepted")
            return
        for wrong in improper(self.game, self.walk.table, done):
            self._wrong("improper", f"{what} of seat {seat} is refused, and {wrong}")

    def _decide(self, table: Table, seat: int, decision: int, sent: bytes) -> Accepted | Refused:
        version = self.walk.next_version
        return decide(self.game, table, seat, decision, sent, version, self.walk.chance(version))

    def _cold(self, seat: int, command: Message) -> Accepted | Refused:
        return self._decide(self.walk.table, seat, self.walk.decision_for(command), pack(self.game, command))

    def _sights(self, viewer: int) -> None:
        game, table = self.game, self.walk.table
        view = game.view(table.state, viewer)
        if view != game.view(table.state, viewer) or type(view) is not game.view_type:
            self._wrong("diverged", f"viewer {viewer}'s view is another one each time")
        scene = game.scene(view)
        forget()
        if scene != game.scene(view) or view != game.view(table.state, viewer):
            self._wrong("diverged", f"viewer {viewer}'s scene is another one each time, or changes the view")
        assert table.origin is not None and table.decision is not None
        furniture = game.furniture(read_setup(game, table.origin.setup), table.origin.seats)
        menu = offers(game, table, viewer, self.walk.match.live) if viewer in table.decision.seats else ()
        for wrong in itertools.islice(wrong_in_scene(game, scene, furniture, menu), 3):
            self._wrong("improper", f"viewer {viewer}'s scene: {wrong}")
        for one in unavailable(game, table, viewer) if viewer >= 0 else ():
            for reason in one.reasons:
                if reason.rule not in game.rulebook or not reason.text:
                    self._wrong(
                        "improper", f"{one.subject.label!r} is unavailable under {reason.rule!r}: {reason.text!r}"
                    )

    # After a command.

    def _after(self, before: Table, looked_at: bool) -> None:
        walk, entry = self.walk, self.walk.match.entries[-1]
        now = dict(self.game.conserved(walk.table.state))
        if now != self.conserved:
            lost = {name: (self.conserved.get(name), now.get(name)) for name in {**self.conserved, **now}}
            changed = {name: pair for name, pair in lost.items() if pair[0] != pair[1]}
            self._wrong("not_conserved", f"{changed} (before, now)")
            self.conserved = now
        packed: Any = self.game.facts.FromString(entry.facts)
        self.survey.facts += len(packed.facts)
        for rule in packed.rules:
            if rule not in self.game.rulebook:
                self._wrong("improper", f"a fact happened under {rule!r}, which is no rule")
        for fact in packed.facts:
            self._private(fact)
        self._ids(before, walk.table, entry.facts)
        if looked_at:
            self._stored(before, entry)

    def _ids(self, before: Table, table: Table, facts: bytes, tried: str = "") -> None:
        """`tried`: a command that leads there, where the game itself goes on otherwise: random play seldom sends it."""
        viewers, live = self.walk.viewers, None if tried else self.walk.match.live
        found = (
            wrongly_named(self.game, table, facts, viewers, live),
            wrongly_given(self.game, before, table, facts, viewers),
            wrongly_seen(self.game, facts, viewers),
        )
        for wrong in itertools.islice(itertools.chain(*found), 3):
            self._wrong("leaks", tried + wrong)
        for face in faces(self.game, facts):
            if holds_no_id(face):
                key = face.whole.DESCRIPTOR.name, face.rule
                hid = any(not face.open_to(viewer) for viewer in viewers)
                self.survey.hid[key] = self.survey.hid.get(key, False) or hid

    def _private(self, fact: Any) -> None:
        """A judge's amendment is private to nobody: what such a fact tells must be hidden in itself."""
        name = fact.WhichOneof("fact")
        if fact.private and name in self.game.hidden_of and not self.game.hidden_of[name]:
            self._wrong(
                "leaks", f"{name} is private and has no hidden field: amended, it would tell everybody all of it"
            )

    def _stored(self, before: Table, entry: pb.Entry) -> None:
        """Stored bytes fold to the equal table, at once and fact by fact; no reducer changes a fact; and a snapshot of
        the table is all of it.
        """
        table = self.walk.table
        if fold(self.game, before, read_back(entry)) != table:
            self._wrong("not_folded", "the stored entry folds to another table")
        if entry.command:
            packed: Any = self.game.facts.FromString(entry.facts)
            step, rules = before, list(packed.rules)
            for fact in packed.facts:
                was = fact.SerializeToString(deterministic=True)
                step = fold_fact(self.game, step, rules, fact, entry.command, entry.version)
                if fact.SerializeToString(deterministic=True) != was:
                    self._wrong("not_folded", f"the reducer of {fact.WhichOneof('fact')} changes the fact")
            if step != table:
                self._wrong("not_folded", "fact by fact, the stored entry folds to another table")
        if restored(self.game, snapshot(self.game, table)) != table:
            self._wrong("not_folded", "a snapshot of the table, read again, is another one")
        for what in itertools.islice(_not_plain(table.state, "state"), 3):
            self._wrong("not_plain", what)
        again = msgspec.convert(state_as_json(table.state), type=self.game.state, str_keys=True)
        if again != table.state:
            self._wrong("not_plain", "the state, written as JSON and read again, is another one")

    # At the end.

    def _ending(self) -> None:
        survey, result = self.survey, self.walk.table.result
        if result is None:
            survey.capped += 1
            return
        survey.finished += 1
        survey.endings[result.rule] += 1
        survey.winners.update({self.walk.player(seat) for seat in result.winners} or {"nobody"})
        if result.rule not in self.game.rulebook:
            self._wrong("improper", f"it ended under {result.rule!r}, which is no rule")
        seat = 0
        command = self.walk.match.entries[-1].command
        self._refused(seat, self.walk.match.entries[-1].decision, command, "a command after the end")

    def _whole(self) -> None:
        """A prefix folded, then the rest, equals the whole."""
        entries = [read_back(entry) for entry in self.walk.match.entries]
        at = self.walk.dice.randrange(len(entries) + 1)
        prefix = fold_all(self.game, entries[:at])
        whole = fold_all(self.game, entries[at:], prefix)
        if whole != self.walk.table or fold_all(self.game, entries) != whole:
            self._wrong("not_folded", f"the log, folded to version {at} and then on, is not the table")
        known = self.walk.tables.get(at)
        if known is not None and prefix != known:
            self._wrong("not_folded", f"the log, folded to version {at}, is not what the table was then")


def _not_plain(value: Any, where: str) -> Iterable[str]:
    """What in a state is no plain, frozen value."""
    if value is None or type(value) in (bool, int, str, bytes):
        return
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield f"{where} is a {type(value).__name__}, which is not frozen"
        for name in value.__struct_fields__:
            yield from _not_plain(getattr(value, name), f"{where}.{name}")
    elif type(value) is tuple:
        for number, part in enumerate(value):
            yield from _not_plain(part, f"{where}[{number}]")
    elif type(value) is dict:
        for name, part in value.items():
            yield from _not_plain(name, f"a key of {where}")
            yield from _not_plain(part, f"{where}[{name!r}]")
    else:
        yield f"{where} is a {type(value).__name__}"
