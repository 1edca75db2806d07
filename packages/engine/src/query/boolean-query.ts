import { countBits } from '../codec/bits.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { NumericColumn } from '../segment/segment-reader.ts';
import type { FieldStatistics } from './bm25.ts';
import { sortedSlice } from './column-scan.ts';
import { docBits, setDocBits } from './doc-bits.ts';
import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, matched, scoreAt, unmatched } from './explanation.ts';
import { NumericRangeWeight } from './range-weight.ts';
import { normlessScore, similarityOf } from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

/** A document that names the value more than once has it once. */
function docsWith(column: NumericColumn, value: number, maxDoc: number, { budget }: QueryContext): number {
  const { from, to } = sortedSlice(column, value, value);
  if (column.valueCount === column.docCount) return to - from;
  const bits = docBits(maxDoc, budget);
  setDocBits(column.sorted!.docs, from, to, bits, budget);
  return countBits(bits);
}

/** A boolean is a term like any other to the peer, so it scores by how rare it is. `value` is 0 or 1. */
export function booleanWeight(
  field: MappedField,
  value: number,
  context: QueryContext,
  boost: number,
): Weight {
  let docFreq = 0;
  let docCount = 0;
  /** Of both terms together, over the documents. */
  let sumDocFreq = 0;
  for (const segment of context.searcher.segments) {
    const column = segment.numeric(field.name);
    if (column === null) continue;
    docCount += column.docCount;
    if (column.sorted === null) continue;
    const own = docsWith(column, value, segment.maxDoc, context);
    docFreq += own;
    sumDocFreq += own + docsWith(column, 1 - value, segment.maxDoc, context);
  }
  const scored = field.indexed && docCount > 0;
  const similarity = similarityOf(context, field.name);
  const statistics = { docCount, sumTotalTermFreq: sumDocFreq, similarity };
  const score = scored ? normlessScore(statistics, docFreq, boost) : boost;
  const isTerm = scored && context.needsScores !== false;
  const parts = isTerm ? { statistics, docFreq, boost } : null;
  return new BooleanWeight(context, { field: field.name, value, score }, parts);
}

/** What is known of the term; null where it has no score of its own. */
interface TermParts {
  readonly statistics: FieldStatistics;
  readonly docFreq: number;
  readonly boost: number;
}

class BooleanWeight extends NumericRangeWeight {
  readonly #name: string;
  readonly #parts: TermParts | null;

  constructor(
    context: QueryContext,
    { field, value, score }: { readonly field: string; readonly value: number; readonly score: number },
    parts: TermParts | null,
  ) {
    super(context, field, { low: value, high: value }, score);
    this.#name = `${field}:${value === 1 ? 'T' : 'F'}`;
    this.#parts = parts;
  }

  override text(): string {
    return this.#name;
  }

  override explain(segment: number, doc: number): Explanation {
    if (Number.isNaN(scoreAt(this.scorer(segment), doc))) return unmatched('no matching term');
    if (this.#parts === null) return matched(1, this.#name);
    const { statistics, docFreq, boost } = this.#parts;
    return explainBm25({
      text: this.#name,
      doc,
      statistics,
      docFreqs: [docFreq],
      boost,
      freq: 1,
      freqText: 'freq, occurrences of term within document',
      norm: 1,
    });
  }
}
