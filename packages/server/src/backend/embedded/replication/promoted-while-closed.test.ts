import { expect, test } from 'vitest';
import { SimulatedWorld } from '../../../testing/replication/simulated-world.ts';
import { batchOf } from '../../../testing/replication/write-batch.ts';

test('a follower that a process left closed is open and of a new term when replication is stopped', async () => {
  const world = new SimulatedWorld(1);
  const { leader, follower } = world;
  await leader.start();
  await follower.start();
  const settings = { 'index.number_of_shards': '1' };
  await leader.life.engine.createIndex({ name: 'l', settings, mappings: {}, aliases: {} });
  await leader.life.engine.write(batchOf('l', [{ id: '1', body: { n: 1 } }]));
  const { replication, engine } = follower.life;
  const request = { leaderAlias: 'leader', leaderIndex: 'l', settings: {}, roles: undefined };
  await world.until(replication.start('f', request, { waitForRestore: true, timeoutMs: 30_000 }), 60_000);
  await world.pass(1000);
  const { primaryTerm } = await engine.history.state('f', 0);
  await engine.closeIndex('f');
  await world.pass(60_000);
  await world.until(replication.stop('f'), 60_000);
  expect(engine.index('f')).toMatchObject({ state: 'open' });
  expect((await engine.history.state('f', 0)).primaryTerm).toBeGreaterThan(primaryTerm);
  await engine.write(batchOf('f', [{ id: '2', body: { n: 2 } }]));
  expect((await engine.history.state('f', 0)).checkpoint).toBe(1);
});
