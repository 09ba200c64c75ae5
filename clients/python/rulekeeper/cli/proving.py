"""Proving a game's record: `verify`, three times over.

What the service says of itself; what this program finds from the stored bytes alone, with the client's own code; and,
where the game is installed here, what its rules say when every entry is folded and every command decided again. Of a
file, in the place of the service: whether each line is what the stored bytes say.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from google.protobuf.message import DecodeError

from rulekeeper.cli import show
from rulekeeper.cli.failing import NEGATIVE, Problem, guarded
from rulekeeper.cli.keys import Keys
from rulekeeper.cli.place import DEFAULT, As, Json, Place, Roots, Server, Token
from rulekeeper.client import Finding, Game, Proof, Prover
from rulekeeper.kernel import game_of
from rulekeeper.log import Stored
from rulekeeper.projections import Verdict, Verifier
from rulekeeper.projections.files import FileReader, Header, NewerFormat, lines_in
from rulekeeper.v1 import audit_pb2, entry_pb2, table_pb2

Named = Annotated[
    str, typer.Argument(metavar="GAME|FILE", help="A game's id, or a file that export wrote.", show_default=False)
]
_GAME_ID = re.compile(r"[a-z0-9-]{1,64}", re.ASCII)


@dataclass
class Examination:
    """All that was found of a record. `service`: what it says of itself; none of a file. `file`: its first line, if it
    is one and can be read. `replayed`: by the installed rules; none where they could not be asked.
    """

    service: audit_pb2.VerifyGameResponse | None
    own: Proof
    replayed: Verdict | None
    file: Header | None = None
    findings: list[tuple[str, Finding]] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


async def examine(
    game: Game, contributions: dict[int, bytes], viewer: int | None, progress: show.Progress
) -> Examination:
    """Reads a game's whole log and proves what can be proved.

    `contributions`: the player's own, by seat. `viewer`: as whom the game is seen (-1 a spectator, -2 a judge).
    """
    seat = min(contributions, default=None)
    mine = None if seat is None else contributions[seat]
    said = await game.client.verify_game(game.id, seat=seat, contribution=mine)
    info = await game.info()
    rules = game_of(info.ruleset)
    prover = Prover(contributions=contributions, viewer=viewer)
    verifier = Verifier(rules) if rules is not None else None
    async for answer in game.log():
        prover.add(answer)
        if verifier is not None and answer.stored:
            verifier.take(Stored(answer.step.version, answer.stored, answer.step.digest))
        elif not answer.stored:
            verifier = None
        progress(answer.step.version, info.head.version)
    own, replayed = prover.proof(), verifier.verdict() if verifier is not None else None
    found = Examination(said, own, replayed)
    found.findings += (("service", Finding(each.version, each.kind, each.text)) for each in said.findings)
    found.findings += (("client", each) for each in own.findings)
    if replayed is not None:
        found.findings += (("rules", Finding(each.version, each.kind, each.text)) for each in replayed.findings)
    return found


def examine_file(path: Path, server: str, progress: show.Progress) -> Examination:
    """Reads a file and proves what can be proved, without a service. `server`: whose saved contributions to compare.

    Raises Problem for a file of a newer format.
    """
    size = path.stat().st_size
    with path.open("rb") as file:
        reader = FileReader(game_of)
        prover = Prover()
        read = 0
        for line in lines_in(file):
            try:
                stored = reader.take(line)
            except NewerFormat as newer:
                raise Problem(f"{path}: {newer}", "verify it with a newer release of rulekeeper.") from None
            if not read and reader.header is not None:
                prover = Prover(contributions=_contributions(server, reader.header.game))
            if stored is not None:
                prover.add(_answer(stored))
            read += len(line)
            progress(read, size)
    verdict, header, own = reader.verdict(), reader.header, prover.proof()
    complete = header is not None and header.complete
    if not complete:
        own = Proof(0, verdict.head.version, verdict.head.digest, 0, [], list(verdict.not_proved))
    found = Examination(None, own, verdict if complete else None, header)
    mine = {(each.version, each.kind) for each in own.findings}
    found.findings += (("client", each) for each in own.findings)
    found.findings += (
        ("file" if each.kind in ("file", "copy") else "rules", Finding(each.version, each.kind, each.text))
        for each in verdict.findings
        if (each.version, each.kind) not in mine
    )
    found.findings.sort(key=lambda each: each[1].version)
    return found


def _answer(stored: Stored) -> audit_pb2.ReadLogResponse:
    """An entry of a file as the service would have sent it."""
    step = table_pb2.Step(version=stored.version, digest=stored.digest)
    answer = audit_pb2.ReadLogResponse(step=step, stored=stored.entry)
    try:
        answer.entry.CopyFrom(entry_pb2.Entry.FromString(stored.entry))
    except DecodeError:
        pass  # The prover finds that, from the stored bytes.
    return answer


def _contributions(server: str, game: str) -> dict[int, bytes]:
    """The player's own, by seat."""
    return {key.seat: bytes.fromhex(key.contribution) for key in Keys().of(server, game) if key.contribution}


@guarded
def verify(
    game: Named,
    is_file: Annotated[bool, typer.Option("--file", help="It is a file, even if a game could be called so.")] = False,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Prove a game's record: digests, the seed and your own part of it, every draw, every fact by the rules.

    Of a file that export wrote too, without a service; then also that each line says what the stored bytes say.

    Draws are proved when the game is over: the secret that they come from is out then. Exits with 1 where something is
    found that should not be.

    Example: rulekeeper verify 7f3a...
    """
    if is_file or Path(game).exists() or not _GAME_ID.fullmatch(game):
        progress = show.Progress("bytes read:", as_json)
        found = examine_file(Path(game), server, progress)
    else:
        place = Place(server, token, who, roots)
        progress = show.Progress("entries read:", as_json)

        async def work() -> Examination:
            async with place.client() as client:
                sight = await place.own(client, game)
                return await examine(sight.past, _contributions(server, game), sight.viewer, progress)

        found = asyncio.run(work())
    progress.end()
    if as_json:
        show.put_json(document(found))
    else:
        show.put(*examination_lines(found))
    if not found.sound:
        raise typer.Exit(NEGATIVE)


def document(found: Examination) -> dict[str, Any]:
    replayed = found.replayed
    return {
        "sound": found.sound,
        "findings": [
            {"by": by, "version": each.version, "kind": each.kind, "text": each.text} for by, each in found.findings
        ],
        "version": found.own.version,
        "digest": found.own.digest.hex(),
        "entries": found.own.entries,
        "draws": found.own.draws,
        "facts": replayed.facts if replayed is not None else found.service.facts if found.service is not None else 0,
        "decided_again": replayed.decided_again if replayed is not None else None,
        "told_otherwise": replayed.told_otherwise if replayed is not None else None,
        "not_proved": list(unproved(found)),
        "first_bad_version": found.findings[0][1].version if found.findings else None,
        **subject(found),
    }


def subject(found: Examination) -> dict[str, Any]:
    """What it was found of."""
    if found.service is not None:
        return {"service": show.as_json(found.service)}
    header = found.file
    if header is None:
        return {"file": None}
    return {
        "file": {
            "game": header.game,
            "ruleset": header.ruleset,
            "complete": header.complete,
            "for": header.viewer,
        }
    }


def unproved(found: Examination) -> Sequence[str]:
    """What nobody could prove, each kind once."""
    said = list(found.own.not_proved)
    if found.replayed is None:
        said.append("folding and rules: the entries are not shown in full, or the game is not installed here")
    else:
        of_rules = ("folding", "amendments", "pages", "readable", "telling")
        said += (text for text in found.replayed.not_proved if text.startswith(of_rules))
    return list(dict.fromkeys(said))


def examination_lines(found: Examination) -> list[str]:
    own, replayed = found.own, found.replayed
    lines = [f"digests   {own.entries} of {own.version} entries chained, the last is {own.digest.hex()[:16]}..."]
    if own.draws or not any("draws" in text.partition(":")[0] for text in unproved(found)):
        lines.append(f"draws     {own.draws} made again from the secret, the same as on record")
    if replayed is not None:
        folding = f"{replayed.facts} facts folded, {replayed.decided_again} entries decided again to the same facts"
        if replayed.told_otherwise:
            folding += f", {replayed.told_otherwise} to the same in other words"
        lines[1:1] = show.folded(folding, "folding   ")
    lines += subject_lines(found)
    for text in unproved(found):
        lines += show.folded(text, "not proved: ", "            ")
    for by, each in found.findings:
        lines += show.folded(f"{each.kind}: {each.text} (by the {by})", f"FOUND  version {each.version}, ", "       ")
    if not own.entries and found.sound:
        lines.append("nothing was found that should not be; but nothing of it could be proved")
    elif found.sound:
        lines.append("sound: nothing was found that should not be")
    elif all(each.kind == "rules" for _, each in found.findings):
        first = found.findings[0][1].version
        text = (
            f"today's rules decide version {first} otherwise. Nothing else was found: digests, seed and draws hold as "
            "far as they are proved above, so it is the rules that were changed, unless whoever wrote the record did "
            "not keep to them. The release that it was recorded with can tell."
        )
        lines += show.folded(text, "OTHER RULES: ", "       ")
    else:
        lines.append(f"NOT SOUND: version {found.findings[0][1].version} is the first that is not")
    return lines


def subject_lines(found: Examination) -> Iterator[str]:
    if found.service is not None:
        service = "sound" if found.service.sound else f"not sound, {len(found.service.findings)} findings"
        yield f"service   says of itself: {service}"
    elif found.file is not None:
        whole = "complete" if found.file.complete else f"what {found.file.viewer} may see"
        yield from show.folded(f"game {found.file.game} of {found.file.ruleset}, {whole}", "file      ")
