import type { Disk } from '@sextant/base';
import { getBit, setBit, wordsFor } from '../codec/bits.ts';
import { checkNumbers, checkOrdinals } from './check-columns.ts';
import { checkOffsets, type Report } from './check-report.ts';
import { checkSource } from './check-source.ts';
import { checkTerms } from './check-terms.ts';
import { type IdTable, idBounds } from './id-table.ts';
import { closeSegment, type OpenSegment, openSegment } from './open-segment.ts';
import { type SegmentData, segmentPath } from './segment-data.ts';
import { dataOfFile, generationOf } from './segment-file.ts';
import { damagedSections, readFrame } from './segment-frame.ts';

/** Everything that is wrong with both files of a segment, as sentences; empty when nothing is. Reads every byte. */
export function checkSegment(disk: Disk, directory: string, name: string): readonly string[] {
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  try {
    const data = readData(disk, directory, name, report);
    if (data !== null) checkContent(disk, data, report);
  } catch (error) {
    // Damage that the checksums do not show can lead a reader astray in any way; that is a finding too.
    report(`the segment cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return problems;
}

function readData(disk: Disk, directory: string, name: string, report: Report): SegmentData | null {
  const file = disk.open(segmentPath(directory, name), 'read');
  try {
    const frame = readFrame(file, generationOf(name));
    if ('problem' in frame) {
      report(frame.problem);
      return null;
    }
    const damaged = damagedSections(file, frame);
    for (const section of damaged) report(`the checksum of ${section} does not match`);
    return damaged.length > 0 ? null : dataOfFile(disk, { directory, name }, file, frame);
  } finally {
    file.close();
  }
}

function checkContent(disk: Disk, data: SegmentData, report: Report): void {
  const segment = openSegment(data, disk);
  try {
    checkDocuments(segment, report);
    if (data.hasBlocks) checkBlocks(segment, report);
    for (const name of segment.fieldNames())
      checkField(segment, name, (problem) => report(`field [${name}]: ${problem}`));
    checkSource(disk, segment, report);
  } finally {
    closeSegment(segment);
  }
}

function checkDocuments(segment: OpenSegment, report: Report): void {
  const { maxDoc, data } = segment;
  const { ids, routingBytes, routingOffsets } = segment.index;
  checkOffsets('ids', ids.starts(), maxDoc, ids.bytes.length, report);
  if (routingOffsets.length > 0)
    checkOffsets('routings', routingOffsets, maxDoc, routingBytes.length, report);
  let minSeqNo = maxDoc === 0 ? -1 : segment.seqNoOf(0);
  let maxSeqNo = minSeqNo;
  let found = 0;
  const inTable = new Uint32Array(wordsFor(maxDoc));
  for (let doc = 0; doc < maxDoc; doc++) {
    const seqNo = segment.seqNoOf(doc);
    if (!(seqNo >= 0)) report(`document ${doc} has seq_no ${seqNo}`);
    minSeqNo = Math.min(minSeqNo, seqNo);
    maxSeqNo = Math.max(maxSeqNo, seqNo);
    if (ids.find(ids.idOf(doc)) !== doc) continue;
    found++;
    setBit(inTable, doc);
  }
  if (minSeqNo !== data.minSeqNo || maxSeqNo !== data.maxSeqNo)
    report('the range of seq_nos in the header is wrong');
  let entries = 0;
  for (const slot of ids.slots) if (slot !== 0) entries++;
  if (entries !== found)
    report(`the table of ids has ${entries} entries, ${found} of them lead to a document`);
  checkIdBounds(ids, (doc) => getBit(inTable, doc), report);
}

/** Of documents that are found: others may be beyond the bounds, and are missed already. */
function checkIdBounds(ids: IdTable, isFound: (doc: number) => boolean, report: Report): void {
  const { bounds } = ids;
  if (bounds.length === 0) return;
  const expected = idBounds(ids.bytes, ids.starts(), isFound);
  if (expected?.[0] !== bounds[0] || expected?.[1] !== bounds[1])
    report('the bounds of the ids are not those of the first and the last one');
}

/** Objects of nested fields have no id and no stored document, and the numbers of the document that follows them. */
function checkBlocks(segment: OpenSegment, report: Report): void {
  const { blocks, maxDoc } = segment;
  if (blocks === null) {
    report('the header tells of nested objects, and there are none');
    return;
  }
  for (let doc = 0; doc < maxDoc; doc++) {
    const root = blocks.rootOf(doc);
    if (root < 0) {
      report(`document ${doc} lies in none that follows it`);
      return;
    }
    const isInner = root !== doc;
    if (isInner === (segment.idOf(doc) !== '')) report(`document ${doc} ${isInner ? 'has an' : 'has no'} id`);
    if (isInner && segment.seqNoOf(doc) !== segment.seqNoOf(root))
      report(`document ${doc} has another seq_no than document ${root}, in which it lies`);
  }
}

function checkField(segment: OpenSegment, name: string, report: Report): void {
  const present = checkPresence(segment, name, report);
  const { field } = segment.index.fields.get(name)!;
  const terms = segment.index.terms(name);
  const wanted = field.storage !== 'number' && (field.indexed || field.docValues);
  if (wanted !== (terms !== null)) report('the dictionary does not fit the flags');
  if (terms !== null) checkTerms(segment, field, terms, present, report);
  const ordinals = segment.ordinals(name);
  if (ordinals !== null && terms !== null) checkOrdinals(segment, ordinals, terms, present, report);
  const numbers = segment.numeric(name);
  if (numbers !== null) checkNumbers(segment, field, numbers, present, report);
}

/** Whether a document has the field, from the presence bits, which are checked themselves. */
function checkPresence(segment: OpenSegment, name: string, report: Report): (doc: number) => boolean {
  const bits = segment.exists(name);
  if (bits === null || bits === 'all') return () => true;
  const { maxDoc } = segment;
  if (bits.length !== wordsFor(maxDoc)) {
    report('the presence bits have the wrong length');
    return () => false;
  }
  if ((maxDoc & 31) !== 0 && bits[bits.length - 1]! >>> (maxDoc & 31) !== 0)
    report('presence bits past the end are set');
  return (doc) => getBit(bits, doc);
}
