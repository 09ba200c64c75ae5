"""The command line: `rulekeeper serve`, `rulekeeper demo`, `rulekeeper play` and the rest; see `rulekeeper --help`."""


def main() -> None:
    """The entry point. Ends the process with one of the exit codes that `rulekeeper --help` lists."""
    import io
    import os
    import sys

    from rulekeeper.cli.app import app

    # Whoever starts us may have closed them; then nobody listens, and that is no fault.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that knows no box characters shows a question mark, and the game goes on.
            stream.reconfigure(errors="replace")
    app()


__all__ = ["main"]
