"""Setup (rulebook p.10-11): what a creator may choose, what is laid out, and what chance does before the first turn."""

from __future__ import annotations

from typing import Any, Literal

import pydantic

from rulekeeper.games.heart_of_crown.cards import Effect
from rulekeeper.games.heart_of_crown.cards.verbs import draw
from rulekeeper.games.heart_of_crown.catalogue import CARDS, COMMONS, PRINCESSES, RARES, SETS
from rulekeeper.games.heart_of_crown.state import WHOLE_BASIC_MARKET, Player, State, all_see, clockwise
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import Bag, Play, Script, bag, counts, how_many, rule

VILLAGES, MAIDS = ("farming-village", 7), ("apprentice-maid", 3)
"""A starting deck ("hoc.setup.start-deck")."""

CURSES_EACH = 4
"""Curses in the pile for each player ("hoc.setup.curse-pile")."""

COMMONS_CHOSEN = 10
"""Kinds of commons in a game ("hoc.setup.supply")."""

KINDS_OUT = 8
"""Kinds that lie out in the random market ("hoc.setup.random-market")."""

HAND = 5
"""Cards of an opening hand ("hoc.setup.first-hand"), and of every later one ("hoc.refill.hand-five")."""

DEFAULT_SET = "first-play"

RANDOM = "random"
"""The ten are chosen by chance."""


class Setup(pydantic.BaseModel, frozen=True, extra="forbid"):
    """What a game is played with: a recommended set by its name, or any ten commons ("hoc.sets.free-choice");
    the set First Play by default. The set "random" is ten that the game's own chance chooses as it starts.

    `commons` is always complete once a set-up was read, but for "random"; `set` is empty where the ten were chosen
    freely. `end` and `talisman` choose between two readings: `questions.md` has both.
    """

    set: str = pydantic.Field(default="", json_schema_extra={"enum": ["", *SETS, RANDOM]})
    commons: tuple[str, ...] = pydantic.Field(
        default=(), json_schema_extra={"items": {"type": "string", "enum": list(COMMONS)}}
    )
    end: Literal["dukes", "court"] = pydantic.Field(
        default="dukes",
        description="whose end in the basic market ends the game: the Dukes', or with theirs the Senators' and the "
        "Royal Maids' (hoc.outside.judgement-english)",
    )
    talisman: Literal["never-kept", "kept"] = pydantic.Field(
        default="never-kept", description="whether a Magic Talisman may be kept (hoc.outside.talisman.no-keep)"
    )

    @pydantic.model_validator(mode="before")
    @classmethod
    def _complete(cls, chosen: Any) -> Any:
        """Fills in the ten of the set; no choice at all is the first set."""
        if not isinstance(chosen, dict) or chosen.get("commons"):
            return chosen
        recommended = chosen.get("set") or DEFAULT_SET
        if not isinstance(recommended, str) or recommended not in SETS:
            return chosen
        return {**chosen, "set": recommended, "commons": SETS[recommended].commons}

    @pydantic.field_validator("set")
    @classmethod
    def _known(cls, chosen: str) -> str:
        if chosen not in ("", RANDOM, *SETS):
            raise ValueError(f"there is no set {chosen!r}; there are {', '.join((*SETS, RANDOM))}")
        return chosen

    @pydantic.field_validator("commons")
    @classmethod
    def _ten_commons(cls, commons: tuple[str, ...], info: pydantic.ValidationInfo) -> tuple[str, ...]:
        if info.data.get("set") == RANDOM:
            if commons:
                raise ValueError("the set 'random' is chosen by chance: name no commons with it (hoc.sets.free-choice)")
            return ()
        unknown = [kind for kind in commons if kind not in COMMONS]
        if unknown:
            raise ValueError(f"not among the {len(COMMONS)} commons: {', '.join(unknown)} (hoc.setup.supply)")
        if len(dict.fromkeys(commons)) != len(commons):
            raise ValueError("a kind of common is named twice (hoc.setup.supply)")
        if len(commons) != COMMONS_CHOSEN:
            raise ValueError(f"{COMMONS_CHOSEN} kinds of commons are chosen, not {len(commons)} (hoc.setup.supply)")
        return commons

    @pydantic.model_validator(mode="after")
    def _agree(self) -> Setup:
        named = SETS[self.set].commons if self.set in SETS else self.commons if self.set in ("", RANDOM) else ()
        if sorted(named) != sorted(self.commons):
            raise ValueError(f"the set {self.set!r} is not these ten commons")
        return self


def initial(setup: Setup, seats: int) -> State:
    """All that is laid out before chance is asked, the princess row whole ("hoc.setup.princess-row"). Unused
    Curses, Villages and Maids stay in the box.
    """
    deck = bag(dict((VILLAGES, MAIDS)))
    supply = {kind: CARDS[kind].copies for kind in (*setup.commons, *RARES)}
    box = {kind: CARDS[kind].copies for kind in COMMONS if not setup.commons}
    return State(
        players=tuple(Player(draw_pile=(deck,)) for _ in range(seats)),
        commons=setup.commons,
        end=setup.end,
        talisman=setup.talisman,
        princesses=PRINCESSES,
        curses=CURSES_EACH * seats,
        basic_market=WHOLE_BASIC_MARKET,
        supply=(bag(supply),),
        box=counts(box),
    )


@rule("hoc.setup")
def set_up(play: Play[State]) -> Script[None]:
    """The commons, where chance chooses them; first player, random market, opening hands."""
    if play.state.box and not play.state.commons:
        choose_commons(play)
    seats = len(play.state.players)
    first = play.chance("first player", seats, all_see(play.state))
    play.emit(pb.FirstPlayerChosen(seat=first), rule="hoc.setup.first-player")
    fill_random_market(play, "hoc.setup.random-market")
    for seat in clockwise(play.state, first):
        draw(Effect(play, seat, "hoc.setup.first-hand"), HAND)
    yield from ()


def choose_commons(play: Play[State]) -> None:
    """Any ten of those in the box, each as likely as any other."""
    left = {kind: 1 for kind, _ in play.state.box}
    chosen = []
    for _ in range(COMMONS_CHOSEN):
        chosen.append(play.draw("commons", counts(left), all_see(play.state)))
        del left[chosen[-1]]
    play.emit(pb.CommonsChosen(kinds=[kind for kind in COMMONS if kind in chosen]), rule="hoc.sets.free-choice")


def fill_random_market(play: Play[State], cited: str) -> None:
    """Turns cards from the supply until eight kinds lie out, or the supply is empty
    ("hoc.refill.supply-empty"). A card of a kind that lies there takes no new place.
    """
    while len(play.state.random_market) < KINDS_OUT and play.state.supply:
        rest = play.state.supply[0]
        assert isinstance(rest, Bag)
        kind = play.draw("supply", rest.of, all_see(play.state))
        stacked = how_many(play.state.random_market, kind) > 0
        play.emit(pb.MarketCardTurned(kind=kind), rule="hoc.setup.stack" if stacked else cited)
