"""given/when/then: what holds passes, and what does not says what it was instead."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from google.protobuf.message import Message

from rulekeeper.client import Client
from rulekeeper.client.blocking import LoopThread
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Offer, Order, Play, Script, ask, rule
from rulekeeper.testing.given import SPECTATOR, Referee, Scene, under
from rulekeeper.testing.service import OwnService
from rulekeeper.testing.tables import MemoryTable, ServiceTable, Start, Table
from tests.kernel.sample import State, sample, sample_pb2
from tests.testing.positions import CITY, HAND_CITY, SCOUT, VILLAGE, main_phase

PLAY = pb.PlayCard(card=VILLAGE, at="start")
PLAYED = pb.CardPlayed(seat=0, kind="farming-village", at="start", opened=["1:right"])
GAINED = pb.CoinsGained(seat=0, coins=1)


@pytest.fixture(scope="module")
def at_service() -> Iterator[Callable[[Start], Table]]:
    """Games at a service, through the client."""
    with OwnService() as service, LoopThread() as loop:
        client = Client(service.address)
        yield lambda start: ServiceTable(loop, client, start)
        loop.run(client.aclose())


@pytest.fixture(params=["in memory", "at a service"])
def referee(request: pytest.FixtureRequest) -> Referee:
    """All that follows holds in memory and at a service alike."""
    return Referee(MemoryTable if request.param == "in memory" else request.getfixturevalue("at_service"))


@pytest.fixture
def scene(referee: Referee) -> Scene:
    return referee.given(main_phase())


def test_what_holds_reads_as_a_sentence(scene: Scene) -> None:
    scene.asked(0).when(0, PLAY).then(under("hoc.main.play-one", PLAYED), GAINED).asked(0).not_over()
    scene.when(0, pb.KeepCard(card=SCOUT, on=CITY)).then_contains(pb.CardKept(seat=0, kind="scout"))
    scene.when(0, pb.EndMainPhase()).accepted()


def test_a_sentence_can_be_written_without_the_games_messages(scene: Scene) -> None:
    played = {"CardPlayed": {"seat": 0, "kind": "farming-village", "at": "start", "opened": ["9:right"]}}
    scene.when(0, {"PlayCard": {"card": VILLAGE, "at": "start"}}).then(played, {"CoinsGained": {"coins": 1}})


def test_hidden_fields_are_as_each_viewer_sees_them(scene: Scene) -> None:
    scene.when(0, PLAY)
    own = scene.facts(0)[0].message
    assert isinstance(own, pb.CardPlayed)
    hidden = pb.CardPlayed()
    hidden.CopyFrom(own)
    hidden.ClearField("was")
    assert own.was == VILLAGE
    scene.then(own, GAINED, ids=True).then(own, GAINED, ids=True, seen_by=0)
    scene.then(hidden, GAINED, ids=True, seen_by=1).then(hidden, GAINED, ids=True, seen_by=SPECTATOR)
    with pytest.raises(AssertionError, match="the facts as seat 1 sees them are not those expected"):
        scene.then(own, GAINED, ids=True, seen_by=1)


def test_a_refusal_is_by_its_rules_and_words(scene: Scene) -> None:
    scene.when(0, pb.KeepCard(card=HAND_CITY, on=CITY)).refused("hoc.keep.action-only", text="City (Territory)")
    scene.when(1, pb.EndMainPhase()).refused("hoc.main.end")
    assert [reason.rule for reason in scene.reasons] == ["hoc.main.end", "hoc.main"]
    assert scene.reasons[0].page > 0


def test_legal_is_all_and_nothing_else(scene: Scene) -> None:
    plays = [pb.PlayCard(card=card, at="start") for card in (VILLAGE, SCOUT, HAND_CITY)]
    keep = pb.KeepCard(card=SCOUT, on=CITY)
    scene.legal(0, [*plays, keep, {"EndMainPhase": {}}]).legal(0, [keep], of=pb.KeepCard).legal(1, [])
    scene.legal(0, [], of="RecallCard")
    with pytest.raises(AssertionError) as wrong:
        scene.legal(0, [*plays[1:], pb.KeepCard(card=SCOUT, on=1)], of="PlayCard")
    assert str(wrong.value).splitlines() == [
        "what seat 0 may do is not what was expected",
        "  - KeepCard(card=5, on=1)  is not legal",
        "  + PlayCard(card=3, at='start')  is legal too",
    ]


def test_what_cannot_be_used_says_why(scene: Scene) -> None:
    scene.unavailable(0, "coronation", "hoc.coronation.declare")
    with pytest.raises(AssertionError, match="not under r.other"):
        scene.unavailable(0, "coronation", "r.other")
    with pytest.raises(AssertionError, match="is not among what seat 0 cannot use"):
        scene.unavailable(0, "dragon")


def test_the_end_is_by_winner_and_rule(scene: Scene) -> None:
    scene.when(1, pb.Concede()).then_contains(pb.PlayerConceded(seat=1)).over(0).asked()
    ending = scene.ending
    assert ending is not None
    scene.over(0, rule=ending.rule)
    with pytest.raises(AssertionError, match=r"seats \[0\] have won under .*, not \[1\]"):
        scene.over(1)
    with pytest.raises(AssertionError, match="under r.other"):
        scene.over(0, rule="r.other")
    with pytest.raises(AssertionError, match="the game is over"):
        scene.not_over()
    with pytest.raises(AssertionError, match="waits for seats"):
        scene.asked(0)


FAILURES: list[tuple[Callable[[Scene], object], str]] = [
    (lambda scene: scene.when(0, PLAY).then(PLAYED), "  + CoinsGained {seat: 0, coins: 1}  under hoc.card.farming"),
    (lambda scene: scene.when(0, PLAY).then_in_order(GAINED, PLAYED), "in this order\n"),
    (lambda scene: scene.when(0, PLAY).then_contains(pb.CoinsLost(seat=0)), "  - CoinsLost {seat: 0, coins: 0}"),
    (lambda scene: scene.when(0, PLAY).refused("hoc.x"), "was accepted, and led to\n    CardPlayed"),
    (lambda scene: scene.refused(), "(nothing was sent)"),
    (lambda scene: scene.when(1, PLAY).refused("hoc.x"), "was refused, but not under hoc.x:\n    this may be done"),
    (lambda scene: scene.when(1, PLAY).refused(text="dragon"), "no reason says 'dragon'"),
    (lambda scene: scene.when(1, PLAY).then(), "seat 1: PlayCard(card=3, at='start') was refused (NOT_ASKED)"),
    (lambda scene: scene.when(1, PLAY).when(0, PLAY), "was refused (NOT_ASKED)"),
    (lambda scene: scene.asked(0, 1), "the table waits for seats [0], not for [0, 1]"),
    (lambda scene: scene.over(0), "the game is not over"),
]


@pytest.mark.parametrize(("sentence", "said"), FAILURES, ids=[said.strip()[:30] for _, said in FAILURES])
def test_what_does_not_hold_says_what_it_was_instead(
    scene: Scene, sentence: Callable[[Scene], object], said: str
) -> None:
    with pytest.raises(AssertionError) as failed:
        sentence(scene)
    assert said in str(failed.value)


def test_a_refusal_that_went_by_unnoticed_is_told_at_the_end(referee: Referee) -> None:
    referee.given(main_phase()).when(1, PLAY)
    with pytest.raises(AssertionError, match="was refused"):
        referee.heed()


@pytest.mark.parametrize("command", [pb.TurnBegan(seat=0), {"Fly": {}}, {"PlayCard": {"card": "x"}}])
def test_a_command_that_the_game_does_not_know_is_refused_as_malformed(scene: Scene, command: pb.PlayCard) -> None:
    with pytest.raises(AssertionError, match=r"was refused \(MALFORMED_COMMAND\)"):
        scene.when(0, command).accepted()


def test_positions_are_mappings_json_or_files_and_games_need_none(referee: Referee, tmp_path: Path) -> None:
    text = json.dumps(main_phase())
    (tmp_path / "position.json").write_text(text)
    for position in (text, tmp_path / "position.json"):
        referee.given(position).asked(0)
    one = referee.given(game="heart_of_crown", seats=3, seed=b"s" * 32, setup={"set": "first-play"})
    two = referee.given(game="heart_of_crown@1", seats=3, seed=b"s" * 32)
    assert one.view() == two.view() and len(one.view().players) == 3


def test_a_position_that_is_none_says_where(referee: Referee) -> None:
    with pytest.raises(ValueError, match="entry: nowhere"):
        referee.given({**main_phase(), "entry": "nowhere"})
    with pytest.raises(ValueError, match="names its game"):
        referee.given({})
    with pytest.raises(ValueError, match="there is no ruleset 'chess'"):
        referee.given(game="chess")


def test_draws_that_a_position_gives_come_out(referee: Referee) -> None:
    position = {**main_phase(positions=[]), "draws": ["duke", "city", "city"], "entry": "second-phase"}
    scene = referee.given(position).when(0, pb.EndSecondPhase()).accepted()
    assert scene.facts()


class Counted(Order):
    """Counts the orders that were asked for."""

    listed = 0

    def legal(self) -> Iterator[tuple[int | str | bool, ...]]:
        for one in super().legal():
            Counted.listed += 1
            yield one


def orders(state: State, seat: int) -> Iterator[Offer[Message]]:
    yield Offer(sample_pb2.Pick, numbers=Counted(range(9)))
    yield Offer(sample_pb2.Pass)


@rule("s.main")
def ordering(play: Play[State]) -> Script[None]:
    while True:
        yield from ask(0, orders)


def test_of_more_commands_than_can_be_listed_a_test_names_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sample(ordering)
    monkeypatch.setattr("rulekeeper.testing.tables.game_of", lambda name: game)
    monkeypatch.setattr(Counted, "listed", 0)
    scene = Referee(MemoryTable).given(game="sample").legal(0, [{"Pass": {}}], of="Pass")
    assert Counted.listed == 0
    for kind in (None, sample_pb2.Pick):
        with pytest.raises(ValueError, match=r"more than 20000 legal commands, Pick among them: .* of="):
            scene.legal(0, [{"Pass": {}}], of=kind)
    assert Counted.listed == 2 * 20_001
    scene.when(0, sample_pb2.Pick(numbers=range(9))).accepted()
