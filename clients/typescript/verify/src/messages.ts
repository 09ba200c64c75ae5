// The platform's messages, as docs/trust.md lists them, and reading protobuf's wire format with nothing else.

import type { Json } from "./json.js";

/** Each message's fields: number, name, type. */
const MESSAGES: Record<string, string> = {
  Entry:
    "1 version uint64; 2 parent uint64; 3 time_us int64; 4 ruleset string; 5 actor Actor; 6 command_id bytes; 7 decision uint64; " +
    "8 command bytes; 9 created GameCreated; 10 seat_taken SeatTaken; 11 started GameStarted; 12 rewound Rewound; 13 amended Amended; " +
    "14 noted Noted; 15 judge_called JudgeCalled; 16 dispute_assigned DisputeAssigned; 17 dispute_ruled DisputeRuled; " +
    "18 result_set ResultSet; 19 paused GamePaused; 20 facts bytes; 21 salt bytes; 22 previous bytes; 23 automatic bool; " +
    "24 secret bytes; 25 resumed GameResumed; 26 take_back_asked TakeBackAsked; 27 take_back_answered TakeBackAnswered; " +
    "28 forked GameForked; 29 imported GameImported",
  Actor: "1 role Role; 2 seat uint32; 3 name string",
  GameCreated:
    "1 setup string; 2 seats repeated SeatPlan; 3 commitment bytes; 4 chance string; 5 sandbox bool; 6 position string; 7 unlisted bool",
  SeatPlan: "1 kind SeatKind; 2 player string",
  SeatTaken: "1 seat uint32; 2 name string; 3 contribution bytes",
  GameStarted: "",
  Rewound: "1 to uint64; 2 reason string",
  Amended: "1 reason string",
  Noted: "1 text string",
  JudgeCalled: "1 about uint64; 2 text string; 3 pause bool",
  DisputeAssigned: "1 dispute uint64; 2 judge string",
  DisputeRuled: "1 dispute uint64; 2 text string; 3 rules repeated string",
  ResultSet: "1 winners repeated uint32; 2 reason string",
  GamePaused: "1 reason string",
  GameResumed: "1 reason string",
  TakeBackAsked: "1 to uint64; 2 reason string",
  TakeBackAnswered: "1 asked uint64; 2 agreed bool",
  GameForked: "1 game_id string; 2 commitment bytes; 3 chance string",
  GameImported: "1 digest bytes",
  Facts: "1 rules repeated string; 2 facts repeated Fact",
  Fact:
    "1 rule uint32; 2 audience uint32; 3 private bool; 4 amended bool; 5 script_began ScriptBegan; 6 asked Asked; 7 answered Answered; " +
    "8 drew Drew; 9 script_ended ScriptEnded; 10 escaped Escaped; 11 game_ended GameEnded",
  ScriptBegan: "1 script string; 2 args repeated Value; 3 aside bool",
  Asked: "1 seats repeated uint32; 2 sealed bool; 10 left repeated uint32",
  Answered: "1 seat uint32",
  Drew: "1 purpose string; 2 below uint64; 3 value uint64; 4 result string",
  ScriptEnded: "1 value Value",
  Escaped: "1 script string; 2 value Value",
  GameEnded: "1 winners repeated uint32",
  Value: "1 truth bool; 2 number sint64; 3 text string; 4 data bytes; 5 list Values",
  Values: "1 values repeated Value",
};

const ENUMS: Record<string, string[]> = {
  Role: ["UNSPECIFIED", "SEAT", "JUDGE", "SPECTATOR", "ADMIN", "INVITED", "SERVICE"].map((name) => `ROLE_${name}`),
  SeatKind: ["UNSPECIFIED", "OPEN", "INVITED", "BOT"].map((name) => `SEAT_KIND_${name}`),
};

/** Of each message, the fields of which one at most is set: the last that stands in the bytes. */
const ONE_OF: Record<string, (number: number) => boolean> = {
  Entry: (number) => (number >= 8 && number <= 19) || number >= 25,
  Fact: (number) => number >= 5,
  Value: () => true,
};

/** Whether a field is one of those of which one at most is set. */
export function isAlone(type: string, name: string): boolean {
  for (const field of fieldsOf(type).values()) if (field.name === name) return ONE_OF[type]?.(field.number) ?? false;
  return false;
}

/** The first field of a `Fact` that is a game's own. */
export const FIRST_OWN = 16;

interface Field {
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
}

const FIELDS: Map<string, Map<number, Field>> = new Map(
  Object.entries(MESSAGES).map(([message, text]) => {
    const fields = text === "" ? [] : text.split("; ").map((line) => line.split(" "));
    return [
      message,
      new Map(
        fields.map(([number, name, ...type]) => [
          Number(number),
          { number: Number(number), name: name ?? "", type: type.at(-1) ?? "", repeated: type.length > 1 },
        ]),
      ),
    ];
  }),
);

export type Value = bigint | boolean | string | Uint8Array | Message | Value[];

/** A message that was read: its fields by name, those only that stand in the bytes. `own`: a game's own fact in it. */
export class Message {
  own = 0;

  constructor(
    readonly type: string,
    readonly fields: Map<string, Value> = new Map(),
  ) {}

  has(name: string): boolean {
    return this.fields.has(name);
  }

  number(name: string): bigint {
    const value = this.fields.get(name);
    return typeof value === "bigint" ? value : 0n;
  }

  truth(name: string): boolean {
    return this.fields.get(name) === true;
  }

  text(name: string): string {
    const value = this.fields.get(name);
    return typeof value === "string" ? value : "";
  }

  bytes(name: string): Uint8Array {
    const value = this.fields.get(name);
    return value instanceof Uint8Array ? value : new Uint8Array();
  }

  message(name: string): Message | undefined {
    const value = this.fields.get(name);
    return value instanceof Message ? value : undefined;
  }

  list(name: string): Value[] {
    const value = this.fields.get(name);
    return Array.isArray(value) ? value : [];
  }

  messages(name: string): Message[] {
    return this.list(name).filter((value) => value instanceof Message);
  }

  texts(name: string): string[] {
    return this.list(name).filter((value) => typeof value === "string");
  }
}

export class NotProtobuf extends Error {}

interface Part {
  readonly number: number;
  readonly wire: number;
  readonly value: bigint | Uint8Array;
}

function* parts(data: Uint8Array): Generator<Part> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = data[at];
      if (byte === undefined) break;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new NotProtobuf("a number goes beyond its message");
  };
  while (at < data.length) {
    const key = varint();
    const number = Number(key >> 3n);
    const wire = Number(key & 7n);
    if (number === 0 || number >= 2 ** 29) throw new NotProtobuf(`there is no field ${number}`);
    if (wire === 0) {
      yield { number, wire, value: varint() };
      continue;
    }
    const size = wire === 2 ? Number(varint()) : wire === 1 ? 8 : wire === 5 ? 4 : -1;
    if (size < 0) throw new NotProtobuf(`wire type ${wire}`);
    if (at + size > data.length) throw new NotProtobuf("a field goes beyond its message");
    yield { number, wire, value: data.subarray(at, at + size) };
    at += size;
  }
}

/** Reads a message of that type. Throws NotProtobuf. */
export function parse(type: string, data: Uint8Array, depth = 0): Message {
  if (depth > 100) throw new NotProtobuf("messages are nested too deep");
  const message = new Message(type);
  const known = fieldsOf(type);
  const alone = ONE_OF[type];
  const within = new Map<string, Uint8Array>();
  for (const { number, wire, value } of parts(data)) {
    if (type === "Fact" && number >= FIRST_OWN && wire === 2) message.own = number;
    const field = known.get(number);
    if (alone?.(number)) {
      for (const other of known.values()) {
        if (other.number !== number && alone(other.number)) {
          message.fields.delete(other.name);
          within.delete(other.name);
        }
      }
      if (field !== undefined) message.own = 0;
    }
    if (field === undefined) continue;
    if (field.repeated) {
      const found = message.list(field.name);
      if (isNumber(field.type) && wire === 2) {
        found.push(...packed(value as Uint8Array).map((each) => scalar(field.type, each)));
      } else if (fits(field.type, wire)) {
        found.push(one(field.type, value, depth));
      }
      if (found.length) message.fields.set(field.name, found);
    } else if (fits(field.type, wire)) {
      let bytes = value;
      if (FIELDS.has(field.type)) {
        // A message that stands there in several parts is all of them, one after the other.
        bytes = Buffer.concat([within.get(field.name) ?? new Uint8Array(), value as Uint8Array]);
        within.set(field.name, bytes);
      }
      message.fields.set(field.name, one(field.type, bytes, depth));
    }
  }
  return message;
}

function packed(data: Uint8Array): bigint[] {
  const found: bigint[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of data) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte >= 0x80) continue;
    found.push(BigInt.asUintN(64, value));
    value = shift = 0n;
  }
  if (shift) throw new NotProtobuf("a number goes beyond its message");
  return found;
}

function fieldsOf(type: string): Map<number, Field> {
  const found = FIELDS.get(type);
  if (found === undefined) throw new Error(`there is no message ${type}`);
  return found;
}

const isNumber = (type: string) => /^(u|s)?int(32|64)$|^bool$/.test(type) || type in ENUMS;
const fits = (type: string, wire: number) => wire === (isNumber(type) ? 0 : 2);

function one(type: string, value: bigint | Uint8Array, depth: number): Value {
  if (typeof value === "bigint") return scalar(type, value);
  if (type === "bytes") return value;
  if (type !== "string") return parse(type, value, depth + 1);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new NotProtobuf("a text is not UTF-8");
  }
}

function scalar(type: string, value: bigint): Value {
  if (type === "bool") return value !== 0n;
  if (type === "uint32") return BigInt.asUintN(32, value);
  if (type === "int64") return BigInt.asIntN(64, value);
  if (type === "sint64") return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  return type in ENUMS ? BigInt.asIntN(32, value) : value;
}

/** The readable copy of a message, but for what `entry.ts` does with entries and facts. */
export function plain(message: Message): Map<string, Json> {
  const copy = new Map<string, Json>();
  const alone = ONE_OF[message.type];
  for (const field of fieldsOf(message.type).values()) {
    const value = message.fields.get(field.name);
    if (field.repeated) {
      const values = message.list(field.name);
      if (values.length) copy.set(field.name, values.map((each) => shown(field.type, each)));
    } else if (value !== undefined) {
      if (!(field.type in ENUMS) || value !== 0n) copy.set(field.name, shown(field.type, value));
    } else if (!alone?.(field.number) && !FIELDS.has(field.type) && !(field.type in ENUMS)) {
      copy.set(field.name, field.type === "bool" ? false : isNumber(field.type) ? 0n : "");
    }
  }
  return copy;
}

function shown(type: string, value: Value): Json {
  if (value instanceof Message) return type === "Value" ? bare(value) : plain(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map((each) => shown(type, each));
  return type in ENUMS ? (ENUMS[type]?.[Number(value)] ?? value) : value;
}

/** A `Value` as what it stands for. */
function bare(value: Message): Json {
  const list = value.message("list");
  if (list !== undefined) return list.messages("values").map(bare);
  const [held] = value.fields.values();
  return held === undefined ? null : shown("", held);
}
