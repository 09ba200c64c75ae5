"""The difference of two views, whatever game they are of."""

from __future__ import annotations

import json

from rulekeeper.heart_of_crown.v1 import heart_of_crown_pb2 as hoc
from rulekeeper.projections import changes
from rulekeeper.v1 import table_pb2
from rulekeeper.warhammer_invasion.v1 import warhammer_invasion_pb2 as whi
from tests.kernel.night_market import night_market_pb2 as nm


def told(before: object, after: object, most: int = 200) -> list[tuple[str, str, str]]:
    return [(one.path, one.before, one.after) for one in changes(before, after, most)]  # type: ignore[arg-type]


def hand(*wares: nm.Ware) -> nm.View:
    return nm.View(players=[nm.Player(hand=wares)])


def test_equal_views_have_no_difference() -> None:
    assert told(nm.View(night=3), nm.View(night=3)) == [] and changes(None, None) == []


def test_a_value_is_told_with_its_path_before_and_after_as_json() -> None:
    assert told(nm.View(night=3), nm.View()) == [("night", "3", "0")]
    before = nm.View(players=[nm.Player(), nm.Player(coins=2)])
    after = nm.View(players=[nm.Player(), nm.Player(coins=1, left=True)])
    assert told(before, after) == [("players[1].coins", "2", "1"), ("players[1].left", "false", "true")]


def test_cards_are_told_apart_by_their_ids_wherever_they_lie() -> None:
    one, two, three = nm.Ware(id=1, kind="silk"), nm.Ware(id=2, kind="jade"), nm.Ware(id=3, kind="lamp")
    assert told(hand(one, two, three), hand(two, three)) == [
        ("players[0].hand[0]", '{"id": 1, "kind": "silk"}', ""),
    ]
    shown = nm.Ware(id=2, kind="jade", open=True)
    assert told(hand(one, two), hand(three, one, shown)) == [
        ("players[0].hand[0]", "", '{"id": 3, "kind": "lamp"}'),
        ("players[0].hand[2].open", "false", "true"),
    ]


def test_a_card_in_the_place_of_another_is_one_change() -> None:
    assert told(hand(nm.Ware(id=1), nm.Ware(id=9)), hand(nm.Ware(id=2), nm.Ware(id=9))) == [
        ("players[0].hand[0]", '{"id": 1}', '{"id": 2}')
    ]


def test_another_order_is_told_once() -> None:
    one, two = nm.Ware(id=1), nm.Ware(id=2)
    assert told(hand(one, two), hand(two, one)) == [("players[0].hand[].id", "[1, 2]", "[2, 1]")]


def test_cards_that_nobody_knows_go_one_by_one() -> None:
    unknown = nm.Ware()
    before, after = nm.View(pile=[unknown] * 3), nm.View(pile=[nm.Ware(id=5, kind="silk"), unknown])
    assert told(before, after) == [
        ("pile[0]", "", '{"id": 5, "kind": "silk"}'),
        ("pile[1]", "{}", ""),
        ("pile[2]", "{}", ""),
    ]


def test_messages_without_ids_go_by_place_and_what_stayed_at_either_end_stays() -> None:
    def kinds(*of: tuple[str, int]) -> hoc.View:
        return hoc.View(basic_market=[hoc.KindCount(kind=kind, count=count) for kind, count in of])

    before = kinds(("city", 30), ("duke", 3), ("senator", 12))
    assert told(before, kinds(("city", 30), ("senator", 12))) == [
        ("basic_market[1]", '{"kind": "duke", "count": 3}', "")
    ]
    assert told(before, kinds(("city", 30), ("duke", 2), ("senator", 12))) == [("basic_market[1].count", "3", "2")]


def test_a_list_of_plain_values_is_one_value() -> None:
    assert told(nm.View(stall=["silk"]), nm.View(stall=["jade", "silk"])) == [("stall", '["silk"]', '["jade", "silk"]')]
    assert told(nm.View(), nm.View(stall=["silk"])) == [("stall", "", '["silk"]')]


def test_what_was_not_there_is_empty_and_enums_go_by_name() -> None:
    without, having = whi.View(), whi.View(turn=whi.Turn(phase=whi.PHASE_KINGDOM), first_player=0)
    assert told(without, having) == [
        ("turn", "", '{"phase": "PHASE_KINGDOM"}'),
        ("first_player", "", "0"),
    ]
    assert told(having, whi.View(turn=whi.Turn(), first_player=1)) == [
        ("turn.phase", '"PHASE_KINGDOM"', '"PHASE_UNSPECIFIED"'),
        ("first_player", "0", "1"),
    ]


def test_a_view_after_none_is_all_new() -> None:
    assert told(None, nm.View(night=1, stall=["silk"])) == [("night", "0", "1"), ("stall", "", '["silk"]')]


def test_a_map_goes_by_its_keys() -> None:
    def fields(**numbers: int) -> table_pb2.CommandFields:
        made = table_pb2.CommandFields()
        for name, number in numbers.items():
            made.fields[name].number = number
        return made

    assert told(fields(a=1, b=2), fields(b=3, c=4)) == [
        ('fields["a"]', '{"number": "1"}', ""),
        ('fields["b"].number', "2", "3"),
        ('fields["c"]', "", '{"number": "4"}'),
    ]


def test_only_so_many_are_told_and_that_there_are_more() -> None:
    found = told(nm.View(), nm.View(pile=[nm.Ware(id=at) for at in range(1, 9)]), most=5)
    assert [path for path, _, _ in found] == ["pile[0]", "pile[1]", "pile[2]", "pile[3]", "pile[4]", "..."]
    assert len(told(nm.View(), nm.View(pile=[nm.Ware(id=at) for at in range(1, 9)]), most=8)) == 8


def test_values_are_json() -> None:
    (change,) = told(nm.View(players=[nm.Player()]), hand(nm.Ware(id=1, kind='a "quote"')))
    assert json.loads(change[2]) == {"id": 1, "kind": 'a "quote"'}
