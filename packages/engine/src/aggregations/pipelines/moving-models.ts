import { apiError } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { JavaError } from '../../script/java-error.ts';
import {
  ewma,
  holt,
  holtWinters,
  linearWeightedAvg,
  unweightedAvg,
  type Window,
} from '../../script/library/moving-averages.ts';

/** What moving averages are made by. */
export interface MovingModel {
  /** So many values at least are needed. */
  readonly least: number;
  /** What the last value counts, for each part of the model; these can be fitted to values. */
  readonly weights: readonly number[];
  readonly fitsByDefault: boolean;
  next(window: Window, weights: readonly number[], count: number): readonly number[];
}

function repeated(value: number, count: number): readonly number[] {
  return new Array<number>(count).fill(value);
}

export const simple: MovingModel = {
  least: 1,
  weights: [],
  fitsByDefault: false,
  next: (window, _weights, count) => repeated(unweightedAvg(window), count),
};

export const linear: MovingModel = {
  ...simple,
  next: (window, _weights, count) => repeated(linearWeightedAvg(window), count),
};

export function exponential(alpha: number): MovingModel {
  return {
    ...simple,
    weights: [alpha],
    next: (window, [own], count) => repeated(ewma(window, own!), count),
  };
}

export function withTrend(alpha: number, beta: number): MovingModel {
  return {
    ...simple,
    weights: [alpha, beta],
    next: (window, [level, trend], count) => holt(window, level!, trend!, count),
  };
}

export function withSeasons(
  weights: readonly [number, number, number],
  period: number,
  kind: { readonly multiplicative: boolean; readonly padding: number },
): MovingModel {
  return {
    least: period * 2,
    weights,
    fitsByDefault: true,
    next: (window, own, count) => {
      try {
        return holtWinters(window, { weights: own as [number, number, number], period, ...kind }, count);
      } catch (error) {
        if (!(error instanceof JavaError)) throw error;
        throw apiError(error.type, error.reason ?? error.type);
      }
    },
  };
}

const COOLING = 0.9;
const COLDEST = 0.0001;
const TRIES = 100;

/**
 * Weights under which the values of one window tell those of the next one best, by simulated annealing as OpenSearch does it.
 * The dice are the same ones each time, so the same values lead to the same weights.
 */
export function* fitted(
  model: MovingModel,
  train: Window,
  test: Window,
  budget: WorkBudget,
): Steps<readonly number[]> {
  const random = sameDice();
  const cost = (weights: readonly number[]): number => {
    budget.charge(1 + (train.length >>> 4));
    const told = model.next(train, weights, test.length);
    return test.reduce((error, value, i) => error + Math.abs(value - told[i]!), 0);
  };
  let [weights, best] = [model.weights, model.weights];
  let [ownCost, bestCost] = [cost(weights), cost(best)];
  for (let warmth = 1; warmth > COLDEST; warmth *= COOLING) {
    for (let i = 0; i < TRIES; i++) {
      if (budget.sliceOver) yield;
      const changed = [...weights];
      const value = random();
      changed[Math.floor(random() * weights.length)] = value;
      const newCost = cost(changed);
      const odds = newCost < ownCost ? 1 : Math.exp(-(newCost - ownCost) / warmth);
      if (!(odds > random())) continue;
      [weights, ownCost] = [changed, newCost];
      if (newCost < bestCost) [best, bestCost] = [changed, newCost];
    }
  }
  return best;
}

/** mulberry32 from one seed: 0 <= number < 1. */
function sameDice(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
