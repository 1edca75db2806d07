import type { Channel } from '@sextant/base';
import { channelPair } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { BuildRequest } from '../shard/store/segment-builds.ts';
import { turns } from '../testing/writer-harness.ts';
import { BuildPool } from './build-pool.ts';
import { Peer } from './peer.ts';

class Threads {
  readonly ends: (Channel & { fail(error: Error): void })[] = [];
  readonly endedThreads: number[] = [];
  /** Names of the segments under way, with the thread that makes each, and how they are ended. */
  readonly held: { readonly name: string; readonly thread: number; readonly proceed: () => void }[] = [];

  start(): Channel {
    const [here, there] = channelPair();
    const thread = this.ends.push(there as Threads['ends'][number]) - 1;
    there.onEnd(() => this.endedThreads.push(thread));
    void new Peer(there, 'engine', {
      build: ({ name }: BuildRequest) =>
        new Promise((resolve) => {
          this.held.push({ name, thread, proceed: () => resolve(name) });
        }),
    });
    return here;
  }
}

function poolOf(size: number): { readonly pool: BuildPool; readonly threads: Threads } {
  const threads = new Threads();
  return { pool: new BuildPool({ size, start: () => threads.start() }), threads };
}

const request = (name: string): BuildRequest => ({ name }) as BuildRequest;

test('each segment is made by the thread that has the fewest, of as many as there may be', async () => {
  const { pool, threads } = poolOf(2);
  const all = Promise.all(['a', 'b', 'c'].map((name) => pool.build(request(name))));
  await turns();
  expect(threads.held.map(({ name, thread }) => [name, thread]).sort()).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0],
  ]);
  for (const { proceed } of threads.held.splice(0)) proceed();
  expect(await all).toEqual(['a', 'b', 'c']);
  await turns();
  expect(threads.endedThreads).toHaveLength(1);
  const next = pool.build(request('d'));
  await turns();
  expect(threads.ends).toHaveLength(2);
  threads.held[0]!.proceed();
  expect(await next).toBe('d');
});

test('what a thread was making when it died is refused, and the next segment has another thread', async () => {
  const { pool, threads } = poolOf(1);
  const lost = pool.build(request('a'));
  await turns();
  threads.ends[0]!.fail(new Error('out of memory'));
  await expect(lost).rejects.toThrow('the segment thread has ended: out of memory');
  threads.held.splice(0);
  const next = pool.build(request('b'));
  await turns();
  expect(threads.held.map(({ name, thread }) => [name, thread])).toEqual([['b', 1]]);
  threads.held[0]!.proceed();
  expect(await next).toBe('b');
});

test('after its end nothing is made', async () => {
  const { pool, threads } = poolOf(1);
  const lost = pool.build(request('a'));
  await turns();
  const refused = expect(lost).rejects.toThrow('has ended');
  await pool.end();
  await refused;
  expect(threads.endedThreads).toEqual([0]);
  await expect(pool.build(request('b'))).rejects.toThrow('have ended');
});
