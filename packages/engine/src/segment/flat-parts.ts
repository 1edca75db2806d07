import { getBit, wordsFor } from '../codec/bits.ts';
import { unsignedArray, unsignedWidth } from '../codec/narrow-array.ts';
import { FLAT_TERMS } from '../mapping/flat-paths.ts';
import type { BlockBuffers } from './block-buffers.ts';
import type { FieldTerms } from './field-terms.ts';
import type { Postings } from './postings.ts';
import type { OrdinalColumn, TermsReader } from './segment-reader.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** So many parts of a segment are kept: what they take in memory is counted by nobody. */
const KEPT_MAX = 16;

/** What a part is taken out of. */
export interface FlatSource {
  readonly maxDoc: number;
  /** Names of the fields of the segment. */
  readonly fields: ReadonlyMap<string, unknown>;
  terms(name: string): FieldTerms | null;
  ordinals(name: string): OrdinalColumn | null;
}

/** The fields within fields of whole objects, which a segment holds together: each looks as if it were a field of its own. */
export class FlatParts {
  readonly #source: FlatSource;
  /** Names of the fields of whole objects. */
  readonly #roots: readonly string[];
  readonly #kept = new Map<string, FlatPart>();

  constructor(source: FlatSource) {
    this.#source = source;
    this.#roots = [...source.fields.keys()]
      .filter((name) => name.endsWith(FLAT_TERMS))
      .map((name) => name.slice(0, -FLAT_TERMS.length));
  }

  /** null where the segment has no such value. */
  of(name: string): FlatPart | null {
    const root = this.#roots.find((each) => name.startsWith(`${each}.`));
    if (root === undefined) return null;
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const terms = this.#source.terms(root + FLAT_TERMS)!;
    const prefix = encoder.encode(`${name.slice(root.length + 1)}=`);
    const from = terms.ceiling(prefix);
    // The next byte that could stand in place of the last one.
    const end = prefix.slice();
    end[end.length - 1] = end.at(-1)! + 1;
    const to = terms.ceiling(end);
    if (from === to) return null;
    const part = new FlatPart(this.#source, root + FLAT_TERMS, new PartTerms(terms, prefix, from, to));
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(name, part);
    return part;
  }
}

class FlatPart {
  readonly terms: PartTerms;
  readonly #source: FlatSource;
  readonly #name: string;
  #column: OrdinalColumn | undefined;
  #exists: Uint32Array | undefined;

  constructor(source: FlatSource, name: string, terms: PartTerms) {
    this.terms = terms;
    this.#source = source;
    this.#name = name;
  }

  get column(): OrdinalColumn {
    this.#column ??= this.#makeColumn();
    return this.#column;
  }

  get exists(): Uint32Array {
    if (this.#exists === undefined) {
      this.#exists = new Uint32Array(wordsFor(this.#source.maxDoc));
      for (let ordinal = 0; ordinal < this.terms.size; ordinal++) this.terms.markDocs(ordinal, this.#exists);
    }
    return this.#exists;
  }

  #makeColumn(): OrdinalColumn {
    const { maxDoc } = this.#source;
    const { data, offsets, present } = this.#source.ordinals(this.#name)!;
    const { from, to } = this.terms;
    const starts = new Uint32Array(maxDoc + 1);
    const values: number[] = [];
    let docCount = 0;
    for (let doc = 0; doc < maxDoc; doc++) {
      const first = offsets === null ? doc : offsets[doc]!;
      const has = offsets !== null || present === null || getBit(present, doc);
      const last = offsets === null ? doc + Number(has) : offsets[doc + 1]!;
      for (let i = first; i < last; i++) {
        const ordinal = data[i]!;
        if (ordinal >= from && ordinal < to) values.push(ordinal - from);
      }
      starts[doc + 1] = values.length;
      if (starts[doc + 1] !== starts[doc]) docCount++;
    }
    const kept = unsignedArray(unsignedWidth(Math.max(0, to - from - 1)), values.length);
    kept.set(values);
    return { data: kept, offsets: starts, present: null, valueCount: values.length, docCount };
  }
}

/** The terms from one to another of a dictionary, less what all of them begin with. */
class PartTerms implements TermsReader {
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly indexed: boolean;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  readonly #all: FieldTerms;
  readonly #prefix: Uint8Array;
  #joined: { readonly bytes: Uint8Array; readonly offsets: Uint32Array } | undefined;

  constructor(all: FieldTerms, prefix: Uint8Array, from: number, to: number) {
    this.#all = all;
    this.#prefix = prefix;
    this.from = from;
    this.to = to;
    this.size = to - from;
    this.indexed = all.indexed;
    this.docCount = all.docCount;
    this.sumTotalTermFreq = all.sumTotalTermFreq;
    this.sumDocFreq = all.sumDocFreq;
  }

  #whole(term: Uint8Array): Uint8Array {
    const whole = new Uint8Array(this.#prefix.length + term.length);
    whole.set(this.#prefix);
    whole.set(term, this.#prefix.length);
    return whole;
  }

  lookup(term: Uint8Array): number {
    const ordinal = this.#all.lookup(this.#whole(term));
    return ordinal < 0 ? -1 : ordinal - this.from;
  }

  ceiling(term: Uint8Array, after = -1): number {
    const ordinal = this.#all.ceiling(this.#whole(term), after < 0 ? -1 : after + this.from);
    return Math.min(ordinal, this.to) - this.from;
  }

  get bytes(): Uint8Array {
    return this.#join().bytes;
  }

  get offsets(): Uint32Array {
    return this.#join().offsets;
  }

  #join(): { readonly bytes: Uint8Array; readonly offsets: Uint32Array } {
    if (this.#joined !== undefined) return this.#joined;
    const offsets = new Uint32Array(this.size + 1);
    for (let i = 0; i < this.size; i++) offsets[i + 1] = offsets[i]! + this.term(i).length;
    const bytes = new Uint8Array(offsets[this.size]!);
    for (let i = 0; i < this.size; i++) bytes.set(this.term(i), offsets[i]!);
    this.#joined = { bytes, offsets };
    return this.#joined;
  }

  term(ordinal: number): Uint8Array {
    return this.#all.term(this.from + ordinal).subarray(this.#prefix.length);
  }

  termText(ordinal: number): string {
    return decoder.decode(this.term(ordinal));
  }

  docFreq(ordinal: number): number {
    return this.#all.docFreq(this.from + ordinal);
  }

  totalTermFreq(ordinal: number): number {
    return this.#all.totalTermFreq(this.from + ordinal);
  }

  postings(ordinal: number, buffers?: BlockBuffers): Postings {
    return this.#all.postings(this.from + ordinal, buffers);
  }

  markDocs(ordinal: number, bits: Uint32Array): void {
    this.#all.markDocs(this.from + ordinal, bits);
  }

  copyDocs(ordinal: number, target: Uint32Array, at: number): number {
    return this.#all.copyDocs(this.from + ordinal, target, at);
  }
}
