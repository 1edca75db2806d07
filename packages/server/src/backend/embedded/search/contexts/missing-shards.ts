import { ApiError } from '@sextant/contract';
import type { Engine, SearchResult } from '@sextant/engine';
import type { SearchTargets } from '../search-targets.ts';
import type { WantedShards } from './wanted-shards.ts';

/** A shard that a context should have, and did not work when it was opened. */
export type MissingShard = SearchResult['shards']['failures'][number];

interface Looking {
  /** The number of the context. */
  readonly pinned: number;
  readonly wants: WantedShards;
  /** Shards that failed since are missing too: they are searched on, but not for all that they acknowledged. */
  readonly wantsAll?: boolean;
}

export function missingShards(
  engine: Pick<Engine, 'index' | 'pinned' | 'failures'>,
  { indices }: SearchTargets,
  { pinned, wants, wantsAll = false }: Looking,
): readonly MissingShard[] {
  const there = new Set(engine.pinned(pinned).map(({ index, shard }) => placeOf(index, shard)));
  return indices.flatMap(({ name, numberOfShards }) => {
    // It was deleted or closed meanwhile.
    if (engine.index(name)?.state !== 'open') return [];
    const shards = Array.from({ length: numberOfShards }, (_, shard) => shard);
    const failures = new Map(engine.failures(name).map(({ shard, cause }) => [shard, cause]));
    const works = (shard: number): boolean =>
      there.has(placeOf(name, shard)) && !(wantsAll && failures.has(shard));
    const missing = shards.filter((shard) => wants(name, shard) && !works(shard));
    return missing.map((shard) => {
      const causedBy = failures.get(shard);
      const reason = `No shard available for ${placeOf(name, shard)}`;
      const cause = { type: 'no_shard_available_action_exception', reason } as const;
      return { index: name, shard, cause: causedBy === undefined ? cause : { ...cause, causedBy } };
    });
  });
}

function placeOf(index: string, shard: number): string {
  return `[${index}][${shard}]`;
}

const ASKED_FOR = '. Consider using `allow_partial_search_results` setting to bypass this error.';

/** The answer to who wants all documents or none; `remedy` where that was not asked for. */
export function searchRejected(missing: readonly MissingShard[], remedy = ASKED_FOR): ApiError {
  const type = 'search_phase_execution_exception';
  const details = { phase: 'query', grouped: true, failed_shards: [] };
  const places = missing.map(({ index, shard }) => placeOf(index, shard)).join(', ');
  const reason = `Search rejected due to missing shards [${places}]${remedy}`;
  return new ApiError({
    type,
    reason: '',
    details,
    rootCause: [],
    causedBy: { type, reason, details },
    status: 503,
  });
}
