import { MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { accessOf, type Gate, replyJson, StubClusters, testApp, testScheduler } from '../../testing/index.ts';
import { createOpenSearchBackend } from './index.ts';

const stubs = new StubClusters();

afterEach(() => stubs.close());

const role = { description: '', cluster: ['*'], indices: [{ names: ['a*'], privileges: ['*'] }] };
const gate: Gate = {
  authenticate: async () => ({ id: 'a', username: 'a', roles: ['a'], kind: 'basic' }),
  access: (principal) => accessOf(principal, { defined: { a: role } }),
};

test('changes of an alias whose name is closed to the caller never reach the cluster', async () => {
  const { url, seen } = await stubs.cluster((response, { url: path }) => {
    const aliases = path.startsWith('/_alias') ? { a1: { aliases: { b: {} } } } : undefined;
    const indices = [{ name: 'a1', attributes: ['open'], aliases: ['b'] }];
    replyJson(response, 200, JSON.stringify(aliases ?? { indices, acknowledged: true }));
  });
  const { clock, scheduler } = testScheduler();
  const backend = createOpenSearchBackend({ url, log: new MemoryLog(), clock, scheduler });
  const app = await testApp({ backend, gate });
  const changes = (kind: string, names: object) => ({ actions: [{ [kind]: { index: 'a1', ...names } }] });
  const calls: readonly (readonly [string, string, object?])[] = [
    ['PUT', '/a1/_alias/NAME'],
    ['PUT', '/a1/_alias/a', { alias: 'NAME' }],
    ['PUT', '/a1/_alias', { alias: 'NAME' }],
    ['POST', '/_aliases', changes('add', { alias: 'NAME' })],
    ['POST', '/_aliases', changes('remove', { aliases: ['a', 'NAME'] })],
    ['PUT', '/a2', { aliases: { NAME: {} } }],
    ['DELETE', '/a1/_alias/a,NAME'],
  ];
  for (const name of ['b', 'a-new']) {
    seen.length = 0;
    for (const [method, path, given] of calls) {
      const body =
        given === undefined ? {} : { body: JSON.parse(JSON.stringify(given).replace('NAME', name)) };
      const answer = await app.call(method, path.replace('NAME', name), body);
      expect([method, path, given, answer.status]).toEqual([method, path, given, name === 'b' ? 403 : 200]);
    }
    const changed = seen.filter((one) => one.method !== 'GET');
    expect(changed).toHaveLength(name === 'b' ? 0 : calls.length);
  }
  for (const pattern of ['*', '_all', 'b*']) {
    expect((await app.call('DELETE', `/a1/_alias/${pattern}`)).status).toBe(403);
  }
  await app.close();
});
