import { byte4ToInt } from '../codec/small-float.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { bm25, type FieldStatistics, idf, normInverses, weightOf } from './bm25.ts';
import { counted, type Explanation, matched } from './explanation.ts';

/** Lengths up to this one are kept as they are, greater ones by their leading bits. */
const EXACT_NORM = 39;

/** What a score by BM25 was made of. */
export interface Bm25Parts {
  readonly statistics: FieldStatistics;
  /** Documents that have each of the terms. */
  readonly docFreqs: readonly number[];
  readonly boost: number;
  readonly freq: number;
  readonly freqText: string;
  readonly norm: number;
}

/** In the words of Lucene's term and phrase queries; `text`: what was looked for, as `field:term`. */
export function explainBm25(parts: Bm25Parts & { readonly text: string; readonly doc: number }): Explanation {
  const score = explainBm25Score(parts);
  const what = `weight(${parts.text} in ${parts.doc}) [PerFieldSimilarity], result of:`;
  return matched(score.value, what, [score]);
}

/** In the words of Lucene's `BM25Similarity`, or of its `BooleanSimilarity`. */
export function explainBm25Score(parts: Bm25Parts): Explanation {
  const { statistics, freq, norm } = parts;
  const { isBoolean, k1, b, factor } = statistics.similarity;
  if (isBoolean) {
    const score = weightOf(statistics, parts.boost, []);
    return matched(score, 'score(BooleanWeight), computed from:', [matched(score, 'boost, query boost')]);
  }
  const boost = Math.fround(parts.boost * factor);
  const rarity = explainIdf(parts);
  const inverse = normInverses(statistics)[norm]!;
  const score = bm25(Math.fround(boost * rarity.value), freq, inverse);
  const length = Math.fround(byte4ToInt(norm));
  const tf = Math.fround(1 - Math.fround(1 / Math.fround(1 + Math.fround(freq * inverse))));
  const formula = matched(tf, 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:', [
    matched(freq, parts.freqText),
    matched(k1, 'k1, term saturation parameter'),
    matched(b, 'b, length normalization parameter'),
    matched(length, `dl, length of field${norm > EXACT_NORM ? ' (approximate)' : ''}`),
    matched(statistics.sumTotalTermFreq / statistics.docCount, 'avgdl, average length of field'),
  ]);
  const given = boost === 1 ? [] : [matched(boost, 'boost')];
  const description = `score(freq=${javaFloat(freq)}), computed as boost * idf * tf from:`;
  return matched(score, description, [...given, rarity, formula]);
}

function explainIdf({ docFreqs, statistics: { docCount } }: Bm25Parts): Explanation {
  const terms = docFreqs.map((docFreq) =>
    matched(idf(docFreq, docCount), 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:', [
      counted(docFreq, 'n, number of documents containing term'),
      counted(docCount, 'N, total number of documents with field'),
    ]),
  );
  if (terms.length === 1) return terms[0]!;
  return matched(
    terms.reduce((sum, { value }) => sum + value, 0),
    'idf, sum of:',
    terms,
  );
}
