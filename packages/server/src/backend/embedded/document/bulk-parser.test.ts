import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parseBulk } from './bulk-parser.ts';

const defaults = {
  index: 'i',
  routing: undefined,
  requireAlias: false,
  pipeline: undefined,
  filter: undefined,
};

async function parse(text: string, index: string | undefined = 'i') {
  const body = Buffer.from(text);
  const { operations, typed } = await parseBulk(body, { ...defaults, index });
  return operations.actions.map((action, at) => ({
    kind: action.kind,
    index: action.index,
    id: operations.ids[at],
    source: body.toString('utf8', operations.starts[at], operations.ends[at]),
    typed,
  }));
}

async function problem(text: string, index?: string): Promise<string> {
  try {
    await parse(text, index);
  } catch (error) {
    if (error instanceof ApiError) return error.error.reason;
    throw error;
  }
  return 'no error';
}

test('lines that begin alike are read like lines that do not', async () => {
  const ids = ['1', '2', 'ä', 'a"b', 'c\\d', '', 'plain', '3'];
  const lines = ids.map(
    (id) => `{"index":{"_index":"x","_id":${JSON.stringify(id)}}}\n{"n":"${id.length}"}\n`,
  );
  const read = await parse(lines.join(''));
  expect(read.map((each) => each.id)).toEqual(ids);
  expect(read.map((each) => each.source)).toEqual(ids.map((id) => `{"n":"${id.length}"}`));
  expect(new Set(read.map((each) => each.index))).toEqual(new Set(['x']));
});

test('a line with more behind its id is not taken for the line before', async () => {
  const text =
    '{"index":{"_id":"1"}}\n{}\n{"index":{"_id":"2","routing":"r"}}\n{}\n{"create":{"_id":"3"}}\n{}\n{"delete":{"_id":"4"}}\n';
  const { operations } = await parseBulk(Buffer.from(text), defaults);
  expect(operations.ids).toEqual(['1', '2', '3', '4']);
  expect(operations.actions.map((action) => action.routing)).toEqual([undefined, 'r', undefined, undefined]);
  expect(operations.actions.map((action) => action.kind)).toEqual(['index', 'index', 'create', 'delete']);
});

test('blank lines, carriage returns and missing ids are accepted', async () => {
  const read = await parse('\n\r\n{"index":{}}\r\n{"a":1}\r\n\n{"update":{"_id":7}}\n{"doc":{}}\n');
  expect(read.map(({ kind, id, source }) => [kind, id, source])).toEqual([
    ['index', null, '{"a":1}'],
    ['update', '7', '{"doc":{}}'],
  ]);
});

test('lines without id that repeat keep what they say', async () => {
  const lines = [
    '{"index":{}}',
    '{"index":{}}',
    '{"create":{"_index":"x"}}',
    '{"index":{}}',
    '{"index":{"_id":"1"}}',
  ];
  const read = await parse(lines.map((line, n) => `${line}\n{"n":${n}}\n`).join(''));
  expect(read.map(({ kind, index, id, source }) => [kind, index, id, source])).toEqual([
    ['index', 'i', null, '{"n":0}'],
    ['index', 'i', null, '{"n":1}'],
    ['create', 'x', null, '{"n":2}'],
    ['index', 'i', null, '{"n":3}'],
    ['index', 'i', '1', '{"n":4}'],
  ]);
});

test('_type is accepted and noted', async () => {
  expect((await parse('{"index":{"_type":"doc","_id":"1"}}\n{}\n'))[0]!.typed).toBe(true);
});

test.each([
  ['{"index":{"_id":"1"}}\n{"a":1}', 'The bulk request must be terminated by a newline [\\n]'],
  ['\n', 'Validation Failed: 1: no requests added;'],
  ['{"index":{}}\n', 'Validation Failed: 1: no requests added;'],
  ['[1]\n{}\n', 'Malformed action/metadata line [1], expected START_OBJECT but found [START_ARRAY]'],
  ['{}\n{}\n', 'Malformed action/metadata line [1], expected FIELD_NAME but found [END_OBJECT]'],
  [
    '{"index":5}\n{}\n',
    'Malformed action/metadata line [1], expected START_OBJECT or END_OBJECT but found [VALUE_NUMBER]',
  ],
  [
    '{"foo":{}}\n{}\n',
    'Malformed action/metadata line [1], expected one of [create, delete, index, update] but found [foo]',
  ],
  ['{"index":{}}\n{}\n{"index":{"x":1}}\n{}\n', 'Action/metadata line [3] contains an unknown parameter [x]'],
  [
    '{"index":{"_id":[1]}}\n{}\n',
    'Malformed action/metadata line [1], expected a simple value for field [_id] but found [START_ARRAY]',
  ],
  ['{"delete":{}}\n', 'Validation Failed: 1: id is missing;'],
  [
    '{"index":{"_id":"1","version":3}}\n{}\n',
    'Validation Failed: 1: internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead;',
  ],
  [
    `{"index":{"_id":"1"}}\n{}\n{"index":{"_id":"${'x'.repeat(513)}"}}\n{}\n`,
    `Validation Failed: 1: id [${'x'.repeat(513)}] is too long, must be no longer than 512 bytes but was: 513;`,
  ],
])('%j is refused as a whole', async (text, expected) => {
  expect(await problem(text)).toBe(expected);
});

test('an operation without index anywhere refuses the whole', async () => {
  await expect(
    parseBulk(Buffer.from('{"index":{"_id":"1"}}\n{}\n'), { ...defaults, index: undefined }),
  ).rejects.toThrow('index is missing');
});

test('a deletion without an id is refused, also behind one that it is like', async () => {
  expect(await problem('{"delete":{"_id":"1"}}\n{"delete":{"_id":""}}\n')).toBe(
    'Validation Failed: 1: id is missing;',
  );
});

test('a line whose document is missing is no request, whatever is wrong with it', async () => {
  const body = Buffer.from('{"index":{}}\n');
  await expect(parseBulk(body, { ...defaults, index: undefined })).rejects.toThrow('no requests added');
});

test('a line with a name that is too long to be told apart quickly is refused', async () => {
  expect(await problem(`{"index":{"${'n'.repeat(16_384)}":1}}\n{}\n`)).toMatch('Name length (16384) exceeds');
});

test('the name of an index that is far too long is refused where it is read', async () => {
  const line = (length: number): string => `{"index":{"_index":"${'n'.repeat(length)}"}}\n{}\n`;
  expect(await problem(line(10_001))).toBe('Invalid index name, index name is too long, (10001 > 255)');
  expect(await parse(line(10_000))).toHaveLength(1);
});
