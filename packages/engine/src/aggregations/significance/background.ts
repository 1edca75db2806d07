import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { countBits, getBit } from '../../codec/bits.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { fineSlice } from '../../query/fine-range.ts';
import { textOf } from '../../query/query-tokens.ts';
import type { NumericColumn, SegmentReader, TermsReader } from '../../segment/segment-reader.ts';
import type { FilteredDocs, ShardContext } from '../aggregator.ts';

/**
 * What the terms of a field are compared with: how many documents of the shard have them. As in OpenSearch the size is that of
 * all documents, deleted ones included, where no filter says which, and terms that are looked up are counted in all of them.
 */
export class Background {
  readonly size: number;
  readonly #segments: readonly BackgroundSegment[];
  readonly #field: MappedField;
  readonly #budget: WorkBudget;
  readonly #nowMs: number;
  readonly #filtered: boolean;
  readonly #known = new Map<number, number>();
  /** Of a term, to be counted. */
  #docs = new Uint32Array(0);

  constructor(field: MappedField, query: QueryNode | null, shard: ShardContext) {
    const { budget, nowMs } = shard;
    this.#field = field;
    this.#budget = budget;
    this.#nowMs = nowMs;
    this.#filtered = query !== null;
    this.#segments = segmentsOf(query, shard);
    this.size = this.#segments.reduce((sum, each) => sum + sizeOf(each, this.#filtered), 0);
  }

  /** Documents with a term. `value`: what the aggregation numbers it by. */
  ofTerm(value: number, term: () => Uint8Array): number {
    return this.#remember(value, () => this.#countTerm(term()));
  }

  /** Documents with a number, by how it is shown. */
  ofNumber(value: number, text: () => string): number {
    return this.#remember(value, () => this.#countNumber(text()));
  }

  #remember(value: number, count: () => number): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const found = count();
    this.#budget.reserve(BYTES_PER_TERM, '<background of significant terms>');
    this.#known.set(value, found);
    return found;
  }

  #countTerm(term: Uint8Array): number {
    const { name, fieldType, storage, indexed } = this.#field;
    if (storage === 'number') return this.#countNumber(textOf(term));
    if (!indexed) {
      const reason = `Cannot search on field [${name}] since it is not indexed.`;
      throw apiError('illegal_argument_exception', reason);
    }
    const isLookedUp = fieldType.terms?.isPlain !== false && !LOOKED_FOR.has(fieldType.name);
    const statistics = !this.#filtered && isLookedUp;
    let found = 0;
    for (const { segment, docs } of this.#segments) {
      this.#budget.charge(1);
      const terms = docs === null ? null : segment.terms(name);
      const ordinal = terms?.lookup(term) ?? -1;
      if (terms === null || docs === null || ordinal < 0) continue;
      if (statistics || (docs === 'all' && segment.liveDocs === null)) found += terms.docFreq(ordinal);
      else {
        this.#budget.charge(terms.docFreq(ordinal) >>> 6);
        found += this.#countTermDocs(terms, ordinal, segment, docs);
      }
    }
    return found;
  }

  #countTermDocs(
    terms: TermsReader,
    ordinal: number,
    segment: SegmentReader,
    docs: Uint32Array | 'all',
  ): number {
    const wanted = terms.docFreq(ordinal);
    if (this.#docs.length < wanted) this.#docs = new Uint32Array(wanted);
    const end = terms.copyDocs(ordinal, this.#docs, 0);
    let found = 0;
    for (let i = 0; i < end; i++) if (isIn(this.#docs[i]!, segment, docs)) found++;
    return found;
  }

  #countNumber(text: string): number {
    const match = this.#field.fieldType.match(this.#field, text, this.#nowMs);
    if (match.kind !== 'numbers' && match.kind !== 'flag') return 0;
    const interval = match.kind === 'flag' ? { low: match.value, high: match.value } : match;
    let found = 0;
    for (const { segment, docs } of this.#segments) {
      const column = docs === null ? null : segment.numeric(this.#field.name);
      if (docs === null || column === null || column.sorted === null) continue;
      const { from, to } = fineSlice(column, interval);
      this.#budget.charge(1 + ((to - from) >>> 8));
      // As the terms that OpenSearch has of booleans are looked up.
      const isDeletedToo = match.kind === 'flag' && !this.#filtered;
      found += countDocs(column, { from, to }, isDeletedToo ? () => true : (doc) => isIn(doc, segment, docs));
    }
    return found;
  }
}

/** Types whose values OpenSearch looks for among the documents that are there, as it does addresses; terms of others it looks up. */
const LOOKED_FOR: ReadonlySet<string> = new Set(['keyword', 'wildcard', 'flat_object']);

/** One that is remembered. */
const BYTES_PER_TERM = 40;

interface BackgroundSegment {
  readonly segment: SegmentReader;
  readonly docs: FilteredDocs;
}

/** The size where there is nothing to compare with it. */
export function backgroundSize(query: QueryNode | null, shard: ShardContext): number {
  return segmentsOf(query, shard).reduce((sum, each) => sum + sizeOf(each, query !== null), 0);
}

function segmentsOf(
  query: QueryNode | null,
  { searcher, filter, nestedPath }: ShardContext,
): BackgroundSegment[] {
  const wanted = query === null ? null : filter!(query, nestedPath);
  return searcher.segments.map((segment) => {
    return { segment, docs: wanted === null ? 'all' : wanted.docs(segment) };
  });
}

function sizeOf({ segment, docs }: BackgroundSegment, filtered: boolean): number {
  if (docs === null) return 0;
  if (docs === 'all') return filtered ? segment.numDocs : segment.maxDoc;
  return countBits(docs);
}

/** Objects of nested fields live with what they lie in. */
function isIn(doc: number, { liveDocs, blocks }: SegmentReader, docs: Uint32Array | 'all'): boolean {
  if (docs !== 'all') return getBit(docs, doc);
  if (liveDocs === null || getBit(liveDocs, doc)) return true;
  return blocks !== null && getBit(liveDocs, blocks.rootOf(doc));
}

/** The documents of a stretch of sorted values, each once. */
function countDocs(
  column: NumericColumn,
  { from, to }: { readonly from: number; readonly to: number },
  isWanted: (doc: number) => boolean,
): number {
  const sorted = column.sorted!;
  const seen = column.offsets === null ? null : new Set<number>();
  let found = 0;
  for (let i = from; i < to; i++) {
    const doc = sorted.docs[i]!;
    if (!isWanted(doc)) continue;
    if (seen === null) found++;
    else seen.add(doc);
  }
  return seen?.size ?? found;
}
