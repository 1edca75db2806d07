import { apiError, Double, type JsonMap } from '@sextant/contract';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import { InternalAggregation, type Property } from '../internal-aggregation.ts';
import type { GeoBoundsSpec } from '../specs/geo-bounds.ts';
import { GeoValues, type PointBlock, type PointSink, type PointSource } from '../values/geo-values.ts';
import { growFloat64 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';

/**
 * Northernmost and southernmost latitude, and of either half of the earth the longitudes that are furthest west and east;
 * infinite where there is no point. Six numbers by bucket.
 */
const WIDTH = 6;
const TOP = 0;
const BOTTOM = 1;
/** Before the easternmost longitudes of the same halves. */
const EAST_LEFT = 2;
const WEST_LEFT = 4;
const NOWHERE = [-1, 1, 1, -1, 1, -1].map((sign) => sign * Number.POSITIVE_INFINITY);

interface BoundsState extends AggregatorState {
  readonly kind: 'bounds';
  readonly sides: Float64Array<ArrayBuffer>;
}

/** geo_bounds on one shard. */
export class GeoBoundsAggregator extends Aggregator implements PointSink {
  readonly #node: AggregationNode<GeoBoundsSpec>;
  readonly #values: GeoValues;
  readonly #meter: Meter;
  #sides = new Float64Array(0);
  #buckets = 0;

  constructor(node: AggregationNode<GeoBoundsSpec>, shard: ShardContext) {
    super();
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    this.#values = new GeoValues('geo_bounds', node.spec.source, shard);
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    const source: PointSource | null = this.#values.source(segment);
    if (source === null) return null;
    return {
      collect: (docs, parents, length, parentCount) => {
        this.#grow(parentCount);
        source.read(docs, parents, length, this);
      },
    };
  }

  #grow(buckets: number): void {
    if (buckets <= this.#buckets) return;
    this.#sides = growFloat64(this.#sides, buckets * WIDTH, 0, this.#meter);
    const end = Math.floor(this.#sides.length / WIDTH);
    for (let bucket = this.#buckets; bucket < end; bucket++) this.#sides.set(NOWHERE, bucket * WIDTH);
    this.#buckets = end;
  }

  points(_docs: Int32Array, parents: Int32Array, { lats, lons }: PointBlock, length: number): void {
    const sides = this.#sides;
    for (let i = 0; i < length; i++) {
      const at = parents[i]! * WIDTH;
      const lat = lats[i]!;
      const lon = lons[i]!;
      if (lat > sides[at + TOP]!) sides[at + TOP] = lat;
      if (lat < sides[at + BOTTOM]!) sides[at + BOTTOM] = lat;
      const half = at + (lon >= 0 ? EAST_LEFT : WEST_LEFT);
      if (lon < sides[half]!) sides[half] = lon;
      if (lon > sides[half + 1]!) sides[half + 1] = lon;
    }
  }

  state(): BoundsState {
    this.#meter.take(this.#buckets * WIDTH * 8);
    return { kind: 'bounds', sides: this.#sides.slice(0, this.#buckets * WIDTH) };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const { sides } = stateOf<BoundsState>('bounds', state);
    for (let bucket = 0; bucket < sides.length / WIDTH; bucket++) {
      const own = sides.subarray(bucket * WIDTH, (bucket + 1) * WIDTH);
      if (own[TOP] === Number.NEGATIVE_INFINITY) continue;
      const parent = parentOf(parents, bucket);
      this.#grow(parent + 1);
      extend(this.#sides.subarray(parent * WIDTH, (parent + 1) * WIDTH), own);
    }
  }

  build(parent: number): InternalGeoBounds {
    const known = parent >= 0 && parent < this.#buckets;
    const sides = known
      ? this.#sides.slice(parent * WIDTH, (parent + 1) * WIDTH)
      : Float64Array.from(NOWHERE);
    return new InternalGeoBounds(this.#node, sides, this.#values.field === null);
  }

  figure(): number {
    return Number.NaN;
  }
}

function extend(sides: Float64Array, by: Float64Array): void {
  for (let i = 0; i < WIDTH; i++) {
    const most = NOWHERE[i]! < 0;
    sides[i] = most ? Math.max(sides[i]!, by[i]!) : Math.min(sides[i]!, by[i]!);
  }
}

interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

class InternalGeoBounds extends InternalAggregation {
  declare readonly node: AggregationNode<GeoBoundsSpec>;
  readonly typedName = 'geo_bounds';
  readonly #sides: Float64Array;
  readonly #unmapped: boolean;

  constructor(node: AggregationNode<GeoBoundsSpec>, sides: Float64Array, unmapped: boolean) {
    super(node);
    this.#sides = sides;
    this.#unmapped = unmapped;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    const sides = Float64Array.from(NOWHERE);
    for (const part of parts) if (part instanceof InternalGeoBounds) extend(sides, part.#sides);
    return new InternalGeoBounds(this.node, sides, this.#unmapped);
  }

  /** null where there is no point. */
  #box(): Box | null {
    const [top = 0, bottom = 0, eastLeft = 0, eastRight = 0, westLeft = 0, westRight = 0] = this.#sides;
    if (!Number.isFinite(top)) return null;
    if (!Number.isFinite(eastLeft)) return { top, left: westLeft, bottom, right: westRight };
    if (!Number.isFinite(westLeft)) return { top, left: eastLeft, bottom, right: eastRight };
    // Round the back of the earth where that is the narrower box.
    const plain = eastRight - westLeft;
    const wrapped = 180 - eastLeft - (-180 - westRight);
    return this.node.spec.wrapLongitude && plain > wrapped
      ? { top, left: eastLeft, bottom, right: westRight }
      : { top, left: westLeft, bottom, right: eastRight };
  }

  render(): JsonMap {
    const box = this.#box();
    if (box === null) return {};
    const corner = (lat: number, lon: number): JsonMap => ({ lat: new Double(lat), lon: new Double(lon) });
    return {
      bounds: { top_left: corner(box.top, box.left), bottom_right: corner(box.bottom, box.right) },
    };
  }

  override property(path: readonly string[]): Property {
    const [side] = path;
    if (side === undefined) return this;
    const box = this.#box();
    if (path.length === 1 && (side === 'top' || side === 'left' || side === 'bottom' || side === 'right'))
      return box?.[side];
    const reason = `Found unknown path element [${side}] in [${this.node.name}]`;
    throw apiError('illegal_argument_exception', reason);
  }

  figure(): number {
    return Number.NaN;
  }
}
