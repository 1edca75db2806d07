import type { CharFilter } from '../token-stream.ts';

const NON_JOINER = '\u200c';

/** Persian writes parts of a word apart by a non-joiner: a space for whoever cuts words (Lucene's PersianCharFilter). */
export const withoutNonJoiners: CharFilter = {
  normalizes: true,
  filter: (text) => ({ text: text.replaceAll(NON_JOINER, ' '), correct: (offset) => offset }),
};
