"""What a card does when it is played (rulebook p.22), and how an attack goes around the table (p.20, p.22)."""

from __future__ import annotations

from rulekeeper.games.heart_of_crown.cards import BLOCKS, Effect, carry_out
from rulekeeper.games.heart_of_crown.cards.verbs import fizzle
from rulekeeper.games.heart_of_crown.catalogue import CARDS
from rulekeeper.games.heart_of_crown.defence import is_asked, unasked, use
from rulekeeper.games.heart_of_crown.defence import menu as defence_menu
from rulekeeper.games.heart_of_crown.state import State, opponents
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Play, Script, ask, rule


def resolve(play: Play[State], seat: int, kind: str, copied: bool = False) -> Script[None]:
    """All effects of a card, from top to bottom ("hoc.effect.order"). `copied`: by another card, which was played."""
    block = BLOCKS[kind]
    works = yield from carry_out(play, seat, kind, block.play)
    if block.hits is not None:
        yield from attack(play, seat, kind, works is not False, copied)
    if block.copies is not None:
        other = yield from carry_out(play, seat, kind, block.copies)
        if other is not None:
            yield from resolve(play, seat, other, copied=True)


def attack(play: Play[State], seat: int, kind: str, works: bool, copied: bool) -> Script[None]:
    """Player by player, clockwise from the left neighbour ("hoc.effect.clockwise"); each may defend, and that protects
    this one alone ("hoc.defence.per-player"). An attack without effect can be answered all the same: it was played.
    """
    block, found = BLOCKS[kind], tuple[str, ...]()
    if block.hits_own:
        yield from carry_out(play, seat, kind, block.hits, seat)
    for owner in opponents(play.state, seat):
        if play.state.players[owner].in_game:
            found += (yield from reached.run(seat, owner, kind, works, copied)) or ()
        else:  # who conceded meanwhile
            fizzle(Effect(play, owner, CARDS[kind].rule), "hoc.concede")
    play.emit(pb.AttackOver(kind=kind), rule="hoc.effect.clockwise")
    yield from carry_out(play, seat, kind, block.after_hits, found)


@rule("hoc.defence.who")
def reached(
    play: Play[State], seat: int, owner: int, kind: str, works: bool, copied: bool = False
) -> Script[tuple[str, ...] | None]:
    """The attack has come to one player. It is answered first, and resolved then ("hoc.defence.timing",
    "hoc.defence.one-by-one"). Who concedes now is out of it.
    """
    around = "hoc.faq.shinobi.defence" if copied else "hoc.effect.clockwise"
    play.emit(pb.AttackReached(seat=owner, kind=kind), rule=around)
    if not is_asked(play.state, owner):
        fizzle(Effect(play, owner, "hoc.defence.who"), unasked(play.state), passed_over=pb.Defend)
    while is_asked(play.state, owner):
        command = yield from ask(owner, defence_menu)
        if not isinstance(command, pb.Defend):
            break
        yield from use(play, owner, command.card)
    found: tuple[str, ...] | None = yield from carry_out(play, seat, kind, BLOCKS[kind].hits if works else None, owner)
    return found
