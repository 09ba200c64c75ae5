"""A draft (rulebook p.18-20): two piles, five packs each, and the draft format cards.

Who sees what: a pack's cards are known to whoever has held it, and to no spectator; a picked card is known to who
picked it, a card taken out of the opponent's pack and a draft format card to everyone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.box import DRAFT_COURSE, DRAFT_POOLS, NEUTRAL_DEAL
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, SIDE_NAMES, SIDES, shown
from rulekeeper.games.warhammer_invasion.draft_reducer import draft_of, drafter_of
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.piles import listed
from rulekeeper.games.warhammer_invasion.state import SEATS, State, opponent, owner_sees
from rulekeeper.kernel import (
    JUDGES,
    Audience,
    Bag,
    Card,
    Counts,
    Offer,
    OneOf,
    Play,
    Rule,
    Script,
    Subset,
    ask,
    ask_all,
    counts,
    find,
    merge,
    only,
    rule,
    size,
    take,
    total,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

BOTH = only(*SEATS)
"""Who knows a pack that both have held."""


@rule("whi.draft")
def draft(play: Play[State]) -> Script[None]:
    """Sides, piles, and as many packs as are drafted; then each player's deck is made of what was picked, however many
    cards that are ("whi.draft.five-packs"). The game that follows is like any other ("whi.draft.play").

    The rulebook's example: "whi.example.draft-tom-chris".
    """
    yield from choose_sides.run()
    make_piles(play)
    for number in range(1, DRAFT_COURSE.packs + 1):
        yield from draft_pack.run(number)
    for seat in SEATS:
        picked = drafter_of(play.state, seat).picked
        made = pb.DeckMade(seat=seat, size=total(picked), cards=listed(picked))
        play.emit(made, owner_sees(seat), rule="whi.draft.five-packs")


# Sides and piles.


@rule("whi.draft.sides")
def choose_sides(play: Play[State]) -> Script[None]:
    """The first seat takes a side, and the other player has the other."""
    chosen = (yield from ask(SEATS[0], side_menu)).side
    other = next(side for side in SIDES if side != chosen)
    for seat, side in zip(SEATS, (chosen, other), strict=True):
        play.emit(pb.SideChosen(seat=seat, side=side))


def side_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseSide]]:
    yield Offer(pb.ChooseSide, side=OneOf(tuple(SIDES), label=lambda side: SIDE_NAMES[side]))


def make_piles(play: Play[State]) -> None:
    """All cards of the side ("whi.draft.piles"), its Treaties ("whi.draft.treaties"), neutral cards by chance, which
    nobody sees ("whi.draft.neutrals"), and a set of draft format cards ("whi.draft.format-cards"); shuffled
    ("whi.draft.shuffle").
    """
    for seat in SEATS:
        side = drafter_of(play.state, seat).side
        pool = next(pool for pool in DRAFT_POOLS.values() if pool.side == side)
        cards = merge(counts(dict(pool.cards)), draw_neutrals(play, pool.neutrals, JUDGES))
        play.emit(pb.DraftPileMade(seat=seat, size=total(cards), cards=listed(cards)), rule="whi.draft.piles")


def draw_neutrals(play: Play[State], number: int, audience: Audience) -> Counts:
    """So many of the neutral cards that are still in the box, by chance. `audience`: who sees which."""
    in_deal = tuple(kind for kind, _ in NEUTRAL_DEAL.cards)
    left = tuple((kind, count) for kind, count in play.state.box if kind in in_deal)
    dealt: list[str] = []
    for _ in range(number):
        dealt.append(play.draw("neutral cards", left, audience))
        left = take(left, dealt[-1])
    return counts(dealt)


# A pack.


@rule("whi.draft.round")
def draft_pack(play: Play[State], number: int) -> Script[None]:
    """Each player makes a pack and picks from it; it goes to the opponent and comes back as often as the course says
    ("whi.draft.repeat"), and what is left of it is discarded. A pack that is empty before is over: its owner picks no
    more until the next packs, and the other pack goes on ("whi.draft.short-pack").
    """
    for seat in SEATS:
        make_pack(play, seat, number)
    yield from pick.run()
    for _ in range(DRAFT_COURSE.counterdrafts):
        exchange(play, home=False)
        yield from counterdraft.run()
        exchange(play, home=True)
        yield from pick.run()
    for seat in SEATS:
        left = drafter_of(play.state, seat).pack
        if left:
            play.emit(pb.PackDiscarded(seat=seat, cards=len(left)), rule="whi.draft.pack-end")


def make_pack(play: Play[State], seat: int, number: int) -> None:
    """From the top of the own pile; fewer cards where supplies are cut, or where the pile has no more."""
    drafter = drafter_of(play.state, seat)
    cards = min(max(DRAFT_COURSE.pack - drafter.cut, 0), size(drafter.pile))
    to_pack(play, seat, cards, "whi.draft.pack")
    play.emit(pb.PackMade(seat=seat, pack=number, size=cards), rule="whi.draft.pack")


def to_pack(play: Play[State], seat: int, cards: int, cited: str) -> None:
    """The top cards of the own pile go into the own pack, where their owner sees them."""
    sight = owner_sees(seat)
    for _ in range(cards):
        kind = play.draw("draft pack", unseen(play.state, seat), sight)
        play.emit(pb.PackCardSeen(seat=seat, card=play.mint(sight), kind=kind), sight, rule=cited)


def unseen(state: State, seat: int) -> Counts:
    """What the top card of the own pile may be, under those that are looked at."""
    for part in drafter_of(state, seat).pile:
        if isinstance(part, Bag):
            return part.of
    return ()


def exchange(play: Play[State], home: bool) -> None:
    """Each player gets the pack that the other held. Who gets the opponent's sees each card of it, whether new or seen
    before: what is missing was picked in secret. The own pack lacks only what was taken out openly.
    """
    if not any(drafter.pack for drafter in draft_of(play.state).drafters):
        return
    play.emit(pb.PacksExchanged(home=home), rule="whi.draft.exchange")
    if home:
        return
    for seat in SEATS:
        for card in drafter_of(play.state, opponent(seat)).pack:
            seen = pb.PackCardShown(seat=seat, card=play.mint(BOTH), kind=card.kind)
            play.emit(seen, BOTH, rule="whi.draft.exchange")


class Taken(msgspec.Struct, frozen=True):
    """A draft format card that was just taken. `pack`: whose pack it was in, None for none."""

    seat: int
    kind: str
    pack: int | None


@rule("whi.draft.pick-two")
def pick(play: Play[State]) -> Script[None]:
    """Both at once, facedown, each from the own pack; of a single card, that one ("whi.draft.short-pack")."""
    asked = [seat for seat in SEATS if drafter_of(play.state, seat).pack]
    _without_pack(play, asked, pb.PickCards)
    if not asked:
        return
    answers = yield from ask_all(dict.fromkeys(asked, pick_menu))
    revealed: list[Taken] = []
    for seat, command in answers.items():
        for card in command.cards:
            found = find(drafter_of(play.state, seat).pack, card)
            if is_format_card(found):
                revealed.append(reveal(play, seat, found, seat))
            else:
                play.emit(pb.CardPicked(seat=seat, card=card, kind=found.kind), owner_sees(seat))
    yield from take_effect(play, revealed)


def _without_pack(play: Play[State], asked: Sequence[int], command: type[Message]) -> None:
    """Who is not asked has no card left to take from."""
    for seat in SEATS:
        if seat not in asked:
            nothing(play, seat, "whi.draft.short-pack", passed_over=command)


def pick_menu(state: State, seat: int) -> Iterable[Offer[pb.PickCards]]:
    pack = drafter_of(state, seat).pack
    cited = "whi.draft.pick-two" if len(pack) >= DRAFT_COURSE.picked else "whi.draft.short-pack"
    cards = min(DRAFT_COURSE.picked, len(pack))
    yield Offer(pb.PickCards, cards=out_of(pack, cards, cards, cited, "there is no card {value} in your own pack"))


def out_of(cards: Sequence[Card], least: int, most: int, cited: str, otherwise: str) -> Subset:
    """From `least` to `most` of these cards."""
    kinds = {card.id: card.kind for card in cards}
    return Subset(
        kinds,
        least=least,
        most=most,
        label=lambda card: shown(kinds[card]),
        otherwise=("", otherwise),
        size_rule=cited,
    )


@rule("whi.draft.counterdraft")
def counterdraft(play: Play[State]) -> Script[None]:
    """Both at once, each out of the opponent's pack; then the cards are revealed."""
    asked = [seat for seat in SEATS if drafter_of(play.state, opponent(seat)).pack]
    _without_pack(play, asked, pb.Counterdraft)
    if not asked:
        return
    answers = yield from ask_all(dict.fromkeys(asked, counterdraft_menu))
    revealed: list[Taken] = []
    for seat, command in answers.items():
        give_up_sabotages(play, seat, len(command.cards) - DRAFT_COURSE.counterdrafted)
        for card in command.cards:
            found = find(drafter_of(play.state, opponent(seat)).pack, card)
            if is_format_card(found):
                revealed.append(reveal(play, seat, found, opponent(seat)))
            else:
                play.emit(pb.CardTakenOut(seat=seat, was=card, kind=found.kind), found.audience)
    yield from take_effect(play, revealed)


def counterdraft_menu(state: State, seat: int) -> Iterable[Offer[pb.Counterdraft]]:
    pack = drafter_of(state, opponent(seat)).pack
    least = min(DRAFT_COURSE.counterdrafted, len(pack))
    most = min(DRAFT_COURSE.counterdrafted + by_sabotage(state, seat), len(pack))
    otherwise = "there is no card {value} in the opponent's pack"
    yield Offer(pb.Counterdraft, cards=out_of(pack, least, most, "whi.draft.counterdraft", otherwise))


# Draft format cards.


def is_format_card(card: Card) -> bool:
    return card.kind in FORMAT_CARDS


def reveal(play: Play[State], seat: int, card: Card, pack: int | None) -> Taken:
    """It goes to no deck ("whi.draft.format.reveal"). One that was in no pack stands with who took it."""
    taken = pb.FormatCardTaken(seat=seat, was=card.id, kind=card.kind, pack=pack)
    play.emit(taken, card.audience, rule="whi.draft.format.reveal")
    return Taken(seat, card.kind, pack)


def take_effect(play: Play[State], revealed: Sequence[Taken]) -> Script[None]:
    """All take effect before the draft goes on: those that come first, then the Order player's, then the Destruction
    player's, a player's own in the order in which they were named ("whi.draft.format.reveal").
    """
    places: dict[str, int] = {side: place for place, side in enumerate(SIDES)}
    of_seat = [places[drafter.side] for drafter in draft_of(play.state).drafters]
    for taken in sorted(revealed, key=lambda one: (not FORMAT_CARDS[one.kind].first, of_seat[one.seat])):
        yield from FORMAT_CARDS[taken.kind].effect.run(taken.seat, taken.pack)


@rule("whi.card.cut-supply-lines")
def cut_supply_lines(play: Play[State], seat: int, pack: int | None) -> Script[None]:
    """It lies beside the opponent's pile: that player's later packs shrink ("whi.draft.format.cut-supply")."""
    cut = pb.SuppliesCut(seat=opponent(seat), cards=CARDS["cut-supply-lines"].values["cards"])
    play.emit(cut, rule="whi.draft.format.cut-supply")
    yield from ()


@rule("whi.card.reinforcements")
def reinforcements(play: Play[State], seat: int, pack: int | None) -> Script[None]:
    """Its player looks at the top cards of the own pile, or at all where it has no more, and adds one of them to the
    deck; the others go under the pile ("whi.draft.format.reinforcements"). A draft format card is revealed and takes
    effect instead, and nothing replaces it.
    """
    sight = owner_sees(seat)
    for _ in range(min(CARDS["reinforcements"].values["look"], size(drafter_of(play.state, seat).pile))):
        kind = play.draw("draft pile", unseen(play.state, seat), sight)
        seen = pb.DraftPileSeen(seat=seat, card=play.mint(sight), kind=kind)
        play.emit(seen, sight, rule="whi.draft.format.reinforcements")
    if not looked_at(play.state, seat):
        nothing(play, seat, "whi.draft.format.reinforcements", kind="reinforcements", passed_over=pb.AddToDeck)
        return
    command = yield from ask(seat, add_menu)
    card = find(looked_at(play.state, seat), command.card)
    if is_format_card(card):
        yield from take_effect(play, [reveal(play, seat, card, None)])
    else:
        added = pb.CardAdded(seat=seat, card=card.id, kind=card.kind)
        play.emit(added, sight, rule="whi.draft.format.reinforcements")


def looked_at(state: State, seat: int) -> tuple[Card, ...]:
    """The cards on top of the own pile that its player is looking at."""
    return tuple(part for part in drafter_of(state, seat).pile if isinstance(part, Card))


def add_menu(state: State, seat: int) -> Iterable[Offer[pb.AddToDeck]]:
    kinds = {card.id: card.kind for card in looked_at(state, seat)}
    otherwise = ("", "card {value} is not among those that you looked at")
    yield Offer(pb.AddToDeck, card=OneOf(kinds, label=lambda card: shown(kinds[card]), otherwise=otherwise))


@rule("whi.card.sabotage")
def sabotage(play: Play[State], seat: int, pack: int | None) -> Script[None]:
    """Kept for a later counterdraft ("whi.draft.format.sabotage")."""
    play.emit(pb.SabotageKept(seat=seat), rule="whi.draft.format.sabotage")
    yield from ()


def by_sabotage(state: State, seat: int) -> int:
    """How many more cards a player may take in a counterdraft for the Sabotages kept."""
    return drafter_of(state, seat).sabotages * CARDS["sabotage"].values["cards"]


def give_up_sabotages(play: Play[State], seat: int, more: int) -> None:
    """So many more cards are taken; each Sabotage pays for as many as it says."""
    for _ in range(0, more, CARDS["sabotage"].values["cards"]):
        play.emit(pb.SabotageUsed(seat=seat), rule="whi.draft.format.sabotage")


@rule("whi.card.shifting-tides")
def shifting_tides(play: Play[State], seat: int, pack: int | None) -> Script[None]:
    """The pack that it was in is shuffled into its owner's pile and made anew, as big as it was without the cards just
    taken ("whi.draft.format.shifting-tides"). Its owner sees the new one. One that was in no pack changes none.
    """
    if pack is None:
        nothing(play, seat, "whi.draft.format.shifting-tides", kind="shifting-tides")
    else:
        cards = len(drafter_of(play.state, pack).pack)
        play.emit(pb.PackReplaced(seat=pack, size=cards), rule="whi.draft.format.shifting-tides")
        to_pack(play, pack, cards, "whi.draft.format.shifting-tides")
    yield from ()


class FormatCard(msgspec.Struct, frozen=True):
    """`effect`: what it does; it is told who took the card, and whose pack it was in. `first`: before all others that
    were taken at the same time ("whi.draft.format.tides-first").
    """

    effect: Rule[State, [int, int | None], None]
    first: bool = False


FORMAT_CARDS: Mapping[str, FormatCard] = {
    "cut-supply-lines": FormatCard(cut_supply_lines),
    "reinforcements": FormatCard(reinforcements),
    "sabotage": FormatCard(sabotage),
    "shifting-tides": FormatCard(shifting_tides, first=True),
}
"""The draft format cards, by kind ("whi.draft.format-cards")."""
