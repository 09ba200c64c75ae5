"""`given(position).when(seat, command).then(facts...)`: rule tests that read like the sentences they hold.

    def test_a_kept_card_may_not_cost_more_than_its_territory(referee):
        referee.given(position).when(0, KeepCard(card=3, on=7)).refused("hoc.keep.cost-limit")

A test's game is a sandbox of its own, at a service or in memory; see `rulekeeper.testing.plugin`. Commands and facts
are the game's messages, or mappings: `{"KeepCard": {"card": 3, "on": 7}}`. What does not hold is an `AssertionError`
that shows the difference, each fact with its rule. All of it may be called from plain tests and from async ones.

Where seats are asked that have nothing to say, `passing` lets them pass by themselves:

    referee.given(position).passing(1, 2).when(0, attack).then_contains(CardDiscarded(seat=1), CardDiscarded(seat=2))
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from google.protobuf import json_format
from google.protobuf.message import Message

from rulekeeper.client import Choice, Reason
from rulekeeper.kernel import JUDGE, SPECTATOR
from rulekeeper.testing import matchers
from rulekeeper.testing.matchers import Expected, Fact, Under, difference, listing, under
from rulekeeper.testing.tables import Ending, No, Position, Start, Table, as_choice

Command = Message | Choice | Mapping[str, Any]
Wanted = Expected | Mapping[str, Any]

MOST_PASSES = 1_000
"""Passes after one command; of a game in which more come, a test would never end."""


class Scene:
    """A game in a test. Every method but the properties gives the scene back, so that sentences can be built."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.version = 0
        self._entries: list[int] = []
        """The last accepted command's entry, and those of the passes that followed by themselves."""
        self._passing: tuple[int, ...] = ()
        self._rules: frozenset[str] = frozenset()
        self._sent = ""
        self._no: No | None = None
        self._heeded = True

    # Doing.

    def when(self, seat: int, command: Command) -> Self:
        """A seat sends a command. What comes of it is for `then` or `refused` to say, before the next `when`."""
        __tracebackhide__ = True
        self.heed()
        choice = as_choice(command, self.table.messages)
        self._sent = f"seat {seat}: {choice}"
        done = self.table.submit(seat, choice)
        if isinstance(done, No):
            self._no, self._heeded = done, False
        else:
            self._no, self.version, self._entries = None, done, [done]
            self._pass()
        return self

    def passing(self, *seats: int, rules: Iterable[str] = ()) -> Self:
        """From now on these seats, and no others, have a standing pass: they pass by themselves what they can.

        `rules`: only what is asked under one of these. No seats: all answer by hand again. What the passes lead to is
        what the last command led to, for `then` and its kin.
        """
        __tracebackhide__ = True
        self._passing, self._rules = seats, frozenset((rules,) if isinstance(rules, str) else rules)
        self._pass()
        return self

    def _pass(self) -> None:
        __tracebackhide__ = True
        sent = 0
        while (found := self._next_pass()) is not None:
            if sent == MOST_PASSES:
                raise AssertionError(f"seats {list(self._passing)} pass without end, {sent} times by now")
            seat, choice = found
            done = self.table.submit(seat, choice, automatic=True)
            if isinstance(done, No):
                raise AssertionError(f"the standing pass of seat {seat} was refused ({done.kind}):\n{done}")
            self._entries.append(done)
            sent += 1

    def _next_pass(self) -> tuple[int, Choice] | None:
        """A seat that passes by itself and can pass now, with its pass."""
        for seat in self.table.asked() if self._passing else ():
            choice = self.table.pass_of(seat, self._rules) if seat in self._passing else None
            if choice is not None:
                return seat, choice
        return None

    # What came of it.

    def then(self, *facts: Wanted, ids: bool = False, seen_by: int = JUDGE) -> Self:
        """The last command led to these facts, in this order, and to no others.

        `ids`: compare ids of cards and the like too. `seen_by`: the facts as a seat or `SPECTATOR` sees them.
        """
        __tracebackhide__ = True
        return self._match(matchers.exactly, "exactly, in this order", facts, ids, seen_by)

    def then_in_order(self, *facts: Wanted, ids: bool = False, seen_by: int = JUDGE) -> Self:
        """The last command led to these facts in this order; others may come between."""
        __tracebackhide__ = True
        return self._match(matchers.in_order, "in this order", facts, ids, seen_by)

    def then_contains(self, *facts: Wanted, ids: bool = False, seen_by: int = JUDGE) -> Self:
        """The last command led to these facts, in any order; there may be others."""
        __tracebackhide__ = True
        return self._match(matchers.contains, "in any order", facts, ids, seen_by)

    def refused(self, *rules: str, text: str = "") -> Self:
        """The last command was refused: under each of these rules, and with this text in one of the reasons."""
        __tracebackhide__ = True
        self._heeded = True
        if self._no is None:
            facts = listing(self.facts()) if self._sent else "    (nothing was sent)"
            raise AssertionError(f"{self._sent} was accepted, and led to\n{facts}")
        missing = [rule for rule in rules if rule not in {reason.rule for reason in self._no.reasons}]
        if missing:
            raise AssertionError(f"{self._sent} was refused, but not under {', '.join(missing)}:\n{self._no}")
        if text and not any(text in reason.text for reason in self._no.reasons):
            raise AssertionError(f"{self._sent} was refused, but no reason says {text!r}:\n{self._no}")
        return self

    def accepted(self) -> Self:
        """The last command was accepted; nothing is said of its facts."""
        __tracebackhide__ = True
        self.heed()
        return self

    def heed(self) -> None:
        """Raises where a refusal went by unnoticed."""
        __tracebackhide__ = True
        if self._no is not None and not self._heeded:
            self._heeded = True
            raise AssertionError(f"{self._sent} was refused ({self._no.kind}):\n{self._no}")

    # How things stand.

    def legal(self, seat: int, commands: Iterable[Command], *, of: type[Message] | str | None = None) -> Self:
        """These commands, and no others, may answer what the seat is asked. None: it is not asked.

        `of`: among commands of this kind. Where the order of values means nothing, it is not compared. Raises
        ValueError where more are legal than can be listed.
        """
        __tracebackhide__ = True
        kind = of if isinstance(of, str) else of.DESCRIPTOR.full_name if of is not None else ""
        listed, ordered = self.table.legal(seat, kind)
        found = {canonical(each, ordered): each for each in listed}
        given = [as_choice(each, self.table.messages) for each in commands]
        wanted = {canonical(each, ordered): each for each in given}
        missing = [str(wanted[key]) for key in wanted if key not in found]
        extra = [str(found[key]) for key in found if key not in wanted]
        if missing or extra:
            what = f"what seat {seat} may do is not what was expected"
            lines = [
                *(f"  - {each}  is not legal" for each in missing),
                *(f"  + {each}  is legal too" for each in extra),
            ]
            raise AssertionError("\n".join([what, *lines]))
        return self

    def asked(self, *seats: int) -> Self:
        """The table waits for these seats, and no others; for none when the game is over."""
        __tracebackhide__ = True
        now = self.table.asked()
        if set(now) != set(seats):
            raise AssertionError(f"the table waits for seats {list(now)}, not for {list(seats)}")
        return self

    def over(self, *winners: int, rule: str = "") -> Self:
        """The game is over, these seats have won (none: a draw), and this rule ended it."""
        __tracebackhide__ = True
        ending = self.table.ending()
        if ending is None:
            raise AssertionError("the game is not over")
        if set(ending.winners) != set(winners) or rule not in ("", ending.rule):
            expected = f"{list(winners)}{f' under {rule}' if rule else ''}"
            raise AssertionError(f"seats {list(ending.winners)} have won under {ending.rule}, not {expected}")
        return self

    def not_over(self) -> Self:
        """The game goes on."""
        __tracebackhide__ = True
        ending = self.table.ending()
        if ending is not None:
            raise AssertionError(f"the game is over: seats {list(ending.winners)} have won under {ending.rule}")
        return self

    def unavailable(self, seat: int, subject: str, *rules: str) -> Self:
        """A thing of the seat's, whose words contain `subject`, cannot be used now, under each of these rules."""
        __tracebackhide__ = True
        listed = self.table.why_not(seat)
        against: list[Reason] = [reason for label, reasons in listed if subject in label for reason in reasons]
        if not any(subject in label for label, _ in listed):
            raise AssertionError(
                f"{subject!r} is not among what seat {seat} cannot use:\n{listing(label for label, _ in listed)}"
            )
        missing = [rule for rule in rules if rule not in {reason.rule for reason in against}]
        if missing:
            raise AssertionError(f"{subject!r} is unavailable, but not under {', '.join(missing)}:\n{listing(against)}")
        return self

    # Looking.

    def facts(self, seen_by: int = JUDGE) -> list[Fact]:
        """The facts that the last accepted command led to, and the passes that followed by themselves."""
        return [fact for version in self._entries for fact in self.table.facts(version, seen_by)]

    @property
    def reasons(self) -> list[Reason]:
        """Why the last command was refused; empty if it was not."""
        self._heeded = True
        return list(self._no.reasons) if self._no is not None else []

    def view(self, viewer: int = JUDGE) -> Any:
        """The table as a seat, `SPECTATOR` or `JUDGE` sees it: the game's view message."""
        return self.table.view(viewer)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, if it has."""
        return self.table.ending()

    def _match(
        self,
        holds: Callable[[Sequence[Fact], Sequence[Expected], bool], bool],
        how: str,
        facts: Sequence[Wanted],
        ids: bool,
        seen_by: int,
    ) -> Self:
        __tracebackhide__ = True
        self.heed()
        found, expected = self.facts(seen_by), [self._expected(each) for each in facts]
        if not holds(found, expected, ids):
            who = {JUDGE: "", SPECTATOR: " as a spectator sees them"}.get(seen_by, f" as seat {seen_by} sees them")
            what = f"after {self._sent or 'nothing'}, the facts{who} are not those expected {how}"
            raise AssertionError(f"{what}\n{difference(found, expected, ids)}")
        return self

    def _expected(self, wanted: Wanted) -> Expected:
        if not isinstance(wanted, Mapping):
            return wanted
        if len(wanted) != 1:
            raise ValueError(f"a fact is one name with its fields, not {wanted!r}")
        ((name, fields),) = wanted.items()
        if name not in self.table.messages:
            raise ValueError(f"this game has no fact {name}")
        return json_format.ParseDict(fields or {}, self.table.messages[name]())


class Referee:
    """Makes a game for each `given`, and afterwards sees to it that no refusal went by unnoticed."""

    def __init__(self, table: Callable[[Start], Table]) -> None:
        self._table = table
        self._scenes: list[Scene] = []

    def given(
        self,
        position: Position | None = None,
        *,
        game: str | None = None,
        seats: int | None = None,
        setup: Mapping[str, Any] | None = None,
        seed: bytes | None = None,
    ) -> Scene:
        """A game from a position (a mapping, JSON, or a file of it), or from a game's set-up.

        `seed`: 32 bytes, so that draws come out the same each time. Raises ValueError for a position or a set-up that
        is not one, saying where.
        """
        scene = Scene(self._table(Start(position, game, seats, setup, seed)))
        self._scenes.append(scene)
        return scene

    def heed(self) -> None:
        """Raises where a refusal went by unnoticed in any of the games."""
        __tracebackhide__ = True
        for scene in self._scenes:
            scene.heed()


def canonical(choice: Choice, ordered: set[tuple[str, str]]) -> tuple[str, tuple[tuple[str, object], ...]]:
    """A choice as it is compared: what takes several values sorted, where their order means nothing."""
    fields = []
    for name, value in sorted(choice.fields.items()):
        if isinstance(value, tuple):
            if not value:
                continue
            value = value if (choice.command, name) in ordered else tuple(sorted(value, key=repr))
        fields.append((name, value))
    return choice.command, tuple(fields)


__all__ = ["JUDGE", "SPECTATOR", "Fact", "Referee", "Scene", "Under", "under"]
