import { apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
} from '../../dsl/json-reader.ts';
import type { PatternNode } from '../../dsl/pattern-options.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { refusePattern } from '../expensive-queries.ts';
import { hasPostings, prepareColumn, requireFuzzy } from '../field-support.ts';
import { fuzzyTerms } from '../fuzzy-query.ts';
import { MultiTermWeight } from '../multi-term-weight.ts';
import { beginningsWeight } from '../pattern-query.ts';
import { checkClauses } from '../query-limits.ts';
import { textOf, utf8 } from '../query-tokens.ts';
import type { BindQuery, ParseQuery, QueryType } from '../query-type.ts';
import { beginningSpans } from '../spans/prefix-spans.ts';
import type { SpanSource } from '../spans/span-source.ts';
import { anySpans, termSpans } from '../spans/span-terms.ts';
import { SpanWeight } from '../spans/span-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight, withoutScores } from '../weight.ts';
import type { FuzzyNode } from './fuzzy.ts';

interface SpanMultiNode extends QueryNode {
  readonly kind: 'span_multi';
  readonly match: QueryNode & { readonly field: string };
}

const multiTerm: ReadonlySet<string> = new Set(['fuzzy', 'prefix', 'range', 'regexp', 'wildcard']);

/** The positions of all terms that a pattern stands for. */
export const spanMulti: QueryType<SpanMultiNode> = {
  name: 'span_multi',
  ofField: false,
  compound: true,
  parse: parseSpanMulti,
  weight: spanMultiWeight,
};

/** `{"span_multi":{"match":{"prefix":{"field":"ab"}}}}` */
function parseSpanMulti(body: JsonObject, parse: ParseQuery): SpanMultiNode {
  let match: QueryNode | null = null;
  let boost = 1;
  for (const [name, value] of membersOf(body)) {
    if (name === 'match' && isObject(value)) {
      match = parse(value);
      if (!multiTerm.has(match.kind))
        throw parsingError('[span_multi] [match] must be of type multi term query');
    } else if (name === 'boost' && !isObject(value)) boost = requireBoost(value);
    else throw notSupported('span_multi', name);
  }
  if (match === null) throw parsingError('[span_multi] must have [match] multi term query clause');
  return Object.freeze({ kind: 'span_multi', match: match as SpanMultiNode['match'], boost });
}

function spanMultiWeight(node: SpanMultiNode, context: QueryContext, boost: number, bind: BindQuery): Weight {
  const { match } = node;
  const { field } = match;
  checkPrefix(match, context);
  const mapped = context.mapping.field(field);
  const kept = keptPrefix(match, context);
  if (kept !== null) return new SpanWeight(context, kept, boost);
  const { terms, text } = expanded(match, context, bind);
  if (mapped !== undefined && !hasPostings(mapped)) return new MatchNoneWeight();
  checkClauses(terms.length);
  const name = mapped?.name ?? field;
  const parts = terms.map((term) => {
    const problem = `field "${name}" was indexed without position data; cannot run SpanTermQuery`;
    return termSpans(context, { field: name, term, without: () => `${problem} (term=${textOf(term)})` });
  });
  const source = anySpans(name, parts, {
    text: `SpanMultiTermQueryWrapper(${text})`,
    rewritten: `spanOr([${parts.map((part) => part.text).join(', ')}])`,
  });
  return new SpanWeight(context, source, boost);
}

function checkPrefix(match: SpanMultiNode['match'], context: QueryContext): void {
  const field = context.mapping.field(match.field);
  const isText = field?.storage === 'text' && field.derived === undefined;
  if (match.kind !== 'prefix' || field === undefined || isText) return;
  const allowed = 'Can only use span prefix queries on text fields';
  throw apiError(
    'illegal_argument_exception',
    `${allowed} - not on [${field.name}] which is of type [${field.type}]`,
  );
}

/** A beginning of words that the field keeps as a term. */
function keptPrefix(match: SpanMultiNode['match'], context: QueryContext): SpanSource | null {
  const field = context.mapping.field(match.field);
  const { value, caseInsensitive } = match as unknown as PatternNode;
  if (match.kind !== 'prefix' || field === undefined || caseInsensitive) return null;
  return beginningSpans(context, field, utf8(value));
}

interface Expanded {
  /** Ascending. */
  readonly terms: readonly Uint8Array[];
  readonly text: string;
}

function expanded(match: SpanMultiNode['match'], context: QueryContext, bind: BindQuery): Expanded {
  const field = context.mapping.field(match.field);
  if (field !== undefined) prepareColumn(field, context, true);
  if (match.kind === 'fuzzy' && field !== undefined) {
    requireFuzzy(field, context);
    refusePattern('fuzzy', field, context);
    const { value, fuzzy } = match as unknown as FuzzyNode;
    return fuzzyTerms(context, field.name, String(value), fuzzy);
  }
  const unscored = withoutScores(context);
  const weight =
    match.kind === 'prefix'
      ? beginningsWeight(match as unknown as PatternNode, unscored, 1)
      : bind(match, unscored, 1);
  if (weight instanceof MultiTermWeight) return { terms: weight.allTerms(), text: weight.text() };
  if (weight instanceof MatchNoneWeight) {
    return { terms: [], text: `${match.field}:${String((match as unknown as PatternNode).value)}` };
  }
  const reason = 'unsupported inner query, should be org.apache.lucene.search.MultiTermQuery';
  throw apiError('illegal_argument_exception', `${reason}: [${match.kind}] on field [${match.field}]`);
}
