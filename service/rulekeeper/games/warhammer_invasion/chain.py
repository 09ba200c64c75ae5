"""Windows, and chains of actions in them: declaring, responding, resolving (rulebook p.12, p.14-15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion.actions import Named, lawful, pay_text, picked, price_of, text_price
from rulekeeper.games.warhammer_invasion.block import ACTION, Effect, block, having
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, Printed
from rulekeeper.games.warhammer_invasion.effects import barred, came, corrupted_by, damage_from_start, discard_refused
from rulekeeper.games.warhammer_invasion.following import after, checks, happened
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.pricing import Parts, pay, price_parts, surcharge_parts
from rulekeeper.games.warhammer_invasion.state import (
    CARD,
    DEVELOPMENT,
    QUEST,
    TACTIC,
    Link,
    Placed,
    State,
    all_see,
    hand_card,
    in_play,
    opponent,
    owner_sees,
    place,
    questing,
    seat_of,
    there,
    zone_of,
)
from rulekeeper.games.warhammer_invasion.window_menu import window_menu
from rulekeeper.kernel import Play, Script, ask, rule
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

# Windows.

WINDOWS: Mapping[int, str] = {
    pb.WINDOW_BEGINNING: "whi.turn.beginning",
    pb.WINDOW_KINGDOM: "whi.kingdom.window",
    pb.WINDOW_QUEST: "whi.quest-phase.window",
    pb.WINDOW_CAPITAL: "whi.capital",
    pb.WINDOW_TARGET: "whi.combat.window-each-step",
    pb.WINDOW_ATTACKERS: "whi.combat.window-each-step",
    pb.WINDOW_DEFENDERS: "whi.combat.window-each-step",
    pb.WINDOW_ASSIGNED: "whi.combat.assign.window",
    pb.WINDOW_APPLIED: "whi.combat.apply.window",
    pb.WINDOW_NO_ATTACK: "whi.combat.no-attack-window",
    pb.WINDOW_END: "whi.turn.end",
}
"""Each window with the rule that says there is one ("whi.turn.windows-default")."""


@rule("whi.window")
def window(play: Play[State], which: int) -> Script[None]:
    """Both players may act, the active player first ("whi.turn.priority"), until both decline one directly after the
    other ("whi.turn.advance-on-passes", "whi.window.consecutive-pass"). After a chain, the opponent of whoever began it
    is asked first ("whi.chain.priority").
    """
    play.emit(pb.WindowOpened(window=pb.Window.ValueType(which)), rule=WINDOWS[which])
    seat = play.state.turn.seat
    while play.state.turn.window:
        command = yield from ask(seat, window_menu)
        if isinstance(command, pb.Pass):
            play.emit(pb.Passed(seat=seat), rule="whi.window.consecutive-pass")
        else:
            yield from declare(play, seat, command)
            yield from chain.run(opponent(seat))
        seat = opponent(seat)


@rule("whi.chain")
def chain(play: Play[State], seat: int) -> Script[None]:
    """Responses ("whi.chain.response"), until both decline in succession; then all is worked off, last in, first out,
    and nothing is added meanwhile ("whi.chain.no-adding-while-resolving").
    """
    while len(play.state.turn.passed) < len(play.state.players):
        command = yield from ask(seat, window_menu)
        if isinstance(command, pb.Pass):
            play.emit(pb.Passed(seat=seat), rule="whi.chain.priority")
        else:
            yield from declare(play, seat, command)
        seat = opponent(seat)
    while play.state.chain:
        yield from resolve.run()


# Declaring.


def declare(play: Play[State], seat: int, command: Message) -> Script[None]:
    """The action is put on the chain, with its targets, and all of its costs are paid ("whi.chain.costs-up-front")."""
    match command:
        case pb.PlayUnit() | pb.SendUnit() | pb.PlaySupport() | pb.PlayAttachment() | pb.PlayQuest():
            _declare_card(play, seat, command)
            yield from after(play)
        case pb.PlayDevelopment():
            _declare_development(play, seat, command)
        case pb.PlayTactic():
            held = hand_card(play.state, seat, command.card)
            yield from declare_tactic(play, seat, command, seat, price_parts(play.state, seat, held.kind))
        case pb.UseAction():
            yield from _declare_ability(play, seat, command)
        case _:
            raise AssertionError(f"{command!r} is no action")


def _declare_card(play: Play[State], seat: int, command: Any) -> None:
    """It waits on the chain, meant for its zone, host or quest ("whi.chain.permanents")."""
    held = hand_card(play.state, seat, command.card)
    printed = CARDS[held.kind]
    host = command.host if isinstance(command, pb.PlayAttachment) else 0
    quest = command.quest if isinstance(command, pb.SendUnit) else 0
    zone = (
        QUEST if quest or printed.type == "quest" else zone_of(there(play.state, host).place) if host else command.zone
    )
    due = price_parts(play.state, seat, held.kind) + surcharge_parts(play.state, seat, (host,) if host else ())
    card = play.mint(all_see(play.state))
    fact = pb.CardPlayed(
        seat=seat, was=held.id, card=card, kind=held.kind, zone=pb.Zone.ValueType(zone), host=host, quest=quest
    )
    play.emit(fact, owner_sees(seat), rule=_play_rule(printed, quest))
    pay(play, seat, due, command.damage, "whi.capital.pay")
    _was_played(play, seat, printed, card)


def _play_rule(printed: Printed, quest: int) -> str:
    if printed.keywords.attachment is not None:
        return "whi.attach.host"
    if quest:
        return "whi.quest.send"
    return "whi.quest.play" if printed.type == "quest" else "whi.capital.choose-zone"


def _was_played(play: Play[State], seat: int, printed: Printed, card: int) -> None:
    """Effects that wait for a card to be played take notice."""
    noticing = having("played")
    for waiting in play.state.waiting:
        if waiting.seat == seat and waiting.kind in noticing:
            effect = Effect(play, seat, CARDS[waiting.kind])
            noticing[waiting.kind](effect, waiting, printed, card)


def _declare_development(play: Play[State], seat: int, command: pb.PlayDevelopment) -> None:
    """It is an action like others ("whi.chain.development-response")."""
    action = play.mint(all_see(play.state))
    fact = pb.DevelopmentPlayed(seat=seat, card=command.card, zone=command.zone, action=action)
    play.emit(fact, owner_sees(seat), rule="whi.development.one-per-turn")


def declare_tactic(play: Play[State], seat: int, command: Any, owner: int, due: Parts) -> Script[None]:
    """A tactic is played, by its owner or, where an effect lets them, by another player."""
    held = hand_card(play.state, owner, command.card)
    action = block(held.kind).action
    assert action is not None
    cost = price_of(play.state, seat, command, action, due)
    found = picked(play, seat, command, action)
    fact = pb.TacticPlayed(
        seat=seat,
        owner=owner,
        was=held.id,
        kind=held.kind,
        action=play.mint(all_see(play.state)),
        targets=found.targets,
        cards=found.cards,
        x=found.x,
        zone=pb.Zone.ValueType(found.zone),
    )
    play.emit(fact, owner_sees(owner), rule="whi.types.tactic")
    developments_targeted(play, fact.action, found)
    pay(play, seat, cost, command.damage, "whi.capital.pay")
    _was_played(play, seat, CARDS[held.kind], 0)
    yield from pay_text(play, seat, command, action, None)
    yield from after(play)


def _declare_ability(play: Play[State], seat: int, command: pb.UseAction) -> Script[None]:
    card = there(play.state, command.card)
    action = block(card.kind).action
    assert action is not None
    cost = price_of(play.state, seat, command, action, text_price(card.printed, action))
    found = picked(play, seat, command, action)
    fact = pb.ActionUsed(
        seat=seat,
        card=card.id,
        kind=card.kind,
        action=play.mint(all_see(play.state)),
        targets=found.targets,
        cards=found.cards,
        x=found.x,
        zone=pb.Zone.ValueType(found.zone),
    )
    play.emit(fact, rule="whi.action.in-play")
    developments_targeted(play, fact.action, found)
    pay(play, seat, cost, command.damage, "whi.chain.costs-up-front")
    yield from pay_text(play, seat, command, action, card)
    yield from after(play)


def developments_targeted(play: Play[State], action: int, found: Named) -> None:
    """Only their owner may see which developments are targets."""
    if found.developments:
        where = found.targets[0]
        fact = pb.DevelopmentsTargeted(
            action=action, place=where, count=len(found.developments), cards=found.developments
        )
        play.emit(fact, owner_sees(seat_of(where)), rule="whi.development.rearrange")


# Resolving.

ENTERS: Mapping[str, str] = {"unit": "whi.types.unit", "support": "whi.types.support", "quest": "whi.types.quest"}
"""The rule under which a card of that type enters play."""


@rule("whi.chain.lifo")
def resolve(play: Play[State]) -> Script[None]:
    """The last action of the chain resolves. The rulebook's example: "whi.example.chain-pillage"."""
    one = play.state.chain[-1]
    play.emit(pb.ActionBegan(action=one.number))
    if one.what == CARD:
        _enter(play, one)
    elif one.what == DEVELOPMENT:
        play.emit(
            pb.DevelopmentPlaced(seat=one.seat, zone=pb.Zone.ValueType(one.zone), card=one.card, kind=one.kind),
            owner_sees(one.owner),
            rule="whi.development.hp",
        )
    elif one.cancelled:
        _comes_to_nothing(play, one, "whi.chain.cancel-effect")
    else:
        yield from carry_out(play)
    yield from after(play)
    play.emit(pb.ActionOver(action=one.number), rule="whi.types.tactic" if one.what == TACTIC else "whi.chain.lifo")
    yield from checks(play)


def carry_out(play: Play[State]) -> Script[None]:
    """The effect of the action that is resolving, with the targets that are legal still; wherever its card is now
    ("whi.kw.zone-effect.midchain").
    """
    one = play.state.resolving[-1]
    source = in_play(play.state, one.card) if one.card else None
    where = source.place if source is not None else 0
    found = lawful(play.state, one, where)
    if found is None:
        action = block(one.kind).action
        names_cards = action is not None and (action.target is None or action.target.action is None)
        gone = one.targets[0] if names_cards and len(one.targets) == 1 else 0
        _comes_to_nothing(play, one, "whi.chain.recheck-target", gone)
        return
    targets = found.targets if not one.developments else one.targets
    if (targets, found.developments) != (one.targets, one.developments):
        fact = pb.TargetsChecked(targets=targets, developments=found.developments)
        audience = owner_sees(seat_of(one.targets[0])) if one.developments else all_see(play.state)
        play.emit(fact, audience, rule="whi.chain.recheck-target")
    yield from block(one.kind).script.run(ACTION, one.seat, one.card, where, 0)


def _comes_to_nothing(play: Play[State], one: Link, cited: str, spared: int = 0) -> None:
    card = one.card if one.card and in_play(play.state, one.card) is not None else 0
    nothing(play, one.seat, cited, kind=one.kind, card=card, spared=spared)


def _enter(play: Play[State], one: Link) -> None:
    """A unit, support or quest enters play, where it still may ("whi.chain.permanent-illegal")."""
    state, printed = play.state, CARDS[one.kind]
    where = place(one.seat, one.zone)
    host = in_play(state, one.host) if one.host else None
    cited = barred(state, one.seat, one.kind, where)
    if cited or (one.host and host is None):
        discard_refused(play, one.card, one.kind, one.owner, "whi.chain.permanent-illegal")
        for waiting in state.waiting:
            # What it would have entered with has nowhere to go.
            if waiting.card == one.card and waiting.kind in having("enters_with"):
                nothing(play, waiting.seat, CARDS[waiting.kind].rule, kind=waiting.kind, spared=one.card)
        return
    quest = one.quest if one.quest and in_play(state, one.quest) and questing(state, one.quest) is None else 0
    if one.quest and not quest:
        taken = "whi.quest.one-unit" if in_play(state, one.quest) else "whi.effects.in-play"
        nothing(play, one.seat, taken, kind=one.kind, card=one.card, spared=one.quest)
    enter(play, one.seat, one.card, printed, host.place if host is not None else where, one.owner, host, quest)


def enter(
    play: Play[State],
    seat: int,
    card: int,
    printed: Printed,
    where: int,
    owner: int,
    host: Placed | None = None,
    quest: int = 0,
    was: int = 0,
) -> None:
    """A card enters play at a place, from the chain or, as `was`, from the deck. Not yet looked at is what follows."""
    fact = pb.CardEntered(
        seat=seat,
        card=card,
        kind=printed.id,
        owner=owner,
        zone=pb.Zone.ValueType(zone_of(where)),
        host=host.id if host is not None else 0,
        quest=quest,
        corrupted=corrupted_by(play.state, printed.id, where) is not None,
        damage=damage_from_start(play, seat, card),
        from_deck=bool(was),
        was=was,
    )
    play.emit(fact, owner_sees(owner), rule=ENTERS[printed.type])
    happened(play, came(there(play.state, card)))
