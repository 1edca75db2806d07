import type { IndexMetadata, WriteBatch, WriteResult } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';

/** The batch, to be measured where somebody listens to its index, who is to see what an update made, too. */
export function observed(
  { shardEvents }: EmbeddedContext,
  index: IndexMetadata,
  batch: WriteBatch,
): WriteBatch {
  return shardEvents.wantsWrites(index) ? { ...batch, timed: true, returnSource: true } : batch;
}

const nothing = new Uint8Array(0);

/** Documents that were indexed go to those who listen. `sourceOf`: the bytes of an operation that is no update. */
export function tellWrites(
  { shardEvents }: EmbeddedContext,
  index: IndexMetadata,
  { kinds, routings }: Pick<WriteBatch, 'kinds' | 'routings'>,
  result: WriteResult,
  sourceOf: (operation: number) => Uint8Array,
): void {
  const took = result.tookNanos;
  if (took === null) return;
  result.outcomes.forEach((outcome, i) => {
    if (outcome !== 'created' && outcome !== 'updated') return;
    const bytes = (): Uint8Array =>
      kinds[i] === 'update' ? (result.sources.get(i) ?? nothing) : sourceOf(i);
    const source = (): string => Buffer.from(bytes()).toString();
    const routing = routings?.[i] ?? null;
    shardEvents.indexed({ index, id: result.ids[i]!, routing, tookNanos: took[i]!, source });
  });
}
