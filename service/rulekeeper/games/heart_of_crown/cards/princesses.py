"""The six princesses (rulebook p.21, p.25-26): some act once when they are backed, some always, some when asked to."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeeper.games.heart_of_crown.cards.block import Ability, Block, Effect, asking, this_card
from rulekeeper.games.heart_of_crown.cards.choices import kinds, not_a_curse, not_in_market, of_hand
from rulekeeper.games.heart_of_crown.cards.verbs import acquire, discard, fizzle, take_back
from rulekeeper.games.heart_of_crown.catalogue import CARDS, Printed, name, shown
from rulekeeper.games.heart_of_crown.state import DomainCard, State, domain_card, market, opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Check, Multiset, Offer, OneOf, Part, Play, Script, When, ask, how_many, rule, total

# Lulunasaika: worth her points, and that is all.

LULUNASAIKA = Block("lulunasaika")


# Laolily: once, acquire up to five Royal Maids that lie in the market.

MAID = "royal-maid"

UP_TO_FIVE = "hoc.faq.laolily.up-to-five"
"""How many, and no more than the market has."""


@asking("laolily")
def laolily(effect: Effect, card: Printed) -> Script[None]:
    if how_many(market(effect.state), MAID):
        chosen = yield from ask(effect.seat, laolily_menu)
        for kind in chosen.kinds:
            yield from acquire(effect, kind)
        if not chosen.kinds:
            fizzle(effect, UP_TO_FIVE)
    else:
        fizzle(effect, UP_TO_FIVE, passed_over=pb.AcquireCards)


def laolily_menu(state: State, seat: int) -> Iterable[Offer[pb.AcquireCards]]:
    most = min(CARDS["laolily"].values["maids"], how_many(market(state), MAID))
    rule = "hoc.faq.laolily.up-to-five"
    only = (rule, "only Royal Maids that lie in the market can be acquired so")
    yield Offer(
        pb.AcquireCards,
        kinds=Multiset({MAID: most}, label=shown, otherwise=only, size_rule=rule, copies_rule=rule),
    )


LAOLILY = Block("laolily", backed=laolily)


# Klam-Klam: every card that you buy is cheaper, but never free.


def klam_klam(cost: int) -> tuple[Part, ...]:
    values, her = CARDS["klam-klam"].values, CARDS["klam-klam"]
    off = Part(her.rule, -values["off"], her.name_en)
    below = min(cost, values["floor"]) - (cost - values["off"])
    return (off, Part("hoc.outside.klam.floor", below, "no card is free")) if below > 0 else (off,)


KLAM_KLAM = Block("klam-klam", price=klam_klam)


# Bergamotte: once in each of your main phases, discard a card that is no Curse, take an Action card from your discards.


def bergamotte_offer(state: State, seat: int, card: DomainCard) -> Offer[pb.UseAbility]:
    used, hand = card.id in state.turn.used, bool(state.players[seat].hand)
    return Offer(
        pb.UseAbility,
        When("hoc.ability.bergamot-once", not used, "Bergamotte's ability was used in this main phase"),
        When("hoc.card.bergamotte", hand, "a card of your hand is discarded for it, and your hand is empty"),
        card=this_card(card),
        discard=of_hand(state, seat, *not_a_curse(state, seat, "hoc.ability.bergamot-once")),
    )


@rule("hoc.card.bergamotte")
def bergamotte(play: Play[State], seat: int, card: int, cost: int) -> Script[None]:
    effect = Effect(play, seat, "hoc.card.bergamotte")
    discard(effect, [cost])
    if actions(play.state, seat):
        chosen = yield from ask(seat, bergamotte_menu)
        take_back(effect, chosen.kind)
    else:
        fizzle(effect, "hoc.faq.bergamotte.no-action", passed_over=pb.TakeBackCard)


def bergamotte_menu(state: State, seat: int) -> Iterable[Offer[pb.TakeBackCard]]:
    an_action = Check(
        "hoc.card.bergamotte",
        lambda kind: CARDS[kind].has("Action"),
        lambda kind: f"{name(kind)} ({', '.join(CARDS[kind].types)}) is no Action card",
    )
    lying = OneOf(
        kinds(state.players[seat].discard_pile),
        an_action,
        label=shown,
        otherwise=lambda kind: ("hoc.card.bergamotte", f"{name(kind)} does not lie in your discard pile"),
        ref=lambda kind: f"seat-{seat}/discards/{kind}",
    )
    yield Offer(pb.TakeBackCard, kind=lying)


def actions(state: State, seat: int) -> tuple[str, ...]:
    """The kinds of Action cards in the seat's discard pile."""
    return tuple(kind for kind in kinds(state.players[seat].discard_pile) if CARDS[kind].has("Action"))


BERGAMOTTE = Block("bergamotte", ability=Ability(bergamotte_offer, bergamotte))


# Flammaria: once, acquire two cards that do not cost much; Farming Villages do not come to the domain with her.


@asking("flammaria")
def flammaria(effect: Effect, card: Printed) -> Script[None]:
    missing = max(card.values["acquire"] - total(cheap(effect.state)), 0)
    if cheap(effect.state):
        chosen = yield from ask(effect.seat, flammaria_menu)
        for kind in chosen.kinds:
            yield from acquire(effect, kind)
        if missing:
            fizzle(effect, missing=missing)
    else:
        fizzle(effect, passed_over=pb.AcquireCards, missing=missing)


def flammaria_menu(state: State, seat: int) -> Iterable[Offer[pb.AcquireCards]]:
    most = CARDS["flammaria"].values["cost"]
    number = min(CARDS["flammaria"].values["acquire"], total(cheap(state)))
    cheap_enough = Check(
        "hoc.card.flammaria",
        lambda kind: CARDS[kind].cost <= most,
        lambda kind: f"{name(kind)} costs {CARDS[kind].cost}, at most {most} is allowed",
    )
    lying = Multiset(
        market(state),
        cheap_enough,
        least=number,
        most=number,
        label=shown,
        otherwise=lambda kind: ("hoc.card.flammaria", not_in_market(kind)),
    )
    yield Offer(pb.AcquireCards, kinds=lying)


def cheap(state: State) -> tuple[tuple[str, int], ...]:
    """What lies in the market and costs little enough for her."""
    most = CARDS["flammaria"].values["cost"]
    return tuple((kind, count) for kind, count in market(state) if CARDS[kind].cost <= most)


FLAMMARIA = Block("flammaria", backed=flammaria, stays=("farming-village",))


# The Twins: counters for the rivals' princesses when they are backed; each gives an extra turn, but never two in a row.


def twins_backed(effect: Effect, card: Printed) -> None:
    rivals = [seat for seat in opponents(effect.state, effect.seat) if effect.state.players[seat].domain]
    twins = next(placed for placed in effect.state.players[effect.seat].domain if placed.kind == card.id)
    counters = card.values["counters"] + len(rivals)
    effect.emit(pb.TwinCountersChanged(seat=effect.seat, card=twins.id, counters=counters))


def twins_offer(state: State, seat: int, card: DomainCard) -> Offer[pb.UseAbility]:
    return Offer(
        pb.UseAbility,
        When("hoc.outside.twins.counters", card.twin > 0, "no twin counter is left"),
        When("hoc.outside.twins.counters", not state.turn.extra, "this is an extra turn, and no other follows it"),
        When("hoc.outside.twins.counters", not state.turn.extra_turn_follows, "an extra turn follows this one already"),
        card=this_card(card),
    )


def twins_used(effect: Effect, card: DomainCard) -> None:
    left = domain_card(effect.state, effect.seat, card.id).twin - 1
    effect.emit(pb.TwinCountersChanged(seat=effect.seat, card=card.id, counters=left))
    effect.emit(pb.ExtraTurnGranted(seat=effect.seat))


TWINS = Block("twins-lain-shion", backed=twins_backed, ability=Ability(twins_offer, twins_used))


BLOCKS = (LULUNASAIKA, LAOLILY, KLAM_KLAM, BERGAMOTTE, FLAMMARIA, TWINS)
