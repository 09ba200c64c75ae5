"""Commons that make use of what others, or other cards, have done."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from rulekeeper.games.heart_of_crown.cards.block import Block, Effect, asking
from rulekeeper.games.heart_of_crown.cards.verbs import fizzle
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name, shown
from rulekeeper.games.heart_of_crown.coronation import at_once
from rulekeeper.games.heart_of_crown.state import (
    DomainCard,
    FieldCard,
    State,
    called,
    domain_card,
    field_card,
    opponents,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Offer, OneOf, Script, ask

# Shinobi: the effect of another Action card of your field, but not its links.


@asking("shinobi")
def shinobi(effect: Effect, card: Printed) -> Script[str | None]:
    """Of an Attack card the attack too ("hoc.faq.shinobi.defence")."""
    if not any(copiable(played) for played in effect.state.players[effect.seat].field):
        fizzle(effect, passed_over=pb.CopyCard)
        return None
    chosen = yield from ask(effect.seat, shinobi_menu)
    copied = field_card(effect.state, effect.seat, chosen.card)
    effect.emit(pb.EffectCopied(seat=effect.seat, card=copied.id, kind=copied.kind))
    return copied.kind


def copiable(played: FieldCard) -> bool:
    return CARDS[played.kind].has("Action") and played.kind != "shinobi"


def shinobi_menu(state: State, seat: int) -> Iterable[Offer[pb.CopyCard]]:
    def called(card: int) -> str:
        return name(field_card(state, seat, card).kind)

    other = Check(
        "hoc.card.shinobi",
        lambda card: copiable(field_card(state, seat, card)),
        lambda card: f"an Action card that is no Shinobi is wanted, not {called(card)}",
    )
    in_field = tuple(card.id for card in state.players[seat].field)
    label = lambda card: shown(field_card(state, seat, card).kind)  # noqa: E731
    only = ("hoc.card.shinobi", "only a card in your field can be copied")
    yield Offer(pb.CopyCard, card=OneOf(in_field, other, label=label, otherwise=only))


SHINOBI = Block("shinobi", copies=shinobi)


# Gossipy Duchess: when she is set, a Royal Maid, Senator or Duke of each opponent's domain goes to a discard pile.

COURT = ("royal-maid", "senator", "duke")


@asking("gossipy-duchess")
def gossipy_duchess(effect: Effect, card: Printed) -> Script[None]:
    for owner in opponents(effect.state, effect.seat):
        theirs, player = effect.on(owner), effect.state.players[owner]
        if not player.in_game:
            fizzle(theirs, "hoc.concede", passed_over=pb.ChooseDomainCard)
        elif not any(placed.kind in COURT for placed in player.domain):
            fizzle(theirs, passed_over=pb.ChooseDomainCard)
        else:
            chosen = yield from ask(effect.seat, functools.partial(gossipy_duchess_menu, owner))
            if effect.state.players[owner].in_game:
                placed = domain_card(effect.state, owner, chosen.card)
                effect.emit(pb.DomainCardDiscarded(seat=owner, card=placed.id, kind=placed.kind))
                yield from at_once(effect.play)
            else:  # who concedes meanwhile keeps all
                fizzle(theirs, "hoc.concede", spared=chosen.card)


def gossipy_duchess_menu(owner: int, state: State, seat: int) -> Iterable[Offer[pb.ChooseDomainCard]]:
    domain: dict[int, DomainCard] = {placed.id: placed for placed in state.players[owner].domain}
    court = Check(
        "hoc.card.gossipy-duchess",
        lambda card: domain[card].kind in COURT,
        lambda card: f"she talks of a Royal Maid, a Senator or a Duke, not of {name(domain[card].kind)}",
    )
    only = ("hoc.card.gossipy-duchess", f"only a card in the domain of {called(owner)} can be chosen")
    label = lambda card: shown(domain[card].kind)  # noqa: E731
    yield Offer(pb.ChooseDomainCard, card=OneOf(tuple(domain), court, label=label, otherwise=only))


GOSSIPY_DUCHESS = Block("gossipy-duchess", sets=gossipy_duchess)


BLOCKS = (SHINOBI, GOSSIPY_DUCHESS)
