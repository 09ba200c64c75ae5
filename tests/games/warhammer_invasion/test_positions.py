"""Positions: what is a table and what is not, and where a game can begin from one."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.box import CAPITALS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.effects import barred
from rulekeeper.games.warhammer_invasion.positions import DECK_CARDS, can_wait, fault
from rulekeeper.games.warhammer_invasion.setup import Setup, initial
from rulekeeper.games.warhammer_invasion.state import (
    BEGINNING,
    CAPITAL_PHASE,
    EVERY_ZONE,
    QUEST,
    Lasting,
    Placed,
    Player,
    Section,
    State,
    Turn,
    Waiting,
    conserved,
    place,
)
from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Accepted,
    Bag,
    Card,
    InvalidPosition,
    Match,
    Position,
    counts,
    everyone,
    mint,
    minted_with,
    only,
    random_command,
    state_as_json,
    unavailable,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

replace = msgspec.structs.replace

ALL = everyone(2)


def number(count: int, audience: int = ALL) -> int:
    """The id that an audience gets so many."""
    return count << 8 | audience


BOARD = Board(
    Side(kingdom="contested-village", quest="infiltrate+2 runesmith@infiltrate", battlefield="huntsmen:0[organ-gun]"),
    Side(hand="pillage", developments=(1, 0, 0), quest="black-orc~"),
)
VILLAGE, INFILTRATE, RUNESMITH, HUNTSMEN, ORGAN_GUN, ORCS = (card.id for card in BOARD.state.cards)
STATE: dict[str, Any] = json.loads(BOARD.position.text())["state"]


def position(state: dict[str, Any], entry: str = "phase", *args: Any) -> str:
    given = args or {"phase": (0, CAPITAL_PHASE), "turn": (0,), "combat": (0, 1), "game": ()}[entry]
    document = {"game": GAME.ruleset, "seats": 2, "entry": entry, "args": [*given], "state": state}
    return json.dumps(document)


def begun(state: dict[str, Any], entry: str = "phase", *args: Any) -> Match[State]:
    return Match(GAME, position=position(state, entry, *args), seed=b"position")


def against(state: dict[str, Any], entry: str = "phase", *args: Any) -> str:
    """What is said against the position."""
    with pytest.raises(InvalidPosition) as wrong:
        begun(state, entry, *args)
    return str(wrong.value)


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """The state with something else at a place."""
    state = copy.deepcopy(STATE)
    at: Any = state
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return state


def with_card(card: int, **changes: Any) -> dict[str, Any]:
    """The state with something of a card in play changed."""
    index = [each["id"] for each in STATE["cards"]].index(card)
    state = copy.deepcopy(STATE)
    state["cards"][index] |= changes
    return state


def with_another(kind: str, where: int, seat: int = 0, **more: Any) -> dict[str, Any]:
    """The state with one more card in play."""
    state = copy.deepcopy(STATE)
    card = {"id": number(50), "kind": kind, "owner": seat, "controller": seat, "place": where, **more}
    state["cards"].append(card)
    state["minted"] = [[audience, 60] for audience, _ in state["minted"]]
    return state


HELD = {"type": "Card", "id": number(1, only(1)), "kind": "pillage", "audience": only(1)}

KINGDOM_0, QUEST_0, BATTLEFIELD_0, KINGDOM_1, QUEST_1 = 1, 2, 3, 5, 6

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a player too few": (
        changed("players", to=[{}]),
        "Expected `array` of length 2, got 1 - at `$.players`",
    ),
    "a section too many": (
        changed("players", 0, "sections", to=[{}] * 4),
        "Expected `array` of length 3, got 4 - at `$.players[0].sections`",
    ),
    "no such capital": (
        changed("players", 1, "capital", to="high_elf"),
        "players[1].capital: 'high_elf' is not one of empire, dwarf, chaos, orc",
    ),
    "no capital": (
        changed("players", 1, "capital", to=""),
        "players[1].capital: '' is not one of empire, dwarf, chaos, orc",
    ),
    "no such format": (
        changed("format", to="legacy"),
        "format: 'legacy' is not one of starters, constructed, draft",
    ),
    "no such minimum": (
        changed("minimum", to="none"),
        "minimum: 'none' is not one of rulebook, faq",
    ),
    "less than no damage": (
        changed("players", 0, "sections", 0, "damage", to=-1),
        "players[0].sections[0].damage: -1 is not from 0 to 1000",
    ),
    "more damage than can be told": (
        changed("players", 0, "sections", 0, "damage", to=1001),
        "players[0].sections[0].damage: 1001 is not from 0 to 1000",
    ),
    "damage on a burning section": (
        changed("players", 0, "sections", 0, to={"damage": 1, "burning": True}),
        "players[0].sections[0].damage: the section burns, and has no damage any more (whi.combat.apply.burn)",
    ),
    "a development of a kind that there is not": (
        changed("players", 1, "sections", 0, "developments", 0, "kind", to="dragon"),
        "players[1].sections[0].developments: there is no card 'dragon'",
    ),
    "a development that the opponent knows": (
        changed("players", 1, "sections", 0, "developments", 0, "audience", to=only(0)),
        f"players[1].sections[0].developments: the audience 2 of card {number(1, only(1))}",
    ),
    "more resources than can be told": (
        changed("players", 0, "resources", to=10**30),
        f"players[0].resources: {10**30} is not from 0 to 1000",
    ),
    "owed resources": (
        changed("players", 0, "resources", to=-1),
        "players[0].resources: -1 is not from 0 to 1000",
    ),
    "a draft format card in a hand": (
        changed("players", 1, "hand", to=[HELD | {"kind": "sabotage"}]),
        "players[1].hand: there is no card 'sabotage'",
    ),
    "a hand that lies faceup": (
        changed("players", 1, "hand", to=[HELD | {"id": number(9), "audience": ALL, "up": True}]),
        f"players[1].hand: card {number(9)} lies faceup",
    ),
    "an empty deck": (
        changed("players", 1, "deck", to=[]),
        "players[1].deck: it is empty, and the game is over (whi.deckout.immediate)",
    ),
    "an empty bag": (
        changed("players", 1, "deck", to=[{"type": "Bag", "of": []}]),
        "players[1].deck: an empty bag",
    ),
    "a card of a deck that somebody has seen": (
        changed("players", 1, "deck", to=[HELD]),
        "players[1].deck: one bag, or several on top of each other; nobody looks at a card of it between two actions",
    ),
    "a deck out of order": (
        changed("players", 1, "deck", to=[{"type": "Bag", "of": [["pillage", 1], ["hate", 1]]}]),
        "players[1].deck: kinds are listed once each, in the order of their ids",
    ),
    "less than one card of a kind": (
        changed("players", 0, "discard_pile", to=[["hate", -1]]),
        "players[0].discard_pile: -1 of hate is not from 1 to 200",
    ),
    "more cards than two decks have": (
        changed("players", 0, "discard_pile", to=[["hate", 200]]),
        "234 cards, and two decks have 200 at most (whi.deck.size)",
    ),
    "no such kind in play": (with_card(VILLAGE, kind="contested"), "cards: there is no card 'contested'"),
    "a tactic in play": (with_another("hate", KINGDOM_0), "cards[6]: hate is a tactic, and stays nowhere"),
    "a third player's card": (with_card(VILLAGE, owner=2), "cards[0]: owner: 2 is not from 0 to 1"),
    "nobody's card": (with_card(VILLAGE, controller=-1), "cards[0]: controller: -1 is not from 0 to 1"),
    "a card nowhere": (with_card(VILLAGE, place=4), "cards[0]: place: 4 is none"),
    "a card in the opponent's zone": (
        with_card(VILLAGE, place=KINGDOM_1),
        "cards[0]: place: 5 is not one of its controller's (whi.zones.three)",
    ),
    "a quest in the kingdom": (
        with_another("defend-the-border", KINGDOM_0),
        "cards[6]: place: defend-the-border is a quest (whi.quest.play)",
    ),
    "damage on a support": (with_card(VILLAGE, damage=1), "cards[0]: damage: contested-village is no unit"),
    "a corrupted support": (with_card(VILLAGE, corrupted=True), "cards[0]: corrupted: contested-village is no unit"),
    "tokens on a unit": (with_card(ORCS, tokens=1), "cards[5]: tokens: black-orc-squad is no quest"),
    "too many tokens": (with_card(INFILTRATE, tokens=1001), "cards[1]: tokens: 1001 is not from 0 to 1000"),
    "a support on a quest": (with_card(VILLAGE, quest=INFILTRATE), "cards[0]: quest: contested-village is no unit"),
    "a quest that is not there": (
        with_card(RUNESMITH, quest=number(99)),
        f"cards[2]: quest: {number(99)} is no quest of its controller's in play (whi.quest.send)",
    ),
    "the opponent's quest": (
        with_card(ORCS, quest=INFILTRATE),
        f"cards[5]: quest: {INFILTRATE} is no quest of its controller's in play (whi.quest.send)",
    ),
    "on a quest from another zone": (
        with_card(HUNTSMEN, quest=INFILTRATE),
        f"cards[3]: quest: the unit is not in the zone of its quest, {INFILTRATE}",
    ),
    "two units on a quest": (
        with_another("huntsmen", QUEST_0, quest=INFILTRATE),
        f"cards[6]: quest: two units are on {INFILTRATE} (whi.quest.one-unit)",
    ),
    "an attachment on nothing": (
        with_card(ORGAN_GUN, host=0),
        "cards[4]: host: 0 is no unit in play (whi.attach.host)",
    ),
    "an attachment on a support": (
        with_card(ORGAN_GUN, host=VILLAGE),
        f"cards[4]: host: {VILLAGE} is no unit in play (whi.attach.host)",
    ),
    "an attachment elsewhere than its host": (
        with_card(ORGAN_GUN, place=KINGDOM_0),
        "cards[4]: place: 1 is not where its host is (whi.attach.host)",
    ),
    "a unit on another": (with_card(ORCS, host=RUNESMITH), "cards[5]: host: black-orc-squad is no attachment"),
    "a second copy of what is unique": (
        with_another("infiltrate", QUEST_0),
        "cards[1]: infiltrate may not be there with the other cards (whi.unique.one-in-play)",
    ),
    "an id twice": (with_card(ORCS, id=VILLAGE), "two cards have the same id"),
    "a place for an id": (with_card(ORCS, id=15), "15 is no id of a card"),
    "an id without bound": (with_card(ORCS, id=1 << 32), f"{1 << 32} is no id of a card"),
    "an id that would be given again": (
        changed("minted", to=[[only(1), 9], [ALL, 5]]),
        f"minted: the id {number(6)} is given, and would be given again",
    ),
    "counters out of order": (
        changed("minted", to=[[ALL, 9], [only(1), 9]]),
        "minted: audiences are listed once each, ascending",
    ),
    "a seat that there is not": (changed("turn", "seat", to=2), "turn.seat: 2 is not from 0 to 1"),
    "a turn without number": (changed("turn", "number", to=-1), "turn.number: -1 is not from 0 to 1000000"),
    "a phase that there is not": (changed("turn", "phase", to=7), "turn.phase: 7 is not from 0 to 6"),
    "a window that there is not": (changed("turn", "window", to=12), "turn.window: 12 is not from 0 to 11"),
    "passes of no seat": (
        changed("turn", "passed", to=[2]),
        "turn.passed: [2] are not the seats that have passed in a row",
    ),
    "a use of a card to come": (
        changed("turn", "used", to=[number(7)]),
        f"turn.used: {number(7)} is no id that a card has had",
    ),
    "a card played that there is not": (
        changed("turn", "played", to=[[0, "sabotage"]]),
        "turn.played: there is no card 'sabotage'",
    ),
    "a card played by nobody": (
        changed("turn", "played", to=[[2, "hate"]]),
        "turn.played: 2 is not from 0 to 1",
    ),
    "too many cards played": (
        changed("turn", "played", to=[[0, "hate"]] * 201),
        "turn: more than 200 cards were played or used",
    ),
    "discards out of order": (
        changed("turn", "discarded", to=[["pillage", 1], ["hate", 1]]),
        "turn.discarded: kinds are listed once each, in the order of their ids",
    ),
    "a text that does not wait": (
        changed("waiting", to=[{"seat": 0, "kind": "hate"}]),
        "waiting: hate waits for nothing",
    ),
    "an effect that waits about nothing": (
        changed("waiting", to=[{"seat": 0, "kind": "wez-bigga", "card": number(99)}]),
        f"waiting: card {number(99)} is not in play",
    ),
    "too many effects": (
        changed("waiting", to=[{"seat": 0, "kind": "wez-bigga"}] * 201),
        "waiting, lasting: more than 200 effects",
    ),
    "a change of a support": (
        changed("lasting", to=[{"card": VILLAGE, "power": 1}]),
        f"lasting: {VILLAGE} is no unit in play",
    ),
    "a change without bound": (
        changed("lasting", to=[{"card": ORCS, "power": -1001}]),
        "lasting: power: -1001 is not from -1000 to 1000",
    ),
    "a change of hit points without bound": (
        changed("lasting", to=[{"card": ORCS, "hit_points": 1001}]),
        "lasting: hit points: 1001 is not from -1000 to 1000",
    ),
    "an attack": (
        changed("combat", to={"place": KINGDOM_1}),
        "combat: a position begins before an attack (the entry point combat declares one)",
    ),
    "a draft": (changed("draft", to={}), "draft: a position begins before a draft or after it"),
    "a chain": (
        changed("chain", to=[{"number": number(1), "what": 3, "seat": 0, "kind": "hate"}]),
        "chain: a position begins between two actions, and not in a chain or an effect",
    ),
    "damage on its way": (
        changed("hits", to=[{"target": ORCS, "seat": 0, "cancellable": 1}]),
        "hits: a position begins between two actions, and not in a chain or an effect",
    ),
    "within an effect": (
        changed("depth", to=1),
        "depth: a position begins between two actions, and not in a chain or an effect",
    ),
    "too great a number of an effect": (changed("numbered", to=10**7), "numbered: 10000000 is not from 0 to 1000000"),
    "a card in the box that there is not": (changed("box", to=[["dragon", 1]]), "box: there is no card 'dragon'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_state_that_is_no_table_is_refused_with_the_place(name: str) -> None:
    state, why = WRONG[name]
    assert against(state) == f"state: {why}"


def test_what_was_changed_for_that_is_a_table() -> None:
    assert begun(STATE).table.state.turn.window == pb.WINDOW_CAPITAL
    for state in (
        with_another("huntsmen", QUEST_0),
        with_another("defend-the-border", QUEST_0, tokens=3),
        with_another("choppa", QUEST_1, host=ORCS),
        with_another("infiltrate", QUEST_1, seat=1),
        changed("players", 1, "hand", to=[HELD | {"id": number(6), "audience": ALL}]) | {"cards": STATE["cards"][:5]},
        changed("turn", "used", to=[number(3), number(3)]),
        changed("players", 1, "sections", 0, to={"burning": True}),
        changed("players", 0, "deck", to=[{"type": "Bag", "of": [["hate", 1]]}, {"type": "Bag", "of": [["hate", 1]]}]),
    ):
        assert begun(state).table.state.turn.window == pb.WINDOW_CAPITAL


def test_the_most_of_everything_is_still_a_table() -> None:
    state = with_card(INFILTRATE, tokens=1000)
    state["players"][0] |= {"resources": 1000, "discard_pile": [["hate", 100]]}
    state["lasting"] = [{"card": RUNESMITH, "power": 1000, "hit_points": 1000, "held": True}]
    state["turn"] |= {"number": 10**6, "used": [VILLAGE] * 200, "discarded": [["huntsmen", 200]]}
    view = begun(state).view(0)
    assert isinstance(view, pb.View)
    assert view.turn.number == 10**6 and view.turn.units_discarded == 200
    assert view.players[0].resources == 1000 and view.players[0].sections[1].power == 1002


# Where a game begins.


@pytest.mark.rule("whi.entry.turn", "whi.entry.phase", "whi.entry.combat")
@pytest.mark.parametrize(
    ("entry", "args", "why"),
    [
        ("turn", (2,), "args: there is no seat 2"),
        ("turn", (True,), "args: there is no seat True"),
        ("turn", ("0",), "args: there is no seat '0'"),
        ("phase", (-1, 1), "args: there is no seat -1"),
        ("phase", (0, 0), "args: 0 is not one of 1, 2, 3, 4, 5, 6"),
        ("phase", (1, 7), "args: 7 is not one of 1, 2, 3, 4, 5, 6"),
        ("phase", (1, None), "args: None is not one of 1, 2, 3, 4, 5, 6"),
        ("combat", (0, 0), "args: 0 is not one of 1, 2, 3"),
        ("combat", (0, 4), "args: 4 is not one of 1, 2, 3"),
        ("combat", (3, 1), "args: there is no seat 3"),
    ],
)
def test_arguments_are_seats_phases_and_zones_that_there_are(entry: str, args: tuple[Any, ...], why: str) -> None:
    assert against(STATE, entry, *args) == f"no game begins from it: whi.entry.{entry}: {why}"


@pytest.mark.rule("whi.entry.phase", "whi.turn.phases")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_begins_with_any_phase_of_either_player(seat: int) -> None:
    state = changed("turn", to={"seat": 1 - seat, "number": 7, "phase": 6, "window": 3, "passed": [1]})
    for phase in range(1, 7):
        turn = begun(state, "phase", seat, phase).table.state.turn
        assert (turn.seat, turn.number, turn.phase, turn.passed) == (seat, 7, phase, ())


@pytest.mark.rule("whi.turn.beginning", "whi.capital.only-phase-to-deploy")
def test_what_phase_a_position_names_does_not_count_as_the_turn_begins() -> None:
    """In the window of the turn's beginning nothing is deployed, whatever the position says of its phase."""
    board = Board(Side(hand="mountain", resources=9), phase=BEGINNING, turn={"phase": CAPITAL_PHASE})
    assert board.state.turn.phase == BEGINNING
    play = pb.PlayUnit(card=board.in_hand("mountain"), zone=pb.ZONE_KINGDOM)
    assert board.cited(play) == ["whi.capital.only-phase-to-deploy"]


SETUPS: list[dict[str, Any]] = [
    {},
    {"starters": ["orc", "dwarf"], "minimum": "faq"},
    {"format": "constructed"},
    {"format": "draft"},
]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_begins_from_its_set_up_and_nowhere_else(setup: dict[str, Any]) -> None:
    state = state_as_json(initial(Setup(**setup), 2))
    match, plain = begun(state, "game"), Match(GAME, 2, setup=setup, seed=b"position")
    assert match.table.state == plain.table.state and match.asked() == plain.asked()
    for entry in ("turn", "phase", "combat"):
        told = f"no game begins from it: whi.entry.{entry}: the decks are not made yet: a game begins with its setup"
        assert against(state, entry) == told
    assert (
        against(STATE, "game") == "no game begins from it: whi.game: the decks are made already: a game begins before"
    )


def started(**changes: Any) -> dict[str, Any]:
    """The state before a game of starters, with something changed."""
    return state_as_json(initial(Setup(starters=("orc", "dwarf")), 2)) | changes


BOX = "box: before the decks are made it holds all cards of the format"

WRONG_BEFORE: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, f"{BOX} 'starters'"),
    "another format's box": (started(format="constructed"), f"{BOX} 'constructed'"),
    "one deck only": (
        started(players=[started()["players"][0], {}]),
        "players: both have a deck list before the decks are made, or neither has",
    ),
    "the same starter twice": (
        started(players=[started()["players"][0]] * 2),
        "players: each starter is there once (whi.setup.starter.choose)",
    ),
    "no starter": (
        started(players=[started()["players"][0], {"deck_list": [["hate", 1]]}]),
        "players[1].deck_list: it is none of the starters (whi.setup.starter.choose)",
    ),
    "a capital too early": (
        started(players=[{"capital": "orc"}, {}]),
        "players[0].capital: it is placed when the decks are made",
    ),
    "resources": (
        started(players=[{"resources": 1}, {}]),
        "players: the decks are not made yet, and nothing has happened",
    ),
    "damage": (
        started(players=[{}, {"sections": [{"damage": 1}, {}, {}]}]),
        "players: the decks are not made yet, and nothing has happened",
    ),
    "a draft among starters": (started(draft={}), "draft: the decks are not made yet, and nothing has happened"),
    "a phase": (started(turn={"phase": 2}), "turn: the decks are not made yet, and nothing has happened"),
    "a deck that breaks a rule": (
        state_as_json(initial(Setup(format="constructed"), 2))
        | {"players": [{"capital": "orc", "deck_list": [["hate", 1]]}] * 2},
        "players[0].deck_list: 1 cards, 49 fewer than the least, 50 (whi.deck.size)",
    ),
    "a draft with decks": (
        state_as_json(initial(Setup(format="draft"), 2)) | {"players": [{"deck_list": [["hate", 1]]}] * 2},
        "players[0].deck_list: in a draft no deck is brought",
    ),
}


@pytest.mark.parametrize("name", WRONG_BEFORE)
def test_before_the_decks_are_made_there_is_the_set_up_and_nothing_else(name: str) -> None:
    state, why = WRONG_BEFORE[name]
    assert against(state, "game") == f"state: {why}"


# Whatever the rules lead to.


@pytest.mark.parametrize(
    "setup", [{"starters": ["dwarf", "orc"]}, {"starters": ["chaos", "empire"]}, {"format": "draft"}]
)
def test_a_table_between_two_actions_is_a_position(setup: dict[str, Any]) -> None:
    seed = f"between {setup}"
    print(f"seed {seed!r}")
    match: Match[State] = Match(GAME, 2, setup=setup, seed=seed.encode())
    dice, found = random.Random(seed), 0
    for _ in range(600):
        if match.table.over:
            break
        state, decision = match.table.state, match.table.decision
        assert decision is not None
        quiet = not (state.chain or state.resolving or state.pending or state.depth or state.combat)
        if decision.rule == "whi.window" and quiet:
            assert fault(state, 2) == ""
            if not found % 25:
                again = begun(state_as_json(state), "phase", state.turn.seat, state.turn.phase).table.state
                assert conserved(again) == conserved(state)
            found += 1
        seat = match.asked()[0]
        match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
    assert found > 50


# Random positions.


class Ids:
    def __init__(self) -> None:
        self.minted: tuple[tuple[int, int], ...] = ()

    def next(self, audience: int = ALL) -> int:
        card = mint(self.minted, audience)
        self.minted = minted_with(self.minted, card)
        return card


def of_type(wanted: str) -> list[str]:
    return [kind for kind, card in DECK_CARDS.items() if card.type == wanted]


ATTACHMENTS = [kind for kind in of_type("support") if CARDS[kind].keywords.attachment is not None]
STANDING = [*of_type("unit"), *(kind for kind in of_type("support") if kind not in ATTACHMENTS)]
WAITING = [kind for kind in DECK_CARDS if can_wait(kind)]


def lying(ids: Ids, dice: random.Random) -> list[Placed]:
    """Cards in play: up to three in a zone, quests with units on them, and attachments."""
    cards: list[Placed] = []

    def fits(seat: int, kind: str, where: int) -> bool:
        return not barred(State(cards=tuple(cards)), seat, kind, where)

    for seat in (0, 1):
        for zone in EVERY_ZONE:
            for kind in dice.choices(STANDING, k=dice.randrange(4)):
                if fits(seat, kind, place(seat, zone)):
                    damage = dice.choice((0, 0, 1, 2)) if CARDS[kind].type == "unit" else 0
                    corrupted = CARDS[kind].type == "unit" and not dice.randrange(5)
                    cards.append(Placed(ids.next(), kind, seat, seat, place(seat, zone), damage, corrupted))
        for kind in dice.choices(of_type("quest"), k=dice.randrange(3)):
            if fits(seat, kind, place(seat, QUEST)):
                quest = Placed(ids.next(), kind, seat, seat, place(seat, QUEST), tokens=dice.randrange(5))
                for index, card in enumerate(cards):
                    idle = card.place == quest.place and card.printed.type == "unit" and not card.quest
                    if idle and dice.randrange(4):
                        cards[index] = replace(card, quest=quest.id)
                        break
                cards.append(quest)
    for unit in [card for card in cards if card.printed.type == "unit" and not dice.randrange(5)]:
        kind, by = dice.choice(ATTACHMENTS), dice.randrange(2)
        cards.append(Placed(ids.next(), kind, by, by, unit.place, host=unit.id))
    return cards


def random_player(seat: int, ids: Ids, dice: random.Random) -> Player:
    kinds, burning = [*DECK_CARDS], dice.randrange(6)

    def facedown(number: int) -> tuple[Card, ...]:
        return tuple(Card(ids.next(only(seat)), kind, only(seat)) for kind in dice.choices(kinds, k=number))

    first, second, third = (
        Section(0 if zone == burning else dice.randrange(8), zone == burning, facedown(dice.choice((0, 0, 1, 2))))
        for zone in range(3)
    )
    return Player(
        capital=dice.choice([*CAPITALS]),
        sections=(first, second, third),
        resources=dice.randrange(15),
        hand=facedown(dice.randrange(9)),
        deck=tuple(Bag(counts(dice.choices(kinds, k=dice.randrange(3, 20)))) for _ in range(dice.randrange(1, 3))),
        discard_pile=counts(dice.choices(kinds, k=dice.randrange(6))),
    )


def random_position(dice: random.Random) -> Position:
    """A table such as the rules could lead to, or nearly, and where to begin."""
    ids = Ids()
    cards = lying(ids, dice)
    players = random_player(0, ids, dice), random_player(1, ids, dice)
    units = [card.id for card in cards if card.printed.type == "unit"]
    turn = Turn(
        seat=dice.randrange(2),
        number=dice.randrange(4),
        development_played=not dice.randrange(3),
        used=tuple(dice.choices([card.id for card in cards], k=dice.randrange(3))) if cards else (),
        played=tuple((dice.randrange(2), dice.choice([*DECK_CARDS])) for _ in range(dice.randrange(3))),
        discarded=counts(dice.choices([*DECK_CARDS], k=dice.randrange(3))),
    )
    state = State(
        players=players,
        cards=tuple(cards),
        turn=turn,
        waiting=tuple(
            Waiting(dice.randrange(2), dice.choice(WAITING), dice.choice((0, *units))) for _ in range(dice.randrange(3))
        ),
        lasting=tuple(
            Lasting(dice.choice(units), dice.randrange(-3, 4), dice.randrange(-1, 3), not dice.randrange(3))
            for _ in range(dice.randrange(3) if units else 0)
        ),
        minimum=dice.choice(("rulebook", "faq")),
        minted=ids.minted,
    )
    entry = dice.choice(("turn", "phase", "combat"))
    more = {"turn": [], "phase": [dice.randrange(1, 7)], "combat": [dice.randrange(1, 4)]}[entry]
    args = [dice.randrange(2), *more]
    return Position(game=GAME.ruleset, seats=2, entry=entry, args=args, state=state_as_json(state))


def played(match: Match[State], dice: random.Random, commands: int) -> None:
    """Random commands; everybody looks at the table, and cards neither vanish nor appear."""
    before = conserved(match.table.state)
    for turn in range(commands):
        if match.table.over:
            return
        seat = match.asked()[0]
        done = match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
        assert isinstance(done, Accepted) and conserved(match.table.state) == before
        if not turn % 10:
            for viewer in (0, 1, SPECTATOR, JUDGE):
                assert GAME.scene(match.view(viewer)).areas
            unavailable(GAME, match.table, 1 - seat, match.live)


@pytest.mark.parametrize("plays", [range(30), pytest.param(range(30, 300), marks=pytest.mark.slow)])
def test_from_random_positions_a_game_can_be_played(plays: range) -> None:
    for play in plays:
        print(f"play {play}")
        dice = random.Random(f"position {play}")
        played(Match(GAME, position=random_position(dice), seed=b"%d" % play), dice, 50)


VALUES: tuple[Any, ...] = (
    *(0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 100, 263, 999, 1000, 1001, 10**6, 10**7, 2**32, 2**64, -1, -5),
    *(
        None,
        True,
        False,
        "",
        "huntsmen",
        "sabotage",
        "pillage",
        "infiltrate",
        "choppa",
        "wez-bigga",
        "empire",
        "dragon",
    ),
    *([], {}, [["huntsmen", 3]]),
)


def places(of: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Each place in a document."""
    if path:
        yield path
    if isinstance(of, dict | list):
        for key in list(of) if isinstance(of, dict) else range(len(of)):
            yield from places(of[key], (*path, key))


def broken(document: dict[str, Any], dice: random.Random) -> None:
    """Changes a document in some places: another value, mostly of the same type; one gone, or one twice."""
    for _ in range(dice.randrange(1, 4)):
        if not document:
            return
        path = dice.choice([*places(document)])
        at: Any = document
        for step in path[:-1]:
            at = at[step]
        key, old = path[-1], at[path[-1]]
        alike = [value for value in VALUES if type(value) is type(old)]
        match dice.randrange(10):
            case 0:
                del at[key]
            case 1 if isinstance(at, list):
                at.insert(key, copy.deepcopy(old))
            case 2 | 3 if type(old) is int:
                at[key] = old + dice.choice((-1, 1, 256, -256))
            case _:
                at[key] = copy.deepcopy(dice.choice(alike if alike and dice.randrange(20) else VALUES))


@pytest.mark.parametrize("plays", [range(300), pytest.param(range(300, 3000), marks=pytest.mark.slow)])
def test_a_broken_position_is_refused_or_can_be_played(plays: range) -> None:
    begun_from = 0
    for play in plays:
        print(f"play {play}")
        dice = random.Random(f"broken {play}")
        document = json.loads(random_position(dice).text())
        part = {name: document[name] for name in ("state", "args")[: 1 + (play % 4 == 0)]}
        broken(part, dice)
        try:
            match: Match[State] = Match(GAME, position=json.dumps(document | part), seed=b"%d" % play)
        except InvalidPosition as wrong:
            assert "no table" not in str(wrong), "its fault was not found, but stumbled over"
            continue
        begun_from += 1
        played(match, dice, 20)
    assert begun_from * 40 > len(plays)
