import { apiError, type JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { SegmentReader, ShardSearcher } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, Division, LeafAggregator, ShardContext } from '../aggregator.ts';
import type { BucketsState } from '../aggregator-state.ts';
import type { DocScores } from '../doc-scores.ts';
import type { SamplerSpec } from '../specs/sampler.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import type { ValueSource } from '../values/value-source.ts';
import { BucketAggregator } from './bucket-aggregator.ts';
import { SEVERAL_KEYS } from './diverse-docs.ts';
import { InternalSelection } from './single-bucket.ts';
import { TopDocs } from './top-docs.ts';

/** The documents of one bucket of the parent that are chosen so far; they are offered in ascending order. */
interface ChosenDocs {
  offer(doc: number, score: number, key: number): void;
  ascending(): { readonly docs: Int32Array; readonly scores: Float32Array };
}

interface Choice {
  readonly shardSize: number;
  choose(): ChosenDocs;
  /** A number for each document that has one, by which it is told from others; null: nobody asks for it. */
  readonly keys: ((segment: SegmentReader) => ValueSource | null) | null;
}

export function samplerAggregator(
  node: AggregationNode<SamplerSpec>,
  shard: ShardContext,
  children: readonly Aggregator[],
): Aggregator {
  const { shardSize } = node.spec;
  const meter = new Meter(shard.budget, node.name);
  const choose = (): ChosenDocs => new TopDocs(shardSize, meter);
  return new SamplerAggregator(node, shard, children, { shardSize, choose, keys: null });
}

/** Keeps the best documents of each bucket of the parent, and hands them on when all of them are known. */
export class SamplerAggregator extends BucketAggregator {
  readonly #searcher: ShardSearcher;
  readonly #scores: DocScores;
  readonly #choice: Choice;
  /** By the parent's bucket. */
  readonly #best: ChosenDocs[] = [];
  #keys = new Float64Array(0);

  constructor(
    node: AggregationNode,
    { searcher, scores, budget }: ShardContext,
    children: readonly Aggregator[],
    choice: Choice,
  ) {
    super(node, children, budget);
    // Where there is nothing to choose from nobody minds.
    if (children.length === 0 && searcher.segments.length > 0) {
      const rule = 'Sampler aggregation must be used with child aggregations.';
      throw apiError('aggregation_execution_exception', rule);
    }
    if (choice.shardSize <= 0 && searcher.segments.length > 0) {
      const advice = 'please use TotalHitCountCollectorManager if you just need the total hit count';
      const reason = `numHits must be > 0; ${advice}`;
      throw apiError('illegal_argument_exception', reason);
    }
    this.#choice = choice;
    this.#searcher = searcher;
    this.#scores = scores;
  }

  override debug(): JsonMap {
    return { deferred_aggregators: this.node.children.map(({ name }) => name) };
  }

  /** The documents of others could be better. */
  override division(): Division {
    return 'none';
  }

  /** What lies within sees the documents at the end. */
  override get isPrepared(): boolean {
    return false;
  }

  override *prepare(): Steps<void> {}

  leaf(segment: SegmentReader): LeafAggregator {
    const { segments, docBases } = this.#searcher;
    const docBase = docBases[segments.indexOf(segment)]!;
    const keys = this.#choice.keys?.(segment) ?? null;
    return {
      collect: (docs, parents, length) => {
        if (this.#choice.keys !== null) this.#readKeys(keys, docs, length);
        this.#keep(docBase, docs, parents, length);
      },
    };
  }

  /** Documents without a value have 0, as in OpenSearch, whose keys are whole numbers. */
  #readKeys(source: ValueSource | null, docs: Int32Array, length: number): void {
    this.#keys = growFloat64(this.#keys, length, 0);
    this.#keys.fill(0, 0, length);
    const places = Int32Array.from({ length }, (_, i) => i);
    let last = -1;
    source?.read(docs, places, length, {
      values: (_docs, found, values, count) => {
        for (let i = 0; i < count; i++) {
          const place = found[i]!;
          this.#keys[place] = place === last ? SEVERAL_KEYS : Math.trunc(values[i]!) || 0;
          last = place;
        }
      },
    });
  }

  #keep(docBase: number, docs: Int32Array, parents: Int32Array, length: number): void {
    const keys = this.#keys;
    const keyed = this.#choice.keys !== null;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      this.#bestOf(parents[i]!).offer(docBase + doc, this.#scores.of(doc), keyed ? keys[i]! : 0);
    }
  }

  #bestOf(parent: number): ChosenDocs {
    const best = this.#best[parent];
    if (best !== undefined) return best;
    while (this.#best.length <= parent) this.#best.push(this.#choice.choose());
    return this.#best[parent]!;
  }

  override *finish(): Steps<void> {
    const { segments, docBases } = this.#searcher;
    const chosen = this.#best.map((best) => best.ascending());
    for (const [i, segment] of segments.entries()) {
      yield* super.prepare(segment);
      // The sample is of documents, whatever they stand for.
      const leaves = this.subLeaves(segment);
      const docBase = docBases[i]!;
      for (const [parent, { docs, scores }] of chosen.entries()) {
        const own = segmentPart(docs, docBase, docBase + segment.maxDoc);
        const local = docs.slice(own.from, own.to).map((doc) => doc - docBase);
        if (local.length === 0) continue;
        this.#scores.set(local, scores.subarray(own.from, own.to), local.length);
        const buckets = new Int32Array(local.length).fill(parent);
        this.record(local, buckets, local.length, chosen.length, leaves);
      }
    }
    yield* super.finish();
  }

  placesOf(_state: BucketsState, parents: Int32Array | null): Int32Array | null {
    return parents;
  }

  build(parent: number): InternalSelection {
    return new InternalSelection(this.node, this.docCount(parent), this.buildChildren(parent), false);
  }

  figure(parent: number): number {
    return this.docCount(parent);
  }
}

/** The places of the documents in [from, to) among ascending ones. */
function segmentPart(
  docs: Int32Array,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  let first = 0;
  while (first < docs.length && docs[first]! < from) first++;
  let end = first;
  while (end < docs.length && docs[end]! < to) end++;
  return { from: first, to: end };
}
