/**
 * Format, lint, types, unused code, house rules and unit tests; ends with the names of what failed. `--without-tests`
 * leaves the unit tests to whoever runs all tests anyway.
 */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const withoutTests = process.argv.includes('--without-tests');
const steps: readonly Step[] = [
  {
    name: 'biome (format, lint)',
    command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=40'],
  },
  { name: 'tsc (types)', command: ['tsc', '-b'] },
  { name: 'oxlint (typed rules)', command: ['oxlint', '--type-aware', '--quiet'] },
  { name: 'knip (unused code)', command: ['knip', '--no-progress'] },
  { name: 'tidy (house rules)', command: ['node', '--conditions=source', 'tools/tidy/tidy.ts'] },
  {
    name: 'unit tests',
    command: ['vitest', 'run', '--project', 'unit', '--reporter', 'dot'],
    // All tests together try more.
    env: { CRASH_POINTS: '1000' },
  },
];

interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

function run(step: Step): Promise<Outcome> {
  const started = performance.now();
  const path = [join(process.execPath, '..'), bin, process.env.PATH].join(delimiter);
  const child = spawn(step.command[0]!, step.command.slice(1), {
    cwd: root,
    env: { ...step.env, ...process.env, PATH: path },
    shell: process.platform === 'win32',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ name: step.name, passed: code === 0, seconds, output });
    });
  });
}

function report(outcome: Outcome): void {
  const verdict = outcome.passed ? 'ok    ' : 'FAILED';
  process.stdout.write(`${verdict} ${outcome.name} (${outcome.seconds.toFixed(1)} s)\n`);
  if (!outcome.passed) process.stdout.write(`${outcome.output}\n`);
}

// Two at a time: the machine this is made for has two cores.
const waiting = steps.filter(({ name }) => !(withoutTests && name === 'unit tests'));
const failed: string[] = [];
async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const outcome = await run(step);
    report(outcome);
    if (!outcome.passed) failed.push(outcome.name);
  }
}
await Promise.all([work(), work()]);
if (failed.length > 0) {
  process.stdout.write(`Check failed: ${failed.join(', ')}.\n`);
  process.exit(1);
}
process.stdout.write('Check passed.\n');
