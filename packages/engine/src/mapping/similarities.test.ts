import { expect, test } from 'vitest';
import { Mapping } from './mapping.ts';
import { plainBm25, similaritiesOf } from './similarities.ts';

const own = (name: string, members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).map(([key, value]) => [`index.similarity.${name}.${key}`, value]),
  );

test('an index has those that its settings make', () => {
  const similarities = similaritiesOf({
    ...own('mine', { type: 'BM25', k1: '0.9', discount_overlaps: 'false' }),
    ...own('old', { type: 'LegacyBM25', k1: '2', b: '0' }),
    ...own('plain', { type: 'boolean' }),
  });
  expect(similarities.of('mine')).toEqual({
    ...plainBm25,
    k1: Math.fround(0.9),
    discountsOverlaps: false,
  });
  expect(similarities.of('old')).toEqual({ ...plainBm25, k1: 2, b: 0, factor: 3 });
  expect(similarities.of('plain').isBoolean).toBe(true);
  expect(similarities.of('boolean').isBoolean).toBe(true);
  expect(similarities.of(undefined)).toBe(plainBm25);
});

test('fields that name none have the default of the index', () => {
  const similarities = similaritiesOf(own('default', { type: 'BM25', b: '0' }));
  expect(similarities.of(undefined).b).toBe(0);
  expect(similarities.of('BM25')).toBe(plainBm25);
});

/* The answers are those of OpenSearch 3.6.0, but for the kinds that are not served. */
test.each([
  ['x', { k1: '1' }, 'Similarity [x] must have an associated type'],
  ['x', { type: 'bm25' }, 'Unknown Similarity type [bm25] for [x]'],
  ['x', { type: 'BM25', k1: '-1' }, 'illegal k1 value: -1.0, must be a non-negative finite value'],
  ['x', { type: 'BM25', k1: 'Infinity' }, 'illegal k1 value: Infinity, must be a non-negative finite value'],
  ['x', { type: 'BM25', b: '2' }, 'illegal b value: 2.0, must be between 0 and 1'],
  ['x', { type: 'BM25', b: 'NaN' }, 'illegal b value: NaN, must be between 0 and 1'],
  ['x', { type: 'BM25', k1: 'abc' }, 'Failed to parse float setting [k1] with value [abc]'],
  ['x', { type: 'BM25', foo: '1', bar: '2' }, 'Unknown settings for similarity of type [BM25]: [bar, foo]'],
  ['x', { type: 'boolean', k1: '1' }, 'Unknown settings for similarity of type [boolean]: [k1]'],
  ['x', { type: 'BM25', discount_overlaps: 'maybe' }, 'Failed to parse value [maybe] as only [true] or'],
  ['x', { type: 'classic' }, 'The [classic] similarity may not be used anymore.'],
  ['BM25', { type: 'BM25' }, 'illegal value for [index.similarity.BM25] cannot redefine built-in similarity'],
  ['x', { type: 'DFR' }, 'Similarity type [DFR] of [x] is not supported'],
  ['x', { type: 'scripted' }, 'Similarity type [scripted] of [x] is not supported'],
])('%s of %j is refused', (name, members, reason) => {
  expect(() => similaritiesOf(own(name, members))).toThrow(reason);
  expect(() => Mapping.make({}, own(name, members)), 'an index cannot be made so').toThrow(reason);
});

test('what has no name of its own is refused', () => {
  expect(() => similaritiesOf({ 'index.similarity.x': 'BM25' })).toThrow(
    "setting [x] because of a missing '.'",
  );
});

test('names of all kinds are names', () => {
  const settings = { 'index.similarity.__proto__.type': 'boolean', 'index.similarity.x.__proto__': '1' };
  expect(() => similaritiesOf(settings)).toThrow('Similarity [x] must have an associated type');
  expect(similaritiesOf({ 'index.similarity.__proto__.type': 'boolean' }).of('__proto__').isBoolean).toBe(
    true,
  );
});

test.each([
  ['nope', 'Unknown Similarity type [nope] for field [a]'],
  ['default', 'Unknown Similarity type [default] for field [a]'],
  ['LegacyBM25', 'Unknown Similarity type [LegacyBM25] for field [a]'],
  ['classic', 'The [classic] similarity may not be used anymore.'],
  [['BM25'], 'Unknown Similarity type [[BM25]] for field [a]'],
])('no field has %s', (similarity, reason) => {
  const settings = own('default', { type: 'boolean' });
  expect(() => Mapping.create({ properties: { a: { type: 'text', similarity } } }, settings)).toThrow(reason);
});
