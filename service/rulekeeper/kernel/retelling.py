"""Whether rules do what is on record, and only tell it otherwise: for records that were made under rules of before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel.errors import ScriptDiverged
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.positions import first_state
from rulekeeper.kernel.resuming import Again
from rulekeeper.kernel.table import Frame, Recorded, Table, Trail


def told_otherwise(game: Game[Any], before: Table, on_record: bytes, again: bytes) -> bool:
    """Whether two packed `Facts` that could follow from a table do the same to it, by the measure of `Again`: the same
    questions, draws and scripts, and between them facts that lead to the same states, seen by the same viewers.
    """
    state = before.state
    if state is None and before.origin is not None:
        state, _ = first_state(game, before.origin)
    ones, others = list(_stretches(game, on_record)), list(_stretches(game, again))
    if [kernel for _, kernel in ones] != [kernel for _, kernel in others]:
        return False
    for (recorded, _), (done, _) in zip(ones, others, strict=True):
        so_far: Trail[Recorded] = Trail()
        play = Again(game, Frame("", (), state, Trail(), so_far.plus(recorded)))
        play.until(len(recorded))
        try:
            for each in done:
                fact: Any = each.fact
                happened: Message = getattr(fact, fact.WhichOneof("fact"))
                play.emit(happened, fact.audience, private=fact.private, rule=each.rules[fact.rule])
            play.reached()
        except ScriptDiverged:
            return False
        state = play.state
    return True


def _stretches(game: Game[Any], packed: bytes) -> Iterator[tuple[list[Recorded], tuple[str, bytes]]]:
    """The game's own facts up to each of the kernel's, with that one and its rule; the last has none."""
    facts: Any = game.facts.FromString(packed)
    rules, stretch = list(facts.rules), list[Recorded]()
    for fact in facts.facts:
        name = fact.WhichOneof("fact")
        if name in game.reducer_of and not fact.amended:
            stretch.append(Recorded(rules, fact))
            continue
        rule, kernel = rules[fact.rule], type(fact)()
        kernel.CopyFrom(fact)
        kernel.ClearField("rule")
        yield stretch, (rule, kernel.SerializeToString(deterministic=True))
        stretch = []
    yield stretch, ("", b"")
