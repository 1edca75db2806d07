import { expect, test } from 'vitest';
import { type LiveVersion, LiveVersions } from './live-versions.ts';

const live = (seqNo: number): LiveVersion => {
  const location = { generation: 1, position: 0, length: 0 };
  return { seqNo, primaryTerm: 1, version: 1, deleted: false, doc: seqNo, buffer: 0, location };
};

test('an id that is longer than all before it is not taken for the one that was asked for last', () => {
  const versions = new LiveVersions(null);
  // Memory in which ids are encoded grows with them, and what stood there before has as many bytes as the id that makes it grow.
  versions.put('x'.repeat(100_000), live(0));
  versions.put('ä'.repeat(130_000), live(1));
  expect(versions.get('x'.repeat(260_000))).toBeUndefined();
  versions.remove('x'.repeat(260_000));
  expect(versions.get('ä'.repeat(130_000))).toEqual(live(1));
});

test('memory is not taken for an id that is longer than all that there are', () => {
  const versions = new LiveVersions(null);
  versions.put('a', live(0));
  const long = 'x'.repeat(16 * 1024 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  expect(versions.get(long)).toBeUndefined();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
});
