import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@sextant/base/testing';
import { afterAll, expect, test } from 'vitest';
import { at, type Client, clientOf } from '../support/client.ts';
import { freePort, startService } from '../support/service.ts';
import { DocumentModel, type Known, type Source } from './document-model.ts';
import { IndexModel, type IndexState } from './index-model.ts';
import { type Load, runCreator, runKeeper, runWriter } from './load.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
const WRITERS = 4;
/** More of them, and another seed, for a longer proof. */
const rounds = Number(process.env.KILL_ROUNDS ?? 5);
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const folder = mkdtempSync(join(tmpdir(), 'sextant-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = new SeededRandom(seed);
const shards: Readonly<Record<string, number>> = { one: 1, three: 3 };
/** On a machine with few processors there would be one; that one of them takes an index over is a line of the log. */
const twoWriters = ['-E', 'thread_pool.write.size=2', '-E', 'logger.level=debug'];
let moves = 0;
let counter = 0;
const load: Load = {
  random,
  documents: new Map(Object.keys(shards).map((name) => [name, new DocumentModel()])),
  shortLived: new IndexModel(),
  next: () => ++counter,
};

function rowOf(hit: unknown): readonly [string, Known] {
  const source = at(hit, '_source') as Source;
  const row = { source, version: at(hit, '_version') as number, seqNo: at(hit, '_seq_no') as number };
  return [at(hit, '_id') as string, row];
}

/** The documents as GET shows them. */
async function gotten(client: Client, index: string, ids: readonly string[]): Promise<Map<string, Known>> {
  const { body } = await client.call('POST', `/${index}/_mget`, { ids });
  const docs = at(body, 'docs') as readonly unknown[];
  return new Map(docs.filter((doc) => at(doc, 'found') === true).map(rowOf));
}

/** The documents as searches show them. */
async function searched(client: Client, index: string): Promise<Map<string, Known>> {
  await client.call('POST', `/${index}/_refresh`);
  const { body } = await client.call('POST', `/${index}/_search`, {
    size: 10_000,
    version: true,
    seq_no_primary_term: true,
  });
  expect(at(body, '_shards.failed')).toBe(0);
  const hits = at(body, 'hits.hits') as readonly unknown[];
  await verifyTerm(client, index, Math.max(...hits.map((hit) => at(hit, '_primary_term') as number)));
  return new Map(hits.map(rowOf));
}

/** Everything that was acknowledged is there, and nothing that was never asked for. */
async function verify(client: Client, what: string): Promise<void> {
  for (const [index, model] of load.documents) {
    const ids = model.ids();
    if (ids.length === 0) continue;
    const documents = await gotten(client, index, ids);
    expect(model.settle(documents), `${what}: [${index}]`).toEqual([]);
    expect(await searched(client, index), `${what}: search in [${index}]`).toEqual(documents);
    const { body } = await client.call('GET', `/${index}/_count`);
    expect(at(body, 'count'), `${what}: count of [${index}]`).toBe(documents.size);
    await verifyMapping(client, index, documents);
  }
  const { body } = await client.call('GET', '/_cat/indices/short-*?format=json&expand_wildcards=all');
  const rows = body as readonly { readonly index: string; readonly status: IndexState }[];
  const indices = new Map(rows.map((row) => [row.index, row.status]));
  expect(load.shortLived.settle(indices), what).toEqual([]);
}

/** The state knows the term of what was written last. */
async function verifyTerm(client: Client, index: string, latest: number): Promise<void> {
  const { body } = await client.call('GET', `/_cluster/state/metadata/${index}`);
  for (const shard of Array(shards[index]).keys()) {
    const term = at(body, `metadata.indices.${index}.primary_terms.${shard}`);
    expect(term, `primary term of [${index}]`).toBeGreaterThanOrEqual(latest);
  }
}

async function verifyMapping(
  client: Client,
  index: string,
  documents: ReadonlyMap<string, Known>,
): Promise<void> {
  const { body } = await client.call('GET', `/${index}/_mapping`);
  const mapped = at(body, `${index}.mappings.properties`) ?? {};
  const fields = [...documents.values()].flatMap(({ source }) => Object.keys(source!));
  expect(Object.keys(mapped)).toEqual(expect.arrayContaining([...new Set(fields)]));
}

/** Bodies that are refused, and change nothing, but make the indices wait for each other: one goes to another writer. */
async function jostle(client: Client): Promise<void> {
  const body = `{"index":{}}\n{"long":"${'x'.repeat(1_000_000)}"\n`;
  const calls = [...load.documents.keys()].flatMap((index) =>
    Array.from({ length: 4 }, () => client.call('POST', `/${index}/_bulk`, body)),
  );
  await Promise.allSettled(calls);
}

/** Writes from all sides until the kill, which cuts off every call that is under way. */
async function writeUntilKilled(url: string, kill: () => void): Promise<void> {
  const client = clientOf(url);
  const running = [
    ...Array.from({ length: WRITERS }, (_, writer) => runWriter(client, load, writer)),
    runKeeper(client, load),
    runCreator(client, load),
  ];
  const ended = Promise.all(running);
  await jostle(client);
  await Promise.race([ended, pause(100 + random.below(700))]);
  kill();
  await ended;
}

/** Starts the service and kills it while it replays; like every kill here, the next start does not wait for its end. */
async function killAtStart(): Promise<void> {
  const args = [main, '--no-security', '--port', String(await freePort()), '--data', folder];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await pause(200 + random.below(500));
  child.kill('SIGKILL');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function check(): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [main, 'check', folder]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })));
}

test(
  `no acknowledged write is lost when the process is killed (seed ${seed})`,
  async () => {
    const start = (): ReturnType<typeof startService> =>
      startService({ data: folder, security: false, args: twoWriters });
    for (let round = 1; round <= rounds; round++) {
      const service = await start();
      const client = clientOf(service.url);
      if (round === 1) {
        for (const [name, count] of Object.entries(shards)) {
          await client.call('PUT', `/${name}`, { settings: { number_of_shards: count } });
        }
      }
      await verify(client, `seed ${seed}, before round ${round}`);
      await writeUntilKilled(service.url, () => service.kill());
      if (service.output().includes('index goes to another writer')) moves++;
      if (round % 2 === 0) await killAtStart();
    }
    const service = await start();
    await verify(clientOf(service.url), `seed ${seed}, at the end`);
    expect(await service.stop()).toBe(0);
    expect(await check()).toMatchObject({ code: 0 });
    const acknowledged = [...load.documents.values()].reduce((sum, each) => sum + each.acknowledgements, 0);
    expect(acknowledged).toBeGreaterThan(rounds * 20);
    expect(moves).toBeGreaterThan(0);
  },
  30_000 * (rounds + 1),
);
