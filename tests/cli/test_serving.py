"""`serve` and `demo` as processes."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rulekeeper.cli.place import elsewhere
from rulekeeper.testing.service import OwnService, ServiceFailed

COMMAND = [sys.executable, "-m", "rulekeeper.cli"]


def surroundings(folder: Path) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("RULEKEEPER_")}
    return {**kept, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "COLUMNS": "80"}


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A service as a process; it and its first line."""
    command = [*COMMAND, "serve", "--port", "0", "--folder", str(folder / "data"), *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=surroundings(folder)) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            # In order: a service that is killed leaves its server running, for the next one.
            process.terminate()
            try:
                process.wait(20)
            finally:
                process.kill()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_service_says_where_it_is_and_ends_in_order(tmp_path: Path, ending: signal.Signals) -> None:
    with serving(tmp_path, "--log-level", "error") as (process, line):
        assert line.startswith("serving at 127.0.0.1:")
        address = line.split()[-1]
        process.send_signal(ending)
        assert process.wait(20) == 0
        assert process.stdout is not None and process.stderr is not None
        said = process.stdout.read()
        assert str(tmp_path) in said.replace("\n  ", "") and process.stderr.read() == ""
        assert said.endswith(f"play with: rulekeeper play heart_of_crown --server {address}\n")


def test_the_default_address_need_not_be_named() -> None:
    assert elsewhere("127.0.0.1:50051") == "" and elsewhere("127.0.0.1:7000") == " --server 127.0.0.1:7000"


def test_for_machines_the_first_line_is_json(tmp_path: Path) -> None:
    with serving(tmp_path, "--json", "--metrics-port", "0") as (_, line):
        said = json.loads(line)
        assert said["address"].startswith("127.0.0.1:") and said["metrics_port"] > 0


def test_a_folder_in_use_is_named(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, line):
        assert line
        with serving(tmp_path) as (second, nothing):
            _, err = second.communicate(timeout=20)
            assert nothing == "" and second.returncode == 3
            assert "is in use by another service (process " in err and "Traceback" not in err
            assert "what to do: stop that service, or give another --folder." in err


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with serving(tmp_path, "--port", port) as (process, _):
            _, err = process.communicate(timeout=20)
            assert process.returncode == 2 and err.startswith(f"rulekeeper: cannot listen on 127.0.0.1:{port}: ")
            assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--log-level", "loud"], 2, "log_level"),
        (["--url", "http://x"], 3, "the log cannot be used"),
        (["--signing-key", "short"], 2, "signing key"),
        (["--certificate", "x.pem"], 2, "--certificate and --key belong together"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_setting_that_will_not_do_is_named(tmp_path: Path, options: list[str], code: int, words: str) -> None:
    with serving(tmp_path, *options) as (process, _):
        _, err = process.communicate(timeout=20)
        assert process.returncode == code and words in err and "Traceback" not in err


def test_a_signing_key_that_others_may_read_is_a_wrong_setting(tmp_path: Path) -> None:
    key = tmp_path / "data" / "signing.key"
    key.parent.mkdir()
    key.write_text("0" * 64)
    key.chmod(0o644)
    with serving(tmp_path) as (process, _):
        _, err = process.communicate(timeout=20)
        assert process.returncode == 2 and err == f"rulekeeper: {key} can be read by others: chmod 600 it\n"


def test_a_service_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    program = (
        "import os, rulekeeper.testing.service as s\n"
        "service = s.OwnService().start()\n"
        "print(service.pid, flush=True)\n"
        "os._exit(0)"
    )
    command = [sys.executable, "-c", program]
    # A parent that ends so suddenly leaves its temporary folder behind.
    here = {**os.environ, "TMPDIR": str(tmp_path)}
    parent = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True, env=here)
    pid = int(parent.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        signal.sigtimedwait([], 0.1)
    pytest.fail("the service outlived its parent")


def test_a_service_that_does_not_start_says_why() -> None:
    with pytest.raises(ServiceFailed, match="log_level"):
        OwnService("--log-level", "loud").start()


@pytest.mark.slow
def test_the_demonstration_plays_and_proves_a_whole_game(tmp_path: Path) -> None:
    command = [*COMMAND, "demo", "--seats", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=surroundings(tmp_path))
    assert done.returncode == 0 and done.stderr == ""
    said = json.loads(done.stdout)
    assert said["game"]["status"] == "GAME_STATUS_OVER" and said["game"]["ending"]["id"] != "hoc.concede"
    assert said["verify"]["sound"] and said["verify"]["not_proved"] == []


def test_the_demonstration_reads_in_80_columns(tmp_path: Path) -> None:
    command = [*COMMAND, "demo", "--players", "sensible,random", "--most", "150"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=surroundings(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[-1].strip() == "sound: nothing was found that should not be"
    assert lines[0].startswith("Heart of Crown: 4 players (sensible, random), over gRPC at ")
    assert any(line.startswith("over, ") for line in lines) and "the last turn, each fact with its rule" in done.stdout


def test_the_demonstration_begins_only_with_players_that_there_are(tmp_path: Path) -> None:
    command = [*COMMAND, "demo", "--players", "brilliant"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=surroundings(tmp_path))
    assert done.returncode == 4 and done.stdout == ""
    assert "heart_of_crown@1 has no player 'brilliant'" in done.stderr


def test_ctrl_c_ends_the_demonstration_quietly(tmp_path: Path) -> None:
    command = [*COMMAND, "demo", "--pause", "5"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=surroundings(tmp_path)) as process:
        assert process.stdout is not None and "over gRPC at" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 130 and err == ""
