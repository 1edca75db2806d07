import type { WorkBudget } from '../budget/work-budget.ts';
import type { FieldWords } from './field-words.ts';
import { phraseSpans } from './phrase-spans.ts';
import { spanStretches } from './span-places.ts';
import type { TextWords } from './text-words.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Stretches of positions, in which a word is looked for. */
export class Stretches {
  readonly #byStart: ReadonlyMap<number, Stretch>;
  /** Beginnings, ascending; before which position the last of those so far ends. */
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;

  constructor(all: readonly Stretch[]) {
    // Of several that begin alike the first one counts.
    this.#byStart = new Map(all.toReversed().map((stretch) => [stretch.from, stretch]));
    const sorted = all.toSorted((a, b) => a.from - b.from);
    this.#starts = Float64Array.from(sorted, ({ from }) => from);
    let end = 0;
    this.#ends = Float64Array.from(sorted, ({ to }) => {
      end = Math.max(end, to);
      return end;
    });
  }

  beginningAt(position: number): Stretch | undefined {
    return this.#byStart.get(position);
  }

  holds(position: number): boolean {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.#ends[low - 1]! > position;
  }
}

/** What a stretch takes of memory: where it is found, and where words are looked for in it. */
const STRETCH_BYTES = 128;

/** Stretches to look up are made of as many as this in a step. */
const STRETCHES_PER_STEP = 2;

export interface NearWord {
  readonly boost: number;
  readonly stretches: Stretches;
}

/** The words that matter where they stand near others, which hold memory of the budget. */
export function nearWords(words: FieldWords, text: TextWords, budget: WorkBudget): Map<string, NearWord> {
  const lists: (readonly Stretch[])[] = [];
  const listsOf = new Map<string, { boost: number; readonly numbers: number[] }>();
  for (const each of [...words.phrases.map(phraseSpans), ...words.spans]) {
    const stretches = spanStretches(each, text, budget);
    if (stretches.length === 0) continue;
    budget.reserve(stretches.length * STRETCH_BYTES, '<highlight>');
    const number = lists.push(stretches) - 1;
    for (const term of each.words) {
      const known = listsOf.get(term);
      if (known === undefined) listsOf.set(term, { boost: each.boost, numbers: [number] });
      else {
        known.boost = each.boost;
        known.numbers.push(number);
      }
    }
  }
  const made = new Map<string, Stretches>();
  const together = (numbers: readonly number[]): Stretches => {
    const key = numbers.join();
    const known = made.get(key);
    if (known !== undefined) return known;
    const count = numbers.reduce((sum, number) => sum + lists[number]!.length, 0);
    budget.charge(count >>> STRETCHES_PER_STEP);
    budget.reserve(count * STRETCH_BYTES, '<highlight>');
    const stretches = new Stretches(numbers.flatMap((number) => lists[number]!));
    made.set(key, stretches);
    return stretches;
  };
  return new Map(
    Array.from(listsOf, ([term, { boost, numbers }]) => [term, { boost, stretches: together(numbers) }]),
  );
}
