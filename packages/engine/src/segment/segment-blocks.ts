import { countBits, getBit, setBit, wordsFor } from '../codec/bits.ts';
import { NESTED_PATH } from '../mapping/nested-path.ts';
import type { SegmentIndex } from './segment-index.ts';

/** The first set bit from `from` on; -1 where there is none. */
export function nextBit(words: Uint32Array, from: number): number {
  let word = from >>> 5;
  if (word >= words.length) return -1;
  let rest = words[word]! & (-1 << (from & 31));
  while (rest === 0) {
    if (++word >= words.length) return -1;
    rest = words[word]!;
  }
  return (word << 5) + 31 - Math.clz32(rest & -rest);
}

/** The last set bit up to `from`; -1 where there is none. */
export function previousBit(words: Uint32Array, from: number): number {
  if (from < 0) return -1;
  let word = from >>> 5;
  let rest = words[word]! & (-1 >>> (31 - (from & 31)));
  while (rest === 0) {
    if (--word < 0) return -1;
    rest = words[word]!;
  }
  return (word << 5) + 31 - Math.clz32(rest);
}

/**
 * Which documents of a segment lie in which. A block is a document after all those within it: the objects of its nested
 * fields, each after the objects within that. So what lies in a document is what stands between it and the one before it of
 * its own kind. Deleted documents are among them; blocks are deleted as a whole.
 */
export class SegmentBlocks {
  /** Documents that lie in no other. */
  readonly roots: Uint32Array;
  readonly #index: SegmentIndex;
  readonly #docs = new Map<string, Uint32Array | null>();

  constructor(index: SegmentIndex) {
    this.#index = index;
    const { maxDoc } = index;
    this.roots = new Uint32Array(wordsFor(maxDoc));
    const inner = index.exists(NESTED_PATH);
    if (inner === 'all') return;
    for (let doc = 0; doc < maxDoc; doc++) if (inner === null || !getBit(inner, doc)) setBit(this.roots, doc);
  }

  /** The documents of a nested path, or the roots for null; null where there is none. */
  docsOf(path: string | null): Uint32Array | null {
    if (path === null) return this.roots;
    let docs = this.#docs.get(path);
    if (docs === undefined) {
      docs = this.#read(path);
      this.#docs.set(path, docs);
    }
    return docs;
  }

  /** The root of the block that the document lies in. */
  rootOf(doc: number): number {
    return nextBit(this.roots, doc);
  }

  /** Where the block of a root begins. */
  startOf(root: number): number {
    return previousBit(this.roots, root - 1) + 1;
  }

  /** The nested path of a document; null for a root. */
  pathOf(doc: number): string | null {
    if (getBit(this.roots, doc)) return null;
    const terms = this.#index.terms(NESTED_PATH);
    if (terms === null) return null;
    for (let ordinal = 0; ordinal < terms.size; ordinal++) {
      const path = terms.termText(ordinal);
      if (getBit(this.docsOf(path)!, doc)) return path;
    }
    return null;
  }

  /** These roots, and all that lies in them. */
  withInner(roots: Uint32Array): Uint32Array {
    const docs = new Uint32Array(roots.length);
    for (let root = nextBit(roots, 0); root >= 0; root = nextBit(roots, root + 1)) {
      for (let doc = this.startOf(root); doc <= root; doc++) setBit(docs, doc);
    }
    return docs;
  }

  /** Documents that are not roots. */
  get innerDocs(): number {
    return this.#index.maxDoc - countBits(this.roots);
  }

  #read(path: string): Uint32Array | null {
    const terms = this.#index.terms(NESTED_PATH);
    const ordinal = terms === null ? -1 : terms.lookup(new TextEncoder().encode(path));
    if (terms === null || ordinal < 0) return null;
    const docs = new Uint32Array(wordsFor(this.#index.maxDoc));
    terms.markDocs(ordinal, docs);
    return docs;
  }
}
