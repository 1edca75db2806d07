/**
 * Compares two running services by hand: `node tests/differential/compare-services.ts REFERENCE CANDIDATE FILE...`.
 * Both lose all their indices. Ends with status 1 where answers differ.
 */
import { readFileSync } from 'node:fs';
import { findingText, runScenario, wipe } from './run-scenario.ts';
import { parseScenario } from './scenario.ts';

const [reference, candidate, ...files] = process.argv.slice(2);
if (reference === undefined || candidate === undefined || files.length === 0) {
  process.stderr.write('usage: compare-services.ts REFERENCE CANDIDATE FILE...\n');
  process.exit(2);
}
let different = 0;
for (const file of files) {
  const servers = { reference, candidate };
  await wipe(servers);
  const steps = parseScenario(readFileSync(file, 'utf8'));
  const findings = await runScenario(servers, steps);
  different += findings.length;
  for (const finding of findings) process.stdout.write(`${findingText(finding)}\n\n`);
  process.stdout.write(`${file}: ${findings.length} of ${steps.length} answers differ\n`);
}
process.exit(different === 0 ? 0 : 1);
