"""What follows from each step of an effect: the standing checks, then whatever triggered (rulebook p.15, p.17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekeeper.games.warhammer_invasion.block import (
    DEALT,
    ENTERED,
    LEFT,
    OF_THE_TURN,
    Event,
    Trigger,
    block,
    keywords,
    triggering,
)
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, shown
from rulekeeper.games.warhammer_invasion.leaving import goes_back, leave
from rulekeeper.games.warhammer_invasion.numbers import hit_points
from rulekeeper.games.warhammer_invasion.state import (
    DESTROYED,
    SACRIFICED,
    SEATS,
    Pending,
    Placed,
    State,
    active_first,
    alike,
    in_play,
    opponent,
    places,
    section,
    section_hit_points,
    units,
    works,
)
from rulekeeper.kernel import Offer, OneOf, Play, Script, ask, finish, rule, size
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

BURNING_TO_LOSE = 2
"""Burning sections that lose the game ("whi.goal.two-sections")."""


# Triggers.


def happened(play: Play[State], events: Iterable[Event]) -> None:
    """Texts that trigger on these events, which came together, are noted: they happen after the standing checks."""
    for event in events:
        for source, trigger in _triggered(play.state, event):
            subject = event.card.id if event.card is not None else 0
            _note(play, source, trigger.text, CARDS[source.kind].rule, subject, trigger.forced)


def _triggered(state: State, event: Event) -> Iterator[tuple[Placed, Trigger]]:
    """Each text that triggers on the event, with its card: of cards in play, of the card that left
    ("whi.forced.self-referential"), of effects that wait.
    """
    texts = triggering(event.moment)
    gone = event.card if event.moment == LEFT else None
    for card in (*state.cards, *((gone,) if gone is not None else ())):
        if card.kind in texts and works(card):
            for trigger in texts[card.kind]:
                about_it = event.card is not None and event.card.id == card.id
                if trigger.waiting or trigger.own != about_it and (trigger.own or card is gone):
                    continue
                if trigger.when(state, card, event):
                    yield card, trigger
    for waiting in state.waiting:
        for trigger in texts.get(waiting.kind, ()):
            if trigger.waiting and trigger.when(state, waiting, event):
                card = in_play(state, waiting.card)
                where = card.place if card is not None else 0
                yield Placed(waiting.card, waiting.kind, waiting.seat, waiting.seat, where), trigger


def note_keyword(play: Play[State], keyword: str, unit: Placed, rule: str) -> None:
    """A triggered keyword of a unit is noted; keywords come before forced effects ("whi.forced.order")."""
    _note(play, unit, keyword, rule)


def _note(play: Play[State], source: Placed, text: str, cited: str, subject: int = 0, forced: bool = False) -> None:
    fact = pb.EffectTriggered(
        seat=source.controller,
        effect=play.state.numbered + 1,
        card=source.id,
        kind=source.kind,
        text=text,
        subject=subject,
        place=source.place,
        forced=forced,
    )
    play.emit(fact, rule=cited)


def after(play: Play[State]) -> Script[None]:
    """After each single step of an effect: the standing checks ("whi.effects.state-checks"), then what triggered."""
    yield from checks(play)
    if waiting_now(play.state):
        yield from triggered.run()


def waiting_now(state: State) -> list[Pending]:
    """What has triggered since the effect began that is happening now, or since none was."""
    return [one for one in state.pending if one.depth == state.depth]


@rule("whi.forced.order")
def triggered(play: Play[State]) -> Script[None]:
    """Constant texts and keywords first, then forced ones; of either the active player's first, in the order that this
    player likes, where it may mean something: those that come to nothing whatever is first are not asked about. What
    triggers meanwhile comes first of all ("whi.forced.automatic").
    """
    while waiting_now(play.state):
        group = next_group(play.state)
        gone = [one for one in group if _gone(play.state, one)]
        if gone:
            for one in gone:
                play.emit(pb.EffectLapsed(effect=one.number), rule="whi.forced.lapsed")
            continue
        moot = [one for one in group if _moot(play.state, one)]
        chosen = moot[0] if moot else group[0]
        alone = bool(moot) or all(_quiet(one) for one in group)
        if not alone and not all(_same(play.state, chosen, one) for one in group):
            command = yield from ask(chosen.seat, next_menu)
            chosen = next(one for one in group if one.number == command.effect)
        yield from _happens(play, chosen)


def next_group(state: State) -> list[Pending]:
    """The effects among which the next one is."""
    now = waiting_now(state)
    for forced in (False, True):
        for seat in active_first(state):
            group = [one for one in now if one.forced == forced and one.seat == seat]
            if group:
                return group
    return []


def next_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseNext]]:
    group = next_group(state)
    called = {one.number: f"{shown(one.kind)}: {one.text}" for one in group}
    yield Offer(pb.ChooseNext, effect=OneOf(tuple(called), label=called.__getitem__))


def _quiet(one: Pending) -> bool:
    keyword = keywords().get(one.text)
    return keyword.quiet if keyword is not None else block(one.kind).trigger(one.text).quiet


def _moot(state: State, one: Pending) -> bool:
    """Does it come to nothing, whatever else happens first?"""
    keyword = keywords().get(one.text)
    return keyword.moot(state) if keyword is not None else block(one.kind).trigger(one.text).moot(state, one)


def _same(state: State, one: Pending, other: Pending) -> bool:
    """Is the one just what the other is, so that their order means nothing?"""
    return _told(one) == _told(other) and alike(state, one.card, other.card)


def _told(one: Pending) -> tuple[str, str, int, int]:
    looks = one.text not in keywords() and block(one.kind).trigger(one.text).subject
    return one.kind, one.text, one.place, one.subject if looks else 0


def _gone(state: State, one: Pending) -> bool:
    """Has its card left before its turn came, so that it does not happen? It is on no chain. But a forced text of a
    card's own entering, leaving, or being dealt damage is about what has happened to the card by then.
    """
    if not one.card or in_play(state, one.card) is not None:
        return False
    keyword = keywords().get(one.text)
    if keyword is not None:
        return not keyword.outlives
    trigger = block(one.kind).trigger(one.text)
    return not (trigger.own and trigger.forced and trigger.on in (ENTERED, LEFT, DEALT))


def _happens(play: Play[State], one: Pending) -> Script[None]:
    """It happens, and nothing can be done in between ("whi.forced.no-interrupt"); unless its card has left, or left the
    zone where it works, or its condition is gone, before its turn came.
    """
    keyword = keywords().get(one.text)
    source = in_play(play.state, one.card)
    if _gone(play.state, one) or (source is not None and not _still_triggers(play.state, one, source)):
        elsewhere = source is not None and not works(source)
        cited = "whi.kw.zone-effect" if elsewhere else "whi.forced.lapsed"
        play.emit(pb.EffectLapsed(effect=one.number), rule=cited)
        return
    play.emit(pb.EffectBegan(effect=one.number))
    where = source.place if source is not None else one.place
    if keyword is not None:
        yield from keyword.script.run(one.seat, one.card, one.kind)
    else:
        yield from block(one.kind).script.run(one.text, one.seat, one.card, where, one.subject)
    yield from after(play)
    play.emit(pb.EffectOver(effect=one.number))


def _still_triggers(state: State, one: Pending, source: Placed) -> bool:
    """Is the card where its text works, and does the condition of one that is bound to the turn hold still?"""
    if one.text in keywords():
        return True
    trigger = block(one.kind).trigger(one.text)
    return (
        trigger.waiting
        or works(source)
        and (trigger.on not in OF_THE_TURN or trigger.when(state, source, Event(trigger.on, seat=state.turn.seat)))
    )


# Standing checks.


def checks(play: Play[State], in_combat: bool = False) -> Script[None]:
    """What is looked at all the time, together, and again until nothing changes ("whi.effects.state-checks").

    in_combat: the damage of a combat has just been applied, and what it burns and destroys, it does under the rules of
    that step; all that follows, as effects do.
    """
    burnt, killed = ("whi.burn.state-check", "whi.card.hit-points")
    if in_combat:
        burnt, killed = ("whi.combat.apply.burn", "whi.combat.apply.destroy-units")
    if not play.state.turn.number:
        return
    while True:
        state = play.state
        yield from _over(state)
        dying = [unit for unit in units(state) if unit.damage >= hit_points(state, unit)]
        burning = [
            where
            for where in places(*SEATS)
            if not section(state, where).burning and section(state, where).damage >= section_hit_points(state, where)
        ]
        fallen = [card for card in state.cards if card.host and in_play(state, card.host) is None]
        if not dying and not burning and not fallen:
            return
        for where in burning:
            before = play.state
            play.emit(pb.SectionBurned(place=where), rule=burnt)
            goes_back(play, before, where, "whi.combat.assign.burning")
        leaving = [(unit, DESTROYED, killed if hit_points(state, unit) else "whi.damage.zero-hp") for unit in dying]
        leaving += [(card, SACRIFICED, "whi.types.attachment-falls") for card in fallen]
        happened(play, leave(play, leaving))
        burnt, killed = "whi.burn.state-check", "whi.card.hit-points"


@rule("whi.effects.state-checks")
def settle(play: Play[State]) -> Script[None]:
    """The same beside whatever is asked, when a judge has changed the table. What it triggers resolves when play goes
    on.
    """
    yield from checks(play)


def _over(state: State) -> Script[None]:
    """Has anybody lost? Both at once: a draw ("whi.win.draw", "whi.deckout.both")."""
    burnt = [seat for seat in SEATS if burning_sections(state, seat) >= BURNING_TO_LOSE]
    empty = [seat for seat in SEATS if not size(state.players[seat].deck)]
    lost = {*burnt, *empty}
    if len(lost) == 2:
        yield from finish((), "whi.deckout.both" if len(empty) == 2 else "whi.win.draw")
    for seat in sorted(lost):
        yield from finish((opponent(seat),), "whi.win.immediate" if seat in burnt else "whi.deckout.immediate")


def burning_sections(state: State, seat: int) -> int:
    """How many of the player's sections burn ("whi.goal.two-sections")."""
    return sum(third.burning for third in state.players[seat].sections)
