"""Positions and set-ups: written by people, checked, and begun from."""

import json
from typing import Any

import pytest
from msgspec import Struct

from rulekeeper.kernel import (
    Accepted,
    InvalidPosition,
    InvalidSetup,
    Match,
    Play,
    Position,
    Script,
    effective,
    fold_all,
    game_of,
    read_position,
    read_setup,
    rule,
    state_as_json,
)
from rulekeeper.kernel.positions import state_of
from rulekeeper.testing.conformance_walk import Walk
from tests.kernel.night_market import GAME
from tests.kernel.night_market import night_market_pb2 as nm
from tests.kernel.sample import State, begun, pick, sample, texts
from tests.kernel.sample import sample_pb2 as pb

HAND = {"type": "Card", "id": 258, "kind": "jade", "audience": 2}
POSITION: dict[str, Any] = {
    "game": "night_market@1",
    "seats": 2,
    "entry": "night",
    "args": [5],
    "state": {
        "players": [{"hand": [HAND], "points": 9}, {"coins": 0}],
        "pile": [
            {"type": "Card", "id": 7, "kind": "lamp", "audience": 7, "up": True},
            {"type": "Bag", "of": [["jade", 3]]},
        ],
        "minted": [[2, 1]],
    },
}


def changed(**parts: Any) -> str:
    return json.dumps({**POSITION, **parts})


def with_state(**parts: Any) -> str:
    return changed(state={**POSITION["state"], **parts})


def test_a_game_begins_in_the_middle() -> None:
    match = Match(GAME, position=json.dumps(POSITION))
    state = match.table.state
    assert state.night == 5 and state.players[0].points == 9 and state.players[1].coins == 0
    # Seat 0 drew the lamp that lay face up, seat 1 one of the jades.
    assert [card.kind for card in state.players[0].hand] == ["jade", "lamp"] and state.players[1].hand[0].kind == "jade"
    assert [frame.script for frame in match.table.frames] == ["nm.dawn", "nm.night", "nm.bid"]
    for seat, coins in ((0, 1), (1, 0)):
        assert isinstance(match.submit(seat, nm.Bid(coins=coins)), Accepted)
    assert isinstance(match.submit(0, nm.Score(card=258)), Accepted)
    assert match.table.result is not None and match.table.result.rule == "nm.goal"
    assert fold_all(GAME, match.entries) == match.table


def test_commands_are_sent_and_draws_are_as_foretold_in_the_entries_that_make_them() -> None:
    state = {
        **POSITION["state"],
        "pile": [{"type": "Bag", "of": [["ghost", 5], ["jade", 5], ["lamp", 1], ["silk", 5]]}],
    }
    commands = [
        {"seat": 1, "command": "Bid", "fields": {"cards": [], "coins": 0}},
        {"seat": 0, "command": "night_market.v1.Bid", "fields": {"coins": 1}},
        {"seat": 0, "command": "Scry", "fields": {}},
    ]
    position = Position.model_validate(
        {**POSITION, "state": state, "commands": commands, "draws": ["lamp", "silk", "ghost", "ghost"]}
    )
    for seed in (b"1", b"2", b"3"):
        match = Match(GAME, position=position, seed=seed)
        hands = [[card.kind for card in player.hand] for player in match.table.state.players]
        assert hands == [["jade", "lamp"], ["silk"]]
        assert [card.kind for card in match.table.state.pile[:2]] == ["ghost", "ghost"]
        assert match.table.foretold == () and match.table.decision.rule == "nm.scry"  # type: ignore[union-attr]
        assert fold_all(GAME, match.entries) == match.table
        assert match.at(6).foretold == ("ghost", "ghost")


def test_foretold_draws_are_there_again_after_a_rewind() -> None:
    @rule("s.main")
    def main(play: Play[State]) -> Script[None]:
        while True:
            yield from pick(play)
            play.emit(pb.Told(text=play.draw("bag", (("a", 1), ("b", 9)))))

    game = sample(main, entry_points={"here": main})
    match = Match(game, position=json.dumps({"game": "sample@1", "seats": 1, "entry": "here", "draws": ["a", "a"]}))
    match.submit(0, pb.Pick(number=1))
    left = [match.table.foretold]
    match.rewind(len(match.entries) - 1)
    left.append(match.table.foretold)
    assert left == [("a",), ("a", "a")]
    for _ in range(2):
        match.submit(0, pb.Pick(number=1))
    assert texts(match)[1::2] == ("a", "a") and match.table.foretold == ()
    assert fold_all(game, effective(match.entries)) == match.table


WRONG = {
    "no JSON": ("{", "the position: Invalid JSON"),
    "no object": ("[]", "the position: "),
    "a field too many": (changed(colour=1), "colour: Extra inputs are not permitted"),
    "no game": (json.dumps({"seats": 2, "entry": "night"}), "game: Field required"),
    "another game": (changed(game="heart_of_crown@1"), "game: heart_of_crown@1 is not night_market@1"),
    "another version": (changed(game="night_market@2"), "game: night_market@2 is not night_market@1"),
    "too many seats": (changed(seats=5), "seats: 5 is not from 2 to 4"),
    "an unknown entry point": (changed(entry="noon"), "entry: noon is not one of night"),
    "too few arguments": (changed(args=[]), "args: missing a required argument: 'first'"),
    "too many arguments": (changed(args=[1, 2]), "args: too many positional arguments"),
    "an argument that is not plain": (changed(args=[{"a": 1}]), "args: {'a': 1} is not a plain value"),
    "a wrong type": (with_state(night="one"), "state: Expected `int`, got `str` - at `$.night`"),
    "a field that is not there": (with_state(knight=1), "state: there is no field `$.knight`"),
    "one further inside": (with_state(players=[{}, {"hands": []}]), "there is no field `$.players[1].hands`"),
    "one inside a card": (with_state(pile=[{**HAND, "face": 1}]), "there is no field `$.pile[0].face`"),
    "a card of no kind of card": (with_state(pile=[{"type": "Dog"}]), "Invalid value 'Dog' - at `$.pile[0].type`"),
    "what the game finds at fault": (with_state(players=[]), "state: 0 players, and 2 seats"),
    "a wrong command": (changed(commands=[{"seat": 0}]), "commands.0.command: Field required"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_position_is_said_with_the_place(name: str) -> None:
    text, told = WRONG[name]
    with pytest.raises(InvalidPosition) as wrong:
        read_position(GAME, text)
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (changed(draws=["gold"]), "'gold' is not there to be drawn"),
        (changed(args=["five"]), "no game begins from it: nm"),
        (changed(commands=[{"seat": 0, "command": "Jump"}]), "commands: Jump of seat 0"),
        (
            changed(commands=[{"seat": 0, "command": "Scry"}]),
            "commands: Scry of seat 0: nm.privilege: this may be done",
        ),
        (changed(commands=[{"seat": 0, "command": "Bid", "fields": {"coins": 99}}]), "99 is not from 0 to 3"),
    ],
)
def test_a_position_that_the_rules_cannot_begin_from_is_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidPosition, match=told):
        Match(GAME, position=text)


def test_a_position_of_the_commands_may_hold_a_standing_one() -> None:
    match = Match(GAME, position=changed(commands=[{"seat": 1, "command": "Concede"}]))
    assert match.table.result is not None and match.table.result.winners == (0,)


def test_any_state_of_a_game_is_a_position() -> None:
    for seed in range(3):
        walk = Walk(GAME, 2, seed)
        walk.play(17)
        state = json.loads(json.dumps(state_as_json(walk.table.state)))
        match = Match(GAME, position=changed(state=state, args=[walk.table.state.night + 1]))
        assert (
            match.at(1).origin is not None and match.table.state.players[0].points == walk.table.state.players[0].points
        )


class Told(Struct, frozen=True):
    text: str = ""


class Counted(Struct, frozen=True):
    """A state with a small dict in it."""

    told: dict[int, Told] = {}
    number: int = 0
    minted: tuple[tuple[int, int], ...] = ()


def test_a_dict_in_a_state_is_written_with_texts_for_keys() -> None:
    def shown(state: Counted, viewer: int) -> pb.View:
        return pb.View(told=[f"{number} {one.text}" for number, one in state.told.items()])

    game = sample(plain_main, entry_points={"here": plain_main}, state=Counted, view=shown)
    position = {"game": "sample@1", "seats": 1, "entry": "here"}
    told = {"7": {"text": "seven"}, "11": {}}
    state = read(game, {**position, "state": {"told": told}})
    assert state.told == {7: Told("seven"), 11: Told()}
    assert state_as_json(state) == {"told": {"7": {"text": "seven"}, "11": {"text": ""}}, "number": 0, "minted": ()}
    with pytest.raises(InvalidPosition, match=r"there is no field `\$\.told\.7\.words`"):
        read(game, {**position, "state": {"told": {"7": {"words": 1}}}})


def read(game: Any, position: dict[str, Any]) -> Counted:
    state: Counted = state_of(game, read_position(game, json.dumps(position)))
    return state


def test_equal_positions_are_the_same_text() -> None:
    one, other = Position.model_validate(POSITION), Position.model_validate_json(json.dumps(POSITION))
    assert one.text() == other.text() and read_position(GAME, one.text()) == one


# Set-ups.


def test_a_setup_is_completed_and_checked() -> None:
    assert read_setup(GAME, "").copies == 6 and read_setup(GAME, '{"copies": 9}').copies == 9
    for text, told in (("{", "the set-up"), ('{"copies": 0}', "copies"), ('{"copy": 1}', "copy: Extra inputs")):
        with pytest.raises(InvalidSetup, match=told):
            read_setup(GAME, text)


def test_a_match_takes_a_setup_as_a_mapping_or_a_model() -> None:
    model = read_setup(GAME, '{"copies": 9}')
    one, other = Match(GAME, 2, {"copies": 9}), Match(GAME, 2, model)
    assert one.entries[0] == other.entries[0] and one.entries[0].created.setup == '{"copies":9}'
    for setup, seats in (({"copies": 0}, 2), ({"wares": 1}, 2), ({"copies": 2}, 4), ({}, 5)):
        with pytest.raises(InvalidSetup):
            Match(GAME, seats, setup)
    assert begun(sample(plain_main), 1).table.state.number == 0
    assert Match(sample(plain_main), 1, {"number": 4}).table.state.number == 4


@rule("s.main")
def plain_main(play: Play[State]) -> Script[None]:
    yield from pick(play)


def test_a_ruleset_that_is_not_installed_is_none() -> None:
    assert game_of("no_such_game@1") is None and game_of("no_such_game") is None
