import { MemoryLog } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { accessOf, type Gate, replyJson, StubClusters, testApp, testScheduler } from '../../testing/index.ts';
import { createOpenSearchBackend } from './index.ts';

const stubs = new StubClusters();

afterEach(() => stubs.close());

function gateOf(): Gate {
  const indices = [{ names: ['a*'], privileges: ['*'] }];
  return {
    authenticate: async () => ({ id: 'a', username: 'a', roles: ['a'], kind: 'basic' }),
    access: (principal) =>
      accessOf(principal, { defined: { a: { description: '', cluster: ['*'], indices } } }),
  };
}

/** A service over a cluster with an open index `a1` and a closed one `a2`. */
async function service() {
  const { url, seen } = await stubs.cluster((response) => {
    const indices = [
      { name: 'a1', attributes: ['open'], aliases: [] },
      { name: 'a2', attributes: ['closed'], aliases: [] },
    ];
    replyJson(response, 200, JSON.stringify({ indices }));
  });
  const { clock, scheduler } = testScheduler();
  const backend = createOpenSearchBackend({ url, log: new MemoryLog(), clock, scheduler });
  return { app: await testApp({ backend, gate: gateOf() }), seen };
}

test('whether a call is for closed indices is for the cluster to say', async () => {
  const { app, seen } = await service();
  const closed = 'forbid_closed_indices=false';
  for (const [path, names] of [
    [`/a2/_stats?${closed}`, '/a2/_stats'],
    [`/a*/_stats?${closed}&expand_wildcards=all`, '/a1,a2/_stats'],
    ['/a*/_stats', '/a1/_stats'],
    ['/a2/_validate/query', '/a2/_validate/query'],
  ] as const) {
    expect([path, (await app.call('GET', path)).status]).toEqual([path, 200]);
    expect(seen.at(-1)!.url.replaceAll('%2C', ',')).toContain(names);
  }
  await app.close();
});
