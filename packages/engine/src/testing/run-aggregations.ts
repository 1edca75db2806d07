import { Double, Float, type Json, Long, RawJson } from '@sextant/contract';
import {
  type AggregationContext,
  createAggregation,
  parseAggregations,
  type RenderOptions,
} from '../aggregations/aggregations.ts';
import { runThrough } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { javaDouble } from '../mapping/java-text.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { SegmentMatch } from '../segment/collector.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';
import { testBudget } from './query-context.ts';
import { searcherOf, segmentOf, type TestDocument } from './segments.ts';

interface TestShard {
  readonly fields: readonly MappedField[];
  readonly searcher: ShardSearcher;
}

/** One shard with a segment per list of documents. */
export function shardOf(
  fields: readonly MappedField[],
  segments: readonly (readonly TestDocument[])[],
): TestShard {
  return { fields, searcher: searcherOf(segments.map((documents) => segmentOf(fields, documents))) };
}

interface RunOptions extends Partial<RenderOptions> {
  /** Which documents match, by their number in the shard; all by default. */
  readonly matches?: (doc: number) => boolean;
  /** Hide from the aggregations that all documents match, so that they cannot answer from statistics. */
  readonly collectAll?: boolean;
  /** Says that the documents which match are those with a value of this field in [from, to]. */
  readonly range?: { readonly field: string; readonly from: number; readonly to: number };
  readonly filter?: AggregationContext['filter'];
  readonly maxBuckets?: number;
  readonly nowMs?: number;
  readonly budget?: WorkBudget;
}

/**
 * Runs the aggregations of a request body over shards; the answer as JSON text, numbers as OpenSearch prints
 * them.
 */
export function aggregate(shards: readonly TestShard[], body: unknown, options: RunOptions = {}): string {
  const budget = options.budget ?? testBudget();
  const context: AggregationContext = {
    shards: shards.map(({ fields, searcher }) => {
      const byName = new Map(fields.map((field) => [field.name, field]));
      const mapping = {
        field: (name: string) => byName.get(name),
        mapper: () => undefined,
        nestedPathOf: () => null,
        object: () => undefined,
        join: undefined,
        source: { enabled: true },
      };
      return { searcher, mapping };
    }),
    nowMs: options.nowMs ?? 0,
    maxBuckets: options.maxBuckets ?? 65_535,
    budget,
    ...(options.filter && { filter: options.filter }),
  };
  const running = runThrough(createAggregation(parseAggregations(body), context));
  const docs = new Int32Array(128);
  for (const [shardIndex, { searcher }] of shards.entries()) {
    for (const [i, segment] of searcher.segments.entries()) {
      const collector = running.collector.forSegment(segment, shardIndex, matchOf(options));
      if (collector === null) continue;
      let length = 0;
      for (let doc = 0; doc < segment.maxDoc; doc++) {
        const live = segment.liveDocs === null || ((segment.liveDocs[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
        if (!live || options.matches?.(searcher.docBases[i]! + doc) === false) continue;
        docs[length++] = doc;
        if (length === 128) {
          collector.collect(docs, length, null);
          length = 0;
        }
      }
      if (length > 0) collector.collect(docs, length, null);
    }
  }
  runThrough(running.build());
  const { typedKeys = false, isWritten = false } = options;
  return jsonText(runThrough(running.result({ typedKeys, isWritten })));
}

function matchOf({ matches, collectAll, range }: RunOptions): SegmentMatch {
  if (collectAll === true) return { kind: 'other' };
  if (range !== undefined) return { kind: 'range', ...range };
  return { kind: matches === undefined ? 'all' : 'other' };
}

/** An answer, or a part of one, as it is sent. */
export function jsonText(value: Json | undefined): string {
  if (value instanceof Double || value instanceof Float) {
    return Number.isFinite(value.value) ? javaDouble(value.value) : `"${value.value}"`;
  }
  if (value instanceof Long) return value.digits;
  if (value instanceof RawJson) return new TextDecoder().decode(value.bytes);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`);
    return `{${texts.join(',')}}`;
  }
  return JSON.stringify(value);
}
