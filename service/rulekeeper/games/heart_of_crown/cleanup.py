"""The end of a turn (rulebook p.17-18): clean-up, hand refill, market refill."""

from __future__ import annotations

from rulekeeper.games.heart_of_crown.cards import BLOCKS, Effect, carry_out
from rulekeeper.games.heart_of_crown.cards.verbs import by_kind, discard, draw, fizzle
from rulekeeper.games.heart_of_crown.setup import HAND, KINDS_OUT, fill_random_market
from rulekeeper.games.heart_of_crown.state import CLEAN_UP, HAND_REFILL, MARKET_REFILL, State, hand_ids
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Play, Script, rule


@rule("hoc.cleanup.discard")
def clean_up(play: Play[State], seat: int) -> Script[None]:
    """Field and hand go to the discard pile, coins vanish, the domain stays ("hoc.cleanup.domain-stays")."""
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(CLEAN_UP)))
    for kind in play.state.turn.at_clean_up:
        yield from carry_out(play, seat, kind, BLOCKS[kind].clean_up)
    field, hand = play.state.players[seat].field, hand_ids(play.state, seat)
    effect = Effect(play, seat, "hoc.cleanup.discard")
    if not field and not hand:
        fizzle(effect, effect.rule)
    if field:
        play.emit(pb.FieldDiscarded(seat=seat, cards=by_kind(card.kind for card in field)))
    discard(effect, hand)
    if play.state.turn.coins:
        play.emit(pb.CoinsLost(seat=seat, coins=play.state.turn.coins), rule="hoc.cleanup.coins-lost")


@rule("hoc.refill.hand-five")
def refill_hand(play: Play[State], seat: int) -> Script[None]:
    """The discard pile is shuffled only when a card is wanted and none is left ("hoc.example.mid-draw")."""
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(HAND_REFILL)))
    effect = Effect(play, seat, "hoc.refill.hand-five")
    draw(effect, HAND, shuffling="hoc.refill.mid-draw-shuffle", short="hoc.deck.none-left")
    yield from ()


@rule("hoc.refill.market")
def refill_market(play: Play[State], seat: int) -> Script[None]:
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(MARKET_REFILL)))
    refill(play, seat)
    yield from ()


def refill(play: Play[State], seat: int) -> None:
    """To eight kinds, or as far as the supply goes."""
    fill_random_market(play, "hoc.refill.market")
    missing = KINDS_OUT - len(play.state.random_market)
    if missing > 0:
        fizzle(Effect(play, seat, "hoc.refill.market"), "hoc.refill.supply-empty", missing=missing)
