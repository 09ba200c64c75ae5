"""`python -m rulekeeper.server`: a service, set by RULEKEEPER_... alone. Its first line on standard output is
its address. The command line is `rulekeeper serve`.
"""

import sys

import pydantic

from rulekeeper.log import LogError
from rulekeeper.server.service import Service, run
from rulekeeper.server.settings import Settings


def _say(service: Service) -> None:
    print(service.address, flush=True)


def main() -> int:
    """The exit code: 2, with a line that says why, where a service cannot be made of the settings."""
    try:
        run(Settings.from_environment(), _say)
    except pydantic.ValidationError as wrong:
        for error in wrong.errors():
            where = "__".join(str(part) for part in error["loc"]).upper()
            print(f"rulekeeper.server: {f'RULEKEEPER_{where}: ' if where else ''}{error['msg']}", file=sys.stderr)
    except (ValueError, OSError, LogError) as wrong:
        print(f"rulekeeper.server: {wrong}", file=sys.stderr)
    else:
        return 0
    return 2


if __name__ == "__main__":
    sys.exit(main())
