import { formatIp, parseIp } from '../../mapping/ip-address.ts';
import { compareBytes } from '../../segment/global-ordinals.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import type { IpRange, IpRangeSpec } from '../specs/ip-range.ts';
import { ShardOrdinals } from '../values/changed-source.ts';
import { fieldOf, notForAggregation } from '../values/field-values.ts';
import { placeOfTerm } from '../values/term-places.ts';
import { TermValues } from '../values/term-values.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { ConstantSource, columnSource, type ValueSource } from '../values/value-source.ts';
import { type RangedValues, rangesAggregator } from './range-aggregator.ts';

/** Ranges of addresses, which are ranges of the ordinals of a field's terms. */
export function ipRangeAggregator(
  node: AggregationNode<IpRangeSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  return rangesAggregator(node, shard, place, () => ipRanges(node, shard));
}

function ipRanges({ type, spec }: AggregationNode<IpRangeSpec>, shard: ShardContext): RangedValues {
  const { source } = spec;
  const field = fieldOf(source, shard);
  if (field !== null && field.type !== 'ip') throw notForAggregation(type.name, field);
  const terms = new TermValues(field, { ...source, missing: null }, shard);
  const instead = source.missing === null ? null : parseIp(String(source.missing));
  const edges = spec.ranges.flatMap(({ from, to }) => [from, to]);
  shard.budget.charge(edges.length);
  const named = [...edges, instead].filter((bytes) => bytes !== null).sort(compareBytes);
  // Between two terms of the field those that the request names keep their order among themselves.
  const placeOf = (bytes: Uint8Array): number => {
    const place = placeOfTerm(terms, bytes);
    if (Number.isInteger(place)) return place;
    return Math.floor(place) + (firstPlace(named, bytes) + 1) / (named.length + 1);
  };
  const missing = instead === null ? null : placeOf(instead);
  const ranges = spec.ranges.toSorted(compareRanges).map(({ key, from, to }) => ({
    key,
    from: from === null ? Number.NEGATIVE_INFINITY : placeOf(from),
    to: to === null ? Number.POSITIVE_INFINITY : placeOf(to),
    shown: { from: from && formatIp(from), to: to && formatIp(to) },
  }));
  return {
    ranges,
    format: RAW_FORMAT,
    unmapped: field === null,
    source: (segment): ValueSource | null => {
      const column = field === null ? null : segment.ordinals(field.name);
      if (column === null) return missing === null ? null : new ConstantSource(missing);
      if (missing === null) return terms.source(segment);
      return new ShardOrdinals(columnSource(column, 0, -1), terms.mapOf(segment), missing);
    },
    slice: () => null,
  };
}

/** Of the first one that is not below it, in an ascending list. */
function firstPlace(ascending: readonly Uint8Array[], bytes: Uint8Array): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(ascending[middle]!, bytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By where they begin, then by where they end. */
function compareRanges(a: IpRange, b: IpRange): number {
  return compareEdges(a.from, b.from, -1) || compareEdges(a.to, b.to, 1);
}

/** `open`: what an edge that is not there is, beside one that is. */
function compareEdges(a: Uint8Array | null, b: Uint8Array | null, open: -1 | 1): number {
  if (a === null) return b === null ? 0 : open;
  return b === null ? -open : compareBytes(a, b);
}
