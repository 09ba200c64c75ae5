"""What can go wrong between the service and its record. Every error's text is for people, and needs no traceback."""

from pathlib import Path


class LogError(Exception):
    """The root of all errors of `rulekeeper.log`."""


class Unreachable(LogError):
    """The server did not answer in time, or would not write. Nothing was written; the same call may be made again."""


class Full(Unreachable):
    """The server answers, and has no room to write: its memory or its disk is full, or its disk fails."""


class OutcomeUnknown(LogError):
    """The server went away while an append was on its way. Appending the same again tells whether it is on record."""


class Damaged(LogError):
    """A game's keys hold what no append leaves: something else wrote to them, or part of them was removed."""


class NotListed(LogError):
    """No game of that id is in the index."""


class BadAddress(LogError):
    """The text is not the address of a server."""


class ServerUnfit(LogError):
    """The server answers, and must not be trusted with a record: its address, and what is wrong with it."""

    def __init__(self, server: str, problem: str) -> None:
        super().__init__(f"{server} cannot keep the record: {problem}")
        self.server = server
        self.problem = problem


class ServerFailed(LogError):
    """The embedded server did not start, or did not stop: its folder, and its own last words."""

    def __init__(self, folder: Path, problem: str) -> None:
        super().__init__(f"the server in {folder} {problem}")
        self.folder = folder
        self.problem = problem


class NoProgram(LogError):
    """There is no program to run a server with."""


class FolderInUse(LogError):
    """Another service keeps its record in that folder: the folder, and that service's process id (0: not known)."""

    def __init__(self, folder: Path, pid: int) -> None:
        super().__init__(f"{folder} is in use by another service" + (f" (process {pid})" if pid else ""))
        self.folder = folder
        self.pid = pid
