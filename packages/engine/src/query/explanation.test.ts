import { expect, test } from 'vitest';
import { counted, type Explanation, explanationJson, matched, unmatched } from './explanation.ts';

test('values are written as floats, counts as they are, and details in their order', () => {
  const told: Explanation = matched(0.1, 'sum of:', [counted(3, 'n'), unmatched('no matching term')]);
  expect(explanationJson(told)).toEqual({
    value: { value: Math.fround(0.1) },
    description: 'sum of:',
    details: [
      { value: 3, description: 'n', details: [] },
      { value: { value: 0 }, description: 'no matching term', details: [] },
    ],
  });
});
