"""What keeps a state that a person wrote down from being a table of Warhammer: Invasion.

A position begins before the decks are made, and is then a game as its set-up gives it, or between two actions of a game
under way: whatever belongs to a chain, an attack or an effect is empty.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.box import CAPITALS, STARTERS
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.decks import MOST, breaches, deck_of
from rulekeeper.games.warhammer_invasion.effects import barred
from rulekeeper.games.warhammer_invasion.setup import Setup, in_box
from rulekeeper.games.warhammer_invasion.state import (
    END,
    QUEST,
    SEATS,
    Draft,
    Placed,
    Player,
    Section,
    State,
    all_see,
    dealt,
    in_play,
    is_place,
    owner_sees,
    places,
    questing,
)
from rulekeeper.kernel import Card, Counts, Pile, contents, counts, total
from rulekeeper.kernel.faults import of_counts, of_ids, of_kinds, of_minted, of_number, of_pile, was_given
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

MOST_CARDS = len(SEATS) * MOST
"""Cards of two decks ("whi.deck.size")."""

MOST_POINTS = 1_000
"""Resources, damage, tokens and changed power: more than any game comes to, and few enough to be told one by one."""

DECK_CARDS: Mapping[str, Printed] = {kind: card for kind, card in CARDS.items() if card.type != "draft"}
"""What may be in a deck, and so on the table ("whi.deck.no-draft-cards")."""

FIRST_ID = next(number for number in itertools.count() if not is_place(number))
"""Ids of cards are greater than any place."""

FORMATS, MINIMUMS, WINDOWS = (
    get_args(Setup.model_fields[name].annotation) for name in ("format", "minimum", "windows")
)
"""What a set-up may say of them."""

UNDER_WAY = ("chain", "resolving", "pending", "hits", "hits_combat", "depth")
"""What of a state is empty between two actions."""


def fault(state: State, seats: int) -> str:
    """The first thing that is wrong, with its place; empty where nothing is."""
    return next(_faults(state), "")


def _faults(state: State) -> Iterator[str]:
    yield from _of_choice("format", state.format, FORMATS)
    yield from _of_choice("minimum", state.minimum, MINIMUMS)
    yield from _of_choice("windows", state.windows, WINDOWS)
    yield from of_counts("box", state.box, CARDS, MOST_CARDS)
    yield from of_minted(state.minted)
    if not dealt(state):
        yield from _before_the_decks(state)
        return
    for name in UNDER_WAY:
        if getattr(state, name):
            yield f"{name}: a position begins between two actions, and not in a chain or an effect"
    if state.combat is not None:
        yield "combat: a position begins before an attack (the entry point combat declares one)"
    if state.draft is not None:
        yield "draft: a position begins before a draft or after it"
    yield from of_number("numbered", state.numbered)
    for seat, player in enumerate(state.players):
        yield from (f"players[{seat}].{found}" for found in _of_player(seat, player, all_see(state)))
    yield from _of_kinds("cards", [card.kind for card in state.cards])
    yield from of_ids([*_ids(state)], state.minted, FIRST_ID)
    for index, card in enumerate(state.cards):
        yield from (f"cards[{index}]: {found}" for found in _of_card(state, card))
    yield from _of_turn(state)
    yield from _of_what_lasts(state)
    yield from _of_number_of_cards(state)


def _of_choice(place: str, chosen: str, among: Sequence[str]) -> Iterator[str]:
    if chosen not in among:
        yield f"{place}: {chosen!r} is not one of {', '.join(among)}"


# Before the decks are made.


def _before_the_decks(state: State) -> Iterator[str]:
    """All cards are in the box, and the decks that a set-up names stand with the players."""
    if state.box != in_box(state.format):
        yield f"box: before the decks are made it holds all cards of the format {state.format!r}"
    for seat, player in enumerate(state.players):
        yield from (f"players[{seat}].{found}" for found in _of_named_deck(state, player))
    lists = [player.deck_list for player in state.players]
    if bool(lists[0]) != bool(lists[1]):
        yield "players: both have a deck list before the decks are made, or neither has"
    if state.format == "starters" and lists[0] and lists[0] == lists[1]:
        yield "players: each starter is there once (whi.setup.starter.choose)"
    plain = State(
        players=_pair(Player(player.capital, deck_list=player.deck_list) for player in state.players),
        draft=Draft() if state.format == "draft" else None,
        format=state.format,
        minimum=state.minimum,
        windows=state.windows,
        box=state.box,
        minted=state.minted,
    )
    for name in State.__struct_fields__:
        if getattr(state, name) != getattr(plain, name):
            yield f"{name}: the decks are not made yet, and nothing has happened"


def _pair(players: Iterator[Player]) -> tuple[Player, Player]:
    first, second = players
    return first, second


def _of_named_deck(state: State, player: Player) -> Iterator[str]:
    """A starter, or a whole deck with its capital."""
    yield from _of_counts("deck_list", player.deck_list)
    if state.format == "starters" and player.deck_list:
        if player.deck_list not in [counts(dict(starter.cards)) for starter in STARTERS.values()]:
            yield "deck_list: it is none of the starters (whi.setup.starter.choose)"
    elif player.deck_list:
        if state.format == "draft":
            yield "deck_list: in a draft no deck is brought"
        for breach in breaches(deck_of(player.capital, player.deck_list)):
            yield f"deck_list: {breach.text} ({breach.rule})"
    if player.capital and not (player.deck_list and state.format == "constructed"):
        yield "capital: it is placed when the decks are made"


# Players.


def _of_player(seat: int, player: Player, everyone: int) -> Iterator[str]:
    if player.capital not in CAPITALS:
        yield f"capital: {player.capital!r} is not one of {', '.join(CAPITALS)}"
    for index, third in enumerate(player.sections):
        yield from (f"sections[{index}].{found}" for found in _of_section(seat, third, everyone))
    yield from of_number("resources", player.resources, MOST_POINTS)
    yield from _of_cards("hand", player.hand, (owner_sees(seat), everyone))
    yield from _of_deck(player.deck)
    yield from _of_counts("discard_pile", player.discard_pile)
    yield from _of_counts("deck_list", player.deck_list)


def _of_section(seat: int, third: Section, everyone: int) -> Iterator[str]:
    yield from of_number("damage", third.damage, MOST_POINTS)
    if third.burning and third.damage:
        yield "damage: the section burns, and has no damage any more (whi.combat.apply.burn)"
    yield from _of_cards("developments", third.developments, (owner_sees(seat), everyone))


def _of_cards(place: str, cards: Sequence[Card], audiences: Sequence[int]) -> Iterator[str]:
    """Cards that their owner knows, or everybody; none of them lies faceup."""
    yield from _of_kinds(place, [card.kind for card in cards])
    for card in cards:
        if card.audience not in audiences:
            yield f"{place}: the audience {card.audience} of card {card.id}"
        if card.up:
            yield f"{place}: card {card.id} lies faceup"


def _of_deck(deck: Pile) -> Iterator[str]:
    """Nobody has seen any of its cards ("whi.hidden.hands-decks")."""
    if any(isinstance(part, Card) for part in deck):
        yield "deck: one bag, or several on top of each other; nobody looks at a card of it between two actions"
    if not deck:
        yield "deck: it is empty, and the game is over (whi.deckout.immediate)"
    yield from of_pile("deck", deck, DECK_CARDS, MOST_CARDS)


# Cards in play.


def _of_card(state: State, card: Placed) -> Iterator[str]:
    """`state`: all of its cards have known kinds and ids."""
    printed = CARDS[card.kind]
    if printed.type == "tactic":
        yield f"{card.kind} is a tactic, and stays nowhere"
    for name, seat in (("owner", card.owner), ("controller", card.controller)):
        yield from of_number(name, seat, SEATS[-1])
    if card.place not in places(*SEATS):
        yield f"place: {card.place} is none"
        return
    yield from of_number("damage", card.damage, MOST_POINTS)
    yield from of_number("tokens", card.tokens, MOST_POINTS)
    for name, value, wanted in (
        ("damage", card.damage, "unit"),
        ("corrupted", card.corrupted, "unit"),
        ("quest", card.quest, "unit"),
        ("tokens", card.tokens, "quest"),
    ):
        if value and printed.type != wanted:
            yield f"{name}: {card.kind} is no {wanted}"
    if printed.keywords.attachment is not None:
        yield from _of_host(state, card)
        return
    if card.host:
        yield f"host: {card.kind} is no attachment"
    if card.place not in places(card.controller):
        yield f"place: {card.place} is not one of its controller's (whi.zones.three)"
    if printed.type == "quest" and card.zone != QUEST:
        yield f"place: {card.kind} is a quest (whi.quest.play)"
    if card.quest:
        yield from _of_quest(state, card)
    if cited := barred(state, card.controller, card.kind, card.place, card.id):
        yield f"{card.kind} may not be there with the other cards ({cited})"


def _of_host(state: State, card: Placed) -> Iterator[str]:
    host = in_play(state, card.host)
    if host is None or host.printed.type != "unit":
        yield f"host: {card.host} is no unit in play (whi.attach.host)"
    elif host.place != card.place:
        yield f"place: {card.place} is not where its host is (whi.attach.host)"


def _of_quest(state: State, card: Placed) -> Iterator[str]:
    quest = in_play(state, card.quest)
    if quest is None or quest.printed.type != "quest" or quest.controller != card.controller:
        yield f"quest: {card.quest} is no quest of its controller's in play (whi.quest.send)"
    elif quest.place != card.place:
        yield f"quest: the unit is not in the zone of its quest, {card.quest}"
    elif questing(state, card.quest) != card:
        yield f"quest: two units are on {card.quest} (whi.quest.one-unit)"


# The turn.


def _of_turn(state: State) -> Iterator[str]:
    """Phase and window are where the entry point says, whatever stands there."""
    turn = state.turn
    yield from of_number("turn.seat", turn.seat, SEATS[-1])
    yield from of_number("turn.number", turn.number)
    yield from of_number("turn.phase", turn.phase, END)
    yield from of_number("turn.window", turn.window, max(pb.Window.values()))
    if len(turn.passed) > len(SEATS) or any(seat not in SEATS for seat in turn.passed):
        yield f"turn.passed: {list(turn.passed)} are not the seats that have passed in a row"
    for card in turn.used:
        if not was_given(card, state.minted):
            yield f"turn.used: {card} is no id that a card has had"
    yield from _of_kinds("turn.played", [kind for _, kind in turn.played])
    for seat, _ in turn.played:
        yield from of_number("turn.played", seat, SEATS[-1])
    if len(turn.used) > MOST_CARDS or len(turn.played) > MOST_CARDS:
        yield f"turn: more than {MOST_CARDS} cards were played or used"
    yield from _of_counts("turn.discarded", turn.discarded)


def _of_what_lasts(state: State) -> Iterator[str]:
    """What waits, and what has changed until the end of the turn."""
    if len(state.waiting) > MOST_CARDS or len(state.lasting) > MOST_CARDS:
        yield f"waiting, lasting: more than {MOST_CARDS} effects"
    for one in state.waiting:
        yield from _of_kinds("waiting", [one.kind])
        yield from of_number("waiting: seat", one.seat, SEATS[-1])
        if not can_wait(one.kind):
            yield f"waiting: {one.kind} waits for nothing"
        if one.card and in_play(state, one.card) is None:
            yield f"waiting: card {one.card} is not in play"
    for change in state.lasting:
        changed = in_play(state, change.card)
        if changed is None or changed.printed.type != "unit":
            yield f"lasting: {change.card} is no unit in play"
        for name, number in (("power", change.power), ("hit points", change.hit_points)):
            yield from of_number(f"lasting: {name}", number, MOST_POINTS, -MOST_POINTS)


def can_wait(kind: str) -> bool:
    """Has the card a text that waits for its moment ("whi.chain.conditional-action")?"""
    of = block(kind)
    waits = (of.waiting_discount, of.played, of.enters_with, of.cancels_all)
    return any(waits) or any(trigger.waiting for trigger in of.triggers)


# All cards together.


def _ids(state: State) -> Iterator[int]:
    yield from (card.id for card in state.cards)
    for player in state.players:
        yield from (card.id for card in player.hand)
        for third in player.sections:
            yield from (card.id for card in third.developments)


def _of_number_of_cards(state: State) -> Iterator[str]:
    cards = len([*_ids(state)])
    for player in state.players:
        cards += total(player.discard_pile) + total(contents(player.deck))
    if cards > MOST_CARDS:
        yield f"{cards} cards, and two decks have {MOST_CARDS} at most (whi.deck.size)"


def _of_kinds(place: str, kinds: Sequence[str]) -> Iterator[str]:
    return of_kinds(place, kinds, DECK_CARDS)


def _of_counts(place: str, of: Counts) -> Iterator[str]:
    return of_counts(place, of, DECK_CARDS, MOST_CARDS)
