/**
 * Processor time of two services for the same requests, in turns, so that both meet the same disturbances: what can be
 * compared on a machine that others use too. Linux alone, both services on this machine.
 * `node --conditions=source packages/bench/src/cpu-pairs.ts --url A --pid 1 --other B --other-pid 2 --calls calls.ndjson`
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type MeasuredService, measuredPair, pairOptions } from './measured-service.ts';
import type { Call } from './service-client.ts';
import { workload } from './workload.ts';

export interface CpuPairsOptions {
  readonly own: MeasuredService;
  readonly other: MeasuredService;
  readonly calls: ReadonlyMap<string, readonly Call[]>;
  /** How often each class is asked of either service, and how many requests it is then asked. */
  readonly pairs: number;
  readonly requests: number;
  readonly connections: number;
  readonly print: (line: string) => void;
}

/** Prints for each class what a request takes of either, and the middle one of the ratios of all pairs. */
export async function cpuPairs(options: CpuPairsOptions): Promise<void> {
  const { own, other, calls, pairs, print } = options;
  for (const [name, list] of calls) {
    await ask(own, list, options);
    await ask(other, list, options);
    const ownTimes: number[] = [];
    const otherTimes: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      // Who is asked first changes, so that what grows or falls off meanwhile favours neither.
      const order = pair % 2 === 0 ? [own, other] : [other, own];
      for (const service of order) {
        (service === own ? ownTimes : otherTimes).push(await ask(service, list, options));
      }
    }
    const ratios = ownTimes.map((time, pair) => time / otherTimes[pair]!);
    const columns = [middle(ownTimes) / 1000, middle(otherTimes) / 1000].map((us) =>
      us.toFixed(1).padStart(10),
    );
    const spread = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
    print(`${name.padEnd(28)}${columns.join('')} us  ${middle(ratios).toFixed(3)}  ${spread}`);
  }
}

/** Nanoseconds of processor time for one request. */
async function ask(
  service: MeasuredService,
  calls: readonly Call[],
  { requests, connections }: CpuPairsOptions,
): Promise<number> {
  const before = service.nanos();
  let next = 0;
  const connection = async (): Promise<void> => {
    while (next < requests) {
      const call = calls[next++ % calls.length]!;
      const { status, text } = await service.client.send(call);
      if (status >= 400) throw new Error(`${call.method} ${call.path}: ${status} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return (service.nanos() - before) / requests;
}

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

interface WrittenCall {
  readonly class: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Lines of `{"class": …, "method": …, "path": …, "body": …}`, of those classes that begin with one of `only`. */
function readCalls(file: string): ReadonlyMap<string, readonly Call[]> {
  const calls = new Map<string, Call[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { class: name, method, path, body } = JSON.parse(line) as WrittenCall;
    const list = calls.get(name) ?? [];
    list.push(body === undefined ? { method, path } : { method, path, body: Buffer.from(body) });
    calls.set(name, list);
  }
  return calls;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...pairOptions,
      calls: { type: 'string' },
      classes: { type: 'string', default: '' },
      docs: { type: 'string', default: '60000' },
      pairs: { type: 'string', default: '7' },
      requests: { type: 'string', default: '400' },
      connections: { type: 'string', default: '1' },
    },
  });
  const { own, other, close } = measuredPair(values);
  const all = values.calls === undefined ? workload(Number(values.docs)) : readCalls(values.calls);
  const only = values.classes.split(',');
  const calls = new Map([...all].filter(([name]) => only.some((start) => name.startsWith(start))));
  await cpuPairs({
    own,
    other,
    calls,
    pairs: Number(values.pairs),
    requests: Number(values.requests),
    connections: Number(values.connections),
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  close();
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await main();
}
