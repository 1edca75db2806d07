import { utf8Of } from '../codec/utf8-scratch.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import type { ShardTerms } from './suggester.ts';

/** How often a word occurs. */
export interface TermStats {
  /** Documents. */
  readonly docFreq: number;
  /** Times in all of them. */
  readonly totalFreq: number;
}

/** The words of one field of a shard, deleted documents included, as Lucene counts them. */
export class Dictionary {
  readonly field: string;
  readonly shard: ShardTerms;
  /** Documents of the shard. */
  readonly maxDoc: number;
  /** Words in all documents. */
  readonly totalFreq: number;
  /** Documents with the field, and pairs of a document and a word in it. */
  readonly docCount: number;
  readonly docFreqs: number;
  /** Different words; of several segments, which Lucene does not count, the number of documents, as OpenSearch takes it. */
  readonly size: number;
  readonly #readers: readonly TermsReader[];
  readonly #stats = new Map<string, TermStats>();

  private constructor(shard: ShardTerms, field: string, readers: readonly TermsReader[]) {
    const { segments } = shard.searcher;
    this.shard = shard;
    this.field = field;
    this.#readers = readers;
    this.maxDoc = segments.reduce((sum, { maxDoc }) => sum + maxDoc, 0);
    this.totalFreq = readers.reduce((sum, terms) => sum + (terms.sumTotalTermFreq || terms.sumDocFreq), 0);
    this.docCount = readers.reduce((sum, terms) => sum + terms.docCount, 0);
    this.docFreqs = readers.reduce((sum, terms) => sum + terms.sumDocFreq, 0);
    this.size = segments.length === 1 ? readers[0]!.size : this.maxDoc;
  }

  /** null where no document has a word there. */
  static of(shard: ShardTerms, field: string): Dictionary | null {
    const readers: TermsReader[] = [];
    for (const segment of shard.searcher.segments) {
      const terms = segment.terms(field);
      if (terms?.indexed === true && terms.size > 0) readers.push(terms);
    }
    return readers.length === 0 ? null : new Dictionary(shard, field, readers);
  }

  statsOf(word: string): TermStats {
    const known = this.#stats.get(word);
    if (known !== undefined) return known;
    const { budget } = this.shard;
    budget.charge(this.#readers.length);
    budget.reserve(word.length * 2 + STATS_BYTES, '<words of a suggestion>');
    const term = utf8Of(word);
    let docFreq = 0;
    let totalFreq = 0;
    for (const terms of this.#readers) {
      const ordinal = terms.lookup(term);
      if (ordinal < 0) continue;
      docFreq += terms.docFreq(ordinal);
      totalFreq += terms.totalTermFreq(ordinal);
    }
    const stats = { docFreq, totalFreq };
    this.#stats.set(word, stats);
    return stats;
  }
}

/** What is kept of a word beside its text. */
const STATS_BYTES = 100;

/** The order of words by their UTF-8, which is that of their code points. */
export function compareWords(a: string, b: string): number {
  if (a === b) return 0;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
  if (Number.isNaN(left) || Number.isNaN(right)) return a.length - b.length;
  // Halves of surrogate pairs stand for characters behind all others.
  return rankOf(left) - rankOf(right);
}

function rankOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
