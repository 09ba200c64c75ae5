"""Lines in columns of a terminal, of which a Japanese character takes two."""

import pytest
from rich.cells import cell_len

from rulekeeper.drawing.layout import entry, grid, heading, in_brackets, many, rows, stack_of, width_of, wrapped

HORSE, MAID, BEAST = "Post Horse 早馬", "Royal Maid 宮廷侍女", "Cornered Beast 追い立てられた魔獣"


def test_columns_are_counted_as_terminals_do() -> None:
    assert (width_of("City"), width_of("都市"), width_of(HORSE), width_of("═▶")) == (4, 4, 15, 2)
    for text in (HORSE, MAID, BEAST, "ﾊｰﾄ of Crown"):
        assert width_of(text) == cell_len(text), text


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("a bc", 4, ["a bc"]),
        ("a bc", 3, ["a", "bc"]),
        ("都市 b", 5, ["都市", "b"]),
        ("都市都市 b", 5, ["都市", "都市", "b"]),
        ("abcdefg", 3, ["abc", "def", "g"]),
        ("", 3, [""]),
    ],
)
def test_text_is_broken_between_words_and_else_where_a_line_is_full(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_a_list_is_broken_between_its_items() -> None:
    assert entry("hand 2", [HORSE, MAID], 45) == ["hand 2      Post Horse 早馬,", "            Royal Maid 宮廷侍女"]
    assert entry("hand 2", [HORSE, MAID], 80) == ["hand 2      Post Horse 早馬, Royal Maid 宮廷侍女"]
    assert entry("hand 0", [], 80) == ["hand 0      -"]
    assert rows("field", ["City", "below City: Duke"], 80) == ["field       City", "            below City: Duke"]


def test_a_grid_takes_as_few_lines_as_it_can_and_a_long_cell_several_columns() -> None:
    assert grid(["a", "b", "c"], 80) == ["a                         b                         c"]
    assert grid([BEAST, MAID, HORSE], 60) == [BEAST, f"{MAID}           {HORSE}"]
    assert grid(["a", "b"], 40) == ["a", "b"]
    assert grid([], 80) == []


def test_a_heading_has_words_at_both_ends_or_below() -> None:
    assert heading("market", "? text is a guess", 40, "-") == ["-- market --------- ? text is a guess --"]
    assert heading("seat 1", "", 12, "-") == ["-- seat 1 --"]
    assert heading("seat 1 (you)", "9 points, conceded", 30, "-", "-> ") == [
        "-> seat 1 (you) --------------",
        "            9 points,",
        "            conceded",
    ]


def test_how_many_there_are_is_said_where_it_is_not_one() -> None:
    assert [stack_of(number, "City") for number in (1, 2)] == ["City", "2 City"]
    assert [many(number, "coin") for number in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert [f"hand{in_brackets(said)}" for said in ("", "City")] == ["hand", "hand (City)"]
