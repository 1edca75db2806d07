/** Runs all tests and ends with the plain line `N passed, N failed, N skipped`. */
import { startVitest } from 'vitest/node';
import { type Counts, countTests } from './test-counts.ts';

// What takes minutes to bring or to build is tested too (tests/clients).
if (process.argv.includes('--all')) process.env.SEXTANT_TEST_ALL_CLIENTS = 'true';
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const vitest = await startVitest('test', filters, { run: true, watch: false, reporters: ['default'] });
const counts: Counts = countTests(vitest.state.getTestModules());
for (const name of counts.skippedNames) process.stdout.write(`SKIPPED: ${name}\n`);
const unhandled = vitest.state.getUnhandledErrors().length;
await vitest.close();

const skipFails = process.env.CI === 'true' && counts.skipped > 0;
if (skipFails) process.stdout.write('A skipped test is a failure here (CI=true).\n');
const none = counts.passed + counts.failed === 0;
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exit(counts.failed > 0 || unhandled > 0 || skipFails || none ? 1 : 0);
