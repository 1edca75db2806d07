import type { Random } from '@sextant/base';
import type { ScriptHost } from '../../budget/script-host.ts';
import { JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaArray, JavaValue, type LongValue, wrapLong } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';

const plainDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const urlDigits = plainDigits.replace('+/', '-_');

interface Coding {
  readonly digits: string;
  readonly pads: boolean;
}

class JavaCoder extends JavaValue {
  readonly javaClass: 'Base64.Encoder' | 'Base64.Decoder';
  readonly coding: Coding;

  constructor(javaName: JavaCoder['javaClass'], coding: Coding) {
    super();
    this.javaClass = javaName;
    this.coding = coding;
  }

  override text(): string {
    return `java.util.${this.javaClass.replace('.', '$')}`;
  }
}

function encoded(bytes: readonly number[], { digits, pads }: Coding): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = Math.min(3, bytes.length - at);
    const word =
      ((bytes[at]! & 255) << 16) | (((bytes[at + 1] ?? 0) & 255) << 8) | ((bytes[at + 2] ?? 0) & 255);
    for (let i = 0; i <= rest; i++) text += digits[(word >> (18 - 6 * i)) & 63];
    if (pads) text += '='.repeat(3 - rest);
  }
  return text;
}

function illegal(reason: string): JavaError {
  return new JavaError('illegal_argument_exception', reason);
}

/** A text without what pads it, which has to be in its place. Throws IllegalArgumentException. */
function unpadded(text: string): string {
  if (text.length === 1) throw illegal('Input byte[] should at least have 2 bytes for base64 bytes');
  const at = text.indexOf('=');
  if (at < 0) return text;
  const place = at % 4;
  if (place === 0 || (place === 2 && text[at + 1] !== '='))
    throw illegal('Input byte array has wrong 4-byte ending unit');
  const end = at + (place === 2 ? 2 : 1);
  if (place !== 1 && end < text.length) throw illegal(`Input byte array has incorrect ending byte at ${end}`);
  return text.slice(0, at);
}

/** Throws IllegalArgumentException. */
function decoded(text: string, { digits }: Coding): JavaArray {
  const bare = unpadded(text);
  const bytes: number[] = [];
  let [word, bits] = [0, 0];
  for (const char of bare) {
    const digit = digits.indexOf(char);
    if (digit < 0) {
      throw illegal(`Illegal base64 character ${(char.codePointAt(0) ?? 0).toString(16)}`);
    }
    word = ((word << 6) | digit) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(((word >> bits) << 24) >> 24);
    }
  }
  if (bits >= 6) throw illegal('Last unit does not have enough valid bits');
  return new JavaArray('byte', bytes);
}

function pair(name: string, digits: string) {
  const coding = { digits, pads: true };
  const encoder = new JavaCoder('Base64.Encoder', coding);
  const decoder = new JavaCoder('Base64.Decoder', coding);
  return {
    [`static Base64.Encoder get${name}Encoder()`]: () => encoder,
    [`static Base64.Decoder get${name}Decoder()`]: () => decoder,
  };
}

const base64 = javaClass({
  name: 'Base64',
  fullName: 'java.util.Base64',
  members: { ...pair('', plainDigits), ...pair('Url', urlDigits) },
});

const encoder = javaClass({
  name: 'Base64.Encoder',
  fullName: 'java.util.Base64$Encoder',
  members: {
    'String encodeToString(byte[])': (self: JavaCoder, bytes: JavaArray) =>
      encoded(bytes.values as number[], self.coding),
    'Base64.Encoder withoutPadding()': (self: JavaCoder) =>
      new JavaCoder('Base64.Encoder', { ...self.coding, pads: false }),
  },
});

/** `decodeBase64` of a text. Throws IllegalArgumentException. */
export function decodedText(text: string): string {
  const { values } = decoded(text, { digits: plainDigits, pads: true });
  return Buffer.from(values as number[]).toString();
}

const decoder = javaClass({
  name: 'Base64.Decoder',
  fullName: 'java.util.Base64$Decoder',
  members: { 'byte[] decode(String)': (self: JavaCoder, text: string) => decoded(text, self.coding) },
});

const UNITS_PER_UUID = 16;

/** `UUID`. */
class JavaUuid extends JavaValue {
  readonly javaClass = 'UUID';
  readonly high: bigint;
  readonly low: bigint;

  constructor(high: bigint, low: bigint) {
    super();
    this.high = BigInt.asIntN(64, high);
    this.low = BigInt.asIntN(64, low);
  }

  override text(): string {
    meter.pass(UNITS_PER_UUID);
    const hex = (value: bigint): string => BigInt.asUintN(64, value).toString(16).padStart(16, '0');
    const text = hex(this.high) + hex(this.low);
    return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  override hash(): number {
    const both = this.high ^ this.low;
    return Number(BigInt.asIntN(32, (both >> 32n) ^ both));
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaUuid && other.high === this.high && other.low === this.low;
  }

  compareTo(other: unknown): number {
    const { high, low } = other as JavaUuid;
    if (this.high !== high) return this.high < high ? -1 : 1;
    return this.low < low ? -1 : Number(this.low > low);
  }

  get version(): number {
    return Number((this.high >> 12n) & 15n);
  }

  /** Throws UnsupportedOperationException where it was not made of a time. */
  ofTime(): this {
    if (this.version === 1) return this;
    throw new JavaError('unsupported_operation_exception', 'Not a time-based UUID');
  }
}

/** Throws IllegalArgumentException. */
function readUuid(text: string): JavaUuid {
  meter.pass(UNITS_PER_UUID);
  const parts = text.split('-');
  if (parts.length !== 5 || !parts.every((part) => /^[0-9a-fA-F]{1,16}$/.test(part))) {
    throw illegal(`Invalid UUID string: ${text}`);
  }
  const [a, b, c, d, e] = parts.map((part) => BigInt(`0x${part}`)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const high = ((a & 0xffffffffn) << 32n) | ((b & 0xffffn) << 16n) | (c & 0xffffn);
  return new JavaUuid(high, ((d & 0xffffn) << 48n) | (e & 0xffffffffffffn));
}

/** Of version 4: all bits but six are chance. */
function randomUuid(random: Random): JavaUuid {
  let word = 0n;
  for (const byte of random.bytes(16)) word = (word << 8n) | BigInt(byte);
  const high = ((word >> 64n) & ~0xf000n) | 0x4000n;
  const low = (word & 0x3fffffffffffffffn) | 0x8000000000000000n;
  return new JavaUuid(high, low);
}

const uuid = javaClass({
  name: 'UUID',
  fullName: 'java.util.UUID',
  supers: ['Comparable'],
  hosted: { 'static UUID randomUUID()': ({ random }: ScriptHost) => randomUuid(random) },
  members: {
    'new make(long, long)': (high: LongValue, low: LongValue) => new JavaUuid(BigInt(high), BigInt(low)),
    'static UUID fromString(String)': readUuid,
    'long getMostSignificantBits()': (self: JavaUuid) => wrapLong(self.high),
    'long getLeastSignificantBits()': (self: JavaUuid) => wrapLong(self.low),
    'int version()': (self: JavaUuid) => self.version,
    'int variant()': ({ low }: JavaUuid) => {
      const top = Number(BigInt.asUintN(64, low) >> 61n);
      if (top < 4) return 0;
      return top < 6 ? 2 : top;
    },
    'long timestamp()': (self: JavaUuid) => {
      const { high } = self.ofTime();
      const low = BigInt.asUintN(64, high);
      return wrapLong(((low & 0xfffn) << 48n) | (((low >> 16n) & 0xffffn) << 32n) | (low >> 32n));
    },
    'int clockSequence()': (self: JavaUuid) => Number((self.ofTime().low >> 48n) & 0x3fffn),
    'long node()': (self: JavaUuid) => wrapLong(self.ofTime().low & 0xffffffffffffn),
    'int compareTo(UUID)': (a: JavaUuid, b: JavaUuid) => a.compareTo(b),
  },
});

export const encoderClasses: readonly JavaClass[] = [base64, encoder, decoder, uuid];
