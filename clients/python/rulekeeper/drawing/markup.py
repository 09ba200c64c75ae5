"""HTML in the small: elements whose texts are escaped."""

import html
import re

# Control characters, and those that turn the direction of a text: of no use here, and good for hiding things.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Html(str):
    """Markup that is ready. Every other text is escaped when it comes into an element."""

    __slots__ = ()


NOTHING = Html("")


def escaped(text: str) -> Html:
    """A text as markup: what was written as markup in it is text again."""
    return text if isinstance(text, Html) else Html(html.escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)))


def joined(*parts: str) -> Html:
    """Markup and texts, one after the other."""
    return Html("".join(map(escaped, parts)))


def el(tag: str, *inside: str, **attributes: str) -> Html:
    """An element. An attribute that Python has a word for has an underscore at its end: `class_`."""
    said = "".join(f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"' for name, value in attributes.items())
    return Html(f"<{tag}{said}>{joined(*inside)}</{tag}>")
