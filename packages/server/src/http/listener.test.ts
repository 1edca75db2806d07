import { get as httpGet, request, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listener.ts';

test('a port that is taken is an error with its code', async () => {
  const first = await listen((_, response) => response.end(), { host: '127.0.0.1', port: 0 });
  await expect(listen(() => {}, { host: '127.0.0.1', port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await first.close(0);
});

test('a close lets a running request end', async () => {
  const running: ServerResponse[] = [];
  const listener = await listen((_, response) => running.push(response), { host: '127.0.0.1', port: 0 });
  const text = new Promise<string>((resolve) => {
    httpGet({ port: listener.port, agent: false }, (incoming) =>
      incoming.on('data', (chunk) => resolve(String(chunk))),
    );
  });
  while (running.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const closed = listener.close(10_000);
  running[0]?.end('done');
  expect(await text).toBe('done');
  await closed;
});

test('a request that does not end is cut off after the grace', async () => {
  const { promise: arrived, resolve: reached } = Promise.withResolvers<void>();
  const listener = await listen(() => reached(), { host: '127.0.0.1', port: 0 });
  const failed = new Promise<string>((resolve) => {
    const outgoing = request({ port: listener.port, agent: false });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    outgoing.end();
  });
  await arrived;
  await listener.close(1);
  expect(await failed).toBe('ECONNRESET');
});
