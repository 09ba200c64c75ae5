"""Boards as lines of text."""

from textwrap import dedent

from rulekeeper.drawing.layout import width_of
from rulekeeper.drawing.text import lines
from rulekeeper.v1 import scene_pb2 as pb

CAVE = pb.Board(
    id="cave",
    title="cave",
    shape=pb.SHAPE_GRID,
    columns=5,
    rows=4,
    kinds=[
        pb.PlaceKind(id="rock", title="rock", sign="#"),
        pb.PlaceKind(id="fire", title="fire", sign="^"),
        pb.PlaceKind(id="wall", title="wall", sign="|"),
    ],
    places=[
        pb.BoardPlace(
            id=f"{'abcde'[column - 1]}{row}",
            column=column,
            row=row,
            kinds={(2, 2): ["rock"], (4, 1): ["fire"]}.get((column, row), []),
        )
        for row in range(1, 5)
        for column in range(1, 6)
        if (column, row) != (5, 4)
    ],
    borders=[
        pb.Border(place="a1", other="b1", kinds=["wall"]),
        pb.Border(place="c2", other="c3", kinds=["wall"]),
        pb.Border(place="d3", other="d2", kinds=["wall"]),
    ],
)
REALM = pb.Board(
    id="realm",
    title="realm",
    shape=pb.SHAPE_MAP,
    places=[
        pb.BoardPlace(id="port", name="Port", region="coast"),
        pb.BoardPlace(id="peak", name="Peak", region="hills"),
        pb.BoardPlace(id="bay", name="The Bay of Lost Anchors", region="coast"),
        pb.BoardPlace(id="fen", name="Fen", region="hills"),
    ],
)
PIECES = [
    pb.Piece(id="card/1", title="Ogre", places=["c3", "d3", "c4", "d4"]),
    pb.Piece(id="card/2", title="Orc", places=["a1"], changed=True),
    pb.Piece(id="card/3", title="Elf", places=["e2"]),
]


def drawn(board: pb.Board, pieces: list[pb.Piece], **marks: str) -> str:
    area = pb.Area(id="x", title="the board", board=board.id, pieces=pieces, weight=pb.WEIGHT_MAIN)
    shown = {at.replace("_", "/"): mark for at, mark in marks.items()}
    found = lines(pb.Scene(areas=[area]), pb.Furniture(boards=[board]), 60, 0, shown)
    assert all(width_of(line) <= 60 for line in found)
    return "\n".join(found) + "\n"


def test_a_grid_square_by_square() -> None:
    assert drawn(CAVE, PIECES, a2="7", e1="12", card_3="4") == dedent("""\
        ── the board ───────────────────────────────────────────────
          a b c d e
        1 R│· · ^ 12
        2 7 # · · E
              ─ ─
        3 · · O O ·
        4 · · O O
        signs       # rock, ^ fire, | wall
        pieces      O Ogre at c3 to d4, R *Orc at a1,
                    E [4]Elf at e2
        ══ * is new ════════════════════════════════════════════════
        """)


def test_a_map_by_what_stands_on_it() -> None:
    pieces = [
        pb.Piece(id="card/1", title="Guard", count=3, places=["peak"]),
        pb.Piece(id="card/2", title="Ship", places=["bay"]),
        pb.Piece(id="card/3", title="Scout"),
    ]
    assert drawn(REALM, pieces, port="2") == dedent("""\
        ── the board ───────────────────────────────────────────────
        coast
        [2]Port     -
        The Bay of Lost Anchors
                    Ship
        hills
        Peak        3 Guard
        elsewhere   Scout
        """)


def test_a_grid_that_is_too_wide_is_told_by_its_pieces() -> None:
    wide = pb.Board(id="wide", shape=pb.SHAPE_GRID, columns=40, rows=1)
    wide.places.extend(pb.BoardPlace(id=f"s{n}", column=n, row=1) for n in range(1, 41))
    assert drawn(wide, [pb.Piece(id="card/1", title="Ogre", places=["s7"])]).splitlines()[1:] == ["s7          Ogre"]


def test_each_piece_of_a_grid_has_a_letter_of_its_own() -> None:
    row = pb.Board(id="row", shape=pb.SHAPE_GRID, columns=28, rows=3)
    row.places.extend(pb.BoardPlace(id=f"s{n}", column=n % 28 + 1, row=n // 28 + 1) for n in range(84))
    pieces = [pb.Piece(id=f"card/{n}", title=f"Imp {n}", places=[f"s{n}"]) for n in range(62)]
    found = drawn(row, pieces).splitlines()[2:5]
    assert len({sign for line in found for sign in line.split()[1:]}) == 62 + 1  # and the empty square's


def test_pieces_of_which_the_same_is_said_share_a_letter() -> None:
    gold = [pb.Piece(id=f"gold/{at}", title="gold", places=[at]) for at in ("b1", "e3")]
    text = drawn(CAVE, [*gold, pb.Piece(id="card/2", title="Golem", places=["a1"])])
    assert "pieces      G gold at b1 and e3, O Golem at a1\n" in text
    assert "pieces      G [1]gold at b1, G gold at e3, O Golem at a1\n" in drawn(
        CAVE, [*gold, pb.Piece(id="card/2", title="Golem", places=["a1"])], gold_b1="1"
    )
