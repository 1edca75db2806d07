/**
 * Fills a service with indices of one shard and a document each, and prints what they cost: until all shards are open after a start, in
 * wall-clock and processor time, memory of an open and of a closed index, and `_cat/indices`.
 * `npm run build && node --conditions=source packages/bench/src/many-indices.ts --count 5000`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, stop } from './own-process.ts';
import { ServiceClient } from './service-client.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'sextant', 'main.js');
/** Longer than a service works before it rests, and gives back what it does not need. */
const REST_MS = 15_000;
const CONNECTIONS = 8;

interface Running {
  readonly child: ChildProcess;
  readonly client: ServiceClient;
  readonly startMs: number;
  readonly openMs: number;
  readonly cpuMs: number;
}

/** Of the process, user and system; ticks are hundredths of a second. */
function cpuMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** What cannot be given back to the system. */
function anonymousKilobytes({ pid }: ChildProcess): number {
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN);
}

async function start(data: string): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const own = ['--no-security', '--port', String(port), '--data', data];
  const limit = ['-E', 'cluster.max_shards_per_node=100000'];
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--initial-old-space-size=64', main, ...own, ...limit],
    {
      stdio: 'ignore',
    },
  );
  const client = new ServiceClient(`http://127.0.0.1:${port}`, undefined);
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    const answer = await client.send({ method: 'GET', path: '/' }).catch(() => undefined);
    if (answer?.status === 200) break;
    await setTimeout(5);
  }
  const startMs = performance.now() - started;
  await client.json('GET', '/_cluster/health?wait_for_status=yellow&timeout=10m');
  return { child, client, startMs, openMs: performance.now() - started, cpuMs: cpuMs(child) };
}

async function end({ child, client }: Running): Promise<void> {
  client.close();
  await stop(child);
}

async function rested({ child }: Running): Promise<number> {
  await setTimeout(REST_MS);
  return anonymousKilobytes(child);
}

async function make({ client }: Running, count: number): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      const name = `many-${String(next++).padStart(6, '0')}`;
      const properties = { at: { type: 'date' }, host: { type: 'keyword' }, text: { type: 'text' } };
      const settings = { number_of_replicas: 0 };
      await client.json('PUT', `/${name}`, { settings, mappings: { properties } });
      await client.json('PUT', `/${name}/_doc/1`, { at: '2026-01-01', host: 'a', text: 'some words' });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

async function middleMs({ client }: Running, path: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < 11; round++) {
    const sent = performance.now();
    await client.json('GET', path);
    times.push(performance.now() - sent);
  }
  times.sort((a, b) => a - b);
  return `${Math.round(times[5]!)} ms (${Math.round(times[0]!)} to ${Math.round(times[10]!)})`;
}

function print(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(48)} ${value}\n`);
}

function printStart(what: string, { startMs, openMs, cpuMs: used }: Running): void {
  const [answers, open] = [startMs, openMs].map((ms) => (ms / 1000).toFixed(2));
  print(what, `answers ${answers} s, all open ${open} s, processor ${(used / 1000).toFixed(2)} s`);
}

const { values } = parseArgs({ options: { count: { type: 'string', default: '5000' } } });
const count = Number(values.count);
const data = mkdtempSync(join(tmpdir(), 'sextant-many-'));
let running: Running | undefined;
try {
  running = await start(data);
  const empty = await rested(running);
  print('memory of the empty service', `${Math.round(empty / 1024)} MB`);
  const began = performance.now();
  const before = cpuMs(running.child);
  await make(running, count);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  print(`${count} made and written`, `${took} s, processor ${(cpuMs(running.child) - before) / 1000} s`);
  await end(running);
  running = await start(data);
  printStart('start with most of it to be replayed', running);
  // As the service does by itself when nothing is written for five minutes.
  await running.client.json('POST', '/_flush');
  await end(running);
  running = await start(data);
  printStart('start', running);
  const open = await rested(running);
  print('memory of an open index', `${((open - empty) / count).toFixed(1)} KB`);
  print('_cat/indices', await middleMs(running, '/_cat/indices?format=json'));
  print('_cat/shards', await middleMs(running, '/_cat/shards?format=json'));
  print('_cluster/health', await middleMs(running, '/_cluster/health'));
  await running.client.json('POST', '/many-*/_close?timeout=10m&master_timeout=10m');
  await end(running);
  running = await start(data);
  printStart('start with all closed', running);
  const closed = await rested(running);
  print('memory of a closed index', `${((closed - empty) / count).toFixed(1)} KB`);
} finally {
  if (running !== undefined && running.child.exitCode === null) running.child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}
