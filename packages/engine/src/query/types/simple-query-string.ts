import { apiError } from '@sextant/contract';
import { analyzerRegistry } from '../../analysis/registry.ts';
import {
  isObject,
  type JsonObject,
  parsingError,
  requireBoost,
  toBoolean,
  toInt,
  tokenOf,
  toText,
  toTextList,
} from '../../dsl/json-reader.ts';
import type { FuzzyOptions } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { readOperator } from '../../dsl/text-options.ts';
import { shardError } from '../field-support.ts';
import { joinClauses } from '../join-clauses.ts';
import type { QueryStringNode } from '../nodes/query-string.ts';
import { checkClauses } from '../query-limits.ts';
import { ExpressionBuilder } from '../query-string/build-weight.ts';
import type { Leaf } from '../query-string/parse.ts';
import { defaultFields, everything, type FieldBoosts } from '../query-string/query-fields.ts';
import { parseSimple, SIMPLE_FLAGS, type SimpleTree } from '../query-string/simple-parse.ts';
import type { BindQuery, QueryType } from '../query-type.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { fieldsAndBoosts } from './multi-match.ts';

export interface SimpleQueryStringNode extends Omit<QueryStringNode, 'kind'> {
  readonly kind: 'simple_query_string';
  /** Of `SIMPLE_FLAGS`. */
  readonly flags: number;
}

export const simpleQueryString: QueryType<SimpleQueryStringNode> = {
  name: 'simple_query_string',
  ofField: false,
  compound: true,
  parse: parseSimpleQueryString,
  weight: simpleQueryStringWeight,
};

const ALL = -1;

/** `{"simple_query_string":{"query":"quick +(brown | red) -\"lazy dog\"~2 fo*","fields":["title^2"]}}`: any text is understood. */
function parseSimpleQueryString(body: JsonObject): SimpleQueryStringNode {
  const draft = emptyDraft();
  for (const [name, value] of membersOf(body)) readOption(draft, name, value);
  if (draft.text === null) throw parsingError('[simple_query_string] query text missing');
  const { text, fuzzy, ...others } = draft;
  return Object.freeze({ kind: 'simple_query_string', ...others, text, fuzzy: Object.freeze(fuzzy) });
}

function emptyDraft() {
  return {
    text: null as string | null,
    defaultField: null,
    fields: [] as FieldBoosts,
    type: 'most_fields' as const,
    tieBreaker: null,
    operator: 'or' as 'or' | 'and',
    analyzer: null as string | null,
    quoteAnalyzer: null,
    quoteFieldSuffix: null as string | null,
    allowLeadingWildcard: true,
    analyzeWildcard: null as QueryStringNode['analyzeWildcard'],
    fuzzy: {
      fuzziness: 'AUTO',
      prefixLength: 0,
      maxExpansions: 50,
      transpositions: true,
    } as Mutable<FuzzyOptions>,
    phraseSlop: 0,
    minimumShouldMatch: null as string | null,
    phraseSynonyms: true,
    maxDeterminizedStates: 10_000,
    lenient: null as boolean | null,
    timeZone: null,
    escape: false,
    flags: ALL,
    boost: 1,
  };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = ReturnType<typeof emptyDraft>;

function readOption(draft: Draft, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    if (name !== 'fields') throw parsingError(`[simple_query_string] query does not support [${name}]`);
    draft.fields = fieldsAndBoosts(toTextList(value), 'given');
    return;
  }
  if (isObject(value) || value === null) {
    throw parsingError(`[simple_query_string] unknown token [${tokenOf(value)}] after [${name}]`);
  }
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader === undefined) throw parsingError(`[simple_query_string] unsupported field [${name}]`);
  reader(draft, value);
}

const readers: Readonly<Record<string, (draft: Draft, value: unknown) => void>> = {
  query: (draft, value) => {
    draft.text = toText(value);
  },
  boost: (draft, value) => {
    draft.boost = requireBoost(value);
  },
  analyzer: (draft, value) => {
    draft.analyzer = toText(value);
  },
  default_operator: (draft, value) => {
    draft.operator = readOperator(value);
  },
  flags: (draft, value) => {
    draft.flags = typeof value === 'number' ? numberOfFlags(value) : flagsOf(toText(value));
  },
  lenient: (draft, value) => {
    draft.lenient = toBoolean(value);
  },
  analyze_wildcard: (draft, value) => {
    draft.analyzeWildcard = toBoolean(value) ? 'text and keyword' : null;
  },
  minimum_should_match: (draft, value) => {
    draft.minimumShouldMatch = toText(value);
  },
  quote_field_suffix: (draft, value) => {
    draft.quoteFieldSuffix = toText(value);
  },
  // Without any effect in OpenSearch too.
  all_fields: () => {},
  locale: () => {},
  lowercase_expanded_terms: () => {},
  auto_generate_synonyms_phrase_query: (draft, value) => {
    draft.phraseSynonyms = toBoolean(value);
  },
  fuzzy_prefix_length: (draft, value) => {
    draft.fuzzy.prefixLength = toInt(value);
  },
  fuzzy_max_expansions: (draft, value) => {
    draft.fuzzy.maxExpansions = toInt(value);
  },
  fuzzy_transpositions: (draft, value) => {
    draft.fuzzy.transpositions = toBoolean(value);
  },
};

function numberOfFlags(value: number): number {
  const flags = toInt(value);
  return flags < 0 ? ALL : flags;
}

const flagNumbers: ReadonlyMap<string, number> = new Map(Object.entries(SIMPLE_FLAGS));

function flagsOf(text: string): number {
  if (text === '') return ALL;
  let flags = 0;
  for (const name of text.split('|')) {
    if (name === '') continue;
    const upper = name.toUpperCase();
    if (upper === 'NONE') return 0;
    if (upper === 'ALL') return ALL;
    const flag = flagNumbers.get(upper);
    if (flag === undefined) {
      throw apiError('illegal_argument_exception', `Unknown simple_query_string flag [${name}]`);
    }
    flags |= flag;
  }
  return flags;
}

function simpleQueryStringWeight(
  node: SimpleQueryStringNode,
  context: QueryContext,
  boost: number,
  bind: BindQuery,
): Weight {
  if (
    node.analyzer !== null &&
    analyzerRegistry(context.mapping.flat).analyzer(node.analyzer) === undefined
  ) {
    throw shardError(context, `[simple_query_string] analyzer [${node.analyzer}] not found`);
  }
  if (node.text.trim() === '*') return new MatchAllWeight(context, boost);
  const named = node.fields.length > 0;
  const fields = named ? node.fields : fieldsAndBoosts(defaultFields(context.mapping), 'given');
  const all = fields.some(({ pattern }) => pattern === everything);
  const asQueryString = { ...node, kind: 'query_string' } as const;
  const lenient = node.lenient ?? all;
  const builder = new ExpressionBuilder({
    node: asQueryString,
    context,
    bind,
    fields,
    soleField: null,
    lenient,
    isSimple: true,
  });
  const minimum = node.minimumShouldMatch;
  let last: Leaf | undefined;
  const tree = parseSimple(
    node.text,
    node.flags,
    node.operator,
    (leaf) => {
      if (leaf.kind === 'fuzzy' && !isFuzzy(node.fuzzy, lenient)) return new MatchNoneWeight();
      const weight = builder.weightOf(leaf, boost);
      if (weight !== null) last = leaf;
      return weight;
    },
    checkClauses,
  );
  if (tree === null) return new MatchNoneWeight();
  const isSole = tree.kind === 'leaf' && last?.kind === 'text' && fields.every((field) => field.boost === 1);
  // The places of words that are all there is are counted.
  if (isSole && minimum !== null) return builder.weightOf(last!, boost, minimum) ?? new MatchNoneWeight();
  return treeWeight(tree, context, boost, minimum);
}

/** Whether anything can be looked for with these options; an error where it matters. */
function isFuzzy({ prefixLength, maxExpansions }: FuzzyOptions, lenient: boolean): boolean {
  if (prefixLength >= 0 && maxExpansions > 0) return true;
  if (lenient) return false;
  const wrong = prefixLength < 0 ? 'prefixLength cannot be negative.' : 'maxExpansions must be positive.';
  throw apiError('illegal_argument_exception', wrong);
}

/** `minimum` counts for the clauses of the whole text. */
function treeWeight(
  tree: SimpleTree<Weight>,
  context: QueryContext,
  boost: number,
  minimum: string | null = null,
): Weight {
  if (tree.kind === 'leaf') return tree.built;
  const joining = { minimum, adjustPureNegative: true };
  if (tree.kind === 'not') {
    const mustNot = [treeWeight(tree.inner, context, boost)];
    const should = [new MatchAllWeight(context, boost)];
    return joinClauses(context, { must: [], filter: [], should, mustNot }, joining);
  }
  const must: Weight[] = [];
  const should: Weight[] = [];
  for (const { occur, inner } of tree.clauses) {
    (occur === 'must' ? must : should).push(treeWeight(inner, context, boost));
  }
  return joinClauses(context, { must, filter: [], should, mustNot: [] }, joining);
}
