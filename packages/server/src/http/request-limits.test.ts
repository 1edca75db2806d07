import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { BackendRequest, BackendResponse } from '../backend/backend.ts';
import { type RawLine, rawLine } from '../testing/raw-line.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';

const open: ScriptedService[] = [];
const lines: RawLine[] = [];
afterEach(async () => {
  for (const made of lines.splice(0)) made.end();
  for (const service of open.splice(0)) await service.close();
});

const echo = async (request: BackendRequest): Promise<BackendResponse> => ({
  kind: 'json',
  status: 200,
  body: { bytes: (await request.body.bytes()).length },
});

async function service(settings: Readonly<Record<string, string>> = {}): Promise<ScriptedService> {
  const made = await scriptedService({ search: echo, index: echo, bulk: echo }, settings);
  open.push(made);
  return made;
}

function line(url: string): RawLine {
  const made = rawLine(url);
  lines.push(made);
  return made;
}

const head = (path: string, rest: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}\r\n\r\n`;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('what anybody may call takes 16 KiB, announced or not, and reads nothing beyond', async () => {
  const { call, url } = await service();
  const password = 'x'.repeat(20_000);
  const announced = await call('POST', '/account/login', { body: { password } });
  expect([announced.status, announced.text]).toEqual([
    413,
    '{"status":413,"error":{"reason":"the body is longer than what [/account/login] takes [16kb]; send it in smaller parts"}}',
  ]);
  const unread = line(url);
  unread.send(head('/account/login', 'Content-Length: 100000000'));
  expect(await unread.received('413')).toContain('HTTP/1.1 413');
});

test('a body that is no document has a shorter limit than documents have', async () => {
  const { call } = await service({ 'http.max_structured_content_length': '1kb' });
  const body = JSON.stringify({ text: 'x'.repeat(2_000) });
  const refused = await call('POST', '/a/_search', { body });
  expect([refused.status, refused.text]).toEqual([
    413,
    expect.stringContaining('longer than http.max_structured_content_length [1kb]'),
  ]);
  expect((await call('PUT', '/a/_doc/1', { body })).status).toBe(200);
  expect((await call('POST', '/_bulk', { body })).status).toBe(200);
  const cbor = await call('PUT', '/a/_doc/1', { body, headers: { 'content-type': 'application/cbor' } });
  expect(cbor.status).toBe(413);
});

test('the shortest of the limits is the one that counts and is named', async () => {
  const { call } = await service({ 'http.max_content_length': '1kb' });
  const refused = await call('POST', '/a/_search', { body: 'x'.repeat(2_000) });
  expect(refused.text).toContain('longer than http.max_content_length [1kb]');
});

test('YAML, which is slow to read, is short', async () => {
  const { call } = await service();
  const headers = { 'content-type': 'application/yaml' };
  const refused = await call('PUT', '/a/_doc/1', { body: `a: ${'x'.repeat(140_000)}`, headers });
  expect(refused.status).toBe(413);
});

test('the memory of a body is taken when its length is announced, and given back with the answer', async () => {
  const { url, memory } = await service();
  const upload = line(url);
  upload.send(head('/_bulk', 'Content-Length: 1000000'));
  await until(() => memory.requests.figures().usedBytes === 1_000_000);
  upload.send('x'.repeat(1_000_000));
  expect(await upload.received('1000000}')).toContain('{"bytes":1000000}');
  await until(() => memory.requests.figures().usedBytes === 0);
});

test('uploads that have stalled do not keep others out', async () => {
  const { url, call, clock, memory } = await service();
  const stalled = Array.from({ length: 5 }, () => line(url));
  for (const upload of stalled) upload.send(head('/_bulk', `Content-Length: ${100 * 1024 * 1024}`));
  await until(() => memory.requests.figures().usedBytes === 500 * 1024 * 1024);
  const body = 'x'.repeat(20 * 1024 * 1024);
  const early = await call('POST', '/_bulk', { body });
  expect([early.status, early.json()]).toMatchObject([
    429,
    { error: { type: 'circuit_breaking_exception', bytes_limit: 512 * 1024 * 1024 } },
  ]);
  clock.advance(5_001);
  expect((await call('POST', '/_bulk', { body })).status).toBe(200);
  const answer = await stalled[0]!.received('<closed>');
  expect(answer).toContain('HTTP/1.1 408');
  expect(answer).toContain('the body came slowly, and its memory was needed for others');
  expect(memory.requests.figures().usedBytes).toBe(400 * 1024 * 1024);
  clock.advance(30_000);
  for (const upload of stalled.slice(1)) {
    expect(await upload.received('<closed>')).toContain('the body stopped coming');
  }
  expect(memory.requests.figures().usedBytes).toBe(0);
});

test('a body without a length in a great many pieces takes about its own size', async () => {
  const { url, memory } = await service();
  const upload = line(url);
  upload.send(head('/_bulk', 'Transfer-Encoding: chunked'));
  upload.send('1\r\nx\r\n'.repeat(50_000));
  await until(() => memory.requests.figures().usedBytes > 50_000);
  expect(memory.requests.figures().usedBytes).toBe(64 * 1024);
  upload.send('0\r\n\r\n');
  expect(await upload.received('}')).toContain('{"bytes":50000}');
});

test('a body that grows when it is decompressed is counted as it grows, and refused at the limit', async () => {
  const { call, memory } = await service();
  const bomb = gzipSync(Buffer.alloc(64 << 20, 32));
  const answer = await call('POST', '/a/_search', { body: bomb, headers: { 'content-encoding': 'gzip' } });
  expect(answer.status).toBe(413);
  await until(() => memory.requests.figures().usedBytes === 0);
});

test('a caller that waits to be told to send is told only when its body is wanted', async () => {
  const { url } = await service();
  const refused = line(url);
  refused.send(head('/account/login', 'Expect: 100-continue\r\nContent-Length: 20000'));
  expect(await refused.received('<closed>')).not.toContain('100 Continue');
  const wanted = line(url);
  wanted.send(head('/_bulk', 'Expect: 100-continue\r\nContent-Length: 5'));
  await wanted.received('HTTP/1.1 100 Continue');
  wanted.send('12345');
  expect(await wanted.received('}')).toContain('{"bytes":5}');
  const chunked = line(url);
  chunked.send(head('/_bulk', 'Expect: 100-continue\r\nTransfer-Encoding: chunked'));
  await chunked.received('HTTP/1.1 100 Continue');
  chunked.send('5\r\n12345\r\n0\r\n\r\n');
  expect(await chunked.received('}')).toContain('{"bytes":5}');
});
