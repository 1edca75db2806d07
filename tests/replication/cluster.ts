import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, type Client, clientOf } from '../support/client.ts';
import { freePort, type Service, startService } from '../support/service.ts';

/** A cluster of one process that others can call; its data outlive its process. */
export class Cluster {
  readonly name: string;
  readonly #data: string;
  #transportPort = 0;
  #service: Service | undefined;

  constructor(name: string) {
    this.name = name;
    this.#data = mkdtempSync(join(tmpdir(), `sextant-replication-${name}-`));
  }

  async start(): Promise<void> {
    this.#transportPort = await freePort();
    const settings = [`cluster.name=${this.name}`, `transport.port=${this.#transportPort}`];
    const args = settings.flatMap((setting) => ['-E', setting]);
    this.#service = await startService({ data: this.#data, security: false, args });
  }

  get transportPort(): number {
    return this.#transportPort;
  }

  get client(): Client {
    return clientOf(this.#service!.url);
  }

  /** Rejects where the answer is not 2xx. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.client.call(method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${this.name}: ${method} ${path} was answered ${answer.status} ${answer.text}`);
  }

  async knows(alias: string, port: number): Promise<void> {
    const persistent = { [`cluster.remote.${alias}.seeds`]: [`127.0.0.1:${port}`] };
    await this.call('PUT', '/_cluster/settings', { persistent });
  }

  follow(alias: string, leader: string, follower = leader): Promise<unknown> {
    const body = { leader_alias: alias, leader_index: leader };
    return this.call('PUT', `/_replication/${follower}/_start?wait_for_restore=true`, body);
  }

  kill(): void {
    this.#service?.kill();
  }

  async end(): Promise<void> {
    await this.#service?.stop();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** All documents with their numbers and versions, by id. */
export async function documentsOf(cluster: Cluster, index: string): Promise<Map<string, unknown>> {
  await cluster.call('POST', `/${index}/_refresh`);
  const search = { size: 10_000, version: true, seq_no_primary_term: true, sort: ['_doc'] };
  const body = await cluster.call('POST', `/${index}/_search`, search);
  const hits = at(body, 'hits.hits') as readonly Readonly<Record<string, unknown>>[];
  const rows = hits.map(({ _id, _version, _seq_no, _routing, _source }) => {
    return [String(_id), { _version, _seq_no, _routing, _source }] as const;
  });
  return new Map(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** By shard: how far history goes. */
export async function checkpointsOf(cluster: Cluster, index: string): Promise<unknown> {
  const body = await cluster.call('GET', `/${index}/_stats?level=shards`);
  const shards = at(body, `indices.${index}.shards`) as Readonly<Record<string, readonly unknown[]>>;
  return Object.entries(shards).map(([shard, [primary]]) => [shard, at(primary, 'seq_no')]);
}

/** Until the action no longer throws; rejects with what it throws when the time is over. */
export async function eventually(action: () => Promise<void>, mostMs = 90_000): Promise<void> {
  const limit = Date.now() + mostMs;
  for (;;) {
    try {
      await action();
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
