import { invalid } from '../component-settings.ts';
import type { TokenizerType } from '../component-type.ts';
import { MAX_TOKEN_LENGTH } from '../standard-tokenizer.ts';
import type { Tokenizer } from '../token-stream.ts';

/** How far rules that join several words look ahead, so that no text takes more than a multiple of its length. */
const AHEAD_MAX = 4096;

const CJ =
  /[\u3100-\u312f\u3040-\u309f\u30a0-\u30ff\u31f0-\u31ff\u3300-\u337f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff65-\uff9f]/;
const LETTER_CHAR = /\p{L}/u;
const WORD_CHAR = /[\p{L}\p{Nd}\u0e00-\u0e59]/u;
const DIGIT = /\p{Nd}/u;

const OTHER = 0;
const LETTER = 1;
/** Of words, and no letter of the grammar's: digits, Thai signs. */
const WORD_ONLY = 2;
const IDEOGRAPH = 3;

function kindOf(char: string): number {
  if (CJ.test(char)) return IDEOGRAPH;
  if (LETTER_CHAR.test(char)) return LETTER;
  return WORD_CHAR.test(char) ? WORD_ONLY : OTHER;
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(String.fromCharCode(unit)));

function kindAt(text: string, at: number): number {
  const codePoint = text.codePointAt(at) ?? 0;
  return codePoint < 128 ? asciiKinds[codePoint]! : kindOf(String.fromCodePoint(codePoint));
}

function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** The end of the run of letters, or of letters and what else is in words. */
function runEnd(text: string, from: number, onlyLetters: boolean): number {
  let at = from;
  for (; at < text.length; at += widthAt(text, at)) {
    const kind = kindAt(text, at);
    if (kind !== LETTER && (onlyLetters || kind !== WORD_ONLY)) break;
  }
  return at;
}

/** The end of further runs, each behind one of the marks; `from` where there are none. */
function joinedEnd(text: string, from: number, marks: string, onlyLetters = false): number {
  let end = from;
  while (end < text.length && marks.includes(text[end]!)) {
    const next = runEnd(text, end + 1, onlyLetters);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

/** Where a rule of the grammar ends that begins at the start of the text; 0 where it does not hold. */
type Rule = (text: string) => number;

function apostropheEnd(text: string): number {
  const letters = runEnd(text, 0, true);
  const end = joinedEnd(text, letters, "'", true);
  return end > letters && letters > 0 ? end : 0;
}

function acronymEnd(text: string): number {
  let end = 0;
  let count = 0;
  while (kindAt(text, end) === LETTER && text[end + widthAt(text, end)] === '.') {
    end += widthAt(text, end) + 1;
    count++;
  }
  return count > 1 ? end : 0;
}

function companyEnd(text: string): number {
  const letters = runEnd(text, 0, true);
  if (letters === 0 || (text[letters] !== '&' && text[letters] !== '@')) return 0;
  const end = runEnd(text, letters + 1, true);
  return end > letters + 1 ? end : 0;
}

function emailEnd(text: string): number {
  const local = joinedEnd(text, runEnd(text, 0, false), '._-');
  if (text[local] !== '@') return 0;
  const domain = runEnd(text, local + 1, false);
  const end = joinedEnd(text, domain, '.-');
  return domain > local + 1 && end > domain ? end : 0;
}

function hostEnd(text: string): number {
  const word = runEnd(text, 0, false);
  const end = joinedEnd(text, word, '.');
  return end > word ? end : 0;
}

function dottedEnd(text: string): number {
  let end = 0;
  let count = 0;
  for (;;) {
    const word = runEnd(text, end, false);
    if (word === end || text[word] !== '.') return count > 1 ? end : 0;
    end = word + 1;
    count++;
  }
}

const JOINS_NUMBERS = '_-/.,';

/** Words joined by marks, of which every second one has a digit. */
function numberEnd(text: string): number {
  let digitsAtOdd = true;
  let digitsAtEven = true;
  let end = 0;
  let start = 0;
  for (let count = 0; digitsAtOdd || digitsAtEven; count++) {
    const stop = runEnd(text, start, false);
    if (stop === start) break;
    const hasDigit = DIGIT.test(text.slice(start, stop));
    if (count % 2 === 0) digitsAtEven &&= hasDigit;
    else digitsAtOdd &&= hasDigit;
    if (count > 0 && (digitsAtEven || digitsAtOdd)) end = stop;
    if (stop >= text.length || !JOINS_NUMBERS.includes(text[stop]!)) break;
    start = stop + 1;
  }
  return end;
}

/** In the order of the grammar: of two matches of one length the earlier counts. */
const rules: readonly (readonly [type: string, rule: Rule])[] = [
  ['<APOSTROPHE>', apostropheEnd],
  ['<ACRONYM>', acronymEnd],
  ['<COMPANY>', companyEnd],
  ['<EMAIL>', emailEnd],
  ['<HOST>', hostEnd],
  ['<NUM>', numberEnd],
  ['<ACRONYM_DEP>', dottedEnd],
];

interface Match {
  end: number;
  type: string;
}

function longest(text: string, at: number): Match {
  const best: Match = { end: runEnd(text, at, false), type: '<ALPHANUM>' };
  if (best.end === at) {
    return kindAt(text, at) === IDEOGRAPH ? { end: at + widthAt(text, at), type: '<CJ>' } : best;
  }
  const near = text.slice(at, at + AHEAD_MAX);
  for (const [type, rule] of rules) {
    const end = at + rule(near);
    if (end > best.end) Object.assign(best, { end, type });
  }
  return best;
}

/** Lucene's ClassicTokenizer: words, hosts, addresses, numbers; ideographs one by one. Longer tokens are left out. */
function classicTokenizer(maxTokenLength: number): Tokenizer {
  return (text, sink) => {
    let skipped = 0;
    for (let at = 0; at < text.length; ) {
      const { end, type } = longest(text, at);
      if (end === at) {
        at += widthAt(text, at);
        continue;
      }
      if (end - at <= maxTokenLength) {
        sink.term(text.slice(at, end), at, end, type, 1 + skipped);
        skipped = 0;
      } else {
        skipped++;
      }
      at = end;
    }
    return skipped;
  };
}

export const classic: TokenizerType = {
  name: 'classic',
  make: (settings) => {
    const limit = settings.integer('max_token_length', MAX_TOKEN_LENGTH);
    if (limit < 1) throw invalid('maxTokenLength must be greater than zero');
    return classicTokenizer(limit);
  },
};
