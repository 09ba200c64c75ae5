"""Whether rules do what is on record, and only tell it otherwise: for records that were made under rules of before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from google.protobuf.message import Message

from rulekeeper.kernel.errors import ScriptDiverged
from rulekeeper.kernel.game import Game
from rulekeeper.kernel.positions import first_state
from rulekeeper.kernel.resuming import Again, same_args
from rulekeeper.kernel.scripts import Run
from rulekeeper.kernel.table import Frame, Recorded, Table, Trail
from rulekeeper.kernel.values import plain_tuple

Kernel: TypeAlias = tuple[str, Any] | None
"""A fact of the kernel's, with its rule."""


def told_otherwise(game: Game[Any], before: Table, on_record: bytes, again: bytes) -> bool:
    """Whether two packed `Facts` that could follow from a table do the same to it, by the measure of `Again`: the same
    questions, draws and scripts, and between them facts that lead to the same states, seen by the same viewers.
    """
    state = before.state
    if state is None and before.origin is not None:
        state, _ = first_state(game, before.origin)
    ones, others = list(_stretches(game, on_record)), list(_stretches(game, again))
    if len(ones) != len(others):
        return False
    if not all(_same(game, one, other) for (_, one), (_, other) in zip(ones, others, strict=True)):
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


def _same(game: Game[Any], one: Kernel, other: Kernel) -> bool:
    """Whether two of the kernel's facts are the same, whichever rules the scripts and questions stand under today.
    Under which one a game ends is no matter of words.
    """
    if one is None or other is None:
        return one is other
    (rule, recorded), (also, done) = one, other
    name = recorded.WhichOneof("fact")
    if name != done.WhichOneof("fact") or recorded.audience != done.audience:
        return False
    was, now = getattr(recorded, name), getattr(done, name)
    match name:
        case "script_began":
            script, args = game.script_of.get(now.script), plain_tuple(now.args)
            given = script is not None and same_args(Run(script, args), plain_tuple(was.args))
            return bool(given and was.aside == now.aside)
        case "escaped":
            return bool(was.value == now.value)
        case "game_ended":
            return bool(was == now and rule == also)
    return bool(was == now)


def _stretches(game: Game[Any], packed: bytes) -> Iterator[tuple[list[Recorded], Kernel]]:
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
        yield stretch, (rule, kernel)
        stretch = []
    yield stretch, None
