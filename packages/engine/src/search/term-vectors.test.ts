import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard } from '../testing/searchable.ts';
import { type TermVectorsRequest, termVectors } from './term-vectors.ts';

const shard = searchableShard({
  properties: { t: { type: 'text', term_vector: 'yes' }, p: { type: 'text' } },
  segments: [[{ t: 'brown fox', p: 'lazy dog' }], [{ p: 'dog dog' }]],
});

function requestOf(doc: object, more: Partial<TermVectorsRequest>): TermVectorsRequest {
  return {
    source: new TextEncoder().encode(JSON.stringify(doc)),
    isArtificial: false,
    kept: null,
    fields: null,
    positions: true,
    offsets: true,
    fieldStatistics: true,
    termStatistics: false,
    analyzers: new Map(),
    filter: null,
    ...more,
  };
}

function vectors(doc: object, more: Partial<TermVectorsRequest> = {}, of = shard): unknown {
  const request = requestOf(doc, more);
  return runThrough(termVectors([of], request, testBudget()));
}

test('a document of the index shows the fields that have term vectors, as the mapping has them', () => {
  expect(vectors({ t: 'fox', p: 'dog' })).toEqual({
    t: { field_statistics: { sum_doc_freq: 2, doc_count: 1, sum_ttf: 2 }, terms: { fox: { term_freq: 1 } } },
  });
});

test('others are told where they are asked for, with the statistics of all segments', () => {
  const asked = { fields: ['p'], termStatistics: true };
  expect(vectors({ p: ['a dog', 'dog'] }, asked)).toEqual({
    p: {
      field_statistics: { sum_doc_freq: 3, doc_count: 2, sum_ttf: 4 },
      terms: {
        a: { term_freq: 1, tokens: [{ position: 0, start_offset: 0, end_offset: 1 }] },
        dog: {
          doc_freq: 2,
          ttf: 3,
          term_freq: 2,
          tokens: [
            { position: 1, start_offset: 2, end_offset: 5 },
            { position: 102, start_offset: 6, end_offset: 9 },
          ],
        },
      },
    },
  });
});

// As OpenSearch 3.6 answers.
test('what is kept has the places of the index, which words that are left out at the end of a value take too', () => {
  const english = { type: 'text', analyzer: 'english', term_vector: 'with_positions' };
  const kept = searchableShard({ properties: { t: english }, segments: [[{ t: ['fox the the', 'dog'] }]] });
  const dog = (isArtificial: boolean): unknown =>
    vectors({ t: ['fox the the', 'dog'] }, { isArtificial, offsets: false, fieldStatistics: false }, kept);
  expect(dog(false)).toMatchObject({ t: { terms: { dog: { tokens: [{ position: 103 }] } } } });
  expect(dog(true)).toMatchObject({ t: { terms: { dog: { tokens: [{ position: 101 }] } } } });
});

test('a field without words is left out, and no fields are those that are told without being named', () => {
  expect(vectors({ p: '', t: 'fox' }, { fields: ['p', 't'] })).toHaveProperty('t');
  expect(vectors({ p: '', t: 'fox' }, { fields: ['p', 't'] })).not.toHaveProperty('p');
  expect(vectors({ p: 'dog', t: 'fox' }, { fields: [] })).toEqual(vectors({ p: 'dog', t: 'fox' }));
});

test('a filter leaves the words that say the most', () => {
  const filter = {
    maxTerms: 1,
    minTermFreq: 1,
    maxTermFreq: 9,
    minDocFreq: 1,
    maxDocFreq: 9,
    minWordLength: 0,
    maxWordLength: 0,
  };
  const told = vectors({ p: 'lazy dog' }, { fields: ['p'], filter }) as { p: { terms: object } };
  expect(Object.keys(told.p.terms)).toEqual(['lazy']);
});

test('others have their turn while the words of a long text are told', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `w${i}`).join(' ');
  const request = requestOf({ p: text }, { fields: ['p'] });
  const budget = testBudget({ sliceSteps: 500, stepsPerLook: 1 });
  const work = termVectors([shard], request, budget);
  let turns = 0;
  while (work.next().done !== true) {
    turns++;
    budget.beginSlice();
  }
  expect(turns).toBeGreaterThan(6);
});
