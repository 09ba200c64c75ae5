"""What nobody may overlook stands right above the question, however long the menu is."""

from pathlib import Path

from tests.cli.conftest import Person
from tests.cli.test_nothing_happened import seated
from tests.games.heart_of_crown.table import Area, Board


def test_a_rivals_coronation_is_on_the_last_lines_of_a_small_terminal(person: Person, tmp_path: Path) -> None:
    rival = Area(domain="lulunasaika duke*3", declared=True)
    board = Board(Area(hand="city"), rival, entry="second-phase", coins=20)
    game = seated(person, tmp_path, board)
    shown = person.run("play", game, "--as", "0", said="q\n").split("\n> ")[0].splitlines()
    said = "!! seat 1 declared a coronation, 24 points: decided as that player's turn begins"
    assert said in shown[-23:] and shown.count(said) == 2, "it stands in the table, too"
