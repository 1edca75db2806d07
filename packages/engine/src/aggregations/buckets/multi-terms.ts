import { Double, type Json } from '@sextant/contract';
import type { ColumnNumber } from '../../mapping/fine-number.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import { resolveOrder } from '../bucket-order.ts';
import type { MultiTermsSpec } from '../specs/multi-terms.ts';
import { growInt32 } from '../values/growable.ts';
import { Meter } from '../values/meter.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import { ANY_VALUE, type BucketOrds, bucketOrds } from './bucket-ords.ts';
import { longKey, type SortKey } from './internal-terms.ts';
import { allValues, keysOfField, type TermKeys } from './term-keys.ts';
import { TermsAggregator } from './terms-aggregator.ts';

/** Terms of which each is a combination of values of several fields. */
export function multiTermsAggregator(
  node: AggregationNode<MultiTermsSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { spec } = node;
  const order = resolveOrder(spec.order, node.children);
  const all = spec.sources.map((source) =>
    keysOfField(node, { source, include: null, exclude: null, minDocCount: 1 }, shard),
  );
  const keys = new Combinations(all, new Meter(shard.budget, node.name)).keys(shard);
  return new TermsAggregator(node, spec, order, { keys, budget: shard.budget, ...place });
}

const NO_CHILDREN = { topLevel: false, children: [] };

/** Numbers the combinations of values as they are met. */
class Combinations {
  /** null: not mapped, so that no document has a combination. */
  readonly #fields: readonly (TermKeys | null)[];
  /** Of each field the numbers of combinations up to its value, by that up to the field before. */
  readonly #ords: readonly BucketOrds[];

  constructor(fields: readonly (TermKeys | null)[], meter: Meter) {
    this.#fields = fields;
    this.#ords = fields.map((field) => bucketOrds(field?.domain ?? ANY_VALUE, NO_CHILDREN, meter));
  }

  keys(shard: ShardContext): TermKeys {
    let known: ReturnType<TermKeys['all']> | undefined;
    return {
      kind: 'multi_terms',
      format: RAW_FORMAT,
      domain: ANY_VALUE,
      predicate: null,
      // Each who searches meets combinations in an order of its own.
      isDivisible: false,
      compare: (a, b) => this.#compare(a, b),
      key: (combination) => this.#text(combination),
      sortKey: (combination) => this.#sortKey(combination),
      shown: (combination) => this.#shown(combination),
      source: (segment) => this.#source(segment),
      ordinals: () => null,
      answers: () => false,
      answer: () => undefined,
      all: () => {
        known ??= allValues((segment) => this.#source(segment), shard);
        return known;
      },
    };
  }

  #source(segment: SegmentReader): ValueSource | null {
    const sources: ValueSource[] = [];
    for (const field of this.#fields) {
      const source = field?.source(segment) ?? null;
      if (source === null) return null;
      sources.push(source);
    }
    return new CombinedSource(sources, this.#ords);
  }

  #values(combination: number): number[] {
    const values = this.#ords.map(() => 0);
    let at = combination;
    for (let i = this.#ords.length - 1; i >= 0; i--) {
      values[i] = this.#ords[i]!.value(at);
      at = this.#ords[i]!.parent(at);
    }
    return values;
  }

  #compare(a: number, b: number): number {
    const left = this.#values(a);
    const right = this.#values(b);
    for (const [i, field] of this.#fields.entries()) {
      const result = field!.compare(left[i]!, right[i]!);
      if (result !== 0) return result;
    }
    return 0;
  }

  #sortKey(combination: number): SortKey {
    return this.#values(combination).map(
      (value, i) => this.#fields[i]!.sortKey(value) as Uint8Array | ColumnNumber,
    );
  }

  /** The same for the same combination on every shard. */
  #text(combination: number): string {
    return JSON.stringify(this.#values(combination).map((value, i) => this.#fields[i]!.key(value)));
  }

  #shown(combination: number): { readonly key: readonly Json[]; readonly key_as_string: string } {
    const parts = this.#values(combination).map((value, i) => shownPart(this.#fields[i]!, value));
    return {
      key: parts.map(({ json }) => json),
      key_as_string: parts.map(({ text }) => text).join('|'),
    };
  }
}

function shownPart(field: TermKeys, value: number): { readonly json: Json; readonly text: string } {
  const key = field.key(value);
  if (typeof key === 'string') return { json: field.kind === 'lterms' ? longKey(key) : key, text: key };
  const { format } = field;
  if (!format.raw && format.bareTerms !== true) return { json: format.json(key), text: format.text(key) };
  return field.kind === 'dterms'
    ? { json: new Double(key), text: javaDouble(key) }
    : { json: longKey(key), text: String(BigInt(key)) };
}

/** Gives the number of each combination of the values of a document. */
class CombinedSource implements ValueSource {
  /** A document may have several combinations, none of them twice. */
  readonly multiValued: boolean;
  readonly #sources: readonly ValueSource[];
  readonly #levels: readonly Level[];
  #places = new Int32Array(0);

  constructor(sources: readonly ValueSource[], ords: readonly BucketOrds[]) {
    this.multiValued = sources.some((source) => source.multiValued);
    this.#sources = sources;
    this.#levels = ords.map((each) => new Level(each));
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    if (this.#places.length < length) {
      this.#places = growInt32(this.#places, length, 0);
      for (let i = 0; i < this.#places.length; i++) this.#places[i] = i;
    }
    this.#readLevel(0, { docs, parents, prefixes: new Int32Array(length), length }, sink);
  }

  /** Values of one field after the other; their places, not their parents, go along. */
  #readLevel(index: number, before: Prefixes, sink: ValueSink): void {
    const level = this.#levels[index];
    const { docs, length } = before;
    if (level === undefined) {
      sink.values(docs, before.parents, Float64Array.from(before.prefixes.subarray(0, length)), length);
      return;
    }
    if (this.#places.length < length) {
      this.#places = growInt32(this.#places, length, 0);
      for (let i = 0; i < this.#places.length; i++) this.#places[i] = i;
    }
    const source = this.#sources[index]!;
    source.read(docs, this.#places, length, {
      values: (_docs, places, values, count) => {
        this.#readLevel(index + 1, level.extend(before, places, values, count, source.multiValued), sink);
      },
    });
  }
}

/** Documents of a block, the bucket of the parent of each, and the number of its combination so far. */
interface Prefixes {
  readonly docs: Int32Array;
  readonly parents: Int32Array;
  readonly prefixes: Int32Array;
  readonly length: number;
}

class Level {
  readonly #ords: BucketOrds;
  #docs = new Int32Array(0);
  #parents = new Int32Array(0);
  #before = new Int32Array(0);
  #prefixes = new Int32Array(0);

  constructor(ords: BucketOrds) {
    this.#ords = ords;
  }

  /** `repeats`: a value that a document has several times, which come one after the other, is one. */
  extend(
    before: Prefixes,
    places: Int32Array,
    values: Float64Array,
    length: number,
    repeats: boolean,
  ): Prefixes {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#parents = growInt32(this.#parents, length, 0);
    this.#before = growInt32(this.#before, length, 0);
    this.#prefixes = growInt32(this.#prefixes, length, 0);
    for (let i = 0; i < length; i++) {
      const place = places[i]!;
      this.#docs[i] = before.docs[place]!;
      this.#parents[i] = before.parents[place]!;
      this.#before[i] = before.prefixes[place]!;
    }
    this.#ords.assign(this.#before, values, length, this.#prefixes);
    const kept = repeats ? this.#withoutRepeats(places, length) : length;
    return { docs: this.#docs, parents: this.#parents, prefixes: this.#prefixes, length: kept };
  }

  #withoutRepeats(places: Int32Array, length: number): number {
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (i > 0 && places[i] === places[i - 1] && this.#prefixes[i] === this.#prefixes[kept - 1]) continue;
      this.#docs[kept] = this.#docs[i]!;
      this.#parents[kept] = this.#parents[i]!;
      this.#prefixes[kept++] = this.#prefixes[i]!;
    }
    return kept;
  }
}
