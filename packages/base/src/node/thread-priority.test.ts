import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { NodeThreadPriority } from './thread-priority.ts';

const worker = `
import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NodeThreadPriority } from '${new URL('./thread-priority.ts', import.meta.url).href}';
const priority = new NodeThreadPriority();
const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
const before = getPriority(id);
priority.lower();
priority.lower();
parentPort.postMessage({ before, after: getPriority(id), waitedMs: priority.waitedMs() });
`;

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, and that of no other',
  async () => {
    const main = getPriority(process.pid);
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(worker)}`));
    const seen = await new Promise((resolve, reject) =>
      thread.once('message', resolve).once('error', reject),
    );
    expect(seen).toEqual({ before: main, after: 10, waitedMs: expect.any(Number) });
    expect(getPriority(process.pid)).toBe(main);
    await thread.terminate();
  },
);

test('the main thread and other systems keep their priority', () => {
  const main = getPriority(process.pid);
  new NodeThreadPriority().lower();
  const other = new NodeThreadPriority('darwin');
  other.lower();
  expect(other.waitedMs()).toBe(0);
  expect(getPriority(process.pid)).toBe(main);
});
