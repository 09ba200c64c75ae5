"""The service: gRPC in front, the kernel and the log behind. Thin: translate, call, translate.

    async with await Service.start(Settings(folder=Path("data"), port=0)) as service:
        channel = grpc.aio.insecure_channel(service.address)

`run(settings)` is a whole process. `Service.mint`, or `mint` with `signing_key(...)`, makes judges' tokens.
"""

from rulekeeper.server.errors import Failure, catalogue
from rulekeeper.server.service import Service, run, serve
from rulekeeper.server.settings import Limits, Settings, Tls
from rulekeeper.server.tokens import KEY_FILE, Caller, Keyring, mint, signing_key

__all__ = [
    "KEY_FILE",
    "Caller",
    "Failure",
    "Keyring",
    "Limits",
    "Service",
    "Settings",
    "Tls",
    "catalogue",
    "mint",
    "run",
    "serve",
    "signing_key",
]
