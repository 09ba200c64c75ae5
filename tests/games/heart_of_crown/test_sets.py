"""The sets of commons (rulebook p.10, p.30-31): the ten recommended ones from beginning to play, ten that somebody
chooses, and ten that the game's own chance chooses.
"""

import random

import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import CARDS, COMMONS, RARES, SETS
from rulekeeper.games.heart_of_crown.state import State, conserved
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import (
    JUDGE,
    SPECTATOR,
    Accepted,
    InvalidPosition,
    InvalidSetup,
    Match,
    Position,
    contents,
    draws,
    everyone,
    fold_all,
    random_command,
    read_setup,
    size,
    state_as_json,
)
from tests.games.heart_of_crown.table import Told, told

BOOKLET = {
    "first-play": "斥候 願いの泉 早馬 交易船 御用商人 補給部隊 図書館 都市開発 冒険者 錬金術師",
    "introduction": "斥候 早馬 願いの泉 城壁 破城槌 交易船 都市開発 歩兵大隊 御用商人 錬金術師",
    "introduction-2": "寄付 斥候 願いの泉 城壁 破城槌 焼き畑農業 都市開発 近衛騎士団 冒険者 錬金術師",
    "intermediate": "斥候 寄付 魔法の護符 補給部隊 図書館 星詠みの魔女 追い立てられた魔獣 御用商人 皇室領 呪詛の魔女",
    "intermediate-2": "早馬 願いの泉 買収工作 召集令状 交易船 隠れ家 シノビ 金貸し 歩兵大隊 噂好きの公爵夫人",
    "big-business": "願いの泉 斥候 買収工作 補給部隊 交易船 図書館 都市開発 銀行 金貸し 錬金術師",
    "great-war": "斥候 早馬 城壁 破城槌 交易船 補給部隊 歩兵大隊 シノビ 隠れ家 近衛騎士団",
    "adventure": "寄付 願いの泉 埋もれた財宝 補給部隊 追い立てられた魔獣 星詠みの魔女 図書館 錬金術師 冒険者 皇室領",
    "walpurgis-night": (
        "寄付 斥候 願いの泉 魔法の護符 魅了術の魔女 図書館 星詠みの魔女 追い立てられた魔獣 隠れ家 呪詛の魔女"
    ),
    "court-politics": (
        "願いの泉 買収工作 召集令状 魔法の護符 魅了術の魔女 星詠みの魔女 近衛騎士団 錬金術師 皇室領 噂好きの公爵夫人"
    ),
}
"""The sets by the cards' printed names, in the booklet's order."""

EACH = [pytest.param(name, marks=pytest.mark.rule(f"hoc.sets.{name}")) for name in BOOKLET]


def begun(name: str, seats: int = 2, seed: bytes = b"sets") -> Match[State]:
    return Match(GAME, seats, setup={"set": name}, seed=seed)


def played(match: Match[State], commands: int, seed: int = 1) -> Match[State]:
    """Goes on with so many random commands, or to the end; no card is ever lost."""
    cards, dice = conserved(match.table.state), random.Random(seed)
    for _ in range(commands):
        if match.table.over:
            break
        seat = match.asked()[0]
        command = random_command(GAME, match.table, seat, dice.randrange, match.live)
        assert isinstance(match.submit(seat, command), Accepted), command
        assert conserved(match.table.state) == cards
    return match


# The recommended sets.


def test_these_are_all() -> None:
    assert list(SETS) == list(BOOKLET)


@pytest.mark.parametrize("name", EACH)
def test_a_set_is_begun_by_its_name_with_the_ten_kinds_of_the_booklet(name: str) -> None:
    state = begun(name).table.state
    assert " ".join(CARDS[kind].name_ja for kind in state.commons) == BOOKLET[name]
    everything = dict(contents(state.supply))
    for kind, count in state.random_market:
        everything[kind] = everything.get(kind, 0) + count
    assert everything == {**dict.fromkeys(state.commons, 5), **dict.fromkeys(RARES, 1)}
    assert sum(everything.values()) == 52 and len(state.random_market) == 8 and state.box == ()


@pytest.mark.parametrize("name", EACH)
def test_a_set_is_played(name: str) -> None:
    match = played(begun(name, 3), 250)
    assert fold_all(GAME, match.entries) == match.table
    assert set(match.table.state.commons) == set(SETS[name].commons)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_number_of_players_changes_nothing_about_the_supply(seats: int) -> None:
    state = begun("great-war", seats).table.state
    assert size(state.supply) + sum(count for _, count in state.random_market) == 52


# Ten that somebody chooses.


@pytest.mark.rule("hoc.sets.free-choice", "hoc.setup.supply")
@pytest.mark.parametrize("first", [0, 7, 20])
def test_any_ten_kinds_may_be_played(first: int) -> None:
    chosen = COMMONS[first : first + 10]
    match: Match[State] = Match(GAME, 2, setup={"commons": chosen}, seed=b"free")
    assert match.table.state.commons == chosen
    assert set(dict(match.table.state.random_market)) <= {*chosen, *RARES}
    played(match, 120)


@pytest.mark.rule("hoc.sets.free-choice", "hoc.setup.supply")
@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ('{"set": "random", "commons": ["scout"]}', "the set 'random' is chosen by chance: name no commons with it"),
        ('{"set": "Random"}', "there is no set 'Random'; there are first-play, introduction"),
        ('{"set": "", "commons": ["bank", "bank"]}', "a kind of common is named twice (hoc.setup.supply)"),
        ('{"commons": ["curse"]}', "not among the 30 commons: curse (hoc.setup.supply)"),
        ('{"commons": ["bank", "scout"]}', "10 kinds of commons are chosen, not 2 (hoc.setup.supply)"),
        ('{"set": "random", "seed": 1}', "Extra inputs are not permitted"),
    ],
)
def test_what_is_no_ten_kinds_is_refused(setup: str, why: str) -> None:
    with pytest.raises(InvalidSetup) as wrong:
        read_setup(GAME, setup)
    assert why in str(wrong.value)


# Ten that chance chooses.


@pytest.mark.rule("hoc.sets.free-choice", "hoc.setup.supply")
@pytest.mark.parametrize("seats", [2, 4])
def test_chance_chooses_ten_different_kinds_and_the_game_is_set_up_with_them(seats: int) -> None:
    match = begun("random", seats)
    state = match.table.state
    assert len(set(state.commons)) == 10 and set(state.commons) <= set(COMMONS)
    assert list(state.commons) == [kind for kind in COMMONS if kind in state.commons], "in the order of the data"
    assert told(match.facts())[:1] == [f"hoc.sets.free-choice: CommonsChosen kinds {' '.join(state.commons)}"]
    assert told(match.facts())[1].startswith("hoc.setup.first-player: FirstPlayerChosen")
    assert size(state.supply) + sum(count for _, count in state.random_market) == 52
    assert dict(state.box) == dict.fromkeys(set(COMMONS) - set(state.commons), 5)
    everything = conserved(state)
    assert all(everything[kind] == 5 for kind in COMMONS) and all(everything[kind] == 1 for kind in RARES)
    before = conserved(GAME.initial(read_setup(GAME, '{"set": "random"}'), seats))
    assert everything == before
    played(match, 150)


@pytest.mark.rule("hoc.sets.free-choice", "hoc.view.public")
def test_all_see_which_kinds_were_chosen_and_each_draw_of_it() -> None:
    match = begun("random", 3)
    made = draws(GAME, match.entries[-1].facts)
    chosen = [(drew.result, audience) for drew, audience in made if drew.purpose == "commons"]
    assert [audience for _, audience in chosen] == [everyone(3)] * 10
    assert sorted(kind for kind, _ in chosen) == sorted(match.table.state.commons)
    for viewer in (0, 2, SPECTATOR, JUDGE):
        view = match.view(viewer)
        assert isinstance(view, pb.View) and tuple(view.commons) == match.table.state.commons
        assert match.facts(viewer=viewer)[0].fact == pb.CommonsChosen(kinds=match.table.state.commons)


@pytest.mark.rule("hoc.sets.free-choice")
def test_equal_seeds_give_equal_tens_and_each_kind_is_chosen_sooner_or_later() -> None:
    assert begun("random", seed=b"one").entries == begun("random", seed=b"one").entries
    tens = [begun("random", seed=b"%d" % seed).table.state.commons for seed in range(40)]
    assert len(set(tens)) == 40
    assert {kind for ten in tens for kind in ten} == set(COMMONS)


@pytest.mark.rule("hoc.sets.free-choice")
def test_chance_chooses_what_it_draws() -> None:
    wanted = [*COMMONS[20:], "bank"][:10]
    chance = Told(list(reversed(wanted)))
    match: Match[State] = Match(GAME, 2, setup={"set": "random"}, chance=lambda version: chance)
    assert set(match.table.state.commons) == set(wanted)


@pytest.mark.rule("hoc.sets.free-choice")
def test_a_random_set_up_names_no_commons_until_the_game_begins() -> None:
    setup = read_setup(GAME, '{"set": "random"}')
    assert (setup.set, setup.commons) == ("random", ()) and read_setup(GAME, setup.model_dump_json()) == setup
    state = GAME.initial(setup, 2)
    assert state.commons == () and dict(state.box) == dict.fromkeys(COMMONS, 5)
    assert contents(state.supply) == tuple((kind, 1) for kind in sorted(RARES))


@pytest.mark.rule("hoc.sets.free-choice", "hoc.entry.turn")
def test_a_table_with_a_random_ten_is_a_position_too() -> None:
    match = played(begun("random", 3), 60)
    state = match.table.state
    seat = state.turn.seat
    position = Position(game=GAME.ruleset, seats=3, entry="turn", args=[seat], state=state_as_json(state))
    again: Match[State] = Match(GAME, position=position.text(), seed=b"again")
    assert conserved(again.table.state) == conserved(state)
    assert (again.table.state.commons, again.table.state.box) == (state.commons, state.box)
    assert told(again.facts())[0].startswith("hoc.turn.phases: TurnBegan"), "nothing is chosen twice"
    played(again, 60)


@pytest.mark.rule("hoc.sets.free-choice")
def test_a_game_from_a_position_is_set_up_with_what_the_box_holds() -> None:
    box = [(kind, 5) for kind in sorted(COMMONS[:11])]
    position = Position(game=GAME.ruleset, seats=2, entry="game", state={"box": box})
    match: Match[State] = Match(GAME, position=position)
    state = match.table.state
    assert len(state.commons) == 10 and set(state.commons) < set(COMMONS[:11])
    assert [count for _, count in state.box] == [5] and len(state.random_market) == 8
    bare: Match[State] = Match(GAME, position=Position(game=GAME.ruleset, seats=2, entry="game"))
    assert bare.table.state.commons == () and bare.table.state.random_market == ()


@pytest.mark.rule("hoc.sets.free-choice")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"box": [["bank", 5]]}, "box: 10 kinds of commons are chosen from it, and it holds 1"),
        ({"box": [["duke", 5]]}, "box: duke is no common"),
        ({"box": [["orchard", 5]]}, "box: there is no card 'orchard'"),
        ({"box": [["scout", 5], ["bank", 5]]}, "box: kinds are listed once each, in the order of their ids"),
        ({"box": [["bank", 0]]}, "box: 0 of bank is not from 1 to 300"),
        ({"commons": ["orchard"]}, "commons: there is no card 'orchard'"),
    ],
)
def test_a_box_that_no_game_can_have_is_refused(state: dict[str, object], why: str) -> None:
    position = Position(game=GAME.ruleset, seats=2, entry="game", state=state)
    with pytest.raises(InvalidPosition) as wrong:
        Match(GAME, position=position)
    assert str(wrong.value) == f"state: {why}"
