import { ApiError } from '@sextant/contract';
import { type DateFormat, dateFormat } from '@sextant/engine';
import { murmur128 } from '../murmur128.ts';
import type { Config } from '../processor-config.ts';
import { javaTrim } from './field-values.ts';

/** The routing of documents that the same people may see. */
export function aclRoutingOf(acl: string): string {
  const bytes = Buffer.alloc(16);
  for (const [at, half] of murmur128(acl).entries()) bytes.writeBigUInt64BE(half, at * 8);
  return bytes.toString('base64url');
}

/** The routing of a path: that of its first parts. */
export function pathRoutingOf(path: string, depth: number, separator: string): string {
  const parts = javaTrim(path)
    .split(separator)
    .filter((part) => part !== '');
  const anchor = parts.slice(0, depth).join(separator);
  return hashText(anchor === '' ? '_root' : anchor);
}

/** The bucket of a time in the zone that its text names: `ms` is shifted so that it reads as one of UTC. */
export type Bucket = (ms: number) => string;

const DAY = 86_400_000;
const isoText = (ms: number, length: number): string => new Date(ms).toISOString().slice(0, length);

const granularities: ReadonlyMap<string, Bucket> = new Map([
  ['hour', (ms: number) => isoText(ms, 13)],
  ['day', (ms: number) => isoText(ms, 10)],
  ['week', isoWeek],
  ['month', (ms: number) => isoText(ms, 7)],
]);

/** Weeks begin on Monday; the first one of a year has its fourth of January. */
function isoWeek(ms: number): string {
  const day = Math.floor(ms / DAY) * DAY;
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = new Date(day + (3 - weekday) * DAY);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Throws ApiError where there is no such granularity. */
export function bucketsBy(config: Config, granularity: string): Bucket {
  const bucket = granularities.get(granularity.toLowerCase());
  if (bucket !== undefined) return bucket;
  const known = 'Supported values are: hour, day, week, month';
  throw config.wrong('granularity', `Invalid granularity: ${granularity}. ${known}`);
}

/** Throws ApiError that names the property. */
export function formatOf(config: Config, pattern: string): DateFormat {
  try {
    return dateFormat(pattern);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw config.wrong('format', `invalid date format: ${error.error.reason}`);
  }
}

/** Milliseconds by which the zone at the end of a text is ahead of UTC. */
export function zoneShift(text: string): number {
  const zone = /\d[^+-]*([+-])(\d\d)(?::?(\d\d))?$/.exec(/:|T/.test(text) ? text : '');
  if (zone === null) return 0;
  const minutes = Number(zone[2]) * 60 + Number(zone[3] ?? 0);
  return (zone[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Throws ApiError. */
export function refuseEmpty(config: Config, name: string, value: string): void {
  if (value === '') throw config.wrong(name, 'cannot be null or empty');
}

/** The first half of the hash as a number of Java, without its sign. */
export function hashText(text: string): string {
  const hash = BigInt.asIntN(64, murmur128(text)[0]);
  if (hash === -(1n << 63n)) return '0';
  return String(hash < 0n ? -hash : hash);
}
