import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { configuredRemotes } from './configured-remotes.ts';
import { remoteConfigs } from './remote-config.ts';

test('where security is on no cluster is called, and the reason is told', async () => {
  const log = new MemoryLog();
  const remotes = configuredRemotes({
    cluster: { clusterName: 'a', clusterUuid: 'A' },
    clock: new FakeClock(),
    random: new SeededRandom(1),
    log,
    secured: true,
  });
  remotes.configure(remoteConfigs({ 'cluster.remote.a.seeds': ['127.0.0.1:1'] }));
  expect(remotes.has('a')).toBe(true);
  await expect(remotes.call('a', 'x', null)).rejects.toMatchObject({
    error: {
      type: 'connect_transport_exception',
      reason: 'calls between clusters are not encrypted, so they need security to be off on both sides',
    },
  });
  expect(remotes.states()).toMatchObject([{ alias: 'a', connected: false }]);
  expect(log.entries).toMatchObject([{ level: 'warn', component: 'transport' }]);
  await expect(remotes.call('b', 'x', null)).rejects.toMatchObject({
    error: { type: 'no_such_remote_cluster_exception', reason: 'no such remote cluster: [b]' },
  });
});
