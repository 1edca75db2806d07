import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { randomKinds, runRandom } from './run-random.ts';
import { type Answers, findingText, runFile, type Servers, wipe } from './run-scenario.ts';
import { parseScenario } from './scenario.ts';

/** An OpenSearch that is there for nothing else: its indices are deleted. */
const reference = process.env.SEXTANT_TEST_OPENSEARCH_URL;
const folder = join(import.meta.dirname, 'scenarios');
const files = readdirSync(folder).sort();
const searches = 100;

/** Where the searches are done makes no difference to what they find. */
const runs = [
  { threads: 'the threads that it chooses', scenarios: files, seeds: [1, 2], args: [] },
  { threads: 'two other threads', scenarios: files, seeds: [3], args: forced(2) },
  { threads: 'one other thread', scenarios: [], seeds: [5], args: forced(1) },
  { threads: 'four other threads', scenarios: [], seeds: [6], args: forced(4) },
  { threads: 'four threads together', scenarios: files, seeds: [7], args: together(4) },
];

function forced(size: number): readonly string[] {
  return ['-E', `thread_pool.search.size=${size}`, '-E', 'thread_pool.search.inline_limit=0ms'];
}

function together(size: number): readonly string[] {
  return [...forced(size), '-E', 'thread_pool.search.divide_limit=0ms'];
}

const answers: Answers = new Map();
let service: Service;
let servers: Servers;

describe.skipIf(reference === undefined).each(runs)(
  'answers equal OpenSearch, searched in $threads (needs SEXTANT_TEST_OPENSEARCH_URL)',
  ({ scenarios, seeds, args }) => {
    beforeAll(async () => {
      service = await startService({
        security: false,
        args: ['-E', 'compatibility.mode=opensearch', '-E', 'node.name=node-1', ...args],
      });
      servers = { reference: reference!, candidate: service.url };
    });
    afterAll(async () => {
      await wipe(servers);
      await service.stop();
    });

    test.each(scenarios)('%s', async (file) => {
      const steps = parseScenario(readFileSync(join(folder, file), 'utf8'));
      const findings = await runFile(servers, { file, steps, answers });
      expect(findings.map(findingText).join('\n\n')).toBe('');
    });

    test.each(seeds)('random documents and searches, seed %d', async (seed) => {
      await wipe(servers);
      for (const kind of randomKinds) {
        const findings = await runRandom(servers, seed, searches, kind);
        expect(findings.map(findingText).join('\n\n'), kind.index).toBe('');
      }
    });
  },
);
