import { FakeClock, MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SegmentBuilder } from '../../segment/segment-builder.ts';
import type { SegmentTarget } from '../../segment/segment-data.ts';
import { testField } from '../../testing/segments.ts';
import { turns } from '../../testing/writer-harness.ts';
import { type BuildRunner, SegmentBuilds } from './segment-builds.ts';

/** With arrays that are large enough to be kept. */
function filled(builds: SegmentBuilds): SegmentBuilder {
  const builder = new SegmentBuilder(builds.spare);
  const fields = [testField('n', 'long')];
  for (let doc = 0; doc < 10_000; doc++) {
    const meta = { id: `d${doc}`, routing: null, seqNo: doc, primaryTerm: 1, version: 1 };
    builder.add({ length: 1, fields, values: [doc] }, { ...meta, source: new Uint8Array(0) });
  }
  return builder;
}

/** `ends`: of the segments that are being made, in their order. */
function start() {
  const clock = new FakeClock();
  const ends: (() => void)[] = [];
  const runner: BuildRunner = {
    build: () => new Promise((resolve) => ends.push(() => resolve({} as never))),
    packed: () => {},
  };
  const builds = new SegmentBuilds(runner, clock, 0);
  const target = { directory: '/d', name: '_1', generation: 1 } as SegmentTarget;
  return { clock, ends, builds, begin: () => builds.begin(filled(builds), target) };
}

test('the memory of buffers is kept while a segment is made, however long that takes', async () => {
  const { clock, ends, builds, begin } = start();
  const first = begin();
  ends.pop()!();
  await first.outcome;
  clock.advance(1_000);
  const second = begin();
  clock.advance(10_000);
  expect(builds.spare.bytesKept).toBeGreaterThan(0);
  ends.pop()!();
  await second.outcome;
  expect(builds.spare.bytesKept).toBeGreaterThan(0);
  clock.advance(9_500);
  expect(builds.spare.bytesKept).toBe(0);
});

test('the memory of buffers is kept while segments are made, whichever of them is done first', async () => {
  const { clock, ends, builds, begin } = start();
  const first = begin();
  const second = begin();
  ends.shift()!();
  await first.outcome;
  clock.advance(10_000);
  expect(builds.spare.bytesKept).toBeGreaterThan(0);
  ends.shift()!();
  await second.outcome;
  expect(builds.spare.bytesKept).toBeGreaterThan(0);
  clock.advance(9_500);
  expect(builds.spare.bytesKept).toBe(0);
});

/** Whoever looks finds that a millisecond has passed. */
class BusyClock extends FakeClock {
  #nanos = 0;

  override nanos(): number {
    this.#nanos += 1e6;
    return this.#nanos;
  }
}

function withSources(count: number, bytes: number): SegmentBuilder {
  const builder = new SegmentBuilder();
  const source = new Uint8Array(bytes);
  for (let doc = 0; doc < count; doc++) {
    const meta = { id: `d${doc}`, routing: null, seqNo: doc, primaryTerm: 1, version: 1 };
    builder.add({ length: 0, fields: [], values: [] }, { ...meta, source });
  }
  return builder;
}

test('stored documents of many segments that are packed together let others in as often as those of one', async () => {
  const clock = new BusyClock();
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  let packed = 0;
  const runner: BuildRunner = { build: () => new Promise(() => {}), packed: () => packed++ };
  const builds = new SegmentBuilds(runner, clock, 0);
  for (let generation = 1; generation <= 5; generation++) {
    const target = { disk, directory: '/d', name: `_${generation}`, generation };
    builds.begin(withSources(100, 60_000), target).hurry();
  }
  let longest = 0;
  while (packed < 5) {
    const begun = clock.nanos();
    await turns(1);
    longest = Math.max(longest, clock.nanos() - begun);
  }
  expect(longest / 1e6).toBeLessThan(10);
});

test('stored documents of a segment that could not be made, and those that wait for their turn, are not packed any more', async () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  const fails: (() => void)[] = [];
  const runner: BuildRunner = {
    build: () => new Promise((_, reject) => fails.push(() => reject(new Error('the thread has ended')))),
    packed: () => {},
  };
  const builds = new SegmentBuilds(runner, new FakeClock(), 0);
  const begun = [1, 2, 3].map((generation) => {
    const target = { disk, directory: '/d', name: `_${generation}`, generation };
    return builds.begin(withSources(20, 60_000), target);
  });
  const [first, second, third] = begun;
  second!.hurry();
  third!.hurry();
  for (const fail of fails) fail();
  const ends = await Promise.allSettled(begun.map(({ outcome }) => outcome));
  first!.hurry();
  await turns(20);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(disk.list('/d')).toEqual(['_2.src']);
});
