import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameGroups } from './name-groups.ts';

test('names are encoded and joined in one path part', () => {
  expect(nameGroups(['a', 'b%c', '<d>'])).toEqual(['a,b%25c,%3Cd%3E']);
  expect(nameGroups([])).toEqual([]);
});

test('every name is in exactly one part, in order, and no part is longer than servers take', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme-ascii' }), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(names, (all) => {
      const groups = nameGroups(all);
      const back = groups.flatMap((group) => group.split(',').map(decodeURIComponent));
      expect(back).toEqual(all);
      for (const group of groups) expect(group.length).toBeLessThanOrEqual(3000);
    }),
  );
});
