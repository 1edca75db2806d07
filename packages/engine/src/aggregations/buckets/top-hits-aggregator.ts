import { apiError, type JsonMap } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, NOTHING_FOUND } from '../aggregator-state.ts';
import type { DocScores } from '../doc-scores.ts';
import { InternalAggregation } from '../internal-aggregation.ts';
import type { TopHitsSpec } from '../specs/top-hits.ts';
import type { TopHitsBucket, TopHitsPort } from '../top-hits-port.ts';
import { growFloat32 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';

/** About what a place for a document takes. */
const PLACE_BYTES = 64;

/** top_hits on one shard. */
export class TopHitsAggregator extends Aggregator {
  readonly #node: AggregationNode<TopHitsSpec>;
  readonly #port: TopHitsPort;
  readonly #scores: DocScores;
  readonly #meter: Meter;
  readonly #searched: ShardContext['searched'];
  readonly #buckets: (TopHitsBucket | undefined)[] = [];

  constructor(node: AggregationNode<TopHitsSpec>, shard: ShardContext) {
    super();
    this.#node = node;
    this.#scores = shard.scores;
    this.#searched = shard.searched;
    this.#meter = new Meter(shard.budget, node.name);
    if (shard.topHits === null) {
      const reason = `Aggregation [${node.name}] of type [top_hits] is not supported here`;
      throw apiError('illegal_argument_exception', reason);
    }
    this.#port = shard.topHits(node.name, node.spec.body);
  }

  /** The documents of others could be better. */
  override division(): Division {
    return 'none';
  }

  leaf(segment: SegmentReader): LeafAggregator {
    return new TopHitsLeaf(this, this.#searched(segment), this.#scores);
  }

  bucket(parent: number): TopHitsBucket {
    const found = this.#buckets[parent];
    if (found !== undefined) return found;
    const { from, size } = this.#node.spec;
    // Told where the first document comes, as by the collector that it would go to.
    if (from + size === 0) throw noHits();
    this.#meter.charge(1);
    this.#meter.take((from + size + 1) * PLACE_BYTES);
    while (this.#buckets.length < parent) this.#buckets.push(undefined);
    const made = this.#port.bucket();
    this.#buckets[parent] = made;
    return made;
  }

  state(): AggregatorState {
    return NOTHING_FOUND;
  }

  absorb(): void {}

  build(parent: number): InternalTopHits {
    return new InternalTopHits(this.#node, this.#port, this.#buckets[parent] ?? this.#port.bucket());
  }

  figure(): number {
    return Number.NaN;
  }
}

class TopHitsLeaf implements LeafAggregator {
  readonly #owner: TopHitsAggregator;
  readonly #segment: SegmentReader;
  readonly #scores: DocScores;
  #blockScores = new Float32Array(0);

  constructor(owner: TopHitsAggregator, segment: SegmentReader, scores: DocScores) {
    this.#owner = owner;
    this.#segment = segment;
    this.#scores = scores;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#blockScores = growFloat32(this.#blockScores, length);
    for (let i = 0; i < length; i++) this.#blockScores[i] = this.#scores.of(docs[i]!);
    // Stretches of documents of one bucket are handed on together.
    for (let from = 0; from < length; ) {
      const parent = parents[from]!;
      let to = from + 1;
      while (to < length && parents[to] === parent) to++;
      const scores = this.#blockScores.subarray(from, to);
      this.#owner.bucket(parent).collect(this.#segment, docs.subarray(from, to), scores, to - from);
      from = to;
    }
  }
}

class InternalTopHits extends InternalAggregation {
  readonly typedName = 'top_hits';
  readonly bucket: TopHitsBucket;
  readonly #port: TopHitsPort;

  constructor(node: InternalAggregation['node'], port: TopHitsPort, bucket: TopHitsBucket) {
    super(node);
    this.#port = port;
    this.bucket = bucket;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const buckets = parts.filter((part) => part instanceof InternalTopHits).map(({ bucket }) => bucket);
    return new InternalTopHits(this.node, this.#port, this.#port.merged(buckets));
  }

  figure(): number {
    return Number.NaN;
  }

  render(): JsonMap {
    return { hits: this.#port.render(this.bucket) };
  }
}

function noHits(): DocumentError {
  const advice = 'please use TotalHitCountCollectorManager if you just need the total hit count';
  return new DocumentError({ type: 'illegal_argument_exception', reason: `numHits must be > 0; ${advice}` });
}
