import { type ApiError, apiError } from '@sextant/contract';
import { readScalars, requireScalar } from '../../dsl/field-clause.ts';
import {
  parsingError,
  requireBoost,
  requireObject,
  toBoolean,
  toFloat,
  toText,
  toTextList,
} from '../../dsl/json-reader.ts';
import type { Scalar } from '../../dsl/query-node.ts';
import {
  finishFuzzy,
  fuzzyDraft,
  fuzzyReaders,
  readOperator,
  readSlop,
  readZeroTerms,
} from '../../dsl/text-options.ts';
import { multiMatchWeight } from '../match-query.ts';
import type { MultiMatchNode } from '../nodes/multi-match.ts';
import type { QueryType } from '../query-type.ts';

export const multiMatch: QueryType<MultiMatchNode> = {
  name: 'multi_match',
  ofField: false,
  parse: parseMultiMatch,
  weight: multiMatchWeight,
};

type MultiMatchType = MultiMatchNode['type'];

/**
 * `{"multi_match":{"query":"some text","fields":["title^3","body"]}}`; types best_fields, most_fields, cross_fields,
 * phrase, phrase_prefix, bool_prefix.
 */
function parseMultiMatch(body: unknown): MultiMatchNode {
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
    phraseSynonyms: true,
    zeroTerms: 'none' as 'none' | 'all',
    slop: 0,
  };
  let lenient: boolean | null = null;
  const fuzzy = fuzzyDraft(null);
  const { boost } = readScalars(
    'multi_match',
    requireObject('multi_match', body),
    {
      ...fuzzyReaders(fuzzy, 'fuzzy_transpositions'),
      query: (value) => {
        text = requireScalar('multi_match', 'query', value);
      },
      fields: (value) => {
        fields = fieldsAndBoosts(toTextList(value), 'last');
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
        lenient = toBoolean(value);
      },
      slop: (value) => {
        draft.slop = readSlop(value);
        slopGiven = true;
      },
      cutoff_frequency: (value) => {
        cutoff = toFloat(value);
      },
      auto_generate_synonyms_phrase_query: (value) => {
        draft.phraseSynonyms = toBoolean(value);
      },
    },
    { name: 'fields', mayBeSingle: true },
  );
  if (text === null) throw parsingError('No text specified for multi_match query');
  if (draft.type === 'bool_prefix' && slopGiven && draft.slop !== 0) throw notAllowed('slop');
  if (draft.type === 'bool_prefix' && cutoff !== null) throw notAllowed('cutoff_frequency');
  if (cutoff !== null) throw unservedOption('cutoff_frequency');
  if (exactTypes.has(draft.type) && fuzzy.fuzziness !== null) {
    throw parsingError(`Fuzziness not allowed for type [${draft.type}]`);
  }
  const { maxExpansions } = fuzzy;
  // Whoever looks through all fields means those that the text can be read for.
  lenient ??= fields.some(({ pattern }) => pattern === '*');
  const parts = { fields, text, lenient, tieBreaker, fuzzy: finishFuzzy(fuzzy), maxExpansions, boost };
  return Object.freeze({ kind: 'multi_match', ...parts, ...draft });
}

function notAllowed(option: string): ApiError {
  return parsingError(`[${option}] not allowed for type [bool_prefix]`);
}

function unservedOption(option: string): ApiError {
  return apiError('parsing_exception', `[multi_match] query does not support [${option}]`);
}

const types: readonly MultiMatchType[] = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
];

const exactTypes: ReadonlySet<string> = new Set(['cross_fields', 'phrase', 'phrase_prefix']);

export function readType(text: string): MultiMatchType {
  const type = types.find((each) => each === text);
  if (type !== undefined) return type;
  throw apiError('parse_exception', `failed to parse [multi_match] query type [${text}]. unknown type.`);
}

type FieldAndBoost = { readonly pattern: string; readonly boost: number };

/** `title^3` */
function fieldAndBoost(text: string): FieldAndBoost {
  const at = text.indexOf('^');
  if (at < 0) return { pattern: text, boost: 1 };
  return { pattern: text.slice(0, at), boost: requireBoost(text.slice(at + 1)) };
}

/** Of a pattern that is named twice the last boost counts; `given`: the last that is written. */
export function fieldsAndBoosts(texts: readonly string[], which: 'last' | 'given'): FieldAndBoost[] {
  const boosts = new Map<string, number>();
  for (const text of texts) {
    const { pattern, boost } = fieldAndBoost(text);
    if (which === 'last' || pattern !== text || !boosts.has(pattern)) boosts.set(pattern, boost);
  }
  return [...boosts].map(([pattern, boost]) => ({ pattern, boost }));
}
