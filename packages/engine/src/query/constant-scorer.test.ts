import { expect, test, vi } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import { BlockPostings } from '../segment/block-postings.ts';
import { testContext } from '../testing/query-context.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { utf8 } from './query-tokens.ts';
import { TermFilterWeight, termState } from './term-weight.ts';

const field = testField('k', 'keyword');
const COUNT = 6000;

/** How often blocks of postings were read to find which of the documents have the value `a`, and which those are. */
function lookUp(keyOf: (doc: number) => string | undefined, asked: readonly number[]) {
  const docs = Array.from({ length: COUNT }, (_, doc) => {
    const k = keyOf(doc);
    return k === undefined ? {} : { k };
  });
  const segment = segmentOf([field], docs);
  const context = testContext({ searcher: searcherOf([segment]), mapping: Mapping.create({}, {}) });
  const weight = new TermFilterWeight(context, 'k', termState(context, 'k', utf8('a')), 0);
  const hits = new Uint8Array(asked.length);
  const spy = vi.spyOn(BlockPostings.prototype, 'seekBlock');
  weight.scorer(0)!.probe(Int32Array.from(asked), asked.length, hits, null);
  const reads = spy.mock.calls.length;
  spy.mockRestore();
  return { reads, found: asked.filter((_, i) => hits[i] === 1) };
}

const every = (step: number): number[] =>
  Array.from({ length: Math.floor(COUNT / step) }, (_, i) => i * step);
const mixed = (doc: number): string => (doc % 7 < 4 ? 'a' : 'b');

test('a frequent term is looked up in the values of a few documents, without its postings', () => {
  const asked = every(50);
  const wanted = asked.filter((doc) => doc % 7 < 4);
  expect(lookUp(mixed, asked)).toEqual({ reads: 0, found: wanted });
});

test('for many documents its postings are read', () => {
  const { reads, found } = lookUp(mixed, every(1));
  expect(reads).toBeGreaterThan(0);
  expect(found).toEqual(every(1).filter((doc) => doc % 7 < 4));
});

test('documents without a value have no term', () => {
  const asked = every(50);
  const { found } = lookUp((doc) => (doc % 3 === 0 ? undefined : 'a'), asked);
  expect(found).toEqual(asked.filter((doc) => doc % 3 !== 0));
});

test('a rare term is looked up in its postings', () => {
  const { reads, found } = lookUp((doc) => (doc % 1000 === 0 ? 'a' : 'b'), every(50));
  expect(reads).toBeGreaterThan(0);
  expect(found).toEqual(every(1000));
});
