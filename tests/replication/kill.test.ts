import { SeededRandom } from '@sextant/base/testing';
import { afterAll, expect, test } from 'vitest';
import { at } from '../support/client.ts';
import { Cluster, checkpointsOf, documentsOf, eventually } from './cluster.ts';
import { Link } from './link.ts';

/** More of them, and another seed, for a longer proof. */
const rounds = Number(process.env.REPLICATION_ROUNDS ?? 3);
const seed = Number(process.env.REPLICATION_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);
const leader = new Cluster('leader');
const follower = new Cluster('follower');
let link: Link | undefined;
afterAll(async () => {
  link?.close();
  await leader.end();
  await follower.end();
});

let written = 0;

/** Writes until it is told to end, or nobody answers. */
async function load(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const lines: string[] = [];
    for (let i = 0; i < 1 + random.below(60); i++) {
      const _id = String(random.below(400));
      if (random.float() < 0.2) lines.push(JSON.stringify({ delete: { _id } }));
      else lines.push(JSON.stringify({ index: { _id } }), JSON.stringify({ n: written++, t: `text ${i}` }));
    }
    const answer = await leader.client
      .call('POST', '/l/_bulk', `${lines.join('\n')}\n`)
      .catch(() => undefined);
    if (answer === undefined) return;
    if (random.float() < 0.05) await leader.client.call('POST', '/l/_flush').catch(() => undefined);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** One of the things that go wrong, and its end. */
async function trouble(): Promise<string> {
  const kind = random.pick(['cut', 'stall', 'leader', 'follower', 'both'] as const);
  if (kind === 'cut' || kind === 'stall') {
    link![kind]();
    await pause(random.below(1500));
    link!.mend();
    return kind;
  }
  if (kind !== 'follower') leader.kill();
  if (kind !== 'leader') follower.kill();
  await pause(random.below(300));
  if (kind !== 'follower') await leader.start();
  if (kind !== 'leader') await follower.start();
  return kind;
}

test(
  'whoever is killed under load, and however the link is cut, both sides are the same in the end',
  async () => {
    await leader.start();
    await follower.start();
    link = await Link.to(() => leader.transportPort);
    await follower.knows('leader', link.port);
    await leader.call('PUT', '/l', { settings: { number_of_shards: 2, number_of_replicas: 0 } });
    await follower.follow('leader', 'l', 'f');
    for (let round = 0; round < rounds; round++) {
      const end = new AbortController();
      const writing = load(end.signal);
      await pause(300 + random.below(700));
      const kind = await trouble();
      await pause(random.below(500));
      end.abort();
      await writing;
      const what = `REPLICATION_SEED=${seed}, round ${round} (${kind})`;
      await eventually(async () => {
        expect(await checkpointsOf(follower, 'f'), what).toEqual(await checkpointsOf(leader, 'l'));
      });
      expect(await documentsOf(follower, 'f'), what).toEqual(await documentsOf(leader, 'l'));
      const status = await follower.call('GET', '/_replication/f/_status');
      expect(at(status, 'status'), what).toBe('SYNCING');
    }
  },
  60_000 + rounds * 30_000,
);
