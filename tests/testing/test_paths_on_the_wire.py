"""A path as the wire tells it is judged as the kernel judges it."""

import random

from rulekeeper.kernel import Path, field_of
from rulekeeper.v1 import table_pb2
from tests.kernel.test_paths import path


def message(one: Path) -> table_pb2.OfferField:
    made = table_pb2.OfferField(name="way")
    one.tell(made, "")
    return made


def test_random_walks_on_the_wires_graph_are_judged_alike() -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    dice = random.Random(seed)
    judged = {True: 0, False: 0}
    kept = {
        (start, budget, stays): path(budget, start, stays)
        for start in ("a1", "b1", "d3")
        for budget in range(6)
        for stays in (True, False)
    }
    told = {key: message(one) for key, one in kept.items()}
    wire, read = {key: one.path for key, one in told.items()}, {key: field_of(one) for key, one in told.items()}
    for _ in range(10_000):
        key = dice.choice([*kept])
        places = wire[key].places
        at, way = 0, list[str]()
        for _ in range(dice.randrange(7)):
            if not places[at].to:
                break
            at = dice.choice(places[at].to)
            way.append(places[at].value.text)
        legal = kept[key].admits(tuple(way))
        assert read[key].admits(tuple(way)) == legal == (not kept[key].refuse(tuple(way))), (key, way)
        judged[legal] += 1
    assert min(judged.values()) > 1_000, judged


def test_the_wire_lists_what_the_kernel_lists() -> None:
    for budget in range(6):
        one = path(budget)
        again = field_of(message(one))
        assert [*again.legal()] == [*one.legal()]
