"""All that a player may do in a window, or in response: what may be played from the hand, and which actions of cards in
play may be used (rulebook p.10-11, p.14-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.actions import (
    NOT_YOURS,
    TARGETS,
    offers,
    text_price,
    zone_called,
    zone_of_seat,
)
from rulekeeper.games.warhammer_invasion.block import block
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed, name, shown
from rulekeeper.games.warhammer_invasion.effects import barred
from rulekeeper.games.warhammer_invasion.pricing import (
    affordable,
    can_pay,
    in_words,
    paying,
    price_parts,
    surcharge_parts,
)
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    BATTLEFIELD_PHASE,
    CAPITAL_PHASE,
    EVERY_ZONE,
    QUEST,
    QUEST_PHASE,
    ZONE_IDS,
    Placed,
    State,
    by_kind,
    controlled,
    deploys,
    hand_card,
    place,
    questing,
    seat_of,
    units,
    works,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.kernel import Check, Offer, OneOf, When
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

DEPLOYING = "units, supports and quests are played in your own capital phase"


def window_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    """All that a player may do in a window, or in response: each kind of card in hand, each action in play
    ("whi.action.optional"), and to decline. What is played to stay is an action like others
    ("whi.capital.play-is-action", "whi.capital.in-response"), and the active player's alone
    ("whi.capital.opponent-actions").
    """
    yield Offer(pb.Pass)
    yield from _from_hand(state, seat)
    acting = [card for card in controlled(state, seat) if block(card.kind).action is not None]
    for card in acting:
        yield from _ability(state, seat, card)
    if not acting:
        yield Offer(pb.UseAction, card=OneOf((), otherwise=NOT_YOURS))


def _from_hand(state: State, seat: int) -> Iterator[Offer[Message]]:
    hand = state.players[seat].hand
    in_phase = state.turn.phase == CAPITAL_PHASE
    now = When(
        "whi.capital.opponent-actions" if in_phase else "whi.capital.only-phase-to-deploy",
        deploys(state, seat),
        "it is the capital phase of your opponent, who alone plays units, supports and quests"
        if in_phase
        else DEPLOYING,
    )
    for kind, cards in by_kind(hand).items():
        printed = CARDS[kind]
        if printed.type == "unit":
            yield from _unit(state, seat, printed, cards, now)
        elif printed.type == "support":
            yield from _support(state, seat, printed, cards, now)
        elif printed.type == "quest":
            yield _permanent(state, seat, pb.PlayQuest, printed, cards, now, _unique(state, seat, printed, QUEST))
        elif printed.type == "tactic":
            due = price_parts(state, seat, kind)
            yield from offers(state, seat, pb.PlayTactic, cards, printed, None, due, *moment(state, seat, printed))
    yield Offer(
        pb.PlayDevelopment,
        When("whi.development.one-per-turn", deploys(state, seat), "developments are placed in your own capital phase"),
        When(
            "whi.development.one-per-turn",
            not state.turn.development_played or seat != state.turn.seat,
            "you have placed a development this turn",
        ),
        card=OneOf(
            tuple(card.id for card in hand),
            label=lambda one: shown(hand_card(state, seat, one).kind),
            otherwise=("whi.development.one-per-turn", "{value} is no card in your hand"),
        ),
        zone=OneOf(EVERY_ZONE, label=zone_called, ref=zone_of_seat(seat)),
    )


# Units, supports and quests (rulebook p.10-11).


def _permanent(
    state: State,
    seat: int,
    message: type[Message],
    printed: Printed,
    cards: tuple[int, ...],
    *whens: When,
    **fields: Any,
) -> Offer[Message]:
    """A card that stays, for its price."""
    due = price_parts(state, seat, printed.id)
    payment, fits = paying(state, seat, lambda command: due)
    from_hand = "whi.quest.send" if message is pb.SendUnit else "whi.capital.only-phase-to-deploy"
    return Offer(
        message,
        *whens,
        can_pay(state, seat, due, lambda number: f"it costs {number}, {in_words(state, seat)}"),
        across=fits,
        card=OneOf(
            cards, label=lambda _: shown(printed.id), otherwise=(from_hand, "{value} is no such card in your hand")
        ),
        **fields,
        **payment,
    )


def _unique(state: State, seat: int, printed: Printed, zone: int) -> When:
    """Is there no other of it? A Hero's zone is looked at for each zone."""
    held = printed.unique and barred(state, seat, printed.id, 0) == "whi.unique.one-in-play"
    return When("whi.unique.one-in-play", not held, lambda: f"you have {name(printed.id)} in play")


def _zones(state: State, seat: int, printed: Printed) -> OneOf:
    """Into which zone ("whi.capital.choose-zone")."""
    only = printed.keywords.only_zone
    checks = []
    if only is not None:
        checks.append(
            Check(
                "whi.kw.zone-only",
                lambda zone: ZONE_IDS[zone] == only,
                lambda zone: f"{name(printed.id)} is for the {zone_called(ZONE_IDS.index(only))} only",
            )
        )
    if printed.has("Hero"):
        checks.append(
            Check(
                "whi.hero.one-per-zone",
                lambda zone: barred(state, seat, printed.id, place(seat, zone)) != "whi.hero.one-per-zone",
                lambda zone: f"you have a Hero in the {zone_called(zone)}",
            )
        )
    return OneOf(EVERY_ZONE, *checks, label=zone_called, ref=zone_of_seat(seat))


def _unit(state: State, seat: int, printed: Printed, cards: tuple[int, ...], now: When) -> Iterator[Offer[Message]]:
    unique = _unique(state, seat, printed, 0)
    yield _permanent(state, seat, pb.PlayUnit, printed, cards, now, unique, zone=_zones(state, seat, printed))
    quests = tuple(card.id for card in controlled(state, seat) if card.printed.type == "quest")
    if not quests:
        return
    only = printed.keywords.only_zone
    yield _permanent(
        state,
        seat,
        pb.SendUnit,
        printed,
        cards,
        now,
        unique,
        When("whi.kw.zone-only", only in (None, "quest"), f"{name(printed.id)} may not be in the Quest zone"),
        When(
            "whi.hero.one-per-zone",
            barred(state, seat, printed.id, place(seat, QUEST)) != "whi.hero.one-per-zone",
            "you have a Hero in the Quest zone",
        ),
        quest=OneOf(
            quests,
            Check(
                "whi.quest.one-unit",
                lambda quest: questing(state, quest) is None,
                lambda quest: f"a unit is on {called(state, quest)}",
            ),
            label=lambda quest: called(state, quest),
            otherwise=("whi.quest.send", "{value} is no quest of yours"),
        ),
    )


def _support(state: State, seat: int, printed: Printed, cards: tuple[int, ...], now: When) -> Iterator[Offer[Message]]:
    unique = _unique(state, seat, printed, 0)
    host = printed.keywords.attachment
    limited = When(
        "whi.kw.limited",
        not printed.keywords.limited or not played_limited(state, seat),
        "you have played a Limited card this turn",
    )
    if host is None:
        zones = _zones(state, seat, printed)
        yield _permanent(state, seat, pb.PlaySupport, printed, cards, now, unique, limited, zone=zones)
        return
    due = price_parts(state, seat, printed.id)
    hosts = tuple(unit.id for unit in units(state) if may_host(printed, seat, unit))
    payment, fits = paying(state, seat, lambda command: due + surcharge_parts(state, seat, (command.host,)))
    yield Offer(
        pb.PlayAttachment,
        now,
        unique,
        limited,
        can_pay(state, seat, due, lambda number: f"it costs {number}, {in_words(state, seat)}"),
        When(TARGETS, bool(hosts), f"there is no unit that {name(printed.id)} may go on"),
        across=fits,
        card=OneOf(cards, label=lambda _: shown(printed.id)),
        host=OneOf(
            hosts,
            affordable(state, seat, due),
            label=lambda one: called(state, one),
            otherwise=("whi.attach.host", f"{{value}} is no unit that {name(printed.id)} may go on"),
        ),
        **payment,
    )


def played_limited(state: State, seat: int) -> bool:
    """Has the player played a Limited card this turn ("whi.kw.limited")?"""
    return any(by == seat and CARDS[kind].keywords.limited for by, kind in state.turn.played)


def may_host(printed: Printed, seat: int, unit: Placed) -> bool:
    """May the attachment be played on the unit ("whi.attach.host", "whi.attach.zone-condition")?"""
    wanted = printed.keywords.attachment
    return (
        wanted == "any"
        or unit.controller == seat
        and (wanted == "yours" or wanted == "your-battlefield" and unit.zone == BATTLEFIELD)
    )


# When an action may be used.


def moment(state: State, seat: int, printed: Printed) -> tuple[When, ...]:
    """Where its text narrows that: its window."""
    combat = state.combat if state.turn.phase == BATTLEFIELD_PHASE else None
    match printed.window:
        case "your-turn":
            return (When("whi.play.your-turn", state.turn.seat == seat, "only in your own turn"),)
        case "your-quest-phase":
            own = state.turn.seat == seat and state.turn.phase == QUEST_PHASE
            return (When(printed.rule, own, "only in your own quest phase"),)
        case "before-defenders":
            attacked = combat is not None and seat_of(combat.place) == seat and not combat.defenders_declared
            return (When(printed.rule, attacked, "only while you are attacked, before the defenders are declared"),)
        case "after-assigning":
            assigned = combat is not None and combat.counted
            return (When(printed.rule, assigned, "only in combat, once damage has been assigned"),)
        case _:
            return ()


def _ability(state: State, seat: int, card: Placed) -> Iterator[Offer[Message]]:
    printed = card.printed
    action = block(card.kind).action
    assert action is not None
    zone = printed.zone
    in_zone = When(
        "whi.kw.zone-effect",
        works(card),
        lambda: f"only in the {zone_called(ZONE_IDS.index(zone or ''))}",
    )
    limit = When(
        "whi.action.limit-per-turn",
        not printed.per_turn or state.turn.used.count(card.id) < printed.per_turn,
        f"it has been used {printed.per_turn} time{'s' if printed.per_turn > 1 else ''} this turn",
    )
    whens = (in_zone, limit, *moment(state, seat, printed))
    yield from offers(state, seat, pb.UseAction, (card.id,), printed, card, text_price(printed, action), *whens)
