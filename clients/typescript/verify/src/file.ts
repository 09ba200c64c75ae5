// A file, line by line: docs/trust.md, "The file".

import { createHash } from "node:crypto";
import { comparable, copyOf } from "./entry.js";
import { difference, type Json, NotJson, read } from "./json.js";
import { type Finding, type Kept, Prover } from "./prover.js";

export const FORMAT = "rulekeeper-game-1";

const NOT_OUT = "draws: the secret is not out before the game is over";
const NOT_SHOWN = [
  "digests: the stored bytes are not in the file, so no entry's digest can be made again",
  "draws: they are not in the file",
  "facts: those that the viewer may not see are not in the file, and no rule can be run without them",
];

/** The file is of a later format than is known here. */
export class NewerFormat extends Error {}

/** A file's first line. */
export interface Header {
  readonly game: string;
  readonly ruleset: string;
  readonly complete: boolean;
  readonly for: string;
  readonly notProved: readonly string[];
  readonly version: number;
  readonly digest: string;
}

export interface Verdict {
  readonly findings: readonly Finding[];
  readonly version: number;
  readonly digest: string;
  readonly entries: number;
  readonly draws: number;
  readonly notProved: readonly string[];
  readonly header: Header | undefined;
}

type Shape = Record<string, "text" | "number" | "truth" | "object" | "any" | "texts">;

const HEADER: Shape = {
  complete: "truth",
  edition: "text",
  for: "text",
  format: "text",
  game: "text",
  head: "object",
  not_proved: "texts",
  ruleset: "text",
  title: "text",
};
const HEAD: Shape = { digest: "text", version: "number" };
const ENTRY: Shape = { digest: "text", entry: "any", stored: "text", version: "number" };
const STEP: Shape = { digest: "text", step: "object", version: "number" };
const END: Shape = { digest: "text", end: "number", lines: "text" };

const is: Record<Shape[string], (value: Json) => boolean> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "bigint",
  truth: (value) => typeof value === "boolean",
  object: (value) => value instanceof Map,
  any: () => true,
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
};

/** An object with exactly these fields. */
class Fields {
  constructor(private readonly fields: Map<string, Json>) {}

  static of(value: Json, shape: Shape): Fields | undefined {
    if (!(value instanceof Map) || value.size !== Object.keys(shape).length) return undefined;
    for (const [name, kind] of Object.entries(shape)) {
      const part = value.get(name);
      if (part === undefined || !is[kind](part)) return undefined;
    }
    return new Fields(value);
  }

  get(name: string): Json {
    return this.fields.get(name) ?? null;
  }

  text(name: string): string {
    return String(this.get(name));
  }

  number(name: string): number {
    return Number(this.get(name));
  }
}

export class FileReader {
  header: Header | undefined;
  private readonly prover: Prover;
  private readonly findings: Finding[] = [];
  private readonly lines = createHash("sha256");
  private count = 0;
  private version = 0;
  private digest = "";
  private ended = false;
  private more = false;
  private otherEnd = "";
  private otherLines = "";

  constructor(kept: Kept) {
    this.prover = new Prover(kept);
  }

  /** The next line, with its line feed. Throws NewerFormat. */
  take(line: Buffer): void {
    this.count += 1;
    if (this.count === 1) this.begin(line);
    else if (this.header === undefined) return;
    else if (this.ended) {
      this.more = true;
      return;
    } else if (line.subarray(0, 100).toString("latin1").match(/^\{"digest":.*"end":/)) {
      this.end(line);
      return;
    } else if (this.header.complete) this.entry(line);
    else this.step(line);
    this.lines.update(line);
  }

  verdict(): Verdict {
    if (this.header?.complete) this.prover.end();
    let findings = [...this.findings, ...this.prover.findings];
    const find = (version: number, text: string) => findings.push({ version, kind: "file", text });
    if (!this.count) find(0, "the file is empty");
    else if (this.header !== undefined && !this.ended) find(this.version, "the file is cut off: its last line is missing");
    if (this.more) find(this.version, "something follows the last line");
    if (this.header !== undefined && !findings.length) {
      // With other findings, the first and the last line may only seem wrong.
      for (const fault of this.headerFaults(this.header)) find(0, `the first line: ${fault}`);
      if (this.otherEnd) findings = [{ version: this.version, kind: "file", text: this.otherEnd }];
      else if (this.otherLines && !findings.length) find(this.version, this.otherLines);
    }
    findings.sort((one, other) => one.version - other.version);
    const notProved = this.header === undefined || this.header.complete ? this.prover.notProved : [...this.header.notProved];
    if (this.header?.complete) {
      notProved.push(
        "rules: that the facts follow from the commands takes the game's own rules",
        "readable copies of commands and of the game's own facts: they take the game's own messages",
        "pages, titles and the marks of hidden fields: they take the game as it was installed",
      );
    }
    return {
      findings,
      version: this.version,
      digest: this.digest,
      entries: this.prover.entries,
      draws: this.prover.draws,
      notProved,
      header: this.header,
    };
  }

  private begin(line: Buffer): void {
    let loose: unknown;
    try {
      loose = JSON.parse(line.toString("utf8"));
    } catch {
      this.find(0, "file", "the first line: it is not JSON");
      return;
    }
    const format: unknown = typeof loose === "object" && loose !== null ? (loose as Record<string, unknown>)["format"] : "";
    const found = typeof format === "string" ? /^rulekeeper-game-([0-9]{1,9})$/.exec(format) : null;
    if (found !== null && Number(found[1]) > 1) throw new NewerFormat(`the file is of format ${format}`);
    const fields = this.fields(line, HEADER);
    const head = fields && Fields.of(fields.get("head"), HEAD);
    if (fields === undefined || head === undefined || format !== FORMAT) {
      this.find(0, "file", `the first line: it does not begin a file of ${FORMAT}`);
      return;
    }
    this.header = {
      game: fields.text("game"),
      ruleset: fields.text("ruleset"),
      complete: fields.get("complete") === true,
      for: fields.text("for"),
      notProved: fields.get("not_proved") as string[],
      version: head.number("version"),
      digest: head.text("digest"),
    };
  }

  private entry(line: Buffer): void {
    const version = this.version + 1;
    this.version = version;
    this.digest = "";
    const fields = this.decoded(line, ENTRY);
    if (fields === undefined) return;
    const stored = Buffer.from(fields.text("stored"), "base64");
    if (stored.toString("base64") !== fields.text("stored") || !isDigest(fields.text("digest"))) {
      this.find(version, "file", `line ${this.count} has bytes that are not written as such files do it`);
      return;
    }
    this.digest = fields.text("digest");
    const found = this.prover.take(fields.number("version"), this.digest, stored);
    if (found === undefined) return;
    const { entry, facts } = found;
    if (entry.text("ruleset") !== this.header?.ruleset) {
      this.find(version, "file", `the file is one of ${this.header?.ruleset}, and the entry is not`);
    }
    const where = difference(comparable(fields.get("entry"), facts), copyOf(entry, facts));
    if (where) this.find(version, "copy", `the readable copy is not what is stored: ${where}`);
  }

  private step(line: Buffer): void {
    const version = this.version + 1;
    this.version = version;
    this.digest = "";
    const fields = this.decoded(line, STEP);
    if (fields === undefined) return;
    if (!isDigest(fields.text("digest"))) {
      this.find(version, "file", `line ${this.count} has no digest`);
      return;
    }
    this.digest = fields.text("digest");
    if (fields.number("version") !== version) {
      this.find(version, "chain", `the line after version ${version - 1} calls itself ${fields.number("version")}`);
    }
    this.prover.compareSeen(version, this.digest);
  }

  private end(line: Buffer): void {
    this.ended = true;
    const fields = this.decoded(line, END);
    if (fields === undefined) return;
    if (fields.number("end") !== this.version || fields.text("digest") !== this.digest) {
      this.otherEnd = `the last line is of a file of ${fields.number("end")} entries, or of another one`;
    } else if (fields.text("lines") !== this.lines.digest("hex")) {
      this.otherLines = "the last line is not one of these lines";
    }
  }

  private headerFaults(header: Header): string[] {
    const { over } = this.prover;
    const faults: string[] = [];
    if (header.version !== this.version || header.digest !== this.digest) faults.push("it names another end");
    if (header.complete && header.for !== (over ? "everyone" : "judge")) faults.push("it names another reader");
    if (!header.complete && !/^(spectator|seat (0|[1-9][0-9]?))$/.test(header.for)) faults.push("it names no reader");
    const right = header.complete ? (over ? [] : [NOT_OUT]) : NOT_SHOWN;
    if (header.notProved.join("\n") !== right.join("\n")) faults.push("it is not right about what the file cannot prove");
    return faults;
  }

  /** A line's fields, where it has exactly these, and is written as all of them are. */
  private decoded(line: Buffer, shape: Shape): Fields | undefined {
    const fields = this.fields(line, shape);
    if (fields === undefined) this.find(this.version, "file", `line ${this.count} is not as ${FORMAT} has it, or is cut off`);
    return fields;
  }

  private fields(line: Buffer, shape: Shape): Fields | undefined {
    if (line.at(-1) !== 10) return undefined;
    try {
      return Fields.of(read(line.subarray(0, -1)), shape);
    } catch (error) {
      if (error instanceof NotJson) return undefined;
      throw error;
    }
  }

  private find(version: number, kind: Finding["kind"], text: string): void {
    this.findings.push({ version, kind, text });
  }
}

const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text);
