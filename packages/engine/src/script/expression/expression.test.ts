import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const shard = searchableShard({
  properties: {
    n: { type: 'long' },
    f: { type: 'double' },
    k: { type: 'keyword' },
    d: { type: 'date' },
    b: { type: 'boolean' },
    g: { type: 'geo_point' },
  },
  segments: [
    [{ n: 3, f: 1.5, k: 'a', d: '2020-05-17T13:14:15.678Z', b: true, g: '10.5,20.25' }, { k: 'c' }],
    [{ n: [1, 5, 9, 2], f: [2.5, -3.5, 4], k: 'b', d: ['2021-01-02', '2019-12-30T23:00:00Z'], b: false }],
  ],
});

function fieldsOf(source: string, params = {}): readonly unknown[] {
  const script = { lang: 'expression', source, params };
  const { hits } = searchShards([shard], { sort: ['_doc'], script_fields: { r: { script } } });
  const shown = JSON.parse(JSON.stringify(hits)) as readonly { readonly fields: { readonly r: unknown[] } }[];
  return shown.map(({ fields }) => numberOf(fields.r[0]));
}

/** Doubles are objects, and those without an end texts. */
function numberOf(shown: unknown): unknown {
  const value =
    shown !== null && typeof shown === 'object' ? (shown as { readonly value: unknown }).value : shown;
  return value === null ? Number.NEGATIVE_INFINITY : value;
}

// What OpenSearch 3.6 answers, of values that it was asked for one by one.
test.each([
  ['0x1F + 017', 46],
  ['1.5e-3', 0.0015],
  ['.5 + 1.', 1.5],
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['-2 * -3', 6],
  ['-5 % 3', -2],
  ['~0 / 0', Number.NEGATIVE_INFINITY],
  ['0 / 0 == 0 / 0', 0],
  ['0 / 0 != 0 / 0', 1],
  ['0 / 0 < 1', 0],
  ['!0.5', 1],
  ['0.5 && 1', 0],
  ['0.4 || 0.3', 0],
  ['0.5 ? 2 : 3', 3],
  ['1 ? 0 ? 4 : 5 : 6', 5],
  ['1 < 2 ? 3 : 4', 3],
  ['~5.7', -6],
  ['1 << 40', 2 ** 40],
  ['1 << 64', 1],
  ['1 << -1', -(2 ** 63)],
  ['-8 >> 1', -4],
  ['-8 >>> 1', 2 ** 63],
  ['-1 >>> 60', 15],
  ['5.9 & 3.9', 1],
  ['5 | 6', 7],
  ['5 ^ 3', 6],
  ['(1 << 40) && 1', 0],
  ['1e30 & 1', 1],
  ['(0 / 0) | 0', 0],
  ['max(1, 2) + min(1, 2) + pow(2, 10)', 1027],
  ['logn(2, 8)', 3],
  ['haversin(10, 20, 30, 40)', 3040.607004278143],
])('%s is %d', (source, expected) => {
  expect(fieldsOf(source)[0]).toBeCloseTo(expected, 12);
});

test.each([
  ["doc['n']", [3, 0, 1]],
  ['doc["n"].value', [3, 0, 1]],
  ["doc['n'].empty", [0, 1, 0]],
  ["doc['n'].length + doc['n'].count() + doc['n'].size()", [3, 0, 12]],
  ["doc['n'].min()", [3, 0, 1]],
  ["doc['n'].max()", [3, 0, 9]],
  ["doc['n'].sum()", [3, 0, 17]],
  ["doc['n'].avg()", [3, 0, 4.25]],
  ["doc['n'].median()", [3, 0, 3.5]],
  ["doc['f'].median()", [1.5, 0, 2.5]],
  ["doc['d'].getYear()", [2020, 0, 2019]],
  ["doc['d'].getMonth()", [4, 0, 11]],
  ["doc['d'].date.monthOfYear", [5, 0, 12]],
  ["doc['d'].date.getWeekOfWeekyear()", [20, 0, 1]],
  ["doc['d'].date.weekyear", [2020, 0, 2020]],
  ["doc['d'].date.millisOfDay", [47655678, 0, 82800000]],
  ["doc['d'].date.dayOfWeek", [7, 0, 1]],
  ["doc['b']", [1, 0, 0]],
  ["doc['g'].empty", [1, 0, 0]],
  ["floor(doc['g'].lon * 100 + 0.5)", [2025, 0, 0]],
  ["doc['n'] > 2 ? doc['n'] * p : 0 - p", [6, -2, -2]],
])('%s of documents, of which one has no values', (source, expected) => {
  expect(fieldsOf(source, { p: 2 })).toEqual(expected);
});

interface Failure {
  readonly error: {
    readonly causedBy?: {
      readonly details?: object;
      readonly reason: string;
      readonly causedBy?: { readonly reason: string };
    };
  };
}

function failure(work: () => unknown): {
  readonly reason: string;
  readonly stack: unknown;
  readonly cause: string;
} {
  try {
    work();
  } catch (error) {
    const { causedBy } = (error as Failure).error;
    const { script_stack: stack } = causedBy!.details as { readonly script_stack: unknown };
    return { reason: causedBy!.reason, stack, cause: causedBy!.causedBy!.reason };
  }
  throw new Error('nothing was thrown');
}

test.each([
  [
    '08',
    'compile error',
    ['08', ' ^---- HERE'],
    "unexpected token '8' on line (1) position (1) was expecting one of <EOF>",
  ],
  ['1+', 'compile error', ['1+', '  ^---- HERE'], 'unexpected end of expression'],
  [
    '()',
    'compile error',
    ['()', ' ^---- HERE'],
    "invalid sequence of tokens near ')' on line (1) position (1)",
  ],
  [
    '1 +\n@',
    'compile error',
    ['1 +\n@', '    ^---- HERE'],
    "unexpected character '@' on line (2) position (0)",
  ],
  ['a = 1', 'compile error', ['a = 1', '  ^---- HERE'], "unexpected character '= ' on line (1) position (2)"],
  [
    '1?2',
    'compile error',
    ['1?2', '   ^---- HERE'],
    "unexpected token '<EOF>' on line (1) position (3) was expecting one of COLON",
  ],
  [
    'max(1)',
    'compile error',
    ['max(1)', '^---- HERE'],
    "Invalid expression 'max(1)': Expected (2) arguments for function call (max), but found (1).",
  ],
  [
    'foo(1)',
    'compile error',
    ['foo(1)', '^---- HERE'],
    "Invalid expression 'foo(1)': Unrecognized function call (foo).",
  ],
  ['1 + foo.bar()', 'link error', ['foo.bar()', '^---- HERE'], 'Unknown variable [foo]'],
  [
    'doc.n',
    'link error',
    ['doc.n', '   ^---- HERE'],
    "Variable 'doc' must be used with a specific field like: doc['myfield']",
  ],
  ["doc['zz']", 'link error', ["doc['zz']", '     ^---- HERE'], 'Field [zz] does not exist in mappings'],
  ["doc['k']", 'link error', ["doc['k']", '     ^---- HERE'], 'Field [k] must be numeric, date, or geopoint'],
  [
    "doc['n'].x()",
    'link error',
    ["doc['n'].x()", '^---- HERE'],
    'Member method [x] does not exist for numeric field [n].',
  ],
  [
    "doc['d'].date.x",
    'link error',
    ["doc['d'].date.x", '^---- HERE'],
    'Member variable [x] does not exist for date object on field [d].',
  ],
  ['p + t', 'link error', ['t', '^---- HERE'], 'Parameter [t] must be a numeric type'],
  ['constructor', 'link error', ['constructor', '^---- HERE'], 'Unknown variable [constructor]'],
  [
    '__proto__(1)',
    'compile error',
    ['__proto__(1)', '^---- HERE'],
    "Invalid expression '__proto__(1)': Unrecognized function call (__proto__).",
  ],
])('%s is refused with its place', (source, reason, stack, cause) => {
  expect(failure(() => fieldsOf(source, { p: 1, t: 'x' }))).toEqual({ reason, stack, cause });
});

test('an expression that is nested too deeply is refused, and does not end the process', () => {
  const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
  expect(failure(() => fieldsOf(deep)).cause).toMatch(/nested more than/);
  expect(failure(() => fieldsOf(Array(20_000).fill('1').join('+'))).cause).toMatch(/nested more than/);
  expect(fieldsOf(Array(400).fill('1').join('+'))[0]).toBe(400);
});

const all = { match_all: {} };

test('expressions are filters, scores and sorts, of which a sort has no score to ask for', () => {
  const script = (source: string) => ({ lang: 'expression', source });
  const ids = (body: Readonly<Record<string, unknown>>): readonly string[] =>
    searchShards([shard], body).hits.map(({ id }) => id);
  expect(ids({ query: { script: { script: script("doc['n'] > 2") } } })).toEqual(['1']);
  const scored = searchShards([shard], {
    query: { script_score: { query: all, script: script("_score + doc['n']") } },
  });
  expect(scored.hits.map(({ id, score }) => [id, score])).toEqual([
    ['1', 4],
    ['3', 2],
    ['2', 1],
  ]);
  const sort = [{ _script: { type: 'number', order: 'desc', script: script("_score * 9 - doc['n']") } }];
  expect(ids({ query: all, sort })).toEqual(['2', '3', '1']);
});

test.each([
  ['string_sort', { sort: [{ _script: { type: 'string', script: { lang: 'expression', source: '1' } } }] }],
  [
    'moving-function',
    {
      size: 0,
      aggs: {
        h: {
          histogram: { field: 'n', interval: 1 },
          aggs: {
            m: {
              moving_fn: { buckets_path: '_count', window: 2, script: { lang: 'expression', source: '1' } },
            },
          },
        },
      },
    },
  ],
])('in the context %s expressions are refused', (context, body) => {
  const wanted = `expression engine does not know how to handle script context [${context}]`;
  try {
    searchShards([shard], body);
  } catch (error) {
    expect(JSON.stringify((error as Failure).error)).toContain(wanted);
    return;
  }
  throw new Error('nothing was thrown');
});

test('numbers that are none are sorted last, and -0 before 0', () => {
  const ids = (source: string): readonly string[] => {
    const sort = [{ _script: { type: 'number', script: { lang: 'expression', source } } }];
    return searchShards([shard], { query: all, sort }).hits.map(({ id }) => id);
  };
  expect(ids("doc['n'] == 3 ? 0 / 0 : doc['n']")).toEqual(['2', '3', '1']);
  expect(ids("doc['n'] == 1 ? -0 : 0")).toEqual(['3', '1', '2']);
});

test('of a score without an end no highest score is told', () => {
  const query = { script_score: { query: all, script: { lang: 'expression', source: '1 / 0' } } };
  const { hits, maxScore } = searchShards([shard], { query });
  expect([hits[0]!.score, maxScore]).toEqual([Number.POSITIVE_INFINITY, null]);
});

test('values of a field go through an expression one by one; of texts none is made', () => {
  const sum = (field: string) =>
    searchShards([shard], {
      size: 0,
      aggs: { s: { sum: { field, script: { lang: 'expression', source: '_value * p', params: { p: 2 } } } } },
    }).aggregations;
  expect(JSON.stringify(sum('n'))).toContain('40');
  expect(() => sum('k')).toThrow();
});
