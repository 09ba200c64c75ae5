"""A game as a file, and proving such a file: JSON lines, described in docs/trust.md.

Pure: entries in and lines out, lines in and findings out. No service is needed to prove a file, only, for what its
rules say, the game.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TypeVar

import msgspec
from google.protobuf.message import DecodeError

from rulekeeper.kernel import JUDGE, Game, Viewer
from rulekeeper.log import Head, Stored
from rulekeeper.projections.moments import parsed
from rulekeeper.projections.readable import (
    canonical,
    difference,
    edition,
    entry_copy,
    step_copy,
    viewer_words,
    without_edition,
    without_game,
)
from rulekeeper.projections.steps import Steps, step_message
from rulekeeper.projections.verify import NOTHING_KEPT, Finding, Kept, Verdict, Verifier
from rulekeeper.v1.entry_pb2 import Entry

FORMAT = "rulekeeper-game-1"
LONGEST_LINE = 32 << 20
"""Bytes."""
_NEWEST = 1
_FORMAT = re.compile(r"rulekeeper-game-([0-9]{1,9})")
_REDACTED = re.compile(r"spectator|seat (0|[1-9][0-9]?)")
_L = TypeVar("_L")
_NOT_OUT = "draws: the secret is not out before the game is over"
_NOT_SHOWN = (
    "digests: the stored bytes are not in the file, so no entry's digest can be made again",
    "draws: they are not in the file",
    "facts: those that the viewer may not see are not in the file, and no rule can be run without them",
)


class NewerFormat(Exception):
    """The file is of a later format than this release knows."""


class NoHeader(Exception):
    """What should be the first line of a file is not. The message says what is wrong."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"viewer": "for"}):
    """A file's first line. `edition`: see `readable.edition`. `viewer`: "everyone", "judge", "seat 0" or "spectator".
    `not_proved`: what the file cannot prove, each with the reason. `head`: the last entry's.
    """

    format: str
    game: str
    ruleset: str
    title: str
    edition: str
    complete: bool
    viewer: str
    not_proved: tuple[str, ...]
    head: HeadLine


class HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    digest: str


class EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in a complete file: its stored bytes in base64, and the readable copy of them."""

    version: int
    digest: str
    stored: str
    entry: Any


class StepLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry in a redacted file: what the viewer may see of it."""

    version: int
    digest: str
    step: dict[str, Any]


class EndLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file's last line: how many entries there are, the last one's digest, and SHA-256 of all lines before this one,
    line feeds included.
    """

    end: int
    digest: str
    lines: str


class FileWriter:
    """Makes the lines of a file, each with its line feed: `begin`, then `entry` for every entry of the game up to
    `head`, then `end`.

    `over`: the game is over, so that everybody may have all of it. `viewer`: whose file it is before that.
    `begun`: the game has begun, and contributions are no secret any more.
    """

    def __init__(self, game: Game[Any], game_id: str, head: Head, viewer: Viewer, *, begun: bool, over: bool) -> None:
        self._game = game
        self._head = head
        self._viewer = viewer
        self._begun = begun
        self._entries = 0
        self._lines = hashlib.sha256()
        self._complete = over or viewer == JUDGE
        self.header = Header(
            format=FORMAT,
            game=game_id,
            ruleset=game.ruleset,
            title=game.title,
            edition=edition(game),
            complete=self._complete,
            viewer=("everyone" if over else "judge") if self._complete else viewer_words(viewer),
            not_proved=_unproved(self._complete, over),
            head=HeadLine(head.version, head.digest.hex()),
        )

    def begin(self) -> bytes:
        return self._made(self.header)

    def entry(self, stored: Stored) -> bytes:
        entry = parsed(stored)
        self._entries += 1
        if self._complete:
            return self._made(_entry_line(stored, entry_copy(entry, self._game)))
        step = step_message(Steps(self._game, stored, entry), self._viewer, self._begun)
        return self._made(StepLine(stored.version, stored.digest.hex(), step_copy(step, self._game)))

    def end(self) -> bytes:
        return _line(EndLine(self._entries, self._head.digest.hex(), self._lines.hexdigest()))

    def _made(self, value: object) -> bytes:
        line = _line(value)
        self._lines.update(line)
        return line


def lines_of(
    game: Game[Any], game_id: str, entries: Iterable[Stored], head: Head, viewer: Viewer, *, begun: bool, over: bool
) -> Iterator[bytes]:
    """A whole file, line by line, each with its line feed; see `FileWriter`."""
    writer = FileWriter(game, game_id, head, viewer, begun=begun, over=over)
    yield writer.begin()
    for stored in entries:
        yield writer.entry(stored)
    yield writer.end()


def lines_in(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, each with its line feed; what is too long for one, or has none, as it is."""
    while line := file.readline(LONGEST_LINE):
        yield line


def header_of(line: bytes) -> Header:
    """Reads a file's first line. Raises NewerFormat and NoHeader."""
    try:
        found = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        raise NoHeader("it is no line of JSON") from None
    named = _FORMAT.fullmatch(found["format"]) if isinstance(found, dict) and _is_text(found.get("format")) else None
    if named is None:
        raise NoHeader("it does not begin a game's file")
    if int(named[1]) > _NEWEST:
        raise NewerFormat(f"the file is of format {found['format']}; {FORMAT} is the newest that is known here")
    try:
        header = msgspec.json.decode(line, type=Header)
    except ValueError as wrong:
        raise NoHeader(f"it is not as {FORMAT} has it: {wrong}") from None
    if _line(header) != line or header.format != FORMAT:
        raise NoHeader("it is not written as such files are")
    return header


def verify_lines(
    lines: Iterable[bytes], game_of: Callable[[str], Game[Any] | None], kept: Kept = NOTHING_KEPT
) -> Verdict:
    """Goes through a whole file; see `FileReader`."""
    reader = FileReader(game_of, kept)
    for line in lines:
        reader.take(line)
    return reader.verdict()


class FileReader:
    """Takes a file line by line, and says what it proves.

    `game_of`: the installed game of a ruleset, or None; without it, what its rules, its messages and its cards say is
    not compared, and the verdict says so. `kept`: what a player kept of the game.

    Beside the kinds of `Verifier`, findings are of kind "file" (a line is not one of such a file) and "copy" (the
    readable copy says something else than the stored bytes). Version 0: the header.
    """

    def __init__(self, game_of: Callable[[str], Game[Any] | None], kept: Kept = NOTHING_KEPT) -> None:
        self._game_of = game_of
        self._kept = kept
        self._game: Game[Any] | None = None
        self._verifier: Verifier | None = None
        self._findings: list[Finding] = []
        self._lines = hashlib.sha256()
        self._read = 0
        self._last = Head()
        self._other_end = self._other_lines = ""
        """What is wrong with the last line."""
        self._over = self._ended = self._more = self._other_edition = False
        self.header: Header | None = None
        """Once the first line was taken, and is one."""

    @property
    def over(self) -> bool:
        """An entry so far has ended the game."""
        return self._over

    def take(self, line: bytes) -> Stored | None:
        """The next line, with its line feed. The entry in it, if a complete file's line has one. Raises NewerFormat."""
        self._read += 1
        if self._read == 1:
            self._begin(line)
            stored = None
        elif self.header is None:
            return None  # It is not known what the line should be.
        elif self._ended:
            self._more = True
            return None
        elif line.startswith(b'{"digest":') and b'"end":' in line[:100]:
            self._end(line)
            return None
        elif self.header.complete:
            stored = self._entry(line)
        else:
            self._step(line)
            stored = None
        self._lines.update(line)
        return stored

    def verdict(self) -> Verdict:
        """What all lines so far amount to, as a whole file."""
        verdict = self._verifier.verdict() if self._verifier is not None else self._unverified()
        findings = [*self._findings, *verdict.findings]
        if not self._read:
            findings.append(Finding(0, "file", "the file is empty"))
        elif not self._ended and self.header is not None:
            findings.append(Finding(self._last.version, "file", "the file is cut off: its last line is missing"))
        if self._more:
            findings.append(Finding(self._last.version, "file", "something follows the last line"))
        if self.header is not None and not findings:
            # Otherwise the first and the last line may only seem wrong, for what was found.
            findings = self._end_faults(self._other_end) or self._header_faults(self.header)
            findings = findings or self._end_faults(self._other_lines)
        findings.sort(key=lambda finding: finding.version)
        unproved = list(verdict.not_proved)
        if self._other_edition:
            unproved.append("pages and titles: the file was written with another edition of the rules")
        if self._verifier is not None and self._game is None:
            unproved.append("readable copies of commands and facts: they take the game's own messages")
        return msgspec.structs.replace(verdict, findings=tuple(findings), not_proved=tuple(dict.fromkeys(unproved)))

    def _unverified(self) -> Verdict:
        unproved = self.header.not_proved if self.header is not None else ()
        return Verdict(self._last, (), self._last.version, 0, 0, 0, unproved)

    # Lines.

    def _begin(self, line: bytes) -> None:
        try:
            self.header = header_of(line)
        except NoHeader as wrong:
            self._find(0, "file", f"the first line: {wrong}")
            return
        self._game = self._game_of(self.header.ruleset)
        self._other_edition = self._game is not None and self.header.edition != edition(self._game)
        if self.header.complete:
            self._verifier = Verifier(self._game, self._kept)

    def _entry(self, line: bytes) -> Stored | None:
        version = self._last.version + 1
        found = self._decoded(line, EntryLine, version)
        if found is None:
            self._last = Head(version)
            return None
        data, digest = _unpacked64(found.stored), _unhexed(found.digest)
        if data is None or digest is None:
            self._find(version, "file", f"line {self._read} holds bytes that are not written as such files do it")
            self._last = Head(version)
            return None
        stored = Stored(found.version, data, digest)
        self._last = Head(version, digest)
        assert self._verifier is not None
        self._verifier.take(stored)
        try:
            entry = Entry.FromString(data)
        except DecodeError:
            return stored  # The verifier has found it.
        self._note(version, entry)
        made = entry_copy(entry, self._game)
        if _line(_entry_line(stored, made)) != line:
            self._compare(version, found.entry, made)
        return stored

    def _compare(self, version: int, copy: Any, made: Any) -> None:
        if self._game is None:
            copy = without_game(copy)
        elif self._other_edition:
            copy, made = without_edition(copy), without_edition(made)
        if where := difference(copy, made):
            self._find(version, "copy", f"the readable copy is not what is stored: {where}")

    def _step(self, line: bytes) -> None:
        version = self._last.version + 1
        found = self._decoded(line, StepLine, version)
        digest = _unhexed(found.digest) if found is not None else None
        self._last = Head(version, digest or b"")
        if found is None:
            return
        if digest is None:
            self._find(version, "file", f"line {self._read} has no digest")
        elif found.version != version:
            self._find(version, "chain", f"the line after version {version - 1} calls itself {found.version}")
        seen = self._kept.seen
        if seen is not None and seen.version == version and seen.digest != digest:
            self._find(version, "history", "the file has another digest than the one that was seen")

    def _end(self, line: bytes) -> None:
        self._ended = True
        last = self._last.version
        found = self._decoded(line, EndLine, last)
        if found is None:
            return
        if found.end != last or found.digest != self._last.digest.hex():
            self._other_end = f"the last line is of a file of {found.end} entries, or of another one"
        elif found.lines != self._lines.hexdigest():
            self._other_lines = "the last line is not one of these lines"

    def _decoded(self, line: bytes, kind: type[_L], version: int) -> _L | None:
        """The line, where it is of that kind, and written as all of them are."""
        try:
            found = msgspec.json.decode(line, type=kind)
            if _line(found) == line:
                return found
        except (ValueError, RecursionError, OverflowError):
            pass
        self._find(version, "file", f"line {self._read} is not as {FORMAT} has it, or is cut off")
        return None

    # What the header says.

    def _note(self, version: int, entry: Entry) -> None:
        self._over = self._over or bool(entry.secret)
        assert self.header is not None
        if entry.ruleset != self.header.ruleset:
            self._find(version, "file", f"the file is one of {self.header.ruleset}, and the entry is not")

    def _header_faults(self, header: Header) -> list[Finding]:
        over = self._over
        faults = []
        if header.head != HeadLine(self._last.version, self._last.digest.hex()):
            faults.append("it names another end than the file has")
        if header.complete and header.viewer != ("everyone" if over else "judge"):
            faults.append("it names another reader than the file is for")
        if not header.complete and not _REDACTED.fullmatch(header.viewer):
            faults.append("it names no reader")
        if header.not_proved != _unproved(header.complete, over):
            faults.append("it is not right about what the file cannot prove")
        if self._game is not None and not self._other_edition and header.title != self._game.title:
            faults.append("it names another game")
        return [Finding(0, "file", f"the first line: {fault}") for fault in faults]

    def _end_faults(self, fault: str) -> list[Finding]:
        return [Finding(self._last.version, "file", fault)] if fault else []

    def _find(self, version: int, kind: str, text: str) -> None:
        self._findings.append(Finding(version, kind, text))


def _unproved(complete: bool, over: bool) -> tuple[str, ...]:
    if not complete:
        return _NOT_SHOWN
    return () if over else (_NOT_OUT,)


def _entry_line(stored: Stored, copy: Any) -> EntryLine:
    return EntryLine(stored.version, stored.digest.hex(), base64.b64encode(stored.entry).decode(), copy)


def _line(value: object) -> bytes:
    return canonical(value) + b"\n"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _unpacked64(text: str) -> bytes | None:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


def _unhexed(text: str) -> bytes | None:
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        return None
    return digest if digest.hex() == text and len(digest) == 32 else None
