import { compareWords } from '../suggest/dictionary.ts';

/** Which words of a field are left. */
export interface TermVectorsFilter {
  readonly maxTerms: number;
  readonly minTermFreq: number;
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq: number;
  /** 0: any. */
  readonly minWordLength: number;
  readonly maxWordLength: number;
}

interface CountedTerm {
  readonly term: string;
  /** Times in the document. */
  readonly freq: number;
  /** Documents of the index that have it. */
  readonly docFreq: number;
}

/** The words that say the most, with their scores: by tf-idf, as Lucene's `ClassicSimilarity` has it. */
export function bestTerms(
  terms: readonly CountedTerm[],
  docCount: number,
  filter: TermVectorsFilter,
): ReadonlyMap<string, number> {
  const scored = terms
    .filter((term) => isLeft(term, filter))
    .map(({ term, freq, docFreq }) => {
      const idf = Math.fround(Math.log((docCount + 1) / (docFreq + 1)) + 1);
      return { term, score: Math.fround(freq * idf) };
    });
  scored.sort((a, b) => b.score - a.score || compareWords(a.term, b.term));
  return new Map(scored.slice(0, filter.maxTerms).map(({ term, score }) => [term, score]));
}

function isLeft({ term, freq, docFreq }: CountedTerm, filter: TermVectorsFilter): boolean {
  const { minWordLength, maxWordLength } = filter;
  if (minWordLength > 0 && term.length < minWordLength) return false;
  if (maxWordLength > 0 && term.length > maxWordLength) return false;
  if (freq < filter.minTermFreq || freq > filter.maxTermFreq) return false;
  return docFreq > 0 && docFreq >= filter.minDocFreq && docFreq <= filter.maxDocFreq;
}
