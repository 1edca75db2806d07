/**
 * Measures what small requests wait while one client runs a heavy aggregation without pause, and while another merges an
 * index to one segment as well: `node --conditions=source packages/bench/src/isolation.ts --url http://127.0.0.1:9200`.
 * Without `--index` an index `bench-corpus` is made and removed; with it, that one is searched, and nothing is written to it.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { corpusLines, corpusMapping } from './corpus.ts';
import { type Call, ServiceClient } from './service-client.ts';
import { bulkCalls, INDEX } from './workload.ts';

/** Of each kind; sent when they are due, however long the ones before take. */
const PER_SECOND = 20;
/** Written anew and merged again and again. */
const MERGED = 'bench-merged';

interface Load {
  readonly index: string;
  readonly query: object;
  readonly aggs: object;
}

const ownLoad: Load = {
  index: INDEX,
  query: { term: { text: 'w7' } },
  aggs: {
    owners: {
      terms: { field: 'owner', size: 1000 },
      aggs: { months: { date_histogram: { field: 'updated', calendar_interval: 'month' } } },
    },
  },
};

class Isolation {
  readonly #client: ServiceClient;
  readonly #load: Load;
  readonly #seconds: number;
  #running = false;

  constructor(client: ServiceClient, load: Load, seconds: number) {
    this.#client = client;
    this.#load = load;
    this.#seconds = seconds;
  }

  async run(docs: number): Promise<void> {
    const { index, query } = this.#load;
    const path = `/${index}/_search?request_cache=false`;
    const small = new Map<string, readonly Call[]>([
      ['_cluster/health', [{ method: 'GET', path: '/_cluster/health' }]],
      ['GET by id', await this.#reads()],
      ['term query', [{ method: 'POST', path, body: Buffer.from(JSON.stringify({ query })) }]],
    ]);
    await this.#phase('nothing else', small, []);
    await this.#phase('an aggregation without pause', small, [() => this.#aggregate(path)]);
    const merges = bulkCalls(corpusLines(docs)).map((call) => ({ ...call, path: `/${MERGED}/_bulk` }));
    await this.#fill(MERGED, merges);
    const both = [() => this.#aggregate(path), () => this.#merge(merges)];
    await this.#phase('an aggregation and a force merge', small, both);
    await this.#client.json('DELETE', `/${MERGED}`);
  }

  /** Makes the index and writes the documents. */
  async #fill(index: string, calls: readonly Call[]): Promise<void> {
    await this.#client.send({ method: 'DELETE', path: `/${index}` });
    const settings = { number_of_shards: 1, number_of_replicas: 0 };
    await this.#client.json('PUT', `/${index}`, { settings, mappings: corpusMapping });
    for (const call of calls) await this.#client.send(call);
    await this.#client.json('POST', `/${index}/_refresh`);
  }

  async #reads(): Promise<readonly Call[]> {
    const { index } = this.#load;
    const found = await this.#client.json('POST', `/${index}/_search?size=200&_source=false`);
    const { hits } = (found as { readonly hits: { readonly hits: readonly { readonly _id: string }[] } })
      .hits;
    return hits.map(({ _id }) => ({ method: 'GET', path: `/${index}/_doc/${encodeURIComponent(_id)}` }));
  }

  /** Sends the small requests while the `loads` run; each of those is begun again as soon as it has ended. */
  async #phase(
    name: string,
    small: ReadonlyMap<string, readonly Call[]>,
    loads: readonly (() => Promise<void>)[],
  ): Promise<void> {
    this.#running = true;
    const loops = loads.map(async (load) => {
      let rounds = 0;
      for (; this.#running; rounds++) await load();
      return rounds;
    });
    const measured = [...small].map(async ([kind, calls], i) => {
      return [kind, await this.#openLoop(calls, (i * 1000) / PER_SECOND / small.size)] as const;
    });
    const times = await Promise.all(measured);
    this.#running = false;
    const rounds = await Promise.all(loops);
    print(`beside ${name}${rounds.length === 0 ? '' : ` (${rounds.join(' and ')} rounds)`}`);
    for (const [kind, each] of times) print(`  ${kind.padEnd(18)} ${figures(each)}`);
  }

  async #openLoop(calls: readonly Call[], offsetMs: number): Promise<number[]> {
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    const started = performance.now() + offsetMs;
    for (let n = 0; n < this.#seconds * PER_SECOND; n++) {
      const waitMs = started + (n * 1000) / PER_SECOND - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const sent = performance.now();
      const answered = this.#client.send(calls[n % calls.length]!).then(({ status, text }) => {
        if (status >= 400) throw new Error(text.slice(0, 300));
        times.push(performance.now() - sent);
      });
      pending.push(answered);
    }
    await Promise.all(pending);
    return times.sort((a, b) => a - b);
  }

  async #aggregate(path: string): Promise<void> {
    const body = Buffer.from(JSON.stringify({ size: 0, aggs: this.#load.aggs }));
    const { status, text } = await this.#client.send({ method: 'POST', path, body });
    if (status !== 200) throw new Error(text.slice(0, 300));
  }

  /** Some documents are written again, so that there is something to merge. */
  async #merge(calls: readonly Call[]): Promise<void> {
    await this.#client.send(calls[0]!);
    await this.#client.json('POST', `/${MERGED}/_forcemerge?max_num_segments=1`);
  }
}

function figures(times: readonly number[]): string {
  const at = (share: number): string => {
    const value = times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return value.toFixed(1).padStart(7);
  };
  return `p50 ${at(0.5)}  p99 ${at(0.99)}  most ${at(1)} ms of ${times.length}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:9200' },
    account: { type: 'string' },
    index: { type: 'string' },
    query: { type: 'string', default: '{"match_all":{}}' },
    aggs: { type: 'string', default: '{}' },
    docs: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '30' },
  },
});
const client = new ServiceClient(values.url, values.account);
const docs = Number(values.docs);
const { index } = values;
const parsed = (text: string): object => JSON.parse(text) as object;
const load =
  index === undefined ? ownLoad : { index, query: parsed(values.query), aggs: parsed(values.aggs) };
if (index === undefined) {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await client.send({ method: 'DELETE', path: `/${INDEX}` });
  await client.json('PUT', `/${INDEX}`, { settings, mappings: corpusMapping });
  for (const call of bulkCalls(corpusLines(docs))) await client.send(call);
  await client.json('POST', `/${INDEX}/_refresh`);
}
await new Isolation(client, load, Number(values.seconds)).run(docs);
if (index === undefined) await client.json('DELETE', `/${INDEX}`);
client.close();
