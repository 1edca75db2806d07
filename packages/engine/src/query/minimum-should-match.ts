import { apiError } from '@sextant/contract';

/**
 * How many of `count` optional clauses must match: `2`, `-1` (all but one), `75%`, `-25%`, and combinations
 * such as `2<-25% 9<-3` (above 2 clauses all but 25 %, above 9 all but 3). The arithmetic of Lucene's and
 * OpenSearch's `Queries.calculateMinShouldMatch`.
 */
export function minimumShouldMatch(count: number, specification: string): number {
  const text = specification.trim();
  if (text.includes('<')) {
    let result = count;
    for (const part of conditions(text)) {
      const [bound, rest] = part.split('<');
      if (count <= readNumber(bound ?? '')) return result;
      result = minimumShouldMatch(count, rest ?? '');
    }
    return result;
  }
  let result: number;
  if (text.includes('%')) {
    const percent = readNumber(text.slice(0, text.indexOf('%')));
    const share = Math.trunc(Math.fround(Math.fround(count * percent) * Math.fround(1 / 100)));
    result = share < 0 || percent < 0 ? count + share : share;
  } else {
    const number = readNumber(text);
    result = number < 0 ? count + number : number;
  }
  return Math.max(0, result);
}

/** `2 < 3 9<4` as `2<3` and `9<4`: spaces around a `<` do not divide. */
function conditions(text: string): string[] {
  return text
    .split('<')
    .map((part) => part.trim())
    .join('<')
    .split(/\s+/);
}

function readNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw apiError('number_format_exception', `For input string: "${text}"`);
  return Number(text);
}

/** How the clauses that words become are put together. */
export interface WordJoin {
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
}

/** How many of so many clauses must match; null where there are not as many. Of those that must all be there none is optional. */
export function minimumOf(
  clauses: number,
  { operator, minimumShouldMatch: wanted }: WordJoin,
): number | null {
  if (wanted === null) return 0;
  const optional = operator === 'or' ? clauses : 0;
  const minimum = minimumShouldMatch(optional, wanted);
  return minimum > optional ? null : minimum;
}
