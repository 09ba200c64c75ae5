"""The rulebooks of the installed games: `rules` shows rules, and which of them no running code or no test names."""

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from rulekeeper.cli import show
from rulekeeper.cli.cards import card_of, installed, sure_lines
from rulekeeper.cli.citing import Named, named
from rulekeeper.cli.failing import NEGATIVE, REFUSED, Problem, guarded
from rulekeeper.cli.place import Json
from rulekeeper.kernel import Game, RuleText, games

IN_FULL = 8
"""Of more rules that have a word, a line each is shown."""


@guarded
def rules(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", show_default=False, help="Whose rules; left out: a count for each.")
    ] = "",
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID|WORD]...", show_default=False, help="One rule, all whose ids begin so, or that have the words."
        ),
    ] = None,
    tests: Annotated[Path, typer.Option(help="The folder of the tests to look through.")] = Path("tests"),
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where a rule is listed.")] = False,
    as_json: Json = False,
) -> None:
    """Show rules: page, title, words; or count which of them running code cites and tests name.

    With a GAME alone: all its rules by chapter, a line each. With an ID too: that rule in full, or all whose ids begin
    so (hoc.keep, or hoc for all). With words: all that have them in id, title or text. Without a GAME, for each game:
    the rules that no running code cites although the rulebook gives no reason for that, the rules that are cited
    although it does, and the rules that no test names.

    Example: rulekeeper rules heart_of_crown hoc.keep.cost-limit
    """
    if wanted:
        show_rules(installed(game), wanted, as_json)
        return
    found = [named(each, tests) for each in ([installed(game)] if game else games().values())]
    if as_json:
        show.put_json([report(each) for each in found])
    else:
        for each in found:
            show.put(*report_lines(each, not game))
        if game:
            show.put(*chapter_lines(installed(game)))
    if strict and any(each.unreasoned or each.contradicted or each.no_test for each in found):
        raise typer.Exit(NEGATIVE)


def report(found: Named) -> dict[str, object]:
    return {
        "ruleset": found.ruleset,
        "rules": len(found.rules),
        "named_by_code": len(found.code),
        "named_by_words_only": sorted(found.words),
        "named_by_data_only": sorted(found.data),
        "named_nowhere": sorted(found.nowhere),
        "examples": sorted(found.examples),
        "uncited": dict(found.reasons),
        "unreasoned": found.unreasoned,
        "contradicted": found.contradicted,
        "no_test": found.no_test if found.tests is not None else None,
    }


def report_lines(found: Named, counting: bool = True) -> list[str]:
    """What no running code or no test names; not `counting`: what there is to say to somebody who only reads the
    rules.
    """
    if found.tests is None and not counting:
        return [f"{found.ruleset}: {len(found.rules)} rules"]
    reasoned = len(found.rules) - len(found.code | set(found.unreasoned))
    lines = [
        f"{found.ruleset}: {len(found.rules)} rules and examples",
        f"  {len(found.code):>4} named by running code",
        f"  {len(found.words):>4} only by words about it, {len(found.data)} only by data, {len(found.nowhere)} nowhere",
        f"       of these {reasoned} are examples or have a reason, {len(found.unreasoned)} have none",
        "  no tests here" if found.tests is None else f"  {len(found.rules) - len(found.no_test):>4} named by tests",
    ]
    lists = {
        "not cited": set(found.unreasoned),
        "cited against its word": set(found.contradicted),
        "no test": set(found.no_test),
    }
    for rule in found.rules:
        listed = [word for word, of_them in lists.items() if rule in of_them]
        if listed:
            lines.append(f"  {' and '.join(listed):<22} {rule}")
    return lines


def chapter_lines(game: Game[Any]) -> list[str]:
    """All rules by chapter, as their ids have it: page, id and title."""
    chapters: dict[str, list[RuleText]] = {}
    for rule in game.rulebook.values():
        chapters.setdefault(".".join(rule.id.split(".")[:2]), []).append(rule)
    lines = []
    for inside in chapters.values():
        lines.append("")
        lines += titles(inside)
    return [
        *lines,
        "",
        *show.folded(f"rulekeeper rules {game.name} ID shows one in full, WORD all that have it."),
    ]


def titles(rules: Iterable[RuleText]) -> list[str]:
    """Page, id and title of each rule, a line each."""
    pages = ((rule, f"p.{rule.page}" if rule.page else "") for rule in rules)
    begun = ((rule, f"{page:>6}  {rule.id:<30} ") for rule, page in pages)
    return [line for rule, begin in begun for line in show.folded(rule.title, begin, " " * 39)]


def likely(wanted: str, known: Iterable[str], game: str) -> str:
    """What to do about a rule that there is not: the one most like it, and where all are listed."""
    close = difflib.get_close_matches(wanted, list(known), n=1)
    said = f"do you mean {close[0]}? " if close else ""
    return f"{said}rulekeeper rules {game} lists them."


def with_words(game: Game[Any], words: Sequence[str]) -> list[RuleText]:
    """The rules that have all the words in id, title or text."""
    wanted = [word.casefold() for text in words for word in text.split()]
    texts = ((rule, f"{rule.id} {rule.title} {rule.statement}".casefold()) for rule in game.rulebook.values())
    return [rule for rule, text in texts if all(word in text for word in wanted)]


def show_rules(game: Game[Any], wanted: Sequence[str], as_json: bool) -> None:
    rule_id = " ".join(wanted)
    found = [game.rulebook[rule_id]] if rule_id in game.rulebook else []
    found = found or [rule for key, rule in game.rulebook.items() if key.startswith(rule_id)]
    if not found:
        found = with_words(game, wanted)
        if len(found) > IN_FULL and not as_json:
            show.put(*titles(found))
            return
    if not found:
        raise Problem(f"{game.ruleset} has no rule {rule_id}", likely(rule_id, game.rulebook, game.ruleset), REFUSED)
    if as_json:
        documents = [document(game, rule) for rule in found]
        show.put_json(documents[0] if rule_id in game.rulebook else documents)
        return
    for number, rule in enumerate(found):
        where = f"page {rule.page}" if rule.page else "not on a page of the rulebook"
        what = "example" if rule.illustrates else rule.origin
        show.put(*[""] * bool(number), f"{rule.id}  ({where}; {what})", *show.folded(rule.title, "  "))
        show.put(*show.folded(rule.statement, "    "))
        show.put(*notes(game, rule))
        if card := card_of(game, rule.id):
            show.put(*sure_lines(card))


def notes(game: Game[Any], rule: RuleText) -> list[str]:
    """What an example illustrates, which examples illustrate a rule, and why nothing cites it where nothing does."""
    examples = [other.id for other in game.rulebook.values() if rule.id in other.illustrates]
    said = {"illustrates": ", ".join(rule.illustrates), "examples": ", ".join(examples), "not cited": rule.uncited}
    begun = ((text, f"  {label:<12}") for label, text in said.items() if text)
    return [line for text, begin in begun for line in show.folded(text, begin, " " * 14)]


def document(game: Game[Any], rule: RuleText) -> dict[str, object]:
    """A rule, and where it is a card's text, how sure that is."""
    found, card = rule.model_dump(mode="json"), card_of(game, rule.id)
    sure = {name: getattr(card, name) for name in ("status", "confidence", "edition_note")} if card else {}
    return {**found, **sure}
