"""What the screen says, as styled lines of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from rulekeeper.cli import show, wording
from rulekeeper.cli.failing import REMEDIES, Problem
from rulekeeper.cli.past import change_lines, explained_lines, label_words, rule_lines
from rulekeeper.cli.reasons import refusal_lines
from rulekeeper.cli.ruling import preview_lines
from rulekeeper.cli.screen.places import Line, Spot, Tree
from rulekeeper.cli.screen.reading import Told
from rulekeeper.cli.show import clean
from rulekeeper.cli.watching import offer_lines
from rulekeeper.cli.wording import Words
from rulekeeper.client import RulekeeperError, Unreachable
from rulekeeper.testing.messages import unpacked
from rulekeeper.v1 import audit_pb2, games_pb2, judges_pb2, table_pb2

Names = Mapping[int, str]
Rules = Mapping[str, games_pb2.Rule]


class Page:
    """Lines, each in a style."""

    def __init__(self) -> None:
        self.text = Text(no_wrap=True, end="")
        self.marked = 0
        """The line that is to be seen."""
        self.size = 0

    def put(self, text: str = "", style: str = "", first: str = "", rest: str | None = None) -> None:
        """A text, folded, with `first` before its first line."""
        self.lines(show.folded(clean(text), first, rest), style)

    def lines(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            if self.size:
                self.text.append("\n")
            self.text.append(clean(line), style or None)
            self.size += 1


def error_line(error: Exception) -> str:
    """An error in words, and what to do."""
    match error:
        case Problem():
            said, remedy = str(error), error.remedy
        case RulekeeperError():
            reasons = [f"{each.text} ({each.rule})" if each.rule else each.text for each in error.reasons]
            said = f"{error.name}: {error.message}" if error.name else error.message
            said = "; ".join([said, *(each for each in reasons if each.partition(" (")[0] not in said)])
            remedy = REMEDIES.get(error.name, error.remedy)
            # What other commands do, helps somebody at this screen little.
            remedy = error.remedy if remedy.startswith("rulekeeper ") else remedy
            if isinstance(error, Unreachable) and not error.code:
                remedy = "is the service running?"
        case OSError():
            said, remedy = f"{error.filename}: {error.strerror}" if error.filename else str(error), ""
        case _:
            said, remedy = f"this is a fault of rulekeeper: {type(error).__name__}: {error}", ""
    return clean(f"{said} -- {remedy}" if remedy else said).replace("\n", " ")


def told_page(told: Told, at: Spot, words: Words, found: Sequence[Spot] | None) -> Page:
    """An entry, and its facts; the one that was stepped to with its rule and what it changed. `found`: what a filter
    leaves.
    """
    page = Page()
    step, names = told.step, words.seats
    struck = "  STRUCK: it no longer counts" if told.struck else ""
    page.put(
        f"{wording.author_words(step, names)}, {show.time_words(step.time_us)}{struck}",
        "bold red" if struck else "bold",
    )
    what = wording.entry_words(step, names) or ("" if told.facts else wording.NOTHING)
    if step.command.type_url:
        what = words.line(step.command) + (" (automatic)" if step.automatic else "")
    if what:
        page.put(what, "bold cyan" if at.fact == 0 else "cyan", "> " if at.fact == 0 and told.facts else "  ")
    for number, answer in enumerate(told.facts, 1):
        here = number == at.fact
        out = found is not None and Spot(step.version, number) not in found
        if here:
            page.marked = page.size
        fact_lines(page, answer, words, number, here, dim=out or number > at.fact)
    return page


def fact_lines(
    page: Page, answer: audit_pb2.ReplayGameResponse, words: Words, number: int, here: bool, dim: bool
) -> None:
    fact = answer.fact
    said = words.line(fact.fact) + (" (amended)" if fact.amended else "")
    style = "bold yellow" if here else "dim" if dim else ""
    indent = f"{'>' if here else ' '} {number:>2} "
    page.lines(show.ruled_lines(clean(said), indent, fact.rule), style)
    if here:
        if answer.statement:
            title = f"{fact.rule.title}: " if fact.rule.title else ""
            page.put(title + answer.statement, "italic", "       ")
        page.lines(change_lines(answer.changes, "       "), "green")


def label(line: Line, tree: Tree, names: Names) -> Text:
    """A line of the timeline."""
    node = line.node
    said = label_words(node, names)
    if tree.is_turn(line) and node.label == node.rule.title:
        said = f"turn {node.turn.removeprefix('number ')} · {said}"
    text = Text(no_wrap=True, end="")
    text.append(f"{line.begins.version} ", "dim")
    style = "" if line.is_script else "bold magenta"
    text.append(clean(said).replace("\n", " "), "dim strike" if node.struck else style)
    if node.struck:
        text.append(" struck", "dim")
    return text


def asked_lines(asked: table_pb2.Decision, names: Names) -> list[str]:
    """Who was asked under which rule, and the offers that are known."""
    lines = show.waiting_lines(asked, names) or ["nobody was asked"]
    return [*lines, *(line for offer in asked.offers for line in offer_lines(offer))]


def why_page(why: audit_pb2.ExplainFactResponse, place: str, names: Names) -> Page:
    """Why a fact happened."""
    page = Page()
    page.lines(explained_lines(why, place, names))
    section(page, "what was asked before it")
    page.lines(asked_lines(why.asked, names))
    return page


def entry_page(entry: audit_pb2.GetEntryResponse, names: Names) -> Page:
    """Why an entry is there: what it answered, what waited for it, and all that it put on record."""
    page, step = Page(), entry.step
    what = wording.entry_words(step, names) or wording.NOTHING
    page.put(what, "bold yellow", f"{wording.author_words(step, names)}: ")
    if entry.struck:
        page.put("struck: it no longer counts", "bold red")
    if entry.follows + 1 != step.version:
        page.put(f"it follows version {entry.follows}", "bold")
    section(page, "what was asked before it")
    page.lines(asked_lines(entry.asked, names))
    section(page, "scripts that waited for it, outermost first")
    for script in entry.scripts:
        page.lines(rule_lines(script.rule, script.statement, f" (since version {script.began})"))
    section(page, "on record, with the kernel's own facts" if entry.whole else "on record, as far as you see it")
    page.lines([] if entry.whole else show.fact_lines(step.facts, "  ", names))
    for fact in entry.whole:
        page.lines(show.fact_lines([bare(fact)], "  ", names))
    section(page, "what is asked after it")
    page.lines(asked_lines(entry.next, names))
    return page


def bare(whole: table_pb2.SeenFact) -> table_pb2.SeenFact:
    """A fact without the game's `Fact` message around it."""
    message = unpacked(whole.fact)
    kind = message.WhichOneof("fact") if "fact" in message.DESCRIPTOR.oneofs_by_name else None
    if kind is None:
        return whole
    found = table_pb2.SeenFact(rule=whole.rule, amended=whole.amended)
    found.fact.Pack(getattr(message, kind))
    return found


def section(page: Page, title: str) -> None:
    page.lines(["", title], "bold")


def refusal_page(answer: audit_pb2.ExplainRefusalResponse, names: Names) -> Page:
    """Every reason against a command."""
    page = Page()
    page.lines(refusal_lines(answer, names))
    return page


def refused_line(refused: audit_pb2.RefusedCommand, names: Names) -> str:
    who = wording.seat_words(refused.seat, names)
    why = refused.reasons[0].rule.id or refused.reasons[0].text if refused.reasons else refused.reason
    return clean(f"{refused.version:>5}  {who}: {wording.sent_words(refused.command, names)}  -- {why}")


def dispute_line(dispute: judges_pb2.Dispute, names: Names) -> str:
    who = wording.seat_words(dispute.seat, names)
    paused = ", paused" if wording.waits_for_it(dispute) else ""
    ruling = f" => {': '.join(part for part in (dispute.judge, dispute.ruling) if part)}" if dispute.ruling else ""
    text = f"{wording.dispute_words(dispute)}{paused}: {who} about {dispute.about}: {dispute.text}{ruling}"
    return clean(f"{dispute.number:>5}  {text}").replace("\n", " ")


def preview_page(ruling: judges_pb2.Ruling, preview: judges_pb2.PreviewRulingResponse, names: Names) -> Page:
    """What a ruling would do."""
    page = Page()
    page.lines(preview_lines(preview, names, ruling))
    return page


def head_words(info: table_pb2.GameInfo) -> str:
    status = wording.number_words(table_pb2.GameStatus.DESCRIPTOR, info.status)
    return f"{info.game_id[:8]} {info.ruleset}, {status}{', sandbox' if info.sandbox else ''}"
