import type { AggregationNode } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import type { PercentilesSpec } from '../specs/percentiles.ts';
import { NumberValues } from '../values/field-values.ts';
import { Meter } from '../values/meter.ts';
import { quantileOf, shareUpTo } from './digest-figures.ts';
import { HdrCounts, type HdrState, hdrPercentile, hdrRank } from './hdr-counts.ts';
import { InternalPercentiles, type PercentileSketch } from './internal-percentiles.ts';
import { SketchAggregator } from './sketch-aggregator.ts';
import { type DigestState, type RawDigest, TDigest } from './t-digest.ts';

/** A figure under its name, as an answer holds it until it is written. */
const BYTES_PER_FIGURE = 64;

/** percentiles and percentile_ranks on one shard. */
export function percentilesAggregator(
  node: AggregationNode<PercentilesSpec>,
  shard: ShardContext,
): Aggregator {
  const { spec } = node;
  const values = new NumberValues(node.type.name, spec.source, shard);
  const meter = new Meter(shard.budget, node.name);
  const shown = { format: values.format, unmapped: values.field === null };
  const result = (sketch: PercentileSketch) => {
    // Each bucket shows as many figures.
    meter.take(spec.keys.length * BYTES_PER_FIGURE);
    meter.charge(spec.keys.length >>> 4);
    return new InternalPercentiles(node, spec, sketch, shown);
  };
  const { method } = spec;
  if (method.kind === 'hdr') {
    const { digits } = method;
    const create = () => new HdrCounts(digits, meter);
    return new SketchAggregator<HdrState>(values, {
      ordered: false,
      create,
      addChunk: (total, chunk) => total.absorb(chunk),
      result: (sketch) => result(new HdrSketch((sketch ?? create()).state(), digits, meter)),
    });
  }
  const { compression } = method;
  return new SketchAggregator<RawDigest>(values, {
    ordered: true,
    create: () => new TDigest(compression, meter),
    addChunk: (total, chunk) => addDigestChunk(total as TDigest, chunk, compression),
    result: (sketch) =>
      result(new DigestSketch((sketch as TDigest | null)?.compressed() ?? NO_VALUES, compression, meter)),
  });
}

/** Chunk after chunk: each has its own digest, of which the centroids are taken. */
export function addDigestChunk(total: TDigest, chunk: RawDigest, compression: number): void {
  const digest = new TDigest(compression);
  digest.absorb(chunk);
  total.addDigest(digest.compressed());
}

const NO_VALUES: DigestState = Object.freeze({ means: new Float64Array(0), weights: new Float64Array(0) });

class DigestSketch implements PercentileSketch {
  readonly #digest: DigestState;
  readonly #compression: number;
  readonly #meter: Meter;

  constructor(digest: DigestState, compression: number, meter: Meter) {
    this.#digest = digest;
    this.#compression = compression;
    this.#meter = meter;
  }

  get isEmpty(): boolean {
    return this.#digest.means.length === 0;
  }

  percentile(percent: number): number {
    return quantileOf(this.#digest, percent / 100);
  }

  rank(value: number): number {
    return shareUpTo(this.#digest, value) * 100;
  }

  merged(all: readonly PercentileSketch[]): PercentileSketch {
    const sum = new TDigest(this.#compression, this.#meter);
    for (const sketch of all) if (sketch instanceof DigestSketch) sum.addDigest(sketch.#digest);
    return new DigestSketch(sum.compressed(), this.#compression, this.#meter);
  }
}

class HdrSketch implements PercentileSketch {
  readonly #state: HdrState;
  readonly #digits: number;
  readonly #meter: Meter;

  constructor(state: HdrState, digits: number, meter: Meter) {
    this.#state = state;
    this.#digits = digits;
    this.#meter = meter;
  }

  get isEmpty(): boolean {
    return this.#state.starts.length === 0;
  }

  percentile(percent: number): number {
    return hdrPercentile(this.#state, percent, this.#digits);
  }

  rank(value: number): number {
    return hdrRank(this.#state, value, this.#digits);
  }

  merged(all: readonly PercentileSketch[]): PercentileSketch {
    const sum = new HdrCounts(this.#digits, this.#meter);
    for (const sketch of all) if (sketch instanceof HdrSketch) sum.absorb(sketch.#state);
    return new HdrSketch(sum.state(), this.#digits, this.#meter);
  }
}
