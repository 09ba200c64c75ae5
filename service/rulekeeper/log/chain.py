"""The chain of digests: each entry names the digest of the one before it, so no entry can change unseen.

The digest is as `proto/rulekeeper/v1/entry.proto` says: SHA-256 over a format tag and the stored bytes, each preceded
by its length in eight bytes, big-endian. It is taken of the bytes as they are on record, never of a message that was
parsed and serialised again: protobuf is not canonical.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

from google.protobuf.message import DecodeError
from msgspec import Struct

from rulekeeper.log.store import Head, Stored
from rulekeeper.v1.entry_pb2 import Entry

TAG = b"rulekeeper-entry-1"
_PREFIX = len(TAG).to_bytes(8, "big") + TAG


def digest(entry: bytes) -> bytes:
    """The digest of an entry's stored bytes: 32 bytes."""
    return sha256(_PREFIX + len(entry).to_bytes(8, "big") + entry).digest()


class Break(Struct, frozen=True):
    """Where a record does not hold. `digest`: the bytes are not those that were digested; `chain`: an entry does not
    follow the one before it."""

    version: int
    kind: Literal["digest", "chain"]
    text: str


def verify_chain(entries: Iterable[Stored], after: Head | None = None) -> list[Break]:
    """All that is broken in consecutive entries; empty: nothing.

    `after` is the head that they continue (default: they begin with entry 1). A log that is read page by page is
    verified page by page: the next page's `after` is the last entry's `head`.
    """
    before = after or Head()
    found: list[Break] = []
    for stored in entries:
        if stored.version != before.version + 1:
            found.append(Break(stored.version, "chain", f"entry {stored.version} comes after entry {before.version}"))
        if digest(stored.entry) != stored.digest:
            found.append(Break(stored.version, "digest", f"entry {stored.version} is not what its digest was made of"))
        found += _misfits(stored, before)
        before = stored.head
    return found


def _misfits(stored: Stored, before: Head) -> list[Break]:
    version = stored.version
    try:
        entry = Entry.FromString(stored.entry)
    except DecodeError:
        return [Break(version, "digest", f"entry {version} cannot be read")]
    found: list[Break] = []
    if entry.version != version:
        found.append(Break(version, "chain", f"entry {version} says that it is entry {entry.version}"))
    if entry.previous != before.digest:
        found.append(Break(version, "chain", f"entry {version} names another digest than that of the entry before it"))
    return found
