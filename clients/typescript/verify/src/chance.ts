// Seed and draws: docs/trust.md, "Nothing was drawn that suited somebody".

import { createHmac } from "node:crypto";
import { eight, sha256 } from "./entry.js";

/** The only algorithm that is known here. */
export const ALGORITHM = "hmac-sha256-1";

const ALL = 1n << 64n;

/** The seed, from the secret and the seats' contributions in the order of seats. */
export function seedOf(secret: Uint8Array, contributions: readonly Uint8Array[]): Buffer {
  return sha256(...[secret, ...contributions].flatMap((part) => [eight(part.length), part]));
}

/** The draws of one entry, one after the other. */
export class Draws {
  private counter = 0;

  constructor(
    private readonly seed: Uint8Array,
    private readonly version: number,
  ) {}

  /** The next draw of a number below `below`, which is from 1 to 2^64. */
  below(below: bigint): bigint {
    const usable = ALL - (ALL % below);
    for (;;) {
      const message = Buffer.concat([eight(this.version), eight(this.counter)]);
      this.counter += 1;
      const number = createHmac("sha256", this.seed).update(message).digest().readBigUInt64BE(0);
      if (number < usable) return number % below;
    }
  }
}

/** The results that the position of a sandbox foretells: kinds, and numbers where numbers are drawn. */
export function foretold(position: string): (string | number)[] {
  try {
    const draws: unknown = position ? JSON.parse(position).draws : [];
    return Array.isArray(draws) ? draws : [];
  } catch {
    return [];
  }
}
