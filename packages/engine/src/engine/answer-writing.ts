import type { HitWriters } from '../search/hit-writer.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';

/** How the host writes answers; `rendering` is that of the search. */
export interface AnswerWriting {
  /** Writes hits and aggregations to bytes that are the caller's alone. `waitedMs`: what the search has waited before it was begun. */
  readonly render: (result: SearchResult, rendering: unknown, waitedMs: number) => Uint8Array;
  /** Makes what writes plain hits while they are read. */
  readonly hitWriters?: (rendering: unknown) => HitWriters | undefined;
}

/** The same search; its plain hits are written while they are read. */
export function withHitWriters(options: SearchOptions, { hitWriters }: AnswerWriting): SearchOptions {
  const { rendering } = options;
  const writers = rendering === undefined ? undefined : hitWriters?.(rendering);
  return writers === undefined ? options : { ...options, hitWriters: writers };
}

/** What is told of a search beside the bytes of its answer. */
export function besideWritten(result: SearchResult): SearchResult {
  const {
    writtenHits: _hits,
    aggregations: _aggregations,
    suggest: _suggest,
    profile: _profile,
    termVectors: _termVectors,
    ...rest
  } = result;
  return { ...rest, hits: [] };
}
