import { expect, test } from 'vitest';
import { askedContexts } from './completion-contexts.ts';

const contexts = [{ name: 'g', type: 'geo', precision: 4, path: null }] as const;
const point = { lat: 52.5, lon: 13.4 };

test.each([{}, { boost: 3 }, { precision: 2, neighbours: [1, 2], boost: 4 }])(
  'a point stands among the options %j, or apart from them',
  (options) => {
    const apart = askedContexts(contexts, { g: [{ context: point, ...options }] });
    expect(askedContexts(contexts, { g: [{ ...point, ...options }] })).toEqual(apart);
  },
);

test('what is neither an option nor a part of a point is refused', () => {
  expect(() => askedContexts(contexts, { g: { ...point, x: 1 } })).toThrow('field must be either');
});
