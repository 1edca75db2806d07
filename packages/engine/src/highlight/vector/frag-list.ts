import { apiError } from '@sextant/contract';
import { endOf, type FoundPhrase, startOf } from './phrase-list.ts';

/** A piece of the text, with what is marked in it: offsets from the beginning of all values. */
export interface Frag {
  readonly start: number;
  readonly end: number;
  readonly phrases: readonly FoundPhrase[];
  readonly boost: number;
}

/** Where the margin is not said. */
const DEFAULT_MARGIN = 6;
/** How many margins are in a fragment at least. */
const MARGINS = 3;
const INT_MAX = 2 ** 31 - 1;

/** Throws ApiError for a margin below 0. */
export function checkMargin(margin: number): void {
  if (margin !== -1 && margin < 0) throw tooSmall('margin', margin, 0);
}

/** Everything in one. */
export function singleFrag(phrases: readonly FoundPhrase[]): Frag[] {
  return phrases.length === 0 ? [] : [fragOf(0, INT_MAX, phrases)];
}

/** `margin`: characters before what is marked, -1 = as many as usual. As Lucene's SimpleFragListBuilder. */
export function fragList(phrases: readonly FoundPhrase[], size: number, given: number): Frag[] {
  const margin = given === -1 ? DEFAULT_MARGIN : given;
  const least = Math.max(1, margin * MARGINS);
  if (size < least) throw tooSmall('fragCharSize', size, least);
  const frags: Frag[] = [];
  let border = 0;
  for (let i = 0; i < phrases.length; ) {
    const first = phrases[i]!;
    const start = startOf(first);
    if (start < border) {
      i++;
      continue;
    }
    // As an int of Java, which a large size runs over.
    const reach = Math.max(endOf(first), (Math.max(start - margin, border) + size) | 0);
    const taken: FoundPhrase[] = [];
    let end = start;
    for (; i < phrases.length && (phrases[i] === first || endOf(phrases[i]!) <= reach); i++) {
      const phrase = phrases[i]!;
      end = endOf(phrase);
      if (phrase.offsets.length <= 1 || end - start <= size) taken.push(phrase);
    }
    if (taken.length === 0) continue;
    const length = end - start;
    const from = Math.max(border, start - Math.max(0, Math.trunc((size - length) / 2)));
    border = (from + Math.max(length, size)) | 0;
    frags.push(fragOf(from, border, taken));
  }
  return frags;
}

export function fragOf(start: number, end: number, phrases: readonly FoundPhrase[]): Frag {
  return { start, end, phrases, boost: phrases.reduce((sum, { boost }) => Math.fround(sum + boost), 0) };
}

function tooSmall(what: string, given: number, least: number): Error {
  const reason = `${what}(${given}) is too small. It must be ${least} or higher.`;
  return apiError('illegal_argument_exception', reason);
}
