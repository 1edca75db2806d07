import { ApiError } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import type { WantedShards } from '../search/contexts/wanted-shards.ts';
import type { SearchTargets } from '../search/search-targets.ts';

/** Throws ApiError where a shard that is to be read does not work: documents would be left out, and nobody would know. */
export function requireAllShards(
  engine: EmbeddedContext['engine'],
  { indices }: SearchTargets,
  { pinned, wants }: { readonly pinned: number; readonly wants: WantedShards },
): void {
  const there = new Set(engine.pinned(pinned).map(({ index, shard }) => placeOf(index, shard)));
  const missing = indices.flatMap(({ name, numberOfShards }) => {
    // It was deleted or closed meanwhile.
    if (engine.index(name)?.state !== 'open') return [];
    const shards = Array.from({ length: numberOfShards }, (_, shard) => shard);
    return shards.filter((shard) => wants(name, shard)).map((shard) => placeOf(name, shard));
  });
  const lost = missing.filter((place) => !there.has(place));
  if (lost.length > 0) throw rejected(lost);
}

function placeOf(index: string, shard: number): string {
  return `[${index}][${shard}]`;
}

function rejected(places: readonly string[]): ApiError {
  const type = 'search_phase_execution_exception';
  const details = { phase: 'query', grouped: true, failed_shards: [] };
  const reason = `Search rejected due to missing shards [${places.join(', ')}]. Consider using \`allow_partial_search_results\` setting to bypass this error.`;
  return new ApiError({
    type,
    reason: '',
    details,
    rootCause: [],
    causedBy: { type, reason, details },
    status: 503,
  });
}
