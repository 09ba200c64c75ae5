"""A workbench: games that are made up inside a test. A game's state is what it was told, in order, and a number."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pydantic
from google.protobuf.message import Message
from msgspec import Struct
from msgspec.structs import replace

from rulekeeper.kernel import (
    Game,
    Match,
    Minted,
    Offer,
    OneOf,
    Play,
    Rule,
    Rulebook,
    RuleText,
    Script,
    ask,
    minted_with,
)
from rulekeeper.v1.scene_pb2 import Scene
from tests.kernel.sample import sample_pb2 as pb

Picks = Callable[["State", int], Iterable[Offer[pb.Pick]]]


class State(Struct, frozen=True):
    told: tuple[str, ...] = ()
    number: int = 0
    minted: Minted = ()


class SetUp(pydantic.BaseModel, frozen=True, extra="forbid"):
    number: int = pydantic.Field(0, ge=0)


def told(state: State, fact: pb.Told) -> State:
    return replace(state, told=(*state.told, fact.text), number=state.number + fact.number)


def hid(state: State, fact: pb.Hid) -> State:
    minted = minted_with(state.minted, fact.card) if fact.card else state.minted
    return replace(state, told=(*state.told, fact.text), minted=minted)


def view(state: State, viewer: int) -> pb.View:
    return pb.View(told=state.told, number=state.number)


def scene(seen: pb.View) -> Scene:
    made = Scene()
    for told in seen.told:
        made.headline.add(text=told)
    return made


def rule_text(id: str) -> RuleText:
    return RuleText(id=id, page=0, title=id, statement=f"What {id} says.", origin="own")


def sample(
    main: Rule[Any, [], Any],
    *scripts: Rule[Any, Any, Any],
    asides: Mapping[type[Message], Rule[Any, Any, Any]] | None = None,
    entry_points: Mapping[str, Rule[Any, Any, Any]] | None = None,
    version: int = 1,
    **more: Any,
) -> Game[State]:
    """A game of these scripts, for one to four. Its rulebook has their rules, and those that its commands name."""
    of_scripts = (main, *scripts, *(asides or {}).values(), *(entry_points or {}).values())
    ids = dict.fromkeys([script.id for script in of_scripts] + ["s.pick", "s.pass", "s.wave", "s.end"])
    parts: dict[str, Any] = {
        "name": "sample",
        "version": version,
        "title": "Sample",
        "seats": range(1, 5),
        "rulebook": Rulebook([rule_text(id) for id in ids]),
        "facts": pb.Facts,
        "command": pb.Command,
        "view_type": pb.View,
        "state": State,
        "setup": SetUp,
        "initial": lambda setup, seats: State(number=setup.number),
        "main": main,
        "entry_points": entry_points or {},
        "scripts": tuple(dict.fromkeys(scripts)),
        "reducers": {pb.Told: told, pb.Hid: hid},
        "standing": waves if asides else lambda state, seat: (),
        "asides": asides or {},
        "view": view,
        "scene": scene,
    }
    return Game(**parts | more)


def numbers(*candidates: int) -> Picks:
    """A menu of one offer: pick one of these numbers."""

    def menu(state: State, seat: int) -> Iterator[Offer[pb.Pick]]:
        yield Offer(pb.Pick, number=OneOf(candidates))

    return menu


ONE_TO_NINE = numbers(*range(1, 10))


def waves(state: State, seat: int) -> Iterator[Offer[Message]]:
    yield Offer(pb.Wave, number=OneOf((0, 1, 2)))


def pick(play: Play[State], seat: int = 0) -> Script[int]:
    """Asks for a number from 1 to 9, and tells it."""
    command = yield from ask(seat, ONE_TO_NINE)
    play.emit(pb.Told(text=f"{seat} picked {command.number}", number=command.number))
    return command.number


def begun(game: Game[State], seats: int = 2, seed: bytes = b"") -> Match[State]:
    return Match(game, seats, seed=seed)


def texts(match: Match[State]) -> tuple[str, ...]:
    """What the state was told."""
    state: State = match.table.state
    return state.told
