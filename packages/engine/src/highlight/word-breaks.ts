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

/** The place after the word, white space or mark that begins here. */
export function wordEnd(text: string, from: number): number {
  let end = from + (text.codePointAt(from)! > 0xffff ? 2 : 1);
  for (const pattern of patterns) {
    pattern.lastIndex = from;
    pattern.test(text);
    if (pattern.lastIndex > end) end = pattern.lastIndex;
  }
  return end;
}

/** The places of all breaks, the beginning and the end of the text among them. */
export function wordBreaks(text: string): number[] {
  const breaks = [0];
  for (let at = 0; at < text.length; ) {
    at = wordEnd(text, at);
    breaks.push(at);
  }
  return breaks;
}
