import type { JsonMap } from '@sextant/contract';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import { TopBuckets } from '../bucket-order.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  type InternalBucket,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  renderAll,
} from '../internal-aggregation.ts';
import type { GeoGridSpec } from '../specs/geo-grid.ts';
import { GeoValues, PointNumbers } from '../values/geo-values.ts';
import { Meter } from '../values/meter.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { ANY_VALUE } from './bucket-ords.ts';
import { cellsWithin, type GridCells } from './grid-cells.ts';
import { TermBuckets, type TermBucketsOptions } from './term-buckets.ts';
import type { TermKeys } from './term-keys.ts';

export function geoGridAggregator(
  node: AggregationNode<GeoGridSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
  const values = new GeoValues(node.type.name, spec.source, shard);
  const meter = new Meter(shard.budget, node.name);
  const cells = spec.cells((bytes) => meter.take(bytes));
  const keys = cellKeys(values, cells, spec.bounds);
  const unmapped = values.field === null && spec.source.missing === null;
  return new GeoGridAggregator(node, cells, unmapped, { keys, budget: shard.budget, ...place });
}

function cellKeys(values: GeoValues, cells: GridCells, bounds: GeoGridSpec['bounds']): TermKeys {
  const cellOf = bounds === null ? cells.cellOf : cellsWithin(bounds, cells.cellOf);
  return {
    kind: 'sterms',
    format: RAW_FORMAT,
    domain: ANY_VALUE,
    predicate: null,
    isDivisible: cells.isDivisible,
    compare: (a, b) => cells.compare(a, b),
    key: (cell) => cells.key(cell),
    sortKey: (cell) => cell,
    source: (segment) => {
      const points = values.source(segment);
      return points === null ? null : new PointNumbers(points, cellOf);
    },
    ordinals: () => null,
    answers: () => false,
    answer: () => {},
    all: () => ({ count: 0, value: (index) => index }),
  };
}

/** geohash_grid and geotile_grid on one shard. */
class GeoGridAggregator extends TermBuckets {
  declare readonly node: AggregationNode<GeoGridSpec>;
  readonly #cells: GridCells;
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode<GeoGridSpec>,
    cells: GridCells,
    unmapped: boolean,
    options: TermBucketsOptions,
  ) {
    super(node, options);
    this.#cells = cells;
    this.#unmapped = unmapped;
  }

  build(parent: number): InternalGeoGrid {
    const met = this.ords.bucketsOf(parent);
    this.meter.charge(1 + (met.length >>> 5));
    const top = new TopBuckets<number>(
      this.node.spec.shardSize,
      (a, b) =>
        this.docCount(b) - this.docCount(a) || this.keys.compare(this.ords.value(b), this.ords.value(a)),
    );
    for (const bucket of met) if (this.docCount(bucket) > 0) top.offer(bucket);
    const buckets = top.sorted().map((bucket) => ({
      key: this.#cells.key(this.ords.value(bucket)),
      docCount: this.docCount(bucket),
      children: this.buildChildren(bucket),
    }));
    return new InternalGeoGrid(this.node, this.#cells, buckets, this.#unmapped);
  }
}

interface CellBucket extends InternalBucket {
  readonly key: string;
}

class InternalGeoGrid extends InternalMultiBucket<CellBucket> {
  declare readonly node: AggregationNode<GeoGridSpec>;
  readonly buckets: readonly CellBucket[];
  readonly #cells: GridCells;
  readonly #unmapped: boolean;

  constructor(
    node: AggregationNode<GeoGridSpec>,
    cells: GridCells,
    buckets: readonly CellBucket[],
    unmapped: boolean,
  ) {
    super(node);
    this.buckets = buckets;
    this.#cells = cells;
    this.#unmapped = unmapped;
  }

  get typedName(): string {
    return this.node.type.name;
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  keyOf({ key }: CellBucket): BucketKey {
    return { text: key, number: null, javaClass: 'String' };
  }

  withBuckets(buckets: readonly CellBucket[]): InternalGeoGrid {
    return new InternalGeoGrid(this.node, this.#cells, buckets, this.#unmapped);
  }

  withChildren(bucket: CellBucket, children: readonly InternalAggregation[]): CellBucket {
    return { ...bucket, children };
  }

  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    const all = parts.flatMap((part) => (part instanceof InternalGeoGrid ? part.buckets : []));
    budget.charge(all.length);
    const merged = Map.groupBy(all, ({ key }) => key);
    const top = new TopBuckets<CellBucket>(
      this.node.spec.size,
      (a, b) => b.docCount - a.docCount || this.#cells.compareKeys(b.key, a.key),
    );
    for (const [key, same] of merged) {
      const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
      top.offer({ key, docCount, children: reduceChildren(same, budget) });
    }
    const buckets = top.sorted();
    budget.take(buckets.length);
    return this.withBuckets(buckets);
  }

  render(options: RenderOptions): JsonMap {
    return {
      buckets: this.buckets.map(({ key, docCount, children }) => ({
        key,
        doc_count: docCount,
        ...renderAll(children, options),
      })),
    };
  }
}
