import { apiError, Double, dictionary, type Json, type JsonMap } from '@sextant/contract';
import { hashMapOrder } from '../../mapping/java-text.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import { InternalAggregation, type Property } from '../internal-aggregation.ts';
import type { MatrixStatsSpec } from '../specs/matrix-stats.ts';
import { NumberValues } from '../values/field-values.ts';
import { Meter } from '../values/meter.ts';
import { modeValues } from './mode-values.ts';
import { type MomentsState, RunningMoments } from './running-moments.ts';

/** By bucket of the parent. */
interface MatrixState extends AggregatorState {
  readonly kind: 'matrix';
  readonly moments: readonly (MomentsState | null)[];
}

/** What covariance and correlation of two fields take until their answer is written, twice over: that is made in one go. */
const SHOWN_PAIR_BYTES = 1024;

/** matrix_stats on one shard: documents with a value of each field that is mapped count. */
export class MatrixStatsAggregator extends Aggregator {
  readonly #node: AggregationNode<MatrixStatsSpec>;
  readonly #values: readonly NumberValues[];
  readonly #names: readonly string[];
  readonly #meter: Meter;
  readonly #moments: (RunningMoments | undefined)[] = [];

  constructor(node: AggregationNode<MatrixStatsSpec>, shard: ShardContext) {
    super();
    this.#node = node;
    this.#meter = new Meter(shard.budget, node.name);
    const found = node.spec.sources.flatMap((source) => {
      const values = new NumberValues('matrix_stats', source, shard);
      return values.field === null && values.missing === null ? [] : [{ name: source.field, values }];
    });
    this.#values = found.map(({ values }) => values);
    this.#names = found.map(({ name }) => name);
  }

  /** What is rounded depends on the order of documents. */
  override division(): Division {
    return 'none';
  }

  leaf(segment: SegmentReader): LeafAggregator | null {
    if (this.#values.length === 0) return null;
    const { mode } = this.#node.spec;
    const readers = this.#values.map((values) => modeValues(values, segment, mode));
    const row = new Float64Array(readers.length);
    return {
      collect: (docs, parents, length) => {
        this.#meter.charge(1 + ((length * readers.length * (1 + readers.length)) >>> 9));
        for (let i = 0; i < length; i++) {
          if (fillRow(row, readers, docs[i]!)) this.#of(parents[i]!).add(row);
        }
      },
    };
  }

  #of(bucket: number): RunningMoments {
    const known = this.#moments[bucket];
    if (known !== undefined) return known;
    while (this.#moments.length < bucket) this.#moments.push(undefined);
    const width = this.#values.length;
    this.#meter.take(RunningMoments.bytes(width) + width * width * SHOWN_PAIR_BYTES);
    const made = new RunningMoments(width);
    this.#moments[bucket] = made;
    return made;
  }

  state(): MatrixState {
    return { kind: 'matrix', moments: Array.from(this.#moments, (each) => each?.state() ?? null) };
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    for (const [bucket, found] of stateOf<MatrixState>('matrix', state).moments.entries()) {
      if (found === null) continue;
      const other = new RunningMoments(this.#values.length);
      other.absorb(found);
      this.#of(parentOf(parents, bucket)).merge(other);
    }
  }

  build(parent: number): InternalMatrixStats {
    return new InternalMatrixStats(this.#node, this.#names, this.#moments[parent] ?? null);
  }

  figure(): number {
    return Number.NaN;
  }
}

/** False where the document lacks one of the values. */
function fillRow(row: Float64Array, readers: readonly ((doc: number) => number)[], doc: number): boolean {
  for (let i = 0; i < readers.length; i++) {
    const value = readers[i]!(doc);
    if (Number.isNaN(value)) return false;
    row[i] = value;
  }
  return true;
}

class InternalMatrixStats extends InternalAggregation {
  readonly typedName = 'matrix_stats';
  readonly names: readonly string[];
  readonly moments: RunningMoments | null;

  constructor(node: InternalAggregation['node'], names: readonly string[], moments: RunningMoments | null) {
    super(node);
    this.names = names;
    this.moments = moments;
  }

  override get unmapped(): boolean {
    return this.names.length === 0;
  }

  override get javaClass(): string {
    return 'InternalMatrixStats';
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    const found = parts.filter((part) => part instanceof InternalMatrixStats && part.moments !== null);
    if (found.length < 2) return (found[0] as InternalMatrixStats | undefined) ?? this;
    const { names } = found[0] as InternalMatrixStats;
    const sum = new RunningMoments(names.length);
    for (const part of found as InternalMatrixStats[]) {
      if (part.names.join('\0') !== names.join('\0')) throw severalMappings(names, part.names);
      sum.merge(part.moments!);
    }
    return new InternalMatrixStats(this.node, names, sum);
  }

  figure(): number {
    return Number.NaN;
  }

  override property(path: readonly string[]): Property {
    if (path.length === 0) return this;
    const { name } = this.node;
    if (path.length === 1) {
      const known = ['counts', 'means', 'variances', 'skewness', 'kurtosis', 'covariance', 'correlation'];
      if (known.includes(path[0]!)) return { javaClass: 'UnmodifiableMap' };
      throw apiError('illegal_argument_exception', `Found unknown path element [${path[0]}] in [${name}]`);
    }
    throw apiError('illegal_argument_exception', `path not supported for [${name}]: [${path.join(', ')}]`);
  }

  render(): JsonMap {
    const { moments, names } = this;
    if (moments === null) return { doc_count: 0 };
    const places = new Map(names.map((name, i) => [name, i]));
    const order = hashMapOrder(names).map((name) => places.get(name)!);
    const variances = Array.from(moments.second, (each) => each / (moments.count - 1));
    const fieldAt = (i: number): Json => fieldJson(names, { moments, variances, order }, i);
    return { doc_count: moments.count, fields: order.map(fieldAt) };
  }
}

/** Some of the indices map some of the fields. */
function severalMappings(some: readonly string[], others: readonly string[]): Error {
  const reason = `matrix_stats needs the same fields in all indices, but got [${some.join(', ')}] and [${others.join(', ')}]`;
  return apiError('illegal_argument_exception', reason);
}

interface Shown {
  readonly moments: RunningMoments;
  readonly variances: readonly number[];
  readonly order: readonly number[];
}

function fieldJson(names: readonly string[], { moments, variances, order }: Shown, i: number): JsonMap {
  const { count } = moments;
  const spread = moments.second[i]!;
  const covariance: Record<string, Json> = dictionary();
  const correlation: Record<string, Json> = dictionary();
  for (const j of order) {
    const [row, column] = [Math.min(i, j), Math.max(i, j)];
    const shared = i === j ? variances[i]! : moments.products[row * names.length + column]! / (count - 1);
    covariance[names[j]!] = new Double(shared);
    const isFlat = variances[i] === 0 || variances[j] === 0;
    const bound = Math.sqrt(variances[row]!) * Math.sqrt(variances[column]!);
    const related = isFlat ? Number.NaN : shared / bound;
    correlation[names[j]!] = new Double(i === j ? 1 : related);
  }
  return {
    name: names[i]!,
    count,
    mean: new Double(moments.means[i]!),
    variance: new Double(variances[i]!),
    skewness: new Double((Math.sqrt(count) * moments.third[i]!) / spread ** 1.5),
    kurtosis: new Double((count * moments.fourth[i]!) / (spread * spread)),
    covariance,
    correlation,
  };
}
