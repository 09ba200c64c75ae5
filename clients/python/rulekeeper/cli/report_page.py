"""The page that `report` writes: what happened between two versions of a game, as one piece of HTML.

It is made of what was collected, and of nothing else: no call, no clock, no game's own words but those that the service
sent. What players and judges wrote is text in it, never markup.
"""

import datetime
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from google.protobuf import any_pb2

from rulekeeper.cli import show, wording
from rulekeeper.cli.report_html import STYLE, document
from rulekeeper.cli.report_words import alignment, counted, view_lines
from rulekeeper.cli.watching import field_words
from rulekeeper.cli.wording import Words, event_of, kinds_of, listed, spaced
from rulekeeper.client import JUDGE, SPECTATOR, errors
from rulekeeper.drawing.html import STYLE as SCENES
from rulekeeper.drawing.html import scene_html
from rulekeeper.drawing.markup import NOTHING, Html, el, escaped, joined
from rulekeeper.v1 import audit_pb2, entry_pb2, games_pb2, judges_pb2, projections_pb2, scene_pb2, table_pb2

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_OPEN = 12
"""In a report of so many entries the offers are unfolded from the beginning."""


@dataclass(frozen=True)
class Column:
    """The table as somebody saw it. `eyes`: whose (a seat, -1 everybody, -2 a judge). `of`: for whom it stands.
    `before` and `after`: the table then; none before the first entry. `facts`: what was seen of each version.
    """

    eyes: int
    of: Sequence[str]
    before: projections_pb2.GetViewResponse | None
    after: projections_pb2.GetViewResponse
    facts: Mapping[int, Sequence[table_pb2.SeenFact]]


@dataclass(frozen=True)
class Report:
    """All that a page is made of. `entries`: from the first version to the last, as the reader may see them.

    `reader`: whose sight bounds it (a seat, -1 everybody, -2 all of it); `readers`: whom it is for, in words.
    `furniture`: what the tables stand on. `refused`: of commands in that range, oldest first. `made_us`: when it was
    made.
    """

    info: table_pb2.GameInfo
    ruleset: games_pb2.GetRulesetResponse
    reader: int
    readers: Sequence[str]
    columns: Sequence[Column]
    entries: Sequence[audit_pb2.GetEntryResponse]
    furniture: scene_pb2.Furniture = field(default_factory=scene_pb2.Furniture)
    disputes: Sequence[judges_pb2.Dispute] = ()
    refused: Sequence[audit_pb2.RefusedCommand] = ()
    made_us: int = 0


def page(report: Report) -> str:
    """The whole page."""
    return _Page(report).page()


def time_words(time_us: int) -> str:
    """ "2026-11-30 08:04:23 UTC" """
    try:
        return (_EPOCH + datetime.timedelta(microseconds=time_us)).strftime("%Y-%m-%d %H:%M:%S UTC")
    except OverflowError:
        return f"{time_us} microseconds after 1970"


@dataclass
class _Page:
    """A page while it is written. `cited`: the rules so far, in the order in which they are first named. `within`: the
    rules whose scripts waited for the last entry.
    """

    report: Report
    cited: dict[str, table_pb2.RuleRef] = field(default_factory=dict)
    within: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.info = self.report.info
        self.names = show.seat_names(self.info)
        self.known = {rule.id: rule for rule in self.report.ruleset.rules}
        self.first, self.last = self.report.entries[0].step, self.report.entries[-1].step
        kinds = kinds_of(self.report.ruleset)
        self.words = Words(self.names, kinds, prose=True)
        # What one has seen differently is told with the names that this one knew.
        self.seen_by = [Words(self.names, kinds, prose=True) for _ in self.report.columns]
        for column, own in zip(self.report.columns, self.seen_by, strict=True):
            for seen in (column.before, column.after):
                if seen is not None:
                    self.words.learn(seen.view)
                    own.learn(seen.view)

    def page(self) -> str:
        several = self.first.version != self.last.version
        span = f"versions {self.first.version} to {self.last.version}" if several else f"version {self.first.version}"
        game = self.report.ruleset.info.title or self.info.ruleset
        sections = [("disputes", "Disputes", self.disputes())] if self.report.disputes else []
        sections += [
            ("before", "The table before", self.tables(before=True)),
            ("happened", "What happened", self.happened()),
            ("after", "The table after", self.tables(before=False)),
        ]
        # What is written last knows all rules that were cited.
        sections += [("rules", "The rules", self.rules()), ("proof", "How to check this", self.proof())]
        body = joined(
            el("header", el("h1", f"{game}, {span}"), self.whom(), self.about()),
            el("nav", *(joined(el("a", title, href=f"#{anchor}"), " ") for anchor, title, _ in sections)),
            el("main", *(el("section", el("h2", title), inside, id=anchor) for anchor, title, inside in sections)),
        )
        return document(f"{game}, game {self.info.game_id}, {span}", STYLE + SCENES, body)

    # The head.

    def whom(self) -> Html:
        """For whom it is, and what that means."""
        readers = listed(self.report.readers)
        match self.report.reader:
            case _ if self.info.status == table_pb2.GAME_STATUS_OVER:
                said = ("Complete. ", "The game is over, so nothing in it is secret any more.")
            case viewer if viewer == JUDGE:
                said = ("For judges only. ", "It shows what players may not see. Give it to nobody who plays.")
            case viewer if viewer == SPECTATOR:
                said = (
                    f"For {readers}. ",
                    "The game still runs: this holds only what everybody may see. Hidden cards, the offers to each "
                    "seat and what only some may know are left out.",
                )
            case _:
                text = "The game still runs: this holds what this player alone may see. Give it to nobody else."
                said = (f"For {readers} only. ", text)
        return el("p", el("strong", said[0]), said[1], class_="for")

    def about(self) -> Html:
        status, setup = show.status_words(self.info), show.setup_words(self.info.setup)
        rows: list[tuple[str, str]] = [("Game", el("code", self.info.game_id)), ("Rules", self.info.ruleset)]
        rows += [("Set-up", setup)] if setup else []
        rows += [(f"Seat {number}", seat.name or "(free)") for number, seat in enumerate(self.info.seats)]
        if self.info.ending.id:
            status = joined(status, ", under ", self.cite(self.info.ending))
        rows += [
            ("From", f"version {self.first.version}, {time_words(self.first.time_us)}"),
            ("To", f"version {self.last.version}, {time_words(self.last.time_us)}"),
            ("The game is", joined(status, f"; its newest version is {self.info.head.version}")),
        ]
        if self.info.forked_from:
            rows.append(("Forked from", joined(el("code", self.info.forked_from), f", version {self.info.forked_at}")))
        if self.info.sandbox:
            rows.append(("Sandbox", "nothing that happens in it counts"))
        if self.report.made_us:
            rows.append(("Written", time_words(self.report.made_us)))
        return el("dl", *(joined(el("dt", what), el("dd", said)) for what, said in rows), class_="about")

    # Disputes.

    def disputes(self) -> Html:
        return joined(*map(self.dispute, self.report.disputes))

    def dispute(self, dispute: judges_pb2.Dispute) -> Html:
        caller = wording.seat_words(dispute.seat, self.names)
        said = [
            el("h3", f"Dispute {dispute.number}, about version {dispute.about}"),
            el("p", time_words(dispute.time_us), class_="when"),
            el("p", f"{caller} called a judge", " and the game was paused" if dispute.paused else "", ":"),
            el("blockquote", dispute.text),
        ]
        if dispute.status == judges_pb2.DISPUTE_STATUS_RULED:
            judge = f"Judge {dispute.judge}" if dispute.judge else "The judge"
            said += [el("p", f"{judge} ruled in version {dispute.ruled_in}:"), el("blockquote", dispute.ruling)]
            if dispute.rules:
                said.append(el("p", "It rests on ", self.citations(dispute.rules), "."))
        elif dispute.judge:
            said.append(el("p", f"Judge {dispute.judge} has it; it is not ruled on yet."))
        else:
            said.append(el("p", "It is not ruled on yet."))
        return el("article", *said, class_="dispute")

    # The table.

    def tables(self, before: bool) -> Html:
        if before and not self.report.columns[0].before:
            return el("p", "There was none: the first version makes the game.")
        shown = [(column, column.before if before else column.after) for column in self.report.columns]
        return el("div", *(self.table(column, view) for column, view in shown if view), class_="columns tables")

    def table(self, column: Column, seen: projections_pb2.GetViewResponse) -> Html:
        title = self.title(column)
        label = f"{title}, version {seen.head.version}"
        if seen.scene.areas or seen.scene.headline:
            drawn = scene_html(seen.scene, self.report.furniture)
            inside = el("div", drawn, role="region", aria_label=label)
        elif lines := view_lines(seen.view):
            inside = el("pre", "\n".join(lines), tabindex="0", role="region", aria_label=label)
        else:
            inside = el("p", "The game had not begun.")
        return el(
            "div",
            el("h3", title),
            el("p", f"version {seen.head.version}", class_="when"),
            inside,
            self.waiting(seen.decision),
        )

    def title(self, column: Column) -> str:
        """Whose view it is; where another one's sight bounds it, how."""
        if column.eyes >= 0:
            return f"{wording.seat_words(column.eyes, self.names)}'s view"
        if column.eyes == JUDGE:
            return "All of it, as judges see it"
        return f"{listed(column.of)}: what everybody may see" if column.of else "What everybody may see"

    def waiting(self, asked: table_pb2.Decision) -> Html:
        return el("p", "Then ", self.asked_words(asked), class_="when") if asked.seats else NOTHING

    # What happened.

    def happened(self) -> Html:
        first, last, blocks = self.first.version - 1, self.last.version, []
        refused = [one for one in self.report.refused if first <= one.version <= last]
        blocks += [self.refused(one) for one in refused if one.version == first]
        for entry in self.report.entries:
            blocks.append(self.entry(entry))
            blocks += [self.refused(one) for one in refused if one.version == entry.step.version]
        return joined(*blocks)

    def entry(self, entry: audit_pb2.GetEntryResponse) -> Html:
        step, kind = entry.step, ["entry"]
        event = event_of(step, self.names)
        if step.actor.role in (entry_pb2.ROLE_JUDGE, entry_pb2.ROLE_ADMIN):
            kind.append("ruling")
        if entry.struck:
            kind.append("struck")
        said = [self.asked(entry)] if event is None else [el("p", event.said)]
        if event is not None and event.words:
            said.append(el("blockquote", event.words))
        if event is not None and event.rules:
            said.append(el("p", "It rests on ", self.citations(map(self.ref, event.rules)), "."))
        if step.command.type_url:
            said.append(el("p", self.packed(step.command, self.words, entry.asked.offers), class_="command"))
        facts, apart = self.facts(entry)
        if not facts and event is None and not step.command.type_url:
            said.append(el("p", f"{wording.NOTHING.capitalize()}.", class_="soft"))
        parts = [el("div", *said), facts if apart or not facts else el("div", facts)]
        body = joined(*parts) if apart or not facts else el("div", *parts, class_="halves")
        return el("article", self.entry_head(entry), body, class_=" ".join(kind), id=f"version-{step.version}")

    def entry_head(self, entry: audit_pb2.GetEntryResponse) -> Html:
        step, marks = entry.step, []
        if entry.struck:
            marks.append(el("span", "struck: it no longer counts", class_="mark bad"))
        if step.automatic:
            marks.append(el("span", "by a standing pass", class_="mark"))
        if entry.follows != step.version - 1:
            marks.append(el("span", f"goes on from version {entry.follows}", class_="mark"))
        who = wording.author_words(step, self.names)
        when = time_words(step.time_us)
        day, _, clock = when.partition(" ")
        if day == time_words(self.first.time_us).partition(" ")[0]:
            when = clock
        return el("header", el("h3", f"{step.version}: {who}"), el("span", when, class_="when"), *marks)

    def asked(self, entry: audit_pb2.GetEntryResponse) -> Html:
        """What the table waited for, within which rules, and what was offered."""
        asked = entry.asked
        if not asked.seats:
            return NOTHING
        said = [el("p", self.asked_words(asked))]
        scripts = [script.rule for script in entry.scripts if script.rule.id != asked.rule.id]
        within = [rule.id for rule in scripts]
        if within and within != self.within:
            arrows = [
                joined(" \N{RIGHTWARDS ARROW} " if number else "", self.cite(rule))
                for number, rule in enumerate(scripts)
            ]
            said.append(el("p", "within ", *arrows, class_="under"))
        self.within = within
        if asked.offers:
            name = wording.seat_words(self.offered_to(entry), self.names)
            summary = el("summary", f"What {name} was offered: {counted(asked.offers)}")
            unfolded = {"open": ""} if len(self.report.entries) <= _OPEN else {}
            said.append(el("details", summary, el("ul", *map(self.offer, asked.offers)), **unfolded))
        return joined(*said)

    def offered_to(self, entry: audit_pb2.GetEntryResponse) -> int:
        """Whose offers are shown."""
        return self.report.reader if self.report.reader >= 0 else entry.step.actor.seat

    def asked_words(self, asked: table_pb2.Decision) -> Html:
        who = listed([wording.seat_words(seat, self.names) for seat in asked.seats])
        verb = "are asked at once, unseen by each other" if asked.sealed else "is asked"
        verb = "are asked" if len(asked.seats) > 1 and not asked.sealed else verb
        return joined(f"{who} {verb}: ", self.cite(asked.rule))

    def offer(self, offer: table_pb2.Offer) -> Html:
        name = el("b", spaced(offer.command.rpartition(".")[2]))
        if offer.closed:
            reasons = [joined("; " if number else "", self.reason(one)) for number, one in enumerate(offer.closed)]
            return el("li", name, " is closed: ", *reasons, class_="closed")
        fields = [f"{'; ' if number else ': '}{one.name} {field_words(one)}" for number, one in enumerate(offer.fields)]
        return el("li", name, *fields, " (lets it go by)" if offer.passes else "")

    def facts(self, entry: audit_pb2.GetEntryResponse) -> tuple[Html, bool]:
        """What was seen of an entry: once, what all columns saw alike; side by side, what they did not. Whether there
        is any of that.
        """
        seen = [list(column.facts.get(entry.step.version, ())) for column in self.report.columns]
        offers, parts, apart = entry.asked.offers, [], False
        for words, facts in zip(self.seen_by, seen, strict=True):
            for fact in facts:
                words.learn(fact.fact)
                self.words.learn(fact.fact)
        for alike, runs in alignment(seen):
            if alike:
                parts.append(self.fact_list(runs[0], self.words, offers))
                continue
            apart = True
            own = []
            for column, words, run in zip(self.report.columns, self.seen_by, runs, strict=True):
                offered = offers if column.eyes in (JUDGE, self.offered_to(entry)) else ()
                said = self.fact_list(run, words, offered) or el("p", "nothing of it", class_="soft")
                own.append(el("div", el("h4", self.title(column)), said))
            parts.append(el("div", *own, class_="columns"))
        return joined(*parts), apart

    def fact_list(self, facts: Sequence[table_pb2.SeenFact], words: Words, offers: Sequence[table_pb2.Offer]) -> Html:
        """Facts under their rules; those that follow each other under one rule together."""
        said = []
        for _, under in itertools.groupby(facts, lambda fact: fact.rule.id):
            group = list(under)
            said.append(el("p", self.cite(group[0].rule), ":", class_="under"))
            # What happened several times, one after the other, and cannot be told apart, is told once.
            told = (self.fact(fact, words, offers) for fact in group)
            lines = [(each, sum(1 for _ in equal)) for each, equal in itertools.groupby(told)]
            said.append(el("ul", *(el("li", each, self.times(count)) for each, count in lines), class_="facts"))
        return joined(*said)

    def fact(self, fact: table_pb2.SeenFact, words: Words, offers: Sequence[table_pb2.Offer]) -> Html:
        amended = joined(" ", el("span", "by a judge", class_="mark")) if fact.amended else NOTHING
        return joined(self.packed(fact.fact, words, offers), amended)

    def times(self, count: int) -> Html:
        return joined(" ", el("span", f"{count} times", class_="mark")) if count > 1 else NOTHING

    def packed(self, packed: any_pb2.Any, words: Words, offers: Iterable[table_pb2.Offer]) -> Html:
        """A fact or a command: what it is, and what it says."""
        name, rest = words.of(packed, offers)
        return joined(el("b", name), el("span", f" {rest}") if rest else NOTHING)

    def refused(self, refused: audit_pb2.RefusedCommand) -> Html:
        name = wording.seat_words(refused.seat, self.names)
        header = el(
            "header",
            el("h3", f"Refused to {name}, at version {refused.version}"),
            el("span", time_words(refused.time_us), class_="when"),
            el("span", refused.reason, class_="mark bad") if refused.reason else NOTHING,
        )
        offers = [
            offer for entry in self.report.entries if entry.follows == refused.version for offer in entry.asked.offers
        ]
        known = bool(refused.command.type_url)
        tried = (
            self.packed(refused.command, self.words, offers) if known else escaped(wording.sent_words(refused.command))
        )
        reasons = el("ul", *(el("li", self.reason(one)) for one in refused.reasons), class_="facts")
        return el("article", header, el("p", tried, class_="command"), reasons, class_="refused")

    def reason(self, reason: table_pb2.Reason) -> Html:
        where = f"{reason.field}: " if reason.field else ""
        said = reason.text + errors.reason(reason).whom()
        return joined(where, said, " (", self.cite(reason.rule), ")") if reason.rule.id else escaped(said)

    # Rules, and proof.

    def ref(self, rule_id: str) -> table_pb2.RuleRef:
        found = self.known.get(rule_id)
        return table_pb2.RuleRef(id=rule_id, page=found.page if found else 0, title=found.title if found else "")

    def cite(self, rule: table_pb2.RuleRef) -> Html:
        """A link to the rule at the end of the page."""
        if not rule.id:
            return escaped("no rule")
        self.cited.setdefault(rule.id, rule)
        return el("a", rule.title or rule.id, f", page {rule.page}" if rule.page else "", href=f"#rule-{rule.id}")

    def citations(self, rules: Iterable[table_pb2.RuleRef]) -> Html:
        return joined(*(joined("; " if number else "", self.cite(rule)) for number, rule in enumerate(rules)))

    def rules(self) -> Html:
        said = []
        for rule in self.cited.values():
            known = self.known.get(rule.id, games_pb2.Rule())
            where = f"page {rule.page}" if rule.page else known.origin and f"origin: {known.origin}"
            head = el("p", el("b", rule.title or known.title or rule.id), " ", el("span", where, class_="soft"))
            said.append(
                el("li", head, el("p", el("code", rule.id)), el("p", known.statement), id=f"rule-{rule.id}"),
            )
        return el("ol", *said, class_="rules") if said else el("p", "None was cited.")

    def proof(self) -> Html:
        game = self.info.game_id
        rows = {step.version: step.digest.hex() for step in (self.first, self.last)}
        digests = [
            joined(el("dt", f"Digest of version {version}"), el("dd", el("code", digest)))
            for version, digest in rows.items()
        ]
        shows = f"rulekeeper log {game} --after {self.first.version - 1} --json"
        return joined(
            el("dl", *digests, class_="about proof"),
            el(
                "p",
                "Each entry of the game's record has a digest, made of the entry as it is stored and so of the digest "
                "of the entry before. Whoever changes an entry changes all digests after it. This page itself is no "
                "proof: hold it against the record.",
            ),
            el(
                "ul",
                el("li", el("code", shows), " shows the entries and their digests: they must be these."),
                el("li", el("code", f"rulekeeper verify {game}"), " proves the record, as far as you may see it."),
                el(
                    "li",
                    "When the game is over: ",
                    el("code", f"rulekeeper export {game} -o game.jsonl"),
                    " and ",
                    el("code", "rulekeeper verify game.jsonl"),
                    " prove all of it, every draw too, without the service.",
                ),
            ),
        )
