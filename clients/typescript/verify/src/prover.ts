// What a game's entries prove, one after the other: the chain, the commitment, the contributions and every draw.

import { ALGORITHM, Draws, foretold, seedOf } from "./chance.js";
import { digestOf, factsOf, kindOf, sha256 } from "./entry.js";
import { Message, NotProtobuf, parse } from "./messages.js";

/** Something that should not be. `version` 0: the file's first line, or the file as a whole. */
export interface Finding {
  readonly version: number;
  readonly kind: "file" | "copy" | "digest" | "chain" | "commitment" | "contribution" | "draw" | "history" | "record";
  readonly text: string;
}

/** What a player has kept: digests that were shown, by version, and contributions, by seat. */
export interface Kept {
  readonly seen: ReadonlyMap<number, string>;
  readonly contributions: ReadonlyMap<number, Uint8Array>;
}

/** An entry that could be read, with its facts, if they could be. */
export interface Read {
  readonly entry: Message;
  readonly facts: Message | undefined;
}

/** What can still be said of a game that is over. */
const AFTER_THE_END = new Set(["noted", "judge_called", "dispute_assigned", "dispute_ruled", "imported"]);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

export class Prover {
  readonly findings: Finding[] = [];
  readonly notProved: string[] = [];
  version = 0;
  /** In hexadecimal. */
  digest = "";
  entries = 0;
  /** How many draws came out as they are on record. */
  draws = 0;
  /** An entry has the secret. */
  over = false;

  private seats = 0;
  private commitment: Uint8Array = new Uint8Array();
  private committedIn = 1;
  private chance = "";
  private sandbox = false;
  private foretold: (string | number)[] = [];
  /** How many of the foretold results were used up, by version. */
  private readonly used = new Map<number, number>();
  private readonly contributions = new Map<number, Uint8Array>();
  private readonly drawn = new Map<number, Message[]>();
  private started = false;
  private forked = 0;
  private secret: Uint8Array | undefined;
  private endedIn = 0;

  constructor(private readonly kept: Kept) {}

  /** The next entry: the version and the digest that it goes under, and its stored bytes. */
  take(version: number, digest: string, stored: Uint8Array): Read | undefined {
    this.entries += 1;
    const last = this.version;
    const before = this.digest;
    this.version = version;
    this.digest = digest;
    if (version !== last + 1) {
      this.find(Math.min(version, last + 1), "chain", `the entry after version ${last} calls itself ${version}`);
    }
    if (hex(digestOf(stored)) !== digest) this.find(version, "digest", "the stored bytes have another digest");
    this.compareSeen(version, digest);
    let entry: Message;
    try {
      entry = parse("Entry", stored);
    } catch (error) {
      if (!(error instanceof NotProtobuf)) throw error;
      this.find(version, "digest", `the stored bytes are not an entry: ${error.message}`);
      return undefined;
    }
    if (entry.number("version") !== BigInt(version)) {
      this.find(version, "chain", `the stored entry calls itself version ${entry.number("version")}`);
    }
    if (hex(entry.bytes("previous")) !== before) {
      this.find(version, "chain", "it does not name the digest of the entry before it");
    }
    let facts: Message | undefined;
    try {
      facts = factsOf(entry);
    } catch (error) {
      if (!(error instanceof NotProtobuf)) throw error;
      this.find(version, "draw", `its facts cannot be read: ${error.message}`);
    }
    this.follow(version, entry, before);
    this.note(version, entry, facts);
    return { entry, facts };
  }

  /** After the last entry. */
  end(): void {
    if (!this.entries) this.find(0, "record", "there is nothing on record");
    for (const version of this.kept.seen.keys()) {
      if (version > this.version) {
        this.find(version, "history", `the file ends at version ${this.version}, and the game went further before`);
      }
    }
    for (const [seat, own] of this.kept.contributions) {
      const found = this.contributions.get(seat);
      if (found === undefined) this.find(0, "contribution", `no entry takes seat ${seat}`);
      else if (hex(found) !== hex(own)) this.find(0, "contribution", `seat ${seat} stands there with another one`);
    }
    if (!this.kept.seen.size) this.notProved.push("history: no digest that was kept was compared");
    if (!this.kept.contributions.size) this.notProved.push("contribution: none that was kept was compared");
    if (this.forked) {
      this.notProved.push(`draws: those before version ${this.forked} were made in the game that it was forked from`);
    }
    if (this.chance && this.chance !== ALGORITHM) {
      this.notProved.push(`draws: the algorithm ${this.chance} is not known here`);
    } else if (this.secret === undefined) {
      this.notProved.push("draws: the secret is not out before the game is over");
    } else {
      if (hex(sha256(this.secret)) !== hex(this.commitment)) {
        const text = `the secret is not the one whose hash is in entry ${this.committedIn}`;
        this.find(this.endedIn, "commitment", text);
      }
      if (this.sandbox) {
        this.notProved.push("draws: whoever made the sandbox may have given its seed, and so have known them");
      }
      this.drawAgain(this.secret);
    }
  }

  compareSeen(version: number, digest: string): void {
    if ((this.kept.seen.get(version) ?? digest) !== digest) {
      this.find(version, "history", "another digest was shown for this version before");
    }
  }

  find(version: number, kind: Finding["kind"], text: string): void {
    this.findings.push({ version, kind, text });
  }

  /** What must hold of an entry after those before it. */
  private follow(version: number, entry: Message, before: string): void {
    const kind = kindOf(entry);
    const parent = entry.number("parent");
    if (this.secret !== undefined && !AFTER_THE_END.has(kind)) {
      this.find(version, "chain", "it follows the entry that ended the game");
    }
    if ((version === 1) !== (kind === "created")) {
      this.find(version, "chain", "a game is created by its first entry, and by no other");
    }
    if (parent >= BigInt(version)) this.find(version, "chain", `it follows version ${parent}, which is not before it`);
    if (kind === "rewound" && parent !== entry.message("rewound")?.number("to")) {
      this.find(version, "chain", "it goes back to another version than it follows");
    }
    if (kind === "imported" && hex(entry.message("imported")?.bytes("digest") ?? new Uint8Array()) !== before) {
      this.find(version, "chain", "it imports another game than the entries before it");
    }
  }

  private note(version: number, entry: Message, facts: Message | undefined): void {
    const created = entry.message("created");
    const taken = entry.message("seat_taken");
    const forked = entry.message("forked");
    if (created !== undefined) {
      this.seats = created.messages("seats").length;
      this.commitment = created.bytes("commitment");
      this.chance = created.text("chance");
      this.sandbox = created.truth("sandbox");
      this.foretold = foretold(created.text("position"));
    }
    if (taken !== undefined) {
      const seat = Number(taken.number("seat"));
      if (this.contributions.has(seat) || this.started || seat >= this.seats) {
        this.find(version, "contribution", `seat ${seat} is taken, and is not free`);
      }
      this.contributions.set(seat, taken.bytes("contribution"));
    }
    if (forked !== undefined) {
      // Draws come from a secret of the fork's own from here on; the contributions stay those of the seats.
      this.forked = this.committedIn = version;
      this.commitment = forked.bytes("commitment");
      this.chance = forked.text("chance");
      this.sandbox = true;
      this.drawn.clear();
    }
    if (entry.has("started")) this.started = true;
    const ends = facts?.messages("facts").some((fact) => fact.has("game_ended")) ?? false;
    if (entry.bytes("secret").length) {
      this.secret = entry.bytes("secret");
      this.endedIn = version;
      this.over = true;
    } else if (ends) {
      this.find(version, "commitment", "the game ends, and the secret is not on record");
    }
    this.draw(version, entry, facts);
  }

  /** Sets apart the draws that come from the seed from those that the position of a sandbox foretold. */
  private draw(version: number, entry: Message, facts: Message | undefined): void {
    let used = this.used.get(Number(entry.number("parent")) || version - 1) ?? 0;
    const seeded: Message[] = [];
    for (const fact of facts?.messages("facts") ?? []) {
      const drew = fact.message("drew");
      if (drew === undefined) continue;
      const next = this.foretold[used];
      if (next !== undefined && (typeof next === "string") === (drew.text("result") !== "")) used += 1;
      else seeded.push(drew);
    }
    this.used.set(version, used);
    if (seeded.length) this.drawn.set(version, seeded);
    if (seeded.length && !this.started) this.find(version, "draw", "a draw was made before all seats were taken");
  }

  private drawAgain(secret: Uint8Array): void {
    const contributions = Array.from({ length: this.seats }, (_, seat) => this.contributions.get(seat) ?? new Uint8Array());
    const seed = seedOf(secret, contributions);
    for (const [version, drawn] of this.drawn) {
      const draws = new Draws(seed, version);
      for (const [at, drew] of drawn.entries()) {
        const below = drew.number("below");
        const right = below ? draws.below(below) : undefined;
        if (right !== drew.number("value")) {
          const told = `draw ${at + 1} (${drew.text("purpose")}) below ${below} is ${drew.number("value")}`;
          this.find(version, "draw", `${told}, and should be ${right ?? "none"}`);
          break;
        }
        this.draws += 1;
      }
    }
  }
}
