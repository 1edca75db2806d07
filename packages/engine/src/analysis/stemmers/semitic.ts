import { firstOf } from './suffix-rules.ts';

const arabicPrefixes = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const arabicSuffixes = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

function withoutArabicPrefix(word: string): string {
  for (const prefix of arabicPrefixes) {
    // After a single `waw` three letters have to be left, else two.
    const least = prefix.length === 1 ? 4 : prefix.length + 2;
    if (word.length >= least && word.startsWith(prefix)) return word.slice(prefix.length);
  }
  return word;
}

function withoutSuffixes(word: string, suffixes: readonly string[]): string {
  let result = word;
  for (const suffix of suffixes) {
    if (result.length >= suffix.length + 2 && result.endsWith(suffix)) {
      result = result.slice(0, -suffix.length);
    }
  }
  return result;
}

/** Larkey, Ballesteros and Connell, "Improving stemming for Arabic information retrieval" (SIGIR 2002): light10. */
export function arabic(word: string): string {
  return withoutSuffixes(withoutArabicPrefix(word), arabicSuffixes);
}

const persianSuffixes = ['ات', 'ان', 'ترين', 'تر', 'يي', 'ي', 'ها', '\u200c'];

export function persian(word: string): string {
  return withoutSuffixes(word, persianSuffixes);
}

/** Ramanathan and Rao, "A lightweight stemmer for Hindi" (EACL 2003). */
export const hindi = firstOf([
  { over: 6, ends: 'ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां', cut: 5 },
  { over: 5, ends: 'ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां', cut: 4 },
  { over: 4, ends: 'ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं', cut: 3 },
  { over: 3, ends: 'कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें', cut: 2 },
  { over: 2, ends: 'ो े ू ु ी ि ा', cut: 1 },
]);
