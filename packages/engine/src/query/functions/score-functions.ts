import { table } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import { parseDecay } from './decay.ts';
import { parseFieldValueFactor } from './field-value-factor.ts';
import { parseRandomScore } from './random-score.ts';
import type { ScoreFunction } from './score-function.ts';
import { parseScriptFunction } from './script-score.ts';

/** Every function of `function_score` but `weight`, by the name that requests give it. */
export const scoreFunctions: Readonly<Record<string, (body: JsonObject) => ScoreFunction>> = table({
  exp: (body) => parseDecay('exp', body),
  field_value_factor: parseFieldValueFactor,
  gauss: (body) => parseDecay('gauss', body),
  linear: (body) => parseDecay('linear', body),
  random_score: parseRandomScore,
  script_score: parseScriptFunction,
});
