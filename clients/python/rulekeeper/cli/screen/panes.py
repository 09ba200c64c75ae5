"""The bench's parts: the timeline, and texts that scroll."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static
from textual.widgets import Tree as TreeWidget
from textual.widgets.tree import TreeNode

from rulekeeper.cli.screen.places import Line, Spot, Tree
from rulekeeper.cli.screen.telling import label


class TimelinePane(TreeWidget[Line]):
    """Turns, phases, steps and scripts; what lies in a line is put in when it is opened. `placed`: what was put in."""

    DEFAULT_CSS = """
    TimelinePane { scrollbar-size: 1 1; padding: 0; background: $surface; }
    """

    def __init__(self) -> None:
        super().__init__("")
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self._shown: Tree | None = None
        self._names: Mapping[int, str] = {}
        self.placed: dict[Line, TreeNode[Line]] = {}

    def show(self, tree: Tree, names: Mapping[int, str]) -> None:
        """All of it anew, as it may have another past. `names`: whose seat is whose."""
        self.clear()
        self._names = names
        self._shown, self.placed = tree, {}
        self._fill(self.root, tree.top)
        for line in tree.top:
            self.placed[line].expand()

    def take_new(self) -> None:
        """After the tree has grown: what is open gets what is new."""
        assert self._shown is not None
        self._fill(self.root, self._shown.top)
        for line, node in list(self.placed.items()):
            if line.inner and not node.allow_expand:
                node.allow_expand = True
            if node.is_expanded:
                self._fill(node, line.inner)

    def _fill(self, under: TreeNode[Line], lines: list[Line]) -> None:
        assert self._shown is not None
        for line in lines[len(under.children) :]:
            text = label(line, self._shown, self._names)
            self.placed[line] = under.add(text, line, allow_expand=bool(line.inner))

    def render_label(self, node: TreeNode[Line], base_style: Style, style: Style) -> Text:
        """As much of it as there is room for, and an ellipsis where that is not all."""
        text = super().render_label(node, base_style, style)
        if node.data is not None:
            guides = self.guide_depth * (len(node.data.path()) - 1)
            text.truncate(max(1, self.scrollable_content_region.width - guides), overflow="ellipsis")
        return text

    def on_tree_node_expanded(self, event: TreeWidget.NodeExpanded[Line]) -> None:
        if event.node.data is not None:
            self._fill(event.node, event.node.data.inner)

    def point(self, spot: Spot) -> None:
        """Opens what a spot lies in, and goes to the innermost line."""
        if self._shown is None:
            return
        found = self._shown.at(spot)
        if found is None:
            return
        for line in found.path()[:-1]:
            node = self.placed[line]
            self._fill(node, line.inner)
            node.expand()
        # The lines are counted anew first.
        self.call_after_refresh(self.move_cursor, self.placed[found])


class Pair(Vertical):
    """Two texts, one above the other: the lower one has two fifths, less where it is shorter, and the lines that the
    upper one leaves empty.
    """

    def share(self) -> None:
        upper, lower = self.query(Lines)
        room = self.size.height
        wanted = min(lower.wanted, max(room * 2 // 5, room - upper.wanted))
        lower.styles.height = wanted if upper.display else "1fr"

    def on_resize(self) -> None:
        self.share()


class Lines(Vertical):
    """A text under a title; as much of it as there is room, the rest by scrolling."""

    DEFAULT_CSS = """
    Lines { height: 1fr; }
    Lines > .title { height: 1; background: $panel; text-style: bold; }
    Lines > VerticalScroll { scrollbar-size: 0 0; }
    Lines Static { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._title = Static("", classes="title")
        self._text = Static("")
        self._scroll = VerticalScroll(self._text, can_focus=False)
        self._said = ""
        self.shown = ""
        self._lines = 0

    def compose(self):  # type: ignore[no-untyped-def]
        yield self._title
        yield self._scroll

    def show(self, title: str, text: Text, visible: int | None = None) -> None:
        """`visible`: the line that must be seen; none: what was seen before."""
        self._said, self.shown, self._lines = title, text.plain, text.plain.count("\n") + 1
        self._text.update(text)
        if isinstance(self.parent, Pair):
            self.parent.share()
        self.call_after_refresh(self._see, visible)

    def _see(self, line: int | None) -> None:
        height, top = self._scroll.size.height, round(self._scroll.scroll_y)
        if line is None:
            pass
        elif line < top or line > top + max(0, height - 4):
            self._scroll.scroll_to(y=max(0, line - height // 3), animate=False)
        self._tell()

    @property
    def wanted(self) -> int:
        """How many lines it takes to show all of it."""
        return self._lines + 1

    def page(self, pages: int) -> None:
        self._scroll.scroll_relative(y=pages * max(1, self._scroll.size.height - 1), animate=False)
        self.call_after_refresh(self._tell)

    def on_resize(self) -> None:
        self._tell()

    def _tell(self) -> None:
        """The title, and how much of the text is seen."""
        height, top = self._scroll.size.height, round(self._scroll.scroll_y)
        more = f"  lines {top + 1}-{min(self._lines, top + height)} of {self._lines}" if self._lines > height else ""
        self._title.update(Text(self._said + more, no_wrap=True))
