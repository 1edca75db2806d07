import { expect, test } from 'vitest';
import { autoCreateType } from './auto-create-type.ts';

const name = 'action.auto_create_index';

test.each([
  ['true', 'a', true],
  ['', 'a', true],
  ['false', 'a', undefined],
  ['+logs-*,-*', 'logs-1', true],
  ['+logs-*,-*', 'other', false],
  ['-secret*, +*', 'secret-1', false],
  ['-secret*, +*', 'other', true],
  ['logs-*', 'logs-1', true],
  ['logs-*', 'other', undefined],
])('the rule [%s] says of a write to [%s]: %s', (rule, index, allowed) => {
  const { patterns } = autoCreateType.read(rule, name);
  expect(patterns.find(({ matches }) => matches(index))?.allows).toBe(allowed);
});

test.each([
  ['+', 'must contain an index name after [+]'],
  ['a, - ', 'must contain an index name after [-]'],
  ['a,,b', 'must be either [true, false, or a comma separated list of index patterns]'],
  [' ', 'must be either [true, false, or a comma separated list of index patterns]'],
])('the rule [%s] is refused: %s', (rule, wanted) => {
  expect(() => autoCreateType.read(rule, name)).toThrow(
    expect.objectContaining({
      error: {
        type: 'illegal_argument_exception',
        reason: `Can't parse [${rule}] for setting [${name}] ${wanted}`,
        details: {
          suppressed: [
            {
              type: 'illegal_argument_exception',
              reason: `Failed to parse value [${rule}] as only [true] or [false] are allowed.`,
            },
          ],
        },
      },
    }),
  );
});
