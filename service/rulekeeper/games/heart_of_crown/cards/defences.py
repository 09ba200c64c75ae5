"""Defence cards (rulebook p.20), and what keeps them from being used, in the order of the data."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect, asking
from rulekeeper.games.heart_of_crown.cards.choices import in_draw_pile, of_hand
from rulekeeper.games.heart_of_crown.cards.drawing import draws
from rulekeeper.games.heart_of_crown.cards.verbs import (
    discard_any,
    draw,
    fizzle,
    gain,
    not_done,
    put_hand_card_on_top,
    take_revealed,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed
from rulekeeper.games.heart_of_crown.state import State, face_up_run, hand_ids
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Card, Offer, Script, Subset, ask

# Castle Wall: draw; in defence, Troops make you discard or reveal fewer cards.


def castle_wall_defends(effect: Effect, card: Printed, shown: int) -> None:
    """Walls add up."""
    attack = effect.state.turn.attack
    if attack is not None and CARDS[attack.kind].has("troops"):
        less = attack.reduced + card.values["less"]
        rule = "hoc.faq.castle-wall.stack" if attack.reduced else "hoc.defence.reduce"
        effect.emit(pb.AttackReduced(seat=effect.seat, by=less), rule=rule)
    else:
        fizzle(effect, "hoc.defence.reduce")


CASTLE_WALL = Block("castle-wall", play=draws, defends=castle_wall_defends)


# Battering Ram: draw, and opponents use no Defence cards for the rest of the turn.


def battering_ram(effect: Effect, card: Printed) -> None:
    draw(effect, card.draw)
    effect.emit(pb.DefenceForbidden(seat=effect.seat))


BATTERING_RAM = Block("battering-ram", play=battering_ram)


# Hideout: take face-up cards from the top of your draw pile; in defence, put a card of your hand there.


@asking("hideout")
def hideout(effect: Effect, card: Printed, shown: int = 0) -> Script[None]:
    """`shown`: the Hideout that was shown in defence; 0 where one was played."""
    yield from hideout_defends(effect, shown) if shown else hideout_played(effect)


def hideout_played(effect: Effect) -> Script[None]:
    if face_up_run(effect.state, effect.seat):
        chosen = yield from ask(effect.seat, hideout_takes)
        for taken in chosen.cards:
            take_revealed(effect, taken)
        if not chosen.cards:
            not_done(effect)
    else:
        below = any(isinstance(part, Card) and part.up for part in effect.state.players[effect.seat].draw_pile)
        rule = "hoc.faq.hideout.contiguous" if below else "hoc.effect.fizzle"
        fizzle(effect, rule, passed_over=pb.TakeRevealedCards)


def hideout_takes(state: State, seat: int) -> Iterable[Offer[pb.TakeRevealedCards]]:
    """Whatever revealed them ("hoc.faq.hideout.other-reveals")."""
    run = tuple(card.id for card in face_up_run(state, seat))
    only = ("hoc.faq.hideout.contiguous", "only face-up cards on top of your draw pile, without a gap, can be taken")
    yield Offer(pb.TakeRevealedCards, cards=Subset(run, label=in_draw_pile(state, seat), otherwise=only))


def hideout_defends(effect: Effect, shown: int) -> Script[None]:
    if effect.state.players[effect.seat].hand:
        chosen = yield from ask(effect.seat, hideout_hides)
        put_hand_card_on_top(effect, chosen.card, "hoc.faq.hideout.itself" if chosen.card == shown else "")
    else:
        fizzle(effect, passed_over=pb.PutCardOnTop)


def hideout_hides(state: State, seat: int) -> Iterable[Offer[pb.PutCardOnTop]]:
    """Itself too."""
    only = ("hoc.card.hideout", "only a card in your hand can be hidden")
    yield Offer(pb.PutCardOnTop, card=of_hand(state, seat, otherwise=only))


HIDEOUT = Block("hideout", play=hideout, defends=hideout)


# Magic Talisman: a Curse too, and never kept; discard cards for coins; in defence it leaves the hand that shows it.


@asking("magic-talisman")
def magic_talisman(effect: Effect, card: Printed) -> Script[None]:
    gain(effect, (yield from discard_any(effect, card.rule)))


def magic_talisman_defends(effect: Effect, card: Printed, shown: int) -> None:
    """Only from the hand ("hoc.defence.talisman-hand-only")."""
    if shown in hand_ids(effect.state, effect.seat):
        put_hand_card_on_top(effect, shown)
    else:
        fizzle(effect, "hoc.defence.talisman-hand-only", spared=shown)


def talisman_never_kept(state: State) -> str:
    return "" if state.talisman == "kept" else "hoc.outside.talisman.no-keep"


MAGIC_TALISMAN = Block(
    "magic-talisman", play=magic_talisman, defends=magic_talisman_defends, never_kept=talisman_never_kept
)


BLOCKS = (CASTLE_WALL, BATTERING_RAM, HIDEOUT, MAGIC_TALISMAN)
