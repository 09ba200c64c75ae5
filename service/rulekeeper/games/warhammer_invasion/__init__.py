"""Warhammer: Invasion, Core Set, for two players. Read it in the order of its rulebook: `setup` (and `draft`), `turn`,
`chain` (windows and what is done in them; `window_menu` says what may be, `actions` what it names and costs),
`combat`, `damage`, `effects` (single steps) with `leaving` (cards leave play) and `following` (checks and triggers
after each step), `keywords`; the cards are in `cards`, made of what `block` has, in the words of `cards.verbs`
and `cards.choices`.

Below them: `catalogue` and `box` (what is printed), `state` (the table), `reducer` (what facts change), `numbers`,
`pricing` and `targets` (questions about the table); beside them `view`, `positions`, `decks` and `lists` (deck lists),
`terminal`, `timing`. The sensible player is `player`, with `sight` and `opinions`; `taste` is the random player's.
"""

from __future__ import annotations

from rulekeeper.games.warhammer_invasion import chain, combat, damage, draft, following, keywords, setup, turn
from rulekeeper.games.warhammer_invasion.box import STARTERS
from rulekeeper.games.warhammer_invasion.cards import BLOCKS
from rulekeeper.games.warhammer_invasion.catalogue import card_rules
from rulekeeper.games.warhammer_invasion.catalogue import catalogue as every_card
from rulekeeper.games.warhammer_invasion.lists import deck_list
from rulekeeper.games.warhammer_invasion.player import sensible
from rulekeeper.games.warhammer_invasion.positions import fault
from rulekeeper.games.warhammer_invasion.reducer import REDUCERS
from rulekeeper.games.warhammer_invasion.scene import scene
from rulekeeper.games.warhammer_invasion.state import State, conserved
from rulekeeper.games.warhammer_invasion.subjects import subjects
from rulekeeper.games.warhammer_invasion.taste import taste
from rulekeeper.games.warhammer_invasion.telling import TELLS
from rulekeeper.games.warhammer_invasion.timing import timing
from rulekeeper.games.warhammer_invasion.view import view
from rulekeeper.kernel import Game, Rulebook, collect_rules, read_data
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

__all__ = ["GAME"]

GAME: Game[State] = Game(
    name="warhammer_invasion",
    version=1,
    title="Warhammer: Invasion",
    seats=range(2, 3),
    seats_rule="whi.overview.two-players",
    rulebook=Rulebook.load(read_data(__package__, "rulebook.toml"), card_rules()),
    cards=every_card(),
    facts=pb.Facts,
    command=pb.Command,
    view_type=pb.View,
    state=State,
    setup=setup.Setup,
    setups=(
        *({"starters": [one, other]} for one in STARTERS for other in STARTERS if one != other),
        {},
        {"format": "constructed"},
        {"format": "draft"},
    ),
    initial=setup.initial,
    main=turn.game,
    turn=turn.turn.id,
    entry_points={
        "game": turn.game,
        "turn": turn.from_turn,
        "phase": turn.from_phase,
        "combat": turn.from_combat,
    },
    scripts=(
        *collect_rules(setup, draft, turn, chain, combat, damage, following, keywords),
        *(block.script for block in BLOCKS.values()),
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
    lists={pb.SubmitDeck: deck_list},
    settle=following.settle,
)
