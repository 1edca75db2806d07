import type { Disk } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import type { Analyzer, TokenSink } from '../analysis/analyzer.ts';
import { Token, type TokenStage } from '../analysis/token-stream.ts';
import { fieldTypeOf } from '../mapping/field-types.ts';
import type { MappedField, ParsedDocument } from '../mapping/mapped-field.ts';
import { SegmentBuilder } from '../segment/segment-builder.ts';
import { type SegmentData, segmentName } from '../segment/segment-data.ts';
import { openSegment } from '../segment/segment-file.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';

/** Lower-cases ASCII and splits at white space; `+` alone is a gap of one position, a leading `|` overlaps. */
const whitespaceAnalyzer: Analyzer = {
  name: 'test_whitespace',
  analyze(text: string, sink: TokenSink): number {
    let increment = 1;
    for (const match of text.matchAll(/\S+/g)) {
      const [word] = match;
      if (word === '+') {
        increment++;
        continue;
      }
      const overlaps = word.startsWith('|');
      const bytes = new TextEncoder().encode((overlaps ? word.slice(1) : word).toLowerCase());
      sink.token(bytes, 0, bytes.length, match.index, match.index + word.length, overlaps ? 0 : increment);
      increment = 1;
    }
    return increment - 1;
  },
  analyzeTokens(text: string, stage: TokenStage): void {
    const left = this.analyze(text, {
      token(buffer, start, length, from, to, increment) {
        const term = new TextDecoder().decode(buffer.subarray(start, start + length));
        stage.token(new Token(term, from, to, 'word', increment));
      },
    });
    stage.end(left, text.length);
  },
  normalize: (text) => text.toLowerCase(),
};

/** A field as a mapping would give it with defaults (text with the whitespace analyzer). */
export function testField(name: string, type: string, changes: Partial<MappedField> = {}): MappedField {
  const fieldType = fieldTypeOf(type)!;
  const { storage } = fieldType;
  const analyzers = { analyzer: whitespaceAnalyzer, searchAnalyzer: whitespaceAnalyzer };
  return {
    name,
    type,
    fieldType,
    storage,
    indexed: true,
    docValues: storage !== 'text',
    norms: storage === 'text',
    indexOptions: storage === 'text' ? 'positions' : 'docs',
    ...(storage === 'text' ? analyzers : {}),
    positionIncrementGap: 100,
    boost: 1,
    definition: { type },
    ...changes,
  };
}

export type TestValue = string | number | boolean | Uint8Array;

/** Field names to values; ips as 16 bytes, dates as epoch milliseconds. `_…` keys set what stands beside the fields. */
export interface TestDocument {
  readonly [field: string]: TestValue | readonly TestValue[] | undefined;
  readonly _id?: string;
  readonly _routing?: string;
  readonly _seqNo?: number;
  readonly _primaryTerm?: number;
  readonly _version?: number;
  /** The stored JSON; made of the other keys when missing. */
  readonly _source?: string;
}

/** The document taken apart by the given fields; keys that are no field are left out. */
function parsedDocument(fields: readonly MappedField[], document: TestDocument): ParsedDocument {
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  for (const field of fields) {
    const value = document[field.name];
    const values = Array.isArray(value) ? (value as readonly TestValue[]) : [value as TestValue | undefined];
    for (const one of values) {
      if (one === undefined) continue;
      parsed.fields.push(field);
      parsed.values.push(typeof one === 'boolean' ? Number(one) : one);
      parsed.length++;
    }
  }
  return parsed;
}

function plainSource(document: TestDocument): string {
  const entries = Object.entries(document).filter(([key]) => !key.startsWith('_'));
  return JSON.stringify(Object.fromEntries(entries));
}

/** Adds a plain document; the id is its number and the seq_no too where none is given. Returns the number. */
export function addTo(
  builder: SegmentBuilder,
  fields: readonly MappedField[],
  document: TestDocument,
): number {
  return builder.add(parsedDocument(fields, document), {
    id: document._id ?? String(builder.maxDoc),
    routing: document._routing ?? null,
    seqNo: document._seqNo ?? builder.maxDoc,
    primaryTerm: document._primaryTerm ?? 1,
    version: document._version ?? 1,
    source: new TextEncoder().encode(document._source ?? plainSource(document)),
  });
}

export const TEST_DIRECTORY = '/segments';

/** A built segment on the disk; documents whose number is in `deleted` are dead. */
export function segmentDataOf(
  disk: Disk,
  generation: number,
  fields: readonly MappedField[],
  documents: readonly TestDocument[],
  deleted: readonly number[] = [],
): SegmentData {
  const builder = new SegmentBuilder();
  for (const document of documents) addTo(builder, fields, document);
  for (const doc of deleted) builder.delete(doc);
  disk.makeDirectory(TEST_DIRECTORY);
  return builder.build({ disk, directory: TEST_DIRECTORY, name: segmentName(generation), generation });
}

/** A segment in memory, open for reading. */
export function segmentOf(
  fields: readonly MappedField[],
  documents: readonly TestDocument[],
  deleted: readonly number[] = [],
): SegmentReader {
  const disk = new MemoryDisk();
  return openSegment(segmentDataOf(disk, 1, fields, documents, deleted), disk);
}

/** Several segments as one shard. */
export function searcherOf(segments: readonly SegmentReader[], index = 'test', shard = 0): ShardSearcher {
  const docBases: number[] = [];
  let docs = 0;
  let live = 0;
  for (const segment of segments) {
    docBases.push(docs);
    docs += segment.maxDoc;
    live += segment.numDocs;
  }
  return { index, indexUuid: `${index}-uuid`, shard, segments, docBases, numDocs: live };
}
