import { compareBytes } from '../../segment/global-ordinals.ts';
import type { TermValues } from './term-values.ts';

/** Its ordinal, or half a step below that of the term after it. */
export function placeOfTerm(values: TermValues, term: Uint8Array): number {
  let [low, high] = [0, values.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(values.term(middle), term) < 0) low = middle + 1;
    else high = middle;
  }
  const found = low < values.size && compareBytes(values.term(low), term) === 0;
  return found ? low : low - 0.5;
}
