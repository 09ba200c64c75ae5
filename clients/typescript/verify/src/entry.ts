// An entry's digest, and its readable copy as far as it can be made without the game's own messages.

import { createHash } from "node:crypto";
import { type Json } from "./json.js";
import { isAlone, type Message, parse, plain } from "./messages.js";

const TAG = Buffer.from("rulekeeper-entry-1");

export function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Eight bytes, big-endian. */
export function eight(number: bigint | number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

/** The digest of an entry's stored bytes. */
export function digestOf(stored: Uint8Array): Buffer {
  return sha256(eight(TAG.length), TAG, eight(stored.length), stored);
}

/** Which of an entry's kinds it is: the name of the one field of `what` that is set. */
export function kindOf(entry: Message): string {
  return [...entry.fields.keys()].find((name) => isAlone(entry.type, name)) ?? "";
}

/** The facts of an entry. Throws NotProtobuf. */
export function factsOf(entry: Message): Message {
  return parse("Facts", entry.bytes("facts"));
}

/**
 * All that an entry says, but for the command and, of the facts, what is the game's own or comes from the installed
 * game: see `comparable`.
 */
export function copyOf(entry: Message, facts: Message | undefined): Map<string, Json> {
  const copy = plain(entry);
  copy.delete("command");
  copy.delete("facts");
  copy.delete("time_us");
  copy.set("time", timeOf(entry.number("time_us")));
  if (facts === undefined || entry.bytes("facts").length === 0) return copy;
  const rules = facts.texts("rules");
  copy.set(
    "facts",
    facts.messages("facts").map(
      (fact) =>
        new Map<string, Json>([
          ["rule", rules[Number(fact.number("rule"))] ?? ""],
          ["audience", viewers(fact.number("audience"))],
          ["private", fact.truth("private")],
          ["amended", fact.truth("amended")],
          ["fact", kernelFact(fact)],
        ]),
    ),
  );
  return copy;
}

/** A file's copy of an entry, without what cannot be made again here: the same fields as `copyOf` makes. */
export function comparable(copy: Json, facts: Message | undefined): Json {
  if (!(copy instanceof Map)) return copy;
  const kept = new Map([...copy].filter(([name]) => name !== "command"));
  const found = kept.get("facts");
  if (facts === undefined) kept.delete("facts");
  else if (Array.isArray(found)) {
    const made = facts.messages("facts");
    kept.set("facts", found.map((fact, at) => (fact instanceof Map ? ofPlatform(fact, made[at]?.own !== 0) : fact)));
  }
  return kept;
}

function ofPlatform(fact: Map<string, Json>, own: boolean): Json {
  const kept = new Map([...fact].filter(([name]) => name !== "page" && name !== "hidden"));
  const said = kept.get("fact");
  if (own && said instanceof Map && typeof said.get("@type") === "string") kept.set("fact", null);
  return kept;
}

function kernelFact(fact: Message): Json {
  for (const value of fact.fields.values()) {
    if (typeof value === "object" && "type" in value) {
      return new Map<string, Json>([["@type", `rulekeeper.v1.${value.type}`], ...plain(value)]);
    }
  }
  return null;
}

function viewers(audience: bigint): Json[] {
  const found: Json[] = [];
  for (let bit = 0; audience >> BigInt(bit); bit += 1) {
    if ((audience >> BigInt(bit)) & 1n) found.push(bit === 0 ? "spectator" : `seat ${bit - 1}`);
  }
  return found;
}

const FIRST_YEAR = -62135596800000000n;
const LAST_YEAR = 253402300800000000n;

/** "2026-11-30T08:04:23.123456Z"; the number itself where its year has not four digits. */
function timeOf(microseconds: bigint): Json {
  if (microseconds < FIRST_YEAR || microseconds >= LAST_YEAR) return microseconds;
  const within = ((microseconds % 1000000n) + 1000000n) % 1000000n;
  const second = new Date(Number((microseconds - within) / 1000n)).toISOString().slice(0, 19);
  return `${second}.${within.toString().padStart(6, "0")}Z`;
}
