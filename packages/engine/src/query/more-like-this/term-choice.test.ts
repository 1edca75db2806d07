import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' } },
  segments: [
    [{ t: 'rare common' }, { t: 'common words' }, { t: 'common rarer' }],
    [{ t: 'common again' }, { t: 'none of these' }],
  ],
});

function found(options: Readonly<Record<string, unknown>>): string[] {
  const body = { fields: ['t'], min_term_freq: 1, min_doc_freq: 1, minimum_should_match: 1, ...options };
  return searchShards([shard], { query: { more_like_this: body } })
    .hits.map(({ id }) => id)
    .sort();
}

test('the terms that tell most are looked for', () => {
  expect(found({ like: 'rare common' })).toEqual(['1', '2', '3', '4']);
  expect(found({ like: 'rare common', max_query_terms: 1 })).toEqual(['1']);
  // What occurs more often in what is liked tells more.
  expect(found({ like: 'rare common common', max_query_terms: 1 })).toEqual(['1', '2', '3', '4']);
});

test('limits leave out terms', () => {
  expect(found({ like: 'rare common', max_doc_freq: 3 })).toEqual(['1']);
  expect(found({ like: 'rare common', min_doc_freq: 2 })).toEqual(['1', '2', '3', '4']);
  expect(found({ like: 'rare rarer', min_word_length: 5 })).toEqual(['3']);
  expect(found({ like: 'rare rarer', max_word_length: 4 })).toEqual(['1']);
  expect(found({ like: 'rare rarer', stop_words: ['rarer'] })).toEqual(['1']);
  expect(found({ like: 'rare rarer rarer', min_term_freq: 2 })).toEqual(['3']);
  expect(found({ like: 'rare rarer', unlike: 'rare' })).toEqual(['3']);
});

test('a document that is given is taken apart as one that was indexed', () => {
  expect(found({ like: { doc: { t: ['rare', 'rarer'] } } })).toEqual(['1', '3']);
  expect(found({ like: { doc: { other: 'rare' } } })).toEqual([]);
});

test('of a document that is given all fields count, unless it names some itself', () => {
  const two = searchableShard({
    properties: { t: { type: 'text' }, k: { type: 'keyword' } },
    segments: [
      [
        { t: 'red', k: 'a' },
        { t: 'blue', k: 'b' },
      ],
    ],
  });
  const ids = (like: Readonly<Record<string, unknown>>): readonly string[] => {
    const more_like_this = { fields: ['t'], min_term_freq: 1, min_doc_freq: 1, like };
    return searchShards([two], { query: { more_like_this } }).hits.map(({ id }) => id);
  };
  expect(ids({ doc: { k: 'b' } })).toEqual(['2']);
  expect(ids({ doc: { k: 'b' }, fields: ['t'] })).toEqual([]);
});

test('words of a text are looked for in the field where most documents have them', () => {
  const two = searchableShard({
    properties: { a: { type: 'text' }, b: { type: 'text' } },
    segments: [
      [
        { a: 'red', b: 'red blue' },
        { a: 'blue', b: 'red' },
        { a: 'blue', b: 'green' },
      ],
    ],
  });
  const ids = (like: string): readonly string[] => {
    const more_like_this = { fields: ['a', 'b'], min_term_freq: 1, min_doc_freq: 1, like };
    return searchShards([two], { query: { more_like_this } })
      .hits.map(({ id }) => id)
      .sort();
  };
  expect(ids('red')).toEqual(['1', '2']);
  expect(ids('blue')).toEqual(['2', '3']);
  expect(ids('green')).toEqual(['3']);
});
