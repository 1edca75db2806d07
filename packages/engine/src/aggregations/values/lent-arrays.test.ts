import { afterEach, expect, test, vi } from 'vitest';
import { SpareArrays } from '../../codec/spare-arrays.ts';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { searchableShard, searchShards } from '../../testing/searchable.ts';
import { testField } from '../../testing/segments.ts';
import { giveBack, lentInt32, lentUint8, lentUint32 } from './lent-arrays.ts';

afterEach(() => vi.restoreAllMocks());

test('memory that was given back is lent again, empty', () => {
  const first = lentUint32(8192).fill(7);
  const { buffer } = first;
  giveBack(first);
  const second = lentInt32(8192);
  expect(second.buffer).toBe(buffer);
  expect(second.every((value) => value === 0)).toBe(true);
  giveBack(second.fill(-1));
  const third = lentUint8(32_768);
  expect(third.buffer).toBe(buffer);
  expect(third.every((value) => value === 0)).toBe(true);
  expect(lentUint32(8192).buffer).not.toBe(buffer);
});

const fields = [testField('k', 'keyword'), testField('few', 'keyword'), testField('n', 'long')];
const documents = Array.from({ length: 9000 }, (_, i) => ({
  k: `k${(i * 7919) % 9000}`,
  few: `f${i % 7}`,
  n: (i * 31) % 9000,
}));
// Two segments: each counts by ordinals of its own.
const shard = shardOf(fields, [documents.slice(0, 5000), documents.slice(4000)]);
const bodies: Readonly<Record<string, object>> = {
  terms: { terms: { field: 'k', size: 5 } },
  'terms within terms': { terms: { field: 'few' }, aggs: { b: { terms: { field: 'k', size: 3 } } } },
  histogram: {
    histogram: { field: 'n', interval: 1, min_doc_count: 2 },
    aggs: { b: { cardinality: { field: 'k' } } },
  },
  'histogram within terms': {
    terms: { field: 'few' },
    aggs: { b: { histogram: { field: 'n', interval: 10 } } },
  },
  'dates, with empty ones': { date_histogram: { field: 'n', fixed_interval: '1s' } },
  auto_date_histogram: { auto_date_histogram: { field: 'n', buckets: 5 } },
  cardinality: { cardinality: { field: 'k' } },
  composite: {
    composite: { size: 50, sources: [{ a: { terms: { field: 'few' } } }, { b: { terms: { field: 'k' } } }] },
  },
  multi_terms: { multi_terms: { terms: [{ field: 'few' }, { field: 'k' }], size: 4 } },
  significant_terms: { significant_terms: { field: 'k', min_doc_count: 1 } },
  rare_terms: { rare_terms: { field: 'n' } },
};

test.each(Object.entries(bodies))('%s holds nothing of what it gave back', (_name, a) => {
  const run = (): string => aggregate([shard], { a }, { matches: (doc) => doc % 5 < 3 });
  const give = SpareArrays.prototype.give;
  const spoiled = vi.spyOn(SpareArrays.prototype, 'give');
  spoiled.mockImplementation(() => {});
  const wanted = run();
  spoiled.mockImplementation(function (this: SpareArrays, array) {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0x5a);
    give.call(this, array);
  });
  for (let i = 0; i < 3; i++) expect(run()).toBe(wanted);
  expect(spoiled).toHaveBeenCalled();
});

test('what counts values that scripts make gives its memory back as well', () => {
  const give = vi.spyOn(SpareArrays.prototype, 'give');
  const properties = { n: { type: 'long' } };
  const segments = [Array.from({ length: 5000 }, (_, n) => ({ n }))];
  const script = "doc['n'].value";
  const aggs = { a: { terms: { script, value_type: 'long' } } };
  searchShards([searchableShard({ properties, segments })], { size: 0, aggs });
  expect(give.mock.calls.map(([array]) => array.byteLength)).toContain(8192 * Uint32Array.BYTES_PER_ELEMENT);
});
