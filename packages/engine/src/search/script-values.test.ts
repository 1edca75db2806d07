import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' }, k: { type: 'keyword' } },
  segments: [[{ t: 'fox' }, { t: 'fox fox' }]],
});

function valuesOf(of: typeof shard, source: string): unknown[] {
  const body = { sort: ['_doc'], script_fields: { x: { script: source } } };
  return searchShards([of], body).hits.map(({ fields }) => JSON.parse(JSON.stringify(fields)).x[0]);
}

test('scripts see whole numbers that no double holds', () => {
  const big = searchableShard({
    properties: { n: { type: 'long' }, u: { type: 'unsigned_long' } },
    // Texts, which keep digits that JSON.stringify has not.
    segments: [[{ n: '9007199254740993', u: '18446744073709551615' }]],
  });
  expect(valuesOf(big, "'' + (doc['n'].value + 1)")).toEqual(['9007199254740994']);
  expect(valuesOf(big, "doc['n'].value == 9007199254740993L")).toEqual([true]);
  expect(valuesOf(big, "doc['n'].value % 10")).toEqual([3]);
  expect(valuesOf(big, "doc['u'].value.toString()")).toEqual(['18446744073709551615']);
  expect(valuesOf(big, "doc['u'].value > 5")).toEqual([true]);
});

test('a script that sorts sees the scores, which are not shown', () => {
  const sort = { _script: { type: 'number', order: 'desc', script: '_score * 2' } };
  const { hits } = searchShards([shard], { query: { match: { t: 'fox' } }, sort });
  const scores = searchShards([shard], { query: { match: { t: 'fox' } } }).hits.map(({ score }) => score!);
  expect(hits.map(({ id }) => id)).toEqual(['2', '1']);
  expect(hits.map(({ sort: [value] = [] }) => Number((value as { value: number }).value))).toEqual(
    scores.map((score) => score * 2),
  );
  expect(hits.map(({ score }) => score)).toEqual([null, null]);
});

test('a list without anything is not shown among the fields', () => {
  const script_fields = { none: { script: '[]' }, x: { script: '1' } };
  const [first] = searchShards([shard], { script_fields }).hits;
  expect(JSON.stringify(first!.fields)).toBe('{"x":[1]}');
});

// As OpenSearch 3.6 answers.
test('values of a field are a list: equal to one, with its hash', () => {
  const words = searchableShard({ properties: { k: { type: 'keyword' } }, segments: [[{ k: ['a', 'b'] }]] });
  expect(valuesOf(words, "doc['k'] == ['a', 'b']")).toEqual([true]);
  expect(valuesOf(words, "['a', 'b'] == doc['k']")).toEqual([true]);
  expect(valuesOf(words, "doc['k'].hashCode()")).toEqual([4066]);
});

test('an address that is not there is null', () => {
  const addresses = searchableShard({
    properties: { ip: { type: 'ip' } },
    segments: [[{ ip: '1.2.3.4' }, {}]],
  });
  expect(valuesOf(addresses, "doc['ip'].value == null ? 'none' : doc['ip'].value")).toEqual([
    '1.2.3.4',
    'none',
  ]);
});

test('latitudes and longitudes of all points of a document', () => {
  const places = searchableShard({
    properties: { g: { type: 'geo_point' } },
    segments: [
      [
        {
          g: [
            { lat: 1, lon: 2 },
            { lat: -1, lon: -2 },
          ],
        },
      ],
    ],
  });
  expect(valuesOf(places, "doc['g'].lats.length + doc['g'].lons.length")).toEqual([4]);
});

function causeOf(of: typeof shard, source: string): string {
  try {
    valuesOf(of, source);
  } catch (error) {
    return JSON.stringify(error);
  }
  throw new Error(`no failure: ${source}`);
}

// As OpenSearch 3.6 answers.
test('values of a field are counted from their end, too', () => {
  const numbers = searchableShard({ properties: { n: { type: 'long' } }, segments: [[{ n: [3, 1] }]] });
  expect(valuesOf(numbers, "doc['n'][-1]")).toEqual([3]);
  expect(causeOf(numbers, "doc['n'][0] = 5L")).toContain('doc values are unmodifiable');
});

// As OpenSearch 3.6 answers.
test('nothing changes the values of a document', () => {
  const numbers = searchableShard({ properties: { n: { type: 'long' } }, segments: [[{ n: [3, 1] }]] });
  for (const change of [
    'add(1L)',
    'add(0, 1L)',
    'set(0, 1L)',
    'addAll([1L])',
    'addAll(0, [1L])',
    'sort(null)',
    'replaceAll(x -> x)',
  ])
    expect(causeOf(numbers, `doc['n'].${change}`)).toContain('doc values are unmodifiable');
  for (const change of ['remove(0)', 'clear()', 'removeIf(x -> true)', 'removeAll([1L])', 'retainAll([5L])'])
    expect(causeOf(numbers, `doc['n'].${change}`)).toContain('unsupported_operation_exception');
  for (const change of [
    'sort(doc.n)',
    'swap(doc.n, 0, 1)',
    'rotate(doc.n, 1)',
    'shuffle(doc.n, new Random(1))',
    'replaceAll(doc.n, 1L, 2L)',
    'copy(doc.n, [5L])',
  ])
    expect(causeOf(numbers, `Collections.${change}`)).toContain('doc values are unmodifiable');
  expect(valuesOf(numbers, "List l = [5, 6, 7]; Collections.copy(l, doc.n); return '' + l")).toEqual([
    '[1, 3, 7]',
  ]);
  expect(
    valuesOf(numbers, 'Collections.indexOfSubList(doc.n, [3L]) + Collections.binarySearch(doc.n, 3L)'),
  ).toEqual([2]);
  expect(valuesOf(numbers, "'' + doc['n'].subList(0, 1) + doc['n'].getByPath('1')")).toEqual(['[1]3']);
});

test('a value of a field is made what is wanted where it can be', () => {
  const numbers = searchableShard({
    properties: { n: { type: 'long' }, k: { type: 'keyword' } },
    segments: [[{ n: 5, k: 'a' }]],
  });
  expect(valuesOf(numbers, "double x = doc['n'].value; return '' + x")).toEqual(['5.0']);
  expect(valuesOf(numbers, "(int)doc['n'].value")).toEqual([5]);
  for (const [source, from, to] of [
    ["int x = doc['n'].value; return x", '(Longs)long', 'int'],
    ["Math.log(doc['k'].value)", '(Strings)String', 'double'],
  ] as const) {
    const cause = causeOf(numbers, source);
    expect(cause).toContain('"wrong_method_type_exception"');
    expect(cause).toContain(`cannot convert MethodHandle${from} to (Object)${to}`);
  }
});

test('fields of a document are asked for by their names alone', () => {
  for (const call of [
    'size()',
    'isEmpty()',
    'keySet()',
    'values()',
    'entrySet()',
    "put('a', 1)",
    "remove('t')",
    "merge('k', 1, (a, b) -> a)",
  ]) {
    expect(causeOf(shard, `doc.${call}`)).toContain('unsupported_operation_exception');
    expect(causeOf(shard, `def d = doc; d.${call}`)).toContain('unsupported_operation_exception');
  }
  expect(valuesOf(shard, "def d = doc; d instanceof Map && d.containsKey('t')")[0]).toBe(true);
});
