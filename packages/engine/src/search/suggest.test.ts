import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { suggestionMark } from '../suggest/collate.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { t: { type: 'text' } };
const texts = ['hello world', 'hello help', 'help the world', 'number one'];
const segment = texts.map((t) => ({ t }));
const shard = searchableShard({ properties, segments: [segment] });

function suggested(suggestion: object, shards = [shard]): unknown {
  return searchShards(shards, { suggest: { a: suggestion } }).suggest;
}

test('words that are like those of the text are found, the likest first', () => {
  const term = { field: 't', min_word_length: 1, suggest_mode: 'always', max_term_freq: 10 };
  expect(suggested({ text: 'helo wrold', term })).toEqual({
    a: [
      {
        text: 'helo',
        offset: 0,
        length: 4,
        options: [
          { text: 'hello', score: { value: 0.75 }, freq: 2 },
          { text: 'help', score: { value: 0.75 }, freq: 2 },
        ],
      },
      {
        text: 'wrold',
        offset: 5,
        length: 5,
        options: [{ text: 'world', score: expect.anything(), freq: 2 }],
      },
    ],
  });
});

test('what several shards have counts together', () => {
  const other = searchableShard({ properties, segments: [segment.slice(0, 1)], shard: 1 });
  const found = suggested({ text: 'helo', term: { field: 't' } }, [shard, other]);
  expect(found).toMatchObject({
    a: [
      {
        options: [
          { text: 'hello', freq: 3 },
          { text: 'help', freq: 2 },
        ],
      },
    ],
  });
});

test('a phrase is corrected where that makes it likelier, and what has changed is marked', () => {
  const highlight = { pre_tag: '<', post_tag: '>' };
  const phrase = { field: 't', max_errors: 2, size: 1, highlight };
  expect(suggested({ text: 'hello wrld', phrase })).toMatchObject({
    a: [{ offset: 0, length: 10, options: [{ text: 'hello world', highlighted: 'hello <world>' }] }],
  });
});

test('who asks for suggestions alone finds no documents', () => {
  const { total, hits } = searchShards([shard], { suggest: { text: 'x', a: { term: { field: 't' } } } });
  expect(total?.value).toBe(0);
  expect(hits).toEqual([]);
});

function failure(suggestion: object): string | undefined {
  try {
    suggested(suggestion);
    return undefined;
  } catch (error) {
    return (error as ApiError).error.rootCause?.[0]?.reason;
  }
}

test('a field that is not there fails the shard', () => {
  expect(failure({ text: 'x', term: { field: 'none' } })).toBe('no mapping found for field [none]');
});

test('a phrase with more words than are gone through is refused', () => {
  const text = Array.from({ length: 1200 }, (_, i) => `word${i}`).join(' ');
  const reason = failure({ text, phrase: { field: 't', token_limit: 5000 } });
  expect(reason).toBe('a phrase of more than [1000] terms');
});

test('an automatic fuzziness of a completion is that of five characters, whatever is typed', () => {
  const near = searchableShard({ properties: { c: { type: 'completion' } }, segments: [[{ c: 'seat' }]] });
  const found = (fuzziness: string, prefix: string, texts: readonly string[]): void => {
    const options = texts.map((text) => ({ text }));
    const completion = { field: 'c', fuzzy: { fuzziness } };
    expect(suggested({ prefix, completion }, [near])).toMatchObject({ a: [{ options }] });
  };
  found('AUTO', 'seath', ['seat']);
  found('AUTO', 'seathrx', []);
  found('AUTO:2,4', 'seaxhr', []);
  found('AUTO:2,4', 'seaxh', ['seat']);
  found('AUTO:6,9', 'seax', []);
});

test('a completion of a multi-field has the weight of the field that it belongs to', () => {
  const type = 'completion';
  const weighted = searchableShard({
    properties: { s: { type, fields: { m: { type } } } },
    segments: [[{ s: { input: 'bar', weight: 2 } }, { s: { input: 'baz', weight: 3 } }]],
  });
  const found = suggested({ prefix: 'ba', completion: { field: 's.m' } }, [weighted]);
  expect(found).toMatchObject({ a: [{ options: [{ text: 'baz' }, { text: 'bar' }] }] });
});

test('a completion of a multi-field has the contexts of the field that it belongs to', () => {
  const type = 'completion';
  const contexts = [{ name: 'color', type: 'category' }];
  const shard = searchableShard({
    properties: { s: { type, contexts, fields: { m: { type, contexts }, plain: { type } } } },
    segments: [
      [
        { s: { input: 'foo red', contexts: { color: ['red', 'pink'] } } },
        { s: { input: 'foo blue', contexts: { color: 'blue' } } },
      ],
    ],
  });
  const of = (field: string, more: object): unknown =>
    suggested({ prefix: 'foo', completion: { field, ...more } }, [shard]);
  const pink = of('s.m', { contexts: { color: 'pink' } });
  expect(pink).toMatchObject({ a: [{ options: [{ text: 'foo red' }] }] });
  expect(of('s.plain', {})).toMatchObject({ a: [{ options: [{ text: 'foo blue' }, { text: 'foo red' }] }] });
});

test('a phrase over several segments takes their documents for the number of different words', () => {
  const properties = { t: { type: 'text' } };
  const texts = [
    'noble prize winner',
    'nobel prize',
    'noble house price',
    'nobel price list',
    'prime number',
  ];
  const parts = searchableShard({ properties, segments: texts.map((t) => [{ t }]) });
  const generator = { field: 't', suggest_mode: 'always', min_word_length: 1 };
  const scoreOf = (smoothing: object): number => {
    const phrase = {
      field: 't',
      size: 1,
      confidence: 0,
      max_errors: 2,
      smoothing,
      direct_generator: [generator],
    };
    const found = suggested({ text: 'nobel prise', phrase }, [parts]) as {
      a: [{ options: [{ score: { value: number } }] }];
    };
    return found.a[0].options[0].score.value;
  };
  expect(scoreOf({ stupid_backoff: {} })).toBeCloseTo(0.18721662, 7);
  expect(scoreOf({ laplace: {} })).toBeCloseTo(0.18195975, 7);
});

test('phrases that no document has are left out where they are collated, or told apart', () => {
  const phrase = { field: 't', confidence: 0, max_errors: 2 };
  const prepared = { match_phrase: { t: suggestionMark } };
  const found = (collate: object): unknown =>
    (suggested({ text: 'help the wrld', phrase: { ...phrase, collate } }) as { a: [{ options: unknown }] })
      .a[0].options;
  const score = expect.anything();
  expect(found({ query: { prepared } })).toEqual([{ text: 'help the world', score }]);
  expect(found({ query: { prepared }, prune: true })).toEqual([
    { text: 'help the world', score, collate_match: true },
    { text: 'help the wrld', score, collate_match: false },
  ]);
  const cause = { type: 'resource_not_found_exception', reason: 'no such template' };
  expect(
    failure({ text: 'help the wrld', phrase: { ...phrase, collate: { query: { failure: cause } } } }),
  ).toBe('no such template');
  const unfilled = { query: { source: 'x' } };
  expect(failure({ text: 'help the wrld', phrase: { ...phrase, collate: unfilled } })).toContain('[collate]');
});
