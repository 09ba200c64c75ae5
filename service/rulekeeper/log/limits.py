"""How long the log waits, and how much it holds."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Times in seconds, sizes in bytes."""

    # How long a call is tried, over lost connections and restarts of the server, before it fails.
    patience: float = 5.0
    # How long the server may leave a call without an answer before its connection is given up and another one made.
    silence: float = 2.0
    # How long a connection may take to be made.
    connect: float = 2.0
    # How often a follower's connection that is quiet is asked for a sign of life.
    heartbeat: float = 5.0
    # How many calls may wait for an answer, and how many bytes those may hold: beyond, a call fails at once.
    calls: int = 16_384
    call_bytes: int = 64 << 20
    # The largest entry.
    entry: int = 1 << 20
    # How many entries come in one answer at most.
    page: int = 256
    # How many refused commands are kept a game, and the largest of them.
    refused: int = 256
    refused_bytes: int = 64 << 10
    # How many more are kept a game because a judge was called.
    evidence: int = 4_096
    # The largest note that somebody looked at what is hidden.
    look_bytes: int = 4 << 10
    # The largest snapshot, with its tag.
    snapshot_bytes: int = 2 << 20
