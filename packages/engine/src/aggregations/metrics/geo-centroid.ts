import { apiError, Double, type JsonMap } from '@sextant/contract';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import { InternalAggregation, type Property } from '../internal-aggregation.ts';
import type { GeoCentroidSpec } from '../specs/geo-centroid.ts';
import { GeoValues, type PointBlock, type PointSink } from '../values/geo-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import { PairSums } from './pair-sums.ts';
import { addCounts } from './stats-values.ts';

interface CentroidState extends AggregatorState {
  readonly kind: 'centroid';
  readonly counts: Float64Array<ArrayBuffer>;
  readonly sums: AggregatorState;
}

/** geo_centroid on one shard. */
export class GeoCentroidAggregator extends Aggregator implements PointSink {
  readonly #node: AggregationNode<GeoCentroidSpec>;
  readonly #values: GeoValues;
  readonly #meter: Meter;
  /** Of latitudes, and of longitudes. */
  readonly #sums: PairSums;
  #counts = new Float64Array(16);

  constructor(node: AggregationNode<GeoCentroidSpec>, shard: ShardContext) {
    super();
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    this.#values = new GeoValues('geo_centroid', node.spec.source, shard);
    this.#sums = new PairSums({ first: 90, second: 180 }, this.#meter);
  }

  override division(parents: number): Division {
    return this.#sums.division(parents);
  }

  override endChunk(chunk: number, keep: boolean): void {
    this.#sums.endChunk(chunk, keep);
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const source = this.#values.source(segment);
    if (source === null) return null;
    return {
      collect: (docs, parents, length, parentCount) => {
        this.#grow(parentCount);
        source.read(docs, parents, length, this);
      },
    };
  }

  #grow(buckets: number): void {
    this.#counts = growFloat64(this.#counts, buckets, 0, this.#meter);
    this.#sums.grow(buckets);
  }

  points(_docs: Int32Array, parents: Int32Array, { lats, lons }: PointBlock, length: number): void {
    addCounts(this.#counts, parents, length);
    this.#sums.add(parents, lats, lons, length);
  }

  state(): CentroidState {
    return { kind: 'centroid', counts: this.#counts.slice(), sums: this.#sums.state() };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const found = stateOf<CentroidState>('centroid', state);
    this.#sums.absorb(found.sums, parents);
    for (let i = 0; i < found.counts.length; i++) {
      if (found.counts[i] === 0) continue;
      const parent = parentOf(parents, i);
      this.#grow(parent + 1);
      this.#counts[parent]! += found.counts[i]!;
    }
  }

  build(parent: number): InternalGeoCentroid {
    this.#sums.settle();
    const { first, second } = this.#sums.of(parent);
    const count = this.#counts[parent] ?? 0;
    const centroid = { count, lat: first / count, lon: second / count };
    return new InternalGeoCentroid(this.#node, centroid, this.#values.field === null);
  }

  figure(): number {
    return Number.NaN;
  }
}

interface Centroid {
  readonly count: number;
  /** NaN without points. */
  readonly lat: number;
  readonly lon: number;
}

class InternalGeoCentroid extends InternalAggregation {
  readonly typedName = 'geo_centroid';
  readonly #centroid: Centroid;
  readonly #unmapped: boolean;

  constructor(node: InternalAggregation['node'], centroid: Centroid, unmapped: boolean) {
    super(node);
    this.#centroid = centroid;
    this.#unmapped = unmapped;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  /** The centroids of several shards count as their points. */
  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    let [count, lat, lon] = [0, 0, 0];
    for (const part of parts) {
      if (!(part instanceof InternalGeoCentroid) || part.#centroid.count === 0) continue;
      const found = part.#centroid;
      count += found.count;
      lat += found.count * found.lat;
      lon += found.count * found.lon;
    }
    const centroid = { count, lat: lat / count, lon: lon / count };
    return new InternalGeoCentroid(this.node, centroid, this.#unmapped);
  }

  render(): JsonMap {
    const { count, lat, lon } = this.#centroid;
    return count === 0 ? { count } : { location: { lat: new Double(lat), lon: new Double(lon) }, count };
  }

  override property(path: readonly string[]): Property {
    const [name] = path;
    if (name === undefined) return this;
    if (path.length === 1 && (name === 'lat' || name === 'lon' || name === 'count'))
      return this.#centroid[name];
    if (path.length === 1 && name === 'value') return { javaClass: 'GeoPoint' };
    const reason = `Found unknown path element [${name}] in [${this.node.name}]`;
    throw apiError('illegal_argument_exception', reason);
  }

  figure(): number {
    return Number.NaN;
  }
}
