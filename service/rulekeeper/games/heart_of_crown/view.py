"""What a viewer may see of the table (rulebook p.8, p.12), built from nothing: what is not put in is not seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekeeper.games.heart_of_crown.cards import BLOCKS
from rulekeeper.games.heart_of_crown.catalogue import BASIC_MARKET, CARDS, CURSE
from rulekeeper.games.heart_of_crown.coronation import points
from rulekeeper.games.heart_of_crown.prices import price
from rulekeeper.games.heart_of_crown.second_phase import for_sale_with_opponents
from rulekeeper.games.heart_of_crown.state import Attack, DomainCard, Player, State, market
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Bag, Card, Counts, Pile, Viewer, how_many, sees, size, total


def view(state: State, viewer: Viewer) -> pb.View:
    """The common areas and each player's ("hoc.view.board"). Open to all is what "hoc.view.public" lists;
    hidden are hands and face-down cards ("hoc.view.hidden"). A judge sees all that is decided.
    """
    built = pb.View(
        players=[player(state, seat, viewer) for seat in range(len(state.players))],
        princesses=state.princesses,
        curses=state.curses,
        basic_market=[pb.KindCount(kind=kind, count=how_many(state.basic_market, kind)) for kind in BASIC_MARKET],
        random_market=kind_counts(state.random_market),
        supply=size(state.supply),
        exile=kind_counts(state.exile),
        commons=state.commons,
        overtime=state.overtime,
    )
    if viewer >= 0:
        built.seat = viewer
    if state.turn.number or state.turn.phase:
        built.turn.CopyFrom(turn(state))
    return built


def turn(state: State) -> pb.Turn:
    now = state.turn
    return pb.Turn(
        seat=now.seat,
        number=now.number,
        extra=now.extra,
        phase=pb.Phase.ValueType(now.phase),
        coins=now.coins,
        open_positions=now.positions,
        choice=pb.SecondPhaseChoice.ValueType(now.choice),
        buying_under=now.buying_under,
        extra_turn_follows=now.extra_turn_follows,
        at_clean_up=now.at_clean_up,
        at_turn_end=now.at_end,
        attack=attack(now.attack),
        no_defence=now.no_defence,
        buying_from_opponents=now.buying_from_opponents,
        yields=kind_counts(now.yields),
        used=now.used,
    )


def attack(now: Attack | None) -> pb.Attack | None:
    if now is None:
        return None
    return pb.Attack(kind=now.kind, seat=now.seat, used=now.used, reduced=now.reduced)


def player(state: State, seat: int, viewer: Viewer) -> pb.Player:
    area = state.players[seat]
    built = pb.Player(
        seat=seat,
        hand_size=len(area.hand),
        hand=[card(held) for held in area.hand if sees(held.audience, viewer)],
        draw_pile_size=size(area.draw_pile),
        draw_pile=pile(area.draw_pile, viewer),
        discard_pile=kind_counts(area.discard_pile),
        field=[pb.FieldCard(id=placed.id, kind=placed.kind, at=placed.at) for placed in area.field],
        declared=area.declared,
        standing=pb.Standing.ValueType(area.standing),
        debt=area.debt,
        prices=prices(state, seat),
    )
    if area.domain:
        built.domain.CopyFrom(domain(state, seat, area))
    return built


def prices(state: State, seat: int) -> Iterator[pb.Price]:
    """What is for sale now and costs this player something else than what is printed on it."""
    if not any(BLOCKS[placed.kind].price for placed in state.players[seat].domain):
        return
    kinds = {kind for kind, _ in market(state)}
    if state.turn.buying_from_opponents and state.turn.seat == seat:
        kinds |= {card.kind for _, card in for_sale_with_opponents(state, seat).values()} - {CURSE}
    for kind in sorted(kinds):
        if (coins := price(state, seat, kind)) != CARDS[kind].cost:
            yield pb.Price(kind=kind, coins=coins)


def domain(state: State, seat: int, area: Player) -> pb.Domain:
    return pb.Domain(points=points(state, seat), cards=[domain_card(placed) for placed in area.domain])


def domain_card(placed: DomainCard) -> pb.DomainCard:
    built = pb.DomainCard(id=placed.id, kind=placed.kind, plus_one_counters=placed.plus_one, twin_counters=placed.twin)
    if placed.kept is not None:
        built.kept.CopyFrom(card(placed.kept))
    return built


def pile(of: Pile, viewer: Viewer) -> list[pb.PilePart]:
    """Cards that the viewer knows, and between them how many the viewer does not: those that lie next to each
    other are one part.
    """
    parts: list[pb.PilePart] = []
    unknown = 0
    for part in of:
        if isinstance(part, Card) and sees(part.audience, viewer):
            if unknown:
                parts.append(pb.PilePart(unknown=unknown))
                unknown = 0
            parts.append(pb.PilePart(card=card(part)))
        else:
            unknown += total(part.of) if isinstance(part, Bag) else 1
    if unknown:
        parts.append(pb.PilePart(unknown=unknown))
    return parts


def card(of: Card) -> pb.Card:
    return pb.Card(id=of.id, kind=of.kind, face_up=of.up)


def kind_counts(of: Counts | Iterable[tuple[str, int]]) -> list[pb.KindCount]:
    return [pb.KindCount(kind=kind, count=count) for kind, count in of]
