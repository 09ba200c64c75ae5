"""Defence: who may use which cards, when, and what Castle Walls do (rulebook p.20, p.26, p.28)."""

import pytest

from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    LEAVE,
    PASS,
    attacked,
    face_up,
    ids_in_pile,
    on_top,
    over,
    played,
    reached,
    reduced,
    shown,
)
from tests.games.heart_of_crown.table import Area, Board, whole

NOWHERE = 999
ATTACKS = tuple(card.id for card in CARDS.values() if card.has("Attack"))
TROOPS = ("scout", "infantry-battalion", "royal-guard")

# Which cards, and who is asked.


@pytest.mark.rule("hoc.types.defence", "hoc.defence.who")
def test_a_defence_card_answers_an_attack_and_nothing_else() -> None:
    board = attacked("infantry-battalion", Area(hand="castle-wall city"))
    assert board.asked == 1 and board.moves() == ["Defend castle-wall", "PassDefence"]
    board = attacked("post-horse", Area(hand="castle-wall city"))
    assert board.asked == 0


@pytest.mark.rule("hoc.types.defence")
@pytest.mark.parametrize("attack", ATTACKS)
def test_any_defence_card_answers_any_attack(attack: str) -> None:
    board = Board(Area(hand=f"{attack} duke"), Area(hand="castle-wall hideout magic-talisman battering-ram duke"))
    board.play(attack)
    if attack == "scout":
        board.do(LEAVE)
    if attack == "curse-witch":
        board.do(pb.ExileCard(card=board.in_hand("duke")))
    assert board.asked == 1
    assert board.moves() == ["Defend castle-wall", "Defend hideout", "Defend magic-talisman", "PassDefence"]


@pytest.mark.rule("hoc.types.defence")
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("city", "City (Territory) is no Defence card"),
        ("battering-ram", "Battering Ram (Action) is no Defence card"),
        ("scout", "Scout (Action, Attack) is no Defence card"),
        ("curse", "Curse (Curse) is no Defence card"),
    ],
)
def test_no_other_card_is_used_in_defence(kind: str, text: str) -> None:
    board = attacked("royal-guard", Area(hand=f"castle-wall {kind}"))
    assert board.refused(board.defending(kind)) == [("hoc.types.defence", text)]
    board = attacked("royal-guard", Area(hand="castle-wall", domain="klam-klam large-city[library]"))
    assert board.refused(board.defending("library")) == [("hoc.types.defence", "Library (Action) is no Defence card")]


@pytest.mark.rule("hoc.defence.who")
def test_what_lies_elsewhere_is_not_used() -> None:
    board = attacked(
        "royal-guard",
        Area(hand="city", draw=["^castle-wall"], domain="klam-klam city"),
        Area(hand="castle-wall", domain="laolily city[castle-wall]"),
    )
    of_pile, of_domain = ids_in_pile(board, 1)[0], board.in_domain("city", 1)
    for card in (NOWHERE, 0, of_pile, of_domain, board.in_hand("castle-wall", 2), board.kept("castle-wall", 2)):
        assert board.refused(pb.Defend(card=card)) == [
            ("hoc.defence.who", "only a card in your hand or kept in your domain can be used")
        ]
    assert board.refused(pb.Defend()) == [("hoc.defence.who", "card is a choice and was left out")]


@pytest.mark.rule("hoc.defence.who")
@pytest.mark.parametrize(
    ("hand", "domain", "asked"),
    [
        ("", "", False),
        ("", "klam-klam city large-city", False),
        ("", "klam-klam large-city[library]", False),
        ("", "klam-klam city[castle-wall]", True),
        ("", "klam-klam city[hideout]", True),
        ("city", "", True),
        ("curse", "", True),
        ("duke", "klam-klam large-city[library]", True),
        ("castle-wall", "", True),
        ("city*4", "", True),
    ],
)
def test_who_holds_a_card_is_asked_whichever_it_is(hand: str, domain: str, asked: bool) -> None:
    board = attacked("royal-guard", Area(hand=hand, domain=domain, draw=[]), Area(hand="city", draw=[]))
    assert board.asked == (1 if asked else 2)
    if asked:
        assert "PassDefence" in board.moves()


@pytest.mark.rule("hoc.defence.who", "hoc.defence.stays")
def test_a_kept_card_defends_and_stays_kept() -> None:
    board = attacked("infantry-battalion", Area(hand="city*5", domain="klam-klam city[castle-wall]"))
    wall, before = board.kept("castle-wall", 1), board.player(1)
    assert board.moves() == ["Defend castle-wall", "PassDefence"]
    assert board.do(board.defending("castle-wall")) == [
        "hoc.defence.show: DefenceShown seat 1 castle-wall",
        reduced(1, 1),
    ]
    assert board.moves() == ["PassDefence"], "five cards of the hand might still be Defence cards"
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    assert board.player(1) == before and board.kept("castle-wall", 1) == wall


@pytest.mark.rule("hoc.defence.who")
def test_the_attacker_is_not_asked() -> None:
    board = Board(
        Area(hand="scout castle-wall", domain="klam-klam city[castle-wall]", draw=["city"]), Area(draw=["duke"])
    )
    assert board.play("scout") == [played("scout"), "hoc.card.scout: CardRevealed seat 0 city"]
    assert board.do(LEAVE) == [
        "hoc.card.scout: EffectFizzled seat 0 scout",
        reached(1, "scout"),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.scout: CardRevealed seat 1 duke",
    ]


# When.


@pytest.mark.rule("hoc.defence.timing")
def test_the_attackers_own_lines_come_first() -> None:
    board = Board(Area(hand="royal-guard"), Area(hand="castle-wall"), coins=1)
    assert board.play("royal-guard") == [
        played("royal-guard"),
        "hoc.card.royal-guard: CoinsGained seat 0 coins 2",
        reached(1, "royal-guard"),
    ]
    board = Board(Area(hand="cornered-beast", draw=["duke"]), Area(hand="castle-wall"))
    assert board.play("cornered-beast") == [
        played("cornered-beast"),
        "hoc.card.cornered-beast: CardDrawn seat 0 duke",
        reached(1, "cornered-beast"),
    ]


@pytest.mark.rule("hoc.defence.timing")
def test_each_is_asked_just_before_the_attack_is_resolved_on_that_player() -> None:
    board = attacked("infantry-battalion", Area(hand="city*5"), Area(hand="city*5"))
    assert board.asked == 1
    assert board.do(PASS) == []
    assert board.moves() == ["DiscardCards city"] * 5
    assert board.do(pb.DiscardCards(cards=[board.in_hand("city", 1)])) == [
        "hoc.card.infantry-battalion: HandCardsDiscarded seat 1 city",
        reached(2, "infantry-battalion"),
    ]
    assert board.asked == 2 and board.moves() == ["PassDefence"]


@pytest.mark.rule("hoc.defence.timing")
def test_while_the_attack_resolves_it_is_too_late() -> None:
    when = "this may be done only when an opponent's attack is about to be resolved on you"
    board = attacked("infantry-battalion", Area(hand="city*4 castle-wall"))
    board.do(PASS)
    assert board.refused(board.defending("castle-wall")) == [
        ("hoc.defence.timing", f"{when}; now it is time for: Infantry Battalion")
    ]
    board = attacked("scout", Area(hand="castle-wall"))
    board.do(LEAVE)
    board.do(PASS)
    assert board.asked == 0
    assert board.refused(board.defending("castle-wall", 1), 1) == [
        ("hoc.defence.timing", when),
        ("hoc.card.scout", "now the table waits for seat 0: Scout"),
    ]


@pytest.mark.rule("hoc.defence.timing")
def test_without_an_attack_nobody_defends() -> None:
    board = Board(Area(hand="castle-wall"), Area(hand="castle-wall"))
    for seat, cited in enumerate((["hoc.defence.timing"], ["hoc.defence.timing", "hoc.main"])):
        assert board.cited(board.defending("castle-wall", seat), seat) == cited
        assert board.cited(PASS, seat) == cited


@pytest.mark.rule("hoc.defence.timing")
def test_out_of_turn_none_of_the_others_defends() -> None:
    board = attacked("infantry-battalion", Area(hand="castle-wall"), Area(hand="castle-wall"))
    assert board.cited(board.defending("castle-wall", 2), 2) == ["hoc.defence.timing", "hoc.defence.who"]
    assert board.moves(2) == [] and board.moves(0) == []


# How.


@pytest.mark.rule("hoc.defence.show", "hoc.reveal.put-on-deck")
def test_the_defence_effect_happens_before_the_attack() -> None:
    board = attacked("royal-guard", Area(hand="magic-talisman", draw=["city*4"]))
    assert board.do(board.defending("magic-talisman")) == [
        *shown(1, "magic-talisman"),
        on_top(1, "magic-talisman", "magic-talisman"),
        "hoc.faq.already-revealed: CardRevealed seat 1 magic-talisman",
        "hoc.card.royal-guard: CardRevealed seat 1 city under 1",
        "hoc.card.royal-guard: CardRevealed seat 1 city under 2",
    ]
    for viewer in (0, 1, -1):
        top = board.view(viewer).players[1].draw_pile[0].card
        assert (top.kind, top.face_up) == ("magic-talisman", True)


@pytest.mark.rule("hoc.defence.show")
def test_a_shown_card_lies_face_up_for_everybody_to_see() -> None:
    board = attacked("infantry-battalion", Area(hand="city castle-wall duke"), Area())
    was = board.in_hand("castle-wall", 1)
    assert [face_up(board, 1, viewer) for viewer in (0, 2, -1)] == [[], [], []]
    board.do(board.defending("castle-wall"))
    assert [face_up(board, 1, viewer) for viewer in (0, 2, -1)] == [["castle-wall"]] * 3
    (card,) = board.view(0).players[1].hand
    assert card.face_up and card.id != was and board.view(0).players[1].hand_size == 3
    revealed, defended = (fact.fact for fact in board.match.facts(viewer=0)[:2])
    assert isinstance(revealed, pb.HandCardRevealed) and isinstance(defended, pb.DefenceShown)
    assert (revealed.was, revealed.card, defended.card) == (0, card.id, card.id)
    attack = board.view(-1).turn.attack
    assert (attack.kind, attack.seat, list(attack.used), attack.reduced) == ("infantry-battalion", 1, [card.id], 1)


@pytest.mark.rule("hoc.defence.stays")
def test_a_used_card_stays_and_is_used_against_the_next_attack() -> None:
    board = Board(Area(hand="scout infantry-battalion", draw=[]), Area(hand="castle-wall city*4"))
    board.play("scout")
    assert board.do(board.defending("castle-wall")) == [*shown(1, "castle-wall"), reduced(1, 1)]
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 scout passed_over DecideRevealed",
        over("scout"),
    ]
    assert board.hand(1) == ["castle-wall", *["city"] * 4]
    assert board.play("infantry-battalion")[1:] == [
        "hoc.card.infantry-battalion: CoinsGained seat 0 coins 2",
        reached(1, "infantry-battalion"),
    ]
    assert board.do(board.defending("castle-wall")) == [
        "hoc.defence.show: DefenceShown seat 1 castle-wall",
        reduced(1, 1),
    ], "it lies face up already"
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    assert board.hand(1) == ["castle-wall", *["city"] * 4] and board.discard(1) == ""


@pytest.mark.rule("hoc.defence.multiple", "hoc.example.two-walls-royal-guard", "hoc.faq.castle-wall.stack")
def test_two_walls_leave_one_card_of_three() -> None:
    board = attacked("royal-guard", Area(hand="castle-wall*2", draw=["duke*5"]))
    assert board.do(board.defending("castle-wall")) == [*shown(1, "castle-wall"), reduced(1, 1)]
    assert board.moves() == ["Defend castle-wall", "PassDefence"]
    assert board.do(board.defending("castle-wall")) == [
        *shown(1, "castle-wall"),
        reduced(1, 2),
        "hoc.card.royal-guard: CardRevealed seat 1 duke",
        "hoc.faq.castle-wall.stack: EffectFizzled seat 1 royal-guard passed_over LeaveRevealed",
        over("royal-guard"),
    ]
    assert board.draw_pile(1) == ["^duke", "duke*4"] and board.discard(1) == ""
    assert board.asked == 0


@pytest.mark.rule("hoc.defence.once")
def test_a_card_is_used_once_against_one_attack() -> None:
    board = attacked("royal-guard", Area(hand="castle-wall city"))
    before = board.in_hand("castle-wall", 1)
    board.do(board.defending("castle-wall"))
    assert board.refused(board.defending("castle-wall")) == [
        ("hoc.defence.once", "this Castle Wall was used against this attack")
    ]
    assert board.cited(pb.Defend(card=before)) == ["hoc.defence.who"], "that id it has no more"
    board = attacked("royal-guard", Area(hand="city", domain="klam-klam city[castle-wall]"))
    board.do(board.defending("castle-wall"))
    assert board.refused(board.defending("castle-wall")) == [
        ("hoc.defence.once", "this Castle Wall was used against this attack")
    ]


@pytest.mark.rule("hoc.defence.multiple")
def test_a_player_is_asked_until_no_card_is_left_to_use() -> None:
    board = attacked(
        "royal-guard", Area(hand="castle-wall", domain="klam-klam city[castle-wall] city[castle-wall]", draw=["duke*5"])
    )
    board.do(board.defending("castle-wall"))
    assert board.asked == 1 and board.moves() == ["Defend castle-wall", "Defend castle-wall", "PassDefence"]
    board.do(pb.Defend(card=board.kept("castle-wall", 1)))
    assert board.moves() == ["Defend castle-wall", "PassDefence"]
    last = [placed.kept.id for placed in board.player(1).domain if placed.kept is not None][-1]
    assert board.do(pb.Defend(card=last)) == [
        "hoc.defence.show: DefenceShown seat 1 castle-wall",
        reduced(1, 3),
        "hoc.faq.castle-wall.stack: EffectFizzled seat 1 royal-guard passed_over LeaveRevealed",
        over("royal-guard"),
    ], "and is not asked for nothing"
    assert board.asked == 0


@pytest.mark.rule("hoc.defence.only-when-defending", "hoc.card.castle-wall")
def test_what_was_played_as_an_action_does_not_defend() -> None:
    board = Board(Area(hand="infantry-battalion"), Area(hand="castle-wall", draw=["city*12"]), seat=1)
    assert board.play("castle-wall") == [
        played("castle-wall", 1),
        "hoc.card.castle-wall: CardDrawn seat 1 city",
    ]
    assert len(board.positions()) == 1
    board.end()
    board.play("infantry-battalion")
    assert board.do(PASS) == []
    assert board.moves() == ["DiscardCards city"] * 5


@pytest.mark.rule("hoc.defence.only-when-defending", "hoc.card.magic-talisman", "hoc.card.hideout")
def test_played_as_actions_they_have_their_other_text_only() -> None:
    board = Board(Area(hand="magic-talisman hideout city maid", draw=["city*5"]), Area())
    assert board.play("magic-talisman") == [played("magic-talisman")]
    assert board.do(pb.DiscardCards(cards=[board.in_hand("maid"), board.in_hand("city")])) == [
        "hoc.card.magic-talisman: HandCardsDiscarded seat 0 maid city",
        "hoc.card.magic-talisman: CoinsGained seat 0 coins 2",
    ]
    assert board.play("hideout") == [
        "hoc.link.chain: CardPlayed seat 0 hideout",
        "hoc.effect.fizzle: EffectFizzled seat 0 hideout passed_over TakeRevealedCards",
    ]
    assert board.draw_pile() == ["city*5"] and board.field() == ["magic-talisman", "hideout"]


@pytest.mark.rule("hoc.defence.per-player")
def test_a_defence_protects_its_user_alone() -> None:
    board = attacked("infantry-battalion", Area(hand="castle-wall*2 city*3"), Area(hand="city*5"))
    board.do(board.defending("castle-wall"))
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        reached(2, "infantry-battalion"),
    ]
    assert board.state.turn.attack is not None and board.state.turn.attack.reduced == 0
    assert board.do(PASS) == []
    assert board.do(pb.DiscardCards(cards=[board.in_hand("city", 2)])) == [
        "hoc.card.infantry-battalion: HandCardsDiscarded seat 2 city",
        over("infantry-battalion"),
    ]
    assert len(board.hand(1)) == 5 and len(board.hand(2)) == 4


# Castle Wall.


@pytest.mark.rule("hoc.defence.reduce", "hoc.example.wall-infantry")
def test_one_wall_saves_from_the_infantry() -> None:
    board = attacked("infantry-battalion", Area(hand="castle-wall city*4"))
    board.do(board.defending("castle-wall"))
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ]
    assert board.hand(1) == ["castle-wall", *["city"] * 4] and board.discard(1) == ""
    assert face_up(board, 1, 0) == ["castle-wall"], "and no hand without Territories need be shown"
    board = attacked("infantry-battalion", Area(hand="castle-wall duke*4"))
    board.do(board.defending("castle-wall"))
    assert board.do(PASS) == [
        "hoc.defence.reduce: EffectFizzled seat 1 infantry-battalion passed_over DiscardCards",
        over("infantry-battalion"),
    ] and face_up(board, 1, 0) == ["castle-wall"]


@pytest.mark.rule("hoc.faq.castle-wall.stack", "hoc.defence.reduce")
@pytest.mark.parametrize(
    ("walls", "revealed", "discarded"), [(0, 3, 2), (1, 2, 1), (2, 1, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0)]
)
def test_walls_add_up_against_the_royal_guard(walls: int, revealed: int, discarded: int) -> None:
    board = Board(Area(hand="royal-guard"), Area(hand=f"castle-wall*{walls} maid", draw=["^duke", "^city", "city*5"]))
    facts = board.play("royal-guard")
    for _ in range(walls):
        facts += board.do(board.defending("castle-wall"))
    facts += board.do(PASS)
    if revealed > 1:
        facts += board.do(pb.LeaveRevealed(card=ids_in_pile(board, 1)[0]))
    assert len(whole(facts, "CardRevealed")) == revealed
    assert len(whole(facts, "RevealedCardDiscarded")) == discarded
    assert facts[-1] == over("royal-guard") and board.draw_pile(1)[0] == "^duke"
    assert len(board.hand(1)) == walls + 1


@pytest.mark.rule("hoc.defence.reduce")
@pytest.mark.parametrize("walls", [1, 2, 3])
def test_more_walls_than_cards_reveal_none(walls: int) -> None:
    board = attacked("scout", Area(hand=f"castle-wall*{walls}", draw=["^duke", "^curse", "city*3"]), draw=())
    for by in range(1, walls):
        assert board.do(board.defending("castle-wall"))[-1] == reduced(1, by)
    assert board.do(board.defending("castle-wall"))[2:] == [
        reduced(1, walls),
        "hoc.defence.reduce: EffectFizzled seat 1 scout passed_over DecideRevealed",
        over("scout"),
    ]
    assert board.draw_pile(1) == ["^duke", "^curse", "city*3"] and board.asked == 0


@pytest.mark.rule("hoc.defence.reduce", "hoc.types.subtype")
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack not in TROOPS])
def test_walls_do_nothing_about_other_attacks(attack: str) -> None:
    board = Board(Area(hand=f"{attack} duke"), Area(hand="castle-wall city"))
    board.play(attack)
    if attack == "curse-witch":
        board.do(pb.ExileCard(card=board.in_hand("duke")))
    none = "hoc.defence.reduce: EffectFizzled seat 1 castle-wall"
    assert board.do(board.defending("castle-wall")) == [*shown(1, "castle-wall"), none]
    assert board.state.turn.attack is not None and board.state.turn.attack.reduced == 0
