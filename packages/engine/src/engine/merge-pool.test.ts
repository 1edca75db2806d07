import type { Channel } from '@sextant/base';
import { channelPair } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { MergeRequest } from '../shard/store/merge-runner.ts';
import { turns } from '../testing/writer-harness.ts';
import { MergePool } from './merge-pool.ts';
import { Peer } from './peer.ts';

/** A merge at work in a thread. */
interface Held {
  readonly name: string;
  readonly thread: number;
  readonly proceed: () => void;
}

class Threads {
  readonly held: Held[] = [];
  readonly ends: Channel[] = [];
  readonly endedThreads: number[] = [];

  start(): Channel {
    const [here, there] = channelPair();
    const thread = this.ends.push(there) - 1;
    there.onEnd(() => this.endedThreads.push(thread));
    const work = ({ name }: { readonly name: string }): Promise<string> =>
      new Promise((resolve) => {
        this.held.push({ name, thread, proceed: () => resolve(name) });
      });
    void new Peer(there, 'engine', { merge: work, verify: work });
    return here;
  }

  get names(): readonly string[] {
    return this.held.map(({ name }) => name);
  }

  async finish(name: string): Promise<void> {
    const at = this.held.findIndex((each) => each.name === name);
    this.held.splice(at, 1)[0]!.proceed();
    await turns();
  }
}

function request(name: string, bytes: number, given: Partial<MergeRequest> = {}): MergeRequest {
  const limits = { bytes, forced: false, threadsMax: 1, yields: true };
  return { inputs: [], directory: '/d', name, generation: 1, codec: 'default', ...limits, ...given };
}

function pool(size: number): { readonly pool: MergePool; readonly threads: Threads } {
  const threads = new Threads();
  return { pool: new MergePool({ size, start: () => threads.start() }), threads };
}

test('merges run beside each other up to the number of threads, and of those that wait the smallest comes first', async () => {
  const { pool: merges, threads } = pool(2);
  const all = [500, 400, 30, 10, 20].map((bytes) => merges.merge(request(String(bytes), bytes)));
  await turns();
  expect(threads.names).toEqual(['500', '400']);
  await threads.finish('400');
  expect(threads.names).toEqual(['500', '10']);
  await threads.finish('10');
  await threads.finish('20');
  expect(threads.names).toEqual(['500', '30']);
  await threads.finish('30');
  await threads.finish('500');
  expect(await Promise.all(all)).toEqual(['500', '400', '30', '10', '20']);
  // One of the two rests, the other is let go.
  expect([threads.ends.length, threads.endedThreads.length]).toEqual([2, 1]);
});

test('a force merge has a thread beside the others, and an index may have more threads than the process has by itself', async () => {
  const { pool: merges, threads } = pool(1);
  const forced = merges.merge(request('forced', 1_000, { forced: true }));
  const alsoForced = merges.merge(request('also forced', 2_000, { forced: true }));
  const small = merges.merge(request('small', 1));
  const another = merges.merge(request('another', 2));
  const third = merges.merge(request('of an index with two', 3, { threadsMax: 2 }));
  await turns();
  expect(threads.names).toEqual(['forced', 'small', 'of an index with two']);
  for (const name of ['small', 'of an index with two', 'another', 'forced', 'also forced']) {
    await threads.finish(name);
  }
  await Promise.all([forced, alsoForced, small, another, third]);
});

test('reading segments through waits for merges', async () => {
  const { pool: merges, threads } = pool(1);
  const first = merges.merge(request('first', 1));
  const verified = merges.verify({ directory: '/d', name: 'verified' });
  const second = merges.merge(request('second', 1));
  await turns();
  for (const name of ['first', 'second', 'verified']) {
    expect(threads.names).toEqual([name]);
    await threads.finish(name);
  }
  await Promise.all([first, verified, second]);
});

test('a merge that lets others come first and one that does not have different threads', async () => {
  const { pool: merges, threads } = pool(1);
  const done = merges.merge(request('yields', 1));
  await turns();
  await threads.finish('yields');
  const plain = merges.merge(request('plain', 1, { yields: false }));
  await turns();
  expect(threads.held[0]!.thread).toBe(1);
  await threads.finish('plain');
  const again = merges.merge(request('yields again', 1));
  await turns();
  expect(threads.held[0]!.thread).toBe(1);
  await threads.finish('yields again');
  await Promise.all([done, plain, again]);
  expect(threads.endedThreads).toEqual([0]);
});

test('a thread that dies fails its merge, and the next merge has another one', async () => {
  const { pool: merges, threads } = pool(1);
  const lost = merges.merge(request('lost', 1));
  const next = merges.merge(request('next', 2));
  await turns();
  (threads.ends[0] as unknown as { fail(error: Error): void }).fail(new Error('out of memory'));
  await expect(lost).rejects.toThrow('the merge thread has ended: out of memory');
  await turns();
  expect(threads.held.at(-1)).toMatchObject({ name: 'next', thread: 1 });
  await threads.finish('next');
  await next;
  const waiting = merges.merge(request('waiting', 1));
  const behind = merges.merge(request('behind', 1));
  await turns();
  const ended = merges.end();
  await expect(behind).rejects.toThrow('the merging threads have ended');
  await expect(waiting).rejects.toThrow('the merge thread has ended');
  await ended;
  await expect(merges.merge(request('late', 1))).rejects.toThrow('the merging threads have ended');
});

test('a large merge has its turn, however many smaller ones keep coming', async () => {
  const { pool: merges, threads } = pool(1);
  const all = [merges.merge(request('first', 1)), merges.merge(request('large', 1_000_000))];
  await turns();
  let before = 0;
  for (; threads.names[0] !== 'large'; before++) {
    expect(before).toBeLessThan(100);
    // Another index has always one that is smaller.
    all.push(merges.merge(request(`small ${before}`, 1)));
    await threads.finish(threads.names[0]!);
  }
  expect(before).toBeGreaterThan(10);
  await threads.finish('large');
  await threads.finish(threads.names[0]!);
  await Promise.all(all);
});

test('an index that may have many threads leaves the others those that they have by themselves', async () => {
  const { pool: merges, threads } = pool(1);
  const wide = (name: string, bytes: number) => merges.merge(request(name, bytes, { threadsMax: 3 }));
  const all = [wide('a', 5), wide('b', 5), wide('c', 5), wide('d', 5)];
  all.push(merges.merge(request('of another index', 1)));
  await turns();
  expect(threads.names).toEqual(['a', 'b', 'c']);
  await threads.finish('a');
  expect(threads.names).toEqual(['b', 'c', 'of another index']);
  for (const name of ['b', 'c', 'd', 'of another index']) await threads.finish(name);
  await Promise.all(all);
});

test('no index has threads without number', async () => {
  const { pool: merges, threads } = pool(1);
  const names = Array.from({ length: 40 }, (_, i) => `${i}`);
  const all = names.map((name) => merges.merge(request(name, 1, { threadsMax: 1_000_000 })));
  await turns();
  expect(threads.names).toHaveLength(16);
  for (const name of names) await threads.finish(name);
  await Promise.all(all);
});
