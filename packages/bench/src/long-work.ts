/**
 * Long work over one index of two services, in turns: a scroll through all documents, a reindex of them, an update by query of
 * them with a script. Documents a second tell something where the machine does nothing else, processor time (Linux) in any case.
 * `node --conditions=source packages/bench/src/long-work.ts --url A --pid 1 --other B --other-pid 2 --docs 1000000`
 */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { middle } from './cpu-pairs.ts';
import { logLines, logMapping } from './log-lines.ts';
import { type MeasuredService, measuredPair, pairOptions } from './measured-service.ts';

const INDEX = 'bench-logs';
const COPY = 'bench-logs-copy';
const LINES_PER_BULK = 5000;
/** Between two looks at whether merges are over. */
const LOOK_MS = 200;

export interface LongWorkOptions {
  readonly own: MeasuredService<'send' | 'json'>;
  readonly other: MeasuredService<'send' | 'json'>;
  readonly docs: number;
  /** How often either does each work. */
  readonly rounds: number;
  /** Names of works; all where it is empty. */
  readonly only: readonly string[];
  readonly print: (line: string) => void;
}

interface Figures {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

type Client = MeasuredService<'send' | 'json'>['client'];

/** Each resolves with the number of documents that were gone through. */
const works: ReadonlyMap<string, (client: Client) => Promise<number>> = new Map([
  ['scroll', (client) => scrollThrough(client, '&sort=_doc')],
  ['scroll by date', (client) => scrollThrough(client, '&sort=@timestamp')],
  ['reindex', reindex],
  ['update by query', updateByQuery],
]);

/** The same log lines in both, then each work in turns; prints what was measured, the middle ratio, and its range. */
export async function longWork(options: LongWorkOptions): Promise<void> {
  const { own, other, docs, rounds, only, print } = options;
  for (const { client } of [own, other]) await fill(client, docs);
  for (const [name, work] of works) {
    if (only.length > 0 && !only.includes(name)) continue;
    const ownFigures: Figures[] = [];
    const otherFigures: Figures[] = [];
    for (let round = 0; round < rounds; round++) {
      // Who goes first changes, so that what grows or falls off meanwhile favours neither.
      const order = round % 2 === 0 ? [own, other] : [other, own];
      for (const service of order) {
        (service === own ? ownFigures : otherFigures).push(await measured(service, work, docs));
      }
    }
    print(line(name, docs, ownFigures, otherFigures));
  }
  for (const { client } of [own, other]) await client.send({ method: 'DELETE', path: `/${INDEX}` });
}

async function measured(
  { client, nanos }: MeasuredService<'send' | 'json'>,
  work: (client: Client) => Promise<number>,
  docs: number,
): Promise<Figures> {
  await client.send({ method: 'DELETE', path: `/${COPY}` });
  await settled(client);
  const nanosBefore = nanos();
  const started = performance.now();
  const done = await work(client);
  const seconds = (performance.now() - started) / 1000;
  if (done !== docs) throw new Error(`${done} documents instead of ${docs}`);
  const cpuSeconds = (nanos() - nanosBefore) / 1e9;
  await client.send({ method: 'DELETE', path: `/${COPY}` });
  return { seconds, cpuSeconds };
}

function line(name: string, docs: number, own: readonly Figures[], other: readonly Figures[]): string {
  const rates = [own, other].map((figures) => middle(figures.map(({ seconds }) => docs / seconds)));
  const cpu = [own, other].map((figures) => middle(figures.map(({ cpuSeconds }) => cpuSeconds)) / docs);
  const faster = own.map(({ seconds }, round) => other[round]!.seconds / seconds);
  const cheaper = own.map(({ cpuSeconds }, round) => cpuSeconds / other[round]!.cpuSeconds);
  const shown = [
    `${rates.map((rate) => Math.round(rate).toString().padStart(8)).join('')} docs/s  ${spread(faster)}`,
    `${cpu.map((seconds) => (seconds * 1e6).toFixed(2).padStart(7)).join('')} us of cpu  ${spread(cheaper)}`,
  ];
  return `${name.padEnd(18)}${shown.join('  ')}`;
}

const spread = (ratios: readonly number[]): string =>
  `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;

async function fill(client: Client, docs: number): Promise<void> {
  await client.send({ method: 'DELETE', path: `/${INDEX}` });
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await client.json('PUT', `/${INDEX}`, { settings, mappings: logMapping });
  for (const lines of logLines(docs, LINES_PER_BULK)) {
    const body = Buffer.from(`${lines.map((source) => `{"index":{}}\n${source}`).join('\n')}\n`);
    const type = 'application/x-ndjson';
    const { status, text } = await client.send({ method: 'POST', path: `/${INDEX}/_bulk`, body, type });
    if (status >= 400) throw new Error(text.slice(0, 300));
  }
  await settled(client);
}

/** Everything is searchable, and no merge is under way. */
async function settled(client: Client): Promise<void> {
  await client.json('POST', `/${INDEX}/_flush`);
  await client.json('POST', `/${INDEX}/_refresh`);
  for (;;) {
    const stats = await client.json('GET', '/_stats/merge?filter_path=_all.total.merges.current');
    const { current } = (stats as MergeStats)._all.total.merges;
    if (current === 0) return;
    await setTimeout(LOOK_MS);
  }
}

interface MergeStats {
  readonly _all: { readonly total: { readonly merges: { readonly current: number } } };
}

/** By 1,000. The pages are not parsed: who reads them must not take more than who gives them. */
async function scrollThrough(client: Client, order: string): Promise<number> {
  const first = { method: 'POST', path: `/${INDEX}/_search?scroll=5m&size=1000${order}` };
  let { status, text } = await client.send(first);
  let found = 0;
  for (;;) {
    if (status >= 400) throw new Error(text.slice(0, 300));
    const hits = text.split('"_source":').length - 1;
    const id = /"_scroll_id":"([^"]+)"/.exec(text)![1]!;
    found += hits;
    if (hits === 0) {
      await client.json('DELETE', '/_search/scroll', { scroll_id: id });
      return found;
    }
    const body = Buffer.from(JSON.stringify({ scroll: '5m', scroll_id: id }));
    ({ status, text } = await client.send({ method: 'POST', path: '/_search/scroll', body }));
  }
}

interface ByQueryAnswer {
  readonly total: number;
  readonly failures: readonly object[];
}

async function reindex(client: Client): Promise<number> {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await client.json('PUT', `/${COPY}`, { settings, mappings: logMapping });
  const answer = await client.json('POST', '/_reindex', { source: { index: INDEX }, dest: { index: COPY } });
  return (answer as ByQueryAnswer).total;
}

async function updateByQuery(client: Client): Promise<number> {
  const script = { lang: 'painless', source: 'ctx._source.bytes += params.more', params: { more: 1 } };
  const answer = await client.json('POST', `/${INDEX}/_update_by_query`, { script });
  return (answer as ByQueryAnswer).total;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...pairOptions,
      docs: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
    },
  });
  const { own, other, close } = measuredPair(values);
  await longWork({
    own,
    other,
    docs: Number(values.docs),
    rounds: Number(values.rounds),
    only: values.only === '' ? [] : values.only.split(','),
    print: (text) => void process.stdout.write(`${text}\n`),
  });
  close();
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await main();
}
