import type { JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import { getBit, setBit, wordsFor } from '../../codec/bits.ts';
import { BLOCK_SIZE } from '../../segment/doc-iterator.ts';
import type { MadeField, MadeFields } from '../../segment/made-field.ts';
import type { SegmentReader, ShardSearcher } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import {
  Aggregator,
  type Division,
  type LeafAggregator,
  OTHER_MATCH,
  type ShardContext,
} from '../aggregator.ts';
import { type AggregatorState, NOTHING_FOUND } from '../aggregator-state.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import type { SourceSpec } from '../spec-parts.ts';
import { DeferredDocs } from '../values/deferred-docs.ts';
import { Meter } from '../values/meter.ts';
import { BlockScores } from './block-scores.ts';
import { derivedGiven, derivedValues } from './derived-sources.ts';
import { MadeValues } from './made-values.ts';
import { type MakeValues, type ScriptValues, scriptValues } from './script-values.ts';
import { isScripted } from './scripted-sources.ts';

/** What scripts have made of the documents of one segment. */
interface SegmentValues {
  readonly segment: SegmentReader;
  /** Documents whose values are made. */
  readonly done: Uint32Array;
  /** By source. */
  readonly values: readonly MadeValues[];
}

/**
 * An aggregation over values that scripts make. The documents that come have theirs made and are kept; when all of them are
 * known, the values are fields of their segments, and the aggregation is made over those and given the documents: it knows
 * nothing of scripts.
 */
export class ScriptedAggregator extends Aggregator {
  readonly #shard: ShardContext;
  readonly #make: (shard: ShardContext) => Aggregator;
  readonly #sources: readonly SourceSpec[];
  readonly #scripts: readonly ScriptValues[];
  readonly #meter: Meter;
  readonly #docs: DeferredDocs;
  readonly #segments = new Map<SegmentReader, SegmentValues>();
  readonly #within: Aggregator[];
  readonly #showsAll: boolean;
  #parents = 1;
  #inner: Aggregator;

  /** Throws ApiError where a script cannot be compiled, or `make` throws one. */
  constructor(
    node: AggregationNode,
    sources: readonly SourceSpec[],
    shard: ShardContext,
    make: (shard: ShardContext) => Aggregator,
  ) {
    const within: Aggregator[] = [];
    super(within);
    this.#within = within;
    this.#shard = shard;
    this.#make = make;
    this.#sources = sources;
    this.#showsAll = node.type.showsAll?.(node.spec) === true;
    this.#scripts = sources.map((source) => {
      const given = derivedGiven(source, shard);
      if (isScripted(source) && given === null) return scriptValues(source, shard);
      return derivedValues(given ?? source.field, shard, source.field);
    });
    this.#meter = new Meter(shard.budget, node.name);
    this.#docs = new DeferredDocs(this.#meter);
    // Whatever else may be wrong is told before any document is looked at.
    this.#inner = make(this.#seen());
  }

  /** How many parents there are is not known before the last document. */
  override division(): Division {
    return 'none';
  }

  override get isPrepared(): boolean {
    return false;
  }

  override *prepare(): Steps<void> {}

  leaf(segment: SegmentReader): LeafAggregator {
    const known = this.#segments.get(segment);
    const own = known ?? this.#begin(segment);
    this.#docs.begin(segment);
    const makers = this.#scripts.map((script) => script.forSegment(segment));
    const { scores } = this.#shard;
    let found = new Float64Array(BLOCK_SIZE);
    let fresh = new Int32Array(BLOCK_SIZE);
    let freshScores = new Float64Array(BLOCK_SIZE);
    return {
      collect: (docs, parents, length, parentCount) => {
        this.#meter.charge(1 + (length >>> 2) * makers.length);
        this.#parents = Math.max(this.#parents, parentCount);
        if (found.length < length) {
          found = new Float64Array(length);
          fresh = new Int32Array(length);
          freshScores = new Float64Array(length);
        }
        scores.fill(docs, length, found);
        let count = 0;
        for (let i = 0; i < length; i++) {
          const doc = docs[i]!;
          if (getBit(own.done, doc)) continue;
          setBit(own.done, doc);
          fresh[count] = doc;
          freshScores[count++] = found[i]!;
        }
        make(own, makers, fresh, freshScores, count);
        this.#docs.addAll(docs, parents, found, length);
      },
    };
  }

  #begin(segment: SegmentReader): SegmentValues {
    const words = wordsFor(segment.maxDoc);
    this.#meter.take(words * 4);
    const values = this.#scripts.map(({ holds }) => new MadeValues(segment.maxDoc, holds, this.#meter));
    const own = { segment, done: new Uint32Array(words), values };
    this.#segments.set(segment, own);
    return own;
  }

  /** The shard as if the values that are made were those of fields. */
  #seen(): ShardContext {
    const { searcher, mapping, searched, filter } = this.#shard;
    const originals = new Map<SegmentReader, SegmentReader>();
    const segments = searcher.segments.map((segment) => {
      const seen = segment.withMade(this.#madeIn(segment));
      originals.set(seen, segment);
      return seen;
    });
    const original = (segment: SegmentReader): SegmentReader => originals.get(segment) ?? segment;
    const fields = new Map(this.#sources.map(({ field }, i) => [field, this.#scripts[i]!.field] as const));
    const made = { of: searcher.made?.of ?? searcher, fields: new Set(fields.keys()) };
    const seen: ShardSearcher = { ...plainSearcher(searcher), segments, made };
    return {
      ...this.#shard,
      searcher: seen,
      mapping: {
        field: (name) => (fields.has(name) ? (fields.get(name) ?? undefined) : mapping.field(name)),
        mapper: (name) => mapping.mapper(name),
        nestedPathOf: (name) => mapping.nestedPathOf(name),
        object: (path) => mapping.object(path),
        join: mapping.join,
        source: mapping.source,
      },
      filter:
        filter &&
        ((query, path) => {
          const { docs, asked } = filter(query, path);
          return {
            docs: (segment) => docs(original(segment)),
            ...(asked && { asked: (segment: SegmentReader) => asked(original(segment)) }),
          };
        }),
      searched: (segment) => searched(original(segment)),
    };
  }

  #madeIn(segment: SegmentReader): MadeFields {
    const made = new Map<string, MadeField>();
    const values = this.#segments.get(segment)?.values;
    this.#sources.forEach(({ field }, i) => {
      const own = values?.[i]?.field() ?? null;
      made.set(field, own ?? NO_VALUES);
    });
    return made;
  }

  /** The values of documents that did not come. */
  *#makeOthers(): Steps<void> {
    for (const segment of this.#shard.searcher.segments) {
      const own = this.#segments.get(segment) ?? this.#begin(segment);
      const { done } = own;
      const makers = this.#scripts.map((script) => script.forSegment(segment));
      const { liveDocs } = segment;
      const docs = new Int32Array(BLOCK_SIZE);
      const scores = new Float64Array(BLOCK_SIZE).fill(1);
      for (let doc = 0, count = 0; doc < segment.maxDoc; doc++) {
        if (!getBit(done, doc) && (liveDocs === null || getBit(liveDocs, doc))) docs[count++] = doc;
        if (count < BLOCK_SIZE && doc + 1 < segment.maxDoc) continue;
        this.#meter.charge(count);
        make(own, makers, docs, scores, count);
        count = 0;
        if (this.#shard.budget.sliceOver) yield;
      }
    }
  }

  override *finish(): Steps<void> {
    if (this.#showsAll) yield* this.#makeOthers();
    const seen = this.#seen();
    const inner = this.#make(seen);
    this.#inner = inner;
    this.#within.push(...inner.children);
    const { segments } = this.#shard.searcher;
    const segmentOf = (segment: SegmentReader): SegmentReader =>
      seen.searcher.segments[segments.indexOf(segment)]!;
    const scores = new BlockScores(this.#shard.scores);
    yield* this.#docs.replay(
      (segment) => inner.prepare(segmentOf(segment)),
      (segment) => {
        const leaf = inner.leaf(segmentOf(segment), OTHER_MATCH);
        return (docs, parents, keys, length) => {
          scores.set(docs, keys, length);
          leaf?.collect(docs, parents, length, this.#parents);
        };
      },
    );
    yield* inner.finish();
  }

  state(): AggregatorState {
    return NOTHING_FOUND;
  }

  absorb(): void {}

  build(parent: number): InternalAggregation {
    return this.#inner.build(parent);
  }

  override buildEmpty(): InternalAggregation {
    return this.#inner.buildEmpty();
  }

  figure(parent: number, name: string | null): number {
    return this.#inner.figure(parent, name);
  }

  override profiledAs(): string | null {
    return this.#inner.profiledAs();
  }

  override debug(): JsonMap {
    return this.#inner.debug();
  }

  override release(): void {
    this.#inner.release();
  }
}

function make(
  { values }: SegmentValues,
  makers: readonly MakeValues[],
  docs: Int32Array,
  scores: Float64Array,
  length: number,
): void {
  for (let source = 0; source < makers.length; source++) {
    const taker = values[source]!;
    taker.begin(docs);
    makers[source]!(docs, scores, length, taker);
  }
}

const NO_VALUES: MadeField = Object.freeze({ numeric: null, ordinals: null, terms: null, exists: null });

/** What is the same of a searcher with other segments. */
function plainSearcher({
  index,
  indexUuid,
  shard,
  docBases,
  numDocs,
}: ShardSearcher): Omit<ShardSearcher, 'segments'> {
  return { index, indexUuid, shard, docBases, numDocs };
}
