import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { at, basic, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';
import { wipe } from './fixtures.ts';
import { type HostileOptions, runHostile } from './run-hostile.ts';

/** More of them, with seeds that nobody tried, for a longer proof: HOSTILE_REQUESTS=100000. */
const requests = Number(process.env.HOSTILE_REQUESTS ?? 2_000);
const untried = process.env.HOSTILE_REQUESTS === undefined ? 1 : Math.floor(Math.random() * 2 ** 31);
const seed = Number(process.env.HOSTILE_SEED ?? untried);
const cluster = process.env.SEXTANT_TEST_OPENSEARCH_URL;
/** Making its indices anew takes a cluster some fifteen seconds. */
const onCluster = process.env.HOSTILE_REQUESTS === undefined ? Math.ceil(requests / 4) : requests;
const perRoundOnCluster = 2_500;
const long = { timeout: Math.max(300_000, requests * 20) };
/** Before this many requests code is still compiled, in each thread, tables are unpacked, and caches and pools have not reached their size. */
const warmUp = Math.max(2_000, Math.round(requests / 4));

let service: Service | undefined;
afterEach(async () => {
  const running = service;
  service = undefined;
  await running?.stop();
});

/** Bytes that only the process holds: what files in memory take is the kernel's to take back. */
function ownBytes({ pid }: Service): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]);
}

/** The least of what is seen while nothing is asked: what is spare goes back some ten seconds after the last request. */
async function bytesAtRest(running: Service): Promise<number> {
  let least = ownBytes(running);
  for (let i = 0; i < 50; i++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    least = Math.min(least, ownBytes(running));
  }
  return least;
}

/** Threads that merge and search are started when they are first needed, and stay: what each takes is no leak. */
async function startThreads(running: Service): Promise<void> {
  const client = clientOf(running.url, basic('admin', running.password));
  for (let i = 0; i < 4; i++) await client.call('PUT', `/calm/_doc/warm-${i}?refresh=true`, { word: 'warm' });
  await client.call('POST', '/calm/_forcemerge?max_num_segments=1');
  const aggs = { tags: { terms: { field: 'tag' }, aggs: { n: { cardinality: { field: 'n' } } } } };
  const search = (): Promise<unknown> =>
    client.call('POST', '/logs-1,logs-2,numbers/_search', {
      size: 100,
      query: { exists: { field: 'n' } },
      aggs,
    });
  for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 100 }, search));
}

function threadsOf({ pid }: Service): number {
  return readdirSync(`/proc/${pid}/task`).length;
}

async function survives(
  running: Service,
  count: number,
  from: number,
  options?: HostileOptions,
): Promise<void> {
  const run = await runHostile(running, from, count, options).catch((error: unknown) => {
    throw new Error(`the service said ${running.output().slice(-3_000)}`, { cause: error });
  });
  const report = `${run.requests} requests of seed ${run.seed}: ${JSON.stringify(run.statuses)}, ${JSON.stringify(run.serverErrors)}, slowest ${Math.round(run.slowestMs)} ms`;
  process.stdout.write(`${report} ${run.slowestMs > 1000 ? run.slowest : ''}\n`);
  const [, ...unexpected] = running.output().split(/(?=unexpected fault)/);
  const said = unexpected.map((text) => text.slice(0, 1_500)).join('\n');
  expect(run.faults.join('\n'), `${report}\n${said}`).toBe('');
  expect(running.output()).not.toMatch(/unexpected fault|heap out of memory/);
  const client = clientOf(running.url, basic('admin', running.password));
  const kept = await client.call('GET', '/calm/_search?q=word:calm');
  expect(at(kept.body, 'hits.total.value')).toBeGreaterThan(0);
}

/** Faults in OpenSearch's own code: it answers so whoever asks. */
const passedOn =
  /"?type"?: ?"(class_cast|emitter|null_pointer|(string_|array_)?index_out_of_bounds|no_such_element|arithmetic|number_format)_exception"/;

/** How long the cluster itself keeps those waiting who ask for nothing but its name. */
function watchStalls(raw: Client): { readonly worstMs: () => number; end(): Promise<void> } {
  let worst = 0;
  let since = performance.now();
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      since = performance.now();
      await raw.call('GET', '/');
      worst = Math.max(worst, performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return {
    worstMs: () => Math.max(worst, performance.now() - since),
    end: async () => {
      ended = true;
      await watching;
    },
  };
}

describe(`random hostile requests (HOSTILE_SEED=${seed})`, () => {
  test(
    'the embedded backend survives them, answers each in time and from the error table',
    long,
    async () => {
      service = await startService();
      await survives(service, requests, seed);
    },
  );

  // Only many show a leak beside what a young process still grows by.
  const memory = async (): Promise<void> => {
    service = await startService();
    await survives(service, warmUp, seed + 1);
    await startThreads(service);
    const threads = threadsOf(service);
    const before = await bytesAtRest(service);
    await survives(service, requests, seed + 2);
    const after = await bytesAtRest(service);
    process.stdout.write(
      `memory before ${before >> 20} MB in ${threads} threads, after ${after >> 20} MB in ${threadsOf(service)}\n`,
    );
    expect(after).toBeLessThan(before * 1.1);
  };
  if (requests >= 50_000) test('memory comes back after them', { timeout: 2 * long.timeout }, memory);

  test.skipIf(cluster === undefined)('the opensearch backend survives them', long, async () => {
    const raw = clientOf(cluster!);
    await wipe(raw);
    const { worstMs: stallMs, end } = watchStalls(raw);
    try {
      service = await startService({ args: ['--backend', 'opensearch', '--opensearch-url', cluster!] });
      await survives(service, onCluster, seed, { requestsPerRound: perRoundOnCluster, stallMs, passedOn });
    } finally {
      await end();
      await service?.stop();
      service = undefined;
      await wipe(raw);
    }
  });
});
