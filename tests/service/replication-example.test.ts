import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const example = join(import.meta.dirname, '..', '..', 'examples', 'replication.mjs');

test('the example of replication follows an index, shows it, promotes it, and leaves nothing', async () => {
  const child = spawn(process.execPath, [example], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(output).toContain('"status":"SYNCING"');
  expect(output).toContain('403 index [books-copy] blocked by');
  expect(output).toContain('{"count":3}');
  expect(output).toContain('{"status":"REPLICATION NOT IN PROGRESS"}');
  expect([code, output.trim().split('\n').at(-1)]).toEqual([
    0,
    'Done; both are stopped and their folders removed.',
  ]);
}, 180_000);
