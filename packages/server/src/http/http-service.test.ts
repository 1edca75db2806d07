import { connect } from 'node:net';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ApiError, Double, RawJson } from '@sextant/contract';
import { afterEach, expect, test } from 'vitest';
import type { BackendRequest, BackendResponse } from '../backend/backend.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';

const open: ScriptedService[] = [];
afterEach(async () => {
  for (const made of open.splice(0)) await made.close();
});

async function service(...args: Parameters<typeof scriptedService>): Promise<ScriptedService> {
  const made = await scriptedService(...args);
  open.push(made);
  return made;
}

const found: BackendResponse = {
  kind: 'json',
  status: 200,
  body: { _index: 'a', _id: '1', found: true, _source: new RawJson(Buffer.from('{"n":1, "t":"one"}')) },
};
const echoBody = async (request: BackendRequest): Promise<BackendResponse> => ({
  kind: 'json',
  status: 200,
  body: { got: JSON.stringify(await request.body.json()) ?? 'nothing' },
});

test('a stored document goes out byte for byte', async () => {
  const { call } = await service({ get: () => found });
  const answer = await call('GET', '/a/_doc/1');
  expect(answer.text).toBe('{"_index":"a","_id":"1","found":true,"_source":{"n":1, "t":"one"}}');
  expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8');
  expect(answer.headers['x-elastic-product']).toBe('Elasticsearch');
});

test('pretty, YAML and CBOR show the same answer, by parameter or Accept', async () => {
  const { call } = await service({ get: () => found });
  const pretty = await call('GET', '/a/_doc/1?pretty&filter_path=_source');
  expect(pretty.text).toBe('{\n  "_source" : {\n    "n" : 1,\n    "t" : "one"\n  }\n}\n');
  const yaml = await call('GET', '/a/_doc/1', { headers: { accept: 'application/yaml' } });
  expect(yaml.headers['content-type']).toBe('application/yaml');
  expect(yaml.text).toBe('---\n_index: "a"\n_id: "1"\nfound: true\n_source:\n  "n": 1\n  t: "one"\n');
  const cbor = await call('GET', '/a/_doc/1?format=cbor');
  expect(cbor.headers['content-type']).toBe('application/cbor');
  expect(cbor.bytes[0]).toBe(0xbf);
  const unknown = await call('GET', '/a/_doc/1?format=nope', { headers: { accept: 'text/html' } });
  expect(unknown.headers['content-type']).toBe('application/json; charset=UTF-8');
});

test('ready JSON bytes are shaped too when the caller asks', async () => {
  const body = Buffer.from('{"took":1,"hits":{"hits":[]}}');
  const { call } = await service({
    search: () => ({ kind: 'bytes', status: 200, contentType: 'application/json', body }),
  });
  expect((await call('GET', '/a/_search')).text).toBe(body.toString());
  expect((await call('GET', '/a/_search?filter_path=took')).text).toBe('{"took":1}');
});

test('a vendor media type is answered in kind, and raises the dialect', async () => {
  const { call, backend } = await service({ search: echoBody });
  const type = 'application/vnd.elasticsearch+json; compatible-with=8';
  const answer = await call('POST', '/a/_search', {
    headers: { accept: type, 'content-type': type },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/vnd.elasticsearch+json;compatible-with=8');
  expect(backend.asked[0]?.dialect).toEqual({
    family: 'elasticsearch',
    major: 8,
    documentType: false,
    openSearchKeys: false,
  });
});

test('HEAD has the status and length of the answer and no body', async () => {
  const { call } = await service({ get: () => found });
  const answer = await call('HEAD', '/a/_doc/1');
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '66', '']);
});

test('errors have the envelope, whatever filter_path says; a HEAD error has no body', async () => {
  const error = new ApiError({
    type: 'index_not_found_exception',
    reason: 'no such index [a]',
    details: { index: 'a', index_uuid: '_na_' },
  });
  const { call } = await service({
    get: () => {
      throw error;
    },
  });
  const answer = await call('GET', '/a/_doc/1?filter_path=nothing');
  expect(answer.status).toBe(404);
  expect(answer.text).toBe(
    '{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [a]","index":"a","index_uuid":"_na_"}],"type":"index_not_found_exception","reason":"no such index [a]","index":"a","index_uuid":"_na_"},"status":404}',
  );
  expect((await call('HEAD', '/a/_doc/1')).text).toBe('');
  const traced = await call('GET', '/a/_doc/1?error_trace');
  expect(traced.json<{ error: { stack_trace: string } }>().error.stack_trace).toContain('no such index [a]');
});

test('a fault of ours tells the caller nothing and the log everything', async () => {
  const { call, log } = await service({
    get: () => {
      throw new Error('inner secret');
    },
  });
  const answer = await call('GET', '/a/_doc/1');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('inner secret');
  expect(log.entries.some((entry) => entry.level === 'error')).toBe(true);
});

test('unknown paths, wrong methods and OPTIONS answer as OpenSearch does', async () => {
  const { call } = await service({});
  const unknown = await call('POST', '/a/_nope?pretty=false');
  expect([unknown.status, unknown.text]).toEqual([
    400,
    '{"error":"no handler found for uri [/a/_nope] and method [POST]"}',
  ]);
  const wrong = await call('PATCH', '/a/_doc/1');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.allow?.split(',').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
  expect(wrong.json<{ error: string }>().error).toMatch(
    /^Incorrect HTTP method for uri \[\/a\/_doc\/1\] and method \[PATCH\], allowed: \[/,
  );
  const options = await call('OPTIONS', '/a/_search');
  expect([options.status, options.text]).toEqual([200, '']);
  const nothing = await call('OPTIONS', '/a/b/c/d/e');
  expect([nothing.status, nothing.text, nothing.headers.allow]).toEqual([200, '', undefined]);
  expect((await call('GET', '/a%zz/_search')).text).toBe('{"error":"invalid uri has been requested"}');
});

test('unknown parameters are refused with the names that are like them', async () => {
  const { call } = await service({ search: echoBody });
  const reason = async (path: string) =>
    (await call('GET', path)).json<{ error: { reason: string } }>().error.reason;
  expect(await reason('/a/_search?bar9=2&foo9=1')).toBe(
    'request [/a/_search] contains unrecognized parameters: [bar9], [foo9]',
  );
  expect(await reason('/a/_search?sise=3')).toContain('[sise] -> did you mean');
  expect(await reason('/a/_search?size=abc')).toBe('Failed to parse int parameter [size] with value [abc]');
  expect(await reason('/a/_search?%zz=1')).toContain("invalid escape sequence `%zz' at index 0 of: %zz=1");
});

test('bodies are read in every format and encoding', async () => {
  const { call } = await service({ search: echoBody });
  const sent = async (body: string | Uint8Array, headers: Record<string, string>) =>
    (await call('POST', '/a/_search', { body, headers: { ...headers, accept: 'application/json' } })).json<{
      got: string;
    }>().got;
  const json = { 'content-type': 'application/json' };
  expect(await sent('{"a":/* why */1}', json)).toBe('{"a":1}');
  expect(await sent('a: [1, x]', { 'content-type': 'application/yaml' })).toBe('{"a":[1,"x"]}');
  expect(await sent(Buffer.from('a1616101', 'hex'), { 'content-type': 'application/cbor' })).toBe('{"a":1}');
  expect(await sent('\uFEFF{"a":3}', json)).toBe('{"a":3}');
  expect(await sent(gzipSync('\uFEFF{"a":4}'), { ...json, 'content-encoding': 'gzip' })).toBe('{"a":4}');
  expect(await sent(gzipSync('{"a":2}'), { ...json, 'content-encoding': 'gzip' })).toBe('{"a":2}');
  expect(await sent(brotliCompressSync('{"a":3}'), { ...json, 'content-encoding': 'br' })).toBe('{"a":3}');
  expect(await sent('', json)).toBe('nothing');
  const given = await call('GET', '/a/_search?source=%7B%22s%22%3A1%7D&source_content_type=application/json');
  expect(given.json<{ got: string }>().got).toBe('{"s":1}');
});

test('without a wish the answer speaks the language of the question', async () => {
  const { call } = await service({ search: echoBody });
  const answer = await call('POST', '/a/_search', {
    body: 'a: 1',
    headers: { 'content-type': 'application/yaml' },
  });
  expect([answer.headers['content-type'], answer.text]).toEqual([
    'application/yaml',
    '---\ngot: "{\\"a\\":1}"\n',
  ]);
});

test('a body that was not announced is read to its end', async () => {
  const { url } = await service({ search: echoBody });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('{"a":'));
      controller.enqueue(Buffer.from('[1,2]}'));
      controller.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${url}/a/_search`, init as RequestInit);
  expect(await answer.json()).toEqual({ got: '{"a":[1,2]}' });
});

test('a body that is cut off ends its own request and nothing else', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { call, url } = await service({
    search: async (request) => {
      await request.body.json().catch((error: Error) => resolve(error.message));
      return found;
    },
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head =
    'POST /a/_search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  socket.write(`${head}{"a"`, () => setImmediate(() => socket.destroy()));
  expect(await promise).toBe('parse_exception: the body was cut off');
  expect((await call('GET', '/_license')).status).toBe(200);
});

test('broken bodies name the position', async () => {
  const { call } = await service({ search: echoBody });
  const fault = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const answer = await call('POST', '/a/_search', {
      body,
      headers: { ...headers, accept: 'application/json' },
    });
    const { type, reason } = answer.json<{ error: { type: string; reason: string } }>().error;
    return `${answer.status} ${type} ${reason}`;
  };
  expect(await fault('{"a":}')).toMatch(/^400 json_parse_exception Unexpected character.* column: 6\]$/s);
  expect(await fault('{"a":1,"a":2}')).toContain("Duplicate field 'a'");
  expect(await fault('a: [1', { 'content-type': 'application/yaml' })).toMatch(
    /^400 parse_exception .*line 1/,
  );
  expect(await fault('a: &a {b: [1, *a]}', { 'content-type': 'application/yaml' })).toBe(
    '400 parse_exception the YAML body cannot be read: nesting is deeper than 1000 levels',
  );
  expect(await fault('a: 1\nb:\n  c: 2\n  c: 3', { 'content-type': 'application/yaml' })).toBe(
    '400 parse_exception the YAML body cannot be read: Map keys must be unique at line 4, column 3',
  );
  expect(await fault(gzipSync('{}').subarray(0, 10), { 'content-encoding': 'gzip' })).toMatch(
    /^400 parse_exception/,
  );
  expect(await fault('x', { 'content-encoding': 'gzip' })).toMatch(/^400 parse_exception/);
  expect(await fault('{}', { 'content-encoding': 'zip' })).toContain(
    'Content-Encoding [zip] is not supported',
  );
});

test('a body over the limit is 413, compressed or not', async () => {
  const { call } = await service({ search: echoBody }, { 'http.max_content_length': '1kb' });
  const big = `{"a":"${'x'.repeat(2000)}"}`;
  const plain = await call('POST', '/a/_search', { body: big });
  expect([plain.status, plain.json<{ error: { type: string } }>().error.type]).toEqual([
    413,
    'too_long_http_content_exception',
  ]);
  const packed = await call('POST', '/a/_search', {
    body: gzipSync(big),
    headers: { 'content-encoding': 'gzip' },
  });
  expect(packed.status).toBe(413);
});

test('media types that are not ours are 406, unreadable ones 400', async () => {
  const { call } = await service({ search: echoBody });
  const typed = (type: string) =>
    call('POST', '/a/_search', { body: '{}', headers: { 'content-type': type } });
  const plain = await typed('text/plain');
  expect([plain.status, plain.text]).toEqual([
    406,
    '{"error":"Content-Type header [text/plain] is not supported","status":406}',
  ]);
  const nonsense = await typed('nonsense');
  expect([nonsense.status, nonsense.json<{ error: { type: string } }>().error.type]).toEqual([
    400,
    'content_type_header_exception',
  ]);
});

test('long answers are gzipped for those who accept it', async () => {
  const body = { text: 'x'.repeat(5000) };
  const { call } = await service({ search: () => ({ kind: 'json', status: 200, body }) });
  const packed = await call('GET', '/a/_search', { headers: { 'accept-encoding': 'gzip, deflate' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(body);
  const plain = await call('GET', '/a/_search', { headers: { 'accept-encoding': 'gzip;q=0' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('X-Opaque-Id comes back, warnings become headers', async () => {
  const { call } = await service({
    search: (request) => {
      request.warn('"types" are gone');
      return { kind: 'json', status: 200, body: { score: new Double(3) } };
    },
  });
  const answer = await call('GET', '/a/_search', { headers: { 'x-opaque-id': 'my-id' } });
  expect(answer.headers['x-opaque-id']).toBe('my-id');
  expect(answer.headers.warning).toBe('299 Elasticsearch-7.17.29-unknown "\\"types\\" are gone"');
  expect(answer.text).toBe('{"score":3.0}');
});

test('path parts are decoded, and a slash in a name stays a part of it', async () => {
  const { call, backend } = await service({ get: () => found });
  await call('GET', '/a%20b/_doc/x%2Fy%20z');
  expect(backend.asked[0]?.pathParams).toEqual({ index: 'a b', id: 'x/y z' });
});

test('the interface has its own paths, and a wrong method there is 405', async () => {
  const { call } = await service({});
  expect((await call('GET', '/_ui/indices')).text).toBe('page');
  expect((await call('POST', '/_ui/')).status).toBe(405);
});

test('the identity follows the client', async () => {
  const { call } = await service({});
  const version = async (agent: string) => {
    const body = (await call('GET', '/', { headers: { 'user-agent': agent } })).json<{
      tagline: string;
      version: Record<string, unknown>;
    }>();
    return [body.version.number, body.version.distribution, body.tagline];
  };
  expect(await version('curl/8')).toEqual(['7.17.29', undefined, 'You Know, for Search']);
  expect(await version('elasticsearch-py/8.14.0')).toEqual(['8.19.17', undefined, 'You Know, for Search']);
  expect(await version('Elastic-filebeat/9.0.1 (linux)')).toEqual([
    '9.2.0',
    undefined,
    'You Know, for Search',
  ]);
  expect((await version('opensearch-py/2.4'))[1]).toBe('opensearch');
  expect((await call('HEAD', '/')).status).toBe(200);
});

test('security errors carry the challenge, but not to our own interface', async () => {
  const { call } = await service(
    {
      'indices.get_mapping': () => ({ kind: 'json', status: 404, body: {} }),
      'indices.create': () => ({ kind: 'json', status: 200, body: {} }),
      get: () => ({ kind: 'json', status: 404, body: { found: false } }),
      create: () => ({ kind: 'json', status: 201, body: { result: 'created' } }),
      search: () => ({ kind: 'json', status: 200, body: { hits: { hits: [] } } }),
    },
    { 'security.enabled': 'true' },
  );
  const refused = await call('GET', '/a/_doc/1');
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="security" charset="UTF-8"',
  ]);
  const ours = await call('GET', '/a/_doc/1', { headers: { 'x-requested-with': 'sextant-ui' } });
  expect([ours.status, ours.headers['www-authenticate']]).toEqual([401, undefined]);
});
