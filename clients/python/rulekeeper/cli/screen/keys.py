"""The bench's keys, and what is said of them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from rulekeeper.cli.screen.telling import Page

GROUPS: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "Going through the game",
        (
            ("down,j", "forward", "down, j", "a fact on; under a filter, the next that it leaves"),
            ("up,k", "back", "up, k", "a fact back"),
            ("right,J", "entry(1)", "right, J", "an entry on"),
            ("left,K", "entry(-1)", "left, K", "an entry back"),
            ("t", "mark('TURN', 1)", "t", "the next turn"),
            ("T", "mark('TURN', -1)", "T", "the turn before"),
            ("right_square_bracket", "mark('PHASE', 1)", "]", "the next phase"),
            ("left_square_bracket", "mark('PHASE', -1)", "[", "the phase before"),
            ("m", "mark('MARK', 1)", "m", "the next ruling, dispute or other mark"),
            ("M", "mark('MARK', -1)", "M", "the mark before"),
            ("g", "go", "g", "to a version: 41, or 41.2 for its second fact"),
            ("home", "first", "Home", "to the first version"),
            ("end", "last", "End", "to the newest version"),
            ("l", "follow", "l", "follow the game live, or stop following"),
            ("slash", "filter", "/", "look for facts: rule=, fact=, card=, kind=, seat= (seeing everything)"),
        ),
    ),
    (
        "Looking",
        (
            ("a", "everything", "a", "see everything"),
            *(
                (str(n), f"seat({n - 1})", "1 2 ..." if n == 1 else "", "see as seat 0, seat 1 ...")
                for n in range(1, 10)
            ),
            ("tab", "timeline", "Tab", "into the timeline and back; Enter goes to its line"),
            ("z", "zoom", "z", "the table large, the facts large, both"),
            ("pagedown", "scroll('table', 1)", "PageDown", "scroll the table"),
            ("pageup", "scroll('table', -1)", "PageUp", "scroll the table back"),
            ("ctrl+d", "scroll('facts', 1)", "Ctrl-D", "scroll the facts"),
            ("ctrl+u", "scroll('facts', -1)", "Ctrl-U", "scroll the facts back"),
        ),
    ),
    (
        "Asking why",
        (
            ("w", "why", "w", "why this fact: rules in force, command, who was asked with which offers"),
            ("n", "why_not", "n", "why not: type a command, see each reason against it"),
            ("r", "refused", "r", "commands that were refused in play"),
        ),
    ),
    (
        "Judging",
        (
            ("d", "disputes", "d", "disputes: take one, close one with words and rules"),
            ("R", "rule", "R", "rule: go back, amend, note, result, pause, resume; shown first, then confirmed"),
            ("f", "fork", "f", "a sandbox that begins here"),
            ("p", "position", "p", "write the table here as a position"),
        ),
    ),
    (
        "This program",
        (
            ("question_mark", "help", "?", "this page"),
            ("escape", "clear", "Esc", "no filter, no message"),
            ("q", "quit", "q", "leave"),
        ),
    ),
)

OPENING = frozenset({"go", "filter", "why", "why_not", "refused", "disputes", "rule", "fork", "position"})
"""What opens something, sooner or later, that the next keys may be for."""

HINTS = "j/k fact  ←/→ entry  t turn  ] phase  m mark  / find  w why  R rule  ? help  q"


def bindings() -> list[BindingType]:
    return [Binding(key, action, said, show=False) for _, keys in GROUPS for key, action, _, said in keys]


def opens(key: str) -> bool:
    """Whether a key begins what opens something."""
    return any(key in each.split(",") for _, keys in GROUPS for each, action, _, _ in keys if action in OPENING)


def help_page() -> Page:
    page = Page()
    for title, keys in GROUPS:
        page.lines([title] if not page.size else ["", title], "bold underline")
        for _, _, name, said in keys:
            if name:
                page.put(said, "", f"  {name:<10}")
    return page
