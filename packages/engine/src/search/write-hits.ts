import type { Steps } from '../budget/slices.ts';
import { isFiltered } from '../dsl/source-request.ts';
import { ignoredField } from '../mapping/ignored-field.ts';
import { type FoundDoc, fetchSteps, isOfShard } from './fetch-phase.ts';
import { namesOf } from './matched-queries.ts';
import type { SearchSetup } from './search-setup.ts';
import { inShard } from './shard-damaged.ts';
import type { SegmentTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';
import { filterSource } from './source-filter.ts';

/** Documents are counted for memory together, up to so many bytes. */
const RESERVED_TOGETHER = 64 * 1024;

/**
 * Writes the hits while their documents are read; null where there are none, one of them shows more than its document, or the host has
 * nothing to write with: they are to be fetched.
 */
export function* writeHits(
  found: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  times: ShardTimes | null,
): Steps<Uint8Array | null> {
  const { request, options, budget } = setup;
  if (options.hitWriters === undefined || found.length === 0) return null;
  if (!isPlain(setup) || times?.fetches != null) return null;
  for (const segment of new Set(found.map(({ segment }) => segment))) {
    if (!isPlainSegment(targets[segment]!)) return null;
  }
  const writer = options.hitWriters(found.length);
  if (writer === undefined) return null;
  times?.begin();
  const isWalk = options.page !== undefined;
  let unreserved = 0;
  for (let i = 0; i < found.length; i++) {
    const { segment: place, doc, score, sort } = found[i]!;
    const { segment, shard, shardIndex } = targets[place]!;
    try {
      let source: Uint8Array | null = null;
      if (request.source.enabled) source = isWalk ? segment.sourceOnce(doc) : segment.sourceOf(doc);
      const bytes = source?.length ?? 0;
      budget.charge(fetchSteps(bytes, isFiltered(request.source)));
      unreserved += bytes;
      if (unreserved >= RESERVED_TOGETHER || i === found.length - 1) {
        budget.reserve(unreserved, '<hits>');
        unreserved = 0;
      }
      const shown = source === null ? null : filterSource(source, request.source);
      if (!writer.hit(shard.searcher.index, segment.idOf(doc), score, shown, sort)) return null;
    } catch (error) {
      if (isOfShard(error)) return null;
      throw inShard(error, shard.searcher);
    }
    times?.fetched(shardIndex);
    if (budget.sliceOver) yield;
  }
  return writer.finish();
}

function isPlain({ request }: SearchSetup): boolean {
  if (request.bare || request.explain || request.version || request.seqNoPrimaryTerm) return false;
  if (request.collapse !== null || request.highlight !== null || request.innerHits.length > 0) return false;
  const { fields, docvalueFields, scriptFields, storedFields } = request;
  if (fields.length + docvalueFields.length + scriptFields.length + storedFields.length > 0) return false;
  return namesOf(request).size === 0;
}

/** None of its documents is an object within another one, has a routing or fields that were ignored. */
function isPlainSegment({ segment }: SegmentTarget): boolean {
  if (segment.blocks !== null || segment.routings !== null) return false;
  return segment.fielddataOrdinals(ignoredField.name) === null;
}
