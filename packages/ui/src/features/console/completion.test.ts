import type { Route } from '@sextant/contract';
import { expect, test } from 'vitest';
import { suggestionsAt } from './completion.ts';
import { parseRequests } from './console-text.ts';

const route = (
  name: string,
  methods: Route['methods'],
  paths: readonly string[],
  more: Partial<Route> = {},
): Route => ({
  name,
  methods,
  paths,
  params: {},
  body: 'none',
  privilege: 'authenticated',
  effect: 'reads',
  family: 'search',
  answeredBy: 'backend',
  summary: `about ${name}`,
  ...more,
});

const table: readonly Route[] = [
  route('search', ['GET', 'POST'], ['/_search', '/{index}/_search'], {
    params: {
      size: { type: 'int', summary: 'hits' },
      refresh: { type: 'enum', summary: 'when', values: ['true', 'wait_for'] },
      explain: { type: 'boolean', summary: 'why' },
    },
  }),
  route('index', ['PUT'], ['/{index}/_doc/{id}']),
  route('health', ['GET'], ['/_cluster/health', '/_cluster/health/{index}']),
];

const names = { indices: ['books', 'logs'], fields: ['title', 'title.raw', 'year'] };

/** The bar marks the cursor. */
function at(
  marked: string,
): { labels: readonly string[]; applied: readonly string[]; typed: string } | undefined {
  const place = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = suggestionsAt(text, place, parseRequests(text), table, names);
  if (found === undefined) return undefined;
  const labels = found.options.map(({ label }) => label);
  return {
    labels,
    applied: found.options.map((each) => each.apply ?? each.label),
    typed: text.slice(found.from, place),
  };
}

test('an empty line offers methods', () => {
  expect(at('|')?.labels).toContain('DELETE');
  expect(at('GET /a\n\nPU|')).toMatchObject({ typed: 'PU' });
});

test('a path offers what the routes of the method go on with, and the indices', () => {
  expect(at('GET /|')?.labels).toEqual(['books', 'logs', '_search', '_cluster']);
  expect(at('PUT /|')?.labels).toEqual(['books', 'logs']);
  expect(at('GET /books/_s|')).toMatchObject({ labels: ['_search'], typed: '_s' });
  expect(at('GET _cluster/|')?.labels).toEqual(['health']);
  expect(at('GET /_cluster/health/|')?.labels).toEqual(['books', 'logs']);
});

test('a list of indices goes on after the comma', () => {
  expect(at('GET /books,l|')).toMatchObject({ typed: 'l' });
  expect(at('GET /books,l|')?.labels).toContain('logs');
});

test('parameters come from the rows that the path fits, and values from their type', () => {
  const found = at('GET /books/_search?|');
  expect(found?.labels).toEqual(expect.arrayContaining(['size', 'explain', 'pretty']));
  expect(found?.applied).toEqual(expect.arrayContaining(['size=', 'explain']));
  expect(at('GET /_search?size=1&refresh=w|')).toMatchObject({ labels: ['true', 'wait_for'], typed: 'w' });
  expect(at('GET /_search?explain=|')?.labels).toEqual(['true', 'false']);
  expect(at('GET /_unknown?|')?.labels).toEqual([]);
});

const body = (inside: string) => `GET /books/_search\n${inside}`;

test('a body offers the keys of its endpoint, queries under query, fields under a query', () => {
  expect(at(body('{ |'))?.labels).toContain('query');
  expect(at(body('{ "query": { "|" } }'))?.labels).toContain('match');
  expect(at(body('{ "query": { "match": { "ti|" } } }'))).toMatchObject({
    labels: names.fields,
    typed: 'ti',
  });
  expect(at(body('{ "query": { "range": { "year": { "|'))?.labels).toContain('gte');
  expect(at(body('{ "query": { "bool": { "filter": [ { "|'))?.labels).toContain('term');
});

test('aggregations offer kinds, then fields as values', () => {
  expect(at(body('{ "aggs": { "by": { "|'))?.labels).toContain('date_histogram');
  expect(at(body('{ "aggs": { "by": { "terms": { "|'))?.labels).toContain('field');
  expect(at(body('{ "aggs": { "by": { "terms": { "field": "|'))?.labels).toEqual(names.fields);
});

test('without quotes the quotes are written too', () => {
  expect(at(body('{ "query": { mat|'))?.applied).toContain('"match": ');
});

test('the name of an aggregation or a plain value offers nothing', () => {
  expect(at(body('{ "aggs": { "|'))).toBeUndefined();
  expect(at(body('{ "size": |'))).toBeUndefined();
  expect(at(body('{ "query": {} } # |'))).toBeUndefined();
});
