import type { WorkBudget } from '../../budget/work-budget.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { textOf } from '../query-tokens.ts';
import type { TextPlaces, TextSpan, WordSink } from '../word-sink.ts';
import type { SpanSource } from './span-source.ts';
import { Spans } from './spans.ts';

/** Each position of a term in one text, as if it were the only document. */
export class TextSpans extends Spans {
  readonly cost = 1;
  readonly #term: string;
  readonly #positions: readonly number[];
  readonly #budget: WorkBudget;
  #at = 0;

  constructor(term: string, positions: readonly number[], budget: WorkBudget) {
    super();
    this.#term = term;
    this.#positions = positions;
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
    if (this.#at >= this.#positions.length) return this.exhaust();
    this.start = this.#positions[this.#at++]!;
    this.end = this.start + 1;
    return this.start;
  }

  override collect(take: (term: string, position: number) => void): void {
    take(this.#term, this.start);
  }
}

/** The spans of a text. */
function spansIn(source: SpanSource, places: TextPlaces): TextSpan[] {
  const spans = source.spans(places);
  const found: TextSpan[] = [];
  if (spans === null || spans.advance(0) !== 0) return found;
  spans.begin();
  while (spans.next() !== NO_MORE_POSITIONS) {
    const terms: { term: string; position: number }[] = [];
    spans.collect((term, position) => terms.push({ term, position }));
    places.budget.charge(terms.length);
    found.push({ from: spans.start, to: spans.end, terms });
  }
  return found;
}

/** Tells a highlighter of the words of spans, which matter where these are; of those that go by another field wherever they are. */
export function tellSpans(sink: WordSink, source: SpanSource, boost: number): void {
  const { terms, scoredField } = source;
  if (terms.some(({ field }) => field !== scoredField)) {
    for (const { field, state } of terms) sink.term(field, textOf(state.term), boost);
    return;
  }
  const words = new Set(terms.map(({ state }) => textOf(state.term)));
  sink.spans(scoredField, { words, boost, find: (places) => spansIn(source, places) });
}
