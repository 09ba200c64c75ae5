"""Running a service: `serve`, and `token` for those who judge at it."""

import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import pydantic
import typer

from rulekeeper.cli import show
from rulekeeper.cli.failing import UNREACHABLE, Problem, guarded
from rulekeeper.cli.place import Json, elsewhere

if TYPE_CHECKING:
    from rulekeeper.server import Service

# The server is imported where it is used: the other commands need not wait for it.

Folder = Annotated[
    Path | None,
    typer.Option(
        envvar="RULEKEEPER_FOLDER",
        show_default=False,
        help="The service's folder: its signing key, and the embedded server's files. Left out: in your data folder.",
    ),
]
KeyText = Annotated[
    str,
    typer.Option(
        "--signing-key",
        envvar="RULEKEEPER_SIGNING_KEY",
        show_default=False,
        help="The key for tokens, at least 32 characters; left out: kept in the folder.",
    ),
]


def data_folder() -> Path:
    """Where a service keeps its files if it is not told."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rulekeeper"


@guarded
def serve(
    folder: Folder = None,
    url: Annotated[
        str,
        typer.Option(
            envvar="RULEKEEPER_LOG_URL",
            metavar="URL",
            show_default=False,
            help="A Redis or Valkey server instead of the embedded one: redis://HOST:PORT, rediss://, unix://PATH."
            " Others on this machine can read what stands here; the environment they cannot.",
        ),
    ] = "",
    host: Annotated[str | None, typer.Option(show_default=False, help="Where to listen; left out: 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(show_default=False, help="Left out: 50051; 0: any that is free.")] = None,
    metrics_port: Annotated[int | None, typer.Option(show_default=False, help="Prometheus metrics over HTTP.")] = None,
    metrics_host: Annotated[
        str | None, typer.Option(show_default=False, help="Where metrics are served; left out: 127.0.0.1.")
    ] = None,
    certificate: Annotated[Path | None, typer.Option(show_default=False, help="For TLS: the chain, in PEM.")] = None,
    key: Annotated[Path | None, typer.Option(show_default=False, help="For TLS: the private key, in PEM.")] = None,
    signing: KeyText = "",
    bot_pause: Annotated[float | None, typer.Option(show_default=False, help="Seconds before a bot answers.")] = None,
    log_level: Annotated[str | None, typer.Option(show_default=False, help="debug, info, warning or error.")] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="The service's own log as JSON lines.")] = False,
    as_json: Json = False,
    with_parent: Annotated[bool, typer.Option("--with-parent", hidden=True)] = False,
) -> None:
    """Serve games until Ctrl-C or SIGTERM; then calls end in order, and streams with a token to go on from.

    The record is kept by an embedded server in the folder, or by the server at --url. Each option can also be set in
    the environment: RULEKEEPER_PORT, RULEKEEPER_LIMITS__HOT_GAMES and so on.

    Example: rulekeeper serve --folder data --port 50051
    """
    from rulekeeper.log import Address, FolderInUse, LogError
    from rulekeeper.server import Settings, run
    from rulekeeper.server.settings import dangers

    if (certificate is None) != (key is None):
        raise Problem("--certificate and --key belong together")
    given: dict[str, Any] = {
        "folder": folder or (None if url and signing else data_folder()),
        "log_url": url or None,
        "host": host,
        "port": port,
        "metrics_port": metrics_port,
        "metrics_host": metrics_host,
        "tls": {"certificate": certificate, "key": key} if certificate else None,
        "signing_key": signing or None,
        "bot_pause": bot_pause,
        "log_level": log_level,
        "log_json": log_json or None,
    }
    try:
        settings = Settings.from_environment(**given)
    except pydantic.ValidationError as wrong:
        raise Problem("; ".join(mistake(each) for each in wrong.errors()), "rulekeeper serve --help") from None

    def ready(service: "Service") -> None:
        if as_json:
            show.put_json({"address": service.address, "metrics_port": service.metrics_port})
        else:
            where = Address(settings.log_url) if settings.log_url else f"an embedded server in {settings.folder}"
            show.put(f"serving at {service.address}", *show.folded(f"the record is kept by {where}", "  "))
            for danger in dangers(settings):
                show.put(*show.folded(f"WARNING: {danger}", "  "))
            show.put(f"  stop with Ctrl-C; play with: rulekeeper play heart_of_crown{elsewhere(service.address)}")
        sys.stdout.flush()
        if with_parent:
            threading.Thread(target=end_with_parent, daemon=True).start()

    try:
        run(settings, ready)
    except FolderInUse as used:
        raise Problem(str(used), "stop that service, or give another --folder.", UNREACHABLE) from None
    except LogError as error:
        raise Problem(
            f"the log cannot be used: {error}", "mend the server, or give another --url.", UNREACHABLE
        ) from None
    except ValueError as error:
        raise Problem(str(error)) from None


def mistake(error: object) -> str:
    """A setting that will not do, in words."""
    assert isinstance(error, dict)
    where = ".".join(str(part) for part in error["loc"])
    return f"{where}: {error['msg']}" if where else str(error["msg"])


def end_with_parent() -> None:
    """Ends this process when the one that started it does: its end of our input closes then, whatever happened."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


@guarded
def token(
    role: Annotated[str, typer.Argument(show_default=False, help="judge, admin or spectator.")],
    folder: Folder = None,
    signing: KeyText = "",
    game: Annotated[
        list[str] | None, typer.Option(show_default=False, help="For this game; left out: every one.")
    ] = None,
    name: Annotated[str, typer.Option(show_default=False, help="The judge's or admin's name, for the record.")] = "",
    days: Annotated[float | None, typer.Option(min=0, show_default=False, help="Days that it is good for.")] = None,
    as_json: Json = False,
) -> None:
    """Make a token from the service's signing key. Whoever can read the key may judge.

    Example: rulekeeper token judge --name Dana --game 7f3a... --days 2
    """
    from rulekeeper.server import KEY_FILE, mint, signing_key

    where = folder or data_folder()
    if not signing and not (where / KEY_FILE).exists():
        raise Problem(f"there is no signing key in {where}", "give the service's --folder, or its --signing-key.")
    try:
        made = mint(signing_key(signing, where), role, games=tuple(game or ("*",)), name=name, days=days)
    except ValueError as error:
        raise Problem(str(error)) from None
    if as_json:
        show.put_json({"role": role, "token": made})
    else:
        show.put(made)
