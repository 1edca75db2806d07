import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { SegmentAssembler, type SpillOptions } from './segment-assembler.ts';
import { verifySegment } from './segment-file.ts';
import { SectionKind } from './segment-format.ts';

const summary = { maxDoc: 10, minSeqNo: 0, maxSeqNo: 9, hasKept: false, sourceBytes: 0 };

/** The file of sections of many sizes, and what is in shared memory of it. */
function written(disk: MemoryDisk, spill?: Pick<SpillOptions, 'spillBytes'>) {
  if (!disk.exists('/s')) disk.makeDirectory('/s');
  const target = { disk, directory: '/s', name: '_1', generation: 1 };
  const random = new SeededRandom(5);
  const assembler = new SegmentAssembler(spill === undefined ? undefined : { ...spill, target });
  for (const bytes of [0, 1, 7, 8, 9, 100, 5_000, 300_000, 3, 70_000]) {
    assembler.add(SectionKind.termBytes, random.bytes(bytes), 1, 0);
  }
  const { index } = assembler.write(target, summary);
  assembler.close();
  verifySegment(disk, { directory: '/s', name: '_1' });
  return { bytes: Buffer.from(disk.readFile('/s/_1.seg')), index };
}

test.each([1, 100, 6_000, 400_000])(
  'sections that are spilled from %d bytes on make the same file as those that are kept',
  (spillBytes) => {
    const whole = written(new MemoryDisk());
    const spilled = written(new MemoryDisk(), { spillBytes });
    expect(spilled.bytes.equals(whole.bytes)).toBe(true);
    expect(spilled.index).toBeNull();
  },
);

test('where files are not mapped, what was spilled is in shared memory at the end', () => {
  const disk = new MemoryDisk();
  disk.mapFromBytes = Number.POSITIVE_INFINITY;
  const { bytes, index } = written(disk, { spillBytes: 1_000 });
  expect(Buffer.from(index!).equals(bytes)).toBe(true);
});

test('a file that is spilled is no segment before its end', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/s');
  const target = { disk, directory: '/s', name: '_1', generation: 1 };
  const assembler = new SegmentAssembler({ target, spillBytes: 10 });
  assembler.add(SectionKind.termBytes, new Uint8Array(1_000), 1, 0);
  assembler.close();
  expect(() => verifySegment(disk, { directory: '/s', name: '_1' })).toThrow('this is not a segment file');
});
