import type { MetadataChange } from '../shard/index/index-metadata.ts';
import type { Gatherer } from './gathered-metadata.ts';
import type { OneWriter } from './writer-port.ts';

/** The part of one writer in a change of metadata. */
export interface ChangeShare {
  readonly port: OneWriter;
  readonly changes: ReadonlyMap<string, MetadataChange>;
}

/**
 * Changes the metadata of indices of several writers, or of none: each works out its part and keeps those indices as they
 * are, the first one writes the journal, with which the change counts, and then all show it. `shares` has every writer, also
 * those without a part: what the journal alone holds of their indices goes into the new one. Rejects with ApiError, and
 * nothing is changed. Answers whether the journal is gone again.
 */
export async function changeSpread(
  shares: readonly ChangeShare[],
  gatherer: Gatherer,
  names: readonly string[],
): Promise<boolean> {
  const first = shares[0]!.port;
  let refused = true;
  try {
    const held = await all(shares.map(({ port, changes }) => port.holdMetadata(changes)));
    const files = held.flatMap((each) => each.files);
    if (files.length > 0) {
      const unwritten = held.flatMap((each) => each.unwritten);
      await first.journalMetadata(files, unwritten);
    }
    refused = false;
    gatherer.begin(names);
    const installed = await all(shares.map(({ port }) => port.installMetadata()));
    gatherer.tell();
    const isWritten = installed.every(Boolean);
    if (isWritten && files.length > 0) await first.dropJournal();
    return isWritten;
  } finally {
    gatherer.tell();
    await Promise.all(shares.map(({ port }) => port.releaseMetadata(refused)));
  }
}

/** Waits for all, also where one fails; then rejects with the first failure. */
async function all<T>(calls: readonly Promise<T>[]): Promise<readonly T[]> {
  const ends = await Promise.allSettled(calls);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
