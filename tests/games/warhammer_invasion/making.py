"""A game of Warhammer: Invasion that is over when its setup is: with draws that are told beforehand, and with what
happens as lines of text. Cards are counted after every single fact.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from rulekeeper.games.warhammer_invasion import draft, setup
from rulekeeper.games.warhammer_invasion.catalogue import CARDS, card_rules
from rulekeeper.games.warhammer_invasion.reducer import REDUCERS
from rulekeeper.games.warhammer_invasion.scene import scene
from rulekeeper.games.warhammer_invasion.state import Drafter, Player, State, conserved
from rulekeeper.kernel import (
    JUDGE,
    Accepted,
    Card,
    Counts,
    Game,
    Match,
    Offer,
    Play,
    Refused,
    Rulebook,
    Script,
    Seen,
    ask,
    collect_rules,
    finish,
    first_of,
    random_command,
    read_data,
    rule,
)
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as pb

Reducer = Callable[[State, Any], State]


@rule("whi.game")
def only_set_up(play: Play[State]) -> Script[None]:
    """The first player may pass, and that is the game."""
    yield from setup.set_up.run()
    yield from ask(play.state.turn.seat, passing)
    yield from finish((), "whi.win.draw")


def passing(state: State, seat: int) -> Iterable[Offer[pb.Pass]]:
    yield Offer(pb.Pass)


def counted(reducer: Reducer) -> Reducer:
    """The reducer, which must neither lose a card nor make one."""

    def reduced(state: State, fact: Message) -> State:
        after = reducer(state, fact)
        assert conserved(after) == conserved(state), fact
        return after

    return reduced


GAME: Game[State] = Game(
    name="warhammer_invasion",
    version=1,
    title="Warhammer: Invasion, its setup",
    seats=range(2, 3),
    rulebook=Rulebook.load(read_data("rulekeeper.games.warhammer_invasion", "rulebook.toml"), card_rules()),
    facts=pb.Facts,
    command=pb.Command,
    view_type=pb.View,
    state=State,
    setup=setup.Setup,
    initial=setup.initial,
    main=only_set_up,
    scripts=collect_rules(setup, draft),
    reducers={message: counted(reducer) for message, reducer in REDUCERS.items()},
    view=lambda state, viewer: pb.View(format=state.format),
    scene=scene,
    conserved=conserved,
)


def kinds(text: str) -> Iterator[str]:
    """ "sabotage*2 hate" -> sabotage, sabotage, hate."""
    for word in text.split():
        kind, _, number = word.partition("*")
        yield from [kind] * int(number or 1)


class Foretold:
    """Draws whose results are given by their purpose, in order. All others fall on the first kind that is no draft
    format card, or on 0.
    """

    def __init__(self, numbers: Sequence[int] = (), kinds_by_purpose: Mapping[str, str] | None = None) -> None:
        self.numbers = list(numbers)
        self.kinds = {purpose: [*kinds(text)] for purpose, text in (kinds_by_purpose or {}).items()}

    def below(self, limit: int) -> int:
        return self.numbers.pop(0) if self.numbers else 0

    def pick(self, purpose: str, of: Counts) -> int:
        told_before = self.kinds.get(purpose, [])
        if told_before:
            return first_of(told_before.pop(0), of)
        return first_of(next((kind for kind, _ in of if CARDS[kind].type != "draft"), of[0][0]), of)


class Board:
    """A match, and what is asked of it in tests."""

    def __init__(self, numbers: Sequence[int] = (), draws: Mapping[str, str] | None = None, **chosen: Any) -> None:
        chance = Foretold(numbers, draws)
        self.match: Match[State] = Match(GAME, 2, setup=chosen, chance=lambda version: chance)

    # Looking.

    @property
    def state(self) -> State:
        state: State = self.match.table.state
        return state

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def drafter(self, seat: int) -> Drafter:
        assert self.state.draft is not None
        return self.state.draft.drafters[seat]

    @property
    def asked(self) -> tuple[int, ...]:
        return self.match.asked()

    @property
    def cited(self) -> str:
        """The rule of the open decision."""
        assert self.match.table.decision is not None
        return self.match.table.decision.rule

    def told(self, viewer: int = JUDGE) -> list[str]:
        """What the last entry led to, as the viewer sees it."""
        return told(self.match.facts(viewer=viewer))

    def moves(self, seat: int) -> list[str]:
        """Every legal answer, in words; of cards, their kinds."""
        return [self.words(command) for command in self.match.legal(seat)]

    def words(self, command: Message) -> str:
        return line(command, self.kinds())

    def kinds(self) -> dict[int, str]:
        """The kinds of all cards with ids."""
        known = [card for player in self.state.players for card in player.hand]
        for drafter in self.state.draft.drafters if self.state.draft else ():
            known += [card for card in (*drafter.pack, *drafter.pile) if isinstance(card, Card)]
        return {card.id: card.kind for card in known}

    # Doing.

    def do(self, seat: int, command: Message) -> list[str]:
        """Sends a legal command; what happened, a line a fact."""
        done = self.match.submit(seat, command)
        assert isinstance(done, Accepted), done
        return self.told()

    def refused(self, seat: int, command: Message) -> list[str]:
        """Sends a command that is not legal: "rule: why"."""
        done = self.match.submit(seat, command)
        assert isinstance(done, Refused), command
        return [f"{reason.rule}: {reason.text}" for reason in done.reasons]


class Drafting(Board):
    """A draft in which seat 0 has taken a side. `first`, `second`: what the packs begin with, in words; the packs are
    filled up with other cards. `draws`: of other purposes.
    """

    def __init__(self, first: str = "", second: str = "", side: str = "order", **draws: str) -> None:
        packs = " ".join(filled(text, of) for text, of in zip((first, second), sides(side), strict=True))
        other = {purpose.replace("_", " "): text for purpose, text in draws.items()}
        again = f"{packs} {other.pop('draft pack', '')}"
        super().__init__(draws={"draft pack": again, **other}, format="draft")
        self.do(0, pb.ChooseSide(side=side))

    def pack(self, owner: int) -> list[str]:
        return [card.kind for card in self.drafter(owner).pack]

    def ids(self, owner: int, text: str) -> list[int]:
        """The ids of these cards of a pack."""
        return ids(self.drafter(owner).pack, text)

    def picking(self, seat: int, text: str = "") -> pb.PickCards:
        """Of the own pack, these cards, or the first ones that are no draft format cards."""
        pack = self.drafter(seat).pack
        return pb.PickCards(cards=self.ids(seat, text) if text else plain(pack, min(2, len(pack))))

    def taking(self, seat: int, text: str = "") -> pb.Counterdraft:
        """Of the opponent's pack, these cards, or the last one that is no draft format card."""
        pack = self.drafter(1 - seat).pack
        return pb.Counterdraft(cards=self.ids(1 - seat, text) if text else plain(pack[::-1], 1))

    def pick(self, first: str = "", second: str = "") -> list[str]:
        """Each who is asked picks; what happened then."""
        facts: list[str] = []
        for seat in self.asked:
            facts = self.do(seat, self.picking(seat, (first, second)[seat]))
        return facts

    def take(self, first: str = "", second: str = "") -> list[str]:
        """Each who is asked takes a card out of the opponent's pack; what happened then."""
        facts: list[str] = []
        for seat in self.asked:
            facts = self.do(seat, self.taking(seat, (first, second)[seat]))
        return facts

    def adding(self, seat: int, kind: str) -> pb.AddToDeck:
        """One of the cards of the pile that are looked at."""
        looked_at = [card for card in self.drafter(seat).pile if isinstance(card, Card)]
        return pb.AddToDeck(card=ids(looked_at, kind)[0])

    def finish_pack(self) -> list[str]:
        """Any picks until the next pack is made, or the draft is over; what happened then."""
        facts: list[str] = []
        while not any("PackMade" in fact or "DeckMade" in fact for fact in facts):
            facts = self.take() if self.cited == "whi.draft.counterdraft" else self.pick()
        return facts


def sides(first: str) -> tuple[str, str]:
    return ("order", "destruction") if first == "order" else ("destruction", "order")


FILLERS = {
    "order": "hammerer-of-karak-azul*3 runesmith*3 troll-slayers*3 huntsmen*3 warrior-priests*3",
    "destruction": "squig-herders*3 black-orc-squad*3 lobber-crew*3 savage-gors*3 servants-of-khorne*3",
}


def filled(text: str, side: str) -> str:
    """Fifteen cards that begin with these."""
    given = [*kinds(text)]
    return " ".join((given + [*kinds(FILLERS[side])])[:15])


def ids(cards: Iterable[Card], text: str) -> list[int]:
    left, found = list(cards), []
    for kind in kinds(text):
        card = next(card for card in left if card.kind == kind)
        left.remove(card)
        found.append(card.id)
    return found


def plain(cards: Sequence[Card], number: int) -> list[int]:
    """The first ones, draft format cards last."""
    return [card.id for card in sorted(cards, key=lambda card: CARDS[card.kind].type == "draft")[:number]]


def told(facts: Iterable[Seen]) -> list[str]:
    """A line a fact: "whi.setup.hand: CardDrawn seat 0 kind hate". Ids of cards are left out."""
    return [f"{fact.rule}: {line(fact.fact)}" for fact in facts]


def line(message: Message, kinds_by_id: Mapping[int, str] | None = None) -> str:
    said = [type(message).__name__]
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.message_type is not None:
            listed = " ".join(f"{one.kind}*{one.count}" if one.count > 1 else one.kind for one in value)
            said += [listed] if listed else []
        elif kinds_by_id is not None and field.name in ("card", "cards"):
            several = value if field.is_repeated else [value]
            said += [kinds_by_id[one] if isinstance(one, int) else one for one in several]
        elif field.name not in ("card", "was") and (value or field.name in ("seat", "pack")):
            said.append(field.name if value is True else f"{field.name} {value}")
    return " ".join(said)


def named(facts: Sequence[str], *names: str) -> list[str]:
    """Only the facts with these names."""
    return [fact for fact in facts if fact.split(": ")[1].split()[0] in names]


def run(seed: int, **chosen: Any) -> Match[State]:
    """A game of random commands, to its end."""
    match: Match[State] = Match(GAME, 2, setup=chosen, seed=b"%d" % seed)
    dice = random.Random(seed)
    while match.asked():
        seat = match.asked()[0]
        done = match.submit(seat, random_command(GAME, match.table, seat, dice.randrange, match.live))
        assert isinstance(done, Accepted), done
    return match
