import { SeededRandom } from '@sextant/base/testing';
import { expect, test, vi } from 'vitest';
import { partLeast } from './part-least.ts';

const orders: Readonly<Record<string, (i: number, random: SeededRandom) => number>> = {
  'in any order': (i, random) => random.below(2 ** 30) * 4096 + i,
  rising: (i) => i,
  falling: (i) => -i,
  'rising, then falling': (i) => (i < 1000 ? 2 * i : 4001 - 2 * i),
  'nearly equal': (i) => 2 ** 52 - i,
};

test.each(Object.keys(orders))(
  'keys that are %s: the least come first, and then the greatest of them',
  (order) => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = new SeededRandom(seed);
      const keys = Float64Array.from({ length: random.below(2000) }, (_, i) => orders[order]!(i, random));
      const from = random.below(keys.length + 1);
      const to = from + random.below(keys.length - from + 1);
      const count = random.below(to - from + 1);
      const wanted = keys.slice();
      wanted.subarray(from, to).sort();
      partLeast(keys, from, to, count);
      if (count > 0) expect(keys[from + count - 1], `seed ${seed}`).toBe(wanted[from + count - 1]);
      for (const [low, high] of [
        [0, from],
        [from, from + count],
        [from + count, to],
        [to, keys.length],
      ]) {
        const part = keys.slice(low, high);
        const other = wanted.slice(low, high);
        if (low !== 0 && low !== to) part.sort();
        expect(part, `seed ${seed}`).toEqual(other);
      }
    }
  },
);

test('keys that are parted badly each time are sorted in the end', () => {
  // The nine of which the middle one is taken are the least but a few, so that a few are told apart each time.
  const count = 2000;
  const keys = new Float64Array(count).fill(Number.NaN);
  const places = Int32Array.from({ length: count }, (_, i) => i);
  let next = 0;
  for (let high = count; high >= 64; ) {
    const [middle, last, step] = [high >>> 1, high - 1, high >>> 3];
    const looked = [
      0,
      step,
      2 * step,
      middle - step,
      middle,
      middle + step,
      last - 2 * step,
      last - step,
      last,
    ];
    for (const at of looked) if (Number.isNaN(keys[places[at]!]!)) keys[places[at]!] = count - next++;
    // As they are parted: what is greater goes to the end, and others to its place.
    const pivot = middleOfNine(looked.map((at) => keys[places[at]!]!));
    let border = 0;
    for (let i = 0; i < high; i++) {
      const place = places[i]!;
      const key = keys[place]!;
      places[i] = places[border]!;
      places[border] = place;
      if (!(key >= pivot)) border++;
    }
    high = border;
  }
  for (const [i, key] of keys.entries()) if (Number.isNaN(key)) keys[i] = -i;
  const wanted = keys.slice().sort();
  const sorted = vi.spyOn(Float64Array.prototype, 'sort');
  partLeast(keys, 0, count, 10);
  expect(sorted).toHaveBeenCalledOnce();
  sorted.mockRestore();
  expect(keys.slice(0, 10).sort()).toEqual(wanted.slice(0, 10));
});

function middleOfNine(keys: readonly number[]): number {
  const middles = [0, 3, 6].map((at) => keys.slice(at, at + 3).sort((a, b) => a - b)[1]!);
  return middles.sort((a, b) => a - b)[1]!;
}
