import { topLevelDomains } from '../words/top-level-domains.ts';
import { ALPHANUMERIC, HEX, runOf } from './url-characters.ts';

/** A label of a name: letters and digits, with hyphens between them. `from` where none begins. */
function labelEnd(text: string, from: number, limit: number): number {
  let end = runOf(text, from, limit, ALPHANUMERIC);
  if (end === from) return from;
  for (;;) {
    let at = end;
    while (at < limit && text[at] === '-') at++;
    const next = runOf(text, at, limit, ALPHANUMERIC);
    if (next === at) return end;
    end = next;
  }
}

/** The end of labels with dots between them; `from` where there is none. */
export function looseNameEnd(text: string, from: number, limit: number): number {
  let end = labelEnd(text, from, limit);
  while (end > from && text[end] === '.') {
    const next = labelEnd(text, end + 1, limit);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

/** The longest name of a top level domain that a label begins with, or 0. */
function topLevelLength(text: string, from: number, end: number): number {
  for (let length = Math.min(end - from, topLevelDomains.longest); length > 0; length--) {
    if (isTopLevel(text, from, from + length)) return length;
  }
  return 0;
}

function isTopLevel(text: string, from: number, end: number): boolean {
  return (
    end - from <= topLevelDomains.longest && topLevelDomains.names.has(text.slice(from, end).toLowerCase())
  );
}

/**
 * The end of the longest name whose last label begins with a top level domain, with the dot of the root where one follows; `from` where
 * there is none.
 */
export function mailHostEnd(text: string, from: number, limit: number): number {
  let best = from;
  let end = labelEnd(text, from, limit);
  while (end > from && text[end] === '.') {
    const start = end + 1;
    end = labelEnd(text, start, limit);
    if (end === start) break;
    const known = topLevelLength(text, start, end);
    if (known > 0) best = start + known;
  }
  return best > from && best < limit && text[best] === '.' ? best + 1 : best;
}

/** Where names end whose last label is a top level domain, in order, without the dot of the root. */
export function knownNameEnds(text: string, from: number, limit: number): readonly number[] {
  const ends: number[] = [];
  let end = labelEnd(text, from, limit);
  while (end > from && end < limit && text[end] === '.') {
    const start = end + 1;
    end = labelEnd(text, start, limit);
    if (end === start) break;
    if (isTopLevel(text, start, end)) ends.push(end);
  }
  return ends;
}

/** Four numbers up to 255, of each the longest way to write it first. */
const leadingIpv4 =
  /^(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])){3}/;
const IPV4_MAX = 15;

/** The end of four numbers up to 255; `from` where there are none. */
export function ipv4End(text: string, from: number, limit: number): number {
  const first = text.charCodeAt(from) - 0x30;
  if (!(first >= 0 && first <= 9)) return from;
  const found = leadingIpv4.exec(text.slice(from, Math.min(limit, from + IPV4_MAX)));
  return found === null ? from : from + found[0].length;
}

const IPV6_GROUPS = 8;
/** The longest way to write one. */
const IPV6_MAX = 60;

function groupsOf(text: string): number {
  if (text === '') return 0;
  const parts = text.split(':');
  const last = parts.pop()!;
  if (!parts.every(isGroup)) return Number.NaN;
  if (isGroup(last)) return parts.length + 1;
  return leadingIpv4.exec(last)?.[0] === last ? parts.length + 2 : Number.NaN;
}

function isGroup(part: string): boolean {
  return part.length <= 4 && part !== '' && runOf(part, 0, part.length, HEX) === part.length;
}

/** An address of RFC 3986: `::` stands for one group at least, and the last two may be written as of IPv4. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [first, second] = halves.map(groupsOf);
  if (second === undefined) return first === IPV6_GROUPS;
  return !halves[0]!.includes('.') && first! + second < IPV6_GROUPS;
}

/** The end of `[address]`; `from` where there is none. */
export function bracketedEnd(text: string, from: number, limit: number): number {
  if (text[from] !== '[') return from;
  const close = text.slice(from, Math.min(limit, from + IPV6_MAX)).indexOf(']');
  return close > 0 && isIpv6(text.slice(from + 1, from + close)) ? from + close + 1 : from;
}
