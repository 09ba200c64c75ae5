"""A view as lines of text for a terminal, in a given width: for people, so without ids. Equal cards are stacked where
their order and identity mean nothing.

What a player needs most comes last, where the next question follows: the market, the turn, the own hand.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.drawing.layout import (
    ACTING,
    DOUBLE,
    LINE,
    NARROWEST,
    entry,
    grid,
    heading,
    in_brackets,
    many,
    rows,
    stack_of,
    urgent,
)
from rulekeeper.games.heart_of_crown.catalogue import CARDS, CURSE, MARKS, both_names, shown
from rulekeeper.games.heart_of_crown.state import called, place_in_words
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb

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

LINKED = " > "

ORDER: Mapping[str, int] = {kind: number for number, kind in enumerate(CARDS)}
"""Equal piles look equal: cards without an order of their own are listed in the catalogue's."""


def text(view: pb.View, columns: int = 80) -> Sequence[str]:
    """The table: what is common, each player's area, the viewer's own last; the market, the turn, the viewer's hand. No
    line takes more than `columns`, of which 40 are the least; a Japanese character takes two.
    """
    width = max(columns, NARROWEST)
    mine = view.seat + 1 if view.HasField("seat") else 0
    lines = ["HEART OF CROWN", *common(view, width)]
    for player in (*view.players[mine:], *view.players[:mine]):
        lines += area(view, player, width)
    piles, turn = market(view, width), [*now(view, width), *own_hand(view, width)]
    marks = legend("".join((*lines, *piles, *turn)))
    prices = [f"prices of {called(payer.seat)}" for payer in paying(view) if payer.prices]
    return [*lines, *heading(", ".join(["market", *prices]), marks, width, LINE), *piles, *turn]


def common(view: pb.View, width: int) -> list[str]:
    """What lies in the middle, but for the market."""
    lines = entry("princesses", map(with_cost, view.princesses), width)
    out = {pile.kind for pile in view.random_market}
    missing = sorted((kind for kind in view.commons if kind not in out), key=ORDER.__getitem__)
    lines += entry("supply", [f"{view.supply} face down", f"{view.curses} {both_names(CURSE)} in their pile"], width)
    if missing:
        lines += entry("not on sale", map(with_cost, missing), width)
    if view.exile:
        lines += entry("exile", piled(view.exile), width)
    return lines


# A player's area.


def area(view: pb.View, player: pb.Player, width: int) -> list[str]:
    """Under a line that names the player. The hand of who looks, and the field of whose turn it is, are drawn apart."""
    acting = view.HasField("turn") and view.turn.seat == player.seat
    lead = f"{LINE}{ACTING} " if acting else f"{LINE}{LINE} "
    lines = heading(who(view, player.seat), ", ".join(standing(player)), width, LINE, lead)
    if player.HasField("domain"):
        lines += entry("domain", domain(player.domain), width)
    cards = [f"{player.draw_pile_size} to draw{in_brackets(pile(player.draw_pile))}"]
    if not own(view, player.seat):
        cards.insert(0, f"{player.hand_size} in hand{in_brackets(known(player.hand))}")
    lines += entry("cards", cards, width)
    if player.discard_pile:
        lines += entry(f"discards {sum(of.count for of in player.discard_pile)}", piled(player.discard_pile), width)
    if player.field and not acting:
        lines += rows("field", field(player.field), width)
    return lines


def own(view: pb.View, seat: int) -> bool:
    return view.HasField("seat") and view.seat == seat


def who(view: pb.View, seat: int) -> str:
    return f"{called(seat)}{' (you)' if own(view, seat) else ''}"


def standing(player: pb.Player) -> Iterator[str]:
    yield many(player.domain.points, "point") if player.HasField("domain") else "no princess"
    if player.declared:
        yield "coronation declared"
    if player.debt:
        yield many(player.debt, "debt counter")
    if player.standing in STANDINGS:
        yield STANDINGS[player.standing]


def domain(of: pb.Domain) -> Iterator[str]:
    """ "Princess Twins Lain and Shion 双子の姫 レイン&シオン (2 counters)", "Large City [Library?]", "3 Duke +18"."""
    for said, cards in itertools.groupby(sorted(of.cards, key=in_domain), key=placed):
        stack = [*cards]
        worth = sum(CARDS[card.kind].succession_points + card.plus_one_counters for card in stack)
        yield stack_of(len(stack), said) + (f" {worth:+d}" if worth else "")


def in_domain(card: pb.DomainCard) -> tuple[int, str]:
    """The princess, the Territories, then what was set."""
    return (ORDER[card.kind], placed(card))


def placed(card: pb.DomainCard) -> str:
    said = [both_names(card.kind) if CARDS[card.kind].has("Princess") else shown(card.kind)]
    counters = [many(card.twin_counters, "counter")] if card.twin_counters else []
    counters += [many(card.plus_one_counters, "+1 counter")] if card.plus_one_counters else []
    said += [f"({', '.join(counters)})"] if counters else []
    said += [f"[{shown(card.kept.kind)}]"] if card.HasField("kept") else []
    return " ".join(said)


def known(hand: Sequence[pb.Card]) -> str:
    """What the viewer knows of another's hand: "City; face up: Library?"."""
    hidden = ", ".join(stacked(card.kind for card in hand if not card.face_up))
    face_up = ", ".join(stacked(card.kind for card in hand if card.face_up))
    return "; ".join(part for part in (hidden, f"face up: {face_up}" if face_up else "") if part)


def pile(parts: Sequence[pb.PilePart]) -> str:
    """What the viewer knows of a draw pile: "top: 2 Duke face up; bottom up: City face up"."""
    unknown = [at for at, part in enumerate(parts) if not part.HasField("card")]
    if len(unknown) > 1:
        return f"top first: {', '.join(run(parts))}"
    middle = unknown[0] if unknown else len(parts)
    above, below = [*parts[:middle]], [*reversed(parts[middle + 1 :])]
    ends = ("top", above), ("bottom up", below)
    return "; ".join(f"{end}: {', '.join(run(of))}" for end, of in ends if of)


def run(parts: Sequence[pb.PilePart]) -> Iterator[str]:
    """In order: "2 City face up", "4 face down"."""
    for said, equal in itertools.groupby(parts, key=part):
        number = sum(one.unknown or 1 for one in equal)
        yield stack_of(number, said) if said else f"{number} face down"


def part(of: pb.PilePart) -> str:
    """A card that the viewer knows although it lies face down is named with that."""
    return f"{shown(of.card.kind)} face {'up' if of.card.face_up else 'down'}" if of.HasField("card") else ""


# The market.


def market(view: pb.View, width: int) -> list[str]:
    """The basic piles and the random ones: how many, both names, and what one costs who looks, or whose turn it is."""
    prices = {price.kind: price.coins for payer in paying(view) for price in payer.prices}

    def cost(kind: str) -> int:
        return prices.get(kind, CARDS[kind].cost)

    def cells(piles: Iterable[pb.KindCount]) -> list[str]:
        listed = [*piles]
        digits = max((len(str(pile.count)) for pile in listed), default=0)
        return [f"{pile.count:>{digits}} {both_names(pile.kind)} ({cost(pile.kind)})" for pile in listed]

    cheapest_first = sorted(view.random_market, key=lambda pile: (CARDS[pile.kind].cost, ORDER[pile.kind]))
    return [*grid(cells(view.basic_market), width), *grid(cells(cheapest_first), width)]


def paying(view: pb.View) -> Iterator[pb.Player]:
    """Whose prices are shown: the viewer's, or of whose turn it is where the viewer has no seat."""
    if view.HasField("seat") or view.HasField("turn"):
        yield view.players[view.seat if view.HasField("seat") else view.turn.seat]


def legend(table: str) -> str:
    """What the marks that stand in the table mean."""
    guess, partly = MARKS["guess"] in table, MARKS["partly"] in table
    if guess and partly:
        return f"{MARKS['guess']} text is a guess, {MARKS['partly']} in part"
    if guess:
        return f"{MARKS['guess']} text is a guess"
    return f"{MARKS['partly']} text is in part a guess" if partly else ""


# The turn.


def now(view: pb.View, width: int) -> list[str]:
    """Whose turn it is, its phase and coins; the field, the open links, and what else the turn is about."""
    if not view.HasField("turn"):
        return heading("before the first turn", "", width, DOUBLE)
    turn, cards = view.turn, view.players[view.turn.seat].field
    phase = f"{PHASES.get(turn.phase, 'no phase')}{f' ({CHOICES[turn.choice]})' if turn.choice in CHOICES else ''}"
    said = f"{'extra ' if turn.extra else ''}turn {turn.number}, {who(view, turn.seat)}: {phase}"
    coins = [many(turn.coins, "coin"), *(["OVERTIME"] if view.overtime else [])]
    lines = heading(", ".join((said, *coins)), "", width, DOUBLE)
    for declared in undecided(view):
        lines += urgent(declared, width)
    if cards:
        lines += rows("field", field(cards), width)
    if turn.phase == pb.PHASE_MAIN:
        kinds = [(card.id, card.kind) for card in cards]
        positions = [place_in_words(kinds, place) for place in turn.open_positions]
        lines += entry("open", positions or ["none: no card can be played any more"], width)
    if turn.HasField("attack"):
        lines += entry("attack", attack(view), width)
    if promised := [*this_turn(view)]:
        lines += entry("this turn", promised, width)
    return lines


def undecided(view: pb.View) -> Iterator[str]:
    """The coronations that are declared; in overtime they decide nothing any more."""
    for player in view.players:
        if player.declared and player.standing == pb.STANDING_IN_GAME and not view.overtime:
            points = many(player.domain.points, "point")
            yield f"{who(view, player.seat)} declared a coronation, {points}: decided as that player's turn begins"


def attack(view: pb.View) -> Iterator[str]:
    """ "Royal Guard~ has reached seat 1", "answered with Castle Wall?", "1 card less"."""
    under_way = view.turn.attack
    victim = view.players[under_way.seat]
    yield f"{shown(under_way.kind)} has reached {who(view, victim.seat)}"
    kinds = {card.id: card.kind for card in victim.hand}
    kinds |= {card.kept.id: card.kept.kind for card in victim.domain.cards if card.HasField("kept")}
    used = [shown(kinds[card]) if card in kinds else "a card that moved" for card in under_way.used]
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
    if used := [*stacked(in_domains[card] for card in turn.used if card in in_domains)]:
        yield f"abilities used: {', '.join(used)}"
    if turn.at_clean_up:
        yield f"as clean-up begins: {', '.join(stacked(turn.at_clean_up))}"
    if turn.at_turn_end:
        yield f"as the turn ends: {', '.join(stacked(turn.at_turn_end))}"
    if turn.extra_turn_follows:
        yield "an extra turn follows"


def field(cards: Sequence[pb.FieldCard]) -> Iterator[str]:
    """As it lies: "2 City > Post Horse > Scout", "below Post Horse: Library?"."""
    kinds = [(card.id, card.kind) for card in cards]
    at = {card.at: card for card in cards}
    for first in cards:
        if first.at.endswith(":right") and linked_to(first.at, kinds):
            continue
        row, place = [first.kind], f"{first.id}:right"
        while place in at:
            row.append(at[place].kind)
            place = f"{at[place].id}:right"
        linked = LINKED.join(stack_of(len([*equal]), shown(kind)) for kind, equal in itertools.groupby(row))
        below = first.at.endswith(":bottom") and linked_to(first.at, kinds)
        yield f"{place_in_words(kinds, first.at)}: {linked}" if below else linked


def linked_to(place: str, kinds: Sequence[tuple[int, str]]) -> bool:
    return any(place.startswith(f"{card}:") for card, _ in kinds)


def own_hand(view: pb.View, width: int) -> list[str]:
    """ "2 City 都市 (3)", "Library? 図書館 (4) face up"."""
    if not view.HasField("seat"):
        return []
    hand = view.players[view.seat].hand
    held: list[str] = []
    for face_up in (False, True):
        lying = Counter(card.kind for card in hand if card.face_up == face_up)
        said = " face up" if face_up else ""
        held += (stack_of(lying[kind], with_cost(kind)) + said for kind in sorted(lying, key=ORDER.__getitem__))
    return entry(f"hand {len(hand)}", held, width)


# Words.


def with_cost(kind: str) -> str:
    return f"{both_names(kind)} ({CARDS[kind].cost})"


def piled(of: Iterable[pb.KindCount]) -> Iterator[str]:
    return stacked(kind for one in of for kind in [one.kind] * one.count)


def stacked(kinds: Iterable[str]) -> Iterator[str]:
    """ "2 City", "Duke": in the catalogue's order."""
    found = Counter(kinds)
    return (stack_of(found[kind], shown(kind)) for kind in sorted(found, key=ORDER.__getitem__))
