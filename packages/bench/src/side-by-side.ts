/**
 * Measures a service, alone or beside another that speaks the same interface, in turns, so that both meet the
 * same disturbances: `npm run bench -- --url http://127.0.0.1:9200 --other http://127.0.0.1:9201`.
 */
import { parseArgs } from 'node:util';
import { corpusLines } from './corpus.ts';
import { fillIndex, makeIndex } from './fill-index.ts';
import { type Call, ServiceClient, type Timing } from './service-client.ts';
import { INDEX, workload } from './workload.ts';

export interface SideBySideOptions {
  /** The one or two services. */
  readonly services: readonly ServiceClient[];
  readonly docs: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

/** Fills an index of its own, measures, removes it again. */
export async function sideBySide({ services, docs, seconds, print }: SideBySideOptions): Promise<void> {
  const lines = corpusLines(docs);
  for (const connections of [1, 4]) {
    const rates: number[] = [];
    for (const service of services) rates.push(await ingest(service, lines, connections));
    print(row(`bulk, ${connections} connections`, rates, 'docs/s'));
  }
  for (const [name, calls] of workload(docs)) {
    const mark = (await sameAnswers(services, calls)) ? '' : ' (!)';
    for (const service of services) await service.closedLoop(calls, 1, seconds / 4);
    for (const connections of [1, 8]) {
      const timings: Timing[] = [];
      for (const service of services) timings.push(await service.closedLoop(calls, connections, seconds));
      const failed = timings.some((timing) => timing.failed > 0) ? ' (failed)' : '';
      const values = timings.map((timing) => (connections === 1 ? timing.p50Ms : timing.perSecond));
      print(row(`${name}, ${connections}${mark}${failed}`, values, connections === 1 ? 'ms p50' : '/s'));
    }
  }
  for (const service of services) await service.json('DELETE', `/${INDEX}`);
}

async function ingest(
  service: ServiceClient,
  lines: readonly string[],
  connections: number,
): Promise<number> {
  await makeIndex(service);
  const { ms } = await fillIndex(service, lines, connections);
  const { count } = (await service.json('GET', `/${INDEX}/_count`)) as { readonly count: number };
  if (count !== lines.length) throw new Error(`${count} documents instead of ${lines.length}`);
  return (count * 1000) / ms;
}

/** Whether the services find the same: totals, ids in order, buckets. Times of different work say nothing. */
async function sameAnswers(services: readonly ServiceClient[], calls: readonly Call[]): Promise<boolean> {
  for (const call of calls.slice(0, 10)) {
    const found = await Promise.all(
      services.map(async (service) => essence((await service.send(call)).text)),
    );
    if (new Set(found).size > 1) return false;
  }
  return true;
}

function essence(text: string): string {
  const { hits, aggregations, _source } = JSON.parse(text) as {
    readonly hits?: { readonly total: unknown; readonly hits: readonly { readonly _score: unknown }[] };
    readonly aggregations?: unknown;
    readonly _source?: unknown;
  };
  // Documents of equal score may stand in another order where segments were merged in another one.
  const scores = hits?.hits.map((hit) => hit._score);
  return JSON.stringify([hits?.total, scores, aggregations, _source]);
}

function row(name: string, values: readonly number[], unit: string): string {
  const [own, other] = values;
  const ratio = own === undefined || other === undefined ? '' : (own / other).toFixed(2).padStart(8);
  const numbers = values.map((value) => value.toPrecision(4).padStart(12)).join('');
  return `${name.padEnd(40)}${numbers} ${unit.padEnd(7)}${ratio}`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:9200' },
      other: { type: 'string' },
      account: { type: 'string' },
      'other-account': { type: 'string' },
      docs: { type: 'string', default: '60000' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const services = [new ServiceClient(values.url, values.account)];
  if (values.other !== undefined) services.push(new ServiceClient(values.other, values['other-account']));
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  await sideBySide({ services, docs: Number(values.docs), seconds: Number(values.seconds), print });
  for (const service of services) service.close();
}

if (process.argv[1] !== undefined && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  await main();
}
