/**
 * Asks twice as much of a service as it can do, mixed of bulks, searches, aggregations and reads, for as long as is said, and prints what
 * it answered, what memory it took, and whether every write that it acknowledged is there.
 * `npm run build && node --conditions=source packages/bench/src/overload.ts --seconds 300`. Ends with 1 where something is wrong.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from './own-process.ts';
import { type Call, type Reply, ServiceClient } from './service-client.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'sextant', 'main.js');
/** So many requests may be without an answer; beyond that the asking side waits, and what it could not send is counted. */
const OPEN_MAX = 5_000;
const BULK_DOCS = 20;
/** Documents go to an index for so long; then what was acknowledged is looked for, and the index deleted. */
const SLOT_MS = 60_000;
const CAPACITY_MS = 10_000;
const WORDS = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ');

/** An index that is written to, and which of its documents were acknowledged. */
interface Slot {
  readonly name: string;
  next: number;
  readonly acknowledged: number[];
}

interface Counts {
  readonly byStatus: Map<string, number>;
  answered: number;
  unsent: number;
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function document(slot: number, id: number): string {
  const words = Array.from({ length: 12 }, (_, i) => WORDS[(id * 7 + i * (slot + 3)) % WORDS.length]);
  return JSON.stringify({ n: id, kind: `k${id % 50}`, text: words.join(' '), at: 1_790_000_000_000 + id });
}

/** Half of all requests write. */
class Mix {
  readonly #slot: () => Slot;
  #turn = 0;

  constructor(slot: () => Slot) {
    this.#slot = slot;
  }

  /** `ids`: of the documents that the call writes. */
  next(): { readonly call: Call; readonly slot: Slot; readonly ids: readonly number[] } {
    const slot = this.#slot();
    const turn = this.#turn++;
    if (turn % 2 === 0) return this.#bulk(slot);
    return { call: this.#read(slot, turn), slot, ids: [] };
  }

  #bulk(slot: Slot): { readonly call: Call; readonly slot: Slot; readonly ids: readonly number[] } {
    const ids = Array.from({ length: BULK_DOCS }, () => slot.next++);
    const lines = ids.map((id) => `{"index":{"_id":"${id}"}}\n${document(slot.name.length, id)}\n`);
    const body = Buffer.from(lines.join(''));
    return {
      call: { method: 'POST', path: `/${slot.name}/_bulk`, body, type: 'application/x-ndjson' },
      slot,
      ids,
    };
  }

  #read({ name, next }: Slot, turn: number): Call {
    const ask = (body: unknown): Call => ({
      method: 'POST',
      path: `/${name}/_search`,
      body: Buffer.from(JSON.stringify(body)),
    });
    const word = WORDS[turn % WORDS.length]!;
    switch (turn % 10) {
      case 1:
        return { method: 'GET', path: `/${name}/_doc/${Math.floor(next / 2)}` };
      case 3:
        return ask({
          size: 0,
          aggs: { kinds: { terms: { field: 'kind' }, aggs: { n: { avg: { field: 'n' } } } } },
        });
      case 5:
        return ask({ query: { match_phrase: { text: `${word} ${WORDS[(turn + 1) % WORDS.length]}` } } });
      default:
        return ask({ query: { match: { text: word } }, sort: [{ n: 'desc' }] });
    }
  }
}

/** What the answer acknowledged; every status is counted, those of the parts of a bulk too. */
function take({ status, text }: Reply, slot: Slot, ids: readonly number[], { byStatus }: Counts): void {
  count(byStatus, String(status));
  if (status !== 200 || ids.length === 0) return;
  const { items } = JSON.parse(text) as {
    readonly items: readonly { readonly index: { readonly status: number } }[];
  };
  for (const [i, { index }] of items.entries()) {
    if (index.status === 200 || index.status === 201) slot.acknowledged.push(ids[i]!);
    else count(byStatus, `item ${index.status}`);
  }
}

/** Documents that were acknowledged and are not there. */
async function missing(client: ServiceClient, { name, acknowledged }: Slot): Promise<number> {
  let lost = 0;
  for (let at = 0; at < acknowledged.length; at += 1_000) {
    const ids = acknowledged.slice(at, at + 1_000).map(String);
    const answer = await patiently(client, `/${name}/_mget?_source=false`, { ids });
    lost += answer.docs.filter(({ found }) => !found).length;
  }
  return lost;
}

/** Again while the service is too busy. */
async function patiently(
  client: ServiceClient,
  path: string,
  value: unknown,
): Promise<{ readonly docs: readonly { readonly found: boolean }[] }> {
  const body = Buffer.from(JSON.stringify(value));
  for (;;) {
    const { status, text } = await client.send({ method: 'POST', path, body });
    if (status === 200) return JSON.parse(text) as { readonly docs: readonly { readonly found: boolean }[] };
    if (status !== 429) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    await setTimeout(100);
  }
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, factor: { type: 'string', default: '2' } },
});
const data = mkdtempSync(join(tmpdir(), 'sextant-overload-'));
const port = await freePort();
const child = spawn(process.execPath, [main, '--no-security', '--port', String(port), '--data', data], {
  stdio: 'ignore',
});
const client = new ServiceClient(`http://127.0.0.1:${port}`, undefined);
const anonymousMb = (): number => {
  const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? Number.NaN) / 1024);
};

let slots = 0;
async function newSlot(): Promise<Slot> {
  const name = `load-${slots++}`;
  const properties = {
    kind: { type: 'keyword' },
    text: { type: 'text' },
    n: { type: 'long' },
    at: { type: 'date' },
  };
  for (;;) {
    const body = Buffer.from(
      JSON.stringify({ settings: { number_of_replicas: 0 }, mappings: { properties } }),
    );
    const { status, text } = await client.send({ method: 'PUT', path: `/${name}`, body });
    if (status === 200) return { name, next: 0, acknowledged: [] };
    if (status !== 429) throw new Error(`${name}: ${status} ${text}`);
    await setTimeout(100);
  }
}

/** As fast as eight connections go. Requests a second. */
async function capacity(mix: Mix, counts: Counts): Promise<number> {
  const end = performance.now() + CAPACITY_MS;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const { call, slot, ids } = mix.next();
      take(await client.send(call), slot, ids, counts);
      counts.answered++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return counts.answered / (CAPACITY_MS / 1000);
}

/** So many requests a second, whether they are answered or not. */
async function flood(mix: Mix, perSecond: number, seconds: number, counts: Counts): Promise<void> {
  let open = 0;
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let due = 0; performance.now() - started < seconds * 1000; ) {
    const wanted = Math.floor(((performance.now() - started) / 1000) * perSecond);
    for (; due < wanted; due++) {
      if (open >= OPEN_MAX) {
        counts.unsent++;
        continue;
      }
      open++;
      const { call, slot, ids } = mix.next();
      const answer = client
        .send(call)
        .then((reply) => take(reply, slot, ids, counts))
        .catch((error: unknown) =>
          count(counts.byStatus, String((error as NodeJS.ErrnoException).code ?? error)),
        )
        .finally(() => {
          open--;
          counts.answered++;
        });
      if (answers.length < OPEN_MAX) answers.push(answer);
      else answers[due % OPEN_MAX] = answer;
    }
    await setTimeout(5);
  }
  while (open > 0) await setTimeout(20);
}

const print = (what: string, value: string): void =>
  void process.stdout.write(`${what.padEnd(40)} ${value}\n`);
let isSound = true;
try {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    const there = await client.send({ method: 'GET', path: '/' }).catch(() => undefined);
    if (there?.status === 200) break;
    await setTimeout(20);
  }
  let slot = await newSlot();
  const mix = new Mix(() => slot);
  const calm: Counts = { byStatus: new Map(), answered: 0, unsent: 0 };
  const rate = await capacity(mix, calm);
  print('capacity', `${Math.round(rate)} requests a second, half of them bulks of ${BULK_DOCS}`);
  const counts: Counts = { byStatus: new Map(), answered: 0, unsent: 0 };
  const seconds = Number(values.seconds);
  const memory: number[] = [];
  let written = 0;
  let lost = 0;
  let isOver = false;
  const settle = async (ended: Slot): Promise<void> => {
    await setTimeout(10_000);
    lost += await missing(client, ended);
    written += ended.acknowledged.length;
    await client.send({ method: 'DELETE', path: `/${ended.name}` });
  };
  const watching = (async () => {
    for (let next = performance.now() + SLOT_MS; !isOver; await setTimeout(1_000)) {
      memory.push(anonymousMb());
      if (performance.now() < next) continue;
      next += SLOT_MS;
      const ended = slot;
      slot = await newSlot();
      await settle(ended);
    }
  })();
  await flood(mix, rate * Number(values.factor), seconds, counts);
  isOver = true;
  await watching;
  await settle(slot);
  const asked = rate * Number(values.factor);
  print(
    'asked',
    `${Math.round(asked)} requests a second for ${seconds} s; not sent, as ${OPEN_MAX} were open: ${counts.unsent}`,
  );
  print('answered', `${Math.round(counts.answered / seconds)} a second`);
  for (const [status, times] of [...counts.byStatus].sort()) print(`  ${status}`, String(times));
  const third = Math.floor(memory.length / 3);
  const peaks = [0, 1, 2].map((part) => Math.max(...memory.slice(part * third, (part + 1) * third)));
  print('memory, most in each third', `${peaks.join(', ')} MB`);
  print('writes that were acknowledged', `${written}, of which are not there: ${lost}`);
  const strange = [...counts.byStatus.keys()].filter((status) => !/^(?:200|404|429|item 429)$/.test(status));
  isSound = strange.length === 0 && lost === 0 && child.exitCode === null;
  if (strange.length > 0) print('other answers than 200, 404 and 429', strange.join(', '));
} finally {
  client.close();
  child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(isSound ? 0 : 1);
