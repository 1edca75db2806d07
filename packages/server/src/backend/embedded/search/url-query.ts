import { apiError } from '@sextant/contract';

type Clause = Readonly<Record<string, unknown>>;

/** Parameters beside `q`. */
export interface UrlQueryOptions {
  readonly q: string;
  readonly df?: string;
  readonly defaultOperator?: string;
  readonly analyzer?: string;
  readonly lenient?: boolean;
}

interface Token {
  readonly text: string;
  readonly field: string | undefined;
  readonly phrase: boolean;
  readonly sign: '+' | '-' | '';
}

/**
 * A query in short form as a query of the body: words, `field:word`, `"a phrase"`, `AND`, `OR`, `NOT`, `+`,
 * `-`, `*` and a word that ends in `*`. Groups, ranges, fuzziness, boosts and regular expressions are refused
 * by name.
 */
export function urlQuery(options: UrlQueryOptions): Clause {
  const words = tokenize(options.q);
  const and = checkedOperator(options.defaultOperator);
  const clauses: { readonly clause: Clause; occur: 'must' | 'should' | 'must_not' }[] = [];
  let joined: 'AND' | 'OR' | undefined;
  let negated = false;
  for (const word of words) {
    if (word === 'AND' || word === 'OR') joined = word;
    else if (word === 'NOT') negated = true;
    else {
      const previous = clauses.at(-1);
      if (joined === 'AND' && previous?.occur === 'should') previous.occur = 'must';
      if (joined === 'OR' && and && previous?.occur === 'must') previous.occur = 'should';
      const required = word.sign === '+' || joined === 'AND' || (and && joined !== 'OR');
      const positive = required ? 'must' : 'should';
      const occur = negated || word.sign === '-' ? 'must_not' : positive;
      clauses.push({ clause: clauseOf(word, options), occur });
      joined = undefined;
      negated = false;
    }
  }
  if (joined !== undefined || negated || clauses.length === 0)
    throw unreadable(options.q, 'it ends too early');
  const [only] = clauses;
  if (clauses.length === 1 && only!.occur !== 'must_not') return only!.clause;
  const group = (occur: string) => clauses.filter((each) => each.occur === occur).map((each) => each.clause);
  return { bool: { must: group('must'), should: group('should'), must_not: group('must_not') } };
}

function checkedOperator(operator: string | undefined): boolean {
  const upper = (operator ?? 'OR').toUpperCase();
  if (upper === 'AND' || upper === 'OR') return upper === 'AND';
  throw apiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.index.query.Operator.${upper}`,
  );
}

function tokenize(q: string): (Token | 'AND' | 'OR' | 'NOT')[] {
  const found: (Token | 'AND' | 'OR' | 'NOT')[] = [];
  const pattern = /\s*([+\-!]?)(?:([\p{L}\p{N}_.@*-]+):)?(?:"((?:[^"\\]|\\.)*)"|((?:[^\s"\\]|\\.)+))/uy;
  while (pattern.lastIndex < q.trimEnd().length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(q);
    if (match === null) throw unreadable(q, `at character ${at + 1}`);
    const [, sign, field, phrase, bare] = match;
    const operator = operatorOf(bare, sign, field);
    if (operator !== undefined) {
      found.push(operator);
      continue;
    }
    if (bare !== undefined && /[()[\]{}~^]|^\/|^[<>]/.test(bare.replace(/\\./g, ''))) {
      throw unreadable(q, `[${bare}] is beyond the short form; send a body`);
    }
    const text = (phrase ?? bare!).replace(/\\(.)/g, '$1');
    found.push({
      text,
      field,
      phrase: phrase !== undefined,
      sign: sign === '!' ? '-' : (sign as '+' | '-' | ''),
    });
  }
  return found;
}

function operatorOf(
  bare: string | undefined,
  sign: string | undefined,
  field: string | undefined,
): 'AND' | 'OR' | 'NOT' | undefined {
  if (sign !== '' || field !== undefined) return undefined;
  if (bare === 'AND' || bare === '&&') return 'AND';
  if (bare === 'OR' || bare === '||') return 'OR';
  return bare === 'NOT' ? 'NOT' : undefined;
}

function clauseOf(token: Token, options: UrlQueryOptions): Clause {
  const field = token.field ?? options.df;
  if (!token.phrase && token.text === '*') {
    return field === undefined || field === '*' ? { match_all: {} } : { exists: { field } };
  }
  if (token.field === '_exists_') return { exists: { field: token.text } };
  const analysis = {
    ...(options.analyzer === undefined ? {} : { analyzer: options.analyzer }),
    ...(options.lenient === true || field === undefined ? { lenient: true } : {}),
  };
  if (!token.phrase && token.text.includes('*')) {
    if (field === undefined) throw unreadable(options.q, 'a wildcard needs a field, such as field:wor*');
    return { wildcard: { [field]: { value: token.text.toLowerCase() } } };
  }
  if (field === undefined) {
    const type = token.phrase ? 'phrase' : 'best_fields';
    return { multi_match: { query: token.text, fields: ['*'], type, ...analysis } };
  }
  if (!token.phrase) return { match: { [field]: { query: token.text, ...analysis } } };
  return { match_phrase: { [field]: { query: token.text } } };
}

function unreadable(q: string, problem: string) {
  return apiError('query_shard_exception', `Failed to parse query [${q}]: ${problem}`);
}
