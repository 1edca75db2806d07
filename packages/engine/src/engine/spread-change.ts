import type { MetadataChange } from '../shard/index/index-metadata.ts';
import type { Gatherer } from './gathered-metadata.ts';
import type { OneWriter } from './writer-port.ts';

/** The part of one writer in a change of metadata. */
export interface ChangeShare {
  readonly port: OneWriter;
  readonly changes: ReadonlyMap<string, MetadataChange>;
}

/** What is known of the journal of changes: shared by one change after the other. */
export interface JournalState {
  /** It may hold a change: one that was refused, or that the file of some index does not have yet. */
  isSuspect: boolean;
}

interface Around {
  readonly gatherer: Gatherer;
  /** The indices of the change. */
  readonly names: readonly string[];
  readonly journal: JournalState;
}

/**
 * Changes the metadata of indices of several writers, or of none: each works out its part and keeps those indices as they
 * are, the first one writes the journal, with which the change counts, and then all show it. `shares` has every writer, also
 * those without a part: what the journal alone holds of their indices goes into the new one. Rejects with ApiError, and
 * nothing is changed.
 */
export async function changeSpread(
  shares: readonly ChangeShare[],
  { gatherer, names, journal }: Around,
): Promise<void> {
  const first = shares[0]!.port;
  let refused = false;
  try {
    const held = await all(shares.map(({ port, changes }) => port.holdMetadata(changes)));
    const files = held.flatMap((each) => each.files);
    if (files.length > 0) {
      refused = true;
      journal.isSuspect = true;
      const unwritten = held.flatMap((each) => each.unwritten);
      await first.journalMetadata(files, unwritten);
      refused = false;
    }
    gatherer.begin(names);
    const installed = await all(shares.map(({ port }) => port.installMetadata()));
    gatherer.tell();
    if (files.length === 0 || !installed.every(Boolean)) return;
    await first.dropJournal();
    journal.isSuspect = false;
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
