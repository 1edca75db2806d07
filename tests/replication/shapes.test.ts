import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../support/client.ts';
import { Cluster, checkpointsOf, documentsOf, eventually } from './cluster.ts';

const [east, west, north] = [new Cluster('east'), new Cluster('west'), new Cluster('north')];
const clusters = [east, west, north];
beforeAll(async () => {
  for (const cluster of clusters) await cluster.start();
  for (const one of clusters) {
    for (const other of clusters) if (other !== one) await one.knows(other.name, other.transportPort);
  }
});
afterAll(async () => {
  for (const cluster of clusters) await cluster.end();
});

async function write(cluster: Cluster, index: string, from: number, to: number): Promise<void> {
  const lines: object[] = [];
  for (let n = from; n < to; n++) lines.push({ index: { _id: String(n % 300) } }, { n, t: `text ${n}` });
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  expect(at(await cluster.call('POST', `/${index}/_bulk`, body), 'errors')).toBe(false);
}

async function same(leader: Cluster, follower: Cluster, index: string): Promise<void> {
  await eventually(async () => {
    expect(await checkpointsOf(follower, index)).toEqual(await checkpointsOf(leader, index));
  });
  expect(await documentsOf(follower, index)).toEqual(await documentsOf(leader, index));
}

test('two clusters follow each other, each by an index of its own', async () => {
  await write(east, 'of-east', 0, 200);
  await write(west, 'of-west', 0, 200);
  await Promise.all([west.follow('east', 'of-east'), east.follow('west', 'of-west')]);
  await Promise.all([write(east, 'of-east', 200, 900), write(west, 'of-west', 200, 700)]);
  await same(east, west, 'of-east');
  await same(west, east, 'of-west');
  const stats = await east.call('GET', '/_replication/leader_stats');
  expect(at(stats, 'num_replicated_indices')).toBe(1);
  expect(at(stats, 'index_stats.of-east.operations_read')).toBeGreaterThanOrEqual(700);
});

test('of three clusters each follows the next one; what follows is no leader itself', async () => {
  const ring = [
    [east, west],
    [west, north],
    [north, east],
  ] as const;
  for (const [leader] of ring) await write(leader, `ring-${leader.name}`, 0, 100);
  for (const [leader, follower] of ring) await follower.follow(leader.name, `ring-${leader.name}`);
  for (const [leader] of ring) await write(leader, `ring-${leader.name}`, 100, 400);
  for (const [leader, follower] of ring) await same(leader, follower, `ring-${leader.name}`);
  await expect(north.follow('west', 'ring-east', 'second-hand')).rejects.toThrow(
    'Cannot Replicate a Replicated Index ring-east',
  );
  // The index of the one in the middle can be followed when it follows no more.
  await west.call('POST', '/_replication/ring-east/_stop', {});
  await north.follow('west', 'ring-east', 'second-hand');
  await write(west, 'ring-east', 400, 500);
  await eventually(async () => {
    expect(await documentsOf(north, 'second-hand')).toEqual(await documentsOf(west, 'ring-east'));
  });
});

test('an index of 5 shards and 1,000 fields, with analyzers and aliases, is the same on the other side', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 990 }, (_, i) => [
      `field${i}`,
      { type: ['keyword', 'long', 'text', 'date'][i % 4] },
    ]),
  );
  const items = { type: 'nested', properties: { a: { type: 'keyword' }, b: { type: 'long' } } };
  await east.call('PUT', '/wide', {
    settings: {
      number_of_shards: 5,
      number_of_replicas: 0,
      refresh_interval: '2s',
      analysis: {
        filter: { short: { type: 'length', max: 10 } },
        analyzer: { mine: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'short'] } },
      },
      'mapping.total_fields.limit': 2000,
    },
    mappings: {
      properties: { ...properties, text: { type: 'text', analyzer: 'mine' }, n: { type: 'long' }, items },
    },
    aliases: {
      all: {},
      some: { filter: { range: { n: { gte: 100 } } }, routing: '1' },
      writes: { is_write_index: true },
    },
  });
  const lines: object[] = [];
  for (let n = 0; n < 400; n++) {
    const nested = [
      { a: `x${n}`, b: n },
      { a: 'y', b: -n },
    ];
    lines.push({ index: { _id: String(n), routing: String(n % 7) } });
    lines.push({
      n,
      [`field${((n * 4) % 990) & ~3}`]: `word ${n}`,
      text: `Some WORDS of ${n}`,
      items: nested,
    });
  }
  await east.call('POST', '/wide/_bulk', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  await west.follow('east', 'wide');
  await write(east, 'wide', 500, 600);
  await east.call('PUT', '/wide/_mapping', { properties: { later: { type: 'ip' } } });
  await east.call('PUT', '/wide/_doc/ip', { later: '10.0.0.1', n: 1 });
  await same(east, west, 'wide');
  const [there, here] = [await east.call('GET', '/wide'), await west.call('GET', '/wide')];
  expect(at(here, 'wide.mappings')).toEqual(at(there, 'wide.mappings'));
  expect(at(here, 'wide.aliases')).toEqual({
    ...(at(there, 'wide.aliases') as object),
    writes: { is_write_index: false },
  });
  expect(at(here, 'wide.settings.index.analysis')).toEqual(at(there, 'wide.settings.index.analysis'));
  const nested = { query: { nested: { path: 'items', query: { term: { 'items.a': 'y' } } } } };
  expect(at(await west.call('POST', '/wide/_search', nested), 'hits.total.value')).toBe(
    at(await east.call('POST', '/wide/_search', nested), 'hits.total.value'),
  );
  const status = await west.call('GET', '/_replication/wide/_status?verbose=true');
  const shards = at(status, 'shard_replication_details') as readonly unknown[];
  const sum = (key: string) =>
    shards.reduce((total: number, each) => total + (at(each, `syncing_task_details.${key}`) as number), 0);
  expect(shards).toHaveLength(5);
  for (const key of ['leader_checkpoint', 'follower_checkpoint', 'seq_no', 'lag_operations']) {
    expect(sum(key), key).toBe(at(status, `syncing_details.${key}`));
  }
});
