import type { ShardFunction } from './functions/score-function.ts';
import type { Weight } from './weight.ts';

export type ScoreMode = 'first' | 'max' | 'min' | 'multiply' | 'sum' | 'avg';
export type BoostMode = 'multiply' | 'replace' | 'sum' | 'avg' | 'max' | 'min';

/** One function bound to a shard, for the documents of `filter` (null = all). */
export interface BoundFunction {
  readonly filter: Weight | null;
  /** null: 1. */
  readonly function: ShardFunction | null;
  readonly weight: number | null;
  /** By which explanations call it. */
  readonly name: string | null;
}

export interface FunctionScoring {
  readonly functions: readonly BoundFunction[];
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost: number;
  /** Documents below it are none of the query; null = all are. */
  readonly minScore: number | null;
}

export const startOf: Readonly<Record<ScoreMode, number>> = {
  first: 1,
  max: Number.NEGATIVE_INFINITY,
  min: Number.POSITIVE_INFINITY,
  multiply: 1,
  sum: 0,
  avg: 0,
};

export function joined(mode: ScoreMode, factor: number, value: number): number {
  switch (mode) {
    case 'first':
      return value;
    case 'max':
      return Math.max(factor, value);
    case 'min':
      return Math.min(factor, value);
    case 'multiply':
      return factor * value;
    default:
      return factor + value;
  }
}

export function combined(mode: BoostMode, score: number, factor: number): number {
  switch (mode) {
    case 'replace':
      return factor;
    case 'sum':
      return score + factor;
    case 'avg':
      return (factor + score) / 2;
    case 'max':
      return Math.max(score, factor);
    case 'min':
      return Math.min(score, factor);
    default:
      return score * factor;
  }
}
