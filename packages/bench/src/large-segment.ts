/**
 * Makes a segment over 2 GiB with the built service, merges, searches, checks and restarts it, and prints how long each
 * took: `node --conditions=source packages/bench/src/large-segment.ts --data /tmp/large`. The folder is made and stays.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { freePort, stop } from './own-process.ts';

/** Nearly the longest term: the dictionary grows quickest in bytes. */
const TERM_CHARACTERS = 16_000;
const DOCS_PER_BULK = 500;
const INDEX = 'large';
const main = join(import.meta.dirname, '..', '..', '..', 'bin', 'sextant.mjs');

function print(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(52)} ${value}\n`);
}

async function timed<T>(what: string, action: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await action();
  print(what, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

interface Service {
  readonly child: ChildProcess;
  call(method: string, path: string, body?: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

async function start(data: string): Promise<Service> {
  const port = await freePort();
  const args = [main, '--no-security', '--port', String(port), '--data', data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (let up = false; !up; ) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
    up = await fetch(url).then(
      () => true,
      () => false,
    );
  }
  return {
    child,
    async call(method, path, body) {
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await fetch(url + path, { method, ...(body === undefined ? {} : { body, headers }) });
      const json = (await answer.json()) as Record<string, unknown>;
      if (!answer.ok || json.errors === true) throw new Error(JSON.stringify(json).slice(0, 500));
      return json;
    },
    stop: () => stop(child),
  };
}

/** Terms that differ at their end, so that comparing them is dear, as long ones are. */
function term(n: number): string {
  return `${'t'.repeat(TERM_CHARACTERS - 8)}${String(n).padStart(8, '0')}`;
}

async function index(service: Service, docs: number): Promise<void> {
  const mappings = { properties: { big: { type: 'keyword', doc_values: false }, z: { type: 'long' } } };
  await service.call('PUT', `/${INDEX}`, JSON.stringify({ settings: { number_of_shards: 1 }, mappings }));
  for (let from = 0; from < docs; from += DOCS_PER_BULK) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(docs, from + DOCS_PER_BULK); n++) {
      lines.push(JSON.stringify({ index: { _id: `${n}` } }), JSON.stringify({ big: term(n), z: n }));
    }
    await service.call('POST', `/${INDEX}/_bulk`, `${lines.join('\n')}\n`);
  }
}

async function count(service: Service, query: object): Promise<number> {
  const { count: found } = await service.call('POST', `/${INDEX}/_count`, JSON.stringify({ query }));
  return Number(found);
}

async function look(service: Service, docs: number): Promise<void> {
  const expected: readonly (readonly [string, object, number])[] = [
    ['the first term', { term: { big: term(0) } }, 1],
    ['the last term', { term: { big: term(docs - 1) } }, 1],
    ['a range of the field behind 2 GiB', { range: { z: { gte: docs - 10 } } }, 10],
    ['all', { match_all: {} }, docs],
  ];
  for (const [what, query, hits] of expected) {
    const found = await timed(`search: ${what}`, () => count(service, query));
    if (found !== hits) throw new Error(`${what}: ${found} documents instead of ${hits}`);
  }
  const document = await service.call('GET', `/${INDEX}/_doc/${docs - 1}?_source=z`);
  if (JSON.stringify(document._source) !== `{"z":${docs - 1}}`)
    throw new Error('the last document is another');
}

function largestSegment(data: string): number {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.seg'),
  );
  return Math.max(0, ...names.map((name) => statSync(join(data, name)).size));
}

async function check(data: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'check', data], { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('sextant check found problems');
}

async function run(data: string, bytes: number): Promise<void> {
  mkdirSync(data, { recursive: true });
  const docs = Math.ceil(bytes / TERM_CHARACTERS);
  let service = await start(data);
  try {
    await timed(`index ${docs} documents of ${TERM_CHARACTERS} bytes`, () => index(service, docs));
    await timed('force merge to one segment', () =>
      service.call('POST', `/${INDEX}/_forcemerge?max_num_segments=1`),
    );
    await timed('flush', () => service.call('POST', `/${INDEX}/_flush`));
    const size = largestSegment(data);
    print('the segment', `${size} bytes`);
    if (size <= 2 ** 31) throw new Error('the segment is not over 2 GiB');
    await look(service, docs);
    await timed('stop', () => service.stop());
    await timed('sextant check', () => check(data));
    service = await timed('start', () => start(data));
    await look(service, docs);
  } finally {
    await service.stop();
  }
}

const { values } = parseArgs({
  options: { data: { type: 'string' }, bytes: { type: 'string', default: String(2.2 * 2 ** 30) } },
});
if (values.data === undefined) throw new Error('--data FOLDER names the folder that is made');
await run(values.data, Number(values.bytes));
