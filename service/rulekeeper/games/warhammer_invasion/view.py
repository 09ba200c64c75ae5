"""What a viewer may see of the table ("whi.hidden.hands-decks"), built from nothing: what is not put in is not seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.catalogue import CARDS
from rulekeeper.games.warhammer_invasion.damage import as_message
from rulekeeper.games.warhammer_invasion.numbers import (
    base_power,
    counterstrike,
    every_symbol,
    givers,
    held,
    hit_points,
    power,
    toughness,
)
from rulekeeper.games.warhammer_invasion.piles import listed
from rulekeeper.games.warhammer_invasion.pricing import price
from rulekeeper.games.warhammer_invasion.state import (
    DEVELOPMENT,
    SEATS,
    Combat,
    Draft,
    Link,
    Placed,
    State,
    developments,
    in_play,
    opponent,
    owner_sees,
    places,
    seat_of,
    section,
    section_hit_points,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.window_menu import played_limited
from rulekeeper.kernel import JUDGE, Card, Counts, Viewer, sees, size, total
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb


def view(state: State, viewer: Viewer) -> pb.View:
    """All that lies open, and of what does not, how many there are and what the viewer may look at."""
    cards = in_numbers(state)
    built = pb.View(
        players=[player(state, seat, viewer, cards) for seat in SEATS],
        cards=cards,
        chain=[action(one, viewer) for one in state.chain],
        resolving=[action(one, viewer) for one in state.resolving],
        effects=[
            pb.Effect(
                number=one.number,
                seat=one.seat,
                card=one.card,
                kind=one.kind,
                text=one.text,
                subject=one.subject,
                forced=one.forced,
            )
            for one in state.pending
        ],
        waiting=[pb.Waiting(seat=one.seat, kind=one.kind, card=one.card) for one in state.waiting],
        about_to_be_dealt=[as_message(hit) for hit in state.hits],
        format=state.format,
        minimum=state.minimum,
        windows=state.windows,
    )
    if viewer >= 0:
        built.seat = viewer
    if state.turn.number:
        built.turn.CopyFrom(turn(state))
    elif any(player.hand for player in state.players):
        built.first_player = state.turn.seat
    if state.combat is not None:
        built.combat.CopyFrom(combat(state.combat))
    if state.draft is not None:
        built.draft.CopyFrom(draft(state.draft, viewer))
    return built


def turn(state: State) -> pb.Turn:
    now = state.turn
    return pb.Turn(
        seat=now.seat,
        number=now.number,
        phase=pb.Phase.ValueType(now.phase),
        window=pb.Window.ValueType(now.window),
        passes=len(now.passed),
        passed=now.passed,
        development_played=now.development_played,
        limited_played=[seat for seat in SEATS if played_limited(state, seat)],
        used=used_up(state),
        units_discarded=sum(count for kind, count in now.discarded if CARDS[kind].type == "unit"),
    )


def used_up(state: State) -> Iterator[int]:
    """Of what was used this turn, what cannot be used again in it: an action without a limit can."""
    for used in dict.fromkeys(state.turn.used):
        card = in_play(state, used)
        if card is None:
            continue
        limit = card.printed.per_turn
        once = limit if block(card.kind).action is not None else 1
        if once and state.turn.used.count(used) >= once:
            yield used


# Players.


def player(state: State, seat: int, viewer: Viewer, cards: Iterable[pb.InPlay]) -> pb.Player:
    area = state.players[seat]
    known = [card for card in area.hand if sees(card.audience, viewer)]
    built = pb.Player(
        seat=seat,
        capital=area.capital,
        sections=[third(state, where, viewer, cards) for where in places(seat)],
        resources=area.resources,
        hand_size=len(area.hand),
        hand=shown(known, viewer),
        deck_size=size(area.deck),
        discard_pile=listed(area.discard_pile),
        symbols=listed((race, count) for race, count in every_symbol(state, seat).items() if count),
        prices=[
            pb.Price(kind=kind, resources=price(state, seat, kind))
            for kind in dict.fromkeys(card.kind for card in known)
        ],
        looked_at=shown(area.deck, viewer),
    )
    if sees(owner_sees(seat), viewer):
        # While a deck is drafted, it is what was picked for it.
        built.deck_list.extend(listed(area.deck_list if state.draft is None else picked(state.draft, seat)))
    return built


def third(state: State, where: int, viewer: Viewer, cards: Iterable[pb.InPlay]) -> pb.Section:
    there = section(state, where)
    return pb.Section(
        zone=pb.Zone.ValueType(zone_of(where)),
        power=base_power(state, where) + sum(card.power for card in cards if card.place == where),
        damage=there.damage,
        hit_points=section_hit_points(state, where),
        burning=there.burning,
        developments=developments(state, where),
        known=shown(there.developments, viewer),
    )


def shown(of: Iterable[object], viewer: Viewer) -> list[pb.Card]:
    """Of these cards, those that the viewer may look at."""
    return [pb.Card(id=one.id, kind=one.kind) for one in of if isinstance(one, Card) and sees(one.audience, viewer)]


# Cards in play.


def in_numbers(state: State) -> list[pb.InPlay]:
    """What lies faceup in play, with its numbers as they are now."""
    powers, hits, toughs = (givers(state, hook) for hook in ("gives_power", "gives_hit_points", "gives_toughness"))

    def numbered(card: Placed) -> pb.InPlay:
        built = pb.InPlay(
            id=card.id,
            kind=card.kind,
            owner=card.owner,
            controller=card.controller,
            place=card.place,
            corrupted=card.corrupted,
            damage=card.damage,
            power=power(state, card, powers),
            host=card.host,
            quest=card.quest,
            tokens=card.tokens,
        )
        if CARDS[card.kind].type == "unit":
            built.hit_points = hit_points(state, card, hits)
            built.toughness = toughness(state, card, toughs)
            built.counterstrike = counterstrike(state, card)
            built.held = held(state, card)
        return built

    return [numbered(card) for card in state.cards]


# What happens.


def combat(now: Combat) -> pb.Combat:
    return pb.Combat(
        seat=opponent(seat_of(now.place)),
        place=now.place,
        attackers=now.attackers,
        defenders=now.defenders,
        attackers_declared=now.attackers_declared,
        defenders_declared=now.defenders_declared,
        shares=[
            pb.Share(card=one.card, cancellable=one.cancellable, uncancellable=one.uncancellable) for one in now.shares
        ],
        assigned=[as_message(hit) for hit in now.assigned],
        tolls=[pb.Toll(card=card, unit=unit) for card, unit in now.tolls],
    )


def action(one: Link, viewer: Viewer) -> pb.Action:
    """A card that is played as a development, and developments that are targets, are for their owners."""
    open_to_all = one.what != DEVELOPMENT or sees(owner_sees(one.owner), viewer)
    targeted = one.developments if one.developments and sees(owner_sees(seat_of(one.targets[0])), viewer) else ()
    return pb.Action(
        number=one.number,
        what=pb.ActionKind.ValueType(one.what),
        seat=one.seat,
        kind=one.kind if open_to_all else "",
        card=one.card if open_to_all else 0,
        targets=one.targets,
        developments=targeted,
        developments_targeted=len(one.developments),
        cards=one.cards,
        x=one.x,
        zone=pb.Zone.ValueType(one.zone),
        host=one.host,
        quest=one.quest,
        cancelled=one.cancelled,
    )


# The draft.


def draft(now: Draft, viewer: Viewer) -> pb.Draft:
    return pb.Draft(
        pack=now.pack,
        round=now.round,
        drafters=[drafter(now, seat, viewer) for seat in SEATS],
        exchanged=now.exchanged,
    )


def drafter(now: Draft, seat: int, viewer: Viewer) -> pb.Drafter:
    area = now.drafters[seat]
    return pb.Drafter(
        seat=seat,
        side=area.side,
        pile_size=size(area.pile),
        pack_size=len(area.pack),
        pack=pack(now, seat, viewer),
        picked=total(area.picked),
        cut=area.cut,
        sabotages=area.sabotages,
        looked_at=shown(area.pile, viewer),
    )


def pack(now: Draft, holder: int, viewer: Viewer) -> list[pb.Card]:
    """Of the pack that a player holds, the cards that the viewer may see: of the own pack wherever it is, and of the
    opponent's while the viewer holds it. When it has gone home, what is taken out of it is a secret again.
    """
    owner = opponent(holder) if now.exchanged else holder
    return shown(now.drafters[owner].pack, viewer) if viewer in (holder, owner, JUDGE) else []


def picked(now: Draft, seat: int) -> Counts:
    return now.drafters[seat].picked
