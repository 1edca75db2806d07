import { detachWhole } from '@sextant/base';

/**
 * Stable order of many numbers. A comparator costs a call per comparison; least-significant-digit counting passes over
 * the bits of the doubles cost a few nanoseconds per value, and digits that are the same everywhere are skipped.
 */

const SMALL = 256;
const WIDE_DIGITS_FROM = 1 << 17;

/** Indices of `values[0, count)` in ascending order of value, equal values in ascending order of index. No NaN. */
export function sortedOrder(values: Float64Array, count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (isSorted(values, count)) return order;
  if (count <= SMALL) return order.sort((a, b) => values[a]! - values[b]! || a - b);
  const keys = sortableBits(values, count);
  if (count < WIDE_DIGITS_FROM) return radixPasses(order, keys, 8).sorted;
  const { sorted, spare } = radixPasses(order, keys, 16);
  // Three times what the answer takes: it does not wait for the collector.
  for (const array of [keys.low, keys.high, spare]) detachWhole(array);
  return sorted;
}

/** The same of pairs: by value, then by rest. */
export function sortedPairs(values: Float64Array, rests: Int32Array | null, count: number): Uint32Array {
  if (rests === null) return sortedOrder(values, count);
  const byRest = sortedOrder(Float64Array.from(rests.subarray(0, count)), count);
  const ordered = Float64Array.from(byRest, (i) => values[i]!);
  return sortedOrder(ordered, count).map((i) => byRest[i]!);
}

function isSorted(values: Float64Array, count: number): boolean {
  for (let i = 1; i < count; i++) if (values[i - 1]! > values[i]!) return false;
  return true;
}

interface SortKeys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** IEEE 754 bits, changed so that their unsigned order is the order of the numbers (-0 counts as 0). */
function sortableBits(values: Float64Array, count: number): SortKeys {
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const one = new Float64Array(1);
  const halves = new Uint32Array(one.buffer);
  for (let i = 0; i < count; i++) {
    one[0] = values[i]! + 0;
    const negative = halves[1]! >>> 31 === 1;
    low[i] = negative ? ~halves[0]! : halves[0]!;
    high[i] = negative ? ~halves[1]! : halves[1]! | 0x80000000;
  }
  return { low, high };
}

/** `spare` is of the same size, and of no use any more. */
function radixPasses(
  order: Uint32Array,
  keys: SortKeys,
  digitBits: 8 | 16,
): { readonly sorted: Uint32Array; readonly spare: Uint32Array } {
  const count = order.length;
  const mask = 2 ** digitBits - 1;
  const starts = new Uint32Array(mask + 1);
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(count);
  for (const words of [keys.low, keys.high]) {
    for (let shift = 0; shift < 32; shift += digitBits) {
      starts.fill(0);
      for (let i = 0; i < count; i++) {
        const digit = (words[i]! >>> shift) & mask;
        starts[digit] = starts[digit]! + 1;
      }
      if (starts[(words[0]! >>> shift) & mask] === count) continue;
      let sum = 0;
      for (let digit = 0; digit <= mask; digit++) {
        const size = starts[digit]!;
        starts[digit] = sum;
        sum += size;
      }
      for (let i = 0; i < count; i++) {
        const index = from[i]!;
        const digit = (words[index]! >>> shift) & mask;
        const place = starts[digit]!;
        to[place] = index;
        starts[digit] = place + 1;
      }
      const other = from;
      from = to;
      to = other;
    }
  }
  return { sorted: from, spare: to };
}
