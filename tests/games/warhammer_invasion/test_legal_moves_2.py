"""Every legal move in positions of combat, damage and triggers, written by hand."""

import pytest

from rulekeeper.games.warhammer_invasion.state import KINGDOM, QUEST
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side

BATTLEFIELD_PHASE = 5
KINGDOM_PHASE = 2
RICH = 20


def declared(
    *sides: Side, attackers: str, defenders: str | None = None, zone: int = KINGDOM, minimum: str = "rulebook"
) -> Board:
    """An attack in its window after step 2, or where defenders are named, as damage is about to be assigned."""
    board = Board(*sides, entry="combat", zone=zone, minimum=minimum)
    board.both_pass()
    board.attack(attackers)
    if defenders is not None:
        board.both_pass()
        board.defend(defenders)
        if board.rule == "whi.window":
            board.both_pass()
    return board


def assignments(*lines: str) -> list[str]:
    """ "hammerer*2 kingdom-1" -> AssignDamage hammerer hammerer kingdom-1; after "|" what cannot be cancelled."""
    return sorted(_assignment(line) for line in lines)


def _assignment(line: str) -> str:
    parts = [_spelled(part) for part in line.split("|")]
    points = f" {parts[0]}" if parts[0] else ""
    sure = f" uncancellable {parts[1]}" if len(parts) > 1 else ""
    return f"AssignDamage{points}{sure}"


def _spelled(text: str) -> str:
    words = []
    for word in text.split():
        kind, _, times = word.partition("*")
        words += [NAMES.get(kind, kind)] * int(times or 1)
    return " ".join(words)


NAMES = {"hammerer": "hammerer-of-karak-azul", "orc": "black-orc-squad", "engineers": "zhufbar-engineers"}


# The target and the attackers.


@pytest.mark.rule("whi.combat.target", "whi.combat.one-attack")
def test_1_targets() -> None:
    board = Board(Side(hand="hate", battlefield="black-orc"), Side(burning="quest"), phase=BATTLEFIELD_PHASE)
    assert board.moves() == [
        "DeclareNoAttack",
        "DeclareTarget zone battlefield",
        "DeclareTarget zone kingdom",
        "DeclareTarget zone quest",
    ]
    assert board.moves(1) == []


@pytest.mark.rule("whi.combat.attackers", "whi.corrupt.no-combat", "whi.cannot.absolute")
def test_2_attackers_beside_corrupted_and_held_ones() -> None:
    board = Board(
        Side(
            battlefield="black-orc savage-marauders~ boar-boyz hammerer armoury",
            quest="huntsmen",
            hand="franzs-decree",
            resources=RICH,
        ),
        Side(battlefield="chaos-knights"),
        entry="combat",
    )
    board.tactic("franzs-decree", target=board.id("hammerer"))
    board.both_pass()
    board.both_pass()
    assert board.moves() == [
        "DeclareAttackers",
        "DeclareAttackers black-orc-squad",
        "DeclareAttackers black-orc-squad boar-boyz",
        "DeclareAttackers boar-boyz",
    ]


@pytest.mark.rule("whi.combat.attackers", "whi.corrupt.no-combat")
def test_3_no_attacker_is_able() -> None:
    board = Board(Side(battlefield="black-orc~ boar-boyz~"), entry="combat")
    board.both_pass()
    # So nobody is asked: the window is open already.
    assert (board.rule, board.state.turn.window) == ("whi.window", pb.WINDOW_ATTACKERS)


# The defenders.


@pytest.mark.rule("whi.combat.defenders", "whi.corrupt.no-combat")
def test_4_defenders() -> None:
    board = declared(
        Side(battlefield="black-orc"),
        Side(quest="huntsmen hammerer~ runesmith keystone-forge", kingdom="mountain-brigade"),
        attackers="black-orc",
        zone=QUEST,
    )
    board.both_pass()
    assert board.moves() == [
        "DeclareDefenders",
        "DeclareDefenders huntsmen",
        "DeclareDefenders huntsmen runesmith",
        "DeclareDefenders runesmith",
    ]
    assert board.moves(0) == []


# Assigning.


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_5_a_defender_and_the_section() -> None:
    board = declared(
        Side(battlefield="chaos-knights savage-marauders"),
        Side(kingdom="black-orc:1"),
        attackers="chaos-knights savage-marauders",
        defenders="black-orc",
    )
    assert board.moves() == assignments("orc*5", "orc*4 kingdom-1", "orc*3 kingdom-1*2")


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_6_two_defenders_and_the_section() -> None:
    board = declared(
        Side(battlefield="chaos-knights savage-marauders"),
        Side(kingdom="huntsmen hammerer"),
        attackers="chaos-knights savage-marauders",
        defenders="huntsmen hammerer",
    )
    # 1 and 2 are needed before the section gets any of the 5.
    without = (f"huntsmen*{5 - n} hammerer*{n}" for n in range(1, 5))
    assert board.moves() == assignments(
        *without,
        "huntsmen*5",
        "hammerer*5",
        "huntsmen hammerer*2 kingdom-1*2",
        "huntsmen hammerer*3 kingdom-1",
        "huntsmen*2 hammerer*2 kingdom-1",
    )


@pytest.mark.rule("whi.combat.assign.defenders-first")
def test_7_defenders_who_need_all_of_it() -> None:
    board = declared(
        Side(battlefield="chaos-knights"),
        Side(kingdom="huntsmen hammerer"),
        attackers="chaos-knights",
        defenders="huntsmen hammerer",
    )
    assert board.moves() == assignments("huntsmen*3", "huntsmen*2 hammerer", "huntsmen hammerer*2", "hammerer*3")


@pytest.mark.rule("whi.combat.assign.burning")
def test_8_defenders_before_a_burning_section() -> None:
    board = declared(
        Side(battlefield="mountain-brigade"),
        Side(quest="huntsmen hammerer", burning="quest"),
        attackers="mountain-brigade",
        defenders="huntsmen hammerer",
        zone=QUEST,
    )
    assert board.moves() == assignments("huntsmen*2", "huntsmen hammerer", "hammerer*2")


@pytest.mark.rule("whi.combat.assign.over-assign")
@pytest.mark.parametrize(
    ("minimum", "lines"),
    [
        ("rulebook", ("hammerer*5", "hammerer*4 kingdom-1", "hammerer*3 kingdom-1*2", "hammerer*2 kingdom-1*3")),
        ("faq", ("hammerer*5", "hammerer*4 kingdom-1", "hammerer*3 kingdom-1*2")),
    ],
)
def test_9_over_assigning_by_the_rulebook_and_by_the_faq(minimum: str, lines: tuple[str, ...]) -> None:
    board = declared(
        Side(battlefield="chaos-knights savage-marauders"),
        Side(kingdom="hammerer"),
        attackers="chaos-knights savage-marauders",
        defenders="hammerer",
        minimum=minimum,
    )
    assert board.moves() == assignments(*lines)


@pytest.mark.rule("whi.kw.toughness.mixed", "whi.combat.assign.defenders-first")
def test_10_points_of_the_bloodthirster_beside_others() -> None:
    board = declared(
        Side(battlefield="bloodthirster black-orc"),
        Side(kingdom="black-orc"),
        attackers="bloodthirster black-orc",
        defenders="black-orc",
    )
    # 5 that cannot be cancelled and 1 that can, of which the defender needs 4.
    assert board.moves() == assignments(
        "orc|orc*5",
        "orc|orc*4 kingdom-1",
        "orc|orc*3 kingdom-1*2",
        "kingdom-1|orc*5",
        "kingdom-1|orc*4 kingdom-1",
    )


@pytest.mark.rule("whi.combat.assign.over-assign", "whi.kw.toughness.mixed")
def test_11_the_same_against_toughness_by_the_faq() -> None:
    board = declared(
        Side(battlefield="bloodthirster black-orc"),
        Side(kingdom="king-kazador:1"),
        attackers="bloodthirster black-orc",
        defenders="king-kazador",
        minimum="faq",
    )
    # 5 hit points remain and 2 of the Orcs' 1 would be cancelled: only all five sure points destroy him.
    assert board.moves() == assignments(
        "king-kazador|king-kazador*5",
        "kingdom-1|king-kazador*5",
    )


@pytest.mark.rule("whi.combat.assign.defender-to-attackers", "whi.combat.no-blocking-pairs")
def test_12_the_defender_against_three_attackers() -> None:
    board = declared(
        Side(battlefield="black-orc hammerer huntsmen boar-boyz"),
        Side(kingdom="mountain-brigade"),
        attackers="black-orc hammerer huntsmen",
        defenders="mountain-brigade",
    )
    assert board.asked == 1
    assert board.moves() == assignments(
        "orc*2", "orc hammerer", "orc huntsmen", "hammerer*2", "hammerer huntsmen", "huntsmen*2"
    )


# Counterstrike.


@pytest.mark.rule("whi.kw.counterstrike", "whi.forced.order")
def test_13_counterstrikes() -> None:
    board = Board(
        Side(battlefield="black-orc savage-marauders chaos-knights"),
        Side(kingdom="reiksguard cold-one hammerer"),
        entry="combat",
    )
    board.both_pass()
    board.attack("black-orc savage-marauders")
    board.both_pass()
    board.defend("reiksguard cold-one hammerer")
    assert board.moves() == ["ChooseNext cold-one-riders counterstrike", "ChooseNext reiksguard-knights counterstrike"]
    board.next("reiksguard")
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit savage-marauders"]


# Redirecting and cancelling.


@pytest.mark.rule("whi.damage.redirect", "whi.cost.extra-for-target")
def test_14_where_the_warrior_priests_may_redirect_a_point() -> None:
    board = Board(
        Side(
            battlefield="king-kazador warrior-priests",
            kingdom="church-of-sigmar huntsmen",
            hand="flames-of-tzeentch",
            resources=RICH,
        ),
        Side(kingdom="warrior-priests black-orc", battlefield="savage-marauders armoury", resources=1),
    )
    board.tactic("flames-of-tzeentch", target=board.id("warrior-priests", 1), x=1)
    board.both_pass()
    # King Kazador costs 3 and 1, the Priests across 1.
    assert board.moves() == ["RedirectPoint target savage-marauders", "RedirectPoint target warrior-priests"]


@pytest.mark.rule("whi.damage.redirect", "whi.damage.capital-target")
def test_15_where_defend_the_border_redirects_a_point() -> None:
    board = declared(
        Side(battlefield="chaos-knights", kingdom="keystone-forge", burning="battlefield"),
        Side(quest="defend-the-border+3 huntsmen@defend-the-border", burning="quest"),
        attackers="chaos-knights",
    )
    board.until(pb.WINDOW_ASSIGNED)
    board.both_pass()
    # Any unit, and any other section that does not burn.
    assert board.asked == 1
    assert board.moves() == [
        "RedirectPoint target battlefield-1",
        "RedirectPoint target chaos-knights",
        "RedirectPoint target huntsmen",
        "RedirectPoint target kingdom-0",
        "RedirectPoint target quest-0",
    ]


@pytest.mark.rule("whi.damage.cancel-order")
def test_16_what_comes_first_and_where() -> None:
    board = Board(
        Side(battlefield="doom-divers"),
        Side(quest="defend-the-border+3 contested-fortress*3"),
        entry="turn",
    )
    # Three Fortresses could cancel all three points.
    assert (board.asked, board.moves()) == (1, ["ChooseOption option cancel", "ChooseOption option redirect"])
    board.do(pb.ChooseOption(option="redirect"))
    assert board.moves() == [
        "ChoosePlace place battlefield-1",
        "ChoosePlace place kingdom-1",
        "ChoosePlace place quest-1",
    ]


@pytest.mark.rule("whi.combat.assign.window", "whi.damage.redirect")
def test_17_the_window_after_assigning() -> None:
    board = declared(
        Side(
            battlefield="disciple-of-khaine black-orc",
            hand="grudge-thrower-assault striking-the-grudge",
            resources=RICH,
        ),
        Side(kingdom="mountain-brigade", quest="huntsmen", hand="grudge-thrower-assault", resources=RICH),
        attackers="disciple-of-khaine",
        defenders="mountain-brigade",
    )
    assert board.moves() == [
        "Pass",
        "PlayTactic grudge-thrower-assault target disciple-of-khaine",
        "PlayTactic striking-the-grudge target disciple-of-khaine",
        "PlayTactic striking-the-grudge target mountain-brigade",
        "UseAction disciple-of-khaine target black-orc-squad",
        "UseAction disciple-of-khaine target huntsmen",
        "UseAction disciple-of-khaine target mountain-brigade",
    ]
    board.passing()
    assert board.moves() == ["Pass", "PlayTactic grudge-thrower-assault target disciple-of-khaine"]


@pytest.mark.rule("whi.combat.redirect-attack")
def test_18_zones_to_which_an_attack_may_turn() -> None:
    board = declared(
        Side(battlefield="black-orc"),
        Side(hand="sigmars-intervention demoralise", resources=RICH),
        attackers="black-orc",
        zone=QUEST,
    )
    board.passing()
    assert board.moves() == ["Pass", "PlayTactic demoralise target black-orc-squad", "PlayTactic sigmars-intervention"]
    board.tactic("sigmars-intervention")
    board.both_pass()
    assert board.moves() == ["ChoosePlace place battlefield-1", "ChoosePlace place kingdom-1"]


# Indirect damage.


@pytest.mark.rule("whi.damage.indirect")
def test_19_indirect_damage() -> None:
    board = Board(
        Side(hand="followers-of-mork", kingdom="huntsmen hammerer:1", resources=RICH, burning="quest", damage=(7, 0, 0))
    )
    board.do(pb.PlayUnit(card=board.in_hand("followers-of-mork"), zone=pb.ZONE_BATTLEFIELD))
    board.both_pass()
    # At most 1 on the Huntsmen and on the kingdom; 1 and the Toughness on the Hammerer.
    spread = [
        "battlefield-0*2",
        "followers-of-mork battlefield-0",
        "followers-of-mork kingdom-0",
        "followers-of-mork*2",
        "hammerer battlefield-0",
        "hammerer followers-of-mork",
        "hammerer kingdom-0",
        "hammerer*2",
        "huntsmen battlefield-0",
        "huntsmen followers-of-mork",
        "huntsmen hammerer",
        "huntsmen kingdom-0",
        "kingdom-0 battlefield-0",
    ]
    assert board.moves() == sorted(f"SpreadDamage {_spelled(line)}" for line in spread)


# Triggers.


@pytest.mark.rule("whi.forced.order")
def test_20_which_effect_of_the_turns_beginning_comes_next() -> None:
    board = Board(
        Side(
            quest="vile-sorceress a-glorious-death huntsmen@a-glorious-death",
            battlefield="bloodthirster",
            kingdom="warpstone-meteor",
        ),
        Side(quest="vile-sorceress"),
        entry="turn",
    )
    assert board.moves() == [
        "ChooseNext a-glorious-death token",
        "ChooseNext bloodthirster sacrifice",
        "ChooseNext vile-sorceress hit points",
        "ChooseNext warpstone-meteor strike",
    ]
    assert board.moves(1) == []


@pytest.mark.rule("whi.forced.target", "whi.cost.extra-for-target")
@pytest.mark.parametrize(
    ("resources", "own", "moves"),
    [
        (3, "", ["ChooseTarget target festering-nurglings", "ChooseTarget target king-kazador"]),
        (
            3,
            "huntsmen ",
            [
                "ChooseTarget target festering-nurglings",
                "ChooseTarget target huntsmen",
                "ChooseTarget target king-kazador",
            ],
        ),
        (2, "huntsmen ", ["ChooseTarget target festering-nurglings", "ChooseTarget target huntsmen"]),
    ],
)
def test_21_targets_of_a_forced_effect(resources: int, own: str, moves: list[str]) -> None:
    board = Board(
        Side(hand="festering-nurglings", kingdom=own, resources=2 + resources, capital="chaos"),
        Side(kingdom="king-kazador"),
    )
    board.do(pb.PlayUnit(card=board.in_hand("festering"), zone=pb.ZONE_KINGDOM))
    board.both_pass()
    assert board.moves() == moves


@pytest.mark.rule("whi.damage.capital-target", "whi.forced.target")
def test_22_a_unit_or_a_section() -> None:
    board = Board(
        Side(hand="flames-of-tzeentch", kingdom="king-kazador", resources=RICH),
        Side(kingdom="hammerer armoury", quest="dwarf-ranger", burning="quest", resources=2),
    )
    board.tactic("flames-of-tzeentch", target=board.id("hammerer"), x=3)
    board.both_pass()
    # King Kazador cannot be paid for.
    assert board.moves() == [
        "ChooseTarget target battlefield-0",
        "ChooseTarget target battlefield-1",
        "ChooseTarget target dwarf-ranger",
        "ChooseTarget target kingdom-0",
        "ChooseTarget target kingdom-1",
        "ChooseTarget target quest-0",
    ]


@pytest.mark.rule("whi.forced.target", "whi.cost.extra-for-target")
def test_23_an_attacker_that_the_cauldron_may_hit() -> None:
    board = Board(
        Side(battlefield="black-orc savage-marauders chaos-knights"),
        Side(kingdom="cauldron-of-blood huntsmen"),
        entry="combat",
    )
    board.both_pass()
    board.attack("black-orc chaos-knights")
    assert (board.asked, board.moves()) == (
        1,
        ["ChooseTarget target black-orc-squad", "ChooseTarget target chaos-knights"],
    )


@pytest.mark.rule("whi.combat.redirect-attack", "whi.capital.pay")
@pytest.mark.parametrize(
    ("resources", "moves"),
    [
        (1, ["PayTolls", "PayTolls black-orc-squad", "PayTolls chaos-knights"]),
        (
            2,
            [
                "PayTolls",
                "PayTolls black-orc-squad",
                "PayTolls black-orc-squad chaos-knights",
                "PayTolls chaos-knights",
            ],
        ),
    ],
)
def test_24_tolls_of_the_rune_of_fortitude(resources: int, moves: list[str]) -> None:
    board = Board(
        Side(battlefield="black-orc savage-marauders chaos-knights", resources=resources),
        Side(kingdom="rune-of-fortitude"),
        entry="combat",
    )
    board.both_pass()
    board.attack("black-orc chaos-knights")
    assert (board.asked, board.moves()) == (0, moves)


@pytest.mark.rule("whi.effects.each-player", "whi.sacrifice.discard")
def test_25_what_the_bloodthirster_takes() -> None:
    board = Board(
        Side(battlefield="bloodthirster huntsmen armoury", kingdom="black-orc"),
        Side(battlefield="hammerer savage-marauders", quest="huntsmen"),
        entry="turn",
    )
    assert (board.asked, board.moves()) == (0, ["ChooseUnit unit bloodthirster", "ChooseUnit unit huntsmen"])
    board.do(pb.ChooseUnit(unit=board.id("huntsmen", 0)))
    assert (board.asked, board.moves()) == (
        1,
        ["ChooseUnit unit hammerer-of-karak-azul", "ChooseUnit unit savage-marauders"],
    )


@pytest.mark.rule("whi.effects.or")
def test_26_a_development_or_damage() -> None:
    board = Board(Side(battlefield="doom-divers", developments=("hate", 0, "pillage huntsmen")), Side(), entry="turn")
    assert board.moves() == ["ChooseOption option damage", "ChooseOption option sacrifice"]
    board.do(pb.ChooseOption(option="sacrifice"))
    assert board.moves() == [
        "ChooseDevelopment development (hate)",
        "ChooseDevelopment development (huntsmen)",
        "ChooseDevelopment development (pillage)",
    ]


@pytest.mark.rule("whi.effects.or", "whi.damage.capital-target")
def test_27_corruption_or_damage() -> None:
    board = Board(
        Side(kingdom="warpstone-meteor black-orc huntsmen~ hammerer[blessing-of-isha] boar-boyz", burning="kingdom"),
        Side(),
        entry="turn",
    )
    assert board.moves() == ["ChooseOption option corrupt", "ChooseOption option damage"]
    board.do(pb.ChooseOption(option="corrupt"))
    assert board.moves() == ["ChooseUnit unit black-orc-squad", "ChooseUnit unit boar-boyz"]


# Restoring and moving.


@pytest.mark.rule("whi.corrupt.restore", "whi.kingdom.restore-one")
def test_28_units_to_restore() -> None:
    board = Board(
        Side(kingdom="black-orc~ hammerer", quest="huntsmen~"), Side(battlefield="boar-boyz~"), phase=KINGDOM_PHASE
    )
    assert board.moves() == ["Decline", "RestoreUnit unit black-orc-squad", "RestoreUnit unit huntsmen"]


@pytest.mark.rule("whi.effects.move", "whi.hero.one-per-zone")
def test_29_where_the_temple_may_send_a_unit() -> None:
    board = Board(
        Side(kingdom="temple-of-shallya", quest="thyrus-gorman huntsmen", battlefield="durgnar-the-bold"),
        Side(quest="black-orc"),
        phase=KINGDOM_PHASE,
    )
    # A Hero goes to no zone with another; Huntsmen may leave the zone for which they are.
    assert board.moves() == [
        "Decline",
        "MoveUnit unit durgnar-the-bold zone kingdom",
        "MoveUnit unit huntsmen zone battlefield",
        "MoveUnit unit huntsmen zone kingdom",
        "MoveUnit unit thyrus-gorman zone kingdom",
    ]


@pytest.mark.rule("whi.kw.toughness.moved")
def test_30_how_much_damage_moves() -> None:
    board = Board(Side(quest="valkia-the-bloody:3", resources=2), Side(kingdom="hammerer:0~ huntsmen"))
    board.use("valkia", target=board.id("hammerer"))
    board.both_pass()
    # 3 lie on her; 2 destroy the Hammerer.
    assert board.moves() == ["ChooseNumber number 0", "ChooseNumber number 1", "ChooseNumber number 2"]
