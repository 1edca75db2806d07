import { asciiFold } from '../ascii-folding.ts';
import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { lowercase, uppercase } from '../lowercase.ts';
import type { StreamFilter, TermFilter, Token } from '../token-stream.ts';
import { isWhitespace } from '../tokenizers/characters.ts';
import { greekLowercase, irishLowercase, turkishLowercase } from './lowercase-languages.ts';
import { PassingStage } from './passing-stage.ts';

/** A type of filters that change single characters, also those of prefixes and patterns. */
function normalizing(name: string, term: (term: string) => string): TokenFilterType {
  const filter: TermFilter = { term, normalizes: true };
  return { name, normalizes: true, make: () => filter };
}

const languages: ReadonlyMap<string, (term: string) => string> = new Map([
  ['greek', greekLowercase],
  ['irish', irishLowercase],
  ['turkish', turkishLowercase],
]);

export const lowercaseFilter: TermFilter = { term: lowercase, normalizes: true };

function lowercaseOf(settings: ComponentSettings): TermFilter {
  const language = settings.text('language');
  if (language === undefined) return lowercaseFilter;
  const term = languages.get(language.toLowerCase());
  if (term === undefined) throw invalid(`language [${language}] not support for lower case`);
  return { term, normalizes: true };
}

export const lowercaseType: TokenFilterType = { name: 'lowercase', normalizes: true, make: lowercaseOf };
export const uppercaseType = normalizing('uppercase', uppercase);

/** What is folded, and the term itself at the same place where that is another. */
class FoldingStage extends PassingStage {
  token(token: Token): void {
    const folded = asciiFold(token.term);
    const original = token.withTerm(token.term, 0);
    token.term = folded;
    this.next.token(token);
    if (folded !== original.term) this.next.token(original);
  }
}

export const asciiFoldingFilter: TermFilter = { term: asciiFold, normalizes: true };
const foldingBeside: StreamFilter = { open: (next) => new FoldingStage(next) };

export const asciiFolding: TokenFilterType = {
  name: 'asciifolding',
  forRules: () => asciiFoldingFilter,
  normalizes: true,
  make: (settings) => (settings.flag('preserve_original', false) ? foldingBeside : asciiFoldingFilter),
};

/** As Java's `trim`, with all white space. */
function trim(term: string): string {
  let start = 0;
  let end = term.length;
  while (start < end && isWhitespace(term[start]!)) start++;
  while (end > start && isWhitespace(term[end - 1]!)) end--;
  return term.slice(start, end);
}

export const trimType: TokenFilterType = {
  name: 'trim',
  normalizes: true,
  make: (settings) => {
    if (settings.has('update_offsets'))
      throw invalid('update_offsets is not supported anymore. Please fix your analysis chain');
    return { term: trim, normalizes: true };
  },
};

const DIGIT = /\p{Nd}/u;
const BOLD_ZERO = 0x1d7ce;
const LAST_STYLED_NINE = 0x1d7ff;

/** Digits come in rows of ten, which begin at a code point that ends by 0 or 6. */
function digitValue(char: string): number {
  const codePoint = char.codePointAt(0)!;
  if (codePoint >= BOLD_ZERO && codePoint <= LAST_STYLED_NINE) return (codePoint - BOLD_ZERO) % 10;
  const last = codePoint & 0xf;
  return DIGIT.test(String.fromCodePoint(codePoint - last)) ? last : last - 6;
}

function asciiDigits(term: string): string {
  return term.replaceAll(/(?![0-9])\p{Nd}/gu, (char) => String(digitValue(char)));
}

export const decimalDigitFilter: TermFilter = { term: asciiDigits, normalizes: true };
export const decimalDigit = normalizing('decimal_digit', asciiDigits);

const VOICED = '\u3099';

/** Full width ASCII to ASCII, half width katakana to katakana, with their marks. */
function normalWidth(term: string): string {
  return term.replaceAll(/[\uff01-\uff5e]|[\uff65-\uff9d][\uff9e\uff9f]?|[\uff9e\uff9f]/g, (chars) => {
    const wide = [...chars].map((char) => char.normalize('NFKC')).join('');
    const joined = wide.normalize('NFC');
    return joined.length < wide.length || !wide.includes(VOICED) ? joined : wide;
  });
}

export const cjkWidthFilter: TermFilter = { term: normalWidth, normalizes: true };
export const cjkWidth = normalizing('cjk_width', normalWidth);

export const reverse: TokenFilterType = {
  name: 'reverse',
  make: () => ({ term: (term) => [...term].reverse().join('') }),
};

export const apostropheFilter: TermFilter = { term: (term) => term.replace(/['’].*$/s, '') };
export const apostrophe: TokenFilterType = { name: 'apostrophe', make: () => apostropheFilter };
