import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { HeuristicScript } from '../../script/heuristic-script.ts';
import type { ScriptSpec } from '../../script/script-spec.ts';
import { exactExp, exactLog } from './exact-math.ts';

/** How often a term is in the documents that were found, and in those it is compared with. */
export interface Frequencies {
  readonly subsetFreq: number;
  readonly subsetSize: number;
  readonly supersetFreq: number;
  readonly supersetSize: number;
}

/** A heuristic that is asked nothing but the frequencies. */
type Formula = (frequencies: Frequencies) => number;

/**
 * How significant a term is; what is not above 0 is not shown. Throws illegal_argument_exception where the frequencies do
 * not go together. The formulas are those of OpenSearch's heuristics.
 */
export type Heuristic = ((frequencies: Frequencies, budget: WorkBudget) => number) & {
  /** Throws ApiError where it is a script that cannot be compiled. */
  readonly check?: () => void;
};

/** How those that look at all four combinations of term and class count. */
export interface CountOptions {
  /** Terms that are rarer than elsewhere count as well. */
  readonly includeNegatives: boolean;
  /** The documents that were found are among those they are compared with. */
  readonly backgroundIsSuperset: boolean;
}

function checkSizes({ subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies, name: string): void {
  if (subsetFreq > subsetSize)
    throw apiError('illegal_argument_exception', `subsetFreq > subsetSize, in ${name}`);
  if (supersetFreq > supersetSize)
    throw apiError('illegal_argument_exception', `supersetFreq > supersetSize, in ${name}`);
}

/** By how much a term is more frequent, absolutely times relatively. */
export function jlh(frequencies: Frequencies): number {
  checkSizes(frequencies, 'JLHScore');
  const { subsetFreq, subsetSize, supersetFreq, supersetSize } = frequencies;
  if (subsetSize === 0 || supersetSize === 0) return 0;
  const subset = subsetFreq / subsetSize;
  // A background that does not hold all that was found may not have the term.
  const superset = (supersetFreq === 0 ? 1 : supersetFreq) / supersetSize;
  const change = subset - superset;
  return change <= 0 ? 0 : change * (subset / superset);
}

/** The share of the term's documents that were found. */
export function percentage(frequencies: Frequencies): number {
  checkSizes(frequencies, 'PercentageScore');
  return frequencies.supersetFreq === 0 ? 0 : frequencies.subsetFreq / frequencies.supersetFreq;
}

/** Documents by whether they have the term (first digit) and were found (second one); `_`: either. */
interface Combinations {
  readonly n00: number;
  readonly n01: number;
  readonly n10: number;
  readonly n11: number;
  readonly n0_: number;
  readonly n1_: number;
  readonly n_0: number;
  readonly n_1: number;
  readonly n: number;
}

const ADVICE =
  ', does your background filter not include all documents in the bucket? If so and it is intentional, set ' +
  '"background_is_superset": false';

function checkSuperset({ subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies): void {
  const refuse = (what: string): never => {
    throw apiError('illegal_argument_exception', `${what}${ADVICE}`);
  };
  if (subsetFreq > supersetFreq) refuse('subsetFreq > supersetFreq');
  if (subsetSize > supersetSize) refuse('subsetSize > supersetSize');
  if (supersetFreq - subsetFreq > supersetSize - subsetSize)
    refuse('supersetFreq - subsetFreq > supersetSize - subsetSize');
}

function combinations(frequencies: Frequencies, isSuperset: boolean, name: string): Combinations {
  checkSizes(frequencies, name);
  const { subsetFreq, subsetSize, supersetFreq, supersetSize } = frequencies;
  const n01 = subsetSize - subsetFreq;
  if (isSuperset) {
    checkSuperset(frequencies);
    return {
      n00: supersetSize - supersetFreq - n01,
      n01,
      n10: supersetFreq - subsetFreq,
      n11: subsetFreq,
      n0_: supersetSize - supersetFreq,
      n1_: supersetFreq,
      n_0: supersetSize - subsetSize,
      n_1: subsetSize,
      n: supersetSize,
    };
  }
  return {
    n00: supersetSize - supersetFreq,
    n01,
    n10: supersetFreq,
    n11: subsetFreq,
    n0_: supersetSize - supersetFreq + n01,
    n1_: supersetFreq + subsetFreq,
    n_0: supersetSize,
    n_1: subsetSize,
    n: supersetSize + subsetSize,
  };
}

function isRarer({ n11, n_1, n10, n_0 }: Combinations): boolean {
  return n11 / n_1 < n10 / n_0;
}

/** What one of the combinations tells, in nats. */
function information(nxy: number, nx: number, ny: number, n: number): number {
  const numerator = Math.abs(n * nxy);
  const factor = Math.abs(nxy / n);
  if (numerator < 1e-7 && factor < 1e-7) return 0;
  return factor * exactLog(numerator / Math.abs(nx * ny));
}

/** Manning, Raghavan, Schütze: Introduction to Information Retrieval, 13.5.1. */
export function mutualInformation({ includeNegatives, backgroundIsSuperset }: CountOptions): Formula {
  return (frequencies) => {
    const counts = combinations(frequencies, backgroundIsSuperset, 'MutualInformation');
    const { n00, n01, n10, n11, n0_, n1_, n_0, n_1, n } = counts;
    const score =
      (information(n00, n0_, n_0, n) +
        information(n01, n0_, n_1, n) +
        information(n10, n1_, n_0, n) +
        information(n11, n1_, n_1, n)) /
      Math.LN2;
    if (Number.isNaN(score) || (!includeNegatives && isRarer(counts))) return Number.NEGATIVE_INFINITY;
    return score;
  };
}

/** Manning, Raghavan, Schütze: Introduction to Information Retrieval, 13.5.2. */
export function chiSquare({ includeNegatives, backgroundIsSuperset }: CountOptions): Formula {
  return (frequencies) => {
    const counts = combinations(frequencies, backgroundIsSuperset, 'ChiSquare');
    if (!includeNegatives && isRarer(counts)) return Number.NEGATIVE_INFINITY;
    const { n00, n01, n10, n11, n0_, n1_, n_0, n_1, n } = counts;
    const difference = n11 * n00 - n01 * n10;
    return (n * (difference * difference)) / (n_1 * n1_ * n0_ * n_0);
  };
}

/** Cilibrasi, Vitanyi: The Google Similarity Distance, turned around. */
export function gnd(backgroundIsSuperset: boolean): Formula {
  return (frequencies) => {
    const { n1_, n_1, n11, n } = combinations(frequencies, backgroundIsSuperset, 'GND');
    if (n11 === 0) return 0;
    if (n1_ === n_1 && n1_ === n11) return 1;
    const [less, more] = [exactLog(Math.min(n1_, n_1)), exactLog(Math.max(n1_, n_1))];
    return exactExp(-((more - exactLog(n11)) / (exactLog(n) - less)));
  };
}

/** By what a script says. */
export function scripted(spec: ScriptSpec): Heuristic {
  const script = new HeuristicScript(spec);
  const score = ({ subsetFreq, subsetSize, supersetFreq, supersetSize }: Frequencies, budget: WorkBudget) =>
    script.run(
      {
        _subset_freq: subsetFreq,
        _subset_size: subsetSize,
        _superset_freq: supersetFreq,
        _superset_size: supersetSize,
      },
      budget,
    );
  return Object.assign(score, { check: () => script.check() });
}
