import type { BoolParts } from './bool-weight.ts';
import {
  constantText,
  type Explanation,
  explain,
  explainFilter,
  matched,
  scoreAt,
  textOf,
  unmatched,
} from './explanation.ts';
import type { Weight } from './weight.ts';

/** The clauses of a bool query in Lucene's words: `+a b -c #d`. */
export function boolText({ must, filter, should, mustNot, minimum }: BoolParts): string {
  const clauses = [
    ...must.map((weight) => `+${clauseText(weight)}`),
    ...mustNot.map((weight) => `-${clauseText(weight)}`),
    ...should.map(clauseText),
    ...filter.map((weight) => `#${clauseText(weight)}`),
  ].join(' ');
  return minimum > 0 ? `(${clauses})~${minimum}` : clauses;
}

/** A clause of another query; what has clauses itself stands in brackets. */
export function clauseText(weight: Weight): string {
  return isBool(weight) ? `(${textOf(weight)})` : textOf(weight);
}

function isBool(weight: Weight): boolean {
  return 'parts' in weight;
}

type BoolLike = Weight & { readonly parts: BoolParts };

/** As Lucene's `BooleanWeight` tells it. */
export function explainBool(bool: BoolLike, segment: number, doc: number): Explanation {
  const { must, filter, should, mustNot, minimum } = bool.parts;
  const alone = onlyClause(bool.parts);
  if (alone !== null) return explain(alone, segment, doc);
  if (filter.length === 1 && must.length + should.length + mustNot.length === 0) {
    return explainConstant(filter[0]!, segment, doc);
  }
  const details: Explanation[] = [];
  let failed = false;
  let matches = 0;
  const fail = (description: string, cause: Explanation): void => {
    failed = true;
    details.push(unmatched(description, [cause]));
  };
  for (const weight of must) {
    const own = explain(weight, segment, doc);
    if (!own.match) fail(`no match on required clause (${textOf(weight)})`, own);
    else {
      details.push(own);
      matches++;
    }
  }
  for (const weight of mustNot) {
    const own = explainFilter(weight, segment, doc);
    if (own.match) fail(`match on prohibited clause (${textOf(weight)})`, own);
  }
  const optional = should.map((weight) => explain(weight, segment, doc)).filter(({ match }) => match);
  details.push(...optional);
  for (const weight of filter) {
    const own = explainFilter(weight, segment, doc);
    if (!own.match) fail(`no match on required clause (${textOf(weight)})`, own);
    else {
      matches++;
      details.push(matched(0, 'match on required clause, product of:', [matched(0, '# clause'), own]));
    }
  }
  if (failed) return unmatched('Failure to meet condition(s) of required/prohibited clause(s)', details);
  if (matches + optional.length === 0) return unmatched('No matching clauses', details);
  if (optional.length < minimum) {
    return unmatched(`Failure to match minimum number of optional clauses: ${minimum}`, details);
  }
  return matched(scoreAt(bool.scorer(segment), doc), 'sum of:', details);
}

/** A clause that is all of the query is the query. */
function onlyClause({ must, filter, should, mustNot, minimum }: BoolParts): Weight | null {
  if (filter.length + mustNot.length > 0 || must.length + should.length !== 1) return null;
  return minimum > should.length ? null : (must[0] ?? should[0]!);
}

function explainConstant(weight: Weight, segment: number, doc: number): Explanation {
  const text = constantText(weight);
  const { match } = explainFilter(weight, segment, doc);
  return match ? matched(0, `${text}^0.0`) : unmatched(`${text} doesn't match id ${doc}`);
}
