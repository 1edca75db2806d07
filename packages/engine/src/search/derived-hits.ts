import type { Json } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { DerivedValues } from '../query/derived/derived-values.ts';
import { sizeOf } from '../query/derived/value-batch.ts';
import { textOf } from '../script/values.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { requestedFields } from './hit-fields.ts';
import type { SearchRequest } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';

/** The values of derived fields in the hits of a shard. Scripts are compiled when they are first asked. */
export class DerivedHits {
  readonly #shard: ShardTarget;
  readonly #budget: WorkBudget;
  readonly #bound = new Map<MappedField, DerivedValues>();

  constructor(shard: ShardTarget, budget: WorkBudget) {
    this.#shard = shard;
    this.#budget = budget;
  }

  /** As `fields` shows them, by the names of the fields. Throws ApiError where a script cannot be run. */
  shown(fields: readonly MappedField[], segment: SegmentReader, doc: number): Map<string, Json[]> {
    const found = new Map<string, Json[]>();
    for (const field of fields) {
      const values = this.#valuesOf(field, segment).shownOf(doc);
      if (values.length === 0) continue;
      let bytes = 0;
      for (const value of values) bytes += sizeOf(value);
      this.#budget.reserve(bytes, '<hits>');
      found.set(field.name, values);
    }
    return found;
  }

  /** As texts in which words are marked. */
  texts(field: MappedField, segment: SegmentReader, doc: number): string[] {
    const values = this.#valuesOf(field, segment).valuesOf(doc);
    return values.flatMap((value) => (value === null ? [] : [textOf(value)]));
  }

  #valuesOf(field: MappedField, segment: SegmentReader): DerivedValues {
    let values = this.#bound.get(field);
    if (values === undefined) {
      values = new DerivedValues(field.derived!, { ...this.#shard, budget: this.#budget });
      this.#bound.set(field, values);
    }
    values.setSegment(segment);
    return values;
  }
}

/** Throws ApiError where a script cannot be run whose values are shown. Of no documents none are. */
export function checkDerivedFields(
  { fields, size }: Pick<SearchRequest, 'fields' | 'size'>,
  shard: ShardTarget,
  budget: WorkBudget,
): void {
  if (fields.length === 0 || size === 0 || shard.searcher.numDocs === 0) return;
  for (const [{ derived }] of requestedFields(fields, shard.mapping)) {
    if (derived !== undefined) new DerivedValues(derived, { ...shard, budget });
  }
}
