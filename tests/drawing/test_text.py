"""Scenes as lines of text."""

from textwrap import dedent

from rulekeeper.drawing.layout import width_of
from rulekeeper.drawing.text import lines
from rulekeeper.drawing.words import in_short
from rulekeeper.v1 import scene_pb2 as pb

DAMAGE, PRICE, MARK = pb.Badge.KIND_DAMAGE, pb.Badge.KIND_PRICE, pb.Badge.KIND_MARK
STRENGTH = pb.Badge.KIND_STRENGTH


def badge(kind: pb.Badge.Kind.ValueType, text: str) -> pb.Badge:
    return pb.Badge(kind=kind, text=text)


def piece(at: str, title: str, *badges: pb.Badge, **more: object) -> pb.Piece:
    return pb.Piece(id=at, title=title, badges=badges, **more)  # type: ignore[arg-type]


HAND = pb.Area(
    id="hand",
    title="hand 3",
    weight=pb.WEIGHT_NEAREST,
    pieces=[
        piece("card/1", "Knight", badge(STRENGTH, "3/4"), badge(PRICE, "2")),
        piece("card/2", "Knight", badge(STRENGTH, "3/4"), badge(PRICE, "2"), changed=True),
        piece("card/3", "Axe", badge(PRICE, "1")),
    ],
)
OTHERS = pb.Area(
    id="seat-1",
    title="seat 1",
    weight=pb.WEIGHT_SIDE,
    badges=[badge(STRENGTH, "20 points")],
    areas=[
        pb.Area(
            id="seat-1/zone",
            title="zone",
            badges=[badge(STRENGTH, "power 3")],
            pieces=[
                piece(
                    "card/7",
                    "Ogre",
                    badge(STRENGTH, "5/5"),
                    badge(DAMAGE, "1 damage"),
                    badge(MARK, "#7"),
                    attached=[piece("card/9", "Axe")],
                ),
                piece("card/8", "Ogre", badge(STRENGTH, "5/5"), badge(MARK, "#8")),
            ],
        ),
        pb.Area(
            id="seat-1/discards",
            title="discards",
            shape=pb.SHAPE_PILE,
            weight=pb.WEIGHT_FOLDED,
            pieces=[piece("seat-1/discards/axe", "Axe", kind="axe", count=2), piece("seat-1/discards/imp", "Imp")],
        ),
    ],
)
SCENE = pb.Scene(
    headline=[
        pb.Line(text="the ogre attacks", label="attack", urgent=True),
        pb.Line(text="turn 4, seat 0 (you)"),
        pb.Line(text="2 coins"),
        pb.Line(label="window", text="nobody has passed"),
    ],
    areas=[OTHERS, HAND],
)


def drawn(scene: pb.Scene = SCENE, columns: int = 60, height: int = 0, **marks: str) -> str:
    found = lines(scene, None, columns, height, {at.replace("_", "/"): mark for at, mark in marks.items()})
    assert all(width_of(line) <= columns for line in found)
    return "\n".join(found) + "\n"


def test_areas_then_the_headline_then_what_is_nearest() -> None:
    assert drawn() == dedent("""\
        ── seat 1 ───────────────────────────────────── 20 points ──
        zone        power 3
                    Ogre 5/5 (1 damage) + Axe #7, Ogre 5/5 #8
        discards    2 Axe, Imp
        ══ turn 4, seat 0 (you), 2 coins ═══════════════ * is new ══
        !! attack: the ogre attacks
        window      nobody has passed
        hand 3      Knight 3/4 (2), *Knight 3/4 (2), Axe (1)
        """)


def test_what_has_no_room_is_folded_and_what_may_be_chosen_never() -> None:
    below = drawn().splitlines()[4:]
    assert drawn(height=8) == drawn()
    assert drawn(height=7).splitlines() == ["seat 1      20 points; zone 2, discards 3", *below]
    chosen = drawn(height=5, card_7="4", card_3="2").splitlines()
    assert chosen[1:4] == [
        "zone        power 3",
        "            [4]Ogre 5/5 (1 damage) + Axe #7, Ogre 5/5 #8",
        "discards    2 Axe, Imp",
    ]
    assert chosen[-1] == "hand 3      Knight 3/4 (2), *Knight 3/4 (2), [2]Axe (1)"


def test_an_attached_piece_that_may_be_chosen_is_marked_on_its_host() -> None:
    assert "Ogre 5/5 (1 damage) + [3]Axe #7" in drawn(card_9="3")


def test_areas_that_may_be_chosen_are_marked() -> None:
    assert "[5]zone     power 3" in "\n".join(lines(SCENE, marks={"seat-1/zone": "5"}))


def test_no_line_is_too_wide() -> None:
    for columns in range(40, 90):
        drawn(columns=columns)
    longest = pb.Area(id="x", title="an area whose title is longer than its column", pieces=[piece("y", "z" * 200)])
    for line in lines(pb.Scene(areas=[longest]), None, 40):
        assert width_of(line) <= 40


def test_many_openly_side_by_side_stand_in_columns() -> None:
    market = pb.Area(
        id="market",
        title="market",
        weight=pb.WEIGHT_MAIN,
        shape=pb.SHAPE_ROW,
        pieces=[piece(f"market/{n}", f"Ware number {n}", badge(PRICE, str(n)), count=n) for n in range(2, 9)],
    )
    assert lines(pb.Scene(areas=[market]), None, 60) == [
        "── market ──────────────────────────────────────────────────",
        "2 Ware number 2 (2)           3 Ware number 3 (3)",
        "4 Ware number 4 (4)           5 Ware number 5 (5)",
        "6 Ware number 6 (6)           7 Ware number 7 (7)",
        "8 Ware number 8 (8)",
    ]


def test_a_pile_nearest_to_the_question_is_told_line_by_line() -> None:
    chain = pb.Area(
        id="chain",
        title="chain",
        shape=pb.SHAPE_PILE,
        weight=pb.WEIGHT_NEAREST,
        pieces=[piece("chain/2", "Fireball on Ogre"), piece("chain/1", "Axe on Ogre")],
    )
    assert lines(pb.Scene(areas=[chain]), None, 60) == ["chain       Fireball on Ogre", "            Axe on Ogre"]


def test_a_folded_pile_says_how_many_and_what_is_on_top() -> None:
    pile = pb.Area(
        id="p",
        title="discards",
        shape=pb.SHAPE_PILE,
        weight=pb.WEIGHT_FOLDED,
        pieces=[
            piece("p/1", "City", kind="city", count=2, changed=True),
            *(piece(f"p/{n}", "W" * n) for n in range(8, 20)),
        ],
    )
    assert lines(pb.Scene(areas=[pile]), None, 60, 1) == ["discards    *14, top City", f"══ * is new {'═' * 48}"]


def test_an_area_in_a_line_does_not_say_twice_how_much_lies_in_it() -> None:
    pieces = [pb.Piece(id="a", title="City", kind="city", count=2), pb.Piece(id="b", title="Duke", kind="duke")]
    pile = pb.Area(title="discards 3", shape=pb.SHAPE_PILE, pieces=pieces)
    assert in_short(pile) == "top City"
    pile.title = "discards"
    assert in_short(pile) == "3, top City"
