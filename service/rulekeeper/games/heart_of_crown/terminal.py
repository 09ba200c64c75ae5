"""A view as lines of text for a terminal, in a given width: for people, so without ids. Equal cards are stacked where
their order and identity mean nothing.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.games.heart_of_crown.catalogue import CARDS, name
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

DOUBLE = "\N{BOX DRAWINGS DOUBLE HORIZONTAL}"
LINE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
ACTING = "\N{BLACK RIGHT-POINTING TRIANGLE}"
LINKED = " > "
LABEL = 11
NARROWEST = 40

ORDER: Mapping[str, int] = {kind: number for number, kind in enumerate(CARDS)}
"""Equal piles look equal: cards without an order of their own are listed in the catalogue's."""


def text(view: pb.View, columns: int = 80) -> Sequence[str]:
    """The table top to bottom: the turn, the common areas, each player's area, the viewer's own last. No line is
    longer than `columns`, of which 40 are the least.
    """
    width = max(columns, NARROWEST)
    lines = [*ends("HEART OF CROWN", now(view), width), DOUBLE * width]
    lines += entry("princesses", (name(kind) for kind in view.princesses), width)
    basic, rest = [*map(on_sale, view.basic_market)], [*map(on_sale, sorted(view.random_market, key=by_cost))]
    cell = max(map(len, (*basic, *rest)), default=0)
    lines += grid("basic", basic, cell, width)
    lines += grid("random", rest, cell, width)
    lines += entry("supply", (f"{view.supply} face down, and {view.curses} Curses in their pile",), width)
    if view.exile:
        lines += entry("exile", piles(view.exile), width)
    mine = view.seat + 1 if view.HasField("seat") else 0
    for player in (*view.players[mine:], *view.players[:mine]):
        lines += ["", *area(view, player, width)]
    return lines


def now(view: pb.View) -> str:
    """ "turn 7 - seat 1 - main phase - 3 coins"."""
    if not view.HasField("turn"):
        return "before the first turn"
    turn = view.turn
    said = [
        f"{'extra ' if turn.extra else ''}turn {turn.number}",
        called(turn.seat),
        PHASES.get(turn.phase, ""),
        CHOICES.get(turn.choice, ""),
        f"{turn.coins} coin{'' if turn.coins == 1 else 's'}",
        "OVERTIME" if view.overtime else "",
    ]
    return " - ".join(part for part in said if part)


def area(view: pb.View, player: pb.Player, width: int) -> list[str]:
    """A player's game area, under a rule that names the player."""
    mine = view.HasField("seat") and view.seat == player.seat
    acting = view.HasField("turn") and view.turn.seat == player.seat
    who = f"{LINE}{ACTING if acting else LINE} {called(player.seat)}{' (you)' if mine else ''} "
    points = player.domain.points
    state = [f"{points} point{'' if points == 1 else 's'}"] if player.HasField("domain") else ["no princess"]
    state += ["coronation declared"] if player.declared else []
    state += [STANDINGS[player.standing]] if player.standing in STANDINGS else []
    said = f" {', '.join(state)} {LINE * 2}"
    room = width - len(who) - len(said)
    lines = [who + LINE * room + said] if room > 0 else [f"{who:{LINE}<{width}}", *entry("", state, width)]
    if player.HasField("domain"):
        lines += entry("domain", domain(player.domain), width)
    if player.field:
        lines += column("field", rows(player.field), width)
    if acting:
        if view.turn.phase == pb.PHASE_MAIN:
            kinds = [(card.id, card.kind) for card in player.field]
            lines += entry("open", (place_in_words(kinds, place) for place in view.turn.open_positions), width)
        if this_turn := list(promised(view.turn)):
            lines += entry("this turn", this_turn, width)
    hand = [*stacked(card.kind for card in player.hand)] or ["hidden"] * bool(player.hand_size)
    lines += entry(f"hand {player.hand_size}", hand, width)
    lines += entry(f"draw {player.draw_pile_size}", pile(player.draw_pile), width)
    lines += entry(f"discard {sum(one.count for one in player.discard_pile)}", piles(player.discard_pile), width)
    return lines


def promised(turn: pb.Turn) -> Iterator[str]:
    """What cards played this turn have still to give."""
    if turn.buying_under:
        yield "cards bought may go under the draw pile"
    if turn.at_clean_up:
        yield f"as clean-up begins: {', '.join(stacked(turn.at_clean_up))}"
    if turn.extra_turn_follows:
        yield "an extra turn follows"


def domain(of: pb.Domain) -> Iterator[str]:
    """ "Princess Twins Lain and Shion (2 counters)", "2 City", "Large City [Library]", "3 Duke +18"."""
    for said, cards in itertools.groupby(sorted(of.cards, key=in_domain), key=placed):
        stack = [*cards]
        worth = sum(CARDS[card.kind].succession_points + card.plus_one_counters for card in stack)
        yield many(len(stack), said) + (f" {worth:+d}" if worth else "")


def in_domain(card: pb.DomainCard) -> tuple[int, str]:
    """The princess, the Territories, then what was set."""
    return (ORDER[card.kind], placed(card))


def placed(card: pb.DomainCard) -> str:
    said = [name(card.kind)]
    said += [f"({card.twin_counters} counter{'' if card.twin_counters == 1 else 's'})"] if card.twin_counters else []
    said += [f"[{name(card.kept.kind)}]"] if card.HasField("kept") else []
    return " ".join(said)


def rows(field: Sequence[pb.FieldCard]) -> Iterator[str]:
    """The field as it lies: "2 City > Post Horse > Scout", "below Post Horse: Library"."""
    kinds = [(card.id, card.kind) for card in field]
    at = {card.at: card for card in field}
    for first in field:
        if first.at.endswith(":right") and linked_to(first.at, kinds):
            continue
        row, place = [first.kind], f"{first.id}:right"
        while place in at:
            row.append(at[place].kind)
            place = f"{at[place].id}:right"
        cards = LINKED.join(many(len([*run]), name(kind)) for kind, run in itertools.groupby(row))
        below = first.at.endswith(":bottom") and linked_to(first.at, kinds)
        yield f"{place_in_words(kinds, first.at)}: {cards}" if below else cards


def linked_to(place: str, kinds: Sequence[tuple[int, str]]) -> bool:
    return any(place.startswith(f"{card}:") for card, _ in kinds)


def pile(parts: Sequence[pb.PilePart]) -> Iterator[str]:
    """Top first: "City (face up)", "4 face down"."""
    for said, run in itertools.groupby(parts, key=part):
        number = sum(one.unknown or 1 for one in run)
        yield f"{number} {said}" if said == "face down" else many(number, said)


def part(of: pb.PilePart) -> str:
    if of.HasField("card"):
        return f"{name(of.card.kind)} ({'face up' if of.card.face_up else 'face down, but known'})"
    return "face down"


def on_sale(pile: pb.KindCount) -> str:
    return f"{pile.count:>2} {name(pile.kind)} ({CARDS[pile.kind].cost})"


def by_cost(pile: pb.KindCount) -> tuple[int, str]:
    return (CARDS[pile.kind].cost, name(pile.kind))


def piles(of: Iterable[pb.KindCount]) -> Iterator[str]:
    return stacked(kind for one in of for kind in [one.kind] * one.count)


def stacked(kinds: Iterable[str]) -> Iterator[str]:
    """ "2 City", "Duke": in the catalogue's order."""
    found = Counter(kinds)
    return (many(found[kind], name(kind)) for kind in sorted(found, key=ORDER.__getitem__))


def many(number: int, said: str) -> str:
    return f"{number} {said}" if number > 1 else said


# Laying out.


def entry(label: str, items: Iterable[str], width: int) -> list[str]:
    """A labelled list, wrapped between its items; one that is too long for a line is wrapped between its words."""
    room = width - LABEL - 1
    found: list[str] = []
    for item in items:
        longer = f"{found[-1]}, {item}" if found else item
        if len(longer) < room:
            found[-1:] = [longer]
            continue
        if found:
            found[-1] += ","
        found += textwrap.wrap(item, room - 1, break_on_hyphens=False)
    return labelled(label, found or ["-"])


def column(label: str, items: Iterable[str], width: int) -> list[str]:
    """A labelled list, each item on a line of its own."""
    room = width - LABEL - 1
    return labelled(label, [line for item in items for line in textwrap.wrap(item, room, break_on_hyphens=False)])


def grid(label: str, items: Sequence[str], cell: int, width: int) -> list[str]:
    """A labelled list in columns of cells, as many as fit, or a plain one where only one would."""
    across = (width - LABEL + 1) // (cell + 2)
    if across < 2:
        return entry(label, map(str.strip, items), width)
    found = [
        "".join(f"{item:<{cell + 2}}" for item in items[at : at + across]).rstrip()
        for at in range(0, len(items), across)
    ]
    return labelled(label, found or ["-"])


def labelled(label: str, lines: Sequence[str]) -> list[str]:
    return [f"{label if number == 0 else '':<{LABEL}} {line}" for number, line in enumerate(lines)]


def ends(left: str, right: str, width: int) -> list[str]:
    """One line with both ends used, or two."""
    between = width - len(left) - len(right)
    if between > 0:
        return [f"{left}{' ' * between}{right}"]
    return [left, *textwrap.wrap(right, width)]
