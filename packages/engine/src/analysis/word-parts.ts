import type { ComponentSettings } from './component-settings.ts';
import { invalid } from './component-settings.ts';
import { unescapeRule } from './word-rules.ts';
import { WordSet, wordsOf } from './words/word-list.ts';

/** Kinds of characters, as Lucene's WordDelimiterIterator has them. */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const DELIMITER = 8;
const ALPHA = LOWER | UPPER;
const ALPHANUM = ALPHA | DIGIT;

const kinds: ReadonlyMap<string, number> = new Map([
  ['LOWER', LOWER],
  ['UPPER', UPPER],
  ['ALPHA', ALPHA],
  ['DIGIT', DIGIT],
  ['ALPHANUM', ALPHANUM],
  ['SUBWORD_DELIM', DELIMITER],
]);

/** What is split, joined and kept. */
export interface PartOptions {
  readonly wordParts: boolean;
  readonly numberParts: boolean;
  readonly joinsWords: boolean;
  readonly joinsNumbers: boolean;
  readonly joinsAll: boolean;
  readonly splitsOnCase: boolean;
  readonly splitsOnNumerics: boolean;
  readonly keepsOriginal: boolean;
  readonly cutsPossessive: boolean;
  readonly ignoresKeywords: boolean;
  readonly adjustsOffsets: boolean;
  readonly isProtected: (word: string) => boolean;
  readonly kindOf: (char: string) => number;
}

function kindOf(char: string): number {
  const codePoint = char.charCodeAt(0);
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return ALPHANUM;
  if (/\p{Lu}/u.test(char)) return UPPER;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/[\p{Lt}\p{Lm}\p{Lo}\p{Mn}\p{Me}\p{Mc}]/u.test(char)) return ALPHA;
  // In Latin-1 only the decimal digits are digits.
  if (codePoint < 0x100) return char >= '0' && char <= '9' ? DIGIT : DELIMITER;
  return /[\p{Nd}\p{Nl}\p{No}]/u.test(char) ? DIGIT : DELIMITER;
}

const asciiKinds = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(String.fromCharCode(unit)));

function defaultKind(char: string): number {
  const unit = char.charCodeAt(0);
  return unit < 128 ? asciiKinds[unit]! : kindOf(char);
}

const RULE = /^(.*)\s*=>\s*(.*)\s*$/su;

/** `$ => DIGIT`. Throws ApiError. */
function kindTable(rules: readonly string[]): (char: string) => number {
  if (rules.length === 0) return defaultKind;
  const table = new Map<string, number>();
  for (const [i, rule] of rules.entries()) {
    const problem = `Line [${i + 1}]: Invalid mapping rule: [${rule}]`;
    const found = RULE.exec(rule);
    if (found === null) throw invalid(problem);
    const char = unescapeRule(found[1]!.trim());
    const kind = kinds.get(found[2]!.trim());
    if (char.length !== 1) throw invalid(`${problem}. Only a single character is allowed.`);
    if (kind === undefined) throw invalid(`${problem}. Illegal type.`);
    table.set(char, kind);
  }
  return (char) => table.get(char) ?? defaultKind(char);
}

export function partOptions(settings: ComponentSettings): PartOptions {
  const words = wordsOf(settings, 'protected_words');
  const isProtected = new WordSet(words ?? []);
  return {
    wordParts: settings.flag('generate_word_parts', true),
    numberParts: settings.flag('generate_number_parts', true),
    joinsWords: settings.flag('catenate_words', false),
    joinsNumbers: settings.flag('catenate_numbers', false),
    joinsAll: settings.flag('catenate_all', false),
    splitsOnCase: settings.flag('split_on_case_change', true),
    splitsOnNumerics: settings.flag('split_on_numerics', true),
    keepsOriginal: settings.flag('preserve_original', false),
    cutsPossessive: settings.flag('stem_english_possessive', true),
    ignoresKeywords: settings.flag('ignore_keywords', false),
    adjustsOffsets: settings.flag('adjust_offsets', true),
    isProtected: (word) => isProtected.has(word),
    kindOf: kindTable(wordsOf(settings, 'type_table') ?? []),
  };
}

export interface Part {
  readonly start: number;
  readonly end: number;
  /** ALPHA, DIGIT, or both. */
  readonly kind: number;
}

/** The parts of a word. */
export interface WordParts {
  readonly parts: readonly Part[];
  /** It has delimiters at its ends alone. */
  readonly isSingle: boolean;
}

/** Lucene's WordDelimiterIterator. */
export function partsOf(text: string, options: PartOptions): WordParts {
  const kindAt = (at: number): number => options.kindOf(text[at]!);
  let first = 0;
  let bound = text.length;
  while (first < bound && isDelimiter(kindAt(first))) first++;
  while (bound > first && isDelimiter(kindAt(bound - 1))) bound--;
  const possessive = (at: number): boolean =>
    options.cutsPossessive &&
    at > 2 &&
    at <= bound &&
    /^'[sS]$/.test(text.slice(at - 2, at)) &&
    (kindAt(at - 3) & ALPHA) !== 0 &&
    (at === bound || isDelimiter(kindAt(at)));
  const isFinal = possessive(bound);
  const parts: Part[] = [];
  let end = first;
  let skips = false;
  for (;;) {
    let current = skips ? end + 2 : end;
    while (current < bound && isDelimiter(kindAt(current))) current++;
    if (current >= bound) break;
    let last = kindAt(current);
    for (end = current + 1; end < bound; end++) {
      const kind = kindAt(end);
      if (isBreak(last, kind, options)) break;
      last = kind;
    }
    skips = end < bound - 1 && possessive(end + 2);
    const kind = kindAt(current);
    parts.push({ start: current, end, kind: kind === LOWER || kind === UPPER ? ALPHA : kind });
  }
  const sole = parts[0];
  const isSingle = parts.length === 1 && sole!.start === first && sole!.end === (isFinal ? bound - 2 : bound);
  return { parts, isSingle };
}

function isDelimiter(kind: number): boolean {
  return (kind & DELIMITER) !== 0;
}

function isBreak(last: number, kind: number, options: PartOptions): boolean {
  if ((kind & last) !== 0) return false;
  const lastAlpha = (last & ALPHA) !== 0;
  const alpha = (kind & ALPHA) !== 0;
  if (!options.splitsOnCase && lastAlpha && alpha) return false;
  // A capital begins a word.
  if ((last & UPPER) !== 0 && alpha) return false;
  const digits = (lastAlpha && (kind & DIGIT) !== 0) || ((last & DIGIT) !== 0 && alpha);
  return options.splitsOnNumerics || !digits;
}

export function isGenerated(kind: number, options: PartOptions): boolean {
  return (options.wordParts && (kind & ALPHA) !== 0) || (options.numberParts && (kind & DIGIT) !== 0);
}

export function isJoined(kind: number, options: PartOptions): boolean {
  return (options.joinsWords && (kind & ALPHA) !== 0) || (options.joinsNumbers && (kind & DIGIT) !== 0);
}

/** Parts that are put together. */
export interface Joined {
  text: string;
  kind: number;
  start: number;
  end: number;
  count: number;
  /** The position of its first part. */
  position: number;
}

export function joined(position: number): Joined {
  return { text: '', kind: 0, start: 0, end: 0, count: 0, position };
}

export function joinPart(to: Joined, text: string, { start, end, kind }: Part, position: number): void {
  if (to.count === 0) Object.assign(to, { kind, start, position });
  to.text += text.slice(start, end);
  to.end = end;
  to.count++;
}
