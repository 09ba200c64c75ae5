"""Where the code can be changed, found by its syntax: a `Mutant` is one place with what stands there instead."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LEAKS, RULES, KERNEL, PLATFORM = "leaks", "rules", "kernel", "platform"

SERVICE = "service/rulekeeper"
FOLDERS = {
    LEAKS: (f"{SERVICE}/games", f"{SERVICE}/kernel"),
    RULES: (f"{SERVICE}/games",),
    KERNEL: (f"{SERVICE}/kernel",),
    PLATFORM: (f"{SERVICE}/log", f"{SERVICE}/server", "projections/rulekeeper", "clients/python/rulekeeper/client"),
}
"""What each kind of mutant is drawn from."""

NO_LEAKS = (
    "positions.py",
    "faults.py",
    "player.py",
    "taste.py",
    "opinions",
    "terminal.py",
    "layout.py",
    "retelling.py",
)
"""Files and folders that choose nothing of what anybody sees: they judge what a person wrote, play, draw a view, or
compare what is on record with what rules of today say.
"""

NO_SIGHT = ("tells", "learned_by", "shows_nothing_hidden")
"""Functions that say whether a move may be taken back, and leave nothing out for anybody."""

EVERYONE = '__import__("tests.tools.mutants.opened", fromlist=["x"]).everyone()'
INSTEAD = '__import__("tests.tools.mutants.opened", fromlist=["x"]).instead({})'
"""What is put in: both note that the place was reached."""

AUDIENCE_AT = {"emit": 1, "draw": 2, "chance": 2, "mint": 0, "Card": 2}
"""Calls that are told an audience, and which argument it is. In the kernel it is always called `audience`."""

FLIPPED = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


@dataclass(frozen=True)
class Mutant:
    """A file, from which byte to which, and what stands there instead. `what`: the same for people."""

    kind: str
    file: str
    line: int
    start: int
    end: int
    new: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"

    def made(self, source: bytes) -> bytes:
        """The file's text with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutants(top: Path, kind: str, game: str = "") -> list[Mutant]:
    """All mutants of a kind, in a fixed order. `game`: of that game's folder alone."""
    found: list[Mutant] = []
    for folder in FOLDERS[kind]:
        for path in sorted((top / folder).rglob("*.py")):
            inside = path.relative_to(top / folder).parts
            if kind == LEAKS and any(part in NO_LEAKS for part in inside):
                continue
            if game and f"games/{game}/" not in path.as_posix():
                continue
            found += mutants_of(path.read_bytes(), path.relative_to(top).as_posix(), kind)
    return found


def mutants_of(source: bytes, file: str, kind: str) -> list[Mutant]:
    """The mutants of one file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(node: ast.expr | ast.stmt, new: str, what: str) -> Mutant:
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        return Mutant(kind, file, node.lineno, start, end, new, what)

    tree = ast.parse(source)
    in_kernel = f"{SERVICE}/kernel" in file
    places = _leaks(tree, at, in_kernel) if kind == LEAKS else _faults(tree, at)
    return sorted({(one.start, one.end): one for one in places}.values(), key=lambda one: (one.start, one.end))


Made = Callable[[ast.expr | ast.stmt, str, str], Mutant]


def _leaks(tree: ast.AST, at: Made, in_kernel: bool) -> Iterator[Mutant]:
    for node in _outside_of(tree, NO_SIGHT):
        match node:
            case ast.Call():
                yield from _leaks_of_a_call(node, at, in_kernel)
            case ast.If(test=test) if in_kernel and _names(test) & {"hidden", "private"}:
                yield at(test, INSTEAD.format("False"), f"`if {_told(test)}` never holds")
            case ast.Assign(targets=[ast.Attribute(attr="audience")], value=value):
                yield at(value, EVERYONE, f"the audience {_told(value)} made everyone")
            case ast.Assign(targets=[ast.Attribute(attr="private")], value=value):
                yield at(value, INSTEAD.format("False"), "what is private made open")
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="ClearField")) as call) if in_kernel:
                yield at(call, INSTEAD.format("None"), f"without {_told(call)}")
            case ast.IfExp(test=test) if _names(test) & {"open_to_all"}:
                yield at(test, INSTEAD.format("True"), f"{_told(test)} always holds")


def _outside_of(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.AST]:
    """All nodes but those of functions with these names."""
    if not (isinstance(tree, ast.FunctionDef) and tree.name in names):
        yield tree
        for inside in ast.iter_child_nodes(tree):
            yield from _outside_of(inside, names)


def _leaks_of_a_call(call: ast.Call, at: Made, in_kernel: bool) -> Iterator[Mutant]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    named = {word.arg: word.value for word in call.keywords if word.arg}
    if name == "sees":
        yield at(call, INSTEAD.format("True"), f"{_told(call)} made True")
    elif name in ("owner_sees", "only"):
        yield at(call, EVERYONE, f"{_told(call)} made everyone")
    for audience in _audiences(call, name, named, in_kernel):
        yield at(audience, EVERYONE, f"{name}: the audience {_told(audience)} made everyone")
    private = named.get("private")
    if private is not None and not (isinstance(private, ast.Constant) and not private.value):
        yield at(private, INSTEAD.format("False"), f"{name}: no longer private")
    for one in call.args if in_kernel else ():
        if isinstance(one, ast.Name) and one.id == "private":
            yield at(one, INSTEAD.format("False"), f"{name}: no longer private")
    if {"was", "card"} <= named.keys() and isinstance(call.func, ast.Attribute):
        was = ast.unparse(named["was"])
        if was != ast.unparse(named["card"]):
            yield at(
                named["card"],
                INSTEAD.format(f"({was}) or ({ast.unparse(named['card'])})"),
                f"{name}: keeps the id {was}",
            )


def _audiences(call: ast.Call, name: str, named: dict[str, ast.expr], in_kernel: bool) -> Iterator[ast.expr]:
    if in_kernel:
        yield from (one for one in (*call.args, *named.values()) if isinstance(one, ast.Name) and one.id == "audience")
        return
    place = AUDIENCE_AT.get(name)
    if place is not None and (name == "Card" or isinstance(call.func, ast.Attribute)) and not _on_a_play(call):
        audience = named.get("audience", call.args[place] if place < len(call.args) else None)
        if audience is not None and not isinstance(audience, ast.Starred) and not _is_everyone(audience):
            yield audience


def _on_a_play(call: ast.Call) -> bool:
    """Is it a function that is given the play, `effects.emit(play, fact, rule)`, and no method of one?"""
    return bool(call.args) and ast.unparse(call.args[0]).rpartition(".")[2] == "play"


def _is_everyone(audience: ast.expr) -> bool:
    """Does it say in so many words that everybody sees it, by a call or by a name given to what it gave?"""
    name = audience.func if isinstance(audience, ast.Call) else audience
    return isinstance(name, ast.Name) and name.id in ("all_see", "everyone")


def _faults(tree: ast.AST, at: Made) -> Iterator[Mutant]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in FLIPPED:
                new = f"{ast.unparse(left)} {FLIPPED[type(op)]} {ast.unparse(right)}"
                yield at(node, f"({new})", f"{_told(node)} made {new}")
            case ast.BoolOp(op=op, values=values):
                word = " or " if isinstance(op, ast.And) else " and "
                new = word.join(f"({ast.unparse(value)})" for value in values)
                yield at(node, f"({new})", f"{_told(node)} with{word}instead")
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="emit")) as call):
                yield at(node, "None", f"without {_told(call)}")
            case ast.Constant(value=str(cited)) if _is_a_rule(cited):
                yield at(node, repr(f"{cited.split('.')[0]}.unheard-of"), f"another rule than {cited}")


def _is_a_rule(text: str) -> bool:
    return text.partition(".")[0] in ("hoc", "whi") and "." in text and " " not in text


def _names(node: ast.AST) -> set[str]:
    return {
        part.attr if isinstance(part, ast.Attribute) else part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute | ast.Name)
    }


def _told(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:67]}..."
