const UPPER_I_WITH_DOT = 'İ';

/**
 * Lowercase code point by code point, as Java's Character.toLowerCase: no final sigma, no expansion.
 * JavaScript's own lowercase looks at the neighbours of a sigma and expands U+0130, so only those two need
 * care.
 */
export function lowercase(text: string): string {
  const lower = text.toLowerCase();
  if (lower === text || !/[İΣ]/.test(text)) return lower;
  let result = '';
  for (const char of text) {
    if (char === UPPER_I_WITH_DOT) result += 'i';
    else result += char === 'Σ' ? 'σ' : char.toLowerCase();
  }
  return result;
}

/**
 * Uppercase code point by code point, as Java's Character.toUpperCase: `ß` stays, as no single code point
 * fits.
 */
export function uppercase(text: string): string {
  let result = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    const isSingle = upper.length === 1 || (upper.length === 2 && upper.codePointAt(0)! > 0xffff);
    result += isSingle ? upper : char;
  }
  return result;
}
