import { type ApiError, apiError } from '@sextant/contract';
import { readOptions, requireScalar } from './field-clause.ts';
import {
  parsingError,
  requireBoost,
  requireObject,
  toBoolean,
  toFloat,
  toText,
  toTextList,
} from './json-reader.ts';
import type { MultiMatchNode, Scalar } from './query-node.ts';
import {
  finishFuzzy,
  fuzzyDraft,
  fuzzyReaders,
  readOperator,
  readSlop,
  readZeroTerms,
} from './text-options.ts';

type MultiMatchType = MultiMatchNode['type'];

/**
 * `{"multi_match":{"query":"some text","fields":["title^3","body"]}}`; types best_fields, most_fields,
 * phrase, bool_prefix.
 */
export function parseMultiMatch(body: unknown): MultiMatchNode {
  let text: Scalar | null = null;
  let fields: MultiMatchNode['fields'] = [];
  let tieBreaker: number | null = null;
  let slopGiven = false;
  let cutoff: number | null = null;
  const draft = {
    type: 'best_fields' as MultiMatchType,
    operator: 'or' as 'or' | 'and',
    analyzer: null as string | null,
    minimumShouldMatch: null as string | null,
    zeroTerms: 'none' as 'none' | 'all',
    lenient: false,
    slop: 0,
  };
  const fuzzy = fuzzyDraft(null);
  const { boost } = readOptions('multi_match', requireObject('multi_match', body), {
    ...fuzzyReaders(fuzzy, 'fuzzy_transpositions'),
    query: (value) => {
      text = requireScalar('multi_match', 'query', value);
    },
    fields: (value) => {
      fields = toTextList(value).map(fieldAndBoost);
    },
    type: (value) => {
      draft.type = readType(toText(value));
    },
    tie_breaker: (value) => {
      tieBreaker = toFloat(value);
    },
    operator: (value) => {
      draft.operator = readOperator(value);
    },
    analyzer: (value) => {
      draft.analyzer = toText(value);
    },
    minimum_should_match: (value) => {
      draft.minimumShouldMatch = toText(value);
    },
    zero_terms_query: (value) => {
      draft.zeroTerms = readZeroTerms(value);
    },
    lenient: (value) => {
      draft.lenient = toBoolean(value);
    },
    slop: (value) => {
      draft.slop = readSlop(value);
      slopGiven = true;
    },
    cutoff_frequency: (value) => {
      cutoff = toFloat(value);
    },
    auto_generate_synonyms_phrase_query: toBoolean,
  });
  if (text === null) throw parsingError('No text specified for multi_match query');
  if (draft.type === 'bool_prefix' && slopGiven && draft.slop !== 0) throw notAllowed('slop');
  if (draft.type === 'bool_prefix' && cutoff !== null) throw notAllowed('cutoff_frequency');
  if (cutoff !== null) throw unservedOption('cutoff_frequency');
  if (draft.type === 'phrase' && fuzzy.fuzziness !== null)
    throw parsingError('Fuzziness not allowed for type [phrase]');
  const parts = { fields, text, tieBreaker, fuzzy: finishFuzzy(fuzzy), boost };
  return Object.freeze({ kind: 'multi_match', ...parts, ...draft });
}

function notAllowed(option: string): ApiError {
  return parsingError(`[${option}] not allowed for type [bool_prefix]`);
}

function unservedOption(option: string): ApiError {
  return apiError('parsing_exception', `[multi_match] query does not support [${option}]`);
}

function readType(text: string): MultiMatchType {
  if (text === 'best_fields' || text === 'most_fields' || text === 'phrase' || text === 'bool_prefix') {
    return text;
  }
  const reason = ['cross_fields', 'phrase_prefix'].includes(text)
    ? `[multi_match] query does not support type [${text}]`
    : `failed to parse [multi_match] query type [${text}]. unknown type.`;
  throw apiError(reason.startsWith('failed') ? 'parse_exception' : 'illegal_argument_exception', reason);
}

/** `title^3` */
function fieldAndBoost(text: string): { pattern: string; boost: number } {
  const at = text.indexOf('^');
  if (at < 0) return { pattern: text, boost: 1 };
  return { pattern: text.slice(0, at), boost: requireBoost(text.slice(at + 1)) };
}
