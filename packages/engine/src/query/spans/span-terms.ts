import { documentError } from '../document-error.ts';
import { textOf } from '../query-tokens.ts';
import { termState } from '../term-weight.ts';
import type { QueryContext } from '../weight.ts';
import { OrSpans } from './or-spans.ts';
import type { SpanSource } from './span-source.ts';
import { TermSpans } from './spans.ts';
import { TextSpans } from './text-places.ts';

/** Stands for the memory that the spans of a term take. */
const TERM_BYTES = 2048;

/** A term of a field, and what is said where the field has no positions. */
interface TermOfField {
  readonly field: string;
  readonly term: Uint8Array;
  readonly without: () => string;
}

/** The positions of one term. */
export function termSpans(context: QueryContext, { field, term, without }: TermOfField): SpanSource {
  const word = textOf(term);
  const state = termState(context, field, term);
  context.budget.charge(1);
  const mapped = context.mapping.field(field);
  const hasPositions = mapped?.storage === 'text' && mapped.indexOptions === 'positions';
  const { searcher, windows, budget } = context;
  return {
    field,
    scoredField: field,
    terms: [{ field, state }],
    text: `${field}:${word}`,
    word,
    spans: (place) => {
      if (typeof place !== 'number') {
        const own = place.of(word);
        return own === undefined ? null : new TextSpans(own, place.budget);
      }
      const ordinal = state.ordinals[place]!;
      if (ordinal < 0) return null;
      if (!hasPositions) throw documentError('illegal_state_exception', without());
      budget.reserve(TERM_BYTES, '<spans>');
      return new TermSpans(searcher.segments[place]!.terms(field)!.postings(ordinal, windows), budget);
    },
    words: (sink, boost) => sink.term(field, word, boost),
  };
}

/** The spans of any of several. */
export function anySpans(
  field: string,
  parts: readonly SpanSource[],
  told: Pick<SpanSource, 'text' | 'rewritten'>,
): SpanSource {
  return {
    ...told,
    field,
    scoredField: field,
    terms: parts.flatMap(({ terms }) => terms),
    word: null,
    spans: (place) => {
      const spans = parts.flatMap((part) => part.spans(place) ?? []);
      return spans.length > 1 ? new OrSpans(spans) : (spans[0] ?? null);
    },
    words: (sink, boost) => {
      for (const part of parts) part.words(sink, boost);
    },
  };
}
