import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const { heapEnvironment, heapFlags } = (await import(
  new URL('../../bin/heap-flags.mjs', import.meta.url).href
)) as {
  readonly heapEnvironment: (
    env: Readonly<Record<string, string>>,
    processors?: number,
  ) => Readonly<Record<string, string>>;
  readonly heapFlags: (env: Readonly<Record<string, string>>, processors?: number) => readonly string[];
};

const old = '--initial-old-space-size=64';

test('Node knows the flags of the heap', () => {
  const flags = heapFlags({}, 2);
  expect(flags).toHaveLength(3);
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', '0'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('what was set for all of Node is left as it is', () => {
  const young = '--max-semi-space-size=16';
  const helpers = '--v8-pool-size=1';
  const told: readonly (readonly [string, readonly string[]])[] = [
    ['--max-semi-space-size=4', [old, helpers]],
    ['--max_semi_space_size=4', [old, helpers]],
    ['--v8-pool-size=3', [young, old]],
    ['--max-old-space-size=4000', [young, old, helpers]],
  ];
  for (const [options, flags] of told) {
    expect(heapFlags({ NODE_OPTIONS: options }, 2)).toEqual(flags);
    const env = { ...process.env, NODE_OPTIONS: options };
    const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', '0'], { env, encoding: 'utf8' });
    expect({ options, status, stderr }).toEqual({ options, status: 0, stderr: '' });
  }
});

test('no more threads help to collect than there are processors for them', () => {
  expect(heapFlags({}, 1)).toContain('--v8-pool-size=1');
  expect(heapFlags({}, 4)).toContain('--v8-pool-size=3');
  expect(heapFlags({}, 8)).toHaveLength(2);
});

test('threads share a heap of the C library for each processor, two at least, unless somebody has said how many', () => {
  expect(heapEnvironment({}, 1)).toEqual({ MALLOC_ARENA_MAX: '2' });
  expect(heapEnvironment({}, 2)).toEqual({ MALLOC_ARENA_MAX: '2' });
  expect(heapEnvironment({}, 16)).toEqual({ MALLOC_ARENA_MAX: '16' });
  expect(heapEnvironment({ MALLOC_ARENA_MAX: '8' })).toEqual({});
  expect(heapEnvironment({ GLIBC_TUNABLES: 'glibc.malloc.check=3:glibc.malloc.arena_max=4' })).toEqual({});
});
