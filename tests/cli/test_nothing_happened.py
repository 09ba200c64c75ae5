"""`why` on an entry that changed nothing, and `why-not` of a command that was passed over."""

from pathlib import Path

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.cli.conftest import Person
from tests.cli.test_commands import fits
from tests.games.heart_of_crown.table import Area, Board


def seated(person: Person, tmp_path: Path, board: Board) -> str:
    """The board's position as a game; the first command leads to version 5."""
    origin = board.match.table.origin
    assert origin is not None
    path = tmp_path / "position.json"
    path.write_text(origin.position)
    return person.game("--seats", "open,open", "--position", f"@{path}")


def test_why_an_entry_changed_nothing_is_who_was_asked_under_which_rule_and_with_which_offers(
    person: Person, tmp_path: Path
) -> None:
    board = Board(Area(hand="donation duke"), Area(), coins=1)
    game = seated(person, tmp_path, board)
    person.run("send", game, "PlayCard", f"card={board.in_hand('donation')}", "at=start")
    person.run("send", game, "Decline")
    out = person.run("why", game, "6")
    assert out.startswith("version 6, A: Decline\n\nit changed nothing that you may see\n") and fits(out)
    before, after = out.split("\nwhat was asked before it\n")[1].split("\nwhat is asked after it\n")
    assert before.startswith("decision 5: A, Donation (hoc.card.donation)\n  ExileCard\n      card: one of Duke")
    assert (
        "\n  Decline\n" in before and "  hoc.card.donation, " in before and "    Pay 1 coin; exile one card" in before
    )
    assert after.startswith("decision 6: A, Main phase (hoc.main, page 13)\n")
    found = person.json("why", game, "6")
    assert found["facts"] == [] and [found[asked]["version"] for asked in ("asked", "next")] == [5, 6]
    assert "asked" not in person.json("why", game, "5")


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
