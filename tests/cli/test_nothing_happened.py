"""`why` on an entry that changed nothing, and `why-not` of a command that was passed over."""

import json
from pathlib import Path

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.cli.conftest import Person
from tests.cli.test_commands import fits
from tests.games.heart_of_crown.table import Area, Board


def seated(person: Person, tmp_path: Path, board: Board) -> str:
    """The board's position as a game of the person's alone, as A and B."""
    origin = board.match.table.origin
    assert origin is not None
    path = tmp_path / "position.json"
    path.write_text(origin.position)
    made = person.json("new", "heart_of_crown", "--seats", "open,open", "--position", f"@{path}")
    return str(made["game_id"])


def test_why_an_entry_changed_nothing_is_who_was_asked_under_which_rule_and_with_which_offers(
    person: Person, ben: Person
) -> None:
    """Picks are sealed: before the other one has picked, nothing comes of one."""
    setup = json.dumps({"format": "draft"})
    made = person.json("new", "warhammer_invasion", "--seats", "open,open", "--name", "Ann", "--setup", setup)
    game = str(made["game_id"])
    ben.run("join", game, "--name", "Ben")
    person.run("send", game, "ChooseSide", "side=order")
    person.run("send", game, "PickCards", "cards=[258,514]")
    out = person.run("why", game, "6")
    assert out.startswith("version 6, Ann: PickCards cards ") and fits(out)
    assert "\n\nit changed nothing that you may see\n\nwhat was asked before it\n" in out
    before, after = out.split("\nwhat was asked before it\n")[1].split("\nwhat is asked after it\n")
    assert before.startswith("decision 5: Ann, Ben, Pick two of your own pack (whi.draft.pick-two, page 18)\n")
    assert "\n  PickCards\n      cards: 2 to 2 of " in before and "  whi.draft.pick-two, page 18: " in before
    assert after.startswith("decision 5: Ben, Pick two of your own pack ")
    found = person.json("why", game, "6")
    assert found["facts"] == [] and found["asked"]["offers"] and found["next"]["seats"] == [1]
    assert "asked" not in person.json("why", game, "5")
    other = ben.run("why", game, "6")
    assert other.startswith("version 6, a sealed answer: nothing that you may see\n") and "decision 5: " in other


def test_why_the_first_entry_changed_nothing_is_that_nobody_was_asked(person: Person, tmp_path: Path) -> None:
    game = seated(person, tmp_path, Board(Area(), Area()))
    assert "\nwhat was asked before it\nnobody was asked\n" in person.run("why", game, "1")


def test_why_not_says_where_and_why_a_command_was_passed_over(person: Person, tmp_path: Path) -> None:
    board = Board(Area(hand="summons", draw=["^duke", "^city", "city*9"]), Area(), coins=1)
    game = seated(person, tmp_path, board)
    person.run("send", game, "PlayCard", f"card={board.in_hand('summons')}", "at=start")
    sent = person.json("send", game, "PayCoins", "coins=1")
    out = person.run("why-not", game, "TakeRevealedCards", "cards=[1]")
    told = f"nobody was asked for it: {sent['version']}.4  EffectFizzled A, kind summons, passed_over"
    assert f"\n{told}\n  TakeRevealedCards\n  hoc.effect.fizzle, page 23: " in out and fits(out)
    assert "nobody was asked" not in person.run("why-not", game, "BuyCard", "kind=city")
    command = pb.DESCRIPTOR.package + ".TakeRevealedCards"
    assert person.json("why-not", game, "TakeRevealedCards")["command"]["@type"] == command
