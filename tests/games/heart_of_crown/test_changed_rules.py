"""A rule that is changed while a game is in flight is noticed, and the game goes on when it is changed back.

What is changed here is the text of the game's own main phase; the game is in the midst of a turn, a hundred commands
on.
"""

import inspect
import random
from dataclasses import replace
from types import ModuleType

import pytest

from rulekeeper.games.heart_of_crown import GAME, main_phase
from rulekeeper.games.heart_of_crown.state import State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Accepted, Game, Match, ScriptDiverged, collect_rules, fold_all, random_command

PLAYED = """\
    play.emit(played, card.audience, rule=cited)
    yield from resolve(play, seat, card.kind)
"""
EMIT, EFFECTS = PLAYED.splitlines(keepends=True)


def changed(old: str, new: str) -> Game[State]:
    """The game with other words in one place of its main phase."""
    source = inspect.getsource(main_phase)
    assert source.count(old) == 1
    module = ModuleType(main_phase.__name__)
    exec(compile(source.replace(old, new), main_phase.__file__, "exec"), vars(module))
    scripts = {script.id: script for script in (*GAME.scripts, *collect_rules(module))}
    return replace(GAME, scripts=tuple(scripts.values()))


def in_the_midst() -> Match[State]:
    """A game of three: a hundred commands, and then until a card was played in this main phase and gave coins."""
    match: Match[State] = Match(GAME, 3, seed=b"in the midst")
    dice = random.Random(3)
    while len(match.entries) < 100 or not just_played(match):
        on(match, dice)
    return match


def on(match: Match[State], dice: random.Random) -> None:
    seat = match.asked()[0]
    command = random_command(match.game, match.table, seat, dice.randrange, match.live)
    assert isinstance(match.submit(seat, command), Accepted)


def just_played(match: Match[State]) -> bool:
    frame, facts = match.table.frames[-1], [type(fact.fact) for fact in match.facts()]
    return frame.script == "hoc.main" and facts[:2] == [pb.CardPlayed, pb.CoinsGained]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (PLAYED, EFFECTS + EMIT, ("on record is card_played {", "done was coins_gained {")),
        (EMIT, "", ("on record is card_played {", "done was coins_gained {")),
        (
            "seat=seat,\n        was=card.id",
            "seat=seat,\n        was=0",
            ("on record is card_played {", "done was card_"),
        ),
        (
            PLAYED,
            PLAYED + "    play.emit(pb.CoinsGained(seat=seat, coins=1))\n",
            ("done, but not on record: coins_ga",),
        ),
    ],
    ids=["a fact reordered", "a fact removed", "a fact altered", "a fact added"],
)
def test_a_changed_script_is_caught_and_the_fact_is_named(old: str, new: str, told: tuple[str, ...]) -> None:
    match = in_the_midst()
    before, seat = match.table, match.asked()[0]
    match.game = changed(old, new)
    match.live.drop()
    for _ in range(2):
        with pytest.raises(ScriptDiverged) as caught:
            match.submit(seat, pb.EndMainPhase())
        assert caught.value.rule == "hoc.main" and all(words in str(caught.value) for words in told), caught.value
    assert match.table is before

    match.game = GAME
    dice = random.Random(4)
    assert isinstance(match.submit(seat, pb.EndMainPhase()), Accepted)
    while not match.table.over:
        on(match, dice)
    assert fold_all(GAME, match.entries) == match.table and match.table.result


def test_what_is_changed_in_words_only_is_no_change() -> None:
    match = in_the_midst()
    match.game = changed(EMIT, "    # Face up.\n" + EMIT)
    match.live.drop()
    assert isinstance(match.submit(match.asked()[0], pb.EndMainPhase()), Accepted)
