"""Positions with all that is legal in them, written by hand from the rulebook: windows, responses, what is played."""

from collections.abc import Callable
from itertools import product

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST, place
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion import making
from tests.games.warhammer_invasion.table import Board, Side

ZONES = ("battlefield", "kingdom", "quest")


def zones(play: str) -> list[str]:
    """A card that may go into any of the own zones."""
    return [f"{play} zone {zone}" for zone in ZONES]


def developing(*kinds: str) -> list[str]:
    """Each of these cards as a development, in each zone."""
    return [line for kind in kinds for line in zones(f"PlayDevelopment {kind}")]


def after(board: Board, *steps: Callable[[Board], object]) -> Board:
    for step in steps:
        step(board)
    return board


def passing(board: Board) -> None:
    board.passing()


def closed(board: Board) -> None:
    board.both_pass()


def unit(kind: str, zone: int) -> Callable[[Board], object]:
    return lambda board: board.do(pb.PlayUnit(card=board.in_hand(kind), zone=pb.Zone.ValueType(zone)))


def tactic(kind: str, target: str) -> Callable[[Board], object]:
    return lambda board: board.tactic(kind, target=board.id(target))


def attackers(*kinds: str) -> Callable[[Board], object]:
    return lambda board: board.do(pb.DeclareAttackers(units=[board.id(kind, 0) for kind in kinds]))


def defenders(*kinds: str) -> Callable[[Board], object]:
    return lambda board: board.do(pb.DeclareDefenders(units=[board.id(kind, 1) for kind in kinds]))


ALL_SORTS = "dark-zealot contested-village choppa prepare-for-war demoralise"


# Windows of each phase.

WINDOWS: dict[str, tuple[Callable[[], Board], list[str]]] = {
    "nothing at all": (lambda: Board(entry="turn"), ["Pass"]),
    "the turn's beginning, nothing but tactics": (
        lambda: Board(
            Side(capital="empire", hand=ALL_SORTS, battlefield="mountain", resources=9), Side(), entry="turn"
        ),
        ["Pass", "PlayTactic demoralise target mountain-brigade"],
    ),
    "the kingdom phase: restoring": (
        lambda: Board(
            Side(kingdom="dark-zealot~", quest="mountain", battlefield="black-orc~", hand="demoralise", resources=9),
            Side(kingdom="savage-marauders~"),
            phase=2,
        ),
        ["Decline", "RestoreUnit unit black-orc-squad", "RestoreUnit unit dark-zealot"],
    ),
    "the kingdom phase: its window": (
        lambda: Board(Side(quest="runesmith", hand=ALL_SORTS), Side(battlefield="dark-zealot"), phase=2),
        [
            "Pass",
            *("PlayTactic demoralise target dark-zealot", "PlayTactic demoralise target runesmith"),
            *("UseAction runesmith target dark-zealot", "UseAction runesmith target runesmith"),
        ],
    ),
    "the kingdom phase: an action that works in the quest zone only": (
        lambda: Board(Side(kingdom="runesmith", battlefield="pistoliers"), phase=2),
        ["Pass", "UseAction pistoliers zone kingdom", "UseAction pistoliers zone quest"],
    ),
    "the quest phase: its window": (
        lambda: Board(
            Side(quest="archmage", kingdom="mountain:2 dark-zealot", deck="dark-zealot*9"),
            Side(quest="black-orc:1"),
            phase=3,
        ),
        [
            "Pass",
            *("UseAction archmage-of-saphery target black-orc-squad",),
            *("UseAction archmage-of-saphery target mountain-brigade",),
        ],
    ),
    "the capital phase": (
        lambda: Board(Side(hand=ALL_SORTS, battlefield="mountain", resources=4, capital="chaos")),
        [
            "Pass",
            "PlayAttachment choppa host mountain-brigade",
            *developing("choppa", "contested-village", "dark-zealot", "demoralise", "prepare-for-war"),
            "PlayQuest prepare-for-war",
            *zones("PlaySupport contested-village"),
            "PlayTactic demoralise target mountain-brigade",
            *zones("PlayUnit dark-zealot"),
        ],
    ),
    "the capital phase without resources": (
        lambda: Board(Side(hand=ALL_SORTS, battlefield="mountain", capital="empire")),
        [
            "Pass",
            *developing("choppa", "contested-village", "dark-zealot", "demoralise", "prepare-for-war"),
            "PlayQuest prepare-for-war",
            "PlayTactic demoralise target mountain-brigade",
        ],
    ),
    "the opponent's capital phase": (
        lambda: after(
            Board(Side(), Side(hand=ALL_SORTS, battlefield="mountain", resources=9, capital="empire")), passing
        ),
        ["Pass", "PlayTactic demoralise target mountain-brigade"],
    ),
    "the battlefield phase: where to attack": (
        lambda: Board(Side(hand=ALL_SORTS, resources=9), Side(burning="kingdom"), phase=5),
        ["DeclareNoAttack", *zones("DeclareTarget")],
    ),
    "the battlefield phase: the window without an attack": (
        lambda: after(
            Board(Side(quest="runesmith", hand=ALL_SORTS, resources=2), phase=5),
            lambda board: board.do(pb.DeclareNoAttack()),
        ),
        ["Pass", "PlayTactic demoralise target runesmith", "UseAction runesmith target runesmith"],
    ),
    "the turn's end": (
        lambda: after(
            Board(Side(), Side(quest="runesmith", hand=ALL_SORTS, resources=2), phase=6),
            passing,
        ),
        ["Pass", "PlayTactic demoralise target runesmith", "UseAction runesmith target runesmith"],
    ),
}


# Combat.

FIGHT = Side(battlefield="mountain black-orc dark-zealot~", quest="runesmith", resources=2)
GUARD = Side(
    kingdom="huntsmen savage-marauders~", quest="free-company", hand="sigmars-i", capital="empire", resources=3
)


def fight(*steps: Callable[[Board], object], other: Side = GUARD) -> Board:
    return after(Board(FIGHT, other, entry="combat", zone=KINGDOM), *steps)


def smithing(*kinds: str) -> list[str]:
    return [f"UseAction runesmith target {kind}" for kind in kinds]


EVERYBODY = ("black-orc-squad", "dark-zealot", "free-company", "huntsmen", "mountain-brigade", "runesmith")

COMBAT: dict[str, tuple[Callable[[], Board], list[str]]] = {
    "the target is declared": (fight, ["Pass", *smithing(*EVERYBODY, "savage-marauders")]),
    "the target is declared: the attacked player": (
        lambda: fight(passing),
        ["Pass", "PlayTactic sigmars-intervention"],
    ),
    "attackers": (
        lambda: fight(closed),
        [
            "DeclareAttackers",
            *("DeclareAttackers black-orc-squad", "DeclareAttackers mountain-brigade"),
            "DeclareAttackers mountain-brigade black-orc-squad",
        ],
    ),
    "attackers are declared: the attacked player": (
        lambda: fight(closed, attackers("mountain"), passing),
        ["Pass", "PlayTactic sigmars-intervention"],
    ),
    "defenders": (
        lambda: fight(closed, attackers("mountain"), closed),
        ["DeclareDefenders", "DeclareDefenders huntsmen"],
    ),
    "defenders are declared: the attacked player": (
        lambda: fight(closed, attackers("mountain"), closed, defenders("huntsmen"), passing),
        ["Pass"],
    ),
    "damage is assigned": (
        lambda: fight(
            *(closed, attackers("mountain", "black-orc"), closed, closed, passing),
            other=Side(capital="dwarf", hand="grudge-thrower-assault striking", resources=9),
        ),
        [
            "Pass",
            "PlayTactic grudge-thrower-assault target black-orc-squad",
            "PlayTactic grudge-thrower-assault target mountain-brigade",
            "PlayTactic striking-the-grudge target black-orc-squad",
            "PlayTactic striking-the-grudge target mountain-brigade",
        ],
    ),
    "damage is not assigned yet": (
        lambda: fight(
            *(closed, attackers("mountain"), closed, passing),
            other=Side(capital="dwarf", hand="grudge-thrower-assault striking", resources=9),
        ),
        ["Pass", "PlayTactic striking-the-grudge target mountain-brigade"],
    ),
}


# Responses.

RESPONSES: dict[str, tuple[Callable[[], Board], list[str]]] = {
    "the opponent's response to a unit": (
        lambda: after(
            Board(
                Side(hand="dark-zealot", resources=9, kingdom="mountain"),
                Side(hand=ALL_SORTS, capital="empire", quest="runesmith", resources=2),
            ),
            unit("dark-zealot", QUEST),
        ),
        [
            "Pass",
            *("PlayTactic demoralise target mountain-brigade", "PlayTactic demoralise target runesmith"),
            *smithing("mountain-brigade", "runesmith"),
        ],
    ),
    "the active player's response in the own capital phase": (
        lambda: after(
            Board(
                Side(hand="contested-village black-orc", quest="prepare-for-war", resources=5),
                Side(capital="empire", battlefield="mountain", hand="demoralise"),
            ),
            *(passing, tactic("demoralise", "mountain")),
        ),
        [
            "Pass",
            *developing("black-orc-squad", "contested-village"),
            *zones("PlaySupport contested-village"),
            *zones("PlayUnit black-orc-squad"),
            "SendUnit black-orc-squad quest prepare-for-war",
        ],
    ),
    "a response outside the capital phase": (
        lambda: after(
            Board(
                Side(
                    hand="contested-village black-orc demoralise", resources=5, kingdom="rock-lobber", capital="empire"
                ),
                Side(capital="empire", battlefield="mountain", hand="demoralise"),
                phase=6,
            ),
            *(passing, tactic("demoralise", "mountain")),
        ),
        ["Pass", "PlayTactic demoralise target mountain-brigade"],
    ),
    "cancelling: the action of another unit or support": (
        lambda: after(
            Board(
                Side(quest="runesmith", battlefield="grudge-thrower dark-zealot", resources=9),
                Side(quest="bright-wizard", resources=2),
            ),
            lambda board: board.use("runesmith", target=board.id("runesmith")),
            passing,
            lambda board: board.use("grudge-thrower", sacrifice=board.id("dark-zealot")),
        ),
        [
            "Pass",
            "UseAction bright-wizard-apprentice target grudge-thrower",
            "UseAction bright-wizard-apprentice target runesmith",
        ],
    ),
    "copying: a tactic on the chain": (
        lambda: after(
            Board(
                Side(hand="innovation demoralise", quest="runesmith", resources=9, capital="empire"),
                Side(capital="empire", hand="twin", resources=5),
            ),
            lambda board: board.tactic("innovation"),
            passing,
            tactic("demoralise", "runesmith"),
            passing,
            lambda board: board.use("runesmith", target=board.id("runesmith")),
        ),
        [
            "Pass",
            *("PlayTactic twin-tailed-comet target demoralise", "PlayTactic twin-tailed-comet target innovation"),
        ],
    ),
    "a limit a turn is used up, and another card's is not": (
        lambda: after(
            Board(Side(battlefield="rock-lobber*2 dark-zealot mountain", resources=9)),
            lambda board: board.use("rock-lobber", sacrifice=board.id("mountain")),
            passing,
        ),
        ["Pass", "UseAction rock-lobber sacrifice dark-zealot"],
    ),
}


# What is played.

PLAYS: dict[str, tuple[Callable[[], Board], list[str]]] = {
    "a card for one zone only": (
        lambda: Board(Side(hand="huntsmen defender", capital="dwarf", quest="infiltrate", resources=2)),
        [
            "Pass",
            *developing("defender-of-the-hold", "huntsmen"),
            "PlayUnit defender-of-the-hold zone battlefield",
            "PlayUnit huntsmen zone quest",
            "SendUnit huntsmen quest infiltrate",
        ],
    ),
    "a unique card that is in play, and a zone with a Hero": (
        lambda: Board(
            Side(
                hand="urguck*2 grimgor-i infiltrate", kingdom="urguck", capital="orc", quest="infiltrate", resources=20
            )
        ),
        [
            "Pass",
            *developing("grimgor-ironhide", "infiltrate", "urguck", "urguck"),
            *("PlayUnit grimgor-ironhide zone battlefield", "PlayUnit grimgor-ironhide zone quest"),
            "SendUnit grimgor-ironhide quest infiltrate",
        ],
    ),
    "Heroes in two zones": (
        lambda: Board(
            Side(hand="king-kazador", kingdom="durgnar", quest="johannes prepare-for-war", resources=20),
            Side(battlefield="urguck"),
        ),
        ["Pass", *developing("king-kazador"), "PlayUnit king-kazador zone battlefield"],
    ),
    "a Limited card was played": (
        lambda: after(
            Board(Side(hand="contested-village armoury keystone contested-fortress", resources=9)),
            lambda board: board.do(pb.PlaySupport(card=board.in_hand("armoury"), zone=pb.ZONE_KINGDOM)),
            *(closed, passing),
        ),
        [
            "Pass",
            *developing("contested-fortress", "contested-village", "keystone-forge"),
            *zones("PlaySupport keystone-forge"),
        ],
    ),
    "a development was placed": (
        lambda: after(
            Board(Side(hand="keystone pillage*2", resources=2)),
            lambda board: board.do(pb.PlayDevelopment(card=board.in_hand("pillage"), zone=pb.ZONE_QUEST)),
            *(closed, passing),
        ),
        ["Pass", *zones("PlaySupport keystone-forge")],
    ),
    "quests: one is free, one is taken, one is the opponent's": (
        lambda: Board(
            Side(quest="prepare-for-war infiltrate black-orc@infiltrate", hand="dark-zealot", resources=4),
            Side(quest="prepare-for-war"),
        ),
        [
            "Pass",
            *developing("dark-zealot"),
            *zones("PlayUnit dark-zealot"),
            "SendUnit dark-zealot quest prepare-for-war",
        ],
    ),
    "attachments: on any unit, on ones own, on those in ones battlefield": (
        lambda: Board(
            Side(
                hand="blessing cloud choppa",
                kingdom="mountain",
                battlefield="black-orc",
                capital="orc",
                resources=2,
            ),
            Side(battlefield="dark-zealot"),
        ),
        [
            "Pass",
            *[f"PlayAttachment blessing-of-isha host {host}" for host in ("black-orc-squad", "dark-zealot")],
            "PlayAttachment blessing-of-isha host mountain-brigade",
            *("PlayAttachment choppa host black-orc-squad", "PlayAttachment cloud-of-flies host black-orc-squad"),
            "PlayAttachment cloud-of-flies host mountain-brigade",
            *developing("blessing-of-isha", "choppa", "cloud-of-flies"),
        ],
    ),
    "surcharges: three resources": (
        lambda: Board(
            Side(hand="organ seduced", capital="chaos", kingdom="alliance-dwarf-and-empire", resources=3),
            Side(battlefield="king-kazador", quest="dark-zealot", kingdom="church-of-sigmar"),
        ),
        [
            "Pass",
            "PlayAttachment organ-gun host dark-zealot",
            *developing("organ-gun", "seduced-by-darkness"),
            "PlayTactic seduced-by-darkness target dark-zealot",
        ],
    ),
    "surcharges: five resources": (
        lambda: Board(
            Side(hand="organ seduced", capital="chaos", kingdom="alliance-dwarf-and-empire", resources=5),
            Side(battlefield="king-kazador", quest="dark-zealot", kingdom="church-of-sigmar"),
        ),
        [
            "Pass",
            *("PlayAttachment organ-gun host dark-zealot", "PlayAttachment organ-gun host king-kazador"),
            *developing("organ-gun", "seduced-by-darkness"),
            "PlayTactic seduced-by-darkness target dark-zealot",
            "PlayTactic seduced-by-darkness target king-kazador",
        ],
    ),
    "surcharges: an X that leaves enough for them": (
        lambda: Board(
            Side(hand="flames", capital="chaos", kingdom="mountain", resources=4),
            Side(quest="dark-zealot", kingdom="church-of-sigmar"),
        ),
        [
            "Pass",
            *developing("flames-of-tzeentch"),
            *[f"PlayTactic flames-of-tzeentch target dark-zealot x {x}" for x in (0, 1)],
            *[f"PlayTactic flames-of-tzeentch target mountain-brigade x {x}" for x in (0, 1, 2)],
        ],
    ),
    "X developments": (
        lambda: Board(
            Side(hand="smash-go", capital="orc", developments=("hate pillage", 0, 0), resources=3),
            Side(developments=(0, 3, 0)),
        ),
        [
            "Pass",
            *developing("smash-go-boom"),
            *("PlayTactic smash-go-boom place quest-1 count 1", "PlayTactic smash-go-boom place quest-1 count 2"),
            *("PlayTactic smash-go-boom targets (hate)", "PlayTactic smash-go-boom targets (hate) (pillage)"),
            "PlayTactic smash-go-boom targets (pillage)",
        ],
    ),
    "developments and supports as targets": (
        lambda: Board(
            Side(hand="demolition", developments=(0, "hate", 0), kingdom="keystone", quest="mountain", resources=2),
            Side(developments=(2, 0, 1), battlefield="black-orc[choppa]"),
            phase=6,
        ),
        [
            "Pass",
            *("PlayTactic demolition target (hate)", "PlayTactic demolition target battlefield-1"),
            *("PlayTactic demolition target choppa", "PlayTactic demolition target keystone-forge"),
            "PlayTactic demolition target kingdom-1",
        ],
    ),
    "developments that move": (
        lambda: Board(
            Side(hand="will-of-the", developments=("hate pillage", 0, 0), capital="empire", resources=1),
            Side(developments=(0, 0, 1)),
            phase=6,
        ),
        [
            "Pass",
            *[
                f"PlayTactic will-of-the-electors place battlefield-1 count 1 zone {zone}"
                for zone in ("kingdom", "quest")
            ],
            *[
                f"PlayTactic will-of-the-electors targets {named} zone {zone}"
                for named, zone in product(("(hate)", "(hate) (pillage)", "(pillage)"), ("battlefield", "quest"))
            ],
        ],
    ),
    "units that march, Heroes among them": (
        lambda: Board(
            Side(hand="forced", battlefield="durgnar", kingdom="king-kazador", capital="empire", resources=3),
            Side(quest="infiltrate huntsmen@infiltrate"),
            phase=6,
        ),
        [
            "Pass",
            "PlayTactic forced-march target durgnar-the-bold zone quest",
            *("PlayTactic forced-march target huntsmen zone battlefield",),
            "PlayTactic forced-march target huntsmen zone kingdom",
            "PlayTactic forced-march target king-kazador zone quest",
        ],
    ),
    "two targets, in zones of the same name": (
        lambda: Board(
            Side(hand="stubborn", kingdom="mountain:1", battlefield="black-orc:2 dark-zealot", resources=2),
            Side(kingdom="huntsmen", battlefield="savage-marauders"),
            phase=6,
        ),
        [
            "Pass",
            *("PlayTactic stubborn-refusal target black-orc-squad other dark-zealot",),
            "PlayTactic stubborn-refusal target black-orc-squad other savage-marauders",
            "PlayTactic stubborn-refusal target mountain-brigade other huntsmen",
        ],
    ),
    "a unit as a cost": (
        lambda: Board(
            Side(hand="culling", kingdom="mountain", battlefield="black-orc", capital="chaos", resources=2),
            Side(quest="dark-zealot"),
            phase=6,
        ),
        [
            "Pass",
            *("PlayTactic culling-the-weak sacrifice black-orc-squad",),
            "PlayTactic culling-the-weak sacrifice mountain-brigade",
        ],
    ),
    "Urguck's damage pays": (
        lambda: Board(Side(battlefield="urguck:2", hand="black-orc pillage", capital="orc", resources=2)),
        [
            "Pass",
            *developing("black-orc-squad", "pillage"),
            *[f"PlayUnit black-orc-squad zone {zone} damage {damage}" for zone, damage in product(ZONES, (1, 2))],
        ],
    ),
    "Urguck's damage pays in the capital phase only": (
        lambda: Board(Side(quest="runesmith", battlefield="urguck:2", capital="orc", resources=1), phase=6),
        ["Pass"],
    ),
    "a printed cost, and a price that shrinks": (
        lambda: Board(
            Side(hand="pilgrimage burn-it", developments=(0, 2, 1), resources=2),
            Side(kingdom="contested-village keystone dark-zealot"),
            phase=6,
        ),
        [
            "Pass",
            *("PlayTactic burn-it-down target contested-village", "PlayTactic pilgrimage target dark-zealot"),
        ],
    ),
    "for ones own turn only": (
        lambda: after(
            Board(
                Side(battlefield="mountain"),
                Side(hand="troll-vomit smash-go flames will-of-tz waaagh", developments=(1, 0, 0), resources=30),
                phase=6,
            ),
            passing,
        ),
        ["Pass", "PlayTactic waaagh"],
    ),
    "cards of the pile, and the questing unit": (
        lambda: Board(
            Side(quest="prepare-for-war+2 dark-zealot@prepare", discard="hate*2 pillage waaagh"),
            phase=6,
        ),
        [
            "Pass",
            *("UseAction prepare-for-war hate hate", "UseAction prepare-for-war hate pillage"),
            *("UseAction prepare-for-war hate waaagh", "UseAction prepare-for-war pillage waaagh"),
        ],
    ),
}


def check(position: tuple[Callable[[], Board], list[str]]) -> None:
    make, moves = position
    assert make().moves() == sorted(moves)


@pytest.mark.rule("whi.turn.windows-default", "whi.capital.only-phase-to-deploy", "whi.action.optional")
@pytest.mark.parametrize("position", [pytest.param(one, id=name) for name, one in WINDOWS.items()])
def test_what_is_legal_in_a_window(position: tuple[Callable[[], Board], list[str]]) -> None:
    check(position)


@pytest.mark.rule("whi.combat.window-each-step", "whi.turn.summary-windows")
@pytest.mark.parametrize("position", [pytest.param(one, id=name) for name, one in COMBAT.items()])
def test_what_is_legal_in_combat(position: tuple[Callable[[], Board], list[str]]) -> None:
    check(position)


@pytest.mark.rule("whi.chain.response", "whi.capital.in-response", "whi.chain.just-played")
@pytest.mark.parametrize("position", [pytest.param(one, id=name) for name, one in RESPONSES.items()])
def test_what_is_legal_in_response(position: tuple[Callable[[], Board], list[str]]) -> None:
    check(position)


@pytest.mark.rule("whi.capital.choose-zone", "whi.chain.targets-up-front", "whi.cost.extra-for-target")
@pytest.mark.parametrize("position", [pytest.param(one, id=name) for name, one in PLAYS.items()])
def test_what_is_legal_to_play(position: tuple[Callable[[], Board], list[str]]) -> None:
    check(position)


@pytest.mark.rule("whi.setup.starter.choose", "whi.setup.capital", "whi.setup.mulligan", "whi.setup.mulligan-order")
def test_what_is_legal_in_the_setup() -> None:
    board = making.Board()
    starters = ["dwarf", "empire", "orc", "chaos"]
    assert sorted(board.moves(0)) == sorted(f"ChooseStarter starter {starter}" for starter in starters)
    board.do(0, pb.ChooseStarter(starter="empire"))
    assert (board.asked, sorted(board.moves(1))) == (
        (1,),
        sorted(f"ChooseStarter starter {starter}" for starter in starters if starter != "empire"),
    )
    board.do(1, pb.ChooseStarter(starter="chaos"))
    for seat, capitals in ((0, ("dwarf", "empire")), (1, ("chaos", "orc"))):
        assert sorted(board.moves(seat)) == [f"PlaceCapital capital {capital}" for capital in capitals]
    board.do(0, pb.PlaceCapital(capital="dwarf"))
    board.do(1, pb.PlaceCapital(capital="chaos"))
    assert (board.asked, board.moves(0)) == ((0,), ["KeepHand", "Mulligan"])
    board.do(0, pb.Mulligan())
    assert (board.asked, board.moves(1)) == ((1,), ["KeepHand", "Mulligan"])


def test_the_last_target_that_is_left_is_the_only_one() -> None:
    board = Board(Side(hand="demolition", resources=2), Side(developments=(1, 0, 0)), phase=6)
    assert board.moves() == ["Pass", "PlayTactic demolition target kingdom-1"]
    board.tactic("demolition", target=place(1, KINGDOM))
    board.both_pass()
    assert board.moves() == ["Pass"]
