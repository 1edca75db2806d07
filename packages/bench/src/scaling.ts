/**
 * What more processors would make of a service: which of its threads a request of each class keeps for how long, measured with eight
 * connections, and a simulation of 1, 2, 4 and 8 processors with these times. Linux alone. The index is that of `npm run bench`, made anew.
 * `node --conditions=source packages/bench/src/scaling.ts --url http://127.0.0.1:9200 --pid 1234`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { corpusLines } from './corpus.ts';
import { fillIndex, makeIndex } from './fill-index.ts';
import { type QueueModel, type Simulated, simulate } from './queue-simulation.ts';
import { type Call, ServiceClient } from './service-client.ts';
import { BULK_LINES, INDEX, workload } from './workload.ts';

/** Threads by what they are for; further ones (collecting garbage, compiling, files) count as the last. */
const POOLS = ['main', 'search', 'writer', 'builder', 'merger', 'others'] as const;
const NAMES: Readonly<Record<string, (typeof POOLS)[number]>> = {
  MainThread: 'main',
  search: 'search',
  writer: 'writer',
  builder: 'builder',
  merger: 'merger',
};
const PROCESSORS = [1, 2, 4, 8] as const;
const CONNECTIONS = 8;
const CALLERS = 32;
const SIMULATED_REQUESTS = 20_000;

/** Nanoseconds that the threads of each pool have run. */
export type PoolNanos = readonly number[];

export function poolNanos(pid: number): PoolNanos {
  const nanos = POOLS.map(() => 0);
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const folder = `/proc/${pid}/task/${thread}`;
      const name = readFileSync(`${folder}/comm`, 'utf8').trim();
      const used = Number(readFileSync(`${folder}/schedstat`, 'latin1').split(' ', 1)[0]);
      nanos[POOLS.indexOf(NAMES[name] ?? 'others')]! += used;
    } catch {
      // It ended meanwhile.
    }
  }
  return nanos;
}

/** Microseconds that a request keeps the threads of each pool. */
export type Demand = readonly number[];

/** Before it, and behind it, is the thread that serves HTTP; a write waits for its writer, not for who makes segments and merges them. */
export function modelOf(demand: Demand, processors: number): QueueModel {
  const [main, search, writer, builder, merger, others] = demand as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const half = Math.max(1, processors >> 1);
  const stage = (name: (typeof POOLS)[number], micros: number) => ({ pool: POOLS.indexOf(name), micros });
  const wanted = ({ micros }: { readonly micros: number }): boolean => micros > 0;
  return {
    threads: [1, processors, 1, 1, Math.min(4, half), processors],
    processors,
    callers: CALLERS,
    stages: [
      stage('main', main / 2),
      stage('search', search),
      stage('writer', writer),
      stage('main', main / 2),
    ].filter(wanted),
    after: [stage('builder', builder), stage('merger', merger), stage('others', others)].filter(wanted),
  };
}

/** What is used up, that is busy nine tenths of the time: the processors, else the busiest pool. */
export function saturated({ busy, processors }: Simulated): string {
  if (processors >= 0.9) return 'processors';
  const most = busy.indexOf(Math.max(...busy));
  return busy[most]! >= 0.9 ? POOLS[most]! : 'nothing';
}

export function line(name: string, demand: Demand, measuredPerSecond: number): string {
  const results = PROCESSORS.map((processors) => simulate(modelOf(demand, processors), SIMULATED_REQUESTS));
  const times = [demand[0]!, demand[1]!, demand[2]! + demand[3]! + demand[4]!, demand[5]!];
  const columns = [...times, measuredPerSecond, ...results.map(({ perSecond }) => perSecond)];
  const texts = columns.map((value) => value.toFixed(0).padStart(10));
  return `${name.padEnd(28)}${texts.join('')}  ${saturated(results.at(-1)!)}`;
}

async function ask(client: ServiceClient, pid: number, calls: readonly Call[], seconds: number) {
  await client.closedLoop(calls, CONNECTIONS, seconds / 3);
  const before = poolNanos(pid);
  const started = performance.now();
  const { perSecond, failed } = await client.closedLoop(calls, CONNECTIONS, seconds);
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return demandOf(before, poolNanos(pid), (perSecond * (performance.now() - started)) / 1000, perSecond);
}

function demandOf(before: PoolNanos, after: PoolNanos, requests: number, perSecond: number) {
  return { demand: after.map((nanos, pool) => (nanos - before[pool]!) / 1000 / requests), perSecond };
}

/** Every bulk of the corpus once, four at a time. */
async function write(client: ServiceClient, pid: number, lines: readonly string[]) {
  await makeIndex(client);
  const before = poolNanos(pid);
  const { ms, requests } = await fillIndex(client, lines, 4);
  return demandOf(before, poolNanos(pid), requests, (requests / ms) * 1000);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:9200' },
      pid: { type: 'string' },
      account: { type: 'string' },
      docs: { type: 'string', default: '60000' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const client = new ServiceClient(values.url, values.account);
  const docs = Number(values.docs);
  const pid = Number(values.pid);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const heads = [
    'main us',
    'search us',
    'write us',
    'others us',
    'here /s',
    ...PROCESSORS.map((n) => `on ${n} /s`),
  ];
  print(
    `${''.padEnd(28)}${heads.map((head) => head.padStart(10)).join('')}  used up on ${PROCESSORS.at(-1)}`,
  );
  const lines = corpusLines(docs);
  const written = await write(client, pid, lines);
  print(line(`bulk of ${BULK_LINES.toLocaleString('en')}`, written.demand, written.perSecond));
  for (const [name, calls] of workload(docs)) {
    const { demand, perSecond } = await ask(client, pid, calls, Number(values.seconds));
    print(line(name, demand, perSecond));
  }
  await client.json('DELETE', `/${INDEX}`);
  client.close();
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await run();
}
