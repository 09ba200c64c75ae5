"""A standing pass at the terminal: what a person may choose where they can pass, and what it then answers."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulekeeper.cli import menus, show
from rulekeeper.client import Choice, Moment, Until, main_of, pass_of, turn_of, turn_over
from rulekeeper.testing.messages import messages

ASK = "  p  pass until ..."
"""The menu's line where a pass is open."""


@dataclass(frozen=True)
class StandingPass:
    """`words`: for how long, for people. `until`, `rules`: as `Seat.pass_until` has them. `stays`: it goes on where its
    seat is asked what it does not pass. `watches`: it ends where another player does something. `own`: the turn in
    which it may pass although the person could do what a turn of their own is for: they could as it began.
    """

    words: str
    until: Until | None = None
    rules: frozenset[str] = frozenset()
    stays: bool = True
    watches: bool = False
    own: tuple[int, ...] | None = None

    def answer(self, moment: Moment) -> Choice | None:
        """What it answers; None: it is the person's to answer."""
        if main_of(moment.decision) and turn_of(moment.update) != self.own:
            return None
        return pass_of(moment.decision, self.rules)

    def over(self, moment: Moment) -> str:
        """Why it has ended, for people; empty while it goes on."""
        if self.until is not None and self.until(moment.update):
            return "another turn has begun"
        if not self.stays and self.answer(moment) is None:
            return "it is your turn to do something" if main_of(moment.decision) else "this cannot be passed"
        return ""

    def lines(self) -> list[str]:
        """That it is on, and how it is ended."""
        return show.folded(f"standing pass: {self.words} (x ends it; Ctrl-C, while you wait)")


def under(rules: Iterable[str]) -> StandingPass:
    """Passes whatever is asked under these rules, for the whole game."""
    listed = list(dict.fromkeys(rules))
    return StandingPass(f"whenever you are asked this: {', '.join(listed)}", rules=frozenset(listed))


def kinds(moment: Moment) -> list[StandingPass]:
    """What can be chosen at a moment; for this turn only where the table tells which turn it is."""
    messages(())  # The view is read with its game's messages, where the game is installed.
    own = turn_of(moment.update) if main_of(moment.decision) else None
    found = [
        StandingPass("until somebody acts or you must answer", stays=False, watches=True),
        under([moment.decision.rule.id]),
    ]
    if turn_of(moment.update):
        found.insert(0, StandingPass("until this turn is over", until=turn_over(moment.update)))
    return [replace(each, own=own) for each in found]


def chosen(moment: Moment, ask: menus.Ask) -> StandingPass:
    """Asks which one. Raises `menus.Again` where nothing can be passed, `menus.Back` where none is wanted."""
    if pass_of(moment.decision) is None:
        raise menus.Again("this cannot be passed")
    found = kinds(moment)
    listed = [line for number, each in enumerate(found, 1) for line in show.folded(each.words, f"{number:>3}  pass ")]
    question = "\n".join([*listed, "which one?"])
    (number,) = menus.insisting(lambda said: menus.numbers(said(question), len(found), 1, 1), ask)
    return found[number]
