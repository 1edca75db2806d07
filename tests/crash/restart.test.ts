import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { at, clientOf } from '../support/client.ts';
import { freePort } from '../support/service.ts';

const main = join(import.meta.dirname, '..', '..', 'bin', 'sextant.mjs');
/** More of them for a longer proof. */
const rounds = Number(process.env.RESTART_ROUNDS ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'sextant-restart-'));
const started: ChildProcess[] = [];
let serving = false;
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  if (serving) process.kill(holder(), 'SIGKILL');
  // A service whose parent was killed may still be ending, and writing: there is nobody to wait for.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Enough documents that taking back the memory of the killed process takes its time. */
function bulk(round: number): string {
  const lines: string[] = [];
  for (let i = 0; i < 20_000; i++) {
    lines.push('{"index":{}}', JSON.stringify({ round, i, text: `word${i % 977} and more ${i}` }));
  }
  return `${lines.join('\n')}\n`;
}

/** A Node that is too old to run the service: it starts a newer one, and stands for it. This one where there is none. */
function olderNode(): string {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const old = paths.filter(existsSync).find((path) => {
    return Number.parseInt(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1), 10) < 24;
  });
  return old ?? process.execPath;
}

interface Running {
  readonly url: string;
  /** The service, or the shell that started it. */
  readonly child: ChildProcess;
  output(): string;
}

/** A careless parent starts the service and never asks how it ended: once killed it stays as a zombie. */
async function start(careless = false, node = process.execPath): Promise<Running> {
  const port = await freePort();
  const command = [node, main, '--no-security', '--port', String(port), '--data', folder];
  const args = careless ? ['sh', '-c', '"$0" "$@" & exec sleep 600', ...command] : command;
  const child = spawn(args[0]!, args.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { url: `http://127.0.0.1:${port}`, child, output: () => text };
}

async function untilAnswers({ url, child, output }: Running): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    const refused = child.exitCode !== null || output().includes('choose another path.data');
    if (refused) throw new Error(`the start was refused:\n${output()}`);
    if ((await fetch(url).catch(() => undefined)) !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the service did not answer:\n${output()}`);
}

/** The process that holds the data folder, as its lock says. */
function holder(): number {
  return (JSON.parse(readFileSync(join(folder, 'node.lock'), 'utf8')) as { pid: number }).pid;
}

test(
  `a start at once after kill -9 is not refused, and misses nothing (${rounds} rounds)`,
  async () => {
    let running = await start();
    for (let round = 1; round <= rounds; round++) {
      await untilAnswers(running);
      serving = true;
      const client = clientOf(running.url);
      // Each start replays what the round before has written, not all of them.
      await client.call('POST', '/_flush');
      const answer = await client.call('POST', '/documents/_bulk', bulk(round));
      expect(at(answer.body, 'errors')).toBe(false);
      serving = false;
      process.kill(holder(), 'SIGKILL');
      running = await start(round % 2 === 1);
    }
    await untilAnswers(running);
    serving = true;
    const client = clientOf(running.url);
    await client.call('POST', '/documents/_refresh');
    const { body } = await client.call('GET', '/documents/_count');
    expect(at(body, 'count')).toBe(rounds * 20_000);
    const ended = new Promise((resolve) => running.child.once('exit', resolve));
    process.kill(holder(), 'SIGKILL');
    running.child.kill('SIGKILL');
    await ended;
    serving = false;
  },
  20_000 * (rounds + 1),
);

test('killing the process that stands for the service ends the service', async () => {
  let running = await start(false, olderNode());
  for (let round = 0; round < 2; round++) {
    await untilAnswers(running);
    running.child.kill('SIGKILL');
    running = await start(false, olderNode());
  }
  await untilAnswers(running);
});
