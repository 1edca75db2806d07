/**
 * What slow logs cost: searches a second with a threshold of 0 for both phases against none, in turns, class by class and for all of
 * them. Of a running service without security; the index is that of `npm run bench`, made anew.
 * `node --conditions=source packages/bench/src/slow-log-cost.ts --url http://127.0.0.1:9200`
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { corpusLines } from './corpus.ts';
import { middle } from './cpu-pairs.ts';
import { fillIndex, makeIndex } from './fill-index.ts';
import { type Call, ServiceClient } from './service-client.ts';
import { INDEX, workload } from './workload.ts';

export interface SlowLogCostOptions {
  readonly client: Pick<ServiceClient, 'send'>;
  readonly calls: ReadonlyMap<string, readonly Call[]>;
  /** How often both are measured, and how many searches each time. */
  readonly rounds: number;
  readonly searches: number;
  readonly connections: number;
  readonly print: (line: string) => void;
}

/** Prints for each class the searches a second without slow logs, and the middle one of the ratios of all rounds. */
export async function slowLogCost(options: SlowLogCostOptions): Promise<void> {
  const { calls } = options;
  const classes = new Map([['all', [...calls.values()].flatMap((list) => list.slice(0, 20))], ...calls]);
  try {
    for (const [name, list] of classes) await measureClass(options, name, list);
  } finally {
    await putThresholds(options.client, null);
  }
}

async function measureClass(
  options: SlowLogCostOptions,
  name: string,
  calls: readonly Call[],
): Promise<void> {
  const { rounds, connections, print } = options;
  await perSecond(options, calls);
  const without: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // What grows or falls off meanwhile meets both: before and after.
    await setThresholds(options, calls, '-1');
    const before = await perSecond(options, calls);
    await setThresholds(options, calls, '0ms');
    const logged = await perSecond(options, calls);
    await setThresholds(options, calls, '-1');
    const after = await perSecond(options, calls);
    without.push(before, after);
    ratios.push(logged / ((before + after) / 2));
  }
  const perSecondText = middle(without).toFixed(0).padStart(8);
  print(`${name.padEnd(28)}${connections} at once ${perSecondText}/s  ${middle(ratios).toFixed(3)}`);
}

async function setThresholds(
  options: SlowLogCostOptions,
  calls: readonly Call[],
  value: string,
): Promise<void> {
  await putThresholds(options.client, value);
  // The threads take the change in with the searches that follow it.
  await perSecond({ ...options, searches: options.searches / 5 }, calls);
}

/** null: none are set. */
async function putThresholds(client: SlowLogCostOptions['client'], value: string | null): Promise<void> {
  const phases = ['query', 'fetch'].map((phase) => [`index.search.slowlog.threshold.${phase}.warn`, value]);
  const body = Buffer.from(JSON.stringify(Object.fromEntries(phases)));
  await checked(client, { method: 'PUT', path: `/${INDEX}/_settings`, body });
}

async function perSecond(
  { client, searches, connections }: SlowLogCostOptions,
  calls: readonly Call[],
): Promise<number> {
  let next = 0;
  const connection = async (): Promise<void> => {
    while (next < searches) await checked(client, calls[next++ % calls.length]!);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  return (searches * 1000) / (performance.now() - started);
}

async function checked(client: SlowLogCostOptions['client'], call: Call): Promise<void> {
  const { status, text } = await client.send(call);
  if (status >= 400) throw new Error(`${call.method} ${call.path}: ${status} ${text.slice(0, 300)}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:9200' },
      classes: { type: 'string', default: '' },
      docs: { type: 'string', default: '60000' },
      rounds: { type: 'string', default: '9' },
      searches: { type: 'string', default: '2000' },
      connections: { type: 'string', default: '1,8' },
    },
  });
  const client = new ServiceClient(values.url, undefined);
  const only = values.classes.split(',');
  const searches = [...workload(Number(values.docs))].filter(([name]) => name !== 'GET by id');
  const calls = new Map(searches.filter(([name]) => only.some((start) => name.startsWith(start))));
  await makeIndex(client);
  try {
    await fillIndex(client, corpusLines(Number(values.docs)), 4);
    await client.json('POST', `/${INDEX}/_forcemerge?max_num_segments=1`);
    for (const connections of values.connections.split(',').map(Number)) {
      await slowLogCost({
        client,
        calls,
        rounds: Number(values.rounds),
        searches: Number(values.searches),
        connections,
        print: (line) => void process.stdout.write(`${line}\n`),
      });
    }
  } finally {
    await client.send({ method: 'DELETE', path: `/${INDEX}` });
    client.close();
  }
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await main();
}
