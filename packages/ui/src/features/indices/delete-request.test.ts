import { expect, test } from 'vitest';
import { confirmationOf, deleteCalls } from './delete-request.ts';

test('the names themselves are sent, never a pattern', () => {
  expect(deleteCalls(['a', 'b'])).toEqual([{ method: 'DELETE', path: '/a,b' }]);
});

test('one index is confirmed by its name, several by their count', () => {
  expect(confirmationOf(['books'])).toBe('books');
  expect(confirmationOf(['a', 'b', 'c'])).toBe('delete 3');
});
