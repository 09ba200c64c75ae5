"""The command line: `rulekeeper serve`, `rulekeeper demo`, `rulekeeper play` and the rest; see `rulekeeper --help`."""


def main() -> None:
    """The entry point. Ends the process with one of the exit codes that `rulekeeper --help` lists."""
    from rulekeeper.cli.app import app

    app()


__all__ = ["main"]
