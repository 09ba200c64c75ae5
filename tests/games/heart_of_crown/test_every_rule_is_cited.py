"""For each rule that running code names: a short line of play in which a fact or a refusal stands under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from rulekeeper.cli.citing import named
from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import JUDGE, Match, Refused
from tests.games.heart_of_crown.table import Area, Board
from tests.games.heart_of_crown.test_nothing_happens import POINTS

Step = Message | Callable[[Board], Message] | tuple[int, Callable[[Board], Message]]
"""A command, or what makes it of the board; with the seat that sends it, where it is not the one that is asked."""

TWENTY = "lulunasaika duke*2 royal-maid"

PASS, DONE = pb.PassDefence(), pb.EndSecondPhase()


def of_facts(match: Match[Any]) -> set[str]:
    """The rules of the last entry's facts, the kernel's among them, and of the parts of their numbers."""
    parts = (part.rule for seen in match.facts(viewer=JUDGE) for part in getattr(seen.fact, "parts", ()))
    return {*GAME.facts.FromString(match.entries[-1].facts).rules, *parts}  # type: ignore[attr-defined]


def cited(board: Board, steps: Iterable[Step]) -> set[str]:
    found = of_facts(board.match)
    for step in steps:
        seat, made = step if isinstance(step, tuple) else (board.asked, step)
        done = board.match.submit(seat, made if isinstance(made, Message) else made(board))
        if isinstance(done, Refused):
            reasons = done.reasons
            found |= {rule for reason in reasons for rule in (reason.rule, *(part.rule for part in reason.parts))}
        else:
            found |= of_facts(board.match)
    return found


def plays(kind: str, at: str = "") -> Callable[[Board], Message]:
    """`at`: the corner of the last card in the field, instead of the first open position."""
    return lambda board: board.playing(kind, at and f"{board.player().field[-1].id}:{at}")


def of_hand(message: Callable[..., Message], kind: str, seat: int = 0, **more: Any) -> Callable[[Board], Message]:
    return lambda board: message(card=board.in_hand(kind, seat), **more)


def of_domain(message: Callable[..., Message], kind: str, **more: Any) -> Callable[[Board], Message]:
    return lambda board: message(card=board.in_domain(kind), **more)


def of_field(message: Callable[..., Message], kind: str) -> Callable[[Board], Message]:
    return lambda board: message(card=board.in_field(kind))


def keeps(kind: str, on: str) -> Callable[[Board], Message]:
    return lambda board: board.keeping(kind, on)


def defends(kind: str) -> Callable[[Board], Message]:
    return lambda board: board.defending(kind)


def on_draw_pile(message: Callable[..., Message], *places: int) -> Callable[[Board], Message]:
    """Named by their places in the draw pile of whoever is asked, the top one 0."""

    def made(board: Board) -> Message:
        pile = board.player(board.asked).draw_pile
        return message(cards=[getattr(pile[place], "id", 0) for place in places])

    return made


def main(*areas: Area, **more: Any) -> Callable[[], Board]:
    return lambda: Board(*areas, *[Area()] * (2 - len(areas)), **more)


def second(*areas: Area, **more: Any) -> Callable[[], Board]:
    return main(*areas, entry="second-phase", **more)


def mine(hand: str, **more: Any) -> Callable[[], Board]:
    turn = {key: more.pop(key) for key in [*more] if key in ("coins", "curses", "supply", "positions", "random")}
    return main(Area(hand=hand, **more), **turn)


LINES: tuple[tuple[str, Callable[[], Board], tuple[Step, ...]], ...] = (
    # Where positions begin, and turns.
    ("hoc.entry.main-phase hoc.main hoc.turn.pass hoc.turn.phases", main(), ()),
    ("hoc.entry.second-phase hoc.second", second(), ()),
    ("hoc.entry.turn", main(entry="turn"), ()),
    ("hoc.concede", main(), (pb.Concede(),)),
    # Plays and links.
    ("hoc.main.play-one hoc.card.city", mine("city"), (plays("city"),)),
    ("hoc.link.chain hoc.card.farming-village", mine("village*2"), (plays("village"), plays("village"))),
    ("hoc.main.play-one", mine("scout city"), (of_hand(pb.PlayCard, "city", at="start"), plays("scout", "right"))),
    ("hoc.card.curse hoc.main.playable-types", mine("curse"), (plays("curse"),)),
    ("hoc.turn.phases", second(Area(hand="city")), (plays("city"),)),
    (
        "hoc.link.resolve-before-next hoc.main.between-plays hoc.coronation.any-phase hoc.card.wishing-well",
        mine("wishing-well city"),
        (plays("wishing-well"), plays("city"), pb.EndMainPhase(), pb.DeclareCoronation(), pb.DiscardCards()),
    ),
    (
        "hoc.link.one-per-position",
        mine("village*3"),
        (
            plays("village"),
            plays("village"),
            lambda board: board.playing("village", f"{board.player().field[0].id}:right"),
        ),
    ),
    ("hoc.symbol.link", mine("village*2"), (plays("village"), plays("village", "bottom"))),
    ("hoc.link.none-ends", mine("bank city"), (plays("bank"), plays("city", "right"))),
    ("hoc.link.stay-counted", mine("city", field="village", positions=()), (plays("city", "right"),)),
    ("hoc.main.end", second(), (pb.EndMainPhase(),)),
    ("hoc.main.face-up", main(), (pb.ChooseOption(option="draw"),)),
    # Keep and recall.
    ("hoc.keep.requires-domain", mine("scout"), (pb.RecallCard(card=1),)),
    ("hoc.keep.keep", mine("scout", domain="klam-klam city"), (keeps("scout", "city"),)),
    ("hoc.keep.action-only", mine("duke", domain="klam-klam city"), (keeps("duke", "city"),)),
    ("hoc.keep.one-per-territory", mine("scout", domain="klam-klam city[scout]"), (keeps("scout", "city"),)),
    ("hoc.keep.cost-limit", mine("library", domain="twins city"), (keeps("library", "city"),)),
    ("hoc.keep.printed-cost", mine("library", domain="klam-klam city"), (keeps("library", "city"),)),
    (
        "hoc.outside.talisman.no-keep",
        mine("magic-talisman", domain="klam-klam large-city"),
        (keeps("magic-talisman", "large-city"),),
    ),
    (
        "hoc.keep.not-a-play hoc.recall",
        mine("", domain="klam-klam city[scout]"),
        (
            lambda board: pb.PlayCard(card=board.kept("scout"), at="start"),
            lambda board: pb.RecallCard(card=board.kept("scout")),
        ),
    ),
    ("hoc.keep.any-number", second(Area(hand="scout", domain="klam-klam city")), (keeps("scout", "city"),)),
    # Buying.
    ("hoc.buy.cost hoc.buy.to-discard", second(coins=3), (pb.BuyCard(kind="city"),)),
    ("hoc.buy.market-only", second(), (pb.BuyCard(kind="bank"),)),
    ("hoc.faq.curse.not-for-sale", second(), (pb.BuyCard(kind="curse"),)),
    (
        "hoc.outside.klam.floor hoc.card.klam-klam",
        second(Area(domain="klam-klam"), coins=1, random="village"),
        (pb.BuyCard(kind="farming-village"),),
    ),
    (
        "hoc.second.exclusive hoc.outside.set-needs-earlier-turn",
        second(Area(hand="duke", domain="twins"), coins=3),
        (pb.BuyCard(kind="city"), of_hand(pb.SetCard, "duke")),
    ),
    ("hoc.second.exclusive hoc.main", main(), ((1, lambda board: pb.BuyCard(kind="city")),)),
    # Setting.
    ("hoc.set.any-number", second(Area(hand="duke", domain="twins")), (of_hand(pb.SetCard, "duke"),)),
    ("hoc.set.requires-princess hoc.types.succession", second(Area(hand="duke")), (of_hand(pb.SetCard, "duke"),)),
    ("hoc.faq.no-later-territories", second(Area(hand="city", domain="twins")), (of_hand(pb.SetCard, "city"),)),
    ("hoc.set.from-hand", second(Area(domain="twins")), (pb.SetCard(card=9999),)),
    ("hoc.faq.no-early-domain", second(Area(hand="city", field="city")), (of_field(pb.SetCard, "city"),)),
    # Backing.
    ("hoc.back.cost", second(coins=5), (pb.BackPrincess(princess="klam-klam"),)),
    (
        "hoc.back.choose hoc.back.fewer-than-three",
        second(Area(field="city"), coins=6),
        (pb.BackPrincess(princess="lulunasaika"),),
    ),
    ("hoc.back.three-territories", second(Area(field="city*3"), coins=6), (pb.BackPrincess(princess="klam-klam"),)),
    ("hoc.back.equal-cost", main(), (pb.ChooseTerritories(cards=[1]),)),
    (
        "hoc.back.only-one hoc.faq.no-second-princess",
        second(Area(domain="twins"), coins=6),
        (pb.BackPrincess(princess="klam-klam"),),
    ),
    ("hoc.princess.three-kinds", main(), (pb.AcquireCards(kinds=["city"]),)),
    # The end of a turn.
    (
        "hoc.cleanup.discard hoc.cleanup.coins-lost hoc.refill.hand-five hoc.refill.market",
        second(Area(hand="city", field="city"), coins=1, random="scout"),
        (DONE,),
    ),
    ("hoc.refill.mid-draw-shuffle", second(Area(draw=["city"], discard="city*9")), (DONE,)),
    ("hoc.deck.reshuffle hoc.card.alchemist", mine("alchemist", draw=[], discard="city*3"), (plays("alchemist"),)),
    # Winning.
    ("hoc.coronation.declare", mine("", domain=TWENTY), (pb.DeclareCoronation(),)),
    (
        "hoc.coronation.negative hoc.coronation.declare",
        mine("", domain="lulunasaika duke*2 senator village"),
        (pb.DeclareCoronation(),),
    ),
    ("hoc.coronation.round", second(Area(), Area(domain=TWENTY, declared=True)), (DONE,)),
    ("hoc.coronation.cancel", mine("", domain="twins", declared=True), ()),
    (
        "hoc.coronation.full-round",
        main(Area(domain=f"{TWENTY} twins", declared=True), entry="turn", extra_turn_follows=True),
        (),
    ),
    (
        "hoc.sudden-death.start hoc.sudden-death.dropout",
        second(Area(), Area(domain=TWENTY, declared=True), Area(domain="twins duke*3 royal-maid", declared=True)),
        (DONE,),
    ),
    ("hoc.sudden-death.no-declaring", main(Area(domain=TWENTY), overtime=True), (pb.DeclareCoronation(),)),
    ("hoc.sudden-death.thirty", main(Area(domain="lulunasaika duke*4"), overtime=True), ()),
    ("hoc.win.thirty", mine("", domain="lulunasaika duke*4"), ()),
    ("hoc.win.thirty-declared", mine("", domain="lulunasaika duke*4", declared=True), ()),
    ("hoc.end.dukes", main(Area(domain="lulunasaika"), basic={"duke": 0}), ()),
    ("hoc.end.tie", main(basic={"duke": 0}), ()),
    (
        "hoc.outside.judgement-english",
        main(Area(domain="lulunasaika"), basic={"duke": 0, "senator": 0, "royal-maid": 0}, end="court"),
        (),
    ),
    # Attacks and defence.
    ("hoc.defence.timing", main(), (PASS,)),
    (
        "hoc.effect.clockwise hoc.defence.who hoc.types.defence hoc.card.scout",
        main(Area(hand="scout"), Area(hand="city")),
        (
            plays("scout"),
            pb.DecideRevealed(discard=True),
            pb.Defend(card=9999),
            of_hand(pb.Defend, "city", 1),
            PASS,
        ),
    ),
    (
        "hoc.defence.show hoc.defence.reduce hoc.defence.once hoc.faq.castle-wall.stack hoc.card.royal-guard",
        main(Area(hand="royal-guard"), Area(hand="castle-wall*2 city")),
        (
            plays("royal-guard"),
            defends("castle-wall"),
            lambda board: pb.Defend(card=board.player(1).hand[-1].id),
            of_hand(pb.Defend, "castle-wall", 1),
            PASS,
        ),
    ),
    ("hoc.card.castle-wall", mine("castle-wall"), (plays("castle-wall"),)),
    (
        "hoc.faq.hideout.itself hoc.card.hideout",
        main(Area(hand="scout"), Area(hand="hideout city")),
        (plays("scout"), pb.DecideRevealed(discard=False), defends("hideout"), of_hand(pb.PutCardOnTop, "hideout", 1)),
    ),
    (
        "hoc.faq.hideout.contiguous",
        mine("hideout", draw=["^duke", "city*3"]),
        (plays("hideout"), pb.TakeRevealedCards(cards=[9999])),
    ),
    (
        "hoc.card.magic-talisman",
        main(Area(hand="scout"), Area(hand="magic-talisman")),
        (plays("scout"), pb.DecideRevealed(discard=False), defends("magic-talisman")),
    ),
    (
        "hoc.faq.already-revealed hoc.faq.scout.revealed-top",
        main(Area(hand="scout", draw=["^duke"]), Area()),
        (plays("scout"), pb.DecideRevealed(discard=True)),
    ),
    ("hoc.card.battering-ram", mine("battering-ram"), (plays("battering-ram"),)),
    ("hoc.card.infantry-battalion", mine("infantry-battalion"), (plays("infantry-battalion"),)),
    ("hoc.card.cornered-beast", mine("cornered-beast"), (plays("cornered-beast"),)),
    (
        "hoc.card.enchantress hoc.faq.enchantress.absent",
        main(Area(hand="enchantress"), Area(draw=["^bank", "^library"])),
        (plays("enchantress"), pb.AcquireCard(kind="bank"), pb.AcquireCard(kind="library")),
    ),
    (
        "hoc.faq.shinobi.defence hoc.card.shinobi",
        main(Area(hand="village shinobi", field="infantry-battalion"), Area(hand="city")),
        (plays("village"), plays("shinobi"), of_field(pb.CopyCard, "infantry-battalion")),
    ),
    ("hoc.effect.fizzle", mine("shinobi"), (plays("shinobi"),)),
    # The Curse Witch.
    (
        "hoc.card.curse-witch hoc.faq.curse-witch.shortage",
        mine("curse-witch duke", curses=0),
        (plays("curse-witch"), of_hand(pb.ExileCard, "duke")),
    ),
    (
        "hoc.ability.special hoc.effect.clockwise-shortage",
        mine("curse-witch", curses=0),
        (of_hand(pb.UseSpecialAbility, "curse-witch"),),
    ),
    (
        "hoc.faq.curse-witch.special-timing",
        second(Area(hand="curse-witch")),
        (of_hand(pb.UseSpecialAbility, "curse-witch"),),
    ),
    # Abilities.
    ("hoc.ability.activated", main(), (pb.UseAbility(card=1),)),
    (
        "hoc.ability.bergamot-once hoc.card.bergamotte hoc.faq.talisman.is-curse",
        mine("maid magic-talisman city", domain="bergamotte"),
        (
            lambda board: pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("magic-talisman")),
            lambda board: pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("maid")),
            lambda board: pb.UseAbility(card=board.in_domain("bergamotte"), discard=board.in_hand("city")),
        ),
    ),
    ("hoc.outside.twins.counters", mine("", domain="twins"), (of_domain(pb.UseAbility, "twins"),)),
    ("hoc.card.twins-lain-shion", second(coins=6), (pb.BackPrincess(princess="twins-lain-shion"),)),
    ("hoc.effect.cost", mine("", domain="twins imperial-domain"), (of_domain(pb.UseAbility, "imperial-domain"),)),
    ("hoc.card.imperial-domain", mine("imperial-domain"), (plays("imperial-domain"),)),
    (
        "hoc.faq.laolily.up-to-five hoc.card.laolily",
        second(coins=6),
        (
            pb.BackPrincess(princess="laolily"),
            pb.AcquireCards(kinds=["royal-maid"] * 6),
            pb.AcquireCards(kinds=["royal-maid"]),
        ),
    ),
    (
        "hoc.card.flammaria",
        second(coins=6),
        (pb.BackPrincess(princess="flammaria"), pb.AcquireCards(kinds=["city", "city"])),
    ),
    # Commons and rares.
    ("hoc.effect.cost-unpaid", mine("donation"), (plays("donation"),)),
    (
        "hoc.card.donation",
        mine("donation city", coins=1),
        (plays("donation"), of_hand(pb.ExileCard, "city")),
    ),
    (
        "hoc.card.summons hoc.deck.reshuffle-to-look",
        mine("summons", draw=[], discard="city*3"),
        (plays("summons"), pb.PayCoins(coins=0)),
    ),
    (
        "hoc.card.slash-and-burn hoc.faq.slash-and-burn.not-cumulative",
        mine("slash-and-burn village slash-and-burn"),
        (plays("village"), plays("slash-and-burn"), plays("slash-and-burn")),
    ),
    ("hoc.faq.slash-and-burn.no-curse", mine("slash-and-burn", curses=0), (plays("slash-and-burn"),)),
    ("hoc.card.post-horse", mine("post-horse"), (plays("post-horse"),)),
    ("hoc.card.trade-ship", mine("trade-ship"), (plays("trade-ship"), pb.ChooseOption(option="coins"))),
    ("hoc.card.buried-treasure", mine("buried-treasure"), (plays("buried-treasure"),)),
    ("hoc.faq.buried-treasure.empty", mine("buried-treasure", supply=""), (plays("buried-treasure"),)),
    (
        "hoc.card.purveyor hoc.faq.purveyor.any-number",
        mine("purveyor", coins=9),
        (plays("purveyor"), pb.EndMainPhase(), pb.BuyCard(kind="city", under_draw_pile=True)),
    ),
    ("hoc.card.bribery", mine("bribery"), (plays("bribery"),)),
    ("hoc.faq.bribery.uses-buy", main(), (pb.BuyOpponentCard(card=1),)),
    (
        "hoc.bribery.curse",
        main(Area(hand="bribery"), Area(hand="curse")),
        (
            plays("bribery"),
            PASS,
            pb.EndMainPhase(),
            lambda board: pb.BuyOpponentCard(card=board.in_hand("curse", 1)),
        ),
    ),
    (
        "hoc.card.library hoc.faq.library.succession",
        mine("library duke city", draw=["maid*5"]),
        (plays("library"), of_hand(pb.PutCardUnder, "duke"), of_hand(pb.PutCardUnder, "city")),
    ),
    (
        "hoc.card.city-development",
        mine("city-development village", coins=1),
        (plays("city-development"), of_hand(pb.ExileCard, "farming-village")),
    ),
    (
        "hoc.card.money-lender hoc.faq.money-lender.debt-first",
        mine("money-lender", draw=["city*5"]),
        (plays("money-lender"), pb.EndMainPhase(), DONE, pb.EndMainPhase(), DONE, plays("city")),
    ),
    ("hoc.card.stargazing-witch", mine("stargazing-witch"), (plays("stargazing-witch"), pb.DiscardSeenCards())),
    (
        "hoc.card.supply-unit hoc.faq.supply-unit.not-each-other hoc.outside.supply-unit.field-only",
        mine("supply-unit", field="post-horse"),
        (
            plays("supply-unit"),
            pb.EndMainPhase(),
            DONE,
            of_field(pb.ReturnCard, "supply-unit"),
            pb.ReturnCard(card=9999),
            of_field(pb.ReturnCard, "post-horse"),
        ),
    ),
    ("hoc.outside.supply-unit.field-only hoc.main", main(seat=1), ((0, lambda board: pb.ReturnCard(card=1)),)),
    (
        "hoc.card.adventurer",
        mine("adventurer city", coins=9),
        (plays("adventurer"), of_hand(pb.ExileCard, "city"), pb.AcquireCard(kind="city")),
    ),
    ("hoc.card.bank", mine("bank", field="city"), (plays("bank"),)),
    ("hoc.card.large-city", mine("large-city"), (plays("large-city"),)),
    ("hoc.card.imperial-capital-carikuma", mine("capital"), (plays("capital"),)),
    (
        "hoc.card.gossipy-duchess",
        second(Area(hand="gossipy-duchess", domain="twins"), Area(domain="klam-klam duke")),
        (
            of_hand(pb.SetCard, "gossipy-duchess"),
            lambda board: pb.ChooseDomainCard(card=board.in_domain("duke", 1)),
        ),
    ),
)

BEFORE_A_GAME = {
    *("hoc.contents.total", "hoc.contents.princess-kinds", "hoc.contents.basic-succession", "hoc.contents.commons"),
    *("hoc.contents.rares", "hoc.contents.basics", "hoc.anatomy.princess", "hoc.anatomy.common", "hoc.types.attack"),
    *("hoc.setup.supply", "hoc.players"),
}
"""Cited against data, set-ups and positions that are no Heart of Crown: see test_contents and test_setup."""

NO_TEXT = {
    f"hoc.card.{kind}" for kind in ("lulunasaika", "apprentice-maid", "royal-maid", "senator", "duke", "imperial-crown")
}
"""Cards with nothing but their points: their kinds are named, and nothing happens under them."""


@pytest.mark.parametrize(("rules", "board", "steps"), [pytest.param(*line, id=line[0]) for line in LINES])
def test_a_line_of_play_cites_its_rules(rules: str, board: Callable[[], Board], steps: tuple[Step, ...]) -> None:
    assert {*rules.split()} - cited(board(), steps) == set()


def test_the_setup_cites_its_rules() -> None:
    assert AT_SETUP <= of_facts(Match(GAME, 2, seed=b"5")) | of_facts(Match(GAME, 2, {"set": "random"}, seed=b"5"))


def test_an_amendment_cites_its_rule() -> None:
    board = mine("", domain=TWENTY, declared=True)()
    board.match.amend(pb.DomainCardDiscarded(seat=0, card=board.in_domain("duke"), kind="duke"))
    assert AFTER_AN_AMENDMENT <= of_facts(board.match)


AFTER_AN_AMENDMENT = {"hoc.checks"}

AT_SETUP = {
    *("hoc.game", "hoc.setup", "hoc.setup.first-player", "hoc.setup.random-market", "hoc.setup.stack"),
    *("hoc.setup.first-hand", "hoc.sets.free-choice"),
}


def test_every_rule_that_running_code_names_has_such_a_line() -> None:
    lines = {rule for rules, _, _ in LINES for rule in rules.split()}
    lines |= {fact.partition(":")[0] for point in POINTS for fact in point.facts}
    code = named(GAME, Path("there are none")).code
    assert sorted(code - lines - AT_SETUP - AFTER_AN_AMENDMENT - BEFORE_A_GAME - NO_TEXT) == []
    assert sorted((lines | AT_SETUP | AFTER_AN_AMENDMENT | BEFORE_A_GAME | NO_TEXT) - code) == []


def test_every_other_rule_says_why_nothing_stands_under_it() -> None:
    found = named(GAME, Path("there are none"))
    assert (found.unreasoned, found.contradicted) == ([], [])
