/**
 * Starts the built service twice and measures how one follows the other: lag under a steady load, catching up beside plain
 * bulk requests, and what many idle followers cost:
 * `node --conditions=source packages/bench/src/replication.ts --seconds 20 --docs 200000 --indices 500`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { freePort, stop } from './own-process.ts';
import { ServiceClient } from './service-client.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'sextant', 'main.js');
const BATCH = 10;
const BULK = 2000;
/** Of the clock in `/proc`. */
const TICK_MS = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One of the two services, with a folder that goes with it. */
class Cluster {
  readonly client: ServiceClient;
  readonly transportPort: number;
  readonly #child: ChildProcess;
  readonly #data: string;

  private constructor(port: number, transportPort: number) {
    this.#data = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
    this.transportPort = transportPort;
    const args = [main, '--no-security', '--port', String(port), '--data', this.#data];
    args.push('-E', `transport.port=${transportPort}`);
    this.#child = spawn(process.execPath, args, { stdio: 'ignore' });
    this.client = new ServiceClient(`http://127.0.0.1:${port}`, undefined);
  }

  static async start(): Promise<Cluster> {
    const cluster = new Cluster(await freePort(), await freePort());
    for (let tries = 0; tries < 600; tries++) {
      const answered = await cluster.client.json('GET', '/').then(
        () => true,
        () => false,
      );
      if (answered) return cluster;
      await pause(50);
    }
    throw new Error('the service did not start');
  }

  call(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.client.json(method, path, body);
  }

  async bulk(index: string, lines: readonly string[]): Promise<void> {
    const body = Buffer.from(`${lines.join('\n')}\n`);
    const { status, text } = await this.client.send({
      method: 'POST',
      path: `/${index}/_bulk`,
      body,
      type: 'application/x-ndjson',
    });
    if (status !== 200 || text.includes('"errors":true')) throw new Error(text.slice(0, 300));
  }

  /** Of all its threads, in milliseconds. */
  get cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  async end(): Promise<void> {
    await stop(this.#child);
    rmSync(this.#data, { recursive: true, force: true });
  }
}

interface Pair {
  readonly leader: Cluster;
  readonly follower: Cluster;
}

async function checkpoint(cluster: Cluster, index: string): Promise<number> {
  const status = (await cluster.call('GET', `/_replication/${index}/_status`)) as {
    readonly status: string;
    readonly syncing_details?: { readonly follower_checkpoint: number };
  };
  return status.syncing_details?.follower_checkpoint ?? -1;
}

async function follow({ leader, follower }: Pair, index: string): Promise<void> {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await leader.call('PUT', `/${index}`, { settings });
  const body = { leader_alias: 'leader', leader_index: index };
  await follower.call('PUT', `/_replication/${index}/_start?wait_for_restore=true`, body);
}

function documents(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const source = {
      n,
      user: `user ${n % 997}`,
      message: `request ${n} took ${n % 313} ms on host ${n % 17}`,
    };
    return `{"index":{}}\n${JSON.stringify(source)}`;
  });
}

function share(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!);
}

/** From the answer to a write until the follower has it, as its status says. */
async function lag(pair: Pair, perSecond: number, seconds: number): Promise<string> {
  const { leader, follower } = pair;
  await follow(pair, 'lag');
  const answered: { readonly last: number; readonly atMs: number }[] = [];
  const lags: number[] = [];
  let isWriting = true;
  const watch = async (): Promise<void> => {
    let next = 0;
    while (isWriting || next < answered.length) {
      const done = await checkpoint(follower, 'lag');
      const nowMs = performance.now();
      for (; next < answered.length && answered[next]!.last <= done; next++) {
        lags.push(nowMs - answered[next]!.atMs);
      }
      await pause(5);
    }
  };
  const watching = watch();
  const started = performance.now();
  const total = perSecond * seconds;
  for (let n = 0; n < total; n += BATCH) {
    const dueMs = started + (n / perSecond) * 1000;
    if (dueMs > performance.now()) await pause(dueMs - performance.now());
    await leader.bulk('lag', documents(n, BATCH));
    answered.push({ last: n + BATCH - 1, atMs: performance.now() });
  }
  const tookS = (performance.now() - started) / 1000;
  isWriting = false;
  await watching;
  lags.sort((a, b) => a - b);
  const figures = `median ${share(lags, 0.5)} ms, p99 ${share(lags, 0.99)} ms, most ${share(lags, 1)} ms`;
  return `lag at ${Math.round(total / tookS)} writes/s: ${figures}`;
}

/** Bulk requests while nobody follows, then the same operations by replication, in turns; by time and by CPU. */
async function throughput(pair: Pair, count: number, rounds: number): Promise<string> {
  const { leader, follower } = pair;
  await follow(pair, 'catch-up');
  const ratios: number[] = [];
  const lines: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await follower.call('POST', '/_replication/catch-up/_pause', {});
    const before = { leader: leader.cpuMs, startedMs: performance.now() };
    for (let n = 0; n < count; n += BULK) await leader.bulk('catch-up', documents(n, BULK));
    const bulkMs = performance.now() - before.startedMs;
    const bulkCpuMs = leader.cpuMs - before.leader;
    const last = (round + 1) * count - 1;
    const resumed = { leader: leader.cpuMs, follower: follower.cpuMs, startedMs: performance.now() };
    await follower.call('POST', '/_replication/catch-up/_resume', {});
    while ((await checkpoint(follower, 'catch-up')) < last) await pause(20);
    const replicatedMs = performance.now() - resumed.startedMs;
    const cpu = [follower.cpuMs - resumed.follower, leader.cpuMs - resumed.leader];
    ratios.push(bulkMs / replicatedMs);
    const rate = (ms: number) => Math.round((count / ms) * 1000);
    lines.push(
      `  bulk ${rate(bulkMs)}/s (CPU ${bulkCpuMs} ms), replicated ${rate(replicatedMs)}/s ` +
        `(CPU ${cpu[0]} ms there, ${cpu[1]} ms on the leader)`,
    );
  }
  ratios.sort((a, b) => a - b);
  const middle = Math.round(ratios[ratios.length >> 1]! * 100);
  return `throughput of one shard: ${middle} % of bulk\n${lines.join('\n')}`;
}

/** What a minute costs in which nothing is written. */
async function idle({ leader, follower }: Pair, count: number, seconds: number): Promise<string> {
  const without = await perMinute(seconds, [leader, follower]);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  for (let i = 0; i < count; i++) await leader.call('PUT', `/idle-${i}`, { settings });
  const rule = { leader_alias: 'leader', name: 'idle', pattern: 'idle-*' };
  await follower.call('POST', '/_replication/_autofollow', rule);
  for (;;) {
    const stats = (await follower.call('GET', '/_replication/follower_stats')) as {
      readonly num_syncing_indices: number;
    };
    if (stats.num_syncing_indices >= count) break;
    await pause(500);
  }
  // What starting has left to do.
  await pause(10_000);
  const [ofLeader, ofFollower] = await perMinute(seconds, [leader, follower]);
  return (
    `${count} idle indices: ${ofLeader} ms of CPU a minute on the leader (${without[0]} ms without them), ` +
    `${ofFollower} ms on the follower (${without[1]} ms)`
  );
}

/** Milliseconds of CPU a minute of each. */
async function perMinute(seconds: number, clusters: readonly Cluster[]): Promise<readonly number[]> {
  const before = clusters.map((each) => each.cpuMs);
  await pause(seconds * 1000);
  return clusters.map((each, i) => Math.round(((each.cpuMs - before[i]!) / seconds) * 60));
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    docs: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    indices: { type: 'string', default: '500' },
    idle: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
});
const pair: Pair = { leader: await Cluster.start(), follower: await Cluster.start() };
try {
  const seeds = [`127.0.0.1:${pair.leader.transportPort}`];
  await pair.follower.call('PUT', '/_cluster/settings', {
    persistent: { 'cluster.remote.leader.seeds': seeds },
  });
  const measures = [
    { name: 'idle', measure: () => idle(pair, Number(values.indices), Number(values.idle)) },
    { name: 'lag', measure: () => lag(pair, Number(values.rate), Number(values.seconds)) },
    { name: 'throughput', measure: () => throughput(pair, Number(values.docs), Number(values.rounds)) },
  ];
  const chosen = values.only === undefined ? measures : measures.filter(({ name }) => name === values.only);
  for (const { measure } of chosen) process.stdout.write(`${await measure()}\n`);
} finally {
  await pair.leader.end();
  await pair.follower.end();
}
