import { firstOf, inTurn } from './suffix-rules.ts';

const postposition = firstOf([
  { over: 5, ends: 'دا', cut: 2 },
  { over: 4, ends: 'نا', cut: 1 },
  { over: 6, ends: 'ەوە', cut: 3 },
]);
const possessive = firstOf([{ over: 6, ends: 'مان یان تان', cut: 3 }]);

/** Ezafe, indefinite, definite and demonstrative forms. */
const forms = firstOf([
  { over: 6, ends: 'ێکی', cut: 3 },
  { over: 7, ends: 'یەکی', cut: 4 },
  { over: 5, ends: 'ێک', cut: 2 },
  { over: 6, ends: 'یەک ەکە', cut: 3 },
  { over: 5, ends: 'کە', cut: 2 },
  { over: 7, ends: 'ەکان', cut: 4 },
  { over: 6, ends: 'کان', cut: 3 },
  { over: 7, ends: 'یانی', cut: 4 },
  { over: 6, ends: 'انی یان', cut: 3 },
  { over: 5, ends: 'ان', cut: 2 },
  { over: 7, ends: 'یانە', cut: 4 },
  { over: 6, ends: 'انە', cut: 3 },
  { over: 5, ends: 'ایە ەیە', cut: 2 },
  { over: 4, ends: 'ە ی', cut: 1 },
]);

/** Sorani Kurdish, as Lucene's SoraniStemmer does it. */
export const sorani = inTurn(postposition, possessive, forms);
