import { expect, test } from 'vitest';
import { prepareBody } from './request-body.ts';

test('one value keeps its lines, so that the place in an error is the place in the editor', () => {
  const body = '{\n  "a": 1\n}';
  expect(prepareBody(body, false)).toEqual({ text: body, contentType: 'application/json' });
});

test('comments are taken out, but not from inside strings', () => {
  expect(prepareBody('{ // why\n "u": "http://x" # end\n}', false)?.text).toBe('{ \n "u": "http://x" \n}');
});

test('several values become one line each', () => {
  expect(prepareBody('{"index": {}}\n{\n  "a": [1, 2]\n}', true)).toEqual({
    text: '{"index":{}}\n{"a":[1,2]}\n',
    contentType: 'application/x-ndjson',
  });
  expect(prepareBody('{}\n{}', false)?.contentType).toBe('application/x-ndjson');
});

test('an endpoint of lines gets its last line end even for one value', () => {
  expect(prepareBody('{"delete":{"_id":"1"}}', true)?.text).toBe('{"delete":{"_id":"1"}}\n');
});

test('a text in three quotes becomes a JSON string', () => {
  const prepared = prepareBody('{"script": """if (a < "b") {\n  x\n}"""}', false)!;
  expect(JSON.parse(prepared.text)).toEqual({ script: 'if (a < "b") {\n  x\n}' });
});

test('nothing but space and comments is no body', () => {
  expect(prepareBody('\n # only this\n', false)).toBeUndefined();
});

test('broken JSON is sent as it stands, for the service to say where', () => {
  expect(prepareBody('{"a": ', false)?.text).toBe('{"a":');
});
