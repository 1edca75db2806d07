import { performance } from 'node:perf_hooks';
import { corpusMapping } from './corpus.ts';
import type { ServiceClient } from './service-client.ts';
import { bulkCalls, INDEX } from './workload.ts';

/** Makes the index of the benchmarks anew, empty. */
export async function makeIndex(client: Pick<ServiceClient, 'send' | 'json'>): Promise<void> {
  await client.send({ method: 'DELETE', path: `/${INDEX}` });
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await client.json('PUT', `/${INDEX}`, { settings, mappings: corpusMapping });
}

export interface Filled {
  /** Until all can be found. */
  readonly ms: number;
  readonly requests: number;
}

/** Writes the lines of the corpus into it, in bulks. */
export async function fillIndex(
  client: Pick<ServiceClient, 'send' | 'json'>,
  lines: readonly string[],
  connections: number,
): Promise<Filled> {
  const calls = bulkCalls(lines);
  const started = performance.now();
  let next = 0;
  const connection = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const { status, text } = await client.send(call);
      if (status !== 200 || text.slice(0, 100).includes('"errors":true')) throw new Error(text.slice(0, 300));
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  await client.json('POST', `/${INDEX}/_refresh`);
  return { ms: performance.now() - started, requests: calls.length };
}
