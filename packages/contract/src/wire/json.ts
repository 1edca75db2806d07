/**
 * The tree that an answer is made of. Plain JSON values, and four classes for what plain JSON cannot tell
 * apart: a Java double is written `1.0`, a float in the shortest digits of a float, a long without loss, and
 * a stored document exactly as it was sent. Objects keep the order of their keys. `undefined` members are
 * left out.
 */
export type Json =
  | null
  | boolean
  | number
  | string
  | Double
  | Float
  | Long
  | RawJson
  | readonly Json[]
  | JsonMap;

export interface JsonMap {
  readonly [key: string]: Json | undefined;
}

/** A double, written as Java writes it: `3.0`, `1.0E7`. NaN and infinities are written as strings ("NaN"). */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A 32-bit float, written as Java's Float.toString does: `0.2876821`. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An integer beyond 2^53, in decimal digits. */
export class Long {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** UTF-8 bytes of one JSON value, put into the answer as they are. */
export class RawJson {
  readonly bytes: Uint8Array;
  /** Nobody else has their memory: whoever has sent them may give it back. */
  readonly isOwned: boolean;
  constructor(bytes: Uint8Array, isOwned = false) {
    this.bytes = bytes;
    this.isOwned = isOwned;
  }
}

/** What a caller has given as JSON: it goes out as it is, and takes another form where it is JSON. */
export class GivenJson extends RawJson {}
