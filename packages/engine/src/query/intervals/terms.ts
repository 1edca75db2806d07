import { documentError } from '../document-error.ts';
import type { TermExpansion } from '../pattern-query.ts';
import { textOf } from '../query-tokens.ts';
import { termState } from '../term-weight.ts';
import type { WordSink } from '../word-sink.ts';
import { AnyOf } from './any-of.ts';
import type { IntervalIterator } from './interval-iterator.ts';
import type { IntervalSource, SourceScope } from './interval-source.ts';
import { TermIntervals } from './term-intervals.ts';

export function termSource(scope: SourceScope, field: string, term: Uint8Array): IntervalSource {
  const { context } = scope;
  const state = termState(context, field, term);
  scope.takeParts(1);
  const source: IntervalSource = {
    key: `${field}:${textOf(term)}`,
    minExtent: 1,
    leaves: 1,
    get choices() {
      return [source];
    },
    intervals: (segment) => {
      const ordinal = state.ordinals[segment]!;
      return ordinal < 0 ? null : termIntervals(scope, field, segment, ordinal);
    },
    words: (sink) => sink.term(field, textOf(term), 1),
  };
  return source;
}

function termIntervals(scope: SourceScope, field: string, segment: number, ordinal: number): TermIntervals {
  const { searcher, windows, budget } = scope.context;
  scope.takeTerms(1);
  const terms = searcher.segments[segment]!.terms(field)!;
  return new TermIntervals(terms.postings(ordinal, windows), budget);
}

/** The terms of a pattern; a segment with more of them than `most` fails. */
export interface TermPatternSource {
  readonly field: string;
  /** What errors call it. */
  readonly text: string;
  readonly expansion: TermExpansion;
  readonly most: number;
}

export function patternSource(scope: SourceScope, pattern: TermPatternSource): IntervalSource {
  const { field, expansion } = pattern;
  const source: IntervalSource = {
    key: scope.keyOf(`${field}~${pattern.text}`, []),
    minExtent: 1,
    leaves: 1,
    get choices() {
      return [source];
    },
    intervals: (segment): IntervalIterator | null => {
      const terms = scope.context.searcher.segments[segment]!.terms(field);
      if (terms === null) return null;
      const ordinals = expansion.of(terms);
      if (ordinals.length === 0) return null;
      if (ordinals.length > pattern.most) throw tooMany(pattern);
      const parts = ordinals.map((ordinal) => termIntervals(scope, field, segment, ordinal));
      return parts.length === 1 ? parts[0]! : new AnyOf(parts);
    },
    words: (sink: WordSink) =>
      sink.only('unified').terms(field, (term) => (expansion.accepts(term) ? 1 : undefined)),
  };
  return source;
}

function tooMany({ text, most }: TermPatternSource): Error {
  const reason = `Automaton [${text}] expanded to too many terms (limit ${most})`;
  return documentError('illegal_state_exception', reason);
}
