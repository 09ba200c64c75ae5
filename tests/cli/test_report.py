"""`report`: a page that holds what its readers may see, that nothing breaks out of, and that a phone can show."""

from __future__ import annotations

import asyncio
import copy
import json
import re
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeVar

import pytest
from google.protobuf import any_pb2
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.report import asked_for, eyes_of, least
from rulekeeper.cli.report_page import Column, Report, page
from rulekeeper.cli.report_words import alignment, view_lines
from rulekeeper.client import (
    JUDGE,
    OPEN,
    SPECTATOR,
    Bench,
    Choice,
    Client,
    Game,
    RandomPlayer,
    Refused,
    Seat,
    call_judge,
    go_back,
    to_value,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as hoc
from rulekeeper.testing.service import OwnService
from rulekeeper.v1 import audit_pb2, entry_pb2, games_pb2, judges_pb2, projections_pb2, scene_pb2, table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.cli.chromium import Browser, chromium
from tests.cli.conftest import Person
from tests.games.warhammer_invasion.table import Board, Side
from tests.testing.positions import SCOUT, VILLAGE, main_phase

T = TypeVar("T")
PHONE, LAPTOP, DESK, WIDE = 390, 1200, 1280, 1600
VOID = {"meta", "br", "hr", "img", "link", "input", "base"}


def packed(message: Message) -> any_pb2.Any:
    wrapped = any_pb2.Any()
    wrapped.Pack(message)
    return wrapped


def ref(rule: str, number: int = 0, title: str = "") -> table_pb2.RuleRef:
    return table_pb2.RuleRef(id=rule, page=number, title=title)


def seen(message: Message, rule: str = "hoc.draw", **given: Any) -> table_pb2.SeenFact:
    return table_pb2.SeenFact(rule=ref(rule, 13, "Drawing"), fact=packed(message), **given)


def by(seat: int) -> entry_pb2.Actor:
    return entry_pb2.Actor(role=entry_pb2.ROLE_SEAT, seat=seat)


DRAWN = seen(hoc.CardDrawn(seat=0, card=12, kind="city"))
DRAWN_UNSEEN = seen(hoc.CardDrawn(seat=0))


def report(words: str = "Ann", reader: int = JUDGE, **given: Any) -> Report:
    """A report in which this text stands wherever people, or a game, can put one."""
    info = table_pb2.GameInfo(
        game_id="g1",
        ruleset="heart_of_crown@1",
        status=table_pb2.GAME_STATUS_RUNNING,
        seats=[table_pb2.Seat(name=words), table_pb2.Seat(name="Ben")],
        head=table_pb2.Head(version=9),
        setup=json.dumps({"set": words}),
    )
    scene = scene_pb2.Scene(headline=[scene_pb2.Line(text=words, label=words), scene_pb2.Line(text=words, urgent=True)])
    area = scene.areas.add(id=words, title=words, lines=scene.headline, badges=[scene_pb2.Badge(text=words)])
    area.pieces.add(id=words, title=words, kind=words, badges=[scene_pb2.Badge(text=words)])
    view = projections_pb2.GetViewResponse(
        head=table_pb2.Head(version=4), scene=scene, decision=table_pb2.Decision(seats=[0])
    )
    candidate = table_pb2.Candidate(value=to_value(12), label=words)
    play = table_pb2.Offer(
        command="rulekeeper.heart_of_crown.v1.PlayCard",
        fields=[table_pb2.OfferField(name="card", one_of=table_pb2.OneOf(candidates=[candidate]))],
    )
    closed = table_pb2.Offer(command="x.y.Buy", closed=[table_pb2.Reason(rule=ref("hoc.buy", 16), text=words)])
    asked = table_pb2.Decision(version=4, rule=ref("hoc.main", 12, words), seats=[0], offers=[play, closed])
    fact = seen(hoc.CardPlayed(seat=0, card=12, kind=words), "hoc.play")
    entries = [
        audit_pb2.GetEntryResponse(
            step=table_pb2.Step(
                version=5, digest=b"\x05" * 32, actor=by(0), command=packed(hoc.PlayCard(card=12, at=words))
            ),
            asked=asked,
            scripts=[audit_pb2.Script(rule=ref("hoc.turn", 10, words))],
            follows=4,
            struck=True,
        ),
        audit_pb2.GetEntryResponse(
            step=table_pb2.Step(
                version=6,
                digest=b"\x06" * 32,
                actor=by(1),
                judge_called=entry_pb2.JudgeCalled(about=5, text=words, pause=True),
            ),
            follows=5,
        ),
        audit_pb2.GetEntryResponse(
            step=table_pb2.Step(
                version=7,
                digest=b"\x07" * 32,
                actor=entry_pb2.Actor(role=entry_pb2.ROLE_JUDGE, name=words),
                dispute_ruled=entry_pb2.DisputeRuled(dispute=6, text=words, rules=["hoc.buy", words]),
            ),
            follows=6,
        ),
    ]
    dispute = judges_pb2.Dispute(
        number=6,
        about=5,
        seat=1,
        text=words,
        status=judges_pb2.DISPUTE_STATUS_RULED,
        judge=words,
        ruled_in=7,
        ruling=words,
        rules=[ref("hoc.buy", 16, words)],
    )
    refused = audit_pb2.RefusedCommand(
        version=4,
        seat=1,
        command=packed(hoc.PlayCard(card=12, at=words)),
        reason="REFUSED",
        reasons=[table_pb2.Reason(rule=ref("hoc.main", 12), text=words, field=words)],
    )
    rules = [games_pb2.Rule(id="hoc.buy", page=16, title=words, statement=words, origin="rulebook")]
    columns = [
        Column(0, [words], view, view, {5: [DRAWN, fact], 6: []}),
        Column(1, ["Ben"], view, view, {5: [DRAWN_UNSEEN, fact], 6: []}),
    ]
    parts: dict[str, Any] = {
        "ruleset": games_pb2.GetRulesetResponse(rules=rules, info=games_pb2.RulesetInfo(title=words)),
        "readers": [words],
        "columns": columns,
        "entries": entries,
        "disputes": [dispute],
        "refused": [refused],
    }
    return Report(info=info, reader=reader, **{**parts, **given})


class Read(HTMLParser):
    """What a browser makes of a page: `shape`, its elements with the names of their attributes; and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.shape: list[str] = []
        self.values: dict[str, list[str]] = {}
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append(f"{tag} {' '.join(name for name, _ in attrs)}".strip())
        for name, value in attrs:
            self.values.setdefault(name, []).append(value or "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self.shape.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.text += data


# The page, of messages made by hand.


HOSTILE = (
    "<script>alert(1)</script>",
    "</pre></title></style><img src=x onerror=alert(1)>",
    "\"' onmouseover='alert(1)",
    "<!-- ",
    "]]><svg/onload=alert(1)>",
    "&lt;b&gt; &amp;",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_that_people_wrote_is_markup(hostile: str) -> None:
    plain, read = Read(page(report("Ann"))), Read(page(report(hostile)))
    assert read.shape == plain.shape
    assert read.text.count(hostile) > 20
    assert not any(tag.startswith(("script", "img", "svg", "iframe", "link", "base", "form")) for tag in read.shape)
    assert not any(name.startswith("on") for name in read.values)


@given(st.text(min_size=1, alphabet=st.characters(exclude_categories=["Cs"])).filter(str.strip))
def test_no_text_changes_the_page_it_stands_in(text: str) -> None:
    assert Read(page(report(text))).shape == Read(page(report("Ann"))).shape


def test_characters_that_hide_or_turn_text_are_shown_as_such() -> None:
    made = page(report("Ann\u202e\u2066\u0007nnA"))
    assert "Ann\ufffd\ufffd\ufffdnnA" in made and not set("\u202e\u2066\u0007") & set(made)


def test_it_is_one_file_that_may_neither_run_nor_load_anything() -> None:
    made = page(report())
    read = Read(made)
    assert (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" in read.values["content"]
    )
    assert "src" not in read.values and "url(" not in made and "@import" not in made and "http://" not in made
    assert all(link.startswith("#") for link in read.values["href"])
    assert {link[1:] for link in read.values["href"]} <= set(read.values["id"])


def test_each_rule_is_told_once_with_its_page_and_words() -> None:
    read = Read(page(report("stated so")))
    rules = [one for one in read.values["id"] if one.startswith("rule-")]
    assert sorted(rules) == sorted(
        f"rule-{rule}" for rule in ("hoc.buy", "hoc.main", "hoc.turn", "hoc.draw", "hoc.play", "stated so")
    )
    told = read.text.partition("How to check this")[2].partition("The rules")[2]
    assert "stated so page 16hoc.buystated so" in told and "Drawing page 13hoc.draw" in told


def test_struck_entries_rulings_and_disputes_are_marked_and_told() -> None:
    read = Read(page(report()))
    assert "entry struck" in read.values["class"] and "entry ruling" in read.values["class"]
    assert read.text.count("struck: it no longer counts") == 1
    assert "Ben called a judge:" in read.text and "Judge Ann ruled in version 7:" in read.text
    assert "called a judge, about version 5, and paused the game" in read.text


def test_a_refused_command_stands_before_the_entry_that_came_instead() -> None:
    text = Read(page(report())).text.partition("What happened")[2].partition("What happened")[2]
    assert 0 <= text.index("Refused to Ben, at version 4") < text.index("5: Ann")


def test_a_commands_cards_are_called_as_in_its_offer() -> None:
    assert "Play card card City, of many [12], at City, of many" in Read(page(report("City, of many"))).text


def test_the_digests_of_the_first_and_the_last_entry_are_told() -> None:
    text = Read(page(report())).text
    assert "Digest of version 5" + "05" * 32 in text and "Digest of version 7" + "07" * 32 in text
    assert "rulekeeper log g1 --after 4 --json" in text and "rulekeeper verify g1" in text


def test_it_says_for_whom_it_is() -> None:
    assert "For judges only." in page(report(reader=JUDGE))
    assert "For Ann only." in page(report(reader=0))
    made = page(report(reader=SPECTATOR, readers=["Ann", "Ben"]))
    assert "For Ann and Ben." in made and "only what everybody may see" in made
    over = report(reader=JUDGE)
    over.info.status = table_pb2.GAME_STATUS_OVER
    assert "Complete." in page(over) and "only." not in page(over)


def test_what_seats_saw_differently_stands_side_by_side_and_the_rest_once() -> None:
    one, other = seen(hoc.CoinsGained(coins=1)), seen(hoc.TurnBegan(number=3))
    alike = [(True, [[one], [one]]), (False, [[DRAWN], [DRAWN_UNSEEN]]), (True, [[other], [other]])]
    assert list(alignment([[one, DRAWN, other], [one, DRAWN_UNSEEN, other]])) == alike
    # In part alike, in between too.
    runs = list(alignment([[DRAWN, one, DRAWN], [DRAWN_UNSEEN, one, DRAWN_UNSEEN]]))
    assert [same for same, _ in runs] == [False, True, False]
    # One sees more of them.
    assert list(alignment([[one, DRAWN, DRAWN, other], [one, other]])) == [
        (True, [[one], [one]]),
        (False, [[DRAWN, DRAWN], []]),
        (True, [[other], [other]]),
    ]
    assert list(alignment([[], []])) == [] and list(alignment([[one]])) == [(True, [[one]])]


def test_equal_facts_one_after_the_other_are_counted() -> None:
    view = report().columns[0].after
    facts = {5: [DRAWN_UNSEEN] * 3, 6: [DRAWN_UNSEEN]}
    read = Read(page(report(columns=[Column(SPECTATOR, [], view, view, facts)])))
    assert read.text.count("Card drawn Ann") == 2 and read.text.count("3 times") == 1


def test_cards_are_called_as_each_one_knew_them() -> None:
    view = report().columns[0].after
    kinds = [games_pb2.CatalogueCard(id="city", name="City of many")]
    drawn, unseen = seen(hoc.CardDrawn(seat=0, card=512, kind="city")), seen(hoc.CardDrawn(seat=0))
    played = hoc.CardPlayed(seat=0, was=512, card=770, kind="city")
    columns = [
        Column(0, ["Ann"], view, view, {5: [drawn], 6: [seen(played)]}),
        Column(1, ["Ben"], view, view, {5: [unseen], 6: [seen(hoc.CardPlayed(seat=0, was=512, card=770))]}),
    ]
    made = report(columns=columns, ruleset=games_pb2.GetRulesetResponse(cards=kinds))
    text = Read(page(made)).text
    assert text.count("was City of many [512], card 770") == 1 and text.count("was 512, card 770") == 1


def test_a_view_without_text_is_told_line_by_line() -> None:
    view = packed(hoc.CardPlayed(seat=1, card=12, kind="city", opened=["12:right", "12:bottom"]))
    assert view_lines(view) == ["seat: 1", "card: 12", "kind: city", "opened: 12:right, 12:bottom"]
    assert view_lines(any_pb2.Any()) == []


# Whose eyes.


def test_the_reader_with_the_least_sight_bounds_the_page() -> None:
    assert least([0, 1], over=False) == SPECTATOR
    assert least([0], over=False) == least([JUDGE, 0], over=False) == 0
    assert least([JUDGE], over=False) == JUDGE
    assert least([0, SPECTATOR], over=False) == SPECTATOR
    assert least([0, 1], over=True) == JUDGE


@pytest.mark.parametrize(
    ("column", "reader", "eyes"),
    [
        (0, SPECTATOR, SPECTATOR),
        (0, 0, 0),
        (1, 0, SPECTATOR),
        (JUDGE, 0, 0),
        (JUDGE, SPECTATOR, SPECTATOR),
        (SPECTATOR, 0, SPECTATOR),
        (1, JUDGE, 1),
        (JUDGE, JUDGE, JUDGE),
        (SPECTATOR, JUDGE, SPECTATOR),
    ],
)
def test_a_reader_looks_at_a_view_with_eyes_that_both_have(column: int, reader: int, eyes: int) -> None:
    assert eyes_of(column, reader, over=False) == eyes
    assert eyes_of(column, JUDGE, over=True) == (JUDGE if column == SPECTATOR else column)


def test_seats_are_named_by_number_or_name_and_mistakes_are_explained() -> None:
    info = report().info
    assert asked_for(info, 3, 5, "Ben, judge,0,Ben", "").columns == [1, JUDGE, 0]
    assert asked_for(info, 0, 0, "", "").columns == [0, 1]
    assert (asked_for(info, 0, 0, "", "").since, asked_for(info, 0, 0, "", "").until) == (1, 9)
    assert asked_for(info, 0, 0, "0,1", "Ben").reader == 1
    with pytest.raises(Problem, match="version 5 comes after version 3"):
        asked_for(info, 5, 3, "", "")
    with pytest.raises(Problem, match="no seat is 'Cleo'"):
        asked_for(info, 0, 0, "Cleo", "")
    info.seats[0].name = "Ben"
    with pytest.raises(Problem, match="more than one seat is 'Ben'"):
        asked_for(info, 0, 0, "Ben", "")


# Of real games.


@dataclass
class Played:
    """A game that runs. `since`: the version that reports begin with. `called`: what its players wrote."""

    game_id: str
    judge: str
    seats: Sequence[str]
    since: int
    called: str = ""


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def open_decision(seats: Sequence[Seat]) -> tuple[Seat, table_pb2.Decision]:
    """Who is asked, and what."""
    asked = (await seats[0].decision()).decision.seats[0]
    return seats[asked], (await seats[asked].decision()).decision


async def sandbox(client: Client, ruleset: str, position: str, **given: Any) -> tuple[str, str, list[Seat]]:
    chosen = games_pb2.Sandbox(seat_all=True, seed=bytes(32), position=position)
    made = await client.create_game(ruleset, [OPEN, OPEN], sandbox=chosen, **given)
    seats = [Seat(client.using(token), made.game_id, number) for number, token in enumerate(made.seat_tokens)]
    return made.game_id, made.judge_token, seats


COMPLAINT = "He was corrupted, so he may not defend.\n<img src=x onerror=alert(1)></pre>"
RULING = "He was not corrupted when defenders were declared: he defends, and the combat stands."


async def combat(address: str) -> Played:
    """Warhammer: Invasion: an attack to its end, one refused declaration, a dispute about it that was ruled on."""
    board = Board(
        Side(kingdom="zhufbar", battlefield="hammerer king-kazador", hand="demoralise contested-village", resources=4),
        Side(quest="doom urguck", hand="pillage", resources=3),
        phase=5,
    )
    async with Client(address) as client:
        game, judge, seats = await sandbox(client, board.position.game, board.position.text())

        async def send(command: Message | Choice) -> None:
            seat, decision = await open_decision(seats)
            await seat.submit(command, decision)

        since = (await seats[0].info()).head.version + 1
        await send(whi.DeclareTarget(zone=whi.ZONE_QUEST))
        await send(whi.Pass())
        await send(whi.Pass())
        with pytest.raises(Refused):
            await send(whi.DeclareAttackers(units=[board.id("urguck")]))
        await send(whi.DeclareAttackers(units=board.ids("hammerer king-kazador")))
        await send(whi.Pass())
        await send(whi.Pass())
        await send(whi.DeclareDefenders(units=board.ids("urguck")))
        defended = (await seats[0].info()).head.version
        await send(whi.Pass())
        await send(whi.Pass())
        await send(whi.AssignDamage(points=[*board.ids("urguck*3"), 6]))
        await send(whi.AssignDamage(points=board.ids("king-kazador")))
        await call_judge(seats[1], COMPLAINT, about=defended, pause=True)
        bench = Bench(client.using(judge), game)
        (dispute,) = await bench.disputes()
        await bench.assign(dispute.number, "Dana")
        await bench.close(dispute.number, RULING, ["whi.combat.defenders"])
    return Played(game, judge, [seat.token for seat in seats], since, COMPLAINT)


async def crown(address: str) -> Played:
    """Heart of Crown: a turn and more, of which a judge took the last commands back."""
    name = "Ann <script>alert(1)</script>"
    async with Client(address) as client:
        made = await client.create_game("heart_of_crown@1", [OPEN, OPEN], sandbox=games_pb2.Sandbox(seed=bytes(32)))
        seats = [await Game(client, made.game_id).join(each) for each in (name, "Ben")]
        since = (await seats[0].info()).head.version
        player = RandomPlayer(1)
        for _ in range(12):
            seat, decision = await open_decision(seats)
            while True:
                try:
                    await seat.submit(player.choose(decision, any_pb2.Any()), decision)
                    break
                except Refused:
                    continue
        newest = (await seats[0].info()).head.version
        await Bench(client.using(made.judge_token), made.game_id).give(go_back(newest - 3, "The card was misread."))
    return Played(made.game_id, made.judge_token, [seat.token for seat in seats], since, name)


GAMES = {"warhammer_invasion": combat, "heart_of_crown": crown}


@pytest.fixture(scope="module")
def played(own_service: OwnService) -> dict[str, Played]:
    return {name: run(play(own_service.address)) for name, play in GAMES.items()}


def written(person: Person, folder: Path, game: Played, *arguments: str, token: str = "") -> str:
    """The page that the command writes."""
    file = folder / "page.html"
    given = ("report", game.game_id, "--from", str(game.since), "-o", str(file), "--token", token or game.judge)
    person.run(*given, *arguments)
    return file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_page_for_all_players_tells_what_happened_under_which_rules(
    name: str, played: dict[str, Played], person: Person, tmp_path: Path
) -> None:
    game = played[name]
    made = written(person, tmp_path, game)
    read = Read(made)
    assert game.called in read.text and "what everybody may see" in read.text
    assert "was offered" not in read.text and "Refused to" not in read.text and "hand 2" not in read.text
    assert all(link[1:] in read.values["id"] for link in read.values["href"])
    if name == "warhammer_invasion":
        assert "Attackers declared cards Hammerer of Karak Azul" in read.text and RULING in read.text
        assert "rule-whi.combat.defenders" in read.values["id"] and "Pillage" not in made and "Demoralise" not in made
    else:
        assert "went back to version" in read.text and "The card was misread." in read.text
        assert read.values["class"].count("entry struck") == 3
        assert "Card drawn Ben" in read.text and "Card drawn Ben," not in read.text


def test_a_page_for_one_seat_has_its_hand_and_offers_and_not_the_others(
    played: dict[str, Played], person: Person, tmp_path: Path
) -> None:
    game = played["warhammer_invasion"]
    ben = written(person, tmp_path, game, "--as", "0,1", "--for", "1")
    assert "Pillage" in ben and "Demoralise" not in ben and "Refused to" not in ben
    assert "B's view" in Read(ben).text and "A: what everybody may see" in ben and "What A was offered" not in ben
    # The seat's own token gives the same.
    own = written(person, tmp_path, game, "--as", "0,1", "--for", "1", token=game.seats[1])
    assert timeless(own) == timeless(ben)
    both = ("--as", "0,1", "--for", "0", "--token", game.seats[1])
    assert "PERMISSION_DENIED" in person.run("report", game.game_id, *both, code=4)


def test_a_page_for_judges_has_all_and_what_was_refused(
    played: dict[str, Played], person: Person, tmp_path: Path
) -> None:
    game = played["warhammer_invasion"]
    made = written(person, tmp_path, game, "--for", "judge")
    assert "Pillage" in made and "Demoralise" in made and "For judges only." in made
    assert "Refused to A" in made and "is no unit in your battlefield" in Read(made).text
    assert "What B was offered" in made and "Declare attackers units Hammerer of Karak Azul" in Read(made).text
    refused = person.run("report", game.game_id, "--for", "judge", "--token", game.seats[0], code=4)
    assert "only a judge's token shows everything" in refused


def test_what_was_asked_for_is_said_and_mistakes_are_typed(
    played: dict[str, Played], person: Person, tmp_path: Path
) -> None:
    game = played["heart_of_crown"]
    file = tmp_path / "page.html"
    said = person.json("report", game.game_id, "--from", "3", "--to", "5", "--as", "Ben", "-o", str(file), code=4)
    assert said["error"]["code"] == "PERMISSION_DENIED"
    assert not file.exists()
    told = person.json(
        "report", game.game_id, "--from", "3", "--to", "5", "--as", "Ben", "-o", str(file), "--token", game.seats[1]
    )
    assert told == {"file": str(file), "game": game.game_id, "from": 3, "to": 5, "for": ["Ben"]}
    assert "<!DOCTYPE html>" in person.run("report", game.game_id, "--to", "2")
    assert "UNKNOWN_VERSION" in person.run("report", game.game_id, "--to", "900", code=4)
    assert "UNKNOWN_VERSION" in person.run("report", game.game_id, "--from", "900", code=4)
    assert "UNKNOWN_GAME" in person.run("report", "nothing", code=4)
    assert "no seat is 'Cleo'" in person.run("report", game.game_id, "--as", "Cleo", code=2)
    assert "nowhere" in person.run("report", game.game_id, "-o", str(tmp_path / "nowhere" / "x.html"), code=2)


def test_an_unlisted_game_is_seen_as_everybody_does_with_a_spectators_token(
    own_service: OwnService, person: Person, tmp_path: Path
) -> None:
    async def made() -> games_pb2.CreateGameResponse:
        async with Client(own_service.address) as client:
            chosen = games_pb2.Sandbox(seat_all=True)
            return await client.create_game("heart_of_crown@1", [OPEN, OPEN], unlisted=True, sandbox=chosen)

    game = run(made())
    given = ("report", game.game_id, "--token", game.judge_token)
    assert "give a spectator's with --spectator-token" in person.run(*given, code=4)
    assert "is not a spectator's" in person.run(*given, "--spectator-token", game.judge_token, code=4)
    assert "what everybody may see" in person.run(*given, "--spectator-token", game.spectator_token)


def test_a_fork_is_reported_on_with_the_tokens_that_were_saved(
    played: dict[str, Played], person: Person, tmp_path: Path
) -> None:
    game = played["warhammer_invasion"]
    made = person.json("fork", game.game_id, "--at", str(game.since + 2), "--token", game.judge)["game_id"]
    assert "for A and B" in person.run("report", made, "-o", str(tmp_path / "x.html"))
    assert "what everybody may see" in (tmp_path / "x.html").read_text()


def test_when_the_game_is_over_everybody_gets_both_views(
    own_service: OwnService, person: Person, tmp_path: Path
) -> None:
    async def finished() -> Played:
        async with Client(own_service.address) as client:
            game, judge, seats = await sandbox(client, "heart_of_crown@1", json.dumps(main_phase()))
            seat, decision = await open_decision(seats)
            await seat.submit(hoc.PlayCard(card=VILLAGE, at="start"), decision)
            await seats[1].concede()
            return Played(game, judge, [seat.token for seat in seats], 4)

    game = run(finished())
    by_judge = written(person, tmp_path, game, "--as", "0,1", token=game.judge)
    for token in (game.seats[0], game.seats[1]):
        made = written(person, tmp_path, game, "--as", "0,1", token=token)
        assert timeless(made) == timeless(by_judge)
    person.run("report", game.game_id, "--as", "0,1,spectator", "-o", str(tmp_path / "x.html"))
    assert "Complete." in (tmp_path / "x.html").read_text()
    assert "The game had not begun." in person.run("report", game.game_id, "--from", "2", "--to", "3")
    text = Read(by_judge).text
    assert "A's view" in text and "B's view" in text and "Scout" in text and "What A was offered" in text


def timeless(made: str, game: Played | None = None) -> str:
    """A page without when it was made, and of which game, by clock and digests."""
    made = re.sub(r"(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d UTC", "some time", made)
    made = re.sub(r"\b[0-9a-f]{64}\b", "some digest", made)
    return made.replace(game.game_id, "the game") if game else made


def test_twins_a_page_for_all_players_is_the_same_whatever_is_hidden(
    own_service: OwnService, person: Person, tmp_path: Path
) -> None:
    async def twin(scout: str, village: str) -> Played:
        position = copy.deepcopy(main_phase())
        ann, ben = position["state"]["players"]
        (card,) = [card for card in ann["hand"] if card["id"] == SCOUT]
        card["kind"] = scout
        ben["hand"] = [{"type": "Card", "id": 11, "kind": village, "audience": 4}]
        async with Client(own_service.address) as client:
            game, judge, seats = await sandbox(client, position["game"], json.dumps(position))
            for command in (hoc.PlayCard(card=VILLAGE, at="start"), hoc.EndMainPhase()):
                seat, decision = await open_decision(seats)
                await seat.submit(command, decision)
            await call_judge(seats[1], "What is this?")
            return Played(game, judge, [seat.token for seat in seats], 4)

    twins = [run(twin("scout", "duke")), run(twin("duke", "scout"))]
    for readers, equal in (("", True), ("0,1", True), ("spectator", True), ("0", False), ("1", False)):
        chosen = ("--as", "0,1,judge,spectator", "--for", readers) if readers else ("--as", "0,1")
        pages = [timeless(written(person, tmp_path, game, *chosen), game) for game in twins]
        assert (pages[0] == pages[1]) is equal, readers
    # And with the seats' own tokens.
    for seat in (0, 1):
        pages = [timeless(written(person, tmp_path, game, token=game.seats[seat]), game) for game in twins]
        assert pages[0] == pages[1]


# In a browser.


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not chromium():
        pytest.skip("no chromium is installed: apt-get install chromium")
    with Browser() as opened:
        yield opened


MEASURE = """(() => {
  const all = which => [...document.querySelectorAll(which)];
  const box = each => { const {left, right, top} = each.getBoundingClientRect(); return {left, right, top}; };
  return {
    inner: innerWidth,
    scroll: document.scrollingElement.scrollWidth,
    scripts: document.scripts.length,
    tables: all('#before .columns > div').map(box),
    lines: all('.scene').map(each => (
      {...box(each), inside: each.scrollWidth, own: each.clientWidth, flow: getComputedStyle(each).overflowX})),
    size: Math.min(...all('p, li, dd').map(each => parseFloat(getComputedStyle(each).fontSize))),
  };
})()"""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [PHONE, LAPTOP, DESK, WIDE])
def test_a_browser_shows_it_on_a_phone_and_on_a_desk(
    name: str, width: int, played: dict[str, Played], person: Person, tmp_path: Path, browser: Browser
) -> None:
    written(person, tmp_path, played[name], "--as", "0,1", "--for", "judge")
    opened = browser.open(tmp_path / "page.html", width, MEASURE)
    assert opened.complaints == [] and opened.asked == []
    shown = opened.measures
    assert shown["inner"] == width and shown["scroll"] <= width and shown["scripts"] == 0
    first, second = shown["tables"]
    # Two tables of 80 columns beside each other take a wide page.
    if width <= LAPTOP:
        assert first["left"] == second["left"] and first["top"] < second["top"]
    else:
        assert first["top"] == second["top"] and first["right"] < second["left"]
    assert len(shown["lines"]) >= 2 and all(line["inside"] <= line["own"] for line in shown["lines"])
    assert all(line["left"] >= 0 and line["right"] <= width for line in shown["lines"])
    assert shown["size"] >= 12
    assert browser.printed().startswith(b"%PDF")


def test_a_browser_runs_nothing_that_got_into_a_page(tmp_path: Path, browser: Browser) -> None:
    made = page(report()).replace("<main>", "<main><img src=http://127.0.0.1:9/x onerror='document.title=1'>")
    made = made.replace("</main>", "<script>document.title='ran'</script></main>")
    (tmp_path / "page.html").write_text(made, encoding="utf-8")
    opened = browser.open(tmp_path / "page.html", DESK, "document.title")
    assert opened.measures == "Ann, game g1, versions 5 to 7" and opened.complaints
