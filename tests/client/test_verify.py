"""A record that was tampered with is found by the client alone, from its bytes."""

import json
from collections.abc import AsyncIterator, Sequence

import pytest

from rulekeeper.client import Proof, Prover, prove
from rulekeeper.client.verify import draw, draws, entry_digest, seed
from rulekeeper.client.wire import drew
from rulekeeper.v1 import audit_pb2, entry_pb2, facts_pb2
from tests.client.book import CONTRIBUTIONS, SECRET, Book, a_book, drawn, packed_facts

Answers = list[audit_pb2.ReadLogResponse]


async def stream(answers: Answers) -> AsyncIterator[audit_pb2.ReadLogResponse]:
    for answer in answers:
        yield answer


def proved(book: Book | Answers, own: Sequence[bytes] = CONTRIBUTIONS) -> Proof:
    prover = Prover(contributions=dict(enumerate(own)))
    for answer in book.answers() if isinstance(book, Book) else book:
        prover.add(answer)
    return prover.proof()


def kinds(proof: Proof) -> list[tuple[int, str]]:
    return [(finding.version, finding.kind) for finding in proof.findings]


async def test_a_true_record_is_proved_with_every_draw() -> None:
    book = a_book(turns=5)
    proof = await prove(stream(book.answers()), contributions={1: CONTRIBUTIONS[1]}, seen={4: book.digests[3]})
    assert proof.sound
    assert (proof.entries, proof.draws, proof.digest) == (9, 13, book.digests[-1])
    assert proof.not_proved == []


def test_until_the_game_is_over_draws_are_not_proved_and_it_says_so() -> None:
    proof = proved(a_book(over=False))
    assert proof.sound and proof.draws == 0
    assert proof.not_proved == ["draws: the secret is not out before the game is over"]


def test_entries_that_are_not_shown_in_full_are_said_to_be_unproved() -> None:
    answers = a_book(over=False).answers()
    for answer in answers:
        answer.ClearField("stored")
        answer.ClearField("entry")
    proof = proved(answers)
    assert proof.sound and len(proof.not_proved) == 1


def test_a_changed_byte_is_found() -> None:
    answers = a_book().answers()
    answers[4].stored = answers[4].stored.replace(b"xxxx", b"xxxy")
    answers[4].entry.ParseFromString(answers[4].stored)
    assert kinds(proved(answers)) == [(5, "digest"), (6, "chain")]


def test_an_entry_changed_with_its_digest_breaks_the_chain_behind_it() -> None:
    answers = a_book().answers()
    answers[4].stored = answers[4].stored.replace(b"xxxx", b"xxxy")
    answers[4].entry.ParseFromString(answers[4].stored)
    answers[4].step.digest = entry_digest(answers[4].stored)
    assert kinds(proved(answers)) == [(6, "chain")]


def test_a_record_written_anew_from_some_point_is_found_by_what_was_seen() -> None:
    book, other = a_book(turns=4), a_book(turns=5)
    prover = Prover(seen={6: book.digests[5], 8: book.digests[7]})
    for answer in other.answers():
        prover.add(answer)
    assert kinds(prover.proof()) == [(8, "history")]


def test_a_missing_entry_is_found() -> None:
    answers = a_book().answers()
    del answers[4]
    assert (6, "chain") in kinds(proved(answers))


def test_a_readable_entry_that_is_not_the_stored_one_is_found() -> None:
    answers = a_book().answers()
    answers[5].entry.command = b"another"
    assert kinds(proved(answers)) == [(6, "digest")]


def test_a_rigged_draw_is_found() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.version == 5:
            made = list(drew(entry.facts))
            made[1].value = (made[1].value + 1) % made[1].below
            entry.facts = packed_facts(made)

    proof = proved(a_book(alter=rig))
    assert kinds(proof) == [(5, "draw")]
    assert "draw 2 (a die) below 10" in proof.findings[0].text


def test_another_secret_than_the_one_committed_to_is_found() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.secret:
            entry.secret = b"t" * 32

    found = kinds(proved(a_book(alter=rig)))
    assert (7, "commitment") in found and (4, "draw") in found


def test_a_contribution_that_is_not_ones_own_is_found() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.HasField("seat_taken") and entry.seat_taken.seat == 1:
            entry.seat_taken.contribution = b"the service's choice"

    assert (0, "contribution") in kinds(proved(a_book(alter=rig)))


def test_a_seat_that_was_never_taken_is_found() -> None:
    prover = Prover(contributions={2: b"mine"})
    for answer in a_book().answers():
        prover.add(answer)
    assert kinds(prover.proof()) == [(0, "contribution")]


def test_a_draw_before_all_are_seated_is_found() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.version == 3:
            entry.facts = packed_facts([facts_pb2.Drew(purpose="early", below=2)])

    assert (3, "draw") in kinds(proved(a_book(alter=rig)))


def test_what_follows_the_end_is_found_unless_it_is_a_remark() -> None:
    book = a_book()
    book.add(entry_pb2.Entry(noted=entry_pb2.Noted(text="well played")))
    assert proved(book).sound
    book.add(entry_pb2.Entry(command=b"c"))
    assert kinds(proved(book)) == [(9, "chain")]


def test_of_a_sandbox_it_is_said_that_its_draws_may_have_been_known() -> None:
    def play_in_sand(entry: entry_pb2.Entry) -> None:
        if entry.HasField("created"):
            entry.created.sandbox = True

    proof = proved(a_book(alter=play_in_sand))
    assert proof.sound and proof.draws and ["seed" in text for text in proof.not_proved] == [True]


@pytest.mark.parametrize(("given", "counted"), [([5], 8), ([], 6), (["city"], 6)])
def test_a_number_that_a_position_gave_is_no_draw(given: list[str | int], counted: int) -> None:
    """The others of its entry are those that the seed gives without it."""
    key = seed(SECRET, CONTRIBUTIONS)

    def foretell(entry: entry_pb2.Entry) -> None:
        if entry.HasField("created"):
            entry.created.position = json.dumps({"draws": given})
        elif entry.HasField("started"):
            entry.facts = packed_facts([facts_pb2.Drew(purpose="a die", below=6, value=5), *drawn(key, 4, [52, 10])])

    proof = proved(a_book(alter=foretell))
    # Where it was not given, it is no draw of the seed's, and the others are none either.
    assert proof.sound == (given == [5]) and proof.draws == counted


def test_what_a_position_foretold_is_there_again_after_going_back() -> None:
    die = facts_pb2.Drew(purpose="a die", below=6, value=5)

    def foretell(entry: entry_pb2.Entry) -> None:
        if entry.HasField("created"):
            entry.created.position = json.dumps({"draws": [5]})
        elif entry.HasField("started"):
            entry.facts = b""
        elif entry.version == 6:
            entry.rewound.to = entry.parent = 4
            entry.facts = b""
        elif entry.version in (5, 7):
            entry.facts = packed_facts([die])

    proof = proved(a_book(turns=4, alter=foretell))
    assert proof.sound and proof.draws == 2, proof


def test_an_unknown_way_of_drawing_is_not_proved() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.HasField("created"):
            entry.created.chance = "dice-tower-1"

    proof = proved(a_book(alter=rig))
    assert proof.sound and "dice-tower-1" in proof.not_proved[0]


def test_facts_that_cannot_be_read_are_found() -> None:
    def rig(entry: entry_pb2.Entry) -> None:
        if entry.version == 6:
            entry.facts = entry.facts[:-1]

    assert (6, "draw") in kinds(proved(a_book(alter=rig)))


def test_numbers_that_favour_some_results_are_passed_over() -> None:
    assert draw(iter([2**64 - 1, 7]), 10) == 7
    assert draw(iter([2**64 - 1]), 2**64) == 2**64 - 1


@pytest.mark.parametrize("own", [(), (b"",), (b"a", b"bc"), (b"ab", b"c")])
def test_the_clients_draws_are_the_kernels(own: tuple[bytes, ...]) -> None:
    from rulekeeper.kernel import chance

    assert seed(SECRET, own) == chance.seed_of(SECRET, own)
    for version in (1, 2, 2**40):
        numbers, theirs = draws(seed(SECRET, own), version), chance.SeededChance(seed(SECRET, own), version)
        for below in (1, 2, 6, 52, 2**63 + 1, 2**64):
            assert draw(numbers, below) == theirs.below(below)
