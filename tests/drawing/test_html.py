"""Scenes as HTML."""

from html.parser import HTMLParser

from rulekeeper.drawing.html import scene_html
from rulekeeper.v1 import scene_pb2 as pb
from tests.drawing.test_boards import CAVE, PIECES, REALM
from tests.drawing.test_text import SCENE


class Elements(HTMLParser):
    """Every element with its attributes and its own text, and whether all were closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[int] = []
        self.feed(page)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(len(self.found))
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.found[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found[self._open[-1]][2].append(data)

    def of(self, kind: str) -> list[str]:
        """The texts of all elements of a class."""
        return ["".join(text) for _, given, text in self.found if kind in (given.get("class") or "").split()]

    def styles(self, kind: str) -> list[str]:
        return [given["style"] or "" for _, given, _ in self.found if kind in (given.get("class") or "").split()]


def on(board: pb.Board, pieces: list[pb.Piece]) -> Elements:
    area = pb.Area(id="x", title="the board", board=board.id, pieces=pieces)
    return Elements(scene_html(pb.Scene(areas=[area]), pb.Furniture(boards=[board]), {"bay": "3", "a2": "7"}))


def test_areas_the_headline_and_what_is_nearest() -> None:
    page = Elements(scene_html(SCENE, marks={"card/7": "4"}))
    assert page.of("headline") == ["turn 4, seat 0 (you), 2 coins"]
    others, mine = page.of("title")[:8], page.of("title")[8:]
    assert others == ["seat 1", "zone", "Ogre", "Axe", "Ogre", "discards", "Axe", "Imp"]
    assert mine == ["hand 3", "Knight", "Knight", "Axe"]
    assert page.of("choice") == ["4"] and page.of("number") == ["2"] and page.of("damage") == ["1 damage"]
    assert len(page.of("changed")) == 1 and page.of("short") == ["3, top Axe"]
    assert [tag for tag, _, _ in page.found if tag == "details"] == ["details"]


def test_what_a_game_says_is_text() -> None:
    scene = pb.Scene(
        headline=[pb.Line(text="<script>")],
        areas=[
            pb.Area(id="a", title="<b>", pieces=[pb.Piece(id="p", title="&amp;\x07", badges=[pb.Badge(text="'\"<")])])
        ],
    )
    page = Elements(scene_html(scene))
    assert {tag for tag, _, _ in page.found} == {"div", "section", "h4", "p", "span", "ul", "li"}
    assert page.of("headline") == ["<script>"] and page.of("badge") == ["'\"<"]


def test_a_grid_has_a_square_for_each_place_and_pieces_over_them() -> None:
    page = on(CAVE, PIECES)
    assert len(page.of("square")) == 19 and len(page.of("kind-rock")) == len(page.of("kind-fire")) == 1
    assert page.styles("standing") == [
        "grid-column:3/span 2;grid-row:3/span 2",
        "grid-column:1/span 1;grid-row:1/span 1",
        "grid-column:5/span 1;grid-row:2/span 1",
    ]
    assert page.styles("wall-right") == ["grid-column:1/span 1;grid-row:1/span 1"]
    assert page.styles("wall-below") == [f"grid-column:{column}/span 1;grid-row:2/span 1" for column in (3, 4)]
    assert page.of("choice") == ["7"]


def test_a_map_is_drawn_where_its_places_are() -> None:
    realm = pb.Board()
    realm.CopyFrom(REALM)
    for place, x in zip(realm.places, (0, 100, 200, 300), strict=True):
        place.at.x, place.at.y = x, x // 2
    realm.places[0].outline.extend([pb.Point(x=-10, y=0), pb.Point(x=10, y=0), pb.Point(x=0, y=10)])
    realm.borders.add(place="port", other="bay")
    page = on(realm, [pb.Piece(id="card/1", title="Ship", count=2, places=["bay"])])
    (svg,) = [given for tag, given, _ in page.found if tag == "svg"]
    assert svg["viewbox"] == "-30 -20 350 190"
    (road,) = [given for tag, given, _ in page.found if tag == "line"]
    assert (road["x1"], road["y1"], road["x2"], road["y2"]) == ("0", "0", "200", "100")
    said = ["".join(text) for tag, _, text in page.found if tag == "tspan"]
    assert said == ["Port", "Peak", "[3] The Bay of Lost Anchors", "2 Ship", "Fen"]


def test_a_map_without_a_drawing_names_the_places_that_matter() -> None:
    page = on(REALM, [pb.Piece(id="card/1", title="Guard", places=["peak"])])
    assert page.of("label") == ["Peak", "The Bay of Lost Anchors"]
