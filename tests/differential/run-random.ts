import { ask } from './ask.ts';
import { compareReplies } from './compare.ts';
import { reasonFor } from './known.ts';
import { dice, randomDocument, randomMapping, randomSearch } from './random-search.ts';
import type { Finding, Servers } from './run-scenario.ts';
import type { Step } from './scenario.ts';

const documents = 200;

const plain = { setup: false, layout: false, unordered: true, keeps: new Map() } as const;

function stepOf(method: string, path: string, body: string, line = 0): Step {
  const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  const headers = { 'content-type': type };
  return { line, method, path, headers, body, ...plain };
}

/** Fills an index of one shard from the seed on both services and sends them the same searches. */
export async function runRandom(servers: Servers, seed: number, searches: number): Promise<Finding[]> {
  const roll = dice(seed);
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  const lines = Array.from({ length: documents }, (_, id) => {
    return `{"index":{"_id":"${id}"}}\n${JSON.stringify(randomDocument(roll))}\n`;
  });
  const setup = [
    stepOf('PUT', '/random', JSON.stringify({ settings, mappings: randomMapping })),
    stepOf('POST', '/random/_bulk?refresh=true', lines.join('')),
  ];
  for (const url of [servers.reference, servers.candidate]) for (const step of setup) await ask(url, step);
  const findings: Finding[] = [];
  for (let number = 1; number <= searches; number++) {
    const step = stepOf('POST', '/random/_search', JSON.stringify(randomSearch(roll)), number);
    const [theirs, ours] = await Promise.all([ask(servers.reference, step), ask(servers.candidate, step)]);
    const differences = compareReplies(theirs, ours, step).filter(
      (one) => reasonFor(step, one) === undefined,
    );
    if (differences.length > 0) findings.push({ step, differences });
  }
  return findings;
}
