#!/usr/bin/env node
// Proves a file that `rulekeeper export` wrote. Exits with 0 where it is sound, 1 where something is found, 2 where it
// cannot be read or the call is wrong.

import { closeSync, openSync, readSync } from "node:fs";
import { parseArgs } from "node:util";
import { FileReader, NewerFormat, type Verdict } from "./file.js";

const USAGE = `usage: rulekeeper-verify FILE [--json] [--seen VERSION:DIGEST]... [--contribution SEAT:HEX]...

  --json          one JSON object
  --seen          a digest that you were shown, and the version that it was shown for
  --contribution  what your client sent for a seat`;
const AT_ONCE = 1 << 20;
const COLUMNS = 80;

/** The lines of a file, each with its line feed. */
function* linesOf(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    let rest: Buffer[] = [];
    for (;;) {
      const data = Buffer.alloc(AT_ONCE);
      const size = readSync(file, data);
      let from = 0;
      for (let at = data.indexOf(10); at >= 0 && at < size; at = data.indexOf(10, from)) {
        yield Buffer.concat([...rest, data.subarray(from, at + 1)]);
        rest = [];
        from = at + 1;
      }
      if (from < size) rest.push(data.subarray(from, size));
      if (size === 0) break;
    }
    if (rest.length) yield Buffer.concat(rest);
  } finally {
    closeSync(file);
  }
}

/** A line in 80 columns, broken between words, what goes on further in. */
function folded(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    if (last >= 0 && `${lines[last]} ${word}`.length <= COLUMNS) lines[last] += ` ${word}`;
    else lines.push(last >= 0 ? `  ${word}` : word);
  }
  return lines.join("\n");
}

/** What the system says of a file, in words: its own begin with a code, as in "ENOENT: no such file or directory, open". */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const told = /^E[A-Z0-9]+: ([^,]+), \w+(?: '(.*)')?$/.exec(error.message);
  return told ? [told[2], told[1]].filter(Boolean).join(": ") : error.message;
}

/** "7:00ff" as [7, "00ff"]. */
function pairs(texts: readonly string[]): [number, string][] {
  return texts.map((text) => {
    const found = /^([0-9]{1,15}):((?:[0-9a-f]{2})*)$/.exec(text);
    if (found === null) throw new Error(`${text}: a number, a colon and hexadecimal digits are wanted`);
    return [Number(found[1]), found[2] ?? ""];
  });
}

function put(verdict: Verdict, asJson: boolean): void {
  const { findings, version, digest, entries, draws, notProved, header } = verdict;
  const sound = findings.length === 0;
  const first = findings[0]?.version ?? null;
  if (asJson) {
    const file = header && { game: header.game, ruleset: header.ruleset, complete: header.complete, for: header.for };
    const document = {
      sound,
      findings,
      version,
      digest,
      entries,
      draws,
      not_proved: notProved,
      first_bad_version: first,
      file: file ?? null,
    };
    console.log(JSON.stringify(document));
    return;
  }
  console.log(`digests   ${entries} of ${version} entries chained, the last is ${digest.slice(0, 16)}...`);
  if (draws) console.log(`draws     ${draws} made again from the secret, the same as on record`);
  if (header) console.log(`file      game ${header.game} of ${header.ruleset}, ${header.complete ? "complete" : `what ${header.for} may see`}`);
  for (const text of notProved) console.log(folded(`not proved: ${text}`));
  for (const found of findings) console.log(folded(`FOUND  version ${found.version}, ${found.kind}: ${found.text}`));
  if (!sound) console.log(`NOT SOUND: version ${first} is the first that is not`);
  else if (!entries) console.log("nothing was found that should not be; but nothing of it could be proved");
  else console.log("sound: nothing was found that should not be");
}

function main(): number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        seen: { type: "string", multiple: true, default: [] },
        contribution: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    const [path] = positionals;
    if (values.help || path === undefined || positionals.length > 1) {
      console.log(USAGE);
      return values.help ? 0 : 2;
    }
    const contributions = pairs(values.contribution).map(([seat, text]) => [seat, Buffer.from(text, "hex")] as const);
    const reader = new FileReader({ seen: new Map(pairs(values.seen)), contributions: new Map(contributions) });
    for (const line of linesOf(path)) reader.take(line);
    const verdict = reader.verdict();
    put(verdict, values.json);
    return verdict.findings.length ? 1 : 0;
  } catch (error) {
    const newer = error instanceof NewerFormat ? `; take a newer release of this program` : "";
    console.error(folded(`rulekeeper-verify: ${inWords(error)}${newer}`));
    return 2;
  }
}

process.exitCode = main();
