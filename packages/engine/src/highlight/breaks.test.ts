import { expect, test } from 'vitest';
import { SentenceBreaks, sentenceBreaks } from './sentence-breaks.ts';
import { wordBreaks } from './word-breaks.ts';

/*
 * The expected places are those of java.text.BreakIterator of Java 25.
 */
const cut = (text: string, breaks: readonly number[]): string[] => {
  return breaks.slice(1).map((end, i) => text.slice(breaks[i]!, end));
};
const sentences = (text: string): string[] => cut(text, sentenceBreaks(text));
const words = (text: string): string[] => cut(text, wordBreaks(text));

test('a sentence ends after a period before a capital letter, and after other marks always', () => {
  expect(sentences('One two. Three! four? Five')).toEqual(['One two. ', 'Three! ', 'four? ', 'Five']);
  expect(sentences('foo. bar baz')).toEqual(['foo. bar baz']);
  expect(sentences('v1.2.3 x')).toEqual(['v1.2.3 x']);
  expect(sentences('"Foo." she said. "Bar." He')).toEqual(['"Foo." she said. ', '"Bar." ', 'He']);
});

test('after two spaces any letter begins a sentence', () => {
  expect(sentences('foo.  bar')).toEqual(['foo.  ', 'bar']);
  expect(sentences('foo.\n\nbar')).toEqual(['foo.\n\n', 'bar']);
  expect(sentences('foo.  5 bar')).toEqual(['foo.  5 bar']);
});

test('what opens before a letter begins a sentence, whatever the letter', () => {
  expect(sentences('e.g. (foo) bar')).toEqual(['e.g. ', '(foo) bar']);
  expect(sentences('a.(b) c')).toEqual(['a.', '(b) c']);
  expect(sentences('U.S.A. (1) is')).toEqual(['U.S.A. (1) is']);
});

test('asked for a place in the midst, a period before a mark is taken for a break though it is none', () => {
  const text = 'see U.S.A. - Dog runs';
  expect(sentences(text)).toEqual([text]);
  expect(new SentenceBreaks(text).preceding(18)).toBe(text.indexOf('. -'));
});

test('letters and digits with single marks between them are words', () => {
  expect(words("the quick-brown fox's 3.5% of $1,000.50")).toEqual([
    'the',
    ' ',
    'quick-brown',
    ' ',
    "fox's",
    ' ',
    '3.5%',
    ' ',
    'of',
    ' ',
    '$1,000.50',
  ]);
  expect(words('日本語テスト ー')).toEqual(['日本語', 'テスト', ' ', 'ー']);
  expect(words('a\u0301b  \r\n.')).toEqual(['a\u0301b', '  \r\n', '.']);
});
