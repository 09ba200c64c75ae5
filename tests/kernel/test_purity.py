from pathlib import Path
from textwrap import dedent

import pytest

from tests.tools.purity import check_source, check_tree

KERNEL = Path("service/rulekeeper/kernel/sample.py")
GAME = Path("service/rulekeeper/games/toy/sample.py")

BROKEN = {
    "a clock": ("import", "import time"),
    "a date": ("import", "from datetime import datetime"),
    "chance": ("import", "def f():\n    import random"),
    "a uuid": ("import", "from uuid import uuid4"),
    "the environment": ("import", "import os.path"),
    "a log line": ("import", "import structlog"),
    "redis": ("import", "import redis.asyncio as redis"),
    "a file": ("open()", "def f(): return open('x')"),
    "a printed line": ("print()", "def f(): print(1)"),
    "a float literal": ("float", "half = 0.5"),
    "a float literal as a default": ("float", "def f(x=1e3): return x"),
    "a cast to float": ("float", "def f(x): return float(x)"),
    "a float annotation": ("float", "def f(x: float) -> None: ..."),
    "true division": ("division", "def f(x): return x / 2"),
    "true division in place": ("division", "def f(x):\n    x /= 2"),
    "a hash": ("hash()", "def f(x): return hash(x)"),
    "an address": ("id()", "def f(x): return id(x)"),
    "an order by address": ("key=id", "def f(x): return sorted(x, key=id)"),
    "an order by hash": ("key=hash", "def f(x): return max(x, key=hash)"),
    "a loop over a set": ("set order", "def f():\n    for x in {1, 2}: ..."),
    "a loop over a made set": ("set order", "def f(y):\n    for x in set(y): ..."),
    "a loop over a frozenset": ("set order", "def f(y):\n    for x in frozenset(y): ..."),
    "a loop over a set comprehension": ("set order", "def f(y):\n    for x in {a for a in y}: ..."),
    "a loop over a union": ("set order", "def f(y):\n    for x in set(y) | {1}: ..."),
    "a loop over a difference": ("set order", "def f(y, z):\n    for x in set(y).difference(z): ..."),
    "a loop over a name": ("set order", "def f(y):\n    s = set(y)\n    for x in s: ..."),
    "a loop over a parameter": ("set order", "def f(y: frozenset[int]):\n    for x in y: ..."),
    "a loop over an annotated name": ("set order", "def f(g):\n    y: set[int] = g()\n    for x in y: ..."),
    "a list comprehension": ("set order", "def f(y): return [x for x in set(y)]"),
    "a dict comprehension": ("set order", "def f(y): return {x: 1 for x in set(y)}"),
    "an inner comprehension": ("set order", "def f(y): return [x for z in y for x in set(z)]"),
    "a generator over a set": ("set order", "def f(y): return tuple(x for x in set(y))"),
    "a list of a set": ("set order", "def f(y): return list(set(y))"),
    "a tuple of a set": ("set order", "def f(y): return tuple({*y})"),
    "the first of a set": ("set order", "def f(y): return next(iter(set(y)))"),
    "any element of a set": ("set order", "def f(y): return set(y).pop()"),
    "a joined set": ("set order", "def f(y): return ','.join(set(y))"),
    "an unpacked set": ("set order", "def f(y): return [*set(y)]"),
    "a set given as arguments": ("set order", "def f(y, g): return g(*set(y))"),
    "a set taken apart": ("set order", "def f(y):\n    a, b = set(y)"),
    "a delegated set": ("set order", "def f(y):\n    yield from set(y)"),
    "ties in a sorted set": ("set order", "def f(y, k): return sorted(set(y), key=k)"),
    "the best of a set": ("set order", "def f(y, k): return max(set(y), key=k)"),
    "a module's list": ("mutable state", "seen = []"),
    "a module's dict": ("mutable state", "cache: dict[str, int] = {}"),
    "a module's counter": ("mutable state", "import collections\ntotal = collections.Counter()"),
    "a module's table under an if": ("mutable state", "if True:\n    table = {1: 2}"),
    "a class's list": ("mutable state", "class A:\n    seen = []"),
    "a global": ("mutable state", "def f():\n    global n\n    n = 1"),
    "a yield in try/finally": ("yield in try/finally", "def f():\n    try:\n        yield\n    finally:\n        g()"),
    "a delegation in try/finally": (
        "yield in try/finally",
        "def f():\n    try:\n        x = yield from g()\n    finally:\n        g()",
    ),
    "a yield in with": ("yield in with", "def f():\n    with g():\n        if 1:\n            yield"),
    "a yield that swallows its end": (
        "yield in try/except",
        "def f():\n    try:\n        yield\n    except BaseException:\n        pass",
    ),
    "a yield under a bare except": (
        "yield in try/except",
        "def f():\n    try:\n        yield\n    except:\n        pass",
    ),
    "a coroutine": ("async", "async def f(): ..."),
    "another game": ("foreign game", "from rulekeeper.games.chess import turn"),
    "another game's contract": ("foreign game", "from rulekeeper.chess.v1 import facts_pb2"),
}

SOUND = {
    "a sorted set": "def f(y): return sorted(set(y))",
    "a sorted comprehension over a set": "def f(y): return sorted(x + 1 for x in set(y))",
    "a test over a set": "def f(y): return any(x > 1 for x in {1, 2}) and len(set(y)) > 1",
    "a set of a set": "def f(y):\n    s = set(y)\n    return {x for x in s} | {*s}",
    "membership": "def f(y): return y in {1, 2}",
    "a name that no longer holds a set": "def f(y):\n    y = set(y)\n    y = sorted(y)\n    return [x for x in y]",
    "the same name elsewhere": "def f():\n    s = {1}\n    return 1 in s\ndef g(s):\n    return [x for x in s]",
    "whole division": "def f(x): return x // 2",
    "a read-only table": "from collections.abc import Mapping\ntable: Mapping[int, int] = {1: 2}",
    "a final table": "from typing import Final, Mapping\nT: Final[Mapping[int, int]] = {1: 2}",
    "a tuple": "kinds = (1, 2)",
    "exports": "__all__ = ['f']",
    "a field's default": "class A:\n    seen: list[int] = []",
    "a local list": "def f():\n    seen = []\n    return seen",
    "a parameter called id": "def f(id, hash): return id",
    "try and except around a yield": "def f():\n    try:\n        yield\n    except ValueError:\n        pass",
    "a with beside a yield": "def f():\n    with g():\n        pass\n    yield",
    "a generator defined in a with": "def f():\n    with g():\n        def h():\n            yield\n    return h",
    "its own game": "from rulekeeper.games.toy import turn\nfrom rulekeeper.toy.v1 import facts_pb2",
    "the platform's contract": "from rulekeeper.v1 import entry_pb2\nfrom rulekeeper.kernel import script",
    "a waived line": "import os  # impure: read once, when the package is loaded",
}


def whats(source: str, path: Path = GAME) -> set[str]:
    return {finding.what for finding in check_source(dedent(source), path)}


def test_kernel_and_games_do_nothing_that_a_replay_would_not_repeat() -> None:
    assert "\n".join(map(str, check_tree())) == ""


@pytest.mark.parametrize("case", BROKEN)
def test_caught(case: str) -> None:
    what, source = BROKEN[case]
    assert whats(source) == {what}


@pytest.mark.parametrize("case", SOUND)
def test_let_through(case: str) -> None:
    assert whats(SOUND[case]) == set()


def test_the_kernel_may_import_no_game_at_all() -> None:
    assert whats("from rulekeeper.games.toy import turn", KERNEL) == {"foreign game"}


def test_a_waiver_wants_a_reason() -> None:
    assert whats("import os  # impure:") == {"import"}


def test_a_finding_says_where() -> None:
    (finding,) = check_source("x = 1\ny = 0.5\n", GAME)
    assert str(finding).startswith(f"{GAME}:2: float")
