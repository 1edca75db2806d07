import { afterEach, expect, test } from 'vitest';
import { replicatedClusters } from '../../../testing/replication/two-clusters.ts';
import { leaderActions } from './leader-actions.ts';

const { two, close } = replicatedClusters();
afterEach(close);

type Two = Awaited<ReturnType<typeof two>>;

const east = { clusterName: 'east', clusterUuid: 'E' };
const west = { clusterName: 'west', clusterUuid: 'W' };

/** An index there, and what the cluster that the connection knows as `link.caller` asks for its leases. */
async function calls({ l, link }: Two) {
  await l('PUT', '/l', {});
  const { uuid } = (await l('GET', '/l')).body.l.settings.index as { readonly uuid: string };
  const { call } = link.follower();
  const ask = (action: string, lease: string, more: object = {}) =>
    call('leader', action, { alias: 'a', index: 'l', uuid, lease, ...more });
  return { ask, begin: (lease: string) => ask(leaderActions.beginFiles, lease) };
}

const leaseOf = ({ clusterName, clusterUuid }: typeof east) =>
  `replication:${clusterName}:${clusterUuid}:[f]`;

test('a cluster can neither take, renew nor end the leases of another one', async () => {
  const both = await two();
  const { ask, begin } = await calls(both);
  const { link } = both;
  link.caller = east;
  await begin(leaseOf(east));
  link.caller = west;
  const refusal = 'retention lease [replication:east:E:[f]] is not one of cluster [west] with uuid [W]';
  const changes = { shard: 0, from: 0, to: 9, retain: 0, waitMs: 0, history: '' };
  await expect(begin(leaseOf(east))).rejects.toThrow(refusal);
  await expect(ask(leaderActions.removeLeases, leaseOf(east))).rejects.toThrow(refusal);
  await expect(ask(leaderActions.changes, leaseOf(east), changes)).rejects.toThrow(refusal);
  await expect(ask(leaderActions.removeLeases, 'x')).rejects.toThrow('cannot be read');
});

test('who only says that he is another cluster has a certificate of its own', async () => {
  const both = await two();
  const { ask, begin } = await calls(both);
  const { link } = both;
  link.caller = { ...east, certificate: 'CN=east of CN=ca' };
  const { id } = (await begin(leaseOf(east))) as { readonly id: string };
  link.caller = { ...east, certificate: 'CN=west of CN=ca' };
  const refusal = 'was made by [CN=east of CN=ca] and not by [CN=west of CN=ca]';
  const changes = { shard: 0, from: 0, to: 9, retain: 0, waitMs: 0, history: '' };
  await expect(begin(leaseOf(east))).rejects.toThrow(refusal);
  await expect(ask(leaderActions.removeLeases, leaseOf(east))).rejects.toThrow(refusal);
  await expect(ask(leaderActions.changes, leaseOf(east), changes)).rejects.toThrow(refusal);
  await expect(ask(leaderActions.endFiles, '', { id })).rejects.toThrow('are not held');
  link.caller = { ...east, certificate: 'CN=east of CN=ca' };
  await ask(leaderActions.endFiles, '', { id });
  await ask(leaderActions.removeLeases, leaseOf(east));
  await begin(leaseOf(east));
});

test('more copies at once than may be held are refused before any of them is begun', async () => {
  const both = await two();
  const { begin } = await calls(both);
  const names = Array.from({ length: 20 }, (_, i) => ({ ...east, clusterUuid: `E${i}` }));
  both.link.caller = undefined;
  const outcomes = await Promise.allSettled(names.map((name) => begin(leaseOf(name))));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
});
