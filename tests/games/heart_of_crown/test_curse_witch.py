"""Curse Witch, and the Curses that she deals in (rulebook p.22, p.24, p.28)."""

import pytest

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import (
    PASS,
    attacked,
    face_up,
    heard,
    over,
    played,
    reached,
    unasked,
)
from tests.games.heart_of_crown.table import Area, Board, whole

WITCH = "curse-witch"
CARD = f"hoc.card.{WITCH}"


def cursed(seat: int) -> str:
    """A Curse came, face up, under that draw pile."""
    return f"{CARD}: CardAcquiredUnder seat {seat} curse curse pile face_up"


def witching(*others: Area, curses: int = 8) -> Board:
    """Curse Witch was played, and a Maid exiled for her."""
    board = Board(Area(hand=f"{WITCH} maid"), *others, curses=curses)
    board.play(WITCH)
    board.do(pb.ExileCard(card=board.in_hand("maid")))
    return board


def late(seat: int, rule: str = "hoc.faq.curse-witch.shortage") -> str:
    """No Curse was left for that opponent."""
    return f"{rule}: EffectFizzled seat {seat} {WITCH}"


# Curse Witch, played.


@pytest.mark.rule("hoc.card.curse-witch", "hoc.effect.exile")
def test_witch_exiles_a_card_and_curses_every_opponent() -> None:
    board = Board(Area(hand=f"{WITCH} maid duke village curse"), Area(draw=["city*3"]), Area(hand="city", draw=[]))
    assert board.play(WITCH) == [played(WITCH)]
    assert board.moves() == ["ExileCard duke", "ExileCard maid"]
    assert board.do(pb.ExileCard(card=board.in_hand("maid"))) == [
        f"{CARD}: CardExiled seat 0 maid",
        reached(1, WITCH),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        cursed(1),
        reached(2, WITCH),
    ]
    assert board.do(PASS) == [cursed(2), over(WITCH)]
    assert board.draw_pile(1) == ["city*3", "^curse"] and board.draw_pile(2) == ["^curse"]
    assert board.state.curses == 6 and board.state.exile == (("apprentice-maid", 1),) and board.positions() == []
    for viewer in (0, 1, 2, -1):
        last = board.view(viewer).players[1].draw_pile[-1].card
        assert (last.kind, last.face_up) == ("curse", True)


@pytest.mark.rule("hoc.card.curse-witch")
@pytest.mark.parametrize("hand", ["duke", "maid village", f"{WITCH}*2", "curse magic-talisman", "scout"])
def test_who_holds_a_card_of_two_or_more_must_exile_one(hand: str) -> None:
    board = Board(Area(hand=f"{WITCH} {hand}"), Area())
    board.play(WITCH)
    assert "Decline" not in board.moves() and board.moves()
    assert board.refused(pb.Decline()) == [(CARD, "you can do it, and the text leaves you no choice")]


@pytest.mark.rule("hoc.card.curse-witch")
def test_what_is_exiled_costs_two_at_least() -> None:
    board = Board(Area(hand=f"{WITCH} village curse city"), Area())
    board.play(WITCH)
    assert board.moves() == ["ExileCard city"]
    assert board.refused(pb.ExileCard(card=board.in_hand("village"))) == [
        (CARD, "Farming Village costs 1, at least 2 is wanted")
    ]
    assert board.refused(pb.ExileCard(card=board.in_hand("curse"))) == [(CARD, "Curse costs 0, at least 2 is wanted")]
    assert board.refused(pb.ExileCard(card=999)) == [(CARD, "only a card in your hand can be chosen")]


@pytest.mark.rule("hoc.card.curse-witch", "hoc.effect.fizzle")
@pytest.mark.parametrize("hand", ["", " village curse", " curse*4"])
def test_without_an_exile_nobody_is_cursed(hand: str) -> None:
    board = Board(Area(hand=WITCH + hand), Area(hand="magic-talisman", draw=["city"]))
    facts = board.play(WITCH)
    if hand:
        assert facts == [played(WITCH)] and board.moves() == ["Decline"]
        facts += board.do(pb.Decline())
    assert facts == [
        played(WITCH),
        f"hoc.effect.fizzle: EffectFizzled seat 0 {WITCH}{'' if hand else ' passed_over ExileCard'}",
        reached(1, WITCH),
    ], "it was played, and may be answered"
    assert board.moves() == ["Defend magic-talisman", "PassDefence"]
    assert board.do(PASS) == [over(WITCH)]
    assert board.state.curses == 8 and board.draw_pile(1) == ["city"]


@pytest.mark.rule("hoc.card.curse-witch")
@pytest.mark.parametrize(
    ("draw", "hit"),
    [
        (["city*9"], True),
        (["curse*9"], True),
        (["city*4", "^curse", "city*4"], False),
        (["city*4", "^curse"], False),
        (["^curse", "city*4"], False),
        (["city*4", "^magic-talisman", "city"], False),
        (["^city", "^duke"], True),
        (["^city", "^curse", "^duke"], False),
        ([], True),
    ],
)
def test_who_has_a_face_up_curse_in_the_draw_pile_gets_no_other(draw: list[str], hit: bool) -> None:
    board = Board(Area(hand=f"{WITCH} maid"), Area(draw=draw, hand="", discard="curse"))
    board.play(WITCH)
    facts = board.do(pb.ExileCard(card=board.in_hand("maid")))
    assert whole(facts, "CardAcquiredUnder") == ([cursed(1)] if hit else [])
    assert board.draw_pile(1) == ([*draw, "^curse"] if hit else draw) and board.state.curses == (7 if hit else 8)


@pytest.mark.rule("hoc.card.curse-witch", "hoc.view.hidden")
def test_a_curse_that_its_owner_alone_knows_of_is_not_face_up() -> None:
    board = Board(
        Area(field="scout*8", hand="stargazing-witch", draw=["curse*12"]), Area(hand=f"{WITCH} maid", draw=["maid"])
    )
    board.play("stargazing-witch")
    board.do(pb.DiscardSeenCards())
    board.do(pb.PutBack(cards=[part.card.id for part in board.view(0).players[0].draw_pile if part.card.id]))
    board.end()
    assert board.draw_pile() == ["=curse", "=curse", "=curse", "curse*3"]
    board.play(WITCH)
    board.do(pb.ExileCard(card=board.in_hand("maid", 1)))
    assert board.do(PASS) == [cursed(0), over(WITCH)]
    assert board.draw_pile()[-1] == "^curse"


@pytest.mark.rule("hoc.card.curse-witch", "hoc.reveal.stays")
def test_a_second_witch_passes_over_whom_the_first_has_cursed() -> None:
    board = Board(
        Area(hand=f"post-horse {WITCH}*2 maid*2", draw=["maid"]), Area(draw=["city*4"]), Area(draw=["^curse"])
    )
    board.play("post-horse")
    for got in ([cursed(1)], []):
        board.play(WITCH)
        facts = board.do(pb.ExileCard(card=board.in_hand("maid")))
        assert whole(facts, "CardAcquiredUnder") == got
    assert board.draw_pile(1) == ["city*4", "^curse"] and board.state.curses == 7


@pytest.mark.rule("hoc.card.curse-witch", "hoc.faq.talisman.is-curse")
def test_a_talisman_that_defends_keeps_the_curse_away() -> None:
    board = witching(Area(hand="magic-talisman", draw=["city*4"]))
    assert board.do(board.defending("magic-talisman"))[-1] == over(WITCH)
    assert board.state.curses == 8 and board.draw_pile(1) == ["^magic-talisman", "city*4"]
    board = witching(Area(hand="hideout curse", draw=["city*4"]))
    board.do(board.defending("hideout"))
    assert board.do(pb.PutCardOnTop(card=board.in_hand("curse", 1)))[-1] == over(WITCH)
    assert board.state.curses == 8, "nor does she curse who has hidden a Curse there"


@pytest.mark.rule("hoc.faq.curse-witch.shortage", "hoc.example.curse-witch-two-left", "hoc.effect.clockwise-shortage")
def test_two_curses_go_to_the_first_two() -> None:
    board = witching(Area(), Area(), Area(), curses=2)
    assert heard(board, -1) == [
        f"{CARD}: CardExiled seat 0 maid",
        *(reached(1, WITCH), unasked(1), cursed(1), reached(2, WITCH), unasked(2), cursed(2)),
        *(reached(3, WITCH), unasked(3), late(3), over(WITCH)),
    ]
    assert [board.draw_pile(seat)[-1] for seat in (1, 2, 3)] == ["^curse", "^curse", "city*10"]
    assert board.state.curses == 0


@pytest.mark.rule("hoc.faq.curse-witch.shortage", "hoc.effect.curse-acquire")
def test_who_needs_none_leaves_it_for_the_next() -> None:
    board = witching(Area(draw=["^curse"]), Area(), Area(), curses=1)
    assert heard(board, -1)[1:] == [
        *(reached(1, WITCH), unasked(1), f"{CARD}: EffectFizzled seat 1 {WITCH}"),
        *(reached(2, WITCH), unasked(2), cursed(2), reached(3, WITCH), unasked(3), late(3), over(WITCH)),
    ]
    assert [board.draw_pile(seat)[-1] for seat in (1, 2, 3)] == ["^curse", "^curse", "city*10"]
    assert board.draw_pile(1) == ["^curse"] and board.state.curses == 0


@pytest.mark.rule("hoc.faq.curse-witch.shortage", "hoc.effect.curse-acquire")
def test_with_no_curse_left_who_has_one_already_lacks_none() -> None:
    board = witching(Area(draw=["^curse"]), Area(hand="magic-talisman"), curses=0)
    assert heard(board, -1)[1:] == [
        reached(1, WITCH),
        "hoc.defence.asked: EffectFizzled seat 1 passed_over Defend",
        "hoc.card.curse-witch: EffectFizzled seat 1 curse-witch",
        reached(2, WITCH),
    ]
    assert board.do(PASS) == [late(2), over(WITCH)]
    assert (board.draw_pile(1), board.draw_pile(2)) == (["^curse"], ["city*10"])


@pytest.mark.rule("hoc.effect.clockwise", "hoc.example.curse-witch-clockwise")
def test_the_witch_begins_with_the_left_neighbour() -> None:
    board = Board(Area(), Area(), Area(hand=f"{WITCH} maid"), Area(), seat=2)
    board.play(WITCH)
    facts = board.do(pb.ExileCard(card=board.in_hand("maid", 2)))
    assert whole(facts, "AttackReached") == [reached(3, WITCH), reached(0, WITCH), reached(1, WITCH)]
    assert whole(facts, "CardAcquiredUnder") == [cursed(3), cursed(0), cursed(1)]


@pytest.mark.rule("hoc.reveal.stays", "hoc.view.hidden")
def test_a_curse_from_under_the_draw_pile_is_named_when_drawn_and_hidden_then() -> None:
    board = Board(Area(hand=f"{WITCH} maid"), Area(draw=["duke"], hand="alchemist"))
    board.play(WITCH)
    board.do(pb.ExileCard(card=board.in_hand("maid")))
    board.passing()
    board.end()
    board.play("alchemist")
    assert whole(heard(board, 0), "CardDrawn") == [
        "hoc.card.alchemist: CardDrawn seat 1",
        "hoc.card.alchemist: CardDrawn seat 1 known curse",
    ]
    assert face_up(board, 1, 0) == []


# Curse Witch, used from the hand.


@pytest.mark.rule("hoc.ability.special", "hoc.effect.curse-acquire", "hoc.faq.curse-witch.special-timing")
def test_exiled_from_the_hand_she_gives_every_opponent_a_curse() -> None:
    board = Board(Area(hand=f"trade-ship {WITCH}"), Area(hand="castle-wall"), Area(hand="magic-talisman"))
    board.play("trade-ship")
    board.do(pb.ChooseOption(option="coins"))
    assert board.positions() == [] and board.moves() == ["EndMainPhase", f"UseSpecialAbility {WITCH}"]
    assert board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH))) == [
        f"hoc.ability.special: AbilityUsed seat 0 {WITCH}",
        f"{CARD}: CardExiled seat 0 {WITCH}",
        f"{CARD}: CardAcquired seat 1 curse curse pile",
        f"{CARD}: CardAcquired seat 2 curse curse pile",
    ], "nothing was played, so nobody is asked"
    assert board.asked == 0 and board.field() == ["trade-ship"] and board.positions() == []
    assert board.discard(1) == board.discard(2) == "curse" and board.state.curses == 6
    assert board.state.exile == ((WITCH, 1),)


@pytest.mark.rule("hoc.ability.special", "hoc.faq.curse-witch.special-timing")
def test_the_free_play_is_still_to_be_made() -> None:
    board = Board(Area(hand=f"{WITCH}*2 city"), Area())
    assert board.moves() == [
        *("EndMainPhase", "PlayCard city first", f"PlayCard {WITCH} first", f"PlayCard {WITCH} first"),
        *(f"UseSpecialAbility {WITCH}", f"UseSpecialAbility {WITCH}"),
    ]
    board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH)))
    assert board.positions() == ["start"]
    board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH)))
    assert board.discard(1) == "curse*2" and board.moves() == ["EndMainPhase", "PlayCard city first"]


@pytest.mark.rule("hoc.faq.curse-witch.special-timing")
def test_she_is_used_in_the_own_main_phase_only() -> None:
    when = "this may be done only in your own main phase, between plays"
    board = Board(Area(hand=f"city {WITCH}"), Area(hand=WITCH))
    assert board.refused(pb.UseSpecialAbility(card=board.in_hand(WITCH, 1)), 1) == [
        ("hoc.faq.curse-witch.special-timing", when),
        ("hoc.main", "now the table waits for seat 0: Main phase"),
    ]
    board.second()
    assert board.refused(pb.UseSpecialAbility(card=board.in_hand(WITCH))) == [
        ("hoc.faq.curse-witch.special-timing", f"{when}; now it is time for: Second phase")
    ]
    board = attacked("infantry-battalion", Area(hand=WITCH))
    assert board.cited(pb.UseSpecialAbility(card=board.in_hand(WITCH, 1))) == ["hoc.faq.curse-witch.special-timing"]


@pytest.mark.rule("hoc.ability.special")
def test_no_other_card_is_used_from_the_hand() -> None:
    board = Board(Area(hand=f"scout {WITCH}", domain=f"klam-klam large-city[{WITCH}]"), Area())
    assert board.refused(pb.UseSpecialAbility(card=board.in_hand("scout"))) == [
        ("hoc.ability.special", "Scout has no ability that is used from the hand")
    ]
    for card in (board.kept(WITCH), board.in_domain("large-city"), 999):
        assert board.refused(pb.UseSpecialAbility(card=card)) == [
            ("hoc.ability.special", "only a card in your hand can be used so")
        ]


@pytest.mark.rule("hoc.effect.clockwise-shortage", "hoc.ability.special", "hoc.effect.curse-acquire")
@pytest.mark.parametrize(
    ("curses", "got"), [(3, ["curse"] * 3), (2, ["curse", "curse", ""]), (1, ["curse", "", ""]), (0, [""] * 3)]
)
def test_who_comes_too_late_acquires_none(curses: int, got: list[str]) -> None:
    board = Board(Area(hand=WITCH), Area(), Area(), Area(), curses=curses)
    assert board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH))) == [
        f"hoc.ability.special: AbilityUsed seat 0 {WITCH}",
        f"{CARD}: CardExiled seat 0 {WITCH}",
        *(f"{CARD}: CardAcquired seat {seat} curse curse pile" for seat in (1, 2, 3)[:curses]),
        *(late(seat, "hoc.effect.clockwise-shortage") for seat in (1, 2, 3)[curses:]),
    ]
    assert [board.discard(seat) for seat in (1, 2, 3)] == got and board.state.curses == 0
    assert board.state.exile == ((WITCH, 1),), "she is exiled whatever is left"


@pytest.mark.rule("hoc.concede", "hoc.sudden-death.dropout", "hoc.ability.special")
def test_who_is_out_acquires_none() -> None:
    board = Board(Area(hand=WITCH), Area(standing=3), Area(standing=2), Area())
    facts = board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH)))
    assert facts[2:] == [f"{CARD}: CardAcquired seat 3 curse curse pile"], "nor do they lack one"
    assert [board.discard(seat) for seat in (1, 2, 3)] == ["", "", "curse"] and board.state.curses == 7


@pytest.mark.rule("hoc.effect.exile", "hoc.effect.curse-acquire")
def test_an_exiled_curse_does_not_come_back_to_its_pile() -> None:
    board = Board(Area(hand=f"donation {WITCH} curse"), Area(), coins=1, curses=0)
    board.play("donation")
    board.do(pb.ExileCard(card=board.in_hand("curse")))
    assert board.state.curses == 0
    board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH)))
    assert board.discard(1) == "" and board.state.exile == (("curse", 1), (WITCH, 1))


@pytest.mark.rule("hoc.view.hidden", "hoc.ability.special")
def test_of_the_exiled_witch_her_id_in_the_hand_is_not_told() -> None:
    board = Board(Area(hand=f"{WITCH} city"), Area())
    board.do(pb.UseSpecialAbility(card=board.in_hand(WITCH)))
    for viewer, known in ((0, True), (1, False), (-1, False)):
        used, exiled = (seen.fact for seen in board.match.facts(viewer=viewer)[:2])
        assert used == pb.AbilityUsed(seat=0, kind=WITCH)
        assert isinstance(exiled, pb.CardExiled) and bool(exiled.was) is known
