"""Golden logs: games kept from each release, which fold for ever to views equal in every field that the release had.

A golden log is a gzip file of JSON lines. The first: `{"golden": 1, "ruleset": "...", "fields": [...]}`, where `fields`
names every field of the game's view messages at that release. Then one line an entry: `{"entry": "...", "views": {"0":
"...", "-1": "..."}}`, the stored bytes and each viewer's view after it (seats, -1 spectators, -2 judges), in base64.

    python -m rulekeeper.testing.golden FOLDER RULESET     # writes one of a random game; see --help
"""

import argparse
import base64
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from rulekeeper.kernel import JUDGE, RANDOM, SPECTATOR, Game, Match, Table, fold, follows, game_of, players_of
from rulekeeper.kernel.judging import JUDGE_RULE
from rulekeeper.testing.conformance_walk import Walk
from rulekeeper.v1 import entry_pb2 as pb

FORMAT = 1
SUFFIX = ".golden.gz"


def write_golden(path: Path, game: Game[Any], entries: Sequence[pb.Entry]) -> None:
    """Keeps a whole log; entries that were gone back from are kept too, with the views that they led to."""
    head = {"golden": FORMAT, "ruleset": game.ruleset, "fields": sorted(_fields(game.view_type.DESCRIPTOR))}
    lines = [json.dumps(head)]
    for entry, table in _tables(game, entries):
        views = {}
        if table.started and table.origin is not None:
            for viewer in (*range(table.origin.seats), SPECTATOR, JUDGE):
                views[str(viewer)] = _text(game.view(table.state, viewer).SerializeToString(deterministic=True))
        lines.append(json.dumps({"entry": _text(entry.SerializeToString()), "views": views}))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


def check_golden(path: Path, game: Game[Any]) -> list[str]:
    """What of a golden log is not as it was, and the rules that it cites and the rulebook has no more; an empty list:
    all is well.
    """
    head, *lines = (json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines())
    if head["golden"] != FORMAT or head["ruleset"] != game.ruleset:
        return [f"{path.name} is of {head['ruleset']}, format {head['golden']}"]
    fields = frozenset(head["fields"])
    entries = [pb.Entry.FromString(base64.b64decode(line["entry"])) for line in lines]
    cited = {rule for entry in entries for rule in game.facts.FromString(entry.facts).rules}  # type: ignore[attr-defined]
    gone = sorted(cited - game.rulebook.keys() - {JUDGE_RULE})
    wrong = [f"{path.name} cites {rule}, which is no rule any more" for rule in gone]
    for line, (entry, table) in zip(lines, _tables(game, entries), strict=True):
        for viewer, kept in line["views"].items():
            had = game.view_type.FromString(base64.b64decode(kept))
            wrong += [
                f"{path.name}: version {entry.version}, viewer {viewer}: {place}"
                for place in differences(had, game.view(table.state, int(viewer)), fields)
            ]
    return wrong


def golden_logs(folder: Path, game: Game[Any]) -> list[Path]:
    """The golden logs of a ruleset in a folder."""
    return sorted(folder.glob(f"{game.ruleset}.*{SUFFIX}"))


def differences(had: Message, has: Message, fields: frozenset[str], where: str = "") -> Iterator[str]:
    """Where two messages differ in one of these fields (full names); a field of neither is passed over."""
    for field in had.DESCRIPTOR.fields:
        if field.full_name not in fields:
            continue
        place = f"{where}.{field.name}".lstrip(".")
        one, other = getattr(had, field.name), getattr(has, field.name)
        if field.message_type is None:
            ones, others = (list(one), list(other)) if field.is_repeated else ([one], [other])
            present = field.has_presence and had.HasField(field.name) != has.HasField(field.name)
            if ones != others or present:
                yield f"{place} was {one!r} and is {other!r}"
        elif field.is_repeated:
            if len(one) != len(other):
                yield f"{place} had {len(one)} and has {len(other)}"
            for number, (mine, its) in enumerate(zip(one, other, strict=False)):
                yield from differences(mine, its, fields, f"{place}[{number}]")
        elif had.HasField(field.name) != has.HasField(field.name):
            yield f"{place} was {'set' if had.HasField(field.name) else 'not set'}"
        else:
            yield from differences(one, other, fields, place)


def _tables(game: Game[Any], entries: Sequence[pb.Entry]) -> Iterator[tuple[pb.Entry, Table]]:
    """Each entry with the table after it, also through rewinds."""
    tables = {0: Table()}
    for entry in entries:
        before = tables[follows(entry)]
        tables[entry.version] = fold(game, before, entry)
        yield entry, tables[entry.version]


def _fields(message: Any, met: frozenset[str] = frozenset()) -> set[str]:
    """The full names of all fields of a message and of those inside it."""
    if message.full_name in met:
        return set()
    found = {field.full_name for field in message.fields}
    for field in message.fields:
        if field.message_type is not None:
            found |= _fields(field.message_type, met | {message.full_name})
    return found


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def random_log(game: Game[Any], seats: int, seed: int, player: str = RANDOM) -> Match[Any]:
    """A game of that player in all seats, with a judge's rewind early in it."""
    walk = Walk(game, seats, seed, players=(player,))
    walk.play(12)
    if not walk.table.over:
        walk.rewind()
    walk.play(3000)
    return walk.match


def main(arguments: Sequence[str]) -> None:
    """Writes a golden log of a random game into a folder; see `--help`."""
    parser = argparse.ArgumentParser(
        prog="python -m rulekeeper.testing.golden",
        description="Keep a random game, with a judge's rewind in it, as a golden log.",
        epilog="Example: python -m rulekeeper.testing.golden tests/golden heart_of_crown --seats 2 --seed 7",
    )
    parser.add_argument("folder", type=Path, help="where the log goes")
    parser.add_argument("ruleset", help="a game by its name, or its ruleset")
    parser.add_argument("--seats", type=int, help="how many; by default the most that the game allows")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds give equal games (1)")
    parser.add_argument("--player", default=RANDOM, help="who plays: random, or a player of the game's own")
    chosen = parser.parse_args(arguments)
    game = game_of(chosen.ruleset)
    if game is None:
        parser.error(f"{chosen.ruleset} is not installed")
    seats = game.seats[-1] if chosen.seats is None else chosen.seats
    if seats not in game.seats:
        parser.error(f"{seats} seats are not from {game.seats[0]} to {game.seats[-1]}")
    if chosen.player not in players_of(game):
        parser.error(f"{game.ruleset} has no player {chosen.player}; there are {', '.join(players_of(game))}")
    by = "" if chosen.player == RANDOM else f".{chosen.player}"
    path = chosen.folder / f"{game.ruleset}.{seats}-{chosen.seed}{by}{SUFFIX}"
    match = random_log(game, seats, chosen.seed, chosen.player)
    write_golden(path, game, match.entries)
    print(f"{path}: {len(match.entries)} entries")


if __name__ == "__main__":
    main(sys.argv[1:])
