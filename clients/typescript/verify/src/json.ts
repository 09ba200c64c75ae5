// The one way in which a file's lines are written: docs/trust.md, "The file".
//
// JSON.parse is not enough: it takes what is written in other ways too, keeps the last of two equal keys, and rounds
// numbers past 2^53.

export type Json = null | boolean | bigint | string | Json[] | Map<string, Json>;

const DEEPEST = 200;
const SHORT: Record<string, string> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};
const LONG: Record<string, string> = Object.fromEntries(Object.entries(SHORT).map(([one, two]) => [two, one]));

export class NotJson extends Error {}

/** The value of a line without its line feed. Throws NotJson where it is not JSON, or is written in another way. */
export function read(line: Uint8Array): Json {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new NotJson("it is not UTF-8");
  }
  const value = new Reader(text).whole();
  if (write(value) !== text) throw new NotJson("it is written in another way than such files are");
  return value;
}

/** A value as files have it. */
export function write(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean" || typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const keys = [...value.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return `{${keys.map((key) => `${quoted(key)}:${write(value.get(key) ?? null)}`).join(",")}}`;
}

function quoted(text: string): string {
  const escaped = text.replace(/["\\\u0000-\u001f]/g, (found) => {
    return SHORT[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): Json {
    const value = this.value();
    if (this.at !== this.text.length) throw new NotJson("something follows the value");
    return value;
  }

  private value(): Json {
    switch (this.text[this.at]) {
      case "{":
        return this.nested(() => this.object());
      case "[":
        return this.nested(() => this.list());
      case '"':
        return this.string();
    }
    for (const [word, value] of [["null", null], ["true", true], ["false", false]] as const) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const whole = /-?[0-9]+/y;
    whole.lastIndex = this.at;
    const digits = whole.exec(this.text)?.[0];
    if (digits === undefined) throw new NotJson(`no value at character ${this.at}`);
    this.at += digits.length;
    return BigInt(digits);
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new NotJson("it is nested too deep");
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private object(): Json {
    const found = new Map<string, Json>();
    if (this.took("}")) return found;
    do {
      const key = this.string();
      if (found.has(key)) throw new NotJson(`the key ${key} is there twice`);
      this.must(":");
      found.set(key, this.value());
    } while (this.took(","));
    this.must("}");
    return found;
  }

  private list(): Json {
    const found: Json[] = [];
    if (this.took("]")) return found;
    do {
      found.push(this.value());
    } while (this.took(","));
    this.must("]");
    return found;
  }

  private string(): string {
    const string = /"((?:[^"\\\u0000-\u001f]|\\["\\bfnrt]|\\u[0-9a-f]{4})*)"/y;
    string.lastIndex = this.at;
    const found = string.exec(this.text);
    if (found === null) throw new NotJson(`no text at character ${this.at}`);
    this.at += found[0].length;
    const unescaped = (code: string) => LONG[code] ?? String.fromCharCode(parseInt(code.slice(2), 16));
    return (found[1] ?? "").replace(/\\(?:u....|.)/g, unescaped);
  }

  private took(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private must(sign: string): void {
    if (!this.took(sign)) throw new NotJson(`no ${sign} at character ${this.at}`);
  }
}

/**
 * Where a copy is not what was made anew, such as "facts[2].rule"; empty: nowhere. A field that the copy lacks is as
 * good as 0, false or "".
 */
export function difference(copy: Json | undefined, made: Json | undefined, where = ""): string {
  if (copy instanceof Map && made instanceof Map) {
    const inside = (name: string) => (where ? `${where}.${name}` : name);
    for (const name of copy.keys()) if (!made.has(name)) return inside(name);
    for (const [name, part] of made) {
      if (!copy.has(name) && (part === 0n || part === "" || part === false)) continue;
      const found = copy.has(name) ? difference(copy.get(name), part, inside(name)) : inside(name);
      if (found) return found;
    }
    return "";
  }
  if (Array.isArray(copy) && Array.isArray(made) && copy.length === made.length) {
    for (const [at, part] of made.entries()) {
      const found = difference(copy[at], part, `${where}[${at}]`);
      if (found) return found;
    }
    return "";
  }
  return copy === made ? "" : where || "all of it";
}
