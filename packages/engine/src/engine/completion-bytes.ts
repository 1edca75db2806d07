import { completion } from '../mapping/types/completion.ts';
import type { IndexView } from './index-view.ts';

/** Bytes of an offset beside each term. */
const OFFSET_BYTES = 4;

/** What the `completion` fields of a shard may suggest takes of its segments, by field; undefined where the index has no such field. */
export function completionBytes(view: IndexView, shard: number): ReadonlyMap<string, number> | undefined {
  if (!hasCompletion(view.metadata.mappings)) return undefined;
  const sizes = new Map<string, number>();
  const segments = view.shards[shard]?.searcher?.segments ?? [];
  for (const { name, type } of view.mapping.fields()) {
    if (type !== completion.name) continue;
    for (const segment of segments) {
      const terms = segment.terms(name);
      if (terms === null) continue;
      const { offsets, size } = terms;
      const bytes = offsets[size]! - offsets[0]! + OFFSET_BYTES * size;
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    }
  }
  return sizes;
}

const known = new WeakMap<object, boolean>();

/** Most indices have none: their mappings are not read for it. */
function hasCompletion(mappings: object): boolean {
  let has = known.get(mappings);
  if (has === undefined) {
    has = JSON.stringify(mappings).includes(`"type":"${completion.name}"`);
    known.set(mappings, has);
  }
  return has;
}
