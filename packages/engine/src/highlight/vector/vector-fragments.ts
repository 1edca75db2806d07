import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { encoderOf, type TextEncoder } from '../encoders.ts';
import type { HighlightOptions } from '../highlight-request.ts';
import { type BoundaryScanner, scannerOf } from './boundary-scanners.ts';
import { type Frag, fragList, fragOf, singleFrag } from './frag-list.ts';
import { type FoundPhrase, startOf } from './phrase-list.ts';
import { valueFrags } from './value-frags.ts';

/** Stands between two values, and after the last one. */
const SEPARATOR = ' ';

/** Pieces of about a size around what was found. As Lucene's FastVectorHighlighter. Throws ApiError for sizes that cannot be. */
export function vectorFragments(
  values: readonly string[],
  phrases: readonly FoundPhrase[],
  options: HighlightOptions,
  budget: WorkBudget,
): string[] {
  const { numberOfFragments: most, fragmentSize, fragmentOffset } = options;
  const frags = most === 0 ? singleFrag(phrases) : fragList(phrases, fragmentSize, fragmentOffset);
  if (most < 0) {
    const reason = `maxNumFragments(${most}) must be positive number.`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (values.length === 0) return [];
  const found = new FragmentText(values, options, budget).written(frags, most === 0 ? frags.length : most);
  if (found.length > 0 || options.noMatchSize <= 0) return found;
  return new FragmentText(values, options, budget).written([fragOf(0, options.noMatchSize, [])], 1);
}

class FragmentText {
  readonly #values: readonly string[];
  readonly #options: HighlightOptions;
  readonly #budget: WorkBudget;
  readonly #scanner: BoundaryScanner;
  readonly #encode: TextEncoder;
  /** The values as far as they are needed: an end is looked for no further. */
  #text = '';
  #read = 0;

  constructor(values: readonly string[], options: HighlightOptions, budget: WorkBudget) {
    this.#values = values;
    this.#options = options;
    this.#budget = budget;
    this.#scanner = scannerOf(options, budget);
    this.#encode = encoderOf(options.encoder);
  }

  written(frags: readonly Frag[], most: number): string[] {
    const values = this.#values;
    const cut = values.length > 1 ? valueFrags(frags, values, this.#budget) : [...frags];
    const { order, numberOfFragments } = this.#options;
    if (order === 'score' && numberOfFragments !== 0)
      cut.sort((a, b) => b.boost - a.boost || a.start - b.start);
    const shown = numberOfFragments === 0 ? cut : cut.slice(0, most);
    return shown.map((frag) => this.#marked(frag));
  }

  #marked(frag: Frag): string {
    // Words that are not where their positions say are marked in the order of the text.
    const phrases = frag.phrases.toSorted((a, b) => startOf(a) - startOf(b));
    const first = phrases[0] === undefined ? frag.start : startOf(phrases[0]);
    const { start, end } = this.#stretch(Math.min(first, frag.start), frag.end);
    const { preTags, postTags } = this.#options;
    const text = this.#text;
    let written = '';
    let at = start;
    for (const { offsets, number } of phrases) {
      const preTag = preTags[number % preTags.length]!;
      const postTag = postTags[number % postTags.length]!;
      for (const each of offsets) {
        this.#budget.charge(1);
        if (each.start < at || each.end > end) continue;
        const word = this.#encode(text.slice(each.start, each.end));
        written += this.#encode(text.slice(at, each.start)) + preTag + word + postTag;
        at = each.end;
      }
    }
    return written + this.#encode(text.slice(at, end));
  }

  /** The stretch of the text that is shown. */
  #stretch(start: number, end: number): { start: number; end: number } {
    while (this.#text.length < end && this.#read < this.#values.length) {
      this.#text += this.#values[this.#read++]! + SEPARATOR;
    }
    const length = this.#text.length - SEPARATOR.length;
    const to = length < end ? length : this.#scanner.endOf(this.#text, end);
    return { start: this.#scanner.startOf(this.#text, start), end: to };
  }
}
