import { expect, test } from 'vitest';
import { autoCreateAllowed } from './write-target.ts';

test.each([
  ['true', 'a', true],
  ['false', 'a', false],
  ['+logs-*,-*', 'logs-1', true],
  ['+logs-*,-*', 'other', false],
  ['-secret*,+*', 'secret-1', false],
  ['-secret*,+*', 'other', true],
  ['logs-*', 'logs-1', true],
  ['logs-*', 'other', false],
])('with action.auto_create_index [%s] a write makes [%s]: %s', (rule, name, allowed) => {
  expect(autoCreateAllowed(rule, name)).toBe(allowed);
});
