import { describe, expect, it } from 'vitest';
import { PassingSet } from './passing-set.ts';

describe('a set of what comes and goes', () => {
  it('holds what was added and not deleted, in the order in which it came', () => {
    const set = new PassingSet<string>();
    for (const item of ['a', 'b', 'c', 'd']) set.add(item);
    expect(set.delete('b')).toBe(true);
    expect(set.delete('d')).toBe(true);
    expect(set.delete('b')).toBe(false);
    expect([...set]).toEqual(['a', 'c']);
    expect(set.size).toBe(2);
  });

  it('shows those that were there, whatever goes or comes while they are looked at', () => {
    const set = new PassingSet<number>();
    for (const item of [1, 2, 3]) set.add(item);
    const seen: number[] = [];
    for (const item of set) {
      seen.push(item);
      set.delete(item);
      set.delete(2);
      set.add(item + 10);
    }
    expect(seen).toEqual([1, 2, 3]);
    expect([...set]).toEqual([11, 12, 13]);
  });
});
