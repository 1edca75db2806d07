import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { cidrRange, formatIp, tryParseIp } from '../../mapping/ip-address.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { ipRangeAggregator } from '../buckets/ip-ranges.ts';
import { booleanField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { IpRange, IpRangeSpec } from '../specs/ip-range.ts';

export const ipRange: AggregationType<IpRangeSpec> = {
  name: 'ip_range',
  holds: true,
  gives: 'buckets',
  isOneBucket: ({ ranges }) => ranges.length === 1,
  termsOf: ({ source }) => [source.field],
  sources: ({ source }) => [source],
  parse: parseIpRange,
  create: (node, shard, place) => ipRangeAggregator(node, shard, place),
};

function parseIpRange(_name: string, body: JsonObject): IpRangeSpec {
  const source = new SourceFields('ip_range', { formattable: false, zoned: false, scripted: null });
  let keyed = false;
  let ranges: readonly IpRange[] = [];
  readFields('ip_range', body, {
    ...source.parsers,
    keyed: booleanField((value) => {
      keyed = value;
    }),
    ranges: {
      tokens: ['START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        ranges = Object.freeze((Array.isArray(value) ? value : [value]).map(parseRange));
      },
    },
  });
  return Object.freeze({ source: source.spec(), keyed, ranges });
}

function parseRange(element: unknown): IpRange {
  if (!isObject(element)) throw parsingError('[ranges] must contain objects, but hit a value');
  const given = { key: null, from: null, to: null, mask: null } as Record<string, string | null>;
  for (const [member, value] of membersOf(element)) {
    if (!Object.hasOwn(given, member)) throw parsingError(`Unexpected ip range parameter: [${member}]`);
    if (value !== null) given[member] = String(value);
  }
  if (given.mask != null) return maskRange(given.mask, given.key ?? null);
  const from = address(given.from ?? null);
  const to = address(given.to ?? null);
  const text = (bytes: Uint8Array | null): string => (bytes === null ? '*' : formatIp(bytes));
  return { key: given.key ?? `${text(from)}-${text(to)}`, from, to };
}

function address(text: string | null): Uint8Array | null {
  if (text === null) return null;
  const bytes = tryParseIp(text);
  if (bytes !== undefined) return bytes;
  throw apiError('illegal_argument_exception', `'${text}' is not an IP string literal.`);
}

function maskRange(mask: string, key: string | null): IpRange {
  const { from, to } = cidrRange(mask);
  return { key: key ?? mask, from: isLowest(from) ? null : from, to: addressAfter(to) };
}

function isLowest(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** null: there is none. */
function addressAfter(bytes: Uint8Array): Uint8Array | null {
  const next = bytes.slice();
  for (let i = next.length - 1; i >= 0; i--) {
    next[i]! += 1;
    if (next[i] !== 0) return next;
  }
  return null;
}
