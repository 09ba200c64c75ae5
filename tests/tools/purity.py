"""What no script, reducer, menu or view may do, read from the source: `python -m tests.tools.purity`.

A replay must give the same bytes in another process, so nothing here may read a clock, the environment, chance of its
own, the order of a set, an address or a float; and a generator is dropped at any yield, so nothing may wait there to be
cleaned up. A line that must do so all the same says why: `# impure: <reason>`.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[2]
ROOTS = (TOP / "service/rulekeeper/kernel", TOP / "service/rulekeeper/games")

IMPURE_MODULES = frozenset(
    "asyncio concurrent ctypes datetime gc grpc http io locale logging multiprocessing os platform"
    " prometheus_client queue random redis secrets select shutil signal socket sqlite3 ssl structlog subprocess"
    " sys tempfile threading time urllib uuid uvloop weakref zoneinfo".split()
)
IMPURE_CALLS = {
    "hash": "differs from process to process",
    "id": "is an address",
    "open": "is I/O",
    "input": "is I/O",
    "print": "is I/O",
    "eval": "runs text",
    "exec": "runs text",
    "globals": "is mutable state",
}
MUTABLE_CALLS = frozenset(
    "list dict set bytearray defaultdict deque Counter OrderedDict ChainMap count cycle iter".split()
)
READ_ONLY_TYPES = frozenset({"Mapping", "Sequence", "Set", "AbstractSet", "Collection", "frozenset"})
SET_TYPES = frozenset({"set", "frozenset", "Set", "AbstractSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
# What an order cannot be told from, whatever it is given.
ORDERLESS = frozenset({"sorted", "any", "all", "sum", "len", "set", "frozenset", "min", "max", "bool"})
# Methods that take what they are given in its order; `update` is not among them: it mostly fills sets.
ORDERED_METHODS = frozenset({"join", "extend", "fromkeys"})
ORDERED_CALLS = frozenset(
    "list tuple iter enumerate next zip map filter reversed dict deque chain islice product permutations combinations"
    " accumulate groupby reduce str repr".split()
)


class Finding(NamedTuple):
    path: Path
    line: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}: {self.why}"


def check_tree(roots: Iterable[Path] = ROOTS) -> list[Finding]:
    """All findings in the .py files under the roots, in order."""
    files = sorted(path for root in roots for path in root.rglob("*.py"))
    return [finding for path in files for finding in check_source(path.read_text(), path.relative_to(TOP))]


def check_source(source: str, path: Path) -> list[Finding]:
    """All findings in one file; its path tells whose game it is."""
    waived = {n for n, line in enumerate(source.splitlines(), 1) if re.search(r"# impure: \w", line)}
    checker = Checker(path)
    checker.visit(ast.parse(source, str(path)))
    return sorted(finding for finding in checker.findings if finding.line not in waived)


class Checker(ast.NodeVisitor):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.sets: list[set[str]] = [set()]  # names that hold a set, a scope each
        self.depth = 0  # functions around
        self.free: set[int] = set()  # comprehensions whose order is not seen
        parts = path.parts
        self.game = parts[parts.index("games") + 1] if "games" in parts[:-1] else None

    def report(self, node: ast.AST, what: str, why: str) -> None:
        self.findings.append(Finding(self.path, getattr(node, "lineno", 0), what, why))

    # Imports

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.imported(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and node.module:
            for alias in node.names:
                self.imported(node, f"{node.module}.{alias.name}")

    def imported(self, node: ast.AST, name: str) -> None:
        first, *rest = name.split(".")
        if first in IMPURE_MODULES:
            self.report(node, "import", f"{first} is no part of a pure core")
        if first != "rulekeeper" or not rest:
            return
        if rest[0] == "games":
            other = rest[1] if len(rest) > 1 else None
        else:
            other = rest[0] if rest[1:2] == ["v1"] else None
        if other is not None and other != self.game:
            self.report(node, "foreign game", f"{name} belongs to {other}")

    # Floats, and calls that no replay repeats

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self.report(node, "float", f"the literal {node.value}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self.report(node, "division", "`/` gives a float: `//` divides numbers, joinpath joins paths")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div):
            self.report(node, "division", "`/=` gives a float")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id == "float" and isinstance(node.ctx, ast.Load):
            self.report(node, "float", "no value is a float")

    def visit_Call(self, node: ast.Call) -> None:
        name = called(node)
        if isinstance(node.func, ast.Name) and name in IMPURE_CALLS:
            self.report(node, f"{name}()", IMPURE_CALLS[name])
        keyed = False
        for keyword in node.keywords:
            if keyword.arg == "key":
                keyed = True
                if isinstance(keyword.value, ast.Name) and keyword.value.id in {"id", "hash"}:
                    self.report(node, f"key={keyword.value.id}", IMPURE_CALLS[keyword.value.id])
        self.order_of_call(node, name, keyed)
        self.generic_visit(node)

    # The order of a set

    def order_of_call(self, node: ast.Call, name: str, keyed: bool) -> None:
        method = isinstance(node.func, ast.Attribute)
        if isinstance(node.func, ast.Attribute) and name == "pop" and self.is_set(node.func.value):
            self.report(node, "set order", "pop() takes any element")
        orderless = name in ORDERLESS and not method
        for argument in node.args:
            if orderless and not keyed:
                self.free.add(id(argument))
            elif self.is_set(argument):
                if keyed and orderless:
                    self.report(node, "set order", f"{name}() with a key leaves ties in the order of the set")
                elif name in ORDERED_CALLS or (method and name in ORDERED_METHODS):
                    self.report(node, "set order", f"{name}() of a set")

    def visit_For(self, node: ast.For) -> None:
        if self.is_set(node.iter):
            self.report(node, "set order", "a loop over a set")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if isinstance(node.ctx, ast.Load) and self.is_set(node.value) and id(node) not in self.free:
            self.report(node, "set order", "a set unpacked")
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        self.free.update(id(element) for element in node.elts)
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        if self.is_set(node.value):
            self.report(node, "set order", "yield from a set")
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self.comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.comprehension(node)

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp) -> None:
        if id(node) not in self.free and any(self.is_set(part.iter) for part in node.generators):
            self.report(node, "set order", "a comprehension over a set")
        self.generic_visit(node)

    def is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return any(name in scope for scope in self.sets)
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr=method)):
                return method in SET_METHODS and self.is_set(value)
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
                return self.is_set(left) or self.is_set(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_set(body) or self.is_set(orelse)
            case ast.NamedExpr(value=value):
                return self.is_set(value)
            case _:
                return False

    # Names, scopes, and state that outlives a call

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        for name in names:
            self.hold(name, self.is_set(node.value))
        if any(isinstance(target, ast.Tuple | ast.List) for target in node.targets) and self.is_set(node.value):
            self.report(node, "set order", "a set unpacked")
        if names != ["__all__"]:
            self.kept(node, node.value, None)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.hold(node.target.id, type_name(node.annotation) in SET_TYPES)
        if node.value is not None:
            self.kept(node, node.value, node.annotation)
        self.generic_visit(node)

    def hold(self, name: str, is_set: bool) -> None:
        (self.sets[-1].add if is_set else self.sets[-1].discard)(name)

    def kept(self, node: ast.AST, value: ast.expr, annotation: ast.expr | None) -> None:
        """A name bound in a module, or by plain assignment in a class, is shared by all games."""
        mutable = isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp) or (
            isinstance(value, ast.Call) and called(value) in MUTABLE_CALLS
        )
        if self.depth == 0 and mutable and (annotation is None or type_name(annotation) not in READ_ONLY_TYPES):
            self.report(node, "mutable state", "a module keeps it: a tuple, a frozenset, or a `Mapping[...]` does")

    def visit_Global(self, node: ast.Global) -> None:
        self.report(node, "mutable state", f"global {', '.join(node.names)}")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            # An annotated field's default is the class builder's to copy, or to refuse.
            if isinstance(statement, ast.AnnAssign):
                self.depth += 1
                self.visit(statement)
                self.depth -= 1
            else:
                self.visit(statement)
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.report(node, "async", "a rule waits for seats only, by `yield from ask(...)`")
        self.function(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.function(node)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        typed = {a.arg for a in arguments if a.annotation and type_name(a.annotation) in SET_TYPES}
        self.sets.append(typed)
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        self.sets.pop()

    # What would have to be cleaned up when a generator is dropped

    def visit_With(self, node: ast.With) -> None:
        if has_yield(node.body):
            self.report(node, "yield in with", "dropping the cache closes the generator")
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        if node.finalbody and has_yield([*node.body, *node.handlers, *node.orelse, *node.finalbody]):
            self.report(node, "yield in try/finally", "dropping the cache closes the generator")
        if has_yield(node.body) and any(catches_exit(handler) for handler in node.handlers):
            self.report(node, "yield in try/except", "this catches GeneratorExit too")
        self.generic_visit(node)


def called(node: ast.Call) -> str:
    """The last name of what is called: `Counter` of `collections.Counter(...)`."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def type_name(annotation: ast.expr) -> str:
    """The outer name of an annotation; inside Final, ClassVar and Annotated, that of what they hold."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=ast.Name(id="Final" | "ClassVar") | ast.Attribute(attr="Final" | "ClassVar")):
            return type_name(annotation.slice)
        case ast.Subscript(value=value):
            return type_name(value)
        case ast.Constant(value=str(text)):
            return type_name(ast.parse(text, mode="eval").body)
        case _:
            return ""


def has_yield(body: Iterable[ast.AST]) -> bool:
    """Whether these statements themselves yield; a function defined among them is another generator."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(body))


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield from own_nodes(ast.iter_child_nodes(node))


def catches_exit(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    names = {node.id if isinstance(node, ast.Name) else "" for node in caught if node is not None}
    return handler.type is None or bool(names & {"BaseException", "GeneratorExit"})


if __name__ == "__main__":
    found = check_tree()
    sys.exit("\n".join(map(str, found)) or None)
