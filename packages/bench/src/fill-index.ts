import { performance } from 'node:perf_hooks';
import { corpusMapping } from './corpus.ts';
import type { ServiceClient } from './service-client.ts';
import { bulkCalls, INDEX } from './workload.ts';

/** Makes the index anew and writes the lines of the corpus, 2,000 in a request. Milliseconds until they can be found. */
export async function fillIndex(
  client: ServiceClient,
  lines: readonly string[],
  connections: number,
): Promise<number> {
  await client.send({ method: 'DELETE', path: `/${INDEX}` });
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await client.json('PUT', `/${INDEX}`, { settings, mappings: corpusMapping });
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
  return performance.now() - started;
}
