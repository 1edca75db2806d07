import type { WorkBudget } from '../budget/work-budget.ts';
import { getBit } from '../codec/bits.ts';
import { type JoinRelations, relationOfChild, relationOfParent } from '../mapping/join-relations.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { HitDocs } from './hit-docs.ts';
import type { DocPlace } from './hit-scores.ts';
import type { DocsOfHit } from './search-request.ts';
import type { SegmentTarget } from './shard-target.ts';

const encoder = new TextEncoder();

/** The children of hits that have a name, or the parents of hits, in all segments of the shard. */
export class JoinedWithHits implements HitDocs {
  readonly #docs: Exclude<DocsOfHit, { readonly kind: 'nested' }>;
  readonly #targets: readonly SegmentTarget[];
  readonly #budget: WorkBudget;
  /** By shard, the places of its segments. */
  readonly #shards = new Map<number, number[]>();

  constructor(
    docs: Exclude<DocsOfHit, { readonly kind: 'nested' }>,
    targets: readonly SegmentTarget[],
    budget: WorkBudget,
  ) {
    this.#docs = docs;
    this.#targets = targets;
    this.#budget = budget;
    for (const [place, { shardIndex }] of targets.entries()) {
      const own = this.#shards.get(shardIndex);
      if (own === undefined) this.#shards.set(shardIndex, [place]);
      else own.push(place);
    }
  }

  /** With hits that are neither child nor parent it is shown that there is none. */
  add({ segment, doc }: DocPlace, into: DocPlace[]): boolean {
    const { shard, segment: reader } = this.#targets[segment]!;
    const { join } = shard.mapping;
    if (join === undefined) return false;
    if (valueAt(reader, join.field, doc) === null) return true;
    if (this.#docs.kind === 'child') this.#addChildren(segment, reader.idOf(doc), join, into);
    else this.#addParent(segment, doc, join, into);
    return true;
  }

  #addParent(segment: number, doc: number, join: JoinRelations, into: DocPlace[]): void {
    const relation = relationOfParent(join, this.#docs.type);
    const { shardIndex, segment: reader } = this.#targets[segment]!;
    const id = relation === undefined ? null : valueAt(reader, relation.ids, doc);
    if (id === null) return;
    for (const place of this.#shards.get(shardIndex)!) {
      this.#budget.charge(1);
      const parent = this.#targets[place]!.segment.docOf(id);
      if (parent >= 0) into.push({ segment: place, doc: parent });
    }
  }

  #addChildren(segment: number, id: string, join: JoinRelations, into: DocPlace[]): void {
    const relation = relationOfChild(join, this.#docs.type);
    if (relation === undefined) return;
    const key = encoder.encode(id);
    const type = encoder.encode(this.#docs.type);
    for (const place of this.#shards.get(this.#targets[segment]!.shardIndex)!) {
      const { segment: reader } = this.#targets[place]!;
      const family = docsWith(reader, relation.ids, key);
      this.#budget.charge(1 + (family.length >>> 6));
      for (const doc of family) {
        if (reader.liveDocs !== null && !getBit(reader.liveDocs, doc)) continue;
        if (ordinalAt(reader, join.field, doc) !== reader.terms(join.field)?.lookup(type)) continue;
        into.push({ segment: place, doc });
      }
    }
  }
}

/** The documents that have the term, ascending. */
function docsWith(reader: SegmentReader, field: string, term: Uint8Array): Uint32Array {
  const terms = reader.terms(field);
  const ordinal = terms?.lookup(term) ?? -1;
  if (terms === null || ordinal < 0) return new Uint32Array(0);
  const docs = new Uint32Array(terms.docFreq(ordinal));
  return docs.subarray(0, terms.copyDocs(ordinal, docs, 0));
}

/** -1 where the document has no value. */
function ordinalAt(reader: SegmentReader, field: string, doc: number): number {
  const column = reader.ordinals(field);
  if (column === null) return -1;
  const { data, offsets, present } = column;
  if (offsets !== null) return offsets[doc]! < offsets[doc + 1]! ? data[offsets[doc]!]! : -1;
  return present === null || getBit(present, doc) ? data[doc]! : -1;
}

function valueAt(reader: SegmentReader, field: string, doc: number): Uint8Array | null {
  const ordinal = ordinalAt(reader, field, doc);
  return ordinal < 0 ? null : (reader.terms(field)?.term(ordinal) ?? null);
}
