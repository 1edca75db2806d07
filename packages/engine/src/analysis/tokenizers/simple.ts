import { type ComponentSettings, invalid } from '../component-settings.ts';
import type { TokenizerType } from '../component-type.ts';
import { lowercase } from '../lowercase.ts';
import { MAX_TOKEN_LENGTH, standardTokens } from '../standard-tokenizer.ts';
import type { Tokenizer } from '../token-stream.ts';
import { charClass } from './char-classes.ts';
import { charTokenizer, isWhitespace, keywordTokenizer, letterTokenizer } from './characters.ts';

/** Lucene's limit of what a tokenizer may keep of a token. */
const MAX_TOKEN_LENGTH_LIMIT = 1024 * 1024;

function checkedLength(settings: ComponentSettings): number {
  const length = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
  if (length > 0 && length < MAX_TOKEN_LENGTH_LIMIT) return length;
  throw invalid(
    `maxTokenLen must be greater than 0 and less than ${MAX_TOKEN_LENGTH_LIMIT} passed: ${length}`,
  );
}

/** `max_token_length` of tokenizers that cut longer words. */
export function checkedWordLength(settings: ComponentSettings): number {
  const limit = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
  if (limit < 1) throw invalid('maxTokenLength must be greater than zero');
  if (limit <= MAX_TOKEN_LENGTH_LIMIT) return limit;
  throw invalid(`maxTokenLength may not exceed ${MAX_TOKEN_LENGTH_LIMIT}`);
}

export function standardTokenizerOf(settings: ComponentSettings): Tokenizer {
  const limit = checkedWordLength(settings);
  return (text, sink) => standardTokens(text, sink, limit);
}

export const standard: TokenizerType = { name: 'standard', make: standardTokenizerOf };

export const whitespace: TokenizerType = {
  name: 'whitespace',
  make: (settings) => charTokenizer((char) => !isWhitespace(char), checkedLength(settings)),
};

export const letter: TokenizerType = { name: 'letter', make: () => letterTokenizer };

function lowercaseTokenizer(): Tokenizer {
  return (text, sink) =>
    letterTokenizer(text, {
      term: (term, start, end, type, increment) => sink.term(lowercase(term), start, end, type, increment),
    });
}

export const lowercaseLetters: TokenizerType = { name: 'lowercase', make: lowercaseTokenizer };

export const keyword: TokenizerType = {
  name: 'keyword',
  make: (settings) => {
    const size = settings.integer('buffer_size', 256);
    if (size > 0 && size < MAX_TOKEN_LENGTH_LIMIT) return keywordTokenizer;
    throw invalid(
      `maxTokenLen must be greater than 0 and less than ${MAX_TOKEN_LENGTH_LIMIT} passed: ${size}`,
    );
  },
};

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** A character, an escape such as `\n`, or the name of a class. */
function separator(given: string): (char: string) => boolean {
  if (given === '') throw invalid('[tokenize_on_chars] cannot contain empty characters');
  if ([...given].length === 1) return (char) => char === given;
  if (given.startsWith('\\')) {
    const char = escapedChar(given);
    return (each) => each === char;
  }
  const named = charClass(given);
  if (named === undefined) throw invalid(`Invalid escaped char in [${given}]`);
  return named;
}

function escapedChar(given: string): string {
  const known = escapes.get(given[1]!);
  if (known !== undefined) return known;
  if (given[1] !== 'u') throw invalid(`Invalid escaped char ${given[1]} in [${given}]`);
  const code = /^\\u([0-9a-fA-F]{4,6})$/.exec(given);
  if (code === null) throw invalid(`Invalid escaped char in [${given}]`);
  return String.fromCodePoint(Number.parseInt(code[1]!, 16));
}

export const charGroup: TokenizerType = {
  name: 'char_group',
  make: (settings) => {
    const separators = settings.list('tokenize_on_chars').map(separator);
    const limit = checkedLength(settings);
    return charTokenizer((char) => !separators.some((has) => has(char)), limit);
  },
};
