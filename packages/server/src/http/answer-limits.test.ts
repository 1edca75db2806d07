import { afterEach, expect, test } from 'vitest';
import type { BackendResponse } from '../backend/backend.ts';
import { type RawLine, rawLine } from '../testing/raw-line.ts';
import { type ScriptedService, scriptedService } from '../testing/scripted-service.ts';

const open: ScriptedService[] = [];
const lines: RawLine[] = [];
afterEach(async () => {
  for (const made of lines.splice(0)) made.end();
  for (const service of open.splice(0)) await service.close();
});

const mb = 1024 * 1024;
const long = Buffer.alloc(200 * mb, 32);

async function service(): Promise<ScriptedService> {
  const bytes = (body: Buffer) => (): BackendResponse => ({
    kind: 'bytes',
    status: 200,
    contentType: 'application/json',
    body,
  });
  const made = await scriptedService({
    search: bytes(long),
    count: bytes(Buffer.from('{"count":1}')),
    get: bytes(Buffer.alloc(3 * mb, 32)),
  });
  open.push(made);
  return made;
}

/** Somebody who asks and does not read the answer. */
function slowReader(url: string, path: string): RawLine {
  const made = rawLine(url);
  lines.push(made);
  made.pause();
  made.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return made;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('an answer that waits for its reader is counted until it is read', async () => {
  const { url, memory } = await service();
  const reader = slowReader(url, '/_search');
  await until(() => memory.answers.figures().usedBytes === 200 * mb);
  reader.end();
  await until(() => memory.answers.figures().usedBytes === 0);
});

test('a short answer that its reader leaves where it is counts too', async () => {
  const { url, memory } = await service();
  const reader = slowReader(url, '/_count');
  for (let i = 0; i < 30; i++) reader.send('GET /a/_doc/1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => memory.answers.figures().usedBytes >= 10 * mb);
  reader.resume();
  await until(() => memory.answers.figures().usedBytes === 0);
});

test('a long answer comes whole', async () => {
  const { call, memory } = await service();
  expect((await call('GET', '/a/_doc/1')).bytes.length).toBe(3 * mb);
  const whole = await call('GET', '/_search');
  expect([whole.status, whole.bytes.equals(long)]).toEqual([200, true]);
  await until(() => memory.answers.figures().usedBytes === 0);
});

test('beyond what may wait new answers are refused with the figures, until slow readers lose their place', async () => {
  const { url, call, clock, memory } = await service();
  const first = slowReader(url, '/_search');
  slowReader(url, '/_search');
  await until(() => memory.answers.figures().usedBytes === 400 * mb);
  const refused = await call('GET', '/_search');
  expect([refused.status, refused.json()]).toMatchObject([
    429,
    { error: { type: 'circuit_breaking_exception', bytes_wanted: 600 * mb, bytes_limit: 512 * mb } },
  ]);
  expect(refused.text).toContain('[in_flight_answers] Data too large, data for [<http_answer>] would be');
  expect((await call('GET', '/_count')).status).toBe(200);
  clock.advance(5_001);
  expect((await call('GET', '/_search')).status).toBe(200);
  first.resume();
  await first.received('<closed>');
});

test('a reader that takes nothing for five minutes is cut off', async () => {
  const { url, clock, memory } = await service();
  slowReader(url, '/_search');
  await until(() => memory.answers.figures().usedBytes === 200 * mb);
  clock.advance(299_000);
  expect(memory.answers.figures().usedBytes).toBe(200 * mb);
  clock.advance(6_000);
  expect(memory.answers.figures().usedBytes).toBe(0);
});

test('what bodies and answers hold is shown where it is counted', async () => {
  const { url, memory } = await service();
  const reader = slowReader(url, '/_search');
  await until(() => memory.answers.figures().usedBytes > 0);
  expect(memory.answers.figures()).toEqual({
    name: 'in_flight_answers',
    limitBytes: 512 * mb,
    usedBytes: 200 * mb,
    tripped: 0,
  });
  reader.end();
});

test.each([
  ['long', long],
  ['short', Buffer.alloc(100_000, 32)],
])('a %s answer whose reader has gone before it was there is not counted', async (_what, body) => {
  let left = (): void => {};
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  let asked = false;
  const made = await scriptedService({
    search: async ({ signal }): Promise<BackendResponse> => {
      signal.addEventListener('abort', () => left());
      asked = true;
      await gone;
      return { kind: 'bytes', status: 200, contentType: 'application/json', body };
    },
    count: () => ({ kind: 'json', status: 200, body: {} }),
  });
  open.push(made);
  const reader = slowReader(made.url, '/_search');
  await until(() => asked);
  reader.end();
  await gone;
  expect((await made.call('GET', '/_count')).status).toBe(200);
  expect(made.memory.answers.figures().usedBytes).toBe(0);
});
