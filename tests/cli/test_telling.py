"""What a person is told of the time between two questions: a line or two a turn, as a player of the printed game would
tell it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from google.protobuf import any_pb2

from rulekeeper.cli.telling import Telling, faults
from rulekeeper.cli.wording import Words
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Tell, game_of
from rulekeeper.log import Stored, digest
from rulekeeper.projections.steps import Steps, step_message
from rulekeeper.v1 import entry_pb2, table_pb2
from tests.earlier.test_earlier_games import FILES, entries_of, in_flight, ruleset_of
from tests.kernel.sample import sample_pb2

NAMES = {0: "Ann", 1: "Ben", 2: "Cleo"}


def recorded(name: str, seat: int, after: int, upto: int) -> tuple[Telling, list[table_pb2.Step]]:
    """Entries of a recorded game, as a seat sees them, and who tells them: somebody who has seen the table before."""
    (path,) = (path for path in FILES if path.name.startswith(name))
    game, view = ruleset_of(path), any_pb2.Any()
    view.Pack(in_flight(path, after).view(seat))
    telling = Telling(game.tells, Words(NAMES, {card.id: card.name for card in game.cards}))
    telling.learn(view)
    steps = []
    for entry in entries_of(path)[after:upto]:
        data = entry.SerializeToString()
        stored = Stored(entry.version, data, digest(data))
        steps.append(step_message(Steps(game, stored, entry), seat, True))
    return telling, steps


def test_a_round_of_heart_of_crown_is_some_lines() -> None:
    telling, steps = recorded("heart_of_crown@1.3-2", 0, 150, 200)
    assert sum(len(step.facts) for step in steps) == 155
    assert telling.lines(steps) == [
        "  Ann: played Farming Village; got 1 coin; bought City and Castle Wall",
        "turn 19, Ben: played 3 x Farming Village; got 3 coins; bought Royal Maid",
        "turn 20, Cleo: played Alchemist, 3 x Farming Village and Infantry Battalion;",
        "      drew 2 cards; got 5 coins",
        "  Ann: was attacked with Infantry Battalion; discarded Farming Village",
        "  Ben: was attacked with Infantry Battalion; showed Apprentice Maid and 4 x",
        "      Royal Maid",
        "  Cleo: bought Senator",
        "turn 21, Ann: played City and Infantry Battalion; got 4 coins",
        "  Ben: was attacked with Infantry Battalion",
        "  Cleo: was attacked with Infantry Battalion; discarded Farming Village",
        "  Ann: bought Infantry Battalion",
        "turn 22, Ben: set 4 x Royal Maid in the domain",
        "turn 23, Cleo: played City and 2 x Farming Village; got 4 coins; bought Royal",
        "      Maid",
        "turn 24, Ann: played 4 x Farming Village; got 4 coins; bought City",
    ]


def test_a_round_of_invasion_is_some_lines_with_names_for_cards_and_places() -> None:
    telling, steps = recorded("warhammer_invasion@1.2-4", 0, 150, 200)
    assert telling.lines(steps) == [
        "  Ann: Dwarf Masons triggered",
        "turn 7, Ben: collected 5 resources; drew 2 cards; played Warrior Priests to",
        "      battlefield; played a development to kingdom; attacked Ann's kingdom;",
        "      attackers: Warrior Priests; 1 damage to Ann's kingdom",
        "turn 8, Ann: A Glorious Death triggered; collected 6 resources; drew Contested",
        "      Fortress, Defender of the Hold, Runesmith and King Kazador; played",
        "      Defender of the Hold and Ironbreakers of Ankhor to battlefield",
    ]
    # Whoever sees fewer cards is told of fewer.
    telling, steps = recorded("warhammer_invasion@1.2-4", 1, 150, 200)
    said = " ".join(telling.lines(steps))
    assert "Ann: A Glorious Death triggered; collected 6 resources; drew 4 cards;" in " ".join(said.split())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_whole_games_are_told_in_a_few_lines_a_turn(path: object) -> None:
    name = str(path).rpartition("/")[2].removesuffix(".jsonl.gz")
    telling, steps = recorded(name, 0, 5, 2_000)
    lines = telling.lines(steps)
    turns = sum(line.startswith("turn ") for line in lines)
    assert turns > 10 and len(lines) < 5 * turns + 10
    assert all(len(line) <= 80 and "{" not in line for line in lines)


@pytest.mark.parametrize("ruleset", ["heart_of_crown@1", "warhammer_invasion@1"])
def test_what_a_game_tells_is_in_its_facts(ruleset: str) -> None:
    game = game_of(ruleset)
    assert game is not None and game.tells and faults(game.tells) == []
    assert faults({pb.CardPlayed: Tell("played {cord}")}) == ["CardPlayed has no cord"]


# How single facts are told.


def step(*facts: tuple[pb.CardDrawn | pb.CoinsGained | pb.EffectFizzled | pb.PlayerConceded, str]) -> table_pb2.Step:
    made = table_pb2.Step(version=7)
    for message, rule in facts:
        made.facts.add(rule=table_pb2.RuleRef(id=rule)).fact.Pack(message)
    return made


def told(*steps: table_pb2.Step) -> Sequence[str]:
    game = game_of("heart_of_crown@1")
    assert game is not None
    return Telling(game.tells, Words(NAMES, {"city": "City"})).lines(steps)


def test_what_is_hidden_is_counted_and_what_happens_every_turn_is_left_out() -> None:
    seen, hidden = pb.CardDrawn(seat=1, kind="city"), pb.CardDrawn(seat=1)
    assert told(step((seen, "hoc.card.x"), (hidden, "hoc.card.x"))) == ["  Ben: drew City and a card"]
    assert told(step((hidden, "hoc.card.x")), step((hidden, "hoc.card.y"))) == ["  Ben: drew 2 cards"]
    assert told(step((hidden, "hoc.refill.hand-five"))) == []


def test_the_same_by_somebody_else_is_told_apart() -> None:
    one = pb.CoinsGained(seat=0, coins=2)
    assert told(step((one, "r"), (pb.CoinsGained(seat=2, coins=1), "r"), (one, "r"), (one, "r"))) == [
        "  Ann: got 2 coins",
        "  Cleo: got 1 coin",
        "  Ann: got 4 coins",
    ]


def test_a_step_of_the_rules_that_came_to_nothing_is_in_the_log_only() -> None:
    assert told(step((pb.EffectFizzled(seat=1, kind="city"), "r"))) == ["  Ben: saw City fall short"]
    assert told(step((pb.EffectFizzled(seat=1), "r"))) == []


def test_what_is_no_command_and_what_a_judge_changed_is_told_in_full() -> None:
    taken = step((pb.PlayerConceded(seat=1), "hoc.concede"))
    taken.actor.role, taken.actor.name = entry_pb2.ROLE_JUDGE, "Dana"
    taken.noted.text = "well played"
    assert told(taken) == ["    7  judge Dana: noted: well played", "  Ben: conceded"]
    amended = step((pb.CoinsGained(seat=1, coins=2), "judge"))
    amended.amended.reason = "a coin was missing"
    amended.facts[0].amended = True
    lines = told(amended)
    assert "amended the table: a coin was missing" in lines[0] and "CoinsGained Ben, coins 2 (amended)" in lines[1]


def test_a_game_that_tells_nothing_is_told_fact_by_fact() -> None:
    made = table_pb2.Step(version=3)
    made.facts.add().fact.Pack(sample_pb2.Told(text="round 1"))
    assert Telling({}, Words(NAMES)).lines([made])[1].strip() == "Told text round 1, number 0"
