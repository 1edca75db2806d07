/** What an ASCII byte does in the word-break rules. */
export const OTHER = 0;
export const LETTER = 1;
export const DIGIT = 2;
/** `_` */
export const CONNECTOR = 3;
/** `:` between letters, `,` and `;` between digits, `.` and `'` between both. */
const MID_LETTER = 4;
const MID_NUMBER = 5;
const MID_BOTH = 6;

/** The class of every ASCII character. */
export const asciiClass = new Uint8Array(128);
for (let byte = 0; byte < 128; byte++) {
  const char = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(char)) asciiClass[byte] = LETTER;
  else if (/[0-9]/.test(char)) asciiClass[byte] = DIGIT;
  else asciiClass[byte] = [OTHER, OTHER, OTHER, CONNECTOR, MID_LETTER, MID_NUMBER, MID_BOTH][markKind(char)]!;
}

function markKind(char: string): number {
  const kind = ['_', ':', ',;', ".'"].findIndex((marks) => marks.includes(char));
  return kind < 0 ? OTHER : kind + CONNECTOR;
}

/** Whether a mark goes on between a letter or digit and the next character. */
export function joins(mark: number, before: number, after: number): boolean {
  if (before !== after || mark < MID_LETTER) return false;
  return mark === MID_BOTH || mark === (before === LETTER ? MID_LETTER : MID_NUMBER);
}

/**
 * The end of the ASCII word that starts at `start` (rules WB5 to WB13b), `start` where none does, or -1 where
 * a character beyond ASCII has a say.
 */
export function asciiWordEnd(text: string, start: number, limit: number): number {
  let at = start;
  let last = OTHER;
  let hasItem = false;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) return -1;
    const kind = asciiClass[unit]!;
    if (kind === LETTER || kind === DIGIT) {
      hasItem = true;
      last = kind;
    } else if (kind === CONNECTOR) {
      last = OTHER;
    } else {
      if (kind === OTHER) break;
      const next = at + 1 < limit ? text.charCodeAt(at + 1) : 0;
      if (next >= 0x80) return -1;
      if (last === OTHER || at + 1 >= limit || !joins(kind, last, asciiClass[next]!)) break;
    }
  }
  // What follows at the limit may still be an extension of the last character.
  if (at === limit && limit < text.length) return -1;
  return hasItem ? at : start;
}
