"""Triggered keywords: Counterstrike and Scout (rulebook p.16). They happen like triggered texts, before forced ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekeeper.games.warhammer_invasion.block import Keyword
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, name
from rulekeeper.games.warhammer_invasion.damage import deal
from rulekeeper.games.warhammer_invasion.following import after
from rulekeeper.games.warhammer_invasion.nothing import nothing
from rulekeeper.games.warhammer_invasion.numbers import counterstrike as counterstrike_of
from rulekeeper.games.warhammer_invasion.state import Points, State, all_see, in_play, opponent, owner_sees, there
from rulekeeper.kernel import Offer, OneOf, Play, Script, ask, counts, rule
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

COUNTERSTRIKE, SCOUT = "counterstrike", "scout"


@rule("whi.kw.counterstrike")
def counterstrike(play: Play[State], seat: int, unit: int, kind: str) -> Script[None]:
    """Its damage goes to one attacker, undivided ("whi.kw.counterstrike.single-target"), cannot be cancelled
    ("whi.kw.counterstrike.uncancellable") and is applied at once ("whi.kw.counterstrike.immediate",
    "whi.damage.counterstrike-exception").
    """
    combat = play.state.combat
    attackers = combat.attackers if combat is not None else ()
    if not attackers:
        nothing(play, seat, "whi.combat.attackers-gone", kind=kind, card=_in_play(play.state, unit))
        return
    target = attackers[0]
    if len(attackers) > 1:
        command = yield from ask(seat, attacker_menu)
        target = command.unit
    striking = in_play(play.state, unit)
    printed = CARDS[kind].keywords.counterstrike
    strength = counterstrike_of(play.state, striking) if striking is not None else printed
    dealers = (striking,) if striking is not None else ()
    hits = [Points(target, seat, uncancellable=strength)]
    yield from deal(play, hits, "whi.kw.counterstrike", combat=True, dealers=dealers)


def attacker_menu(state: State, seat: int) -> Iterable[Offer[pb.ChooseUnit]]:
    attackers = state.combat.attackers if state.combat is not None else ()
    yield Offer(
        pb.ChooseUnit,
        unit=OneOf(
            attackers,
            label=lambda one: name(there(state, one).kind),
            otherwise=("whi.kw.counterstrike.single-target", "{value} does not attack"),
        ),
    )


@rule("whi.kw.scout")
def scout(play: Play[State], seat: int, unit: int, kind: str) -> Script[None]:
    """The opponent discards a card at random ("whi.hidden.random"), if there is one."""
    if play.state.players[opponent(seat)].hand:
        discard_at_random(play, opponent(seat))
    else:
        nothing(play, seat, "whi.kw.scout", kind=kind, card=_in_play(play.state, unit))
    yield from after(play)


def _in_play(state: State, card: int) -> int:
    return card if in_play(state, card) is not None else 0


def discard_at_random(play: Play[State], seat: int) -> None:
    """A card of the hand, which has some, each as likely as another."""
    hand = play.state.players[seat].hand
    kind = play.draw("hand", counts(card.kind for card in hand), all_see(play.state))
    card = next(one for one in hand if one.kind == kind)
    play.emit(pb.HandCardDiscarded(seat=seat, was=card.id, kind=kind), owner_sees(seat), rule="whi.hidden.random")


def nobody_attacks(state: State) -> bool:
    """Is there nobody to strike ("whi.combat.attackers-gone")?"""
    return state.combat is None or not state.combat.attackers


KEYWORDS: Mapping[str, Keyword] = {
    COUNTERSTRIKE: Keyword(counterstrike, outlives=True, moot=nobody_attacks),
    SCOUT: Keyword(scout, quiet=True),
}
"""By name."""
