import { wordBreakRuns } from './word-break-table.ts';

/** Word-break classes, UAX #29 with the distinctions of Lucene's StandardTokenizer. */
export const OTHER = 0;
export const LETTER = 1;
export const HEBREW = 2;
export const HANGUL = 3;
export const NUMERIC = 4;
export const KATAKANA = 5;
/** Connects words: `_` and its like. */
export const EXTEND_NUM_LET = 6;
/** Joins letters only (`:`), numbers only (`,`), or both (`.`). */
export const MID_LETTER = 7;
export const MID_NUM = 8;
export const MID_NUM_LET = 9;
export const SINGLE_QUOTE = 10;
export const DOUBLE_QUOTE = 11;
/** Extend, Format and ZWJ: belongs to the character before. */
export const EXTEND = 12;
/** Complex context (Thai, Lao, Khmer, Myanmar): kept together as one run. */
export const SOUTH_EAST_ASIAN = 13;
/** Both of the last two. */
export const SOUTH_EAST_ASIAN_EXTEND = 14;
export const HAN = 15;
export const HIRAGANA = 16;
export const REGIONAL_INDICATOR = 17;
export const EMOJI = 18;
export const EMOJI_MODIFIER_BASE = 19;
/** A skin tone: an emoji alone, else it extends. */
export const EMOJI_MODIFIER = 20;
/** A letter that is an emoji when it stands alone, such as U+24C2. */
export const LETTER_EMOJI = 21;

/** Position = class number. */
const CLASS_LETTERS = ' AWGNK_LMB\'"XSTHIREJFQ';
const PAGE = 256;

let pages: Uint8Array[] | undefined;

/** Two-stage table over all of Unicode, unpacked at first use; pages without a class share one. */
function unpack(): Uint8Array[] {
  const empty = new Uint8Array(PAGE);
  const table = new Array<Uint8Array>(0x110000 / PAGE).fill(empty);
  let codePoint = 0;
  for (const run of wordBreakRuns.split(' ')) {
    const wordClass = CLASS_LETTERS.indexOf(run[0]!);
    const dot = run.indexOf('.');
    const gap = run.slice(1, dot < 0 ? undefined : dot);
    codePoint += gap === '' ? 0 : Number.parseInt(gap, 36);
    const end = codePoint + (dot < 0 ? 1 : Number.parseInt(run.slice(dot + 1), 36));
    for (; codePoint < end; codePoint++) {
      const page = codePoint >>> 8;
      if (table[page] === empty) table[page] = new Uint8Array(PAGE);
      table[page]![codePoint & 255] = wordClass;
    }
  }
  return table;
}

/** The word-break class of a code point. */
export function wordBreakClass(codePoint: number): number {
  pages ??= unpack();
  return pages[codePoint >>> 8]![codePoint & 255]!;
}
