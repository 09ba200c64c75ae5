"""A view as lines of text for a terminal, in a given width: for people. A card in play is followed by its id where more
of its kind are in play, as in menus; equal ones in a zone are stacked.

What a player needs most comes last, where the next question follows: the attack, the chain, the own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekeeper.drawing.layout import (
    ACTING,
    DOUBLE,
    LINE,
    NARROWEST,
    entry,
    heading,
    in_brackets,
    many,
    rows,
    stack_of,
    wrapped,
)
from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.box import DRAFT_COURSE
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, MARKS, RACES, SIDE_NAMES, shown
from rulekeeper.games.warhammer_invasion.state import (
    ABILITY,
    DEVELOPMENT,
    ZONES_BY_NUMBER,
    called,
    is_place,
    opponent,
    place,
    place_called,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

PHASES: Mapping[int, str] = {
    pb.PHASE_BEGINNING: "beginning of the turn",
    pb.PHASE_KINGDOM: "kingdom phase",
    pb.PHASE_QUEST: "quest phase",
    pb.PHASE_CAPITAL: "capital phase",
    pb.PHASE_BATTLEFIELD: "battlefield phase",
    pb.PHASE_END: "end of the turn",
}

WINDOWS: Mapping[int, str] = {
    pb.WINDOW_BEGINNING: "after what happens as the turn begins",
    pb.WINDOW_KINGDOM: "after collecting",
    pb.WINDOW_QUEST: "after drawing",
    pb.WINDOW_CAPITAL: "of the capital phase",
    pb.WINDOW_TARGET: "after the target was declared",
    pb.WINDOW_ATTACKERS: "after the attackers were declared",
    pb.WINDOW_DEFENDERS: "after the defenders were declared",
    pb.WINDOW_ASSIGNED: "after damage was assigned",
    pb.WINDOW_APPLIED: "after damage was applied",
    pb.WINDOW_NO_ATTACK: "without an attack",
    pb.WINDOW_END: "before what happens as the turn ends",
}

FORMATS: Mapping[str, str] = {"starters": "starter decks", "constructed": "decks of their own", "draft": "draft"}

KEY = ("2/3 power/hit points", "(4) price")
"""What numbers mean that stand without a word."""

UNSURE: Mapping[str, str] = {"guess": "a guess", "partly": "in part not confirmed"}

ORDER: Mapping[str, int] = {kind: number for number, kind in enumerate(CARDS)}
"""Cards without an order of their own are listed in the catalogue's."""


def text(view: pb.View, columns: int = 80) -> Sequence[str]:
    """The table: each player's area, the viewer's own last; what happens now, and the viewer's hand. No line takes more
    than `columns`, of which 40 are the least.
    """
    width = max(columns, NARROWEST)
    mine = view.seat if view.HasField("seat") else 0
    lines: list[str] = []
    for seat in (opponent(mine), mine):
        lines += area(view, view.players[seat], width) if view.players else []
    lines += [*now(view, width), *own_hand(view, width)]
    return [*title("".join(lines), width), *lines]


def title(table: str, width: int) -> list[str]:
    """With what stands in the table without a word."""
    marks = (f"{MARKS[status]} {words}" for status, words in UNSURE.items() if MARKS[status] in table)
    return wrapped("; ".join(("WARHAMMER: INVASION", *KEY, *marks)), width)


# A player's area.


def area(view: pb.View, player: pb.Player, width: int) -> list[str]:
    """Under a line that names the player."""
    acting = view.HasField("turn") and view.turn.seat == player.seat
    lead = f"{LINE}{ACTING} " if acting else f"{LINE}{LINE} "
    board = f", {RACES[player.capital]}" if player.capital in RACES else ""
    lines = heading(f"{who(view, player.seat)}{board}", ", ".join(has(view, player)), width, LINE, lead)
    if view.HasField("draft"):
        return [*lines, *drafter(view, view.draft.drafters[player.seat], width)]
    if player.deck_list and not view.HasField("turn") and not player.hand_size:
        lines += entry(f"deck {cards_in(player.deck_list)}", piled(player.deck_list), width)
    if player.symbols:
        symbols = (stack_of(of.count, RACES.get(of.kind, of.kind)) for of in player.symbols)
        lines += entry("symbols", symbols, width)
    if player.discard_pile:
        lines += entry(f"discards {cards_in(player.discard_pile)}", piled(player.discard_pile), width)
    if player.capital or any(card.controller == player.seat for card in view.cards):
        for third in player.sections:
            lines += zone(view, player, third, width)
    return lines


def has(view: pb.View, player: pb.Player) -> Iterator[str]:
    """What a player has beside what lies in the zones. The hand of who looks is drawn apart."""
    if view.HasField("draft"):
        drafter = view.draft.drafters[player.seat]
        yield f"{SIDE_NAMES[drafter.side]} pile" if drafter.side in SIDE_NAMES else "no side yet"  # type: ignore[index]
        yield f"{many(drafter.picked, 'card')} in the deck"
        return
    if view.HasField("turn"):
        yield many(player.resources, "resource")
    if not own(view, player.seat):
        yield f"{player.hand_size} in hand{in_brackets(', '.join(stacked(card.kind for card in player.hand)))}"
    yield f"{player.deck_size} to draw" if player.deck_size or view.HasField("turn") else "no deck yet"
    if not player.capital:
        yield "no capital yet"


def zone(view: pb.View, player: pb.Player, third: pb.Section, width: int) -> list[str]:
    """A zone with its section: in the first line its numbers, below it what lies faceup in it."""
    damage = "BURNING" if third.burning else f"damage {third.damage} of {third.hit_points}"
    numbers = [f"power {third.power}", damage]
    if third.developments:
        facedown = in_brackets(", ".join(stacked(card.kind for card in third.known)))
        numbers.append(f"{many(third.developments, 'development')}{facedown}")
    lines = entry(ZONES_BY_NUMBER[third.zone], numbers, width)
    lying = [*cards_at(view, place(player.seat, third.zone))]
    return [*lines, *(entry("", lying, width) if lying else [])]


def own(view: pb.View, seat: int) -> bool:
    return view.HasField("seat") and view.seat == seat


def who(view: pb.View, seat: int) -> str:
    return f"{called(seat)}{' (you)' if own(view, seat) else ''}"


# Cards in play.


def cards_at(view: pb.View, where: int) -> Iterator[str]:
    """ "2 Squig Herders 1/2 #263 #519", "Defend the Border (1 token) [Runesmith 1/2]". Attachments and questing units
    stand with what they are on.
    """
    kinds = Counter(card.kind for card in view.cards)
    stacks: dict[str, list[int]] = {}
    for card in view.cards:
        if card.place == where and not card.host and not (card.quest and find(view, card.quest)):
            stacks.setdefault(in_zone(view, card), []).append(card.id)
    for said, ids in stacks.items():
        several = kinds[find(view, ids[0]).kind] > 1  # type: ignore[union-attr]
        marks = "".join(f" #{card}" for card in ids) if several else ""
        yield stack_of(len(ids), said) + marks


def in_zone(view: pb.View, card: pb.InPlay) -> str:
    """A card with all that is on it, without its id."""
    said = with_numbers(card)
    on_it = [attachment(view, card, other) for other in view.cards if other.host == card.id]
    on_it += [f"{in_zone(view, other)}{mark(view, other)}" for other in view.cards if other.quest == card.id]
    return f"{said} [{', '.join(on_it)}]" if on_it else said


def attachment(view: pb.View, host: pb.InPlay, card: pb.InPlay) -> str:
    whose = f" of {called(card.controller)}" if card.controller != host.controller else ""
    return f"{with_numbers(card)}{mark(view, card)}{whose}"


def with_numbers(card: pb.InPlay) -> str:
    """ "Troll Slayers 4/2 (1 damage, corrupted)", "Contested Village (power 1)"."""
    unit = CARDS[card.kind].type == "unit"
    notes = [f"power {card.power}"] if card.power and not unit else []
    notes += [f"{card.damage} damage"] if card.damage else []
    notes += [f"Toughness {card.toughness}"] if card.toughness else []
    notes += [f"Counterstrike {card.counterstrike}"] if card.counterstrike else []
    notes += ["corrupted"] if card.corrupted else []
    notes += ["cannot be declared"] if card.held else []
    notes += [many(card.tokens, "token")] if card.tokens else []
    numbers = f" {card.power}/{card.hit_points}" if unit else ""
    return f"{shown(card.kind)}{numbers}{in_brackets(', '.join(notes))}"


def find(view: pb.View, card: int) -> pb.InPlay | None:
    return next((found for found in view.cards if found.id == card), None)


def mark(view: pb.View, card: pb.InPlay) -> str:
    """Its id, where more of its kind are in play."""
    return f" #{card.id}" if sum(other.kind == card.kind for other in view.cards) > 1 else ""


def thing(view: pb.View, target: int) -> str:
    """What an id or a place stands for: "Squig Herders #519", "the Kingdom of seat 1"."""
    if is_place(target):
        return place_called(target) if target else "nothing any more"
    if card := find(view, target):
        return f"{shown(card.kind)}{mark(view, card)}"
    action = next((one for one in (*view.chain, *view.resolving) if one.number == target), None)
    return f"{played(action)} on the chain" if action else "a card that left"


# The moment.


def now(view: pb.View, width: int) -> list[str]:
    """Whose turn it is, which window is open and who has passed, and everything that is under way."""
    if view.HasField("draft"):
        lines = [*heading(", ".join(drafting(view.draft)), "", width, DOUBLE), *own_pack(view, width)]
    elif not view.HasField("turn"):
        said = ["before the first turn", *([FORMATS[view.format]] if view.format in FORMATS else [])]
        said += [f"{who(view, view.first_player)} begins"] if view.HasField("first_player") else []
        lines = heading(", ".join(said), "", width, DOUBLE)
    else:
        turn = view.turn
        whose = f"turn {turn.number}, {who(view, turn.seat)}: {PHASES.get(turn.phase, 'no phase')}"
        lines = heading(whose, "", width, DOUBLE)
    if view.HasField("combat"):
        lines += attack(view, width)
    for label, found in (
        ("damage due", spread(view, view.about_to_be_dealt)),
        ("waiting", [waiting(view, one) for one in view.waiting]),
        ("this turn", [*this_turn(view)]),
        ("triggered", [effect(view, one) for one in view.effects]),
    ):
        lines += entry(label, found, width) if found else []
    lines += rows("resolving", [action(view, one) for one in reversed(view.resolving)], width)
    chain = [action(view, one) for one in reversed(view.chain)]
    if len(chain) > 1:
        chain[0] += " (resolves first)"
    lines += rows("chain", chain, width)
    if view.turn.window:
        lines += entry("window", [f"{WINDOWS[view.turn.window]}: {passing(view)}"], width)
    return lines


def passing(view: pb.View) -> str:
    """Who may act, and who has declined. Whoever has declared an action lets the other respond first."""
    if view.resolving:
        return "the chain resolves"
    then = "the chain resolves" if view.chain else "it closes"
    for seat in view.turn.passed:
        return f"{who(view, seat)} has passed; if {who(view, opponent(seat))} passes too, {then}"
    if view.chain:
        return f"{who(view, opponent(view.chain[-1].seat))} may respond first"
    return "nobody has passed"


def this_turn(view: pb.View) -> Iterator[str]:
    """What of earlier in the turn still matters."""
    turn = view.turn
    if turn.development_played:
        yield "a development was played"
    for seat in turn.limited_played:
        yield f"{who(view, seat)} has played a Limited card"
    if turn.used:
        yield f"used up: {' and '.join(thing(view, card) for card in turn.used)}"
    if turn.units_discarded:
        yield f"{many(turn.units_discarded, 'unit')} reached a discard pile"


def attack(view: pb.View, width: int) -> list[str]:
    fight = view.combat
    lines = entry("attack", [f"on {place_called(fight.place)}"], width)
    lines += entry("attackers", fighting(view, fight.attackers, fight.attackers_declared), width)
    if fight.attackers_declared:
        lines += entry("defenders", fighting(view, fight.defenders, fight.defenders_declared), width)
    for label, found in (
        ("deal", [*dealing(view)]),
        ("assigned", spread(view, fight.assigned)),
        ("paid for", [f"{thing(view, toll.unit)} ({thing(view, toll.card)})" for toll in fight.tolls]),
    ):
        lines += entry(label, found, width) if found else []
    return lines


def fighting(view: pb.View, units: Sequence[int], declared: bool) -> list[str]:
    if not declared:
        return ["not declared yet"]
    found = [card for card in view.cards if card.id in units]
    return [f"{with_numbers(card)}{mark(view, card)}" for card in found] or ["none"]


def dealing(view: pb.View) -> Iterator[str]:
    """How much damage each unit in combat deals, once that is counted."""
    for share in view.combat.shares:
        yield f"{thing(view, share.card)}: {amount(share.cancellable, share.uncancellable)}"


def spread(view: pb.View, points: Iterable[pb.Points]) -> list[str]:
    return [f"{amount(one.cancellable, one.uncancellable)} to {thing(view, one.target)}" for one in points]


def amount(cancellable: int, uncancellable: int) -> str:
    """ "3", "3 (2 of them cannot be cancelled)"."""
    whole = cancellable + uncancellable
    if not uncancellable:
        return str(whole)
    return f"{whole} (cannot be cancelled)" if not cancellable else f"{whole} ({uncancellable} cannot be cancelled)"


def waiting(view: pb.View, one: pb.Waiting) -> str:
    about = f", about {thing(view, one.card)}" if one.card else ""
    return f"{shown(one.kind)} of {who(view, one.seat)}{about}"


def effect(view: pb.View, one: pb.Effect) -> str:
    about = f", about {thing(view, one.subject)}" if one.subject not in (0, one.card) else ""
    return f"{who(view, one.seat)}: {shown(one.kind)} ({one.text}){about}"


# The chain.


def action(view: pb.View, one: pb.Action) -> str:
    """ "seat 0: Troll Slayers into the Battlefield", "seat 1: Demoralise on Troll Slayers"."""
    parts = [f"{who(view, one.seat)}: {played(one)}"]
    if one.what == pb.ACTION_KIND_CARD or one.what == DEVELOPMENT:
        where = f"into the {ZONES_BY_NUMBER[one.zone]}"
        onto = one.host or one.quest
        parts.append(f"onto {thing(view, onto)}" if onto else where)
    else:
        if one.x:
            parts.append(f"with X = {one.x}")
        if aims := [*aimed(view, one)]:
            parts.append(f"on {' and '.join(aims)}")
        if one.zone:
            parts.append(f"to the {ZONES_BY_NUMBER[one.zone]}")
    if one.cancelled:
        parts.append("(cancelled)")
    return " ".join(parts)


def played(one: pb.Action) -> str:
    if one.what == DEVELOPMENT:
        return f"a development{in_brackets(shown(one.kind) if one.kind else '')}"
    return f"the action of {shown(one.kind)}" if one.what == ABILITY else shown(one.kind)


def aimed(view: pb.View, one: pb.Action) -> Iterator[str]:
    """Its targets; of developments the viewer may know which."""
    facedown = {card.id: card.kind for player in view.players for third in player.sections for card in third.known}
    for target in one.targets:
        known = stacked(facedown[card] for card in one.developments if card in facedown)
        if is_place(target) and target and at_developments(one):
            yield f"developments in {place_called(target)}{in_brackets(', '.join(known))}"
        else:
            yield thing(view, target)
    yield from stacked(one.cards)


def at_developments(one: pb.Action) -> bool:
    """Is a place among its targets one for developments there?"""
    asked = block(one.kind).action
    return asked is not None and (asked.developments is not None or bool(asked.target and asked.target.developments))


# The draft.


def drafter(view: pb.View, of: pb.Drafter, width: int) -> list[str]:
    """A drafter's pile and pack; own picks, and the own pack while the opponent holds it."""
    cards = [f"{of.pile_size} in the pile", f"{of.pack_size} in the pack"]
    cards += [f"{many(of.cut, 'card')} fewer in each new pack"] if of.cut else []
    cards += [f"{of.sabotages} Sabotage kept"] if of.sabotages else []
    lines = entry("draft", cards, width)
    deck = view.players[of.seat].deck_list
    lines += entry(f"deck {cards_in(deck)}", piled(deck), width) if deck else []
    if of.pack and not own(view, of.seat):
        whose = f"holds the pack of {who(view, opponent(of.seat))}" if view.draft.exchanged else "holds"
        lines += entry("pack", [f"{whose}: {', '.join(stacked(card.kind for card in of.pack))}"], width)
    return lines


def drafting(now: pb.Draft) -> Iterator[str]:
    if not now.pack:
        yield "draft: sides are chosen"
        return
    steps = DRAFT_COURSE.picks + DRAFT_COURSE.counterdrafts
    yield f"draft: pack {now.pack} of {DRAFT_COURSE.packs}"
    yield f"step {now.round} of {steps}"
    yield "counterdraft" if now.exchanged else "pick"


def own_pack(view: pb.View, width: int) -> list[str]:
    """What the viewer holds and looks at."""
    if not view.HasField("seat"):
        return []
    mine, lines = view.draft.drafters[view.seat], list[str]()
    for label, cards in ((f"pack {len(mine.pack)}", mine.pack), ("looking at", mine.looked_at)):
        lines += entry(label, printed(card.kind for card in cards), width) if cards else []
    return lines


# The own hand.


def own_hand(view: pb.View, width: int) -> list[str]:
    """ "2 Troll Slayers 2/2 (3)": what is printed, and the price now."""
    if not view.HasField("seat") or view.HasField("draft"):
        return []
    mine, lines = view.players[view.seat], list[str]()
    if mine.looked_at:
        lines += entry("looking at", printed(card.kind for card in mine.looked_at), width)
    if mine.hand or view.HasField("turn"):
        prices = {price.kind: price.resources for price in mine.prices}
        lines += entry(f"hand {len(mine.hand)}", printed((card.kind for card in mine.hand), prices), width)
    return lines


def printed(kinds: Iterable[str], prices: Mapping[str, int] | None = None) -> Iterator[str]:
    """With power and hit points, and the printed cost or what they cost now."""
    found = Counter(kinds)
    for kind in sorted(found, key=ORDER.__getitem__):
        card = CARDS[kind]
        cost = str(card.cost)
        if prices is not None:
            now = prices[kind]
            cost = str(now) if card.cost != "X" else f"X+{now}" if now else "X"
        numbers = f" {card.power}/{card.hit_points}" if card.hit_points is not None else ""
        yield f"{stack_of(found[kind], shown(kind))}{numbers} ({cost})"


# Words.


def piled(of: Iterable[pb.KindCount]) -> Iterator[str]:
    return stacked(kind for one in of for kind in [one.kind] * one.count)


def stacked(kinds: Iterable[str]) -> Iterator[str]:
    """ "2 Demoralise", "Pillage": in the catalogue's order."""
    found = Counter(kinds)
    return (stack_of(found[kind], shown(kind)) for kind in sorted(found, key=ORDER.__getitem__))


def cards_in(of: Iterable[pb.KindCount]) -> int:
    return sum(one.count for one in of)
