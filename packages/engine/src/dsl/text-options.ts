import { apiError } from '@sextant/contract';
import { parsingError, toBoolean, toInt, toText } from './json-reader.ts';
import type { FuzzyOptions } from './query-node.ts';

/** No enum constant, in the words of Java. */
export function readOperator(value: unknown): 'or' | 'and' {
  const text = toText(value);
  const lower = text.toLowerCase();
  if (lower === 'or' || lower === 'and') return lower;
  const reason = `No enum constant org.opensearch.index.query.Operator.${text.toUpperCase()}`;
  throw apiError('illegal_argument_exception', reason);
}

export function readZeroTerms(value: unknown): 'none' | 'all' {
  const text = toText(value);
  const lower = text.toLowerCase();
  if (lower === 'none' || lower === 'all') return lower;
  throw parsingError(`Unsupported zero_terms_query value [${text}]`);
}

export function readSlop(value: unknown): number {
  const slop = toInt(value);
  if (slop < 0) throw apiError('illegal_argument_exception', 'No negative slop allowed.');
  return slop;
}

/** More edits than these are not looked for, whatever is asked. */
const MAX_EDITS = 2;

/** A number of edits, or AUTO with its two lengths. */
export function readFuzziness(value: unknown): string {
  const text = toText(value).toUpperCase();
  if (/^AUTO(:\d+,\d+)?$/.test(text)) return text;
  const edits = Number(text);
  if (text.trim() === '' || Number.isNaN(edits)) {
    throw apiError('illegal_argument_exception', `Invalid fuzziness value: ${toText(value)}`);
  }
  if (edits < 0) throw apiError('illegal_argument_exception', `Invalid fuzziness value: ${toText(value)}`);
  return String(Math.min(MAX_EDITS, Math.trunc(edits)));
}

/** The options around `fuzziness`, filled in as they are met. */
export interface FuzzyDraft {
  fuzziness: string | null;
  prefixLength: number;
  maxExpansions: number;
  transpositions: boolean;
  isConstant: boolean;
}

export function fuzzyDraft(fuzziness: string | null): FuzzyDraft {
  return { fuzziness, prefixLength: 0, maxExpansions: 50, transpositions: true, isConstant: false };
}

function readMaxExpansions(value: unknown): number {
  const count = toInt(value);
  if (count <= 0) {
    throw apiError('illegal_argument_exception', `[match] requires maxExpansions to be positive.`);
  }
  return count;
}

/** Readers for the options that every fuzzy query takes. */
export function fuzzyReaders(
  draft: FuzzyDraft,
  transpositions: string,
): Record<string, (value: unknown) => void> {
  return {
    fuzziness: (value) => {
      draft.fuzziness = readFuzziness(value);
    },
    prefix_length: (value) => {
      const length = toInt(value);
      if (length < 0)
        throw apiError('illegal_argument_exception', '[match] requires prefix length to be non-negative.');
      draft.prefixLength = length;
    },
    max_expansions: (value) => {
      draft.maxExpansions = readMaxExpansions(value);
    },
    [transpositions]: (value) => {
      draft.transpositions = toBoolean(value);
    },
    ...(transpositions === 'fuzzy_transpositions' ? { fuzzy_rewrite: rewriteReader(draft) } : {}),
  };
}

function rewriteReader(draft: FuzzyDraft): (value: unknown) => void {
  return (value) => {
    const text = toText(value);
    draft.isConstant = text.startsWith('constant_score');
    if (draft.isConstant || text.startsWith('top_terms_blended_freqs_')) return;
    throw apiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
  };
}

export function finishFuzzy(draft: FuzzyDraft): FuzzyOptions | null {
  const { fuzziness, ...others } = draft;
  return fuzziness === null ? null : Object.freeze({ fuzziness, ...others });
}
