import { expect, test } from 'vitest';
import { rewriteSearch } from './rewrite-search.ts';
import { seenAnswer } from './seen-answer.ts';
import { SeenFields } from './seen-fields.ts';
import { guardOf, type SeenIndices } from './seen-indices.ts';

const rules = { includes: [], excludes: ['secret*', 'parts.hidden', 'boost', 'unit'] };
const mapping = {
  properties: {
    tag: { type: 'keyword' },
    text: { type: 'text', analyzer: 'a_plugin_has_it', copy_to: 'all' },
    secret: { type: 'keyword', copy_to: 'copied' },
    copied: { type: 'text' },
    nick: { type: 'alias', path: 'secret' },
    boost: { type: 'keyword' },
    unit: { type: 'geo_point' },
    words: { type: 'token_count', analyzer: 'a_plugin_has_it' },
    parts: { type: 'nested', properties: { k: { type: 'keyword' }, hidden: { type: 'keyword' } } },
  },
};
const filter = { term: { team: 'x' } };
const fields = new SeenFields('i', rules, mapping);
const byFields: SeenIndices = {
  parts: new Map([['i', { filter: undefined, rules }]]),
  fields: new Map([['i', fields]]),
  hidesDocuments: false,
  hidesFields: true,
};
const byDocuments: SeenIndices = {
  parts: new Map([
    ['i', { filter, rules: undefined }],
    ['j', { filter: undefined, rules: undefined }],
  ]),
  fields: new Map(),
  hidesDocuments: true,
  hidesFields: false,
};

test('each index has its own filter, and of others nothing is found', () => {
  expect(guardOf(byDocuments)).toEqual({
    bool: {
      should: [{ bool: { filter: [{ terms: { _index: ['i'] } }, filter] } }, { terms: { _index: ['j'] } }],
      minimum_should_match: 1,
    },
  });
  const { query } = rewriteSearch({ query: { match: { text: 'x' } } }, byDocuments).body;
  expect(query).toEqual({ bool: { must: [{ match: { text: 'x' } }], filter: [guardOf(byDocuments)] } });
  expect(rewriteSearch(undefined, byDocuments).body.query).toEqual({
    bool: { must: [{ match_all: {} }], filter: [guardOf(byDocuments)] },
  });
});

test('an aggregation over all documents holds the seen ones, and the answer does not show that it does', () => {
  const search = rewriteSearch(
    { aggs: { g: { global: {}, aggs: { m: { max: { field: 'n' } } } } } },
    byDocuments,
  );
  expect(search.body.aggs).toEqual({
    g: { global: {}, aggs: { seen: { filter: guardOf(byDocuments), aggs: { m: { max: { field: 'n' } } } } } },
  });
  for (const [name, inner] of [
    ['g', 'seen'],
    ['global#g', 'filter#seen'],
  ] as const) {
    const answer = {
      aggregations: { [name]: { doc_count: 9, [inner]: { meta: {}, doc_count: 4, m: { value: 1 } } } },
    };
    expect(seenAnswer(answer, search)).toEqual({
      aggregations: { [name]: { doc_count: 4, m: { value: 1 } } },
    });
  }
});

test('hidden fields, their aliases and copies are asked for by a name that nothing has', () => {
  const asked = (query: object) => JSON.stringify(rewriteSearch({ query }, byFields).body.query);
  for (const name of ['secret', 'nick', 'copied', 'boost', '_ignored', '_field_names', 'parts.hidden']) {
    expect([name, asked({ term: { [name]: 'v' } }).includes(`"${name}"`)]).toEqual([name, false]);
    expect([name, asked({ exists: { field: name } }).includes(`"${name}"`)]).toEqual([name, false]);
  }
  for (const name of ['tag', 'text', 'unmapped', 'parts.k', '_id']) {
    expect([name, asked({ term: { [name]: 'v' } }).includes(`"${name}"`)]).toEqual([name, true]);
  }
  const refused = [
    { term: { boost: 'v', _name: 'n' } },
    { exists: { field: 'parts' } },
    { exists: { field: 'secr*' } },
    { multi_match: { query: 'v', fields: ['s*'] } },
    { bool: { must: [[{ term: { secret: 'v' } }]] } },
    { no_such_query: {} },
    { bool: { no_such_clause: [] } },
  ];
  for (const query of refused) expect(() => asked(query), JSON.stringify(query)).toThrow();
});

test('a scroll is not sliced, nor sorted by distance, by what is hidden', () => {
  const asked = (body: object) => JSON.stringify(rewriteSearch(body, byFields).body);
  expect(asked({ slice: { field: 'secret', id: 0, max: 2 } })).not.toContain('"secret"');
  expect(asked({ slice: { field: 'tag', id: 0, max: 2 } })).toContain('"tag"');
  for (const place of [{ lat: 0, lon: 0 }, [0, 0]]) {
    const sort = asked({ sort: [{ _geo_distance: { unit: place, order: 'desc' } }] });
    expect(sort).not.toContain('"unit"');
    expect(sort).toContain('"order":"desc"');
  }
  expect(() => asked({ sort: [{ _geo_distance: { unit: 'u09tvw' } }] })).toThrow('[unit] is not allowed');
});

test('scripts are not asked about documents that may be hidden: in intervals, and in filters of sorts', () => {
  const script = { source: 'true' };
  const bodies = [
    { query: { intervals: { text: { match: { query: 'x', filter: { script } } } } } },
    {
      sort: {
        _script: { type: 'number', script, nested: { path: 'parts', filter: { script: { script } } } },
      },
    },
  ];
  for (const body of bodies) {
    expect(() => rewriteSearch(body, byDocuments), JSON.stringify(body)).toThrow('[script] is not allowed');
  }
  const sort = { _script: { type: 'number', script, nested: { path: 'parts' } } };
  expect(rewriteSearch({ sort }, byDocuments).body.sort).toEqual(sort);
});

test('a bucket is not taken for a hit', () => {
  const sources = [{ _index: { terms: { field: 'tag' } } }];
  const body = { aggs: { a: { composite: { sources } } } };
  expect(() => rewriteSearch(body, byFields)).toThrow('[_index]');
  expect(rewriteSearch(body, byDocuments).body.aggs).toEqual(body.aggs);
});

test('of hits and hits within hits the seen parts are left', () => {
  const search = rewriteSearch({}, byFields);
  const hit = {
    _index: 'i',
    _id: '1',
    _ignored: ['secret'],
    _source: { tag: 't', secret: 's', parts: [{ k: 'k', hidden: 'h' }] },
    fields: {
      tag: ['t'],
      secret: ['s'],
      nick: ['s'],
      _ignored: ['secret'],
      parts: [{ k: ['k'], hidden: ['h'] }],
    },
    highlight: { tag: ['t'], copied: ['s'] },
    inner_hits: {
      parts: {
        hits: {
          hits: [
            {
              _index: 'i',
              _id: '1',
              _nested: { field: 'parts', offset: 0 },
              _source: { k: 'k', hidden: 'h' },
            },
          ],
        },
      },
    },
    sort: ['t'],
  };
  const shown = {
    _index: 'i',
    _id: '1',
    _source: { tag: 't', parts: [{ k: 'k' }] },
    fields: { tag: ['t'], parts: [{ k: ['k'] }] },
    highlight: { tag: ['t'] },
    inner_hits: {
      parts: {
        hits: {
          hits: [{ _index: 'i', _id: '1', _nested: { field: 'parts', offset: 0 }, _source: { k: 'k' } }],
        },
      },
    },
    sort: ['t'],
  };
  expect(seenAnswer({ hits: { hits: [hit] } }, search)).toEqual({ hits: { hits: [shown] } });
  // An index that was not judged.
  expect(seenAnswer({ hits: { hits: [{ ...hit, _index: 'other' }] } }, search)).toEqual({
    hits: { hits: [{ _index: 'other', _id: '1', sort: ['t'] }] },
  });
});

test('a mapping that is not understood hides everything', () => {
  const unknown = { properties: { v: { type: 'no_such_type' } } };
  expect(() => new SeenFields('i', rules, unknown)).toThrow('which of them are is not known');
});
