import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { yamlToJson } from './read-yaml.ts';

test('numbers of YAML tell in JSON what they were written as', () => {
  const text =
    'a: 1.0\nb: [1, 2e1, .5, 3.]\nc: !!float 1\nd: 12345678901234567890\ne: .inf\nf: -0.0\ng: "1.0"\nh: 0x10\n';
  expect(yamlToJson(text)).toBe(
    '{"a":1.0,"b":[1,20.0,0.5,3.0],"c":1.0,"d":12345678901234567890,"e":".inf","f":-0.0,"g":"1.0","h":16}',
  );
  expect(yamlToJson('a: !!binary aGk=\n')).toBe('{"a":"aGk="}');
  expect(yamlToJson(' \n')).toBe('');
});

test('numbers of YAML that name members name them as they are written', () => {
  const text = '1.0: a\n1: b\n1e3: c\n0x10: d\nnull: n\n12345678901234567890: {-0.0: e}\n.inf: f\n';
  expect(yamlToJson(text)).toBe(
    '{"1":"b","1.0":"a","1e3":"c","0x10":"d","null":"n","12345678901234567890":{"-0.0":"e"},".inf":"f"}',
  );
});

test('a document of YAML that is null is refused as such', async () => {
  const app = await testApp();
  const headers = { 'content-type': 'application/yaml', accept: 'application/json' };
  const answer = await app.call('POST', '/i/_update/1', { body: 'null\n', headers });
  const reason = '[1:1] [UpdateRequest] Expected START_OBJECT but was: VALUE_NULL';
  expect(answer.json()).toMatchObject({ error: { reason } });
  await app.close();
});

test('parameters of scripts in YAML and CBOR are doubles where they are written so', async () => {
  const app = await testApp();
  await app.call('PUT', '/i/_doc/1?refresh=true', { body: { n: 1 } });
  const headers = { 'content-type': 'application/yaml', accept: 'application/json' };
  const body = 'script_fields: {a: {script: {source: "params.r / 4", params: {r: 1.0}}}}\n';
  const answer = await app.call('POST', '/i/_search?filter_path=**.fields', { body, headers });
  expect(answer.text).toBe('{"hits":{"hits":[{"fields":{"a":[0.25]}}]}}');
  const update = 'script: {source: "ctx._source.n = params.r / 4", params: {r: 1.0}}\n';
  await app.call('POST', '/i/_update/1', { body: update, headers });
  expect((await app.call('GET', '/i/_source/1')).text).toBe('{"n":0.25}');
  const cbor = Buffer.concat([
    Buffer.from([0xa1, 0x66, ...Buffer.from('script'), 0xa2, 0x66, ...Buffer.from('source'), 0x6c]),
    Buffer.from('params.r / 4'),
    Buffer.from([0x66, ...Buffer.from('params'), 0xa1, 0x61, 0x72, 0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0]),
  ]);
  const run = await app.call('POST', '/_scripts/painless/_execute', {
    body: cbor,
    headers: { 'content-type': 'application/cbor', accept: 'application/json' },
  });
  expect(run.text).toBe('{"result":"0.25"}');
  await app.close();
});
