"""A view as lines of text for a terminal, in a given width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from rulekeeper.games.heart_of_crown.catalogue import CARDS, name
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
LABEL = 11
NARROWEST = 40


def text(view: pb.View, columns: int = 80) -> Sequence[str]:
    """The table top to bottom: the turn, the common areas, each player's area. No line is longer than
    `columns`, of which 40 are the least.
    """
    width = max(columns, NARROWEST)
    lines = [spread("HEART OF CROWN", now(view), width), DOUBLE * width]
    lines += entry("princesses", (name(kind) for kind in view.princesses), width)
    lines += entry("basic", (f"{pile.count} {priced(pile.kind)}" for pile in view.basic_market), width)
    lines += entry("random", (f"{pile.count} {priced(pile.kind)}" for pile in view.random_market), width)
    lines += entry("also", (f"supply {view.supply}", f"Curses {view.curses}"), width)
    if view.exile:
        lines += entry("exile", counted(view.exile), width)
    for player in view.players:
        lines += ["", *area(view, player, width)]
    return lines


def now(view: pb.View) -> str:
    """ "turn 7 - seat 1 - main phase - 3 coins"."""
    if not view.HasField("turn"):
        return "before the first turn"
    turn = view.turn
    said = [f"{'extra ' if turn.extra else ''}turn {turn.number}", f"seat {turn.seat}", PHASES.get(turn.phase, "")]
    said.append(CHOICES.get(turn.choice, ""))
    said.append(f"{turn.coins} coin{'' if turn.coins == 1 else 's'}")
    said.append("OVERTIME" if view.overtime else "")
    return " - ".join(part for part in said if part)


def area(view: pb.View, player: pb.Player, width: int) -> list[str]:
    """A player's game area, under a rule that names the player."""
    mine, acting = view.HasField("seat") and view.seat == player.seat, view.turn.seat == player.seat
    mark = "\N{BLACK RIGHT-POINTING TRIANGLE}" if acting and view.HasField("turn") else LINE
    who = f"{LINE}{mark} seat {player.seat}{' (you)' if mine else ''} "
    state = [f"{player.domain.points} points"] if player.HasField("domain") else ["no princess"]
    state += ["coronation declared"] if player.declared else []
    state += [STANDINGS[player.standing]] if player.standing in STANDINGS else []
    said = f" {', '.join(state)} {LINE * 2}"
    lines = [who + LINE * (width - len(who) - len(said)) + said]
    if player.HasField("domain"):
        lines += entry("domain", map(placed, player.domain.cards), width)
    if player.field:
        lines += entry("field", (f"{name(card.kind)} #{card.id}" for card in player.field), width)
    if acting and view.turn.phase == pb.PHASE_MAIN:
        lines += entry("open", opened(view.turn, player) or ("nothing",), width)
    hand = [f"{name(card.kind)} #{card.id}" for card in player.hand]
    lines += entry(f"hand {player.hand_size}", hand or ("hidden",) * bool(player.hand_size), width)
    lines += entry(f"draw {player.draw_pile_size}", map(part, player.draw_pile), width)
    lines += entry(f"discard {sum(pile.count for pile in player.discard_pile)}", counted(player.discard_pile), width)
    return lines


def placed(card: pb.DomainCard) -> str:
    """ "City #131103 [Library #262175]", with points and counters."""
    worth = CARDS[card.kind].succession_points + card.plus_one_counters
    said = [f"{name(card.kind)} #{card.id}"]
    said += [f"{worth:+d}"] if worth else []
    said += [f"({card.twin_counters} counters)"] if card.twin_counters else []
    said += [f"[{name(card.kept.kind)} #{card.kept.id}]"] if card.HasField("kept") else []
    return " ".join(said)


def opened(turn: pb.Turn, player: pb.Player) -> list[str]:
    """The open positions, in words and as commands name them."""
    kinds = {str(card.id): name(card.kind) for card in player.field}
    said = []
    for position in turn.open_positions:
        card, _, corner = position.partition(":")
        where = (
            f"{'right of' if corner == 'right' else 'below'} {kinds.get(card, 'a card that left')}" if corner else ""
        )
        said.append(f"{where} ({position})" if where else position)
    return said


def part(of: pb.PilePart) -> str:
    """ "3 unknown", "Duke (face up)"."""
    if of.HasField("card"):
        return f"{name(of.card.kind)} ({'face up' if of.card.face_up else 'known'})"
    return f"{of.unknown} unknown"


def priced(kind: str) -> str:
    return f"{name(kind)} ({CARDS[kind].cost})"


def counted(piles: Iterable[pb.KindCount]) -> Iterable[str]:
    return (f"{pile.count} {name(pile.kind)}" if pile.count > 1 else name(pile.kind) for pile in piles)


def entry(label: str, items: Iterable[str], width: int) -> list[str]:
    """A labelled list, wrapped between its items; one that is too long for a line is wrapped between its words."""
    room = width - LABEL - 1
    rows = [""]
    for item in items:
        longer = f"{rows[-1]}, {item}" if rows[-1] else item
        if len(longer) < room:
            rows[-1] = longer
        else:
            rows[-1] += "," if rows[-1] else ""
            rows += textwrap.wrap(item, room - 1, break_on_hyphens=False)
    lines = [row for row in rows if row] or ["-"]
    return [f"{label if number == 0 else '':<{LABEL}} {line}" for number, line in enumerate(lines)]


def spread(left: str, right: str, width: int) -> str:
    """One line with both ends used; the left end gives way, or is left out."""
    between = width - len(left) - len(right)
    return f"{left}{' ' * between}{right}" if between > 0 else right[:width]
