import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { compareRanges } from '../codec/bytes.ts';
import { sortDoubles } from '../codec/sort-doubles.ts';

/** A text for each document, one behind the other: that of a document ends where the next one begins, and may be empty. */
export interface OneText {
  readonly bytes: Uint8Array;
  /** Where each begins, and the last one ends. */
  readonly starts: Uint32Array;
}

/** Documents that are looked at in a step of the budget. */
const DOCS_PER_STEP = 128;
/** As many are put in order in some tenths of a millisecond; of more than these, those that go on with the same byte are put together. */
const MOST = 4096;
/** Fewer are compared with each other. */
const FEW = 12;
/** What a text goes on with: its end, or one of the bytes. */
const SYMBOLS = 257;
/** So many symbols and a place among `MOST` fit into a double. */
const KEY_SYMBOLS = 5;
/** Bytes that are compared in a step of the budget. */
const BYTES_PER_STEP = 1024;

/** Documents [from, to) of the list, of which the texts begin with the same `depth` bytes. */
interface Group {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

/** What putting so many in order takes of memory meanwhile. */
export function orderBytes(count: number): number {
  return count * Uint32Array.BYTES_PER_ELEMENT + MOST * Float64Array.BYTES_PER_ELEMENT;
}

/**
 * Puts documents in the order of their texts. However many there are, and whatever their texts have in common, the budget is looked
 * at every few milliseconds.
 */
export function* orderByText(texts: OneText, docs: Uint32Array, budget: WorkBudget): Steps<void> {
  const order = new TextOrder(texts, docs, budget);
  yield* order.run();
}

class TextOrder {
  readonly #texts: OneText;
  readonly #docs: Uint32Array;
  readonly #budget: WorkBudget;
  readonly #other: Uint32Array;
  readonly #keys = new Float64Array(MOST);
  readonly #groups: Group[];

  constructor(texts: OneText, docs: Uint32Array, budget: WorkBudget) {
    this.#texts = texts;
    this.#docs = docs;
    this.#budget = budget;
    this.#other = new Uint32Array(docs.length);
    this.#groups = docs.length > 1 ? [{ from: 0, to: docs.length, depth: 0 }] : [];
  }

  *run(): Steps<void> {
    for (let group = this.#groups.pop(); group !== undefined; group = this.#groups.pop()) {
      const count = group.to - group.from;
      this.#budget.charge(1 + Math.ceil(count / 32));
      if (this.#budget.sliceOver) yield;
      const depth = yield* this.#commonDepth(group);
      if (count <= MOST) this.#sort({ ...group, depth });
      else yield* this.#deal({ ...group, depth });
    }
  }

  /** How many bytes all texts of the group begin with that are the same. */
  *#commonDepth({ from, to, depth }: Group): Steps<number> {
    const { bytes } = this.#texts;
    const first = this.#texts.starts[this.#docs[from]!]!;
    let common = this.#texts.starts[this.#docs[from]! + 1]! - first;
    let compared = 0;
    for (let i = from; i < to && common > depth; i++) {
      const start = this.#texts.starts[this.#docs[i]!]!;
      common = Math.min(common, this.#texts.starts[this.#docs[i]! + 1]! - start);
      let same = depth;
      while (same < common && bytes[start + same] === bytes[first + same]) same++;
      common = same;
      compared += 8 + same - depth;
      if (compared < BYTES_PER_STEP) continue;
      this.#budget.charge(compared / BYTES_PER_STEP);
      if (this.#budget.sliceOver) yield;
      compared = 0;
    }
    return common;
  }

  #symbol(doc: number, depth: number): number {
    const at = this.#texts.starts[doc]! + depth;
    return at < this.#texts.starts[doc + 1]! ? this.#texts.bytes[at]! + 1 : 0;
  }

  /** Puts together those that go on with the same byte. */
  *#deal({ from, to, depth }: Group): Steps<void> {
    const docs = this.#docs;
    const ends = new Uint32Array(SYMBOLS);
    for (let start = from; start < to; start += DOCS_PER_STEP) {
      const end = Math.min(to, start + DOCS_PER_STEP);
      for (let i = start; i < end; i++) ends[this.#symbol(docs[i]!, depth)]!++;
      this.#budget.charge(1);
      if (this.#budget.sliceOver) yield;
    }
    let at = from;
    const places = ends.map((count) => {
      at += count;
      return at - count;
    });
    for (let start = from; start < to; start += DOCS_PER_STEP) {
      const end = Math.min(to, start + DOCS_PER_STEP);
      for (let i = start; i < end; i++) {
        const doc = docs[i]!;
        this.#other[places[this.#symbol(doc, depth)]!++] = doc;
      }
      this.#budget.charge(1);
      if (this.#budget.sliceOver) yield;
    }
    for (let start = from; start < to; start += MOST) {
      docs.set(this.#other.subarray(start, Math.min(to, start + MOST)), start);
      this.#budget.charge(1);
      if (this.#budget.sliceOver) yield;
    }
    // Those that end here are all the same.
    for (let symbol = 1; symbol < SYMBOLS; symbol++) {
      const end = places[symbol]!;
      const start = end - ends[symbol]!;
      this.#later({ from: start, to: end, depth: depth + 1 });
    }
  }

  /** At most `MOST`, by the next bytes of each; what those do not tell apart is left to be done. */
  #sort({ from, to, depth }: Group): void {
    const { bytes } = this.#texts;
    const docs = this.#docs;
    const keys = this.#keys.subarray(0, to - from);
    for (let i = from; i < to; i++) {
      const start = this.#texts.starts[docs[i]!]! + depth;
      const end = this.#texts.starts[docs[i]! + 1]!;
      let key = 0;
      for (let at = start; at < start + KEY_SYMBOLS; at++)
        key = key * SYMBOLS + (at < end ? bytes[at]! + 1 : 0);
      keys[i - from] = key * MOST + i - from;
    }
    sortDoubles(keys);
    const before = this.#other.subarray(from, to);
    before.set(docs.subarray(from, to));
    let first = 0;
    for (let i = 0; i < keys.length; i++) {
      docs[from + i] = before[keys[i]! % MOST]!;
      if (i + 1 < keys.length && Math.floor(keys[i + 1]! / MOST) === Math.floor(keys[first]! / MOST))
        continue;
      const isEnd = Math.floor(keys[first]! / MOST) % SYMBOLS === 0;
      if (!isEnd) this.#later({ from: from + first, to: from + i + 1, depth: depth + KEY_SYMBOLS });
      first = i + 1;
    }
  }

  #later(group: Group): void {
    const count = group.to - group.from;
    if (count > FEW) this.#groups.push(group);
    else if (count > 1) this.#compareEach(group);
  }

  #compareEach({ from, to, depth }: Group): void {
    const docs = this.#docs;
    for (let i = from + 1; i < to; i++) {
      const doc = docs[i]!;
      let at = i;
      for (; at > from && this.#compare(docs[at - 1]!, doc, depth) > 0; at--) docs[at] = docs[at - 1]!;
      docs[at] = doc;
    }
  }

  #compare(a: number, b: number, depth: number): number {
    const { bytes } = this.#texts;
    const [aStart, aEnd] = [this.#texts.starts[a]! + depth, this.#texts.starts[a + 1]!];
    return compareRanges(
      bytes,
      aStart,
      aEnd,
      bytes,
      this.#texts.starts[b]! + depth,
      this.#texts.starts[b + 1]!,
    );
  }
}
