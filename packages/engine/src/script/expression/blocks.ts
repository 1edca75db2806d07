import type { EvaluateBlock } from './syntax.ts';

/** Writes what it makes of `length` numbers; `out` may be where these are. */
export type MapLoop = (values: Float64Array, length: number, out: Float64Array) => void;

/** Writes what it makes of the pairs of two times `length` numbers; `out` may be where the left ones are. */
export type MergeLoop = (left: Float64Array, right: Float64Array, length: number, out: Float64Array) => void;

/** As many documents as come at a time, mostly. */
const USUAL_LENGTH = 128;

/**
 * Room for the numbers of parts, by level: a part writes to its own, and what it is made of to that and those above it. All expressions
 * of a thread share it: one at a time is worked out, and what that makes is used before the next one is.
 */
const levels: Float64Array[] = [];

export function blockAt(level: number, length: number): Float64Array {
  const known = levels[level];
  if (known !== undefined && known.length >= length) return known;
  const made = new Float64Array(Math.max(USUAL_LENGTH, length));
  levels[level] = made;
  return made;
}

/** The same number for all documents. */
export function constantBlock(value: number, level: number): EvaluateBlock {
  return (_docs, length) => blockAt(level, length).fill(value, 0, length);
}

/** `values`: of the same level. */
export function mapped(values: EvaluateBlock, loop: MapLoop, level: number): EvaluateBlock {
  return (docs, length) => {
    const from = values(docs, length);
    const out = blockAt(level, length);
    loop(from, length, out);
    return out;
  };
}

/** `left`: of the same level; `right`: of the next. */
export function merged(
  left: EvaluateBlock,
  right: EvaluateBlock,
  loop: MergeLoop,
  level: number,
): EvaluateBlock {
  return (docs, length) => {
    const first = left(docs, length);
    const second = right(docs, length);
    const out = blockAt(level, length);
    loop(first, second, length, out);
    return out;
  };
}

/** `condition` is 0 where `otherwise` is taken. They are of this level and the two above it. */
export function choice(
  condition: EvaluateBlock,
  then: EvaluateBlock,
  otherwise: EvaluateBlock,
  level: number,
): EvaluateBlock {
  return (docs, length) => {
    const conditions = condition(docs, length);
    const first = then(docs, length);
    const second = otherwise(docs, length);
    const out = blockAt(level, length);
    for (let i = 0; i < length; i++) out[i] = conditions[i] === 0 ? second[i]! : first[i]!;
    return out;
  };
}
