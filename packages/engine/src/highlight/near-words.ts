import type { WorkBudget } from '../budget/work-budget.ts';
import type { SpanWords } from '../query/word-sink.ts';
import type { FieldWords } from './field-words.ts';
import { phraseSpans } from './phrase-spans.ts';
import { spanStretches } from './span-places.ts';
import type { TextWords } from './text-words.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Stretches of positions, in which words are looked for. */
export class Stretches {
  /** By where they begin: before which position the first of them that was told ends, and the longest. */
  readonly #ends = new Map<number, { readonly first: number; longest: number }>();
  /** Beginnings, ascending; before which position the last of those so far ends. */
  #sorted: { readonly starts: Float64Array; readonly ends: Float64Array } | null = null;

  get size(): number {
    return this.#ends.size;
  }

  add({ from, to }: Stretch): void {
    this.#sorted = null;
    const known = this.#ends.get(from);
    if (known === undefined) this.#ends.set(from, { first: to, longest: to });
    else if (to > known.longest) known.longest = to;
  }

  /** Before which position the one ends that begins here. */
  endFrom(position: number): number | undefined {
    return this.#ends.get(position)?.first;
  }

  holds(position: number): boolean {
    this.#sorted ??= this.#sort();
    const { starts, ends } = this.#sorted;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 && ends[low - 1]! > position;
  }

  #sort(): { readonly starts: Float64Array; readonly ends: Float64Array } {
    const starts = Float64Array.from(this.#ends.keys()).sort();
    let end = 0;
    const ends = starts.map((start) => {
      end = Math.max(end, this.#ends.get(start)!.longest);
      return end;
    });
    return { starts, ends };
  }
}

/** What a stretch takes of memory: where it is found, and where words are looked for in it. */
const STRETCH_BYTES = 128;

/** Stretches to look up are made of as many as this in a step, as a power of two. */
const STRETCHES_PER_STEP = 2;

export interface NearWord {
  readonly boost: number;
  readonly stretches: Stretches;
}

/** The words that matter where they stand near others, which hold memory of the budget: by the places of a text, however many say so. */
export function nearWords(words: FieldWords, text: TextWords, budget: WorkBudget): Map<string, NearWord> {
  const all = [...words.phrases.map(phraseSpans), ...words.spans];
  const shared = sharedStretches(all);
  const found = new Map<string, NearWord>();
  for (const each of all) {
    const stretches = spanStretches(each, text, budget);
    if (stretches.length === 0) continue;
    const held = stretches.length * STRETCH_BYTES;
    budget.reserve(held, '<highlight>');
    for (const own of new Set(Array.from(each.words, (term) => shared.get(term)!))) {
      budget.charge(1 + (stretches.length >>> STRETCHES_PER_STEP));
      const before = own.size;
      for (const stretch of stretches) own.add(stretch);
      budget.reserve((own.size - before) * STRETCH_BYTES, '<highlight>');
    }
    budget.release(held);
    for (const term of each.words) found.set(term, { boost: each.boost, stretches: shared.get(term)! });
  }
  return found;
}

/** For each word where its stretches come, which words that always stand together share. */
function sharedStretches(all: readonly SpanWords[]): ReadonlyMap<string, Stretches> {
  const numbersOf = new Map<string, number[]>();
  for (const [number, { words }] of all.entries()) {
    for (const term of words) {
      const known = numbersOf.get(term);
      if (known === undefined) numbersOf.set(term, [number]);
      else known.push(number);
    }
  }
  const made = new Map<string, Stretches>();
  return new Map(
    Array.from(numbersOf, ([term, numbers]) => {
      const key = numbers.join();
      const stretches = made.get(key) ?? new Stretches();
      made.set(key, stretches);
      return [term, stretches];
    }),
  );
}
