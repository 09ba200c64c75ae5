"""The chain of digests, and what is found where it is broken."""

from hashlib import sha256

from msgspec.structs import replace

from rulekeeper.log import Head, Stored, digest, verify_chain
from rulekeeper.v1.entry_pb2 import Entry
from tests.log.entries import entry_after


def chain(number: int) -> list[Stored]:
    head, made = Head(), []
    for _ in range(number):
        entry = entry_after(head)
        made.append(Stored(head.version + 1, entry, digest(entry)))
        head = made[-1].head
    return made


def kinds(entries: list[Stored], after: Head | None = None) -> list[tuple[int, str]]:
    return [(found.version, found.kind) for found in verify_chain(entries, after)]


def test_a_digest_is_of_a_tag_and_the_bytes_each_with_its_length() -> None:
    tag, entry = b"rulekeeper-entry-1", b"the stored bytes"
    text = b"\0\0\0\0\0\0\0\x12" + tag + b"\0\0\0\0\0\0\0\x10" + entry
    assert digest(entry) == sha256(text).digest()
    # For ever: clients keep digests. By sha256sum.
    assert digest(b"abc").hex() == "51e706b17ce5c5548a419d47e665173e030ba8df5180d0c67b81f555a02b8b56"


def test_a_sound_record_has_nothing_broken() -> None:
    entries = chain(5)
    assert verify_chain(entries) == []
    assert verify_chain([]) == []


def test_it_is_verified_page_by_page() -> None:
    entries = chain(5)
    assert verify_chain(entries[:2]) == []
    assert verify_chain(entries[2:], entries[1].head) == []
    assert kinds(entries[2:], entries[0].head) == [(3, "chain"), (3, "chain")]


def test_a_changed_entry_is_not_what_its_digest_was_made_of() -> None:
    entries = chain(3)
    changed = Entry.FromString(entries[1].entry)
    changed.facts = b"other"
    entries[1] = replace(entries[1], entry=changed.SerializeToString())
    assert kinds(entries) == [(2, "digest")]


def test_a_changed_entry_with_a_digest_to_match_breaks_the_next() -> None:
    entries = chain(3)
    changed = entry_after(entries[0].head)
    entries[1] = Stored(2, changed, digest(changed))
    assert kinds(entries) == [(3, "chain")]


def test_a_removed_entry_is_missed() -> None:
    entries = chain(3)
    assert kinds([entries[0], entries[2]]) == [(3, "chain"), (3, "chain")]


def test_an_entry_in_another_place_says_so() -> None:
    one, two = chain(2)
    assert kinds([one, replace(two, version=3)]) == [(3, "chain"), (3, "chain")]


def test_a_head_that_was_kept_tells_of_another_history() -> None:
    kept = chain(2)[-1].head
    entry = entry_after(Head(2, digest(b"other history")))
    found = verify_chain([Stored(3, entry, digest(entry))], kept)
    assert [f.text for f in found] == ["entry 3 names another digest than that of the entry before it"]


def test_bytes_that_are_no_entry_are_found() -> None:
    assert kinds([Stored(1, b"\xff", digest(b"\xff"))]) == [(1, "digest")]
