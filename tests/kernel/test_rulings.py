"""What judges do: amendments, rewinds, and rewinds undone."""

import random

import pytest

from rulekeeper.kernel import (
    Accepted,
    AmendRefused,
    FoldFailed,
    Live,
    Match,
    Play,
    Refused,
    Script,
    SeededChance,
    ask_all,
    decide,
    effective,
    escape,
    finish,
    fold_all,
    mint,
    only,
    pack,
    rewind,
    rule,
)
from rulekeeper.testing.conformance_walk import Walk, read_back
from rulekeeper.v1 import entry_pb2
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import ONE_TO_NINE, State, begun, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb


@rule("s.turn")
def turn(play: Play[State], number: int) -> Script[None]:
    play.emit(pb.Told(text=f"turn {number} at {play.state.number}"))
    picked = yield from pick(play)
    if picked == 9:
        yield from finish([0], "s.end")
    drawn = play.draw("bag", (("a", 1), ("b", 1)), only(0))
    play.emit(pb.Told(text=f"{drawn} at {play.state.number}"))


@rule("s.main")
def turns(play: Play[State]) -> Script[None]:
    number = 0
    while True:
        number += 1
        yield from turn.run(number)
        sealed = yield from ask_all({0: ONE_TO_NINE, 1: ONE_TO_NINE})
        play.emit(pb.Told(text=f"sealed {sealed[0].number} {sealed[1].number}"))


def untold(state: State, viewer: int) -> pb.View:
    """The number is no turn here: judges may change it."""
    return pb.View(told=state.told)


TURNS = sample(turns, turn, view=untold)


def picks(match: Match[State], *numbers: int) -> None:
    """Everyone who is asked picks, lowest seat first."""
    for number in numbers:
        done = match.submit(match.asked()[0], pb.Pick(number=number))
        assert isinstance(done, Accepted), done


def sound(match: Match[State]) -> None:
    """The log, as effective and as stored, is the table; and what comes next does not depend on the cache."""
    entries = [read_back(entry) for entry in match.entries]
    assert fold_all(match.game, effective(entries)) == match.table
    if match.table.over:
        return
    assert match.table.decision is not None
    seat, version = match.asked()[0], len(entries) + 1
    sent = pack(match.game, pb.Pick(number=2))
    decision = match.table.decision.version
    warm = decide(match.game, match.table, seat, decision, sent, version, SeededChance(b"", version), match.live)
    assert warm == decide(match.game, match.table, seat, decision, sent, version, SeededChance(b"", version))
    assert isinstance(warm, Accepted)


# Amending.


def test_an_amendment_changes_the_state_belongs_to_no_frame_and_asks_anew() -> None:
    match = begun(TURNS)
    picks(match, 3)
    before = match.table
    match.amend(pb.Told(text="ruled", number=100), pb.Told(text="twice"))
    after = match.table
    assert texts(match)[-2:] == ("ruled", "twice") and after.state.number == before.state.number + 100
    assert [frame.facts for frame in after.frames] == [frame.facts for frame in before.frames]
    assert before.decision is not None and after.decision is not None
    assert after.decision.version == len(match.entries) and after.decision.rule == before.decision.rule
    assert [(one.rule, one.amended) for one in match.facts()] == [("judge", True)] * 2
    stale = match.submit(0, pb.Pick(number=1), before.decision.version)
    assert isinstance(stale, Refused) and stale.kind == "stale"
    sound(match)
    picks(match, 4, 5, 6)
    sound(match)
    assert "turn 2 at 103" in texts(match)


@pytest.mark.parametrize("warm", [True, False])
def test_a_script_that_waits_sees_an_amended_state_when_it_goes_on(warm: bool) -> None:
    match = begun(TURNS)
    match.amend(pb.Told(text="ruled", number=1000))
    if not warm:
        match.live.drop()
    picks(match, 3)
    assert texts(match)[-1].endswith("at 1003")
    sound(match)


def test_an_amendment_makes_sealed_answers_void_and_asks_all_those_seats_again() -> None:
    match = begun(TURNS)
    picks(match, 3, 7)
    decision = match.table.decision
    assert decision is not None and decision.seats == (1,) and decision.sealed
    match.amend(pb.Told(text="ruled"))
    anew = match.table.decision
    assert anew is not None and anew.seats == (0, 1) and anew.given == () and anew.sealed
    stale = match.submit(1, pb.Pick(number=8), decision.version)
    assert isinstance(stale, Refused) and stale.kind == "stale"
    picks(match, 1, 2)
    assert "sealed 1 2" in texts(match)
    sound(match)


def test_an_amendment_that_the_reducers_cannot_take_is_refused() -> None:
    match = Match(GAME, 2)
    before = match.table
    for fact in (nm.WareTaken(seat=0, card=1 << 16, kind="jade"), nm.WareScored(seat=1, was=5), nm.PlayerLeft(seat=9)):
        with pytest.raises(AmendRefused):
            match.amend(fact)
    with pytest.raises(AmendRefused, match="Pick is not a fact of night_market@1"):
        match.amend(pb.Pick())
    assert match.table is before


def test_an_amendment_from_which_the_game_could_not_go_on_is_refused() -> None:
    @rule("s.main")
    def counting(play: Play[State]) -> Script[None]:
        while True:
            yield from pick(play)
            yield from pick(play)
            play.emit(pb.Told(text="few" if play.state.number < 50 else ("",)[play.state.number]))

    match = begun(sample(counting, view=untold))
    match.amend(pb.Told(number=7))
    before = match.table
    with pytest.raises(AmendRefused, match="could not go on: ScriptFailed: s.main: IndexError"):
        match.amend(pb.Told(number=43))
    assert match.table is before


def test_what_a_private_fact_shows_is_hidden_in_an_amendment_too() -> None:
    match = Match(GAME, 2)
    match.amend(nm.WareScried(seat=1, place=0, card=mint(match.table.state.minted, only(1)), kind="jade"))
    assert [one.fact for one in match.facts(viewer=0)] == [nm.WareScried(seat=1, place=0)]


def test_an_amendment_begins_no_turn() -> None:
    """Scripts know which turn they run: were it another one on the table, the two would contradict each other."""
    match = Match(GAME, 2)
    before = match.table
    with pytest.raises(AmendRefused, match="night 1 would become night 2: turns are begun by the rules"):
        match.amend(nm.NightBegan(number=2))
    with pytest.raises(AmendRefused, match="number 0 would become number 3"):
        begun(sample(turns, turn)).amend(pb.Told(number=3))
    assert match.table is before
    match.amend(nm.NightBegan(number=1))


def test_an_amendment_names_seats_that_there_are_and_speaks_no_python() -> None:
    match = Match(GAME, 2)
    with pytest.raises(AmendRefused, match="bid_revealed: there is no seat 9"):
        match.amend(nm.BidRevealed(seat=9, coins=1))
    with pytest.raises(AmendRefused) as refused:
        match.amend(nm.WareScored(seat=1, was=5))
    assert "index" not in str(refused.value) and "Error" not in str(refused.value)


def test_an_amendment_makes_nothing_of_nothing() -> None:
    match = Match(GAME, 2)
    with pytest.raises(AmendRefused, match=r"there were 6, and there would be \d"):
        match.amend(nm.PlayerLeft(seat=0))


def test_a_game_that_is_over_or_has_not_begun_is_not_ruled_on() -> None:
    match = begun(TURNS)
    picks(match, 9)
    assert match.table.over
    with pytest.raises(AmendRefused, match="the game is over"):
        match.amend(pb.Told())
    with pytest.raises(AmendRefused, match="the game is over"):
        match.rewind(5)
    with pytest.raises(AmendRefused, match="has not begun"):
        rewind(TURNS, match.at(2), 9)


# Rewinding.


def test_a_rewind_goes_back_and_asks_anew_and_what_came_after_stays_on_record() -> None:
    match = begun(TURNS)
    picks(match, 1)
    then, at = match.table, len(match.entries)
    picks(match, 2, 3, 4)
    match.rewind(at)
    assert match.table.state == then.state and match.table.frames == then.frames
    assert then.decision is not None and match.table.decision is not None
    assert match.table.decision.version == len(match.entries) and match.table.decision.seats == then.decision.seats
    entry = match.entries[-1]
    assert (entry.rewound.to, entry.parent, len(match.entries)) == (at, at, at + 4)
    assert [e.version for e in effective(match.entries)] == [*range(1, at + 1), at + 4]
    sound(match)
    picks(match, 5, 6)
    assert texts(match)[-2:] == ("sealed 5 6", "turn 2 at 1")
    sound(match)


def test_a_rewind_can_be_undone_and_that_too() -> None:
    match = begun(TURNS)
    picks(match, 1, 2, 3)
    late, at = match.table, len(match.entries)
    match.rewind(at - 2)
    picks(match, 8)
    match.rewind(at)  # back to before the rewind
    assert match.table.state == late.state and match.table.frames == late.frames
    sound(match)
    match.rewind(at + 2)  # and again to after it
    assert match.table.decision is not None and match.table.decision.given == ()
    sound(match)
    picks(match, 4, 5)
    assert texts(match)[-2:] == ("sealed 4 5", "turn 2 at 1")
    sound(match)


def test_what_is_drawn_after_a_rewind_is_drawn_anew_and_what_was_drawn_before_it_stays() -> None:
    match = begun(TURNS, seed=b"secret")
    picks(match, 1, 1, 1)
    stays = texts(match)
    seen = set()
    for _ in range(12):
        picks(match, 2)
        seen.add(texts(match)[-1])
        match.rewind(len(match.entries) - 1)
        assert texts(match) == stays
    assert len(seen) == 2  # not to be redone until it suits: each try is on record, and a draw of its own


def test_a_rewind_makes_sealed_answers_void() -> None:
    match = begun(TURNS)
    picks(match, 1, 7)
    match.rewind(len(match.entries))
    assert match.asked() == (0, 1)
    picks(match, 4, 5)
    sound(match)


@pytest.mark.parametrize("seed", range(10))
def test_any_mixture_of_commands_rewinds_and_amendments_is_sound(seed: int) -> None:
    match, dice, lives = begun(TURNS, seed=b"%d" % seed), random.Random(seed), [Live(), Live()]
    for _ in range(40):
        match.live = dice.choice(lives)
        choice = dice.randrange(6)
        if choice == 0:
            at = [version for version in range(4, len(match.entries) + 1) if match.at(version).decision is not None]
            match.rewind(dice.choice(at))
        elif choice == 1:
            match.amend(pb.Told(text="ruled", number=dice.randrange(100)))
        else:
            picks(match, dice.randrange(1, 9))
        sound(match)


def test_asides_and_escapes_between_rulings_are_sound() -> None:
    for seed in range(4):
        walk = Walk(GAME, 3, seed, standing=True)
        for number in range(60):
            if walk.table.over:
                break
            if number % 7 == 3:
                walk.rewind()
            if number % 11 == 5:
                walk.amend(nm.NightBegan(number=walk.table.state.night))
            walk.send(*walk.choose())
            assert walk.match.at(walk.table.version) == walk.table


# Effective entries.


def entry(version: int, parent: int = 0) -> entry_pb2.Entry:
    return entry_pb2.Entry(version=version, parent=parent)


@pytest.mark.parametrize(
    ("log", "counting"),
    [
        ([], []),
        ([(1, 0), (2, 0), (3, 0)], [1, 2, 3]),
        ([(1, 0), (2, 0), (3, 0), (4, 1), (5, 0)], [1, 4, 5]),
        ([(1, 0), (2, 0), (3, 0), (4, 1), (5, 3), (6, 0)], [1, 2, 3, 5, 6]),
        ([(1, 0), (2, 0), (3, 2), (4, 1), (5, 3), (6, 4)], [1, 4, 6]),
    ],
)
def test_effective_entries_are_the_last_one_and_its_ancestors(log: list[tuple[int, int]], counting: list[int]) -> None:
    assert [e.version for e in effective([entry(*e) for e in log])] == counting


@pytest.mark.parametrize("log", [[(1, 0), (3, 0)], [(2, 1)], [(1, 0), (2, 2)], [(1, 0), (2, 5)]])
def test_a_log_with_a_gap_or_a_parent_that_is_no_earlier_one_has_no_effective_entries(
    log: list[tuple[int, int]],
) -> None:
    with pytest.raises(FoldFailed):
        effective([entry(*e) for e in log])


def test_an_escape_past_a_rewound_frame_finds_its_own_frames() -> None:
    @rule("s.inner")
    def inner(play: Play[State]) -> Script[None]:
        number = yield from pick(play)
        if number == 5:
            yield from escape("s.outer", number)
        yield from inner.run()

    @rule("s.outer")
    def outer(play: Play[State]) -> Script[int]:
        yield from inner.run()
        return 0

    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            ended = yield from outer.run()
            play.emit(pb.Told(text=f"{ended}"))

    match = begun(sample(main, outer, inner))
    picks(match, 1, 2, 3)
    deep = len(match.entries)
    depths = []
    for _ in range(2):
        picks(match, 5)
        depths.append(len(match.table.frames))
        match.rewind(deep)
        depths.append(len(match.table.frames))
        sound(match)
    assert depths == [3, 6, 3, 6]
