import { ApiError, apiError } from '@sextant/contract';
import { analyzerRegistry } from '../../analysis/registry.ts';
import { readScalars } from '../../dsl/field-clause.ts';
import {
  type JsonObject,
  parsingError,
  toBoolean,
  toFloat,
  toInt,
  toText,
  toTextList,
} from '../../dsl/json-reader.ts';
import { checkRewrite } from '../../dsl/pattern-options.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders, readOperator } from '../../dsl/text-options.ts';
import { shardError } from '../field-support.ts';
import type { MultiMatchNode } from '../nodes/multi-match.ts';
import type { QueryStringNode } from '../nodes/query-string.ts';
import { ExpressionBuilder } from '../query-string/build-weight.ts';
import { parseExpression } from '../query-string/parse.ts';
import { defaultFields, everything, type FieldBoosts } from '../query-string/query-fields.ts';
import type { BindQuery, QueryType } from '../query-type.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { fieldsAndBoosts, readType } from './multi-match.ts';

export const queryString: QueryType<QueryStringNode> = {
  name: 'query_string',
  ofField: false,
  compound: true,
  parse: parseQueryString,
  weight: queryStringWeight,
};

function emptyDraft() {
  return {
    defaultField: null as string | null,
    type: 'best_fields' as MultiMatchNode['type'],
    tieBreaker: null as number | null,
    operator: 'or' as 'or' | 'and',
    analyzer: null as string | null,
    quoteAnalyzer: null as string | null,
    quoteFieldSuffix: null as string | null,
    allowLeadingWildcard: true,
    analyzeWildcard: null as QueryStringNode['analyzeWildcard'],
    phraseSlop: 0,
    minimumShouldMatch: null as string | null,
    phraseSynonyms: true,
    maxDeterminizedStates: 10_000,
    lenient: null as boolean | null,
    timeZone: null as string | null,
    escape: false,
  };
}

/** `{"query_string":{"query":"title:(quick OR brown) -fox^2","default_field":"body"}}`: Lucene's classic grammar. */
function parseQueryString(body: JsonObject): QueryStringNode {
  let text: string | null = null;
  let fields: FieldBoosts = [];
  const draft = emptyDraft();
  const fuzzy = fuzzyDraft('AUTO');
  const { fuzziness, prefix_length, max_expansions, fuzzy_transpositions } = fuzzyReaders(
    fuzzy,
    'fuzzy_transpositions',
  );
  const { boost } = readScalars(
    'query_string',
    body,
    {
      query: (value) => {
        text = toText(value);
      },
      fields: (value) => {
        fields = readFieldNames(value);
      },
      default_field: (value) => {
        draft.defaultField = toText(value);
      },
      type: (value) => {
        draft.type = readType(toText(value));
      },
      tie_breaker: (value) => {
        draft.tieBreaker = toFloat(value);
      },
      default_operator: (value) => {
        draft.operator = readOperator(value);
      },
      analyzer: (value) => {
        draft.analyzer = toText(value);
      },
      quote_analyzer: (value) => {
        draft.quoteAnalyzer = toText(value);
      },
      quote_field_suffix: (value) => {
        draft.quoteFieldSuffix = toText(value);
      },
      allow_leading_wildcard: (value) => {
        draft.allowLeadingWildcard = toBoolean(value);
      },
      fuzziness: fuzziness!,
      fuzzy_prefix_length: prefix_length!,
      fuzzy_max_expansions: max_expansions!,
      fuzzy_transpositions: fuzzy_transpositions!,
      phrase_slop: (value) => {
        draft.phraseSlop = toInt(value);
      },
      minimum_should_match: (value) => {
        draft.minimumShouldMatch = toText(value);
      },
      max_determinized_states: (value) => {
        draft.maxDeterminizedStates = toInt(value);
      },
      lenient: (value) => {
        draft.lenient = toBoolean(value);
      },
      time_zone: (value) => {
        draft.timeZone = toText(value);
      },
      escape: (value) => {
        draft.escape = toBoolean(value);
      },
      enable_position_increments: toBoolean,
      analyze_wildcard: (value) => {
        draft.analyzeWildcard = toBoolean(value) ? 'text' : null;
      },
      auto_generate_synonyms_phrase_query: (value) => {
        draft.phraseSynonyms = toBoolean(value);
      },
      rewrite: checkRewrite,
    },
    { name: 'fields', mayBeSingle: false },
  );
  if (text === null) throw parsingError('[query_string] must be provided with a [query]');
  return Object.freeze({ kind: 'query_string', text, fields, fuzzy: finishFuzzy(fuzzy)!, boost, ...draft });
}

function readFieldNames(value: unknown): QueryStringNode['fields'] {
  if (Array.isArray(value) && value.includes(null)) {
    throw apiError('parsing_exception', '[query_string] field name in [fields] cannot be null');
  }
  return fieldsAndBoosts(toTextList(value), 'given');
}

function bothFields(): ApiError {
  const problem = '[query_string] cannot use [fields] parameter in conjunction with [default_field]';
  return apiError('query_validation_exception', `Validation Failed: 1: ${problem};`);
}

/** Every character that the grammar knows, behind a backslash. */
function escaped(text: string): string {
  return text.replaceAll(/[\\+\-!():^[\]"{}~*?|&/]/g, '\\$&');
}

function queryStringWeight(
  node: QueryStringNode,
  context: QueryContext,
  boost: number,
  bind: BindQuery,
): Weight {
  if (node.defaultField !== null && node.fields.length > 0) throw bothFields();
  const text = node.escape ? escaped(node.text) : node.text;
  if (text.trim() === '') return new MatchNoneWeight();
  if (text.length > context.budget.queryStringMax) throw tooLong(context, node.text, text.length);
  for (const name of [node.analyzer, node.quoteAnalyzer]) checkAnalyzer(name, context);
  const patterns = patternsOf(node, context);
  const all = patterns.some(({ pattern }) => pattern === everything);
  const isNamed = node.fields.length === 0;
  const soleField = isNamed && patterns.length === 1 ? patterns[0]!.pattern : null;
  const lenient = node.lenient ?? all;
  const builder = new ExpressionBuilder({ node, context, bind, fields: patterns, soleField, lenient });
  try {
    const expression = parseExpression(text, node.operator);
    return builder.weightOf(expression, boost, node.minimumShouldMatch) ?? new MatchNoneWeight();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.error.type === 'too_many_clauses')
      throw unreadable(context, text, error, 'too many boolean clauses');
    if (!ofGrammar.has(error.error.type)) throw error;
    throw unreadable(context, text, error);
  }
}

function checkAnalyzer(name: string | null, context: QueryContext): void {
  if (name === null || analyzerRegistry(context.mapping.flat).analyzer(name) !== undefined) return;
  throw shardError(context, `[query_string] analyzer [${name}] not found`);
}

function patternsOf(node: QueryStringNode, context: QueryContext): FieldBoosts {
  if (node.fields.length > 0) return node.fields;
  const names = node.defaultField === null ? defaultFields(context.mapping) : [node.defaultField];
  return fieldsAndBoosts(names, 'given');
}

/** Errors of the grammar and of its tokens. */
const ofGrammar: ReadonlySet<string> = new Set(['parse_exception', 'token_mgr_error']);

function tooLong(context: QueryContext, text: string, length: number): ApiError {
  const { queryStringMax } = context.budget;
  const limit = `max allowed length ${queryStringMax} (search.query.max_query_string_length)`;
  const reason = `Query string length exceeds ${limit}; actual length: ${length}`;
  const wrapped = shardError(context, `Failed to parse query [${text}]`).error;
  return new ApiError({ ...wrapped, causedBy: { type: 'parse_exception', reason }, rootCause: [wrapped] });
}

/** The grammar's own error is a cause, and never the root. */
function unreadable(
  context: QueryContext,
  text: string,
  cause: ApiError,
  problem = cause.error.reason,
): ApiError {
  const wrapped = shardError(context, `Failed to parse query [${text}]`).error;
  const reason = `Cannot parse '${text}': ${problem}`;
  const causedBy = { type: 'parse_exception', reason, causedBy: cause.error } as const;
  return new ApiError({ ...wrapped, causedBy, rootCause: [wrapped] }, { cause });
}
