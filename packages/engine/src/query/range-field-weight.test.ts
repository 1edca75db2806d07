import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const types = ['integer', 'long', 'float', 'double', 'date', 'ip'];
const properties = Object.fromEntries(types.map((type) => [type, { type: `${type}_range` }]));
const shard = searchableShard({ properties, segments: [[{ integer: { gte: 1, lte: 5 } }]] });

function told(field: string, limits: object): string {
  try {
    searchShards([shard], { query: { range: { [field]: limits } } });
    return '';
  } catch (error) {
    return JSON.stringify((error as ApiError).error);
  }
}

test.each([
  ['integer', { gte: 19, lte: 10 }, '(19) is greater than `to` value (10)'],
  ['float', { gte: 5.5, lte: 2 }, '(5.5) is greater than `to` value (2.0)'],
  ['double', { gt: 5, lt: 2 }, '(5.0) is greater than `to` value (2.0)'],
  [
    'date',
    { gte: '2024-01-02', lte: '2023-01-01' },
    '(1704153600000) is greater than `to` value (1672617599999)',
  ],
  ['ip', { gte: '10.0.0.9', lte: '10.0.0.1' }, '(/10.0.0.9) is greater than `to` value (/10.0.0.1)'],
])(
  'limits of a range over a field of %s ranges that are the wrong way round are refused',
  (field, limits, words) => {
    expect(told(field, limits)).toContain(`Range query \`from\` value ${words}`);
  },
);

test('limits that hold nothing find nothing', () => {
  expect(told('integer', { gt: 10, lt: 11 })).toBe('');
  expect(told('long', { gt: 10, lt: 10 })).toBe('');
});
