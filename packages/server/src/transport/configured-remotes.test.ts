import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { configuredRemotes } from './configured-remotes.ts';
import { remoteConfigs } from './remote-config.ts';

test('where no certificate can be had no cluster is called, the reason is told, and it is tried again', async () => {
  const log = new MemoryLog();
  let tries = 0;
  const remotes = configuredRemotes({
    cluster: { clusterName: 'a', clusterUuid: 'A' },
    clock: new FakeClock(),
    random: new SeededRandom(1),
    log,
    tls: async () => {
      tries++;
      throw new Error('ca_file is missing');
    },
  });
  remotes.configure(remoteConfigs({ 'cluster.remote.a.seeds': ['127.0.0.1:1'] }));
  expect(remotes.has('a')).toBe(true);
  for (let i = 0; i < 2; i++) {
    await expect(remotes.call('a', 'x', null)).rejects.toMatchObject({
      error: {
        type: 'connect_transport_exception',
        reason: 'no other cluster can be called: ca_file is missing',
      },
    });
  }
  expect(tries).toBe(2);
  expect(remotes.states()).toMatchObject([{ alias: 'a', connected: false }]);
  expect(log.entries[0]).toMatchObject({ level: 'warn', component: 'transport' });
  await expect(remotes.call('b', 'x', null)).rejects.toMatchObject({
    error: { type: 'no_such_remote_cluster_exception', reason: 'no such remote cluster: [b]' },
  });
});
