import { fileURLToPath } from 'node:url';
import { NodeDisk } from '@sextant/base/node';
import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { writeFormatFixture } from '../testing/format-fixture.ts';
import { segmentDataOf, TEST_DIRECTORY, testField } from '../testing/segments.ts';
import { checkSegment } from './check-segment.ts';
import { readLiveDocs, withLiveDocs } from './live-docs.ts';
import { closeSegment, loadSegment, openSegment, removeSegment, syncSegment } from './segment-file.ts';

const KEPT = fileURLToPath(new URL('./testdata', import.meta.url));
const LATEST = `${KEPT}/format-2-bounds`;
const FIELDS = [testField('k', 'keyword')];

test.each(['format-1', 'format-2', 'format-2-bounds'])('a segment of %s can be read', (format) => {
  const folder = `${KEPT}/${format}`;
  const disk = new NodeDisk();
  expect(checkSegment(disk, folder, '_1')).toEqual([]);
  const data = loadSegment(disk, folder, '_1');
  const bits = readLiveDocs(disk, folder, '_1', 2, data.maxDoc);
  const segment = openSegment(withLiveDocs(data, bits), disk);
  expect([segment.maxDoc, segment.numDocs, segment.idOf(100)]).toEqual([150, 149, 'doc-100']);
  expect(segment.docOf(new TextEncoder().encode('doc-100'))).toBe(-1);
  expect(segment.terms('kind')!.termText(4)).toBe('k4');
  expect(JSON.parse(new TextDecoder().decode(segment.sourceOf(7)!)).size).toBe(
    segment.numeric('size')!.base + segment.numeric('size')!.data[7]!,
  );
  closeSegment(segment);
});

test('the bytes that are written are those of format 2 with bounds of ids; other bytes need another sample, and another version where older programs would misread them', () => {
  const disk = new MemoryDisk();
  disk.makeDirectory('/now');
  writeFormatFixture(disk, '/now');
  const kept = new NodeDisk();
  for (const name of ['_1.seg', '_1.src', '_1_2.liv']) {
    const same = Buffer.compare(disk.readFile(`/now/${name}`), kept.readFile(`${LATEST}/${name}`)) === 0;
    expect(same, name).toBe(true);
  }
});

test('a synced segment survives a crash, an unsynced one does not', () => {
  const disk = new MemoryDisk();
  const synced = segmentDataOf(disk, 1, FIELDS, [{ k: 'a' }]);
  syncSegment(disk, synced);
  disk.syncDirectory(TEST_DIRECTORY);
  disk.syncDirectory('/');
  segmentDataOf(disk, 2, FIELDS, [{ k: 'b' }]);
  disk.crash();
  expect(disk.list(TEST_DIRECTORY)).toEqual(['_1.seg', '_1.src']);
  expect(loadSegment(disk, TEST_DIRECTORY, '_1')).toEqual(synced);
  removeSegment(disk, synced);
  removeSegment(disk, synced);
  expect(disk.list(TEST_DIRECTORY)).toEqual([]);
});

test('a reader opened after another takes over its views and sees its own live documents', () => {
  const disk = new MemoryDisk();
  const data = segmentDataOf(disk, 1, FIELDS, [{ k: 'a' }, { k: 'b' }], [0]);
  const first = openSegment(data, disk);
  const second = openSegment(withLiveDocs(data, null), disk, first);
  expect(second.terms('k')).toBe(first.terms('k'));
  expect([first.numDocs, second.numDocs]).toEqual([1, 2]);
  const id = new TextEncoder().encode('1');
  expect([first.docOf(id), second.docOf(id)]).toEqual([1, 1]);
});

test('stored documents are read again after closing', () => {
  const disk = new MemoryDisk();
  const documents = Array.from({ length: 600 }, (_, n) => ({ k: `${n}` }));
  const segment = openSegment(segmentDataOf(disk, 1, FIELDS, documents), disk);
  for (const doc of [0, 599, 300, 15, 16, 0]) {
    expect(new TextDecoder().decode(segment.sourceOf(doc)!)).toBe(`{"k":"${doc}"}`);
    closeSegment(segment);
  }
});

test('a file of another format or generation is refused by name', () => {
  const disk = new MemoryDisk();
  segmentDataOf(disk, 1, FIELDS, [{ k: 'a' }]);
  disk.rename(`${TEST_DIRECTORY}/_1.seg`, `${TEST_DIRECTORY}/_2.seg`);
  disk.rename(`${TEST_DIRECTORY}/_1.src`, `${TEST_DIRECTORY}/_2.src`);
  expect(() => loadSegment(disk, TEST_DIRECTORY, '_2')).toThrow(
    /another generation .*_2\.seg.*sextant check/,
  );
  expect(() => loadSegment(disk, TEST_DIRECTORY, '_1')).toThrow('no such file');
});

test('what is read into memory is checked, also where other threads take the last mapping meanwhile', () => {
  const disk = new LastMapping();
  segmentDataOf(disk, 1, FIELDS, [{ k: 'a' }]);
  disk.damage(`${TEST_DIRECTORY}/_1.seg`, 70);
  disk.mappings = 1;
  expect(loadSegment(disk, TEST_DIRECTORY, '_1').index).toBeNull();
  expect(() => loadSegment(disk, TEST_DIRECTORY, '_1')).toThrow('segment file is damaged');
});

/** Says so many times that a file may be mapped. */
class LastMapping extends MemoryDisk {
  mappings = Number.POSITIVE_INFINITY;

  override maps(): boolean {
    return this.mappings-- > 0;
  }
}
