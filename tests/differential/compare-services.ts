/**
 * Compares two running services by hand: `node tests/differential/compare-services.ts REFERENCE CANDIDATE FILE...`;
 * a number in place of a file is the seed of 300 random searches of each kind. Both lose all their indices. Ends with status 1
 * where answers differ.
 */
import { readFileSync } from 'node:fs';
import { randomKinds, runRandom } from './run-random.ts';
import { type Finding, findingText, runScenario, type Servers, wipe } from './run-scenario.ts';
import { parseScenario } from './scenario.ts';

const randomSearches = 300;

interface Outcome {
  readonly findings: readonly Finding[];
  readonly asked: number;
}

async function random(servers: Servers, seed: number): Promise<Outcome> {
  const findings: Finding[] = [];
  for (const kind of randomKinds) findings.push(...(await runRandom(servers, seed, randomSearches, kind)));
  return { findings, asked: randomSearches * randomKinds.length };
}

async function scenario(servers: Servers, file: string): Promise<Outcome> {
  const steps = parseScenario(readFileSync(file, 'utf8'));
  return { findings: await runScenario(servers, steps), asked: steps.length };
}

const [reference, candidate, ...files] = process.argv.slice(2);
if (reference === undefined || candidate === undefined || files.length === 0) {
  process.stderr.write('usage: compare-services.ts REFERENCE CANDIDATE FILE...\n');
  process.exit(2);
}
let different = 0;
for (const file of files) {
  const servers = { reference, candidate };
  await wipe(servers);
  const { findings, asked } = /^\d+$/.test(file)
    ? await random(servers, Number(file))
    : await scenario(servers, file);
  different += findings.length;
  for (const finding of findings) process.stdout.write(`${findingText(finding)}\n\n`);
  process.stdout.write(`${file}: ${findings.length} of ${asked} answers differ\n`);
}
process.exit(different === 0 ? 0 : 1);
