import { ApiError } from '@sextant/contract';
import type { FieldValue, MappedField, ParsedDocument } from '../../mapping/mapped-field.ts';
import { Mapping } from '../../mapping/mapping.ts';
import { openForSearch } from '../../segment/open-segment.ts';
import { ScratchDisk } from '../../segment/scratch-disk.ts';
import { SegmentBuilder } from '../../segment/segment-builder.ts';
import { segmentName } from '../../segment/segment-data.ts';
import type { SegmentReader, ShardSearcher } from '../../segment/segment-reader.ts';
import { EarlyError } from '../field-support.ts';
import type { QueryContext, Weight } from '../weight.ts';

/** Binds a query of a field, which may have its values by itself. */
export type BindField = (field: MappedField, context: QueryContext) => Weight;

const meta = { id: '', routing: null, seqNo: 0, primaryTerm: 1, version: 1, source: new Uint8Array(0) };
const DIRECTORY = '/derived';

/** A query of a derived field, asked of documents that have this field alone: Lucene's `MemoryIndex`, for many of them at once. */
export class DerivedDocuments {
  readonly #context: QueryContext;
  readonly #bind: BindField;
  /** As the documents have it. */
  readonly #field: MappedField;
  /** Bound to no documents. */
  readonly weight: Weight;

  /** Throws ApiError where the query does not fit the type of the field. */
  constructor(field: MappedField, context: QueryContext, bind: BindField) {
    const { name, derived } = field;
    const type = derived!.type === 'object' ? { type: 'keyword', index: false } : { type: derived!.type };
    const mapping = Mapping.create({ properties: { [name]: type } }, context.mapping.flat);
    const {
      prepare: _prepare,
      undivided: _undivided,
      nestedPath: _path,
      limits: _limits,
      ...alone
    } = context;
    this.#context = { ...alone, mapping, searcher: this.#searcher(context.searcher, []), needsScores: false };
    this.#bind = bind;
    this.#field = mapping.field(name)!;
    // Scores are never asked for, but told of.
    this.weight = this.#bound({ ...this.#context, needsScores: true });
  }

  /** What is wrong is always told as a fault of the query. */
  #bound(context: QueryContext): Weight {
    try {
      return this.#bind(this.#field, context);
    } catch (error) {
      throw error instanceof EarlyError ? new ApiError(error.error, { cause: error }) : error;
    }
  }

  #searcher({ index, indexUuid, shard }: ShardSearcher, segments: readonly SegmentReader[]): ShardSearcher {
    const numDocs = segments[0]?.maxDoc ?? 0;
    return { index, indexUuid, shard, segments, docBases: segments.length === 0 ? [] : [0], numDocs };
  }

  /** Sets `hits[i]` where the document with the i-th values matches. */
  mark(values: readonly (readonly FieldValue[])[], hits: Uint8Array): void {
    const segment = this.#segmentOf(values);
    if (segment === null) return;
    const searcher = this.#searcher(this.#context.searcher, [segment]);
    const weight = this.#bind(this.#field, { ...this.#context, searcher });
    const docs = Int32Array.from(values.keys());
    weight.scorer(0)?.probe(docs, docs.length, hits, null);
  }

  /** null where none of them has a value. */
  #segmentOf(values: readonly (readonly FieldValue[])[]): SegmentReader | null {
    const builder = new SegmentBuilder();
    let hasValues = false;
    for (const own of values) {
      const fields = own.map(() => this.#field);
      const document: ParsedDocument = { length: own.length, fields, values: [...own] };
      builder.add(document, meta);
      hasValues ||= own.length > 0;
    }
    if (!hasValues) return null;
    const disk = new ScratchDisk();
    const target = { disk, directory: DIRECTORY, name: segmentName(0), generation: 0 };
    return openForSearch(builder.build(target), disk);
  }
}
