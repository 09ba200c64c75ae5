"""Setup (rulebook p.8, p.18): what a creator may choose, where the decks come from, and what is done before the first
turn.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import pydantic

from rulekeeper.games.warhammer_invasion.box import CAPITALS, DRAFT_POOLS, NEUTRAL_DEAL, STARTERS, Cards
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, RACES, SIDE_NAMES, SIDES, Printed, Side, name
from rulekeeper.games.warhammer_invasion.decks import (
    COPIES,
    LEAST,
    MOST,
    Breach,
    DeckListError,
    breaches,
    deck_of,
    parse_json,
)
from rulekeeper.games.warhammer_invasion.draft import draft, draw_neutrals
from rulekeeper.games.warhammer_invasion.piles import draw_card, listed
from rulekeeper.games.warhammer_invasion.state import (
    SEATS,
    Draft,
    Player,
    State,
    active_first,
    all_see,
    called,
    opponent,
    owner_sees,
)
from rulekeeper.kernel import (
    Check,
    Counts,
    Multiset,
    Offer,
    OneOf,
    Play,
    Script,
    add,
    ask,
    ask_all,
    counts,
    rule,
    total,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

HAND = 7
"""Cards of an opening hand ("whi.setup.hand")."""

STARTER_NAMES = tuple(STARTERS)

StarterName = Annotated[str, pydantic.Field(json_schema_extra={"enum": [*STARTER_NAMES]})]


class DeckList(pydantic.BaseModel, frozen=True, extra="forbid"):
    """A deck for a constructed game, as deck lists are written in JSON; once read, its cards stand by id."""

    capital: str = pydantic.Field(description="the capital board's race", json_schema_extra={"enum": [*CAPITALS]})
    cards: dict[str, int] = pydantic.Field(description="how many copies of which cards, by id, title or number")

    @pydantic.model_validator(mode="before")
    @classmethod
    def _read(cls, written: Any) -> Any:
        if not isinstance(written, dict):
            return written
        try:
            deck = parse_json(json.dumps(written))
        except DeckListError as wrong:
            raise ValueError(str(wrong)) from wrong
        return {"capital": deck.capital, "cards": dict(deck.cards)}

    @pydantic.model_validator(mode="after")
    def _lawful(self) -> DeckList:
        found = breaches(deck_of(self.capital, self.cards))
        if found:
            raise ValueError("; ".join(f"{breach.text} ({breach.rule})" for breach in found))
        return self


class Setup(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What a game is played with. Starters and decks that are not named here are chosen by the players as it begins:
    starters one after the other, decks sealed.
    """

    format: Literal["starters", "constructed", "draft"] = pydantic.Field(
        default="starters", description="where the decks come from"
    )
    starters: tuple[StarterName, StarterName] | None = pydantic.Field(
        default=None, description=f"each seat's starter deck: two of {', '.join(STARTER_NAMES)}"
    )
    decks: tuple[DeckList, DeckList] | None = pydantic.Field(
        default=None, description="each seat's deck, in a constructed game"
    )
    minimum: Literal["rulebook", "faq"] = pydantic.Field(
        default="rulebook", description="what attackers must assign to defenders before the section, by which text"
    )

    windows: Literal["faq", "rulebook"] = pydantic.Field(
        default="faq", description="whether windows open as a turn begins and ends, as only the FAQ has it"
    )

    @pydantic.field_validator("starters", "decks")
    @classmethod
    def _of_the_format(cls, named: object, info: pydantic.ValidationInfo) -> object:
        wanted = {"starters": "starters", "decks": "constructed"}[info.field_name or ""]
        chosen = info.data.get("format", wanted)
        if named is not None and chosen != wanted:
            raise ValueError(f"{info.field_name} are named only where the format is {wanted!r}, not {chosen!r}")
        return named

    @pydantic.field_validator("starters")
    @classmethod
    def _two_that_are_there(cls, starters: tuple[str, str] | None) -> tuple[str, str] | None:
        for starter in starters or ():
            if starter not in STARTERS:
                known = ", ".join(STARTER_NAMES)
                raise ValueError(f"there is no starter {starter!r}; there are {known} (whi.setup.starter.choose)")
        if starters and starters[0] == starters[1]:
            raise ValueError(f"the starter {starters[0]!r} is there once (whi.setup.starter.choose)")
        return starters


def initial(setup: Setup, seats: int) -> State:
    """All cards are in the box. Which decks the set-up names, and which capitals with them, stands with the players.
    Nobody has resources ("whi.setup.token-pool").
    """
    players = [Player() for _ in range(seats)]
    if setup.starters:
        players = [Player(deck_list=counts(dict(STARTERS[starter].cards))) for starter in setup.starters]
    if setup.decks:
        players = [Player(capital=deck.capital, deck_list=counts(deck.cards)) for deck in setup.decks]
    first, second = players
    return State(
        players=(first, second),
        format=setup.format,
        minimum=setup.minimum,
        windows=setup.windows,
        draft=Draft() if setup.format == "draft" else None,
        box=in_box(setup.format),
    )


def in_box(format: str) -> Counts:
    """The cards that may come to be used: what starters, or drafts, are made of, or of each card as many copies as two
    decks may have.
    """
    if format == "constructed":
        return counts({card: COPIES * len(SEATS) for side in SIDES for card in DECK_CARDS[side]})
    lists: list[Cards] = [NEUTRAL_DEAL.cards]
    if format == "starters":
        lists += [starter.cards for starter in STARTERS.values()]
    else:
        lists += [pool.cards for pool in DRAFT_POOLS.values()]
    box: Counts = ()
    for cards in lists:
        for card, copies in cards:
            box = add(box, card, copies)
    return box


@rule("whi.setup")
def set_up(play: Play[State]) -> Script[None]:
    """In the fixed order ("whi.setup.sequence"): decks, shuffled by the game's own chance ("whi.setup.shuffle"),
    capitals, the first player, opening hands, mulligans.
    """
    capitals: tuple[str, ...] = ()
    if play.state.format == "starters":
        yield from choose_starters.run()
    elif play.state.format == "draft":
        yield from draft.run()
    else:
        capitals = yield from bring_decks.run()
    for seat in SEATS:
        play.emit(pb.DeckShuffled(seat=seat), rule="whi.setup.shuffle")
    yield from place_capitals.run(capitals)
    first = play.chance("first player", len(SEATS), all_see(play.state))
    play.emit(pb.FirstPlayerChosen(seat=first), rule="whi.setup.first-player")
    for seat in active_first(play.state):
        draw_hand(play, seat, "whi.setup.hand")
    for seat in active_first(play.state):
        yield from mulligan.run(seat)


# Starter decks.


@rule("whi.setup.starter.choose")
def choose_starters(play: Play[State]) -> Script[None]:
    """One after the other, unless the set-up names them; then neutral cards are dealt to each
    ("whi.setup.starter.neutrals"), which are shuffled into it ("whi.setup.starter.fifty").

    The rulebook's example: "whi.example.starter-deck".
    """
    for seat in SEATS:
        starter = starter_of(play.state, seat) or (yield from ask(seat, starter_menu)).starter
        cards = counts(dict(STARTERS[starter].cards))
        play.emit(pb.StarterChosen(seat=seat, starter=starter))
        play.emit(pb.DeckMade(seat=seat, size=total(cards), cards=listed(cards)), owner_sees(seat))
    for seat in SEATS:
        dealt = draw_neutrals(play, NEUTRAL_DEAL.each, owner_sees(seat))
        fact = pb.NeutralsDealt(seat=seat, cards=listed(dealt))
        play.emit(fact, owner_sees(seat), rule="whi.setup.starter.neutrals")


def starter_of(state: State, seat: int) -> str:
    """The starter that a player has, or has by the set-up; "" for none. Its cards are the only ones of its race."""
    races = [CARDS[kind].race for kind, _ in state.players[seat].deck_list]
    return next((starter for starter in STARTERS if starter in races), "")


def starter_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseStarter]]:
    taken = starter_of(state, opponent(seat))
    there = Check(
        "whi.setup.starter.choose",
        lambda starter: starter != taken,
        lambda starter: f"{called(opponent(seat))} has {RACES[starter]}, which is there once",
    )
    otherwise = ("", "there is no starter {value}")
    yield Offer(
        pb.ChooseStarter,
        starter=OneOf(STARTER_NAMES, there, label=lambda starter: RACES[starter], otherwise=otherwise),
    )


# Decks of the players' own.


@rule("whi.deck.size")
def bring_decks(play: Play[State]) -> Script[tuple[str, ...]]:
    """Each player brings a deck with its capital, both at once and sealed, unless the set-up names them: its value is
    the two capitals.
    """
    capitals = tuple(player.capital for player in play.state.players)
    decks = [player.deck_list for player in play.state.players]
    if not all(decks):
        answers = yield from ask_all(dict.fromkeys(SEATS, deck_menu))
        capitals = tuple(answers[seat].capital for seat in SEATS)
        decks = [counts(answers[seat].cards) for seat in SEATS]
    for seat, cards in zip(SEATS, decks, strict=True):
        play.emit(pb.DeckMade(seat=seat, size=total(cards), cards=listed(cards)), owner_sees(seat))
    return capitals


def _may_be_with(card: Printed, side: Side) -> bool:
    """May it be in a deck of that side?"""
    if card.type == "draft":
        return False
    return card.side == side if card.side else card.keywords.only_side in (None, side)


DECK_CARDS: Mapping[Side, Mapping[str, int]] = {
    side: {card.id: COPIES for card in CARDS.values() if _may_be_with(card, side)} for side in SIDES
}
"""What a deck of each side may have, with how many copies; its races may be mixed ("whi.deck.loyalty-advice")."""


def deck_menu(state: State, seat: int) -> Iterable[Offer[pb.SubmitDeck]]:
    """One offer a side: the capital tells which is meant. A deck without a card of its side would be too small."""
    for side, cards in DECK_CARDS.items():
        boards = [board.id for board in CAPITALS.values() if board.side == side]
        yield Offer(
            pb.SubmitDeck,
            capital=OneOf(boards, label=lambda board: RACES[board], otherwise=_no_board),
            cards=Multiset(
                cards,
                least=LEAST,
                most=MOST,
                label=name,
                otherwise=functools.partial(_not_with, side),
                size_rule="whi.deck.size",
                copies_rule="whi.deck.three-copies",
            ),
        )


def _no_board(capital: str) -> tuple[str, str]:
    """What stands against a capital that is none of those asked for."""
    found = breaches(deck_of(capital, ()), "draft")
    return (
        (found[0].rule, found[0].text)
        if found
        else ("whi.setup.capital-side", f"{RACES[capital]} is of the other side")
    )


def _not_with(side: Side, kind: str) -> tuple[str, str]:
    """What stands against a card that no deck of the side may have."""
    card = CARDS.get(kind)
    if card is None:
        return "whi.components.cards", "{value} is no card of the Core Set"
    if card.type == "draft":
        return "whi.deck.no-draft-cards", f"{card.name} is a draft format card"
    if card.side is not None:
        return "whi.deck.one-side", f"{card.name} is of {SIDE_NAMES[card.side]}, the capital of {SIDE_NAMES[side]}"
    bound = card.keywords.only_side or side
    return f"whi.kw.{bound}-only", f"{card.name} is for {SIDE_NAMES[bound]} only, the capital is of {SIDE_NAMES[side]}"


# Capitals.


@rule("whi.setup.capital")
def place_capitals(play: Play[State], capitals: tuple[str, ...]) -> Script[None]:
    """Each player chooses a board of the deck's side, both at once and sealed, unless capitals came with the decks."""
    if not capitals:
        answers = yield from ask_all(dict.fromkeys(SEATS, capital_menu))
        capitals = tuple(answers[seat].capital for seat in SEATS)
    for seat, capital in zip(SEATS, capitals, strict=True):
        play.emit(pb.CapitalPlaced(seat=seat, capital=capital))


SUITS = ("whi.setup.capital-side", "whi.deck.neutral-alone")
"""The rules by which a board may not suit a deck: cards of the other side, or a deck of neutral cards alone with some
that are bound to the other side.
"""


def capital_menu(state: State, seat: int) -> Iterable[Offer[pb.PlaceCapital]]:
    against = {board: list(_unsuited(state, seat, board)) for board in CAPITALS}
    checks = [_suits(against, cited) for cited in SUITS]
    capital = OneOf(CAPITALS, *checks, label=lambda board: RACES[board], otherwise=_no_board)
    yield Offer(pb.PlaceCapital, capital=capital)


def _unsuited(state: State, seat: int, board: str) -> Iterator[Breach]:
    """Why the board does not suit the player's deck."""
    for breach in breaches(deck_of(board, state.players[seat].deck_list), "draft"):
        if breach.rule in SUITS:
            yield breach


def _suits(against: Mapping[str, list[Breach]], cited: str) -> Check:
    return Check(
        cited,
        lambda board: all(breach.rule != cited for breach in against[board]),
        lambda board: next(breach.text for breach in against[board] if breach.rule == cited),
    )


# Hands.


def draw_hand(play: Play[State], seat: int, cited: str) -> None:
    for _ in range(HAND):
        draw_card(play, seat, cited)


@rule("whi.setup.mulligan")
def mulligan(play: Play[State], seat: int) -> Script[None]:
    """Once, and for the whole hand; the new one is kept."""
    if isinstance((yield from ask(seat, mulligan_menu)), pb.KeepHand):
        play.emit(pb.HandKept(seat=seat))
        return
    hand = counts(card.kind for card in play.state.players[seat].hand)
    play.emit(pb.HandShuffledBack(seat=seat, cards=total(hand), kinds=listed(hand)), owner_sees(seat))
    draw_hand(play, seat, "")


def mulligan_menu(state: State, seat: int) -> Iterable[Offer[pb.KeepHand | pb.Mulligan]]:
    yield Offer(pb.KeepHand)
    yield Offer(pb.Mulligan)
