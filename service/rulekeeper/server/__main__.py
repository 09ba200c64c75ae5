"""`python -m rulekeeper.server`: a service, set by RULEKEEPER_... alone. Its first line on standard output is
its address. The command line is `rulekeeper serve`.
"""

from rulekeeper.server.service import Service, run
from rulekeeper.server.settings import Settings


def _say(service: Service) -> None:
    print(service.address, flush=True)


if __name__ == "__main__":
    run(Settings.from_environment(), _say)
