"""An attack in five steps, a window after each (rulebook p.12-13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.actions import zone_called, zone_of_seat
from rulekeeper.games.warhammer_invasion.block import ATTACKED, Event, block, having
from rulekeeper.games.warhammer_invasion.catalogue import shown
from rulekeeper.games.warhammer_invasion.chain import window
from rulekeeper.games.warhammer_invasion.damage import applied, as_message, cancels_all
from rulekeeper.games.warhammer_invasion.following import after, checks, happened, note_keyword
from rulekeeper.games.warhammer_invasion.keywords import COUNTERSTRIKE, SCOUT
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import counterstrike, held, power, remaining, toughness
from rulekeeper.games.warhammer_invasion.state import (
    BATTLEFIELD,
    EVERY_ZONE,
    SEATS,
    Combat,
    Placed,
    Points,
    Share,
    State,
    in_play,
    is_place,
    opponent,
    place,
    places,
    seat_of,
    section,
    there,
    units_at,
    works,
)
from rulekeeper.games.warhammer_invasion.targets import called
from rulekeeper.kernel import Across, Check, Field, Multiset, Offer, OneOf, Play, Script, Subset, ask, rule
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

FAQ = "faq"
"""What the set-up says where the FAQ is followed: "whi.combat.assign.faq-minimum", "whi.turn.beginning"."""


@rule("whi.combat")
def combat(play: Play[State], seat: int, zone: int) -> Script[None]:
    """Five steps, a window after each ("whi.combat.five-steps", "whi.combat.window-each-step",
    "whi.combat.apply.window"). The target is named before the attackers ("whi.combat.target-before-attackers"); where
    all of these are gone again, the steps go on without them ("whi.combat.attackers-gone").

    The rulebook's example: "whi.example.combat-tom-chris".
    """
    play.emit(pb.AttackDeclared(seat=seat, place=place(opponent(seat), zone)), rule="whi.combat.target")
    yield from window.run(pb.WINDOW_TARGET)
    yield from declare_attackers.run(seat)
    yield from window.run(pb.WINDOW_ATTACKERS)
    if _combat(play.state).attackers_declared:
        yield from declare_defenders.run(opponent(seat))
        yield from window.run(pb.WINDOW_DEFENDERS)
        yield from assign_damage.run(seat)
        yield from window.run(pb.WINDOW_ASSIGNED)
        yield from apply_damage.run()
        yield from window.run(pb.WINDOW_APPLIED)
    else:
        nothing(play, opponent(seat), "whi.combat.no-attackers", passed_over=pb.DeclareDefenders)
    play.emit(pb.AttackOver(), rule="whi.combat.attack-state-ends")


def _combat(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


# 1. The target.


def target_menu(state: State, seat: int) -> Iterable[Offer[Message]]:
    """Any zone of the opponent, an empty or a burning one too."""
    yield Offer(pb.DeclareTarget, zone=OneOf(EVERY_ZONE, label=zone_called, ref=zone_of_seat(opponent(seat))))
    yield Offer(pb.DeclareNoAttack)


# 2. Attackers.


@rule("whi.combat.attackers")
def declare_attackers(play: Play[State], seat: int) -> Script[None]:
    """All together ("whi.combat.all-at-once"); none: the attack is over after the window ("whi.combat.no-attackers").
    What is bound to the attack follows.
    """
    attackers: tuple[int, ...] = ()
    if _any_declarable(play, seat, place(seat, BATTLEFIELD), "whi.combat.attackers", pb.DeclareAttackers):
        command = yield from ask(seat, attackers_menu)
        attackers = tuple(command.units)
        if not attackers:
            nothing(play, seat, "whi.combat.no-attackers")
    if attackers:
        play.emit(pb.AttackersDeclared(cards=_in_order(play.state, attackers)))
        yield from attacked(play)


def attacked(play: Play[State]) -> Script[None]:
    """What triggers on a zone's being attacked does, once there are attackers: as they are declared, or as the attack
    turns to another zone ("whi.combat.redirect-attack").
    """
    happened(play, [Event(ATTACKED, place=_combat(play.state).place)])
    yield from after(play)


def _in_order(state: State, chosen: Iterable[int]) -> list[int]:
    """In the order in which they came into play: in which they are named means nothing."""
    named = tuple(chosen)
    return [card.id for card in state.cards if card.id in named]


def attackers_menu(state: State, seat: int) -> Iterable[Offer[pb.DeclareAttackers]]:
    yield Offer(
        pb.DeclareAttackers,
        units=_declarable(state, place(seat, BATTLEFIELD), "whi.combat.attackers", "is no unit in your battlefield"),
    )


def _declarable(state: State, where: int, cited: str, otherwise: str) -> Subset:
    """Which units of a zone can be declared; who has been, stays in combat ("whi.combat.corrupt-after-declare")."""
    found: dict[int, Placed] = {unit.id: unit for unit in units_at(state, where)}
    return Subset(
        tuple(found),
        Check(
            CORRUPTED,
            lambda one: not found[one].corrupted,
            lambda one: f"{shown(found[one].kind)} is corrupted",
        ),
        Check(
            HELD,
            lambda one: not held(state, found[one]),
            lambda one: f"{shown(found[one].kind)} cannot be declared this turn",
        ),
        label=lambda one: called(state, one),
        otherwise=lambda one: (cited, f"{_named(state, one)} {otherwise}"),
    )


CORRUPTED, HELD = "whi.corrupt.no-combat", "whi.cannot.absolute"
"""The rules against declaring a unit."""


def _any_declarable(play: Play[State], seat: int, where: int, cited: str, command: type[Message]) -> bool:
    """Can any unit of the zone be declared? Where none can, nobody is asked, and that is said: of each unit there with
    the rule against it, or that there is none.
    """
    found = tuple(units_at(play.state, where))
    against = [CORRUPTED if unit.corrupted else HELD if held(play.state, unit) else "" for unit in found]
    if not all(against):
        return True
    if not found:
        nothing(play, seat, cited, passed_over=command)
    for unit, rule_against in zip(found, against, strict=True):
        nothing(play, seat, rule_against, spared=unit.id, passed_over=command)
    return False


# 3. Defenders.


@rule("whi.combat.defenders")
def declare_defenders(play: Play[State], seat: int) -> Script[None]:
    """All together; then Counterstrikes, in an order of the defending player's."""
    defenders: tuple[int, ...] = ()
    if _any_declarable(play, seat, _combat(play.state).place, "whi.combat.defenders", pb.DeclareDefenders):
        command = yield from ask(seat, defenders_menu)
        defenders = tuple(command.units)
    play.emit(pb.DefendersDeclared(cards=_in_order(play.state, defenders)))
    for defender in _combat(play.state).defenders:
        unit = there(play.state, defender)
        if counterstrike(play.state, unit):
            note_keyword(play, COUNTERSTRIKE, unit, "whi.kw.counterstrike")
    yield from after(play)


def defenders_menu(state: State, seat: int) -> Iterable[Offer[pb.DeclareDefenders]]:
    where = _combat(state).place
    yield Offer(
        pb.DeclareDefenders,
        units=_declarable(state, where, "whi.combat.defenders", "is no unit in the attacked zone"),
    )


# 4. Assigning.


@rule("whi.combat.count-damage")
def assign_damage(play: Play[State], seat: int) -> Script[None]:
    """Counted once; the attacking player assigns first, and openly ("whi.combat.attacker-assigns-first")."""
    shares = [share for unit in _fighting(play.state) if (share := _share(play.state, unit)) is not None]
    messages = [pb.Share(card=s.card, cancellable=s.cancellable, uncancellable=s.uncancellable) for s in shares]
    play.emit(pb.DamageCounted(shares=messages))
    for side in (seat, opponent(seat)):
        yield from _assign(play, side)


def _fighting(state: State) -> Iterator[Placed]:
    fight = _combat(state)
    return (there(state, one) for one in (*fight.attackers, *fight.defenders))


def _share(state: State, unit: Placed) -> Share | None:
    """What the unit deals: its power, the same that its zone uses ("whi.combat.defender-power-zone") and whether or not
    it struck before ("whi.kw.counterstrike.still-fights"), and what texts add as damage.
    """
    extra, strength = having("extra_damage").get(unit.kind), power(state, unit)
    more = extra(state, unit) if extra is not None and works(unit) else 0
    if not strength + more:
        return None
    if block(unit.kind).uncancellable:
        return Share(unit.id, uncancellable=strength + more)
    return Share(unit.id, cancellable=strength + more)


def _assign(play: Play[State], side: int) -> Script[None]:
    """All of it is placed, in the open ("whi.combat.assign.visible"), as far as there are legal places; the rest is
    lost ("whi.combat.assign.burning", "whi.combat.assign.not-attacker-capital").
    """
    cancellable, uncancellable = dealt_by(play.state, side)
    targets = assignable(play.state, side)
    if needed(play.state, side) >= cancellable + uncancellable:
        targets = tuple(target for target in targets if not is_place(target))
    if not cancellable + uncancellable:
        nothing(play, side, "whi.combat.count-damage", passed_over=pb.AssignDamage)
        return
    if not targets:
        where = _combat(play.state).place
        cited, spared = "whi.combat.attackers-gone", 0
        if side != seat_of(where):
            cited, spared = "whi.combat.assign.burning", where
        lost = cancellable + uncancellable
        nothing(play, side, cited, spared=spared, missing=lost, passed_over=pb.AssignDamage)
        return
    points, sure = targets[:1] * cancellable, targets[:1] * uncancellable
    if len(targets) > 1:
        command = yield from ask(side, assign_menu)
        points, sure = tuple(command.points), tuple(command.uncancellable)
    hits = (Points(target, side, points.count(target), sure.count(target)) for target in targets)
    cited = "whi.combat.attacker-assigns-first"
    if side != play.state.turn.seat:
        cited = "whi.combat.assign.defender-to-attackers"
    play.emit(
        pb.DamageAssigned(points=[as_message(hit) for hit in hits if hit.total], combat=True, step=True), rule=cited
    )


def dealt_by(state: State, side: int) -> tuple[int, int]:
    """What the side deals, by the shares of its units: that can be cancelled, and that cannot."""
    fight = _combat(state)
    fighters = fight.attackers if side != seat_of(fight.place) else fight.defenders
    mine = [share for share in fight.shares if share.card in fighters]
    return sum(share.cancellable for share in mine), sum(share.uncancellable for share in mine)


def assignable(state: State, side: int) -> tuple[int, ...]:
    """To what the side may assign damage: to the defenders and the attacked section
    ("whi.combat.assign.section-only-attacked"), or to the attackers; nobody fights a single one
    ("whi.combat.no-blocking-pairs").
    """
    fight = _combat(state)
    if side == seat_of(fight.place):
        return fight.attackers
    return (*fight.defenders, *(() if section(state, fight.place).burning else (fight.place,)))


def assign_menu(state: State, seat: int) -> Iterable[Offer[pb.AssignDamage]]:
    """Any spread; the section only once every defender has its minimum ("whi.combat.assign.defenders-first")."""
    cancellable, uncancellable = dealt_by(state, seat)
    where, targets = _combat(state).place, assignable(state, seat)
    attacking = seat != seat_of(where)
    least = {one: minimum(state, one) for one in targets if one != where} if attacking else {}
    first = "whi.combat.assign.faq-minimum" if state.minimum == FAQ else "whi.combat.assign.defenders-first"
    enough = Check(
        first,
        lambda one: one != where or needed(state, seat) < cancellable + uncancellable,
        lambda one: f"the defenders need {needed(state, seat)} first, and {cancellable + uncancellable} are there",
    )
    cited, words = NOT_THERE_ATTACKING if attacking else NOT_THERE_DEFENDING

    def otherwise(one: int) -> tuple[str, str]:
        if attacking and one == where:
            return "whi.combat.assign.burning", f"{_named(state, one)} burns, and takes no damage"
        return cited, f"{_named(state, one)} {words}"

    fields: dict[str, Field] = {}
    for name, total in (("points", cancellable), ("uncancellable", uncancellable)):
        if total:
            fields[name] = Multiset(
                dict.fromkeys(targets, total),
                enough,
                least=total,
                most=total,
                label=lambda one: called(state, one),
                otherwise=otherwise,
            )

    def short(command: Any) -> list[int]:
        points, sure = tuple(command.points), tuple(command.uncancellable)
        if where not in (*points, *sure):
            return []
        return [one for one in least if not enough_for(state, one, points.count(one), sure.count(one))]

    yield Offer(
        pb.AssignDamage,
        across=(
            Across(
                first,
                lambda command: not short(command),
                lambda command: "; ".join(f"{called(state, one)} needs {least[one]} first" for one in short(command)),
                next(iter(fields)),
            ),
        ),
        **fields,
    )


NOT_THERE_ATTACKING = ("whi.combat.assign.section-only-attacked", "is no defender, nor the attacked section")
NOT_THERE_DEFENDING = ("whi.combat.assign.not-attacker-capital", "is no attacking unit")


def _named(state: State, target: int) -> str:
    """A card in play or a section, for people; anything else is the number that was sent."""
    return called(state, target) if target in places(*SEATS) or in_play(state, target) is not None else str(target)


def needed(state: State, side: int) -> int:
    """What the defenders need together before the section gets any; 0 for the defending side, which assigns none."""
    fight = _combat(state)
    if side == seat_of(fight.place):
        return 0
    # Points that cannot be cancelled need no more than the hit points of whomever they destroy by themselves.
    sure = dealt_by(state, side)[1]
    spared = [0] * (sure + 1)
    for unit in fight.defenders:
        least = remaining(state, unit)
        for points in range(sure, least - 1, -1):
            spared[points] = max(spared[points], spared[points - least] + cancelled_for_sure(state, unit))
    return sum(minimum(state, unit) for unit in fight.defenders) - spared[sure]


def minimum(state: State, unit: int) -> int:
    """What a defender has to be assigned before the section gets any, of points that can be cancelled: its remaining
    hit points; by the FAQ, where that was agreed on, with what is sure to be cancelled.
    """
    return remaining(state, unit) + cancelled_for_sure(state, unit)


def cancelled_for_sure(state: State, unit: int) -> int:
    """What will be cancelled of any number of points, by the FAQ; all that there are where an effect cancels all."""
    if state.minimum != FAQ:
        return 0
    if cancels_all(state):
        return dealt_by(state, opponent(seat_of(_combat(state).place)))[0]
    return toughness(state, there(state, unit))


def enough_for(state: State, unit: int, cancellable: int, uncancellable: int) -> bool:
    """Has the defender been assigned enough, whatever will redirect or cancel it ("whi.combat.assign.stays",
    "whi.combat.assign.redirects-ignored")?
    """
    return uncancellable + max(cancellable - cancelled_for_sure(state, unit), 0) >= remaining(state, unit)


# 5. Applying.


@rule("whi.combat.apply")
def apply_damage(play: Play[State]) -> Script[None]:
    """All of it at the same time; then units of Scout that took part and survived ("whi.kw.scout.survive",
    "whi.kw.scout.timing").
    """
    dealers = tuple(share.card for share in _combat(play.state).shares)
    play.emit(pb.DamageDue())
    yield from applied.run(dealers)
    yield from checks(play, in_combat=True)
    for unit in tuple(_fighting(play.state)):
        if unit.printed.keywords.scout:
            note_keyword(play, SCOUT, unit, "whi.kw.scout")
    yield from after(play)
