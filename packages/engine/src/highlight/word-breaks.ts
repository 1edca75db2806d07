/**
 * Where words end, as Java's `BreakIterator.getWordInstance` has it, whose rules are older and simpler than those of Unicode:
 * letters and digits with single marks between them hold together, as do runs of white space and of one Japanese script.
 */

/** Characters that change nothing: they belong to what stands before them. */
const I = '(?:(?!\u00ad)\\p{Cf})*';
const marked = (set: string): string => `[${set}]${I}(?:[\\p{Mn}\\p{Me}]${I})*`;
const one = (set: string): string => `[${set}]${I}`;

const JAPANESE =
  '\u3005\u4e00-\u9fa5\uf900-\ufa2d\u30a1-\u30fa\u30fd\u30fe\u3041-\u3094\u309d\u309e\u3099-\u309c\u30fb\u30fc';
const LETTER = `(?:(?![${JAPANESE}])${marked('\\p{L}\\p{Mc}')})`;
const DIGIT = `(?:${marked('\\p{N}')})`;
const WORD = `(?:${LETTER}+(?:${one('\\p{Pd}\\p{Pc}\u00ad\u2027"\'.')}${LETTER}+)*(?:${one('\u0964\u0965')})?)`;
const NUMBER = `(?:${DIGIT}+(?:${one('"\',\u066b.')}${DIGIT}+)*)`;
const PER_CENT = one('\u00a2%\u066a\u2030\u2031&');
const CURRENCY = `(?!\u00a2)${one('\\p{Sc}#.')}`;

const patterns = [
  `${WORD}?(?:${NUMBER}${WORD})*(?:${NUMBER}(?:${PER_CENT})?)?`,
  `${CURRENCY}(?:${NUMBER}${WORD})*(?:${NUMBER}(?:${PER_CENT})?)?`,
  `(?:${marked('\\p{Zs}\\t')})*(?:\\r${I})?(?:${one('\\n\\f\u2028\u2029')})?`,
  `(?:${one('\u30a1-\u30fa\u30fd\u30fe\u3099-\u309c\u30fb\u30fc')})+`,
  `(?:${one('\u3041-\u3094\u309d\u309e\u3099-\u309c\u30fb\u30fc')})+`,
  `(?:${one('\u3005\u4e00-\u9fa5\uf900-\ufa2d')})+`,
  `${I}.${I}`,
  `[^\\p{Mn}\\p{Me}\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]${I}(?:[\\p{Mn}\\p{Me}]${I})+`,
].map((pattern) => new RegExp(pattern, 'suy'));

/** What an ASCII character is where only such ones stand around it; 0 = the patterns are to be asked. */
const letters = 1;
const blanks = 2;
const marks = 3;
/** Joins letters, and is a mark elsewhere. */
const joiners = 4;
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return letters;
  if (/[ \t]/.test(character)) return blanks;
  if (/[-_"'.]/.test(character)) return joiners;
  return /[!-~]/.test(character) && !/[0-9]/.test(character) ? marks : 0;
});

function asciiKind(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? ascii[code]! : 0;
}

/** As `wordEnd`, where what begins here and what follows it are ASCII and no digits; else -1. */
function plainEnd(text: string, from: number): number {
  const kind = asciiKind(text, from);
  if (kind === 0) return -1;
  let at = from + 1;
  if (kind === letters || kind === blanks) {
    for (; at < text.length; at++) {
      const next = asciiKind(text, at);
      if (next === kind) continue;
      if (next !== joiners || kind !== letters) break;
      if (at + 1 === text.length) return at;
      const joined = asciiKind(text, at + 1);
      if (joined === 0) return -1;
      if (joined !== letters) return at;
    }
  }
  return at === text.length || asciiKind(text, at) !== 0 ? at : -1;
}

/** The place after the word, white space or mark that begins here. */
export function wordEnd(text: string, from: number): number {
  const plain = plainEnd(text, from);
  return plain < 0 ? patternEnd(text, from) : plain;
}

/** As `wordEnd`, of any text. */
export function patternEnd(text: string, from: number): number {
  let end = from + (text.codePointAt(from)! > 0xffff ? 2 : 1);
  for (const pattern of patterns) {
    pattern.lastIndex = from;
    pattern.test(text);
    if (pattern.lastIndex > end) end = pattern.lastIndex;
  }
  return end;
}
