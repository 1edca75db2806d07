import type { WorkBudget } from '../budget/work-budget.ts';
import { formLength, weightAt } from '../mapping/completion/completion-entry.ts';
import type { TermsReader } from '../segment/segment-reader.ts';

/** Entries that share a bound, as a power of two. */
const BLOCK_BITS = 7;
const BLOCK = 1 << BLOCK_BITS;

/** Entries that take as long to read as a step of the budget. */
const ENTRIES_PER_STEP = 64;

/** The weights of the entries of one segment, and the highest of each 128. */
export interface CompletionWeights {
  readonly weights: Uint32Array;
  readonly highest: Uint32Array;
}

const known = new WeakMap<TermsReader, CompletionWeights>();

/** Worked out when first asked for, and kept as long as the segment. */
export function completionWeights(terms: TermsReader, budget: WorkBudget): CompletionWeights {
  const kept = known.get(terms);
  if (kept !== undefined) return kept;
  const { bytes, offsets, size } = terms;
  const weights = new Uint32Array(size);
  const highest = new Uint32Array((size + BLOCK - 1) >>> BLOCK_BITS);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    if (ordinal % ENTRIES_PER_STEP === 0) budget.charge(1);
    const start = offsets[ordinal]!;
    const weight = weightAt(bytes, start + formLength(bytes, start, offsets[ordinal + 1]!));
    weights[ordinal] = weight;
    const block = ordinal >>> BLOCK_BITS;
    if (weight > highest[block]!) highest[block] = weight;
  }
  const made = { weights, highest };
  known.set(terms, made);
  return made;
}

/** Heaviest first, and of one weight in the order of ordinals: those in [from, to). Blocks are opened when it is their turn. */
export function* heaviestFirst(
  { weights, highest }: CompletionWeights,
  from: number,
  to: number,
  budget: WorkBudget,
): Generator<number, void, undefined> {
  // Blocks are the numbers below 0.
  const heap = new WeightHeap();
  for (let block = from >>> BLOCK_BITS; block << BLOCK_BITS < to; block++) {
    heap.push(highest[block]!, -1 - block);
    if (block % BLOCK === 0) budget.charge(1);
  }
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
    budget.charge(1);
    if (next >= 0) {
      yield next;
      continue;
    }
    const first = (-1 - next) << BLOCK_BITS;
    const end = Math.min(to, first + BLOCK);
    for (let ordinal = Math.max(from, first); ordinal < end; ordinal++) heap.push(weights[ordinal]!, ordinal);
  }
}

class WeightHeap {
  readonly #weights: number[] = [];
  readonly #items: number[] = [];

  push(weight: number, item: number): void {
    let at = this.#items.length;
    this.#weights.push(weight);
    this.#items.push(item);
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (!this.#before(at, above)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  pop(): number | undefined {
    const [best] = this.#items;
    const item = this.#items.pop();
    const weight = this.#weights.pop();
    if (item === undefined || this.#items.length === 0) return best;
    this.#items[0] = item;
    this.#weights[0] = weight!;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#items.length) return best;
      const right = left + 1;
      const least = right < this.#items.length && this.#before(right, left) ? right : left;
      if (!this.#before(least, at)) return best;
      this.#swap(at, least);
      at = least;
    }
  }

  /** Blocks come before entries of the same weight: they may hold one with a lower ordinal. */
  #before(a: number, b: number): boolean {
    const order = this.#weights[b]! - this.#weights[a]!;
    return order < 0 || (order === 0 && this.#items[a]! < this.#items[b]!);
  }

  #swap(a: number, b: number): void {
    const [weight, item] = [this.#weights[a]!, this.#items[a]!];
    this.#weights[a] = this.#weights[b]!;
    this.#items[a] = this.#items[b]!;
    this.#weights[b] = weight;
    this.#items[b] = item;
  }
}
