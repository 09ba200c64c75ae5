"""The append-only record: a stream of entries a game, on a Redis or Valkey server, for any number of processes.

    async with await EmbeddedServer.start(folder) as server, await RedisLog.open(server.url) as log:
        answer = await log.append(game, head, command_id, fingerprint, entry, digest(entry))

The log stores bytes. It knows no game, no rule and no player, and nothing outside this package knows Redis.
`LogStore` is the seam; its docstrings are the contract. `RedisLog` keeps it on any server that `redis://`,
`rediss://` or `unix://` leads to; `EmbeddedServer` runs one on a folder.


What is promised

- An entry is the unit: one accepted command with all that it led to. It is on record whole, or not at all.
- Versions have no gaps. Entry n is appended only where the log ends with entry n - 1 and with the digest that the
  caller names. So any number of processes may write to a game with no lock and no owner: of two that decide at once,
  one is told `Conflict`, and gets what it missed.
- A command id is accepted once. The same id again is answered with the entry that it led to then (`Known`, or
  `Reused` where the fingerprint is another), whichever process asks, and whenever.
- `Appended` means that the entry is on disk, where the server syncs before it answers (`appendfsync always`, as the
  embedded one does). What another server cannot promise is listed in `RedisLog.server.shortfalls`; one that deletes
  history when memory is short is refused.
- A call is sent again over lost connections and restarts of the server, for `Limits.patience`. Then it fails:
  `Unreachable` says that nothing was written (`Full`: there is no room), `OutcomeUnknown` that an append may or may not
  be on record. Appending the same command id again tells.
- A log that somebody seals (`seal`) is appended to, by whoever names that seal, only while nothing but appends is done
  to it: a stream that was made anew, cut, or written to by other means is `Touched`, and so is every one after its
  server was started again. Whoever then finds it to be what they had read seals it anew.
- A follower gets each entry once, in order, over restarts of the server.
- Nothing is ever trimmed or changed, refused commands aside, of which the newest are kept, and those that a judge was
  called after.


What is on the server

    rk:{<game id>}:log      stream   entry n has the id n-0 and the fields e (the entry's bytes) and d (its digest)
    rk:{<game id>}:head     hash     version and digest of the last entry
    rk:{<game id>}:ids      hash     command id -> the version that it led to in decimal, a space, its fingerprint
    rk:{<game id>}:refused  stream   refused commands, for judges: the field r; capped
    rk:{<game id>}:evidence  hash    of those the ones that stay, since a judge was called: mark -> r
    rk:{<game id>}:secret   string   the game's secret, until the game is over
    rk:{<game id>}:snapshots  hash   version -> a tag and a table folded so far: a cache, to be deleted by whoever likes
    rk:{<game id>}:new      channel  each new entry: its version in decimal, a space, the digest's 32 bytes, the entry
    rk:games                zset     the index: game id, scored with its time of creation in microseconds

The braces keep a game's keys in one slot of a cluster (this release writes to one server only). An entry is a
serialised `rulekeeper.v1.Entry`; its digest and the chain are as `chain.py` says. A game is put into the index before
its entry 1, so an id of the index that has no log is a game that was never created, and is skipped.

The seal is a consumer group on the stream, `rulekeeper-` and a random word, that nobody reads with: a stream that is
made anew has lost it. Before it writes, an append asks for that group and for the stream's length: two commands beside
six, whatever the length of the log. It does not compare what lies before the end byte by byte. Who can write to the
server and takes care to give the stream that they make the same group is found where the entries are read, and by the
digests that clients keep.

An append is one call of a server-side function (`library.lua`): it reads the ids, the head and the seal, and then
either answers or writes stream, head and ids and publishes the entry, in one step. XADD's own check of ids is not
enough: it accepts gaps. The library's name holds a digest of its text, so releases that differ can share a server.

A user whom the server's ACL restricts needs the keys `~rk:*`, the channels `&rk:*`, and the commands of these keys'
kinds besides FUNCTION, FCALL, FCALL_RO, INFO, PING, PUBLISH, SUBSCRIBE and UNSUBSCRIBE. CONFIG GET is asked for, too;
where it is denied, a shortfall says what cannot be told.


Connections of a process

One for all appends and look-ups, one for all other calls, each shared by all callers (`pipeline.py`): what is asked
in one turn of the event loop is one write. One for all followers (`following.py`). None is ever handed from caller to
caller, so a cancelled caller leaves no unread reply to the next one.
"""

from rulekeeper.log.chain import Break, digest, verify_chain
from rulekeeper.log.connecting import Address
from rulekeeper.log.embedded import EmbeddedServer, carried_program, program_on_path
from rulekeeper.log.errors import (
    BadAddress,
    Damaged,
    FolderInUse,
    Full,
    LogError,
    NoProgram,
    NotListed,
    OutcomeUnknown,
    ServerFailed,
    ServerUnfit,
    Unreachable,
)
from rulekeeper.log.fitness import Server, Shortfall
from rulekeeper.log.limits import Limits
from rulekeeper.log.pipeline import Traffic
from rulekeeper.log.redis_log import RedisLog, Statistics
from rulekeeper.log.store import (
    Appended,
    Appending,
    Conflict,
    Current,
    Deliver,
    Diverged,
    Head,
    Known,
    Listed,
    LogStore,
    LookingUp,
    Note,
    Page,
    Reused,
    Stored,
    Touched,
    Unfollow,
    read_all,
)

__all__ = [
    "Address",
    "Appended",
    "Appending",
    "BadAddress",
    "Break",
    "Conflict",
    "Current",
    "Damaged",
    "Deliver",
    "Diverged",
    "EmbeddedServer",
    "FolderInUse",
    "Full",
    "Head",
    "Known",
    "Limits",
    "Listed",
    "LogError",
    "LogStore",
    "LookingUp",
    "NoProgram",
    "NotListed",
    "Note",
    "OutcomeUnknown",
    "Page",
    "RedisLog",
    "Reused",
    "Server",
    "ServerFailed",
    "ServerUnfit",
    "Shortfall",
    "Statistics",
    "Stored",
    "Touched",
    "Traffic",
    "Unfollow",
    "Unreachable",
    "carried_program",
    "digest",
    "program_on_path",
    "read_all",
    "verify_chain",
]
