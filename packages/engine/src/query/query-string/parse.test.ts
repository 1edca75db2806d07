import { ApiError } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, parseExpression } from './parse.ts';

const seed = Number(process.env.QUERY_STRING_SEED ?? Date.now() % 2 ** 31);

/** As Lucene prints queries, nearly. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'boolean':
      return expression.clauses.map(({ occur, inner }) => signs[occur] + grouped(inner)).join(' ');
    case 'boosted':
      return `${grouped(expression.inner)}^${expression.boost}`;
    case 'range': {
      const open = expression.includeFrom ? '[' : '{';
      const close = expression.includeTo ? ']' : '}';
      return `${named(expression.field)}${open}${expression.from ?? '*'} TO ${expression.to ?? '*'}${close}`;
    }
    case 'phrase':
      return `${named(expression.field)}"${expression.text}"~${expression.slop ?? ''}`;
    case 'fuzzy':
      return `${named(expression.field)}${expression.text}~${expression.edits ?? ''}`;
    default:
      return `${named(expression.field)}${expression.kind}(${expression.text})`;
  }
}

const signs = { must: '+', should: '', must_not: '-' };
const named = (field: string | null): string => (field === null ? '' : `${field}:`);
const grouped = (inner: Expression): string =>
  inner.kind === 'boolean' ? `(${shown(inner)})` : shown(inner);

test.each([
  ['a', 'text(a)'],
  ['a b c', 'text(a b c)'],
  ['a b AND c d', 'text(a) +text(b) +text(c) text(d)'],
  ['a OR b', 'text(a) text(b)'],
  ['NOT a OR b', '-text(a) text(b)'],
  ['a && !b || +c', '+text(a) -text(b) +text(c)'],
  ['t:(a OR b)^2 c', '(t:text(a) t:text(b))^2 text(c)'],
  ['t:"a b"~3^2.5', 't:"a b"~3^2.5'],
  ['a~ b~1 c^2~1', 'a~ b~1 c~1^2'],
  ['a* *b ?c* *', 'prefix(a) wildcard(*b) wildcard(?c*) wildcard(*)'],
  ['n:[1 TO *} n:{"a b" TO c]', 'n:[1 TO *} n:{a b TO c]'],
  ['/a\\/b.*/ x\\:y', 'regexp(a\\/b.*) text(x:y)'],
  ['\\u0041\\ b', 'text(A b)'],
  ['a + b', 'text(a) text(+) text(b)'],
])('%s is %s', (text, wanted) => {
  expect(shown(parseExpression(text, 'or'))).toBe(wanted);
});

test('words of an AND are all required, but behind an OR', () => {
  expect(shown(parseExpression('a b (c) OR d', 'and'))).toBe('+text(a b) text(c) text(d)');
});

test.each(['(a', 'a)', 'a AND', 'AND', 'f:', '[a TO', 'a^', 'a^x', '"a', 'a\\', '\\u00', '\\u00zz', 'a~x'])(
  '%s is refused',
  (text) => {
    expect(() => parseExpression(text, 'or')).toThrow(ApiError);
  },
);

// As OpenSearch 3.6 tells them.
test.each([
  ['"', 'column 2.  Encountered: <EOF> (in lexical state 2)'],
  ['a "b', 'column 5.  Encountered: <EOF> after prefix "\\"b" (in lexical state 2)'],
  ['a:/b', 'column 5.  Encountered: <EOF> after prefix "/b" (in lexical state 2)'],
  ['a\\', 'column 3.  Encountered: <EOF> (in lexical state 2)'],
  ['}', 'column 2.  Encountered: <EOF> (in lexical state 2)'],
  ['a^x', 'column 4.  Encountered: <EOF>'],
  ['x ^ 2', "column 4.  Encountered: '32' (32),"],
  ['a\nb "c', 'column 7.  Encountered: <EOF> after prefix "\\"c" (in lexical state 2)'],
])('where no token of %j goes on is told as a lexical error', (text, where) => {
  const error = { type: 'token_mgr_error', reason: `Lexical error at line 1, ${where}` };
  expect(() => parseExpression(text, 'or')).toThrow(expect.objectContaining({ error }));
});

test(`any text is read or refused (QUERY_STRING_SEED=${seed})`, () => {
  const parts = fc.constantFrom('a', ' ', '(', ')', '"', ':', '*', '?', '~', '^', '2', '[', ']', '{', '}');
  const more = fc.constantFrom('TO', 'AND', 'OR', 'NOT', '+', '-', '!', '/', '\\', '&&', '||', 'b', '>', '=');
  const texts = fc.array(fc.oneof(parts, more), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseExpression(text, 'or');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { seed, numRuns: 2000 },
  );
});

test('groups are not nested without end', () => {
  expect(() => parseExpression('('.repeat(10_000), 'or')).toThrow(/nested/);
});
