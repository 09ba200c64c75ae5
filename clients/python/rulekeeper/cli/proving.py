"""Proving a game's record: `verify`, three times over.

What the service says of itself; what this program finds from the stored bytes alone, with the client's own code; and,
where the game is installed here, what its rules say when every entry is folded and every command decided again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import NEGATIVE, guarded
from rulekeeper.cli.keys import Keys
from rulekeeper.cli.place import DEFAULT, As, GameId, Json, Place, Roots, Server, Token
from rulekeeper.client import Finding, Game, Proof, Prover
from rulekeeper.kernel import game_of
from rulekeeper.log import Stored
from rulekeeper.projections import Verdict, Verifier
from rulekeeper.v1 import audit_pb2


@dataclass
class Examination:
    """All that was found of a record. `replayed`: by the installed rules; none where they could not be asked."""

    service: audit_pb2.VerifyGameResponse
    own: Proof
    replayed: Verdict | None
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


@guarded
def verify(
    game: GameId,
    server: Server = DEFAULT,
    token: Token = "",
    who: As = "",
    roots: Roots = "",
    as_json: Json = False,
) -> None:
    """Prove a game's record: digests, the seed and your own part of it, every draw, every fact by the rules.

    Draws are proved when the game is over: the secret that they come from is out then. Exits with 1 where something is
    found that should not be.

    Example: rulekeeper verify 7f3a...
    """
    place = Place(server, token, who, roots)
    saved = Keys().of(server, game)
    contributions = {key.seat: bytes.fromhex(key.contribution) for key in saved if key.contribution}
    progress = show.Progress("entries read:", as_json)

    async def work() -> Examination:
        async with place.client() as client:
            return await examine(place.game(client, game), contributions, place.viewer(game), progress)

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
        "facts": replayed.facts if replayed is not None else found.service.facts,
        "decided_again": replayed.decided_again if replayed is not None else None,
        "not_proved": list(unproved(found)),
        "service": show.as_json(found.service),
    }


def unproved(found: Examination) -> Sequence[str]:
    """What nobody could prove, each kind once."""
    said = list(found.own.not_proved)
    if found.replayed is None:
        said.append("folding and rules: the entries are not shown in full, or the game is not installed here")
    else:
        said += (text for text in found.replayed.not_proved if text.startswith(("folding", "amendments")))
    return list(dict.fromkeys(said))


def examination_lines(found: Examination) -> list[str]:
    own, replayed = found.own, found.replayed
    lines = [
        f"digests   {own.entries} of {own.version} entries chained, the last is {own.digest.hex()[:16]}...",
        f"draws     {own.draws} made again from the secret, the same as on record",
    ]
    if replayed is not None:
        folding = f"{replayed.facts} facts folded, {replayed.decided_again} entries decided again to the same facts"
        lines.insert(1, f"folding   {folding}")
    service = "sound" if found.service.sound else f"not sound, {len(found.service.findings)} findings"
    lines.append(f"service   says of itself: {service}")
    for text in unproved(found):
        lines += show.folded(text, "not proved: ", "            ")
    for by, each in found.findings:
        lines += show.folded(f"{each.kind}: {each.text} (by the {by})", f"FOUND  version {each.version}, ", "       ")
    lines.append("sound: nothing was found that should not be" if found.sound else "NOT SOUND")
    return lines
