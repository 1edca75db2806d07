import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: {
    n: { type: 'long' },
    d: { type: 'date' },
    g: { type: 'geo_point' },
    t: { type: 'text' },
  },
  segments: [
    [
      { n: 1, d: '2020-01-01', g: '1,2', t: 'hello world' },
      { n: 7, d: '2020-01-11', g: '3,2', t: 'hello hello' },
    ],
    [{ n: 9, d: '2020-02-01', g: '1,2', t: 'world' }],
  ],
});

/** Scores by the ids of the documents. */
function scores(source: string): readonly number[] {
  const body = { query: { script_score: { query: { match_all: {} }, script: { source } } } };
  const { hits } = searchShards([shard], body);
  const byId = [...hits].sort((a, b) => Number(a.id) - Number(b.id));
  return byId.map(({ score }) => score!);
}

// What OpenSearch 3.6 answers, of values that it was asked for one by one.
test.each([
  ["saturation(doc['n'].value, 3)", [0.25, 0.7, 0.75]],
  ["sigmoid(doc['n'].value, 3, 2)", [0.1, 0.8448276, 0.9]],
  ["decayNumericLinear(5, 2, 0, 0.5, doc['n'].value)", [0, 0.5, 0]],
  ["decayNumericExp(5, 2, 1, 0.5, doc['n'].value)", [0.35355338, 0.70710677, 0.35355338]],
  ["decayNumericGauss(5, 2, 0, 0.5, doc['n'].value)", [0.0625, 0.5, 0.0625]],
  ["decayDateLinear('2020-01-01T00:00:00Z', '20d', '0', 0.5, doc['d'].value)", [1, 0.75, 0.225]],
  ["decayGeoExp('1,2', '100km', '0km', 0.5, doc['g'].value)", [1, 0.21406168, 1]],
  ["termFreq('t', 'hello')", [1, 2, 0]],
  ["totalTermFreq('t', 'hello')", [3, 3, 3]],
  ["sumTotalTermFreq('t')", [5, 5, 5]],
])('%s scores as OpenSearch does', (source, expected) => {
  for (const [i, score] of scores(source).entries()) expect(score).toBeCloseTo(expected[i]!, 6);
});

test('a random score is the same for the same seed, and another for another one', () => {
  const first = scores('randomScore(5)');
  expect(new Set(first).size).toBe(3);
  expect(scores('randomScore(5)')).toEqual(first);
  expect(scores('randomScore(6)')).not.toEqual(first);
  expect(new Set(scores("randomScore(5, 'n')")).size).toBe(3);
});

test.each([
  ["cosineSimilarity([1, 2], 'n')", 'Unknown call [cosineSimilarity]'],
  ["decayDateExp('x', '1d', '0', 0.5, doc['d'].value)", 'failed to parse date field [x]'],
  ["decayGeoLinear('1,2', '1xx', '0', 0.5, doc['g'].value)", 'For input string: \\"1xx\\"'],
  ['double f(int s) { return randomScore(s) } f(1)', 'Unknown call [randomScore]'],
])('%s is refused', (source, reason) => {
  try {
    scores(source);
  } catch (error) {
    expect(JSON.stringify(error)).toContain(reason);
    return;
  }
  throw new Error('no failure');
});
