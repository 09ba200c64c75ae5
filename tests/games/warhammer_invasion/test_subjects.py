"""What a seat might want to use, and why it cannot now."""

import pytest

from rulekeeper.games.warhammer_invasion import GAME
from rulekeeper.games.warhammer_invasion.state import KINGDOM, KINGDOM_PHASE, State
from rulekeeper.kernel import Accepted, Match, unavailable
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side


def why(match: Match[State], seat: int) -> dict[str, list[str]]:
    """What the seat cannot use, with the rules against it."""
    found: dict[str, list[str]] = {}
    for one in unavailable(GAME, match.table, seat, match.live):
        found[one.subject.label] = [reason.rule for reason in one.reasons]
    return found


def words(match: Match[State], seat: int, label: str) -> list[str]:
    """The reasons against one subject."""
    listed = unavailable(GAME, match.table, seat, match.live)
    return next([reason.text for reason in one.reasons] for one in listed if one.subject.label == label)


def labels(state: State, seat: int) -> list[str]:
    return [subject.label for subject in GAME.subjects(state, seat)]


def busy() -> Board:
    return Board(
        Side(
            hand="huntsmen troll-slayers*2 contested-village contested-fortress organ-gun infiltrate pillage",
            kingdom="bright-wizard-apprentice mountain~",
            quest="infiltrate runesmith@infiltrate",
            battlefield="rock-lobber huntsmen",
            resources=2,
        ),
        Side(hand="hate", quest="squig-herders~", resources=9),
    )


ATTACK = "attack: declare its target"


def test_subjects_are_each_kind_in_hand_and_what_can_be_done_with_cards_in_play() -> None:
    state = busy().state
    units = "Huntsmen", "Troll Slayers"
    others = "Contested Village", "Contested Fortress", "Organ Gun", "Infiltrate!", "Pillage"
    in_hand = [
        f"{name} in your hand: {how}"
        for name in (*units, *others)
        for how in ("play", *(["send on a quest"] if name in units else []), "play as a development")
    ]
    assert labels(state, 0) == [
        *in_hand,
        "Bright Wizard Apprentice in your Kingdom: use its action",
        "Runesmith in your Quest zone: use its action",
        "Rock Lobber in your Battlefield: use its action",
        "Mountain Brigade in your Kingdom: restore",
        ATTACK,
        "Huntsmen in your Battlefield: attack",
    ]
    assert labels(state, 1) == [
        "Hate in your hand: play",
        "Hate in your hand: play as a development",
        "Squig Herders in your Quest zone: restore",
        ATTACK,
    ]


@pytest.mark.rule("whi.capital.pay", "whi.quest.one-unit", "whi.unique.one-in-play")
def test_in_the_own_capital_phase_only_what_keeps_a_card_from_being_used_is_told() -> None:
    board = busy()
    assert why(board.match, 0) == {
        "Huntsmen in your hand: send on a quest": ["whi.quest.one-unit"],
        "Troll Slayers in your hand: play": ["whi.capital.pay"],
        "Troll Slayers in your hand: send on a quest": ["whi.capital.pay"],
        "Contested Fortress in your hand: play": ["whi.capital.pay"],
        "Infiltrate! in your hand: play": ["whi.unique.one-in-play"],
        "Pillage in your hand: play": ["whi.capital.pay"],
        "Bright Wizard Apprentice in your Kingdom: use its action": [
            "whi.kw.zone-effect",
            "whi.chain.targets-up-front",
        ],
        "Mountain Brigade in your Kingdom: restore": ["whi.kingdom.restore-one"],
        ATTACK: ["whi.combat.one-attack"],
        "Huntsmen in your Battlefield: attack": ["whi.combat.attackers"],
    }
    assert words(board.match, 0, "Troll Slayers in your hand: play") == ["it costs 3, you have 2 resources"]
    assert words(board.match, 0, "Infiltrate! in your hand: play") == ["you have Infiltrate! in play"]


@pytest.mark.rule("whi.capital.only-phase-to-deploy", "whi.capital.opponent-actions")
def test_the_opponent_is_told_what_is_for_the_active_player_only() -> None:
    board = busy()
    board.passing()
    assert board.asked == 1
    found = why(board.match, 1)
    assert found["Hate in your hand: play as a development"] == ["whi.development.one-per-turn"]
    assert words(board.match, 1, "Hate in your hand: play as a development") == [
        "developments are placed in your own capital phase"
    ]
    assert "Hate in your hand: play" not in found and found[ATTACK] == ["whi.combat.one-attack"]


@pytest.mark.rule("whi.development.one-per-turn", "whi.kw.limited")
def test_what_is_done_once_a_turn_is_told_of_each_other_card() -> None:
    board = Board(
        Side(hand="huntsmen contested-stronghold", resources=9),
        turn={"development_played": True, "played": ((0, "contested-village"),)},
    )
    found = why(board.match, 0)
    assert found["Contested Stronghold in your hand: play"] == ["whi.kw.limited"]
    assert [label for label, rules in found.items() if rules == ["whi.development.one-per-turn"]] == [
        "Huntsmen in your hand: play as a development",
        "Contested Stronghold in your hand: play as a development",
    ]


def test_out_of_a_window_the_commands_own_rule_is_told() -> None:
    board = Board(
        Side(hand="huntsmen pillage organ-gun infiltrate", kingdom="mountain~ runesmith"), phase=KINGDOM_PHASE
    )
    assert why(board.match, 0) == {
        "Huntsmen in your hand: play": ["whi.capital.only-phase-to-deploy"],
        "Huntsmen in your hand: play as a development": ["whi.development.one-per-turn"],
        "Pillage in your hand: play": ["whi.types.tactic"],
        "Pillage in your hand: play as a development": ["whi.development.one-per-turn"],
        "Organ Gun in your hand: play": ["whi.attach.host"],
        "Organ Gun in your hand: play as a development": ["whi.development.one-per-turn"],
        "Infiltrate! in your hand: play": ["whi.quest.play"],
        "Infiltrate! in your hand: play as a development": ["whi.development.one-per-turn"],
        "Runesmith in your Kingdom: use its action": ["whi.action.optional"],
        ATTACK: ["whi.combat.one-attack"],
    }
    assert words(board.match, 0, ATTACK) == [
        "this may be done only in your own battlefield phase, before its window; now it is time for: Restore one unit"
    ]


@pytest.mark.rule("whi.corrupt.no-combat", "whi.combat.attackers", "whi.combat.defenders")
def test_in_an_attack_each_own_unit_is_told_why_it_may_not_be_in_it() -> None:
    board = Board(
        Side(kingdom="mountain", battlefield="huntsmen~ squig-herders"),
        Side(kingdom="huntsmen~ black-orc", quest="squig-herders"),
        entry="combat",
        zone=KINGDOM,
    )
    board.until(pb.WINDOW_TARGET)
    board.both_pass()
    found = why(board.match, 0)
    assert found["Mountain Brigade in your Kingdom: attack"] == ["whi.combat.attackers"]
    assert found["Huntsmen in your Battlefield: attack"] == ["whi.corrupt.no-combat"]
    assert "Squig Herders in your Battlefield: attack" not in found
    assert words(board.match, 0, "Mountain Brigade in your Kingdom: attack") == [
        "Mountain Brigade is no unit in your battlefield"
    ]
    board.do(pb.DeclareAttackers(units=[board.id("squig-herders", 0)]))
    board.both_pass()
    found = {label: rules for label, rules in why(board.match, 1).items() if label.endswith(": defend")}
    assert found == {
        "Huntsmen in your Kingdom: defend": ["whi.corrupt.no-combat"],
        "Squig Herders in your Quest zone: defend": ["whi.combat.defenders"],
    }
    assert "Mountain Brigade in your Kingdom: attack" in why(board.match, 0)


@pytest.mark.rule("whi.setup.starter.choose", "whi.setup.capital")
def test_before_the_first_turn_starters_and_capitals() -> None:
    match: Match[State] = Match(GAME, 2, setup={}, seed=b"subjects")
    assert why(match, 0) == {} and len(labels(match.table.state, 0)) == 4
    assert isinstance(match.submit(0, pb.ChooseStarter(starter="orc")), Accepted)
    assert why(match, 1) == {"the Orc starter: take": ["whi.setup.starter.choose"]}
    assert words(match, 1, "the Orc starter: take") == ["seat 0 has Orc, which is there once"]
    assert isinstance(match.submit(1, pb.ChooseStarter(starter="dwarf")), Accepted)
    against = {
        "the Chaos capital: place": ["whi.setup.capital-side"],
        "the Orc capital: place": ["whi.setup.capital-side"],
    }
    assert why(match, 1) == against
    assert [*why(match, 0)] == ["the Empire capital: place", "the Dwarf capital: place"]
    for format in ("constructed", "draft"):
        assert labels(Match(GAME, 2, setup={"format": format}, seed=b"").table.state, 0) == []


@pytest.mark.rule("whi.hidden.hands-decks")
def test_what_is_told_hangs_on_the_own_hand_only() -> None:
    def told(theirs: str) -> dict[str, list[str]]:
        return why(Board(Side(hand="huntsmen*2 pillage"), Side(hand=theirs, developments=(theirs, 0, 0))).match, 0)

    assert told("hate") == told("pillage")
