import { expect, test } from 'vitest';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { IndexMapping } from './index-mapping.ts';

const metadata = {
  settings: {},
  mappings: { properties: { a: { type: 'long' } } },
} as unknown as IndexMetadata;

test('nothing is kept of a document with very many values when its batch has been written', () => {
  const mapping = new IndexMapping(() => metadata);
  const values = Array.from({ length: 100_000 }, () => 1);
  const parsed = mapping.parse(new TextEncoder().encode(JSON.stringify({ a: values })), '1', null);
  expect(parsed.length).toBeGreaterThanOrEqual(values.length);
  mapping.release();
  const { fields, ranges } = parsed;
  expect([fields, parsed.values, ranges!.starts, ranges!.ends].map((each) => each.length)).toEqual([
    0, 0, 0, 0,
  ]);
});

test('nothing is kept of a document that was replayed, of which no batch tells, when nothing is written for long', () => {
  const mapping = new IndexMapping(() => metadata);
  const parsed = mapping.parse(new TextEncoder().encode('{"a":1}'), '1', null);
  expect(parsed.values).toContain(1);
  mapping.rest();
  expect([parsed.length, parsed.fields, parsed.values]).toEqual([0, [], []]);
});
