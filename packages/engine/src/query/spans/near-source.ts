import type { WordSink } from '../word-sink.ts';
import { GapSpans, OrderedSpans, UnorderedSpans } from './near-spans.ts';
import { spanText } from './span-clause.ts';
import type { SpanSource } from './span-source.ts';
import type { Spans } from './spans.ts';

interface Nearness {
  readonly slop: number;
  readonly inOrder: boolean;
}

/** The spans of several that stand near each other. */
export function nearSource(parts: readonly SpanSource[], { slop, inOrder }: Nearness): SpanSource {
  const { field } = parts[0]!;
  return {
    ...spanText(parts, (texts) => `spanNear([${texts.join(', ')}], ${slop}, ${inOrder})`),
    field,
    scoredField: field,
    terms: parts.flatMap(({ terms }) => terms),
    word: null,
    spans: (segment) => {
      const spans: Spans[] = [];
      for (const part of parts) {
        const own = part.spans(segment);
        if (own === null) return null;
        spans.push(own);
      }
      return inOrder ? new OrderedSpans(spans, slop) : new UnorderedSpans(spans, slop);
    },
    words: (sink, own) => tellWords(sink, parts, { slop, inOrder }, own),
  };
}

/** Terms alone are marked where they stand together, others wherever they are. */
function tellWords(
  sink: WordSink,
  parts: readonly SpanSource[],
  { slop, inOrder }: Nearness,
  boost: number,
): void {
  const words = parts.flatMap(({ word }, position) => (word === null ? [] : [{ term: word, position }]));
  if (words.length < parts.length) for (const part of parts) part.words(sink, boost);
  else sink.phrase(parts[0]!.scoredField, words, Math.max(0, slop), boost, inOrder);
}

/** Places that hold anything. */
export function gapSource({ field, width }: { readonly field: string; readonly width: number }): SpanSource {
  return {
    field,
    scoredField: field,
    terms: [],
    word: null,
    text: `SpanGap(:${width})`,
    spans: () => new GapSpans(width),
    words: () => {},
  };
}
