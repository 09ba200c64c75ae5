"""Every printed card has a block, and every block a printed card, or the game does not load: a card that was left out
would play as if it had no text.
"""

import re
from importlib import import_module, reload
from types import ModuleType

import pytest

from rulekeeper.kernel import InvalidGame, one_each

GAMES = "rulekeeper.games"
LEFT_OUT = [
    ("heart_of_crown", "basics", "BLOCKS", "city"),
    ("heart_of_crown", "attacks", "BLOCKS", "infantry-battalion"),
    ("warhammer_invasion", "orc", "ORC", "choppa"),
    ("warhammer_invasion", "orc", "ORC", "black-orc-squad"),
    ("warhammer_invasion", "dark_elf", "DARK_ELF", "hate"),
]


def loaded_with(monkeypatch: pytest.MonkeyPatch, game: str, file: str, name: str, blocks: tuple[object, ...]) -> None:
    """Loads the game's cards anew, with other blocks in one file."""
    cards = import_module(f"{GAMES}.{game}.cards")
    before = dict(vars(cards))
    monkeypatch.setattr(import_module(f"{GAMES}.{game}.cards.{file}"), name, blocks)
    try:
        reload(cards)
    finally:
        vars(cards).update(before)


def module(game: str, file: str) -> ModuleType:
    return import_module(f"{GAMES}.{game}.cards.{file}")


@pytest.mark.parametrize(("game", "file", "name", "kind"), LEFT_OUT)
def test_a_card_that_is_left_out_of_its_file_is_named_when_the_game_loads(
    monkeypatch: pytest.MonkeyPatch, game: str, file: str, name: str, kind: str
) -> None:
    blocks = getattr(module(game, file), name)
    left = tuple(block for block in blocks if block.kind != kind)
    assert len(left) == len(blocks) - 1
    with pytest.raises(InvalidGame, match=f"^cards without a block: {kind}$"):
        loaded_with(monkeypatch, game, file, name, left)


@pytest.mark.parametrize(("game", "file", "name", "kind"), LEFT_OUT)
def test_a_card_that_is_written_twice_is_named_too(
    monkeypatch: pytest.MonkeyPatch, game: str, file: str, name: str, kind: str
) -> None:
    blocks = getattr(module(game, file), name)
    twice = (*blocks, next(block for block in blocks if block.kind == kind))
    with pytest.raises(InvalidGame, match=f"^cards with two blocks: {kind}$"):
        loaded_with(monkeypatch, game, file, name, twice)


def test_all_that_is_wrong_is_named_at_once() -> None:
    class Block:
        def __init__(self, kind: str) -> None:
            self.kind = kind

    wrong = "cards without a block: duke; blocks of cards that are not printed: earl; cards with two blocks: city"
    with pytest.raises(InvalidGame, match=f"^{re.escape(wrong)}$"):
        one_each([Block("city"), Block("earl"), Block("city")], ["city", "duke"])
    assert list(one_each([Block("duke"), Block("city")], ["city", "duke"])) == ["city", "duke"]
