"""What `rulekeeper.client` exports, and that it needs nothing but the contract."""

import subprocess
import sys

import rulekeeper.client


def test_every_public_name_is_there_once() -> None:
    assert len(set(rulekeeper.client.__all__)) == len(rulekeeper.client.__all__)
    for name in rulekeeper.client.__all__:
        assert getattr(rulekeeper.client, name) is not None


def test_the_client_brings_neither_kernel_nor_games_along() -> None:
    program = (
        "import sys, rulekeeper.client\n"
        "print(*sorted({'.'.join(name.split('.')[:2]) for name in sys.modules if name.startswith('rulekeeper.')}))"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["rulekeeper.client", "rulekeeper.v1"]
