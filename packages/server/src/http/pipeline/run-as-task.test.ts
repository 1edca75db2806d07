import { request as httpRequest } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { BackendRequest, BackendResponse } from '../../backend/backend.ts';
import { scriptedService, type TestClient } from '../../testing/index.ts';

const open: TestClient[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const done: BackendResponse = { kind: 'json', status: 200, body: {} };

/** A service whose handlers wait until the test lets them go on. */
async function waiting() {
  const arrived = Promise.withResolvers<BackendRequest>();
  const goOn = Promise.withResolvers<BackendResponse>();
  const answer = (request: BackendRequest) => {
    arrived.resolve(request);
    return goOn.promise;
  };
  const client = await scriptedService({ search: answer, get: answer });
  const { tasks } = client;
  open.push(client);
  return { client, tasks, arrived: arrived.promise, goOn };
}

test('a request is a task from authorization to its answer, under the name of its privilege', async () => {
  const { client, tasks, arrived, goOn } = await waiting();
  const call = client.call('GET', '/a/_doc/1', { headers: { 'x-opaque-id': 'me' } });
  const { task } = await arrived;
  expect(tasks.all()).toEqual([task]);
  expect([task.action, task.opaqueId, task.cancellable]).toEqual(['indices:data/read/get', 'me', false]);
  goOn.resolve(done);
  await call;
  expect([tasks.all(), task.ended]).toEqual([[], true]);
});

test('a task ends also where its request fails', async () => {
  const { client, tasks, arrived, goOn } = await waiting();
  const call = client.call('GET', '/a/_doc/1');
  await arrived;
  goOn.reject(new Error('a fault'));
  expect((await call).status).toBe(500);
  expect(tasks.all()).toEqual([]);
});

test('a caller who goes away cancels what can be cancelled', async () => {
  const { client, arrived, goOn } = await waiting();
  const outgoing = httpRequest(`${client.url}/a/_search`);
  outgoing.once('error', () => {});
  outgoing.end();
  const request = await arrived;
  const { signal, task } = request;
  const cancelled = new Promise<void>((resolve) => task.onCancel(resolve));
  outgoing.destroy();
  await cancelled;
  expect([task.cancelReason, signal.aborted]).toEqual(['channel closed', true]);
  goOn.resolve(done);
});

test('a task that was cancelled from elsewhere aborts its request', async () => {
  const { client, tasks, arrived, goOn } = await waiting();
  const call = client.call('GET', '/a/_search');
  const { signal, task } = await arrived;
  signal.addEventListener('abort', () => goOn.reject(signal.reason));
  tasks.cancel(task, 'by user request');
  const answer = await call;
  expect([answer.status, answer.json()]).toMatchObject([
    500,
    { error: { type: 'task_cancelled_exception', reason: 'cancelled task with reason: by user request' } },
  ]);
});
