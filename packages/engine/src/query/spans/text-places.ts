import type { WorkBudget } from '../../budget/work-budget.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { textOf } from '../query-tokens.ts';
import type { TermPlaces, WordSink } from '../word-sink.ts';
import type { SpanSource } from './span-source.ts';
import { Spans } from './spans.ts';

/** Each position of a term in one text, as if it were the only document. */
export class TextSpans extends Spans {
  readonly cost = 1;
  readonly #term: TermPlaces;
  readonly #budget: WorkBudget;
  #at = 0;

  constructor(term: TermPlaces, budget: WorkBudget) {
    super();
    this.#term = term;
    this.#budget = budget;
  }

  override advance(target: number): number {
    if (this.doc < target) this.doc = target === 0 ? 0 : NO_MORE_DOCS;
    return this.doc;
  }

  override begin(): void {
    this.#at = 0;
    this.rewind();
  }

  override next(): number {
    this.#budget.charge(1);
    const { positions } = this.#term;
    if (this.#at >= positions.length) return this.exhaust();
    this.start = positions[this.#at++]!;
    this.end = this.start + 1;
    return this.start;
  }

  override mark(): void {
    this.#budget.charge(1);
    this.#term.marks[this.#at - 1] = 1;
  }
}

/** Takes the spans of a text; `take` null: marks what makes them. */
export function takeSpans(spans: Spans | null, take: ((from: number, to: number) => void) | null): void {
  if (spans === null || spans.advance(0) !== 0) return;
  spans.begin();
  while (spans.next() !== NO_MORE_POSITIONS) {
    if (take === null) spans.mark();
    else take(spans.start, spans.end);
  }
}

/** Tells a highlighter of the words of spans, which matter where these are; of those that go by another field wherever they are. */
export function tellSpans(sink: WordSink, source: SpanSource, boost: number): void {
  const { terms, scoredField } = source;
  if (terms.some(({ field }) => field !== scoredField)) {
    for (const { field, state } of terms) sink.term(field, textOf(state.term), boost);
    return;
  }
  const words = new Set(terms.map(({ state }) => textOf(state.term)));
  sink.spans(scoredField, { words, boost, find: (places, span) => takeSpans(source.spans(places), span) });
}
