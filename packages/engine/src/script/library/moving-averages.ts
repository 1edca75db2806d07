import { JavaError } from '../java-error.ts';

/** What a window of values is made of; NaN stands for none, and is passed over. */
export type Window = readonly number[];

function known(window: Window): number[] {
  return window.filter((value) => !Number.isNaN(value));
}

/** The greatest, or the least: NaN where one of them is. */
export function extreme(window: Window, of: (...values: number[]) => number): number {
  return window.length === 0 ? Number.NaN : window.reduce((a, b) => of(a, b));
}

/** As DoubleStream adds: what is lost of each sum is added at the end. */
export function sum(window: Window): number {
  let [total, lost, simple] = [0, 0, 0];
  for (const value of known(window)) {
    const corrected = value - lost;
    const next = total + corrected;
    lost = next - total - corrected;
    total = next;
    simple += value;
  }
  const exact = total - lost;
  return Number.isNaN(exact) && !Number.isFinite(simple) ? simple : exact;
}

export function unweightedAvg(window: Window): number {
  const values = known(window);
  return values.length === 0 ? Number.NaN : values.reduce((a, b) => a + b, 0) / values.length;
}

export function stdDev(window: Window, avg: number): number {
  if (Number.isNaN(avg)) return Number.NaN;
  const values = known(window);
  return Math.sqrt(values.reduce((a, b) => a + (b - avg) ** 2, 0) / values.length);
}

/** The last value counts as often as there are values, the first one once. */
export function linearWeightedAvg(window: Window): number {
  let [total, weights] = [0, 1];
  for (const [i, value] of known(window).entries()) {
    total += value * (i + 1);
    weights += i + 1;
  }
  return weights === 1 ? Number.NaN : total / weights;
}

/** Of each value the share `alpha`, the rest of what was before. */
export function ewma(window: Window, alpha: number): number {
  const [first = Number.NaN, ...others] = known(window);
  return others.reduce((average, value) => value * alpha + average * (1 - alpha), first);
}

/** Level and trend: the next values by Holt's double exponential smoothing. */
export function holt(window: Window, alpha: number, beta: number, count: number): number[] {
  const [first, ...others] = known(window);
  if (first === undefined) return new Array<number>(count).fill(Number.NaN);
  let [level, trend] = [first, 0];
  for (const value of others) {
    const before = level;
    level = alpha * value + (1 - alpha) * (before + trend);
    trend = beta * (level - before) + (1 - beta) * trend;
  }
  return Array.from({ length: count }, (_, i) => level + i * trend);
}

export interface Seasons {
  /** Of level, trend and season: what the last value counts. */
  readonly weights: readonly [alpha: number, beta: number, gamma: number];
  readonly period: number;
  readonly multiplicative: boolean;
  /** Added to each value, so that nothing is divided by 0. */
  readonly padding: number;
}

/**
 * Level, trend and season: the next values by triple exponential smoothing, as OpenSearch has it (the season of the level before
 * among it).
 */
export function holtWinters(window: Window, seasonality: Seasons, count: number): number[] {
  const { period, multiplicative, padding } = seasonality;
  const [alpha, beta, gamma] = seasonality.weights;
  const length = window.length;
  const none = new Array<number>(count).fill(Number.NaN);
  if (length === 0) return none;
  if (period < 0) {
    const reason = `Index ${period} out of bounds for length ${length}`;
    throw new JavaError('array_index_out_of_bounds_exception', reason);
  }
  if (period === 0) throw new JavaError('arithmetic_exception', '/ by zero');
  if (length < period * 2) {
    const wanted = `at least (2 * period == 2 * ${period} == ${2 * period}) data-points to function`;
    const reason = `Holt-Winters aggregation requires ${wanted}.  Only [${length}] were provided.`;
    throw new JavaError('illegal_argument_exception', reason);
  }
  const values = known(window).map((value) => value + padding);
  if (values.length === 0) return none;
  while (values.length < length) values.push(0);
  let [level, trend] = [0, 0];
  for (let i = 0; i < period; i++) {
    level += values[i]!;
    trend += (values[i + period]! - values[i]!) / period;
  }
  level /= period;
  trend /= period;
  const seasons = new Array<number>(length).fill(0);
  if (level !== 0) for (let i = 0; i < period; i++) seasons[i] = values[i]! / level;
  // The first step has no trend before it.
  let trendBefore = 0;
  for (let i = period; i < length; i++) {
    const value = values[i]!;
    const before = level;
    const season = seasons[i - period]!;
    const own = multiplicative ? value / season : value - season;
    level = alpha * own + (1 - alpha) * (before + trendBefore);
    trend = beta * (level - before) + (1 - beta) * trendBefore;
    const seasonal = multiplicative ? value / (before + trendBefore) : value - (before - trendBefore);
    seasons[i] = gamma * seasonal + (1 - gamma) * season;
    trendBefore = trend;
  }
  return none.map((_, i) => {
    const season = seasons[length - period + (i % period)]!;
    const smoothed = level + (i + 1) * trend;
    return multiplicative ? smoothed * season : smoothed + season;
  });
}
