import { ApiError, apiError } from '@sextant/contract';
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

const INT_MAX = 2 ** 31 - 1;

/** More edits than these are not looked for, whatever is asked. */
const MAX_EDITS = 2;

/** A number of edits, or AUTO with its two lengths. */
export function readFuzziness(value: unknown): string {
  const given = toText(value);
  const text = given.toUpperCase();
  if (text === 'AUTO') return text;
  if (text.startsWith('AUTO:')) return autoBetween(given);
  const edits = Number(text);
  if (text.trim() === '' || Number.isNaN(edits) || edits < 0) {
    throw apiError('illegal_argument_exception', `Invalid fuzziness value: ${given}`);
  }
  return String(Math.min(MAX_EDITS, Math.trunc(edits)));
}

/** `AUTO:3,6`: from which lengths of a word on one edit is looked for, and two. */
function autoBetween(text: string): string {
  const lengths = text.slice('AUTO:'.length).replace(/,+$/, '').split(',');
  if (lengths.length !== 2) throw apiError('parse_exception', 'failed to find low and high distance values');
  for (const each of lengths) {
    if (/^[+-]?\d+$/.test(each) && Math.abs(Number(each)) <= INT_MAX) continue;
    const causedBy = { type: 'number_format_exception', reason: `For input string: "${each}"` } as const;
    const reason = `failed to parse [${text}] as a "auto:int,int"`;
    throw new ApiError({ type: 'parse_exception', reason, causedBy });
  }
  const [low, high] = lengths.map(Number) as [number, number];
  if (low < 0 || high < 0 || low > high) {
    const rule = 'must be: lowDistance > 0, highDistance > 0 and lowDistance <= highDistance ';
    throw apiError('illegal_argument_exception', `fuzziness wrongly configured, ${rule}`);
  }
  return `AUTO:${low},${high}`;
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
