import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';

function errorOf(body: unknown): ErrorCause {
  try {
    parseQuery(body);
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('no error was thrown');
}

/* The texts are those of OpenSearch 3.6.0, less the positions in the body. */
test.each<[unknown, string, string]>([
  [{}, 'illegal_argument_exception', 'query malformed, empty clause found'],
  [{ foo: {} }, 'parsing_exception', 'unknown query [foo]'],
  [{ mach: { t: 'fox' } }, 'parsing_exception', 'unknown query [mach] did you mean [match]?'],
  [{ match: {} }, 'parsing_exception', 'No text specified for text query'],
  [{ match: { t: null } }, 'parsing_exception', 'No text specified for text query'],
  [{ match_phrase: {} }, 'illegal_argument_exception', '[match_phrase] requires fieldName'],
  [{ match_phrase: { t: {} } }, 'illegal_argument_exception', '[match_phrase] requires query value'],
  [{ match_bool_prefix: {} }, 'illegal_argument_exception', '[match_bool_prefix] requires fieldName'],
  [
    { match_bool_prefix: { t: null } },
    'illegal_argument_exception',
    '[match_bool_prefix] requires query value',
  ],
  [{ x: {}, size: 5 }, 'parsing_exception', 'unknown query [x]'],
  [{ match: {}, size: 5 }, 'parsing_exception', 'No text specified for text query'],
  [{ bool: 5, size: 5 }, 'parsing_exception', '[bool] query malformed, no start_object after query name'],
  [
    { match_all: {}, size: 5 },
    'parsing_exception',
    '[match_all] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
  ],
  [{ match: 'x' }, 'parsing_exception', '[match] query malformed, no start_object after query name'],
  [{ match_all: [] }, 'parsing_exception', '[match_all] query malformed, no start_object after query name'],
  [
    { match: { t: 'a', k: 'b' } },
    'parsing_exception',
    "[match] query doesn't support multiple fields, found [t] and [k]",
  ],
  [{ match: { t: { query: 'a', foo: 1 } } }, 'parsing_exception', '[match] query does not support [foo]'],
  [
    { match: { t: { query: ['a'] } } },
    'parsing_exception',
    '[match] unknown token [START_ARRAY] after [query]',
  ],
  [
    { match: { t: { query: 'a', operator: 'xor' } } },
    'illegal_argument_exception',
    'No enum constant org.opensearch.index.query.Operator.XOR',
  ],
  [{ match: { t: { query: 'a', boost: 'x' } } }, 'number_format_exception', 'For input string: "x"'],
  [
    { match_phrase: { t: { query: 'a', slop: -1 } } },
    'illegal_argument_exception',
    'No negative slop allowed.',
  ],
  [{ term: {} }, 'illegal_argument_exception', 'field name is null or empty'],
  [{ term: { t: {} } }, 'illegal_argument_exception', 'value cannot be null'],
  [{ term: { t: ['a'] } }, 'parsing_exception', '[term] query does not support array of values'],
  [{ terms: { n: 1 } }, 'parsing_exception', '[terms] query does not support [n]'],
  [{ terms: { a: ['x'], b: ['y'] } }, 'parsing_exception', '[terms] query does not support multiple fields'],
  [{ terms: { k: ['a', null] } }, 'parsing_exception', 'No value specified for terms query'],
  [{ range: { n: 5 } }, 'parsing_exception', '[range] query does not support [n]'],
  [{ range: { n: { foo: 1 } } }, 'parsing_exception', '[range] query does not support [foo]'],
  [
    { range: { n: { gte: 1, relation: 'foo' } } },
    'illegal_argument_exception',
    'foo is not a valid relation',
  ],
  [{ exists: {} }, 'parsing_exception', '[exists] must be provided with a [field]'],
  [{ ids: { values: ['1'], x: 1 } }, 'parsing_exception', '[ids] unknown field [x]'],
  [{ bool: { foo: [] } }, 'x_content_parse_exception', '[bool] unknown field [foo]'],
  [
    { bool: { musst: [] } },
    'x_content_parse_exception',
    '[bool] unknown field [musst] did you mean any of [must, mustNot]?',
  ],
  [
    { bool: { must: 'x' } },
    'x_content_parse_exception',
    "[bool] must doesn't support values of type: VALUE_STRING",
  ],
  [{ bool: { must: [{}] } }, 'x_content_parse_exception', '[bool] failed to parse field [must]'],
  [{ prefix: { k: { value: 'a', x: 1 } } }, 'parsing_exception', '[prefix] query does not support [x]'],
  [{ prefix: { k: { prefix: 'a' } } }, 'parsing_exception', '[prefix] query does not support [prefix]'],
  [
    { function_score: { field_value_factor: { field: { a: 1 } } } },
    'parsing_exception',
    'field_value_factor query does not support [a]',
  ],
  [
    { function_score: { field_value_factor: { field: 'n', modifier: { factor: 2 } } } },
    'parsing_exception',
    'Unexpected token [END_OBJECT] found after the main object.',
  ],
  [
    { function_score: { field_value_factor: { field: [], missing: null } } },
    'parsing_exception',
    "[field_value_factor] required field 'field' missing",
  ],
  [
    { function_score: { field_value_factor: { field: ['a', 'n'], factor: [1] } } },
    'parsing_exception',
    "[field_value_factor] field 'factor' does not support lists or objects",
  ],
  [
    { function_score: { field_value_factor: { field: 'n', factor: [] } } },
    'parsing_exception',
    "[field_value_factor] field 'factor' does not support lists or objects",
  ],
  [
    { geo_bounding_box: { p: { top: 9, left: 3, bottom: 1, right: 6 }, type: ['memory', 'b'] } },
    'illegal_argument_exception',
    'no type can be parsed from ordinal b',
  ],
  [{ constant_score: {} }, 'parsing_exception', "[constant_score] requires a 'filter' element"],
  [{ dis_max: {} }, 'parsing_exception', "[dis_max] requires 'queries' field with at least one clause"],
  [
    { match_all: {}, term: { k: 'a' } },
    'parsing_exception',
    '[match_all] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
  ],
])('%j is refused', (body, type, reason) => {
  expect(errorOf(body)).toMatchObject({ type, reason });
});

test('an unknown query carries the name that was not found', () => {
  expect(errorOf({ foo: {} }).causedBy).toEqual({
    type: 'named_object_not_found_exception',
    reason: 'unknown field [foo]',
  });
});

test('an error below a bool query is wrapped, and stays the root where a parser threw it', () => {
  const unknown = errorOf({ bool: { must: [{ bool: { filter: { foo: {} } } }] } });
  expect(unknown).toMatchObject({
    type: 'x_content_parse_exception',
    reason: '[bool] failed to parse field [must]',
    rootCause: [{ type: 'parsing_exception', reason: 'unknown query [foo]' }],
    causedBy: {
      reason: '[bool] failed to parse field [filter]',
      causedBy: { reason: 'unknown query [foo]' },
    },
  });
  const slop = errorOf({ bool: { must: [{ match_phrase: { t: { query: 'a', slop: -1 } } }] } });
  expect(slop.rootCause).toBeUndefined();
});

test('queries that are nested too deeply are refused', () => {
  let body: unknown = { match_all: {} };
  for (let depth = 0; depth < 40; depth++) body = { bool: { must: [body] } };
  expect(JSON.stringify(errorOf(body))).toContain('The nested depth of the query exceeds');
});

test('short and long forms make the same frozen node', () => {
  expect(parseQuery({ term: { k: 'a' } })).toEqual(parseQuery({ term: { k: { value: 'a' } } }));
  expect(parseQuery({ prefix: { k: 'a' } })).toEqual(parseQuery({ prefix: { k: { value: 'a', boost: 1 } } }));
  expect(Object.isFrozen(parseQuery({ match: { t: 'a' } }))).toBe(true);
  expect(parseQuery({ range: { n: { gt: 1, lte: 5 } } })).toMatchObject({
    from: 1,
    to: 5,
    includeFrom: false,
    includeTo: true,
  });
  expect(parseQuery({ range: { n: { from: 1, include_lower: false } } })).toMatchObject({
    from: 1,
    includeFrom: false,
  });
});

test.each([
  ['bool', {}],
  ['combined_fields', { query: 'a', fields: ['t'] }],
  ['distance_feature', { field: 'd', origin: 'now', pivot: '7d' }],
  ['ids', { values: ['1'] }],
  ['match_all', {}],
  ['rank_feature', { field: 'f' }],
  ['script_score', { query: { match_all: {} }, script: { source: '1' } }],
])('[%s] is named by a text alone', (name, options) => {
  expect(parseQuery({ [name]: { ...options, _name: 'n' } }).name).toBe('n');
  for (const [given, token] of [
    [5, 'VALUE_NUMBER'],
    [true, 'VALUE_BOOLEAN'],
    [null, 'VALUE_NULL'],
    [['n'], 'START_ARRAY'],
  ] as const) {
    const { reason } = errorOf({ [name]: { ...options, _name: given } });
    expect(reason).toMatch(/^\[\w+\] _name doesn't support values of type: /);
    expect(reason).toContain(token);
  }
});

test('a query in base64 has no name, and others take any scalar for one', () => {
  const query = Buffer.from('{"match_all":{}}').toString('base64');
  expect(errorOf({ wrapper: { query, _name: 'n' } }).reason).toBe(
    '[wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
  );
  expect(parseQuery({ term: { k: { value: 'a', _name: 5 } } }).name).toBe('5');
  expect(parseQuery({ exists: { field: 'k', _name: true } }).name).toBe('true');
});

test('a list of values is the last of them where a parser reads one after the other, and null is none', () => {
  const box = { p: { top: 9, left: 3, bottom: 1, right: 6 } };
  const given = { ...box, type: ['indexed', 'memory'], validation_method: [], boost: null };
  expect(parseQuery({ geo_bounding_box: given })).toEqual(parseQuery({ geo_bounding_box: box }));
});
