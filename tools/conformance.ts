/**
 * Runs OpenSearch's own REST tests against a fresh service and compares with the list of tests that passed before:
 * a test of the list that fails is a failure; `--update` writes the list anew; `--only PATTERN` runs a part and
 * only reports. `--verbose` shows requests.
 *
 * Tests that the runner skips because it takes the service for an older OpenSearch run afterwards, as for the one whose
 * behaviour we follow, and have a list of their own.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../tests/support/service.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, '..', 'shared', 'conformance');
const copy = join(root, '.cache', 'conformance');
const lists = join(root, 'tests', 'conformance');
/** What the service is measured by; a server that does not say OpenSearch is taken for an older one. */
const followed = '3.6.0';
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

/** `more`: arguments beside those of the command line. */
function runSuite(url: string, more: readonly string[] = []): Promise<number | null> {
  const passOn = process.argv.slice(2).filter((argument) => argument !== '--update');
  const target = ['--suite', join(source, 'suite'), '--url', url, '--json', resultFile];
  const args = [join(copy, 'run.mjs'), ...target, ...passOn, ...more];
  const quiet = passOn.length === 0;
  const child = spawn(process.execPath, args, { stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'] });
  return new Promise((resolve) => child.on('exit', resolve));
}

function readResults(): Result[] {
  return (JSON.parse(readFileSync(resultFile, 'utf8')) as { tests: Result[] }).tests;
}

const id = (result: Result): string => `${result.file}/${result.test}`;

/** A list of tests that pass. */
interface Ratchet {
  readonly file: string;
  readonly about: string;
}

const ratchets = {
  usual: { file: join(lists, 'passing.txt'), about: 'Tests of the suite that pass.' },
  followed: {
    file: join(lists, 'passing-3.6.txt'),
    about: `Tests of the suite that pass as for OpenSearch ${followed}, and are skipped otherwise.`,
  },
} as const satisfies Record<string, Ratchet>;

const passedOf = (results: readonly Result[]): string[] =>
  results.filter((result) => result.status === 'passed').map(id);

/** How many tests of the list are lost. */
function compare(results: readonly Result[], { file, about }: Ratchet): number {
  const passed = new Set(passedOf(results));
  const known = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const lost = known.filter((name) => !passed.has(name));
  const gained = [...passed].filter((name) => !known.includes(name));
  for (const name of lost) process.stdout.write(`LOST ${name}\n`);
  for (const name of gained) process.stdout.write(`GAINED ${name} (run npm run conformance -- --update)\n`);
  process.stdout.write(`${about} ${passed.size} of ${results.length}; ratchet:\n`);
  process.stdout.write(`${known.length - lost.length} passed, ${lost.length} failed, 0 skipped\n`);
  return lost.length;
}

function update(results: readonly Result[], { file, about }: Ratchet): number {
  const names = passedOf(results).sort();
  const head = `# ${about} This list only grows: \`npm run conformance -- --update\`.\n`;
  writeFileSync(file, `${head}${names.join('\n')}\n`);
  process.stdout.write(`${names.length} of ${results.length} tests pass; ${file} is written.\n`);
  return 0;
}

/** Tests by their names, as the one pattern that the runner takes for all of them. */
function onlyThese(results: readonly Result[]): string {
  const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const names = results.map(({ file, test }) => literal(`${file.replace(/\.yml$/, '')}/${test}`));
  return `/^(?:${names.join('|')})$/`;
}

prepare();
rmSync(resultFile, { force: true });
const service = await startService({
  security: false,
  args: ['-E', 'action.destructive_requires_name=false', '-E', 'node.attr.testattr=test'],
});
const ownRun = ['--only', '--list', '--as-version'].some((option) => process.argv.includes(option));
const judge = process.argv.includes('--update') ? update : compare;
let lost = 0;
const code = await runSuite(service.url);
const isRun = code !== null && existsSync(resultFile);
if (isRun && !ownRun) {
  const results = readResults();
  lost += judge(results, ratchets.usual);
  const skipped = results.filter(({ status }) => status === 'skipped');
  rmSync(resultFile);
  await runSuite(service.url, ['--as-version', followed, '--only', onlyThese(skipped)]);
  lost += judge(readResults(), ratchets.followed);
}
await service.stop();
if (!isRun) process.exit(2);
process.exit(ownRun ? code : Number(lost > 0));
