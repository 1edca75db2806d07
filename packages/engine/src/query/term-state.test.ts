import { expect, test } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { testContext } from '../testing/query-context.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { termState } from './term-weight.ts';

const field = testField('t', 'text');
const contextOf = (...segments: SegmentReader[]) =>
  testContext({ searcher: searcherOf(segments), mapping: Mapping.create({}, {}) });
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a term is looked up once in the segments of a time, and anew in those after a refresh', () => {
  const first = segmentOf([field], [{ t: 'a b' }, { t: 'b' }]);
  const context = contextOf(first);
  const state = termState(context, 't', utf8('b'));
  expect([state.docFreq, [...state.ordinals]]).toEqual([2, [1]]);
  expect(termState(context, 't', utf8('b'))).toBe(state);
  expect(termState(context, 'other', utf8('b')).docFreq).toBe(0);
  const both = contextOf(first, segmentOf([field], [{ t: 'b c' }]));
  const after = termState(both, 't', utf8('b'));
  expect([after.docFreq, [...after.ordinals]]).toEqual([3, [1, 0]]);
});

test('however many terms are looked up, each is found', () => {
  const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
  const context = contextOf(segmentOf([field], [{ t: words.join(' ') }]));
  for (let round = 0; round < 2; round++) {
    for (const word of words) expect(termState(context, 't', utf8(word)).docFreq).toBe(1);
    expect(termState(context, 't', utf8('x'.repeat(100))).docFreq).toBe(0);
  }
});

test('what is known of terms is bounded, however many fields and segments they are asked for in', () => {
  const first = contextOf(segmentOf([field], [{ t: 'a' }]));
  const state = termState(first, 't', utf8('a'));
  const others = contextOf(...Array.from({ length: 10 }, () => segmentOf([field], [{ t: 'a' }])));
  for (let i = 0; i < 20_000; i++) termState(others, `f${i}`, utf8('a'));
  const again = termState(first, 't', utf8('a'));
  expect(again).toEqual(state);
  expect(again).not.toBe(state);
});
