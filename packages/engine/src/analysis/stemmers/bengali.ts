import { firstOf } from './suffix-rules.ts';

/**
 * Bengali, as Lucene's BengaliStemmer does it (after Sengupta and Chaudhuri, "Natural Language Processing in an Indian
 * Language (Bengali)", and Savoy's light stemmer).
 */
export const bengali = firstOf([
  { over: 9, ends: 'িয়াছিলাম িতেছিলাম িতেছিলেন ইতেছিলেন িয়াছিলেন ইয়াছিলেন', cut: 8 },
  { over: 8, ends: 'িতেছিলি িতেছিলে িয়াছিলা িয়াছিলে িতেছিলা িয়াছিলি য়েদেরকে', cut: 7 },
  { over: 7, ends: 'িতেছিস িতেছেন িয়াছিস িয়াছেন েছিলাম েছিলেন েদেরকে', cut: 6 },
  { over: 6, ends: 'িতেছি িতেছা িতেছে ছিলাম ছিলেন িয়াছি িয়াছা িয়াছে েছিলে েছিলা য়েদের দেরকে', cut: 5 },
  {
    over: 5,
    ends: 'িলাম িলেন িতাম িতেন িবেন ছিলি ছিলে ছিলা তেছে িতেছ খানা খানি গুলো গুলি য়েরা েদের',
    cut: 4,
  },
  {
    over: 4,
    ends: 'লাম িলি ইলি িলে ইলে লেন িলা ইলা তাম িতি ইতি িতে ইতে তেন িতা িবা ইবা িবি ইবি বেন িবে ইবে ছেন য়োন য়ের েরা দের',
    cut: 3,
  },
  {
    over: 3,
    ends: 'িস েন লি লে লা তি তে তা বি বে বা ছি ছা ছে ুন ুক টা টি নি ের রা কে',
    cut: 2,
  },
  { over: 2, ends: 'ি ী া ো ে ব ত', cut: 1 },
]);
