"""Where a defence, an attack or a step of the turn comes to nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from tests.games.heart_of_crown.attacking import LEAVE, PASS, over, reached, reduced, shown, unasked
from tests.games.heart_of_crown.coming_to_nothing import (
    DECLINE,
    DONE,
    FIZZLE,
    SECOND,
    Point,
    again,
    board,
    card,
    concedes,
    defends,
    does,
    names,
    nothing,
    plays,
)
from tests.games.heart_of_crown.table import Area, Board

DEFENCES = [
    Point(
        "an attack on who holds no card",
        board(Area(hand="bribery")),
        [plays("bribery")],
        [
            card("bribery", "BuyingFromOpponentsAllowed"),
            *(reached(1, "bribery"), unasked(1)),
            nothing(FIZZLE, "bribery", 1),
            over("bribery"),
        ],
    ),
    Point(
        "an attack after Battering Ram",
        board(Area(hand="bribery"), Area(hand="duke"), no_defence=True),
        [plays("bribery")],
        [
            card("bribery", "BuyingFromOpponentsAllowed"),
            reached(1, "bribery"),
            nothing("hoc.card.battering-ram", seat=1, passed_over="Defend"),
            card("bribery", "HandCardRevealed duke", 1),
            over("bribery"),
        ],
    ),
    Point(
        "an attack on who has conceded meanwhile",
        board(Area(hand="scout", draw=["^duke"]), Area(hand="city"), Area(), Area(draw=["^maid"])),
        [plays("scout"), does(LEAVE), concedes(2), lambda on: on.do(PASS, 1), does(LEAVE)],
        [
            nothing("hoc.card.scout", "scout", 1),
            nothing("hoc.concede", "scout", 2),
            *(reached(3, "scout"), unasked(3)),
            again("CardRevealed seat 3 maid"),
        ],
    ),
    Point(
        "Castle Wall against what is no Troops card",
        board(Area(hand="bribery"), Area(hand="castle-wall")),
        [plays("bribery"), defends("castle-wall")],
        [
            *shown(1, "castle-wall"),
            nothing("hoc.defence.reduce", "castle-wall", 1),
            nothing("hoc.reveal.stays", "bribery", 1),
            over("bribery"),
        ],
    ),
    Point(
        "Hideout without a face-up card",
        board(Area(hand="hideout")),
        [plays("hideout")],
        [nothing(FIZZLE, "hideout", passed_over="TakeRevealedCards")],
    ),
    Point(
        "Hideout with a face-up card further down",
        board(Area(hand="hideout", draw=["city", "^duke"])),
        [plays("hideout")],
        [nothing("hoc.faq.hideout.contiguous", "hideout", passed_over="TakeRevealedCards")],
    ),
    Point(
        "Hideout, and no card taken",
        board(Area(hand="hideout", draw=["^duke"])),
        [plays("hideout"), does(pb.TakeRevealedCards())],
        [nothing("hoc.card.hideout", "hideout")],
    ),
    Point(
        "a kept Hideout in defence, with an empty hand",
        board(Area(hand="bribery"), Area(domain="klam-klam city[hideout]")),
        [plays("bribery"), defends("hideout")],
        [
            "hoc.defence.show: DefenceShown seat 1 hideout",
            nothing(FIZZLE, "hideout", 1, "PutCardOnTop"),
            nothing(FIZZLE, "bribery", 1),
            over("bribery"),
        ],
    ),
    Point(
        "a kept Magic Talisman in defence",
        board(Area(hand="bribery"), Area(domain="klam-klam city[magic-talisman]")),
        [plays("bribery"), defends("magic-talisman")],
        [
            "hoc.defence.show: DefenceShown seat 1 magic-talisman",
            nothing("hoc.defence.talisman-hand-only", "magic-talisman", 1),
            nothing(FIZZLE, "bribery", 1),
            over("bribery"),
        ],
    ),
    Point(
        "Magic Talisman with an empty hand",
        board(Area(hand="magic-talisman")),
        [plays("magic-talisman")],
        [nothing("hoc.card.magic-talisman", "magic-talisman", passed_over="DiscardCards")],
    ),
    Point(
        "Magic Talisman, and no card discarded",
        board(Area(hand="magic-talisman city")),
        [plays("magic-talisman"), does(pb.DiscardCards())],
        [nothing("hoc.card.magic-talisman", "magic-talisman")],
    ),
]


def hits(kind: str, area: Area, **given: Any) -> Callable[[], Board]:
    """That Attack card, with a Duke to exile, against somebody with that area."""
    return board(Area(hand=f"{kind} duke", draw=["^city"] * 3), area, **given)


ATTACKS = [
    Point(
        "Scout, and a card left where it is",
        hits("scout", Area(draw=["^maid"])),
        [plays("scout"), does(LEAVE), does(LEAVE)],
        [nothing("hoc.card.scout", "scout", 1), over("scout")],
    ),
    Point(
        "Scout without a card to reveal",
        hits("scout", Area(draw=[])),
        [plays("scout"), does(LEAVE)],
        [
            nothing("hoc.card.scout", "scout"),
            *(reached(1, "scout"), unasked(1)),
            nothing("hoc.deck.none-left", "scout", 1, missing=1),
            nothing(FIZZLE, "scout", 1, "DecideRevealed"),
            over("scout"),
        ],
    ),
    Point(
        "Scout against a Castle Wall",
        hits("scout", Area(hand="castle-wall")),
        [plays("scout"), does(LEAVE), defends("castle-wall")],
        [
            *(*shown(1, "castle-wall"), reduced(1, 1)),
            nothing("hoc.defence.reduce", "scout", 1, "DecideRevealed"),
            over("scout"),
        ],
    ),
    Point(
        "Infantry Battalion and four cards in hand",
        hits("infantry-battalion", Area(hand="city*4")),
        [plays("infantry-battalion"), does(PASS)],
        [nothing("hoc.card.infantry-battalion", "infantry-battalion", 1, "DiscardCards"), over("infantry-battalion")],
    ),
    Point(
        "Infantry Battalion against a Castle Wall",
        hits("infantry-battalion", Area(domain="klam-klam city[castle-wall]", hand="city*5")),
        [plays("infantry-battalion"), defends("castle-wall"), does(PASS)],
        [nothing("hoc.defence.reduce", "infantry-battalion", 1, "DiscardCards"), over("infantry-battalion")],
    ),
    Point(
        "Cornered Beast and four cards in hand",
        hits("cornered-beast", Area(hand="duke*4")),
        [plays("cornered-beast"), does(PASS)],
        [nothing("hoc.card.cornered-beast", "cornered-beast", 1, "DiscardCards"), over("cornered-beast")],
    ),
    Point(
        "Enchantress with no such name in the market",
        hits("enchantress", Area(draw=["^crown", "^curse"])),
        [plays("enchantress")],
        [
            card("enchantress", "CardDrawn city known city"),
            *(reached(1, "enchantress"), unasked(1)),
            again("CardRevealed seat 1 crown"),
            again("CardRevealed seat 1 curse under 1"),
            card("enchantress", "RevealedCardDiscarded crown", 1),
            over("enchantress"),
            nothing("hoc.faq.enchantress.absent", "enchantress", passed_over="AcquireCard"),
        ],
    ),
    Point(
        "Enchantress, and a Curse on top",
        hits("enchantress", Area(draw=["^curse", "^duke"])),
        [plays("enchantress")],
        [
            card("enchantress", "CardDrawn city known city"),
            *(reached(1, "enchantress"), unasked(1)),
            again("CardRevealed seat 1 curse"),
            nothing("hoc.card.enchantress", "enchantress", 1),
            over("enchantress"),
            nothing(FIZZLE, "enchantress", passed_over="AcquireCard"),
        ],
    ),
    Point(
        "Enchantress without a card to reveal",
        hits("enchantress", Area(draw=[])),
        [plays("enchantress")],
        [
            card("enchantress", "CardDrawn city known city"),
            *(reached(1, "enchantress"), unasked(1)),
            nothing("hoc.deck.none-left", "enchantress", 1, missing=2),
            nothing(FIZZLE, "enchantress", 1),
            over("enchantress"),
            nothing(FIZZLE, "enchantress", passed_over="AcquireCard"),
        ],
    ),
    Point(
        "Enchantress, and no card acquired",
        hits("enchantress", Area(draw=["^senator", "^curse"])),
        [plays("enchantress"), does(DECLINE)],
        [nothing("hoc.card.enchantress", "enchantress")],
    ),
    Point(
        "Curse Witch alone in the hand",
        board(Area(hand="curse-witch")),
        [plays("curse-witch")],
        [
            nothing(FIZZLE, "curse-witch", passed_over="ExileCard"),
            *(reached(1, "curse-witch"), unasked(1), over("curse-witch")),
        ],
    ),
    Point(
        "Curse Witch without a card that is dear enough",
        board(Area(hand="curse-witch village")),
        [plays("curse-witch"), does(DECLINE)],
        [nothing(FIZZLE, "curse-witch"), *(reached(1, "curse-witch"), unasked(1), over("curse-witch"))],
    ),
    Point(
        "Curse Witch against a Curse that lies face up",
        hits("curse-witch", Area(draw=["city*3", "^curse"])),
        [plays("curse-witch"), names("duke", pb.ExileCard)],
        [
            card("curse-witch", "CardExiled duke"),
            *(reached(1, "curse-witch"), unasked(1)),
            nothing("hoc.card.curse-witch", "curse-witch", 1),
            over("curse-witch"),
        ],
    ),
    Point(
        "Curse Witch against a Magic Talisman that lies face up",
        hits("curse-witch", Area(draw=["^magic-talisman", "city*3"])),
        [plays("curse-witch"), names("duke", pb.ExileCard)],
        [
            card("curse-witch", "CardExiled duke"),
            *(reached(1, "curse-witch"), unasked(1)),
            nothing("hoc.faq.talisman.is-curse", "curse-witch", 1),
            over("curse-witch"),
        ],
    ),
    Point(
        "Curse Witch with no Curse left",
        hits("curse-witch", Area(), curses=0),
        [plays("curse-witch"), names("duke", pb.ExileCard)],
        [
            card("curse-witch", "CardExiled duke"),
            *(reached(1, "curse-witch"), unasked(1)),
            nothing("hoc.faq.curse-witch.shortage", "curse-witch", 1),
            over("curse-witch"),
        ],
    ),
    Point(
        "Royal Guard against two Castle Walls",
        hits("royal-guard", Area(hand="castle-wall*2", draw=["^city"] * 3)),
        [
            plays("royal-guard"),
            defends("castle-wall"),
            lambda on: on.do(pb.Defend(card=next(one.id for one in on.player(1).hand if not one.up))),
        ],
        [
            *(*shown(1, "castle-wall"), reduced(1, 2)),
            again("CardRevealed seat 1 city"),
            nothing("hoc.faq.castle-wall.stack", "royal-guard", 1, "LeaveRevealed"),
            over("royal-guard"),
        ],
    ),
    Point(
        "Royal Guard and one card left",
        hits("royal-guard", Area(draw=["^city"])),
        [plays("royal-guard")],
        [
            card("royal-guard", "CoinsGained coins 2"),
            *(reached(1, "royal-guard"), unasked(1)),
            again("CardRevealed seat 1 city"),
            nothing("hoc.deck.none-left", "royal-guard", 1, missing=2),
            nothing(FIZZLE, "royal-guard", 1, "LeaveRevealed"),
            over("royal-guard"),
        ],
    ),
]

STEPS = [
    Point(
        "a clean-up with nothing to discard, a hand of no card, an empty supply",
        board(Area(draw=[]), entry=SECOND, supply="", random="scout"),
        [does(DONE)],
        [
            "hoc.cleanup.discard: PhaseBegan seat 0 clean up",
            nothing("hoc.cleanup.discard"),
            "hoc.refill.hand-five: PhaseBegan seat 0 hand refill",
            nothing("hoc.deck.none-left", missing=5),
            "hoc.refill.market: PhaseBegan seat 0 market refill",
            nothing("hoc.refill.supply-empty", missing=7),
            "hoc.turn.phases: TurnBegan seat 1 number 8",
        ],
    ),
    Point(
        "a turn that is cut short, and an empty supply",
        board(Area(), Area(), Area(), supply="", random="scout"),
        [lambda on: on.do(pb.Concede(), 0)],
        [
            "hoc.concede: PlayerConceded seat 0",
            nothing("hoc.refill.supply-empty", missing=7),
            "hoc.turn.phases: TurnBegan seat 1 number 8",
        ],
    ),
]

OF_ATTACKS = (*DEFENCES, *ATTACKS, *STEPS)
