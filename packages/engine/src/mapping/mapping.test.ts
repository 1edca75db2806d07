import { readFileSync } from 'node:fs';
import { ApiError, type ErrorCause, errorTable, type Json } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from './document-parser.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';

/**
 * A conversation with OpenSearch: an index made, its mapping changed, documents sent, the mapping read back.
 */
interface Recorded {
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly mappings: Readonly<Record<string, unknown>>;
  /** The error of creating the index, or null. */
  readonly create: unknown;
  readonly merge?: readonly (readonly [update: Readonly<Record<string, unknown>>, error: unknown])[];
  readonly docs?: readonly (readonly [document: string, error: unknown])[];
  /** GET _mapping at the end. */
  readonly json?: unknown;
}

const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('testdata/mappings.json', import.meta.url), 'utf8'),
);

function causeJson(cause: ErrorCause): Json {
  const { type, reason, details, causedBy } = cause;
  return { type, reason, ...details, ...(causedBy && { caused_by: causeJson(causedBy) }) };
}

/** The error envelope as the service renders it. */
function envelope(error: ErrorCause): unknown {
  const roots = (error.rootCause ?? [error]).map(({ type, reason }) => ({ type, reason }));
  const status = error.status ?? errorTable[error.type].status;
  return { error: { root_cause: roots, ...(causeJson(error) as object) }, status };
}

function errorOf(action: () => void): unknown {
  try {
    action();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return envelope(error.error);
  }
}

function replay(conversation: Recorded): void {
  const given = Object.entries(conversation.settings ?? {});
  const settings = Object.fromEntries(given.map(([key, value]) => [`index.${key}`, String(value)]));
  let mapping = Mapping.create({}, settings);
  const created = errorOf(() => {
    mapping = Mapping.make(conversation.mappings, settings);
  });
  expect(created).toEqual(conversation.create);
  if (conversation.create !== null) return;
  for (const [update, error] of conversation.merge ?? []) {
    const got = errorOf(() => {
      mapping = mapping.merge(update);
    });
    expect(got).toEqual(error);
  }
  const parser = new DocumentParser();
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  for (const [document, error] of conversation.docs ?? []) {
    const got = errorOf(() => {
      mapping = parser.parse(mapping, new TextEncoder().encode(document), into, '1');
    });
    expect(got, document).toEqual(error);
  }
  expect(JSON.stringify(mapping.toJson())).toBe(JSON.stringify(conversation.json));
  const again = Mapping.create(mapping.toJson(), settings);
  expect(again.toJson(), 'a stored mapping is read as itself').toEqual(mapping.toJson());
}

test('there are conversations to replay', () => {
  expect(recorded.length).toBeGreaterThan(100);
});

/** What OpenSearch takes and this engine refuses by name, because it would not heed it. */
const refused = /"locale":"de"/;
const served = recorded.filter((one) => !refused.test(JSON.stringify(one)));

test.each([
  ['use_similarity', { type: 'keyword', use_similarity: true, norms: true }],
  ['use_similarity', { type: 'keyword', use_similarity: true, index_options: 'freqs' }],
  ['locale', { type: 'date', locale: 'de' }],
])('%s, which would not be heeded, is refused by name', (name, field) => {
  expect(() => Mapping.create({ properties: { x: field } }, {})).toThrow(
    new RegExp(`${name}.* is not supported`),
  );
});

test.each(served.map((one) => [JSON.stringify(one.mappings).slice(0, 90), one] as const))(
  'answers as OpenSearch: %s',
  (_, one) => {
    replay(one);
  },
);

test('a field that does not change stays the same object', () => {
  const before = Mapping.create({ properties: { a: { type: 'keyword' }, 'o.b': { type: 'long' } } }, {});
  const after = before.merge({ properties: { c: { type: 'ip' } } });
  expect(after.field('a')).toBe(before.field('a'));
  expect(after.field('o.b')).toBe(before.field('o.b'));
  expect(before.merge({ properties: { a: { type: 'keyword' } } })).toBe(before);
});

test('fields are found by name and by pattern, objects are told apart', () => {
  const text = { type: 'text', fields: { keyword: { type: 'keyword' } } };
  const mapping = Mapping.create({ properties: { title: text, 'o.title': text } }, {});
  expect(mapping.matching('*.keyword').map((field) => field.name)).toEqual([
    'title.keyword',
    'o.title.keyword',
  ]);
  expect(mapping.matching('title').map((field) => field.type)).toEqual(['text']);
  expect(mapping.isObject('o')).toBe(true);
  expect(mapping.isObject('title')).toBe(false);
});

test('analyzers come from the field, else from the defaults of the index', () => {
  const settings = {
    'index.analysis.analyzer.default.type': 'english',
    'index.analysis.analyzer.own.type': 'simple',
  };
  const mapping = Mapping.create(
    { properties: { a: { type: 'text' }, b: { type: 'text', analyzer: 'own' } } },
    settings,
  );
  expect(mapping.field('a')!.analyzer!.name).toBe('default');
  expect(mapping.field('b')!.searchAnalyzer!.name).toBe('own');
});

const templated = (match: string) => ({
  dynamic_templates: [{ t: { match_pattern: 'regex', match, mapping: { type: 'keyword' } } }],
});

test('an expression of a template that cannot run in linear time is refused when the mapping is made', () => {
  const reason = 'Pattern [(a)\\1] of type [regex] is invalid. Cannot create dynamic template [t].';
  expect(() => Mapping.make(templated('(a)\\1'), {})).toThrow(`Failed to parse mapping [_doc]: ${reason}`);
  expect(() => Mapping.make({}, {}).merge(templated('(a)\\1'))).toThrow(reason);
});

test('a stored mapping with such an expression opens, and a new field that would need it is refused', () => {
  const mapping = Mapping.create(templated('(a)\\1'), {});
  const parse = (text: string) =>
    new DocumentParser().parse(mapping, new TextEncoder().encode(text), {
      fields: [],
      values: [],
      length: 0,
    } as unknown as ParsedDocument);
  expect(() => parse('{"aa":1}')).toThrow('Pattern [(a)\\1]');
});

test('a template whose expression backtracks elsewhere takes documents', () => {
  const mapping = Mapping.make(templated('(a+)+$'), {});
  const name = `${'a'.repeat(40)}b`;
  const into = { fields: [], values: [], length: 0 } as unknown as ParsedDocument;
  const source = new TextEncoder().encode(`{"${name}":"x","aaa":"y"}`);
  const { root } = new DocumentParser().parse(mapping, source, into);
  expect([name, 'aaa'].map((child) => (root.children.get(child) as { type: string }).type)).toEqual([
    'text',
    'keyword',
  ]);
});

test('a field whose full name no segment can hold is refused', () => {
  const nested = (bytes: number): Record<string, unknown> => ({
    properties: { ['o'.repeat(40_000)]: { properties: { ['f'.repeat(bytes - 40_001)]: { type: 'long' } } } },
  });
  expect(() => Mapping.create(nested(65_535), {})).not.toThrow();
  expect(() => Mapping.create(nested(65_536), {})).toThrow(
    /takes \[65536\] bytes, more than the limit of \[65535\]/,
  );
});

test('more fields than a segment can number are refused, whatever the setting allows', () => {
  const properties = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, { type: 'boolean' }]));
  const settings = { 'index.mapping.total_fields.limit': '100000' };
  expect(() => Mapping.create({ properties: properties(65_535) }, settings)).not.toThrow();
  expect(() => Mapping.create({ properties: properties(65_536) }, settings)).toThrow(
    /Limit of total fields \[65535\]/,
  );
});

test('of very many fields too many are refused before all are read', () => {
  let read = 0;
  const field = {
    get type() {
      read++;
      return 'long';
    },
  };
  const properties = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, field]));
  for (const definition of [{ properties }, { properties: { o: { properties } } }]) {
    read = 0;
    expect(() => Mapping.make(definition, {})).toThrow('Limit of total fields [1000] has been exceeded');
    expect(() => Mapping.make({}, {}).merge(definition)).toThrow('Limit of total fields [1000]');
    expect(read).toBeLessThan(50_000);
  }
});

test('a name with very many dots is refused at the first object that lies too deep', () => {
  const limit = (parts: number) =>
    `Limit of mapping depth [20] has been exceeded due to object field [${Array(parts).fill('a').join('.')}]`;
  for (const dots of [20, 50_000, 1_000_000]) {
    const name = `${'a.'.repeat(dots)}a`;
    const properties = { [name]: { type: 'long' } };
    expect(() => Mapping.make({ properties }, {})).toThrow(limit(20));
    expect(() => Mapping.make({}, {}).merge({ properties: { a: { properties } } })).toThrow(limit(20));
  }
  const deepest = { [`${'a.'.repeat(19)}a`]: { type: 'long' } };
  expect([...Mapping.make({ properties: deepest }, {}).fields()]).toHaveLength(1);
});

test('limits that were lowered hold for what a mapping is to get, not for what it has', () => {
  const properties = {
    a: { type: 'keyword' },
    o: { properties: { p: { properties: { long_name: { type: 'long' } } } } },
    n: { type: 'nested' },
  };
  const lowered = (limit: string, value: string): Mapping =>
    Mapping.create({ properties }, { [`index.mapping.${limit}.limit`]: value });
  const field = { properties: { a: { type: 'keyword', ignore_above: 5 } } };
  expect(() => lowered('total_fields', '2').merge(field)).toThrow('Limit of total fields [2]');
  expect(() => lowered('depth', '1').merge(field)).toThrow('Limit of mapping depth [1]');
  expect(() => lowered('nested_fields', '0').merge(field)).toThrow('Limit of nested fields [0]');
  expect(() => lowered('field_name_length', '3').merge(field)).toThrow('Field name [long_name] is longer');
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const document = (text: string): Mapping =>
    new DocumentParser().parse(lowered('total_fields', '2'), new TextEncoder().encode(text), into, '1');
  expect(document('{"a":"x"}').field('a')).toBeDefined();
  expect(() => document('{"z":"x"}')).toThrow('Limit of total fields [2]');
});

// As OpenSearch 3.6 refuses them.
test.each([
  ['flat_object', { similarity: 'BM25', boost: 2 }, '[similarity : BM25] [boost : 2]'],
  ['constant_keyword', { value: 'v', include_in_all: true }, '[include_in_all : true]'],
])('a %s refuses parameters that others take without heeding them', (type, more, told) => {
  const reason = `Mapping definition for [a] has unsupported parameters:  ${told}`;
  expect(() => Mapping.make({ properties: { a: { type, ...more } } }, {})).toThrow(reason);
});

test('what several names say of one object is merged, whoever says it first', () => {
  const names = Array.from({ length: 7 }, (_, i) => [`o.p.f${i}`, { type: 'keyword' }]);
  const properties = {
    ...Object.fromEntries(names),
    o: { properties: { p: { type: 'object', dynamic: 'strict', properties: { g: { type: 'long' } } } } },
    'o.q': { type: 'date' },
  };
  const mapping = Mapping.make({ properties }, {});
  const fields = [...mapping.fields()].map(({ name }) => name).sort();
  expect(fields).toEqual([...names.map(([name]) => name), 'o.p.g', 'o.q']);
  expect(mapping.toJson()).toMatchObject({ properties: { o: { properties: { p: { dynamic: 'strict' } } } } });
  const twice = {
    'a.b': { type: 'long' },
    'a.c': { type: 'long' },
    a: { properties: { b: { type: 'text' } } },
  };
  // Of two that do not fit the first in the order of a hash map is kept.
  expect(() => Mapping.make({ properties: twice }, {})).toThrow(
    'mapper [a.b] cannot be changed from type [text] to [long]',
  );
});

// As OpenSearch 3.6 answers: which of the names it meets first goes by their hashes.
test.each([
  [['a.b', 'a'], {}, 'mapper [a] cannot be changed from type [keyword] to [ObjectMapper]'],
  [['a', 'a.b'], {}, 'mapper [a] cannot be changed from type [keyword] to [ObjectMapper]'],
  [['name', 'name.first', 'name.last'], {}, "can't merge a non object mapping [name] with an object mapping"],
  [
    ['a', 'a.b', 'x'],
    { a: { type: 'alias', path: 'x' } },
    'Cannot merge a field alias mapping [a] with a mapping that is not for a field alias.',
  ],
])('a name of a field that others make an object is refused: %j', (names, others, reason) => {
  const fields = Object.fromEntries(names.map((name) => [name, { type: 'keyword' }]));
  expect(() => Mapping.make({ properties: { ...fields, ...others } }, {})).toThrow(reason);
});

// As OpenSearch 3.6 answers.
test.each(['.a', 'a..b'])('a name with nothing before a dot is refused: %s', (name) => {
  const properties = { [name]: { type: 'keyword' } };
  expect(() => Mapping.make({ properties }, {})).toThrow('name cannot be empty string');
});

// As OpenSearch 3.6 answers, which splits names as Java does.
test('dots at the end of a name are none', () => {
  const properties = {
    'a.': { type: 'keyword' },
    'o.p..': { properties: { 'x.': { type: 'long' } } },
  };
  expect(Mapping.make({ properties }, {}).toJson()).toEqual({
    properties: {
      a: { type: 'keyword' },
      o: { properties: { p: { properties: { x: { type: 'long' } } } } },
    },
  });
  expect(() => Mapping.make({ properties: { 'a.': { type: 'keyword' }, a: { type: 'long' } } }, {})).toThrow(
    'mapper [a] cannot be changed from type',
  );
});

// As OpenSearch 3.6 answers.
test.each([
  ['_id.', { type: 'keyword' }, 'Field [_id] is defined more than once'],
  ['_source.x', { type: 'long' }, 'Field [_source] is defined both as an object and a field'],
  ['_routing', { properties: {} }, 'Field [_routing] is defined both as an object and a field'],
  ['_id', { type: 'nope' }, 'No handler for type [nope] declared on field [_id]'],
])('a field that every index has is not defined again: %s', (name, definition, reason) => {
  const definitions = { properties: { [name]: definition } };
  expect(() => Mapping.make(definitions, {})).toThrow(reason);
  expect(() => Mapping.make({}, {}).merge(definitions)).toThrow(reason);
});

// As OpenSearch 3.6 answers.
test.each([
  ['a.b', {}, 'No type specified for field [a.b]'],
  ['a.', { type: 'nope' }, 'No handler for type [nope] declared on field [a.]'],
  ['..', { type: 'nope' }, 'No handler for type [nope] declared on field [..]'],
  ['a..b', { type: 'nope' }, 'No handler for type [nope] declared on field [a..b]'],
  ['a.b', { type: 'object', x: 1 }, 'Mapping definition for [a.b] has unsupported parameters:  [x : 1]'],
])(
  'what is wrong with a definition is told by the name as it is given: %s %j',
  (name, definition, reason) => {
    expect(() => Mapping.make({ properties: { o: { properties: { [name]: definition } } } }, {})).toThrow(
      reason,
    );
  },
);

// As OpenSearch 3.6 answers.
test('of several wrong definitions the first in the order of a hash map is told', () => {
  const properties = Object.fromEntries(['x', 'b', 'zz', 'hello'].map((name) => [name, { type: 'nope' }]));
  expect(() => Mapping.make({ properties }, {})).toThrow('declared on field [zz]');
});

// As OpenSearch 3.6 answers.
test('an object that is not looked into stays so, and says it each time', () => {
  const off = { properties: { o: { type: 'object', enabled: false } } };
  const mapping = Mapping.make(off, {});
  const reason = "the [enabled] parameter can't be updated for the object mapping [o]";
  for (const o of [{ type: 'object' }, { properties: { x: { type: 'long' } } }]) {
    expect(() => mapping.merge({ properties: { o } })).toThrow(reason);
  }
  expect(() => mapping.merge({ properties: { 'o.x': { type: 'long' } } })).toThrow(reason);
  expect(mapping.merge(off)).toBe(mapping);
  expect(() => Mapping.make({ properties: { ...off.properties, 'o.x': { type: 'long' } } }, {})).toThrow(
    reason,
  );
  expect(() => Mapping.make({ enabled: false }, {}).merge({})).toThrow('for the object mapping [_doc]');
});

test.each([
  [['nested'], '[nested]'],
  [['keyword'], '[keyword]'],
  [{ b: 1 }, '{b=1}'],
])('a type that is no text is none: %j', (type, told) => {
  expect(() => Mapping.make({ properties: { a: { type } } }, {})).toThrow(
    `No handler for type [${told}] declared on field [a]`,
  );
});
