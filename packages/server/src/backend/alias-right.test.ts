import { expect, test } from 'vitest';
import { internalAccess } from './access.ts';
import { requireWholeIndex } from './alias-right.ts';

test('an index of which some documents are hidden from the caller is not copied for him', () => {
  const seen: (readonly string[])[] = [];
  const filtered = {
    ...internalAccess,
    documentFilter: (names: readonly string[]) => {
      seen.push(names);
      return { term: { owner: 'me' } };
    },
  };
  expect(() => requireWholeIndex(filtered, ['a', 'stream'])).toThrow('no permissions for the whole of [a]');
  expect(seen).toEqual([['a', 'stream']]);
  expect(() => requireWholeIndex(internalAccess, ['a'])).not.toThrow();
});
