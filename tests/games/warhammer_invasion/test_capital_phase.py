"""The capital phase: what is played from hand, and where it may be (rulebook p.6-7, p.10-11)."""

import pytest

from rulekeeper.games.warhammer_invasion.numbers import zone_power
from rulekeeper.games.warhammer_invasion.state import BATTLEFIELD, EVERY_ZONE, KINGDOM, QUEST, place
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb
from tests.games.warhammer_invasion.table import Board, Side, named

DEPLOY = "whi.capital.only-phase-to-deploy"
ONCE = "whi.development.one-per-turn"


def unit(board: Board, kind: str, zone: int, seat: int | None = None) -> pb.PlayUnit:
    return pb.PlayUnit(card=board.in_hand(kind, seat), zone=pb.Zone.ValueType(zone))


def support(board: Board, kind: str, zone: int, seat: int | None = None) -> pb.PlaySupport:
    return pb.PlaySupport(card=board.in_hand(kind, seat), zone=pb.Zone.ValueType(zone))


def development(board: Board, kind: str, zone: int, seat: int | None = None) -> pb.PlayDevelopment:
    return pb.PlayDevelopment(card=board.in_hand(kind, seat), zone=pb.Zone.ValueType(zone))


def deploying(board: Board, seat: int) -> dict[str, list[str]]:
    """What is cited against playing each kind of card from this hand."""
    held = board.player(seat).hand
    return {
        "unit": board.cited(unit(board, "dark-zealot", QUEST, seat), seat=seat),
        "support": board.cited(support(board, "warpstone-excavation", QUEST, seat), seat=seat),
        "attachment": board.cited(
            pb.PlayAttachment(card=board.in_hand("blessing", seat), host=board.id("black-orc")), seat=seat
        ),
        "quest": board.cited(pb.PlayQuest(card=board.in_hand("prepare", seat)), seat=seat),
        "sent": board.cited(pb.SendUnit(card=board.in_hand("dark-zealot", seat), quest=board.id("infilt")), seat=seat),
        "development": board.cited(pb.PlayDevelopment(card=held[0].id, zone=pb.ZONE_QUEST), seat=seat),
    }


ALL = "dark-zealot warpstone-excavation blessing prepare"
STAYING = ("unit", "support", "attachment", "quest", "sent")
REFUSED = {**{kind: [DEPLOY] for kind in STAYING}, "development": [ONCE]}
OPPONENTS = {**{kind: ["whi.capital.opponent-actions"] for kind in STAYING}, "development": [ONCE]}


# When.


@pytest.mark.rule("whi.capital.only-phase-to-deploy")
@pytest.mark.parametrize("phase", [1, 2, 3, 6])
def test_nothing_is_played_to_stay_in_another_phase(phase: int) -> None:
    side = Side(kingdom="mountain", quest="infiltrate", battlefield="black-orc", hand=ALL, resources=9)
    board = Board(side, phase=phase)
    # What was unspent has gone back, and what was collected is enough for these.
    assert board.state.turn.window and board.player().resources >= 5
    assert deploying(board, 0) == REFUSED


@pytest.mark.rule("whi.capital.only-phase-to-deploy")
def test_nothing_is_played_to_stay_in_the_battlefield_phase() -> None:
    board = Board(Side(quest="infiltrate", battlefield="black-orc", hand=ALL, resources=9), entry="combat")
    assert board.state.turn.window == pb.WINDOW_TARGET
    assert deploying(board, 0) == REFUSED
    assert board.moves() == ["Pass"]


@pytest.mark.rule("whi.capital.opponent-actions", "whi.capital.only-phase-to-deploy")
def test_the_other_player_plays_no_unit_support_quest_or_development_in_this_phase() -> None:
    board = Board(Side(), Side(quest="infiltrate", battlefield="black-orc", hand=ALL, resources=9))
    board.passing()
    assert board.asked == 1 and deploying(board, 1) == OPPONENTS
    assert board.moves() == ["Pass"]


@pytest.mark.rule("whi.capital.only-phase-to-deploy")
def test_only_cards_in_the_own_hand_are_played() -> None:
    board = Board(Side(hand="black-orc", quest="dark-zealot", resources=9), Side(hand="dark-zealot"))
    for card in (board.id("dark-zealot"), board.in_hand("dark-zealot", 1), 12345):
        assert board.refused(pb.PlayUnit(card=card, zone=pb.ZONE_QUEST)) == [
            (DEPLOY, f"{card} is no such card in your hand")
        ]


# What is paid.


@pytest.mark.rule("whi.capital.pay")
def test_a_card_that_costs_more_than_is_there_is_refused_and_nothing_is_paid() -> None:
    board = Board(Side(hand="dark-zealot", resources=3))
    assert board.refused(unit(board, "dark-zealot", QUEST)) == [("whi.capital.pay", "it costs 4, you have 3 resources")]
    assert board.player().resources == 3 and board.hand() == "dark-zealot"


@pytest.mark.rule("whi.capital.pay")
def test_what_is_due_goes_to_the_pool() -> None:
    board = Board(Side(hand="dark-zealot", resources=4))
    assert board.do(unit(board, "dark-zealot", QUEST)) == [
        "whi.capital.choose-zone: CardPlayed seat 0 dark-zealot zone quest",
        "whi.capital.pay: ResourcesPaid seat 0 resources 4",
    ]
    assert board.player().resources == 0


@pytest.mark.rule("whi.capital.any-number", "whi.capital")
def test_any_number_of_cards_are_played_that_can_be_paid_for() -> None:
    board = Board(
        Side(hand="huntsmen hammerer*2 defender", resources=5, capital="empire", kingdom="alliance-dwarf-and-empire")
    )
    for kind, zone, paid in (("huntsmen", QUEST, 1), ("hammerer", KINGDOM, 2), ("hammerer", BATTLEFIELD, 2)):
        assert named(board.do(unit(board, kind, zone)), "ResourcesPaid") == [f"ResourcesPaid seat 0 resources {paid}"]
        board.both_pass()
        board.passing()
    assert board.in_play() == ["alliance-dwarf-and-empire", "huntsmen", *["hammerer-of-karak-azul"] * 2]
    assert board.player().resources == 0 and board.asked == 0
    assert board.cited(unit(board, "defender", BATTLEFIELD)) == ["whi.capital.pay"]


@pytest.mark.rule("whi.capital.any-number")
def test_of_limited_cards_and_developments_there_is_one_a_turn() -> None:
    board = Board(Side(hand="contested-village*2 armoury dark-zealot", resources=9))
    board.do(support(board, "contested-village", KINGDOM))
    board.both_pass()
    board.passing()
    for kind in ("contested-village", "armoury"):
        assert board.cited(support(board, kind, QUEST)) == ["whi.kw.limited"]
    board.do(development(board, "armoury", QUEST))
    board.both_pass()
    board.passing()
    assert board.cited(development(board, "dark-zealot", QUEST)) == [ONCE]
    assert board.moves() == [
        *("Pass", "PlayUnit dark-zealot zone battlefield", "PlayUnit dark-zealot zone kingdom"),
        "PlayUnit dark-zealot zone quest",
    ]


# Where.


@pytest.mark.rule("whi.capital.choose-zone")
@pytest.mark.parametrize("zone", EVERY_ZONE)
def test_a_unit_enters_the_zone_that_its_player_chooses(zone: int) -> None:
    board = Board(Side(hand="black-orc", resources=9))
    assert board.moves()[-3:] == [
        *("PlayUnit black-orc-squad zone battlefield", "PlayUnit black-orc-squad zone kingdom"),
        "PlayUnit black-orc-squad zone quest",
    ]
    board.do(unit(board, "black-orc", zone))
    board.both_pass()
    assert board.card("black-orc").place == place(0, zone)


@pytest.mark.rule("whi.capital.choose-zone", "whi.kw.zone-only")
@pytest.mark.parametrize(("kind", "zone"), [("huntsmen", QUEST), ("defender", BATTLEFIELD), ("servants", BATTLEFIELD)])
def test_a_card_for_one_zone_enters_that_one_only(kind: str, zone: int) -> None:
    board = Board(Side(hand=kind, resources=9))
    for other in EVERY_ZONE:
        if other != zone:
            assert board.cited(unit(board, kind, other)) == ["whi.kw.zone-only"]
    board.do(unit(board, kind, zone))
    board.both_pass()
    assert board.card(kind).zone == zone


@pytest.mark.rule("whi.capital.choose-zone")
def test_a_quest_goes_to_the_quest_zone_unasked() -> None:
    board = Board(Side(hand="infiltrate", resources=2))
    assert board.moves()[-1] == "PlayQuest infiltrate"
    board.do(pb.PlayQuest(card=board.in_hand("infiltrate")))
    board.both_pass()
    assert board.card("infiltrate").place == place(0, QUEST)


@pytest.mark.rule("whi.zones.three")
@pytest.mark.parametrize(
    ("phase", "zone", "gained"),
    [(2, KINGDOM, "ResourcesCollected seat 0 resources 5"), (3, QUEST, "CardDrawn"), (5, BATTLEFIELD, "")],
)
def test_a_unit_works_for_the_zone_that_it_is_in(phase: int, zone: int, gained: str) -> None:
    where = {KINGDOM: "kingdom", QUEST: "quest", BATTLEFIELD: "battlefield"}[zone]
    board = Board(Side(**{where: "savage-marauders"}), phase=phase)  # type: ignore[arg-type]
    assert [zone_power(board.state, place(0, other)) for other in EVERY_ZONE] == [
        power + 2 * (zone == other) for power, other in zip((3, 1, 0), EVERY_ZONE, strict=True)
    ]
    if zone == KINGDOM:
        assert named(board.begun, "ResourcesCollected") == [gained]
    elif zone == QUEST:
        assert len(named(board.begun, "CardDrawn")) == 1 + 2
    else:
        board.do(pb.DeclareTarget(zone=pb.ZONE_QUEST))
        board.both_pass()
        board.do(pb.DeclareAttackers(units=[board.id("savage-m")]))
        board.until(pb.WINDOW_APPLIED)
        assert board.section(place(1, QUEST)).damage == 2


@pytest.mark.rule("whi.zones.three", "whi.attach.host")
def test_every_card_in_play_lies_in_a_zone_of_its_controller_and_an_attachment_in_its_hosts() -> None:
    board = Board(Side(hand="organ-gun", resources=9), Side(quest="dark-zealot"))
    board.do(pb.PlayAttachment(card=board.in_hand("organ"), host=board.id("dark-zealot")))
    board.both_pass()
    gun = board.card("organ")
    assert (gun.controller, gun.owner, gun.place) == (0, 0, place(1, QUEST))


# Playing is an action.


@pytest.mark.rule("whi.capital.play-is-action")
@pytest.mark.parametrize("what", ["unit", "support", "quest", "development"])
def test_what_is_played_is_an_action_and_the_other_player_is_asked(what: str) -> None:
    board = Board(Side(hand="dark-zealot warpstone-excavation prepare", resources=9))
    command = {
        "unit": unit(board, "dark-zealot", QUEST),
        "support": support(board, "warpstone-excavation", QUEST),
        "quest": pb.PlayQuest(card=board.in_hand("prepare")),
        "development": development(board, "warpstone-excavation", QUEST),
    }[what]
    board.do(command)
    assert (board.rule, board.asked, len(board.state.chain)) == ("whi.chain", 1, 1)
    assert board.in_play() == [] and board.section(place(0, QUEST)).developments == ()
    board.both_pass()
    assert (board.rule, board.asked, len(board.state.chain)) == ("whi.window", 1, 0)


@pytest.mark.rule("whi.capital.in-response")
def test_the_active_player_plays_in_response_and_what_came_later_is_there_first() -> None:
    board = Board(Side(hand="dark-zealot black-orc warpstone-excavation prepare", resources=20))
    board.do(unit(board, "dark-zealot", QUEST))
    board.passing()
    assert (board.rule, board.asked) == ("whi.chain", 0)
    board.do(unit(board, "black-orc", KINGDOM))
    board.passing()
    board.do(pb.PlayQuest(card=board.in_hand("prepare")))
    board.passing()
    board.do(development(board, "warpstone-excavation", QUEST))
    facts = board.both_pass()
    assert named(facts, "CardEntered", "DevelopmentPlaced") == [
        "DevelopmentPlaced seat 0 zone quest (warpstone-excavation) warpstone-excavation",
        "CardEntered seat 0 prepare-for-war zone quest",
        "CardEntered seat 0 black-orc-squad zone kingdom",
        "CardEntered seat 0 dark-zealot zone quest",
    ]


@pytest.mark.rule("whi.capital.in-response")
def test_the_other_player_plays_none_of_these_in_response() -> None:
    board = Board(Side(hand="dark-zealot", resources=9), Side(hand="black-orc warpstone-excavation", resources=9))
    board.do(unit(board, "dark-zealot", QUEST))
    assert board.moves() == ["Pass"]
    assert board.cited(unit(board, "black-orc", QUEST)) == ["whi.capital.opponent-actions"]
    assert board.cited(development(board, "warpstone-excavation", QUEST)) == [ONCE]


# Units, supports, attachments.


@pytest.mark.rule("whi.types.unit")
def test_a_unit_defends_the_zone_that_it_is_in_and_no_other() -> None:
    for zone, moves in (
        (KINGDOM, ["DeclareDefenders", "DeclareDefenders black-orc-squad"]),
        (QUEST, ["DeclareDefenders", "DeclareDefenders dark-zealot"]),
    ):
        board = Board(
            Side(battlefield="mountain"), Side(kingdom="black-orc", quest="dark-zealot"), entry="combat", zone=zone
        )
        board.both_pass()
        board.do(pb.DeclareAttackers(units=[board.id("mountain")]))
        board.both_pass()
        assert board.moves() == moves
    assert board.cited(pb.DeclareDefenders(units=[board.id("black-orc")])) == ["whi.combat.defenders"]


@pytest.mark.rule("whi.types.unit")
def test_units_attack_from_the_battlefield_only() -> None:
    board = Board(Side(battlefield="mountain", kingdom="black-orc", quest="dark-zealot"), entry="combat")
    board.both_pass()
    assert board.moves() == ["DeclareAttackers", "DeclareAttackers mountain-brigade"]
    for kind in ("black-orc", "dark-zealot"):
        assert board.cited(pb.DeclareAttackers(units=[board.id(kind)])) == ["whi.combat.attackers"]


@pytest.mark.rule("whi.types.support")
def test_a_support_is_still_there_in_the_next_turn() -> None:
    board = Board(Side(kingdom="keystone-forge"))
    forge = board.card("keystone-forge")
    board.idle()
    board.idle()
    assert (board.state.turn.seat, board.card("keystone-forge")) == (0, forge)


@pytest.mark.rule("whi.types.attachment-falls")
def test_an_attachment_falls_to_its_owners_pile_when_its_host_leaves_play() -> None:
    board = Board(Side(battlefield="dark-zealot:3[choppa ^organ-gun]"), Side(discard="hate"))
    assert board.begun[1:5] == [
        "whi.card.hit-points: CardLeft dark-zealot departure destroyed",
        "whi.types.attachment-falls: CardLeft choppa departure sacrificed",
        "whi.types.attachment-falls: CardLeft organ-gun owner 1 departure sacrificed",
        "whi.capital: PhaseBegan seat 0 phase capital",
    ]
    assert (board.discard(0), board.discard(1)) == ("choppa dark-zealot", "hate organ-gun")


# Unique cards and Heroes.


@pytest.mark.rule("whi.unique.one-in-play")
@pytest.mark.parametrize("zone", EVERY_ZONE)
def test_a_second_unique_card_is_refused_in_every_zone_before_anything_is_paid(zone: int) -> None:
    board = Board(Side(battlefield="urguck", hand="urguck", resources=20, capital="orc"))
    refused = board.refused(unit(board, "urguck", zone))
    assert refused[0] == ("whi.unique.one-in-play", "you have Urguck in play")
    assert {rule for rule, _ in refused[1:]} <= {"whi.hero.one-per-zone"}
    assert board.player().resources == 20 and board.hand() == "urguck"
    assert not [move for move in board.moves() if move.startswith("PlayUnit")]


@pytest.mark.rule("whi.unique.one-in-play")
def test_a_second_unique_quest_is_refused() -> None:
    board = Board(Side(quest="infiltrate", hand="infiltrate", resources=9))
    assert board.cited(pb.PlayQuest(card=board.in_hand("infiltrate"))) == ["whi.unique.one-in-play"]


@pytest.mark.rule("whi.unique.both-players")
def test_both_players_may_have_the_same_unique_card() -> None:
    board = Board(Side(hand="grimgor-i", resources=20, capital="orc"), Side(kingdom="grimgor-i"))
    board.do(unit(board, "grimgor-i", BATTLEFIELD))
    board.both_pass()
    assert (board.card("grimgor-i", 0).place, board.card("grimgor-i", 1).place) == (
        *(place(0, BATTLEFIELD), place(1, KINGDOM)),
    )


@pytest.mark.rule("whi.unique.discard")
def test_a_unique_card_in_the_discard_pile_hinders_nothing() -> None:
    board = Board(Side(hand="melekh", discard="melekh", resources=9, capital="chaos"))
    board.do(unit(board, "melekh", QUEST))
    board.both_pass()
    assert board.card("melekh").zone == QUEST and board.discard() == "melekh-the-changer"


@pytest.mark.rule("whi.unique.facedown")
def test_a_facedown_development_neither_blocks_a_unique_card_nor_is_blocked() -> None:
    board = Board(Side(battlefield="urguck", hand="urguck", resources=20, capital="orc"))
    board.do(development(board, "urguck", QUEST))
    board.both_pass()
    assert board.in_play() == ["urguck"] and len(board.section(place(0, QUEST)).developments) == 1
    board = Board(Side(hand="urguck", developments=("urguck", 0, 0), resources=20, capital="orc"))
    board.do(unit(board, "urguck", KINGDOM))
    board.both_pass()
    assert board.in_play() == ["urguck"] and len(board.section(place(0, KINGDOM)).developments) == 1


@pytest.mark.rule("whi.hero.one-per-zone")
def test_a_second_hero_is_refused_in_the_same_zone_and_accepted_in_another() -> None:
    board = Board(Side(battlefield="durgnar", hand="king-kazador", resources=20))
    assert board.refused(unit(board, "king-kazador", BATTLEFIELD)) == [
        ("whi.hero.one-per-zone", "you have a Hero in the Battlefield")
    ]
    assert board.moves()[-2:] == ["PlayUnit king-kazador zone kingdom", "PlayUnit king-kazador zone quest"]
    board.do(unit(board, "king-kazador", KINGDOM))
    board.both_pass()
    assert board.in_play() == ["durgnar-the-bold", "king-kazador"]


@pytest.mark.rule("whi.hero.one-per-zone")
def test_a_hero_of_the_opponents_does_not_count() -> None:
    board = Board(Side(hand="king-kazador", resources=20), Side(battlefield="urguck"))
    assert board.moves()[-3] == "PlayUnit king-kazador zone battlefield"


@pytest.mark.rule("whi.hero.one-per-zone", "whi.quest.send")
def test_a_second_hero_is_not_sent_on_a_quest_either() -> None:
    board = Board(Side(quest="infiltrate urguck", hand="valkia dark-zealot", resources=20, capital="chaos"))
    quest = board.id("infiltrate")
    assert board.cited(pb.SendUnit(card=board.in_hand("valkia"), quest=quest)) == ["whi.hero.one-per-zone"]
    assert [move for move in board.moves() if move.startswith("SendUnit")] == ["SendUnit dark-zealot quest infiltrate"]


# With tactics.


@pytest.mark.rule("whi.capital.play-is-action", "whi.turn.advance-on-passes")
def test_playing_a_unit_is_an_action_after_which_two_passes_in_a_row_close_the_window() -> None:
    board = Board(Side(battlefield="mountain", hand="dark-zealot", resources=9), Side(hand="demoralise", resources=9))
    board.passing()
    board.tactic("demoralise", target=board.id("mountain"))
    board.both_pass()
    assert (board.rule, board.asked) == ("whi.window", 0)
    board.do(unit(board, "dark-zealot", QUEST))
    board.both_pass()
    assert (board.rule, board.asked, board.state.turn.window) == ("whi.window", 1, pb.WINDOW_CAPITAL)
    board.passing()
    assert (board.rule, board.asked, board.state.turn.window) == ("whi.window", 0, pb.WINDOW_CAPITAL)
    board.passing()
    assert board.rule == "whi.battlefield"


@pytest.mark.rule("whi.capital.opponent-actions")
def test_the_other_player_plays_tactics_and_uses_abilities_in_this_phase() -> None:
    board = Board(
        Side(battlefield="mountain"),
        Side(capital="empire", quest="runesmith", hand="demoralise contested-village", resources=9),
    )
    board.passing()
    assert board.moves() == [
        "Pass",
        *("PlayTactic demoralise target mountain-brigade", "PlayTactic demoralise target runesmith"),
        *("UseAction runesmith target mountain-brigade", "UseAction runesmith target runesmith"),
    ]
    assert board.cited(support(board, "contested-village", QUEST)) == ["whi.capital.opponent-actions"]
    board.use("runesmith", target=board.id("mountain"))
    board.both_pass()
    board.passing()
    facts = board.tactic("demoralise", target=board.id("mountain"))
    assert named(facts, "TacticPlayed") and board.state.chain[-1].kind == "demoralise"


@pytest.mark.rule("whi.capital.in-response", "whi.development.hp")
def test_a_development_in_response_saves_the_section_that_would_burn() -> None:
    board = Board(
        Side(damage=(8, 0, 0), developments=("hate", 0, 0), hand="pillage", resources=9),
        Side(capital="dwarf", hand="demolition", resources=9),
    )
    board.passing()
    board.tactic("demolition", target=place(0, KINGDOM))
    board.do(development(board, "pillage", KINGDOM))
    facts = board.both_pass()
    assert named(facts, "DevelopmentPlaced", "DevelopmentLost", "SectionBurned") == [
        "DevelopmentPlaced seat 0 zone kingdom (pillage) pillage",
        "DevelopmentLost seat 0 zone kingdom was (hate) hate departure destroyed",
    ]
    assert not board.section(place(0, KINGDOM)).burning
    unanswered = Board(
        Side(damage=(8, 0, 0), developments=("hate", 0, 0)), Side(capital="dwarf", hand="demolition", resources=9)
    )
    unanswered.passing()
    unanswered.tactic("demolition", target=place(0, KINGDOM))
    assert named(unanswered.both_pass(), "SectionBurned") == ["SectionBurned place kingdom-0"]


@pytest.mark.rule("whi.types.attachment-falls")
def test_an_attachment_falls_also_where_its_host_returns_to_a_hand() -> None:
    board = Board(Side(battlefield="dark-zealot[choppa]", hand="pilgrimage", resources=9))
    board.tactic("pilgrimage", target=board.id("dark-zealot"))
    assert named(board.both_pass(), "CardLeft") == [
        *("CardLeft dark-zealot departure returned", "CardLeft choppa departure sacrificed")
    ]
    assert (board.hand(), board.discard()) == ("dark-zealot", "choppa pilgrimage")


@pytest.mark.rule("whi.unique.facedown")
def test_a_second_copy_that_is_turned_faceup_goes_to_the_discard_pile() -> None:
    board = Board(Side(battlefield="urguck", developments=("urguck", 0, 0), capital="orc", hand="rip", resources=9))
    urguck = board.id("urguck")
    board.tactic("rip", target=board.development(place(0, KINGDOM)))
    facts = board.both_pass()
    assert [fact for fact in facts if "CardLeft" in fact] == [
        "whi.unique.facedown: CardLeft urguck departure discarded"
    ]
    assert board.in_play() == ["urguck"] and board.id("urguck") == urguck
    assert board.discard() == "rip-dere-eads-off urguck"


@pytest.mark.rule("whi.hero.one-per-zone")
def test_a_hero_is_not_marched_to_a_zone_with_another_hero_of_that_player() -> None:
    board = Board(
        Side(battlefield="durgnar", kingdom="king-kazador", capital="empire", hand="forced", resources=9),
        Side(battlefield="urguck", kingdom="dark-zealot"),
    )
    assert [move.removeprefix("PlayTactic forced-march target ") for move in board.moves() if "Tactic" in move] == [
        *("dark-zealot zone battlefield", "dark-zealot zone quest"),
        *("durgnar-the-bold zone quest", "king-kazador zone quest"),
        *("urguck zone kingdom", "urguck zone quest"),
    ]
    refused = board.refused(
        pb.PlayTactic(card=board.in_hand("forced"), target=board.id("durgnar"), zone=pb.ZONE_KINGDOM)
    )
    assert refused == [("whi.hero.one-per-zone", "a Hero is in that Kingdom")]
    refused = board.refused(
        pb.PlayTactic(card=board.in_hand("forced"), target=board.id("durgnar"), zone=pb.ZONE_BATTLEFIELD)
    )
    assert refused == [("whi.effects.move", "it is in the Battlefield already")]
