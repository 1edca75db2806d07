import { explainBm25 } from './explain-bm25.ts';
import { type Explanation, scoreAt, unmatched } from './explanation.ts';
import { textOf } from './query-tokens.ts';
import {
  fieldStatistics,
  normlessScore,
  TermFilterWeight,
  type TermState,
  termState,
} from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

/** A term that each document has once and that has no norms, scored by how rare it is. */
export function scoredTermWeight(
  context: QueryContext,
  field: string,
  term: Uint8Array,
  boost: number,
): Weight {
  return new ScoredTermWeight(context, field, termState(context, field, term), boost);
}

class ScoredTermWeight extends TermFilterWeight {
  readonly #context: QueryContext;
  readonly #field: string;
  readonly #state: TermState;
  readonly #boost: number;

  constructor(context: QueryContext, field: string, state: TermState, boost: number) {
    const statistics = fieldStatistics(context, field);
    super(context, field, state, state.docFreq === 0 ? 0 : normlessScore(statistics, state.docFreq, boost));
    this.#context = context;
    this.#field = field;
    this.#state = state;
    this.#boost = boost;
  }

  override text(): string {
    return `${this.#field}:${textOf(this.#state.term)}`;
  }

  explain(segment: number, doc: number): Explanation {
    if (Number.isNaN(scoreAt(this.scorer(segment), doc))) return unmatched('no matching term');
    return explainBm25({
      text: this.text(),
      doc,
      statistics: fieldStatistics(this.#context, this.#field),
      docFreqs: [this.#state.docFreq],
      boost: this.#boost,
      freq: 1,
      freqText: 'freq, occurrences of term within document',
      norm: 1,
    });
  }
}
