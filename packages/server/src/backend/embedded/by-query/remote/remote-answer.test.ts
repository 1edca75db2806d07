import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { HostAnswer, HostCall } from '../../../../transport/outgoing-http.ts';
import { readPage, readVersion } from './remote-answer.ts';
import { readRemote } from './remote-info.ts';
import { RemotePages } from './remote-pages.ts';

const asked = { size: 2, withVersions: false };

function read(text: string): ReturnType<typeof readPage> {
  return readPage(Buffer.from(text), asked);
}

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return `${error.error.type}: ${error.error.reason}`;
    throw error;
  }
  throw new Error('no error was thrown');
}

const hit = (id: number): string => `{"_index":"a","_id":"${id}","_source":{}}`;
const page = (hits: string, more = ''): string =>
  `{"_scroll_id":"s","hits":{"total":1,"hits":[${hits}]}${more}}`;
const tooMuch = 'illegal_argument_exception: Remote responded with more than it was asked for';

test('an answer with more than was asked for is refused before it is parsed', () => {
  expect(read(page([hit(1), hit(2)].join())).documents.ids).toEqual(['1', '2']);
  expect(refusalOf(() => read(page([hit(1), hit(2), hit(3)].join())))).toBe(tooMuch);
  expect(refusalOf(() => read(page('', `,"x":[${'{},'.repeat(200_000)}0]`)))).toBe(tooMuch);
  expect(refusalOf(() => read('['.repeat(1_000_000)))).toBe(tooMuch);
});

test('documents of many values are no more than was asked for', () => {
  const large = `{"_index":"a","_id":"1","_source":{"n":[${'[1],'.repeat(200_000)}0]}}`;
  expect(read(page(large)).documents.length).toBe(1);
});

test.each(['{"toString":1,"valueOf":1}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`])(
  'a value in place of a text is an error of the other side, and no fault here',
  (value) => {
    const error = `{"error":{"type":${value},"reason":${value}}}`;
    expect(refusalOf(() => read(error))).toBe('runtime_exception: {…}: {…}');
    const version = Buffer.from(`{"version":{"number":${value}}}`);
    expect(refusalOf(() => readVersion(version))).toContain('remote is likely not an OpenSearch instance');
    const failed = read(page('', `,"_shards":{"failures":[{"reason":${value}}]}`));
    expect(failed.failures).toHaveLength(1);
  },
);

test.each(['-5', '1e308', '0.5', '"NaN"', '{"value":-1}'])('a total of %s is none', (total) => {
  expect(read(page(hit(1)).replace('"total":1', `"total":${total}`))).toMatchObject({
    total: 1,
    mayBeMore: true,
  });
});

test('times that no clock counts are those that it counts', () => {
  const timesOf = (time: string) => {
    const remote = { host: 'http://h:1', socket_timeout: time, connect_timeout: time };
    const { socketTimeoutMs, connectTimeoutMs } = readRemote(remote, undefined);
    return [socketTimeoutMs, connectTimeoutMs];
  };
  expect(timesOf('-1')).toEqual([0, 0]);
  expect(timesOf('1nanos')).toEqual([1, 1]);
  expect(timesOf('9999999d')).toEqual([2 ** 31 - 1, 2 ** 31 - 1]);
});

test('the end of a scroll waits neither for a page that is still asked for nor for a service that is silent', async () => {
  const clock = new FakeClock();
  const calls: HostCall[] = [];
  const untilAborted = ({ signal }: HostCall): Promise<HostAnswer> =>
    new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
    });
  const json = (body: string): HostAnswer => ({
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(body),
  });
  let closed = 0;
  const pages = new RemotePages({
    remote: readRemote({ host: 'http://h:1', socket_timeout: '0' }, undefined),
    search: { names: ['a'], query: '{}', sort: '_doc:asc', source: true, ...asked },
    caller: {
      send: async (call) => {
        calls.push(call);
        if (call.method === 'GET') return json('{"version":{"number":"2.19.0","distribution":"opensearch"}}');
        return calls.length === 2 ? json(page([hit(1), hit(2)].join())) : untilAborted(call);
      },
      close: async () => void closed++,
    },
    keepAliveMs: 1000,
    clock,
    log: new MemoryLog(),
    signal: new AbortController().signal,
    onRetry: () => {},
  });
  await pages.next(0);
  const next = pages.next(0);
  const closing = pages.close();
  await expect(next).rejects.toThrow('aborted');
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'DELETE']);
  clock.advance(10_000);
  await closing;
  expect(closed).toBe(1);
});
