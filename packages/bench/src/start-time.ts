/**
 * Starts the built service over a folder again and again, and prints how long it took until it answered, until it had answered
 * a search, and until every shard was open:
 * `node --conditions=source packages/bench/src/start-time.ts --data /tmp/sextant --search '/logs/_search?q=status:404'`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { freePort, stop } from './own-process.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'dist', 'sextant', 'main.js');
const POLL_MS = 5;

/** Whether the answer is there and good. */
function isAnswered(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ hostname: '127.0.0.1', port, path }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

async function until(child: ChildProcess, port: number, path: string): Promise<void> {
  while (!(await isAnswered(port, path))) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function start(data: string, search: string): Promise<string> {
  const port = await freePort();
  const started = performance.now();
  const args = [main, '--no-security', '--port', String(port), '--data', data];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const passed = async (what: string, path: string): Promise<string> => {
    await until(child, port, path);
    return `${what} ${Math.round(performance.now() - started)} ms`;
  };
  try {
    const answered = await passed('answers', '/');
    const searched = await passed('a search', search);
    return `${answered}, ${searched}, ${await passed('all shards', '/_cluster/health?wait_for_status=yellow')}`;
  } finally {
    await stop(child);
  }
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    search: { type: 'string', default: '/_search' },
    rounds: { type: 'string', default: '5' },
  },
});
if (values.data === undefined) throw new Error('--data FOLDER names the data folder to start with');
for (let round = 0; round < Number(values.rounds); round++) {
  process.stdout.write(`${await start(values.data, values.search)}\n`);
}
