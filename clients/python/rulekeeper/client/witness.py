"""Whether what a viewer was shown of an entry is what is on record.

A digest only says that the record did not change afterwards. A service could still show a player one card and write
down another. When the record is shown in full, this compares the two: each fact that the viewer was shown is the one on
record, whole where the viewer was among its audience, and with nothing in it that is not on record where not. (Which
fields are hidden only the game's messages tell: one that was left out and should not have been is not found so.)
"""

from collections import Counter

from rulekeeper.client.wire import Field, GameFact, fields, game_facts
from rulekeeper.v1 import entry_pb2, table_pb2

SPECTATOR, JUDGE = -1, -2


def sees(audience: int, viewer: int) -> bool:
    """Whether a viewer (a seat, `SPECTATOR` or `JUDGE`) is in an audience: bit 0 spectators, bit 1 + n seat n."""
    return viewer == JUDGE or bool(audience & (1 if viewer == SPECTATOR else 2 << viewer))


def commands(entry: entry_pb2.Entry) -> list[Counter[Field]]:
    """The command in a game's `Command`: the one message that it holds."""
    return [Counter(fields(each.value)) for each in fields(entry.command) if isinstance(each.value, bytes)]


class Witness:
    """One viewer, who compares what they were shown with the record.

    It learns on the way which type of message belongs to which kind of fact, and holds the service to it.
    """

    def __init__(self, viewer: int) -> None:
        self._viewer = viewer
        self._types: dict[int, str] = {}

    def contradiction(self, shown: table_pb2.Step, entry: entry_pb2.Entry) -> str:
        """How a stored entry contradicts the step that was shown; empty if it does not. ValueError where damaged."""
        if shown.command.type_url and Counter(fields(shown.command.value)) not in commands(entry):
            return "another command was shown than is on record"
        recorded = [f for f in game_facts(entry.facts) if not f.private or sees(f.audience, self._viewer)]
        if len(recorded) != len(shown.facts):
            return f"{len(shown.facts)} facts were shown, and {len(recorded)} are on record"
        for place, (seen, fact) in enumerate(zip(shown.facts, recorded, strict=True), 1):
            if not self._same(seen, fact):
                name = seen.fact.type_url.rpartition(".")[2]
                return f"fact {place}, shown as {name} under {seen.rule.id}, is another one on record"
        return ""

    def _same(self, seen: table_pb2.SeenFact, fact: GameFact) -> bool:
        if self._types.setdefault(fact.kind, seen.fact.type_url) != seen.fact.type_url:
            return False
        if (seen.rule.id, seen.amended) != (fact.rule, fact.amended):
            return False
        shown, recorded = Counter(fields(seen.fact.value)), Counter(fields(fact.content))
        return shown == recorded if sees(fact.audience, self._viewer) else shown <= recorded
