"""The Cave: a game on a board of squares, with paths, furniture and a scene, from outside of the service."""

from rulekeeper.kernel import Game, Rulebook, collect_rules, read_data
from tests.kernel.cave import cave_pb2 as pb
from tests.kernel.cave import rules
from tests.kernel.cave.board import SetUp, furniture
from tests.kernel.cave.rules import State
from tests.kernel.cave.view import scene, view


def initial(setup: SetUp, seats: int) -> State:
    return State(speed=setup.speed)


GAME = Game(
    name="cave",
    version=1,
    title="The Cave",
    seats=range(2, 3),
    rulebook=Rulebook.load(read_data(__package__, "rulebook.toml")),
    facts=pb.Facts,
    command=pb.Command,
    view_type=pb.View,
    state=State,
    setup=SetUp,
    setups=({}, {"speed": 7}),
    initial=initial,
    main=rules.game,
    turn=rules.turn.id,
    entry_points={"turn": rules.turns},
    scripts=collect_rules(rules),
    reducers=rules.REDUCERS,
    view=view,
    scene=scene,
    furniture=furniture,
    conserved=lambda state: {"gold": len(state.gold) + sum(digger.gold for digger in state.diggers)},
    taste=lambda state, seat, walk: 1 + 20 * sum(square in state.gold for square in walk.way),
)
