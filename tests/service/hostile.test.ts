import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, basic, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({
    args: ['-E', 'http.max_content_length=20mb', '-E', 'http.max_structured_content_length=20mb'],
  });
  client = clientOf(service.url, basic('admin', service.password));
  await client.call('PUT', '/calm/_doc/1?refresh=true', { word: 'calm' });
});
/** Whatever happened, the service is there, has kept its document, and ends as it should. */
afterAll(async () => {
  const kept = await client.call('POST', '/calm/_search', { query: { match: { word: 'calm' } } });
  expect(kept.text).toContain('"_id":"1"');
  expect(service.output()).not.toMatch(/unexpected fault|heap out of memory/);
  expect(await service.stop()).toBe(0);
});

const errorType = (answer: Answer): string =>
  (answer.body as { readonly error: { readonly type: string } }).error.type;

/** Sends bytes as they are and waits for what comes back until the other side hangs up or `until` is there. */
function raw(text: string, until: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(service.port, '127.0.0.1');
    let got = '';
    const end = (): void => {
      socket.destroy();
      resolve(got);
    };
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString('latin1');
      if (got.includes(until)) end();
    });
    socket.on('close', end);
    socket.on('error', end);
    socket.write(text);
  });
}

test('a body over the limit is refused before it is sent, and while it is sent', async () => {
  const head = (rest: string): string =>
    `POST /calm/_doc HTTP/1.1\r\nhost: x\r\nauthorization: ${basic('admin', service.password)}\r\n` +
    `content-type: application/json\r\n${rest}\r\n\r\n`;
  const declared = await raw(head('content-length: 99999999999'), '"status":413');
  expect(declared).toContain('HTTP/1.1 413');
  expect(declared).toContain('too_long_http_content_exception');
  const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
  const chunked = await raw(head('transfer-encoding: chunked') + chunk.repeat(22), '"status":413');
  expect(chunked).toContain('HTTP/1.1 413');
});

test('a body that grows over the limit when it is decompressed is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(64 << 20, 32));
  for (const path of ['/_search', '/_bulk']) {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const answer = await service.fetch(path, { method: 'POST', body: bomb, headers });
    expect([path, answer.status]).toEqual([path, 413]);
  }
  const broken = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const answer = await service.fetch('/_search', { method: 'POST', body: 'no gzip', headers: broken });
  expect(answer.status).toBe(400);
});

test('nesting of any depth is an error of the body, in every format', async () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  expect((await client.call('PUT', '/calm/_doc/2', deep)).status).toBe(400);
  expect((await client.call('POST', '/calm/_search', deep)).status).toBe(400);
  const bulk = await client.call('POST', '/calm/_bulk', `{"index":{}}\n${deep}\n`);
  expect([bulk.status, (bulk.body as { readonly errors: boolean }).errors]).toEqual([200, true]);
  const yaml = await client.call('POST', '/calm/_search', '- '.repeat(20_000), {
    'content-type': 'application/yaml',
  });
  expect(yaml.status).toBe(400);
  const headers = { 'content-type': 'application/cbor' };
  const cbor = Buffer.alloc(1_000_000, 0x81);
  expect((await service.fetch('/calm/_search', { method: 'POST', body: cbor, headers })).status).toBe(400);
});

test('a YAML body that multiplies itself is an error', async () => {
  const names = 'abcdefghij'.split('');
  const lines = names.map((name, i) => {
    const inner = i === 0 ? 'x' : `*${names[i - 1]}`;
    return `${name}: &${name} [${Array<string>(9).fill(inner).join(', ')}]`;
  });
  const headers = { 'content-type': 'application/yaml' };
  expect((await client.call('POST', '/calm/_search', lines.join('\n'), headers)).status).toBe(400);
});

test('a query of more clauses, terms or words than a search may have is refused', async () => {
  const terms = (count: number): string[] => Array.from({ length: count }, (_, i) => `t${i}`);
  const search = (query: unknown): Promise<Answer> => client.call('POST', '/calm/_search', { query });
  expect((await search({ terms: { word: terms(65_536) } })).status).toBe(200);
  const many = await search({ terms: { word: terms(65_537) } });
  expect([many.status, many.text]).toEqual([400, expect.stringContaining('index.max_terms_count')]);
  const should = terms(1025).map((word) => ({ term: { word } }));
  const clauses = await search({ bool: { should } });
  expect([clauses.status, clauses.text]).toEqual([
    400,
    expect.stringContaining('maxClauseCount is set to 1024'),
  ]);
  expect((await search({ match: { word: terms(1025).join(' ') } })).status).toBe(400);
  expect((await search({ match_phrase: { word: 'x '.repeat(8_000_000) } })).status).toBe(400);
  let nested: unknown = { term: { word: 'x' } };
  for (let i = 0; i < 12; i++) nested = { bool: { should: [nested, nested] } };
  expect(errorType(await search(nested))).toBe('search_phase_execution_exception');
  let best: unknown = { term: { word: 'x' } };
  for (let i = 0; i < 100; i++) best = { dis_max: { queries: [best, { match_all: {} }] } };
  expect((await search(best)).text).toContain('[dis_max]');
});

test('a document of 10,000 fields, long names and long ids are errors of that document alone', async () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, i]));
  expect((await client.call('POST', '/calm/_doc', fields)).text).toContain('Limit of total fields [1000]');
  expect((await client.call('POST', '/calm/_doc', { ['x'.repeat(60_000)]: 1 })).status).toBe(400);
  expect((await client.call('PUT', `/calm/_doc/${'x'.repeat(513)}`, { a: 1 })).status).toBe(400);
  expect((await client.call('PUT', `/${'x'.repeat(300)}`, {})).status).toBe(400);
});

test('a bulk of more operations than a request may hold is refused, and nothing of it is written', async () => {
  const line = '{"index":{}}\n{}\n';
  const answer = await client.call('POST', '/tiny/_bulk', line.repeat(1_000_001));
  expect([answer.status, errorType(answer)]).toEqual([429, 'circuit_breaking_exception']);
  expect((await client.call('HEAD', '/tiny')).status).toBe(404);
});

test('headers without end are cut off', async () => {
  const flood = Array.from({ length: 5000 }, (_, i) => `x-h${i}: ${'y'.repeat(20)}\r\n`).join('');
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\n${flood}\r\n`, '\r\n\r\n')).toMatch(/^HTTP\/1.1 431|^$/);
});

test('a wrong content type is refused by name', async () => {
  const answer = await client.call('POST', '/calm/_search', '{}', { 'content-type': 'text/html' });
  expect([answer.status, answer.text]).toEqual([406, expect.stringContaining('text/html')]);
});

test('connections that say nothing, stop half way or hang up do not keep others waiting', async () => {
  const opened: Socket[] = Array.from({ length: 200 }, (_, i) => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (i % 3 === 1) socket.write('POST /calm/_bulk HTTP/1.1\r\nhost: x\r\ncontent-le');
    if (i % 3 === 2) {
      const authorization = basic('admin', service.password);
      const head = `host: x\r\nauthorization: ${authorization}\r\ncontent-type: application/x-ndjson`;
      socket.write(`POST /calm/_bulk HTTP/1.1\r\n${head}\r\ncontent-length: 20000000\r\n\r\n{"index":`);
    }
    return socket;
  });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.call('GET', '/calm/_search?q=word:calm')),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  for (const socket of opened) socket.destroy();
  expect((await client.call('GET', '/calm/_count')).text).toContain('"count":1,');
});
