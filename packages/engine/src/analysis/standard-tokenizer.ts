import { OTHER as ASCII_OTHER, asciiClass, asciiWordEnd } from './ascii-words.ts';
import { emojiEnd } from './emoji-sequence.ts';
import type { TermSink } from './token-stream.ts';
import {
  DOUBLE_QUOTE,
  EMOJI_MODIFIER,
  EXTEND,
  EXTEND_NUM_LET,
  HAN,
  HANGUL,
  HEBREW,
  HIRAGANA,
  KATAKANA,
  LETTER,
  LETTER_EMOJI,
  MID_LETTER,
  MID_NUM,
  MID_NUM_LET,
  NUMERIC,
  OTHER,
  SINGLE_QUOTE,
  SOUTH_EAST_ASIAN,
  SOUTH_EAST_ASIAN_EXTEND,
  wordBreakClass,
} from './word-break.ts';

/** Longer tokens are cut at this many UTF-16 units (Lucene's StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH). */
export const MAX_TOKEN_LENGTH = 255;

/** What the scan of a word has just passed. */
const NOTHING = 0;
const AFTER_KATAKANA = 1;
const AFTER_LETTER = 2;
const AFTER_NUMERIC = 3;
/** A Hebrew word closed by a quote: letters and digits may follow, joining marks may not. */
const AFTER_QUOTE = 4;

/** What was scanned last: one object for all, since a token is read before the next is scanned. */
const token: { end: number; type: string } = { end: 0, type: '<ALPHANUM>' };

function isLetter(wordClass: number): boolean {
  return wordClass === LETTER || wordClass === HEBREW || wordClass === HANGUL || wordClass === LETTER_EMOJI;
}

function isExtend(wordClass: number): boolean {
  return wordClass === EXTEND || wordClass === SOUTH_EAST_ASIAN_EXTEND || wordClass === EMOJI_MODIFIER;
}

/** The class at `at`, or OTHER at the limit (also for a surrogate pair that crosses it). */
function classAt(text: string, at: number, limit: number): number {
  if (at >= limit) return OTHER;
  const codePoint = text.codePointAt(at)!;
  if (codePoint > 0xffff && at + 2 > limit) return OTHER;
  return wordBreakClass(codePoint);
}

/** Past the code point at `at` and everything that extends it (rule WB4). */
function pastCharacter(text: string, at: number, limit: number): number {
  let next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  while (isExtend(classAt(text, next, limit))) next += text.codePointAt(next)! > 0xffff ? 2 : 1;
  return next;
}

/** Where a joining mark at `at` lets the word go on: the start of the next character, or -1. */
function joinedAt(
  text: string,
  at: number,
  limit: number,
  mark: number,
  after: number,
  hebrew: boolean,
): number {
  const next = pastCharacter(text, at, limit);
  const following = classAt(text, next, limit);
  if (after === AFTER_LETTER) {
    if (mark === MID_LETTER || mark === MID_NUM_LET || mark === SINGLE_QUOTE)
      return isLetter(following) ? next : -1;
    return mark === DOUBLE_QUOTE && hebrew && following === HEBREW ? next : -1;
  }
  const joinsNumbers = mark === MID_NUM || mark === MID_NUM_LET || mark === SINGLE_QUOTE;
  return after === AFTER_NUMERIC && joinsNumbers && following === NUMERIC ? next : -1;
}

function typeOfWord(numbersOnly: boolean, hangulOnly: boolean, katakanaOnly: boolean): string {
  if (numbersOnly) return '<NUM>';
  if (hangulOnly) return '<HANGUL>';
  return katakanaOnly ? '<KATAKANA>' : '<ALPHANUM>';
}

/** The longest word of letters, digits and katakana from `start` (rules WB5 to WB13b), into `token`. */
function scanWord(text: string, start: number, limit: number): void {
  let at = start;
  let after = NOTHING;
  let items = 0;
  let hebrew = false;
  let numbersOnly = true;
  let hangulOnly = true;
  let katakanaOnly = true;
  for (;;) {
    const wordClass = classAt(text, at, limit);
    if (isLetter(wordClass) && after !== AFTER_KATAKANA) {
      after = AFTER_LETTER;
      hebrew = wordClass === HEBREW;
      hangulOnly &&= wordClass === HANGUL;
      numbersOnly = katakanaOnly = false;
      items++;
    } else if (wordClass === NUMERIC && after !== AFTER_KATAKANA) {
      after = AFTER_NUMERIC;
      hangulOnly = katakanaOnly = false;
      items++;
    } else if (wordClass === KATAKANA && (after === NOTHING || after === AFTER_KATAKANA)) {
      after = AFTER_KATAKANA;
      hangulOnly = numbersOnly = false;
      items++;
    } else if (wordClass === EXTEND_NUM_LET) {
      after = NOTHING;
      hangulOnly = katakanaOnly = false;
    } else {
      const next = joinedAt(text, at, limit, wordClass, after, hebrew);
      if (next >= 0) {
        hangulOnly = false;
        // After a double quote the Hebrew letter closes the pair, so it is passed here.
        if (wordClass === DOUBLE_QUOTE) after = AFTER_QUOTE;
        at = wordClass === DOUBLE_QUOTE ? pastCharacter(text, next, limit) : next;
        continue;
      }
      if (wordClass !== SINGLE_QUOTE || after !== AFTER_LETTER || !hebrew) break;
      after = AFTER_QUOTE;
      hangulOnly = false;
    }
    at = pastCharacter(text, at, limit);
  }
  token.end = items === 0 ? start : at;
  token.type = typeOfWord(numbersOnly, hangulOnly, katakanaOnly);
}

function complexContextEnd(text: string, start: number, limit: number): number {
  let at = start;
  for (;;) {
    const wordClass = classAt(text, at, limit);
    if (wordClass !== SOUTH_EAST_ASIAN && wordClass !== SOUTH_EAST_ASIAN_EXTEND) return at;
    at = pastCharacter(text, at, limit);
  }
}

function asciiType(text: string, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    const lower = text.charCodeAt(at) | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) return '<ALPHANUM>';
  }
  return '<NUM>';
}

/** What the tokenizer makes of a text at `at`: its end is `at` where no token begins. Valid until the next call. */
export function standardTokenAt(text: string, at: number, limit: number): { end: number; type: string } {
  const end = asciiWordEnd(text, at, limit);
  if (end <= at || asciiClass[text.charCodeAt(at)] === ASCII_OTHER) {
    scanToken(text, at, limit);
    return token;
  }
  token.end = end;
  token.type = asciiType(text, at, end);
  return token;
}

/** The longest token of any rule at `at`, into `token`; its end is `at` where none begins there. */
function scanToken(text: string, at: number, limit: number): void {
  const wordClass = classAt(text, at, limit);
  if (wordClass === HAN || wordClass === HIRAGANA) {
    token.end = pastCharacter(text, at, limit);
    token.type = wordClass === HAN ? '<IDEOGRAPHIC>' : '<HIRAGANA>';
    return;
  }
  if (wordClass === SOUTH_EAST_ASIAN || wordClass === SOUTH_EAST_ASIAN_EXTEND) {
    token.end = complexContextEnd(text, at, limit);
    token.type = '<SOUTHEAST_ASIAN>';
    return;
  }
  const emoji = emojiEnd(text, at, limit);
  if (wordClass === OTHER) token.end = at;
  else scanWord(text, at, limit);
  if (token.end > emoji) return;
  token.end = emoji;
  token.type = '<EMOJI>';
}

/** Bases of a keycap that are no part of a word. */
const NUMBER_SIGN = 0x23;
const ASTERISK = 0x2a;

/**
 * Lucene's StandardTokenizer: UAX #29 words, single ideographs and hiragana, runs of katakana, hangul and
 * South East Asian scripts, and emoji sequences. The longest rule wins, on a tie the earlier of the grammar.
 */
export function standardTokenizer(text: string, sink: TermSink): number {
  return standardTokens(text, sink, MAX_TOKEN_LENGTH);
}

/** The same with another limit for the length of a token. */
export function standardTokens(text: string, sink: TermSink, maxTokenLength: number): number {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const limit = Math.min(length, at + maxTokenLength);
    const unit = text.charCodeAt(at);
    if (unit < 0x80 && unit !== NUMBER_SIGN && unit !== ASTERISK) {
      const end = asciiWordEnd(text, at, limit);
      if (end >= 0) {
        if (end > at) sink.term(text.slice(at, end), at, end, asciiType(text, at, end), 1);
        at = Math.max(end, at + 1);
        continue;
      }
    }
    scanToken(text, at, limit);
    const { end, type } = token;
    if (end > at) {
      sink.term(text.slice(at, end), at, end, type, 1);
      at = end;
    } else {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    }
  }
  return 0;
}
