import { OrderedSpans, UnorderedSpans } from '../query/spans/near-spans.ts';
import { TextSpans, takeSpans } from '../query/spans/text-places.ts';
import type { SpanWords } from '../query/word-sink.ts';
import type { Phrase } from './field-words.ts';

/** A phrase as Lucene's highlighters look for it: as spans of its words, near each other. */
export function phraseSpans({ words, slop, inOrder, boost }: Phrase): SpanWords {
  const gaps = Math.max(0, words.at(-1)!.position - words[0]!.position - words.length + 1);
  return {
    words: new Set(words.map(({ term }) => term)),
    boost,
    find: (places, span) => {
      const parts: TextSpans[] = [];
      for (const { term } of words) {
        const own = places.of(term);
        if (own === undefined) return;
        parts.push(new TextSpans(own, places.budget));
      }
      const Near = inOrder ? OrderedSpans : UnorderedSpans;
      takeSpans(new Near(parts, slop + gaps), span);
    },
  };
}
