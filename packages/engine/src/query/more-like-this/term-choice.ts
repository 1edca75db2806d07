import { hashMapOrder } from '../../mapping/java-text.ts';
import { utf8 } from '../query-tokens.ts';
import { type TermState, termState } from '../term-weight.ts';
import type { QueryContext } from '../weight.ts';

/** Which terms of what is liked are looked for. */
export interface TermLimits {
  readonly minTermFreq: number;
  readonly maxQueryTerms: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  readonly minWordLength: number;
  readonly maxWordLength: number;
  readonly stopWords: ReadonlySet<string>;
}

export interface ChosenTerm {
  readonly field: string;
  readonly state: TermState;
  /** Of a term that is often in what is liked, and seldom elsewhere. */
  readonly score: number;
}

/**
 * The terms that tell most, those that tell least first, each in the one of the fields where most documents have it: Lucene's
 * `MoreLikeThis` with its classic `log((documents + 1) / (documents with the term + 1)) + 1`.
 */
export function chooseTerms(
  fields: readonly string[],
  counts: ReadonlyMap<string, number>,
  skipped: ReadonlyMap<string, number> | undefined,
  limits: TermLimits,
  context: QueryContext,
): ChosenTerm[] {
  const wanted = [...counts.keys()].filter((term) => !isNoise(term, limits) && skipped?.has(term) !== true);
  const { numDocs } = context.searcher;
  const chosen: ChosenTerm[] = [];
  for (const term of hashMapOrder(wanted)) {
    const freq = counts.get(term)!;
    if (freq < limits.minTermFreq) continue;
    const { field, state } = mostFrequent(fields, utf8(term), context);
    const { docFreq } = state;
    if (docFreq === 0 || docFreq < limits.minDocFreq || docFreq > limits.maxDocFreq) continue;
    const rarity = Math.fround(Math.log((numDocs + 1) / (docFreq + 1)) + 1);
    chosen.push({ field, state, score: Math.fround(freq * rarity) });
  }
  // Of equal ones the first are kept.
  chosen.sort((a, b) => b.score - a.score);
  return chosen.slice(0, limits.maxQueryTerms).reverse();
}

/** Of fields that have it equally often the first. */
function mostFrequent(
  fields: readonly string[],
  term: Uint8Array,
  context: QueryContext,
): Pick<ChosenTerm, 'field' | 'state'> {
  const found = fields.map((field) => ({ field, state: termState(context, field, term) }));
  return found.reduce((most, each) => (each.state.docFreq > most.state.docFreq ? each : most));
}

function isNoise(term: string, { minWordLength, maxWordLength, stopWords }: TermLimits): boolean {
  if (minWordLength > 0 && term.length < minWordLength) return true;
  if (maxWordLength > 0 && term.length > maxWordLength) return true;
  return stopWords.has(term);
}
