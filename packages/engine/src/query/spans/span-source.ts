import type { TermState } from '../term-weight.ts';
import type { TextPlaces, WordSink } from '../word-sink.ts';
import type { Spans } from './spans.ts';

/** A term that a span query looks for. */
export interface SpanTerm {
  readonly field: string;
  readonly state: TermState;
}

/** What has spans in the documents of a shard (Lucene's `SpanQuery`). */
export interface SpanSource {
  /** The field that it goes by within others; empty: it goes with any. */
  readonly field: string;
  /** The field whose lengths and frequencies score it. */
  readonly scoredField: string;
  readonly terms: readonly SpanTerm[];
  /** In Lucene's words. */
  readonly text: string;
  /** The same with the terms that patterns stand for, where that is another. */
  readonly rewritten?: string;
  /** The term; null where it is something else. */
  readonly word: string | null;
  /** Those of a segment, or of one text; null where there are none. */
  spans(place: number | TextPlaces): Spans | null;
  words(sink: WordSink, boost: number): void;
}
