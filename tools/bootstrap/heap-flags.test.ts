import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const { heapFlags } = (await import(new URL('../../bin/heap-flags.mjs', import.meta.url).href)) as {
  readonly heapFlags: (env: Readonly<Record<string, string>>) => readonly string[];
};

test('Node knows the flags of the heap', () => {
  expect(heapFlags({})).toHaveLength(1);
  const { status, stderr } = spawnSync(process.execPath, [...heapFlags({}), '-e', '0'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('a size that was set for all of Node is left as it is', () => {
  expect(heapFlags({ NODE_OPTIONS: '--max-semi-space-size=4' })).toEqual([]);
  expect(heapFlags({ NODE_OPTIONS: '--max-old-space-size=4000' })).toHaveLength(1);
});
