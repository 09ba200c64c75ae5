"""Night Market: the smallest game that uses all that the kernel has."""

from collections.abc import Mapping

import pydantic
from google.protobuf.message import Message

from rulekeeper.kernel import Bag, Game, InvalidSetup, Rulebook, collect_rules, contents, read_data
from tests.kernel.night_market import menus, nights, reducer
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import WORTH, Player, State
from tests.kernel.night_market.view import scene, view


class SetUp(pydantic.BaseModel, frozen=True, extra="forbid"):
    """How many wares of each kind there are."""

    copies: int = pydantic.Field(6, ge=1, le=100)


def initial(setup: SetUp, seats: int) -> State:
    if setup.copies * len(WORTH) < 3 * seats:
        raise InvalidSetup("there are too few wares for so many players")
    return State(players=(Player(),) * seats, pile=(Bag(tuple((kind, setup.copies) for kind in WORTH)),))


def fault(state: State, seats: int) -> str:
    return "" if len(state.players) == seats else f"{len(state.players)} players, and {seats} seats"


def conserved(state: State) -> Mapping[str, int]:
    hands = [card for player in state.players for card in player.hand]
    return dict(contents((*state.pile, Bag(state.stall), *hands)))


def taste(state: State, seat: int, command: Message) -> int:
    return 8 if isinstance(command, pb.Score) else 1


GAME = Game(
    name="night_market",
    version=1,
    title="Night Market",
    seats=range(2, 5),
    rulebook=Rulebook.load(read_data(__package__, "rulebook.toml")),
    facts=pb.Facts,
    command=pb.Command,
    view_type=pb.View,
    state=State,
    setup=SetUp,
    initial=initial,
    main=nights.game,
    turn=nights.night.id,
    entry_points={"night": nights.until_dawn},
    scripts=collect_rules(nights),
    reducers=reducer.REDUCERS,
    standing=menus.standing,
    asides={pb.Show: nights.show, pb.Concede: nights.concede},
    subjects=menus.subjects,
    view=view,
    scene=scene,
    conserved=conserved,
    taste=taste,
    fault=fault,
)
