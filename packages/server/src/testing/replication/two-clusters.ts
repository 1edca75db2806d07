import { MemoryDisk } from '@sextant/base/testing';
import { expect, vi } from 'vitest';
import { ClusterLink } from '../cluster-link.ts';
import { type TestApp, type TestAppOptions, testApp } from '../test-app.ts';

/** What is looked at of answers, each in its place. */
interface AnswerBody {
  readonly status: string;
  readonly reason: string;
  readonly error: { readonly type: string; readonly reason: string };
  readonly hits: { readonly hits: readonly Record<string, unknown>[] };
  readonly syncing_details: Readonly<Record<string, number>>;
  readonly shard_replication_details: readonly object[];
  readonly num_replicated_indices: number;
  readonly index_stats: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly [index: string]: unknown;
  readonly f: IndexBody;
  readonly l: IndexBody;
}

interface IndexBody {
  readonly aliases: object;
  readonly mappings: object;
  readonly settings: { readonly index: Readonly<Record<string, unknown>> };
}

export type Call = ReturnType<typeof callerOf>;

function callerOf(app: TestApp) {
  return async (method: string, path: string, body?: object | string) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.json<AnswerBody>() };
  };
}

/** Pairs of clusters of one test, of which one follows the other by the alias `leader`. */
export function replicatedClusters() {
  const apps: TestApp[] = [];
  const close = async (): Promise<void> => {
    for (const app of apps.splice(0).reverse()) await app.close();
  };
  const open = async (options: TestAppOptions): Promise<TestApp> => {
    const app = await testApp(options);
    apps.push(app);
    return app;
  };
  const two = async (disk = new MemoryDisk(), leaderDisk = new MemoryDisk()) => {
    const link = new ClusterLink();
    const leader = await open({ connectClusters: link.leader, disk: leaderDisk });
    const follower = await open({ connectClusters: link.follower, disk });
    const again = async (): Promise<{ follower: TestApp; f: Call }> => {
      await apps.pop()!.close();
      const app = await open({ connectClusters: link.follower, disk });
      return { follower: app, f: callerOf(app) };
    };
    const beside = async (other: MemoryDisk) =>
      callerOf(await open({ connectClusters: link.follower, disk: other }));
    return { link, leader, follower, l: callerOf(leader), f: callerOf(follower), again, beside };
  };
  return { two, close };
}

export const started = { leader_alias: 'leader', leader_index: 'l' };
export const twoShards = { number_of_shards: 2, number_of_replicas: 0 };

export async function documents(call: Call, index: string): Promise<unknown> {
  await call('POST', `/${index}/_refresh`);
  const search = { size: 1000, version: true, seq_no_primary_term: true, sort: ['n'] };
  const { body } = await call('POST', `/${index}/_search`, search);
  return body.hits.hits.map(({ _index, _primary_term, ...hit }) => hit);
}

export async function write(call: Call, from: number, to: number): Promise<void> {
  const lines: object[] = [];
  for (let n = from; n < to; n++) lines.push({ index: { _id: String(n % 50) } }, { n, t: `text ${n}` });
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  expect((await call('POST', '/l/_bulk', body)).body).toMatchObject({ errors: false });
}

export async function same(l: Call, f: Call): Promise<void> {
  await vi.waitFor(async () => expect(await documents(f, 'f')).toEqual(await documents(l, 'l')), 10_000);
}

export const statusOf = async (f: Call) => (await f('GET', '/_replication/f/_status')).body;

/** Until that is its status; `pass` lets time pass. */
export async function untilStatus(f: Call, status: string, pass?: () => void): Promise<void> {
  await vi.waitFor(async () => {
    pass?.();
    const body = await statusOf(f);
    expect(body.status, body.reason).toBe(status);
  }, 10_000);
}
