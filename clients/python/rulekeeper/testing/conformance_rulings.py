"""Rulings: a random game played on in forks, with a judge's amendments and rewinds on the way."""

from typing import TYPE_CHECKING, Any

from rulekeeper.kernel import Accepted, KernelError, decide, fold, pack
from rulekeeper.testing.conformance_walk import Stuck, Walk, read_back, told

if TYPE_CHECKING:
    from rulekeeper.testing.conformance_survey import Survey


class Rulings:
    """The game played on from inside with a judge's amendments and rewinds, and in a fork with another secret."""

    def __init__(self, survey: "Survey", walk: Walk) -> None:
        self.survey, self.walk, self.game = survey, walk, walk.game
        self.amended = False
        self.open = [version for version, table in walk.tables.items() if table.decision is not None]

    def all(self) -> None:
        """Plays on in forks until so many commands were sent as the survey's effort says, and counts what is wrong."""
        left = self.survey.effort.rulings if self.open else 0
        while left > 0:
            fork = self.walk.fork(self.walk.dice.choice(self.open))
            self.amended = False
            for _ in range(min(8, left)):
                left -= 1
                if not self._step(fork):
                    break
                self._rule(fork)

    def _rule(self, fork: Walk) -> None:
        """Sometimes a judge goes back, or takes a fact that happened lately for an amendment."""
        ruling = fork.dice.randrange(6) if not fork.table.over else 5
        if ruling == 0:
            fork.rewind()
        elif ruling == 1:
            version = fork.next_version - 1
            happened = [one.fact for at in range(max(1, version - 5), version + 1) for one in fork.match.facts(at)]
            if happened:
                self.amended |= fork.amend(fork.dice.choice(happened))

    def _step(self, fork: Walk) -> bool:
        """One command, decided cold and warm. A judge's fact may lead to what no rule foresees: both fail then, or the
        game goes on to a table of which it has no view.
        """
        before, version = fork.table, fork.next_version
        if before.over or (self.amended and not fork.seen(before)):
            return False
        try:
            seat, command = fork.choose()
        except (Stuck, KernelError) as stuck:
            if not self.amended:
                self.survey.wrong("stuck", self.walk, f"in a fork at version {version}: {stuck}")
            return False
        sent, decision = pack(self.game, command), fork.decision_for(command)
        cold: Any
        try:
            cold = decide(self.game, before, seat, decision, sent, version, fork.chance(version))
        except KernelError as failed:
            cold = failed
        fork.match.live.drop(fork.dice.randrange(len(before.frames) + 1))
        try:
            warm: Any = fork.send(seat, command)
        except (KernelError, Stuck) as failed:
            warm = failed
        if not isinstance(cold, Accepted) or not isinstance(warm, Accepted):
            if isinstance(cold, Accepted) or isinstance(warm, Accepted) or not self.amended:
                self.survey.wrong(
                    "diverged", self.walk, f"in a fork at version {version}: {cold!r:.300}, {warm!r:.300}"
                )
            return False
        if cold != warm:
            self.survey.wrong("diverged", self.walk, f"in a fork at version {version}: {told(command)} leads elsewhere")
        if fold(self.game, before, read_back(fork.match.entries[-1])) != fork.table:
            self.survey.wrong("not_folded", self.walk, f"in a fork, version {version} folds to another table")
        if fork.match.at(version) != fork.table:
            self.survey.wrong("not_folded", self.walk, f"in a fork, the log up to version {version} is another table")
        return True
