"""The two cards that use others: 45. Twin-Tailed Comet, which copies a tactic on the chain, and 105. Slaanesh's
Domination, which plays tactics of the opponent's hand. All of it is a part of their own resolution
("whi.chain.play-during-resolution").
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from rulekeeper.games.warhammer_invasion import following
from rulekeeper.games.warhammer_invasion.actions import offers, picked, price_of
from rulekeeper.games.warhammer_invasion.block import Action, Asker, Block, Effect, Target, block
from rulekeeper.games.warhammer_invasion.cards.verbs import opposing
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.chain import carry_out, declare_tactic, developments_targeted, resolve
from rulekeeper.games.warhammer_invasion.nothing import fizzle
from rulekeeper.games.warhammer_invasion.pricing import pay, total
from rulekeeper.games.warhammer_invasion.state import (
    TACTIC,
    Link,
    State,
    all_see,
    by_kind,
    hand_card,
    link,
    owner_sees,
)
from rulekeeper.games.warhammer_invasion.window_menu import moment
from rulekeeper.kernel import Offer, Script, ask, counts
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# 45. Twin-Tailed Comet: the effect of a tactic that was just played, once more, with targets of its own.


def can_be_copied(asker: Asker, one: Link) -> bool:
    """Any tactic on the chain. A copy of a Comet finds none that is being copied already: there would be no end of
    it.
    """
    copying = [other for other in asker.state.resolving if other.kind == "twin-tailed-comet"] if asker.card else []
    return one.what == TACTIC and not any(one.number in other.targets for other in copying)


def twin_tailed_comet(effect: Effect) -> Script[None]:
    """The copy's targets are named now, and nothing is paid but for having them ("whi.cost.extra-for-target")."""
    play, seat, number = effect.play, effect.seat, effect.targets[0]
    copied = link(effect.state, number)
    assert copied is not None
    action = block(copied.kind).action
    assert action is not None
    menu = functools.partial(copy_menu, number)
    open_now = [offer for offer in menu(effect.state, seat) if offer.open()]
    if not open_now:
        fizzle(effect, passed_over=pb.CopyTactic)
        return
    command: Any = pb.CopyTactic(card=number)
    if any(len(offer.fields) > 1 for offer in open_now):
        command = yield from ask(seat, menu)
    due = price_of(effect.state, seat, command, action, ())
    found = picked(play, seat, command, action)
    fact = pb.ActionCopied(
        seat=seat,
        kind=copied.kind,
        action=play.mint(all_see(effect.state)),
        targets=found.targets,
        cards=found.cards,
        zone=pb.Zone.ValueType(found.zone),
    )
    effect.emit(fact)
    developments_targeted(play, fact.action, found)
    short = max(total(due) - effect.state.players[seat].resources, 0)
    pay(play, seat, due, short, "whi.cost.extra-for-target")
    yield from carry_out(play)
    yield from following.after(play)
    effect.emit(pb.ActionOver(action=fact.action))


def copy_menu(number: int, state: State, seat: int) -> Iterable[Offer[pb.CopyTactic]]:
    copied = link(state, number)
    assert copied is not None
    yield from offers(state, seat, pb.CopyTactic, (number,), CARDS[copied.kind], None, (), free=True, copied=True)


TWIN_TAILED_COMET = Block(
    "twin-tailed-comet",
    action=Action(
        twin_tailed_comet,
        target=Target("a tactic on the chain", action=can_be_copied, rule="whi.chain.just-played"),
    ),
)


# 105. Slaanesh's Domination: tactics out of the opponent's hand.


def slaaneshs_domination(effect: Effect) -> Script[None]:
    """What is played stays its owner's; the rest is hidden in the hand again."""
    play, seat, owner = effect.play, effect.seat, opposing(effect)
    revealed = tuple(reveal(effect, owner, effect.value("cards")))
    menu = functools.partial(revealed_menu, owner, revealed)
    played = False
    if not revealed:
        fizzle(effect, seat=owner)
    elif not any(offer.open() for offer in menu(effect.state, seat) if offer.message is pb.PlayRevealed):
        fizzle(effect, passed_over=pb.PlayRevealed)
    while any(offer.open() for offer in menu(effect.state, seat) if offer.message is pb.PlayRevealed):
        command = yield from ask(seat, menu)
        if isinstance(command, pb.Decline):
            if not played:
                fizzle(effect)
            break
        played = True
        yield from declare_tactic(play, seat, command, owner, ())
        yield from resolve.run()
    audience = owner_sees(owner)
    for card in still_held(effect.state, owner, revealed):
        kind = hand_card(effect.state, owner, card).kind
        hidden = play.mint(audience)
        effect.emit(pb.RevealedCardReturned(seat=owner, was=card, card=hidden, kind=kind), audience)


def reveal(effect: Effect, owner: int, cards: int) -> Iterable[int]:
    """Reveals so many cards of a hand by lot, or all that are hidden there ("whi.hidden.random"); their new ids."""
    everyone, audience = all_see(effect.state), owner_sees(owner)
    for _ in range(cards):
        hidden = [card for card in effect.state.players[owner].hand if not card.up]
        if not hidden:
            return
        kind = effect.play.draw("hand", counts(card.kind for card in hidden), everyone)
        was = next(card.id for card in hidden if card.kind == kind)
        shown = effect.play.mint(everyone)
        fact = pb.HandCardRevealed(seat=owner, was=was, card=shown, kind=kind)
        effect.emit(fact, audience, rule="whi.hidden.random")
        yield shown


def still_held(state: State, owner: int, revealed: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the revealed cards that are in the hand still."""
    return tuple(card.id for card in state.players[owner].hand if card.id in revealed)


def revealed_menu(owner: int, revealed: tuple[int, ...], state: State, seat: int) -> Iterable[Offer[Any]]:
    """Each of the revealed tactics, for nothing but what its text and its targets cost ("whi.cost.no-cost"), in the
    window that it names.
    """
    held = [hand_card(state, owner, card) for card in still_held(state, owner, revealed)]
    for kind, cards in by_kind(held).items():
        printed = CARDS[kind]
        if printed.type == "tactic":
            now = moment(state, seat, printed)
            yield from offers(state, seat, pb.PlayRevealed, cards, printed, None, (), *now, free=True)
    yield Offer(pb.Decline)


SLAANESHS_DOMINATION = Block("slaaneshs-domination", action=Action(slaaneshs_domination))


COPYING = (TWIN_TAILED_COMET, SLAANESHS_DOMINATION)
"""In the order of their numbers."""
