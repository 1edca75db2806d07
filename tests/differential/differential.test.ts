import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { runRandom } from './run-random.ts';
import { findingText, runScenario, type Servers, wipe } from './run-scenario.ts';
import { parseScenario } from './scenario.ts';

/** An OpenSearch that is there for nothing else: its indices are deleted. */
const reference = process.env.SEXTANT_TEST_OPENSEARCH_URL;
const folder = join(import.meta.dirname, 'scenarios');
const files = readdirSync(folder).sort();
const seeds = [1, 2, 3, 5, 6];
const searches = 100;

let service: Service;
let servers: Servers;

describe.skipIf(reference === undefined)(
  'answers equal OpenSearch (needs SEXTANT_TEST_OPENSEARCH_URL)',
  () => {
    beforeAll(async () => {
      service = await startService({ security: false, args: ['-E', 'compatibility.mode=opensearch'] });
      servers = { reference: reference!, candidate: service.url };
    });
    afterAll(async () => {
      await wipe(servers);
      await service.stop();
    });

    test.each(files)('%s', async (file) => {
      await wipe(servers);
      const findings = await runScenario(servers, parseScenario(readFileSync(join(folder, file), 'utf8')));
      expect(findings.map(findingText).join('\n\n')).toBe('');
    });

    test.each(seeds)('random documents and searches, seed %d', async (seed) => {
      await wipe(servers);
      const findings = await runRandom(servers, seed, searches);
      expect(findings.map(findingText).join('\n\n')).toBe('');
    });
  },
);
