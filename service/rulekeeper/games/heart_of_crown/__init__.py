"""Heart of Crown, first edition, base set, for 2 to 4 players. Read it in the order of its rulebook: `setup`,
`turn`, `main_phase`, `effects`, `defence`, `second_phase`, `cleanup`, `coronation`; the cards are in `cards`.
"""

from __future__ import annotations

from rulekeeper.games.heart_of_crown import cleanup, coronation, effects, main_phase, second_phase, setup, turn
from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.catalogue import SETS, card_rules, catalogue
from rulekeeper.games.heart_of_crown.player import sensible
from rulekeeper.games.heart_of_crown.positions import fault
from rulekeeper.games.heart_of_crown.reducer import REDUCERS
from rulekeeper.games.heart_of_crown.scene import scene
from rulekeeper.games.heart_of_crown.state import State, conserved
from rulekeeper.games.heart_of_crown.subjects import subjects
from rulekeeper.games.heart_of_crown.taste import taste
from rulekeeper.games.heart_of_crown.telling import TELLS
from rulekeeper.games.heart_of_crown.timing import timing
from rulekeeper.games.heart_of_crown.view import view
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Game, Rulebook, collect_rules, read_data

__all__ = ["GAME"]

GAME: Game[State] = Game(
    name="heart_of_crown",
    version=1,
    title="Heart of Crown",
    seats=range(2, 5),
    seats_rule="hoc.players",
    rulebook=Rulebook.load(read_data(__package__, "rulebook.toml"), card_rules()),
    cards=catalogue(),
    facts=pb.Facts,
    command=pb.Command,
    view_type=pb.View,
    state=State,
    setup=setup.Setup,
    setups=(
        *({"set": name} for name in (*SETS, setup.RANDOM)),
        {"set": "walpurgis-night", "end": "court", "talisman": "kept"},
    ),
    initial=setup.initial,
    main=turn.game,
    turn=turn.turn.id,
    entry_points={
        "game": turn.game,
        "turn": turn.from_turn,
        "main-phase": turn.from_main_phase,
        "second-phase": turn.from_second_phase,
    },
    scripts=(
        *collect_rules(setup, turn, main_phase, effects, second_phase, cleanup, coronation),
        *(script for block in BLOCKS.values() for script in block.scripts()),
    ),
    reducers=REDUCERS,
    standing=turn.standing,
    asides={pb.Concede: turn.concede},
    subjects=subjects,
    timing=timing,
    view=view,
    scene=scene,
    tells=TELLS,
    conserved=conserved,
    taste=taste,
    players={"sensible": sensible},
    fault=fault,
    settle=coronation.settle,
)
