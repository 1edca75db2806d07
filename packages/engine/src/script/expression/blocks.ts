import type { EvaluateBlock } from './syntax.ts';

/** Writes what it makes of `length` numbers. */
export type MapLoop = (values: Float64Array, length: number, out: Float64Array) => void;

/** Writes what it makes of the pairs of two times `length` numbers. */
export type MergeLoop = (left: Float64Array, right: Float64Array, length: number, out: Float64Array) => void;

/** As many documents as come at a time, mostly. */
const USUAL_LENGTH = 128;

export const newBlock = (): Float64Array => new Float64Array(USUAL_LENGTH);

/** The array, or a larger one in its place: what lies in it is not kept. */
export function blockFor(block: Float64Array, length: number): Float64Array {
  return block.length >= length ? block : new Float64Array(Math.max(length, 2 * block.length));
}

/** The same number for all documents. */
export function constantBlock(value: number): EvaluateBlock {
  let out = newBlock().fill(value);
  return (_docs, length) => {
    if (out.length < length) out = blockFor(out, length).fill(value);
    return out;
  };
}

export function mapped(values: EvaluateBlock, loop: MapLoop): EvaluateBlock {
  let out = newBlock();
  return (docs, length) => {
    const from = values(docs, length);
    out = blockFor(out, length);
    loop(from, length, out);
    return out;
  };
}

export function merged(left: EvaluateBlock, right: EvaluateBlock, loop: MergeLoop): EvaluateBlock {
  let out = newBlock();
  return (docs, length) => {
    const first = left(docs, length);
    const second = right(docs, length);
    out = blockFor(out, length);
    loop(first, second, length, out);
    return out;
  };
}

/** `condition` is 0 where `otherwise` is taken. */
export function choice(
  condition: EvaluateBlock,
  then: EvaluateBlock,
  otherwise: EvaluateBlock,
): EvaluateBlock {
  let out = newBlock();
  return (docs, length) => {
    const conditions = condition(docs, length);
    const first = then(docs, length);
    const second = otherwise(docs, length);
    out = blockFor(out, length);
    for (let i = 0; i < length; i++) out[i] = conditions[i] === 0 ? second[i]! : first[i]!;
    return out;
  };
}
