"""Proving a record: each thing that should not be is found, under its kind, at its version."""

from __future__ import annotations

from dataclasses import replace

from rulekeeper.kernel import Match, Play, Script, collect_rules, draws, rule
from rulekeeper.log import Head, Stored, digest
from rulekeeper.projections import Kept, Verdict, verify
from rulekeeper.v1.entry_pb2 import Entry
from tests.kernel.night_market import GAME, nights
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.night_market.state import State
from tests.kernel.sample import begun
from tests.kernel.sample import sample_pb2 as pb
from tests.kernel.test_retelling import game_of
from tests.projections.book import SECRET, played, recorded


def kinds(verdict: Verdict) -> list[tuple[str, int]]:
    return [(finding.kind, finding.version) for finding in verdict.findings]


def test_a_sound_record_is_proved_whole() -> None:
    match = played()
    stored = recorded(match)
    verdict = verify(GAME, stored, Kept(stored[4].head, 1, b""))
    assert verdict.sound and not verdict.not_proved, verdict
    assert verdict.head == stored[-1].head and verdict.entries == len(stored)
    drawn = sum(len(nm.Facts.FromString(entry.facts).facts) for entry in match.entries)
    assert verdict.facts == drawn
    # Six to begin with, two in the second night, and those of who looked; no tie.
    assert verdict.draws > 8
    assert verdict.decided_again == len(stored) - 3


def test_before_the_end_draws_are_not_proved_and_rules_are() -> None:
    stored = recorded(played(end=False))
    verdict = verify(GAME, stored)
    assert verdict.sound and verdict.draws == 0 and verdict.decided_again == len(stored) - 3
    assert [text.split(":")[0] for text in verdict.not_proved] == ["history", "contribution", "draws"]


def test_a_changed_byte_is_found() -> None:
    stored = recorded(played())
    entry = Entry.FromString(stored[4].entry)
    entry.time_us += 1
    stored[4] = Stored(5, entry.SerializeToString(), stored[4].digest)
    assert kinds(verify(GAME, stored)) == [("digest", 5)]


def test_a_changed_entry_with_a_new_digest_breaks_the_chain() -> None:
    stored = recorded(played())
    entry = Entry.FromString(stored[4].entry)
    entry.time_us += 1
    data = entry.SerializeToString()
    stored[4] = Stored(5, data, digest(data))
    assert kinds(verify(GAME, stored)) == [("chain", 6)]


def test_a_missing_entry_breaks_the_chain_and_the_folding() -> None:
    stored = recorded(played())
    del stored[4]
    found = kinds(verify(GAME, stored))
    assert ("chain", 6) in found and ("fold", 6) in found


def test_bytes_that_are_no_entry_are_found() -> None:
    stored = recorded(played())
    stored[4] = Stored(5, b"\xff\xff", digest(b"\xff\xff"))
    found = kinds(verify(GAME, stored))
    assert ("digest", 5) in found and ("fold", 6) in found


def test_a_record_that_is_another_than_was_seen_is_found() -> None:
    stored = recorded(played())
    assert kinds(verify(GAME, stored, Kept(Head(3, bytes(32))))) == [("history", 3)]
    assert kinds(verify(GAME, stored[:4], Kept(stored[5].head))) == [("history", 6)]


def test_another_secret_than_was_committed_to_is_found() -> None:
    def change(entry: Entry) -> None:
        if entry.secret:
            entry.secret = b"!" * 32

    found = kinds(verify(GAME, recorded(played(), change)))
    assert ("commitment", 13) in found and ("draw", 4) in found


def test_a_contribution_that_was_changed_is_found() -> None:
    def change(entry: Entry) -> None:
        if entry.HasField("seat_taken") and entry.seat_taken.seat == 1:
            entry.seat_taken.contribution = b"swapped"

    stored = recorded(played(), change)
    found = kinds(verify(GAME, stored, Kept(seat=1, contribution=b"mine")))
    assert ("contribution", 3) in found and ("draw", 4) in found
    assert ("contribution", 13) in kinds(verify(GAME, stored, Kept(seat=3, contribution=b"")))


def test_a_draw_that_was_rigged_is_found() -> None:
    def change(entry: Entry) -> None:
        if entry.version == 7:
            facts = nm.Facts.FromString(entry.facts)
            drew = next(fact.drew for fact in facts.facts if fact.HasField("drew"))
            drew.value = (drew.value + 1) % drew.below
            entry.facts = facts.SerializeToString()

    found = kinds(verify(GAME, recorded(played(), change)))
    assert ("draw", 7) in found


def test_facts_that_do_not_follow_are_found() -> None:
    def change(entry: Entry) -> None:
        if entry.version == 5:
            facts = nm.Facts.FromString(entry.facts)
            facts.facts[0].answered.seat = 7
            entry.facts = facts.SerializeToString()

    found = kinds(verify(GAME, recorded(played(), change)))
    assert ("fold", 5) in found


def test_facts_that_the_rules_do_not_give_are_found_at_the_first_version_only() -> None:
    def change(entry: Entry) -> None:
        if entry.version == 4:
            facts = nm.Facts.FromString(entry.facts)
            next(fact for fact in facts.facts if fact.HasField("night_began")).night_began.number = 2
            entry.facts = facts.SerializeToString()

    found = kinds(verify(GAME, recorded(played(), change)))
    assert ("rules", 4) in found and [kind for kind, _ in found].count("rules") == 1


@rule("nm.night")
def short_night(play: Play[State], number: int) -> Script[str]:
    """Rules that were changed after the game: nobody bids any more."""
    play.emit(nm.NightBegan(number=number))
    yield from ()
    return "won"


def test_rules_that_were_changed_are_found_at_the_first_version_that_differs() -> None:
    stored = recorded(played())
    others = [found for found in collect_rules(nights) if found.id != "nm.night"]
    verdict = verify(replace(GAME, scripts=(*others, short_night)), stored)
    assert kinds(verdict)[0] == ("rules", 4) and len(verdict.findings) == 1


def test_without_the_rules_the_chain_is_proved_and_what_is_not_is_said() -> None:
    stored = recorded(played())
    verdict = verify(None, stored)
    assert verdict.sound and any("not installed" in text for text in verdict.not_proved)
    del stored[4]
    assert set(kinds(verify(None, stored))) == {("chain", 6)}


def test_amendments_and_rewinds_are_folded_and_said() -> None:
    match = played(1, end=False)
    match.amend(nm.WareTaken(seat=0, kind=match.table.state.stall[0][0], card=999)) if match.table.state.stall else None
    match.rewind(4)
    match.submit(0, nm.Bid(coins=2))
    match.submit(1, nm.Concede())
    verdict = verify(GAME, recorded(match))
    assert verdict.sound, verdict
    assert verdict.decided_again >= len(match.entries) - 4


def test_that_a_secret_is_missing_is_found_where_the_game_ended() -> None:
    def take_away(entry: Entry) -> None:
        entry.ClearField("secret")

    stored = recorded(played(), take_away)
    ended = stored[-1].version
    remark = Entry(version=ended + 1, ruleset=GAME.ruleset, previous=stored[-1].digest, salt=bytes(16))
    remark.noted.text = "well played"
    data = remark.SerializeToString()
    verdict = verify(GAME, [*stored, Stored(ended + 1, data, digest(data))])
    assert [(found.kind, found.version) for found in verdict.findings] == [("commitment", ended)]


def test_what_a_position_foretold_proves_nothing_and_disturbs_nothing() -> None:
    position = (
        '{"game":"night_market@1","seats":2,"entry":"night","args":[1],"draws":["silk","jade","lamp"],'
        '"state":{"players":[{},{}],"pile":[{"type":"Bag","of":[["jade",9],["lamp",9],["silk",9]]}]}}'
    )
    match = played(position=position)
    verdict = verify(GAME, recorded(match))
    assert verdict.sound and verdict.draws > 0, verdict


def test_a_number_that_a_position_foretold_proves_nothing_and_disturbs_nothing() -> None:
    """A tie is broken as it says; what else is drawn in that entry is the seed's."""
    position = (
        '{"game":"night_market@1","seats":2,"entry":"night","args":[1],"draws":["silk","jade",1],'
        '"state":{"players":[{},{}],"pile":[{"type":"Bag","of":[["jade",9],["lamp",9],["silk",9]]}]}}'
    )
    match: Match[State] = Match(GAME, position=position, seed=SECRET)
    for seat in (0, 1):
        match.submit(seat, nm.Bid(coins=0))
    assert match.asked() == (1,) and match.table.foretold == ()
    match.submit(1, nm.Scry())
    match.submit(1, nm.Concede())
    verdict = verify(GAME, recorded(match))
    # Only what was looked at in the pile came of the seed.
    assert verdict.sound and verdict.draws == len(draws(GAME, match.entries[6].facts)) > 1, verdict


def test_a_record_of_one_entry_is_sound_and_one_of_none_is_not() -> None:
    assert verify(GAME, recorded(played())[:1]).sound
    nothing = verify(GAME, [])
    assert nothing.entries == 0 and [found.kind for found in nothing.findings] == ["record"]


def test_what_is_told_otherwise_is_no_finding_and_is_said() -> None:
    match = begun(game_of("apb"))
    for number in (1, 2):
        match.submit(0, pb.Pick(number=number))
    stored = recorded(match)
    assert verify(match.game, stored).told_otherwise == 0
    verdict = verify(game_of("anpb"), stored)
    assert verdict.sound and (verdict.told_otherwise, verdict.decided_again) == (1, 2), verdict
    assert "telling: 1 entry is told otherwise by today's rules, the first in version 4" in verdict.not_proved[-2]
    (finding,) = verify(game_of("apc"), stored).findings
    assert (finding.kind, finding.version) == ("rules", 5) and "the rules were changed since" in finding.text
