"""Setup (rulebook p.10-11, p.30-31)."""

import json

import msgspec
import pydantic
import pytest

from rulekeeper.games.heart_of_crown import GAME
from rulekeeper.games.heart_of_crown.catalogue import CARDS, COMMONS, SETS
from rulekeeper.games.heart_of_crown.setup import Setup, initial
from rulekeeper.games.heart_of_crown.state import State
from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as pb
from rulekeeper.kernel import InvalidSetup, Match, Position, contents, how_many, read_setup, size, total
from tests.games.heart_of_crown.table import FIRST_PLAY, PRINCESSES, Area, Board, Told, told

FIRST_SET = SETS["first-play"].commons


def laid_out(seats: int = 2) -> State:
    return initial(Setup(), seats)


def begun(seats: int = 2, draws: tuple[str, ...] = (), first: int = 0) -> Match[State]:
    chance = Told(draws, [first])
    return Match(GAME, seats, chance=lambda version: chance)


@pytest.mark.rule("hoc.players")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    assert [*GAME.seats] == [2, 3, 4]
    with pytest.raises(InvalidSetup):
        Match(GAME, seats)


@pytest.mark.rule("hoc.setup.princess-row")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_six_princesses_lie_out(seats: int) -> None:
    assert laid_out(seats).princesses == PRINCESSES


@pytest.mark.rule("hoc.setup.curse-pile", "hoc.example.market-curse-counts")
@pytest.mark.parametrize(("seats", "curses"), [(2, 8), (3, 12), (4, 16)])
def test_four_curses_a_player(seats: int, curses: int) -> None:
    assert laid_out(seats).curses == curses


@pytest.mark.rule("hoc.setup.start-deck")
def test_each_deck_is_seven_villages_and_three_maids() -> None:
    for player in laid_out(4).players:
        assert contents(player.draw_pile) == (("apprentice-maid", 3), ("farming-village", 7))
        assert size(player.draw_pile) == 10


@pytest.mark.rule("hoc.setup.basic-market")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_basic_market_is_five_whole_piles(seats: int) -> None:
    piles = dict(laid_out(seats).basic_market)
    assert piles == {"city": 30, "large-city": 20, "royal-maid": 12, "senator": 12, "duke": 12}


@pytest.mark.rule("hoc.setup.supply")
def test_the_supply_is_the_ten_commons_and_the_rares() -> None:
    state = laid_out()
    assert size(state.supply) == 52
    supply = dict(contents(state.supply))
    assert supply.pop("imperial-capital-carikuma") == supply.pop("imperial-crown") == 1
    assert supply == dict.fromkeys(FIRST_SET, 5)


@pytest.mark.rule("hoc.setup.random-market", "hoc.setup.stack")
def test_the_random_market_is_dealt_until_eight_kinds_lie_out() -> None:
    order = ("scout", "scout", "library", "purveyor", "adventurer", "alchemist", "trade-ship", "post-horse", "crown")
    match = begun(draws=order)
    turned = [line for line in told(match.facts()) if "MarketCardTurned" in line]
    cited = ("hoc.setup.stack" if at == 1 else "hoc.setup.random-market" for at in range(len(order)))
    assert turned == [f"{rule}: MarketCardTurned {kind}" for rule, kind in zip(cited, order, strict=True)]
    state = match.table.state
    assert len(state.random_market) == 8 and total(state.random_market) == 9
    assert how_many(state.random_market, "scout") == 2 and size(state.supply) == 52 - 9


@pytest.mark.rule("hoc.setup.first-player")
def test_the_first_player_is_drawn() -> None:
    match = begun(3, first=2)
    assert told(match.facts())[0] == "hoc.setup.first-player: FirstPlayerChosen seat 2"
    assert match.asked() == (2,)
    one, again = (Match(GAME, 3, seed=b"the same") for _ in range(2))
    assert one.entries == again.entries
    assert {Match(GAME, 3, seed=b"%d" % seed).asked()[0] for seed in range(12)} == {0, 1, 2}


@pytest.mark.rule("hoc.setup.first-hand")
def test_each_player_begins_with_five_cards() -> None:
    state = begun(4).table.state
    for player in state.players:
        assert (len(player.hand), size(player.draw_pile)) == (5, 5)


@pytest.mark.rule("hoc.types.princess")
def test_no_princess_is_ever_in_a_deck() -> None:
    for player in begun(2).table.state.players:
        deck = contents((*player.hand, *player.draw_pile))
        assert not any(CARDS[kind].has("Princess") for kind, _ in deck)
    board = Board(Area(), Area(), entry="second-phase", coins=6)
    board.do(pb.BackPrincess(princess="lulunasaika"))
    board.do(pb.EndSecondPhase())
    player = board.player()
    deck = contents((*player.hand, *player.draw_pile))
    assert "lulunasaika" not in dict((*deck, *player.discard_pile)) and board.domain() == ["lulunasaika"]


@pytest.mark.rule("hoc.setup", "hoc.game")
def test_chance_and_nothing_else_lies_between_setup_and_the_first_turn() -> None:
    names = [line.split(": ")[1].split()[0] for line in told(begun().facts())]
    first_turn = ["TurnBegan", "PhaseBegan"]
    assert (
        names
        == ["FirstPlayerChosen", *["MarketCardTurned"] * names.count("MarketCardTurned")]
        + ["CardDrawn"] * 10
        + first_turn
    )


# The recommended sets.

PRINTED = {
    "first-play": "Scout, Wishing Well, Post Horse, Trade Ship, Purveyor, Supply Unit, Library, City Development,"
    " Adventurer, Alchemist",
    "introduction": "Scout, Post Horse, Wishing Well, Castle Wall, Battering Ram, Trade Ship, City Development,"
    " Infantry Battalion, Purveyor, Alchemist",
    "introduction-2": "Donation, Scout, Wishing Well, Castle Wall, Battering Ram, Slash and Burn, City Development,"
    " Royal Guard, Adventurer, Alchemist",
    "intermediate": "Scout, Donation, Magic Talisman, Supply Unit, Library, Stargazing Witch, Cornered Beast,"
    " Purveyor, Imperial Domain, Curse Witch",
    "intermediate-2": "Post Horse, Wishing Well, Bribery, Summons, Trade Ship, Hideout, Shinobi, Money Lender,"
    " Infantry Battalion, Gossipy Duchess",
    "big-business": "Wishing Well, Scout, Bribery, Supply Unit, Trade Ship, Library, City Development, Bank,"
    " Money Lender, Alchemist",
    "great-war": "Scout, Post Horse, Castle Wall, Battering Ram, Trade Ship, Supply Unit, Infantry Battalion, Shinobi,"
    " Hideout, Royal Guard",
    "adventure": "Donation, Wishing Well, Buried Treasure, Supply Unit, Cornered Beast, Stargazing Witch, Library,"
    " Alchemist, Adventurer, Imperial Domain",
    "walpurgis-night": "Donation, Scout, Wishing Well, Magic Talisman, Enchantress, Library, Stargazing Witch,"
    " Cornered Beast, Hideout, Curse Witch",
    "court-politics": "Wishing Well, Bribery, Summons, Magic Talisman, Enchantress, Stargazing Witch, Royal Guard,"
    " Alchemist, Imperial Domain, Gossipy Duchess",
}


def check_set(name: str) -> None:
    """The set is the printed one, and gives a supply of 52 cards."""
    recommended = SETS[name]
    assert recommended.rule == f"hoc.sets.{name}"
    assert ", ".join(CARDS[kind].name_en for kind in recommended.commons) == PRINTED[name]
    assert len(set(recommended.commons)) == 10 and sum(CARDS[kind].copies for kind in recommended.commons) + 2 == 52


@pytest.mark.rule("hoc.sets.first-play", "hoc.sets.introduction", "hoc.sets.introduction-2")
@pytest.mark.parametrize("name", ["first-play", "introduction", "introduction-2"])
def test_sets_for_beginners(name: str) -> None:
    check_set(name)


@pytest.mark.rule("hoc.sets.intermediate", "hoc.sets.intermediate-2", "hoc.sets.big-business")
@pytest.mark.parametrize("name", ["intermediate", "intermediate-2", "big-business"])
def test_sets_for_those_who_know_the_game(name: str) -> None:
    check_set(name)


@pytest.mark.rule("hoc.sets.great-war", "hoc.sets.adventure")
@pytest.mark.parametrize("name", ["great-war", "adventure"])
def test_sets_of_war_and_adventure(name: str) -> None:
    check_set(name)


@pytest.mark.rule("hoc.sets.walpurgis-night", "hoc.sets.court-politics")
@pytest.mark.parametrize("name", ["walpurgis-night", "court-politics"])
def test_sets_of_witches_and_courtiers(name: str) -> None:
    check_set(name)


def test_a_set_is_chosen_by_its_name_and_the_first_is_the_default() -> None:
    assert Setup() == Setup(set="first-play")
    assert Setup().commons == FIRST_SET
    assert json.loads(Setup().model_dump_json()) == {
        "set": "first-play",
        "commons": [*FIRST_SET],
        "end": "dukes",
        "talisman": "never-kept",
    }
    assert read_setup(GAME, Setup().model_dump_json()) == Setup()
    assert Setup(commons=tuple(reversed(FIRST_PLAY))).set == ""


@pytest.mark.rule("hoc.sets.free-choice")
def test_any_ten_commons_may_be_chosen() -> None:
    chosen = tuple(reversed(FIRST_SET))
    match = Match(GAME, 2, setup={"commons": chosen})
    assert match.table.state.commons == chosen


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({"commons": FIRST_SET[:9]}, "10 kinds of commons are chosen, not 9 (hoc.setup.supply)"),
        ({"commons": (*FIRST_SET, "bank")}, "10 kinds of commons are chosen, not 11 (hoc.setup.supply)"),
        ({"commons": (*FIRST_SET[:9], "scout")}, "a kind of common is named twice (hoc.setup.supply)"),
        ({"commons": (*FIRST_SET[:9], "duke")}, "not among the 30 commons: duke (hoc.setup.supply)"),
        ({"set": "random", "commons": FIRST_SET}, "chosen by chance: name no commons with it (hoc.sets.free-choice)"),
        ({"set": "war"}, "there is no set 'war'"),
        ({"set": "adventure", "commons": FIRST_SET}, "the set 'adventure' is not these ten commons"),
        ({"set": ["first-play"]}, "Input should be a valid string"),
        ({"princesses": []}, "Extra inputs are not permitted"),
    ],
)
def test_other_setups_are_refused_and_told_why(setup: dict[str, object], why: str) -> None:
    with pytest.raises(pydantic.ValidationError) as wrong:
        Setup.model_validate(setup)
    assert why in str(wrong.value)
    assert len(COMMONS) == 30


@pytest.mark.rule("hoc.entry.turn")
def test_a_position_may_begin_with_a_turn() -> None:
    board = Board(Area(), Area(), entry="turn", seat=1, coins=5)
    assert told(board.match.facts()) == [
        "hoc.turn.phases: TurnBegan seat 1 number 8",
        "hoc.main: PhaseBegan seat 1 main",
    ]
    assert board.state.turn.coins == 0


@pytest.mark.rule("hoc.entry.main-phase", "hoc.entry.second-phase")
@pytest.mark.parametrize(("entry", "rule", "phase"), [("main", "hoc.main", 1), ("second", "hoc.second", 2)])
def test_a_position_may_begin_in_a_phase(entry: str, rule: str, phase: int) -> None:
    board = Board(Area(), Area(), entry=f"{entry}-phase", seat=1, coins=5)
    assert told(board.match.facts()) == [
        "hoc.turn.phases: TurnResumed seat 1",
        f"{rule}: PhaseBegan seat 1 {entry}",
    ]
    assert (board.state.turn.coins, board.state.turn.phase) == (5, phase)


def test_a_position_may_leave_out_whatever_does_not_matter() -> None:
    position = Position(game=GAME.ruleset, seats=2, entry="main-phase", args=[1])
    match: Match[State] = Match(GAME, position=position)
    assert match.asked() == (1,) and match.table.state.basic_market == laid_out().basic_market
    assert match.table.state.turn.seat == 1


# Two readings.


@pytest.mark.rule("hoc.end.dukes", "hoc.outside.judgement-english")
@pytest.mark.parametrize(
    ("end", "left", "result"),
    [
        ("dukes", {"duke": 0}, ((0,), "hoc.end.dukes")),
        ("court", {"duke": 0}, None),
        ("court", {"duke": 0, "senator": 0}, None),
        ("court", {"senator": 0, "royal-maid": 0}, None),
        ("court", {"duke": 0, "senator": 0, "royal-maid": 0}, ((0,), "hoc.outside.judgement-english")),
    ],
)
def test_the_set_up_says_whose_end_ends_the_game(
    end: str, left: dict[str, int], result: tuple[tuple[int, ...], str] | None
) -> None:
    assert Board(Area(domain="lulunasaika"), Area(), basic=left, end=end).result == result


@pytest.mark.rule("hoc.outside.talisman.no-keep", "hoc.defence.talisman-hand-only")
def test_the_set_up_says_whether_a_talisman_may_be_kept() -> None:
    talisman, area = "magic-talisman", Area(hand="magic-talisman", domain="klam-klam large-city")
    never = Board(area, Area())
    assert never.refused(never.keeping(talisman, "large-city")) == [
        ("hoc.outside.talisman.no-keep", "Magic Talisman cannot be kept")
    ]
    board = Board(area, Area(), talisman="kept")
    assert board.do(board.keeping(talisman, "large-city")) == ["hoc.keep.keep: CardKept seat 0 magic-talisman"]


def test_the_readings_come_from_the_set_up() -> None:
    state = initial(Setup(end="court", talisman="kept"), 2)
    assert (state.end, state.talisman) == ("court", "kept")
    assert (initial(Setup(), 2).end, initial(Setup(), 2).talisman) == ("dukes", "never-kept")
    with pytest.raises(pydantic.ValidationError):
        Setup(end="maids")  # type: ignore[arg-type]
    for field in ("end", "talisman"):
        assert GAME.fault(msgspec.structs.replace(state, **{field: "maids"}), 2).startswith(
            f"{field}: 'maids' is none of"
        )
