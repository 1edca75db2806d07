import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WordPlaces } from './passage-breaks.ts';
import { SentenceBreaks, sentenceBreaks } from './sentence-breaks.ts';
import { patternEnd, wordEnd } from './word-breaks.ts';

/*
 * The expected places are those of java.text.BreakIterator of Java 25.
 */
const cut = (text: string, breaks: readonly number[]): string[] => {
  return breaks.slice(1).map((end, i) => text.slice(breaks[i]!, end));
};
const sentences = (text: string): string[] => cut(text, sentenceBreaks(text));
const words = (text: string): string[] => cut(text, wordBreaks(text, wordEnd));

/** The places of all breaks, the beginning and the end of the text among them. */
function wordBreaks(text: string, endOf: (text: string, from: number) => number): number[] {
  const breaks = [0];
  for (let at = 0; at < text.length; breaks.push(at)) at = endOf(text, at);
  return breaks;
}

const seed = Number(process.env.BREAKS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const characters = [
  'a',
  'B',
  'z',
  ' ',
  ' ',
  '\t',
  '\n',
  '\r',
  '\f',
  '1',
  '9',
  '.',
  ',',
  "'",
  '"',
  '-',
  '_',
  ':',
  '$',
  '#',
  '%',
  '&',
].concat([
  '!',
  '?',
  '(',
  ')',
  '\0',
  '\x7f',
  'é',
  'e\u0301',
  '\u00ad',
  '\u200d',
  '\u2027',
  '\u0964',
  '\u2029',
  '¢',
  '日',
  'テ',
  'の',
  '😀',
]);

/** Mostly ASCII: letters and blanks more than others. */
function randomText(random: SeededRandom): string {
  const most = random.float() < 0.5 ? characters.length : 30;
  const length = Math.floor(random.float() * 40);
  return Array.from({ length }, () => characters[Math.floor(random.float() ** 2 * most)]).join('');
}

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

test(`words of ASCII are cut where the patterns cut them (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < 5_000; round++) {
    const text = randomText(random);
    expect(wordBreaks(text, wordEnd), JSON.stringify(text)).toEqual(wordBreaks(text, patternEnd));
  }
});

test(`places between words are the same in whatever order they are asked for (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < 500; round++) {
    const text = randomText(random);
    const breaks = wordBreaks(text, wordEnd);
    const places = new WordPlaces(text);
    for (let asked = 0; asked < 10; asked++) {
      const place = Math.floor(random.float() * (text.length + 3)) - 1;
      expect(places.preceding(place)).toBe(breaks.findLast((at) => at < place) ?? -1);
      expect(places.following(place)).toBe(breaks.find((at) => at > place) ?? -1);
    }
  }
});

test(`sentences of ASCII are cut as those beyond it, which are looked at one character after the other (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < 2_000; round++) {
    const text = randomText(random);
    const breaks = sentenceBreaks(text);
    const wide = sentenceBreaks(
      text.replaceAll('a', 'ä').replaceAll('B', 'Ä').replaceAll('z', 'ß').replaceAll(' ', '\u00a0'),
    );
    expect(wide, JSON.stringify(text)).toEqual(breaks);
  }
});
