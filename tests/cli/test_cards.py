"""`cards`: a card is found by any of its names, and shown with how sure its text is."""

import json

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from rulekeeper.cli.cards import found_lines, installed, matching, plain
from rulekeeper.kernel import games

GAME = games()["heart_of_crown@1"]


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["cards", *arguments])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("wanted", [each for card in GAME.cards for each in (card.id, card.name, card.name_ja)])
def test_every_name_finds_its_card(wanted: str) -> None:
    (found,) = matching(GAME, wanted)
    assert wanted in (found.id, found.name, found.name_ja)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("早馬", "post-horse"),
        ("fast horse", "post-horse"),
        ("POST-HORSE", "post-horse"),
        ("Court Maid", "royal-maid"),
        ("Library?", "library"),
        ("シノビ", "shinobi"),
        ("レイン＆シオン", "twins-lain-shion"),
        ("carikuma", "imperial-capital-carikuma"),
    ],
)
def test_names_are_found_however_they_are_typed(wanted: str, found: str) -> None:
    assert [card.id for card in matching(GAME, wanted)] == [found]


def test_a_part_of_a_name_finds_all_that_have_it_and_a_whole_name_only_its_own() -> None:
    assert [card.id for card in matching(GAME, "witch")] == ["stargazing-witch", "curse-witch"]
    assert [card.id for card in matching(GAME, "city")] == ["city"]
    assert matching(GAME, "?") == [] and plain("Slash and-Burn") == "slashandburn"


def test_a_card_is_shown_with_all_that_is_known_of_it() -> None:
    out = run("heart_of_crown", "召集令状")
    lines = out.splitlines()
    assert lines[0] == "Summons 召集令状 (also Draft Notice)"
    assert lines[1:3] == [
        "  id          summons",
        "  printed     kind common, types Action, cost 3, link right, values more 1,",
    ]
    assert "  status      guess: the text is not confirmed for this edition\n" in out
    assert "  known from  X may be 0: rulebook p.26;" in out and "  editions    Not in the second edition.\n" in out
    assert "  rules       hoc.card.summons," in out
    assert max(map(cell_len, lines)) <= 80


def test_each_name_is_one_cards() -> None:
    out = run("heart_of_crown@1", "slash and burn", "Duke", "公爵")
    assert out.startswith("Slash and Burn 焼き畑農業\n") and "\n\nDuke 公爵\n" in out and out.count("  id  ") == 2
    assert "has no card Dukke" in run("heart_of_crown", "Duke", "Dukke", code=4)


def test_all_cards_are_listed_with_cost_kind_both_names_and_what_is_not_sure() -> None:
    lines = run("heart_of_crown").splitlines()
    assert lines[0] == "id                         cost  kind      name" and max(map(cell_len, lines)) <= 80
    assert sum(not line.startswith(" ") for line in lines) == len(GAME.cards) + 3
    assert "library                       4  common    Library? 図書館" in lines
    assert "bribery                       3  common    Bribery~ 買収工作" in lines
    assert "duke                          8  basic     Duke 公爵" in lines
    assert lines[-2:] == ["", "? text is a guess, ~ in part"]


def test_for_machines() -> None:
    one = json.loads(run("heart_of_crown", "Library", "--json"))
    assert (one["id"], one["name_ja"], one["status"]) == ("library", "図書館", "guess")
    assert one["printed"]["cost"] == 4 and one["confidence"] and one["rules"][0] == "hoc.card.library"
    assert len(json.loads(run("heart_of_crown", "--json"))) == len(GAME.cards)
    assert {each["id"] for each in json.loads(run("heart_of_crown", "maid", "--json"))} == {
        "apprentice-maid",
        "royal-maid",
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("heart_of_crown", "Dukke"),
            "has no card Dukke\n  what to do: do you mean Duke? rulekeeper cards heart_of_crown",
        ),
        (("heart_of_crown", "🃏"), "has no card 🃏\n  what to do: rulekeeper cards heart_of_crown lists them."),
        (("chess", "king"), "no game chess is installed"),
    ],
)
def test_what_there_is_not_is_said(arguments: tuple[str, ...], said: str) -> None:
    assert said in run(*arguments, code=4)


def test_a_list_of_cards_has_the_kind_of_each() -> None:
    lines = {line.split()[0]: line for line in found_lines(installed("warhammer_invasion"), [])[1:] if line}
    assert lines["troll-slayers"].split()[1:4] == ["3", "dwarf", "unit"]
    assert lines["archmage-of-saphery"].split()[2:5] == ["high", "elf", "unit"]
    assert " princess  First Princess" in found_lines(installed("heart_of_crown"), [])[1]
