import { ApiError } from '@sextant/contract';
import { type DateFormat, dateFormat } from '@sextant/engine';
import { failed, type IngestDocument } from '../ingest-document.ts';
import { javaText, type Value } from '../java-values.ts';
import { murmur128 } from '../murmur128.ts';
import type { ProcessorType } from '../processor.ts';
import type { Config } from '../processor-config.ts';
import { javaTrim } from './field-values.ts';

/** Routes documents that the same people may see to the same shard. */
export const aclRouting: ProcessorType = (config) => {
  const field = config.text('acl_field');
  const target = config.optionalText('target_field') ?? '_routing';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  return (document) => {
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] not present as part of path [${field}]`);
    if (!override && document.has(target)) return;
    const bytes = Buffer.alloc(16);
    for (const [at, half] of murmur128(javaText(value)).entries()) bytes.writeBigUInt64BE(half, at * 8);
    document.set(target, bytes.toString('base64url'));
  };
};

/** Routes by the first parts of a path. */
export const hierarchicalRouting: ProcessorType = (config) => {
  const field = config.text('path_field');
  const depth = config.whole('anchor_depth') ?? 2;
  const separator = config.optionalText('path_separator') ?? '/';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  if (depth <= 0) throw config.wrong('anchor_depth', 'must be greater than 0');
  refuseEmpty(config, 'path_separator', separator);
  refuseEmpty(config, 'path_field', field);
  return (document) => {
    if (!override && document.optional('_routing') !== undefined) return;
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] doesn't exist`);
    const path = javaText(value);
    if (path === '') {
      if (ignoreMissing) return;
      throw failed(`field [${field}] is null or empty`);
    }
    const parts = javaTrim(path)
      .split(separator)
      .filter((part) => part !== '');
    const anchor = parts.slice(0, depth).join(separator);
    document.set('_routing', hashText(anchor === '' ? '_root' : anchor));
  };
};

/** The bucket of a time in the zone that its text names: `ms` is shifted so that it reads as one of UTC. */
type Bucket = (ms: number) => string;

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

/** Routes by the hour, day, week or month of a time. */
export const temporalRouting: ProcessorType = (config) => {
  const field = config.text('timestamp_field');
  const granularity = config.text('granularity');
  const pattern = config.optionalText('format') ?? 'strict_date_optional_time';
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_existing', true);
  const hashed = config.flag('hash_bucket', false);
  refuseEmpty(config, 'timestamp_field', field);
  refuseEmpty(config, 'granularity', granularity);
  const bucket = granularities.get(granularity.toLowerCase());
  if (bucket === undefined) {
    const known = 'Supported values are: hour, day, week, month';
    throw config.wrong('granularity', `Invalid granularity: ${granularity}. ${known}`);
  }
  const format = formatOf(config, pattern);
  return (document) => {
    if (!override && document.optional('_routing') !== undefined) return;
    const value = found(document, field, ignoreMissing);
    if (value === undefined) return;
    if (value === null) throw failed(`field [${field}] not present as part of path [${field}]`);
    const text = javaText(value);
    const ms = format.parseIn(text, false, 'Z');
    if (Number.isNaN(ms)) throw format.failure(text);
    const key = bucket(ms + zoneShift(text));
    document.set('_routing', hashed ? hashText(key) : key);
  };
};

function formatOf(config: Config, pattern: string): DateFormat {
  try {
    return dateFormat(pattern);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw config.wrong('format', `invalid date format: ${error.error.reason}`);
  }
}

/** Milliseconds by which the zone at the end of a text is ahead of UTC. */
function zoneShift(text: string): number {
  const zone = /\d[^+-]*([+-])(\d\d)(?::?(\d\d))?$/.exec(/:|T/.test(text) ? text : '');
  if (zone === null) return 0;
  const minutes = Number(zone[2]) * 60 + Number(zone[3] ?? 0);
  return (zone[1] === '-' ? -minutes : minutes) * 60_000;
}

function refuseEmpty(config: Config, name: string, value: string): void {
  if (value === '') throw config.wrong(name, 'cannot be null or empty');
}

/** Undefined: nothing is there, or null, and that does not matter. */
function found(document: IngestDocument, field: string, ignoreMissing: boolean): Value | undefined {
  return ignoreMissing ? document.optional(field) : document.get(field);
}

/** The first half of the hash as a number of Java, without its sign. */
function hashText(text: string): string {
  const hash = BigInt.asIntN(64, murmur128(text)[0]);
  if (hash === -(1n << 63n)) return '0';
  return String(hash < 0n ? -hash : hash);
}
