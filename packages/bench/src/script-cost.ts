/**
 * What scripts of searches cost: documents that are the same in two services, half of the times that either needs for a search with a
 * script, in turns, and the middle ratio. Without security; the index is made anew.
 * `node --conditions=source packages/bench/src/script-cost.ts --url A --other B --docs 1000000`
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { middle } from './cpu-pairs.ts';
import { ServiceClient } from './service-client.ts';

const INDEX = 'bench-scripts';
const DOCS_PER_BULK = 10_000;

type Client = Pick<ServiceClient, 'send' | 'json'>;

export interface ScriptCostOptions {
  readonly own: Client;
  readonly other: Client;
  readonly docs: number;
  /** How often both are measured, and how many searches each time. */
  readonly rounds: number;
  readonly searches: number;
  /** Beginnings of names of classes. */
  readonly only: readonly string[];
  readonly print: (line: string) => void;
}

interface Script {
  readonly lang: 'expression' | 'painless';
  readonly source: string;
}

const scripts: ReadonlyMap<string, Script> = new Map<string, Script>([
  ['expression', { lang: 'expression', source: "doc['n'].value*2+sqrt(doc['m'].value)" }],
  ['painless', { lang: 'painless', source: "doc['n'].value*2+Math.sqrt(doc['m'].value)" }],
  ['expression of dates', { lang: 'expression', source: "doc['d'].date.year+doc['n'].value" }],
  ['painless of dates', { lang: 'painless', source: "doc['d'].value.getYear()+doc['n'].value" }],
]);

const places: ReadonlyMap<string, (script: Script) => object> = new Map([
  ['score', (script) => ({ query: { script_score: { query: { match_all: {} }, script } } })],
  ['sort', (script) => ({ sort: [{ _script: { type: 'number', order: 'desc', script } }] })],
  ['avg', (script) => ({ size: 0, aggs: { a: { avg: { script } } } })],
  ['histogram', (script) => ({ size: 0, aggs: { a: { histogram: { interval: 500, script } } } })],
  ['filter', ({ lang, source }) => ofFilter({ lang, source: `${source} > 2500` })],
]);

function ofFilter(script: Script): object {
  return { size: 0, track_total_hits: true, query: { bool: { filter: { script: { script } } } } };
}

/** What texts are made of. */
const texts: Script = {
  lang: 'painless',
  source: "doc['k'].value + (doc['n'].value > 5000 ? '-high' : '-low')",
};

function classes(): ReadonlyMap<string, object> {
  const bodies = new Map<string, object>();
  for (const [place, make] of places)
    for (const [kind, script] of scripts) bodies.set(`${place}: ${kind}`, make(script));
  bodies.set('terms: painless texts', { size: 0, aggs: { a: { terms: { script: texts } } } });
  const fields = { f: { script: texts }, g: { script: scripts.get('painless')! } };
  bodies.set('fields of 1,000 hits', { size: 1000, _source: false, script_fields: fields });
  return bodies;
}

/** Prints for each script and place what a search takes of either, the middle one of the ratios, the lowest and the highest. */
export async function scriptCost(options: ScriptCostOptions): Promise<void> {
  const { own, other, docs, rounds, only, print } = options;
  for (const client of [own, other]) await fill(client, docs);
  for (const [name, body] of classes()) {
    if (only.length > 0 && !only.some((start) => name.startsWith(start))) continue;
    const times: [number[], number[]] = [[], []];
    for (const client of [own, other]) await search(client, body, options.searches);
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const who of order)
        times[who]!.push(await search(who === 0 ? own : other, body, options.searches));
    }
    const ratios = times[0].map((time, round) => time / times[1][round]!);
    const columns = times.map((each) => middle(each).toFixed(1).padStart(9)).join('');
    const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
    print(`${name.padEnd(32)}${columns} ms  ${middle(ratios).toFixed(2)}  ${spread}`);
  }
}

async function fill(client: Client, docs: number): Promise<void> {
  await client.send({ method: 'DELETE', path: `/${INDEX}` });
  const properties = {
    n: { type: 'double' },
    m: { type: 'double' },
    d: { type: 'date' },
    k: { type: 'keyword' },
  };
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' };
  await client.json('PUT', `/${INDEX}`, { settings, mappings: { properties } });
  for (let from = 0; from < docs; from += DOCS_PER_BULK) {
    const to = Math.min(docs, from + DOCS_PER_BULK);
    let lines = '';
    for (let i = from; i < to; i++) lines += `{"index":{}}\n${documentOf(i)}\n`;
    const type = 'application/x-ndjson';
    const call = { method: 'POST', path: `/${INDEX}/_bulk`, body: Buffer.from(lines), type };
    const { status, text } = await client.send(call);
    if (status !== 200 || text.slice(0, 100).includes('"errors":true')) throw new Error(text.slice(0, 300));
  }
  await client.json('POST', `/${INDEX}/_refresh`);
  await client.json('POST', `/${INDEX}/_forcemerge?max_num_segments=1`);
  await client.json('POST', `/${INDEX}/_refresh`);
}

/** Spread over numbers and days without a pattern that columns could be packed by. */
function documentOf(i: number): string {
  const n = (i * 7919) % 100_003;
  const m = (i * 104_729) % 1_000_003;
  const d = 1.5e12 + ((i * 48_271) % 2_147_483_647) * 100;
  return `{"n":${n / 8},"m":${m / 16},"d":${d},"k":"key${n % 1000}"}`;
}

/** Milliseconds of the middle one of some searches; caches are not asked. */
async function search(client: Client, body: object, searches: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < searches; i++) {
    const started = performance.now();
    await client.json('POST', `/${INDEX}/_search?request_cache=false`, body);
    times.push(performance.now() - started);
  }
  return middle(times);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:9200' },
      other: { type: 'string', default: 'http://127.0.0.1:9201' },
      docs: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      searches: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
    },
  });
  const own = new ServiceClient(values.url, undefined);
  const other = new ServiceClient(values.other, undefined);
  await scriptCost({
    own,
    other,
    docs: Number(values.docs),
    rounds: Number(values.rounds),
    searches: Number(values.searches),
    only: values.only === '' ? [] : values.only.split(','),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  own.close();
  other.close();
}

if (import.meta.main) await main();
