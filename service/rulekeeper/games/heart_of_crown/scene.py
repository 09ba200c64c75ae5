"""The table as a person sees it, made from a view. Where the order of cards means nothing, it is the catalogue's, so
that they are easily found.

What a player needs most comes last, where the next question follows: the market, the turn, the own hand.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.games.heart_of_crown.catalogue import CARDS, CURSE, MARKS, both_names, shown
from rulekeeper.games.heart_of_crown.state import called, place_in_words
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel.scenes import (
    COUNTER,
    FOLDED,
    MAIN,
    MARK,
    NEAREST,
    PILE,
    PRICE,
    ROW,
    STRENGTH,
    TABLEAU,
    TEXT,
    TRACK,
    WARNING,
    Remark,
    area,
    badge,
    kept,
    piece,
    say,
    thing,
)
from rulekeeper.v1.scene_pb2 import Area, Scene, Weight

PHASES: Mapping[int, str] = {
    pb.PHASE_MAIN: "main phase",
    pb.PHASE_SECOND: "second phase",
    pb.PHASE_CLEAN_UP: "clean-up",
    pb.PHASE_HAND_REFILL: "hand refill",
    pb.PHASE_MARKET_REFILL: "market refill",
}
CHOICES: Mapping[int, str] = {
    pb.SECOND_PHASE_CHOICE_BUY: "buying",
    pb.SECOND_PHASE_CHOICE_SET: "setting",
    pb.SECOND_PHASE_CHOICE_BACK: "backing",
}
STANDINGS: Mapping[int, str] = {pb.STANDING_DROPPED_OUT: "dropped out", pb.STANDING_CONCEDED: "conceded"}

ORDER: Mapping[str, int] = {kind: number for number, kind in enumerate(CARDS)}


def scene(view: pb.View) -> Scene:
    """What is common, each player's area, the viewer's own last; the market; and next to the question the field of the
    turn, what it is about, and the viewer's hand.
    """
    made = Scene()
    mine = view.seat if view.HasField("seat") else -1
    headline(made, view, mine)
    acting = view.turn.seat if view.HasField("turn") else -1
    said = [player.SerializeToString() for player in view.players]
    lies = tuple([(pile.kind, pile.count) for pile in view.random_market])
    exile = tuple([(pile.kind, pile.count) for pile in view.exile])
    middle = (lies, exile, tuple(view.princesses), tuple(view.commons), view.supply, view.curses)
    kept(made.areas, ("hoc common", middle), lambda: common(view))
    for player in (*view.players[mine + 1 :], *view.players[: mine + 1]):
        turned, own = player.seat == acting, player.seat == mine
        key = ("hoc side", said[player.seat], turned, own)
        kept(made.areas, key, functools.partial(side, player, turned, own))
    payer = mine if mine >= 0 else acting
    prices = tuple([(price.kind, price.coins) for price in view.players[payer].prices]) if payer >= 0 else ()
    basic = tuple([(pile.kind, pile.count) for pile in view.basic_market])
    on_sale = (basic, lies, prices, payer if prices else -1, middle[2:4])
    kept(made.areas, ("hoc market", on_sale), lambda: market(view, payer))
    if acting >= 0:
        now(made, view, mine)
    if mine >= 0:
        kept(made.areas, ("hoc hand", said[mine]), lambda: own_hand(view.players[mine]))
    return made


def headline(made: Scene, view: pb.View, mine: int) -> None:
    """Whose turn it is, its phase and coins; before it the coronations that are declared."""
    if not view.HasField("turn"):
        say(made, "before the first turn")
        return
    for declared in undecided(view, mine):
        say(made, declared, urgent=True)
    turn = view.turn
    phase = f"{PHASES.get(turn.phase, 'no phase')}{f' ({CHOICES[turn.choice]})' if turn.choice in CHOICES else ''}"
    say(made, f"{'extra ' if turn.extra else ''}turn {turn.number}, {who(turn.seat, mine)}: {phase}")
    say(made, many(turn.coins, "coin"))
    if view.overtime:
        say(made, "OVERTIME")


def undecided(view: pb.View, mine: int) -> Iterator[str]:
    """The coronations that are declared; in overtime they decide nothing any more."""
    for player in view.players:
        if player.declared and player.standing == pb.STANDING_IN_GAME and not view.overtime:
            points = many(player.domain.points, "point")
            yield f"{who(player.seat, mine)} declared a coronation, {points}: decided as that player's turn begins"


# What is common.


def common(view: pb.View) -> Area:
    """What lies in the middle, but for the market."""
    table = Area(id="common", title="Heart of Crown", shape=ROW, weight=MAIN)
    row = area(table.areas, "princesses", "princesses")
    for kind in view.princesses:
        thing(row.pieces, "princesses", kind, both_names(kind), kind, price(CARDS[kind].cost))
    supply = area(table.areas, "supply", "supply", PILE, FOLDED)
    if view.supply:
        piece(supply.pieces, "supply/cards", cards(view.supply), count=view.supply, face_down=True)
    curses = area(table.areas, "curses", "curse pile", PILE, FOLDED)
    if view.curses:
        piece(curses.pieces, "curses/cards", both_names(CURSE), CURSE, count=view.curses)
    out = {pile.kind for pile in view.random_market}
    missing = sorted((kind for kind in view.commons if kind not in out), key=ORDER.__getitem__)
    if missing:
        away = area(table.areas, "not-on-sale", "not on sale", weight=FOLDED)
        for kind in missing:
            piece(away.pieces, f"not-on-sale/{kind}", both_names(kind), kind, price(CARDS[kind].cost))
    if view.exile:
        kinds(area(table.areas, "exile", "exile", PILE, FOLDED), "exile", view.exile)
    return table


def kinds(where: Area, within: str, piles: Iterable[pb.KindCount]) -> None:
    """Cards whose order means nothing, in the catalogue's."""
    for pile in sorted(piles, key=lambda pile: ORDER[pile.kind]):
        thing(where.pieces, within, pile.kind, shown(pile.kind), pile.kind, count=pile.count)


# A player's side.


def side(player: pb.Player, acting: bool, mine: bool) -> Area:
    """The hand of who looks, and the field of whose turn it is, are drawn apart."""
    seat, id = player.seat, f"seat-{player.seat}"
    own = Area(id=id, title=who(seat, seat if mine else -1), shape=TABLEAU, weight=MAIN, seat=seat)
    if player.HasField("domain"):
        badge(own.badges, STRENGTH, many(player.domain.points, "point"), player.domain.points)
        domain(area(own.areas, f"{id}/domain", "domain", TABLEAU, seat=seat), player.domain)
    else:
        badge(own.badges, STRENGTH, "no princess", 0)
    if player.declared:
        badge(own.badges, WARNING, "coronation declared")
    if player.debt:
        badge(own.badges, COUNTER, many(player.debt, "debt counter"), player.debt)
    if player.standing in STANDINGS:
        badge(own.badges, MARK, STANDINGS[player.standing])
    if not mine:
        hand = area(own.areas, f"{id}/hand", "hand", seat=seat)
        for card in sorted(player.hand, key=lambda card: ORDER[card.kind]):
            lies(hand, card)
        if (unknown := player.hand_size - len(player.hand)) > 0:
            piece(hand.pieces, f"{id}/hand/unknown", cards(unknown), count=unknown, face_down=True)
    pile = area(own.areas, f"{id}/draw-pile", "draw pile", PILE, FOLDED, seat)
    for number, part in enumerate(player.draw_pile):
        if part.HasField("card"):
            lies(pile, part.card, down=True)
        else:
            piece(pile.pieces, f"{id}/draw-pile/{number}", cards(part.unknown), count=part.unknown, face_down=True)
    if number := sum(pile.count for pile in player.discard_pile):
        discards = area(own.areas, f"{id}/discards", f"discards {number}", PILE, FOLDED, seat)
        kinds(discards, f"{id}/discards", player.discard_pile)
    if player.field and not acting:
        field(own, player)
    return own


def lies(where: Area, card: pb.Card, down: bool = False) -> None:
    """`down`: it lies face down, unless it is face up; cards in hands are held, and say where they are open."""
    up = UP if card.face_up else ()
    thing(where.pieces, "card", card.id, shown(card.kind), card.kind, up, face_down=down and not card.face_up)


def domain(where: Area, of: pb.Domain) -> None:
    """The princess, the Territories, then what was set, each with what is kept on it."""
    for card in sorted(of.cards, key=lambda card: ORDER[card.kind]):
        title = both_names(card.kind) if CARDS[card.kind].has("Princess") else shown(card.kind)
        badges: list[Remark] = []
        if worth := CARDS[card.kind].succession_points + card.plus_one_counters:
            badges.append((STRENGTH, f"{worth:+d}", worth))
        if card.twin_counters:
            badges.append((COUNTER, many(card.twin_counters, "counter"), card.twin_counters))
        if card.plus_one_counters:
            badges.append((COUNTER, many(card.plus_one_counters, "+1 counter"), card.plus_one_counters))
        thing(where.pieces, "card", card.id, title, card.kind, tuple(badges))
        if card.HasField("kept"):
            thing(where.pieces[-1].attached, "card", card.kept.id, shown(card.kept.kind), card.kept.kind)


def field(into: Scene | Area, player: pb.Player, weight: Weight.ValueType = MAIN) -> None:
    """A row for each line of cards that are linked to the right: "field", "below Post Horse"."""
    cards = player.field
    lying, names = {card.at: card for card in cards}, [(card.id, card.kind) for card in cards]
    there = {card.id for card in cards}
    for first in cards:
        opener, _, corner = first.at.partition(":")
        linked = opener.isdigit() and int(opener) in there
        if linked and corner == "right":
            continue
        title = place_in_words(names, first.at) if linked else "field"
        row = area(into.areas, f"field/{first.id}", title, TRACK, weight, player.seat)
        card: pb.FieldCard | None = first
        while card is not None:
            thing(row.pieces, "card", card.id, shown(card.kind), card.kind)
            card = lying.get(f"{card.id}:right")


# The market.


def market(view: pb.View, payer: int) -> Area:
    """The basic piles and the random ones: how many, both names, and what one costs who looks, or whose turn it is."""
    prices = {price.kind: price.coins for price in view.players[payer].prices} if payer >= 0 else {}
    title = f"market, prices of {called(payer)}" if prices else "market"
    where = Area(id="market", title=title, shape=ROW, weight=MAIN)
    if said := legend((*view.commons, *view.princesses, *(pile.kind for pile in view.random_market))):
        badge(where.badges, MARK, said)
    for pile in (*view.basic_market, *sorted(view.random_market, key=by_cost)):
        kind, cost = pile.kind, prices.get(pile.kind, CARDS[pile.kind].cost)
        badges = price(cost) if pile.count else (*price(cost), NONE_LEFT)
        thing(where.pieces, "market", kind, both_names(kind), kind, badges, pile.count)
    return where


def by_cost(pile: pb.KindCount) -> tuple[int, int]:
    return CARDS[pile.kind].cost, ORDER[pile.kind]


@functools.lru_cache
def legend(game: tuple[str, ...]) -> str:
    """What the marks mean that stand at cards of this game."""
    statuses = {CARDS[kind].status for kind in game}
    guess, partly = "guess" in statuses, "partly" in statuses
    if guess and partly:
        return f"{MARKS['guess']} text is a guess, {MARKS['partly']} in part"
    if guess:
        return f"{MARKS['guess']} text is a guess"
    return f"{MARKS['partly']} text is in part a guess" if partly else ""


# The turn.


def now(made: Scene, view: pb.View, mine: int) -> None:
    """The field of whose turn it is, the open links, the attack, and what else the turn is about."""
    turn, player = view.turn, view.players[view.turn.seat]
    field(made, player, NEAREST)
    if turn.HasField("attack"):
        attacked = area(made.areas, "attack", "", TEXT, NEAREST)
        say(attacked, ", ".join(attack(view, mine)), "attack", urgent=turn.attack.seat == mine)
    if turn.phase == pb.PHASE_MAIN:
        names = [(card.id, card.kind) for card in player.field]
        places = [place_in_words(names, place) for place in turn.open_positions]
        said = ", ".join(places) or "none: no card can be played any more"
        say(area(made.areas, "open", "", TEXT, NEAREST), said, "open")
    if promised := [*this_turn(view)]:
        say(area(made.areas, "this-turn", "", TEXT, NEAREST), ", ".join(promised), "this turn")


def attack(view: pb.View, mine: int) -> Iterator[str]:
    """ "Royal Guard~ has reached seat 1", "answered with Castle Wall?", "1 card less"."""
    under_way = view.turn.attack
    victim = view.players[under_way.seat]
    yield f"{shown(under_way.kind)} has reached {who(victim.seat, mine)}"
    known = {card.id: card.kind for card in victim.hand}
    known |= {card.kept.id: card.kept.kind for card in victim.domain.cards if card.HasField("kept")}
    used = [shown(known[card]) if card in known else "a card that moved" for card in under_way.used]
    if used:
        yield f"answered with {' and '.join(used)}"
    if under_way.reduced:
        yield f"{many(under_way.reduced, 'card')} less"


def this_turn(view: pb.View) -> Iterator[str]:
    """What was done, or is still to come, because of cards that were played or used this turn."""
    turn = view.turn
    if turn.no_defence:
        yield "no Defence card can be used"
    for changed in turn.yields:
        yield f"{shown(changed.kind)} gives {many(changed.count, 'coin')}"
    if turn.buying_from_opponents:
        yield "cards that opponents hold or keep are for sale"
    if turn.buying_under:
        yield "cards bought may go under the draw pile"
    in_domains = {card.id: card.kind for player in view.players for card in player.domain.cards}
    if used := stacked([in_domains[card] for card in turn.used if card in in_domains]):
        yield f"abilities used: {used}"
    if turn.at_clean_up:
        yield f"as clean-up begins: {stacked(turn.at_clean_up)}"
    if turn.at_turn_end:
        yield f"as the turn ends: {stacked(turn.at_turn_end)}"
    if turn.extra_turn_follows:
        yield "an extra turn follows"


def own_hand(player: pb.Player) -> Area:
    """ "2 City 都市 (3)", "Library? 図書館 (4, face up)"."""
    title = f"hand {len(player.hand)}"
    where = Area(id=f"seat-{player.seat}/hand", title=title, shape=ROW, weight=NEAREST, seat=player.seat)
    for card in sorted(player.hand, key=lambda card: ORDER[card.kind]):
        badges = (*price(CARDS[card.kind].cost), *(UP if card.face_up else ()))
        thing(where.pieces, "card", card.id, both_names(card.kind), card.kind, badges)
    return where


# Words.

UP: tuple[Remark, ...] = ((MARK, "face up"),)
NONE_LEFT: Remark = (WARNING, "none left")


@functools.cache
def price(coins: int) -> tuple[Remark, ...]:
    return ((PRICE, str(coins), coins),)


def who(seat: int, mine: int) -> str:
    return f"{called(seat)} (you)" if seat == mine else called(seat)


def many(number: int, what: str) -> str:
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def cards(number: int) -> str:
    """What so many cards are called that nobody tells apart; one is said with its number too."""
    return "1 card" if number == 1 else "cards"


def stacked(kinds: Sequence[str]) -> str:
    """ "2 City, Duke": in the catalogue's order."""
    found = Counter(kinds)
    listed = sorted(found, key=ORDER.__getitem__)
    return ", ".join(f"{found[kind]} {shown(kind)}" if found[kind] > 1 else shown(kind) for kind in listed)
