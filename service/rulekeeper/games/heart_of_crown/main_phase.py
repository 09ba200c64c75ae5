"""The main phase (rulebook p.13-15, p.21): plays and links, keep and recall, activated abilities."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from google.protobuf.message import Message

from rulekeeper.games.heart_of_crown.cards import BLOCKS, Effect, carry_out
from rulekeeper.games.heart_of_crown.cards.choices import of_hand
from rulekeeper.games.heart_of_crown.catalogue import CARDS, CURSE, Printed, name, shown
from rulekeeper.games.heart_of_crown.coronation import at_once, declare, declare_offers
from rulekeeper.games.heart_of_crown.effects import resolve
from rulekeeper.games.heart_of_crown.prices import price
from rulekeeper.games.heart_of_crown.state import (
    MAIN,
    START,
    State,
    all_see,
    domain_card,
    hand_card,
    in_hand,
    kept_cards,
    owner_sees,
    place_in_words,
)
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Across, Check, Offer, OneOf, Play, Rule, Script, When, ask, rule


@rule("hoc.main")
def main_phase(play: Play[State], seat: int) -> Script[None]:
    """Until it is declared over: with no position left it does not end by itself ("hoc.main.end")."""
    play.emit(pb.PhaseBegan(seat=seat, phase=pb.Phase.ValueType(MAIN)))
    while True:
        yield from at_once(play)
        command = yield from ask(seat, main_menu)
        yield from at_once(play)
        match command:
            case pb.PlayCard():
                yield from play_card(play, seat, command)
            case pb.KeepCard():
                keep(play, seat, command)
            case pb.RecallCard():
                recall(play, seat, command)
            case pb.UseAbility():
                yield from use_ability(play, seat, command)
            case pb.UseSpecialAbility():
                yield from use_special_ability(play, seat, command)
            case pb.DeclareCoronation():
                declare(play, seat)
            case _:
                return


def main_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    yield play_offer(state, seat)
    yield keep_offer(state, seat)
    yield recall_offer(state, seat)
    yield from ability_offers(state, seat)
    yield special_offer(state, seat)
    yield from declare_offers(state, seat)
    yield Offer(pb.EndMainPhase)


# Playing a card, and links.


def play_offer(state: State, seat: int) -> Offer[pb.PlayCard]:
    """One Action or Territory card from hand, on the own turn ("hoc.types.action"), at any open position of the field
    ("hoc.link.chain").
    """
    hand = in_hand(state, seat)
    curse = Check(
        "hoc.card.curse",
        lambda card: hand[card].id != CURSE,
        lambda card: "a plain Curse can be neither played nor set",
    )
    playable = Check(
        "hoc.main.playable-types",
        lambda card: hand[card].playable,
        lambda card: f"{types(hand[card])}: neither an Action nor a Territory",
    )
    free = Check(
        "hoc.main.play-one",
        lambda position: position in state.turn.positions,
        lambda position: "the one free play of this turn is made",
    )
    card = of_hand(state, seat, curse, playable, otherwise=functools.partial(not_in_hand, state, seat))
    at = OneOf(
        tuple(dict.fromkeys((*state.turn.positions, START))),
        free,
        label=functools.partial(position_in_words, state, seat),
        otherwise=functools.partial(not_open, state, seat),
    )
    return Offer(pb.PlayCard, *open_position(state), card=card, at=at)


def not_in_hand(state: State, seat: int, card: int) -> tuple[str, str]:
    """Why a card that is not in the hand is not played."""
    kept = {one.id: one.kind for one in kept_cards(state, seat)}
    if card in kept:
        return "hoc.keep.not-a-play", f"{name(kept[card])} is kept: it is played from the hand, so recall it first"
    return "hoc.main.play-one", "only cards in your hand can be played"


def not_open(state: State, seat: int, position: str) -> tuple[str, str]:
    """Why no card is played at a position that is not open, and which ones are."""
    field, words = state.players[seat].field, functools.partial(position_in_words, state, seat)
    opener, _, corner = position.partition(":")
    kind = next((placed.kind for placed in field if str(placed.id) == opener), "")
    there = next((placed.kind for placed in field if placed.at == position), "")
    rule, why = "hoc.link.chain", f"{position} is no position of your field"
    if there:
        rule, why = "hoc.link.one-per-position", f"{words(position)} lies {name(there)} already"
    elif kind and not CARDS[kind].link:
        rule, why = "hoc.link.none-ends", f"{name(kind)} has no link symbol"
    elif kind and corner not in CARDS[kind].link:
        rule, why = "hoc.symbol.link", f"{name(kind)} has no link symbol at that corner"
    elif kind:
        rule, why = "hoc.link.stay-counted", f"the card {words(position)} has left, and gives no position back"
    open_ones = ", ".join(f"{words(one)} ({one})" for one in state.turn.positions)
    return rule, f"{why}; {f'open: {open_ones}' if open_ones else 'none is open'}"


def open_position(state: State) -> Iterable[When]:
    """One card is played freely; each further one needs a position that a link symbol opened ("hoc.symbol.link") and no
    card has taken. A card without one closes its branch alone ("hoc.link.none-ends",
    "hoc.example.link-villages-infantry").
    """
    left, linked = bool(state.turn.positions), state.turn.linked
    if left or linked:
        each = f"each of the {linked} link positions" if linked > 1 else "the one link position"
        yield When("hoc.link.one-per-position", left, f"{each} of this turn holds a card")
    else:
        yield When(
            "hoc.main.play-one", left, "the one free play of this turn is made, and no link symbol is in the field"
        )


def play_card(play: Play[State], seat: int, command: pb.PlayCard) -> Script[None]:
    """Face up into the field ("hoc.main.face-up"); then its effects, from top to bottom ("hoc.effect.order"),
    before the next play ("hoc.link.resolve-before-next").
    """
    card = hand_card(play.state, seat, command.card)
    new = play.mint(all_see(play.state))
    played = pb.CardPlayed(
        seat=seat,
        was=card.id,
        card=new,
        kind=card.kind,
        at=command.at,
        opened=[f"{new}:{corner}" for corner in CARDS[card.kind].link],
    )
    cited = "hoc.main.play-one" if command.at == START else "hoc.link.chain"
    play.emit(played, card.audience, rule=cited)
    yield from resolve(play, seat, card.kind)


def position_in_words(state: State, seat: int, position: str) -> str:
    return place_in_words([(placed.id, placed.kind) for placed in state.players[seat].field], position)


# Keep and recall.


def has_domain(state: State, seat: int) -> When:
    return When("hoc.keep.requires-domain", bool(state.players[seat].domain), "you have backed no princess yet")


def keep_offer(state: State, seat: int) -> Offer[pb.KeepCard]:
    """An Action card from hand, on a Territory of the domain that holds none and costs as much
    ("hoc.example.keep-cost"). Not a play ("hoc.keep.not-a-play"), and done as often as its player likes
    ("hoc.keep.any-number").
    """
    hand, domain = in_hand(state, seat), state.players[seat].domain
    territories = [placed for placed in domain if CARDS[placed.kind].has("Territory")]
    free = [CARDS[placed.kind].cost for placed in territories if placed.kept is None]

    def cost(card: int) -> int:
        return hand[card].cost

    def cost_now(card: int) -> int:
        return price(state, seat, hand[card].id)

    def on(card: int) -> str:
        return domain_card(state, seat, card).kind

    card = of_hand(
        state,
        seat,
        Check(
            "hoc.keep.action-only",
            lambda card: hand[card].has("Action"),
            lambda card: f"{types(hand[card])}: no Action card",
        ),
        *unkept(state, seat),
        Check(
            "hoc.keep.keep", lambda card: bool(territories) or not domain, lambda card: "your domain has no Territory"
        ),
        Check(
            "hoc.keep.one-per-territory",
            lambda card: bool(free) or not territories,
            lambda card: "every Territory of your domain holds a kept card already",
        ),
        Check(
            "hoc.keep.cost-limit",
            lambda card: not free or cost(card) <= max(free),
            lambda card: f"it costs {cost(card)}, the costliest free Territory of your domain {max(free)}",
        ),
        Check(
            "hoc.keep.printed-cost",
            lambda card: not free or cost(card) <= max(free) or cost_now(card) > max(free),
            lambda card: f"that you would buy it for {cost_now(card)} does not count",
        ),
        otherwise=("hoc.keep.keep", "only cards in your hand can be kept"),
    )
    place = OneOf(
        tuple(placed.id for placed in domain),
        Check(
            "hoc.keep.keep",
            lambda card: CARDS[on(card)].has("Territory"),
            lambda card: f"{name(on(card))} is no Territory",
        ),
        Check(
            "hoc.keep.one-per-territory",
            lambda card: domain_card(state, seat, card).kept is None,
            lambda card: f"this {name(on(card))} holds a kept card already",
        ),
        label=lambda card: shown(on(card)),
        otherwise=("hoc.keep.keep", "only a Territory in your domain can hold a card"),
    )
    dear = Across(
        "hoc.keep.cost-limit",
        lambda command: cost(command.card) <= CARDS[on(command.on)].cost,
        lambda command: (
            f"{name(hand_card(state, seat, command.card).kind)} costs {cost(command.card)}, "
            f"{name(on(command.on))} {CARDS[on(command.on)].cost}"
        ),
    )
    return Offer(pb.KeepCard, has_domain(state, seat), across=(dear,), card=card, on=place)


def unkept(state: State, seat: int) -> Iterable[Check]:
    """Against each card of the hand whose text says that it is never kept."""
    against = {card.kind: why_never_kept(state, card.kind) for card in state.players[seat].hand}
    for cited in dict.fromkeys(filter(None, against.values())):
        kinds = [kind for kind, rule in against.items() if rule == cited]
        yield never_kept(cited, kinds, in_hand(state, seat).__getitem__)


def why_never_kept(state: State, kind: str) -> str:
    """The rule that keeps cards of this kind from being kept; empty where none does."""
    rule = BLOCKS[kind].never_kept
    return rule(state) if rule is not None else ""


def never_kept(cited: str, kinds: Sequence[str], printed: Callable[[int], Printed]) -> Check:
    return Check(
        cited,
        lambda card: printed(card).id not in kinds,
        lambda card: f"{printed(card).name_en} cannot be kept",
    )


def keep(play: Play[State], seat: int, command: pb.KeepCard) -> None:
    card = hand_card(play.state, seat, command.card)
    new = play.mint(all_see(play.state))
    kept = pb.CardKept(seat=seat, was=card.id, card=new, kind=card.kind, on=command.on)
    play.emit(kept, card.audience, rule="hoc.keep.keep")


def recall_offer(state: State, seat: int) -> Offer[pb.RecallCard]:
    """A kept card, back to the hand."""
    kept = {card.id: card.kind for card in kept_cards(state, seat)}
    return Offer(
        pb.RecallCard,
        has_domain(state, seat),
        When("hoc.recall", bool(kept), "you keep no card"),
        card=OneOf(
            tuple(kept),
            label=lambda card: shown(kept[card]),
            otherwise=("hoc.recall", "only a card that you keep can be recalled"),
        ),
    )


def recall(play: Play[State], seat: int, command: pb.RecallCard) -> None:
    kind = next(card.kind for card in kept_cards(play.state, seat) if card.id == command.card)
    new = play.mint(owner_sees(seat))
    recalled = pb.CardRecalled(seat=seat, was=command.card, card=new, kind=kind)
    play.emit(recalled, owner_sees(seat), rule="hoc.recall")


# Activated abilities.


def ability_offers(state: State, seat: int) -> Iterable[Offer[pb.UseAbility]]:
    """Those of the cards in the domain ("hoc.ability.activated"); each card says itself what its own wants."""
    able = [(placed, BLOCKS[placed.kind].ability) for placed in state.players[seat].domain]
    offered = [ability.offer(state, seat, placed) for placed, ability in able if ability is not None]
    yield from offered or (NO_ABILITY,)


NO_ABILITY = Offer(
    pb.UseAbility,
    When("hoc.ability.activated", False, "no card in your domain has an activated ability"),
    card=OneOf(()),
)
"""The one reason, whichever card is named."""


def use_ability(play: Play[State], seat: int, command: pb.UseAbility) -> Script[None]:
    placed = domain_card(play.state, seat, command.card)
    ability = BLOCKS[placed.kind].ability
    assert ability is not None
    used = pb.AbilityUsed(seat=seat, card=placed.id, kind=placed.kind)
    play.emit(used, rule="hoc.ability.activated")
    if isinstance(ability.use, Rule):
        yield from ability.use.run(seat, placed.id, command.discard)
    else:
        ability.use(Effect(play, seat, CARDS[placed.kind].rule), placed)


# Special activated abilities.


def special_offer(state: State, seat: int) -> Offer[pb.UseSpecialAbility]:
    """Straight from the hand, whatever positions are open; it is no play ("hoc.ability.special")."""
    hand = in_hand(state, seat)
    able = Check(
        "hoc.ability.special",
        lambda card: BLOCKS[hand[card].id].special is not None,
        lambda card: f"{hand[card].name_en} has no ability that is used from the hand",
    )
    only = ("hoc.ability.special", "only a card in your hand can be used so")
    return Offer(pb.UseSpecialAbility, card=of_hand(state, seat, able, otherwise=only))


def use_special_ability(play: Play[State], seat: int, command: pb.UseSpecialAbility) -> Script[None]:
    """No card is played, so nobody may defend ("hoc.ability.special-no-defence")."""
    kind = hand_card(play.state, seat, command.card).kind
    play.emit(pb.AbilityUsed(seat=seat, kind=kind), rule="hoc.ability.special")
    yield from carry_out(play, seat, kind, BLOCKS[kind].special, command.card)


# Words.


def types(card: Printed) -> str:
    return f"{card.name_en} ({', '.join(card.types)})"
