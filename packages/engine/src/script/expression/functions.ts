import { distanceFrom } from '../../mapping/geo/earth.ts';
import { functionLoops } from './block-loops.ts';
import { blockAt, type MapLoop, type MergeLoop, mapped, merged } from './blocks.ts';
import type { Evaluate, EvaluateBlock } from './syntax.ts';

const METRES_IN_KILOMETRE = 1000;

/** Functions that expressions may call (`JavascriptCompiler.DEFAULT_FUNCTIONS`), each over doubles. */
type MathFunction = (...values: number[]) => number;

const functions: ReadonlyMap<string, readonly [arity: number, work: MathFunction]> = new Map<
  string,
  readonly [arity: number, work: MathFunction]
>([
  ['abs', [1, Math.abs]],
  ['acos', [1, Math.acos]],
  ['acosh', [1, acosh]],
  ['asin', [1, Math.asin]],
  ['asinh', [1, asinh]],
  ['atan', [1, Math.atan]],
  ['atan2', [2, Math.atan2]],
  ['atanh', [1, atanh]],
  ['ceil', [1, Math.ceil]],
  ['cos', [1, Math.cos]],
  ['cosh', [1, Math.cosh]],
  ['exp', [1, Math.exp]],
  ['floor', [1, Math.floor]],
  ['haversin', [4, kilometres]],
  ['ln', [1, Math.log]],
  ['log10', [1, Math.log10]],
  ['logn', [2, (base, value) => Math.log(value!) / Math.log(base!)]],
  ['max', [2, Math.max]],
  ['min', [2, Math.min]],
  ['pow', [2, Math.pow]],
  ['sin', [1, Math.sin]],
  ['sinh', [1, Math.sinh]],
  ['sqrt', [1, Math.sqrt]],
  ['tan', [1, Math.tan]],
  ['tanh', [1, Math.tanh]],
]);

/** `MathUtil.asinh`; as the two below it differs from `Math` in the last digits. */
function asinh(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? -1 : 1;
  const size = Math.abs(value);
  return sign * Math.log(Math.sqrt(size * size + 1) + size);
}

/** `MathUtil.acosh`. */
function acosh(value: number): number {
  return Math.log(Math.sqrt(value * value - 1) + value);
}

/** `MathUtil.atanh`. */
function atanh(value: number): number {
  const half = value < 0 || Object.is(value, -0) ? -0.5 : 0.5;
  const size = Math.abs(value);
  return half * Math.log((1 + size) / (1 - size));
}

/** `SloppyMath.haversinMeters` in kilometres. */
function kilometres(...[lat, lon, toLat, toLon]: number[]): number {
  return distanceFrom({ lat: lat!, lon: lon! })(toLat!, toLon!) / METRES_IN_KILOMETRE;
}

/** How many values the function takes; undefined where there is none of the name. */
export function arityOf(name: string): number | undefined {
  return functions.get(name)?.[0];
}

/** The call of a function, which is known and takes so many values. */
export function callOf(name: string, values: readonly Evaluate[]): Evaluate {
  const [, work] = functions.get(name)!;
  const [first, second, third, fourth] = values;
  if (fourth !== undefined) return () => work(first!(), second!(), third!(), fourth());
  return second === undefined ? () => work(first!()) : () => work(first!(), second());
}

/** As `callOf`, for many documents at once; `values`: of this level and those above it, one each. */
export function blockCallOf(name: string, values: readonly EvaluateBlock[], level: number): EvaluateBlock {
  const [, work] = functions.get(name)!;
  const [first, second, third, fourth] = values;
  if (fourth !== undefined) return callOfFour(work, [first!, second!, third!, fourth], level);
  if (second !== undefined) return merged(first!, second, loopOfPairs(work), level);
  return mapped(first!, functionLoops.get(name) ?? loopOf(work), level);
}

function loopOf(work: MathFunction): MapLoop {
  return (values, length, out) => {
    for (let i = 0; i < length; i++) out[i] = work(values[i]!);
  };
}

function loopOfPairs(work: MathFunction): MergeLoop {
  return (left, right, length, out) => {
    for (let i = 0; i < length; i++) out[i] = work(left[i]!, right[i]!);
  };
}

function callOfFour(
  work: MathFunction,
  [first, second, third, fourth]: readonly [EvaluateBlock, EvaluateBlock, EvaluateBlock, EvaluateBlock],
  level: number,
): EvaluateBlock {
  return (docs, length) => {
    const [a, b] = [first(docs, length), second(docs, length)];
    const [c, d] = [third(docs, length), fourth(docs, length)];
    const out = blockAt(level, length);
    for (let i = 0; i < length; i++) out[i] = work(a[i]!, b[i]!, c[i]!, d[i]!);
    return out;
  };
}
