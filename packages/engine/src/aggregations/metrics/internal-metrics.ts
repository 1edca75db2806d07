import { apiError, Double, type Json, type JsonMap } from '@sextant/contract';
import type { ResultName } from '../aggregation-tree.ts';
import { InternalAggregation, type Property } from '../internal-aggregation.ts';
import type { ValueFormat } from '../values/value-format.ts';
import { compensatedSum } from './stats-values.ts';

export type MetricKind = 'min' | 'max' | 'sum' | 'avg' | 'stats' | 'extended_stats' | 'value_count';

/** The figures that all of these metrics are made of. */
export interface StatsFigures {
  readonly count: number;
  readonly sum: number;
  /** Infinity when empty. */
  readonly min: number;
  /** -Infinity when empty. */
  readonly max: number;
  readonly sumOfSquares: number;
}

/** min, max, sum, avg, stats, extended_stats and value_count of one bucket. */
export class InternalStats extends InternalAggregation {
  readonly kind: MetricKind;
  readonly figures: StatsFigures;
  readonly format: ValueFormat;
  readonly sigma: number;
  readonly #unmapped: boolean;
  readonly #typedName: string;

  constructor(
    node: ResultName,
    kind: MetricKind,
    figures: StatsFigures,
    options: {
      readonly format: ValueFormat;
      readonly sigma: number;
      readonly unmapped: boolean;
      readonly typedName?: string;
    },
  ) {
    super(node);
    this.kind = kind;
    this.figures = figures;
    this.format = options.format;
    this.sigma = options.sigma;
    this.#unmapped = options.unmapped;
    this.#typedName = options.typedName ?? kind;
  }

  get typedName(): string {
    return this.#typedName;
  }

  override get isMultiValue(): boolean {
    return this.kind === 'stats' || this.kind === 'extended_stats';
  }

  override get value(): number | null {
    return this.isMultiValue ? null : this.figure(null);
  }

  override property(path: readonly string[]): Property {
    const [name] = path;
    if (!this.isMultiValue || path.length !== 1 || name === undefined) return super.property(path);
    if (STATS_FIGURES.has(name) || (this.kind === 'extended_stats' && EXTENDED_FIGURES.has(name)))
      return this.figure(name);
    const reason = `No enum constant org.opensearch.search.aggregations.metrics.InternalStats.Metrics.${name}`;
    throw apiError('illegal_argument_exception', reason);
  }

  override get unmapped(): boolean {
    return this.#unmapped;
  }

  reduce(parts: readonly InternalAggregation[]): InternalAggregation {
    if (parts.length === 1) return this;
    const figures = parts.filter((part) => part instanceof InternalStats).map((part) => part.figures);
    const reduced = {
      count: figures.reduce((count, part) => count + part.count, 0),
      sum: compensatedSum(figures.map((part) => part.sum)),
      min: Math.min(...figures.map((part) => part.min)),
      max: Math.max(...figures.map((part) => part.max)),
      sumOfSquares: compensatedSum(figures.map((part) => part.sumOfSquares)),
    };
    return new InternalStats(this.node, this.kind, reduced, {
      format: this.format,
      sigma: this.sigma,
      unmapped: this.#unmapped,
    });
  }

  figure(name: string | null): number {
    const { count, min, max, sum } = this.figures;
    switch (name ?? this.kind) {
      case 'value':
        return this.figure(this.kind);
      case 'min':
        return min;
      case 'max':
        return max;
      case 'sum':
        return sum;
      case 'avg':
        return sum / count;
      case 'count':
      case 'value_count':
        return count;
      default:
        return extendedFigures(this.figures, this.sigma)[name ?? ''] ?? Number.NaN;
    }
  }

  render(): JsonMap {
    if (this.kind === 'value_count') return { value: this.figures.count };
    if (this.kind === 'stats') return this.#renderStats();
    if (this.kind === 'extended_stats') return this.#renderExtended();
    const value = this.figure(null);
    const isExtreme = this.kind === 'min' || this.kind === 'max';
    const isNone = isExtreme ? Math.abs(value) === Number.POSITIVE_INFINITY : this.figures.count === 0;
    if (this.kind !== 'sum' && isNone) return { value: null };
    return this.format.raw
      ? { value: new Double(value) }
      : { value: new Double(value), value_as_string: this.format.text(value) };
  }

  #renderStats(): JsonMap {
    const { count, min, max, sum } = this.figures;
    if (count === 0) return { count, min: null, max: null, avg: null, sum: new Double(0) };
    const avg = sum / count;
    const numbers = {
      count,
      min: new Double(min),
      max: new Double(max),
      avg: new Double(avg),
      sum: new Double(sum),
    };
    if (this.format.raw) return numbers;
    const { format } = this;
    return {
      ...numbers,
      min_as_string: format.json(min),
      max_as_string: format.json(max),
      avg_as_string: format.json(avg),
      sum_as_string: format.json(sum),
    };
  }

  #renderExtended(): JsonMap {
    const empty = this.figures.count === 0;
    const figures = extendedFigures(this.figures, this.sigma);
    const number = (name: string): Json => (empty ? null : new Double(figures[name]!));
    const pick = (names: readonly string[], get: (name: string) => Json): JsonMap =>
      Object.fromEntries(names.map((name) => [name, get(name)]));
    const answer = {
      ...this.#renderStats(),
      ...pick(SPREAD, number),
      std_deviation_bounds: pick(BOUNDS, (name) => number(`std_${name}`)),
    };
    if (empty || this.format.raw) return answer;
    const { format } = this;
    const text = Object.fromEntries(
      SPREAD.map((name) => {
        const value = figures[name]!;
        return [`${name}_as_string`, name.startsWith('std') ? format.text(value) : format.json(value)];
      }),
    );
    return {
      ...answer,
      ...text,
      std_deviation_bounds_as_string: pick(BOUNDS, (name) => format.text(figures[`std_${name}`]!)),
    };
  }
}

const SPREAD = [
  'sum_of_squares',
  'variance',
  'variance_population',
  'variance_sampling',
  'std_deviation',
  'std_deviation_population',
  'std_deviation_sampling',
] as const;
const BOUNDS = [
  'upper',
  'lower',
  'upper_population',
  'lower_population',
  'upper_sampling',
  'lower_sampling',
] as const;

export const STATS_FIGURES: ReadonlySet<string> = new Set(['count', 'min', 'max', 'avg', 'sum']);
/** Those that `extended_stats` has more than `stats`. */
export const EXTENDED_FIGURES: ReadonlySet<string> = new Set([
  ...SPREAD,
  ...BOUNDS.map((name) => `std_${name}`),
]);

/**
 * Figures by the names that an order may use (`std_upper`), formulas as OpenSearch's InternalExtendedStats.
 */
function extendedFigures(
  { count, sum, sumOfSquares }: StatsFigures,
  sigma: number,
): Readonly<Record<string, number>> {
  const avg = sum / count;
  const spread = sumOfSquares - (sum * sum) / count;
  // Rounding may leave a variance just below 0.
  const population = Math.max(0, spread / count);
  const sampling = Math.max(0, spread / (count - 1));
  const deviation = Math.sqrt(population);
  const samplingDeviation = Math.sqrt(sampling);
  return {
    sum_of_squares: sumOfSquares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: deviation,
    std_deviation_population: deviation,
    std_deviation_sampling: samplingDeviation,
    std_upper: avg + deviation * sigma,
    std_lower: avg - deviation * sigma,
    std_upper_population: avg + deviation * sigma,
    std_lower_population: avg - deviation * sigma,
    std_upper_sampling: avg + samplingDeviation * sigma,
    std_lower_sampling: avg - samplingDeviation * sigma,
  };
}
