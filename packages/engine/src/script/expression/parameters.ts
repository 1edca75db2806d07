import type { JsonObject } from '../../dsl/json-reader.ts';
import { scriptValue } from '../json-values.ts';
import { JavaBigInteger } from '../library/big-numbers.ts';
import { numberTypeOf, rawNumber } from '../values.ts';
import { constantBlock } from './blocks.ts';
import { ExpressionProblem } from './expression-error.ts';
import type { Variable } from './syntax.ts';

/** The number that a value of JSON is; null where it is none. */
export function numberOfJson(given: unknown): number | null {
  const value = scriptValue(given);
  if (value instanceof JavaBigInteger) return Number(value.big);
  return numberTypeOf(value) === null ? null : Number(rawNumber(value));
}

/** The parameter that a name stands for; null where there is none. Throws ExpressionProblem where it is no number. */
export function parameter(name: string, params: JsonObject): Variable | null {
  if (!Object.hasOwn(params, name)) return null;
  const value = numberOfJson(params[name]);
  if (value === null) throw new ExpressionProblem(0, `Parameter [${name}] must be a numeric type`);
  return { one: () => value, many: (level) => constantBlock(value, level) };
}
