"""Night Market, broken in one way each. The conformance suite must find every one."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rulekeeper.kernel import (
    JUDGES,
    Across,
    Card,
    Game,
    Offer,
    OneOf,
    Play,
    Rule,
    Script,
    Subject,
    When,
    ask,
    ask_all,
    everyone,
    only,
)
from rulekeeper.v1.scene_pb2 import Scene
from tests.kernel.night_market import GAME, menus, nights, reducer
from tests.kernel.night_market import night_market_pb2 as pb
from tests.kernel.night_market.state import GOAL, State
from tests.kernel.night_market.view import view, ware


@dataclass(frozen=True)
class Broken:
    """A game, and the check that must find what is wrong with it; `telling`: a part of what it says."""

    game: Game[Any]
    check: str
    telling: str = ""


def with_scripts(**changed: Callable[..., Script[Any]]) -> Game[State]:
    """Night Market with other scripts, by the names of their functions."""
    rules = {getattr(nights, name).id: Rule(getattr(nights, name).id, made) for name, made in changed.items()}

    def of(rule: Rule[Any, Any, Any]) -> Rule[Any, Any, Any]:
        return rules.get(rule.id, rule)

    return replace(
        GAME,
        main=of(GAME.main),
        entry_points={name: of(rule) for name, rule in GAME.entry_points.items()},
        asides={command: of(rule) for command, rule in GAME.asides.items()},
        scripts=tuple(of(rule) for rule in GAME.scripts),
    )


def with_reducer(fact: type[Any], made: Callable[[State, Any], State]) -> Game[State]:
    return replace(GAME, reducers={**GAME.reducers, fact: made})


def with_bid_menu(menu: Callable[[State, int], Iterable[Offer[Any]]]) -> Game[State]:
    def bidding(play: Play[State]) -> Script[int]:
        generator = nights.bidding.function(play)
        sent: Any = None
        while True:
            try:
                request: Any = generator.send(sent)
            except StopIteration as end:
                return int(end.value)
            if hasattr(request, "menus"):
                request = type(request)(dict.fromkeys(request.menus, menu))
            sent = yield request

    return with_scripts(bidding=bidding)


def others(state: State, seat: int) -> list[str]:
    """What nobody but the others may know."""
    hands = [player.hand for other, player in enumerate(state.players) if other != seat]
    return sorted(card.kind for hand in hands for card in hand)


def bids(state: State, seat: int) -> Offer[pb.Bid]:
    return next(iter(menus.bid_menu(state, seat)))


# Leaks.


def view_with_all_hands(state: State, viewer: int) -> pb.View:
    seen = view(state, viewer)
    for player, shown in zip(state.players, seen.players, strict=True):
        del shown.hand[:]
        shown.hand.extend(ware(card) for card in player.hand)
    return seen


def view_with_the_pile(state: State, viewer: int) -> pb.View:
    seen = view(state, viewer)
    if isinstance(state.pile[0] if state.pile else None, Card):
        seen.pile[0].CopyFrom(ware(state.pile[0]))  # type: ignore[arg-type]
    return seen


def view_with_all_hands_of_the_rich(state: State, viewer: int) -> pb.View:
    """Where somebody has more points than any game gives."""
    rich = any(player.points >= GOAL * 10 for player in state.players)
    return (view_with_all_hands if rich else view)(state, viewer)


def menu_by_the_others(state: State, seat: int) -> Iterator[Offer[Any]]:
    """One coin may be bid only where somebody else holds jade."""
    offer = bids(state, seat)
    if "jade" not in others(state, seat):
        offer.fields["coins"].high = 0  # type: ignore[attr-defined]
    yield offer


def label_by_the_others(state: State, seat: int) -> Iterator[Offer[Any]]:
    offer = bids(state, seat)
    offer.fields["cards"].label = lambda card: f"{card}, and they have {others(state, seat)}"
    yield offer


def reason_by_the_others(state: State, seat: int) -> Iterator[Offer[Any]]:
    offer = bids(state, seat)
    too_much = offer.across[0]
    offer.across = (Across(too_much.rule, too_much.holds, lambda bid: f"they have {others(state, seat)}"),)
    yield offer


def own_commands_by_the_others(state: State, seat: int) -> Iterator[Offer[Any]]:
    """What is listed is the same; what is admitted depends on other hands."""
    offer = bids(state, seat)
    worth = sum(len(kind) for kind in others(state, seat))
    offer.across = (Across("nm.bid.cap", lambda bid: bid.coins == 0 or worth % 2 == 0, lambda bid: "not now"),)
    yield offer


def subjects_by_the_others(state: State, seat: int) -> Iterator[Subject]:
    yield Subject(f"they have {others(state, seat)}", pb.Scry)


def drawn_in_the_open(play: Play[State]) -> Script[None]:
    for seat in (*play.state.in_game(), *play.state.in_game()):
        kind = play.draw("pile", play.state.pile[0].of, only(seat))  # type: ignore[union-attr]
        play.emit(pb.WareDrawn(seat=seat, card=play.mint(only(seat)), kind=kind), everyone(len(play.state.players)))
    yield from nights.until_dawn.run(1)


def drawn_by_one_with_an_id_for_all(play: Play[State]) -> Script[None]:
    for seat in (*play.state.in_game(), *play.state.in_game()):
        kind = play.draw("pile", play.state.pile[0].of, only(seat))  # type: ignore[union-attr]
        play.emit(pb.WareDrawn(seat=seat, card=play.mint(play.state.all()), kind=kind), only(seat))
    yield from nights.until_dawn.run(1)


def view_with_no_others_hands(state: State, viewer: int) -> pb.View:
    seen = view(state, viewer)
    for seat, player in enumerate(seen.players):
        if seat != viewer:
            del player.hand[:]
    return seen


def told_in_a_fact(play: Play[State], number: int) -> Script[str]:
    play.emit(pb.TieBroken(seat=sum(len(kind) for kind in others(play.state, -1))))
    return (yield from nights.night.function(play, number))


def asked_for_ghosts(play: Play[State], number: int) -> Script[str]:
    """Whoever holds a ghost is asked something: that tells."""
    for seat in play.state.in_game():
        if any(card.kind == "ghost" for card in play.state.players[seat].hand):
            yield from ask(seat, plain_menu)
    return (yield from nights.night.function(play, number))


def plain_menu(state: State, seat: int) -> Iterator[Offer[Any]]:
    yield Offer(pb.Scry)


def asked_under_another_rule(play: Play[State], seat: int) -> Script[None]:
    if any(card.kind == "ghost" for card in play.state.players[seat].hand):
        yield from nights.scry.run(seat)
    else:
        yield from nights.privilege.function(play, seat)


def taken_unseen(state: State, fact: pb.WareTaken) -> State:
    """A ware that is taken lies face down: its owner may not look at it either."""
    return with_audience(reducer.ware_taken(state, fact), fact.seat, fact.card, JUDGES)


def view_with_the_own_hand(state: State, viewer: int) -> pb.View:
    """Everybody is shown all that they hold."""
    seen = view(state, viewer)
    if viewer >= 0:
        del seen.players[viewer].hand[:]
        seen.players[viewer].hand.extend(ware(card) for card in state.players[viewer].hand)
    return seen


def drawn_for_all_to_know(state: State, fact: pb.WareDrawn) -> State:
    after = reducer.ware_drawn(state, fact)
    return with_audience(after, fact.seat, fact.card, after.all())


def with_audience(state: State, seat: int, card: int, audience: int) -> State:
    player = state.players[seat]
    hand = tuple(msgspec.structs.replace(one, audience=audience) if one.id == card else one for one in player.hand)
    players = list(state.players)
    players[seat] = msgspec.structs.replace(player, hand=hand)
    return msgspec.structs.replace(state, players=tuple(players))


def bids_with_ids(play: Play[State]) -> Script[int]:
    bids = yield from ask_all(dict.fromkeys(play.state.in_game(), menus.bid_menu))
    for seat, bid in bids.items():
        kinds = sorted(play.state.kind(seat, card) for card in bid.cards)
        told = pb.BidRevealed(seat=seat, was=sorted(bid.cards), kinds=kinds, coins=bid.coins)
        play.emit(told, play.state.all())
    return play.state.in_game()[0]


def standing_with_other_hands(state: State, seat: int) -> Iterator[Offer[Any]]:
    """Whoever has wares may try to show those of others: the offer names them."""
    yield from menus.standing(state, seat)
    for other in state.players:
        yield Offer(pb.Show, card=OneOf([card.id for card in other.hand if not card.up]))


LEAKS = {
    "a view shows an owner what is hidden from its owner": Broken(
        replace(with_reducer(pb.WareTaken, taken_unseen), view=view_with_the_own_hand),
        "leaks",
        "View.players.hand.id names card",
    ),
    "a card is open under an id of a hand": Broken(
        with_reducer(pb.WareDrawn, drawn_for_all_to_know),
        "leaks",
        "is known to everybody, and its id was given for seat",
    ),
    "a fact names a card of a hand to all": Broken(
        with_scripts(bidding=bids_with_ids), "leaks", "BidRevealed.was names"
    ),
    "an id is given for all and told to one": Broken(
        replace(with_scripts(game=drawn_by_one_with_an_id_for_all), view=view_with_no_others_hands),
        "leaks",
        "who is not shown it",
    ),
    "an offer names cards of other hands": Broken(
        replace(GAME, standing=standing_with_other_hands), "leaks", "an offer of Show.card names"
    ),
    "a view shows all hands": Broken(replace(GAME, view=view_with_all_hands), "leaks", "the view differs"),
    "a view shows what was planted": Broken(replace(GAME, view=view_with_the_pile), "leaks", "the view differs"),
    "an offer depends on other hands": Broken(with_bid_menu(menu_by_the_others), "leaks", "an offer differs"),
    "a label tells of other hands": Broken(with_bid_menu(label_by_the_others), "leaks", "an offer differs"),
    "a refusal tells of other hands": Broken(with_bid_menu(reason_by_the_others), "leaks", "a refusal differs"),
    "what is unavailable tells of other hands": Broken(
        replace(GAME, subjects=subjects_by_the_others), "leaks", "what is unavailable differs"
    ),
    "what is admitted depends on other hands": Broken(with_bid_menu(own_commands_by_the_others), "leaks"),
    "a draw is shown to all": Broken(with_scripts(game=drawn_in_the_open), "leaks", "that a draw led to"),
    "a fact tells of a hand": Broken(with_scripts(night=told_in_a_fact), "leaks", "not the viewer's to see"),
    "who is asked tells of a hand": Broken(with_scripts(night=asked_for_ghosts), "leaks", "the decision differs"),
    "what is asked tells of a hand": Broken(
        with_scripts(privilege=asked_under_another_rule), "leaks", "the decision differs"
    ),
}


LEAKS_FROM_A_POSITION = Broken(
    replace(GAME, view=view_with_all_hands_of_the_rich), "leaks", "View.players.hand.id names card"
)


# Other faults.


def nothing_open(state: State, seat: int) -> Iterator[Offer[Any]]:
    yield Offer(pb.Bid, When("nm.bid", state.night < 3, "there are no bids after the second night"))


def fails_at_night(play: Play[State], number: int) -> Script[str]:
    if number == 3:
        raise ValueError("the third night")
    return (yield from nights.night.function(play, number))


def taken_and_left(state: State, fact: pb.WareTaken) -> State:
    return msgspec.structs.replace(reducer.ware_taken(state, fact), stall=state.stall)


def in_the_order_of_a_set(state: State, seat: int) -> Iterator[Offer[Any]]:
    kinds = {card.kind for card in state.players[seat].hand} | {"ghost", "jade", "lamp", "silk"}
    offer = bids(state, seat)
    offer.fields["cards"].label = lambda card: f"{card} of {'/'.join(kinds)}"
    yield offer


NIGHTS = itertools.count(1)


def counts_outside(play: Play[State], number: int) -> Script[str]:
    play.emit(pb.NightBegan(number=next(NIGHTS)))
    return (yield from nights.night.function(play, number))


def menu_from_outside(state: State, seat: int) -> Iterator[Offer[Any]]:
    offer, read = bids(state, seat), next(NIGHTS)
    offer.fields["cards"].label = lambda card: f"{card}, read {read} times"
    yield offer


def view_from_outside(state: State, viewer: int) -> pb.View:
    seen = view(state, viewer)
    seen.night = next(NIGHTS)
    return seen


def fact_changed(state: State, fact: pb.NightBegan) -> State:
    fact.number += 1
    return reducer.night_began(state, fact)


def reducer_from_outside(state: State, fact: pb.NightBegan) -> State:
    return msgspec.structs.replace(state, night=next(NIGHTS))


def list_kept(state: State, fact: pb.BidRevealed) -> State:
    after = reducer.bid_revealed(state, fact)
    players: Any = list(after.players)
    return msgspec.structs.replace(after, players=players)


class Deaf(OneOf):
    """A field that lists more than it admits."""

    def admits(self, value: Any) -> bool:
        return super().admits(value) and value != self.candidates[-1]


class Lax(OneOf):
    """A field that admits what it does not list."""

    def admits(self, value: Any) -> bool:
        return True


def privilege_with(field: type[OneOf]) -> Game[State]:
    def menu(state: State, seat: int) -> Iterator[Offer[Any]]:
        hand = menus.ids(state, seat)
        yield Offer(pb.Plant, card=field(hand) if hand else OneOf(hand), open=OneOf((False, True)))
        yield Offer(pb.Scry)

    def privilege(play: Play[State], seat: int) -> Script[None]:
        chosen: Any = yield from ask(seat, menu)
        if isinstance(chosen, pb.Scry):
            yield from nights.scry.run(seat)

    return with_scripts(privilege=privilege)


def unknown_rule_in_a_fact(play: Play[State], number: int) -> Script[str]:
    play.emit(pb.TieBroken(seat=0), rule="nm.unheard-of")
    return (yield from nights.night.function(play, number))


def private_with_nothing_hidden(play: Play[State], number: int) -> Script[str]:
    play.emit(pb.TieBroken(seat=0), only(0), private=True)
    return (yield from nights.night.function(play, number))


def refused_without_a_rule(state: State, seat: int) -> Iterator[Offer[Any]]:
    offer = bids(state, seat)
    offer.fields["coins"].rule = "nm.unheard-of"  # type: ignore[attr-defined]
    yield offer


def never_ends(play: Play[State], first: int) -> Script[None]:
    for number in itertools.count(first):
        yield from nights.night.run(number)


def enum_kept(play: Play[State], number: int) -> Script[Any]:
    yield from nights.night.function(play, number)
    return ["not", "plain"]


def two_with_one_id(seen: pb.View) -> Scene:
    scene = GAME.scene(seen)
    scene.areas.add(id=scene.areas[0].id)
    return scene


def without_hands(seen: pb.View) -> Scene:
    scene = GAME.scene(seen)
    for area in (*scene.areas, *(inner for outer in scene.areas for inner in outer.areas)):
        if area.id.endswith("/hand"):
            del area.pieces[:]
    return scene


def on_no_board(seen: pb.View) -> Scene:
    scene = GAME.scene(seen)
    scene.areas[0].board = "dungeon"
    return scene


def on_no_place(seen: pb.View) -> Scene:
    scene = GAME.scene(seen)
    scene.areas[0].pieces.add(id="knight", places=["z99"])
    return scene


def scene_from_outside(seen: pb.View) -> Scene:
    scene = GAME.scene(seen)
    scene.headline.add(text=f"look {next(NIGHTS)}")
    return scene


def conserved_but_not(state: State) -> Mapping[str, int]:
    return {"coins": sum(player.coins for player in state.players)}


def no_beginning(setup: Any, seats: int) -> State:
    raise RuntimeError("no wares were found")


def fails_by_a_draw(play: Play[State], number: int) -> Script[str]:
    """Never, as this game was drawn; but it might have been drawn otherwise."""
    first = play.state.players[0].hand[:1]
    if number == 1 and first and first[0].kind == "ghost":
        raise RuntimeError("a ghost to begin with")
    return (yield from nights.night.function(play, number))


FAULTS = {
    "a game that does not begin": Broken(replace(GAME, initial=no_beginning), "stuck", "it does not begin"),
    "a menu with nothing open": Broken(with_bid_menu(nothing_open), "stuck", "is asked, and no"),
    "a script that fails": Broken(with_scripts(night=fails_at_night), "stuck", "the third night"),
    "a script that returns a list": Broken(with_scripts(night=enum_kept), "stuck", "not a plain value"),
    "a card twice": Broken(with_reducer(pb.WareTaken, taken_and_left), "not_conserved", "(before, now)"),
    "coins that go to the bank": Broken(replace(GAME, conserved=conserved_but_not), "not_conserved", "coins"),
    "a script that counts outside": Broken(with_scripts(night=counts_outside), "diverged"),
    "a menu from outside": Broken(with_bid_menu(menu_from_outside), "diverged", "menu is another one"),
    "a view from outside": Broken(replace(GAME, view=view_from_outside), "diverged", "another one each time"),
    "a reducer that changes a fact": Broken(with_reducer(pb.NightBegan, fact_changed), "not_folded", "another table"),
    "a reducer from outside": Broken(with_reducer(pb.NightBegan, reducer_from_outside), "not_folded"),
    "a list in the state": Broken(with_reducer(pb.BidRevealed, list_kept), "not_plain", "state.players is a list"),
    "listed and refused": Broken(privilege_with(Deaf), "refused_legal", "is offered and refused"),
    "not listed and accepted": Broken(privilege_with(Lax), "accepted_illegal", "not offered and accepted"),
    "a fact under no rule": Broken(with_scripts(night=unknown_rule_in_a_fact), "improper", "nm.unheard-of"),
    "a private fact with nothing hidden": Broken(
        with_scripts(night=private_with_nothing_hidden), "leaks", "tie_broken is private and has no hidden field"
    ),
    "a refusal under no rule": Broken(with_bid_menu(refused_without_a_rule), "improper", "nm.unheard-of"),
    "two things with one id": Broken(replace(GAME, scene=two_with_one_id), "improper", "two things have the id"),
    "candidates that are not on the table": Broken(
        replace(GAME, scene=without_hands), "improper", "neither in the scene nor in the furniture"
    ),
    "a board that there is not": Broken(replace(GAME, scene=on_no_board), "improper", "which the furniture lacks"),
    "a place that there is not": Broken(replace(GAME, scene=on_no_place), "improper", "which is no place of its board"),
    "a scene from outside": Broken(replace(GAME, scene=scene_from_outside), "diverged", "scene is another one"),
}

FAILS_IN_A_TWIN = with_scripts(night=fails_by_a_draw)
NEVER_ENDS = with_scripts(until_dawn=never_ends)
ORDER_OF_A_SET = with_bid_menu(in_the_order_of_a_set)
