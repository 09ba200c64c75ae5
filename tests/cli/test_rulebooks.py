"""`rules`: a rule is shown, and what nothing names is listed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner

from rulekeeper.cli.app import app
from rulekeeper.cli.citing import constants, named, of, put_together
from rulekeeper.kernel import Rulebook, games


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def test_a_rule_is_shown_with_page_title_and_words() -> None:
    out = run("rules", "heart_of_crown", "hoc.keep.cost-limit")
    assert out.startswith("hoc.keep.cost-limit  (page ") and len(out.splitlines()) >= 3
    assert all(len(line) <= 80 for line in out.splitlines())
    shown = json.loads(run("rules", "heart_of_crown@1", "hoc.keep.cost-limit", "--json"))
    assert shown["id"] == "hoc.keep.cost-limit" and shown["page"] > 0


def test_a_cards_rule_says_how_sure_its_text_is() -> None:
    out = run("rules", "heart_of_crown", "hoc.card.library")
    assert "\n  Library?\n" in out and "This text is a guess" in out
    assert "  status      guess: the text is not confirmed for this edition\n  known from  " in out
    shown = json.loads(run("rules", "heart_of_crown", "hoc.card.library", "--json"))
    assert shown["status"] == "guess" and shown["confidence"] and shown["edition_note"]
    assert "status" not in json.loads(run("rules", "heart_of_crown", "hoc.keep.keep", "--json"))


def test_rules_are_shown_by_how_their_ids_begin() -> None:
    out = run("rules", "heart_of_crown", "hoc.keep.")
    assert out.count("hoc.keep.") >= 3


@pytest.mark.rule("hoc.example.wall-infantry", "whi.example.cannot-isha")
def test_printed_examples_can_be_quoted() -> None:
    out = run("rules", "heart_of_crown", "hoc.example.wall-infantry")
    assert out.startswith("hoc.example.wall-infantry  (page 20; example)")
    assert out.endswith("  illustrates hoc.defence.reduce\n")
    assert "  examples    hoc.example.wall-infantry\n" in run("rules", "heart_of_crown", "hoc.defence.reduce")
    isha = json.loads(run("rules", "warhammer_invasion", "whi.example.cannot-isha", "--json"))
    assert isha["page"] == 17 and isha["illustrates"] == ["whi.cannot.absolute"]


def test_rules_are_found_by_words() -> None:
    found = json.loads(run("rules", "heart_of_crown", "castle", "WALL", "--json"))
    assert {"hoc.card.castle-wall", "hoc.defence.reduce"} <= {rule["id"] for rule in found}
    game = games()["heart_of_crown@1"]
    texts = (f"{rule.id} {rule.title} {rule.statement}".lower() for rule in game.rulebook.values())
    assert len(found) == sum("castle" in text and "wall" in text for text in texts)
    # Of few their words are shown, of many a line each.
    assert "    " in run("rules", "heart_of_crown", "link position", "compulsory")
    many = run("rules", "heart_of_crown", "curse").splitlines()
    assert all(line[8:12] in ("hoc.", "    ") for line in many) and any("hoc.card.curse" in line for line in many)
    assert run("rules", "heart_of_crown", "dragons", "curse", code=4).startswith("rulekeeper: heart_of_crown@1 has no")


def test_whoever_has_no_tests_is_told_of_the_rules_only(tmp_path: Path) -> None:
    first = run("rules", "heart_of_crown", "--tests", str(tmp_path / "none")).splitlines()[0]
    assert first == f"heart_of_crown@1: {len(games()['heart_of_crown@1'].rulebook)} rules"


def test_all_rules_of_a_game_are_listed_a_line_each() -> None:
    lines = run("rules", "heart_of_crown").splitlines()
    assert sum(line[:8].endswith("  ") and line[8:12] == "hoc." for line in lines) == len(
        games()["heart_of_crown@1"].rulebook
    )
    assert any(line.startswith("  p.14  hoc.keep.cost-limit  ") for line in lines) and max(map(cell_len, lines)) <= 80
    assert lines[-1] == "rulekeeper rules heart_of_crown ID shows one in full, WORD all that have it."


def test_what_is_said_to_do_about_an_unknown_rule_works() -> None:
    out = run("rules", "heart_of_crown", "nonsense", code=4)
    assert out.endswith("what to do: rulekeeper rules heart_of_crown@1 lists them.\n")
    run("rules", "heart_of_crown@1")
    assert "do you mean hoc.keep.cost-limit? " in run("rules", "heart_of_crown", "hoc.keep.cost-limits", code=4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rules", "heart_of_crown", "hoc.dragons"), "heart_of_crown@1 has no rule hoc.dragons"),
        (("rules", "chess"), "no game chess is installed"),
    ],
)
def test_what_there_is_not_is_said(arguments: tuple[str, ...], said: str) -> None:
    assert said in run(*arguments, code=4)


def test_what_no_test_names_is_listed(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('@pytest.mark.rule("hoc.keep.cost-limit")')
    game = games()["heart_of_crown@1"]
    found = named(game, tmp_path)
    assert "hoc.keep.cost-limit" not in found.no_test and len(found.no_test) == len(game.rulebook) - 1
    assert {"hoc.turn.phases", "hoc.card.city"} <= found.code
    out = run("rules", "heart_of_crown", "--tests", str(tmp_path))
    assert "     1 named by tests" in out.splitlines()
    run("rules", "--tests", str(tmp_path), "--strict", code=1)


def test_without_tests_it_says_so(tmp_path: Path) -> None:
    assert "no tests here" in run("rules", "--tests", str(tmp_path / "none"))
    (report, *_) = json.loads(run("rules", "--tests", str(tmp_path / "none"), "--json"))
    assert report["no_test"] is None and report["ruleset"].startswith("heart_of_crown@")


RULES = ("x.one", "x.two", "x.card.city", "x.card.duke", "x.kw.deep.sea", "x.three")


def test_running_code_is_told_from_words_about_it() -> None:
    source = '''"""Of "x.one"."""
def city(kind):
    """As "x.two" has it."""  # and "x.one"
    refuse(f"x.card.{kind}", "city", f"x.kw.{kind}.sea", "not twice (x.three)")
LIMIT = 3
"""By "x.two"."""
'''
    strings, built = constants([source])
    assert of(RULES, strings) == {"x.three"} and of(RULES, [source]) == {"x.one", "x.two", "x.three"}
    assert put_together(RULES, built, strings) == {"x.card.city"}
    assert put_together(RULES, built, {*strings, "deep"}) == {"x.card.city", "x.kw.deep.sea"}


def test_each_rule_is_named_in_one_way(tmp_path: Path) -> None:
    for game in games().values():
        found = named(game, tmp_path)
        ways = (found.code, found.words, found.data, found.nowhere)
        assert sum(map(len, ways)) == len(frozenset().union(*ways)) == len(game.rulebook)
        cited = {game.command_info(message).rule for message in game.command_name}
        assert cited | game.script_of.keys() <= found.code


def test_a_rule_that_nothing_cites_gives_its_reason_and_no_other_does(tmp_path: Path) -> None:
    game = games()["heart_of_crown@1"]
    uncited = next(rule for rule in game.rulebook.values() if rule.id == "hoc.anatomy.rare")
    reasoned = [
        uncited.model_copy(update={"uncited": "only a picture"}),
        game.rulebook["hoc.turn.pass"].model_copy(update={"uncited": "not so"}),
    ]
    others = [rule for rule in game.rulebook.values() if rule.id not in {one.id for one in reasoned}]
    found = named(replace(game, rulebook=Rulebook([*others, *reasoned])), tmp_path)
    assert uncited.id not in found.unreasoned and found.reasons[uncited.id] == "only a picture"
    assert found.contradicted == ["hoc.turn.pass"]
    bare = [rule.model_copy(update={"uncited": ""}) for rule in game.rulebook.values()]
    assert uncited.id in named(replace(game, rulebook=Rulebook(bare)), tmp_path).unreasoned
