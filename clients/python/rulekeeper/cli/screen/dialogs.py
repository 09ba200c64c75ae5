"""What opens over the bench: a question, a list, a text to read, a ruling to confirm. Escape closes each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rulekeeper.cli.failing import Problem
from rulekeeper.cli.screen.telling import Page, error_line
from rulekeeper.cli.show import clean

T = TypeVar("T")


class Dialog(ModalScreen[T | None]):
    """Closes with Escape, and then gives none."""

    DEFAULT_CSS = """
    Dialog { background: $background 60%; }
    Dialog > Vertical { dock: bottom; height: auto; max-height: 90%; background: $surface; border-top: solid $accent; }
    Dialog .title { text-style: bold; color: $text-accent; height: auto; }
    Dialog .wrong { color: $text-error; height: auto; }
    Dialog Input, Dialog Input:focus { border: none; height: 1; padding: 0; background: $boost; }
    Dialog OptionList, Dialog OptionList:focus { border: none; height: auto; max-height: 20; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "close")]

    class Opened(Message):
        """It is there, and takes keys."""

    def on_mount(self) -> None:
        self.call_after_refresh(lambda: self.app.post_message(self.Opened()))

    def action_leave(self) -> None:
        self.dismiss(None)


class Ask(Dialog[str]):
    """One line to type. `check` raises `Problem` for what cannot be; the reason is then shown under it."""

    def __init__(
        self, title: str, value: str = "", hint: str | Text = "", check: Callable[[str], object] | None = None
    ) -> None:
        super().__init__()
        self._asked, self._value, self._hint, self._check = title, value, hint, check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._asked), classes="title")
            if self._hint:
                with VerticalScroll(can_focus=False, classes="hint"):
                    yield Static(self._hint if isinstance(self._hint, Text) else Text(self._hint))
            yield Input(self._value, select_on_focus=False)
            yield Static("", classes="wrong")

    DEFAULT_CSS = "Ask .hint { height: auto; max-height: 12; color: $text-muted; }"

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            if self._check is not None:
                self._check(event.value)
        except Problem as wrong:
            self.query_one(".wrong", Static).update(Text(error_line(wrong)))
            return
        self.dismiss(event.value)


class Choose(Dialog[tuple[str, int]]):
    """One of several lines: gives the key that was pressed ("enter", or one of `keys`), and the line's number."""

    DEFAULT_CSS = "Choose OptionList > .option-list--option { padding: 0; }"

    def __init__(self, title: str, lines: Sequence[str], keys: Sequence[str] = ()) -> None:
        super().__init__()
        self._asked, self._lines, self._keys = title, lines, keys

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self._asked), classes="title")
            yield OptionList(*(Option(Text(clean(line))) for line in self._lines))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(("enter", event.option_index))

    def on_key(self, event: Key) -> None:
        """All keys are dealt with here, so that each finds what those before it have done: a list's own would come
        later than these.
        """
        chosen = self.query_one(OptionList)
        moves: dict[str, Callable[[], object]] = {
            "j": chosen.action_cursor_down,
            "down": chosen.action_cursor_down,
            "k": chosen.action_cursor_up,
            "up": chosen.action_cursor_up,
            "home": chosen.action_first,
            "end": chosen.action_last,
            "pagedown": chosen.action_page_down,
            "pageup": chosen.action_page_up,
        }
        if event.key in moves:
            event.stop()
            moves[event.key]()
        elif (event.key == "enter" or event.character in self._keys) and chosen.highlighted is not None:
            event.stop()
            self.dismiss(("enter" if event.key == "enter" else event.character or "", chosen.highlighted))


class Read(Dialog[bool]):
    """A text as long as it is; q closes it too."""

    DEFAULT_CSS = """
    Read > VerticalScroll { height: 1fr; scrollbar-size: 0 0; }
    Read > VerticalScroll > Static { text-wrap: nowrap; text-overflow: ellipsis; }
    Read { background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "leave", "close"),
        Binding("j", "page(1)", show=False),
        Binding("k", "page(-1)", show=False),
    ]

    def __init__(self, title: str, page: Page) -> None:
        super().__init__()
        self._asked, self.page = title, page

    def compose(self) -> ComposeResult:
        yield Static(Text(f"{self._asked}   (arrows, PageDown; Esc closes)"), classes="title")
        with VerticalScroll():
            yield Static(self.page.text)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_page(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Confirm(Dialog[str]):
    """What a ruling would do, and the reason that it is given for: a reason and Enter is the ruling."""

    DEFAULT_CSS = """
    Confirm { background: $background; }
    Confirm > VerticalScroll { height: 1fr; scrollbar-size: 0 0; }
    Confirm > VerticalScroll > Static { text-wrap: nowrap; text-overflow: ellipsis; }
    Confirm Input { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown,down", "page(1)", show=False, priority=True),
        Binding("pageup,up", "page(-1)", show=False, priority=True),
    ]

    def __init__(self, title: str, page: Page, reason: str = "", wrong: str = "") -> None:
        super().__init__()
        self._asked, self.page, self._reason, self._wrong = title, page, reason, wrong

    def compose(self) -> ComposeResult:
        yield Static(Text(f"{self._asked}   (arrows scroll)"), classes="title")
        with VerticalScroll(can_focus=False):
            yield Static(self.page.text)
        yield Static(Text(self._wrong), classes="wrong")
        yield Static(Text("For the players: the reason. Enter rules so, Esc leaves all as it is."), classes="title")
        yield Input(self._reason, placeholder="reason", select_on_focus=False)

    def action_page(self, pages: int) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=pages * max(1, scroll.size.height - 2), animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self.dismiss(event.value.strip())
        else:
            self.query_one(".wrong", Static).update(Text("a ruling needs a reason, 1 to 1000 characters"))
