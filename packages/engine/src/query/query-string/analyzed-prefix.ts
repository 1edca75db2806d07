import type { Analyzer } from '../../analysis/analyzer.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { joinClauses } from '../join-clauses.ts';
import { checkClauses } from '../query-limits.ts';
import { byPosition, queryTokens, textOf } from '../query-tokens.ts';
import { wholeTermWeight } from '../term-query.ts';
import { TextQuery } from '../text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

const joining = { minimum: null, adjustPureNegative: true } as const;
const word = { operator: 'or', minimumShouldMatch: null, fuzzy: null } as const;

/**
 * `analyze_wildcard` of a prefix: the words that the analyzer makes of it, of which the last one is a prefix, as OpenSearch's
 * `getPossiblyAnalyzedPrefixQuery` does. `prefix` makes the query for one.
 */
export function analyzedPrefix(
  field: MappedField,
  { text, analyzer, operator }: { text: string; analyzer: Analyzer; operator: 'or' | 'and' },
  context: QueryContext,
  boost: number,
  prefix: (text: string) => Weight,
): Weight {
  const places = byPosition(queryTokens(analyzer, text));
  checkClauses(places.length);
  const last = places.pop();
  if (last === undefined) return new MatchNoneWeight();
  checkClauses(last.length);
  const beginnings = last.map(({ term }) => prefix(textOf(term)));
  const ending = beginnings.length === 1 ? beginnings[0]! : joined(context, 'or', beginnings);
  if (places.length === 0) return ending;
  const query = new TextQuery(context, field, boost);
  const score = Math.fround(boost * field.boost);
  const words = places.map((tokens) => {
    if (field.storage === 'text') return query.match(tokens, word);
    return joined(
      context,
      'or',
      tokens.map(({ term }) => wholeTermWeight(field, term, context, score)),
    );
  });
  return joined(context, operator, [...words, ending]);
}

function joined(context: QueryContext, operator: 'or' | 'and', clauses: Weight[]): Weight {
  const isAnd = operator === 'and';
  const parts = { must: isAnd ? clauses : [], filter: [], should: isAnd ? [] : clauses, mustNot: [] };
  return joinClauses(context, parts, joining);
}
