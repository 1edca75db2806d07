import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SegmentBuilder } from '../../segment/segment-builder.ts';
import type { SegmentTarget } from '../../segment/segment-data.ts';
import { testField } from '../../testing/segments.ts';
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
  clock.advance(1_500);
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
  clock.advance(1_500);
  expect(builds.spare.bytesKept).toBe(0);
});
