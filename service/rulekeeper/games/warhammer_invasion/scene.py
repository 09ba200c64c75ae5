"""The table as a person sees it, made from a view. A card in play has its id beside its name where more of its kind are
in play, as in menus.

What a player needs most comes last, where the next question follows: the attack, the chain, the own hand.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulekeeper.games.warhammer_invasion.box import DRAFT_COURSE
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, MARKS, RACES, SIDE_NAMES, shown
from rulekeeper.games.warhammer_invasion.moment import Moment, many
from rulekeeper.games.warhammer_invasion.state import ZONES_BY_NUMBER, opponent, place
from rulekeeper.kernel.scenes import (
    COUNTER,
    DAMAGE,
    FOLDED,
    MAIN,
    MARK,
    NEAREST,
    PILE,
    PRICE,
    STRENGTH,
    TABLEAU,
    TEXT,
    WARNING,
    Remark,
    area,
    badge,
    kept,
    piece,
    say,
    thing,
)
from rulekeeper.kernel.scenes import (
    place as zone_area,
)
from rulekeeper.v1.scene_pb2 import Area, Scene
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

if TYPE_CHECKING:
    from rulekeeper.kernel.scenes import Pieces

THING = "thing"
"""What cards, zones and actions on the chain lie within: an action may aim at any of them."""

PHASES: Mapping[int, str] = {
    pb.PHASE_BEGINNING: "beginning of the turn",
    pb.PHASE_KINGDOM: "kingdom phase",
    pb.PHASE_QUEST: "quest phase",
    pb.PHASE_CAPITAL: "capital phase",
    pb.PHASE_BATTLEFIELD: "battlefield phase",
    pb.PHASE_END: "end of the turn",
}
FORMATS: Mapping[str, str] = {"starters": "starter decks", "constructed": "decks of their own", "draft": "draft"}
UNSURE: Mapping[str, str] = {"guess": "a guess", "partly": "in part not confirmed"}
KEY = "; ".join(
    (
        "2/3 power/hit points",
        "(4) price",
        *(f"{MARKS[one]} {said}" for one, said in UNSURE.items() if any(card.status == one for card in CARDS.values())),
    )
)
"""What stands without a word."""

ORDER: Mapping[str, int] = {kind: number for number, kind in enumerate(CARDS)}
"""Cards without an order of their own are listed in the catalogue's."""


def scene(view: pb.View) -> Scene:
    """Each player's side, the viewer's own last; next to the question what happens now, and the viewer's hand."""
    made, now = Scene(), Moment(view)
    say(area(made.areas, "key", "", TEXT, FOLDED), KEY, "key")
    mine = view.seat if view.HasField("seat") else 0
    if view.players:
        for seat in (opponent(mine), mine):
            side(made, now, view.players[seat])
    if view.HasField("draft"):
        say(made, ", ".join(drafting(view.draft)))
        own_pack(made, view)
        return made
    headline(made, now)
    under_way(made, now)
    own_hand(made, view)
    return made


def headline(made: Scene, now: Moment) -> None:
    """Whose turn it is; before it an attack on the viewer."""
    view = now.view
    if view.HasField("combat") and now.own(opponent(view.combat.seat)):
        say(made, f"{now.who(view.combat.seat)} attacks {now.thing(view.combat.place)}", urgent=True)
    if view.HasField("turn"):
        turn = view.turn
        say(made, f"turn {turn.number}, {now.who(turn.seat)}: {PHASES.get(turn.phase, 'no phase')}")
        return
    said = ["before the first turn", *([FORMATS[view.format]] if view.format in FORMATS else [])]
    said += [f"{now.who(view.first_player)} begins"] if view.HasField("first_player") else []
    say(made, ", ".join(said))


# A player's side.


def side(made: Scene, now: Moment, player: pb.Player) -> None:
    """What a player has, and the three zones. The hand of who looks is drawn apart."""
    view, seat, id = now.view, player.seat, f"seat-{player.seat}"
    race = f", {RACES[player.capital]}" if player.capital in RACES else ""
    own = area(made.areas, id, f"{now.who(seat)}{race}", TABLEAU, MAIN, seat)
    for remark in has(view, player):
        badge(own.badges, *remark)
    if view.HasField("draft"):
        drafter(own, now, view.draft.drafters[seat])
        return
    if not now.own(seat) and (player.hand or player.hand_size):
        hand = area(own.areas, f"{id}/hand", "hand", seat=seat)
        for card in player.hand:
            thing(hand.pieces, THING, card.id, shown(card.kind), card.kind)
        if (hidden := player.hand_size - len(player.hand)) > 0:
            piece(hand.pieces, f"{id}/hand/hidden", "cards" if hidden > 1 else "1 card", count=hidden, face_down=True)
    if player.deck_list and not view.HasField("turn") and not player.hand_size:
        piled(area(own.areas, f"{id}/deck-list", decked(player.deck_list), weight=FOLDED, seat=seat), player.deck_list)
    if player.symbols:
        say(own, ", ".join(counted(of.count, RACES.get(of.kind, of.kind)) for of in player.symbols), "symbols")
    if player.discard_pile:
        title = f"discards {sum(one.count for one in player.discard_pile)}"
        piled(area(own.areas, f"{id}/discards", title, PILE, FOLDED, seat), player.discard_pile)
    if player.capital or seat in now.controllers:
        for third in player.sections:
            where = place(seat, third.zone)
            key = ("whi zone", now.mine, where, third.SerializeToString(), now.at(where))
            kept(own.areas, key, functools.partial(zone, now, seat, third))


def has(view: pb.View, player: pb.Player) -> Iterator[Remark]:
    """What a player has beside what lies in the zones."""
    if view.HasField("draft"):
        drafter = view.draft.drafters[player.seat]
        yield MARK, f"{SIDE_NAMES[drafter.side]} pile" if drafter.side in SIDE_NAMES else "no side yet"  # type: ignore[index]
        yield COUNTER, f"{many(drafter.picked, 'card')} in the deck", drafter.picked
        return
    if view.HasField("turn"):
        yield COUNTER, many(player.resources, "resource"), player.resources
    if player.deck_size or view.HasField("turn"):
        yield COUNTER, f"{player.deck_size} to draw", player.deck_size
    else:
        yield MARK, "no deck yet"
    if not player.capital:
        yield MARK, "no capital yet"


def zone(now: Moment, seat: int, third: pb.Section) -> Area:
    """A zone with its section: its numbers, what lies faceup in it, and its developments."""
    where = place(seat, third.zone)
    made = zone_area(Scene().areas, THING, where, ZONES_BY_NUMBER[third.zone], TABLEAU, MAIN, seat)
    badge(made.badges, STRENGTH, f"power {third.power}", third.power)
    if third.burning:
        badge(made.badges, WARNING, "BURNING")
    else:
        badge(made.badges, DAMAGE, f"damage {third.damage} of {third.hit_points}", third.damage)
    for card in now.lying.get(where, ()):
        in_zone(made.pieces, now, card)
    for known in third.known:
        thing(made.pieces, THING, known.id, shown(known.kind), known.kind, FACEDOWN, face_down=True)
    if unknown := third.developments - len(third.known):
        words = "developments" if unknown > 1 else "development"
        piece(made.pieces, f"{THING}/{where}/developments", words, count=unknown, face_down=True)
    return made


def in_zone(into: Pieces, now: Moment, card: pb.InPlay, host: pb.InPlay | None = None) -> None:
    """A card with all that is on it."""
    whose = card.controller if host is not None and card.controller != host.controller else None
    title = f"{shown(card.kind)} of {now.who(whose)}" if whose is not None else shown(card.kind)
    thing(into, THING, card.id, title, card.kind, (*now.remarks(card), *now.apart(card)), seat=whose)
    if on_it := now.on.get(card.id):
        attached = into[-1].attached
        for other in on_it:
            in_zone(attached, now, other, card)


def piled(where: Area, of: Iterable[pb.KindCount]) -> None:
    """Cards whose order means nothing, in the catalogue's."""
    for one in sorted(of, key=lambda one: ORDER[one.kind]):
        thing(where.pieces, where.id, one.kind, shown(one.kind), one.kind, count=one.count)


# The moment.


def under_way(made: Scene, now: Moment) -> None:
    """Which window is open and who has passed, and everything that is under way."""
    view = now.view
    if said := [(label, text) for label, text in now.about() if text]:
        where = area(made.areas, "moment", "", TEXT, NEAREST)
        for label, text in said:
            say(where, text, label)
    if view.effects:
        triggered = area(made.areas, "triggered", "triggered", weight=NEAREST)
        for one in view.effects:
            thing(triggered.pieces, "effect", one.number, now.effect(one), one.kind)
    if view.resolving:
        found = area(made.areas, "resolving", "resolving", PILE, NEAREST)
        for action in reversed(view.resolving):
            # What enters play has the number of its action as its id: it may lie in its zone by now.
            piece(found.pieces, f"resolving/{action.number}", now.action(action), action.kind)
    if view.chain:
        found = area(made.areas, "chain", "chain", PILE, NEAREST)
        for number, action in enumerate(reversed(view.chain)):
            first = " (resolves first)" if len(view.chain) > 1 and not number else ""
            thing(found.pieces, THING, action.number, now.action(action) + first, action.kind)
    if view.turn.window:
        say(area(made.areas, "window", "", TEXT, NEAREST), now.window(), "window")


# The draft.


def drafter(own: Area, now: Moment, of: pb.Drafter) -> None:
    """A drafter's pile and pack; own picks, and the own pack while the opponent holds it."""
    view, id = now.view, f"seat-{of.seat}"
    cards = [f"{of.pile_size} in the pile", f"{of.pack_size} in the pack"]
    cards += [f"{many(of.cut, 'card')} fewer in each new pack"] if of.cut else []
    cards += [f"{of.sabotages} Sabotage kept"] if of.sabotages else []
    say(own, ", ".join(cards), "draft")
    if deck := view.players[of.seat].deck_list:
        piled(area(own.areas, f"{id}/deck-list", decked(deck), weight=FOLDED, seat=of.seat), deck)
    if of.pack and not now.own(of.seat):
        whose = f"pack of {now.who(opponent(of.seat))}" if view.draft.exchanged else "pack"
        pack = area(own.areas, f"{id}/pack", whose, seat=of.seat)
        for card in of.pack:
            thing(pack.pieces, THING, card.id, shown(card.kind), card.kind)


def drafting(now: pb.Draft) -> Iterator[str]:
    if not now.pack:
        yield "draft: sides are chosen"
        return
    steps = DRAFT_COURSE.picks + DRAFT_COURSE.counterdrafts
    yield f"draft: pack {now.pack} of {DRAFT_COURSE.packs}"
    yield f"step {now.round} of {steps}"
    yield "counterdraft" if now.exchanged else "pick"


def own_pack(made: Scene, view: pb.View) -> None:
    """What the viewer holds and looks at."""
    if view.HasField("seat"):
        mine = view.draft.drafters[view.seat]
        held(made, f"seat-{view.seat}/pack", f"pack {len(mine.pack)}", mine.pack, view.seat)
        held(made, f"seat-{view.seat}/looked-at", "looking at", mine.looked_at, view.seat)


# The own hand.


def own_hand(made: Scene, view: pb.View) -> None:
    """ "2 Troll Slayers 2/2 (3)": what is printed, and the price now."""
    if view.HasField("seat"):
        mine, seat = view.players[view.seat], view.seat
        held(made, f"seat-{seat}/looked-at", "looking at", mine.looked_at, seat)
        if mine.hand or view.HasField("turn"):
            prices = {price.kind: price.resources for price in mine.prices}
            held(made, f"seat-{seat}/hand", f"hand {len(mine.hand)}", mine.hand, seat, prices, empty=True)


def held(
    made: Scene,
    id: str,
    title: str,
    cards: Iterable[pb.Card],
    seat: int,
    prices: Mapping[str, int] | None = None,
    empty: bool = False,
) -> None:
    """Cards with what is printed on them, and the printed cost or what they cost now."""
    listed = sorted(cards, key=lambda card: ORDER[card.kind])
    if not listed and not empty:
        return
    where = area(made.areas, id, title, weight=NEAREST, seat=seat)
    for card in listed:
        price = None if prices is None else prices[card.kind]
        thing(where.pieces, THING, card.id, shown(card.kind), card.kind, printed(card.kind, price))


FACEDOWN: tuple[Remark, ...] = ((MARK, "development"),)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number > 1 else what


def decked(of: Iterable[pb.KindCount]) -> str:
    return f"deck {sum(one.count for one in of)}"


@functools.lru_cache(4096)
def printed(kind: str, now: int | None) -> tuple[Remark, ...]:
    """Power and hit points, and the price."""
    card = CARDS[kind]
    cost = str(card.cost)
    if now is not None:
        cost = str(now) if card.cost != "X" else f"X+{now}" if now else "X"
    numbers = ((STRENGTH, f"{card.power}/{card.hit_points}"),) if card.hit_points is not None else ()
    return (*numbers, (PRICE, cost))
