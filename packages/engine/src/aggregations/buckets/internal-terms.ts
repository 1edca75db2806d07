import { apiError, Double, type Json, type JsonMap, Long } from '@sextant/contract';
import { type LongText, TextKeys } from '../../codec/text-keys.ts';
import { type ColumnNumber, compareFine } from '../../mapping/fine-number.ts';
import { wholeJson } from '../../mapping/whole-number.ts';
import { compareBytes } from '../../segment/global-ordinals.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { bucketFigure, comparator, type ResolvedOrder, TopBuckets } from '../bucket-order.ts';
import {
  type BucketBudget,
  type BucketKey,
  type InternalAggregation,
  type InternalBucket,
  InternalMultiBucket,
  type RenderOptions,
  reduceChildren,
  renderAll,
} from '../internal-aggregation.ts';
import type { TermsSpec } from '../specs/terms.ts';
import type { ValueFormat } from '../values/value-format.ts';

/** How keys are kept: text, whole numbers or fractions; `umterms` where no field is mapped. */
export type TermsKind = 'sterms' | 'lterms' | 'dterms' | 'umterms' | 'multi_terms';

/** What keys are compared by; several values are compared one after the other. */
export type SortKey = OneKey | readonly OneKey[];

type OneKey = Uint8Array | ColumnNumber;

/** What a reduction goes by. */
export type TermsOptions = Pick<
  TermsSpec,
  'size' | 'shardSize' | 'minDocCount' | 'shardMinDocCount' | 'showTermDocCountError' | 'breadthFirst'
> &
  Partial<Pick<TermsSpec, 'executionHint'>>;

const JAVA_CLASSES: Readonly<Record<TermsKind, string>> = {
  sterms: 'StringTerms',
  lterms: 'LongTerms',
  dterms: 'DoubleTerms',
  umterms: 'UnmappedTerms',
  multi_terms: 'InternalMultiTerms',
};

export interface TermsBucket extends InternalBucket {
  /** Text and ip addresses as printed, else the number, or its digits where it is a whole one that no double holds. */
  readonly key: string | number;
  readonly sortKey: SortKey;
  /** How it is shown, where that is not the key itself. */
  readonly shown?: JsonMap | undefined;
  /** Documents that other shards may have held back; -1: unknown. */
  readonly docCountError: number;
}

/** Buckets of shards that are one. */
interface MergedBucket {
  readonly buckets: TermsBucket[];
  docCount: number;
  error: number;
}

interface TermsParts {
  readonly kind: TermsKind;
  readonly format: ValueFormat;
  readonly buckets: readonly TermsBucket[];
  readonly docCountError: number;
  readonly otherDocCount: number;
}

/** The bucket as it is where nobody knows what shards have held back. */
function unbounded({ key, sortKey, shown, docCount, children }: TermsBucket): TermsBucket {
  return { key, sortKey, shown, docCount, docCountError: -1, children };
}

export function compareTermKeys(a: SortKey, b: SortKey): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < a.length; i++) {
      const result = compareOne(a[i], b[i]);
      if (result !== 0) return result;
    }
    return 0;
  }
  return compareOne(a as OneKey, b as OneKey);
}

function compareOne(a: OneKey, b: OneKey): number {
  if (a instanceof Uint8Array || b instanceof Uint8Array)
    return compareBytes(a as Uint8Array, b as Uint8Array);
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareFine(a, b);
}

/** The share of buckets that a shard sends, where the request does not say: some more than are asked for. */
export function shardSizeOf(spec: TermsOptions, order: ResolvedOrder): number {
  const suggested = order.byKey ? spec.size : Math.min(0x7fffffff, Math.floor(spec.size * 1.5 + 10));
  return Math.max(spec.shardSize ?? suggested, spec.size);
}

export class InternalTerms extends InternalMultiBucket<TermsBucket> {
  declare readonly node: AggregationNode;
  readonly spec: TermsOptions;
  readonly order: ResolvedOrder;
  readonly parts: TermsParts;

  constructor(node: AggregationNode, spec: TermsOptions, order: ResolvedOrder, parts: TermsParts) {
    super(node);
    this.spec = spec;
    this.order = order;
    this.parts = parts;
  }

  get typedName(): string {
    const { kind, format } = this.parts;
    if (kind === 'lterms' && format.bareTerms === true) return 'ulterms';
    return kind === 'umterms' ? 'sterms' : kind;
  }

  override get unmapped(): boolean {
    return this.parts.kind === 'umterms';
  }

  override get javaClass(): string {
    return this.typedName === 'ulterms' ? 'UnsignedLongTerms' : JAVA_CLASSES[this.parts.kind];
  }

  get buckets(): readonly TermsBucket[] {
    return this.parts.buckets;
  }

  keyOf({ key, shown }: TermsBucket): BucketKey {
    if (shown !== undefined)
      return { text: String(shown.key_as_string), number: null, javaClass: 'ArrayList' };
    return termKeyOf(key, this.parts);
  }

  withBuckets(buckets: readonly TermsBucket[]): InternalTerms {
    return new InternalTerms(this.node, this.spec, this.order, { ...this.parts, buckets });
  }

  withChildren(bucket: TermsBucket, children: readonly InternalAggregation[]): TermsBucket {
    // Not spread: what a shard has made tells its key when it is asked.
    const { key, sortKey, shown, docCount, docCountError } = bucket;
    return { key, sortKey, shown, docCount, docCountError, children };
  }

  /**
   * Merges the buckets of all shards. A shard that sent as many buckets as it may can have held back a term
   * with at most the count of its last one: the sum of these is the error bound.
   */
  reduce(parts: readonly InternalAggregation[], budget: BucketBudget): InternalAggregation {
    if (parts.length === 1 && this.node.children.length === 0) return this.#alone(budget);
    const all = parts.filter((part) => part instanceof InternalTerms);
    const kind = this.#commonKind(all);
    const shards = all.map((part) => part.parts);
    const errors = shards.map((shard) => this.#errorOf(shard));
    const error = errors.includes(-1) ? -1 : errors.reduce((sum, each) => sum + each, 0);
    const merged = new Map<LongText | number | string, MergedBucket>();
    const keys = new TextKeys();
    let other = 0;
    for (const [i, shard] of shards.entries()) {
      other += shard.otherDocCount;
      budget.charge(shard.buckets.length);
      for (const each of shard.buckets) {
        const bucket = kind === 'dterms' ? asDouble(each) : each;
        const key = keys.of(bucket.key);
        let entry = merged.get(key);
        if (entry === undefined) {
          entry = { buckets: [], docCount: 0, error: 0 };
          merged.set(key, entry);
        }
        entry.buckets.push(bucket);
        entry.docCount += bucket.docCount;
        entry.error -= errors[i]!;
      }
    }
    const sums = [...merged.values()].map((entry) => this.#sum(entry, error, budget));
    const top = new TopBuckets<TermsBucket>(this.spec.size, this.#compare());
    let counted = 0;
    for (const bucket of sums) {
      counted += bucket.docCount;
      if (bucket.docCount >= this.spec.minDocCount) top.offer(bucket);
      else counted -= bucket.docCount;
    }
    const buckets = top.sorted();
    budget.take(buckets.length);
    other += counted - buckets.reduce((sum, bucket) => sum + bucket.docCount, 0);
    return new InternalTerms(this.node, this.spec, this.order, {
      kind,
      format: this.parts.format,
      buckets,
      // One shard has held nothing back.
      docCountError: parts.length === 1 && error >= 0 ? 0 : error,
      otherDocCount: other,
    });
  }

  /** The buckets of one shard come in order: of those that are not shown the keys are not looked at. */
  #alone(budget: BucketBudget): InternalAggregation {
    const { kind, format, buckets, otherDocCount } = this.parts;
    const error = Math.min(0, this.#errorOf(this.parts));
    budget.charge(buckets.length);
    const shown: TermsBucket[] = [];
    let other = otherDocCount;
    for (const bucket of buckets) {
      if (bucket.docCount < this.spec.minDocCount) continue;
      if (shown.length < this.spec.size) shown.push(bucket);
      else other += bucket.docCount;
    }
    budget.take(shown.length);
    return new InternalTerms(this.node, this.spec, this.order, {
      kind,
      format,
      buckets: error === 0 ? shown : shown.map((bucket) => unbounded(bucket)),
      docCountError: error,
      otherDocCount: other,
    });
  }

  /** Whole numbers and fractions can meet where indices map the field differently: all become fractions. */
  #commonKind(all: readonly InternalTerms[]): TermsKind {
    const kinds = new Set(all.map((part) => part.parts.kind).filter((kind) => kind !== 'umterms'));
    if (kinds.size <= 1) return this.parts.kind;
    if (!kinds.has('sterms')) return 'dterms';
    throw apiError(
      'aggregation_execution_exception',
      `Merging/Reducing the aggregations failed when computing the aggregation [${this.node.name}] because ` +
        'the field you gave in the aggregation query existed as two different types in two different indices',
    );
  }

  #errorOf(shard: TermsParts): number {
    if (shard.buckets.length < shardSizeOf(this.spec, this.order) || this.order.byKey) return 0;
    if (!this.order.byCountDesc) return -1;
    if (shard.docCountError > 0) return shard.docCountError;
    return shard.buckets.reduce(
      (least, bucket) => Math.min(least, bucket.docCount),
      Number.POSITIVE_INFINITY,
    );
  }

  #sum(
    entry: { readonly buckets: readonly TermsBucket[]; readonly docCount: number; readonly error: number },
    error: number,
    budget: BucketBudget,
  ): TermsBucket {
    const { key, sortKey, shown } = entry.buckets[0]!;
    return {
      key,
      sortKey,
      shown,
      docCount: entry.docCount,
      docCountError: error === -1 ? -1 : entry.error + error,
      children: reduceChildren(entry.buckets, budget),
    };
  }

  #compare(): (a: TermsBucket, b: TermsBucket) => number {
    return comparator<TermsBucket>(this.order, {
      count: (bucket) => bucket.docCount,
      compareKeys: (a, b) => compareTermKeys(a.sortKey, b.sortKey),
      figure: bucketFigure,
    });
  }

  render(options: RenderOptions): JsonMap {
    return {
      doc_count_error_upper_bound: this.parts.docCountError,
      sum_other_doc_count: this.parts.otherDocCount,
      buckets: this.parts.buckets.map((bucket) => ({
        ...(bucket.shown ?? renderTermKey(bucket.key, this.parts)),
        doc_count: bucket.docCount,
        ...(this.spec.showTermDocCountError && { doc_count_error_upper_bound: bucket.docCountError }),
        ...renderAll(bucket.children, options),
      })),
    };
  }
}

/** Beside numbers with fractions whole ones are doubles too, however exact they are known. */
function asDouble(bucket: TermsBucket): TermsBucket {
  if (typeof bucket.key !== 'string') return bucket;
  const { docCount, docCountError, children } = bucket;
  const key = Number(bucket.key);
  return { key, sortKey: key, docCount, docCountError, children };
}

/** What keys of one kind are shown by. */
type ShownBy = Pick<TermsParts, 'kind' | 'format'>;

export function renderTermKey(key: string | number, { kind, format }: ShownBy): JsonMap {
  if (typeof key === 'string' && kind !== 'lterms') return { key };
  const number = kind === 'dterms' ? new Double(Number(key)) : longKey(key);
  return format.raw || (format.bareTerms === true && kind !== 'dterms')
    ? { key: number }
    : { key: number, key_as_string: format.text(Number(key)) };
}

export function termKeyOf(key: string | number, { kind, format }: ShownBy): BucketKey {
  if (typeof key === 'string')
    return kind === 'lterms'
      ? { text: key, number: Number(key), javaClass: 'Long' }
      : { text: key, number: null, javaClass: 'String' };
  const whole = kind !== 'dterms' && (format.raw || format.bareTerms === true);
  return { text: whole ? String(key) : format.text(key), number: key, javaClass: 'Long' };
}

/** A whole number, also beyond what a double counts one by one. */
export function longKey(value: number | string): Json {
  if (typeof value === 'string') return new Long(value);
  return wholeJson(value >= 2 ** 63 ? 'unsigned_long' : 'long', Math.trunc(value));
}
