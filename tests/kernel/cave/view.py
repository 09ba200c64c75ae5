"""What everybody sees, and the same as a scene."""

from rulekeeper.kernel import Viewer
from rulekeeper.kernel.scenes import COUNTER, DAMAGE, GRID, MAIN, STRENGTH, area, badge, say, thing
from rulekeeper.v1.scene_pb2 import Scene
from tests.kernel.cave import cave_pb2 as pb
from tests.kernel.cave.rules import State


def view(state: State, viewer: Viewer) -> pb.View:
    seen = pb.View(seat=viewer if viewer >= 0 else None, number=state.number, gold=state.gold)
    for digger in state.diggers:
        seen.diggers.add(square=digger.square, gold=digger.gold, burns=digger.burns)
    return seen


def scene(seen: pb.View) -> Scene:
    made = Scene()
    say(made, f"turn {seen.number}")
    cave = area(made.areas, "cave", "the cave", GRID, MAIN, board="cave")
    for seat, digger in enumerate(seen.diggers):
        mine = seen.HasField("seat") and seen.seat == seat
        name = f"Digger {seat}{' (you)' if mine else ''}"
        burns = f"{digger.burns} burn{'' if digger.burns == 1 else 's'}"
        badges = ((COUNTER, f"{digger.gold} gold", digger.gold), (DAMAGE, burns, digger.burns))
        thing(cave.pieces, "digger", seat, name, "digger", badges, seat=seat)
        cave.pieces[-1].places.append(digger.square)
    for square in seen.gold:
        thing(cave.pieces, "gold", square, "gold", "gold")
        cave.pieces[-1].places.append(square)
    badge(cave.badges, STRENGTH, f"{len(seen.gold)} pieces of gold", len(seen.gold))
    return made
