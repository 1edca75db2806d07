import { GapSpans, OrderedSpans, UnorderedSpans } from './near-spans.ts';
import { spanText } from './span-clause.ts';
import type { SpanSource } from './span-source.ts';
import type { Spans } from './spans.ts';
import { tellSpans } from './text-places.ts';

interface Nearness {
  readonly slop: number;
  readonly inOrder: boolean;
}

/** The spans of several that stand near each other. */
export function nearSource(parts: readonly SpanSource[], { slop, inOrder }: Nearness): SpanSource {
  const { field } = parts[0]!;
  const source: SpanSource = {
    ...spanText(parts, (texts) => `spanNear([${texts.join(', ')}], ${slop}, ${inOrder})`),
    field,
    scoredField: field,
    terms: parts.flatMap(({ terms }) => terms),
    word: null,
    spans: (place) => {
      const spans: Spans[] = [];
      for (const part of parts) {
        const own = part.spans(place);
        if (own === null) return null;
        spans.push(own);
      }
      return inOrder ? new OrderedSpans(spans, slop) : new UnorderedSpans(spans, slop);
    },
    words: (sink, own) => {
      const words = parts.flatMap(({ word }, position) => (word === null ? [] : [{ term: word, position }]));
      if (words.length < parts.length) tellSpans(sink, source, own);
      else sink.phrase(parts[0]!.scoredField, words, Math.max(0, slop), own, inOrder);
    },
  };
  return source;
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
