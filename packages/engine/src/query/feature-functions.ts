import { javaFloat } from '../mapping/java-text.ts';
import { type Explanation, matched } from './explanation.ts';

/** How the value of a feature becomes a score: one of the functions of Lucene's `FeatureField`, in floats as it has them. */
export interface FeatureFunction {
  /** In Lucene's words. */
  readonly text: string;
  /** The score of a value, which grows with it. Both are floats. */
  score(value: number, weight: number): number;
  /** What a score was made of, but for weight and value. */
  readonly parts: readonly Explanation[];
  readonly name: string;
  readonly formula: string;
}

const { fround } = Math;

/** `w * S / (S + k)`, as `w * (1 - k / (S + k))`, which never falls by rounding. */
export function saturation(pivot: number): FeatureFunction {
  return {
    name: 'Saturation',
    text: `SaturationFunction(pivot=${javaFloat(pivot)})`,
    formula: 'w * S / (S + k)',
    parts: [matched(pivot, 'k, pivot feature value that would give a score contribution equal to w/2')],
    score: (value, weight) => fround(weight * fround(1 - fround(pivot / fround(value + pivot)))),
  };
}

/** `w * log(a + S)` */
export function logarithm(scalingFactor: number): FeatureFunction {
  return {
    name: 'Log',
    text: `LogFunction(scalingFactor=${javaFloat(scalingFactor)})`,
    formula: 'w * log(a + S)',
    parts: [matched(scalingFactor, 'a, scaling factor')],
    score: (value, weight) => fround(weight * Math.log(fround(scalingFactor + value))),
  };
}

/** `w * S^a / (S^a + k^a)` */
export function sigmoid(pivot: number, exponent: number): FeatureFunction {
  const raised = pivot ** exponent;
  return {
    name: 'Sigmoid',
    text: `SigmoidFunction(pivot=${javaFloat(pivot)}, a=${javaFloat(exponent)})`,
    formula: 'w * S^a / (S^a + k^a)',
    parts: [
      matched(pivot, 'k, pivot feature value that would give a score contribution equal to w/2'),
      matched(
        exponent,
        'a, exponent, higher values make the function grow slower before k and faster after k',
      ),
    ],
    score: (value, weight) => fround(weight * (1 - raised / (value ** exponent + raised))),
  };
}

/** `w * S` */
export const linear: FeatureFunction = {
  name: 'Linear',
  text: 'LinearFunction',
  formula: 'w * S',
  parts: [],
  score: (value, weight) => fround(weight * value),
};
