/**
 * Runs OpenSearch's own REST tests against a fresh service and compares with the list of tests that passed before:
 * a test of the list that fails is a failure; `--update` writes the list anew; `--only PATTERN` runs a part and
 * only reports. `--verbose` shows requests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../tests/support/service.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, '..', 'shared', 'conformance');
const copy = join(root, '.cache', 'conformance');
const listFile = join(root, 'tests', 'conformance', 'passing.txt');
const resultFile = join(root, '.cache', 'conformance-result.json');

interface Result {
  readonly file: string;
  readonly test: string;
  readonly status: string;
}

/** The runner is copied out: it wants its packages beside itself, and its own folder may be read-only. */
function prepare(): void {
  if (!existsSync(source)) {
    process.stdout.write('The conformance runner is not here; see tests/conformance/README.md.\n');
    process.exit(1);
  }
  mkdirSync(copy, { recursive: true });
  cpSync(source, copy, { recursive: true, filter: (path) => path !== join(source, 'suite') });
  if (existsSync(join(copy, 'node_modules'))) return;
  const result = spawnSync('npm', ['ci', '--prefix', copy, '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(1);
}

function runSuite(url: string): Promise<number | null> {
  const passOn = process.argv.slice(2).filter((argument) => argument !== '--update');
  const args = [
    join(copy, 'run.mjs'),
    '--suite',
    join(source, 'suite'),
    '--url',
    url,
    '--json',
    resultFile,
    ...passOn,
  ];
  const quiet = passOn.length === 0;
  const child = spawn(process.execPath, args, { stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'] });
  return new Promise((resolve) => child.on('exit', resolve));
}

function readResults(): Result[] {
  return (JSON.parse(readFileSync(resultFile, 'utf8')) as { tests: Result[] }).tests;
}

const id = (result: Result): string => `${result.file}/${result.test}`;

function compare(results: readonly Result[]): number {
  const passed = new Set(results.filter((result) => result.status === 'passed').map(id));
  const known = readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const lost = known.filter((name) => !passed.has(name));
  const gained = [...passed].filter((name) => !known.includes(name));
  for (const name of lost) process.stdout.write(`LOST ${name}\n`);
  for (const name of gained) process.stdout.write(`GAINED ${name} (run npm run conformance -- --update)\n`);
  process.stdout.write(
    `Conformance: ${passed.size} of ${results.length} tests of the suite pass; ratchet:\n`,
  );
  process.stdout.write(`${known.length - lost.length} passed, ${lost.length} failed, 0 skipped\n`);
  return lost.length === 0 ? 0 : 1;
}

function update(results: readonly Result[]): void {
  const names = results
    .filter((result) => result.status === 'passed')
    .map(id)
    .sort();
  const head = '# Tests of the suite that pass. This list only grows: `npm run conformance -- --update`.\n';
  writeFileSync(listFile, `${head}${names.join('\n')}\n`);
  process.stdout.write(`${names.length} of ${results.length} tests pass; the list is written.\n`);
}

prepare();
rmSync(resultFile, { force: true });
const service = await startService({
  security: false,
  args: ['-E', 'action.destructive_requires_name=false', '-E', 'node.attr.testattr=test'],
});
const code = await runSuite(service.url);
await service.stop();
if (code === null || !existsSync(resultFile)) process.exit(2);
const partial = process.argv.includes('--only') || process.argv.includes('--list');
if (partial) process.exit(code);
if (process.argv.includes('--update')) update(readResults());
else process.exit(compare(readResults()));
