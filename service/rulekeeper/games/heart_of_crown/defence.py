"""Defence cards (rulebook p.20)."""

from __future__ import annotations

from collections.abc import Iterable

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS, Effect, carry_out
from rulekeeper.games.heart_of_crown.cards.verbs import reveal_hand_card
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, shown
from rulekeeper.games.heart_of_crown.state import State, hand_ids, kept_cards, used
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Offer, OneOf, Play, Script


def is_asked(state: State, seat: int) -> bool:
    """By what all can see: any card of a hand may be a Defence card, and of kept cards all know
    which are. A card that was used against this attack is no reason to ask.
    """
    answered = used(state)
    if state.turn.no_defence:
        return False
    player = state.players[seat]
    return any(card.id not in answered for card in player.hand) or any(
        CARDS[card.kind].has("Defence") and card.id not in answered for card in kept_cards(state, seat)
    )


def unasked(state: State) -> str:
    """The rule under which nobody is asked whom an attack reaches: no Defence card may be used, or none is there."""
    return CARDS["battering-ram"].rule if state.turn.no_defence else "hoc.defence.asked"


def menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    """Any Defence card, whatever the attack ("hoc.faq.talisman.any-attack"), as many as there are
    ("hoc.defence.multiple"), once each.
    """
    answered = used(state)
    player = state.players[seat]
    printed: dict[int, Printed] = {card.id: CARDS[card.kind] for card in (*player.hand, *kept_cards(state, seat))}
    defence = Check(
        "hoc.types.defence",
        lambda card: printed[card].has("Defence"),
        lambda card: f"{printed[card].name_en} ({', '.join(printed[card].types)}) is no Defence card",
    )
    once = Check(
        "hoc.defence.once",
        lambda card: card not in answered,
        lambda card: f"this {printed[card].name_en} was used against this attack",
    )
    usable = OneOf(
        tuple(printed),
        defence,
        once,
        label=lambda card: shown(printed[card].id),
        otherwise=("hoc.defence.who", "only a card in your hand or kept in your domain can be used"),
    )
    yield Offer(pb.Defend, card=usable)
    yield Offer(pb.PassDefence)


def use(play: Play[State], seat: int, card: int) -> Script[None]:
    """It is shown, and its defence effect happens at once ("hoc.defence.show"). It stays where it is
    ("hoc.defence.stays"), in a hand face up ("hoc.reveal.stays").
    """
    effect = Effect(play, seat, "hoc.defence.show")
    if card in hand_ids(play.state, seat):
        card = reveal_hand_card(effect, card)
    held = (*play.state.players[seat].hand, *kept_cards(play.state, seat))
    kind = next(one.kind for one in held if one.id == card)
    effect.emit(pb.DefenceShown(seat=seat, card=card, kind=kind))
    yield from carry_out(play, seat, kind, BLOCKS[kind].defends, card)
