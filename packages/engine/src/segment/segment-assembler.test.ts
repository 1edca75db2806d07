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

test('what is given is free as soon as it is in the file, and what is added stays', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/s');
  const target = { disk, directory: '/s', name: '_1', generation: 1 };
  const assembler = new SegmentAssembler({ target, spillBytes: 500 });
  const [small, added, given] = [4, 100, 1_000].map((length) => new Uint8Array(length).fill(length));
  assembler.give(SectionKind.termBytes, small!, 1, 0);
  assembler.add(SectionKind.termBytes, added!, 1, 0);
  expect(small!.length).toBe(4);
  assembler.give(SectionKind.termBytes, given!.subarray(10), 1, 0);
  expect([small!.length, added!.length, given!.length]).toEqual([0, 100, 0]);
  const last = new Uint8Array(3).fill(7);
  assembler.give(SectionKind.termBytes, last, 1, 0);
  assembler.write(target, summary);
  expect(last.length).toBe(0);
  verifySegment(disk, { directory: '/s', name: '_1' });
  const expected = [
    new Uint8Array(4).fill(4),
    new Uint8Array(4),
    added!,
    new Uint8Array(4),
    new Uint8Array(990).fill(1_000),
  ];
  expect(disk.readFile('/s/_1.seg').subarray(64, 64 + 1_102)).toEqual(
    Uint8Array.from(Buffer.concat(expected)),
  );
});

test('a segment that is kept in memory until its end keeps what it was given', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/s');
  const assembler = new SegmentAssembler();
  assembler.give(SectionKind.termBytes, new Uint8Array(1_000), 1, 0);
  assembler.write({ disk, directory: '/s', name: '_1', generation: 1 }, summary);
  verifySegment(disk, { directory: '/s', name: '_1' });
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
