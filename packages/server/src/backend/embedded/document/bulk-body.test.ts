import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../testing/test-app.ts';
import { threadedApp } from '../../../testing/threaded-app.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await threadedApp(1, 1000));
});
afterAll(() => app.close());

function bodyOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Writes the lines, none of which may fail. */
async function written(lines: readonly object[]): Promise<void> {
  const answer = await app.call('POST', '/_bulk', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: bodyOf(lines),
  });
  expect(answer.json()).toMatchObject({ errors: false });
}

async function sourceOf(index: string, id: string): Promise<unknown> {
  return (await app.call('GET', `/${index}/_doc/${id}`)).json()._source;
}

function pairs(index: string, count: number): object[] {
  return Array.from({ length: count }, (_, i) => [
    { index: { _index: index, _id: String(i) } },
    { n: i },
  ]).flat();
}

test('whoever listens to an index is told what was sent, though the writing thread has the body', async () => {
  await app.call('PUT', '/heard', {});
  const seen: string[] = [];
  app.shardEvents.add({
    wantsSearches: () => false,
    wantsWrites: ({ name }) => name === 'heard',
    searched: () => {},
    indexed: ({ id, source }) => seen.push(`${id} ${source()}`),
  });
  await written(pairs('heard', 2));
  expect(seen).toEqual(['0 {"n":0}', '1 {"n":1}']);
});

test('a body for several indices serves all of them', async () => {
  await written([...pairs('one', 2), ...pairs('two', 2)]);
  expect([await sourceOf('one', '1'), await sourceOf('two', '1')]).toEqual([{ n: 1 }, { n: 1 }]);
});

test('a body that is written in several parts serves all of them', async () => {
  await written(pairs('parts', 4001));
  expect([await sourceOf('parts', '0'), await sourceOf('parts', '4000')]).toEqual([{ n: 0 }, { n: 4000 }]);
});

test('the memory of a body is given back once it is written, in however many parts it was', async () => {
  const taken = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const lines = pairs('given', 4001);
  await written(lines);
  const { length } = bodyOf(lines);
  const place = taken.mock.calls.findIndex(([bytes]) => bytes === length);
  const { value } = taken.mock.results[place]!;
  expect((value as Buffer).byteLength).toBe(0);
  taken.mockRestore();
});

test('the memory that a short body came in goes to the thread that writes it', async () => {
  const lines = pairs('short', 3);
  const { length } = bodyOf(lines);
  const came: Buffer[] = [];
  const { read } = Readable.prototype;
  const reading = vi.spyOn(Readable.prototype, 'read').mockImplementation(function (this: Readable, size) {
    const bytes: unknown = read.call(this, size);
    if (this instanceof IncomingMessage && Buffer.isBuffer(bytes) && bytes.length === length)
      came.push(bytes);
    return bytes;
  });
  await written(lines);
  reading.mockRestore();
  expect(came.map(({ byteLength }) => byteLength)).toEqual([0]);
});
