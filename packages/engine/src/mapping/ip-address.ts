import { ApiError } from '@sextant/contract';
import { illegalArgument } from './errors.ts';

/** Bytes of an address: IPv6, with IPv4 mapped into it (`::ffff:a.b.c.d`). */
const IP_LENGTH = 16;

/** Four bytes of dotted decimals, or null. Leading zeros are allowed, as in OpenSearch. */
function parseV4(text: string, into: Uint8Array, at: number): boolean {
  const parts = text.split('.');
  if (parts.length !== 4) return false;
  for (let part = 0; part < 4; part++) {
    const digits = parts[part]!;
    if (!/^\d{1,3}$/.test(digits) || (digits.length > 1 && digits.startsWith('0'))) return false;
    const value = Number(digits);
    if (value > 255) return false;
    into[at + part] = value;
  }
  return true;
}

/**
 * Puts the sixteen bytes of an address of IPv4, which is the ASCII bytes [start, end), into `target` from `at` on. False where it is
 * none.
 */
export function putV4(
  bytes: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
): boolean {
  target.fill(0, at, at + 10);
  target[at + 10] = 255;
  target[at + 11] = 255;
  let part = 0;
  let value = 0;
  let digits = 0;
  for (let i = start; i <= end; i++) {
    const digit = i < end ? bytes[i]! - 0x30 : -1;
    if (digit >= 0 && digit <= 9) {
      if (digits > 0 && value === 0) return false;
      value = value * 10 + digit;
      digits++;
      if (value > 255) return false;
      continue;
    }
    const isEnd = i === end;
    if (digits === 0 || part === 4 || (!isEnd && bytes[i] !== 0x2e)) return false;
    target[at + 12 + part++] = value;
    value = 0;
    digits = 0;
  }
  return part === 4;
}

function parseGroups(text: string, into: Uint8Array, at: number): number {
  if (text === '') return at;
  const groups = text.split(':');
  let next = at;
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index]!;
    if (index === groups.length - 1 && group.includes('.')) {
      if (next + 4 > IP_LENGTH || !parseV4(group, into, next)) return -1;
      return next + 4;
    }
    if (!/^[0-9a-fA-F]{1,4}$/.test(group) || next + 2 > IP_LENGTH) return -1;
    const value = Number.parseInt(group, 16);
    into[next++] = value >>> 8;
    into[next++] = value & 255;
  }
  return next;
}

function parseV6(text: string, into: Uint8Array): boolean {
  const scope = text.indexOf('%');
  const address = scope < 0 ? text : text.slice(0, scope);
  const gap = address.indexOf('::');
  if (gap < 0) return parseGroups(address, into, 0) === IP_LENGTH;
  if (address.includes('::', gap + 1)) return false;
  const head = parseGroups(address.slice(0, gap), into, 0);
  const tail = new Uint8Array(IP_LENGTH);
  const tailLength = parseGroups(address.slice(gap + 2), tail, 0);
  if (head < 0 || tailLength < 0 || head + tailLength > IP_LENGTH - 2) return false;
  into.fill(0, head);
  into.set(tail.subarray(0, tailLength), IP_LENGTH - tailLength);
  return true;
}

/** 16 bytes, or undefined where the text is no address. */
export function tryParseIp(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(IP_LENGTH);
  if (text.includes(':')) return parseV6(text, bytes) ? bytes : undefined;
  bytes[10] = 255;
  bytes[11] = 255;
  return parseV4(text, bytes, 12) ? bytes : undefined;
}

export function parseIp(text: string): Uint8Array {
  const bytes = tryParseIp(text);
  if (bytes === undefined) throw illegalArgument(`'${text}' is not an IP string literal.`);
  return bytes;
}

function isMappedV4(bytes: Uint8Array): boolean {
  for (let at = 0; at < 10; at++) if (bytes[at] !== 0) return false;
  return bytes[10] === 255 && bytes[11] === 255;
}

/** The first longest run of two or more zero groups: [start, end). */
function zeroRun(groups: readonly number[]): readonly [number, number] {
  let best: readonly [number, number] = [-1, -1];
  let start = -1;
  for (let index = 0; index <= groups.length; index++) {
    if (groups[index] === 0) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      if (index - start > 1 && index - start > best[1] - best[0]) best = [start, index];
      start = -1;
    }
  }
  return best;
}

/** The text form: IPv4 dotted; IPv6 in lowercase with the longest run of zeros as `::` (RFC 5952). */
export function formatIp(bytes: Uint8Array): string {
  if (isMappedV4(bytes)) return `${bytes[12]}.${bytes[13]}.${bytes[14]}.${bytes[15]}`;
  const groups: number[] = [];
  for (let at = 0; at < IP_LENGTH; at += 2) groups.push((bytes[at]! << 8) | bytes[at + 1]!);
  const [start, end] = zeroRun(groups);
  const hex = (list: readonly number[]): string => list.map((group) => group.toString(16)).join(':');
  return start < 0 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(end))}`;
}

/** The first and the last address of `10.0.0.0/8`. */
export function cidrRange(text: string): { readonly from: Uint8Array; readonly to: Uint8Array } {
  const [address = '', given = '', ...others] = text.split('/');
  if (given === '' || others.length > 0) throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  const from = parseIp(address);
  const isV4 = !address.includes(':');
  if (!isV4 && isMappedV4(from)) throw ambiguousPrefix(address);
  const length = /^[+-]?\d+$/.test(given) ? Number(given) : Number.NaN;
  if (!(length >= -(2 ** 31) && length < 2 ** 31)) {
    throw new ApiError({ type: 'number_format_exception', reason: `For input string: "${given}"` });
  }
  if (length < 0 || length > (isV4 ? 32 : 128)) {
    const most = 'Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges';
    throw illegalArgument(`Illegal prefix length [${length}] in [${text}]. ${most}`);
  }
  const prefix = length + (isV4 ? 96 : 0);
  const to = from.slice();
  for (let bit = prefix; bit < 128; bit++) {
    const mask = 0x80 >>> (bit & 7);
    from[bit >>> 3]! &= ~mask;
    to[bit >>> 3]! |= mask;
  }
  return { from, to };
}

/** In OpenSearch's words, which leave the bracket open. */
function ambiguousPrefix(address: string): Error {
  const mapped = `CIDR notation is not allowed with IPv6-mapped IPv4 address [${address}`;
  const why = 'as it introduces ambiguity as to whether the prefix length should be interpreted as';
  return illegalArgument(`${mapped} ${why} a v4 prefix length or a v6 prefix length`);
}
